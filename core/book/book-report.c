// SPDX-License-Identifier: MIT
/*
 * A single walk through the tree writes each move as it comes, and notes it for the list of the
 * most played lines at the end of the report.
 */
#include "core/book/book-report.h"

#include "core/base/buffer.h"
#include "core/board/diagram.h"
#include "core/board/fen.h"
#include "core/board/notation.h"
#include "core/book/book-internal.h"
#include "core/book/book-report-html.h"
#include "core/book/book-report-top.h"

#include <stdlib.h>

struct writing {
    struct book *book;
    const struct book_report *report;
    FILE *out;
    struct err *err;
    struct book_report_top top;
    struct book_report_line lines[REPORT_TOP_LINES]; /* the most played ones */
    unsigned n_lines;
};

static void write_name(const struct writing *w, const struct book_step *step,
                       char out[NOTATION_MOVE_SIZE])
{
    notation_write(w->book->settings.rules, step->pos, &step->entry->mv, NOTATION_STYLE_SHORT, out);
}

static bool first_side_begins(const struct writing *w)
{
    return w->report->tree.start.turn == w->book->settings.rules->first;
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
    fprintf(w->out, "%s\n\n", fen);
    fputs(
        "Won, drawn, lost, score and value are from the point of view of the side that moves. Games "
        "that\nreach a position by different move orders are counted together.\n\n",
        w->out);
    fprintf(w->out, "%-34s %8s %7s %7s %7s  %-14s %6s %5s %6s\n", "move", "games", "won", "drawn",
            "lost", "score (95 %)", "value", "year", "rating");
}

static void text_step(struct writing *w, const struct book_step *step, const char *move)
{
    const struct book_entry *e = step->entry;
    char score[32], value[16], year[12] = "", rating[12] = "";
    char name[2 * BOOK_PLIES_MAX + NOTATION_MOVE_SIZE + 16], line[sizeof name + 160];
    book_report_score(e, score);
    book_report_value(e, value);
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
    if (w->n_lines)
        fputs(
            "\nMost played lines, and the number of games with exactly these moves, in this order\n\n",
            w->out);
    for (unsigned i = 0; i < w->n_lines; i++)
        fprintf(w->out, "%8llu  %s\n", (unsigned long long)w->lines[i].games, w->lines[i].moves);
}

/* ---- both ---- */

static int write_step(void *ctx, const struct book_step *step)
{
    struct writing *w = ctx;
    char move[NOTATION_MOVE_SIZE];
    write_name(w, step, move);
    if (w->report->html)
        book_report_html_step(step, step->ply + !first_side_begins(w), move, w->out);
    else
        text_step(w, step, move);
    return book_report_top_note(&w->top, w->book, step) ? err_memory(w->err) : 0;
}

static int write_all(struct writing *w, struct err *err)
{
    const struct book_tree_options *tree = &w->report->tree;
    const bool html = w->report->html;
    if (html && book_report_html_head(w->book, w->report->title, &tree->start, w->out, err))
        return -1;
    if (!html)
        text_head(w);
    if (book_walk(w->book, tree, write_step, w, err))
        return -1;
    if (tree->plies
        && book_report_top_find(&w->top, w->book, &tree->start, tree->plies, w->lines, &w->n_lines,
                                err))
        return -1;
    if (html)
        return book_report_html_tail(w->book->settings.rules, w->lines, w->n_lines, w->out, err);
    text_tail(w);
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
    w->err = err;
    int rc = write_all(w, err);
    book_report_top_fini(&w->top);
    free(w);
    return rc;
}
