// SPDX-License-Identifier: MIT
/*
 * Moves with letters that are not Latin. On the screen many look as they should, so that the message must
 * name the letter. Only core/check includes this.
 */
#ifndef DAMA_CORE_CHECK_OTHER_LETTERS_H
#define DAMA_CORE_CHECK_OTHER_LETTERS_H

#include "core/check/checker.h"

/** Says which letter of a move is not Latin. @return false: there is none */
bool other_letters_explain(struct text move, struct buffer *out);

/**
 * Says which move it is in Latin letters, if that is legal, and adds it as a repair, with those of the
 * moves after it that can be read in the same way.
 * @return false: it is not legal
 */
bool other_letters_suggest(struct checker *c, const struct check_place *at, struct finding *f,
                           struct buffer *out);

#endif
