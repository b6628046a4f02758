// SPDX-License-Identifier: MIT
/*
 * How games between engines begin: for self-play and contests.
 */
#ifndef DAMA_CORE_STUDY_GAME_OPENINGS_H
#define DAMA_CORE_STUDY_GAME_OPENINGS_H

#include "core/study/selfplay-game.h"

/** Zero is the start position and no random plies. */
struct game_openings {
    const struct position *at; /* n given openings, taken in turn; NULL: the start position */
    unsigned n;
    unsigned pieces_min, pieces_max; /* instead, random endings with so many pieces; 0: none */
    /* then so many random plies, each number equally likely; fewer if the game would be over */
    unsigned plies_min, plies_max;
};

/**
 * Sets a game up to the end of its opening, which depends only on the seed and the game's number.
 * @param game filled with the moves of the opening, without scores
 */
void game_openings_begin(const struct game_openings *openings, const struct rules *rules,
                         uint64_t seed, unsigned number, struct selfplay_game *game);

#endif
