// SPDX-License-Identifier: MIT
/*
 * A batch run on all cores: inputs are cut into chunks of whole records, worker threads turn each
 * chunk into a result, and results are emitted in input order. Threads, order, back-pressure,
 * encodings, size limits and stopping are handled here, once. A fixed ring of chunks bounds the
 * memory, whatever the input.
 *
 * On its way from the disk, input passes through these modules of core/base: raw-input or archive
 * (stored bytes), decompressor, source (bytes of the file), reader (UTF-8), chunks (whole records),
 * pipeline.
 */
#ifndef DAMA_CORE_BASE_PIPELINE_H
#define DAMA_CORE_BASE_PIPELINE_H

#include "core/base/chunks.h"

#include <stdint.h>

enum { PIPELINE_JOBS_MAX = 256 };

struct pipeline {
    /**
     * Finds where a chunk of whole records ends, as pdn_split does.
     * @param target desired length of the chunk: takes the last cut at or before it, else the first
     *             one after it; 0: text begins in the middle of an oversized record, whose end is
     *             wanted
     * @return bytes of the chunk; 0 if there is no cut in the n bytes
     */
    size_t (*split)(const char *text, size_t n, size_t target);
    /**
     * Turns a chunk into a result, on any thread. Called for every chunk, events included.
     * @param worker from 0 to jobs - 1; one chunk at a time each
     * @return 0, or -1 with `err`: give up
     */
    int (*work)(void *ctx, unsigned worker, struct chunk *chunk, struct err *err);
    /**
     * Takes results in input order, one at a time.
     * @return 0; 1: enough, stop without error; -1 with `err`: give up
     */
    int (*emit)(void *ctx, struct chunk *chunk, struct err *err);
    /** Frees the result of a chunk that is not emitted because the run ends early. May be NULL. */
    void (*drop)(void *ctx, struct chunk *chunk);
    /**
     * Called after each chunk on emit's thread, with the bytes of the (compressed) inputs used so
     * far. May be NULL.
     */
    void (*progress)(void *ctx, uint64_t bytes);
    void *ctx;
    unsigned jobs;        /* worker threads; 0: as many as cores (pipeline_jobs) */
    size_t chunk_size;    /* approximate bytes; 0: CHUNKS_SIZE */
    const char *encoding; /* overrides detection; NULL: detect */
};

/**
 * Runs a batch over inputs, in order. An input that cannot be opened or read gives a chunk with
 * `failed` set, and the batch goes on with the next input. The chunks do not depend on `jobs`, nor
 * on whether the input is a file, a pipe or compressed. With one job everything happens on the
 * calling thread. After a signal, chunks already begun are finished and emitted.
 * @return 0 all read, 1 stopped by a signal (signals.h) or by emit, -1 with `err`: work or emit
 *         gave up, unknown encoding, out of memory
 */
int pipeline_run(const struct pipeline *pipeline, const char *const *paths, unsigned n_paths,
                 struct err *err);

/**
 * @return the number of workers for `jobs`, 1 to PIPELINE_JOBS_MAX, to allocate a state for each
 */
unsigned pipeline_jobs(unsigned jobs);

/**
 * @return the total size of the inputs, as `progress` counts; 0 if it is unknown (one is a pipe)
 */
uint64_t pipeline_total(const char *const *paths, unsigned n_paths);

/** A splitter for records that are lines: cuts after a line feed. */
size_t pipeline_split_lines(const char *text, size_t n, size_t target);

#endif
