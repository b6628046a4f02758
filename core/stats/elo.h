// SPDX-License-Identifier: MIT
/*
 * What the results of games say about strength: Elo with its interval, the sequential test, Wilson intervals.
 *
 * A tally counts outcomes by what they were worth. Of three kinds they are single games: lost, drawn, won. Of five they
 * are pairs, an opening played with both colours, worth 0, 1/2, 1, 3/2 and 2 points: the halves of a pair depend on each
 * other, and counting them as one outcome makes the interval the honest (and mostly the narrower) one.
 *
 * Sources: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927);
 * A. Wald, "Sequential Analysis" (1947), with the likelihood ratio taken in its normal approximation.
 */
#ifndef DAMA_CORE_STATS_ELO_H
#define DAMA_CORE_STATS_ELO_H

#include <stdint.h>

enum { TALLY_GAMES = 3, TALLY_PAIRS = 5 };

struct tally {
    uint64_t
        n[TALLY_PAIRS]; /* of each kind, the worst first; those past `kinds` are not looked at */
    unsigned kinds;     /* TALLY_GAMES or TALLY_PAIRS */
};

/** A value and what it may well be instead; the ends may be infinite. */
struct interval {
    double low, value, high;
};

#define STATS_Z95 1.959963984540054 /* standard deviations to either side that hold 95 % */

static inline struct tally tally_games(uint64_t wins, uint64_t draws, uint64_t losses)
{
    return (struct tally){.n = {losses, draws, wins}, .kinds = TALLY_GAMES};
}

/** Outcomes counted: games, or pairs. */
uint64_t tally_count(const struct tally *tally);

/**
 * The share of the points, 0 to 1, with its interval: Wilson's, stretched by the ratio of the variance seen to that of
 * games without draws. Never empty and never outside 0 to 1, however one-sided the games were.
 * @param z standard deviations to either side: STATS_Z95
 * @return value 0.5 between 0 and 1 where nothing was counted
 */
struct interval tally_score(const struct tally *tally, double z);

/** The same as a difference in Elo; infinite where all was won or lost. */
struct interval tally_elo(const struct tally *tally, double z);

/** How likely it is that the first of the two is the stronger one, 0 to 1. */
double tally_superiority(const struct tally *tally);

/** Wilson's interval for `hits` of `n` tries; 0 to 1 where n is 0. */
struct interval wilson(uint64_t hits, uint64_t n, double z);

/** The share of points that an Elo difference promises, and back: -INFINITY at 0, INFINITY at 1. */
double elo_to_score(double elo);
double elo_of_score(double score);

/** A sequential test of "at most elo0" against "at least elo1". */
struct sprt {
    double elo0, elo1;  /* elo0 < elo1 */
    double alpha, beta; /* how often it may wrongly accept elo1, and elo0; between 0 and 0.5 */
};

enum sprt_verdict { SPRT_GOES_ON, SPRT_ACCEPTS_0, SPRT_ACCEPTS_1 };

/** The logarithm of the likelihood ratio so far; above 0 it speaks for elo1. 0 where nothing was counted. */
double sprt_ratio(const struct sprt *sprt, const struct tally *tally);

/** Where the test stops: below `low` elo0 is accepted, above `high` elo1; value is 0. */
struct interval sprt_bounds(const struct sprt *sprt);

enum sprt_verdict sprt_judge(const struct sprt *sprt, const struct tally *tally);

#endif
