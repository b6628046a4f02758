// SPDX-License-Identifier: MIT
/*
 * Memory holds the slices that the next one depends on, and others as long as there is room. A
 * slice that was dropped from memory, or built by an earlier run, is read from its file when
 * needed. Sizes follow from the material, so it is known before the first slice whether memory is
 * enough for all that are missing.
 */
#include "core/egdb/build.h"

#include "core/egdb/dependencies.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- in memory ---- */

static int keep_solution(struct egdb_tables *tables, const struct egdb_solution *solution,
                         bool with_plies, struct err *err)
{
    for (unsigned h = 0; h < solution->n; h++) {
        struct egdb_table *table =
            egdb_tables_add(tables, solution->half[h].index.material, with_plies);
        if (!table)
            return err_memory(err);
        egdb_half_copy(&solution->half[h], table);
    }
    return 0;
}

/* Solving, with a way to stop it. */
struct stoppable {
    bool (*stopped)(void);
    atomic_bool stop;
};

static void look_for_stop(void *ctx, uint64_t positions)
{
    struct stoppable *s = ctx;
    (void)positions;
    if (s->stopped && s->stopped())
        atomic_store(&s->stop, true);
}

/* Solves a slice and its mirror. @return as egdb_solve_pieces */
static int solve_pair(const struct egdb_solver *solver, struct egdb_tables *tables,
                      struct egdb_material material, struct err *err)
{
    struct egdb_solution solution = {0};
    int rc = egdb_solve(solver, material, &solution, err);
    if (rc == 0)
        rc = keep_solution(tables, &solution, true, err);
    egdb_solution_fini(&solution);
    return rc;
}

int egdb_solve_pieces(struct egdb_tables *tables, unsigned pieces, unsigned threads,
                      bool (*stopped)(void), struct err *err)
{
    struct stoppable stoppable = {.stopped = stopped};
    const struct egdb_solver solver = {.tables = tables,
                                       .threads = threads,
                                       .progress = look_for_stop,
                                       .ctx = &stoppable,
                                       .stop = &stoppable.stop};
    struct egdb_material material[EGDB_SLICES_MAX];
    const unsigned slices = egdb_material_list(tables->squares.rules, pieces, material);
    int rc = 0;
    for (unsigned i = 0; i < slices && rc == 0; i += egdb_material_is_mirror(material[i]) ? 1 : 2)
        rc = solve_pair(&solver, tables, material[i], err);
    for (unsigned i = 0; i < slices && rc != 0; i++)
        egdb_tables_drop(tables, material[i]);
    return rc;
}

/* ---- files ---- */

int egdb_table_load(struct egdb_tables *tables, const struct egdb_file *wdl,
                    const struct egdb_file *plies, struct err *err)
{
    const struct egdb_index *index = egdb_file_index(wdl);
    uint64_t values[EGDB_BLOCK_BYTES / sizeof(uint64_t)];
    struct egdb_table *table = egdb_tables_add(tables, index->material, plies != NULL);
    if (!table)
        return err_memory(err);
    table->quiet_only = true;
    for (uint32_t block = 0; block < egdb_file_blocks(wdl); block++) {
        const uint64_t begin = (uint64_t)block * EGDB_WDL_BLOCK;
        if (egdb_file_block(wdl, block, values, err))
            goto fail;
        for (uint64_t at = begin; at < begin + EGDB_WDL_BLOCK && at < index->size; at++)
            egdb_table_set(table, at,
                           (enum egdb_value)egdb_block_value(
                               EGDB_WDL, values[egdb_block_word(EGDB_WDL, at)], at));
    }
    for (uint32_t block = 0; plies && block < egdb_file_blocks(plies); block++) {
        const uint64_t begin = (uint64_t)block * EGDB_PLIES_BLOCK;
        if (egdb_file_block(plies, block, values, err))
            goto fail;
        for (uint64_t at = begin; at < begin + EGDB_PLIES_BLOCK && at < index->size; at++)
            table->plies[at] = (uint16_t)egdb_plies_of_half(
                tables->squares.rules, egdb_table_value(table, at),
                egdb_block_value(EGDB_PLIES, values[egdb_block_word(EGDB_PLIES, at)], at));
    }
    return 0;
fail:
    egdb_tables_drop(tables, index->material);
    return -1;
}

