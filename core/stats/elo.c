// SPDX-License-Identifier: MIT
/*
 * Nearly everything is computed from two moments of the outcomes, mean and variance. With enough
 * outcomes, the interval of the score follows from mean and standard error. If hardly any outcome
 * differs from the others, that interval is too narrow, and near 0 or 1 it is off the mark or even
 * exceeds them; there Wilson's takes its place by degrees, scaled by the ratio of the variance to
 * that of games without draws.
 */
#include "core/stats/elo.h"

#include <assert.h>
#include <math.h>

#define NORMAL_SCALE 347.4355855226014 /* 800 / ln 10 */

/* The points of an outcome of kind i, 0 to 1. */
static double worth(const struct elo_counts *counts, unsigned i)
{
    return (double)i / (counts->kinds - 1);
}

void elo_add_singles(struct elo_counts *pairs, const struct elo_counts *games)
{
    double n = elo_count(games);
    for (unsigned i = 0; n > 0 && i < ELO_GAMES; i++)
        for (unsigned k = 0; k < ELO_GAMES; k++)
            pairs->n[i + k] += games->n[i] * games->n[k] / n / 2;
}

double elo_count(const struct elo_counts *counts)
{
    assert(counts->kinds == ELO_GAMES || counts->kinds == ELO_PAIRS);
    double count = 0;
    for (unsigned i = 0; i < counts->kinds; i++)
        count += counts->n[i];
    return count;
}

/*
 * How alike the outcomes are: 1 if all are the same, quickly falling to 0 as more of them differ: a
 * tenth with three that differ, a hundredth with ten.
 */
static double uniformity(const struct elo_counts *counts)
{
    double most = 0;
    for (unsigned i = 0; i < counts->kinds; i++)
        if (counts->n[i] > most)
            most = counts->n[i];
    double others = elo_count(counts) - most;
    return 1 / (1 + others * others);
}

/* @return the mean to which the variance belongs, with the additions at both ends */
static double moments(const struct elo_counts *counts, double *mean, double *variance)
{
    double added = uniformity(counts) / 2, n = elo_count(counts);
    double sum = 0, squares = added, count = 2 * added + n;
    for (unsigned i = 0; i < counts->kinds; i++) {
        double w = worth(counts, i);
        sum += counts->n[i] * w;
        squares += counts->n[i] * w * w;
    }
    double centre = (sum + added) / count;
    *mean = n > 0 ? sum / n : 0.5;
    *variance = fmax(squares / count - centre * centre, 1e-12);
    return centre;
}

void elo_moments(const struct elo_counts *counts, double *mean, double *variance)
{
    moments(counts, mean, variance);
}

struct interval elo_score(const struct elo_counts *counts, double z)
{
    double mean, variance, n = elo_count(counts), w = uniformity(counts);
    double centre = moments(counts, &mean, &variance);
    if (n == 0)
        return (struct interval){0, 0.5, 1};
    double half = z * sqrt(variance / n), nearness = half / fmax(half, fmin(mean, 1 - mean));
    w = fmax(w, nearness * nearness);
    struct interval wide = interval_wilson(mean, n * centre * (1 - centre) / variance, z);
    return (struct interval){fmax(0, w * wide.low + (1 - w) * (mean - half)), mean,
                             fmin(1, w * wide.high + (1 - w) * (mean + half))};
}

static double bounded(double elo) { return fmax(-ELO_MAX, fmin(ELO_MAX, elo)); }

double elo_to_score(double elo) { return 1 / (1 + pow(10, -elo / 400)); }

double elo_of_score(double score)
{
    if (!(score > 0))
        return -ELO_MAX;
    if (!(score < 1))
        return ELO_MAX;
    return bounded(400 * log10(score / (1 - score)));
}

struct interval elo_estimate(const struct elo_counts *counts, double z)
{
    struct interval s = elo_score(counts, z);
    double edge = 0.5 / (elo_count(counts) * (counts->kinds - 1) / 2 + 1);
    double value = fmax(edge, fmin(1 - edge, s.value));
    struct interval elo = {elo_of_score(s.low), elo_of_score(value), elo_of_score(s.high)};
    return (struct interval){fmin(elo.low, elo.value), elo.value, fmax(elo.high, elo.value)};
}

/*
 * Standard deviations from even, d, know no limits, and their interval is lopsided. d / sqrt(1 + d^2)
 * goes from -1 to 1; on a scale from 0 to 1 it is the score itself if no game is drawn, and gets
 * Wilson's interval like a score.
 */
static double bend(double d) { return 0.5 + d / sqrt(1 + d * d) / 2; }

static double unbend(double share)
{
    double t = 2 * share - 1;
    return t / sqrt(fmax(1 - t * t, 1e-12));
}

/*
 * The variance of bend(d) for one outcome, by the delta method: d changes with the mean and with
 * the variance of the outcomes, both of which are estimates. That outcomes of one kind have not
 * occurred yet does not make it surer than if the variance were known.
 */
static double bent_variance(const struct elo_counts *counts, double centre, double variance)
{
    double added = uniformity(counts) / 2, d = (centre - 0.5) / sqrt(variance), sum = 0;
    for (unsigned i = 0; i < counts->kinds; i++) {
        double n = counts->n[i] + (i == 0 || i == counts->kinds - 1 ? added : 0);
        double x = (worth(counts, i) - centre) / sqrt(variance);
        double change = x - d * (x * x - 1) / 2;
        sum += n * change * change;
    }
    return fmax(1, sum / (elo_count(counts) + 2 * added)) / pow(1 + d * d, 3) / 4;
}

struct interval elo_normalized(const struct elo_counts *counts, double z)
{
    double mean, variance, n = elo_count(counts);
    if (n == 0)
        return (struct interval){-ELO_MAX, 0, ELO_MAX};
    double centre = moments(counts, &mean, &variance);
    double middle = bend((centre - 0.5) / sqrt(variance));
    double bent = fmax(bent_variance(counts, centre, variance), 1e-12);
    struct interval i =
        interval_wilson(bend((mean - 0.5) / sqrt(variance)), n * middle * (1 - middle) / bent, z);
    /* A pair is the mean of two games, and varies half as much. */
    double scale = NORMAL_SCALE / sqrt(counts->kinds == ELO_PAIRS ? 2 : 1);
    return (struct interval){bounded(unbend(i.low) * scale), bounded(unbend(i.value) * scale),
                             bounded(unbend(i.high) * scale)};
}

double elo_superiority(const struct elo_counts *counts)
{
    double mean, variance, n = elo_count(counts);
    double centre = moments(counts, &mean, &variance);
    /* If the players were equal, the outcomes would vary around 0.5. */
    double even = variance + (centre - 0.5) * (centre - 0.5);
    return 0.5 * erfc(-(mean - 0.5) * sqrt(n / even) / sqrt(2));
}
