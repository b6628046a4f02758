// SPDX-License-Identifier: MIT
/*
 * dama-engine bench: searches a fixed set of positions, and prints the nodes and how fast they were
 * searched.
 */
#include "cmd/engine/dama-engine.h"
#include "cmd/engine/settings.h"
#include "cmd/engine/signal-watch.h"
#include "core/base/random.h"
#include "core/base/signals.h"
#include "core/board/score.h"

#include <stdio.h>
#include <stdlib.h>

enum { POSITIONS = 20, SHORTEST = 4, LONGER = 2 /* plies played from one position to the next */ };

struct settings {
    struct engine_settings engine;
    unsigned depth, positions;
    int64_t nodes;
    bool each;
};

#define AT(field) OPTION_AT(struct settings, field)

static const struct option_row rows[] = {
    {"depth", 'd', OPTION_UNSIGNED, "N", AT(depth), .min = 1, .max = ENGINE_PLIES - 1,
     .help = "search N plies deep (default: 11)"},
    {"each", 0, OPTION_FLAG, NULL, AT(each), .help = "print a line for each position as well"},
    ENGINE_ROW_EVAL(NULL),
    ENGINE_ROW_HASH(NULL, "16M"),
    {"nodes", 'n', OPTION_INT, "N", AT(nodes), .min = 1, .max = INT64_MAX,
     .help = "search N nodes in each position"},
    {"portable", 0, OPTION_FLAG, NULL, AT(engine.options.portable),
     .help = "do not use instructions of newer processors; node counts stay the same"},
    {"positions", 0, OPTION_UNSIGNED, "N", AT(positions), .min = 1, .max = POSITIONS,
     .help = "search the first N positions only (default: all 20)"},
    ENGINE_ROW_THREADS(NULL),
    ENGINE_ROW_TUNE(NULL),
    ENGINE_ROW_VARIANT(NULL),
};

/*
 * A random number for a move in a position. Choosing the move with the least one does not depend on
 * the generator's order.
 */
static uint64_t lot(const struct move *mv, uint64_t seed)
{
    struct random random;
    random_seed(&random, seed ^ mv->captured * 0x9e3779b97f4a7c15 ^ (uint64_t)mv->from << 8
                             ^ (uint64_t)mv->to << 16);
    return random_next(&random);
}

/* Plays random moves, as long as the game goes on. */
static void make_position(const struct rules *rules, unsigned number, struct position *pos)
{
    struct moves list;
    moves_init(&list);
    position_start(rules, pos);
    for (unsigned ply = 0; ply < SHORTEST + LONGER * number; ply++) {
        struct position next = *pos;
        if (moves_generate(rules, pos, &list) || list.n == 0)
            break;
        unsigned best = 0;
        for (unsigned i = 1; i < list.n; i++)
            if (lot(&list.at[i], number) < lot(&list.at[best], number))
                best = i;
        move_play(rules, &next, &list.at[best]);
        if (!moves_exist(rules, &next))
            break;
        *pos = next;
    }
    moves_fini(&list);
}

static int bench(const struct settings *settings, struct engine *engine,
                 struct engine_result *result, struct err *err)
{
    struct engine_limits limits = {.depth = settings->depth, .nodes = (uint64_t)settings->nodes};
    uint64_t nodes = 0;
    int64_t ms = 0;
    if (!limits.depth && !limits.nodes)
        limits.depth = 11;
    for (unsigned i = 0; i < settings->positions; i++) {
        struct position pos;
        make_position(settings->engine.rules, i, &pos);
        engine_new_game(engine);
        if (engine_think(engine, &pos, NULL, 0, &limits, NULL, NULL, result, err))
            return -1;
        if (signals_stopped()) {
            command_say("stopped after %u of %u positions", i, settings->positions);
            return 1;
        }
        nodes += result->nodes;
        ms += result->ms;
        if (settings->each)
            printf("position %u: depth %u, score %+.3f, nodes %llu, ms %lld\n", i + 1,
                   result->depth, score_in_men(result->lines[0].score),
                   (unsigned long long)result->nodes, (long long)result->ms);
    }
    printf("nodes %llu\n", (unsigned long long)nodes);
    printf("ms %lld\nrate %.0f\n", (long long)ms, ms > 0 ? (double)nodes * 1000 / (double)ms : 0);
    return 0;
}

static int bench_watched(const struct settings *settings, struct engine *engine,
                         struct engine_result *result, struct err *err)
{
    struct signal_watch watch;
    bool watched = signal_watch_start(&watch, engine);
    int rc = bench(settings, engine, result, err);
    if (watched)
        signal_watch_end(&watch);
    return rc;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct settings settings = {.positions = POSITIONS, .engine.hash = 16 << 20};
    struct engine *engine = NULL;
    struct engine_result *result = malloc(sizeof *result);
    struct err err = {0};
    int first, rc = -1, status = EXIT_IO;
    if (options_read(command, argc, argv, &settings, &first)) {
        free(result);
        return EXIT_USAGE;
    }
    if (!result)
        err_memory(&err);
    else if (engine_settings_take(&settings.engine, &err))
        status = engine_settings_status(&err);
    else if (engine_open(settings.engine.rules, &settings.engine.options, &engine, &err) == 0)
        rc = bench_watched(&settings, engine, result, &err);
    if (rc < 0)
        command_error(&err);
    engine_close(engine);
    free(result);
    return command_finish(rc < 0 ? status : rc > 0 ? EXIT_STOPPED : EXIT_WELL);
}

const struct command dama_engine_bench = {
    .name = "bench",
    .summary = "search a fixed set of positions and print the speed",
    .rows = rows,
    .n_rows = OPTION_COUNT(rows),
    .run = run,
};
