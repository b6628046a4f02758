// SPDX-License-Identifier: MIT
/*
 * White's expected score is 1 / (1 + e^-u), where u is the difference of the ratings plus White's
 * advantage; a draw is half a win and half a loss. The unknowns are the ratings and that advantage.
 * The likelihood has a single maximum, which Newton's method finds. Results of games that can be
 * drawn vary less than tosses of a coin; how much less, the dispersion, is estimated from all games
 * together and narrows the intervals, which come from the curvature at the maximum.
 */
#include "core/stats/ratings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ELO_OF_LOG 173.7177927613007 /* 400 / ln 10 */

enum { STEPS = 60, HALVINGS = 30 };

/* Standard deviation of the prior for each player, in units of u: 520 Elo. */
static const double prior_width = 3;

/* The model being fitted. The unknowns are the players' ratings and, last, White's advantage. */
struct fit {
    const struct ratings_meeting *meetings;
    size_t n;
    unsigned players, unknowns;
    bool (*stopped)(void);
    double *x, *tried, *gradient; /* an entry for each unknown */
    double *curvature;            /* for each pair of unknowns; later its Cholesky factor */
};

static bool is_stopped(const struct fit *f) { return f->stopped && f->stopped(); }

static double difference(const struct fit *f, const double *x, const struct ratings_meeting *m)
{
    return x[m->white] - x[m->black] + (m->uncoloured ? 0 : x[f->players]);
}

/* White's expected share. */
static double share_of(double u) { return 1 / (1 + exp(-u)); }

static double points_of(const struct ratings_meeting *m)
{
    return (double)m->won + (double)m->drawn / 2;
}

static double games_of(const struct ratings_meeting *m)
{
    return (double)m->won + (double)m->drawn + (double)m->lost;
}

/* The logarithm of 1 + e^u, for any u. */
static double log_sum(double u) { return fmax(u, 0) + log1p(exp(-fabs(u))); }

static double log_likelihood(const struct fit *f, const double *x)
{
    double sum = 0;
    for (size_t i = 0; i < f->n; i++) {
        const struct ratings_meeting *m = &f->meetings[i];
        double u = difference(f, x, m);
        sum += points_of(m) * u - games_of(m) * log_sum(u);
    }
    for (unsigned i = 0; i < f->unknowns; i++)
        sum -= x[i] * x[i] / (2 * prior_width * prior_width);
    return sum;
}

static double *cell(const struct fit *f, unsigned row, unsigned column)
{
    return &f->curvature[(size_t)row * f->unknowns + column];
}

static void add_meeting(const struct fit *f, const struct ratings_meeting *m)
{
    const unsigned who[3] = {m->white, m->black, f->players};
    const double by[3] = {1, -1, m->uncoloured ? 0 : 1};
    double share = share_of(difference(f, f->x, m));
    double slope = points_of(m) - games_of(m) * share, bend = games_of(m) * share * (1 - share);
    for (unsigned i = 0; i < 3; i++) {
        f->gradient[who[i]] += by[i] * slope;
        for (unsigned k = 0; k < 3; k++)
            *cell(f, who[i], who[k]) += by[i] * by[k] * bend;
    }
}

static void fill(const struct fit *f)
{
    memset(f->gradient, 0, f->unknowns * sizeof *f->gradient);
    memset(f->curvature, 0, (size_t)f->unknowns * f->unknowns * sizeof *f->curvature);
    for (size_t i = 0; i < f->n; i++)
        add_meeting(f, &f->meetings[i]);
    for (unsigned i = 0; i < f->unknowns; i++) {
        f->gradient[i] -= f->x[i] / (prior_width * prior_width);
        *cell(f, i, i) += 1 / (prior_width * prior_width);
    }
}

