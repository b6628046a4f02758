// SPDX-License-Identifier: MIT
/* Databases on disk: built, damaged, built again, probed. */
#include "core/base/array.h"
#include "core/base/team.h"
#include "core/board/fen.h"
#include "core/board/move.h"
#include "core/egdb/build.h"
#include "core/egdb/egdb.h"
#include "tests/lib/given.h"
#include "tests/lib/rows.h"
#include "tests/lib/scratch.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static char dir[SCRATCH_SIZE];

struct told {
    unsigned n, built, skipped, broken;
    struct err err;
};

static void event(void *ctx, enum egdb_event what, struct egdb_material material,
                  const struct egdb_counts *counts, const struct err *err)
{
    struct told *told = ctx;
    (void)material;
    (void)counts;
    told->built += what == EGDB_EVENT_BUILT;
    told->skipped += what == EGDB_EVENT_SKIPPED;
    told->broken += what == EGDB_EVENT_BROKEN;
    if (err)
        told->err = *err;
}

static int build(unsigned pieces, struct told *told, struct err *err)
{
    const struct egdb_build build = {.rules = rules_international,
                                     .dir = dir,
                                     .pieces = pieces,
                                     .with_plies = true,
                                     .threads = 2,
                                     .memory = (uint64_t)1 << 30,
                                     .event = event,
                                     .ctx = told};
    *told = (struct told){0};
    return egdb_build(&build, err);
}

static char *path_of(const char *name, char *buf)
{
    snprintf(buf, EGDB_PATH_SIZE, "%s/international/%s", dir, name);
    return buf;
}

static int set_up(void **state)
{
    struct told told;
    struct err err = {0};
    (void)state;
    if (!mkdtemp(scratch_name(dir)) || build(3, &told, &err) != 0)
        return -1;
    return told.built == 16 ? 0 : -1;
}

static int tear_down(void **state)
{
    char command[SCRATCH_SIZE + 16];
    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s'", dir);
    return system(command);
}

static void warn(void *ctx, const struct err *err)
{
    struct told *told = ctx;
    if (!told->n++)
        told->err = *err;
}

static struct egdb *open_files(struct told *told)
{
    const struct egdb_options options = {
        .dir = dir, .solve = EGDB_SOLVE_NONE, .warn = warn, .ctx = told};
    struct egdb *egdb;
    struct err err = {0};
    *told = (struct told){0};
    if (egdb_open(rules_international, &options, &egdb, &err) < 0)
        fail_msg("%s", err.msg);
    return egdb;
}

static struct position read_fen(const char *fen)
{
    struct position pos;
    struct err err = {0};
    if (fen_read(rules_international, text_of(fen), (struct src_pos){0}, &pos, NULL, &err) < 0)
        fail_msg("%s", err.msg);
    return pos;
}

/* Files and tables solved in memory say the same about every position, captures aside. */
static void files_say_what_memory_says(void **state)
{
    (void)state;
    struct told told;
    struct egdb *files = open_files(&told), *memory;
    struct egdb_material material[EGDB_SLICES_MAX];
    struct egdb_squares *squares = malloc(sizeof *squares);
    struct err err = {0};
    uint64_t pending = 0;
    assert_non_null(squares);
    egdb_squares_init(rules_international, squares);
    assert_int_equal(egdb_open(rules_international, NULL, &memory, &err), 0);
    assert_int_equal(egdb_prepare(memory, &err), 0);
    assert_int_equal(egdb_pieces(files), 3);
    const unsigned n = egdb_material_list(rules_international, 3, material);
    for (unsigned i = 0; i < n; i++) {
        struct egdb_index index;
        struct egdb_sets sets;
        struct egdb_cursor cursor;
        struct position pos;
        egdb_index_init(squares, material[i], &index);
        assert_int_equal(egdb_sets_init(&index, &sets), 0);
        for (egdb_cursor_set(&cursor, &index, &sets, i); cursor.at < index.size;
             egdb_cursor_set(&cursor, &index, &sets, cursor.at + 17)) {
            struct egdb_answer on_disk, in_memory;
            if (!egdb_cursor_position(&cursor, &pos))
                continue;
            egdb_probe(files, &pos, &on_disk);
            egdb_probe(memory, &pos, &in_memory);
            assert_int_not_equal(in_memory.value, EGDB_UNKNOWN);
            if (moves_has_capture(rules_international, &pos)) {
                assert_int_equal(on_disk.value, EGDB_UNKNOWN);
                egdb_resolve(files, &pos, &on_disk);
                pending++;
            }
            assert_int_equal(on_disk.value, in_memory.value);
            if (on_disk.value != EGDB_DRAW) {
                assert_true(on_disk.has_plies);
                assert_int_equal(on_disk.plies, in_memory.plies);
            }
        }
        egdb_sets_fini(&sets);
    }
    assert_true(pending > 1000);
    assert_int_equal(told.n, 0);
    egdb_close(files);
    egdb_close(memory);
    free(squares);
}

/* ---- damage ---- */

