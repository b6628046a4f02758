// SPDX-License-Identifier: MIT
/*
 * A slice without captures (quiet_only) has no values for positions in which one is pending. Those
 * are answered by playing the captures; the recursion is bounded by the number of pieces.
 */
#include "core/egdb/table.h"

#include "core/board/move.h"

#include <stdlib.h>

void egdb_tables_init(const struct rules *rules, struct egdb_tables *out)
{
    *out = (struct egdb_tables){0};
    egdb_squares_init(rules, &out->squares);
}

size_t egdb_table_bytes(const struct egdb_index *index, bool with_plies)
{
    return sizeof(struct egdb_table) + (size_t)(index->size / 4 + 1)
           + (with_plies ? (size_t)index->size * sizeof(uint16_t) : 0);
}

struct egdb_table *egdb_tables_add(struct egdb_tables *tables, struct egdb_material material,
                                   bool with_plies)
{
    struct egdb_table **place = &tables->table[egdb_material_code(material)];
    if (*place)
        return *place;
    struct egdb_table *table = calloc(1, sizeof *table);
    if (!table)
        return NULL;
    egdb_index_init(&tables->squares, material, &table->index);
    table->wdl = calloc(1, (size_t)(table->index.size / 4 + 1));
    table->plies = with_plies ? calloc((size_t)table->index.size, sizeof *table->plies) : NULL;
    if (!table->wdl || (with_plies && !table->plies)) {
        free(table->wdl);
        free(table->plies);
        free(table);
        return NULL;
    }
    tables->bytes += egdb_table_bytes(&table->index, with_plies);
    return *place = table;
}

void egdb_tables_drop(struct egdb_tables *tables, struct egdb_material material)
{
    struct egdb_table **place = &tables->table[egdb_material_code(material)];
    struct egdb_table *table = *place;
    if (!table)
        return;
    tables->bytes -= egdb_table_bytes(&table->index, table->plies != NULL);
    free(table->wdl);
    free(table->plies);
    free(table);
    *place = NULL;
}

void egdb_tables_fini(struct egdb_tables *tables)
{
    for (unsigned code = 0; code < EGDB_MATERIALS; code++)
        if (tables->table[code])
            egdb_tables_drop(tables, tables->table[code]->index.material);
}

/* Resolves captures: each leads to fewer pieces, so this ends soon. */
static void probe_captures(const struct egdb_tables *tables, const struct position *pos,
                           const struct moves *list, struct egdb_answer *answer)
{
    struct egdb_answer best = {EGDB_UNKNOWN, true, 0};
    bool all_known = true;
    for (unsigned i = 0; i < list->n; i++) {
        struct position next = *pos;
        struct egdb_answer after;
        move_play(tables->squares.rules, &next, &list->at[i]);
        egdb_tables_probe(tables, &next, &after);
        all_known = egdb_value_improve(&best, &after) && all_known;
    }
    if (!all_known && best.value != EGDB_WIN)
        best = (struct egdb_answer){EGDB_UNKNOWN, false, 0};
    *answer = best;
    answer->has_plies = best.has_plies && all_known; /* an unknown move may win sooner */
}

void egdb_tables_probe(const struct egdb_tables *tables, const struct position *pos,
                       struct egdb_answer *answer)
{
    const struct rules *rules = tables->squares.rules;
    if (egdb_value_decided(rules, pos, answer))
        return;
    *answer = (struct egdb_answer){EGDB_UNKNOWN, false, 0};
    const struct egdb_material material = egdb_material_of(pos);
    const struct egdb_table *table =
        egdb_material_fits(material) ? tables->table[egdb_material_code(material)] : NULL;
    if (!table || !egdb_index_has(&tables->squares, pos))
        return;
    if (table->quiet_only) {
        struct moves list;
        moves_init(&list);
        const bool failed = moves_captures(rules, pos, &list) < 0;
        if (list.n && !failed)
            probe_captures(tables, pos, &list, answer);
        const bool has_captures = list.n > 0;
        moves_fini(&list);
        if (has_captures || failed)
            return;
    }
    const uint64_t at = egdb_index_of(&table->index, pos);
    answer->value = egdb_table_value(table, at);
    answer->has_plies = table->plies != NULL;
    answer->plies = table->plies ? table->plies[at] : 0;
}
