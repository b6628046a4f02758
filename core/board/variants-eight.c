// SPDX-License-Identifier: MIT
/*
 * The games on thirty-two squares of an 8x8 board. The rows of bits have gaps as on 10x10, but four
 * squares each:
 *
 *      a1 is played                a1 is not played
 *      6 7 8 9  (10)               5 6 7 8  (9 10)
 *      0 1 2 3  (4 5)              0 1 2 3  (4)
 */
#include "core/board/perft-template.h"
#include "core/board/rays.h"
#include "core/board/variants.h"

#define EIGHT(pair) \
 ((bitboard)(pair) | (bitboard)(pair) << 11 | (bitboard)(pair) << 22 | (bitboard)(pair) << 33)
#define EIGHT_SQUARES EIGHT(0xf | 0xf << 6)
#define OTHER_SQUARES EIGHT(0xf | 0xf << 5)

static const struct board board_eight = {
    .files = 8,
    .ranks = 8,
    .squares = 32,
    .corner = true,
    BOARD_STEPS(1, 6, 11, 5),
    .playing = EIGHT_SQUARES,
    BOARD_LAND_ALL(EIGHT_SQUARES),
    .crowning = {(bitboard)0xf << 39, 0xf},
};

static const struct board board_eight_other = {
    .files = 8,
    .ranks = 8,
    .squares = 32,
    .corner = false,
    BOARD_STEPS(1, 6, 11, 5),
    .playing = OTHER_SQUARES,
    BOARD_LAND_ALL(OTHER_SQUARES),
    .crowning = {(bitboard)0xf << 38, 0xf},
};

/* Three ranks of men on each side, on either board. */
#define MEN_WHITE(squares) ((squares) & (((bitboard)1 << 15) - 1))
#define MEN_BLACK(squares) ((squares) & ~(((bitboard)1 << 26) - 1))
#define START_TOP(who)     .start = who ":W21-32:B1-12"
#define START_LETTERS \
 .start = "W:Wa1,a3,b2,c1,c3,d2,e1,e3,f2,g1,g3,h2:Ba7,b6,b8,c7,d6,d8,e7,f6,f8,g7,h6,h8"
#define START_EIGHT .start_pieces = {MEN_WHITE(EIGHT_SQUARES), MEN_BLACK(EIGHT_SQUARES)}
#define START_OTHER .start_pieces = {MEN_WHITE(OTHER_SQUARES), MEN_BLACK(OTHER_SQUARES)}

/* Fields that most rows share: men move diagonally forward, kings diagonally. */
#define EIGHT_GAME                                                                                \
 .man_moves = DIRS_FORWARD_DIAGONAL, .king_moves = DIRS_DIAGONAL, .king_captures = DIRS_DIAGONAL, \
 .options = ""
#define FLYING .flying_king_moves = true, .flying_king_captures = true

extern const struct movegen movegen_english, movegen_russian, movegen_brazilian, movegen_pool,
    movegen_italian, movegen_spanish, movegen_czech, movegen_thai;

const struct rules variant_english = {
    .name = "english",
    .title = "English draughts, checkers, Danish dam",
    .source = "Danish rules of dam; WCDF, rules of draughts",
    EIGHT_GAME,
    .board = &board_eight,
    .man_captures = DIRS_FORWARD_DIAGONAL,
    .man_takes_king = true,
    .crowning = CROWNING_STOP,
    .first = BLACK,
    START_TOP("B"),
    START_EIGHT,
    .numbering = NUMBERING_TOP_LEFT,
    .capture_sign = 'x',
    .game_type = 21,
    .game_type_text = "21",
    .gen = &movegen_english,
};
MOVEGEN(english, &variant_english)

const struct rules variant_russian = {
    .name = "russian",
    .title = "Russian draughts, shashki",
    .source = "FMJD section 64, rules of Russian draughts",
    EIGHT_GAME,
    FLYING,
    .board = &board_eight,
    .man_captures = DIRS_DIAGONAL,
    .man_takes_king = true,
    .crowning = CROWNING_CONTINUE,
    .completes_jump = true,
    START_LETTERS,
    START_EIGHT,
    .numbering = NUMBERING_LETTERS,
    .capture_sign = ':',
    .game_type = 25,
    .game_type_text = "25",
    .gen = &movegen_russian,
};
MOVEGEN(russian, &variant_russian)

