// SPDX-License-Identifier: MIT
#include "core/book/book-report-html.h"

#include "core/base/printable.h"
#include "core/board/diagram.h"
#include "core/board/fen.h"
#include "core/book/book-internal.h"

#include <stdlib.h>

/*
 * On a phone the table keeps only move, games and score. Moves are indented by their ply, but by no
 * more than half of the column. A table that is still too wide scrolls by itself.
 */
static const char style[] =
    ":root { color-scheme: light dark; --dim: #555; }\n"
    "@media (prefers-color-scheme: dark) { :root { --dim: #aaa; } }\n"
    "body { font-family: system-ui, sans-serif; line-height: 1.4; margin: 0 auto; padding: 1em;"
    " max-width: 75em; }\n"
    "h1 { margin: 0.5em 0 0; overflow-wrap: anywhere; }\n"
    "p { margin: 0.3em 0 1em; color: var(--dim); }\n"
    ".wide { overflow-x: auto; }\n"
    "table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }\n"
    "td, th { padding: 0.15em 0.6em; text-align: right; white-space: nowrap;"
    " border-bottom: 1px solid #8884; }\n"
    "td:first-child, th:first-child { text-align: left; }\n"
    "td:first-child { padding-left: min(calc(var(--ply) * 0.8em + 0.4em), 10em); }\n"
    "svg { display: block; margin-bottom: 1em; width: 100%; max-width: 16em; height: auto; }\n"
    ".bar { display: flex; width: 8em; height: 0.8em; }\n"
    ".no-values .value, .no-games .game { display: none; }\n"
    ".won { background: #3a9d5d; } .drawn { background: #9a9a9a; } .lost { background: #c8504b; }\n"
    ".lines { display: grid; grid-template-columns: repeat(auto-fill, minmax(14em, 1fr));"
    " gap: 1.5em; }\n"
    "figure { margin: 0; max-width: 16em; } figcaption { margin-top: 0.4em; }\n"
    "@media (max-width: 40em) {\n"
    " .more { display: none; }\n"
    " td, th { padding: 0.15em 0.3em; }\n"
    " td:first-child { white-space: normal; }\n"
    " td:first-child { padding-left: min(calc(var(--ply) * 0.4em), 5em); }\n"
    "}\n"
    "@media print { .wide { overflow: visible; } }\n";

static void put_text(FILE *out, const char *s)
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

/* An inline diagram: SVG without the XML declaration. */
static int put_board(const struct rules *rules, const struct position *pos, bool numbers, FILE *out,
                     struct err *err)
{
    char *text = NULL;
    size_t n = 0;
    FILE *memory = open_memstream(&text, &n);
    if (!memory)
        return err_memory(err);
    diagram_svg(rules, pos, &(struct diagram_options){.no_numbers = !numbers}, memory);
    bool failed = fclose(memory) != 0;
    const char *svg = failed ? NULL : strstr(text, "<svg");
    if (svg)
        fputs(svg, out);
    free(text);
    return svg ? 0 : err_memory(err);
}

/* Writes the extent of the whole book: "3 games from 1999 to 2005". */
static void put_games(const struct book_db_counts *counts, FILE *out)
{
    fprintf(out, "%lld %s", (long long)counts->games, counts->games == 1 ? "game" : "games");
    if (counts->first_year && counts->first_year == counts->last_year)
        fprintf(out, " of %lld", (long long)counts->first_year);
    else if (counts->first_year)
        fprintf(out, " from %lld to %lld", (long long)counts->first_year,
                (long long)counts->last_year);
}

/* @param games how many continued from the start of the report */
static void put_summary(struct book *book, const struct book_db_counts *counts, uint64_t games,
                        FILE *out)
{
    fputs("<p>", out);
    put_text(out, book_settings(book)->rules->title);
    if (!counts->games) {
        fputs(". The value of a move is that for the side that moves, in men.</p>\n", out);
        return;
    }
    fputs(", ", out);
    if (games != (uint64_t)counts->games)
        fprintf(out, "%llu %s from this position; the book has ", (unsigned long long)games,
                games == 1 ? "game" : "games");
    put_games(counts, out);
    fputs(". Won, drawn and lost are from the point of view of the side that moves. Games "
          "that reach a position by different move orders are counted together.</p>\n",
          out);
}

/* Counts the games that continued from a position, as dama-book probe counts them. */
static int count_games(struct book *book, const struct position *pos, uint64_t *games,
                       struct err *err)
{
    static const struct book_weighing plain = {0};
    struct book_answer answer = {0};
    int rc = book_probe(book, pos, &plain, false, &answer, err);
    *games = answer.games;
    book_answer_fini(&answer);
    return rc < 0 ? -1 : 0;
}

