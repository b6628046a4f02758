// SPDX-License-Identifier: MIT
/*
 * Self-play: games of the engine against itself, for training.
 */
#ifndef DAMA_CORE_STUDY_SELFPLAY_H
#define DAMA_CORE_STUDY_SELFPLAY_H

#include "core/engine/engine.h"
#include "core/study/game-openings.h"

/** A file of games to be played. */
struct selfplay {
    const struct rules *rules;
    struct engine_options options;
    struct engine_limits limits; /* nodes or depth */
    struct game_openings openings;
    unsigned games;
    unsigned threads; /* games at a time; 0: one */
    uint64_t seed;
    unsigned resign;       /* see engine-game.h */
    bool (*stopped)(void); /* called before each move; may be NULL */
    void (*progress)(void *ctx, unsigned done,
                     unsigned games); /* may be NULL; from one thread at a time */
    void *ctx;
};

/**
 * Plays the games that the file `path` does not contain yet, and adds them. Each game depends only
 * on the settings, the seed and its number.
 * @return 0: all are there; 1: stopped, and the same call continues; 2: another process is writing
 *        games to `path`; -1 with `err`: cannot write, or `path` contains other games
 */
int selfplay_run(const struct selfplay *selfplay, const char *path, struct err *err);

#endif
