// SPDX-License-Identifier: MIT
/*
 * In draughts captures are compulsory, so a list of moves holds either only captures or none: the
 * one is never weighed against the other, and a position with captures is never quiet. Quiescence
 * therefore searches all captures, and stands pat only if there are none; if the opponent threatens
 * to capture, the side to move may have to search its replies first (tuning.threats).
 */
#include "core/engine/search.h"

#include "core/engine/endgame-probe.h"
#include "core/engine/move-order.h"
#include "core/engine/static-score.h"

#include <stdlib.h>
#include <string.h>

enum {
    LEAF_DEPTH = 3, /* up to this depth the static evaluation may cut off the search */
    LATE_DEEP = 8,  /* from this depth on, late moves are reduced by more than two plies */
    LATE_MAX = 6    /* plies by which a move is reduced at most */
};

static int search(struct worker *s, unsigned ply, int depth, int alpha, int beta);

/* The score of having no move at `ply`, usually a loss: the sooner, the worse. */
static int lost_at(const struct worker *s, unsigned ply)
{
    int loss = -SCORE_WON + (int)ply;
    return s->shared->rules->goal == GOAL_LOSE ? -loss : loss;
}

/*
 * Whether a score is beyond the range of the evaluation: a forced win, or one known to a database.
 */
static bool is_decisive(int score) { return abs(score) > EVAL_MAX; }

/* In the table, the distance to a win counts from the entry's own position, not from the root. */
static int score_to_table(int score, unsigned ply)
{
    return !is_decisive(score) ? score : score > 0 ? score + (int)ply : score - (int)ply;
}

static int score_from_table(int score, unsigned ply)
{
    return !is_decisive(score) ? score : score > 0 ? score - (int)ply : score + (int)ply;
}

/*
 * Whether the game is drawn at `ply`, or would be if the moves of the line were repeated: within
 * the line, one repetition is enough to tell.
 */
static bool is_drawn(const struct worker *s, unsigned ply)
{
    const struct search_node *node = &s->node[ply];
    unsigned now = s->n_past - 1 + ply;
    unsigned back = node->reversible < now ? node->reversible : now;
    for (unsigned i = 4; i <= back; i += 2)
        if (s->past[now - i] == node->key)
            return true;
    /* having no move ends the game before any count of moves can draw it */
    return UNLIKELY(s->draws) && history_draw(s->draws) != ENDING_NONE
           && moves_exist(s->shared->rules, &node->pos);
}

/* Whether the thread was told to stop. Checked at every node, since many kings make nodes slow. */
static inline bool stop_requested(const struct worker *s, uint64_t nodes)
{
    return UNLIKELY(atomic_load_explicit(&s->shared->stop, memory_order_relaxed))
           && (s->depth > 1 || nodes >= FIRST_NODES);
}

/* Whether the table's entry is enough to answer the search: with `score`, which is set. */
static bool table_cuts(const struct table_hit *hit, int depth, int alpha, int beta, unsigned ply,
                       int *score)
{
    if (hit->depth < depth)
        return false;
    *score = score_from_table(hit->score, ply);
    return hit->bound == BOUND_EXACT || (hit->bound == BOUND_LOWER && *score >= beta)
           || (hit->bound == BOUND_UPPER && *score <= alpha);
}

static bool is_answered(const struct worker *s, unsigned ply, int *score)
{
    const struct search_request *request = &s->request[ply];
    struct table_hit hit;
    return table_probe(&s->shared->table, s->node[ply].key, &hit)
           && table_cuts(&hit, request->depth, request->alpha, request->beta, ply, score);
}

/*
 * Another thread has finished a position that this one is in the middle of: makes this one leave
 * it, if the entry in the table is enough.
 */
static bool leave_settled(struct worker *s)
{
    struct split_points *split = &s->shared->split[s->id];
    unsigned ply = split_points_take(split);
    int score;
    if (ply != SPLIT_POINTS_NONE && atomic_load_explicit(&split->key[ply], memory_order_relaxed)
        && is_answered(s, ply, &score)) {
        s->stopped = true;
        s->leave = ply;
    }
    return s->stopped;
}

