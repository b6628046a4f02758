// SPDX-License-Identifier: MIT
/* An interface for code that takes games, whatever kind of input they come from. */
#ifndef DAMA_CMD_LIB_GAME_HANDLER_H
#define DAMA_CMD_LIB_GAME_HANDLER_H

#include "cmd/lib/game-input.h"
#include "core/base/pipeline.h"
#include "core/check/check.h"
#include "core/game/finding.h"
#include "core/game/game.h"

/**
 * Functions that take games. Several threads work on the chunks of an input; a single one then
 * passes each chunk to `emit`, in the order of the input.
 */
struct game_handler {
    /** Size of chunk->result, a struct that begins with the findings of the chunk. */
    size_t result_size;
    /** Gives the checker of a worker, for game_handler_begin. */
    struct checker *(*checker)(void *ctx, unsigned worker);
    /**
     * Takes a game, which is valid until this returns.
     * @param after  the last finding before those of this game; NULL: none
     */
    int (*game)(void *ctx, unsigned worker, const struct game_input *input, struct chunk *chunk,
                struct game *game, struct finding *after, struct err *err);
    /**
     * Called when there are no more games: later findings are about the chunk, such as HUGE_GAME
     * and READ_FAILED. May be NULL.
     */
    void (*end)(void *ctx, struct chunk *chunk);
    /** As pipeline.emit; frees everything in the result that is outside the arena. */
    int (*emit)(void *ctx, struct chunk *chunk, struct err *err);
    /** Frees the same for a chunk that is not emitted, because of an error. */
    void (*drop)(void *ctx, struct chunk *chunk);
    void (*progress)(void *ctx, uint64_t bytes); /* bytes: of all inputs so far */
    /** Told that n games of a collection were skipped because of `keys`. May be NULL. */
    void (*passed)(void *ctx, uint64_t n);
    /**
     * Gives keys of positions, one of which a game must have; for collections with an index of
     * positions. Games without them are skipped; the others keep their numbers. NULL: all games.
     */
    unsigned (*keys)(void *ctx, uint64_t *keys, unsigned most);
    void *ctx;
};

/**
 * Begins a chunk: makes chunk->result, zero but for its findings, in the chunk's arena, and gives
 * the worker's checker the text around the games.
 * @return findings of the chunk, which hold those of the reader; NULL: out of memory
 */
struct findings *game_handler_begin(const struct game_handler *handler, unsigned worker,
                                    struct chunk *chunk);

#endif