const struct rules variant_brazilian = {
    .name = "brazilian",
    .title = "Brazilian draughts",
    .source = "FMJD section 64, rules of Brazilian draughts",
    EIGHT_GAME,
    FLYING,
    .board = &board_eight,
    .man_captures = DIRS_DIAGONAL,
    .man_takes_king = true,
    .priority = PRIORITY_MOST,
    START_LETTERS,
    START_EIGHT,
    .numbering = NUMBERING_LETTERS,
    .capture_sign = 'x',
    .game_type = 26,
    .game_type_text = "26",
    .gen = &movegen_brazilian,
};
MOVEGEN(brazilian, &variant_brazilian)

const struct rules variant_pool = {
    .name = "pool",
    .title = "Pool checkers",
    .source = "American Pool Checkers Association, rules",
    EIGHT_GAME,
    FLYING,
    .board = &board_eight,
    .man_captures = DIRS_DIAGONAL,
    .man_takes_king = true,
    .completes_jump = true,
    .first = BLACK,
    START_TOP("B"),
    START_EIGHT,
    .numbering = NUMBERING_TOP_LEFT,
    .capture_sign = 'x',
    .game_type = 23,
    .game_type_text = "23",
    .gen = &movegen_pool,
};
MOVEGEN(pool, &variant_pool)

const struct rules variant_italian = {
    .name = "italian",
    .title = "Italian draughts",
    .source = "Federazione Italiana Dama, technical rules",
    EIGHT_GAME,
    .board = &board_eight_other,
    .man_captures = DIRS_FORWARD_DIAGONAL,
    .priority = PRIORITY_ITALIAN,
    .crowning = CROWNING_STOP,
    START_TOP("W"),
    START_OTHER,
    .numbering = NUMBERING_TOP_LEFT,
    .capture_sign = 'x',
    .game_type = 22,
    .game_type_text = "22",
    .gen = &movegen_italian,
};
MOVEGEN(italian, &variant_italian)

#define SPANISH_GAME                                                                     \
 EIGHT_GAME, FLYING, .board = &board_eight_other, .man_captures = DIRS_FORWARD_DIAGONAL, \
                     .man_takes_king = true, .priority = PRIORITY_MOST_KINGS,            \
                     .crowning = CROWNING_STOP, .start = "W:W1-12:B21-32", START_OTHER,  \
                     .numbering = NUMBERING_BOTTOM_RIGHT, .gen = &movegen_spanish

const struct rules variant_spanish = {
    .name = "spanish",
    .title = "Spanish draughts",
    .source = "Published rules of Spanish draughts, as dctl implements them",
    SPANISH_GAME,
    .capture_sign = 'x',
    .game_type = 24,
    .game_type_text = "24",
};
MOVEGEN(spanish, &variant_spanish)

const struct rules variant_portuguese = {
    .name = "portuguese",
    .title = "Portuguese draughts",
    .source = "Federacao Portuguesa de Damas, rules; moves as in Spanish draughts",
    SPANISH_GAME,
    .capture_sign = 'x',
    .game_type = 28,
    .game_type_text = "28",
};

const struct rules variant_czech = {
    .name = "czech",
    .title = "Czech draughts",
    .source = "Ceska federace damy, rules; FMJD, brief rules of Czech draughts",
    EIGHT_GAME,
    FLYING,
    .board = &board_eight,
    .man_captures = DIRS_FORWARD_DIAGONAL,
    .man_takes_king = true,
    .priority = PRIORITY_KING,
    .crowning = CROWNING_STOP,
    .completes_jump = true,
    START_LETTERS,
    START_EIGHT,
    .numbering = NUMBERING_LETTERS,
    .capture_sign = 'x',
    .game_type = 29,
    .game_type_text = "29",
    .gen = &movegen_czech,
};
MOVEGEN(czech, &variant_czech)

const struct rules variant_thai = {
    .name = "thai",
    .title = "Thai draughts, makhos",
    .source =
        "PDN 3.0, GameType 31; MindSports, Thai draughts; published node counts for turning back",
    EIGHT_GAME,
    FLYING,
    .board = &board_eight,
    .man_captures = DIRS_FORWARD_DIAGONAL,
    .man_takes_king = true,
    .landing = LANDING_BEHIND,
    .crowning = CROWNING_STOP,
    .removes_at_once = true,
    .turns_back = true,
    .first = BLACK,
    .start = "B:W1-8:B25-32",
    .start_pieces = {EIGHT_SQUARES & (((bitboard)1 << 11) - 1),
                     EIGHT_SQUARES & ~(((bitboard)1 << 33) - 1)},
    .numbering = NUMBERING_BOTTOM_RIGHT,
    .capture_sign = '-',
    .game_type = 31,
    .game_type_text = "31",
    .gen = &movegen_thai,
};
MOVEGEN(thai, &variant_thai)
