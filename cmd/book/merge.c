// SPDX-License-Identifier: MIT
/* dama-book merge, diff, prune and verify: books as a whole. */
#include "core/book/merge.h"

#include "cmd/book/dama-book.h"
#include "cmd/lib/read-games.h"
#include "core/base/signals.h"
#include "core/board/fen.h"
#include "core/board/notation.h"
#include "core/book/values.h"

#include <stdlib.h>
#include <string.h>

struct settings {
    const char *output;
    struct option_list games, take_out;
    unsigned plies, min_games, min_share;
    double margin; /* negative: not given */
    bool quiet, brief, has_share;
};

#define AT(field) OPTION_AT(struct settings, field)

#define ROW_QUIET                                                         \
 {                                                                        \
  "quiet", 'q', OPTION_FLAG, NULL, AT(quiet), .help = "print errors only" \
 }

/* Counts, values, and what was changed goes to its place. @return an exit status, told */
static int finish(struct book *book, bool backs_up)
{
    struct err err = {0};
    int rc = book_count(book, signals_stopped, &err);
    if (rc > 0) {
        command_say("stopped: nothing has changed");
        return EXIT_STOPPED;
    }
    if (rc < 0 || (backs_up && book_back_up_all(book, &err)) || book_finish(book, &err))
        return dama_book_failed(&err);
    return EXIT_WELL;
}

/* ---- merge ---- */

static const struct option_row merge_rows[] = {
    {"output", 'o', OPTION_TEXT, "BOOK", AT(output), .file = true,
     .help = "write the book to this file"},
    ROW_QUIET,
};

static int merge_all(struct book *into, char *const *paths, int n, struct book_added *added)
{
    struct err err = {0};
    for (int i = 0; i < n; i++) {
        struct book *from;
        int status = dama_book_open(paths[i], BOOK_READ, &from);
        if (status)
            return status;
        int rc = book_merge(into, from, added, signals_stopped, &err);
        if (rc < 0)
            dama_book_failed(&err);
        book_close(from);
        if (rc) {
            if (rc > 0)
                command_say("stopped: nothing was written");
            return rc > 0 ? EXIT_STOPPED : EXIT_IO;
        }
    }
    return EXIT_WELL;
}

static int merge(const struct command *command, int argc, char **argv)
{
    struct settings s = {0};
    struct book_added added = {0};
    struct book *first_book, *into = NULL;
    struct err err = {0};
    int first;
    if (options_read(command, argc, argv, &s, &first))
        return EXIT_USAGE;
    if (!s.output)
        return command_usage(command, "expected -o BOOK, the book to make");
    int status = dama_book_open(argv[first], BOOK_READ, &first_book);
    if (status)
        return status;
    struct book_settings shape = *book_settings(first_book);
    book_close(first_book);
    if (book_create(s.output, &shape, &into, &err))
        status = dama_book_failed(&err);
    if (status == 0)
        status = merge_all(into, argv + first, argc - first, &added);
    if (status == 0)
        status = finish(into, true);
    if (status == 0 && !s.quiet)
        command_say("%llu games from %d books, %llu of them in several",
                    (unsigned long long)added.added, argc - first, (unsigned long long)added.known);
    book_close(into);
    return command_finish(status);
}

const struct command dama_book_merge = {
    .name = "merge",
    .summary = "merge books into one",
    .usage = "-o BOOK BOOK...",
    .rows = merge_rows,
    .n_rows = OPTION_COUNT(merge_rows),
    .operands_min = 1,
    .operands_max = OPERANDS_ANY,
    .files = true,
    .run = merge,
};

/* ---- diff ---- */

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
        printf(" value %+.3f%s", eval->value / 1000.0, eval->expanded ? " expanded" : "");
    if (eval && eval->has_score)
        printf(" score %+.3f depth %u by %s on %s", eval->score / 1000.0, eval->depth, eval->engine,
               eval->date);
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
        if (s.brief && rc == 0)
            printf("%llu only in %s, %llu only in %s, %llu different\n",
                   (unsigned long long)c.only_a, argv[first], (unsigned long long)c.only_b,
                   argv[first + 1], (unsigned long long)c.changed);
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

/* ---- prune ---- */

static int read_share(void *settings, const char *arg, struct err *err)
{
    struct settings *s = settings;
    s->has_share = true;
    return dama_book_share(arg, &s->min_share, err);
}

static const struct option_row prune_rows[] = {
    {"game", 'g', OPTION_LIST, "N", AT(games),
     .help = "remove game N (see dama-book info --games)"},
    {"games-of", 0, OPTION_LIST, "FILE", AT(take_out), .file = true,
     .help = "remove the games in FILE, of any format"},
    {"margin", 0, OPTION_REAL, "MEN", AT(margin), .real_min = 0, .real_max = 30,
     .help = "remove engine moves that are MEN worse than the best, and final positions"},
    {"min-games", 0, OPTION_UNSIGNED, "N", AT(min_games), .min = 1, .max = 1000000000,
     .help = "remove moves played in fewer than N games; 1 brings them all back"},
    {"min-share", 0, OPTION_CALL, "PERCENT", 0, .read = read_share,
     .help = "remove moves played in less than PERCENT of the games that reached the position"},
    {"plies", 'n', OPTION_UNSIGNED, "N", AT(plies), .min = 1, .max = BOOK_PLIES_MAX,
     .help = "keep N plies of each game"},
    ROW_QUIET,
};

struct pruning {
    struct book *book;
    struct codes codes;
    uint64_t dropped, missing;
};

