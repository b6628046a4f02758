// SPDX-License-Identifier: MIT
#include "core/book/report.h"

#include "core/base/buffer.h"
#include "core/board/diagram.h"
#include "core/board/fen.h"
#include "core/board/notation.h"
#include "core/book/inside.h"

#include <stdlib.h>

enum { TOP_LINES = 8, LINE_MAX = 1024 };

/* One of the lines that most games have followed to the end of the tree. */
struct top {
    uint64_t games;
    struct position pos; /* at its end */
    char moves[LINE_MAX];
};

struct writing {
    struct book *book;
    const struct book_report *report;
    FILE *out;
    struct top top[TOP_LINES];
    unsigned n_top;
    char line[LINE_MAX];             /* the moves so far */
    size_t ends[BOOK_PLIES_MAX + 1]; /* where the line stood before each ply */
};

static void write_name(const struct writing *w, const struct book_step *step,
                       char out[NOTATION_MOVE_SIZE])
{
    notation_write(w->book->settings.rules, step->pos, &step->entry->mv, NOTATION_STYLE_SHORT, out);
}

static void put_score(const struct book_entry *e, char out[32])
{
    *out = '\0';
    if (e->edge.won + e->edge.drawn + e->edge.lost)
        snprintf(out, 32, "%3.0f%% (%2.0f-%2.0f)", 100 * e->score.value, 100 * e->score.low,
                 100 * e->score.high);
}

static void put_value(const struct book_entry *e, char out[16])
{
    *out = '\0';
    if (e->known && abs(e->eval.value) >= BOOK_WIN)
        snprintf(out, 16, "%s", e->eval.value > 0 ? "won" : "lost");
    else if (e->known)
        snprintf(out, 16, "%+.2f", e->eval.value / 1000.0);
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
    struct top *top = &w->top[at];
    top->games = step->entry->games;
    top->pos = *step->pos;
    move_play(w->book->settings.rules, &top->pos, &step->entry->mv);
    snprintf(top->moves, sizeof top->moves, "%s", moves);
}

static void follow_line(struct writing *w, const struct book_step *step, const char *move)
{
    const struct rules *rules = w->book->settings.rules;
    unsigned ply = step->ply < BOOK_PLIES_MAX ? step->ply : BOOK_PLIES_MAX;
    bool begins = w->report->tree.start.turn == rules->first;
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
    char score[32], value[16], year[12] = "", rating[12] = "", name[NOTATION_MOVE_SIZE + 64];
    put_score(e, score);
    put_value(e, value);
    if (e->edge.year)
        snprintf(year, sizeof year, "%u", e->edge.year);
    if (e->edge.rating)
        snprintf(rating, sizeof rating, "%u", e->edge.rating);
    snprintf(name, sizeof name, "%*s%s%s", (int)(2 * step->ply), "", move,
             step->repeated ? " (transposes)" : "");
    fprintf(w->out, "%-34s %8llu %7u %7u %7u  %-14s %6s %5s %6s\n", name,
            (unsigned long long)e->games, e->edge.won, e->edge.drawn, e->edge.lost, score, value,
            year, rating);
}

static void text_tail(struct writing *w)
{
    if (w->n_top)
        fprintf(w->out, "\nMost played lines, seen from the side that made the last move\n\n");
    for (unsigned i = 0; i < w->n_top; i++)
        fprintf(w->out, "%8llu  %s\n", (unsigned long long)w->top[i].games, w->top[i].moves);
}

/* ---- HTML ---- */

static void put_html(FILE *out, const char *s)
{
    for (; *s; s++) {
        if (*s == '<')
            fputs("&lt;", out);
        else if (*s == '>')
            fputs("&gt;", out);
        else if (*s == '&')
            fputs("&amp;", out);
        else
            fputc(*s, out);
    }
}

