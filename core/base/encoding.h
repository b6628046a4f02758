// SPDX-License-Identifier: MIT
/*
 * From the encodings of real files to UTF-8 and back.
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
 * Works out what bytes that are no UTF-8 are in.
 * @param text lines that are not UTF-8
 * @return a name of encoding_names
 */
const char *encoding_guess(struct text text);

/** @return how many bytes at the beginning are valid UTF-8: n where all are */
size_t encoding_utf8_valid(const char *text, size_t n);

/**
 * @return bytes of the character that text begins with; 0 where there is none or it is cut by the
 *         end
 */
size_t encoding_utf8_next(const char *text, size_t n);

/** The number of a character of UTF-8 that is n bytes long, as encoding_utf8_next says. */
uint32_t encoding_utf8_code(const char *text, size_t n);

/** Encodings that are known by name, ended by NULL, for completions; iconv may know more. */
extern const char *const encoding_names[];

/**
 * Finds an encoding: by our names and their usual spellings ("latin1", "windows-1252"), else by
 * iconv's.
 * @return the name as we spell it, static, or `name` itself where only iconv knows it; NULL with
 *         `err`: unknown, with the nearest name
 */
const char *encoding_find(const char *name, struct err *err);

/** What each byte of a one-byte encoding means. */
struct byte_table {
    struct {
        char s[3]; /* UTF-8; U+FFFD where the byte means nothing */
        unsigned char n;
    } of[256];
    bool means_nothing[256];
};

/**
 * @return 0, 1: the encoding has characters of several bytes, -1 with `err`: iconv does not know it
 */
int byte_table_make(const char *encoding, struct byte_table *table, struct err *err);

/** Turns UTF-8 into another encoding. Opaque. */
struct encoder;

/**
 * @param translit what the encoding lacks becomes something similar: "Zh" for a Cyrillic letter,
 *                 "l" for a barred one, "?" where nothing is
 * @return 0, or -1 with `err`: unknown encoding, out of memory
 */
int encoder_open(const char *encoding, bool translit, struct encoder **out, struct err *err);

/**
 * Adds text in the encoder's encoding to `out`.
 * @param text  whole characters of UTF-8
 * @param taken bytes of text that were added: all, or without `translit` those before the first
 *              character that the encoding lacks
 * @return how many characters were replaced by similar ones
 */
size_t encoder_add(struct encoder *encoder, struct text text, size_t *taken, struct buffer *out);

/** NULL is allowed. */
void encoder_close(struct encoder *encoder);

#endif
