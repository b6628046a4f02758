// SPDX-License-Identifier: MIT
/*
 * Why a move is illegal, in words. Only core/check includes this.
 */
#ifndef DAMA_CORE_CHECK_EXPLAIN_H
#define DAMA_CORE_CHECK_EXPLAIN_H

#include "core/base/buffer.h"
#include "core/board/notation.h"

/** Says why the game is over, if it is. @return whether it is */
bool explain_ending(const struct rules *rules, const struct position *pos, struct buffer *out);

/** Says why a written move is illegal. @param written NULL: the move could not be parsed */
void explain_illegal(const struct rules *rules, const struct position *pos,
                     const struct written_move *written, struct buffer *out);

#endif
