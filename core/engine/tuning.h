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
    int late_depth; /* from this depth on */
    /* From depth 8 on, reduce by four plies, and one more for every so many; 0: by three. */
    int late_growth;
    int reply_history; /* order moves also by what they did as replies to the last move */
    /* Up to three plies above the leaves: how far above beta, a ply, cuts; 0: never. */
    int reverse_futility;
    int single_reply;      /* extend where there is one move only */
    int capture_extension; /* extend captures */
    int threats; /* plies of quiescence in which a threatened side may not stand pat; 0: it may */
    int iterative_reduction; /* from this depth on, reduce where the table has no move; 0: never */
    int drawish; /* divides the score of three pieces or fewer against a king they cannot catch */
    int window;  /* half the aspiration window */
    int table_deep; /* from this depth on the transposition table is not used at the last ply */
};

/** @return what is best for a rule set */
struct tuning tuning_of(const struct rules *rules);

/**
 * Changes settings.
 * @param text "late_moves=0,window=50"; may be empty
 * @return 0, or -1 with `err`: unknown, or out of range
 */
int tuning_set(struct tuning *tuning, struct text text, struct err *err);

#endif
