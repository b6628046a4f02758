// SPDX-License-Identifier: MIT
/*
 * A move holds the set of captured squares, not the path. A written path is therefore checked by
 * walking it: between two of its squares the piece must jump exactly one piece of the set,
 * otherwise crossing only squares that are empty by then. To write a path, a route is searched for
 * (route.c), and its stops are moved to the squares that long notation requires.
 */
#include "core/board/capture-path.h"

#include "core/board/squares.h"

/* A capturing piece on its way. */
struct path_walker {
    const struct rules *rules;
    const struct squares *squares;
    bitboard empty;
    bitboard left; /* captured squares not jumped yet */
    bitboard crowning;
    bool is_king, was_crowned;
    int direction; /* of the last jump */
    square behind; /* the square right behind the piece it took */
};

/* Makes one jump, from `from` to `to`. @return whether it is possible */
static bool walk_jump(struct path_walker *walk, square from, square to)
{
    const struct board *board = walk->rules->board;
    int direction = squares_direction(walk->squares, from, to);
    if (direction < 0)
        return false;
    bool flying = walk->is_king && walk->rules->flying_king_captures;
    square sq = squares_step(board, from, (unsigned)direction);
    while (flying && sq != SQUARE_NONE && walk->empty & square_bit(sq))
        sq = squares_step(board, sq, (unsigned)direction);
    if (sq == SQUARE_NONE || !(walk->left & square_bit(sq)))
        return false;
    walk->left &= ~square_bit(sq);
    square taken = sq;
    sq = walk->behind = squares_step(board, sq, (unsigned)direction);
    while (flying && sq != to && sq != SQUARE_NONE && walk->empty & square_bit(sq))
        sq = squares_step(board, sq, (unsigned)direction);
    if (sq != to || !(walk->empty & square_bit(sq)))
        return false;
    if (walk->rules->removes_at_once)
        walk->empty |= square_bit(taken);
    walk->direction = direction;
    if (!walk->is_king && walk->rules->crowning == CROWNING_CONTINUE
        && walk->crowning & square_bit(to))
        walk->is_king = walk->was_crowned = true;
    return true;
}

enum capture_path capture_path_match(const struct rules *rules, const struct position *pos,
                                     const struct move *mv, const square *sq, unsigned n)
{
    struct path_walker walk = {
        .rules = rules,
        .squares = squares_of(rules),
        .empty = (rules->board->playing & ~(pos->pieces[WHITE] | pos->pieces[BLACK]))
                 | square_bit(mv->from),
        .left = mv->captured,
        .crowning = rules->board->crowning[pos->turn],
        .is_king = pos->kings >> mv->from & 1,
        .direction = -1,
    };
    if (sq[0] != mv->from || sq[n - 1] != mv->to)
        return CAPTURE_PATH_NONE;
    bool exact = true;
    for (unsigned i = 0; i + 1 < n; i++) {
        int direction = walk.direction;
        square behind = walk.behind;
        if (!walk_jump(&walk, sq[i], sq[i + 1]))
            return CAPTURE_PATH_NONE;
        exact &= walk.direction != direction || sq[i] == behind || rules->board->every_square;
    }
    bool ends_crowned = !walk.is_king && walk.crowning & square_bit(mv->to);
    if (walk.left || mv->crowns != (walk.was_crowned || ends_crowned))
        return CAPTURE_PATH_NONE;
    return exact ? CAPTURE_PATH_EXACT : CAPTURE_PATH_LOOSE;
}

unsigned capture_path_write(const struct rules *rules, const struct position *pos,
                            const struct move *mv, square *sq)
{
    struct route route;
    if (!move_route(rules, pos, mv, NULL, 0, &route)) { /* the budget is spent */
        sq[0] = mv->from;
        sq[1] = mv->to;
        return 2;
    }
    const struct squares *squares = squares_of(rules);
    unsigned n = 0;
    sq[n++] = mv->from;
    int direction = squares_direction(squares, mv->from, route.stop[0]);
    for (unsigned i = 0; i + 1 < route.n; i++) {
        int next = squares_direction(squares, route.stop[i], route.stop[i + 1]);
        sq[n++] = next == direction
                      ? squares_step(rules->board, route.taken[i], (unsigned)direction)
                      : route.stop[i];
        direction = next;
    }
    sq[n++] = mv->to;
    return n;
}
