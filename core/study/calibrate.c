// SPDX-License-Identifier: MIT
/*
 * Fits the model by hill climbing. The samples are first counted into cells of score and share of
 * pieces, so that each step costs the same however many samples there are.
 */
#include "core/study/calibrate.h"

#include "core/base/array.h"
#include "core/board/score.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { SCORES = 601, SHARES = 10, WIDTH = 20 }; /* scores from -6000 to 6000 */

/* Scores up to a tenth of a man weigh more: users ask most often whether "even" means drawn. */
enum { EVEN_CELLS = 100 / WIDTH, EVEN_WEIGHT = 2 };

struct counts {
    double n[SHARES][SCORES][3]; /* lost, drawn, won, for the side that has the score */
};

static unsigned score_cell(int score)
{
    int cell = (score + (score >= 0 ? WIDTH / 2 : -WIDTH / 2)) / WIDTH + SCORES / 2;
    return (unsigned)(cell < 0 ? 0 : cell >= SCORES ? SCORES - 1 : cell);
}

static void count(const struct rules *rules, const struct samples *samples, struct counts *counts)
{
    unsigned all = 2 * rules_pieces(rules);
    memset(counts, 0, sizeof *counts);
    for (size_t i = 0; i < samples->n; i++) {
        const struct sample *sample = &samples->at[i];
        unsigned n = POPCOUNT64(sample->white | sample->black);
        unsigned share = n * SHARES / all < SHARES ? n * SHARES / all : SHARES - 1;
        /* counted from both sides' view, so that the model is symmetric */
        counts->n[share][score_cell(sample->score)][sample->result]++;
        counts->n[share][score_cell(-sample->score)][2 - sample->result]++;
    }
}

static double fit(const struct counts *counts, const struct wdl_model *model)
{
    double sum = 0;
    for (unsigned share = 0; share < SHARES; share++)
        for (unsigned cell = 0; cell < SCORES; cell++) {
            const double *n = counts->n[share][cell];
            if (n[0] + n[1] + n[2] == 0)
                continue;
            struct wdl wdl =
                wdl_of(model, ((int)cell - SCORES / 2) * WIDTH, (share + 0.5) / SHARES);
            double likelihood = n[0] * log(fmax((double)wdl.loss, 1e-6))
                                + n[1] * log(fmax((double)wdl.draw, 1e-6))
                                + n[2] * log(fmax((double)wdl.win, 1e-6));
            bool is_even = abs((int)cell - SCORES / 2) <= EVEN_CELLS;
            sum += is_even ? EVEN_WEIGHT * likelihood : likelihood;
        }
    return sum;
}

/* The numbers to fit: where the climb begins, and how long the first steps are. */
static const struct {
    size_t offset; /* in struct wdl_model */
    double first, step;
} fitted[] = {
    {offsetof(struct wdl_model, at_base), 800, 256},
    {offsetof(struct wdl_model, at_slope), 0, 256},
    {offsetof(struct wdl_model, width_base), 600, 256},
    {offsetof(struct wdl_model, width_slope), 0, 256},
    {offsetof(struct wdl_model, even_base), 0.4, 0.25},
    {offsetof(struct wdl_model, even_slope), 0, 0.25},
    {offsetof(struct wdl_model, even_width), 40, 64},
};

enum { HALVINGS = 9 };

static float *fitted_number(struct wdl_model *model, size_t i)
{
    return (float *)(void *)((char *)model + fitted[i].offset);
}

/* Tries a step up and down of each number. @return whether one was better */
static bool climb(const struct counts *counts, struct wdl_model *model, double scale, double *best)
{
    bool better = false;
    for (size_t i = 0; i < 2 * ARRAY_LEN(fitted); i++) {
        struct wdl_model tried = *model;
        *fitted_number(&tried, i / 2) += (float)(fitted[i / 2].step * (i % 2 ? -scale : scale));
        if (tried.even_width < WIDTH / 2)
            continue;
        double value = fit(counts, &tried);
        if (value <= *best)
            continue;
        *best = value;
        *model = tried;
        better = true;
    }
    return better;
}

int calibrate_fit(const struct rules *rules, const struct samples *samples, bool (*stopped)(void),
                  struct wdl_model *model)
{
    enum { ROUNDS = 2000 };
    struct counts counts;
    double best = -INFINITY, scale = 1;
    count(rules, samples, &counts);
    for (size_t i = 0; i < ARRAY_LEN(fitted); i++)
        *fitted_number(model, i) = (float)fitted[i].first;
    for (unsigned round = 0, halved = 0; round < ROUNDS && halved < HALVINGS; round++) {
        if (stopped && stopped())
            return 1;
        if (!climb(&counts, model, scale, &best)) {
            scale /= 2;
            halved++;
        }
    }
    return 0;
}

void calibrate_print(const struct rules *rules, const struct samples *samples,
                     const struct wdl_model *model, FILE *out)
{
    static const int edges[] = {-3000, -2000, -1500, -1000, -700, -500, -300, -100,  100,
                                300,   500,   700,   1000,  1500, 2000, 3000, 100000};
    enum { BINS = ARRAY_LEN(edges) };
    double n[BINS] = {0}, actual[BINS][3] = {{0}}, predicted[BINS][3] = {{0}},
           all = 2 * rules_pieces(rules);
    for (size_t i = 0; i < samples->n; i++) {
        const struct sample *sample = &samples->at[i];
        unsigned bin = 0;
        while (bin < BINS - 1 && sample->score > edges[bin])
            bin++;
        struct wdl wdl =
            wdl_of(model, sample->score, POPCOUNT64(sample->white | sample->black) / all);
        n[bin]++;
        actual[bin][sample->result]++;
        predicted[bin][0] += (double)wdl.loss;
        predicted[bin][1] += (double)wdl.draw;
        predicted[bin][2] += (double)wdl.win;
    }
    fprintf(out, "%-15s %9s  %-20s  %s\n", "score", "positions", "won drawn lost %", "model %");
    for (unsigned bin = 0; bin < BINS; bin++) {
        char range[40];
        if (n[bin] == 0)
            continue;
        if (bin == 0)
            snprintf(range, sizeof range, "up to %.2f", score_in_men(edges[0]));
        else if (bin == BINS - 1)
            snprintf(range, sizeof range, "above %.2f", score_in_men(edges[bin - 1]));
        else
            snprintf(range, sizeof range, "%.2f to %.2f", score_in_men(edges[bin - 1]),
                     score_in_men(edges[bin]));
        double per = 100 / n[bin];
        fprintf(out, "%-15s %9.0f  %5.1f %6.1f %6.1f   %5.1f %6.1f %6.1f\n", range, n[bin],
                actual[bin][2] * per, actual[bin][1] * per, actual[bin][0] * per,
                predicted[bin][2] * per, predicted[bin][1] * per, predicted[bin][0] * per);
    }
}
