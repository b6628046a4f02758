// SPDX-License-Identifier: MIT
/*
 * The order in which moves are searched: the table's move, captures that take most, killers, and
 * the others by how well they did elsewhere in the tree. The list of moves itself stays as it was
 * generated; moves are compared by keys that hold a move's worth and, so that equal moves keep
 * their order, its place in the list:
 *
 *     key    worth 24, signed | 255 - place 8       (high to low)
 */
#ifndef DAMA_CORE_ENGINE_MOVE_ORDER_H
#define DAMA_CORE_ENGINE_MOVE_ORDER_H

#include "core/engine/worker.h"

#include <stdlib.h>
#include <string.h>

enum {
    ORDER_TABLE_MOVE = 1 << 22,
    ORDER_KILLER = 1 << 20,
    ORDER_KILLER_SECOND = 1 << 19,
    ORDER_CROWNS = 1 << 17,
    HISTORY_MAX = 16384, /* largest size of a cell of the move history */
    ORDER_LANES = 8      /* keys in a vector */
};

struct move_order {
    /*
     * Of the first MOVES_OWN moves, padded to whole ORDER_LANES; further moves are searched last.
     */
    int32_t key[MOVES_OWN];
    uint8_t at[MOVES_OWN]; /* places in the list, best first; only of moves picked so far */
    unsigned n;
};

/**
 * The history of a quiet move, in the whole tree and, if tuned so, as a reply to the previous move:
 * -2 to 2 times HISTORY_MAX.
 */
static inline int move_order_history(const struct worker *s, unsigned ply, const struct move *mv)
{
    unsigned side = s->node[ply].pos.turn;
    int value = s->move_history[side][mv->from][mv->to];
    return s->shared->tuning.reply_history ? value + s->reply_history[s->to[ply]][mv->from][mv->to]
                                           : value;
}

/** The worth of a capture: most pieces come first, kings counting double; then crowning. */
static inline int move_order_capture(const struct worker *s, unsigned ply, const struct move *mv)
{
    const struct position *pos = &s->node[ply].pos;
    return (int)(POPCOUNT64(mv->captured) * 4 + POPCOUNT64(mv->captured & pos->kings) * 4) * 256
           + s->move_history[pos->turn][mv->from][mv->to] / 256 + mv->crowns * 1024;
}

static inline int move_order_quiet(const struct worker *s, unsigned ply, const struct move *mv)
{
    uint16_t code = move_code_quiet(mv);
    if (code == s->killer[ply][0])
        return ORDER_KILLER;
    if (code == s->killer[ply][1])
        return ORDER_KILLER_SECOND;
    return move_order_history(s, ply, mv) + mv->crowns * ORDER_CROWNS;
}

/** The key of the move at `place` in the list. */
static inline int32_t move_order_key(int worth, unsigned place)
{
    return worth * 256 + (int32_t)(255 - place);
}

/** @return the place in the list of the move with a key */
static inline unsigned move_order_place(int32_t key) { return 255 - ((unsigned)key & 255); }

static inline void move_order_init(struct move_order *order, const struct worker *s, unsigned ply,
                                   uint16_t table_move)
{
    const struct moves *list = &s->list[ply];
    const struct move *at = list->at;
    unsigned n = order->n = list->n < MOVES_OWN ? list->n : MOVES_OWN;
    if (n == 1) {
        order->at[0] = 0;
        return;
    }
    if (at[0].captured) {
        for (unsigned i = 0; i < n; i++)
            order->key[i] =
                move_order_key(move_code(&at[i]) == table_move ? ORDER_TABLE_MOVE
                                                               : move_order_capture(s, ply, &at[i]),
                               i);
    } else {
        for (unsigned i = 0; i < n; i++)
            order->key[i] = move_order_key(move_code_quiet(&at[i]) == table_move
                                               ? ORDER_TABLE_MOVE
                                               : move_order_quiet(s, ply, &at[i]),
                                           i);
    }
    while (n % ORDER_LANES)
        order->key[n++] = INT32_MIN;
}

/** @return the place in the list of the i-th best move, which has been picked before */
static inline unsigned move_order_at(const struct move_order *order, unsigned i)
{
    return i < order->n ? order->at[i] : i;
}

/**
 * Finds the i-th best move; those before it must have been picked already. The keys stay where they
 * are and are scanned from first to last, several at a time: that is quicker than sorting them.
 * @return its place in the list
 */
static inline unsigned move_order_pick(struct move_order *order, unsigned i)
{
    if (i >= order->n)
        return i;
    if (order->n == 1)
        return 0;
    int32_t lane[ORDER_LANES], most;
    memcpy(lane, order->key, sizeof lane);
    for (unsigned k = ORDER_LANES; k < order->n; k += ORDER_LANES)
        for (unsigned j = 0; j < ORDER_LANES; j++)
            lane[j] = order->key[k + j] > lane[j] ? order->key[k + j] : lane[j];
    most = lane[0];
    for (unsigned j = 1; j < ORDER_LANES; j++)
        most = lane[j] > most ? lane[j] : most;
    unsigned place = move_order_place(most);
    order->key[place] = INT32_MIN;
    order->at[i] = (uint8_t)place;
    return place;
}

/** Moves a cell towards HISTORY_MAX or its negative, the more slowly the nearer it already is. */
static inline void move_order_learn(int16_t *cell, int bonus)
{
    *cell = (int16_t)(*cell + bonus - *cell * abs(bonus) / HISTORY_MAX);
}

/** Learns from a cutoff by the i-th move: if quiet, it moves up, and those tried before it down. */
static inline void move_order_reward(struct worker *s, unsigned ply, const struct move_order *order,
                                     unsigned i, int depth)
{
    const struct move *at = s->list[ply].at;
    const struct move *good = &at[move_order_at(order, i)];
    unsigned side = s->node[ply].pos.turn;
    int bonus = depth > 20 ? 1600 : depth * depth * 4;
    uint16_t code = move_code(good);
    if (good->captured)
        return;
    if (s->killer[ply][0] != code) {
        s->killer[ply][1] = s->killer[ply][0];
        s->killer[ply][0] = code;
    }
    for (unsigned k = 0; k <= i; k++) {
        const struct move *mv = &at[move_order_at(order, k)];
        move_order_learn(&s->move_history[side][mv->from][mv->to], k < i ? -bonus : bonus);
        if (s->shared->tuning.reply_history)
            move_order_learn(&s->reply_history[s->to[ply]][mv->from][mv->to],
                             k < i ? -bonus : bonus);
    }
}

#endif
