// SPDX-License-Identifier: MIT
/*
 * The parameters of the search, by name, so that `dama-engine compare` can play one setting against
 * another. dama-train(7), SEARCH HEURISTICS, has the match results that decided each of them.
 */
#ifndef DAMA_CORE_ENGINE_TUNING_H
#define DAMA_CORE_ENGINE_TUNING_H

#include "core/base/err.h"
#include "core/base/text.h"
#include "core/board/rules.h"

struct tuning {
    int late_moves; /* reduce moves after this many; 0: none */
    int late_more;  /* reduce by two or three plies after this many more; 0: never */
    int late_depth; /* reduce only from this depth on */
    /* From depth 8 on, reduce by 4 plies, and by 1 more for every so many further; 0: by 3. */
    int late_growth;
    /* Reduce by so many plies more if the evaluation has not risen since the side's last move. */
    int late_stagnant;
    int reply_history; /* order moves also by how they did as replies to the previous move */
    /* Up to depth 3: cut if the evaluation is above beta by so much per ply of depth; 0: never. */
    int reverse_futility;
    int single_reply;      /* extend if there is only one move */
    int capture_extension; /* extend captures */
    int threats; /* plies of quiescence in which a threatened side may not stand pat; 0: none */
    int iterative_reduction; /* from this depth on, reduce if the table has no move; 0: never */
    int drawish; /* divides the score of three pieces or fewer against a king they cannot catch */
    int window;  /* half the aspiration window */
    int table_deep; /* from this depth on the transposition table is not used at the last ply */
};

/** @return the best settings for a rule set */
struct tuning tuning_of(const struct rules *rules);

/**
 * Changes settings.
 * @param text "late_moves=0,window=50"; may be empty
 * @return 0, or -1 with `err`: unknown, or out of range
 */
int tuning_set(struct tuning *tuning, struct text text, struct err *err);

#endif
