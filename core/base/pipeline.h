// SPDX-License-Identifier: MIT
/*
 * A batch on all cores: inputs are cut into pieces of whole records, workers turn each piece into a result on their own
 * threads, results are written in input order. Threads, order, back-pressure, encodings, size limits and stopping are
 * written here, once. Memory is bounded by a fixed ring of pieces, whatever the input.
 */
#ifndef DAMA_CORE_BASE_PIPELINE_H
#define DAMA_CORE_BASE_PIPELINE_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/base/text.h"

#include <stdint.h>

enum { PIPELINE_RECORD_MAX = 32 * 1024 * 1024 }; /* a larger record is a finding, not a record */

/** What a worker gets. */
struct piece {
    const char *file;    /* as the user wrote it, "-" for standard input; borrowed */
    unsigned file_index; /* among the inputs, from 0 */
    unsigned line;       /* of text's first byte, from 1 */
    uint64_t offset;     /* of text's first byte in the unpacked, converted input */
    struct text text;    /* whole records in UTF-8; empty for an event below */
    bool first, last;    /* of its file; an empty file gives one empty piece that is both */
    bool
        oversized; /* the start of a record that is larger than PIPELINE_RECORD_MAX; the rest was skipped */
    uint64_t oversize;    /* bytes that the whole record had */
    const char *encoding; /* what the text was converted from, NULL where it was UTF-8; static */
    bool had_bom;         /* only in the first piece */
    const struct err
        *failed;        /* the input ended here because reading failed; NULL where it did not */
    struct arena arena; /* emptied after emit; results live in it */
    void *result;       /* the worker's, for emit */
};

struct pipeline {
    /** As pdn_split: bytes of the next piece, 0 where there is no cut in text. */
    size_t (*split)(const char *text, size_t n, size_t wish);
    /** Turns a piece into a result, on any thread. `worker` is from 0 to jobs - 1. @return 0, -1: give up */
    int (*work)(void *ctx, unsigned worker, struct piece *piece, struct err *err);
    /** Takes results in input order, one at a time. @return 0, 1: enough, stop without error, -1: give up */
    int (*emit)(void *ctx, struct piece *piece, struct err *err);
    /** Told now and then, from emit's thread: unpacked bytes read so far. May be NULL. */
    void (*progress)(void *ctx, uint64_t bytes);
    void *ctx;
    unsigned jobs;        /* worker threads; 0: as many as cores */
    size_t piece_size;    /* about; 0: 1 MiB */
    const char *encoding; /* overrides detection; NULL: detect */
};

/**
 * Runs a batch over inputs, in order. An input that cannot be opened or read becomes a piece with `failed` set, and the
 * next one goes on.
 * @return 0 all read, 1 stopped by a signal (signals.h) or by emit, -1 with `err`: work or emit gave up
 */
int pipeline_run(const struct pipeline *pipeline, const char *const *paths, unsigned n_paths,
                 struct err *err);

#endif
