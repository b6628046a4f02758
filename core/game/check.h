// SPDX-License-Identifier: MIT
/*
 * Playing through a game as read: finds the rule set and the start position, turns written moves into legal ones, and
 * says what is wrong. This is the hot path of validate and convert.
 */
#ifndef DAMA_CORE_GAME_CHECK_H
#define DAMA_CORE_GAME_CHECK_H

#include "core/board/draw.h"
#include "core/game/finding.h"
#include "core/game/game.h"

struct check_options {
    const struct rules
        *variant; /* overrides the tags; NULL: the tags, else the guess of PDN's rules */
    const struct draw_profile *draws; /* NULL: the variant's default */
    bool
        quiet; /* resolve only: no findings but those that end a line (illegal, ambiguous, bad FEN) */
    bool explain; /* work out why a move is illegal and what was meant */
    bool
        lenient; /* of several fitting moves that the rest of the game does not tell apart, take the first */
};

/** What a thread keeps from game to game, so that checking allocates nothing. Opaque. */
struct checker;

/** @return NULL when memory is out */
struct checker *checker_open(const struct check_options *options);
void checker_close(struct checker *checker);

/**
 * Checks one game and fills in what checking tells: rules, start, moves and states of the nodes, result.
 * @param found findings are added; those of a variation as well
 * @return 0, or -1 with `err`: out of memory
 */
int check_game(struct checker *checker, struct game *game, struct findings *found, struct err *err);

#endif
