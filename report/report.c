// SPDX-License-Identifier: MIT
/*
 * Makes one pass over the rows, which come sorted by pair; the names for their ids are read first.
 */
#include "report/report.h"

#include "core/base/array.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A table of things by their id in the file; ids are small and dense. */
struct numbered {
    unsigned *index; /* by id: index + 1; owned */
    int64_t room;
};

/* An opening of the file in one variant: the same moves may be legal in several. */
struct opening_use {
    struct report_opening sum; /* no variant: not played yet */
    unsigned index;            /* of the opening in the file */
    unsigned next;             /* the same opening in another variant, 0: none */
};

/* The state of counting. */
struct report_counting {
    struct report *report;
    struct numbered players, versions, openings, reasons, matches;
    unsigned room_reasons, room_versions, room_matches, room_incidents, room_clocks;
    struct opening_use *uses; /* those of the file, then more for other variants; owned */
    unsigned n_uses, room_uses;
    const char **names; /* names of players, by the index that `players` gives; owned */
    int *met;           /* likewise: index in the crosstable, -1 if it has no game so far; owned */
    unsigned n_names, room_names, room_met, room_version_of;
    struct crosstable by_version; /* each version as a player of its own */
    unsigned *version_of;         /* by index of the version: its player in by_version; owned */
    int64_t match;
    int64_t pair; /* the pair being read, and the results of its games */
    unsigned pair_games;
    struct err *err;
};

enum { NUMBERS_MAX = 10000000 };

static int number(struct numbered *table, int64_t id, unsigned index, struct err *err)
{
    if (id < 0 || id > NUMBERS_MAX)
        return err_plain(err, "damaged: number %lld", (long long)id);
    if (id >= table->room) {
        int64_t room = 2 * id + 64;
        unsigned *grown = realloc(table->index, (size_t)room * sizeof *grown);
        if (!grown)
            return err_memory(err);
        memset(grown + table->room, 0, (size_t)(room - table->room) * sizeof *grown);
        table->index = grown;
        table->room = room;
    }
    table->index[id] = index + 1;
    return 0;
}

/* @return whether there is an entry with that id */
static bool find(const struct numbered *table, int64_t id, unsigned *index)
{
    if (id < 0 || id >= table->room || !table->index[id])
        return false;
    *index = table->index[id] - 1;
    return true;
}

static const char *keep(struct report_counting *c, struct text t)
{
    const char *kept = arena_strndup(&c->report->arena, t.s, t.n);
    if (!kept)
        err_memory(c->err);
    return kept;
}

/* ---- names ---- */

static int take_match(void *ctx, const struct results_name *name)
{
    struct report_counting *c = ctx;
    struct report *r = c->report;
    if (c->match && name->id != c->match)
        return 0;
    if (!ARRAY_GROW(r->matches, r->n_matches, c->room_matches))
        return err_memory(c->err);
    struct report_match *match = &r->matches[r->n_matches];
    *match = (struct report_match){.id = name->id, .began = name->of};
    match->event = keep(c, name->name);
    match->variant = keep(c, name->extra);
    return !match->event || !match->variant || number(&c->matches, name->id, r->n_matches++, c->err)
               ? -1
               : 0;
}

static int take_player(void *ctx, const struct results_name *name)
{
    struct report_counting *c = ctx;
    if (!ARRAY_GROW(c->names, c->n_names, c->room_names)
        || !ARRAY_GROW(c->met, c->n_names, c->room_met))
        return err_memory(c->err);
    if (!(c->names[c->n_names] = keep(c, name->name)))
        return -1;
    c->met[c->n_names] = -1;
    return number(&c->players, name->id, c->n_names++, c->err);
}

static int take_version(void *ctx, const struct results_name *name)
{
    struct report_counting *c = ctx;
    struct report *r = c->report;
    if (!ARRAY_GROW(r->versions, r->n_versions, c->room_versions)
        || !ARRAY_GROW(c->version_of, r->n_versions, c->room_version_of))
        return err_memory(c->err);
    struct report_version *version = &r->versions[r->n_versions];
    *version = (struct report_version){.name = keep(c, name->name)};
    c->version_of[r->n_versions] = 0;
    return version->name ? number(&c->versions, name->id, r->n_versions++, c->err) : -1;
}

static int take_opening(void *ctx, const struct results_name *name)
{
    struct report_counting *c = ctx;
    if (!ARRAY_GROW(c->uses, c->n_uses, c->room_uses))
        return err_memory(c->err);
    struct opening_use *use = &c->uses[c->n_uses];
    *use = (struct opening_use){.sum = {.name = keep(c, name->name), .moves = keep(c, name->extra)},
                                .index = c->n_uses};
    return !use->sum.name || !use->sum.moves || number(&c->openings, name->id, c->n_uses++, c->err)
               ? -1
               : 0;
}