static void html_head(struct writing *w)
{
    const struct book_settings *s = &w->book->settings;
    const char *title = w->report->title ? w->report->title : s->rules->title;
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>", w->out);
    put_html(w->out, title);
    fputs("</title>\n<style>\n"
          "body { font-family: sans-serif; margin: 2em auto; max-width: 60em; }\n"
          "table { border-collapse: collapse; }\n"
          "td, th { padding: 0.1em 0.6em; text-align: right; border-bottom: 1px solid #ddd; }\n"
          "td:first-child, th:first-child { text-align: left; }\n"
          "svg { width: 16em; height: auto; }\n"
          ".bar { display: flex; width: 8em; height: 0.8em; }\n"
          ".won { background: #4a4; } .drawn { background: #bbb; } .lost { background: #c55; }\n"
          "figure { display: inline-block; margin: 1em; max-width: 17em; vertical-align: top; }\n"
          "</style>\n</head>\n<body>\n<h1>",
          w->out);
    put_html(w->out, title);
    fputs("</h1>\n", w->out);
    diagram_svg(s->rules, &w->report->tree.start, &(struct diagram_options){.no_numbers = false},
                w->out);
    fputs("<table>\n<tr><th>Move</th><th>Games</th><th>Won, drawn, lost</th><th></th>"
          "<th>Score (95&nbsp;%)</th><th>Value</th><th>Year</th><th>Rating</th></tr>\n",
          w->out);
}

static void html_step(struct writing *w, const struct book_step *step, const char *move)
{
    const struct book_entry *e = step->entry;
    double known = e->edge.won + e->edge.drawn + e->edge.lost;
    char score[32], value[16];
    put_score(e, score);
    put_value(e, value);
    fprintf(w->out, "<tr><td style=\"padding-left: %uem\">", step->ply * 2 + 1);
    put_html(w->out, move);
    fprintf(w->out, "%s</td><td>%llu</td><td>%u, %u, %u</td><td>",
            step->repeated ? " (transposes)" : "", (unsigned long long)e->games, e->edge.won,
            e->edge.drawn, e->edge.lost);
    if (known > 0)
        fprintf(w->out,
                "<div class=\"bar\"><div class=\"won\" style=\"width: %.0f%%\"></div>"
                "<div class=\"drawn\" style=\"width: %.0f%%\"></div>"
                "<div class=\"lost\" style=\"width: %.0f%%\"></div></div>",
                100 * e->edge.won / known, 100 * e->edge.drawn / known, 100 * e->edge.lost / known);
    fprintf(w->out, "</td><td>%s</td><td>%s</td>", score, value);
    if (e->edge.year)
        fprintf(w->out, "<td>%u</td>", e->edge.year);
    else
        fputs("<td></td>", w->out);
    if (e->edge.rating)
        fprintf(w->out, "<td>%u</td></tr>\n", e->edge.rating);
    else
        fputs("<td></td></tr>\n", w->out);
}

static void html_tail(struct writing *w)
{
    fputs("</table>\n", w->out);
    if (w->n_top)
        fputs("<h2>Most played lines</h2>\n", w->out);
    for (unsigned i = 0; i < w->n_top; i++) {
        fputs("<figure>\n", w->out);
        diagram_svg(w->book->settings.rules, &w->top[i].pos, &(struct diagram_options){0}, w->out);
        fputs("<figcaption>", w->out);
        put_html(w->out, w->top[i].moves);
        fprintf(w->out, " (%llu games)</figcaption>\n</figure>\n",
                (unsigned long long)w->top[i].games);
    }
    fputs("</body>\n</html>\n", w->out);
}

static int write_step(void *ctx, const struct book_step *step)
{
    struct writing *w = ctx;
    char move[NOTATION_MOVE_SIZE];
    write_name(w, step, move);
    follow_line(w, step, move);
    if (w->report->html)
        html_step(w, step, move);
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
    if (report->html)
        html_head(w);
    else
        text_head(w);
    int rc = book_walk(book, &report->tree, write_step, w, err);
    if (rc == 0 && report->html)
        html_tail(w);
    else if (rc == 0)
        text_tail(w);
    free(w);
    return rc;
}
