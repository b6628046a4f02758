// SPDX-License-Identifier: MIT
/*
 * A batch on all cores: inputs are cut into pieces of whole records, workers turn each piece into a
 * result on their own threads, results are written in input order. Threads, order, back-pressure,
 * encodings, size limits and stopping are written here, once. Memory is bounded by a fixed ring of
 * pieces, whatever the input.
 */
#ifndef DAMA_CORE_BASE_PIPELINE_H
#define DAMA_CORE_BASE_PIPELINE_H

#include "core/base/pieces.h"

#include <stdint.h>

enum { PIPELINE_JOBS_MAX = 256 };

struct pipeline {
    /**
     * Finds where a piece of whole records may end, as pdn_split does.
     * @param wish about how long the piece should be; the last cut at or before it is taken, else
     *             the first behind it; 0: text begins in the middle of a record that is too large,
     *             and the end of that is wanted
     * @return bytes of the piece; 0 where there is no cut in the n bytes
     */
    size_t (*split)(const char *text, size_t n, size_t wish);
    /**
     * Turns a piece into a result, on any thread; called for every piece, events included.
     * @param worker from 0 to jobs - 1; one piece at a time each
     * @return 0, or -1 with `err`: give up
     */
    int (*work)(void *ctx, unsigned worker, struct piece *piece, struct err *err);
    /**
     * Takes results in input order, one at a time.
     * @return 0, 1: enough, stop without error, -1: give up
     */
    int (*emit)(void *ctx, struct piece *piece, struct err *err);
    /** Frees the result of a piece that is never emitted, as the run ends early. May be NULL. */
    void (*drop)(void *ctx, struct piece *piece);
    /**
     * Told after each piece, from emit's thread: bytes of the (packed) inputs used so far. May be
     * NULL.
     */
    void (*progress)(void *ctx, uint64_t bytes);
    void *ctx;
    unsigned jobs;        /* worker threads; 0: as many as cores (pipeline_jobs) */
    size_t piece_size;    /* about; 0: PIPELINE_PIECE */
    const char *encoding; /* overrides detection; NULL: detect */
};

/**
 * Runs a batch over inputs, in order. An input that cannot be opened or read becomes a piece with
 * `failed` set, and the next one goes on. Pieces are the same for every `jobs`, and for a file, a
 * pipe or a packed file. With one job everything happens on the calling thread. After a signal the
 * pieces that were begun are finished and emitted.
 * @return 0 all read, 1 stopped by a signal (signals.h) or by emit, -1 with `err`: work or emit
 *         gave up, the encoding is unknown, memory is out
 */
int pipeline_run(const struct pipeline *pipeline, const char *const *paths, unsigned n_paths,
                 struct err *err);

/** @return how many workers `jobs` means, from 1 to PIPELINE_JOBS_MAX: for a state per worker */
unsigned pipeline_jobs(unsigned jobs);

/**
 * @return the sum of the inputs' sizes, as `progress` counts; 0 where nobody knows (a pipe is among
 *         them)
 */
uint64_t pipeline_total(const char *const *paths, unsigned n_paths);

/** A splitter for records that are lines: cuts behind a line feed. */
size_t pipeline_split_lines(const char *text, size_t n, size_t wish);

#endif
