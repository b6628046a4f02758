// SPDX-License-Identifier: MIT
/*
 * A probe tries the slices in memory first, which know distances and positions with captures; then
 * the files. A block of a file comes from the cache, or is unpacked into it.
 */
#include "core/egdb/egdb.h"

#include "core/base/compiler.h"
#include "core/board/move.h"
#include "core/egdb/build.h"
#include "core/egdb/cache.h"
#include "core/egdb/folder.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    CACHE_DEFAULT = 64 << 20,
    BLOCK_BITS = 28, /* six pieces, with counters of kings: 73 million blocks at most */
};

_Static_assert(1 + EGDB_KINDS * EGDB_MATERIALS < 1 << (EGDB_CACHE_KEY_BITS - BLOCK_BITS),
               "keys of the cache have room for all slices");

enum { NOT_SOLVED = -1 };

/* A file, and whether it has turned out to be damaged. */
struct opened {
    struct egdb_file *file; /* owned; NULL: not there */
    atomic_bool damaged;
};

struct egdb {
    const struct rules *rules;
    struct egdb_options options;
    struct egdb_squares squares;
    struct opened opened[EGDB_KINDS][EGDB_MATERIALS];
    struct egdb_cache *cache; /* owned; NULL if there are no files */
    unsigned files_pieces, solve_pieces;
    bool waits; /* a probe waits while another one solves: egdb_solve_on_demand */

    pthread_mutex_t solving; /* guards the fields below while `solved` is NOT_SOLVED */
    atomic_int solved;       /* up to how many pieces slices are solved; solve_pieces is the aim */
    struct egdb_tables tables;
};

/* ---- opening ---- */

static void warn(const struct egdb *egdb, const struct err *err)
{
    if (egdb->options.warn)
        egdb->options.warn(egdb->options.ctx, err);
}

static void open_file(struct egdb *egdb, const char *dir, struct egdb_material material,
                      enum egdb_kind kind)
{
    char path[EGDB_PATH_SIZE];
    struct err err = {0};
    struct opened *opened = &egdb->opened[kind][egdb_material_code(material)];
    if (egdb_file_path(dir, egdb->rules, material, kind, path, &err)
        || egdb_file_open(path, &egdb->squares, material, kind, &opened->file, &err) < 0)
        warn(egdb, &err);
    if (opened->file && kind == EGDB_WDL && egdb_material_pieces(material) > egdb->files_pieces)
        egdb->files_pieces = egdb_material_pieces(material);
}

/*
 * Opens the files of a folder that are not yet open from another.
 * @return as egdb_folder_list
 */
static int open_folder(struct egdb *egdb, const char *dir, struct err *err)
{
    struct egdb_material material[EGDB_SLICES_MAX];
    struct egdb_listing listing;
    const int rc = egdb_folder_list(dir, egdb->rules, &listing, err);
    if (rc)
        return rc;
    for (unsigned pieces = 2; pieces <= EGDB_PIECES_MAX; pieces++) {
        const unsigned n = egdb_material_list(egdb->rules, pieces, material);
        for (unsigned i = 0; i < n; i++)
            for (unsigned kind = EGDB_WDL; kind < EGDB_KINDS; kind++) {
                const unsigned code = egdb_material_code(material[i]);
                if (listing.has[kind][code] && !egdb->opened[kind][code].file)
                    open_file(egdb, dir, material[i], (enum egdb_kind)kind);
            }
    }
    return 0;
}

/* Opens the databases in the usual folders; warns about a folder that cannot be read. */
static void open_usual(struct egdb *egdb)
{
    char dir[EGDB_FOLDERS][EGDB_FOLDER_SIZE];
    const unsigned n = egdb_folder_find(egdb->rules, dir);
    for (unsigned i = 0; i < n; i++) {
        struct err err = {0};
        if (open_folder(egdb, dir[i], &err))
            warn(egdb, &err);
    }
}

/* Opens the folder that the options name. @return 0, or -1 with `err` */
static int open_named(struct egdb *egdb, const char *dir, struct err *err)
{
    struct err why = {0};
    int rc = open_folder(egdb, dir, &why);
    if (rc == 0 && !egdb->files_pieces) {
        err_file(&why, dir, "no usable endgame database for %s in this folder",
                 rules_spelling(egdb->rules));
        rc = 1;
    }
    if (rc > 0 && egdb->options.variant_optional && egdb_folder_has_any(dir)) {
        warn(egdb, &why);
        return 0;
    }
    if (rc && err)
        *err = why;
    return rc ? -1 : 0;
}

static int open_files(struct egdb *egdb, struct err *err)
{
    const char *dir = egdb->options.dir;
    if (dir && open_named(egdb, dir, err))
        return -1;
    if (!dir && egdb->options.usual)
        open_usual(egdb);
    if (!egdb->files_pieces)
        return 0;
    return egdb_cache_open(egdb->options.cache ? egdb->options.cache : CACHE_DEFAULT, &egdb->cache,
                           err);
}

