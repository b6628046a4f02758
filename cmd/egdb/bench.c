// SPDX-License-Identifier: MIT
/*
 * dama-egdb bench: measures how long building takes, compared with generating moves alone, and how
 * fast probing is.
 */
#include "cmd/egdb/dama-egdb.h"
#include "core/base/clock.h"
#include "core/base/machine.h"
#include "core/base/signals.h"
#include "core/base/team.h"
#include "core/board/move.h"
#include "core/egdb/folder.h"
#include "core/egdb/slices.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    PIECE = 1 << 16,     /* position numbers of a slice that are worked on at a time */
    QUESTIONS = 1 << 20, /* random positions that are probed repeatedly */
    PROBING_MS = 1000,   /* how long each thread probes, at least */
};

struct settings {
    const char *variant, *dir;
    unsigned pieces, threads;
};

static const struct option_row rows[] = {
    {"dir", 'd', OPTION_TEXT, "DIR", OPTION_AT(struct settings, dir),
     .help = "empty folder to build in", .file = true},
    {"pieces", 'n', OPTION_UNSIGNED, "N", OPTION_AT(struct settings, pieces), .min = 2,
     .max = EGDB_PIECES_MAX, .help = "build slices with up to N pieces (default: 4)"},
    {"threads", 't', OPTION_UNSIGNED, "N", OPTION_AT(struct settings, threads), .min = 1,
     .max = TEAM_THREADS_MAX, .help = "use N threads (default: one per core)"},
    {"variant", 0, OPTION_TEXT, "NAME", OPTION_AT(struct settings, variant), .choice = rules_name,
     .help = "variant of the database (default: international)"},
};

/* Wall-clock time, and the processor time of all threads. */
struct stopwatch {
    int64_t ms;
    clock_t cpu;
};

static struct stopwatch start_watch(void) { return (struct stopwatch){clock_ms(), clock()}; }

static double cpu_seconds(const struct stopwatch *watch)
{
    return (double)(clock() - watch->cpu) / CLOCKS_PER_SEC;
}

static double seconds(const struct stopwatch *watch)
{
    return (double)(clock_ms() - watch->ms) / 1000;
}

/* ---- moves alone ---- */

struct generating {
    struct egdb_index index;
    struct egdb_sets sets;
    _Atomic uint64_t positions, moves;
};

static void generate_piece(void *ctx, size_t piece)
{
    struct generating *g = ctx;
    const uint64_t begin = (uint64_t)piece * PIECE;
    const uint64_t end = begin + PIECE < g->index.size ? begin + PIECE : g->index.size;
    struct egdb_cursor cursor;
    struct position pos;
    struct moves list;
    uint64_t positions = 0, moves = 0;
    moves_init(&list);
    egdb_cursor_set(&cursor, &g->index, &g->sets, begin);
    for (; cursor.at < end && !signals_stopped(); egdb_cursor_next(&cursor)) {
        if (!egdb_cursor_position(&cursor, &pos)
            || moves_generate(g->index.squares->rules, &pos, &list))
            continue;
        positions++;
        moves += list.n;
    }
    moves_fini(&list);
    atomic_fetch_add(&g->positions, positions);
    atomic_fetch_add(&g->moves, moves);
}

/* @return 0, 1 stopped, -1 out of memory */
static int generate_all(const struct egdb_squares *squares, unsigned pieces, unsigned threads,
                        struct generating *g)
{
    struct egdb_material material[EGDB_SLICES_MAX];
    for (unsigned n = 2; n <= pieces; n++) {
        const unsigned slices = egdb_material_list(squares->rules, n, material);
        for (unsigned i = 0; i < slices; i++) {
            egdb_index_init(squares, material[i], &g->index);
            if (egdb_sets_init(&g->index, &g->sets))
                return -1;
            team_share(threads, (size_t)((g->index.size + PIECE - 1) / PIECE), generate_piece, g);
            egdb_sets_fini(&g->sets);
        }
    }
    return signals_stopped();
}

/* ---- probing ---- */

struct probing {
    struct egdb *egdb;
    struct position *question; /* owned, QUESTIONS of them */
    _Atomic uint64_t asked, known;
};

/*
 * Draws random quiet positions from the slices with most pieces.
 * @return 0, or -1: out of memory
 */
static int draw_questions(const struct egdb_squares *squares, unsigned pieces, struct probing *p)
{
    struct egdb_material material[EGDB_SLICES_MAX];
    const unsigned slices = egdb_material_list(squares->rules, pieces, material);
    uint64_t state = 1;
    p->question = malloc(QUESTIONS * sizeof *p->question);
    if (!p->question)
        return -1;
    for (unsigned i = 0; i < slices; i++) {
        struct egdb_index index;
        struct egdb_sets sets;
        struct egdb_cursor cursor;
        egdb_index_init(squares, material[i], &index);
        if (egdb_sets_init(&index, &sets))
            return -1;
        for (size_t k = (size_t)QUESTIONS * i / slices; k < (size_t)QUESTIONS * (i + 1) / slices;) {
            state = state * 6364136223846793005 + 1442695040888963407;
            egdb_cursor_set(&cursor, &index, &sets, (state >> 16) % index.size);
            k += egdb_cursor_position(&cursor, &p->question[k])
                 && !moves_has_capture(squares->rules, &p->question[k]);
        }
        egdb_sets_fini(&sets);
    }
    return 0;
}