/* As must_stop, in the rare case that flags or clock must be looked at. */
static NEVER_INLINE bool check_stop(struct worker *s)
{
    uint64_t nodes = atomic_load_explicit(&s->nodes, memory_order_relaxed);
    if (s->shared->split && !s->stopped
        && UNLIKELY(split_points_was_settled(&s->shared->split[s->id])) && leave_settled(s))
        return true;
    if (s->stopped || LIKELY(nodes < s->check_at && !stop_requested(s, nodes)))
        return s->stopped;
    s->check_at = nodes + CHECK_NODES;
    if (s->check_at > s->nodes_max)
        s->check_at = s->nodes_max;
    if (nodes >= s->nodes_max || stop_requested(s, nodes)
        || (s->id == 0 && s->time_up && s->time_up(s->ctx)))
        s->stopped = true;
    else if (s->shared->deferral
             && atomic_load_explicit(&s->shared->depth_done, memory_order_relaxed) >= s->depth)
        s->stopped = s->overtaken = true;
    return s->stopped;
}

/* Whether to stop searching: looks at the flags and, now and then, at the clock. */
static inline bool must_stop(struct worker *s)
{
    if (LIKELY(!s->stopped && !s->shared->split
               && atomic_load_explicit(&s->nodes, memory_order_relaxed) < s->check_at
               && !atomic_load_explicit(&s->shared->stop, memory_order_relaxed)))
        return false;
    return check_stop(s);
}

static inline void count_node(struct worker *s)
{
    /* only this thread writes: the addition need not be atomic */
    uint64_t nodes = atomic_load_explicit(&s->nodes, memory_order_relaxed);
    atomic_store_explicit(&s->nodes, nodes + 1, memory_order_relaxed);
}

/* Makes a move: fills the node of the next ply. */
static inline void play(struct worker *s, unsigned ply, const struct move *mv)
{
    search_node_play(s->shared->eval, &s->node[ply], mv, &s->node[ply + 1]);
    s->past[s->n_past + ply] = s->node[ply + 1].key;
    s->to[ply + 1] = mv->to;
}

static inline void history_push(struct worker *s, unsigned ply, const struct move *mv)
{
    if (UNLIKELY(s->draws) && history_add(s->draws, &s->node[ply].pos, mv, &s->node[ply + 1].pos))
        s->stopped = true; /* out of memory: the results so far have to do */
}

static inline void history_pop(struct worker *s)
{
    if (UNLIKELY(s->draws))
        history_drop(s->draws);
}

static void keep_line(struct worker *s, unsigned ply, const struct move *mv)
{
    s->pv[ply][0] = *mv;
    memcpy(&s->pv[ply][1], s->pv[ply + 1], s->n_pv[ply + 1] * sizeof *mv);
    s->n_pv[ply] = s->n_pv[ply + 1] + 1;
}

static inline bool ask_endgame(const struct worker *s, unsigned ply, int depth, int *score)
{
    return UNLIKELY(s->shared->hooks.endgame) && endgame_probe(s, ply, depth, score);
}

/* Whether the other side could capture if it were its turn. */
static bool is_threatened(const struct worker *s, unsigned ply)
{
    struct position pos = s->node[ply].pos;
    pos.turn ^= 1;
    return moves_has_capture(s->shared->rules, &pos);
}

/* Whether the side to move, which has no capture, has any move: usually a man's step proves it. */
static inline bool can_move(const struct worker *s, unsigned ply)
{
    const struct position *pos = &s->node[ply].pos;
    return (LIKELY(!pos->kings) && eval_has_step(s->shared->eval, pos))
           || moves_exist(s->shared->rules, pos);
}

/* Quiescence. @param plies how many plies of the line were replies to a threat */
static int quiesce(struct worker *s, unsigned ply, int alpha, int beta, int plies)
{
    const struct rules *rules = s->shared->rules;
    struct moves *list = &s->list[ply];
    int best, score;

    s->n_pv[ply] = 0;
    if (must_stop(s))
        return 0;
    count_node(s);
    if (ply > s->depth_max)
        s->depth_max = ply;
    if (ask_endgame(s, ply, 0, &score))
        return score;
    if (ply >= SEARCH_PLIES)
        return static_score(s, ply);
    moves_captures(rules, &s->node[ply].pos, list);
    if (list->n == 0) {
        if (plies >= s->shared->tuning.threats || !is_threatened(s, ply))
            return can_move(s, ply) ? static_score(s, ply) : lost_at(s, ply);
        moves_generate(rules, &s->node[ply].pos, list);
        plies++;
    }
    best = lost_at(s, ply);
    if (list->n == 0)
        return best;
    best = -SCORE_NONE;
    for (unsigned i = 0; i < list->n; i++) {
        play(s, ply, &list->at[i]);
        score = -quiesce(s, ply + 1, -beta, -alpha, plies);
        if (s->stopped)
            return 0;
        if (score <= best)
            continue;
        best = score;
        if (score > alpha) {
            alpha = score;
            keep_line(s, ply, &list->at[i]);
            if (score >= beta)
                break;
        }
    }
    return best;
}