/* Puts Cholesky's factor into the lower half; the prior keeps the diagonal above 0. */
static void factorise(const struct fit *f)
{
    for (unsigned k = 0; k < f->unknowns && !is_stopped(f); k++) {
        for (unsigned i = k; i < f->unknowns; i++) {
            double sum = *cell(f, i, k);
            const double *a = cell(f, i, 0), *b = cell(f, k, 0);
            for (unsigned j = 0; j < k; j++)
                sum -= a[j] * b[j];
            *cell(f, i, k) = i == k ? sqrt(fmax(sum, 1e-12)) : sum / *cell(f, k, k);
        }
    }
}

/* Solves curvature y = b in place. */
static void solve(const struct fit *f, double *b)
{
    for (unsigned i = 0; i < f->unknowns; i++) {
        for (unsigned k = 0; k < i; k++)
            b[i] -= *cell(f, i, k) * b[k];
        b[i] /= *cell(f, i, i);
    }
    for (unsigned i = f->unknowns; i-- > 0;) {
        for (unsigned k = i + 1; k < f->unknowns; k++)
            b[i] -= *cell(f, k, i) * b[k];
        b[i] /= *cell(f, i, i);
    }
}

/* Makes a step of Newton's method. @return the largest change of an unknown */
static double climb(struct fit *f)
{
    double before = log_likelihood(f, f->x), part = 1, moved = 0;
    fill(f);
    factorise(f);
    solve(f, f->gradient);
    for (unsigned k = 0; k < HALVINGS; k++, part /= 2) {
        for (unsigned i = 0; i < f->unknowns; i++)
            f->tried[i] = f->x[i] + part * f->gradient[i];
        if (log_likelihood(f, f->tried) >= before - 1e-9 * fabs(before))
            break;
    }
    for (unsigned i = 0; i < f->unknowns; i++) {
        moved = fmax(moved, fabs(f->tried[i] - f->x[i]));
        f->x[i] = f->tried[i];
    }
    return moved;
}

/* ---- groups ---- */

static unsigned root_of(unsigned *parent, unsigned i)
{
    while (parent[i] != i)
        i = parent[i] = parent[parent[i]];
    return i;
}

/* @param out with the numbers of games: see count_games */
static int find_groups(const struct fit *f, struct ratings_player *out, unsigned *groups)
{
    unsigned *parent = malloc((f->players + 1) * sizeof *parent), *number = NULL;
    if (parent)
        number = malloc((f->players + 1) * sizeof *number);
    *groups = 0;
    if (!number) {
        free(parent);
        return -1;
    }
    for (unsigned i = 0; i < f->players; i++)
        parent[i] = i;
    for (size_t i = 0; i < f->n; i++)
        if (games_of(&f->meetings[i]) > 0) /* games without a known result connect nobody */
            parent[root_of(parent, f->meetings[i].white)] = root_of(parent, f->meetings[i].black);
    for (unsigned i = 0; i < f->players; i++)
        if (parent[i] == i && out[i].games)
            number[i] = (*groups)++;
    for (unsigned i = 0, last = *groups; i < f->players; i++) /* players without a rating */
        if (parent[i] == i && !out[i].games)
            number[i] = last++;
    for (unsigned i = 0; i < f->players; i++)
        out[i].group = number[root_of(parent, i)];
    free(parent);
    free(number);
    return 0;
}

/* ---- results ---- */

static void count_games(const struct fit *f, struct ratings_player *out)
{
    for (unsigned i = 0; i < f->players; i++)
        out[i] = (struct ratings_player){0};
    for (size_t i = 0; i < f->n; i++) {
        const struct ratings_meeting *m = &f->meetings[i];
        out[m->white].games += m->won + m->drawn + m->lost;
        out[m->black].games += m->won + m->drawn + m->lost;
        out[m->white].score += (double)m->won + (double)m->drawn / 2;
        out[m->black].score += (double)m->lost + (double)m->drawn / 2;
    }
    for (unsigned i = 0; i < f->players; i++)
        out[i].score = out[i].games ? out[i].score / (double)out[i].games : 0.5;
}

