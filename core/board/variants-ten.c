// SPDX-License-Identifier: MIT
/*
 * The games on fifty squares of a 10x10 board.
 *
 * Canadian draughts (72 squares of 12x12) is not here: with a gap in each row it takes 90 bits, and
 * even without gaps 72. The template itself would work with a 128-bit `bitboard`, but positions,
 * moves, keys and everything that holds them would have to be twice as wide for all variants, or
 * come in two kinds. Measured with international draughts, the same rows and code with `unsigned
 * __int128`: perft takes 1.86 times as long from the start (192 instead of 355 million leaves a
 * second) and 2.5 times as long in a game with kings (143 instead of 352).
 */
#include "core/board/perft-template.h"
#include "core/board/rays.h"
#include "core/board/variants.h"

/* A pattern in the lowest pair of ranks, repeated in all five pairs. */
#define TEN(pair)                                                                             \
 ((bitboard)(pair) | (bitboard)(pair) << 13 | (bitboard)(pair) << 26 | (bitboard)(pair) << 39 \
  | (bitboard)(pair) << 52)
#define TEN_SQUARES TEN(0x1f | 0x1f << 7)
#define TEN_WHITE   (TEN_SQUARES & (((bitboard)1 << 26) - 1))
#define TEN_BLACK   (TEN_SQUARES & ~(((bitboard)1 << 39) - 1))

static const struct board board_ten = {
    .files = 10,
    .ranks = 10,
    .squares = 50,
    .corner = true,
    BOARD_STEPS(1, 7, 13, 6),
    .playing = TEN_SQUARES,
    BOARD_LAND_ALL(TEN_SQUARES),
    .crowning = {(bitboard)0x1f << 59, 0x1f},
};

/* Fields that the rows share. */
#define TEN_GAME                                                                         \
 .board = &board_ten, .man_moves = DIRS_FORWARD_DIAGONAL, .man_captures = DIRS_DIAGONAL, \
 .king_moves = DIRS_DIAGONAL, .king_captures = DIRS_DIAGONAL, .flying_king_moves = true, \
 .flying_king_captures = true, .man_takes_king = true, .priority = PRIORITY_MOST,        \
 .numbering = NUMBERING_TOP_LEFT, .capture_sign = 'x', .options = ""
#define TEN_START .start = "W:W31-50:B1-20", .start_pieces = {TEN_WHITE, TEN_BLACK}

extern const struct movegen movegen_international, movegen_killer, movegen_breakthrough,
    movegen_frisian;

const struct rules variant_international = {
    .name = "international",
    .title = "International draughts",
    .source = "DAM 2.2, rules of the game; FMJD, official rules of international draughts",
    TEN_GAME,
    TEN_START,
    .game_type = 20,
    .game_type_text = "20",
    .two_point_results = true,
    .gen = &movegen_international,
};
MOVEGEN(international, &variant_international)

const struct rules variant_killer = {
    .name = "killer",
    .title = "Killer draughts",
    .source =
        "Killer rule of C. Freeling and L. Meijer: a king stops right behind a king captured last",
    TEN_GAME,
    TEN_START,
    .landing = LANDING_BEHIND_KING,
    .variant_tag = "Killer",
    .two_point_results = true,
    .gen = &movegen_killer,
};
MOVEGEN(killer, &variant_killer)

/* As international, but a side that cannot move wins. */
const struct rules variant_antidraughts = {
    .name = "antidraughts",
    .title = "Antidraughts",
    .source = "lidraughts.org, Antidraughts",
    TEN_GAME,
    TEN_START,
    .goal = GOAL_LOSE,
    .variant_tag = "Antidraughts",
    .two_point_results = true,
    .gen = &movegen_international,
};

const struct rules variant_breakthrough = {
    .name = "breakthrough",
    .title = "Breakthrough draughts",
    .source = "lidraughts.org, Breakthrough",
    TEN_GAME,
    TEN_START,
    .goal = GOAL_KING,
    .variant_tag = "Breakthrough",
    .two_point_results = true,
    .gen = &movegen_breakthrough,
};
MOVEGEN(breakthrough, &variant_breakthrough)

#define FRISIAN_GAME                                                                 \
 .board = &board_ten, .man_moves = DIRS_FORWARD_DIAGONAL, .man_captures = DIRS_ALL,  \
 .king_moves = DIRS_DIAGONAL, .king_captures = DIRS_ALL, .flying_king_moves = true,  \
 .flying_king_captures = true, .man_takes_king = true, .priority = PRIORITY_FRISIAN, \
 .counts_king_moves = true, .numbering = NUMBERING_TOP_LEFT, .capture_sign = 'x', .options = ""

const struct rules variant_frisian = {
    .name = "frisian",
    .title = "Frisian draughts",
    .source = "World Federation Frisian Draughts, official rules 2011",
    FRISIAN_GAME,
    TEN_START,
    .game_type = 40,
    .game_type_text = "40",
    .gen = &movegen_frisian,
};
MOVEGEN(frisian, &variant_frisian)

const struct rules variant_frysk = {
    .name = "frysk",
    .title = "Frysk!",
    .source = "lidraughts.org, Frysk!: Frisian draughts with five men a side",
    FRISIAN_GAME,
    .start = "W:W46-50:B1-5",
    .start_pieces = {0x1f, (bitboard)0x1f << 59},
    .variant_tag = "Frysk",
    .gen = &movegen_frisian,
};
