// SPDX-License-Identifier: MIT
/*
 * The mean of weights that were trained separately: the noise that each has learned from its games
 * averages out, and the knowledge that they share stays.
 */
#ifndef DAMA_CORE_STUDY_AVERAGE_H
#define DAMA_CORE_STUDY_AVERAGE_H

#include "core/engine/weights.h"

/**
 * Reads the weights in n files, and takes the mean of each weight.
 * @param out filled; its model of chances is that of the last file, and needs to be fitted again
 * @return 0, or -1 with `err`: a file cannot be read, or has other patterns; then nothing is
 *         allocated
 */
int average_weights(const struct rules *rules, const char *const *files, unsigned n,
                    struct weights *out, struct err *err);

#endif
