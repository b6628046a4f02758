// SPDX-License-Identifier: MIT
/*
 * Self-play: making games for training, and playing one setting of the engine against another.
 */
#ifndef DAMA_CORE_STUDY_SELFPLAY_H
#define DAMA_CORE_STUDY_SELFPLAY_H

#include "core/engine/engine.h"
#include "core/study/engine-game.h"

#include <stdio.h>

/** How games begin. Zero is the start position and no random plies. */
struct selfplay_openings {
    const struct position *at; /* n given openings, taken in turn; NULL: the start position */
    unsigned n;
    unsigned pieces_min,
        pieces_max; /* endings of so many pieces instead, set up at random; 0: none */
    unsigned plies_min, plies_max; /* then so many random plies, each number as often */
};

struct selfplay {
    const struct rules *rules;
    struct engine_options options;
    struct engine_limits limits; /* nodes or depth */
    struct selfplay_openings openings;
    unsigned games;
    unsigned threads; /* games at a time; 0: one */
    uint64_t seed;
    unsigned resign;       /* see engine-game.h */
    bool (*stopped)(void); /* asked before each move; may be NULL */
    void (*progress)(void *ctx, unsigned done,
                     unsigned games); /* may be NULL; from one thread at a time */
    void *ctx;
};

/**
 * Plays the games that `path` does not contain yet and adds them. Each game depends only on seed
 * and number.
 * @return 0 all are there, 1 stopped: the same call continues, 2 another process plays games into
 *        `path`, -1 with `err`: cannot write, `path` contains other games
 */
int selfplay_run(const struct selfplay *selfplay, const char *path, struct err *err);

struct contest_result {
    unsigned won, drawn, lost; /* of the first setting */
    unsigned pairs[5];         /* by points of the pair, 0 to 4 halves */
    struct search_effort effort[2];
};

/** Two settings, and how they play. */
struct contest {
    const struct rules *rules;
    struct engine_options options[2];
    struct engine_limits limits[2];
    struct selfplay_openings openings; /* each is played twice, with colours swapped */
    unsigned games;                    /* rounded up to pairs */
    unsigned threads;
    uint64_t seed;
    bool (*stopped)(void);
    void (*progress)(void *ctx, unsigned done, unsigned games, const struct contest_result *so_far);
    void *ctx;
};

/** @return 0, 1 stopped (the result counts what was played), -1 with `err` */
int contest_run(const struct contest *contest, struct contest_result *result, struct err *err);

#endif
