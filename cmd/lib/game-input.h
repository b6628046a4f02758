// SPDX-License-Identifier: MIT
/*
 * Inputs that hold games: what each one is, and its games, one after another. Text goes through the
 * pipeline, a binary file is read whole, a collection and the results of a match row by row; all
 * look alike to whoever takes the games.
 */
#ifndef DAMA_CMD_LIB_GAME_INPUT_H
#define DAMA_CMD_LIB_GAME_INPUT_H

#include "core/base/pipeline.h"
#include "core/base/walk.h"
#include "core/game/finding.h"
#include "core/game/game.h"
#include "pdn/format.h"

/** One input and what it is. */
struct game_input {
    const char *path; /* borrowed */
    const struct format *format;
    struct format_input reader;
    const char *encoding;       /* where its format knows better than detection; NULL */
    struct csv_columns columns; /* of a CSV file; the names lie in `head` */
    char *head;                 /* owned; NULL if it is not needed */
    bool results;               /* the results of dama-match, not a collection */
};

/**
 * Finds out the formats of files. Those that cannot be read are reported and skipped.
 * @param inputs room for files->n; it must not move from here on
 * @param from   format of all of them; NULL: detected
 * @param encoding of all of them; NULL: detected
 * @param quiet  do not remark on experimental formats
 * @param n      how many were added
 * @return EXIT_WELL, or EXIT_IO where some were skipped
 */
int game_inputs_add(struct game_input *inputs, const struct walk *files, const struct format *from,
                    const char *encoding, bool quiet, unsigned *n);

/** Frees what the inputs hold. */
void game_inputs_fini(struct game_input *inputs, unsigned n);

/** @return bytes of all of them, for a progress bar; 0: unknown */
uint64_t game_inputs_total(const struct game_input *inputs, unsigned n);

/**
 * Who takes games. Several threads work on the pieces of an input; a single one then gives each to
 * `emit`, in the order of the input.
 */
struct game_taker {
    /**
     * Makes piece->result, in the piece's arena.
     * @return findings of the piece, which hold those of the reader; NULL: out of memory
     */
    struct findings *(*begin)(void *ctx, unsigned worker, struct piece *piece);
    /**
     * Takes a game, which lives until it returns.
     * @param after  the last finding before those of this game; NULL: none
     */
    int (*game)(void *ctx, unsigned worker, const struct game_input *input, struct piece *piece,
                struct game *game, struct finding *after, struct err *err);
    /**
     * There are no more games: later findings are about the piece, HUGE_GAME and READ_FAILED. May
     * be NULL.
     */
    void (*end)(void *ctx, struct piece *piece);
    /** As pipeline.emit; frees what the result holds outside the arena. */
    int (*emit)(void *ctx, struct piece *piece, struct err *err);
    /** Frees the same for a piece that is not emitted because of an error. */
    void (*drop)(void *ctx, struct piece *piece);
    void (*progress)(void *ctx, uint64_t bytes); /* of all inputs so far */
    /**
     * Gives keys of positions, one of which a game must have; for collections with an index of
     * positions. Games without them are passed over, the others have their numbers set. NULL: all
     * games. @return how many keys; 0: all games
     */
    unsigned (*keys)(void *ctx, uint64_t *keys, unsigned most);
    void *ctx;
};

/** What is read, and the progress. Set the first four fields, zero the others. */
struct game_stream {
    const struct game_taker *taker;
    const struct game_input *inputs; /* borrowed */
    unsigned jobs;                   /* threads, from pipeline_jobs() */
    const char *encoding;            /* of all inputs; NULL: detected */
    unsigned group;                  /* index of the first input of the current batch */
    uint64_t bytes_before;           /* of the inputs before it */
    uint64_t bytes_now;              /* of the batch so far */
    struct arena *arenas;            /* one per thread, for one game; owned */
};

/**
 * Reads inputs[from] to inputs[to - 1].
 * @return 0 all of them, 1 stopped by a signal, 2 `emit` wanted no more, -1 with `err`
 */
int game_stream_read(struct game_stream *stream, unsigned from, unsigned to, struct err *err);

void game_stream_fini(struct game_stream *stream);

#endif
