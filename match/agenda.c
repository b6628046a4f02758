// SPDX-License-Identifier: MIT
#include "match/agenda.h"

#include <limits.h>
#include <stdlib.h>

/* By binary search: slots are sorted by pair and game. */
struct agenda_slot *agenda_find(const struct agenda *agenda, unsigned pair, unsigned game)
{
    unsigned low = 0, high = agenda->n;
    while (low < high) {
        unsigned middle = low + (high - low) / 2;
        const struct agenda_slot *slot = &agenda->slots[middle];
        if (slot->pair->number < pair || (slot->pair->number == pair && slot->game < game))
            low = middle + 1;
        else
            high = middle;
    }
    struct agenda_slot *slot = &agenda->slots[low];
    return low < agenda->n && slot->pair->number == pair && slot->game == game ? slot : NULL;
}

static int mark_game(void *ctx, int64_t number, const struct results_game *game)
{
    struct agenda *agenda = ctx;
    struct agenda_slot *slot = agenda_find(agenda, game->pair, game->game);
    (void)number;
    if (!slot)
        return 0;
    if (game->attempt > slot->attempts)
        slot->attempts = game->attempt;
    if (game->counts && !slot->done) {
        slot->done = true;
        agenda->finished++;
    }
    return 0;
}

int agenda_open(struct agenda *agenda, const struct results_match *schedule,
                struct results *results, int64_t match, struct err *err)
{
    size_t n = 0;
    *agenda = (struct agenda){0};
    for (unsigned i = 0; i < schedule->n_pairs; i++)
        n += schedule->pairs[i].games;
    agenda->slots = calloc(n ? n : 1, sizeof *agenda->slots);
    if (!agenda->slots)
        return err_memory(err);
    for (unsigned i = 0; i < schedule->n_pairs; i++)
        for (unsigned game = 0; game < schedule->pairs[i].games; game++)
            agenda->slots[agenda->n++] = (struct agenda_slot){
                .pair = &schedule->pairs[i], .game = game, .retired = schedule->pairs[i].retired};
    if (results_each(results, match, mark_game, agenda, err))
        return -1;
    for (unsigned i = 0; i < agenda->n; i++) /* games of a pair retired later count too */
        agenda->retired += agenda->slots[i].retired && !agenda->slots[i].done;
    return 0;
}

void agenda_close(struct agenda *agenda) { free(agenda->slots); }

void agenda_finish(struct agenda *agenda, struct agenda_slot *slot, bool counts)
{
    slot->attempts++;
    slot->running = false;
    slot->done = counts;
    agenda->finished += counts;
}

bool agenda_retire(struct agenda *agenda, unsigned pair)
{
    struct agenda_slot *slots[2] = {agenda_find(agenda, pair, 0), agenda_find(agenda, pair, 1)};
    for (int i = 0; i < 2; i++)
        if (slots[i] && !agenda_slot_is_missing(slots[i]))
            return false;
    for (int i = 0; i < 2; i++)
        if (slots[i]) {
            slots[i]->retired = true;
            agenda->retired++;
        }
    return true;
}

struct agenda_walk agenda_begin_walk(struct agenda *agenda)
{
    while (agenda->next < agenda->n
           && (agenda->slots[agenda->next].done || agenda->slots[agenda->next].retired))
        agenda->next++;
    return (struct agenda_walk){.more = UINT_MAX, .at = agenda->next};
}

struct agenda_slot *agenda_walk_on(const struct agenda *agenda, struct agenda_walk *walk)
{
    for (;;) {
        while (walk->at < agenda->n) {
            struct agenda_slot *slot = &agenda->slots[walk->at++];
            if (!agenda_slot_is_missing(slot))
                continue;
            if (slot->attempts == walk->attempts)
                return slot;
            if (slot->attempts > walk->attempts && slot->attempts < walk->more)
                walk->more = slot->attempts;
        }
        if (walk->more == UINT_MAX)
            return NULL;
        *walk = (struct agenda_walk){.attempts = walk->more, .more = UINT_MAX, .at = agenda->next};
    }
}
