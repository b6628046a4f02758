// SPDX-License-Identifier: MIT
/*
 * Draw rules along the main line of a game that is checked. Only core/check includes this.
 *
 * Remembering positions costs more than the rest of the check, and rarely matters before the
 * ending. So it begins only when a draw is possible: after as many moves without progress as a
 * repetition takes, when few pieces or only kings are left, or at once if the profile limits the
 * length of games. The moves since the last irreversible one are then played once more, or all.
 */
#ifndef DAMA_CORE_CHECK_DRAW_WATCH_H
#define DAMA_CORE_CHECK_DRAW_WATCH_H

#include "core/check/checker.h"

enum {
    DRAW_WATCH_RUN = 8,   /* plies: a position occurs for the third time after two cycles of four */
    DRAW_WATCH_PIECES = 7 /* no rule about endings applies to more, unless all of them are kings */
};

struct draw_watch {
    struct position base;     /* where the line begins, or was last set up */
    const struct node *first; /* the first node there */
    const struct node *since; /* the first node after the last irreversible move */
    unsigned run;             /* plies since then */
    unsigned pieces;          /* on the board */
    bool all; /* all plies count: the profile limits the length of games, or only kings are left */
    bool active; /* positions are being remembered */
    bool done;   /* there is nothing more to find out */
};

static inline void draw_watch_start(struct draw_watch *w, const struct position *pos,
                                    const struct node *first)
{
    *w = (struct draw_watch){.base = *pos,
                             .first = first,
                             .since = first,
                             .pieces = POPCOUNT64(pos->pieces[WHITE] | pos->pieces[BLACK])};
}

/*
 * Whether a quiet move can be undone by another: any move of a king, and of a man if men step
 * sideways.
 */
static inline bool draw_watch_can_undo(const struct rules *rules, const struct position *pos,
                                       const struct move *mv)
{
    if (pos->kings >> mv->from & 1)
        return true;
    return rules->man_moves & DIRS_SIDEWAYS && !mv->crowns
           && board_rank(rules->board, mv->from) == board_rank(rules->board, mv->to);
}

/* Whether a capture leaves only kings. */
static inline bool draw_watch_leaves_kings(const struct position *pos, const struct move *mv)
{
    const bitboard men = (pos->pieces[WHITE] | pos->pieces[BLACK]) & ~pos->kings & ~mv->captured;
    return !(mv->crowns ? men & ~square_bit(mv->from) : men);
}

/** Counts a move that is about to be made in `pos`. */
static ALWAYS_INLINE void draw_watch_count(struct draw_watch *w, const struct rules *rules,
                                           const struct position *pos, const struct node *node)
{
    const struct move *mv = &node->move;
    if (mv->captured) {
        w->pieces -= POPCOUNT64(mv->captured);
        w->all |= draw_watch_leaves_kings(pos, mv); /* a count may have begun before */
    } else if (UNLIKELY(draw_watch_can_undo(rules, pos, mv))) {
        w->run++;
        return;
    }
    w->run = 0;
    w->since = node->next;
}

/** Whether the next move must be made by draw_watch_move. */
static inline bool draw_watch_is_due(const struct draw_watch *w)
{
    return (w->active || w->all || w->run >= DRAW_WATCH_RUN || w->pieces <= DRAW_WATCH_PIECES)
           && !w->done;
}

/**
 * Finds out whether positions must be remembered from the first ply.
 * @return 0, or -1: out of memory, err set
 */
int draw_watch_find_need(struct checker *c, bool *all);

/**
 * Plays the move of at->node on at->pos and applies the draw rules.
 * @return 0, -1: out of memory, err set
 */
int draw_watch_move(struct checker *c, struct draw_watch *w, struct check_place *at);

#endif
