// SPDX-License-Identifier: MIT
#include "core/egdb/slices.h"

#include <stdlib.h>

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
        wrong->at.file = NULL; /* `path` is local */
    }
}

static void close_slices(struct egdb_slice *slice, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        for (unsigned kind = 0; kind < EGDB_KINDS; kind++)
            egdb_file_close(slice[i].file[kind]);
}

int egdb_slices_open(const char *dir, const struct rules *rules, unsigned pieces,
                     struct egdb_slices **out, struct err *err)
{
    struct egdb_slices *slices = *out = calloc(1, sizeof *slices);
    struct egdb_material material[EGDB_SLICES_MAX];
    unsigned n = 0;
    if (!slices)
        return err_memory(err);
    egdb_squares_init(rules, &slices->squares);
    for (unsigned p = 2; p <= EGDB_PIECES_MAX; p++) {
        const unsigned of_these = egdb_material_list(rules, p, material);
        bool any = p <= pieces;
        for (unsigned i = 0; i < of_these; i++, n++) {
            struct egdb_slice *slice = &slices->slice[n];
            slice->material = material[i];
            open_slice(dir, &slices->squares, slice);
            for (unsigned kind = 0; kind < EGDB_KINDS; kind++)
                any = any || slice->file[kind] || slice->wrong[kind].msg[0];
        }
        if (any)
            slices->n = n;
    }
    close_slices(slices->slice + slices->n, n - slices->n);
    return 0;
}

void egdb_slices_close(struct egdb_slices *slices)
{
    if (slices)
        close_slices(slices->slice, slices->n);
    free(slices);
}

const struct egdb_slice *egdb_slices_find(const struct egdb_slices *slices,
                                          struct egdb_material material)
{
    for (unsigned i = 0; i < slices->n; i++)
        if (egdb_material_code(slices->slice[i].material) == egdb_material_code(material))
            return &slices->slice[i];
    return NULL;
}

const char *egdb_slice_trouble(const struct egdb_slice *slice)
{
    for (unsigned kind = 0; kind < EGDB_KINDS; kind++)
        if (slice->wrong[kind].msg[0])
            return slice->wrong[kind].msg;
    return slice->file[EGDB_WDL] ? NULL : "missing";
}

const char *egdb_slice_check(const struct egdb_slice *slice, struct err *err)
{
    const char *trouble = egdb_slice_trouble(slice);
    for (unsigned kind = 0; kind < EGDB_KINDS && !trouble; kind++)
        if (slice->file[kind] && egdb_file_check(slice->file[kind], err))
            trouble = err->msg;
    return trouble;
}