static struct interval interval_of(double x, double variance)
{
    double half = INTERVAL_95 * sqrt(fmax(variance, 0)) * ELO_OF_LOG;
    return (struct interval){x * ELO_OF_LOG - half, x * ELO_OF_LOG, x * ELO_OF_LOG + half};
}

/* The dispersion: the variance of results relative to a coin's, with one toss added to them. */
static double dispersion(const struct fit *f)
{
    double sum = 1, games = 1;
    for (size_t i = 0; i < f->n; i++) {
        const struct ratings_meeting *m = &f->meetings[i];
        double s = share_of(difference(f, f->x, m)), coin = fmax(s * (1 - s), 1e-9);
        sum += ((double)m->won * (1 - s) * (1 - s) + (double)m->drawn * (0.5 - s) * (0.5 - s)
                + (double)m->lost * s * s)
               / coin;
        games += games_of(m);
    }
    return sum / games;
}

static double drawn_share(const struct fit *f)
{
    double drawn = 0, games = 0;
    for (size_t i = 0; i < f->n; i++) {
        drawn += (double)f->meetings[i].drawn;
        games += games_of(&f->meetings[i]);
    }
    return games > 0 ? drawn / games : 0;
}

/*
 * Ratings are relative to the mean of their group. The variance of x(i) minus that mean comes from
 * the inverse of the curvature, which is solved for one column at a time.
 */
static void read_out(const struct fit *f, struct ratings_player *out, struct ratings_model *model)
{
    const double spread = dispersion(f);
    double *column = f->tried, *mean = f->gradient;
    memset(mean, 0, f->unknowns * sizeof *mean);
    for (unsigned i = 0; i < f->players; i++)
        mean[out[i].group]++;
    for (unsigned i = 0; i < f->players && !is_stopped(f); i++) {
        unsigned group = out[i].group;
        double size = mean[group], average = 0;
        for (unsigned k = 0; k < f->players; k++)
            average += out[k].group == group ? f->x[k] / size : 0;
        for (unsigned k = 0; k < f->unknowns; k++)
            column[k] = k < f->players && out[k].group == group ? -1 / size : 0;
        column[i] += 1;
        double contrast_i = column[i], other = -1 / size, variance = 0;
        solve(f, column);
        for (unsigned k = 0; k < f->players; k++)
            if (out[k].group == group)
                variance += column[k] * (k == i ? contrast_i : other);
        out[i].elo = interval_of(f->x[i] - average, variance * spread);
    }
    memset(column, 0, f->unknowns * sizeof *column);
    column[f->players] = 1;
    solve(f, column);
    model->white = interval_of(f->x[f->players], column[f->players] * spread);
    model->drawn = drawn_share(f);
}

int ratings_fit(const struct ratings_meeting *meetings, size_t n, unsigned players,
                bool (*stopped)(void), struct ratings_player *out, struct ratings_model *model)
{
    struct fit f = {.meetings = meetings,
                    .n = n,
                    .players = players,
                    .unknowns = players + 1,
                    .stopped = stopped};
    int rc = -1;
    f.x = calloc(f.unknowns, sizeof *f.x);
    f.tried = calloc(f.unknowns, sizeof *f.tried);
    f.gradient = calloc(f.unknowns, sizeof *f.gradient);
    f.curvature = calloc((size_t)f.unknowns * f.unknowns, sizeof *f.curvature);
    if (!f.x || !f.tried || !f.gradient || !f.curvature)
        goto done;
    count_games(&f, out);
    if (find_groups(&f, out, &model->groups))
        goto done;
    for (unsigned i = 0; i < STEPS && climb(&f) > 1e-9 && !is_stopped(&f); i++)
        ;
    fill(&f);
    factorise(&f);
    read_out(&f, out, model);
    rc = is_stopped(&f);
done:
    free(f.x);
    free(f.tried);
    free(f.gradient);
    free(f.curvature);
    return rc;
}
