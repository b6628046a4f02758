// SPDX-License-Identifier: MIT
/* dama-engine hub: the engine for drivers that speak the Hub protocol. */
#include "cmd/engine/dama-engine.h"
#include "core/base/signals.h"
#include "match/serve/hub-run.h"

#include <unistd.h>

struct settings {
    const char *variant, *draws, *eval;
    int64_t hash;
    unsigned threads;
    int level;
};

static const char *const levels[] = {"full", "A", "B", "C", "D", NULL};

static const struct option_row rows[] = {
    {"draws", 0, OPTION_TEXT, "NAME", OPTION_AT(struct settings, draws),
     .help = "profile of draw rules; the variant's own unless told"},
    {"eval", 0, OPTION_TEXT, "FILE", OPTION_AT(struct settings, eval), .file = true,
     .help = "weights, or \"material\"; the variant's own unless told"},
    {"hash", 0, OPTION_SIZE, "SIZE", OPTION_AT(struct settings, hash), .min = 1 << 20,
     .max = (int64_t)1 << 44, .help = "memory for positions seen"},
    {"level", 0, OPTION_CHOICE, "LEVEL", OPTION_AT(struct settings, level),
     .help = "A to D play for learners", .choices = levels},
    {"threads", 0, OPTION_UNSIGNED, "N", OPTION_AT(struct settings, threads), .min = 1,
     .max = ENGINE_THREADS_MAX, .help = "cores to use"},
    {"variant", 0, OPTION_TEXT, "NAME", OPTION_AT(struct settings, variant),
     .help = "rules to play by, until the driver says otherwise"},
};

static int run(const struct command *command, int argc, char **argv)
{
    struct settings settings = {.variant = "international", .hash = 64 << 20, .threads = 1};
    struct hub_settings hub = {.name = "dama", .version = DAMA_VERSION};
    enum hub_end end;
    struct err err = {0};
    int first;
    if (options_read(command, argc, argv, &settings, &first))
        return EXIT_USAGE;
    if (rules_find(text_of(settings.variant), &hub.rules, &err)
        || (settings.draws && !draw_profile_find(hub.rules, text_of(settings.draws), &err))) {
        command_error(&err);
        return EXIT_USAGE;
    }
    hub.draws = settings.draws;
    hub.engine = (struct engine_options){
        .hash = (size_t)settings.hash, .threads = settings.threads, .eval = settings.eval};
    if (settings.level)
        hub.engine.level = levels[settings.level][0];
    if (hub_run(&engine_ops_dama, NULL, &hub, STDIN_FILENO, STDOUT_FILENO, signals_fd(), &end,
                &err)) {
        command_error(&err);
        return EXIT_IO;
    }
    return end == HUB_STOPPED ? EXIT_STOPPED : EXIT_WELL;
}

const struct command dama_engine_hub = {
    .name = "hub",
    .summary = "serve a draughts program that speaks the Hub protocol",
    .rows = rows,
    .n_rows = OPTION_COUNT(rows),
    .run = run,
};
