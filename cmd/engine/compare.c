// SPDX-License-Identifier: MIT
/*
 * dama-engine compare: plays one setting of the engine against another, and says which is stronger.
 */
#include "cmd/engine/dama-engine.h"
#include "cmd/engine/settings.h"
#include "cmd/lib/progress.h"
#include "core/base/signals.h"
#include "core/stats/elo.h"
#include "core/study/contest.h"

#include <stdio.h>

struct settings {
    struct engine_settings engine; /* settings of A; B takes those that it is not given itself */
    struct opening_settings openings;
    const char *book_b, *egdb_b, *eval_b, *tune_b;
    struct book_player *player_b;
    unsigned depth, games, jobs;
    int64_t nodes, nodes_b, move_ms, seed;
    bool quiet;
};

#define AT(field) OPTION_AT(struct settings, field)

static const struct option_row rows[] = {
    {"book", 0, OPTION_TEXT, "FILE", AT(engine.book), .file = true, .help = "opening book of A"},
    {"book-b", 0, OPTION_TEXT, "FILE", AT(book_b), .file = true, .help = "opening book of B"},
    ENGINE_ROW_BOOK_MARGIN(NULL),
    ENGINE_ROW_BOOK_SEED(NULL),
    ENGINE_ROW_BOOK_TEMPERATURE(NULL),
    {"depth", 'd', OPTION_UNSIGNED, "N", AT(depth), .min = 1, .max = ENGINE_PLIES - 1,
     .help = "search N plies deep"},
    ENGINE_ROW_DRAWS(NULL),
    {"egdb", 0, OPTION_TEXT, "DIR", AT(engine.egdb), .file = true,
     .help = "endgame databases of A (default: none)"},
    {"egdb-b", 0, OPTION_TEXT, "DIR", AT(egdb_b), .file = true,
     .help = "endgame databases of B (default: none)"},
    {"endings", 0, OPTION_TEXT, "N|N-M", AT(openings.endings),
     .help = "start from random endgames with N pieces"},
    {"eval", 0, OPTION_TEXT, "FILE", AT(engine.eval), .file = true,
     .help = "weights file of A, or 'material'"},
    {"eval-b", 0, OPTION_TEXT, "FILE", AT(eval_b), .file = true,
     .help = "weights file of B (default: that of A)"},
    {"games", 'g', OPTION_UNSIGNED, "N", AT(games), .min = 2, .max = 1000000,
     .help =
         "number of games, rounded up to an even number: two for each opening (default: 200, or "
         "fewer where more would only repeat the openings in FILE)"},
    ENGINE_ROW_HASH(NULL, "4M for each engine"),
    {"jobs", 'j', OPTION_UNSIGNED, "N", AT(jobs), .min = 1, .max = ENGINE_THREADS_MAX,
     .help = "play N games at a time (default: 1)"},
    {"nodes", 'n', OPTION_INT, "N", AT(nodes), .min = 1, .max = INT64_MAX,
     .help = "search N nodes per move (default: 5000)"},
    {"nodes-b", 0, OPTION_INT, "N", AT(nodes_b), .min = 1, .max = INT64_MAX,
     .help = "nodes per move of B (default: as for A)"},
    {"openings", 0, OPTION_TEXT, "FILE", AT(openings.file), .file = true,
     .help = "start from the positions in FILE, one FEN per line"},
    {"quiet", 'q', OPTION_FLAG, NULL, AT(quiet), .help = "do not show progress"},
    {"random", 0, OPTION_TEXT, "N|N-M", AT(openings.random),
     .help = "random plies to start with (default: 6; 0 with --openings or --endings)"},
    {"seed", 0, OPTION_INT, "N", AT(seed), .max = INT64_MAX, .help = "random seed (default: 1)"},
    {"time", 0, OPTION_TIME, "TIME", AT(move_ms), .min = 1, .max = OPTION_YEAR_MS,
     .help = "think TIME per move"},
    {"tune", 0, OPTION_TEXT, "NAME=N,...", AT(engine.tune), .help = "search parameters of A"},
    {"tune-b", 0, OPTION_TEXT, "NAME=N,...", AT(tune_b),
     .help = "search parameters of B (default: the standard ones)"},
    ENGINE_ROW_VARIANT(NULL),
};

static struct elo_counts counts_of(const struct contest_result *result)
{
    struct elo_counts counts = {.kinds = ELO_PAIRS};
    for (unsigned i = 0; i < ELO_PAIRS; i++)
        counts.n[i] = result->pairs[i];
    return counts;
}

static void show(void *ctx, unsigned done, unsigned games, const struct contest_result *so_far)
{
    (void)games;
    (void)so_far;
    progress_show(ctx, done);
}

static void print_effort(const char *name, const struct search_effort *effort, double games)
{
    double moves = effort->moves ? (double)effort->moves : 1;
    printf("%s: %.0f nodes per move, depth %.1f, %.1f ms, %.2f million nodes per second\n", name,
           (double)effort->nodes / moves, (double)effort->depth / moves, (double)effort->ms / moves,
           effort->ms ? (double)effort->nodes / (double)effort->ms / 1000 : 0);
    if (effort->book)
        printf("%s: %.1f moves per game from the book\n", name, (double)effort->book / games);
}

