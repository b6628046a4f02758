// SPDX-License-Identifier: MIT
/*
 * Where a game starts: by its FEN, or by the rules. Only core/check includes this.
 */
#ifndef DAMA_CORE_CHECK_START_POSITION_H
#define DAMA_CORE_CHECK_START_POSITION_H

#include "core/check/checker.h"

/** Sets the start position. @return 0, 1 the FEN cannot be read: no moves can be checked */
int start_position_set(struct checker *c);

#endif
