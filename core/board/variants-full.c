// SPDX-License-Identifier: MIT
/*
 * The games on all sixty-four squares of an 8x8 board. There is no room for gaps, so `land` keeps
 * steps on the board.
 */
#include "core/board/perft-template.h"
#include "core/board/rays.h"
#include "core/board/variants.h"

#define FULL_SQUARES (~(bitboard)0)
#define NOT_FILE_A   ((bitboard)0xfefefefefefefefe)
#define NOT_FILE_H   ((bitboard)0x7f7f7f7f7f7f7f7f)
#define RANKS(n)     (((bitboard)1 << 8 * (n)) - 1) /* the lowest n ranks */

static const struct board board_full = {
    .files = 8,
    .ranks = 8,
    .squares = 64,
    .every_square = true,
    .corner = true,
    BOARD_STEPS(1, 9, 8, 7),
    .playing = FULL_SQUARES,
    .land = {FULL_SQUARES, NOT_FILE_A, NOT_FILE_A, NOT_FILE_A, FULL_SQUARES, NOT_FILE_H, NOT_FILE_H,
             NOT_FILE_H},
    .crowning = {~RANKS(7), RANKS(1)},
};

#define FULL_GAME                                                         \
 .board = &board_full, .man_takes_king = true, .priority = PRIORITY_MOST, \
 .numbering = NUMBERING_LETTERS, .capture_sign = 'x', .options = ""
#define FLYING .flying_king_moves = true, .flying_king_captures = true

extern const struct movegen movegen_turkish, movegen_armenian, movegen_tama, movegen_dameo,
    movegen_croda, movegen_altdeutsch, movegen_altdeutsch_flying;

#define TURKISH_GAME                                                                       \
 FULL_GAME, FLYING, .man_captures = DIRS_FORWARD | DIRS_SIDEWAYS, .removes_at_once = true, \
                    .start = "W:Wa2,a3,b2,b3,c2,c3,d2,d3,e2,e3,f2,f3,g2,g3,h2,h3"          \
                             ":Ba6,a7,b6,b7,c6,c7,d6,d7,e6,e7,f6,f7,g6,g7,h6,h7",          \
                    .start_pieces = {RANKS(3) & ~RANKS(1), RANKS(7) & ~RANKS(5)}

const struct rules variant_turkish = {
    .name = "turkish",
    .title = "Turkish dama",
    .source = "Help of the network dama server, rules of dama",
    TURKISH_GAME,
    .man_moves = DIRS_FORWARD | DIRS_SIDEWAYS,
    .king_moves = DIRS_ORTHOGONAL,
    .king_captures = DIRS_ORTHOGONAL,
    .game_type = 30,
    .game_type_text = "30",
    .gen = &movegen_turkish,
};
MOVEGEN(turkish, &variant_turkish)

#define ARMENIAN_GAME                                                             \
 TURKISH_GAME, .man_moves = DIRS_FORWARD | DIRS_FORWARD_DIAGONAL | DIRS_SIDEWAYS, \
               .king_moves = DIRS_ALL

const struct rules variant_armenian = {
    .name = "armenian",
    .title = "Armenian dama",
    .source = "Help of the network dama server, option -diagonal",
    ARMENIAN_GAME,
    .king_captures = DIRS_ALL,
    .variant_tag = "Armenian",
    .gen = &movegen_armenian,
};
MOVEGEN(armenian, &variant_armenian)

const struct rules variant_tama = {
    .name = "tama",
    .title = "Tama, Armenian draughts with orthogonal captures",
    .source = "Schmidt 1934, as Ludii has it; iggamecenter.com, Tama",
    ARMENIAN_GAME,
    .king_captures = DIRS_ORTHOGONAL,
    .variant_tag = "Tama",
    .gen = &movegen_tama,
};
MOVEGEN(tama, &variant_tama)

const struct rules variant_dameo = {
    .name = "dameo",
    .title = "Dameo",
    .source = "C. Freeling, rules of Dameo, with the Zillions of Games file of E. van Zon",
    FULL_GAME,
    FLYING,
    .man_moves = DIRS_FORWARD | DIRS_FORWARD_DIAGONAL,
    .man_captures = DIRS_ORTHOGONAL,
    .king_moves = DIRS_ALL,
    .king_captures = DIRS_ORTHOGONAL,
    .lines_move = true,
    .start = "W:Wa1,b1,b2,c1,c2,c3,d1,d2,d3,e1,e2,e3,f1,f2,f3,g1,g2,h1"
             ":Ba8,b7,b8,c6,c7,c8,d6,d7,d8,e6,e7,e8,f6,f7,f8,g7,g8,h8",
    .start_pieces = {0x3c7eff, (bitboard)0xff7e3c << 40},
    .variant_tag = "Dameo",
    .gen = &movegen_dameo,
};
MOVEGEN(dameo, &variant_dameo)

const struct rules variant_croda = {
    .name = "croda",
    .title = "Croda",
    .source = "L. Dedic, Croda, in the rules of Dameo for Zillions of Games",
    FULL_GAME,
    FLYING,
    .man_moves = DIRS_FORWARD | DIRS_FORWARD_DIAGONAL,
    .man_captures = DIRS_ORTHOGONAL,
    .king_moves = DIRS_ORTHOGONAL,
    .king_captures = DIRS_ORTHOGONAL,
    .start = "W:Wa1,a2,a3,b1,b2,b3,c1,c2,c3,d1,d2,d3,e1,e2,e3,f1,f2,f3,g1,g2,g3,h1,h2,h3"
             ":Ba6,a7,a8,b6,b7,b8,c6,c7,c8,d6,d7,d8,e6,e7,e8,f6,f7,f8,g6,g7,g8,h6,h7,h8",
    .start_pieces = {RANKS(3), ~RANKS(5)},
    .variant_tag = "Croda",
    .gen = &movegen_croda,
};
MOVEGEN(croda, &variant_croda)

#define ALTDEUTSCH_GAME                                                           \
 FULL_GAME, .light_corner = true, .man_moves = DIRS_FORWARD_DIAGONAL,             \
            .man_captures = DIRS_FORWARD | DIRS_FORWARD_DIAGONAL | DIRS_SIDEWAYS, \
            .king_moves = DIRS_ALL, .king_captures = DIRS_ALL,                    \
            .start = "W:Wa1,a2,b1,b2,c1,c2,d1,d2,e1,e2,f1,f2,g1,g2,h1,h2"         \
                     ":Ba7,a8,b7,b8,c7,c8,d7,d8,e7,e8,f7,f8,g7,g8,h7,h8",         \
            .start_pieces = {RANKS(2), ~RANKS(6)}

const struct rules variant_altdeutsch = {
    .name = "altdeutsch",
    .title = "Old German Damm-Spiel",
    .source = "Checkers & Draughts Wiki, Altdeutsches Damm-Spiel",
    ALTDEUTSCH_GAME,
    .variant_tag = "OldGerman",
    .gen = &movegen_altdeutsch,
};
MOVEGEN(altdeutsch, &variant_altdeutsch)

const struct rules variant_altdeutsch_flying = {
    .name = "altdeutsch-flying",
    .title = "Old German Damm-Spiel with flying kings",
    .source = "Checkers & Draughts Wiki, Altdeutsches Damm-Spiel, in recent times",
    ALTDEUTSCH_GAME,
    FLYING,
    .variant_tag = "OldGerman:flying=yes",
    .gen = &movegen_altdeutsch_flying,
};
MOVEGEN(altdeutsch_flying, &variant_altdeutsch_flying)
