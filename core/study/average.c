// SPDX-License-Identifier: MIT
#include "core/study/average.h"

#include <math.h>
#include <stdlib.h>

/* An array of weights; several of these hold all weights. */
struct run {
    weight_pair *pair;
    size_t n;
};

enum { RUNS = 4 };

static void find_runs(struct weights *weights, struct run run[RUNS])
{
    run[0] = (struct run){weights->pair, (size_t)weights->n_pairs * weights->turns};
    run[1] = (struct run){weights->feature, FEATURE_COUNT};
    run[2] = (struct run){weights->king, BOARD_BITS};
    run[3] = (struct run){weights->king_pair, weights->king_pair ? KING_PAIR_WEIGHTS : 0};
}

static bool are_alike(const struct weights *a, const struct weights *b)
{
    return shapes_same(&a->shapes, &b->shapes) && a->turns == b->turns
           && !a->king_pair == !b->king_pair;
}

static size_t count(struct weights *weights)
{
    struct run run[RUNS];
    size_t n = 0;
    find_runs(weights, run);
    for (unsigned r = 0; r < RUNS; r++)
        n += run[r].n;
    return n;
}

static void add(struct weights *weights, int32_t (*sum)[2])
{
    struct run run[RUNS];
    find_runs(weights, run);
    for (unsigned r = 0; r < RUNS; r++)
        for (size_t i = 0; i < run[r].n; i++, sum++) {
            (*sum)[0] += weight_opening(run[r].pair[i]);
            (*sum)[1] += weight_end(run[r].pair[i]);
        }
}

static void divide(struct weights *weights, int32_t (*sum)[2], unsigned n)
{
    struct run run[RUNS];
    find_runs(weights, run);
    for (unsigned r = 0; r < RUNS; r++)
        for (size_t i = 0; i < run[r].n; i++, sum++)
            run[r].pair[i] =
                weight_pack((int)lround((double)(*sum)[0] / n), (int)lround((double)(*sum)[1] / n));
}

/* Reads one more file, into `last` in place of the previous one, and adds it. */
static int add_file(const struct rules *rules, const char *file, struct weights *last,
                    int32_t (**sum)[2], struct err *err)
{
    struct weights weights;
    const bool first = !*sum;
    if (weights_open(rules, file, &weights, err))
        return -1;
    int rc = weights.turns ? weights_add_counts(rules, &weights, err)
                           : err_plain(err, "'%s' is not a weights file", file);
    if (rc == 0 && first) {
        *sum = calloc(count(&weights), sizeof **sum);
        rc = *sum ? 0 : err_memory(err);
    }
    if (rc == 0 && !first && !are_alike(last, &weights))
        rc = err_file(err, file, "its patterns differ from those of the weights before it");
    if (rc) {
        weights_free(&weights);
        return -1;
    }
    add(&weights, *sum);
    weights_free(last);
    *last = weights;
    return 0;
}

int average_weights(const struct rules *rules, const char *const *files, unsigned n,
                    struct weights *out, struct err *err)
{
    int32_t(*sum)[2] = NULL;
    int rc = 0;
    *out = (struct weights){0};
    for (unsigned i = 0; i < n && rc == 0; i++)
        rc = add_file(rules, files[i], out, &sum, err);
    if (rc == 0)
        divide(out, sum, n);
    else
        weights_free(out);
    free(sum);
    return rc;
}
