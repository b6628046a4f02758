// SPDX-License-Identifier: MIT
#include "core/egdb/slices.h"

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

const char *egdb_slice_check(const struct egdb_slice *slice, struct err *err)
{
    if (!slice->file[EGDB_WDL] && !slice->wrong[EGDB_WDL].msg[0])
        return "is missing";
    for (unsigned kind = 0; kind < EGDB_KINDS; kind++) {
        if (slice->wrong[kind].msg[0])
            return slice->wrong[kind].msg;
        if (slice->file[kind] && egdb_file_check(slice->file[kind], err) < 0)
            return err->msg;
    }
    return NULL;
}