static void write_at(const char *path, long at, int byte)
{
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    if (at < 0)
        fseek(file, at, SEEK_END);
    else
        fseek(file, at, SEEK_SET);
    const int old = byte < 0 ? getc(file) ^ 0x10 : byte;
    if (byte < 0)
        fseek(file, -1, SEEK_CUR);
    putc(old, file);
    fclose(file);
}

static void cut_off(const char *path)
{
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(truncate(path, st.st_size - 1), 0);
}

static void cut_short(const char *path) { assert_int_equal(truncate(path, 20), 0); }
static void flip_header(const char *path) { write_at(path, 105, -1); }
static void flip_variant(const char *path) { write_at(path, 17, -1); }
static void flip_pieces(const char *path) { write_at(path, 13, -1); }
static void flip_codes(const char *path) { write_at(path, 180, -1); }
static void flip_block(const char *path) { write_at(path, -3, -1); }
static void old_version(const char *path) { write_at(path, 8, 0); }
static void other_magic(const char *path) { write_at(path, 0, 'X'); }

static void swap_with_other(const char *path)
{
    char other[EGDB_PATH_SIZE];
    assert_int_equal(rename(path_of("MMvK.wdl", other), path), 0);
}

static void swap_kind(const char *path)
{
    char other[EGDB_PATH_SIZE];
    assert_int_equal(rename(path_of("KMvK.plies", other), path), 0);
}

static const struct damage {
    const char *name, *message;
    void (*make)(const char *path);
} damages[] = {
    {"cut off", "bytes, but the header says", cut_off},
    {"cut short", "truncated", cut_short},
    {"bit of the header", "the header's checksum is wrong", flip_header},
    {"bit of the variant", "the header's checksum is wrong", flip_variant},
    {"bit of the pieces", "the header's checksum is wrong", flip_pieces},
    {"bit of the codes", "the header's checksum is wrong", flip_codes},
    {"bit of a block", "the checksum of block ", flip_block},
    {"old version", "format version 0; this dama reads version 1", old_version},
    {"no database", "not an endgame database of dama", other_magic},
    {"another slice", "contains MMvK.wdl under this name", swap_with_other},
    {"another kind", "contains KMvK.plies under this name", swap_kind},
};

/* It is named, no wrong value is given, the rest stays usable, and building mends it. */
static void damage_is_found(void **state)
{
    const struct damage *damage = *state;
    /* the last block of KMvK, and a position of another slice */
    const struct position in_it = read_fen("W:WK46,9:BK26"), beside = read_fen("W:WK28:B3");
    struct egdb_answer answer;
    struct err err = {0};
    struct told told;
    char path[EGDB_PATH_SIZE];
    damage->make(path_of("KMvK.wdl", path));
    struct egdb *egdb = open_files(&told);
    for (unsigned i = 0; i < 2; i++) {
        egdb_resolve(egdb, &in_it, &answer);
        assert_int_equal(answer.value, EGDB_UNKNOWN);
        egdb_probe(egdb, &beside, &answer);
        assert_int_equal(answer.value, EGDB_WIN);
    }
    assert_true(told.n > 0);
    if (!strstr(told.err.msg, damage->message))
        fail_msg("%s", told.err.msg);
    egdb_close(egdb);
    assert_int_equal(build(3, &told, &err), 0);
    assert_in_range(told.broken, 1, 2);
    egdb = open_files(&told);
    egdb_probe(egdb, &in_it, &answer);
    assert_int_not_equal(answer.value, EGDB_UNKNOWN);
    assert_int_equal(told.n, 0);
    egdb_close(egdb);
}

/* ---- building ---- */

static void building_again_changes_nothing(void **state)
{
    (void)state;
    struct told told;
    struct err err = {0};
    char path[EGDB_PATH_SIZE], other[EGDB_PATH_SIZE + 8];
    assert_int_equal(build(3, &told, &err), 0);
    assert_int_equal(told.built, 0);
    assert_int_equal(told.skipped, 16);
    /* what is missing is built from what is there, byte for byte */
    path_of("KMvK.wdl", path);
    snprintf(other, sizeof other, "%s.old", path);
    assert_int_equal(rename(path, other), 0);
    assert_int_equal(build(3, &told, &err), 0);
    assert_int_equal(told.built, 2);
    char command[2 * EGDB_PATH_SIZE + 32];
    snprintf(command, sizeof command, "cmp -s '%s' '%s'", path, other);
    assert_int_equal(system(command), 0);
    assert_int_equal(unlink(other), 0);
}

static void two_builds_in_one_folder(void **state)
{
    (void)state;
    struct told told;
    struct err err = {0};
    char path[EGDB_PATH_SIZE];
    const int lock = open(path_of(".lock", path), O_RDWR);
    assert_true(lock >= 0);
    assert_int_equal(flock(lock, LOCK_EX), 0);
    assert_int_equal(build(3, &told, &err), 2);
    assert_int_equal(told.built + told.skipped, 0);
    close(lock);
    assert_int_equal(build(3, &told, &err), 0);
}

