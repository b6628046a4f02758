// SPDX-License-Identifier: MIT
/*
 * The sums of verdicts for each player of a collection, by the name in the games.
 */
#ifndef DAMA_CORE_STUDY_PLAYER_SUMS_H
#define DAMA_CORE_STUDY_PLAYER_SUMS_H

#include "core/base/hashtable.h"
#include "core/study/verdict.h"

struct player_sum {
    char *name; /* owned */
    struct verdict_sum sum;
};

/** Zero is empty. */
struct player_sums {
    struct player_sum *at; /* owned, n of them, in the order of first occurrence */
    unsigned n, room;
    struct hashtable by_name;
};

/** @return the sum of a player, a new one for a new name; NULL: out of memory */
struct verdict_sum *player_sums_of(struct player_sums *sums, struct text name);

enum player_sums_format { PLAYER_SUMS_TEXT, PLAYER_SUMS_CSV, PLAYER_SUMS_JSONL };

/** Sorts by accuracy, the best first, then by name, and writes a table. */
void player_sums_write(struct player_sums *sums, enum player_sums_format format, FILE *out);

void player_sums_fini(struct player_sums *sums);

#endif