/* The files of a slice. */
struct slice_files {
    struct egdb_file *file[EGDB_KINDS];
};

static void close_files(struct slice_files *files)
{
    for (unsigned kind = 0; kind < EGDB_KINDS; kind++)
        egdb_file_close(files->file[kind]);
}

static unsigned kinds_of(const struct egdb_build *build) { return build->with_plies ? 2 : 1; }

/*
 * Opens the files of a slice.
 * @return 1 opened, 0 one is missing, -1 with `err`: one is damaged
 */
static int open_files(const struct egdb_build *build, const struct egdb_squares *squares,
                      struct egdb_material material, struct slice_files *out, struct err *err)
{
    char path[EGDB_PATH_SIZE];
    int rc = 1;
    *out = (struct slice_files){0};
    for (unsigned kind = 0; kind < kinds_of(build) && rc == 1; kind++) {
        if (egdb_file_path(build->dir, build->rules, material, (enum egdb_kind)kind, path, err))
            rc = -1;
        else
            rc = egdb_file_open(path, squares, material, (enum egdb_kind)kind, &out->file[kind],
                                err);
        if (rc == 1 && egdb_file_check(out->file[kind], err))
            rc = -1;
        if (rc < 0 && err)
            err->at.file = NULL; /* `path` is local; the caller names the slice */
    }
    if (rc != 1) {
        close_files(out);
        *out = (struct slice_files){0};
    }
    return rc;
}

static int load(const struct egdb_build *build, struct egdb_tables *tables,
                struct egdb_material material, struct err *err)
{
    struct slice_files files;
    char name[EGDB_NAME_SIZE];
    struct err why = {0};
    egdb_material_name(material, name);
    int rc = open_files(build, &tables->squares, material, &files, &why);
    if (rc == 1)
        rc = egdb_table_load(tables, files.file[EGDB_WDL],
                             build->with_plies ? files.file[EGDB_PLIES] : NULL, &why)
                     < 0
                 ? -1
                 : 1;
    if (rc != 1)
        err_set(err, (struct src_pos){.file = build->dir}, "%s: %s", name,
                rc < 0 ? why.msg : "has vanished");
    close_files(&files);
    return rc == 1 ? 0 : -1;
}

static int make_folder(const char *path, struct err *err)
{
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return 0;
    return err_file(err, path, "cannot create this folder: %s", strerror(errno));
}

/* ---- building ---- */

struct builder {
    const struct egdb_build *build;
    struct egdb_tables tables;
    bool memory_checked; /* there is enough for all missing slices */
    struct err *err;
};

static uint64_t table_bytes(const struct builder *b, struct egdb_material material)
{
    struct egdb_index index;
    egdb_index_init(&b->tables.squares, material, &index);
    return egdb_table_bytes(&index, b->build->with_plies);
}

/* The memory that solving a slice takes, bytes. @param needs set to the slices it depends on */
static uint64_t solving_bytes(const struct builder *b, struct egdb_material material,
                              struct egdb_dependencies *needs)
{
    const uint64_t work = egdb_solve_bytes(&b->tables.squares, material);
    const uint64_t tables = table_bytes(b, material) * (egdb_material_is_mirror(material) ? 1 : 2);
    egdb_dependencies_find(b->build->rules, material, needs);
    return work + tables + egdb_dependencies_bytes(needs, &b->tables.squares, b->build->with_plies);
}

static int check_memory(const struct builder *b, struct egdb_material material, uint64_t bytes)
{
    char name[EGDB_NAME_SIZE];
    if (bytes <= b->build->memory)
        return 0;
    egdb_material_name(material, name);
    return err_plain(
        b->err, "building %s requires %llu MiB of memory; the limit (--memory) is %llu MiB", name,
        (unsigned long long)(bytes >> 20) + 1, (unsigned long long)(b->build->memory >> 20));
}

