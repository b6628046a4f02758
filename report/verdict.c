// SPDX-License-Identifier: MIT
#include "report/verdict.h"

#include "report/crosstable.h"

#include <math.h>

/** What is counted: the first player is 0, everybody else is 1. */
struct judging {
    struct crosstable table;
    int64_t first; /* the player's number in the file */
    const char *name;
    struct err *err;
};

static int find_first(void *ctx, const struct results_name *name)
{
    struct judging *j = ctx;
    if (text_is(name->name, j->name))
        j->first = name->id;
    return 0;
}

static int count(void *ctx, const struct results_row *row)
{
    struct judging *j = ctx;
    if (row->white != j->first && row->black != j->first)
        return 0;
    return crosstable_add(&j->table, row->white != j->first, row->black != j->first,
                          row->pair_games > 1 ? row->pair : 0, row->result, j->err);
}

static void judge(const struct judging *j, const struct sprt *sprt, double alarm,
                  struct report_verdict *out)
{
    bool flipped;
    const struct crosstable_cell *cell = crosstable_find(&j->table, 0, 1, &flipped);
    *out = (struct report_verdict){.counts = {.kinds = ELO_PAIRS}};
    struct elo_counts settled = out->counts;
    if (cell) {
        out->counts = crosstable_counts(cell, false);
        settled = crosstable_settled(cell, false);
    }
    out->elo = elo_estimate(&out->counts, INTERVAL_95);
    out->alarm = !isnan(alarm) && elo_count(&out->counts) > 0 && out->elo.high < alarm;
    if (sprt)
        out->sprt = sprt_judge(sprt, &settled);
}

int report_verdict(struct results *results, int64_t match, const struct sprt *sprt, double alarm,
                   struct report_verdict *out, struct err *err)
{
    struct judging j = {.err = err, .first = -1, .table.scheduled = true};
    struct arena arena = {0};
    struct results_match head;
    struct results_which which = {.match = match};
    unsigned index;
    int rc = results_match_load(results, match, &arena, &head, err);
    if (rc == 0 && head.n_players) {
        j.name = head.players[0].name;
        rc = crosstable_player(&j.table, text_of("first"), &index, err)
             || crosstable_player(&j.table, text_of("others"), &index, err)
             || results_names(results, RESULTS_PLAYERS, find_first, &j, err)
             || results_rows(results, &which, count, &j, err) || crosstable_finish(&j.table, err);
    }
    if (rc == 0)
        judge(&j, sprt, alarm, out);
    crosstable_fini(&j.table);
    arena_fini(&arena);
    return rc ? -1 : 0;
}