static void too_little_memory(void **state)
{
    (void)state;
    struct told told = {0};
    struct err err = {0};
    char path[EGDB_PATH_SIZE];
    const struct egdb_build small = {.rules = rules_international,
                                     .dir = dir,
                                     .pieces = 3,
                                     .threads = 1,
                                     .memory = 100000,
                                     .event = event,
                                     .ctx = &told};
    assert_int_equal(unlink(path_of("KKvM.wdl", path)), 0);
    assert_int_equal(egdb_build(&small, &err), -1);
    assert_non_null(strstr(err.msg, "--memory"));
    err = (struct err){0};
    assert_int_equal(build(3, &told, &err), 0);
}

static void folders(void **state)
{
    (void)state;
    struct egdb *egdb;
    struct err err = {0}, other = {0};
    struct egdb_options options = {.dir = "/nowhere/at/all"};
    assert_int_equal(egdb_open(rules_international, &options, &egdb, &err), -1);
    assert_null(egdb);
    options.dir = dir;
    assert_int_equal(egdb_open(rules_named("russian"), &options, &egdb, &other), -1);
    assert_non_null(strstr(other.msg, "no endgame database for russian"));
}

/* ---- questions that no slice answers ---- */

static void decided_and_unknown(void **state)
{
    (void)state;
    static const struct {
        const char *variant, *fen;
        enum egdb_value value;
        int plies; /* -1: not known */
    } rows[] = {
        {"international", "W:W:B5", EGDB_LOSS, 0},
        {"international", "B:W:BK5", EGDB_WIN, 1},
        {"antidraughts", "W:W:B5", EGDB_WIN, 0},
        {"international", "W:W46:B37,41", EGDB_LOSS, 0},
        {"antidraughts", "W:W46:B37,41", EGDB_WIN, 0},
        {"international", "W:W31-50:B1-20", EGDB_UNKNOWN, -1},
        {"frisian", "W:W28,K46:BK43", EGDB_DRAW, -1}, /* won in 39 if kings could go on moving */
        {"breakthrough", "W:W31:BK5", EGDB_LOSS, 0},
        {"breakthrough", "W:W6:B31", EGDB_WIN, 1},
        {"breakthrough", "B:W6:B45", EGDB_WIN, 1},
        {"international", "W:W28:B22", EGDB_WIN, 1},
        {"international", "W:WK46:BK5", EGDB_LOSS, 2},
        {"international", "B:WK46:BK5", EGDB_LOSS, 2},
        {"international", "W:WK1:BK6,K16,K36,K50", EGDB_UNKNOWN, -1},
    };
    for (unsigned i = 0; i < ARRAY_LEN(rows); i++) {
        const struct rules *rules = rules_named(rows[i].variant);
        struct egdb_answer answer;
        struct position pos;
        struct egdb *egdb;
        struct err err = {0};
        assert_int_equal(egdb_open(rules, NULL, &egdb, &err), 0);
        if (fen_read(rules, text_of(rows[i].fen), (struct src_pos){0}, &pos, NULL, &err) < 0)
            fail_msg("%s", err.msg);
        egdb_resolve(egdb, &pos, &answer);
        if (answer.value != rows[i].value
            || (rows[i].plies >= 0 && answer.plies != (unsigned)rows[i].plies))
            fail_msg("%s %s: %s in %u", rows[i].variant, rows[i].fen, egdb_value_word(answer.value),
                     answer.plies);
        egdb_close(egdb);
    }
}

struct asking {
    struct egdb *egdb;
    struct position pos;
    atomic_uint known;
};

static void ask(void *ctx, size_t piece)
{
    struct asking *asking = ctx;
    struct egdb_answer answer;
    (void)piece;
    egdb_probe(asking->egdb, &asking->pos, &answer);
    atomic_fetch_add(&asking->known, answer.value == EGDB_DRAW);
}

static void who_asks_meanwhile_waits(void **state)
{
    enum { THREADS = 4 };
    struct asking asking = {.pos = read_fen("W:WK1:BK6,K16")};
    struct err err = {0};
    (void)state;
    assert_int_equal(egdb_open(rules_international, NULL, &asking.egdb, &err), 0);
    egdb_solve_on_demand(asking.egdb);
    team_share(THREADS, 16 * THREADS, ask, &asking);
    assert_int_equal(asking.known, 16 * THREADS);
    egdb_close(asking.egdb);
}

int main(void)
{
    static const struct CMUnitTest others[] = {
        cmocka_unit_test(files_say_what_memory_says),
        cmocka_unit_test(building_again_changes_nothing),
        cmocka_unit_test(two_builds_in_one_folder),
        cmocka_unit_test(too_little_memory),
        cmocka_unit_test(folders),
        cmocka_unit_test(decided_and_unknown),
        cmocka_unit_test(who_asks_meanwhile_waits),
    };
    ROWS_LIST(others);
    ROWS_BY_ADDRESS(damages, name, damage_is_found);
    return rows_run_within("egdb-file", set_up, tear_down);
}
