// SPDX-License-Identifier: MIT
/*
 * No moves are generated: a capture may take any number of men and kings, and a man may be crowned,
 * so the slices that a slice may lead to follow from the counts. The list grows while it is walked
 * through, until nothing new is found.
 */
#include "core/egdb/dependencies.h"

#include <stdlib.h>

static bool has_need(const struct egdb_dependencies *needs, struct egdb_material material)
{
    for (unsigned i = 0; i < needs->n; i++)
        if (egdb_material_code(needs->material[i]) == egdb_material_code(material))
            return true;
    return false;
}

static void add_need(struct egdb_dependencies *needs, struct egdb_material material)
{
    if (!egdb_material_fits(material)
        || (needs->no_kings && (material.own_kings || material.other_kings)))
        return;
    if (!has_need(needs, material))
        needs->material[needs->n++] = material;
}

/* Adds the materials that a capture or a crowning may lead to, with the other side to move. */
static void add_moves(struct egdb_dependencies *needs, struct egdb_material m)
{
    for (unsigned crowned = 0; crowned <= 1 && crowned <= m.own_men; crowned++)
        for (unsigned men = 0; men <= m.other_men; men++)
            for (unsigned kings = 0; kings <= m.other_kings; kings++) {
                const struct egdb_material after = {
                    (uint8_t)(m.own_men - crowned), (uint8_t)(m.own_kings + crowned),
                    (uint8_t)(m.other_men - men), (uint8_t)(m.other_kings - kings)};
                if (crowned || men || kings)
                    add_need(needs, egdb_material_mirror(after));
            }
}

static int compare_pieces(const void *a, const void *b)
{
    const struct egdb_material *x = a, *y = b;
    return (int)egdb_material_pieces(*x) - (int)egdb_material_pieces(*y);
}

void egdb_dependencies_find(const struct rules *rules, struct egdb_material material,
                            struct egdb_dependencies *out)
{
    *out = (struct egdb_dependencies){.no_kings = rules->goal == GOAL_KING};
    add_moves(out, material);
    add_moves(out, egdb_material_mirror(material));
    for (unsigned i = 0; i < out->n; i++)
        add_moves(out, out->material[i]);
    qsort(out->material, out->n, sizeof *out->material, compare_pieces);
}

uint64_t egdb_dependencies_bytes(const struct egdb_dependencies *needs,
                                 const struct egdb_squares *squares, bool with_plies)
{
    uint64_t bytes = 0;
    for (unsigned i = 0; i < needs->n; i++) {
        struct egdb_index index;
        egdb_index_init(squares, needs->material[i], &index);
        bytes += egdb_table_bytes(&index, with_plies);
    }
    return bytes;
}

void egdb_dependencies_make_room(const struct egdb_dependencies *needs, struct egdb_tables *tables,
                                 uint64_t limit)
{
    for (unsigned code = 0; code < EGDB_MATERIALS && tables->bytes > limit; code++) {
        const struct egdb_table *table = tables->table[code];
        if (table && !has_need(needs, table->index.material))
            egdb_tables_drop(tables, table->index.material);
    }
}
