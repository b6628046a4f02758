// SPDX-License-Identifier: MIT
/*
 * Characters of UTF-8.
 */
#ifndef DAMA_CORE_BASE_UTF8_H
#define DAMA_CORE_BASE_UTF8_H

#include "core/base/buffer.h"

#include <stddef.h>
#include <stdint.h>

/** U+FFFD, which stands for what cannot be decoded. */
#define UTF8_REPLACEMENT "\xef\xbf\xbd"

/** @return how many bytes at the start are valid UTF-8: n if all are */
size_t utf8_valid(const char *text, size_t n);

/**
 * @return bytes of the first character; 0 if it is not valid, or cut off by the end
 */
size_t utf8_next(const char *text, size_t n);

/** @return how many of the n bytes fit into `most`, without half a character at the end */
size_t utf8_fit(const char *text, size_t n, size_t most);

/** The code point of a character of n bytes, as utf8_next measures it. */
uint32_t utf8_code(const char *text, size_t n);

/** Adds a character. */
void utf8_add(uint32_t code, struct buffer *out);

/** Adds a text such as the name of a file. Bytes that are not UTF-8 become U+FFFD. */
void utf8_add_valid(const char *text, size_t n, struct buffer *out);

#endif