int egdb_open(const struct rules *rules, const struct egdb_options *options, struct egdb **out,
              struct err *err)
{
    *out = NULL;
    struct egdb *egdb = calloc(1, sizeof *egdb);
    if (!egdb || pthread_mutex_init(&egdb->solving, NULL) != 0) {
        free(egdb);
        return err_memory(err);
    }
    egdb->rules = rules;
    if (options)
        egdb->options = *options;
    egdb->solve_pieces = egdb->options.solve ? egdb->options.solve : EGDB_SOLVE_DEFAULT;
    egdb_squares_init(rules, &egdb->squares);
    egdb_tables_init(rules, &egdb->tables);
    atomic_init(&egdb->solved, egdb->solve_pieces >= 2 ? NOT_SOLVED : 0);
    if (open_files(egdb, err)) {
        egdb_close(egdb);
        return -1;
    }
    egdb->options.dir = NULL;
    *out = egdb;
    return 0;
}

void egdb_close(struct egdb *egdb)
{
    if (!egdb)
        return;
    for (unsigned kind = 0; kind < EGDB_KINDS; kind++)
        for (unsigned code = 0; code < EGDB_MATERIALS; code++)
            egdb_file_close(egdb->opened[kind][code].file);
    egdb_cache_close(egdb->cache);
    egdb_tables_fini(&egdb->tables);
    pthread_mutex_destroy(&egdb->solving);
    free(egdb);
}

/* The largest number of pieces that are, or will be, solved in memory; 0: none. */
static unsigned memory_pieces(const struct egdb *egdb)
{
    const int solved = atomic_load_explicit(&egdb->solved, memory_order_relaxed);
    return solved == NOT_SOLVED ? egdb->solve_pieces : (unsigned)solved;
}

unsigned egdb_pieces(const struct egdb *egdb)
{
    const unsigned memory = memory_pieces(egdb);
    return egdb->files_pieces > memory ? egdb->files_pieces : memory;
}

struct egdb_extent egdb_extent(const struct egdb *egdb)
{
    struct egdb_material material[EGDB_SLICES_MAX];
    struct egdb_extent extent = {0};
    for (unsigned pieces = 2; pieces <= egdb_pieces(egdb); pieces++) {
        const bool solved = pieces <= memory_pieces(egdb);
        const unsigned n = egdb_material_list(egdb->rules, pieces, material);
        extent.all += n;
        extent.largest = n;
        extent.with_plies = 0;
        for (unsigned i = 0; i < n; i++) {
            const unsigned code = egdb_material_code(material[i]);
            extent.known += solved || egdb->opened[EGDB_WDL][code].file;
            extent.with_plies += solved || egdb->opened[EGDB_PLIES][code].file;
        }
    }
    return extent;
}

/* ---- in memory ---- */

/* The peak memory of solving all slices of `pieces` pieces, including the tables that exist. */
static uint64_t bytes_to_solve(const struct egdb *egdb, unsigned pieces)
{
    const struct egdb_squares *squares = &egdb->squares;
    struct egdb_material material[EGDB_SLICES_MAX];
    const unsigned n = egdb_material_list(egdb->rules, pieces, material);
    uint64_t bytes = egdb->tables.bytes, work = 0;
    for (unsigned i = 0; i < n; i++) {
        struct egdb_index index;
        egdb_index_init(squares, material[i], &index);
        bytes += egdb_table_bytes(&index, true);
        const uint64_t its = egdb_solve_bytes(squares, material[i]);
        work = its > work ? its : work;
    }
    return bytes + work;
}

/* Solves the slices of `pieces` pieces. @return as egdb_solve_pieces */
static int solve_pieces(struct egdb *egdb, unsigned pieces, struct err *err)
{
    const uint64_t bytes = bytes_to_solve(egdb, pieces);
    if (egdb->options.memory && bytes > egdb->options.memory)
        return err_plain(err,
                         "solving endings of %u pieces requires %llu MiB of memory; the limit is "
                         "%llu MiB",
                         pieces, (unsigned long long)(bytes >> 20) + 1,
                         (unsigned long long)(egdb->options.memory >> 20));
    const int rc = egdb_solve_pieces(&egdb->tables, pieces, 1, egdb->options.stopped, err);
    return rc < 0 ? err_plain(err, "out of memory while solving endings of %u pieces", pieces) : rc;
}

/* Call with `solving` held. Slices solved before memory runs out are kept. */
static int solve_now(struct egdb *egdb, struct err *err)
{
    if (atomic_load(&egdb->solved) != NOT_SOLVED)
        return 0;
    int solved = 0, rc = 0;
    for (unsigned n = 2; n <= egdb->solve_pieces && rc == 0; n++) {
        rc = solve_pieces(egdb, n, err);
        solved = rc == 0 ? (int)n : solved;
    }
    atomic_store_explicit(&egdb->solved, solved, memory_order_release);
    return rc < 0 ? -1 : 0;
}

int egdb_prepare(struct egdb *egdb, struct err *err)
{
    pthread_mutex_lock(&egdb->solving);
    const int rc = solve_now(egdb, err);
    pthread_mutex_unlock(&egdb->solving);
    return rc;
}

void egdb_solve_on_demand(struct egdb *egdb) { egdb->waits = true; }

