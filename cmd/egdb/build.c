// SPDX-License-Identifier: MIT
/* dama-egdb build: builds the slices that are missing. */
#include "cmd/egdb/dama-egdb.h"
#include "core/base/clock.h"
#include "core/base/machine.h"
#include "core/base/signals.h"
#include "core/base/team.h"

#include <inttypes.h>
#include <pthread.h>
#include <string.h>
#include <sys/stat.h>

struct settings {
    const char *variant, *dir;
    unsigned pieces, threads;
    int64_t memory;
    bool with_plies, quiet;
};

static const struct option_row rows[] = {
    {"dir", 'd', OPTION_TEXT, "DIR", OPTION_AT(struct settings, dir),
     .help = "database folder, with a subfolder for each variant", .file = true},
    {"dtw", 0, OPTION_FLAG, NULL, OPTION_AT(struct settings, with_plies),
     .help = "also store the number of plies to the end of the game for won and lost positions"},
    {"memory", 0, OPTION_SIZE, "SIZE", OPTION_AT(struct settings, memory), .min = 1 << 20,
     .max = INT64_MAX, .help = "use at most SIZE of memory (default: three quarters of RAM)"},
    {"pieces", 'n', OPTION_UNSIGNED, "N", OPTION_AT(struct settings, pieces), .min = 2,
     .max = EGDB_PIECES_MAX, .help = "build all slices of up to N pieces in total (default: 4)"},
    {"quiet", 'q', OPTION_FLAG, NULL, OPTION_AT(struct settings, quiet),
     .help = "show no progress and no summary"},
    {"threads", 't', OPTION_UNSIGNED, "N", OPTION_AT(struct settings, threads), .min = 1,
     .max = TEAM_THREADS_MAX, .help = "use N threads (default: one per core)"},
    {"variant", 0, OPTION_TEXT, "NAME", OPTION_AT(struct settings, variant), .choice = rules_name,
     .help = "variant of the database (default: international)"},
};

struct building {
    struct egdb_squares squares;
    struct progress progress;
    pthread_t shower;
    _Atomic uint64_t done;
    atomic_bool stop;
    unsigned built, skipped;
    uint64_t positions;
};

static void heed_signals(struct building *b)
{
    if (signals_stopped())
        atomic_store(&b->stop, true);
}

/* Called when positions are counted. */
static void add_progress(void *ctx, uint64_t positions)
{
    struct building *b = ctx;
    const uint64_t done = atomic_fetch_add(&b->done, positions) + positions;
    heed_signals(b);
    if (pthread_equal(pthread_self(), b->shower))
        progress_show(&b->progress, done / 2); /* each position is reported twice */
}

/* Leaves existing slices out of the estimate, since they take no time. */
static void skip(struct building *b, struct egdb_material material)
{
    struct egdb_index index;
    egdb_index_init(&b->squares, material, &index);
    b->progress.total -= index.size < b->progress.total ? index.size : b->progress.total;
    b->skipped++;
}

static void take_event(void *ctx, enum egdb_event event, struct egdb_material material,
                       const struct egdb_counts *counts, const struct err *err)
{
    struct building *b = ctx;
    char name[EGDB_NAME_SIZE];
    heed_signals(b); /* while existing slices are checked, no positions are counted */
    egdb_material_name(material, name);
    if (event == EGDB_EVENT_BUILT) {
        b->built++;
        b->positions += counts->positions;
    } else if (event == EGDB_EVENT_SKIPPED) {
        skip(b, material);
    } else {
        progress_clear(&b->progress);
        command_say("%s: rebuilding (%s)", name, err->msg);
    }
}

static int finish(const struct settings *settings, const struct building *b, int64_t ms, int rc,
                  const struct err *err)
{
    if (rc < 0)
        command_error(err);
    if (rc == 2) {
        command_say("%s: another build is using this folder; try again later", settings->dir);
        return EXIT_LATER;
    }
    if (rc == 1)
        command_say("stopped; run the same command again to continue");
    if (!settings->quiet)
        command_say("%u slice%s built (%" PRIu64 " positions, %.1f s), %u kept", b->built,
                    b->built == 1 ? "" : "s", b->positions, (double)ms / 1000, b->skipped);
    return rc < 0 ? EXIT_IO : rc == 1 ? EXIT_STOPPED : EXIT_WELL;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct settings settings = {.variant = rules_international->name, .pieces = 4};
    struct building b = {.shower = pthread_self()};
    char own[EGDB_PATH_SIZE];
    struct err err = {0};
    int first;
    struct egdb_build build = {
        .event = take_event, .progress = add_progress, .ctx = &b, .stop = &b.stop};
    if (options_read(command, argc, argv, &settings, &first))
        return EXIT_USAGE;
    if (egdb_find_rules(settings.variant, &build.rules) != 0)
        return EXIT_USAGE;
    if (!settings.dir) {
        if (egdb_find_user_folder(own) != 0)
            return EXIT_USAGE;
        if (egdb_folder_make_parents(own, &err)) {
            command_error(&err);
            return EXIT_IO;
        }
        settings.dir = own;
    }
    build.dir = settings.dir;
    build.pieces = settings.pieces;
    build.with_plies = settings.with_plies;
    build.threads = settings.threads ? settings.threads : machine_processors();
    build.memory = egdb_memory(settings.memory);
    egdb_squares_init(build.rules, &b.squares);
    egdb_return_memory();
    const int64_t begun = clock_ms();
    progress_start(&b.progress, egdb_build_positions(build.rules, build.pieces), "positions",
                   settings.quiet);
    const int rc = egdb_build(&build, &err);
    progress_clear(&b.progress);
    return command_finish(finish(&settings, &b, clock_ms() - begun, rc, &err));
}

const struct command dama_egdb_build = {
    .name = "build",
    .summary = "build the slices that are missing",
    .rows = rows,
    .n_rows = OPTION_COUNT(rows),
    .run = run,
};