/* ---- pruning and reducing ---- */

/* Plies by which a late move is reduced: the later it comes and the greater the depth, the more. */
static inline int late_reduction(const struct tuning *tuning, int depth, unsigned i)
{
    unsigned late = (unsigned)tuning->late_moves, more = (unsigned)tuning->late_more;
    if (!more || i < late + more)
        return 1;
    if (depth < LATE_DEEP)
        return 2;
    if (!tuning->late_growth)
        return 3;
    int deep = 4 + (depth - LATE_DEEP) / tuning->late_growth;
    return deep < LATE_MAX ? deep : LATE_MAX;
}

/* Whether the evaluation has not risen since the last move of the side to move. */
static inline bool is_stagnant(const struct worker *s, unsigned ply)
{
    return ply >= 2 && s->static_score[ply] <= s->static_score[ply - 2];
}

/* Plies by which the i-th move, which captures nothing, is reduced. */
static inline int reduction(const struct worker *s, unsigned ply, int depth, unsigned i, bool is_pv)
{
    const struct tuning *tuning = &s->shared->tuning;
    if (!tuning->late_moves || depth < tuning->late_depth || i < (unsigned)tuning->late_moves)
        return 0;
    if (is_pv)
        return 1;
    return late_reduction(tuning, depth, i) + (is_stagnant(s, ply) ? tuning->late_stagnant : 0);
}

/*
 * Near the leaves, trusts the static evaluation if it is far above beta, the opponent does not
 * threaten to capture, and the side to move has no capture.
 * @return whether `score` can be returned without a search
 */
static bool prune_leaf(const struct worker *s, unsigned ply, int depth, int alpha, int beta,
                       int *score)
{
    const struct tuning *tuning = &s->shared->tuning;
    if (!tuning->reverse_futility || is_decisive(alpha) || is_decisive(beta)
        || moves_has_capture(s->shared->rules, &s->node[ply].pos))
        return false;
    *score = static_score(s, ply) - tuning->reverse_futility * depth;
    return *score >= beta && !is_threatened(s, ply) && can_move(s, ply);
}

/*
 * Searches the i-th move: the first in full; others with a null window, less deep if they come
 * late, and again in full if they may be the best.
 */
static ALWAYS_INLINE int search_move(struct worker *s, unsigned ply, unsigned i, int depth,
                                     int alpha, int beta, int reduced)
{
    bool is_pv = beta - alpha > 1;
    if (i == 0)
        return -search(s, ply + 1, depth, -beta, -alpha);
    int score = -search(s, ply + 1, depth - reduced, -alpha - 1, -alpha);
    if (score > alpha && reduced && !s->stopped)
        score = -search(s, ply + 1, depth, -alpha - 1, -alpha);
    if (is_pv && score > alpha && score < beta && !s->stopped)
        score = -search(s, ply + 1, depth, -beta, -alpha);
    return score;
}

/* The state of search_moves. */
struct move_loop {
    int depth, next; /* plies to search from the position; from those after its moves */
    int alpha, beta, best;
    bool is_pv, captures;
    struct deferral *deferral; /* NULL: ignore what other threads are searching */
    uint16_t code;             /* of the best move, if it is better than the initial alpha */
    struct move_order *order;  /* NULL at the root */
};

/*
 * Searches the i-th move, which has been played.
 * @return whether the others need not be searched
 */
static ALWAYS_INLINE bool try_move(struct worker *s, unsigned ply, unsigned i,
                                   struct move_loop *loop)
{
    const struct move *mv = &s->list[ply].at[move_order_at(loop->order, i)];
    uint64_t key = s->node[ply + 1].key;
    history_push(s, ply, mv);
    int reduced = loop->captures ? 0 : reduction(s, ply, loop->depth, i, loop->is_pv);
    if (loop->next - reduced >= s->table_depth)
        table_prefetch(&s->shared->table, key);
    if (UNLIKELY(loop->deferral) && i > 0)
        deferral_begin(loop->deferral, key);
    int score = search_move(s, ply, i, loop->next, loop->alpha, loop->beta, reduced);
    if (UNLIKELY(loop->deferral) && i > 0)
        deferral_end(loop->deferral, key);
    history_pop(s);
    if (s->stopped)
        return true;
    if (score <= loop->best)
        return false;
    loop->best = score;
    if (score <= loop->alpha)
        return false;
    loop->code = move_code(mv);
    if (loop->is_pv)
        keep_line(s, ply, mv);
    if (score >= loop->beta) {
        move_order_reward(s, ply, loop->order, i, loop->depth);
        return true;
    }
    loop->alpha = score;
    return false;
}

