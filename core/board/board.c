// SPDX-License-Identifier: MIT
/*
 * The layout of squares. On padded boards two ranks take delta[DIR_N] bits; the upper one begins at
 * the square that a step from the first square of the lower one leads to.
 */
#include "core/board/board.h"

/* Offset of the first bit of the upper rank in a pair of ranks. */
static int upper(const struct board *board)
{
    return board->delta[board->corner ? DIR_NE : DIR_NW];
}

square board_at(const struct board *board, int file, int rank)
{
    if (file < 0 || rank < 0 || file >= board->files || rank >= board->ranks)
        return SQUARE_NONE;
    if (board->every_square)
        return (square)(rank * board->delta[DIR_N] + file);
    if ((file + rank) % 2 != (board->corner ? 0 : 1))
        return SQUARE_NONE;
    return (square)(rank / 2 * board->delta[DIR_N] + (rank % 2 ? upper(board) : 0) + file / 2);
}

int board_rank(const struct board *board, square sq)
{
    if (board->every_square)
        return sq / board->delta[DIR_N];
    return sq / board->delta[DIR_N] * 2 + (sq % board->delta[DIR_N] >= upper(board));
}

int board_file(const struct board *board, square sq)
{
    if (board->every_square)
        return sq % board->delta[DIR_N];
    const int in_pair = sq % board->delta[DIR_N];
    const bool odd_rank = in_pair >= upper(board);
    return 2 * (odd_rank ? in_pair - upper(board) : in_pair) + (odd_rank == board->corner);
}

square board_turned(const struct board *board, square sq)
{
    return board_at(board, board->files - 1 - board_file(board, sq),
                    board->ranks - 1 - board_rank(board, sq));
}
