// SPDX-License-Identifier: MIT
/*
 * Names of character encodings, and tables of the single-byte ones.
 */
#ifndef DAMA_CORE_BASE_ENCODING_H
#define DAMA_CORE_BASE_ENCODING_H

#include "core/base/err.h"

#include <stdbool.h>

/** The encodings known by name, ended by NULL, for completions; iconv may know more. */
extern const char *const encoding_names[];

/**
 * Finds an encoding by our names and their usual spellings ("latin1", "windows-1252"), else by
 * iconv's.
 * @return our spelling of the name, static, or `name` itself if only iconv knows it; NULL with
 *         `err`: unknown; the message suggests the nearest name
 */
const char *encoding_find(const char *name, struct err *err);

/** The characters of a single-byte encoding. */
struct encoding_table {
    struct {
        char s[3]; /* UTF-8; U+FFFD where the byte is undefined */
        unsigned char n;
    } of[256];
    bool undefined[256]; /* bytes that stand for no character */
};

/**
 * Fills the table of an encoding.
 * @return 0; 1: the encoding is multi-byte; -1 with `err`: iconv does not know it
 */
int encoding_table_make(const char *encoding, struct encoding_table *table, struct err *err);

#endif
