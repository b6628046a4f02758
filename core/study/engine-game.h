// SPDX-License-Identifier: MIT
/*
 * One game between two engines of this process, each limited to so many nodes or plies a move.
 * Self-play and comparisons of settings are made of such games.
 */
#ifndef DAMA_CORE_STUDY_ENGINE_GAME_H
#define DAMA_CORE_STUDY_ENGINE_GAME_H

#include "core/base/random.h"
#include "core/engine/engine.h"
#include "core/study/selfplay-game.h"

/** The effort for the moves of one side. */
struct search_effort {
    uint64_t moves, nodes, depth, ms; /* sums */
    uint64_t book;                    /* moves that came from a book */
};

struct engine_game {
    const struct rules *rules;
    const struct draw_profile *draws; /* NULL: the variant's default */
    struct engine *engine[2];         /* of White and Black; may be the same one */
    struct engine_limits limits[2];   /* of each move */
    unsigned resign;         /* score at which the game is adjudicated if both agree; 0: never */
    unsigned resign_plies;   /* for this long in a row */
    unsigned plies_max;      /* then it is drawn; at most SELFPLAY_PLIES */
    unsigned king_plies_max; /* plies of king moves in a row after which it is drawn; 0: never */
    bool settles_wins;       /* do not play out a win that is forced or known to a database */
    struct search_effort effort[2]; /* added up */
};

/**
 * Makes random moves.
 * @param game its start and first moves are set; the random ones are added
 * @return whether the game still goes on after them
 */
bool engine_game_random_moves(const struct rules *rules, struct selfplay_game *game, unsigned plies,
                              struct random *random);

/**
 * Plays a game on to its end.
 * @return 0, 1 stopped from outside, or -1 with `err`: out of memory
 */
int engine_game_play(struct engine_game *setup, struct selfplay_game *game, bool (*stopped)(void),
                     struct err *err);

#endif
