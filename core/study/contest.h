// SPDX-License-Identifier: MIT
/*
 * Contests: games between two settings of the engine, to learn which is stronger.
 */
#ifndef DAMA_CORE_STUDY_CONTEST_H
#define DAMA_CORE_STUDY_CONTEST_H

#include "core/book/probe.h"
#include "core/study/engine-game.h"
#include "core/study/game-openings.h"

struct contest_result {
    unsigned won, drawn, lost; /* of the first setting */
    unsigned pairs[5];         /* by the first setting's points in a pair, in halves, 0 to 4 */
    struct search_effort effort[2];
};

/** The two settings, and how they are played against each other. */
struct contest {
    const struct rules *rules;
    struct engine_options options[2];
    struct engine_limits limits[2];
    struct book_player *book[2];   /* replaces the options' hooks.book; NULL: none */
    struct game_openings openings; /* each is played twice, with colours swapped */
    unsigned games;                /* rounded up to pairs */
    unsigned threads;
    uint64_t seed;
    bool (*stopped)(void);
    void (*progress)(void *ctx, unsigned done, unsigned games, const struct contest_result *so_far);
    void *ctx;
};

/** @return 0, 1 stopped (the result counts what was played), -1 with `err` */
int contest_run(const struct contest *contest, struct contest_result *result, struct err *err);

#endif
