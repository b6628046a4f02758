// SPDX-License-Identifier: MIT
/*
 * Input bytes: from a file, a file in a zip archive ("club.zip/a.pdn"), standard input or memory;
 * plain, gzip, bzip2, zstd or xz, recognised by content, not by name.
 */
#ifndef DAMA_CORE_BASE_SOURCE_H
#define DAMA_CORE_BASE_SOURCE_H

#include "core/base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buffer;
struct source;

/**
 * Opens an input.
 * @param path "-" is standard input; borrowed while the source lives
 * @return 0, or -1 with `err`, and `*out` NULL: cannot be opened, a directory, compressed by a
 *         method that this build lacks (the message names it)
 */
int source_open(const char *path, struct source **out, struct err *err);

/** As source_open, for bytes in memory, borrowed. For tests and fuzzing. */
int source_open_memory(const char *name, const void *bytes, size_t n, struct source **out,
                       struct err *err);

/**
 * Reads decompressed bytes.
 * @param got bytes put into buf; 0 at the end of the input
 * @return 0, or -1 with `err`: the device failed, compressed data is damaged or truncated
 */
int source_read(struct source *source, void *buf, size_t room, size_t *got, struct err *err);

/**
 * Reads until `room` bytes are there or the input ends: source_read may return fewer, from a pipe.
 * @param got bytes put into buf, less than room only at the end; on failure, those read before it
 * @return as source_read
 */
int source_fill(struct source *source, void *buf, size_t room, size_t *got, struct err *err);

/**
 * Reads a whole input. For small files.
 * @param limit bytes, decompressed
 * @param out   what was read is added
 * @return 0, or -1 with `err` as source_open and source_read, or: larger than the limit
 */
int source_read_all(const char *path, size_t limit, struct buffer *out, struct err *err);

/** @return bytes of the input used so far, counted as stored (compressed) */
uint64_t source_used(const struct source *source);

/**
 * Whether a file is compressed by a method that this build can decompress, or is in an archive. Not
 * for standard input or a pipe.
 */
bool source_is_compressed(const char *path);

/** Whether an input is a file or is in an archive, so that it can be read again. */
bool source_is_file(const char *path);

/**
 * Reads the beginning of an input, decompressed, without consuming it: bytes peeked from standard
 * input or a pipe are read again when that is opened. One thread at a time.
 * @param got bytes put into buf; fewer than room if the input, or the compressed bytes read for
 *            this, give no more
 * @return 0, or -1 with `err` as source_open
 */
int source_peek(const char *path, void *buf, size_t room, size_t *got, struct err *err);

/** Allows NULL. */
void source_close(struct source *source);

#endif