/* @return whether the slices of that many pieces are solved in memory */
static bool is_solved(struct egdb *egdb, unsigned pieces)
{
    int solved = atomic_load_explicit(&egdb->solved, memory_order_acquire);
    if (LIKELY(solved != NOT_SOLVED))
        return (int)pieces <= solved;
    if (egdb->waits)
        pthread_mutex_lock(&egdb->solving);
    else if (pthread_mutex_trylock(&egdb->solving) != 0)
        return false;
    struct err err = {0};
    if (solve_now(egdb, &err))
        warn(egdb, &err);
    pthread_mutex_unlock(&egdb->solving);
    return (int)pieces <= atomic_load(&egdb->solved);
}

/* ---- on disk ---- */

static void give_up(struct egdb *egdb, struct opened *opened, const struct err *err)
{
    if (!atomic_exchange(&opened->damaged, true))
        warn(egdb, err);
}

/* Reads the value of a position from a file. @return whether it is known */
static bool look_up(struct egdb *egdb, enum egdb_kind kind, unsigned code, uint64_t at,
                    unsigned *value)
{
    struct opened *opened = &egdb->opened[kind][code];
    uint64_t values[EGDB_BLOCK_BYTES / sizeof(uint64_t)], word;
    if (!opened->file || atomic_load_explicit(&opened->damaged, memory_order_relaxed))
        return false;
    const uint32_t block = (uint32_t)(at / egdb_block_values(kind));
    const unsigned in_block = egdb_block_word(kind, at);
    const uint64_t key = (uint64_t)(1 + kind * EGDB_MATERIALS + code) << BLOCK_BITS | block;
    if (!egdb_cache_read(egdb->cache, key, in_block, &word)) {
        struct err err = {0};
        if (egdb_file_block(opened->file, block, values, &err)) {
            give_up(egdb, opened, &err);
            return false;
        }
        egdb_cache_keep(egdb->cache, key, values);
        word = values[in_block];
    }
    *value = egdb_block_value(kind, word, at);
    return true;
}

static void probe_files(struct egdb *egdb, const struct position *pos, unsigned code,
                        struct egdb_answer *answer)
{
    const struct opened *wdl = &egdb->opened[EGDB_WDL][code];
    unsigned value, half;
    if (!wdl->file || moves_has_capture(egdb->rules, pos))
        return;
    const uint64_t at = egdb_index_of(egdb_file_index(wdl->file), pos);
    if (!look_up(egdb, EGDB_WDL, code, at, &value))
        return;
    answer->value = (enum egdb_value)value;
    if (value != EGDB_DRAW && look_up(egdb, EGDB_PLIES, code, at, &half)) {
        answer->has_plies = true;
        answer->plies = egdb_plies_of_half(egdb->rules, answer->value, half);
    }
}

/* ---- probing ---- */

void egdb_probe(struct egdb *egdb, const struct position *pos, struct egdb_answer *answer)
{
    const struct egdb_material material = egdb_material_of(pos);
    const unsigned pieces = egdb_material_pieces(material);
    *answer = (struct egdb_answer){EGDB_UNKNOWN, false, 0};
    if (!egdb_material_fits(material)) {
        egdb_value_decided(egdb->rules, pos, answer);
        return;
    }
    if (pieces > egdb_pieces(egdb))
        return;
    if (pieces <= egdb->solve_pieces && is_solved(egdb, pieces)) {
        egdb_tables_probe(&egdb->tables, pos, answer);
        return;
    }
    if (egdb->rules->goal == GOAL_KING && egdb_value_decided(egdb->rules, pos, answer))
        return;
    if (egdb->cache && egdb_index_has(&egdb->squares, pos))
        probe_files(egdb, pos, egdb_material_code(material), answer);
}

static void resolve_captures(struct egdb *egdb, const struct position *pos,
                             const struct moves *list, struct egdb_answer *answer)
{
    struct egdb_answer best = {EGDB_UNKNOWN, true, 0};
    bool all_known = true;
    for (unsigned i = 0; i < list->n; i++) {
        struct position next = *pos;
        struct egdb_answer after;
        move_play(egdb->rules, &next, &list->at[i]);
        egdb_resolve(egdb, &next, &after); /* fewer pieces each time, so this ends soon */
        all_known = egdb_value_improve(&best, &after) && all_known;
    }
    if (!all_known && best.value != EGDB_WIN)
        return;
    *answer = best;
    answer->has_plies = best.has_plies && all_known; /* an unknown move may win sooner */
}

void egdb_resolve(struct egdb *egdb, const struct position *pos, struct egdb_answer *answer)
{
    struct moves list;
    egdb_probe(egdb, pos, answer);
    if (answer->value != EGDB_UNKNOWN || egdb_value_decided(egdb->rules, pos, answer)
        || egdb_material_pieces(egdb_material_of(pos)) > EGDB_PIECES_MAX
        || !egdb_index_has(&egdb->squares, pos))
        return;
    moves_init(&list);
    if (moves_captures(egdb->rules, pos, &list) == 0 && list.n)
        resolve_captures(egdb, pos, &list, answer);
    moves_fini(&list);
}
