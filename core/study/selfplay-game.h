// SPDX-License-Identifier: MIT
/*
 * Files of self-play games for training: the moves, the search's score before each, and the result.
 * About 5 bytes a ply. All numbers are little-endian.
 *
 *     bytes  head of the file
 *         8  "DAMAPLAY"
 *         4  version, 2
 *        32  rule set as it is spelled, ended by NUL bytes
 *         8  seed
 *         4  nodes per move, or 0
 *         4  depth a move, or 0
 *         4  weights_number of the evaluation
 *         4  thousandths of a man at which games are adjudicated, or 0
 *         8  size of the transposition table
 *        64  draw rules as they are spelled, ended by NUL bytes
 *
 *            then a block for each game, in no particular order
 *         4  bytes of the block after these 8
 *         4  check: FNV-1a, 32 bits, of those bytes
 *         4  number of the game, from 0: game, seed and settings decide all that happens in it
 *         1  result: 0 White lost, 1 drawn, 2 White won
 *         8  white pieces, 8 black pieces, 8 kings, by bit (board.h); 1 side to move
 *         2  plies, n; then n times: from 1, to 1, which of the captures between them 1, score 2
 *
 * "Which of the captures" is an index into the captures with the same ends, sorted by the bitboard
 * of captured squares as a number. The score is for the side to move; SELFPLAY_NO_SCORE if the move
 * was not searched.
 *
 * In version 1 the head ends before the weights. A file that was cut short in the middle of a block
 * is read up to there, and can be continued by appending.
 */
#ifndef DAMA_CORE_STUDY_SELFPLAY_GAME_H
#define DAMA_CORE_STUDY_SELFPLAY_GAME_H

#include "core/board/move.h"

#include <stdio.h>

enum {
    SELFPLAY_PLIES = 1000,
    SELFPLAY_NO_SCORE = -32768,
    SELFPLAY_RULES_SIZE = 32,
    SELFPLAY_DRAWS_SIZE = 64
};

/** The settings that determine the games of a file, except for their openings. */
struct selfplay_head {
    const struct rules *rules;
    uint64_t seed;
    uint32_t nodes, depth;
    bool is_whole; /* the fields below are known: the file is not of version 1 */
    uint32_t weights, resign;
    uint64_t hash;
    char draws[SELFPLAY_DRAWS_SIZE + 1];
};

/** One game. */
struct selfplay_game {
    uint32_t number;
    uint8_t result; /* 0 White lost, 1 drawn, 2 White won */
    struct position start;
    unsigned n;
    struct move move[SELFPLAY_PLIES];
    int16_t score[SELFPLAY_PLIES];
};

/**
 * Writes or reads the head.
 * @return 0, or -1 with `err` (`at` is left to the caller): a rule set or draw rules whose spelling
 *         does not fit
 */
int selfplay_head_write(FILE *out, const struct selfplay_head *head, struct err *err);
int selfplay_head_read(FILE *in, struct selfplay_head *head, struct err *err);

/** Writes a game as one block. @return 0, or -1 with `err` */
int selfplay_game_write(FILE *out, const struct rules *rules, const struct selfplay_game *game,
                        struct err *err);

/**
 * Reads the next game and checks its moves.
 * @return 1 a game, 0 the end (or the file is truncated here: `in` is positioned after the last
 *         whole block), -1 with `err`: damaged
 */
int selfplay_game_read(FILE *in, const struct rules *rules, struct selfplay_game *game,
                       struct err *err);

/**
 * Whether the last game is incomplete: more bytes follow `in`, which is after the last whole game.
 */
bool selfplay_is_cut_short(FILE *in);

#endif
