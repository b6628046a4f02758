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
 *                 "l" for a barred one, nothing for a mark without a letter, else "?"
 * @return 0, or -1 with `err`: unknown encoding, out of memory
 */
int encoder_open(const char *encoding, bool translit, struct encoder **out, struct err *err);

/** The result of a conversion. */
struct encoded {
    size_t taken;   /* bytes of it that were converted: all, or without `translit` those before
                     * the first character that the encoding lacks */
    size_t lacking; /* bytes of that character, with its marks; 0: there is none */
    size_t similar; /* characters that were replaced by similar ones */
    size_t lost;    /* characters that were replaced by "?", as nothing is similar */
};

/**
 * Converts text and adds it to `out`. Marks that are characters of their own are joined with their
 * letter, where the encoding holds the letter so.
 *
 * What replaces a character never has a meaning in a format, as quotes, brackets and commas have:
 * an apostrophe stands for all quotes. A writer that escapes texts may get them by encoder_replace
 * before.
 * @param text UTF-8, whole characters
 */
struct encoded encoder_add(struct encoder *encoder, struct text text, struct buffer *out);

/** As encoder_add, but adds UTF-8, all of which the encoding holds, and replaces freely. */
struct encoded encoder_replace(struct encoder *encoder, struct text text, struct buffer *out);

/**
 * What a file in this encoding begins with, such as the byte order mark of UTF-16; encoder_add
 * leaves it out.
 * @return bytes, valid while the encoder is open; n is 0 where there are none
 */
struct text encoder_mark(const struct encoder *encoder);

/** Allows NULL. */
void encoder_close(struct encoder *encoder);

#endif
