// SPDX-License-Identifier: MIT
/*
 * Everything is made from two moments of the outcomes. For the variance a little is added to the counts, half an outcome
 * at each end, so that ten wins of ten do not prove a variance of nothing.
 */
#include "core/stats/elo.h"

#include <assert.h>
#include <math.h>

/** What an outcome of kind i is worth, 0 to 1. */
static double worth(const struct tally *tally, unsigned i)
{
    return (double)i / (tally->kinds - 1);
}

uint64_t tally_count(const struct tally *tally)
{
    assert(tally->kinds == TALLY_GAMES || tally->kinds == TALLY_PAIRS);
    uint64_t count = 0;
    for (unsigned i = 0; i < tally->kinds; i++)
        count += tally->n[i];
    return count;
}

static double mean(const struct tally *tally)
{
    double sum = 0, count = (double)tally_count(tally);
    for (unsigned i = 0; i < tally->kinds; i++)
        sum += (double)tally->n[i] * worth(tally, i);
    return count > 0 ? sum / count : 0.5;
}

/** Mean and variance of one outcome, half an outcome added at each end. */
static void moments(const struct tally *tally, double *m, double *variance)
{
    double sum = 0.5, squares = 0.5, count = 1 + (double)tally_count(tally);
    for (unsigned i = 0; i < tally->kinds; i++) {
        double w = worth(tally, i);
        sum += (double)tally->n[i] * w;
        squares += (double)tally->n[i] * w * w;
    }
    *m = sum / count;
    *variance = squares / count - *m * *m;
}

/** Wilson's interval about a share that was seen in `n` tries, which need not be whole. */
static struct interval wilson_about(double share, double n, double z)
{
    if (n <= 0)
        return (struct interval){0, 0.5, 1};
    double zz = z * z / n;
    double centre = (share + zz / 2) / (1 + zz);
    double half = sqrt(zz * share * (1 - share) + zz * zz / 4) / (1 + zz);
    return (struct interval){fmax(0, fmin(share, centre - half)), share,
                             fmin(1, fmax(share, centre + half))};
}

struct interval wilson(uint64_t hits, uint64_t n, double z)
{
    assert(hits <= n);
    return wilson_about(n ? (double)hits / (double)n : 0.5, (double)n, z);
}

struct interval tally_score(const struct tally *tally, double z)
{
    double m, variance, count = (double)tally_count(tally);
    moments(tally, &m, &variance);
    /* Outcomes that vary less than those of a coin tell as much as so many more throws of one. */
    return wilson_about(mean(tally), count * m * (1 - m) / variance, z);
}

double elo_to_score(double elo) { return 1 / (1 + pow(10, -elo / 400)); }

double elo_of_score(double score)
{
    if (score <= 0)
        return -INFINITY;
    if (score >= 1)
        return INFINITY;
    return 400 * log10(score / (1 - score));
}

struct interval tally_elo(const struct tally *tally, double z)
{
    struct interval s = tally_score(tally, z);
    return (struct interval){elo_of_score(s.low), elo_of_score(s.value), elo_of_score(s.high)};
}

double tally_superiority(const struct tally *tally)
{
    double m, variance, count = (double)tally_count(tally);
    moments(tally, &m, &variance);
    return 0.5 * erfc(-(mean(tally) - 0.5) * sqrt(count / variance) / sqrt(2));
}

double sprt_ratio(const struct sprt *sprt, const struct tally *tally)
{
    double m, variance, count = (double)tally_count(tally);
    double s0 = elo_to_score(sprt->elo0), s1 = elo_to_score(sprt->elo1);
    moments(tally, &m, &variance);
    return count * (s1 - s0) * (2 * mean(tally) - s0 - s1) / (2 * variance);
}

struct interval sprt_bounds(const struct sprt *sprt)
{
    return (struct interval){log(sprt->beta / (1 - sprt->alpha)), 0,
                             log((1 - sprt->beta) / sprt->alpha)};
}

enum sprt_verdict sprt_judge(const struct sprt *sprt, const struct tally *tally)
{
    struct interval bounds = sprt_bounds(sprt);
    double ratio = sprt_ratio(sprt, tally);
    if (ratio <= bounds.low)
        return SPRT_ACCEPTS_0;
    return ratio >= bounds.high ? SPRT_ACCEPTS_1 : SPRT_GOES_ON;
}
