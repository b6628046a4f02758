// SPDX-License-Identifier: MIT
/* dama-egdb compare: compares our values with those of another program, position by position. */
#include "cmd/egdb/dama-egdb.h"
#include "core/base/signals.h"
#include "core/board/fen.h"
#include "core/board/move.h"
#include "core/egdb/foreign.h"

#include <inttypes.h>
#include <stdlib.h>

struct settings {
    const char *dir;
    unsigned solve;
    int64_t memory;
    bool experimental;
};

static const struct option_row rows[] = {
    {"dir", 'd', OPTION_TEXT, "DIR", OPTION_AT(struct settings, dir),
     .help = "folder of dama's databases", .file = true},
    {"experimental", 0, OPTION_FLAG, NULL, OPTION_AT(struct settings, experimental),
     .help = "also read files whose layout is known from descriptions only"},
    {"memory", 0, OPTION_SIZE, "SIZE", OPTION_AT(struct settings, memory), .min = 1 << 20,
     .max = INT64_MAX,
     .help = "use at most SIZE to solve endings (default: three quarters of RAM)"},
    {"solve", 0, OPTION_UNSIGNED, "N", OPTION_AT(struct settings, solve), .min = 2,
     .max = EGDB_PIECES_MAX, .help = "solve endings of up to N pieces in memory (default: 3)"},
};

struct comparing {
    struct egdb *egdb;
    struct egdb_foreign *foreign;
    struct egdb_squares squares;
    uint64_t compared, differ, captures, unknown; /* in all slices */
};

/* The counts for a slice. */
struct slice_tally {
    uint64_t compared, differ, captures, unknown, distances;
    char first[FEN_SIZE + 2 * EGDB_ANSWER_SIZE + 40]; /* difference */
};

static void note_difference(const struct comparing *c, const struct position *pos,
                            const struct egdb_answer *ours, const struct egdb_answer *theirs,
                            struct slice_tally *tally)
{
    char fen[FEN_SIZE], here[EGDB_ANSWER_SIZE], there[EGDB_ANSWER_SIZE];
    if (tally->differ++)
        return;
    fen_write(c->squares.rules, pos, fen);
    egdb_answer_write(ours, here);
    egdb_answer_write(theirs, there);
    snprintf(tally->first, sizeof tally->first, "%s: %s in dama's database, %s in the other", fen,
             here, there);
}

static void compare_position(struct comparing *c, const struct position *pos,
                             struct slice_tally *tally)
{
    struct egdb_answer ours, theirs;
    if (!egdb_foreign_has_captures(c->foreign) && moves_has_capture(c->squares.rules, pos)) {
        tally->captures++;
        return;
    }
    egdb_resolve(c->egdb, pos, &ours);
    if (ours.value == EGDB_UNKNOWN) {
        tally->unknown++;
        return;
    }
    egdb_foreign_value(c->foreign, pos, &theirs);
    tally->compared++;
    const bool distances = ours.has_plies && theirs.has_plies && ours.value != EGDB_DRAW;
    tally->distances += distances;
    if (ours.value != theirs.value || (distances && ours.plies != theirs.plies))
        note_difference(c, pos, &ours, &theirs, tally);
}

static int compare_slice(struct comparing *c, struct egdb_material material, struct err *err)
{
    struct egdb_index index;
    struct egdb_sets sets;
    struct egdb_cursor cursor;
    struct position pos, mirror;
    struct slice_tally tally = {0};
    char name[EGDB_NAME_SIZE];
    const int rc = egdb_foreign_slice(c->foreign, material, err);
    if (rc <= 0)
        return rc;
    egdb_index_init(&c->squares, material, &index);
    if (egdb_sets_init(&index, &sets))
        return err_memory(err);
    for (egdb_cursor_set(&cursor, &index, &sets, 0); cursor.at < index.size && !signals_stopped();
         egdb_cursor_next(&cursor)) {
        if (!egdb_cursor_position(&cursor, &pos))
            continue;
        compare_position(c, &pos, &tally);
        if (!egdb_foreign_has_black(c->foreign))
            continue;
        position_mirror(c->squares.rules, &pos, &mirror);
        compare_position(c, &mirror, &tally);
    }
    egdb_sets_fini(&sets);
    if (signals_stopped())
        return 0; /* partial counts would look like those of a whole slice */
    egdb_material_name(material, name);
    printf("%-8s %12" PRIu64 " %12" PRIu64 " %12" PRIu64 " %12" PRIu64 " %12" PRIu64 "%s%s\n", name,
           tally.compared, tally.distances, tally.captures, tally.unknown, tally.differ,
           tally.differ ? "  " : "", tally.first);
    c->compared += tally.compared;
    c->differ += tally.differ;
    c->captures += tally.captures;
    c->unknown += tally.unknown;
    return 0;
}

static int compare(struct comparing *c)
{
    struct egdb_material material[EGDB_SLICES_MAX];
    struct err err = {0};
    int rc = 0;
    printf("%-8s %12s %12s %12s %12s %12s\n", "slice", "compared", "distances", "captures",
           "unknown", "differ");
    for (unsigned pieces = 2; pieces <= EGDB_PIECES_MAX; pieces++) {
        const unsigned n = egdb_material_list(c->squares.rules, pieces, material);
        for (unsigned i = 0; i < n && rc == 0 && !signals_stopped(); i++)
            rc = compare_slice(c, material[i], &err);
    }
    if (rc < 0) {
        command_error(&err);
        return EXIT_IO;
    }
    if (signals_stopped()) {
        command_say("stopped by a signal");
        return EXIT_STOPPED;
    }
    printf("%" PRIu64 " positions of the %s compared, %" PRIu64 " differ; %" PRIu64
           " with a capture pending not compared, %" PRIu64 " not in dama's database\n",
           c->compared, egdb_foreign_title(c->foreign), c->differ, c->captures, c->unknown);
    return c->differ || c->unknown ? EXIT_FOUND : EXIT_WELL;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct settings settings = {0};
    struct comparing *c;
    atomic_int trouble = EXIT_WELL;
    struct err err = {0};
    int first, status = EXIT_IO;
    if (options_read(command, argc, argv, &settings, &first))
        return EXIT_USAGE;
    if (!(c = calloc(1, sizeof *c))) {
        command_say("out of memory");
        return EXIT_IO;
    }
    const struct egdb_options options = {
        .dir = settings.dir,
        .usual = !settings.dir,
        .solve = settings.solve,
        .memory = egdb_memory(settings.memory),
        .warn = egdb_note_trouble,
        .ctx = &trouble,
        .stopped = signals_stopped,
    };
    egdb_squares_init(rules_international, &c->squares);
    if (egdb_foreign_open(argv[first], settings.experimental, &c->foreign, &err)
        || egdb_open(rules_international, &options, &c->egdb, &err)) {
        command_error(&err);
    } else {
        status = egdb_solve_asked(c->egdb, settings.solve);
        status = command_worse(status, compare(c));
        status = command_worse(status, trouble);
    }
    egdb_foreign_close(c->foreign);
    egdb_close(c->egdb);
    free(c);
    return command_finish(status);
}

const struct command dama_egdb_compare = {
    .name = "compare",
    .summary = "compare values with those of DAM, Scan or G. Wiesenekker",
    .usage = "DAM.END|DIR",
    .rows = rows,
    .n_rows = OPTION_COUNT(rows),
    .operands_min = 1,
    .operands_max = 1,
    .files = true,
    .run = run,
};
