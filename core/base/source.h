// SPDX-License-Identifier: MIT
/*
 * Where input comes from: a file, a file in a zip archive ("club.zip/a.pdn"), standard input or
 * memory; plain, gzip, bzip2, zstd or xz, told by content and not by name.
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
 * @return 0, or -1 with `err`: cannot be opened, a directory, packed by a method that this build
 *         lacks (named) (`*out` is NULL then)
 */
int source_open(const char *path, struct source **out, struct err *err);

/** Opens bytes in memory, borrowed. For tests and fuzzing. */
int source_open_memory(const char *name, const void *bytes, size_t n, struct source **out,
                       struct err *err);

/**
 * Reads unpacked bytes.
 * @param got bytes put into buf; 0 at the end of the input
 * @return 0, or -1 with `err`: the device fails, packed data are damaged or end too early
 */
int source_read(struct source *source, void *buf, size_t room, size_t *got, struct err *err);

/**
 * Reads until `room` bytes are there or the input ends, so that a pipe gives what a file gives.
 * @param got bytes put into buf, less than room only at the end; on failure, those read before it
 */
int source_fill(struct source *source, void *buf, size_t room, size_t *got, struct err *err);

/**
 * Opens an input, reads all of it, and closes it again. For small files.
 * @param limit bytes, unpacked
 * @param out   what was read is added
 * @return 0, or -1 with `err` as source_open and source_read, or: larger than the limit
 */
int source_read_all(const char *path, size_t limit, struct buffer *out, struct err *err);

/** @return bytes of the packed input used so far */
uint64_t source_used(const struct source *source);

/** @return bytes of the packed input; 0 where nobody knows (a pipe) */
uint64_t source_size(const struct source *source);

/** @return "gzip", "bzip2", "zstd", "xz"; NULL for plain input; static */
const char *source_packing(const struct source *source);

/**
 * Whether a file is packed in a way that can be unpacked, or lies in an archive. Not for standard
 * input or a pipe.
 */
bool source_is_packed(const char *path);

/** Whether an input is a file, or lies in an archive, and can be read again: no pipe or device. */
bool source_is_file(const char *path);

/**
 * Looks at the beginning of an input, unpacked, without using it up: what was taken from standard
 * input or a pipe comes first when it is opened. One thread at a time.
 * @param got bytes put into buf; fewer than room where the input or its packed beginning gives no
 *        more
 * @return 0, or -1 with `err` as source_open
 */
int source_peek(const char *path, void *buf, size_t room, size_t *got, struct err *err);

/** NULL is allowed. */
void source_close(struct source *source);

#endif
