// SPDX-License-Identifier: MIT
#include "tests/lib/plain-core.h"

struct plain plain_of_position(const struct rules *rules, const struct position *pos)
{
    struct plain plain = {.turn = pos->turn};
    for (int8_t file = 0; file < rules->board->files; file++)
        for (int8_t rank = 0; rank < rules->board->ranks; rank++) {
            const square sq = board_at(rules->board, file, rank);
            for (int side = 0; side < 2 && sq != SQUARE_NONE; side++) {
                if (pos->king_moves[side] && pos->king_square[side] == sq)
                    plain.king_at[side] = (struct plain_square){file, rank};
                if (!(pos->pieces[side] >> sq & 1))
                    continue;
                plain.piece[file][rank] = pos->kings >> sq & 1 ? PLAIN_KING : PLAIN_MAN;
                plain.side[file][rank] = (uint8_t)side;
            }
        }
    for (int side = 0; side < 2; side++)
        plain.king_moves[side] = pos->king_moves[side];
    return plain;
}

struct position position_of_plain(const struct rules *rules, const struct plain *plain)
{
    struct position pos = {.turn = (uint8_t)plain->turn};
    for (int file = 0; file < rules->board->files; file++)
        for (int rank = 0; rank < rules->board->ranks; rank++) {
            if (plain->piece[file][rank] == PLAIN_EMPTY)
                continue;
            const bitboard bit = (bitboard)1 << board_at(rules->board, file, rank);
            pos.pieces[plain->side[file][rank]] |= bit;
            pos.kings |= plain->piece[file][rank] == PLAIN_KING ? bit : 0;
        }
    for (int side = 0; side < 2; side++) {
        const struct plain_square at = plain->king_at[side];
        pos.king_moves[side] = (uint8_t)plain->king_moves[side];
        if (pos.king_moves[side])
            pos.king_square[side] = board_at(rules->board, at.file, at.rank);
    }
    return pos;
}

struct move move_of_plain(const struct rules *rules, const struct plain_move *mv)
{
    struct move out = {
        .from = board_at(rules->board, mv->from.file, mv->from.rank),
        .to = board_at(rules->board, mv->to.file, mv->to.rank),
        .crowns = mv->crowns,
    };
    for (int file = 0; file < rules->board->files; file++)
        for (int rank = 0; rank < rules->board->ranks; rank++)
            if (plain_set_has(&mv->taken, file, rank))
                out.captured |= (bitboard)1 << board_at(rules->board, file, rank);
    return out;
}
