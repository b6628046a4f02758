// SPDX-License-Identifier: MIT
/*
 * How the games of the engine against itself begin.
 */
#ifndef DAMA_CORE_STUDY_GAME_OPENINGS_H
#define DAMA_CORE_STUDY_GAME_OPENINGS_H

#include "core/study/selfplay-game.h"

/** Zero is the start position and no random plies. */
struct game_openings {
    const struct position *at; /* n given openings, taken in turn; NULL: the start position */
    unsigned n;
    unsigned pieces_min,
        pieces_max; /* endings of so many pieces instead, set up at random; 0: none */
    unsigned plies_min, plies_max; /* then so many random plies, each number as often */
};

/**
 * Sets a game up to the end of its opening, which depends on the seed and the number alone.
 * @param game its moves are those of the opening, without scores
 */
void game_openings_begin(const struct game_openings *openings, const struct rules *rules,
                         uint64_t seed, unsigned number, struct selfplay_game *game);

#endif
