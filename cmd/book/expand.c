// SPDX-License-Identifier: MIT
/* dama-book expand: the engine adds moves to a book. */
#include "core/study/expand.h"

#include "cmd/book/dama-book.h"
#include "cmd/lib/progress.h"
#include "core/base/amount.h"
#include "core/base/clock.h"
#include "core/base/deadline.h"
#include "core/base/machine.h"
#include "core/base/signals.h"
#include "core/board/ending.h"
#include "core/study/book-exits.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct settings {
    const char *eval, *fen, *learn, *player, *until, *variant;
    int64_t nodes, move_ms, for_ms, hash;
    double per_man;
    unsigned depth, jobs, learn_plies, plies, positions;
    int side, learn_games;
    bool learn_only, quiet;
};

#define AT(field) OPTION_AT(struct settings, field)

static const char where_group[] = "Expansion", when_group[] = "Limits", how_group[] = "Engine";

static const char *const games_words[] = {"lost", "all", NULL};

/* If one side is to play from the book, how much more its own bad moves cost. */
static const double OWN_SIDE = 10;

static const struct option_row rows[] = {
    {"depth", 'd', OPTION_UNSIGNED, "N", AT(depth), .min = 1, .max = ENGINE_PLIES - 1,
     .help = "search each position N plies deep", .group = how_group},
    {"eval", 0, OPTION_TEXT, "FILE", AT(eval), .file = true,
     .help = "weights file, or 'material' for material and mobility only", .group = how_group},
    {"fen", 0, OPTION_TEXT, "FEN", AT(fen),
     .help = "expand from this position instead of the start", .group = where_group},
    {"for", 0, OPTION_TIME, "TIME", AT(for_ms), .min = 1, .max = OPTION_YEAR_MS,
     .help = "stop after TIME, such as 90s or 2h", .group = when_group},
    {"hash", 0, OPTION_SIZE, "SIZE", AT(hash), .min = 1 << 20, .max = INT64_C(1) << 40,
     .help = "size of each thread's transposition table (default: 8M)", .group = how_group},
    {"jobs", 'j', OPTION_UNSIGNED, "N", AT(jobs), .max = ENGINE_THREADS_MAX,
     .help = "use N threads (default: one per core)", .group = how_group},
    {"learn", 0, OPTION_TEXT, "FILE", AT(learn), .file = true,
     .help = "first expand where games that --player lost left the book; FILE is a results file of "
             "dama-match",
     .group = where_group},
    {"learn-games", 0, OPTION_CHOICE, "WHICH", AT(learn_games), .choices = games_words,
     .help = "which games of --player to --learn from (default: lost)", .group = where_group},
    {"learn-only", 0, OPTION_FLAG, NULL, AT(learn_only),
     .help = "stop when the positions of --learn are expanded", .group = when_group},
    {"learn-plies", 0, OPTION_UNSIGNED, "N", AT(learn_plies), .min = 1, .max = BOOK_PLIES_MAX,
     .help = "with --learn, expand N positions of each game (default: 1)", .group = where_group},
    {"man", 0, OPTION_REAL, "PLIES", AT(per_man), .real_min = 0, .real_max = 1000,
     .help = "treat a move that is one man worse than the best as PLIES deeper (default: 20)",
     .group = where_group},
    {"nodes", 'n', OPTION_INT, "N", AT(nodes), .min = 1, .max = INT64_C(1) << 50,
     .help = "search each position for N nodes (default: 100000)", .group = how_group},
    {"player", 0, OPTION_TEXT, "NAME", AT(player),
     .help = "exact name of the player that --learn is for (default: dama)", .group = where_group},
    {"plies", 0, OPTION_UNSIGNED, "N", AT(plies), .min = 1, .max = BOOK_PLIES_MAX,
     .help = "expand positions up to N plies deep (default: 40)", .group = where_group},
    {"positions", 'p', OPTION_UNSIGNED, "N", AT(positions), .min = 1, .max = UINT32_MAX,
     .help = "stop after expanding N more positions", .group = when_group},
    {"quiet", 'q', OPTION_FLAG, NULL, AT(quiet), .help = "print errors only"},
    {"side", 0, OPTION_CHOICE, "SIDE", AT(side), .choices = option_side_words,
     .help = "the side that uses the book: add fewer moves of this side, more of its opponent",
     .group = where_group},
    {"time", 't', OPTION_TIME, "TIME", AT(move_ms), .min = 1, .max = OPTION_YEAR_MS,
     .help = "search each position for TIME", .group = how_group},
    {"until", 0, OPTION_TEXT, "WHEN", AT(until),
     .help = "stop at a time of day (07:30) or a date and time (2026-05-01T07:30)",
     .group = when_group},
    {"variant", 0, OPTION_TEXT, "NAME", AT(variant), .choice = rules_name,
     .help = "rules of a new book (default: international)"},
};

