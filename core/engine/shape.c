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
 *
 * Men are counted on boards of ten files only, where a match has shown that it helps. A number has
 * four digits in base 16, and an area at most 15 squares; or two digits in base 32, for all men.
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

void shapes_number_block(struct shapes *shapes, struct shape *shape)
{
    for (unsigned k = 0; k < shape->n; k++) {
        unsigned place = shape_size(shape->n - 1u - k);
        shape->own[k] = (uint16_t)place;
        shape->other[k] = (uint16_t)(2 * place);
    }
    shapes->digits[shape->table] = shape->n;
    shapes->size[shape->table] = shape_size(shape->n);
}

/* The square to which `sq` is mapped when the board is mirrored left to right. */
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

/* A block of squares in play, `wide` on each of `high` ranks; n is 0 if it does not fit. */
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

/* Whether White's views have that set of squares already. */
static bool has_shape(const struct shapes *out, bitboard set)
{
    for (unsigned i = 0; i < out->n; i++)
        if (shape_set(&out->at[i]) == set)
            return true;
    return false;
}

/*
 * Adds White's views of a block and of its mirror image; Black's are made from them later. A block
 * that is its own image when the board is turned is added once and gets a Black view like any
 * other.
 */
static void add_orbit(const struct board *board, struct shapes *out, struct shape shape)
{
    shape.table = (uint8_t)out->tables;
    shapes_number_block(out, &shape);
    struct shape mirror = shape_image(board, &shape, mirrored);
    out->tables++;
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

/* Black's view of a shape of White's. */
static struct shape black_view(const struct board *board, const struct shape *white)
{
    struct shape black = shape_image(board, white, board_turned);
    black.view = BLACK;
    return black;
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
    for (unsigned i = 0; i < out->n; i++)
        out->at[out->n + i] = black_view(board, &out->at[i]);
    out->n *= 2;
    out->blocks = out->n;
    if (shapes_count_men(board))
        shapes_add_counts(board, out);
}

bool shapes_count_men(const struct board *board)
{
    return board->files == 10 && !board->every_square;
}

/* Men of one side in a part of the board, and what each adds to the number. */
struct area {
    int first_file, last_file, first_rank, last_rank;
    uint16_t own, other;
};

static struct shape count_shape(const struct board *board, const struct area area[4])
{
    struct shape shape = {.view = WHITE};
    for (bitboard set = board->playing; set; set &= set - 1) {
        square sq = (square)LOWEST64(set);
        int file = board_file(board, sq), rank = board_rank(board, sq);
        uint16_t own = 0, other = 0;
        for (unsigned i = 0; i < 4; i++)
            if (file >= area[i].first_file && file <= area[i].last_file
                && rank >= area[i].first_rank && rank <= area[i].last_rank) {
                own |= area[i].own;
                other |= area[i].other;
            }
        if (!own && !other)
            continue;
        shape.sq[shape.n] = sq;
        shape.own[shape.n] = own;
        shape.other[shape.n++] = other;
    }
    return shape;
}

void shapes_add_counts(const struct board *board, struct shapes *shapes)
{
    static const struct area counted[SHAPE_COUNTS][4] = {
        {{0, 2, 0, 9, 1, 1 << 8}, {7, 9, 0, 9, 1 << 4, 1 << 12}}, /* the wings */
        {{0, 2, 0, 9, 1, 1 << 8}, {3, 5, 0, 9, 1 << 4, 1 << 12}}, /* the left wing and the middle */
        {{0, 9, 0, 9, 1, 1 << 5}},                                /* the whole board */
        {{0, 9, 0, 2, 1, 0}, /* the ranks at home and those before them, of each side */
         {0, 9, 3, 5, 1 << 4, 0},
         {0, 9, 7, 9, 0, 1 << 8},
         {0, 9, 4, 6, 0, 1 << 12}},
    };
    unsigned half = shapes->n / 2;
    memmove(&shapes->at[half + SHAPE_COUNTS], &shapes->at[half], half * sizeof *shapes->at);
    shapes->n += 2 * SHAPE_COUNTS;
    for (unsigned i = 0; i < SHAPE_COUNTS; i++) {
        struct shape white = count_shape(board, counted[i]);
        white.table = (uint8_t)shapes->tables;
        shapes->size[shapes->tables++] = UINT16_MAX + 1; /* however many men are set up */
        shapes->at[half + i] = white;
        shapes->at[shapes->n - SHAPE_COUNTS + i] = black_view(board, &white);
    }
}

static bool same_blocks(const struct shapes *a, const struct shapes *b)
{
    unsigned half = a->blocks / 2;
    bool same = a->blocks == b->blocks;
    for (unsigned i = 0; same && i < a->blocks; i++) {
        const struct shape *x = &a->at[i < half ? i : a->n / 2 + i - half];
        const struct shape *y = &b->at[i < half ? i : b->n / 2 + i - half];
        same = x->n == y->n && x->table == y->table && x->view == y->view
               && memcmp(x->sq, y->sq, x->n * sizeof *x->sq) == 0;
    }
    return same;
}

bool shapes_same(const struct shapes *a, const struct shapes *b)
{
    return a->n == b->n && same_blocks(a, b);
}

bool shapes_lack_counts(const struct shapes *less, const struct shapes *more)
{
    return less->n == less->blocks && more->n > more->blocks && same_blocks(less, more);
}
