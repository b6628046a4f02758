// SPDX-License-Identifier: MIT
/*
 * What takes games, whatever kind of input they come from.
 */
#ifndef DAMA_CMD_LIB_GAME_HANDLER_H
#define DAMA_CMD_LIB_GAME_HANDLER_H

#include "cmd/lib/game-input.h"
#include "core/base/pipeline.h"
#include "core/check/check.h"
#include "core/game/finding.h"
#include "core/game/game.h"

/**
 * What takes games. Several threads work on the chunks of an input; a single one then gives each to
 * `emit`, in the order of the input.
 */
struct game_handler {
    /** Of chunk->result: a struct that begins with the findings of the chunk. */
    size_t result_size;
    /** The checker of a worker, for game_handler_begin. */
    struct checker *(*checker)(void *ctx, unsigned worker);
    /**
     * Takes a game, which lives until it returns.
     * @param after  the last finding before those of this game; NULL: none
     */
    int (*game)(void *ctx, unsigned worker, const struct game_input *input, struct chunk *chunk,
                struct game *game, struct finding *after, struct err *err);
    /**
     * There are no more games: later findings are about the chunk, HUGE_GAME and READ_FAILED. May
     * be NULL.
     */
    void (*end)(void *ctx, struct chunk *chunk);
    /** As pipeline.emit; frees what the result holds outside the arena. */
    int (*emit)(void *ctx, struct chunk *chunk, struct err *err);
    /** Frees the same for a chunk that is not emitted because of an error. */
    void (*drop)(void *ctx, struct chunk *chunk);
    void (*progress)(void *ctx, uint64_t bytes); /* of all inputs so far */
    /** Says that n games of a collection were passed over for `keys`. NULL: nobody asks. */
    void (*passed)(void *ctx, uint64_t n);
    /**
     * Gives keys of positions, one of which a game must have; for collections with an index of
     * positions. Games without them are passed over, the others have their numbers set. NULL: all
     * games. @return how many keys; 0: all games
     */
    unsigned (*keys)(void *ctx, uint64_t *keys, unsigned most);
    void *ctx;
};

/**
 * Begins a chunk: makes chunk->result, zero but for its findings, in the chunk's arena, and tells the
 * worker's checker the text around the games.
 * @return findings of the chunk, which hold those of the reader; NULL: out of memory
 */
struct findings *game_handler_begin(const struct game_handler *handler, unsigned worker,
                                    struct chunk *chunk);

#endif
