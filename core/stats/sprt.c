// SPDX-License-Identifier: MIT
/*
 * Of all distributions with mean s, the one that makes the counts most likely is p(i) = q(i) / (1 +
 * t (a(i) - s)), where q are the observed frequencies, a the points of the outcomes, and t is such
 * that the mean is s. The sum whose root is t decreases between its two poles, so that bisection
 * finds it.
 */
#include "core/stats/sprt.h"

#include <math.h>

enum { HALVINGS = 100 };

/* Works out frequencies, none of them 0: a thousandth of an outcome is added to each kind. */
static double frequencies(const struct elo_counts *counts, double q[ELO_PAIRS])
{
    double sum = 0;
    for (unsigned i = 0; i < counts->kinds; i++)
        sum += q[i] = counts->n[i] + 1e-3;
    for (unsigned i = 0; i < counts->kinds; i++)
        q[i] /= sum;
    return sum;
}

/* Finds t. @param s more than 0 and less than 1 */
static double find_tilt(const double q[ELO_PAIRS], unsigned kinds, double s)
{
    double low = -1 / (1 - s), high = 1 / s;
    for (unsigned k = 0; k < HALVINGS; k++) {
        double t = (low + high) / 2, sum = 0;
        for (unsigned i = 0; i < kinds; i++) {
            double a = (double)i / (kinds - 1) - s;
            sum += q[i] * a / (1 + t * a);
        }
        if (sum > 0)
            low = t;
        else
            high = t;
    }
    return (low + high) / 2;
}

/* The mean log-likelihood under mean s, without the terms that do not depend on s. */
static double likelihood(const double q[ELO_PAIRS], unsigned kinds, double s)
{
    double t = find_tilt(q, kinds, s), sum = 0;
    for (unsigned i = 0; i < kinds; i++)
        sum -= q[i] * log1p(t * ((double)i / (kinds - 1) - s));
    return sum;
}

static double score_of(const struct sprt *sprt, double elo, const struct elo_counts *counts)
{
    if (!sprt->normalized)
        return elo_to_score(elo);
    double mean, variance;
    elo_moments(counts, &mean, &variance);
    double games = counts->kinds == ELO_PAIRS ? 2 : 1;
    double s = 0.5 + elo * log(10) / 800 * sqrt(variance * games);
    return fmax(1e-6, fmin(1 - 1e-6, s));
}

double sprt_ratio(const struct sprt *sprt, const struct elo_counts *counts)
{
    double q[ELO_PAIRS];
    if (elo_count(counts) == 0)
        return 0;
    double n = frequencies(counts, q);
    return n
           * (likelihood(q, counts->kinds, score_of(sprt, sprt->elo1, counts))
              - likelihood(q, counts->kinds, score_of(sprt, sprt->elo0, counts)));
}

struct interval sprt_bounds(const struct sprt *sprt)
{
    return (struct interval){log(sprt->beta / (1 - sprt->alpha)), 0,
                             log((1 - sprt->beta) / sprt->alpha)};
}

enum sprt_verdict sprt_judge(const struct sprt *sprt, const struct elo_counts *counts)
{
    struct interval bounds = sprt_bounds(sprt);
    double ratio = sprt_ratio(sprt, counts);
    if (ratio <= bounds.low)
        return SPRT_ACCEPTS_0;
    return ratio >= bounds.high ? SPRT_ACCEPTS_1 : SPRT_GOES_ON;
}
