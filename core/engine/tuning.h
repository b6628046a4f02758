// SPDX-License-Identifier: MIT
/*
 * The numbers that shape the search, by name, so that `dama-engine compare` can play one setting against another. Each
 * stands with the result of the match that keeps it (tuning.c).
 */
#ifndef DAMA_CORE_ENGINE_TUNING_H
#define DAMA_CORE_ENGINE_TUNING_H

#include "core/base/err.h"
#include "core/base/text.h"

struct tuning {
    int late_moves;  /* reduce moves behind so many; 0: none */
    int late_more;   /* reduce by two plies behind so many more; 0: never */
    int late_depth;  /* from this depth on */
    int prob_cut;    /* cut from this depth on where a shallow search is far above beta; 0: never */
    int prob_margin; /* how far, in thousandths of a man */
    int prob_plies;  /* how many plies shallower */
    int static_cut; /* per ply, in thousandths of a man, how far above beta a quiet position is good enough without
                         * search, up to three plies; 0: never */
    int single_reply;  /* extend where there is one move only */
    int capture_reply; /* extend captures */
    int threats; /* plies of quiescence in which a threatened side may not stand pat; 0: it may */
    int no_move_reduce; /* search less deep, from this depth on, where the table knows no move; 0: no */
    int drawish; /* divides the score of three pieces or fewer against a king that they cannot catch */
    int window; /* half the aspiration window */
};

extern const struct tuning tuning_default;

/**
 * Changes settings.
 * @param text "late_moves=0,window=50"; may be empty
 * @return 0, or -1 with `err` naming what is not known or out of range
 */
int tuning_set(struct tuning *tuning, struct text text, struct err *err);

#endif
