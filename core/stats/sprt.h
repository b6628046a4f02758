// SPDX-License-Identifier: MIT
/*
 * The sequential probability ratio test for two players: it tells after each game or pair whether
 * one of two bounds can be accepted.
 *
 * This is the generalized test: it compares the likelihood of the counts under the best
 * distribution of outcomes whose mean is one bound with that for the other bound. So draws and
 * pairs have the proper weight.
 *
 * Sources: A. Wald, "Sequential Analysis" (1947); M. Van den Bergh, "Comments on Normalized Elo"
 * (2021), GSPRT.
 */
#ifndef DAMA_CORE_STATS_SPRT_H
#define DAMA_CORE_STATS_SPRT_H

#include "core/stats/elo.h"

#include <stdbool.h>

/** A test of "at most elo0" against "at least elo1". */
struct sprt {
    double elo0, elo1;  /* elo0 < elo1 */
    double alpha, beta; /* the rates of wrongly accepting elo1, and elo0; between 0 and 0.5 */
    bool normalized;    /* elo0 and elo1 are normalized Elo */
};

/**
 * Settings that find the stronger of two players overnight: with 80 % draws the test takes about
 * 150 games if they are equal, about 90 if they are 20 Elo apart, and is wrong once in twenty.
 */
#define SPRT_OVERNIGHT                                 \
 {                                                     \
  .elo0 = -20, .elo1 = 20, .alpha = 0.05, .beta = 0.05 \
 }

enum sprt_verdict { SPRT_GOES_ON, SPRT_ACCEPTS_0, SPRT_ACCEPTS_1 };

/**
 * The log-likelihood ratio so far; above 0 it favours elo1. 0 if nothing was counted.
 */
double sprt_ratio(const struct sprt *sprt, const struct elo_counts *counts);

/**
 * The ratios at which the test stops: below `low` elo0 is accepted, above `high` elo1; value is 0.
 */
struct interval sprt_bounds(const struct sprt *sprt);

/** Compares the ratio with the bounds. */
enum sprt_verdict sprt_judge(const struct sprt *sprt, const struct elo_counts *counts);

#endif
