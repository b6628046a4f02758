// SPDX-License-Identifier: MIT
/*
 * Cuts inputs into chunks of whole records, one after another, on one thread: the first half of the
 * pipeline.
 */
#ifndef DAMA_CORE_BASE_CHUNKS_H
#define DAMA_CORE_BASE_CHUNKS_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/base/reader.h"
#include "core/base/text.h"

#include <stdint.h>

enum {
    CHUNKS_RECORD_MAX = 16 * 1024 * 1024, /* bytes; a larger record is not given whole */
    CHUNKS_SIZE = 256 * 1024,             /* approximate bytes in a chunk */
};

/**
 * What a worker gets. Events are chunks too: an empty file, an input that failed, a record beyond
 * the limit.
 */
struct chunk {
    const char *file;    /* as the user wrote it, "-" for standard input; borrowed */
    unsigned file_index; /* among the inputs, from 0 */
    unsigned line;       /* of text's first byte, from 1, as text_count_lines counts lines */
    uint64_t offset;     /* of text's first byte in the decompressed, converted input */
    struct text text;    /* whole records in UTF-8; empty for an event */
    bool first, last;    /* chunk of its file; an empty file gives one empty chunk that is both, and
                            the last chunk of any file may be empty */

    /* The record is larger than CHUNKS_RECORD_MAX; text is only its beginning. */
    bool oversized;
    uint64_t oversize; /* bytes of the whole record */

    /* the encoding that text was converted from, if known by now; NULL: it was UTF-8; static */
    const char *encoding;
    bool encoding_guessed;
    bool is_utf8_too;            /* so far: was converted as an option says, but is valid UTF-8 */
    char head[READER_HEAD_SIZE]; /* the file's first bytes, before conversion; zeros after them */
    bool had_bom;                /* only in the first chunk */
    uint64_t replaced;           /* bytes of the input so far that were invalid and became U+FFFD */

    const struct err *failed; /* why opening or reading failed after this text; NULL: it did not */
    struct arena arena;       /* emptied after emit; results live in it */
    void *result;             /* set by the worker, for emit; NULL before work */
};

/** How inputs are cut: see struct pipeline. */
struct chunks_options {
    size_t (*split)(const char *text, size_t n, size_t target);
    size_t chunk_size;    /* approximate bytes; 0: CHUNKS_SIZE */
    const char *encoding; /* NULL: detect */
};

/** A chunk and the memory for its text, which is reused. Zero is empty. */
struct chunk_room {
    struct chunk chunk;
    struct err failure; /* what chunk.failed points to */
    char *text;         /* owned */
    size_t room;
};

/** The inputs and how far they have been cut. Opaque. */
struct chunks;

/** @param paths borrowed. @return 0, or -1 with `err`: out of memory */
int chunks_open(const struct chunks_options *options, const char *const *paths, unsigned n_paths,
                struct chunks **out, struct err *err);

/**
 * Cuts the next chunk.
 * @return 1 a chunk, 0 no more (all is read, or a signal asked to stop), -1 with `err`: out of
 *        memory, unknown encoding
 */
int chunks_next(struct chunks *chunks, struct chunk_room *room, struct err *err);

/** @return bytes of the inputs used so far, counted as stored (compressed) */
uint64_t chunks_used(const struct chunks *chunks);

/** Allows NULL. */
void chunks_close(struct chunks *chunks);

/** Empties a room for the next chunk; if its memory is far beyond `usual` bytes, that is freed. */
void chunk_room_clear(struct chunk_room *room, size_t usual);
void chunk_room_fini(struct chunk_room *room);

#endif