/*
 * Searches the deferred moves, which other threads were searching, unless the table shows meanwhile
 * that the position is settled.
 */
static void search_deferred(struct worker *s, unsigned ply, const uint8_t *deferred, unsigned n,
                            struct move_loop *loop)
{
    struct table_hit hit = {0};
    int score;
    for (unsigned k = 0; k < n; k++) {
        if (!loop->is_pv && table_probe(&s->shared->table, s->node[ply].key, &hit)
            && table_cuts(&hit, loop->depth, loop->alpha, loop->beta, ply, &score)) {
            loop->best = score;
            loop->code = hit.move;
            return;
        }
        play(s, ply, &s->list[ply].at[move_order_at(loop->order, deferred[k])]);
        if (try_move(s, ply, deferred[k], loop))
            return;
    }
}

static int search_moves(struct worker *s, unsigned ply, int depth, int alpha, int beta,
                        uint16_t table_move, uint16_t *best_code)
{
    const struct tuning *tuning = &s->shared->tuning;
    struct moves *list = &s->list[ply];
    struct move_order order;
    uint8_t deferred[MOVES_OWN];
    unsigned n_deferred = 0;
    struct move_loop loop = {
        .depth = depth,
        .next = depth - 1,
        .alpha = alpha,
        .beta = beta,
        .best = -SCORE_NONE,
        .is_pv = beta - alpha > 1,
        .captures = list->at[0].captured != 0,
        .order = &order,
        .deferral = depth >= DEFERRAL_DEPTH ? s->shared->deferral : NULL,
        .code = TABLE_NO_MOVE,
    };
    bool over = false;
    if ((list->n == 1 && tuning->single_reply) || (loop.captures && tuning->capture_extension))
        loop.next++;
    move_order_init(&order, s, ply, table_move);
    for (unsigned i = 0; i < list->n && !over; i++) {
        const struct move *mv = &list->at[move_order_pick(&order, i)];
        play(s, ply, mv);
        if (UNLIKELY(loop.deferral) && i >= DEFERRAL_MOVE && i < MOVES_OWN
            && deferral_has(loop.deferral, s->node[ply + 1].key))
            deferred[n_deferred++] = (uint8_t)i;
        else
            over = try_move(s, ply, i, &loop);
    }
    if (n_deferred && !over)
        search_deferred(s, ply, deferred, n_deferred, &loop);
    *best_code = loop.code;
    return s->stopped ? 0 : loop.best;
}

static void remember(struct worker *s, unsigned ply, int depth, int alpha, int beta, int score,
                     uint16_t code)
{
    struct table_hit hit = {
        .move = code,
        .score = (int16_t)score_to_table(score, ply),
        .depth = (int8_t)(depth > 127 ? 127 : depth),
        .bound = score >= beta   ? BOUND_LOWER
                 : score > alpha ? BOUND_EXACT
                                 : BOUND_UPPER,
    };
    table_store(&s->shared->table, s->node[ply].key, &hit);
}

/*
 * Searches the moves, unless another thread searches the same position and finishes first; the
 * first one to finish tells the others. The result is remembered with the depth that was asked for,
 * though less was searched if the table had no move for the position (tuning.iterative_reduction): a
 * thread that comes back to a position it had deferred finds a move in the table by then, and would
 * search everything again, one ply deeper.
 */
static int search_together(struct worker *s, unsigned ply, int depth, int asked, int alpha,
                           int beta, uint16_t table_move)
{
    struct split_points *split = &s->shared->split[s->id];
    uint64_t key = s->node[ply].key;
    uint16_t code = TABLE_NO_MOVE;
    int score;
    s->request[ply] = (struct search_request){depth, alpha, beta};
    for (;;) {
        split_points_enter(split, ply, key);
        score = search_moves(s, ply, depth, alpha, beta, table_move, &code);
        split_points_leave(split, ply);
        if (!s->stopped || s->leave != ply)
            break;
        s->stopped = false;
        s->leave = 0;
        if (is_answered(s, ply, &score))
            return score;
        /* the table has lost the entry since: search again */
    }
    if (s->stopped)
        return 0;
    remember(s, ply, asked, alpha, beta, score, code);
    split_points_settle(s->shared->split, s->shared->n_workers, ply, key);
    return score;
}

