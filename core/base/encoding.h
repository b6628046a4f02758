// SPDX-License-Identifier: MIT
/*
 * Character encodings: names, detection, and conversion to UTF-8 and back.
 */
#ifndef DAMA_CORE_BASE_ENCODING_H
#define DAMA_CORE_BASE_ENCODING_H

#include "core/base/buffer.h"
#include "core/base/err.h"
#include "core/base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * Guesses the encoding of text that is not UTF-8.
 * @param text lines that are not UTF-8
 * @return one of encoding_names
 */
const char *encoding_guess(struct text text);

/** @return how many bytes at the start are valid UTF-8: n if all are */
size_t encoding_utf8_valid(const char *text, size_t n);

/**
 * @return bytes of the first character; 0 if it is not valid, or cut off by the end
 */
size_t encoding_utf8_next(const char *text, size_t n);

/** The code point of a character of n bytes, as encoding_utf8_next measures it. */
uint32_t encoding_utf8_code(const char *text, size_t n);

/** The encodings known by name, ended by NULL, for completions; iconv may know more. */
extern const char *const encoding_names[];

/**
 * Finds an encoding by our names and their usual spellings ("latin1", "windows-1252"), else by
 * iconv's.
 * @return our spelling of the name, static, or `name` itself where only iconv knows it; NULL with
 *         `err`: unknown, with the nearest name
 */
const char *encoding_find(const char *name, struct err *err);

/** The characters of a single-byte encoding. */
struct byte_table {
    struct {
        char s[3]; /* UTF-8; U+FFFD where the byte is undefined */
        unsigned char n;
    } of[256];
    bool undefined[256];
};

/**
 * Fills the table of an encoding.
 * @return 0, 1: the encoding is multi-byte, -1 with `err`: iconv does not know it
 */
int byte_table_make(const char *encoding, struct byte_table *table, struct err *err);

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
