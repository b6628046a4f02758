// SPDX-License-Identifier: MIT
/*
 * Compressed input: recognises the method by the first bytes, and unpacks gzip, bzip2, zstd and xz.
 */
#ifndef DAMA_CORE_BASE_UNPACKER_H
#define DAMA_CORE_BASE_UNPACKER_H

#include "core/base/raw-input.h"

struct unpacker;

/**
 * Begins to unpack an input.
 * @param in  with its first bytes read; borrowed while the unpacker lives
 * @param out set to NULL if the input is not packed
 * @return 0, or -1 with `err`: a method that this build lacks (the message names it)
 */
int unpacker_open(struct raw_input *in, struct unpacker **out, struct err *err);

/** @return "gzip", "bzip2", "zstd", "xz"; static */
const char *unpacker_method(const struct unpacker *unpacker);

/**
 * Unpacks some bytes.
 * @param got in: 0; out: bytes put into buf, including those before a failure; 0 at the end of the
 *            data
 * @return 0, or -1 with `err`: packed data is damaged or truncated, or the input failed
 */
int unpacker_read(struct unpacker *unpacker, unsigned char *buf, size_t room, size_t *got,
                  struct err *err);

/** Allows NULL. */
void unpacker_close(struct unpacker *unpacker);

#endif
