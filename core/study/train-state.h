// SPDX-License-Identifier: MIT
/*
 * The state of a training run, in a file from which the same command can go on. It is in this
 * machine's own byte order, and serves no other purpose.
 */
#ifndef DAMA_CORE_STUDY_TRAIN_STATE_H
#define DAMA_CORE_STUDY_TRAIN_STATE_H

#include "core/study/sample.h"
#include "core/study/train-options.h"

/**
 * A weight while it is being trained: its two values (opening, end), the values they are pulled
 * towards, their gradients in this batch, and the sums of squared gradients so far.
 */
struct train_cell {
    float w[2], prior[2], g[2], sum[2];
};

/** The contents of the file; all borrowed. */
struct train_state {
    const struct train_options *options; /* with the path, and settings that must stay the same */
    const struct samples *samples;
    struct train_cell *cell;
    size_t n_cells;
};

/** Writes the state after a number of epochs. @return 0, or -1 with `err` */
int train_state_write(const struct train_state *state, unsigned epoch, struct err *err);

/**
 * Reads the state from the file, if there is one.
 * @param epoch set to the number of epochs done; unchanged without a file
 * @return 0, or -1 with `err`: it cannot be read, or is of another training
 */
int train_state_read(const struct train_state *state, unsigned *epoch, struct err *err);

#endif