static int pack_game(void *ctx, unsigned worker, struct game *game, struct buffer *out,
                     struct err *err)
{
    const struct pruning *p = ctx;
    (void)worker;
    if (game->rules != p->codes.rules)
        return 0;
    return book_pack_game(&p->codes, BOOK_PLIES_MAX, game, out, err);
}

static int drop_game(void *ctx, struct text bytes, struct err *err)
{
    struct pruning *p = ctx;
    struct book_game game;
    bool dropped;
    if (!book_unpack_game(bytes, &game) || book_drop_game(p->book, game.content, &dropped, err))
        return err_plain(err, "a game that cannot be taken out");
    p->dropped += dropped;
    p->missing += !dropped;
    return 0;
}

static int drop_files(struct pruning *p, const struct option_list *files, struct err *err)
{
    struct game_tally tally = {0};
    struct game_reading reading = {.quiet = true, .work = pack_game, .take = drop_game, .ctx = p};
    char **paths = calloc(files->n + 1, sizeof *paths);
    if (!paths)
        return err_memory(err);
    for (unsigned i = 0; i < files->n; i++)
        memcpy(&paths[i], &files->words[i], sizeof *paths);
    int status = files->n ? read_games(&reading, paths, (int)files->n, &tally, err) : EXIT_WELL;
    free(paths);
    return status;
}

static int drop_numbers(struct pruning *p, const struct option_list *numbers, struct err *err)
{
    for (unsigned i = 0; i < numbers->n; i++) {
        int64_t number;
        bool dropped;
        if (option_number(numbers->words[i], 1, INT64_MAX, &number, err)
            || book_drop_number(p->book, number, &dropped, err))
            return -1;
        p->dropped += dropped;
        p->missing += !dropped;
    }
    return 0;
}

static int prune_book(struct pruning *p, const struct settings *s, struct err *err)
{
    struct book_settings shape = *book_settings(p->book);
    int status = drop_files(p, &s->take_out, err);
    if (status || drop_numbers(p, &s->games, err))
        return status > 0 ? status : -1;
    shape.plies = s->plies && s->plies < shape.plies ? s->plies : shape.plies;
    shape.min_games = s->min_games ? s->min_games : shape.min_games;
    shape.min_share = s->has_share ? s->min_share : shape.min_share;
    return book_set(p->book, &shape, err);
}

static int prune(const struct command *command, int argc, char **argv)
{
    struct settings s = {.margin = -1};
    struct pruning p = {0};
    struct err err = {0};
    int first;
    if (options_read(command, argc, argv, &s, &first))
        return EXIT_USAGE;
    if (!s.games.n && !s.take_out.n && !s.min_games && !s.has_share && !s.plies && s.margin < 0)
        return command_usage(command, "expected what to take out: --game, --games-of, "
                                      "--min-games, --min-share, --margin or --plies");
    int status = dama_book_open(argv[first], BOOK_CHANGE, &p.book);
    if (status == 0) {
        codes_init(&p.codes, book_settings(p.book)->rules);
        status = prune_book(&p, &s, &err);
        status = status < 0 ? dama_book_failed(&err) : status;
        if (status == 0 && s.margin >= 0
            && book_drop_bad_moves(p.book, (int)(s.margin * 1000 + 0.5), &err))
            status = dama_book_failed(&err);
        if (status == 0)
            status = finish(p.book, true);
        if (status == 0 && book_compact(p.book, &err))
            status = dama_book_failed(&err);
        if (status == 0 && (s.games.n || s.take_out.n)) {
            if (!s.quiet)
                command_say("%llu %s taken out", (unsigned long long)p.dropped,
                            p.dropped == 1 ? "game" : "games");
            if (p.missing)
                command_say("%llu %s not in the book", (unsigned long long)p.missing,
                            p.missing == 1 ? "game is" : "games are");
            status = p.missing ? EXIT_FOUND : EXIT_WELL;
        }
    }
    book_close(p.book);
    option_list_fini(&s.games);
    option_list_fini(&s.take_out);
    return command_finish(status);
}

const struct command dama_book_prune = {
    .name = "prune",
    .summary = "remove games or rare moves",
    .usage = "BOOK",
    .rows = prune_rows,
    .n_rows = OPTION_COUNT(prune_rows),
    .operands_min = 1,
    .operands_max = 1,
    .files = true,
    .run = prune,
};

/* ---- verify ---- */

static int print_fault(void *ctx, const char *what)
{
    ++*(uint64_t *)ctx;
    puts(what);
    return signals_stopped();
}

static const struct option_row verify_rows[] = {ROW_QUIET};

static int verify(const struct command *command, int argc, char **argv)
{
    struct settings s = {0};
    struct err err = {0};
    struct book *book;
    uint64_t faults = 0;
    int first;
    if (options_read(command, argc, argv, &s, &first))
        return EXIT_USAGE;
    int status = dama_book_open(argv[first], BOOK_READ, &book);
    if (status)
        return status;
    int rc = book_verify(book, print_fault, &faults, &err);
    if (rc < 0)
        status = dama_book_failed(&err);
    else if (rc > 0)
        status = EXIT_STOPPED;
    else if (faults)
        status = EXIT_FOUND;
    else if (!s.quiet)
        printf("%s: well\n", argv[first]);
    book_close(book);
    return command_finish(status);
}

const struct command dama_book_verify = {
    .name = "verify",
    .summary = "check a book for errors",
    .usage = "BOOK",
    .rows = verify_rows,
    .n_rows = OPTION_COUNT(verify_rows),
    .operands_min = 1,
    .operands_max = 1,
    .files = true,
    .run = verify,
};
