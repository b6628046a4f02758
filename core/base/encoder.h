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
 * @param translit replace characters that the encoding lacks by something similar: a Cyrillic
 *                 letter by "Zh", a barred l by "l", a mark without a letter by nothing, else by
 *                 "?"
 * @return 0, or -1 with `err`: unknown encoding, out of memory
 */
int encoder_open(const char *encoding, bool translit, struct encoder **out, struct err *err);

/** The result of a conversion. */
struct encoded {
    size_t taken;   /* bytes of text that were converted: all, or without `translit` those before
                     * the first character that the encoding lacks */
    size_t lacking; /* bytes of that character, with its marks; 0: there is none */
    size_t similar; /* characters that were replaced by similar ones */
    size_t lost;    /* characters that were replaced by "?", since nothing is similar */
};

/**
 * Converts text and adds it to `out`. Marks that are separate characters are joined with their
 * letter if the encoding has that letter.
 *
 * A replacement never contains characters with a meaning in some format, such as quotes, brackets
 * and commas: an apostrophe replaces all quotes. A writer that escapes its texts may call
 * encoder_replace first, which allows them.
 * @param text UTF-8, whole characters
 */
struct encoded encoder_add(struct encoder *encoder, struct text text, struct buffer *out);

/** As encoder_add, but adds UTF-8 that the encoding can represent, and replaces without limits. */
struct encoded encoder_replace(struct encoder *encoder, struct text text, struct buffer *out);

/**
 * The bytes that a file in this encoding begins with, such as the byte order mark of UTF-16;
 * encoder_add leaves them out.
 * @return bytes, valid while the encoder is open; n is 0 if there are none
 */
struct text encoder_mark(const struct encoder *encoder);

/** Allows NULL. */
void encoder_close(struct encoder *encoder);

#endif
