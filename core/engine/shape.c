// SPDX-License-Identifier: MIT
/*
 * On boards where every second square is in play, a block is two of those squares wide and some
 * ranks high: the squares that a man crosses on its way up. On boards where all are in play it is
 * three squares wide and three high.
 *
 *      . 7 . 8 .      10x10: five ranks of two squares, 3^10 = 59049 weights
 *      5 . 6 . .      8x8:   four ranks of two squares, and two ranks of four, 3^8 = 6561 each
 *      . 3 . 4 .      64:    three ranks of three squares, 3^9 = 19683
 *      1 . 2 . .
 */
#include "core/engine/shape.h"

#include <string.h>

uint32_t shape_size(unsigned n)
{
    uint32_t size = 1;
    while (n-- > 0)
        size *= 3;
    return size;
}

/** The square to which `sq` is mapped when the board is mirrored left to right. */
static square mirrored(const struct board *board, square sq)
{
    return board_at(board, board->files - 1 - board_file(board, sq), board_rank(board, sq));
}

typedef square image(const struct board *board, square sq);

static struct shape shape_image(const struct board *board, const struct shape *shape, image *of)
{
    struct shape out = *shape;
    for (unsigned i = 0; i < shape->n; i++)
        out.sq[i] = of(board, shape->sq[i]);
    return out;
}

static bitboard shape_set(const struct shape *shape)
{
    bitboard set = 0;
    for (unsigned i = 0; i < shape->n; i++)
        set |= (bitboard)1 << shape->sq[i];
    return set;
}

/** A block of squares in play, `wide` on each of `high` ranks; n is 0 if it does not fit. */
static struct shape block(const struct board *board, int column, int rank, int wide, int high)
{
    struct shape shape = {.view = WHITE};
    for (int r = rank; r < rank + high; r++) {
        int seen = 0;
        for (int f = 0; f < board->files; f++) {
            square sq = r < board->ranks ? board_at(board, f, r) : SQUARE_NONE;
            if (sq == SQUARE_NONE || seen++ < column || seen > column + wide)
                continue;
            shape.sq[shape.n++] = sq;
        }
    }
    if (shape.n != wide * high)
        shape.n = 0;
    return shape;
}

/** Whether White's views have that set of squares already. */
static bool has_shape(const struct shapes *out, bitboard set)
{
    for (unsigned i = 0; i < out->n; i++)
        if (shape_set(&out->at[i]) == set)
            return true;
    return false;
}

/**
 * Adds White's views of a block and of its mirror image; Black's are made from them later. A block
 * that is its own image when the board is turned is added once and gets a Black view like any
 * other.
 */
static void add_orbit(const struct board *board, struct shapes *out, struct shape shape)
{
    shape.table = (uint8_t)out->tables;
    struct shape mirror = shape_image(board, &shape, mirrored);
    out->digits[out->tables++] = shape.n;
    out->at[out->n++] = shape;
    bool has_mirror = board->every_square && shape_set(&mirror) != shape_set(&shape);
    if (has_mirror)
        out->at[out->n++] = mirror;
}

static void add_blocks(const struct board *board, struct shapes *out, int wide, int high)
{
    int columns = board->every_square ? board->files : board->files / 2;
    for (int rank = 0; rank + high <= board->ranks; rank++)
        for (int column = 0; column + wide <= columns; column++) {
            struct shape shape = block(board, column, rank, wide, high);
            struct shape turn = shape_image(board, &shape, board_turned);
            /*
             * Of a block and its image on the turned board, White's views include only one: Black's
             * view of that is the other.
             */
            if (shape.n && !has_shape(out, shape_set(&shape)) && !has_shape(out, shape_set(&turn)))
                add_orbit(board, out, shape);
        }
}

void shapes_make(const struct rules *rules, struct shapes *out)
{
    const struct board *board = rules->board;
    memset(out, 0, sizeof *out);
    if (board->every_square) {
        add_blocks(board, out, 3, 3);
    } else if (board->files >= 10) {
        add_blocks(board, out, 2, 5);
    } else {
        add_blocks(board, out, 2, 4);
        add_blocks(board, out, 4, 2);
    }
    for (unsigned i = 0; i < out->n; i++) {
        struct shape *black = &out->at[out->n + i];
        *black = shape_image(board, &out->at[i], board_turned);
        black->view = BLACK;
    }
    out->n *= 2;
}

bool shapes_same(const struct shapes *a, const struct shapes *b)
{
    bool same = a->n == b->n && a->tables == b->tables;
    for (unsigned i = 0; same && i < a->n; i++) {
        const struct shape *x = &a->at[i], *y = &b->at[i];
        same = x->n == y->n && x->table == y->table && x->view == y->view
               && memcmp(x->sq, y->sq, x->n * sizeof *x->sq) == 0;
    }
    return same;
}