static int take_reason(void *ctx, const struct results_name *name)
{
    struct report_counting *c = ctx;
    struct report *r = c->report;
    if (!ARRAY_GROW(r->reasons, r->n_reasons, c->room_reasons))
        return err_memory(c->err);
    struct report_reason *reason = &r->reasons[r->n_reasons];
    *reason =
        (struct report_reason){.word = keep(c, name->name), .termination = keep(c, name->extra)};
    return !reason->word || !reason->termination
                   || number(&c->reasons, name->id, r->n_reasons++, c->err)
               ? -1
               : 0;
}

static int take_incident(void *ctx, const struct results_incident *from)
{
    struct report_counting *c = ctx;
    struct report *r = c->report;
    if (!ARRAY_GROW(r->incidents, r->n_incidents, c->room_incidents))
        return err_memory(c->err);
    struct report_incident *incident = &r->incidents[r->n_incidents++];
    *incident = (struct report_incident){from->match, from->at, keep(c, from->player),
                                         keep(c, from->kind), keep(c, from->detail)};
    return incident->player && incident->kind && incident->detail ? 0 : -1;
}

static int take_names(struct report_counting *c, struct results *results)
{
    static const struct {
        enum results_names kind;
        int (*take)(void *ctx, const struct results_name *name);
    } kinds[] = {{RESULTS_MATCHES, take_match},
                 {RESULTS_PLAYERS, take_player},
                 {RESULTS_VERSIONS, take_version},
                 {RESULTS_OPENINGS, take_opening},
                 {RESULTS_REASONS, take_reason}};
    for (unsigned i = 0; i < ARRAY_LEN(kinds); i++)
        if (results_names(results, kinds[i].kind, kinds[i].take, c, c->err))
            return -1;
    if (c->match && !c->report->n_matches)
        return err_plain(c->err, "contains no match %lld", (long long)c->match);
    return results_incidents(results, c->match, take_incident, c, c->err);
}

/* ---- games ---- */

/* @param fell it lost on time; files by older versions do not have the clock's last reading */
static void count_clock(struct report_clock *sum, const struct results_clock *clock, bool fell)
{
    int64_t least = fell && clock->least > 0 ? 0 : clock->least;
    sum->games++;
    sum->moves += clock->moves;
    sum->used += clock->used;
    if (clock->longest > sum->longest)
        sum->longest = clock->longest;
    if (least != RESULTS_NO_CLOCK && (sum->least == RESULTS_NO_CLOCK || least < sum->least))
        sum->least = least;
    sum->overstepped += fell || (least != RESULTS_NO_CLOCK && least < 0);
    if (clock->against || clock->claimed) {
        int64_t wide = clock->claimed - clock->against;
        sum->claiming++;
        sum->claimed += clock->claimed;
        sum->against += clock->against;
        if (llabs(wide) > llabs(sum->widest))
            sum->widest = wide;
    }
}

/*
 * Finds the sum for an opening in a variant, or begins one.
 * @return NULL with `err`: out of memory
 */
static struct report_opening *find_opening(struct report_counting *c, unsigned index,
                                           const char *variant)
{
    unsigned at = index;
    while (c->uses[at].sum.variant && strcmp(c->uses[at].sum.variant, variant) != 0
           && c->uses[at].next)
        at = c->uses[at].next;
    struct report_opening *sum = &c->uses[at].sum;
    if (!sum->variant)
        sum->variant = variant;
    if (strcmp(sum->variant, variant) == 0)
        return sum;
    if (!ARRAY_GROW(c->uses, c->n_uses, c->room_uses)) {
        err_memory(c->err);
        return NULL;
    }
    const struct report_opening *first = &c->uses[index].sum;
    c->uses[c->n_uses] = (struct opening_use){
        .sum = {.name = first->name, .moves = first->moves, .variant = variant}, .index = index};
    c->uses[at].next = c->n_uses;
    return &c->uses[c->n_uses++].sum;
}

static void count_opening(struct report_counting *c, struct report_opening *opening,
                          const struct results_row *row)
{
    opening->white_won += row->result == RESULT_WHITE;
    opening->black_won += row->result == RESULT_BLACK;
    opening->drawn += row->result == RESULT_DRAW;
    opening->unknown += row->result == RESULT_UNKNOWN || row->result == RESULT_BOTH_LOST;
    c->pair_games = row->pair == c->pair ? c->pair_games + 1 : 1;
    c->pair = row->pair;
    opening->pairs += c->pair_games == 2;
}

