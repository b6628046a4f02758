// SPDX-License-Identifier: MIT
#include "core/query/summary.h"

#include "core/base/compiler.h"
#include "core/base/hash.h"
#include "core/game/date.h"
#include "core/game/facts.h"
#include "core/game/names.h"
#include "core/game/traverse.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    LENGTHS = 11,
    LENGTH_STEP = 20,
    YEARS = 3000,
    PIECES = 65,
    TOP = 10,
    VARIANTS = 64,
    OPENING = 2, /* plies */
};

/* Keys of names that have been met. */
struct set {
    uint64_t *slots; /* owned; 0 is empty */
    size_t n, room;
};

struct stats {
    uint64_t games, with_moves, setups, annotated, broken, plies;
    unsigned shortest, longest;
    uint64_t results[RESULT_OTHER + 1], lengths[LENGTHS], years[YEARS], no_year;
    uint64_t endings[PIECES][PIECES], with_kings;
    uint64_t faults[FINDING_COUNT];
    const struct rules *variants[VARIANTS];
    uint64_t of_variant[VARIANTS];
    struct set players, events;
    struct opening_count *openings;
};

static uint64_t key_of(struct text name)
{
    uint64_t key = hash128_of(name.s, name.n).low;
    return name_is_unknown(name) ? 0 : key ? key : 1;
}

static int set_add(struct set *set, uint64_t key)
{
    if (!key)
        return 0;
    if (2 * (set->n + 1) > set->room) {
        struct set next = {.room = set->room ? 2 * set->room : 256};
        next.slots = calloc(next.room, sizeof *next.slots);
        if (!next.slots)
            return -1;
        for (size_t i = 0; i < set->room; i++) {
            if (set->slots[i])
                set_add(&next, set->slots[i]);
        }
        free(set->slots);
        *set = next;
    }
    size_t i = (size_t)key & (set->room - 1);
    while (set->slots[i] && set->slots[i] != key)
        i = (i + 1) & (set->room - 1);
    set->n += set->slots[i] == 0;
    set->slots[i] = key;
    return 0;
}

/* ---- one game ---- */

int stats_describe(const struct game *game, bool broken, struct buffer *text,
                   struct stats_game *out)
{
    struct facts facts;
    struct date date;
    struct position pos = game->start;
    if (facts_count(game, &facts))
        return -1;
    *out = (struct stats_game){
        .rules = game->rules,
        .result = game->result,
        .plies = facts.plies,
        .setup = game->start_given,
        .annotated = facts.comments || facts.variations || facts.nags,
        .broken = broken,
        .white = key_of(game_tag(game, "White")),
        .black = key_of(game_tag(game, "Black")),
        .event = key_of(game_tag(game, "Event")),
    };
    if (date_read(game_tag(game, "Date"), &date) != DATE_NONE && date.year < YEARS)
        out->year = (int)date.year;
    for (const struct node *node = game->line.first; game->rules && node; node = node->next) {
        if (!node_play(game->rules, node, &pos))
            break;
    }
    for (unsigned side = 0; side < 2; side++) {
        out->men[side] = (uint8_t)POPCOUNT64(position_men(&pos, side));
        out->kings[side] = (uint8_t)POPCOUNT64(position_kings(&pos, side));
    }
    opening_describe(game, text, &out->opening);
    return text->failed ? -1 : 0;
}

/* ---- all ---- */

struct stats *stats_open(void)
{
    struct stats *stats = calloc(1, sizeof *stats);
    if (stats && !(stats->openings = opening_count_open(OPENING))) {
        free(stats);
        return NULL;
    }
    return stats;
}

void stats_close(struct stats *stats)
{
    if (!stats)
        return;
    opening_count_close(stats->openings);
    free(stats->players.slots);
    free(stats->events.slots);
    free(stats);
}

void stats_fault(struct stats *stats, enum finding_code code) { stats->faults[code]++; }

static void add_variant(struct stats *stats, const struct rules *rules)
{
    for (unsigned i = 0; i < VARIANTS && rules; i++) {
        if (!stats->variants[i])
            stats->variants[i] = rules;
        if (stats->variants[i] == rules) {
            stats->of_variant[i]++;
            return;
        }
    }
}

int stats_add(struct stats *stats, const struct stats_game *game)
{
    stats->games++;
    stats->setups += game->setup;
    stats->annotated += game->annotated;
    stats->broken += game->broken;
    stats->results[game->result]++;
    *(game->year ? &stats->years[game->year] : &stats->no_year) += 1;
    add_variant(stats, game->rules);
    if (game->plies) {
        unsigned bin = game->plies / LENGTH_STEP;
        if (!stats->with_moves || game->plies < stats->shortest)
            stats->shortest = game->plies;
        if (game->plies > stats->longest)
            stats->longest = game->plies;
        stats->with_moves++;
        stats->plies += game->plies;
        stats->lengths[bin < LENGTHS - 1 ? bin : LENGTHS - 1]++;
        stats->endings[game->men[0] + game->kings[0]][game->men[1] + game->kings[1]]++;
        stats->with_kings += game->kings[0] + game->kings[1] > 0;
    }
    return set_add(&stats->players, game->white) || set_add(&stats->players, game->black)
                   || set_add(&stats->events, game->event)
                   || opening_count_add(stats->openings, &game->opening)
               ? -1
               : 0;
}

