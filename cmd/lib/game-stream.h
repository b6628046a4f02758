// SPDX-License-Identifier: MIT
/*
 * Reads the games of inputs, one after another. Text goes through the pipeline, a binary file is
 * read whole, a collection or a file of results row by row; all look the same to the code that
 * takes the games.
 */
#ifndef DAMA_CMD_LIB_GAME_STREAM_H
#define DAMA_CMD_LIB_GAME_STREAM_H

#include "cmd/lib/game-handler.h"

/** Input and progress. Set the first four fields, and zero the others. */
struct game_stream {
    const struct game_handler *handler;
    const struct game_input *inputs; /* borrowed */
    unsigned jobs;                   /* number of threads, from pipeline_jobs() */
    const char *encoding;            /* of all inputs; NULL: detect it */
    unsigned group;                  /* index of the first input of the current batch */
    uint64_t bytes_before;           /* bytes of the inputs before it */
    uint64_t bytes_now;              /* bytes of the batch so far */
    struct arena *arenas;            /* one per thread, each for one game; owned */
};

/**
 * Reads inputs[from] to inputs[to - 1].
 * @return 0 all of them, 1 stopped by a signal, 2 `emit` wanted no more, -1 with `err`
 */
int game_stream_read(struct game_stream *stream, unsigned from, unsigned to, struct err *err);

void game_stream_fini(struct game_stream *stream);

#endif
