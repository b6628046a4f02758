// SPDX-License-Identifier: MIT
/*
 * A table is made when it is first asked for, under a lock, and its address is published by an
 * atomic store. From then on readers find it without locking (squares_of in the header).
 */
#include "core/board/squares.h"

#include <pthread.h>

_Atomic(const struct squares *) squares_tables[SQUARES_TABLES];

static struct squares store[SQUARES_TABLES];
static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER; /* guards store */

/*
 * Numbers run along rows, away from square 1; a board whose squares are written in letters is
 * counted from the top left to the right.
 */
static void number_squares(const struct board *board, enum numbering numbering, struct squares *out)
{
    bool upwards = numbering == NUMBERING_BOTTOM_RIGHT;
    unsigned number = 0;
    for (int row = 0; row < board->ranks; row++)
        for (int column = 0; column < board->files; column++) {
            int rank = upwards ? row : board->ranks - 1 - row;
            int file = upwards ? board->files - 1 - column : column;
            square sq = board_at(board, file, rank);
            if (sq == SQUARE_NONE)
                continue;
            number++;
            out->of_number[number] = sq;
            out->number[sq] = (uint8_t)number;
            out->at[file][rank] = sq;
            out->file[sq] = (uint8_t)file;
            out->rank[sq] = (uint8_t)rank;
        }
}

static unsigned put_number(char *buf, unsigned number)
{
    unsigned n = 0;
    if (number >= 10)
        buf[n++] = (char)('0' + number / 10);
    buf[n++] = (char)('0' + number % 10);
    return n;
}

static void name_squares(const struct board *board, enum numbering numbering, struct squares *out)
{
    for (unsigned sq = 0; sq < BOARD_BITS; sq++) {
        if (!out->number[sq])
            continue;
        char *name = out->name[sq];
        unsigned n = 0;
        if (numbering == NUMBERING_LETTERS_TURNED) {
            name[n++] = (char)('a' + board->files - 1 - out->file[sq]);
            n += put_number(name + n, (unsigned)(board->ranks - out->rank[sq]));
        } else if (numbering == NUMBERING_LETTERS) {
            name[n++] = (char)('a' + out->file[sq]);
            n += put_number(name + n, out->rank[sq] + 1u);
        } else {
            n = put_number(name, out->number[sq]);
        }
        out->length[sq] = (uint8_t)n;
    }
}

const struct squares *squares_make(const struct rules *rules, unsigned slot)
{
    pthread_mutex_lock(&making);
    const struct squares *made = atomic_load_explicit(&squares_tables[slot], memory_order_acquire);
    if (!made) {
        struct squares *out = &store[slot];
        memset(out->of_number, SQUARE_NONE, sizeof out->of_number);
        memset(out->at, SQUARE_NONE, sizeof out->at);
        number_squares(rules->board, rules->numbering, out);
        name_squares(rules->board, rules->numbering, out);
        atomic_store_explicit(&squares_tables[slot], out, memory_order_release);
        made = out;
    }
    pthread_mutex_unlock(&making);
    return made;
}

bool squares_is_dark(const struct rules *rules, int file, int rank)
{
    if (!rules->board->every_square)
        return squares_of(rules)->at[file][rank] != SQUARE_NONE;
    return (file + rank) % 2 == (rules->light_corner ? 1 : 0);
}

int squares_direction(const struct squares *squares, square from, square to)
{
    int across = squares->file[to] - squares->file[from];
    int up = squares->rank[to] - squares->rank[from];
    if (from == to || (across && up && across != up && across != -up))
        return -1;
    static const int8_t directions[3][3] = {
        {DIR_SW, DIR_W, DIR_NW}, {DIR_S, -1, DIR_N}, {DIR_SE, DIR_E, DIR_NE}};
    return directions[(across > 0) - (across < 0) + 1][(up > 0) - (up < 0) + 1];
}
