// SPDX-License-Identifier: MIT
#include "cmd/lib/game-handler.h"

#include "pdn/neighbours.h"

struct findings *game_handler_begin(const struct game_handler *handler, unsigned worker,
                                    struct chunk *chunk)
{
    struct findings *found = arena_zalloc(&chunk->arena, handler->result_size);
    chunk->result = found;
    if (!found)
        return NULL;
    found->arena = &chunk->arena;
    checker_set_text(handler->checker(handler->ctx, worker), chunk->text, pdn_neighbours);
    return found;
}
