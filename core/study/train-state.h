// SPDX-License-Identifier: MIT
/*
 * What a training has learned so far, in a file from which the same command goes on: in this
 * machine's own byte order, and for nothing else.
 */
#ifndef DAMA_CORE_STUDY_TRAIN_STATE_H
#define DAMA_CORE_STUDY_TRAIN_STATE_H

#include "core/study/sample.h"
#include "core/study/train-options.h"

/**
 * A weight while it is learned: its two values, what they are pulled to, their gradients in this
 * batch, and the squares so far.
 */
struct train_cell {
    float w[2], prior[2], g[2], sum[2];
};

/** What the file is about; all borrowed. */
struct train_state {
    const struct train_options *options; /* with the path, and settings that must stay the same */
    const struct samples *samples;
    struct train_cell *cell;
    size_t n_cells;
};

/** Writes the state after a number of epochs. @return 0, or -1 with `err` */
int train_state_write(const struct train_state *state, unsigned epoch, struct err *err);

/**
 * Continues from the file, where there is one.
 * @param epoch set to the epochs that are done; stays without a file
 * @return 0, or -1 with `err`: it cannot be read, or is of another training
 */
int train_state_read(const struct train_state *state, unsigned *epoch, struct err *err);

#endif
