// SPDX-License-Identifier: MIT
#include "core/board/position.h"

#include "core/base/compiler.h"

void position_start(const struct rules *rules, struct position *pos)
{
    *pos = (struct position){
        .pieces = {rules->start_pieces[WHITE], rules->start_pieces[BLACK]},
        .turn = (uint8_t)rules->first,
    };
}

bool position_same(const struct position *a, const struct position *b)
{
    bool same = a->pieces[WHITE] == b->pieces[WHITE] && a->pieces[BLACK] == b->pieces[BLACK]
                && a->kings == b->kings && a->turn == b->turn;
    for (int side = WHITE; side <= BLACK; side++)
        same = same && a->king_moves[side] == b->king_moves[side]
               && a->king_square[side] == b->king_square[side];
    return same;
}

static bitboard turned_all(const struct board *board, bitboard set)
{
    bitboard out = 0;
    for (; set; set &= set - 1)
        out |= (bitboard)1 << board_turned(board, (square)LOWEST64(set));
    return out;
}

void position_turn(const struct rules *rules, struct position *pos)
{
    const struct board *board = rules->board;
    pos->kings = turned_all(board, pos->kings);
    for (int side = WHITE; side <= BLACK; side++) {
        pos->pieces[side] = turned_all(board, pos->pieces[side]);
        if (pos->king_moves[side])
            pos->king_square[side] = board_turned(board, pos->king_square[side]);
    }
}

void position_mirror(const struct rules *rules, const struct position *pos, struct position *out)
{
    struct position turned = *pos;
    position_turn(rules, &turned);
    *out = (struct position){.kings = turned.kings, .turn = !turned.turn};
    for (int side = WHITE; side <= BLACK; side++) {
        out->pieces[!side] = turned.pieces[side];
        out->king_moves[!side] = turned.king_moves[side];
        out->king_square[!side] = turned.king_square[side];
    }
}

static bitboard ranks_reversed(bitboard b)
{
    bitboard out = 0;
    for (int rank = 0; rank < 8; rank++)
        out |= (b >> 8 * rank & 0xff) << 8 * (7 - rank);
    return out;
}

void position_renumber(struct position *pos)
{
    for (int side = WHITE; side <= BLACK; side++)
        pos->pieces[side] = ranks_reversed(pos->pieces[side]);
    pos->kings = ranks_reversed(pos->kings);
}
