// SPDX-License-Identifier: MIT
/*
 * Verdicts on judged plies, and their sums for a player.
 */
#ifndef DAMA_CORE_STUDY_VERDICT_H
#define DAMA_CORE_STUDY_VERDICT_H

#include "core/study/judge-game.h"

#include <stdio.h>

enum move_verdict {
    VERDICT_NONE, /* not judged: book, left out, single reply, not reached */
    VERDICT_GOOD, /* gives away little or nothing */
    VERDICT_ONLY, /* the only move that does not lose */
    VERDICT_INACCURACY,
    VERDICT_MISTAKE,
    VERDICT_BLUNDER,
    VERDICT_MISSED_DRAW, /* the position was a draw, the move loses */
    VERDICT_MISSED_WIN,  /* the position was won, the move does not win */
    VERDICT_COUNT
};

/** The losses of expected result, 0 to 1, from which on a move gets each verdict. */
struct verdict_thresholds {
    double inaccuracy, mistake, blunder;
    double win; /* a position counts as won from this chance of winning on, not up to 1 - win */
};

extern const struct verdict_thresholds verdict_thresholds_default;

/**
 * Reads thresholds from a YAML file: `inaccuracy: 0.05`, `mistake: 0.12`, `blunder: 0.25`,
 * `win: 0.75`, each optional.
 * @return 0, or -1 with `err` and the place: unknown key, not a number from 0 (`win`: 0.5) to 1,
 *         not rising
 */
int verdict_thresholds_read(const char *path, struct verdict_thresholds *out, struct err *err);

/** A stable word: "mistake", "missed-win"; "" for VERDICT_NONE. */
const char *verdict_word(enum move_verdict verdict);

/** The NAG for a verdict: 2 for a mistake; 0: none. */
unsigned verdict_nag(enum move_verdict verdict);

/**
 * The verdict on a ply.
 * @return VERDICT_NONE for a ply that was not judged, or at which there was no choice
 */
enum move_verdict verdict_of(const struct judged_ply *ply,
                             const struct verdict_thresholds *thresholds);

/** Whether a verdict is a fault: VERDICT_INACCURACY or worse. */
static inline bool verdict_is_fault(enum move_verdict verdict)
{
    return verdict >= VERDICT_INACCURACY;
}

/** The sums for one side in a game, or for one player in many games. Zero is empty. */
struct verdict_sum {
    unsigned games, moves; /* moves judged, without single replies and book moves */
    unsigned count[VERDICT_COUNT];
    double loss; /* sum of losses of expected result */
};

/** Adds the plies of one side. @param first the side that makes ply 0 */
void verdict_sum_add(struct verdict_sum *sum, const struct judged_ply *plies, unsigned n,
                     enum side first, enum side side, const struct verdict_thresholds *thresholds);

/** Mean loss of expected result per move, 0 to 1. */
double verdict_mean_loss(const struct verdict_sum *sum);

/**
 * The accuracy: 100 if nothing was given away; halved for each tenth of a point lost per move.
 */
double verdict_accuracy(const struct verdict_sum *sum);

/**
 * The ply that decided the game: the last mistake (or worse) after which the expected result was
 * close to the game's actual one, while before it the mover clearly stood better than that. -1:
 * there is none.
 * @param result 0 White lost, 1 drawn, 2 White won
 */
int verdict_decisive_ply(const struct judged_ply *plies, unsigned n, enum side first, int result,
                         const struct verdict_thresholds *thresholds);

#endif
