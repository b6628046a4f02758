// SPDX-License-Identifier: MIT
/*
 * One walk of the tree writes each move as it comes. On the way it keeps the line of moves that
 * leads there, as text with the length at each ply, so that going back is cutting; and the most
 * played of the lines that reach the last ply, for the end of the report.
 */
#include "core/book/report.h"

#include "core/base/buffer.h"
#include "core/board/diagram.h"
#include "core/board/fen.h"
#include "core/board/notation.h"
#include "core/book/inside.h"
#include "core/book/report-html.h"

#include <stdlib.h>

enum { TOP_LINES = 8 };

struct writing {
    struct book *book;
    const struct book_report *report;
    FILE *out;
    struct report_line top[TOP_LINES];
    unsigned n_top;
    char line[REPORT_LINE_MAX];      /* the moves so far */
    size_t ends[BOOK_PLIES_MAX + 1]; /* length of the line before each ply */
};

static void write_name(const struct writing *w, const struct book_step *step,
                       char out[NOTATION_MOVE_SIZE])
{
    notation_write(w->book->settings.rules, step->pos, &step->entry->mv, NOTATION_STYLE_SHORT, out);
}

/* ---- lines ---- */

/* Keeps the line up to this step among the most played ones that end here. */
static void note_top(struct writing *w, const struct book_step *step, const char *moves)
{
    unsigned at = w->n_top;
    while (at && w->top[at - 1].games < step->entry->games)
        at--;
    if (at == TOP_LINES)
        return;
    if (w->n_top < TOP_LINES)
        w->n_top++;
    memmove(&w->top[at + 1], &w->top[at], (w->n_top - at - 1) * sizeof w->top[0]);
    struct report_line *top = &w->top[at];
    top->games = step->entry->games;
    top->pos = *step->pos;
    move_play(w->book->settings.rules, &top->pos, &step->entry->mv);
    snprintf(top->moves, sizeof top->moves, "%s", moves);
}

static bool first_side_begins(const struct writing *w)
{
    return w->report->tree.start.turn == w->book->settings.rules->first;
}

static void follow_line(struct writing *w, const struct book_step *step, const char *move)
{
    unsigned ply = step->ply < BOOK_PLIES_MAX ? step->ply : BOOK_PLIES_MAX;
    bool begins = first_side_begins(w);
    size_t n = w->ends[ply], room = sizeof w->line - n;
    unsigned number = (ply + !begins) / 2 + 1;
    int added = (ply + !begins) % 2 == 0
                    ? snprintf(w->line + n, room, "%s%u. %s", n ? " " : "", number, move)
                : ply == 0 ? snprintf(w->line + n, room, "%u... %s", number, move)
                           : snprintf(w->line + n, room, " %s", move);
    if (added < 0 || (size_t)added >= room)
        w->line[n] = '\0';
    else
        n += (size_t)added;
    if (ply < BOOK_PLIES_MAX)
        w->ends[ply + 1] = n;
}

/* ---- text ---- */

static void text_head(struct writing *w)
{
    const struct book_settings *s = &w->book->settings;
    char fen[FEN_SIZE];
    fprintf(w->out, "%s\n\n", w->report->title ? w->report->title : s->rules->title);
    diagram_text(s->rules, &w->report->tree.start, &(struct diagram_options){.small = true},
                 w->out);
    fen_write(s->rules, &w->report->tree.start, fen);
    fprintf(w->out, "%s\n\n%-34s %8s %7s %7s %7s  %-14s %6s %5s %6s\n", fen, "move", "games", "won",
            "drawn", "lost", "score (95 %)", "value", "year", "rating");
}

static void text_step(struct writing *w, const struct book_step *step, const char *move)
{
    const struct book_entry *e = step->entry;
    char score[32], value[16], year[12] = "", rating[12] = "";
    char name[2 * BOOK_PLIES_MAX + NOTATION_MOVE_SIZE + 16], line[sizeof name + 160];
    report_score(e, score);
    report_value(e, value);
    if (e->edge.year)
        snprintf(year, sizeof year, "%u", e->edge.year);
    if (e->edge.rating)
        snprintf(rating, sizeof rating, "%u", e->edge.rating);
    snprintf(name, sizeof name, "%*s%s%s", (int)(2 * step->ply), "", move,
             step->repeated ? " (transposes)" : "");
    int n = snprintf(line, sizeof line, "%-34s %8llu %7u %7u %7u  %-14s %6s %5s %6s", name,
                     (unsigned long long)e->games, e->edge.won, e->edge.drawn, e->edge.lost, score,
                     value, year, rating);
    while (n > 0 && line[n - 1] == ' ')
        n--;
    fprintf(w->out, "%.*s\n", n, line);
}

static void text_tail(struct writing *w)
{
    if (w->n_top)
        fprintf(
            w->out,
            "\nMost played lines, from the point of view of the side that made the last move\n\n");
    for (unsigned i = 0; i < w->n_top; i++)
        fprintf(w->out, "%8llu  %s\n", (unsigned long long)w->top[i].games, w->top[i].moves);
}

static int write_step(void *ctx, const struct book_step *step)
{
    struct writing *w = ctx;
    char move[NOTATION_MOVE_SIZE];
    write_name(w, step, move);
    follow_line(w, step, move);
    if (w->report->html)
        report_html_step(step, step->ply + !first_side_begins(w), move, w->out);
    else
        text_step(w, step, move);
    if (w->report->tree.plies && step->ply + 1 == w->report->tree.plies && step->entry->games)
        note_top(w, step, w->line);
    return 0;
}

int book_report_write(struct book *book, const struct book_report *report, FILE *out,
                      struct err *err)
{
    struct writing *w = calloc(1, sizeof *w);
    if (!w)
        return err_memory(err);
    w->book = book;
    w->report = report;
    w->out = out;
    if (report->html && report_html_head(book, report->title, &report->tree.start, out, err)) {
        free(w);
        return -1;
    }
    if (!report->html)
        text_head(w);
    int rc = book_walk(book, &report->tree, write_step, w, err);
    if (rc == 0 && report->html)
        rc = report_html_tail(book_settings(book)->rules, w->top, w->n_top, out, err);
    else if (rc == 0)
        text_tail(w);
    free(w);
    return rc;
}
