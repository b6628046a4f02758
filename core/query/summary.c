// SPDX-License-Identifier: MIT
/*
 * As with score-table.c, any thread may describe a game, and one thread adds up the descriptions.
 * Players and events are kept as the hashes of their names: they are only counted, never listed.
 */
#include "core/query/summary.h"

#include "core/base/array.h"
#include "core/base/compiler.h"
#include "core/base/hash.h"
#include "core/base/keyset.h"
#include "core/game/date.h"
#include "core/game/game-counts.h"
#include "core/game/game-start.h"
#include "core/game/node-play.h"
#include "core/game/player-name.h"

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

struct summary {
    uint64_t games, with_moves, placed, setups, annotated, broken, plies;
    unsigned shortest, longest;
    uint64_t results[RESULT_OTHER + 1], lengths[LENGTHS], years[YEARS], no_year;
    uint64_t endings[PIECES][PIECES], with_kings;
    uint64_t faults[FINDING_COUNT];
    const struct rules *variants[VARIANTS];
    uint64_t of_variant[VARIANTS], no_variant;
    struct keyset players, events; /* names */
    struct opening_count *openings;
};

static uint64_t key_of(struct text name)
{
    name = text_trim(name);
    uint64_t key = hash128_of(name.s, name.n).low;
    return player_name_is_unknown(name) ? 0 : key ? key : 1;
}

static int add_name(struct keyset *set, uint64_t key)
{
    return key && keyset_add(set, key) < 0 ? -1 : 0;
}

/* ---- one game ---- */