static bool is_missing(const struct egdb_build *build, struct egdb_material material)
{
    char path[EGDB_PATH_SIZE];
    for (unsigned kind = 0; kind < kinds_of(build); kind++)
        if (egdb_file_path(build->dir, build->rules, material, (enum egdb_kind)kind, path, NULL)
            || access(path, F_OK) != 0)
            return true;
    return false;
}

/* Checks that memory is enough for the largest of the missing slices. */
static int check_memory_for_all(const struct builder *b)
{
    struct egdb_material material[EGDB_SLICES_MAX], largest = {0};
    uint64_t most = 0;
    for (unsigned pieces = 2; pieces <= b->build->pieces; pieces++) {
        const unsigned n = egdb_material_list(b->build->rules, pieces, material);
        for (unsigned i = 0; i < n; i++) {
            struct egdb_dependencies needs;
            const uint64_t bytes =
                is_missing(b->build, material[i]) ? solving_bytes(b, material[i], &needs) : 0;
            if (bytes > most) {
                most = bytes;
                largest = material[i];
            }
        }
    }
    return check_memory(b, largest, most);
}

/* Loads the slices that are needed to solve a slice into memory. */
static int load_dependencies(struct builder *b, struct egdb_material material)
{
    struct egdb_dependencies needs;
    if (!b->memory_checked && check_memory_for_all(b))
        return -1;
    b->memory_checked = true;
    const uint64_t bytes = solving_bytes(b, material, &needs);
    if (check_memory(b, material, bytes)) /* it was there, but damaged */
        return -1;
    egdb_dependencies_make_room(&needs, &b->tables, b->build->memory - bytes);
    for (unsigned i = 0; i < needs.n; i++) {
        const struct egdb_material m = needs.material[i];
        if (!b->tables.table[egdb_material_code(m)] && load(b->build, &b->tables, m, b->err))
            return -1;
    }
    return 0;
}

static int write_half(struct builder *b, const struct egdb_half *half)
{
    const struct egdb_build *build = b->build;
    struct egdb_counts counts;
    char path[EGDB_PATH_SIZE];
    egdb_half_count(half, build->with_plies, &counts);
    for (unsigned kind = 0; kind < kinds_of(build); kind++) {
        struct err why = {0};
        if (egdb_file_path(build->dir, build->rules, half->index.material, (enum egdb_kind)kind,
                           path, b->err))
            return -1;
        if (egdb_file_write(path, half, (enum egdb_kind)kind, &counts, build->threads, &why))
            return err_set(b->err, (struct src_pos){.file = build->dir}, "%s: %s",
                           path + strlen(build->dir) + 1, why.msg);
    }
    if (build->event)
        build->event(build->ctx, EGDB_EVENT_BUILT, half->index.material, &counts, NULL);
    return 0;
}

static int build_pair(struct builder *b, struct egdb_material material)
{
    const struct egdb_build *build = b->build;
    const struct egdb_solver solver = {
        .tables = &b->tables,
        .threads = build->threads,
        .progress = build->progress,
        .ctx = build->ctx,
        .stop = build->stop,
    };
    struct egdb_solution solution = {0};
    if (load_dependencies(b, material))
        return -1;
    int rc = egdb_solve(&solver, material, &solution, b->err);
    for (unsigned h = 0; h < solution.n && rc == 0; h++)
        rc = write_half(b, &solution.half[h]);
    if (rc == 0)
        rc = keep_solution(&b->tables, &solution, build->with_plies, b->err);
    egdb_solution_fini(&solution);
    return rc;
}

static void report_event(const struct builder *b, enum egdb_event event,
                         struct egdb_material material, const struct err *why)
{
    if (b->build->event)
        b->build->event(b->build->ctx, event, material, NULL, why);
}