static void print_result(const struct settings *settings, const struct contest_result *result)
{
    struct elo_counts counts = counts_of(result);
    struct interval elo = elo_estimate(&counts, INTERVAL_95),
                    score = elo_score(&counts, INTERVAL_95);
    if (elo_count(&counts) == 0) {
        printf("no pair of games was completed\n");
        return;
    }
    printf("A against B: +%u =%u -%u of %u games, %.1f %%\n", result->won, result->drawn,
           result->lost, result->won + result->drawn + result->lost, score.value * 100);
    printf("Elo %+.1f, 95 %% interval %+.1f to %+.1f; likelihood that A is stronger: %.1f %%\n",
           elo.value, elo.low, elo.high, elo_superiority(&counts) * 100);
    printf("pairs with 0, 0.5, 1, 1.5 and 2 points: %u %u %u %u %u; seed %lld\n", result->pairs[0],
           result->pairs[1], result->pairs[2], result->pairs[3], result->pairs[4],
           (long long)settings->seed);
    double games = result->won + result->drawn + result->lost;
    print_effort("A", &result->effort[0], games);
    print_effort("B", &result->effort[1], games);
}

/* Whether a second pair from the same position would repeat the first, move by move. */
static bool repeats(const struct contest *contest)
{
    for (unsigned i = 0; i < 2; i++)
        if (contest->limits[i].move_ms || contest->book[i])
            return false;
    return contest->openings.plies_max == 0 && contest->openings.pieces_min == 0;
}

/* Sets the number of games: repeated ones would wrongly count as new evidence. */
static int take_games(unsigned games, struct contest *contest, struct err *err)
{
    enum { USUAL = 200 };
    unsigned openings = contest->openings.at ? contest->openings.n : 1;
    contest->games = games ? games : USUAL;
    if (!repeats(contest) || contest->games / 2 + contest->games % 2 <= openings)
        return 0;
    if (games)
        return err_plain(err,
                         "--games %u: only %u different games are possible; use --random for more",
                         games, 2 * openings);
    contest->games = 2 * openings;
    return 0;
}

static int fill(struct settings *settings, struct contest *contest, struct tuning *tuning_b,
                struct err *err)
{
    *contest = (struct contest){
        .rules = settings->engine.rules,
        .options = {settings->engine.options, settings->engine.options},
        .threads = settings->jobs,
        .seed = (uint64_t)settings->seed,
        .stopped = signals_stopped,
    };
    struct engine_limits limits = {
        .nodes = (uint64_t)settings->nodes, .depth = settings->depth, .move_ms = settings->move_ms};
    if (!limits.nodes && !limits.depth && !limits.move_ms)
        limits.nodes = 5000;
    contest->limits[0] = contest->limits[1] = limits;
    if (settings->nodes_b)
        contest->limits[1].nodes = (uint64_t)settings->nodes_b;
    contest->options[0].stopped = contest->options[1].stopped = signals_stopped;
    *tuning_b = tuning_of(settings->engine.rules);
    if (engine_settings_tune("--tune-b", settings->tune_b, tuning_b, err))
        return -1;
    contest->options[1].tuning = tuning_b;
    contest->options[1].egdb = engine_settings_egdb(settings->egdb_b);
    contest->book[0] = settings->engine.player;
    if (settings->book_b) {
        if (engine_settings_book(&settings->engine, settings->book_b, &settings->player_b, err))
            return -1;
        contest->book[1] = settings->player_b;
    }
    if (settings->eval_b)
        contest->options[1].eval = settings->eval_b;
    contest->openings.plies_min = contest->openings.plies_max =
        settings->openings.file || settings->openings.endings ? 0 : 6;
    if (opening_settings_take(&settings->openings, contest->rules, &contest->openings, err))
        return -1;
    return take_games(settings->games, contest, err);
}

static int run(const struct command *command, int argc, char **argv)
{
    struct settings settings = {.jobs = 1, .seed = 1, .engine.hash = 4 << 20, ENGINE_BOOK_DEFAULTS};
    struct contest contest;
    struct contest_result result = {0};
    struct tuning tuning_b;
    struct progress progress = {0};
    struct err err = {0};
    int first, rc = -1, status;
    if (options_read(command, argc, argv, &settings, &first))
        return EXIT_USAGE;
    if (engine_settings_take(&settings.engine, &err) == 0
        && fill(&settings, &contest, &tuning_b, &err) == 0) {
        progress_start(&progress, contest.games, "games", settings.quiet);
        contest.progress = show;
        contest.ctx = &progress;
        rc = contest_run(&contest, &result, &err);
        progress_clear(&progress);
        status = rc < 0 ? EXIT_IO : rc > 0 ? EXIT_STOPPED : EXIT_WELL;
    } else {
        status = engine_settings_status(&err);
    }
    if (rc < 0)
        command_error(&err);
    else
        print_result(&settings, &result);
    opening_settings_free(&settings.openings);
    engine_settings_free(&settings.engine);
    book_player_close(settings.player_b);
    return command_finish(status);
}

const struct command dama_engine_compare = {
    .name = "compare",
    .summary = "play two configurations of the engine against each other",
    .rows = rows,
    .n_rows = OPTION_COUNT(rows),
    .notes = "A and B differ in --book, --book-b, --egdb, --egdb-b, --eval-b, --nodes-b,\n"
             "--tune and --tune-b. Each opening is played twice, with colours reversed.",
    .run = run,
};
