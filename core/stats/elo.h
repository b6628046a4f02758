// SPDX-License-Identifier: MIT
/*
 * What the results of games between two players say about strength, made for games that are mostly
 * drawn.
 *
 * Outcomes are counted by what they were worth. Of three kinds they are single games: lost, drawn,
 * won. Of five they are pairs, an opening played with both colours, worth 0, 1/2, 1, 3/2 and 2
 * points: the halves of a pair depend on each other, and counting them as one outcome makes the
 * interval the honest (and mostly the narrower) one.
 *
 * Every number is finite for every input: Elo is never beyond ELO_MOST, which also stands for "no
 * bound".
 *
 * Source of normalized Elo: M. Van den Bergh, "Normalized Elo" (2021).
 */
#ifndef DAMA_CORE_STATS_ELO_H
#define DAMA_CORE_STATS_ELO_H

#include "core/stats/interval.h"

enum { ELO_GAMES = 3, ELO_PAIRS = 5 };

#define ELO_MOST 2000.0

/** Outcomes of one player, as it sees them. */
struct elo_counts {
    uint64_t n[ELO_PAIRS]; /* of each kind, the worst first; those past `kinds` are not looked at */
    unsigned kinds;        /* ELO_GAMES or ELO_PAIRS */
};

static inline struct elo_counts elo_games(uint64_t wins, uint64_t draws, uint64_t losses)
{
    return (struct elo_counts){.n = {losses, draws, wins}, .kinds = ELO_GAMES};
}

/** Outcomes counted: games, or pairs. */
uint64_t elo_count(const struct elo_counts *counts);

/**
 * Mean and variance of one outcome on a scale from 0 to 1. The fewer outcomes differ from the
 * commonest, the more half an outcome at each end is counted as well: ten draws of ten do not prove
 * a variance of nothing.
 * @param mean without these additions; 0.5 where nothing was counted
 * @param variance more than 0
 */
void elo_moments(const struct elo_counts *counts, double *mean, double *variance);

/**
 * The share of the points, 0 to 1.
 * @param z standard deviations to either side: INTERVAL_95
 * @return value 0.5 between 0 and 1 where nothing was counted
 */
struct interval elo_score(const struct elo_counts *counts, double z);

/**
 * The same as a difference in Elo. Where all was won or lost, the value is that of half a point
 * more or less in one game more.
 */
struct interval elo_estimate(const struct elo_counts *counts, double z);

/**
 * Normalized Elo: how many standard deviations of one game the score is from even, times 800 / ln
 * 10. It tells how many games show the difference, however many of them are drawn.
 */
struct interval elo_normalized(const struct elo_counts *counts, double z);

/** How likely it is that the first of the two is the stronger one, 0 to 1. */
double elo_superiority(const struct elo_counts *counts);

/** The share of points that an Elo difference promises, and back. */
double elo_to_score(double elo);
double elo_of_score(double score);

#endif