/* Finds the player of a row. Players of other matches in the file never get here. */
static int find_player(struct report_counting *c, int64_t id, unsigned *player)
{
    struct report *r = c->report;
    unsigned name;
    if (!find(&c->players, id, &name))
        return err_plain(c->err, "damaged: player %lld", (long long)id);
    if (c->met[name] >= 0) {
        *player = (unsigned)c->met[name];
        return 0;
    }
    if (crosstable_player(&r->table, text_of(c->names[name]), player, c->err))
        return -1;
    if (!ARRAY_GROW(r->clocks, *player, c->room_clocks))
        return err_memory(c->err);
    r->clocks[*player] = (struct report_clock){.least = RESULTS_NO_CLOCK};
    c->met[name] = (int)*player;
    return 0;
}

/* Players get their indexes in the order in which their match names them. */
static int take_entry(void *ctx, const struct results_name *name)
{
    struct report_counting *c = ctx;
    unsigned player;
    return c->match && name->of != c->match ? 0 : find_player(c, name->id, &player);
}

/* @param as the name of the version as a player of its own */
static int count_version(struct report_counting *c, int64_t id, unsigned player,
                         const struct results_row *row, bool is_white, unsigned *as)
{
    unsigned index;
    char key[48];
    bool known = id && find(&c->versions, id, &index);
    snprintf(key, sizeof key, "%u/%lld", player, known ? (long long)id : 0);
    if (crosstable_player(&c->by_version, text_of(key), as, c->err))
        return -1;
    if (!known)
        return 0;
    struct report_version *version = &c->report->versions[index];
    bool won = row->result == (is_white ? RESULT_WHITE : RESULT_BLACK);
    bool lost = row->result == (is_white ? RESULT_BLACK : RESULT_WHITE);
    version->player = player;
    version->sum[won                          ? OUTCOME_WON
                 : lost                       ? OUTCOME_LOST
                 : row->result == RESULT_DRAW ? OUTCOME_DRAWN
                                              : OUTCOME_UNKNOWN]++;
    if (!version->first || row->began < version->first)
        version->first = row->began;
    if (row->began > version->last)
        version->last = row->began;
    c->version_of[index] = *as;
    return 0;
}

/* The word comes from the referee: dama-match(1). */
static bool lost_on_time(const struct report_counting *c, const struct results_row *row,
                         enum side side)
{
    unsigned reason;
    return row->blame == (int)side && find(&c->reasons, row->reason, &reason)
           && strcmp(c->report->reasons[reason].word, "time") == 0;
}

static int count_game(struct report_counting *c, const struct results_row *row, unsigned white,
                      unsigned black, struct report_opening *opening)
{
    struct report *r = c->report;
    unsigned as_white, as_black;
    const int64_t pair = row->pair_games > 1 ? row->pair : 0;
    r->games++;
    r->plies += row->plies;
    count_opening(c, opening, row);
    count_clock(&r->clocks[white], &row->clock[WHITE], lost_on_time(c, row, WHITE));
    count_clock(&r->clocks[black], &row->clock[BLACK], lost_on_time(c, row, BLACK));
    return count_version(c, row->white_version, white, row, true, &as_white)
           || count_version(c, row->black_version, black, row, false, &as_black)
           || crosstable_add(&r->table, white, black, pair, row->result, c->err)
           || crosstable_add(&c->by_version, as_white, as_black, pair, row->result, c->err);
}

static int count_row(void *ctx, const struct results_row *row)
{
    struct report_counting *c = ctx;
    struct report *r = c->report;
    unsigned match, white, black, opening, reason;
    if (!find(&c->matches, row->match, &match) || !find(&c->openings, row->opening, &opening)
        || !find(&c->reasons, row->reason, &reason))
        return err_plain(c->err, "damaged: game %lld", (long long)row->number);
    if (!r->first || row->began < r->first)
        r->first = row->began;
    if (row->ended > r->last)
        r->last = row->ended;
    if (row->blame >= 0)
        r->reasons[reason].blamed[row->blame]++;
    if (!row->counts) {
        r->replayed++;
        r->reasons[reason].replayed++;
        r->matches[match].replayed++;
        return 0;
    }
    r->reasons[reason].games++;
    r->matches[match].games++;
    if (find_player(c, row->white, &white) || find_player(c, row->black, &black))
        return -1;
    struct report_opening *sum = find_opening(c, opening, r->matches[match].variant);
    return !sum || count_game(c, row, white, black, sum) ? -1 : 0;
}

