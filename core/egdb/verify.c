// SPDX-License-Identifier: MIT
#include "core/egdb/verify.h"

#include "core/base/random.h"
#include "core/base/team.h"
#include "core/board/move.h"

#include <pthread.h>
#include <stdlib.h>

enum { PIECE = 1 << 15 };

struct verifying {
    const struct egdb_verifier *verifier;
    const struct egdb_tables *tables;
    const struct egdb_table *table;
    struct egdb_sets sets;
    atomic_bool failed, missing;

    pthread_mutex_t lock; /* guards the fields below */
    struct egdb_proof *proof;
    uint64_t first_at;
};

/*
 * Computes the value of a position from its moves.
 * @return false if it is not in the slice: a capture is pending
 */
static bool look_ahead(struct verifying *v, const struct position *pos, struct moves *list,
                       struct egdb_answer *is)
{
    const struct rules *rules = v->tables->squares.rules;
    *is = (struct egdb_answer){EGDB_UNKNOWN, true, 0};
    if (moves_generate(rules, pos, list))
        atomic_store(&v->failed, true);
    if (list->n == 0)
        is->value = egdb_value_stuck(rules);
    if (list->n == 0)
        return true;
    if (list->at[0].captured && v->table->quiet_only)
        return false;
    for (unsigned i = 0; i < list->n; i++) {
        struct position next = *pos;
        struct egdb_answer after;
        move_play(rules, &next, &list->at[i]);
        egdb_tables_probe(v->tables, &next, &after);
        if (!egdb_value_improve(is, &after))
            atomic_store(&v->missing, true);
    }
    return true;
}

/* Whether two answers agree; distances are compared only if all successors have them. */
static bool agrees(const struct egdb_answer *says, const struct egdb_answer *is)
{
    return says->value == is->value
           && (!says->has_plies || !is->has_plies || says->value == EGDB_DRAW
               || says->plies == is->plies);
}

static void add_counts(struct verifying *v, uint64_t proved, uint64_t wrong, uint64_t at,
                       const struct egdb_proof *found)
{
    pthread_mutex_lock(&v->lock);
    v->proof->positions += proved;
    v->proof->wrong += wrong;
    if (wrong && at < v->first_at) {
        v->first_at = at;
        v->proof->first = found->first;
        v->proof->says = found->says;
        v->proof->is = found->is;
    }
    pthread_mutex_unlock(&v->lock);
}

static bool is_sampled(const struct egdb_verifier *verifier, uint64_t at)
{
    return verifier->sample <= 1
           || random_splitmix64_scramble(at + verifier->seed) % verifier->sample == 0;
}

static bool should_stop(const struct egdb_verifier *verifier)
{
    return verifier->stop && atomic_load(verifier->stop);
}

static void verify_piece(void *ctx, size_t piece)
{
    struct verifying *v = ctx;
    const struct egdb_table *table = v->table;
    const uint64_t begin = (uint64_t)piece * PIECE;
    const uint64_t end = begin + PIECE < table->index.size ? begin + PIECE : table->index.size;
    struct egdb_proof found = {0};
    uint64_t at = UINT64_MAX;
    struct egdb_cursor cursor;
    struct position pos;
    struct moves list;
    if (should_stop(v->verifier))
        return;
    moves_init(&list);
    egdb_cursor_set(&cursor, &table->index, &v->sets, begin);
    for (; cursor.at < end; egdb_cursor_next(&cursor)) {
        struct egdb_answer is;
        if (!is_sampled(v->verifier, cursor.at) || !egdb_cursor_position(&cursor, &pos)
            || !look_ahead(v, &pos, &list, &is))
            continue;
        const struct egdb_answer says = {egdb_table_value(table, cursor.at), table->plies != NULL,
                                         table->plies ? table->plies[cursor.at] : 0};
        found.positions++;
        if (agrees(&says, &is))
            continue;
        if (!found.wrong++) {
            at = cursor.at;
            found.first = pos;
            found.says = says;
            found.is = is;
        }
    }
    moves_fini(&list);
    add_counts(v, found.positions, found.wrong, at, &found);
    if (v->verifier->progress)
        v->verifier->progress(v->verifier->ctx, end - begin);
}

uint64_t egdb_verify_bytes(const struct egdb_squares *squares, struct egdb_material material)
{
    struct egdb_index index;
    egdb_index_init(squares, material, &index);
    return egdb_sets_bytes(&index);
}

int egdb_verify_slice(const struct egdb_verifier *verifier, struct egdb_material material,
                      struct egdb_proof *out, struct err *err)
{
    char name[EGDB_NAME_SIZE];
    struct verifying v = {
        .verifier = verifier,
        .tables = verifier->tables,
        .table = verifier->tables->table[egdb_material_code(material)],
        .lock = PTHREAD_MUTEX_INITIALIZER,
        .proof = out,
        .first_at = UINT64_MAX,
    };
    *out = (struct egdb_proof){0};
    egdb_material_name(material, name);
    if (!v.table)
        return err_plain(err, "%s is missing", name);
    if (egdb_sets_init(&v.table->index, &v.sets))
        return err_memory(err);
    team_share(verifier->threads, (size_t)((v.table->index.size + PIECE - 1) / PIECE), verify_piece,
               &v);
    egdb_sets_fini(&v.sets);
    pthread_mutex_destroy(&v.lock);
    if (should_stop(verifier))
        return 1;
    if (atomic_load(&v.failed))
        return err_memory(err);
    if (atomic_load(&v.missing))
        return err_plain(err, "%s: a slice that it leads to is missing", name);
    return 0;
}