static int search(struct worker *s, unsigned ply, int depth, int alpha, int beta)
{
    const struct tuning *tuning = &s->shared->tuning;
    struct table_hit hit = {0};
    bool is_pv = beta - alpha > 1;
    int score;

    s->n_pv[ply] = 0;
    if (is_drawn(s, ply))
        return 0;
    if (depth <= 0 || ply >= SEARCH_PLIES)
        return quiesce(s, ply, alpha, beta, 0);
    if (must_stop(s))
        return 0;
    count_node(s);
    if (alpha < -SCORE_WON + (int)ply)
        alpha = -SCORE_WON + (int)ply;
    if (beta > SCORE_WON - (int)ply - 1)
        beta = SCORE_WON - (int)ply - 1;
    if (alpha >= beta)
        return alpha;
    if (ask_endgame(s, ply, depth, &score))
        return score;
    /* before the table is probed, since its entry takes longer to arrive from memory */
    if (!is_pv && depth <= LEAF_DEPTH && prune_leaf(s, ply, depth, alpha, beta, &score))
        return score;
    if (depth >= s->table_depth && table_probe(&s->shared->table, s->node[ply].key, &hit) && !is_pv
        && table_cuts(&hit, depth, alpha, beta, ply, &score))
        return score;
    moves_generate(s->shared->rules, &s->node[ply].pos, &s->list[ply]);
    if (s->list[ply].n == 0)
        return lost_at(s, ply);
    if (tuning->late_stagnant && depth >= tuning->late_depth)
        s->static_score[ply] = static_score(s, ply);
    int asked = depth;
    if (tuning->iterative_reduction && depth >= tuning->iterative_reduction && !hit.move)
        depth--;
    if (UNLIKELY(s->shared->split) && !is_pv && depth >= DEFERRAL_DEPTH)
        return search_together(s, ply, depth, asked, alpha, beta, hit.move);
    uint16_t code = TABLE_NO_MOVE;
    score = search_moves(s, ply, depth, alpha, beta, hit.move, &code);
    if (!s->stopped && depth >= s->table_depth)
        remember(s, ply, depth, alpha, beta, score, code);
    return score;
}

/* ---- the root ---- */

/*
 * Searches the i-th move of the root, which has been played.
 * @return whether the others need not be searched
 */
static bool try_root(struct worker *s, unsigned first, unsigned i, bool is_first,
                     struct move_loop *loop)
{
    struct root_move *move = &s->root[i];
    uint64_t key = s->node[1].key;
    history_push(s, 0, &move->mv);
    int reduced = move->mv.captured ? 0 : reduction(s, 0, loop->depth, i - first, true);
    if (loop->deferral && !is_first)
        deferral_begin(loop->deferral, key);
    int score = search_move(s, 0, i - first, loop->next, loop->alpha, loop->beta, reduced);
    if (loop->deferral && !is_first)
        deferral_end(loop->deferral, key);
    history_pop(s);
    if (s->stopped)
        return true;
    move->score = is_first || score > loop->alpha ? score : -SCORE_NONE;
    move->upper = score <= loop->alpha;
    if (score <= loop->best)
        return false;
    loop->best = score;
    if (score > loop->alpha || is_first) {
        keep_line(s, 0, &move->mv);
        move->n_pv = s->n_pv[0] < ENGINE_PLIES ? s->n_pv[0] : ENGINE_PLIES;
        memcpy(move->pv, s->pv[0], move->n_pv * sizeof *move->pv);
        worker_raise(s, first, i);
    }
    if (score > loop->alpha)
        loop->alpha = score;
    return score >= loop->beta;
}

int search_root(struct worker *s, unsigned first, int depth, int alpha, int beta)
{
    struct move_loop loop = {
        .depth = depth,
        .next = depth - 1 + (s->single_root ? s->shared->tuning.single_reply : 0),
        .alpha = alpha,
        .beta = beta,
        .best = -SCORE_NONE,
        .deferral = depth >= DEFERRAL_DEPTH ? s->shared->deferral : NULL,
    };
    bool over = false;
    s->static_score[0] = static_score(s, 0);
    for (unsigned i = first; i < s->n_root && !over; i++) {
        play(s, 0, &s->root[i].mv);
        s->root[i].deferred =
            loop.deferral && i > first && deferral_has(loop.deferral, s->node[1].key);
        if (!s->root[i].deferred)
            over = try_root(s, first, i, i == first, &loop);
    }
    for (unsigned i = first; i < s->n_root && !over; i++) {
        if (!s->root[i].deferred)
            continue;
        s->root[i].deferred = false;
        play(s, 0, &s->root[i].mv);
        over = try_root(s, first, i, false, &loop);
    }
    return loop.best;
}
