// SPDX-License-Identifier: MIT
/*
 * Moves: what they are, which are legal, what they do.
 */
#ifndef DAMA_CORE_BOARD_MOVE_H
#define DAMA_CORE_BOARD_MOVE_H

#include "core/board/position.h"

/**
 * A move, by its effect on the board. Two captures of the same pieces between the same squares are
 * one move, whatever the route. `to` may be `from`; if captured pieces are removed at once, it may
 * also be one of the captured squares.
 */
struct move {
    bitboard captured; /* 0 for a quiet move */
    square from, to;
    bool crowns; /* a man becomes a king */
};

enum { MOVES_OWN = 256 };

/**
 * A list of moves. It has room of its own; the few positions that need more make it use the heap.
 */
struct moves {
    unsigned n;
    unsigned room;
    struct move *at; /* `own`, or on the heap and owned */
    struct move own[MOVES_OWN];
};

/** Initialises an empty list. Cheap: the room is not cleared. */
static inline void moves_init(struct moves *list)
{
    list->n = 0;
    list->room = MOVES_OWN;
    list->at = list->own;
}

/** Frees the list's memory on the heap, and empties it. */
void moves_fini(struct moves *list);

/**
 * Lists the legal moves, each once, in an order that depends only on the position. Priority rules
 * are applied.
 * @param list initialised; its old contents are replaced
 * @return 0, or -1: out of memory, or the budget is spent (core/board/budget.h)
 */
int moves_generate(const struct rules *rules, const struct position *pos, struct moves *list);

/** As moves_generate, but only captures; empty if none is possible. */
int moves_captures(const struct rules *rules, const struct position *pos, struct moves *list);

/** Whether the side to move has a capture. Makes no list. */
bool moves_has_capture(const struct rules *rules, const struct position *pos);

/** Whether the side to move has any legal move. Makes no list. */
bool moves_exist(const struct rules *rules, const struct position *pos);

/**
 * Lists the legal moves from one square to another; much cheaper than listing all.
 * @return 0, or -1 as moves_generate
 */
int moves_between(const struct rules *rules, const struct position *pos, square from, square to,
                  struct moves *list);

/** @return the number of legal moves. Cheaper than listing them. */
unsigned moves_count(const struct rules *rules, const struct position *pos);

/**
 * For move_play: updates the counters of quiet king moves. In `pos`, the pieces already stand as
 * after the move.
 */
void move_count_king(struct position *pos, const struct move *mv, bool by_king);

/** Makes a legal move: the pieces, the counters, the turn. */
static inline void move_play(const struct rules *rules, struct position *pos, const struct move *mv)
{
    const bitboard from = (bitboard)1 << mv->from, to = (bitboard)1 << mv->to;
    const bool is_king = (pos->kings & from) != 0;
    const unsigned turn = pos->turn;
    /* Clear first, then set: `to` may be one of the captured squares, or `from`. */
    pos->pieces[!turn] &= ~mv->captured;
    pos->pieces[turn] = (pos->pieces[turn] & ~from) | to;
    pos->kings &= ~(mv->captured | from);
    if (is_king || mv->crowns)
        pos->kings |= to;
    pos->turn = (uint8_t)!turn;
    if (rules->counts_king_moves)
        move_count_king(pos, mv, is_king);
}

static inline bool move_same(const struct move *a, const struct move *b)
{
    return a->from == b->from && a->to == b->to && a->captured == b->captured
           && a->crowns == b->crowns;
}

/**
 * A route of a capture: for each jump, where the piece lands and which piece it takes.
 */
struct route {
    unsigned n;       /* jumps */
    square stop[64];  /* after each jump; the last is the move's `to` */
    square taken[64]; /* the piece taken by each jump */
};

/**
 * Finds a route of a legal capture, the first in a fixed order.
 * @param via n_via squares that the route must cross or stop at, in this order; may be none
 * @return whether there is one; also false if the budget is spent (core/board/budget.h)
 */
bool move_route(const struct rules *rules, const struct position *pos, const struct move *mv,
                const square *via, unsigned n_via, struct route *out);

#endif
