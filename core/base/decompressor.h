// SPDX-License-Identifier: MIT
/*
 * Compressed input: recognises the method by the first bytes, and decompresses gzip, bzip2, zstd
 * and xz.
 */
#ifndef DAMA_CORE_BASE_DECOMPRESSOR_H
#define DAMA_CORE_BASE_DECOMPRESSOR_H

#include "core/base/raw-input.h"

struct decompressor;

/**
 * Begins to decompress an input.
 * @param in  with its first bytes read; borrowed while the decompressor lives
 * @param out set to NULL if the input is not compressed
 * @return 0, or -1 with `err`: a method that this build lacks (the message names it)
 */
int decompressor_open(struct raw_input *in, struct decompressor **out, struct err *err);

/**
 * Unpacks some bytes.
 * @param got in: 0; out: bytes put into buf, including those before a failure; 0 at the end of the
 *            data
 * @return 0, or -1 with `err`: compressed data is damaged or truncated, or the input failed
 */
int decompressor_read(struct decompressor *decompressor, unsigned char *buf, size_t room,
                      size_t *got, struct err *err);

/** Allows NULL. */
void decompressor_close(struct decompressor *decompressor);

#endif
