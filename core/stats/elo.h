// SPDX-License-Identifier: MIT
/*
 * Elo from the results of games between two players, for games that are mostly drawn.
 *
 * Outcomes are counted by their points. Three kinds are single games: lost, drawn, won. Five kinds
 * are pairs, an opening played with both colours, worth 0, 1/2, 1, 3/2 and 2 points: the two games
 * of a pair depend on each other, and counting them as one outcome gives the correct (and mostly
 * the narrower) interval.
 *
 * Every result is finite for every input: Elo stays within ELO_MOST, which also stands for "no
 * bound".
 *
 * Source of normalized Elo: M. Van den Bergh, "Normalized Elo" (2021).
 */
#ifndef DAMA_CORE_STATS_ELO_H
#define DAMA_CORE_STATS_ELO_H

#include "core/stats/interval.h"

#include <stdint.h>

enum { ELO_GAMES = 3, ELO_PAIRS = 5 };

#define ELO_MOST 2000.0

/** Outcomes from the view of one player. */
struct elo_counts {
    double n[ELO_PAIRS]; /* of each kind, the worst first; those past `kinds` are ignored */
    unsigned kinds;      /* ELO_GAMES or ELO_PAIRS */
};

static inline struct elo_counts elo_games(uint64_t wins, uint64_t draws, uint64_t losses)
{
    return (struct elo_counts){.n = {(double)losses, (double)draws, (double)wins},
                               .kinds = ELO_GAMES};
}

/**
 * Adds single games to the pairs of two players, as half as many pairs of independent games: as
 * many of each kind as can be expected, which need not be whole numbers.
 * @param pairs of kind ELO_PAIRS
 * @param games of kind ELO_GAMES
 */
void elo_add_singles(struct elo_counts *pairs, const struct elo_counts *games);

/** The number of outcomes: games, or pairs. */
double elo_count(const struct elo_counts *counts);

/**
 * Mean and variance of one outcome on a scale from 0 to 1. For the variance, up to half an outcome
 * is added at each end, the more the fewer outcomes differ from the commonest: ten draws in ten
 * games do not prove a variance of 0.
 * @param mean without these additions; 0.5 where nothing was counted
 * @param variance more than 0
 */
void elo_moments(const struct elo_counts *counts, double *mean, double *variance);

/**
 * The share of the points, 0 to 1.
 * @param z standard deviations to either side: INTERVAL_95
 * @return value 0.5, low 0 and high 1 where nothing was counted
 */
struct interval elo_score(const struct elo_counts *counts, double z);

/**
 * The same as a difference in Elo. Where all games were won or lost, the value is the one after one
 * more game, drawn.
 */
struct interval elo_estimate(const struct elo_counts *counts, double z);

/**
 * Normalized Elo: how many standard deviations of one game the score is from even, times 800 / ln
 * 10. It tells how many games it takes to show the difference, whatever the share of draws.
 */
struct interval elo_normalized(const struct elo_counts *counts, double z);

/** The likelihood of superiority: that this player is the stronger one, 0 to 1. */
double elo_superiority(const struct elo_counts *counts);

/** The expected score for an Elo difference, and the reverse. */
double elo_to_score(double elo);
double elo_of_score(double score);

#endif