struct run {
    const struct settings *settings;
    struct progress progress;
    struct deadline deadline;
    struct book_exits exits;
    struct position *first; /* owned */
    char limits[64];
};

static bool is_over(void *ctx)
{
    const struct run *r = ctx;
    return signals_stopped() || deadline_is_over(&r->deadline);
}

static void show(void *ctx, uint64_t expanded, uint64_t evaluated)
{
    struct run *r = ctx;
    (void)evaluated;
    progress_show(&r->progress, expanded);
}

/* ---- when to stop ---- */

static int take_deadline(struct run *r)
{
    const struct settings *s = r->settings;
    if (s->for_ms)
        deadline_add_span(&r->deadline, clock_ms(), s->for_ms);
    struct err err = {0};
    if (s->until && deadline_add_time(&r->deadline, s->until, false, &err))
        return command_usage("--until: %s", err.msg);
    return EXIT_WELL;
}

/* ---- the run ---- */

/* Reads the position to expand from: the game must not be over there. */
static int read_root(const char *fen, const struct rules *rules, struct position *out,
                     struct err *err)
{
    if (dama_book_position("--fen", fen, rules, out, err))
        return -1;
    return ending_at(rules, out) == ENDING_NONE
               ? 0
               : err_plain(err, "--fen: '%.60s': the game is over in this position", fen);
}

/* Opens the book, or creates it. */
static int open_book(const struct settings *s, const char *path, struct book **out)
{
    struct err err = {0};
    struct book_settings shape = {.plies = 40, .min_games = 1};
    const char *variant = s->variant ? s->variant : rules_international->name;
    if (rules_find(text_of(variant), &shape.rules, &err))
        return command_usage("%s", err.msg);
    if (access(path, F_OK) != 0) {
        struct book *made = NULL;
        struct position root;
        if (s->fen && read_root(s->fen, shape.rules, &root, &err)) {
            command_error(&err); /* this must come before a book is created */
            return EXIT_USAGE;
        }
        if (s->learn && access(s->learn, R_OK) != 0) {
            err_file(&err, s->learn, "%s", strerror(errno));
            return dama_book_failed(&err);
        }
        int rc = book_create(path, &shape, &made, &err);
        if (rc == 0) {
            if (!s->quiet)
                command_say("%s does not exist; creating a new book (%s)", path,
                            shape.rules->title);
            book_refuse_replacing(made);
            rc = book_finish(made, &err);
        }
        book_close(made);
        if (rc && access(path, F_OK) != 0) /* otherwise another run has created it */
            return dama_book_failed(&err);
    }
    int status = dama_book_open(path, BOOK_CHANGE, out);
    if (status == 0 && s->variant && book_expect_rules(*out, shape.rules, &err))
        return dama_book_failed(&err);
    return status;
}

static int take_learned(struct run *r, struct book *book, struct err *err)
{
    const struct settings *s = r->settings;
    if (!s->learn)
        return 0;
    struct book_exit_options wanted = {.player = s->player ? s->player : "dama",
                                       .all_games = s->learn_games == 1,
                                       .plies = s->learn_plies};
    if (book_exits_find(book, s->learn, &wanted, &r->exits, err))
        return -1;
    r->first = calloc(r->exits.n + 1, sizeof *r->first);
    if (!r->first)
        return err_memory(err);
    for (unsigned i = 0; i < r->exits.n; i++)
        r->first[i] = r->exits.at[i].pos;
    if (!s->quiet)
        command_say("%u %s%s; %s left the book in %u %s, and %u never left it or began outside it",
                    r->exits.games, wanted.all_games ? "" : "lost ",
                    r->exits.games == 1 ? "game" : "games", r->exits.games == 1 ? "it" : "they",
                    r->exits.positions, r->exits.positions == 1 ? "position" : "positions",
                    r->exits.inside);
    return 0;
}

