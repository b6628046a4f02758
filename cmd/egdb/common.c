// SPDX-License-Identifier: MIT
#include "cmd/egdb/dama-egdb.h"
#include "core/board/fen.h"

#include <unistd.h>

const char *const egdb_formats[] = {"text", "jsonl", NULL};

const char *const egdb_variants[] = {
    "international",     "english",    "russian",  "brazilian", "italian", "czech",  "pool",
    "spanish",           "portuguese", "thai",     "frisian",   "frysk",   "killer", "breakthrough",
    "antidraughts",      "turkish",    "armenian", "tama",      "dameo",   "croda",  "altdeutsch",
    "altdeutsch-flying", NULL};

void egdb_warn(void *ctx, const struct err *err)
{
    (void)ctx;
    command_error(err);
}

static void open_slice(const char *dir, const struct egdb_squares *squares,
                       struct egdb_slice *slice)
{
    char path[EGDB_PATH_SIZE];
    for (int kind = EGDB_WDL; kind < EGDB_KINDS; kind++) {
        struct err *wrong = &slice->wrong[kind];
        if (egdb_file_path(dir, squares->rules, slice->material, (enum egdb_kind)kind, path, wrong)
            == 0)
            egdb_file_open(path, squares, slice->material, (enum egdb_kind)kind, &slice->file[kind],
                           wrong);
        wrong->at.file = NULL; /* `path` ends here */
    }
}

unsigned egdb_slices_open(const char *dir, const struct egdb_squares *squares, unsigned pieces,
                          struct egdb_slice *out)
{
    struct egdb_material material[EGDB_SLICES_MAX];
    unsigned n = 0, used = 0;
    for (unsigned p = 2; p <= EGDB_PIECES_MAX; p++) {
        const unsigned slices = egdb_material_list(squares->rules, p, material);
        bool any = p <= pieces;
        for (unsigned i = 0; i < slices; i++, n++) {
            out[n] = (struct egdb_slice){.material = material[i]};
            open_slice(dir, squares, &out[n]);
            for (unsigned kind = 0; kind < EGDB_KINDS; kind++)
                any = any || out[n].file[kind] || out[n].wrong[kind].msg[0];
        }
        if (any)
            used = n;
    }
    egdb_slices_close(out + used, n - used);
    return used;
}

void egdb_slices_close(struct egdb_slice *slices, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        for (unsigned kind = 0; kind < EGDB_KINDS; kind++) {
            egdb_file_close(slices[i].file[kind]);
            slices[i].file[kind] = NULL;
        }
}

int egdb_fen_of(const struct egdb_index *index, uint64_t at, char *fen)
{
    struct egdb_cursor cursor;
    struct egdb_sets sets;
    struct position pos;
    if (egdb_sets_init(index, &sets) < 0)
        return -1;
    egdb_cursor_set(&cursor, index, &sets, at);
    *fen = '\0';
    if (egdb_cursor_position(&cursor, &pos))
        fen_write(index->squares->rules, &pos, fen);
    egdb_sets_fini(&sets);
    return 0;
}

unsigned egdb_cores(void)
{
    const long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (unsigned)n : 1;
}

uint64_t egdb_memory(void)
{
    const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (uint64_t)pages / 4 * 3 * (uint64_t)size : (uint64_t)1 << 30;
}
