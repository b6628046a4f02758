// SPDX-License-Identifier: MIT
/*
 * One game between two engines in this process, each limited to so many nodes or plies a move.
 * Self-play and contests consist of such games. They end early: as won if a win is forced or known
 * to a database, or if the score has been beyond a limit for six plies; as drawn after 400 plies,
 * or after 100 in a row that were king moves without a capture.
 */
#ifndef DAMA_CORE_STUDY_ENGINE_GAME_H
#define DAMA_CORE_STUDY_ENGINE_GAME_H

#include "core/engine/engine.h"
#include "core/study/selfplay-game.h"

/** The effort spent on the moves of one side. */
struct search_effort {
    uint64_t moves, nodes, depth, ms; /* sums */
    uint64_t book;                    /* moves that came from a book */
};

struct engine_game {
    const struct rules *rules;
    const struct draw_profile *draws; /* NULL: the variant's default */
    struct engine *engine[2];         /* of White and Black; may be the same one */
    struct engine_limits limits[2];   /* of each move */
    unsigned resign; /* score at which the game is adjudicated if both agree; 0: never */
    struct search_effort effort[2]; /* of White and Black; added to */
};

/**
 * Plays a game from its current position to its end.
 * @return 0, 1 stopped from outside, or -1 with `err`: out of memory
 */
int engine_game_play(struct engine_game *setup, struct selfplay_game *game, bool (*stopped)(void),
                     struct err *err);

#endif