static void name_limits(struct run *r)
{
    const struct settings *s = r->settings;
    size_t n = 0;
    if (s->depth)
        n += (size_t)snprintf(r->limits + n, sizeof r->limits - n, "depth %u ", s->depth);
    if (s->nodes)
        n += (size_t)snprintf(r->limits + n, sizeof r->limits - n, "nodes %lld ",
                              (long long)s->nodes);
    if (s->move_ms)
        n += (size_t)snprintf(r->limits + n, sizeof r->limits - n, "ms %lld ",
                              (long long)s->move_ms);
    if (n)
        r->limits[n - 1] = '\0';
}

static int fill(struct run *r, struct book *book, struct expand *out, struct err *err)
{
    const struct settings *s = r->settings;
    const struct rules *rules = book_settings(book)->rules;
    *out = (struct expand){
        .search = {.ops = &engine_ops_dama,
                   .rules = rules,
                   .engine = {.hash = amount_memory(s->hash),
                              .threads = 1,
                              .eval = s->eval,
                              .warn = command_warn},
                   .limits = {.depth = s->depth,
                              .nodes = (uint64_t)s->nodes,
                              .move_ms = s->move_ms},
                   .threads = s->jobs ? s->jobs : machine_processors(),
                   .stopped = is_over,
                   .ctx = r},
        .engine = "dama " DAMA_VERSION,
        .limits = r->limits,
        .first = r->first,
        .n_first = r->exits.n,
        .first_only = s->learn_only,
        .per_man = {s->per_man * (s->side == OPTION_SIDE_WHITE ? OWN_SIDE : 1),
                    s->per_man * (s->side == OPTION_SIDE_BLACK ? OWN_SIDE : 1)},
        .plies_max = s->plies,
        .positions_max = s->positions,
        .progress = show,
    };
    position_start(rules, &out->root);
    return s->fen ? read_root(s->fen, rules, &out->root, err) : 0;
}

static int report(const struct run *r, const struct expand_result *result, int rc,
                  const struct err *err)
{
    int status = EXIT_WELL;
    bool by_signal = signals_stopped();
    if (!r->settings->quiet)
        command_say("%llu %s expanded, %llu searched%s", (unsigned long long)result->expanded,
                    result->expanded == 1 ? "position" : "positions",
                    (unsigned long long)result->evaluated,
                    result->complete ? "; none is left within the limits" : "");
    if (rc < 0)
        status = dama_book_failed(err);
    else if (rc == 1 && by_signal && !r->settings->quiet)
        command_say("stopped; run the same command again to continue");
    return rc == 1 && by_signal ? EXIT_STOPPED : status;
}

static int expand(struct run *r, struct book *book)
{
    struct expand job;
    struct expand_result result = {0};
    struct err err = {0};
    name_limits(r);
    if (take_learned(r, book, &err))
        return dama_book_failed(&err);
    if (fill(r, book, &job, &err)) {
        command_error(&err);
        return EXIT_USAGE;
    }
    progress_start(&r->progress, r->settings->positions, "positions", r->settings->quiet);
    int rc = expand_run(book, &job, &result, &err);
    progress_clear(&r->progress);
    return report(r, &result, rc, &err);
}

static int run(const struct command *command, int argc, char **argv)
{
    struct settings s = {.per_man = 20, .learn_plies = 1, .plies = 40, .hash = 8 << 20};
    struct run r = {.settings = &s};
    struct book *book = NULL;
    int first;
    if (options_read(command, argc, argv, &s, &first))
        return EXIT_USAGE;
    const char *alone = s.player              ? "--player"
                        : s.learn_games       ? "--learn-games"
                        : s.learn_plies != 1U ? "--learn-plies"
                        : s.learn_only        ? "--learn-only"
                                              : NULL;
    if (alone && !s.learn)
        return command_usage("%s requires --learn", alone);
    if (s.player && !*s.player)
        return command_usage("--player: expected a name");
    if (!s.depth && !s.nodes && !s.move_ms)
        s.nodes = 100000;
    int status = take_deadline(&r);
    if (status == 0 && (status = open_book(&s, argv[first], &book)) == 0)
        status = expand(&r, book);
    book_close(book);
    book_exits_fini(&r.exits);
    free(r.first);
    return command_finish(status);
}

const struct command dama_book_expand = {
    .name = "expand",
    .summary = "extend a book with the engine",
    .usage = "BOOK",
    .rows = rows,
    .n_rows = OPTION_COUNT(rows),
    .operands_min = 1,
    .operands_max = 1,
    .files = true,
    .run = run,
};
