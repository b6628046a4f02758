// SPDX-License-Identifier: MIT
/*
 * The model of chances, fitted by climbing: the samples are first counted into cells of score and
 * share of pieces, so that each step costs the same however many they are.
 */
#include "core/base/array.h"
#include "core/engine/wdl.h"
#include "core/study/train.h"

#include <math.h>
#include <string.h>

enum { SCORES = 121, SHARES = 10, WIDTH = 100 }; /* from -6000 to 6000 */

struct counts {
    double n[SHARES][SCORES][3]; /* lost, drawn, won by the side White; colours are alike */
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
        /* seen from both sides, so that the model is even */
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
            sum += n[0] * log(fmax((double)wdl.loss, 1e-6))
                   + n[1] * log(fmax((double)wdl.draw, 1e-6))
                   + n[2] * log(fmax((double)wdl.win, 1e-6));
        }
    return sum;
}

void train_wdl(const struct rules *rules, const struct samples *samples, struct wdl_model *model)
{
    static const double first[4] = {800, 0, 600, 0};
    struct counts counts;
    count(rules, samples, &counts);
    double at[4], step[4] = {256, 256, 256, 256};
    memcpy(at, first, sizeof at);
    double best = -INFINITY;
    for (unsigned round = 0; round < 200; round++) {
        bool better = false;
        for (unsigned i = 0; i < 8; i++) {
            double try[4];
            memcpy(try, at, sizeof try);
            try[i / 2] += i % 2 ? -step[i / 2] : step[i / 2];
            struct wdl_model tried = *model;
            tried.at_base = (float)try[0];
            tried.at_slope = (float)try[1];
            tried.width_base = (float)try[2];
            tried.width_slope = (float)try[3];
            double value = fit(&counts, &tried);
            if (value <= best)
                continue;
            best = value;
            memcpy(at, try, sizeof at);
            *model = tried;
            better = true;
        }
        if (better)
            continue;
        for (unsigned i = 0; i < 4; i++)
            step[i] /= 2;
        if (step[0] < 1)
            break;
    }
}

void train_calibration(const struct rules *rules, const struct samples *samples,
                       const struct wdl_model *model, FILE *out)
{
    static const int edges[] = {-3000, -2000, -1500, -1000, -700, -500, -300, -100,  100,
                                300,   500,   700,   1000,  1500, 2000, 3000, 100000};
    enum { BINS = ARRAY_LEN(edges) };
    double n[BINS] = {0}, seen[BINS][3] = {{0}}, said[BINS][3] = {{0}},
           all = 2 * rules_pieces(rules);
    for (size_t i = 0; i < samples->n; i++) {
        const struct sample *sample = &samples->at[i];
        unsigned bin = 0;
        while (bin < BINS - 1 && sample->score > edges[bin])
            bin++;
        struct wdl wdl =
            wdl_of(model, sample->score, POPCOUNT64(sample->white | sample->black) / all);
        n[bin]++;
        seen[bin][sample->result]++;
        said[bin][0] += (double)wdl.loss;
        said[bin][1] += (double)wdl.draw;
        said[bin][2] += (double)wdl.win;
    }
    fprintf(out, "%-18s %9s  %-20s  %s\n", "score", "positions", "won drawn lost %", "model %");
    for (unsigned bin = 0; bin < BINS; bin++) {
        char range[40];
        if (n[bin] == 0)
            continue;
        if (bin == 0)
            snprintf(range, sizeof range, "up to %.2f", edges[0] / 1000.0);
        else if (bin == BINS - 1)
            snprintf(range, sizeof range, "above %.2f", edges[bin - 1] / 1000.0);
        else
            snprintf(range, sizeof range, "%.2f to %.2f", edges[bin - 1] / 1000.0,
                     edges[bin] / 1000.0);
        double per = 100 / n[bin];
        fprintf(out, "%-18s %9.0f  %5.1f %6.1f %6.1f   %5.1f %6.1f %6.1f\n", range, n[bin],
                seen[bin][2] * per, seen[bin][1] * per, seen[bin][0] * per, said[bin][2] * per,
                said[bin][1] * per, said[bin][0] * per);
    }
}
