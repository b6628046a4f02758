// SPDX-License-Identifier: MIT
#include "report/match-status.h"

#include "report/crosstable.h"

#include <math.h>
#include <stdlib.h>

/* The first player is 0, everybody else is 1. */
struct match_tally {
    struct results *results;
    struct crosstable table;
    struct results_filter which; /* its `after`: the last game that is counted */
    int64_t last;                /* the greatest number of a game so far */
    int64_t first;               /* the player's number in the file; -1: there is none */
    const char *name;            /* of the first player, while it is looked for */
    struct err *err;             /* of the call that is being served */
};

static int find_first(void *ctx, const struct results_name *name)
{
    struct match_tally *t = ctx;
    if (text_is(name->name, t->name))
        t->first = name->id;
    return 0;
}

static int count(void *ctx, const struct results_row *row)
{
    struct match_tally *t = ctx;
    t->last = row->number > t->last ? row->number : t->last;
    if (row->white != t->first && row->black != t->first)
        return 0;
    return crosstable_add(&t->table, row->white != t->first, row->black != t->first,
                          row->pair_games > 1 ? row->pair : 0, row->result, t->err);
}

static int find_player(struct match_tally *t, struct err *err)
{
    struct arena arena = {0};
    struct results_match head;
    int rc = results_match_load(t->results, t->which.match, &arena, &head, err);
    t->first = -1;
    if (rc == 0 && head.n_players) {
        t->name = head.players[0].name;
        rc = results_names(t->results, RESULTS_PLAYERS, find_first, t, err);
    }
    arena_fini(&arena);
    return rc ? -1 : 0;
}

int match_tally_open(struct results *results, int64_t match, struct match_tally **out,
                     struct err *err)
{
    struct match_tally *t = calloc(1, sizeof *t);
    if (!t)
        return err_memory(err);
    t->results = results;
    t->which.match = match;
    if (find_player(t, err)) {
        match_tally_close(t);
        return -1;
    }
    *out = t;
    return 0;
}

static int begin_table(struct match_tally *t, struct err *err)
{
    unsigned index;
    t->table.scheduled = true;
    return crosstable_player(&t->table, text_of("first"), &index, err)
           || crosstable_player(&t->table, text_of("others"), &index, err);
}

/* Where it fails, the next call counts from the beginning. @return 0, or -1 with `err` */
static int count_new(struct match_tally *t, struct err *err)
{
    t->err = err;
    if ((!t->table.n_players && begin_table(t, err))
        || results_rows(t->results, &t->which, count, t, err)) {
        crosstable_fini(&t->table);
        t->which.after = t->last = 0;
        return -1;
    }
    t->which.after = t->last;
    return 0;
}

static void judge(const struct match_tally *t, const struct sprt *sprt, double alarm,
                  struct match_status *out)
{
    bool flipped;
    const struct crosstable_cell *cell = crosstable_find(&t->table, 0, 1, &flipped);
    *out = (struct match_status){.counts = {.kinds = ELO_PAIRS}};
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

int match_tally_judge(struct match_tally *t, const struct sprt *sprt, double alarm,
                      struct match_status *out, struct err *err)
{
    if (count_new(t, err))
        return -1;
    judge(t, sprt, alarm, out);
    return 0;
}

void match_tally_close(struct match_tally *t)
{
    if (!t)
        return;
    crosstable_fini(&t->table);
    free(t);
}

int match_status_find(struct results *results, int64_t match, const struct sprt *sprt, double alarm,
                      struct match_status *out, struct err *err)
{
    struct match_tally *t = NULL;
    int rc = match_tally_open(results, match, &t, err);
    if (rc == 0)
        rc = match_tally_judge(t, sprt, alarm, out, err);
    match_tally_close(t);
    return rc;
}