/* ---- the table ---- */

static void put_row(struct buffer *out, const char *name, uint64_t n, uint64_t of)
{
    if (of)
        buffer_printf(out, "  %-32s %10llu  %5.1f %%\n", name, (unsigned long long)n,
                      100.0 * (double)n / (double)of);
    else
        buffer_printf(out, "  %-32s %10llu\n", name, (unsigned long long)n);
}

static void put_results(const struct stats *stats, struct buffer *out)
{
    static const char *const names[] = {"no result", "unknown",   "White wins",    "Black wins",
                                        "draw",      "both lose", "something else"};
    static const enum result order[] = {RESULT_WHITE,   RESULT_DRAW, RESULT_BLACK, RESULT_BOTH_LOST,
                                        RESULT_UNKNOWN, RESULT_NONE, RESULT_OTHER};
    buffer_add_string(out, "\nResults\n");
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        if (stats->results[order[i]])
            put_row(out, names[order[i]], stats->results[order[i]], stats->games);
    }
}

static void put_lengths(const struct stats *stats, struct buffer *out)
{
    char name[40];
    if (!stats->with_moves)
        return;
    buffer_add_string(out, "\nLengths in plies\n");
    buffer_printf(out, "  shortest %u, mean %.1f, longest %u\n", stats->shortest,
                  (double)stats->plies / (double)stats->with_moves, stats->longest);
    for (unsigned i = 0; i < LENGTHS; i++) {
        if (!stats->lengths[i])
            continue;
        if (i == LENGTHS - 1)
            snprintf(name, sizeof name, "%u and more", i * LENGTH_STEP);
        else
            snprintf(name, sizeof name, "%u to %u", i ? i * LENGTH_STEP : 1,
                     (i + 1) * LENGTH_STEP - 1);
        put_row(out, name, stats->lengths[i], stats->with_moves);
    }
}

static void put_years(const struct stats *stats, struct buffer *out)
{
    char name[40];
    buffer_add_string(out, "\nYears\n");
    for (unsigned decade = 0; decade < YEARS; decade += 10) {
        uint64_t n = 0;
        for (unsigned i = 0; i < 10; i++)
            n += stats->years[decade + i];
        snprintf(name, sizeof name, "%u to %u", decade, decade + 9);
        if (n)
            put_row(out, name, n, stats->games);
    }
    if (stats->no_year)
        put_row(out, "unknown", stats->no_year, stats->games);
}

static void put_endings(const struct stats *stats, struct buffer *out)
{
    uint64_t least = UINT64_MAX;
    buffer_add_string(out, "\nEndings: pieces of White and Black, the most frequent\n");
    for (unsigned rank = 0; rank < TOP;) { /* the next smaller count, all that have it */
        uint64_t best = 0;
        for (unsigned w = 0; w < PIECES; w++)
            for (unsigned b = 0; b < PIECES; b++)
                if (stats->endings[w][b] > best && stats->endings[w][b] < least)
                    best = stats->endings[w][b];
        if (!best)
            break;
        for (unsigned w = 0; w < PIECES && rank < TOP; w++) {
            for (unsigned b = 0; b < PIECES && rank < TOP; b++) {
                char name[24];
                if (stats->endings[w][b] != best)
                    continue;
                snprintf(name, sizeof name, "%u v %u", w, b);
                put_row(out, name, best, stats->with_moves);
                rank++;
            }
        }
        least = best;
    }
    put_row(out, "with kings", stats->with_kings, stats->with_moves);
}

int stats_write(struct stats *stats, struct buffer *out)
{
    buffer_add_string(out, "Games\n");
    put_row(out, "all", stats->games, 0);
    put_row(out, "with moves", stats->with_moves, stats->games);
    put_row(out, "from a position", stats->setups, stats->games);
    put_row(out, "annotated", stats->annotated, stats->games);
    put_row(out, "broken", stats->broken, stats->games);
    put_row(out, "plies", stats->plies, 0);
    put_row(out, "players", stats->players.n, 0);
    put_row(out, "events", stats->events.n, 0);
    buffer_add_string(out, "\nVariants\n");
    for (unsigned i = 0; i < VARIANTS && stats->variants[i]; i++)
        put_row(out, stats->variants[i]->name, stats->of_variant[i], stats->games);
    put_results(stats, out);
    put_years(stats, out);
    put_lengths(stats, out);
    struct opening_top top[TOP];
    unsigned n = opening_count_top(stats->openings, OPENING, top, TOP);
    buffer_add_string(out, n ? "\nOpenings: the first two moves, the most frequent\n" : "");
    for (unsigned i = 0; i < n; i++) {
        char name[64];
        snprintf(name, sizeof name, "%.*s", TEXT_ARGS(top[i].moves));
        put_row(out, name, top[i].games, stats->games);
    }
    if (stats->with_moves)
        put_endings(stats, out);
    bool any = false;
    for (unsigned i = 0; i < FINDING_COUNT; i++) {
        if (stats->faults[i] && finding_kinds[i].severity > SEVERITY_NOTE) {
            buffer_add_string(
                out, any ? "" : "\nFaults: errors and warnings, as dama-validate tells them\n");
            put_row(out, finding_kinds[i].word, stats->faults[i], 0);
            any = true;
        }
    }
    return out->failed ? -1 : 0;
}