/* @return whether a slice's files are sound; reports damaged ones */
static bool is_built(const struct builder *b, struct egdb_material material)
{
    struct slice_files files;
    struct err why = {0};
    const int rc = open_files(b->build, &b->tables.squares, material, &files, &why);
    if (rc < 0)
        report_event(b, EGDB_EVENT_BROKEN, material, &why);
    if (rc == 1)
        close_files(&files);
    return rc == 1;
}

static uint64_t positions_of(const struct egdb_squares *squares, struct egdb_material material)
{
    struct egdb_index index;
    egdb_index_init(squares, material, &index);
    return index.size;
}

static int build_pieces(struct builder *b, unsigned pieces)
{
    struct egdb_material material[EGDB_SLICES_MAX];
    const unsigned n = egdb_material_list(b->build->rules, pieces, material);
    int rc = 0;
    for (unsigned i = 0; i < n && rc == 0;) {
        const struct egdb_material m = material[i], mirror = egdb_material_mirror(m);
        const bool same = egdb_material_is_mirror(m);
        const bool first = is_built(b, m), second = same || is_built(b, mirror);
        if (b->build->stop && atomic_load(b->build->stop))
            return 1;
        if (!first || !second) {
            rc = build_pair(b, m);
        } else {
            report_event(b, EGDB_EVENT_SKIPPED, m, NULL);
            if (!same)
                report_event(b, EGDB_EVENT_SKIPPED, mirror, NULL);
        }
        i += same ? 1 : 2;
    }
    return rc;
}

/*
 * Keeps other builds out of the folder. A lockfile (lockfile.h) would not do: it fails if the file
 * system has no locks, keeps out other processes but not another build in this one, and is removed
 * by its holder, while this file stays in the folder, which several users may build in.
 * @param lock set to the lock's descriptor; -1: none
 * @return 0; 2: another build has the lock; -1 with `err`
 */
static int take_lock(const char *folder, int *lock, struct err *err)
{
    char path[EGDB_PATH_SIZE + 8];
    snprintf(path, sizeof path, "%s/.lock", folder);
    *lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (*lock < 0)
        return err_plain(err, "%s: %s", path, strerror(errno));
    if (flock(*lock, LOCK_EX | LOCK_NB) == 0)
        return 0;
    const bool taken = errno == EWOULDBLOCK;
    close(*lock);
    /* if the file system has no locks, two builds at worst do the work twice: files appear whole */
    *lock = -1;
    return taken ? 2 : 0;
}

static int open_folder(const struct egdb_build *build, int *lock, struct err *err)
{
    char path[EGDB_PATH_SIZE];
    const struct egdb_material any = {0, 1, 0, 1};
    if (egdb_file_path(build->dir, build->rules, any, EGDB_WDL, path, err))
        return -1;
    *strrchr(path, '/') = '\0';
    struct err why = {0};
    if (make_folder(build->dir, err))
        return -1;
    int rc = make_folder(path, &why);
    if (rc == 0)
        rc = take_lock(path, lock, &why);
    return rc < 0 ? err_set(err, (struct src_pos){.file = build->dir}, "%s", why.msg) : rc;
}

int egdb_build(const struct egdb_build *build, struct err *err)
{
    int lock = -1;
    int rc = open_folder(build, &lock, err);
    if (rc != 0)
        return rc;
    struct builder b = {.build = build, .err = err};
    egdb_tables_init(build->rules, &b.tables);
    for (unsigned pieces = 2; pieces <= build->pieces && rc == 0; pieces++)
        rc = build_pieces(&b, pieces);
    egdb_tables_fini(&b.tables);
    if (lock >= 0)
        close(lock);
    return rc;
}

uint64_t egdb_build_positions(const struct rules *rules, unsigned pieces)
{
    struct egdb_material material[EGDB_SLICES_MAX];
    struct egdb_squares squares;
    uint64_t positions = 0;
    egdb_squares_init(rules, &squares);
    for (unsigned n = 2; n <= pieces; n++) {
        const unsigned slices = egdb_material_list(rules, n, material);
        for (unsigned i = 0; i < slices; i++)
            positions += positions_of(&squares, material[i]);
    }
    return positions;
}
