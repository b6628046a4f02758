// SPDX-License-Identifier: MIT
/*
 * The mean of weights that were trained separately: the noise that each has learned from its games
 * averages out, and what they have all learned stays.
 */
#ifndef DAMA_CORE_STUDY_AVERAGE_H
#define DAMA_CORE_STUDY_AVERAGE_H

#include "core/engine/weights.h"

/**
 * Reads the weights in n files, and takes the mean of each.
 * @param out the chances are those of the last file, to be fitted again
 * @return 0, or -1 with `err`: one cannot be read, or has other patterns; nothing is allocated then
 */
int average_weights(const struct rules *rules, const char *const *files, unsigned n,
                    struct weights *out, struct err *err);

#endif