int summary_describe(const struct game *game, bool broken, struct buffer *text,
                     struct summary_game *out)
{
    struct game_counts counts;
    struct date date;
    struct position pos = game->start;
    if (game_counts_of(game, &counts))
        return -1;
    *out = (struct summary_game){
        .rules = game->rules,
        .result = game->result,
        .plies = counts.plies,
        .setup = game_is_set_up(game),
        .placed = game_first_position_is_known(game),
        .annotated = counts.comments || counts.variations || counts.nags,
        .broken = broken,
        .white = key_of(game_tag(game, "White")),
        .black = key_of(game_tag(game, "Black")),
        .event = key_of(game_tag(game, "Event")),
    };
    if (date_read_roughly(game_tag(game, "Date"), &date) && date.year < YEARS)
        out->year = (int)date.year;
    for (const struct node *node = game->line.first; out->placed && node; node = node->next) {
        if (!node_play_on(game->rules, &node, &pos, NULL))
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

struct summary *summary_open(void)
{
    struct summary *summary = calloc(1, sizeof *summary);
    if (summary && !(summary->openings = opening_count_open(OPENING))) {
        free(summary);
        return NULL;
    }
    return summary;
}

void summary_close(struct summary *summary)
{
    if (!summary)
        return;
    opening_count_close(summary->openings);
    keyset_fini(&summary->players);
    keyset_fini(&summary->events);
    free(summary);
}

void summary_add_fault(struct summary *summary, enum finding_code code) { summary->faults[code]++; }

static void add_variant(struct summary *summary, const struct rules *rules)
{
    for (unsigned i = 0; i < VARIANTS && rules; i++) {
        if (!summary->variants[i])
            summary->variants[i] = rules;
        if (summary->variants[i] == rules) {
            summary->of_variant[i]++;
            return;
        }
    }
}

int summary_add(struct summary *summary, const struct summary_game *game)
{
    summary->games++;
    summary->setups += game->setup;
    summary->annotated += game->annotated;
    summary->broken += game->broken;
    summary->results[game->result]++;
    *(game->year ? &summary->years[game->year] : &summary->no_year) += 1;
    add_variant(summary, game->rules);
    summary->no_variant += !game->rules;
    if (game->plies) {
        unsigned bin = game->plies / LENGTH_STEP;
        if (!summary->with_moves || game->plies < summary->shortest)
            summary->shortest = game->plies;
        if (game->plies > summary->longest)
            summary->longest = game->plies;
        summary->with_moves++;
        summary->plies += game->plies;
        summary->lengths[bin < LENGTHS - 1 ? bin : LENGTHS - 1]++;
    }
    if (game->plies && game->placed) {
        summary->placed++;
        summary->endings[game->men[0] + game->kings[0]][game->men[1] + game->kings[1]]++;
        summary->with_kings += game->kings[0] + game->kings[1] > 0;
    }
    return add_name(&summary->players, game->white) || add_name(&summary->players, game->black)
                   || add_name(&summary->events, game->event)
                   || opening_count_add(summary->openings, &game->opening)
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

static void put_results(const struct summary *summary, struct buffer *out)
{
    static const char *const names[] = {"no result", "unknown",   "White wins",    "Black wins",
                                        "draw",      "both lose", "something else"};
    static const enum result order[] = {RESULT_WHITE,   RESULT_DRAW, RESULT_BLACK, RESULT_BOTH_LOST,
                                        RESULT_UNKNOWN, RESULT_NONE, RESULT_OTHER};
    buffer_add_string(out, "\nResults\n");
    for (size_t i = 0; i < ARRAY_LEN(order); i++) {
        if (summary->results[order[i]])
            put_row(out, names[order[i]], summary->results[order[i]], summary->games);
    }
}

static void put_lengths(const struct summary *summary, struct buffer *out)
{
    char name[40];
    if (!summary->with_moves)
        return;
    buffer_add_string(out, "\nLengths in plies\n");
    buffer_printf(out, "  shortest %u, mean %.1f, longest %u\n", summary->shortest,
                  (double)summary->plies / (double)summary->with_moves, summary->longest);
    for (unsigned i = 0; i < LENGTHS; i++) {
        if (!summary->lengths[i])
            continue;
        if (i == LENGTHS - 1)
            snprintf(name, sizeof name, "%u and more", i * LENGTH_STEP);
        else
            snprintf(name, sizeof name, "%u to %u", i ? i * LENGTH_STEP : 1,
                     (i + 1) * LENGTH_STEP - 1);
        put_row(out, name, summary->lengths[i], summary->with_moves);
    }
}

static void put_years(const struct summary *summary, struct buffer *out)
{
    char name[40];
    buffer_add_string(out, "\nYears\n");
    for (unsigned decade = 0; decade < YEARS; decade += 10) {
        uint64_t n = 0;
        for (unsigned i = 0; i < 10; i++)
            n += summary->years[decade + i];
        snprintf(name, sizeof name, "%u to %u", decade, decade + 9);
        if (n)
            put_row(out, name, n, summary->games);
    }
    if (summary->no_year)
        put_row(out, "unknown", summary->no_year, summary->games);
}

static void put_endings(const struct summary *summary, struct buffer *out)
{
    uint64_t least = UINT64_MAX;
    buffer_add_string(out, "\nMost frequent endings, by the pieces of White and Black\n");
    for (unsigned rank = 0; rank < TOP;) { /* the next lower count, with all that have it */
        uint64_t best = 0;
        for (unsigned w = 0; w < PIECES; w++)
            for (unsigned b = 0; b < PIECES; b++)
                if (summary->endings[w][b] > best && summary->endings[w][b] < least)
                    best = summary->endings[w][b];
        if (!best)
            break;
        for (unsigned w = 0; w < PIECES && rank < TOP; w++) {
            for (unsigned b = 0; b < PIECES && rank < TOP; b++) {
                char name[24];
                if (summary->endings[w][b] != best)
                    continue;
                snprintf(name, sizeof name, "%u v %u", w, b);
                put_row(out, name, best, summary->placed);
                rank++;
            }
        }
        least = best;
    }
    put_row(out, "with kings", summary->with_kings, summary->placed);
}

int summary_write(struct summary *summary, struct buffer *out)
{
    buffer_add_string(out, "Games\n");
    put_row(out, "all", summary->games, 0);
    put_row(out, "with moves", summary->with_moves, summary->games);
    put_row(out, "from a position", summary->setups, summary->games);
    put_row(out, "annotated", summary->annotated, summary->games);
    put_row(out, "with errors", summary->broken, summary->games);
    put_row(out, "plies", summary->plies, 0);
    put_row(out, "players", summary->players.n, 0);
    put_row(out, "events", summary->events.n, 0);
    buffer_add_string(out, "\nVariants\n");
    for (unsigned i = 0; i < VARIANTS && summary->variants[i]; i++)
        put_row(out, rules_spelling(summary->variants[i]), summary->of_variant[i], summary->games);
    if (summary->no_variant)
        put_row(out, "unknown", summary->no_variant, summary->games);
    put_results(summary, out);
    put_years(summary, out);
    put_lengths(summary, out);
    struct opening_top top[TOP];
    unsigned n = opening_count_top(summary->openings, OPENING, top, TOP);
    buffer_add_string(out, n ? "\nMost frequent openings, by their first two plies\n" : "");
    for (unsigned i = 0; i < n; i++) {
        char name[64];
        const bool several = summary->variants[0] && summary->variants[1];
        snprintf(name, sizeof name, "%s%s%.*s", several ? rules_spelling(top[i].rules) : "",
                 several ? ": " : "", TEXT_ARGS(top[i].moves));
        put_row(out, name, top[i].games, summary->games);
    }
    if (summary->placed)
        put_endings(summary, out);
    bool any = false;
    for (unsigned i = 0; i < FINDING_COUNT; i++) {
        if (summary->faults[i] && finding_kinds[i].severity > SEVERITY_NOTE) {
            buffer_add_string(
                out, any ? "" : "\nFaults: errors and warnings, as dama-validate reports them\n");
            put_row(out, finding_kinds[i].word, summary->faults[i], 0);
            any = true;
        }
    }
    return out->failed ? -1 : 0;
}