/* @param title arbitrary bytes, as on a command line. @param class an attribute for the body */
static int put_head(const char *title, const char *class, FILE *out, struct err *err)
{
    struct buffer plain = {0};
    printable_add(&plain, text_of(title));
    buffer_add_char(&plain, '\0');
    const bool failed = plain.failed;
    if (!failed) {
        fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
              "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
              out);
        put_text(out, plain.s);
        fprintf(out, "</title>\n<style>\n%s</style>\n</head>\n<body%s>\n<h1>", style, class);
        put_text(out, plain.s);
        fputs("</h1>\n", out);
    }
    buffer_fini(&plain);
    return failed ? err_memory(err) : 0;
}

int book_report_html_head(struct book *book, const char *title, const struct position *start,
                          FILE *out, struct err *err)
{
    const struct rules *rules = book_settings(book)->rules;
    struct book_db_counts counts = {0};
    uint64_t games;
    if (book_db_count(book->db, &counts, err) || count_games(book, start, &games, err))
        return -1;
    const char *class = !counts.evals   ? " class=\"no-values\""
                        : !counts.games ? " class=\"no-games\""
                                        : "";
    if (put_head(title ? title : rules->title, class, out, err))
        return -1;
    put_summary(book, &counts, games, out);
    if (put_board(rules, start, true, out, err))
        return -1;
    fputs("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Moves\">\n<table>\n"
          "<thead><tr><th>Move</th><th class=\"game\">Games</th>"
          "<th class=\"game more\">Won</th><th class=\"game more\">Drawn</th>"
          "<th class=\"game more\">Lost</th><th class=\"game more\"></th>"
          "<th class=\"game\">Score<span class=\"more\"> (95&nbsp;%)</span></th>"
          "<th class=\"value\">Value</th><th class=\"game more\">Year</th>"
          "<th class=\"game more\">Rating</th></tr></thead>\n<tbody>\n",
          out);
    return 0;
}

static void put_bar(const struct book_edge *edge, FILE *out)
{
    double known = (double)edge->won + edge->drawn + edge->lost;
    fputs("<td class=\"game more\">", out);
    if (known > 0)
        fprintf(out,
                "<div class=\"bar\"><div class=\"won\" style=\"width: %.0f%%\"></div>"
                "<div class=\"drawn\" style=\"width: %.0f%%\"></div>"
                "<div class=\"lost\" style=\"width: %.0f%%\"></div></div>",
                100 * edge->won / known, 100 * edge->drawn / known, 100 * edge->lost / known);
    fputs("</td>", out);
}

static void put_count(unsigned n, FILE *out) { fprintf(out, "<td class=\"game more\">%u</td>", n); }

/* Writes a cell, which stays empty if the number is not known. */
static void put_known(unsigned number, FILE *out)
{
    fputs("<td class=\"game more\">", out);
    if (number)
        fprintf(out, "%u", number);
    fputs("</td>", out);
}

void book_report_html_step(const struct book_step *step, unsigned number, const char *move,
                           FILE *out)
{
    const struct book_entry *e = step->entry;
    char score[32], value[16];
    book_report_score(e, score);
    book_report_value(e, value);
    fprintf(out, "<tr><td style=\"--ply: %u\">%u%s ", step->ply, number / 2 + 1,
            number % 2 ? "..." : ".");
    put_text(out, move);
    fprintf(out, "%s</td><td class=\"game\">%llu</td>", step->repeated ? " (transposes)" : "",
            (unsigned long long)e->games);
    put_count(e->edge.won, out);
    put_count(e->edge.drawn, out);
    put_count(e->edge.lost, out);
    put_bar(&e->edge, out);
    size_t share = strcspn(score, " ");
    fprintf(out,
            "<td class=\"game\">%.*s<span class=\"more\">%s</span></td><td class=\"value\">%s</td>",
            (int)share, score, score + share, value);
    put_known(e->edge.year, out);
    put_known(e->edge.rating, out);
    fputs("</tr>\n", out);
}

int book_report_html_tail(const struct rules *rules, const struct book_report_line *lines,
                          unsigned n, FILE *out, struct err *err)
{
    fputs("</tbody>\n</table>\n</div>\n", out);
    if (n)
        fputs(
            "<h2>Most played lines</h2>\n"
            "<p>The number of games with exactly these moves, in this order.</p>\n<div class=\"lines\">\n",
            out);
    for (unsigned i = 0; i < n; i++) {
        fputs("<figure>\n", out);
        if (put_board(rules, &lines[i].pos, false, out, err))
            return -1;
        fputs("<figcaption>", out);
        put_text(out, lines[i].moves);
        fprintf(out, " (%llu %s)</figcaption>\n</figure>\n", (unsigned long long)lines[i].games,
                lines[i].games == 1 ? "game" : "games");
    }
    fputs(n ? "</div>\n</body>\n</html>\n" : "</body>\n</html>\n", out);
    return 0;
}
