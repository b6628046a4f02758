// SPDX-License-Identifier: MIT
#include "core/engine/endgame-probe.h"

#include "core/engine/static-score.h"

/* Turns a value for one side into the value for the other. */
static enum engine_exact turned(enum engine_exact value)
{
    return value == EXACT_WIN ? EXACT_LOSS : value == EXACT_LOSS ? EXACT_WIN : value;
}

enum engine_exact endgame_probe_root(const struct search_shared *shared, const struct position *pos)
{
    const struct engine_hooks *hooks = &shared->hooks;
    unsigned n = POPCOUNT64(pos->pieces[WHITE] | pos->pieces[BLACK]);
    if (!hooks->endgame || n > hooks->endgame_pieces)
        return EXACT_UNKNOWN;
    enum engine_exact value = hooks->endgame(hooks->ctx, pos, NULL), best = EXACT_LOSS;
    if (value != EXACT_UNKNOWN)
        return value;
    struct moves list;
    moves_init(&list);
    bool is_known = moves_captures(shared->rules, pos, &list) == 0 && list.n > 0;
    for (unsigned i = 0; i < list.n && best != EXACT_WIN; i++) {
        struct position next = *pos;
        move_play(shared->rules, &next, &list.at[i]);
        value = turned(endgame_probe_root(shared, &next));
        is_known = is_known && value != EXACT_UNKNOWN;
        best = value > best ? value : best;
    }
    moves_fini(&list);
    return is_known || best == EXACT_WIN ? best : EXACT_UNKNOWN;
}

/*
 * The score of a position that a database knows: its value and, within the range of that value,
 * what the evaluation says.
 */
static int known_score(const struct worker *s, unsigned ply, enum engine_exact value, int plies)
{
    int eval;
    if (plies >= 0 && value != EXACT_DRAW)
        return value == EXACT_WIN ? SCORE_WON - (int)ply - plies : -SCORE_WON + (int)ply + plies;
    if (value == EXACT_DRAW && s->shared->root_value != EXACT_DRAW)
        return 0;
    eval = static_score(s, ply);
    if (value == EXACT_DRAW)
        return eval * KNOWN_DRAW_MAX / EVAL_MAX;
    eval = KNOWN_WIN_BASE - (int)ply
           + (eval + (value == EXACT_WIN ? EVAL_MAX : -EVAL_MAX)) * (value == EXACT_WIN ? 1 : -1)
                 * (KNOWN_WIN_MAX - KNOWN_WIN_BASE) / (2 * EVAL_MAX);
    return value == EXACT_WIN ? eval : -eval;
}

/*
 * Whether the draw rules' counts are up to date at `ply`: in quiescence, moves are not counted.
 */
static bool are_moves_counted(const struct worker *s, unsigned ply)
{
    return s->draws && history_plies(s->draws) == s->n_past - 1 + ply;
}

/* Whether a count now running would draw the game before the end, which is `plies` away. */
static bool is_cut_short(const struct worker *s, unsigned ply, int plies)
{
    return are_moves_counted(s, ply) && (unsigned)plies > history_plies_left(s->draws);
}

/* Whether some count, perhaps one that has not begun yet, could do so. */
static bool may_be_cut_short(const struct worker *s, unsigned ply, int plies)
{
    return are_moves_counted(s, ply) && (unsigned)plies > history_plies_safe(s->draws);
}

/*
 * The score, for the side to move, of a win or loss that counted moves would turn into a draw
 * before the end: not a forced win, but the nearer the better.
 */
static int doubtful_score(unsigned ply, enum engine_exact value, int plies)
{
    const int far = (int)ply + plies, farthest = KNOWN_WIN_MAX - KNOWN_WIN_BASE;
    const int win = KNOWN_WIN_MAX - (far < farthest ? far : farthest);
    return value == EXACT_WIN ? win : -win;
}

/* The value at `ply`, for the side to move there, if neither side has erred since the root. */
static enum engine_exact kept_value(const struct worker *s, unsigned ply)
{
    enum engine_exact root = s->shared->root_value;
    return ply % 2 ? turned(root) : root;
}

bool endgame_probe(const struct worker *s, unsigned ply, int depth, int *score)
{
    const struct engine_hooks *hooks = &s->shared->hooks;
    const struct position *pos = &s->node[ply].pos;
    int plies = -1;
    if (POPCOUNT64(pos->pieces[WHITE] | pos->pieces[BLACK]) > hooks->endgame_pieces
        || !pos->pieces[pos->turn])
        return false;
    enum engine_exact kept = kept_value(s, ply);
    enum engine_exact value = hooks->endgame(hooks->ctx, pos, kept ? &plies : NULL);
    if (value == EXACT_UNKNOWN)
        return false;
    if (value == kept && depth > 0 && (plies < 0 || may_be_cut_short(s, ply, plies)))
        return false;
    *score = plies >= 0 && value != EXACT_DRAW && is_cut_short(s, ply, plies)
                 ? doubtful_score(ply, value, plies)
                 : known_score(s, ply, value, plies);
    return true;
}
