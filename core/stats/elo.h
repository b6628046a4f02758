// SPDX-License-Identifier: MIT
/*
 * Elo from the results of games between two players, for games that are mostly drawn.
 *
 * Outcomes are counted by their points. With three kinds of outcomes, these are single games: lost,
 * drawn, won. With five kinds they are pairs, an opening played with both colours, worth 0, 1/2, 1,
 * 3/2 and 2 points: the two games of a pair depend on each other, and counting them as one outcome
 * gives the correct (and usually narrower) interval.
 *
 * Every result is finite for every input: Elo stays within -ELO_MAX to ELO_MAX, which also stand
 * for "no bound".
 *
 * Source of normalized Elo: M. Van den Bergh, "Normalized Elo" (2021).
 */
#ifndef DAMA_CORE_STATS_ELO_H
#define DAMA_CORE_STATS_ELO_H

#include "core/stats/interval.h"

#include <stdint.h>

enum { ELO_GAMES = 3, ELO_PAIRS = 5 };

#define ELO_MAX 2000.0

/** Outcomes from the view of one player. */
struct elo_counts {
    double n[ELO_PAIRS]; /* by kind, the worst first; entries from `kinds` on are ignored */
    unsigned kinds;      /* ELO_GAMES or ELO_PAIRS */
};

static inline struct elo_counts elo_games(uint64_t wins, uint64_t draws, uint64_t losses)
{
    return (struct elo_counts){.n = {(double)losses, (double)draws, (double)wins},
                               .kinds = ELO_GAMES};
}

/**
 * Adds single games to the pairs of two players, as half as many pairs of independent games: as
 * many of each kind as are to be expected, which need not be whole numbers.
 * @param pairs with `kinds` ELO_PAIRS
 * @param games with `kinds` ELO_GAMES
 */
void elo_add_singles(struct elo_counts *pairs, const struct elo_counts *games);

/** The number of outcomes: games, or pairs. */
double elo_count(const struct elo_counts *counts);

/**
 * Mean and variance of one outcome on a scale from 0 to 1. For the variance, up to half an outcome
 * is added at each end of the scale: the more, the fewer outcomes differ from the commonest one.
 * Ten draws in ten games do not prove a variance of 0.
 * @param mean set without these additions; 0.5 if nothing was counted
 * @param variance set, above 0
 */
void elo_moments(const struct elo_counts *counts, double *mean, double *variance);

/**
 * The share of the points, 0 to 1.
 * @param z standard deviations to either side, such as INTERVAL_95
 * @return if nothing was counted, value 0.5, low 0 and high 1
 */
struct interval elo_score(const struct elo_counts *counts, double z);

/**
 * The same as a difference in Elo. If all games were won, or all lost, the value is the one that
 * there would be after one more game, a draw.
 */
struct interval elo_estimate(const struct elo_counts *counts, double z);

/**
 * Normalized Elo: how many standard deviations of one game the score is away from even, times 800 /
 * ln 10. It determines how many games it takes to show the difference, whatever the share of draws.
 */
struct interval elo_normalized(const struct elo_counts *counts, double z);

/**
 * The likelihood of superiority: that this player is the stronger one, 0 to 1. It is the
 * probability that equal players would bring a lower score.
 */
double elo_superiority(const struct elo_counts *counts);

/** The expected score for an Elo difference, and the reverse. */
double elo_to_score(double elo);
double elo_of_score(double score);

#endif
