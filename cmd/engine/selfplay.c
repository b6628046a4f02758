// SPDX-License-Identifier: MIT
/* dama-engine selfplay: makes games for training. */
#include "core/study/selfplay.h"

#include "cmd/engine/dama-engine.h"
#include "cmd/engine/settings.h"
#include "cmd/lib/progress.h"
#include "core/base/compressor.h"
#include "core/base/signals.h"
#include "core/board/score.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct settings {
    struct engine_settings engine;
    struct opening_settings openings;
    const char *output;
    unsigned depth, games, jobs;
    int64_t nodes, seed;
    double resign;
    bool quiet;
};

#define AT(field) OPTION_AT(struct settings, field)

static const struct option_row rows[] = {
    {"depth", 'd', OPTION_UNSIGNED, "N", AT(depth), .min = 1, .max = ENGINE_PLIES - 1,
     .help = "search N plies deep"},
    ENGINE_ROW_DRAWS(NULL),
    {"endings", 0, OPTION_TEXT, "N|N-M", AT(openings.endings),
     .help = "start from random endgames with N pieces"},
    ENGINE_ROW_EVAL(NULL),
    {"games", 'g', OPTION_UNSIGNED, "N", AT(games), .min = 1, .max = 100000000,
     .help = "number of games the file will hold (default: 1000)"},
    ENGINE_ROW_HASH(NULL, "4M for each engine"),
    {"jobs", 'j', OPTION_UNSIGNED, "N", AT(jobs), .min = 1, .max = ENGINE_THREADS_MAX,
     .help = "play N games at a time (default: 1)"},
    {"nodes", 'n', OPTION_INT, "N", AT(nodes), .min = 1, .max = UINT32_MAX,
     .help = "search N nodes per move (default: 1000)"},
    {"openings", 0, OPTION_TEXT, "FILE", AT(openings.file), .file = true,
     .help = "start from the positions in FILE, one FEN per line, in turn"},
    {"output", 'o', OPTION_TEXT, "FILE", AT(output), .file = true, .once = true,
     .help = "write games to FILE; if it exists, continue it"},
    {"quiet", 'q', OPTION_FLAG, NULL, AT(quiet), .help = "do not show progress"},
    {"random", 0, OPTION_TEXT, "N|N-M", AT(openings.random),
     .help = "random plies to start with (default: 2-12; 0 with --endings)"},
    {"resign", 0, OPTION_REAL, "MEN", AT(resign), .real_min = 0, .real_max = 25,
     .help =
         "adjudicate a game when one side is ahead by MEN for six plies; 0 means never (default: "
         "6)"},
    {"seed", 0, OPTION_INT, "N", AT(seed), .max = INT64_MAX,
     .help = "random seed (default: 1); with the other settings it determines every game"},
    ENGINE_ROW_VARIANT(NULL),
};

static void show(void *ctx, unsigned done, unsigned games)
{
    (void)games;
    progress_show(ctx, done);
}

static int fill(struct settings *settings, struct selfplay *selfplay, struct err *err)
{
    *selfplay = (struct selfplay){
        .rules = settings->engine.rules,
        .options = settings->engine.options,
        .limits = {.nodes = (uint64_t)settings->nodes, .depth = settings->depth},
        .games = settings->games,
        .threads = settings->jobs,
        .seed = (uint64_t)settings->seed,
        .resign = (unsigned)ceil(settings->resign * SCORE_MAN - 1e-6),
        .stopped = signals_stopped,
    };
    selfplay->options.stopped = signals_stopped;
    if (!selfplay->limits.nodes && !selfplay->limits.depth)
        selfplay->limits.nodes = 1000;
    if (!settings->openings.endings) {
        selfplay->openings.plies_min = 2;
        selfplay->openings.plies_max = 12;
    }
    return opening_settings_take(&settings->openings, selfplay->rules, &selfplay->openings, err);
}

static int run(const struct command *command, int argc, char **argv)
{
    static const int statuses[] = {EXIT_WELL, EXIT_STOPPED, EXIT_LATER}; /* of selfplay_run */
    struct settings settings = {.games = 1000,
                                .jobs = 1,
                                .seed = 1,
                                .resign = 6,
                                .engine.hash = 4 << 20,
                                .openings.uncounted = true};
    struct selfplay selfplay;
    struct progress progress = {0};
    struct err err = {0};
    int first, rc = -1, status;
    if (options_read(command, argc, argv, &settings, &first))
        return EXIT_USAGE;
    if (!settings.output)
        return command_usage("--output is required: the file to write games to");
    if (strcmp(settings.output, "-") == 0)
        return command_usage("--output names a file, which the next run continues; "
                             "dama-engine games prints its games");
    if (compressor_of_name(text_of(settings.output)))
        return command_usage("%s: a file of self-play games cannot be compressed", settings.output);
    if (engine_settings_take(&settings.engine, &err) == 0
        && fill(&settings, &selfplay, &err) == 0) {
        progress_start(&progress, settings.games, "games", settings.quiet);
        selfplay.progress = show;
        selfplay.ctx = &progress;
        rc = selfplay_run(&selfplay, settings.output, &err);
        progress_clear(&progress);
        status = rc < 0 ? EXIT_IO : statuses[rc];
    } else {
        status = engine_settings_status(&err);
    }
    if (rc < 0)
        command_error(&err);
    else if (rc == 1)
        command_say("stopped; run the same command again to continue");
    else if (rc == 2)
        command_say("%s: in use by another process", settings.output);
    opening_settings_free(&settings.openings);
    return command_finish(status);
}

const struct command dama_engine_selfplay = {
    .name = "selfplay",
    .summary = "play games for training",
    .rows = rows,
    .n_rows = OPTION_COUNT(rows),
    .run = run,
};
