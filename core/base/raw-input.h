// SPDX-License-Identifier: MIT
/*
 * The bytes of an input as they are stored, in portions: of a file, of a file in a zip archive,
 * from standard input or a pipe, or in memory. For source.c, and for decompressor.c on its behalf.
 */
#ifndef DAMA_CORE_BASE_RAW_INPUT_H
#define DAMA_CORE_BASE_RAW_INPUT_H

#include "core/base/archive.h"
#include "core/base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct raw_input {
    const char *name;            /* borrowed */
    int fd;                      /* -1: memory or `member` */
    struct archive_file *member; /* of a zip archive; NULL: none */
    bool owns_fd, may_block;     /* may_block: a read may take long, so signals interrupt it */
    bool ended;                  /* nothing comes after the bytes at p */
    const unsigned char *p;      /* n bytes not used yet */
    size_t n;
    uint64_t used;       /* bytes taken from p, for messages and progress */
    unsigned char *room; /* owned; NULL for memory */
};

/**
 * Opens an input and reads its first bytes.
 * @param path "-" is standard input; borrowed
 * @param out  to be closed on failure too
 * @return 0, or -1 with `err`: cannot be opened, a directory
 */
int raw_input_open(const char *path, struct raw_input *out, struct err *err);

/** Bytes in memory, borrowed. */
struct raw_input raw_input_of_memory(const char *name, const void *bytes, size_t n);

/** Reads more, after the n bytes that are left. @return 0, at the end too, or -1 with `err` */
int raw_input_fill(struct raw_input *in, struct err *err);

/** Reads on until n bytes, or 128 KiB, are there, or the input ends. @return as raw_input_fill */
int raw_input_fill_to(struct raw_input *in, size_t n, struct err *err);

/** Counts n bytes at p as used. */
void raw_input_use(struct raw_input *in, size_t n);

/**
 * Moves bytes into the caller's memory.
 * @param got how many; 0 at the end
 * @return as raw_input_fill
 */
int raw_input_read(struct raw_input *in, unsigned char *buf, size_t room, size_t *got,
                   struct err *err);

/**
 * Closes an input of which nothing was used. One that can be read only once is kept for the next
 * call that opens it: see peeked.h.
 * @return 0, or -1 with `err`: out of memory
 */
int raw_input_put_back(struct raw_input *in, struct err *err);

/** Closes an input, even one that could not be opened. */
void raw_input_close(struct raw_input *in);

#endif
