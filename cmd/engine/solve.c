// SPDX-License-Identifier: MIT
/* dama-engine solve: searches positions whose best move is known, and counts those it solves. */
#include "cmd/engine/dama-engine.h"
#include "cmd/engine/settings.h"
#include "cmd/engine/signal-watch.h"
#include "core/base/data-file.h"
#include "core/base/printable.h"
#include "core/base/signals.h"
#include "core/base/source.h"
#include "core/board/fen.h"
#include "core/board/notation.h"

#include <stdlib.h>

enum { FILE_LIMIT = 64 << 20, CONFIRM = 4, MOVE_MS = 1000 };

struct settings {
    struct engine_settings engine;
    unsigned confirm, depth;
    int64_t nodes, move_ms;
    bool each;
};

#define AT(field) OPTION_AT(struct settings, field)

static const struct option_row rows[] = {
    {"confirm", 0, OPTION_UNSIGNED, "N", AT(confirm), .max = ENGINE_PLIES,
     .help = "stop when the expected move has been best at N depths in a row; 0 means never "
             "(default: 4)"},
    {"depth", 'd', OPTION_UNSIGNED, "N", AT(depth), .min = 1, .max = ENGINE_PLIES - 1,
     .help = "search at most N plies deep"},
    {"each", 0, OPTION_FLAG, NULL, AT(each), .help = "print a line for each position"},
    ENGINE_ROW_EVAL(NULL),
    ENGINE_ROW_HASH(NULL, "16M"),
    {"nodes", 'n', OPTION_INT, "N", AT(nodes), .min = 1, .max = INT64_MAX,
     .help = "search at most N nodes in each position"},
    ENGINE_ROW_THREADS(NULL),
    {"time", 0, OPTION_TIME, "TIME", AT(move_ms), .min = 1, .max = OPTION_YEAR_MS,
     .help = "think at most TIME about each position (default: 1s, unless --depth or --nodes is "
             "given)"},
    ENGINE_ROW_TUNE(NULL),
    ENGINE_ROW_VARIANT(NULL),
};

/* A position and its best move. */
struct exercise {
    struct src_pos at;
    struct position pos;
    struct move solution;
};

/* ---- reading ---- */

static int read_solution(const struct rules *rules, struct text text, struct exercise *out,
                         struct err *err)
{
    struct err why = {0};
    if (notation_read(rules, &out->pos, text, &out->solution, &why))
        return err_set(err, out->at, "%s", why.msg);
    return 0;
}

/*
 * Reads a line: a FEN, blanks, a move.
 * @return 1, 0: blank or a comment, -1 with `err`
 */
static int read_line(const struct rules *rules, struct text line, struct exercise *out,
                     struct err *err)
{
    size_t n = 0;
    line = text_trim(line);
    if (line.n == 0 || line.s[0] == '#')
        return 0;
    while (n < line.n && line.s[n] != ' ' && line.s[n] != '\t')
        n++;
    struct text move = text_trim((struct text){line.s + n, line.n - n});
    if (move.n == 0)
        return err_set(err, out->at, "expected a FEN and a move, found \"%.*s\"",
                       line.n < 80 ? (int)line.n : 80, line.s);
    if (fen_read(rules, (struct text){line.s, n}, out->at, &out->pos, NULL, err)
        || fen_check(rules, &out->pos, out->at, err) || read_solution(rules, move, out, err))
        return -1;
    return 1;
}

/* ---- solving ---- */

/* A search in progress. */
struct attempt {
    struct engine *engine;
    const struct exercise *exercise;
    unsigned confirm, in_a_row;
    int64_t solved_ms; /* when the current run of right depths began; -1: there is none */
};

static void watch(void *ctx, const struct engine_info *info)
{
    struct attempt *attempt = ctx;
    if (info->lower || info->upper)
        return;
    if (!move_same(&info->line->pv[0], &attempt->exercise->solution)) {
        attempt->in_a_row = 0;
        return;
    }
    if (attempt->in_a_row++ == 0)
        attempt->solved_ms = info->ms;
    if (attempt->in_a_row == attempt->confirm)
        engine_stop(attempt->engine);
}

struct solver {
    const struct settings *settings;
    struct engine *engine;
    struct engine_result *result;
    unsigned solved, all;
    uint64_t nodes;
    int64_t ms;
};

static void print_outcome(const struct solver *solver, const struct exercise *exercise, bool solved,
                          int64_t solved_ms)
{
    const struct rules *rules = solver->settings->engine.rules;
    char expected[NOTATION_MOVE_SIZE], found[NOTATION_MOVE_SIZE];
    notation_write(rules, &exercise->pos, &exercise->solution, NOTATION_STYLE_SHORT, expected);
    notation_write(rules, &exercise->pos, &solver->result->best, NOTATION_STYLE_SHORT, found);
    printable_fprintf(stdout, "%s:%u: ", exercise->at.file, exercise->at.line);
    if (solved)
        printf("%s after %lld ms, depth %u\n", expected, (long long)solved_ms,
               solver->result->depth);
    else
        printf("expected %s, found %s, depth %u\n", expected, found, solver->result->depth);
}

