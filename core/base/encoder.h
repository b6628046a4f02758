// SPDX-License-Identifier: MIT
/*
 * Conversion from UTF-8 to other encodings.
 */
#ifndef DAMA_CORE_BASE_ENCODER_H
#define DAMA_CORE_BASE_ENCODER_H

#include "core/base/buffer.h"
#include "core/base/err.h"
#include "core/base/text.h"

#include <stdbool.h>
#include <stddef.h>

/** Converts UTF-8 to another encoding. Opaque. */
struct encoder;

enum { ENCODER_MARK_MAX = 4 };

/**
 * @param translit replace what the encoding lacks by something similar: "Zh" for a Cyrillic letter,
 *                 "l" for a barred one, else "?"
 * @return 0, or -1 with `err`: unknown encoding, out of memory
 */
int encoder_open(const char *encoding, bool translit, struct encoder **out, struct err *err);

/**
 * Converts text and adds it to `out`.
 * @param text  UTF-8, whole characters
 * @param taken bytes of text converted: all, or without `translit` those before the first character
 *              that the encoding lacks
 * @return how many characters were replaced by similar ones
 */
size_t encoder_add(struct encoder *encoder, struct text text, size_t *taken, struct buffer *out);

/**
 * What a file in this encoding begins with, such as the byte order mark of UTF-16; encoder_add
 * leaves it out.
 * @return bytes, valid while the encoder is open; n is 0 where there are none
 */
struct text encoder_mark(const struct encoder *encoder);

/** Allows NULL. */
void encoder_close(struct encoder *encoder);

#endif