/* ---- what is left of it ---- */

static int by_frequency(const void *a, const void *b)
{
    const struct report_reason *x = a, *y = b;
    uint64_t m = x->games + x->replayed, n = y->games + y->replayed;
    return m != n ? (m > n ? -1 : 1) : strcmp(x->word, y->word);
}

static int by_player_and_time(const void *a, const void *b)
{
    const struct report_version *x = a, *y = b;
    if (x->player != y->player)
        return x->player < y->player ? -1 : 1;
    return x->first != y->first ? (x->first < y->first ? -1 : 1) : strcmp(x->name, y->name);
}

static int by_variant(const void *a, const void *b)
{
    const struct opening_use *x = a, *y = b;
    int order = strcmp(x->sum.variant, y->sum.variant);
    return order ? order : (x->index > y->index) - (x->index < y->index);
}

/* Keeps only the openings that were played, and sorts them. */
static int tidy_openings(struct report_counting *c)
{
    struct report *r = c->report;
    unsigned n = 0;
    for (unsigned i = 0; i < c->n_uses; i++)
        if (c->uses[i].sum.variant)
            c->uses[n++] = c->uses[i];
    if (n)
        qsort(c->uses, n, sizeof *c->uses, by_variant);
    r->openings = calloc(n + 1, sizeof *r->openings);
    if (!r->openings)
        return err_memory(c->err);
    for (; r->n_openings < n; r->n_openings++) {
        struct report_opening *o = &r->openings[r->n_openings];
        *o = c->uses[r->n_openings].sum;
        o->dead = o->pairs && !o->white_won && !o->black_won && !o->unknown;
        r->n_dead += o->dead;
        r->n_variants += !r->n_openings || strcmp(o->variant, o[-1].variant) != 0;
    }
    return 0;
}

static void rate_version(const struct report_counting *c, struct report_version *version,
                         unsigned player)
{
    const struct ratings_player *rating = &c->by_version.players[player].rating;
    const bool rated = c->by_version.rated && !isnan(crosstable_share(version->sum));
    version->elo = rated ? rating->elo : (struct interval){NAN, NAN, NAN};
    version->group = rating->group;
}

static void tidy(struct report_counting *c)
{
    struct report *r = c->report;
    unsigned n = 0;
    for (unsigned i = 0; i < r->n_reasons; i++)
        if (r->reasons[i].games + r->reasons[i].replayed)
            r->reasons[n++] = r->reasons[i];
    r->n_reasons = n;
    n = 0;
    for (unsigned i = 0; i < r->n_versions; i++) {
        if (!r->versions[i].first)
            continue;
        rate_version(c, &r->versions[i], c->version_of[i]);
        r->versions[n++] = r->versions[i];
    }
    r->n_versions = n;
    r->version_groups = c->by_version.model.groups;
    if (r->n_reasons)
        qsort(r->reasons, r->n_reasons, sizeof *r->reasons, by_frequency);
    if (r->n_versions)
        qsort(r->versions, r->n_versions, sizeof *r->versions, by_player_and_time);
}

static int count(struct report_counting *c, struct results *results)
{
    struct report *r = c->report;
    struct results_filter which = {.match = c->match, .with_uncounted = true};
    if (take_names(c, results) || results_names(results, RESULTS_ENTRIES, take_entry, c, c->err))
        return -1;
    if (results_rows(results, &which, count_row, c, c->err) || crosstable_finish(&r->table, c->err)
        || crosstable_finish(&c->by_version, c->err))
        return -1;
    tidy(c);
    return tidy_openings(c);
}

int report_make(struct results *results, int64_t match, struct report **out, struct err *err)
{
    struct report_counting c = {.match = match, .err = err};
    c.report = calloc(1, sizeof *c.report);
    if (!c.report)
        return err_memory(err);
    c.report->table.scheduled = true;
    int rc = count(&c, results);
    free(c.players.index);
    free(c.versions.index);
    free(c.openings.index);
    free(c.reasons.index);
    free(c.matches.index);
    free(c.names);
    free(c.uses);
    free(c.met);
    free(c.version_of);
    crosstable_fini(&c.by_version);
    if (rc)
        report_close(c.report);
    else
        *out = c.report;
    return rc ? -1 : 0;
}

void report_close(struct report *report)
{
    if (!report)
        return;
    crosstable_fini(&report->table);
    free(report->matches);
    free(report->openings);
    free(report->reasons);
    free(report->clocks);
    free(report->versions);
    free(report->incidents);
    arena_fini(&report->arena);
    free(report);
}
