// SPDX-License-Identifier: MIT
/* Messages about the encoding of an input. */
#ifndef DAMA_CMD_LIB_INPUT_ENCODING_H
#define DAMA_CMD_LIB_INPUT_ENCODING_H

#include "core/base/chunks.h"

/**
 * Says that an encoding was guessed: letters may have been misread.
 * @param advice how to choose another one: "if it is wrong, ..."
 */
void input_encoding_say_guess(const struct chunk *chunk, const char *advice);

/** Says, at the last chunk of an input, how many bytes were invalid. */
void input_encoding_say_invalid(const struct chunk *chunk);

#endif