static void ask_all(void *ctx, size_t thread)
{
    struct probing *p = ctx;
    uint64_t asked = 0, known = 0;
    /* in an order that jumps from slice to slice, a different one for each thread */
    size_t at = thread * 7919 % QUESTIONS;
    for (; asked < QUESTIONS && !signals_stopped(); asked++) {
        struct egdb_answer answer;
        at = (at + 411821) % QUESTIONS;
        egdb_probe(p->egdb, &p->question[at], &answer);
        known += answer.value != EGDB_UNKNOWN;
    }
    atomic_fetch_add(&p->asked, asked);
    atomic_fetch_add(&p->known, known);
}

static void ask_rounds(void *ctx, size_t thread)
{
    const int64_t began = clock_ms();
    do
        ask_all(ctx, thread);
    while (clock_ms() - began < PROBING_MS && !signals_stopped());
}

/*
 * Prints probes per second for each thread, by the threads' processor time.
 * @return 0, 1 stopped, -1 with `err`
 */
static int bench_probe(const struct egdb_squares *squares, const struct settings *settings,
                       struct err *err)
{
    const struct egdb_options options = {.dir = settings->dir, .solve = EGDB_SOLVE_NONE};
    struct probing p = {0};
    int rc = egdb_open(squares->rules, &options, &p.egdb, err);
    if (rc == 0 && draw_questions(squares, settings->pieces, &p))
        rc = err_memory(err);
    if (rc == 0) {
        ask_all(&p, 0); /* what it reads stays in memory */
        const uint64_t before = p.asked;
        const struct stopwatch watch = start_watch();
        team_share(settings->threads, settings->threads, ask_rounds, &p);
        const double cpu = cpu_seconds(&watch);
        rc = signals_stopped();
        if (rc == 0)
            printf("probe %.2f million a second per thread (%.2f s, all known: %s)\n",
                   (double)(p.asked - before) / 1e6 / cpu, cpu, p.known == p.asked ? "yes" : "no");
    }
    egdb_close(p.egdb);
    free(p.question);
    return rc;
}

/* ---- the whole ---- */

/* Called by the threads that build: a signal stops them. */
static void look_for_signal(void *ctx, uint64_t positions)
{
    atomic_bool *stop = ctx;
    (void)positions;
    if (signals_stopped())
        atomic_store(stop, true);
}

/* @return as egdb_build */
static int bench(const struct settings *settings, const struct rules *rules, struct err *err)
{
    struct egdb_squares *squares = malloc(sizeof *squares);
    struct generating g = {0};
    atomic_bool stop = false;
    const struct egdb_build build = {.rules = rules,
                                     .dir = settings->dir,
                                     .pieces = settings->pieces,
                                     .threads = settings->threads,
                                     .memory = egdb_memory(0),
                                     .progress = look_for_signal,
                                     .ctx = &stop,
                                     .stop = &stop};
    if (!squares)
        return err_memory(err);
    egdb_squares_init(rules, squares);
    struct stopwatch watch = start_watch();
    int rc = generate_all(squares, settings->pieces, settings->threads, &g);
    const double moves = cpu_seconds(&watch);
    if (rc < 0)
        err_memory(err);
    else if (rc == 0)
        printf("moves %.2f s (%" PRIu64 " positions, %" PRIu64 " moves, %.2f s by the clock)\n",
               moves, g.positions, g.moves, seconds(&watch));
    watch = start_watch();
    if (rc == 0)
        rc = egdb_build(&build, err);
    if (rc == 0) {
        const double cpu = cpu_seconds(&watch);
        printf("build %.2f s (%.2f times the moves, %.2f s by the clock)\n", cpu, cpu / moves,
               seconds(&watch));
        rc = bench_probe(squares, settings, err);
    }
    free(squares);
    return rc;
}

/*
 * Refuses a folder with files, which will be made if it is missing: slices would not be built
 * again, and would take no time; anything else is not meant to be mixed with a trial's files.
 */
static int check_empty(const char *path, struct err *err)
{
    const struct dirent *entry;
    bool empty = true;
    DIR *folder = opendir(path);
    if (!folder)
        return errno == ENOENT ? 0 : err_file(err, path, "%s", strerror(errno));
    while (empty && (entry = readdir(folder)))
        empty = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
    closedir(folder);
    return empty ? 0 : err_file(err, path, "this folder is not empty");
}

static int run(const struct command *command, int argc, char **argv)
{
    static const int statuses[] = {EXIT_WELL, EXIT_STOPPED, EXIT_LATER}; /* of egdb_build */
    struct settings settings = {
        .variant = rules_international->name, .pieces = 4, .threads = machine_processors()};
    const struct rules *rules;
    struct err err = {0};
    int first;
    if (options_read(command, argc, argv, &settings, &first))
        return EXIT_USAGE;
    if (!settings.dir)
        return command_usage("--dir is required: an empty folder to build in");
    if (egdb_find_rules(settings.variant, &rules) != 0)
        return EXIT_USAGE;
    int rc = check_empty(settings.dir, &err);
    if (rc == 0)
        rc = bench(&settings, rules, &err);
    if (rc < 0)
        command_error(&err);
    else if (rc == 1)
        command_say("stopped by a signal");
    else if (rc == 2)
        command_say("%s: another build is using this folder; try again later", settings.dir);
    return command_finish(rc < 0 ? EXIT_IO : statuses[rc]);
}

const struct command dama_egdb_bench = {
    .name = "bench",
    .summary = "measure building and probing",
    .rows = rows,
    .n_rows = OPTION_COUNT(rows),
    .run = run,
};
