// SPDX-License-Identifier: MIT
/*
 * How weights are trained.
 */
#ifndef DAMA_CORE_STUDY_TRAIN_OPTIONS_H
#define DAMA_CORE_STUDY_TRAIN_OPTIONS_H

#include "core/engine/weights.h"

struct train_options {
    unsigned epochs;  /* passes over all samples */
    unsigned threads; /* 0: one; the weights do not depend on it */
    double mix; /* the weight of the search's score in the target, 0 to 1; the rest is the result */
    double rate;   /* length of the first step, in log-odds */
    double steady; /* sum of squared gradients that each weight begins with, above 0: the larger,
                      the less the weights of rare patterns move */
    double shrink; /* pulls weights towards 0, or towards `from` */
    const struct weights *from; /* of the variant, to start from; NULL: the values of pieces */
    uint64_t seed;
    unsigned held;         /* percent of the games held out */
    const char *state;     /* file to continue from, written after each epoch; NULL: none */
    bool (*stopped)(void); /* called after each epoch; may be NULL */
    /**
     * Called after each epoch; losses in bits per position, `held` for the games held out, NAN if
     * there are none.
     */
    void (*progress)(void *ctx, unsigned epoch, double loss, double held);
    void *ctx;
};

#endif
