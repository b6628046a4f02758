// SPDX-License-Identifier: MIT
/*
 * What was probably meant by an illegal move. Only core/check includes this.
 */
#ifndef DAMA_CORE_CHECK_SUGGEST_H
#define DAMA_CORE_CHECK_SUGGEST_H

#include "core/check/checker.h"

/**
 * Says what was probably meant, and with each guess how much of the rest is legal; adds the best as
 * a repair.
 */
void suggest_moves(struct checker *c, const struct check_place *at, const struct written *written,
                   struct finding *f, struct buffer *out);

#endif