/* @return 0, 1 stopped: the position does not count, -1 with `err` */
static int solve(struct solver *solver, const struct exercise *exercise, struct err *err)
{
    const struct settings *settings = solver->settings;
    struct engine_limits limits = {
        .depth = settings->depth,
        .nodes = (uint64_t)settings->nodes,
        .move_ms = settings->move_ms,
    };
    struct attempt attempt = {solver->engine, exercise, settings->confirm, 0, -1};
    engine_new_game(solver->engine);
    if (engine_think(solver->engine, &exercise->pos, NULL, 0, &limits, watch, &attempt,
                     solver->result, err))
        return -1;
    engine_resume(solver->engine); /* from here on, a search stopped by a signal stays stopped */
    if (signals_stopped())
        return 1;
    bool solved = move_same(&solver->result->best, &exercise->solution);
    solver->all++;
    solver->solved += solved;
    solver->nodes += solver->result->nodes;
    solver->ms += solver->result->ms;
    if (settings->each || !solved)
        print_outcome(solver, exercise, solved,
                      attempt.in_a_row ? attempt.solved_ms : solver->result->ms);
    return 0;
}

/* @return 0, 1 stopped, -1 with `err` */
static int solve_all(struct solver *solver, const char *path, struct err *err)
{
    struct exercise exercise = {.at = {.file = path}};
    struct buffer text = {0};
    int rc = source_read_all(path, FILE_LIMIT, &text, err);
    struct text rest = text_skip_bom(buffer_text(&text));
    while (rest.n && rc == 0) {
        struct text line = text_take_line(&rest);
        exercise.at.line++;
        if (signals_stopped())
            rc = 1;
        else if ((rc = read_line(solver->settings->engine.rules, line, &exercise, err)) > 0)
            rc = solve(solver, &exercise, err);
    }
    if (rc == 0 && solver->all == 0)
        rc = err_file(err, path, "this file has no positions");
    buffer_fini(&text);
    return rc;
}

static int solve_watched(struct solver *solver, const char *path, struct err *err)
{
    struct signal_watch watch;
    bool watched = signal_watch_start(&watch, solver->engine);
    int rc = solve_all(solver, path, err);
    if (watched)
        signal_watch_end(&watch);
    return rc;
}

static void print_sum(const struct solver *solver)
{
    if (solver->all == 0)
        return;
    printf("solved %u of %u, %.1f %%\n", solver->solved, solver->all,
           100.0 * solver->solved / solver->all);
    printf("nodes %llu\nms %lld\n", (unsigned long long)solver->nodes, (long long)solver->ms);
}

/* Finds the file to be solved: the one that was named, or else the variant's. */
static int find_file(const struct rules *rules, const char *named, char path[DATA_FILE_PATH_SIZE],
                     struct err *err)
{
    char name[64];
    snprintf(path, DATA_FILE_PATH_SIZE, "%s", named ? named : "");
    if (named)
        return 0;
    snprintf(name, sizeof name, "tactics/%s.txt", rules->name);
    if (data_file_find(name, path))
        return 0;
    return err_plain(err, "no positions for %s: %s is missing; name a file", rules->name, path);
}

static int run(const struct command *command, int argc, char **argv)
{
    struct settings settings = {.confirm = CONFIRM, .engine.hash = 16 << 20};
    struct solver solver = {.settings = &settings};
    char path[DATA_FILE_PATH_SIZE];
    struct err err = {0};
    int first, rc = -1, status = EXIT_IO;
    if (options_read(command, argc, argv, &settings, &first))
        return EXIT_USAGE;
    if (!settings.depth && !settings.nodes && !settings.move_ms)
        settings.move_ms = MOVE_MS;
    if (!(solver.result = malloc(sizeof *solver.result)))
        err_memory(&err);
    else if (engine_settings_take(&settings.engine, &err))
        status = engine_settings_status(&err);
    else if (find_file(settings.engine.rules, argv[first], path, &err) == 0
             && engine_open(settings.engine.rules, &settings.engine.options, &solver.engine, &err)
                    == 0)
        rc = solve_watched(&solver, path, &err);
    if (rc < 0)
        command_error(&err);
    if (rc > 0)
        command_say("stopped after %u position%s", solver.all, solver.all == 1 ? "" : "s");
    print_sum(&solver);
    engine_close(solver.engine);
    free(solver.result);
    int well = solver.solved == solver.all ? EXIT_WELL : EXIT_FOUND;
    return command_finish(rc < 0 ? status : rc > 0 ? EXIT_STOPPED : well);
}

const struct command dama_engine_solve = {
    .name = "solve",
    .summary = "search positions with a known best move",
    .usage = "[FILE]",
    .rows = rows,
    .n_rows = OPTION_COUNT(rows),
    .operands_max = 1,
    .files = true,
    .run = run,
};
