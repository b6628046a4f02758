// SPDX-License-Identifier: MIT
/* dama-book diff: shows where two books differ. */
#include "cmd/book/dama-book.h"
#include "core/base/printable.h"
#include "core/base/signals.h"
#include "core/board/fen.h"
#include "core/board/notation.h"
#include "core/board/score.h"
#include "core/book/merge.h"

struct settings {
    bool brief;
};

#define AT(field) OPTION_AT(struct settings, field)

static const struct option_row diff_rows[] = {
    {"brief", 0, OPTION_FLAG, NULL, AT(brief), .help = "only print the number of differences"},
};

struct comparing {
    const struct rules *rules;
    bool brief;
    uint64_t only_a, only_b, changed;
};

static void print_side(char sign, const char *fen, const char *move, const struct book_edge *edge,
                       const struct book_eval *eval)
{
    printf("%c %s", sign, fen);
    if (edge)
        printf(" %s +%u =%u -%u ?%u%s", move, edge->won, edge->drawn, edge->lost, edge->unknown,
               edge->engine ? " engine" : "");
    if (edge && (edge->good || edge->bad))
        printf(" !%u ?%u", edge->good, edge->bad);
    if (edge && edge->year)
        printf(" year %u", edge->year);
    if (edge && edge->rating)
        printf(" rating %u", edge->rating);
    if (eval)
        printf(" value %+.3f%s", score_in_men(eval->value), eval->expanded ? " expanded" : "");
    if (eval && eval->has_score)
        printable_fprintf(stdout, " score %+.3f depth %u by %s on %s", score_in_men(eval->score),
                          eval->depth, eval->engine, eval->date);
    putchar('\n');
}

static int print_difference(void *ctx, const struct book_difference *d)
{
    struct comparing *c = ctx;
    char fen[FEN_SIZE], move[NOTATION_MOVE_SIZE] = "";
    bool in_a = d->a || d->eval_a, in_b = d->b || d->eval_b;
    c->only_a += !in_b;
    c->only_b += !in_a;
    c->changed += in_a && in_b;
    if (c->brief)
        return signals_stopped();
    fen_write(c->rules, d->pos, fen);
    if (d->mv)
        notation_write(c->rules, d->pos, d->mv, NOTATION_STYLE_SHORT, move);
    if (in_a)
        print_side('-', fen, move, d->a, d->eval_a);
    if (in_b)
        print_side('+', fen, move, d->b, d->eval_b);
    return signals_stopped();
}

static int diff(const struct command *command, int argc, char **argv)
{
    struct settings s = {0};
    struct book *a = NULL, *b = NULL;
    struct err err = {0};
    int first, status, rc = 0;
    if (options_read(command, argc, argv, &s, &first))
        return EXIT_USAGE;
    if ((status = dama_book_open(argv[first], BOOK_READ, &a)) == 0
        && (status = dama_book_open(argv[first + 1], BOOK_READ, &b)) == 0) {
        struct comparing c = {.rules = book_settings(a)->rules, .brief = s.brief};
        rc = book_compare(a, b, print_difference, &c, &err);
        if (rc < 0)
            status = dama_book_failed(&err);
        else if (rc > 0)
            status = EXIT_STOPPED;
        else if (c.only_a + c.only_b + c.changed)
            status = EXIT_FOUND;
        if (s.brief && rc == 0) {
            printable_fprintf(stdout, "%llu only in %s, %llu only in %s, %llu different",
                              (unsigned long long)c.only_a, argv[first],
                              (unsigned long long)c.only_b, argv[first + 1],
                              (unsigned long long)c.changed);
            putchar('\n');
        }
    }
    book_close(a);
    book_close(b);
    return command_finish(status);
}

const struct command dama_book_diff = {
    .name = "diff",
    .summary = "print the differences between two books",
    .usage = "BOOK BOOK",
    .rows = diff_rows,
    .n_rows = OPTION_COUNT(diff_rows),
    .operands_min = 2,
    .operands_max = 2,
    .files = true,
    .run = diff,
};
