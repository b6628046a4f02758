// SPDX-License-Identifier: MIT
/*
 * A game is judged from its end to its start, so that a position with a single legal move can take
 * the value of the position after it, without a search of its own.
 */
#include "core/study/judge-game.h"

#include "core/base/clock.h"
#include "core/game/move-number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    OTHERS_SHARE = 4, /* a first search of the other moves gets a quarter of the limits */
    GLANCE_SHARE = 8, /* a search that tells whether a position is decided */
    /*
     * Time that a ply takes, as a percentage of one search of its position: the move played, the
     * other moves and the rest of a line are searched, too.
     */
    PLY_PERCENT = 150,
};

#define KEY_OTHERS UINT64_C(0x5851f42d4c957f2d) /* searches without the best move */
#define KEY_GLANCE UINT64_C(0x2127599bf4325c37) /* searches with a fraction of the limits */

/* Expected results for an only move: all others lose, this one does not. */
static const double lost = 0.1, alive = 0.4;

/*
 * A game while it is judged: its main line, and the values known so far. The caller's plies are
 * changed one at a time, each when all of it is known: so the values of its best move and of the
 * move played always come from the same look, however often the game is looked at and wherever that
 * stops.
 */
struct judging {
    struct judge *judge;
    const struct judge_options *options; /* the judge's */
    const struct judge_range *range;
    const struct game *game;
    const struct rules *rules;
    struct moves list;
    struct judged_ply *plies; /* the caller's, n + 1 of them */
    const struct node *node[JUDGE_PLIES];
    struct position pos[JUDGE_PLIES + 1];
    struct judgement value[JUDGE_PLIES + 1]; /* of each position that is `fresh` */
    bool wanted[JUDGE_PLIES], fresh[JUDGE_PLIES + 1];
    struct judgement alone; /* of the move played at ply `alone_at` - 1, searched by itself */
    unsigned alone_at;      /* 0: no move was */
    unsigned n;
    unsigned n_wanted, n_left; /* plies to judge, and those of them still to come */
    int64_t began;             /* monotonic ms */
};

static void follow_main_line(struct judging *g)
{
    g->pos[0] = g->game->start;
    for (const struct node *node = g->game->line.first; node && g->n < JUDGE_PLIES;
         node = node->next) {
        if (node->kind != NODE_MOVE || node->state != NODE_PLAYED)
            break;
        g->node[g->n] = node;
        g->pos[g->n + 1] = g->pos[g->n];
        move_play(g->rules, &g->pos[++g->n], &node->move);
    }
}

static bool is_asked_for(const struct judging *g, unsigned i)
{
    const struct judge_range *range = g->range;
    unsigned number = move_number_at(g->game, i).number;
    bool any_side = !range->side[WHITE] && !range->side[BLACK];
    return number >= range->from && (!range->to || number <= range->to)
           && (any_side || range->side[g->pos[i].turn]);
}

static int choose_plies(struct judging *g, const bool *redo, struct err *err)
{
    const struct judge_options *options = g->options;
    int book = options->in_book ? JUDGE_BOOK_HAS : JUDGE_BOOK_ENDED;
    for (unsigned i = 0; i < g->n; i++) {
        unsigned *flags = &g->plies[i].flags;
        bool was_in_book = book == JUDGE_BOOK_HAS, asked = is_asked_for(g, i);
        if (was_in_book)
            book = options->in_book(options->book_ctx, &g->pos[i], &g->node[i]->move, err);
        if (book < 0)
            return -1;
        bool in_book = book == JUDGE_BOOK_HAS;
        *flags &= ~(unsigned)(JUDGED_BOOK | JUDGED_OTHER | JUDGED_NOVELTY);
        *flags |= in_book ? JUDGED_BOOK : asked ? 0 : JUDGED_OTHER;
        *flags |= was_in_book && book == JUDGE_BOOK_OTHERS ? JUDGED_NOVELTY : 0;
        g->wanted[i] = asked && !in_book && (redo ? redo[i] : !(*flags & JUDGED));
        g->n_wanted += g->wanted[i];
    }
    struct judged_ply *last = &g->plies[g->n];
    last->flags = (last->best.n ? JUDGED : 0) | (is_asked_for(g, g->n) ? 0 : JUDGED_OTHER);
    return 0;
}

/*
 * The time for a search, from the time for the game: the same for all plies, so that a game that
 * was stopped finds its earlier searches in the cache.
 */
static int64_t usual_ms(const struct judging *g)
{
    return g->options->game_ms * 100 / PLY_PERCENT / (g->n_wanted ? g->n_wanted : 1) + 1;
}

/* As usual_ms, but less if earlier plies took more than their share. */
static int64_t ms_that_fits(const struct judging *g)
{
    const int64_t left = g->options->game_ms - (clock_ms() - g->began), usual = usual_ms(g);
    const int64_t most = left > 0 ? left * 100 / PLY_PERCENT / g->n_left + 1 : 1;
    return usual < most ? usual : most;
}

static void give_time(struct judging *g, int64_t ms)
{
    struct engine_limits limits = g->options->limits;
    limits.move_ms = ms;
    judge_set_limits(g->judge, &limits);
}

static bool is_single(const struct judging *g, unsigned i)
{
    return i < g->n && moves_count(g->rules, &g->pos[i]) == 1;
}

/* ---- values from the rest of the game ---- */

/*
 * The judgement of a position of the game, from this look at it or from an earlier one.
 * @return NULL: there is none
 */
static const struct judgement *known_value(const struct judging *g, unsigned i)
{
    if (i <= g->n && g->fresh[i])
        return &g->value[i];
    return i <= g->n && g->plies[i].flags & JUDGED ? &g->plies[i].best : NULL;
}

static bool is_wdl_same(struct wdl a, struct wdl b)
{
    return a.win >= b.win && a.win <= b.win && a.loss >= b.loss && a.loss <= b.loss;
}

/*
 * Whether the value of a position was taken from the next one. This is found out by comparing the
 * values, so that a game that was stopped goes on as it would have.
 */
static bool is_carried(const struct judging *g, unsigned i)
{
    const struct judgement *value = known_value(g, i);
    const struct judgement *next = i < g->n ? known_value(g, i + 1) : NULL;
    struct judgement carried;
    if (!value || !next || !value->n || !move_same(&value->line[0], &g->node[i]->move))
        return false;
    judge_before(next, &g->node[i]->move, &carried);
    return value->score == carried.score && value->depth == carried.depth
           && value->nodes == carried.nodes && is_wdl_same(value->wdl, carried.wdl);
}

/* Searches only the move played. @return 1, 0 stopped, -1 with `err` */
static int search_played(struct judging *g, unsigned i, struct judgement *out, struct err *err)
{
    if (g->alone_at != i + 1) {
        g->alone_at = 0;
        int rc = judge_position(g->judge, &g->pos[i], &g->node[i]->move, &g->alone, err);
        if (rc <= 0)
            return rc;
        g->alone_at = i + 1;
    }
    *out = g->alone;
    return 1;
}

/* Searches all moves but one. @return 1, 0 stopped, -1 with `err` */
static int search_others(struct judging *g, const struct position *pos, const struct move *mv,
                         struct judge_question question, struct judgement *out, struct err *err)
{
    struct moves *list = &g->list;
    unsigned n = 0;
    if (moves_generate(g->rules, pos, list))
        return err_memory(err);
    for (unsigned i = 0; i < list->n; i++)
        if (!move_same(&list->at[i], mv))
            list->at[n++] = list->at[i];
    question.moves = list->at;
    question.n = n;
    return judge_ask(g->judge, pos, &question, out, err);
}

/* Adds a line to a judgement's other lines, which are sorted by score. */
static void add_other(struct judgement *value, unsigned most, const struct judged_line *line)
{
    unsigned at = value->n_others;
    if (!line->n || move_same(&line->line[0], &value->line[0]) || at >= most)
        return;
    for (; at && value->others[at - 1].score < line->score; at--)
        value->others[at] = value->others[at - 1];
    value->others[at] = *line;
    value->n_others++;
}

/*
 * Changes the best move of a position, to a better one than the search found, or to the next best.
 * @param second the line that is now the best of the others
 */
static void change_best(struct judging *g, unsigned i, const struct judgement *best,
                        const struct judgement *second)
{
    const unsigned most = g->options->multi ? g->options->multi - 1 : 0;
    const struct judgement old = g->value[i];
    struct judged_line line = {.score = second->score, .wdl = second->wdl};
    for (; line.n < second->n && line.n < JUDGE_SHORT; line.n++)
        line.line[line.n] = second->line[line.n];
    struct judgement *value = &g->value[i];
    *value = *best;
    value->n_others = 0;
    add_other(value, most, &line);
    for (unsigned k = 0; k < old.n_others; k++)
        add_other(value, most, &old.others[k]);
    /* if one move certainly draws or loses, the others may still be better: */
    value->exact = best->exact && (second->exact || best->score >= SCORE_KNOWN_WIN);
}

/* The best move was played and turned out to be worth less: searches the others. */
static int take_other(struct judging *g, unsigned i, const struct judgement *after, struct err *err)
{
    struct judgement other;
    const struct judge_question all = {.share = 1};
    int rc = search_others(g, &g->pos[i], &g->node[i]->move, all, &other, err);
    if (rc <= 0)
        return rc;
    if (judge_expected(other.wdl) > judge_expected(after->wdl))
        change_best(g, i, &other, after);
    else
        change_best(g, i, after, &other);
    return 1;
}

/*
 * Compares the result of a search with how the game went on, which is known to a greater depth. If
 * the move played turned out to be much better than the supposed best one, or to be the best one
 * but much worse than supposed, and a search of that move alone agrees, the value of the position
 * changes.
 * @return 1, 0 stopped, -1 with `err`
 */
static int heed_game(struct judging *g, unsigned i, struct err *err)
{
    const struct judgement *next = i < g->n ? known_value(g, i + 1) : NULL;
    const struct judgement searched = g->value[i];
    const double expected = judge_expected(searched.wdl), least = g->options->verify;
    struct judgement after, alone;
    if (!next || searched.exact || !searched.n)
        return 1;
    judge_before(next, &g->node[i]->move, &after);
    const bool better = judge_expected(after.wdl) > expected;
    if (fabs(judge_expected(after.wdl) - expected) < least
        || (!better && !move_same(&searched.line[0], &g->node[i]->move)))
        return 1;
    alone = after;
    int rc = after.exact || is_carried(g, i + 1) ? 1 : search_played(g, i, &alone, err);
    if (rc <= 0)
        return rc;
    const double gain = judge_expected(alone.wdl) - expected;
    if (better && gain >= least)
        change_best(g, i, &after, &searched);
    else if (!better && gain <= -least)
        rc = take_other(g, i, &after, err);
    return rc;
}

/*
 * Finds the value of position i, unless it is known already: that of the next position with a
 * choice of moves, carried back over single replies.
 * @return 1, 0 stopped, -1 with `err`
 */
static int value_position(struct judging *g, unsigned i, struct err *err)
{
    unsigned at = i;
    while (!g->fresh[at] && is_single(g, at))
        at++;
    if (!g->fresh[at]) {
        int rc = judge_position(g->judge, &g->pos[at], NULL, &g->value[at], err);
        if (rc > 0)
            rc = heed_game(g, at, err);
        if (rc <= 0)
            return rc;
        g->fresh[at] = true;
    }
    while (at-- > i) {
        judge_before(&g->value[at + 1], &g->node[at]->move, &g->value[at]);
        g->fresh[at] = true;
    }
    return 1;
}

/* ---- a ply ---- */

/*
 * Whether all moves but the best lose, and the best does not.
 * @param only set to the answer, if the return value is 1
 * @return 1, 0 stopped, -1 with `err`
 */
static int find_only_move(struct judging *g, const struct position *pos,
                          const struct judgement *best, bool *only, struct err *err)
{
    struct judgement other;
    *only = false;
    if (judge_expected(best->wdl) < alive || !best->n)
        return 1;
    for (unsigned share = OTHERS_SHARE; share; share /= OTHERS_SHARE) {
        const struct judge_question question = {.share = share, .key = KEY_OTHERS * share};
        int rc = search_others(g, pos, &best->line[0], question, &other, err);
        if (rc <= 0)
            return rc;
        if (judge_expected(other.wdl) > lost)
            return 1;
    }
    *only = true;
    return 1;
}

/*
 * The value of the move played. If it is much less than the best move's, or much more, the move is
 * searched by itself, unless the value comes from the rest of the game.
 * @param after the judgement of the position after it, from the mover's view; may be replaced
 * @return 1, 0 stopped, -1 with `err`
 */
static int value_played(struct judging *g, unsigned i, struct judgement *after, struct err *err)
{
    double loss = judge_expected(g->value[i].wdl) - judge_expected(after->wdl);
    if (after->exact || is_carried(g, i + 1) || fabs(loss) < g->options->verify)
        return 1;
    return search_played(g, i, after, err);
}

/* Judges a ply by the values of the positions before and after it. @return as value_played */
static int judge_ply(struct judging *g, unsigned i, struct err *err)
{
    const struct judgement *best = &g->value[i];
    const struct move *played = &g->node[i]->move;
    const bool single = is_single(g, i), best_played = best->n && move_same(best->line, played);
    struct judgement after;
    bool only = false;
    int rc = 1;
    judge_before(&g->value[i + 1], played, &after);
    if (!best_played && !single)
        rc = value_played(g, i, &after, err);
    else if (g->options->only_moves && !single)
        rc = find_only_move(g, &g->pos[i], best, &only, err);
    if (rc <= 0)
        return rc;
    struct judged_ply *ply = &g->plies[i];
    const bool is_best = best_played || single;
    ply->best = *best;
    ply->score = is_best ? best->score : after.score;
    ply->wdl = is_best ? best->wdl : after.wdl;
    ply->flags &= JUDGED_BOOK | JUDGED_OTHER | JUDGED_NOVELTY;
    ply->flags |= JUDGED | (single ? JUDGED_SINGLE : 0) | (only ? JUDGED_ONLY : 0)
                  | (best->exact && (best_played || after.exact) ? JUDGED_EXACT : 0);
    return 1;
}

/*
 * Whether a position is as good as won for a side.
 * @param winner set to the side that is better
 * @return 1; 0: it is not, or stopped; -1 with `err`
 */
static int is_decided(struct judging *g, const struct position *pos, enum side *winner,
                      struct err *err)
{
    const struct judge_question glance = {.share = GLANCE_SHARE, .key = KEY_GLANCE};
    const double within = g->range->decided;
    struct judgement quick;
    int rc = judge_ask(g->judge, pos, &glance, &quick, err);
    if (rc <= 0)
        return rc;
    double expected = judge_expected(quick.wdl);
    *winner = expected > 0.5 ? (enum side)pos->turn : 1 - (enum side)pos->turn;
    return expected < within || expected > 1 - within;
}

/* Whether the game is decided before a move and stays so after it. @return as is_decided */
static int stays_decided(struct judging *g, unsigned i, struct err *err)
{
    enum side before, after;
    int rc = is_decided(g, &g->pos[i], &before, err);
    if (rc > 0)
        rc = is_decided(g, &g->pos[i + 1], &after, err);
    return rc > 0 ? before == after : rc;
}

/*
 * Finds the values before and after a move, and judges it by them.
 * @return 1, 0 stopped, -1 with `err`
 */
static int judge_wanted(struct judging *g, unsigned i, struct err *err)
{
    int rc = value_position(g, i + 1, err);
    if (rc > 0)
        rc = value_position(g, i, err);
    return rc > 0 ? judge_ply(g, i, err) : rc;
}

/* Leaves out moves, anywhere in the game, that did not change a decided position. */
static void leave_out_decided(struct judging *g)
{
    const double within = g->range->decided;
    for (unsigned i = 0; i < g->n; i++) {
        struct judged_ply *ply = &g->plies[i];
        double expected = judge_expected(ply->best.wdl);
        if (ply->flags & JUDGED && (expected < within || expected > 1 - within)
            && judge_loss(ply) < within)
            ply->flags |= JUDGED_OTHER;
    }
}

/* Judges the plies from the end to the start. @return 1, 0 stopped, -1 with `err` */
static int judge_plies(struct judging *g, struct err *err)
{
    g->n_left = g->n_wanted;
    bool at_end = g->range->decided > 0; /* all plies so far, from the end, are decided */
    for (unsigned i = g->n; i-- > 0;) {
        if (!g->wanted[i])
            continue;
        if (g->options->game_ms)
            give_time(g, ms_that_fits(g));
        g->n_left--;
        int rc = at_end ? stays_decided(g, i, err) : 0;
        at_end = rc > 0;
        if (rc > 0)
            g->plies[i].flags |= JUDGED_OTHER;
        else if (rc == 0)
            rc = judge_wanted(g, i, err);
        if (rc <= 0)
            return rc;
    }
    return 1;
}

int judge_game(struct judge *judge, const struct game *game, const struct judge_range *range,
               const bool *redo, struct judged_ply *plies, unsigned *n, struct err *err)
{
    struct judging *g = calloc(1, sizeof *g);
    if (!g)
        return err_memory(err);
    g->judge = judge;
    g->options = judge_options(judge);
    g->range = range;
    g->game = game;
    g->rules = game->rules;
    g->began = clock_ms();
    g->plies = plies;
    moves_init(&g->list);
    follow_main_line(g);
    *n = g->n;
    int rc = choose_plies(g, redo, err);
    if (rc == 0)
        rc = judge_plies(g, err);
    if (g->options->game_ms)
        give_time(g, usual_ms(g)); /* for later questions of the caller */
    if (g->fresh[g->n]) {
        plies[g->n].best = g->value[g->n];
        plies[g->n].flags |= JUDGED;
    }
    if (range->decided > 0)
        leave_out_decided(g);
    moves_fini(&g->list);
    free(g);
    return rc;
}

double judge_loss(const struct judged_ply *ply)
{
    if (!(ply->flags & JUDGED) || ply->flags & JUDGED_SINGLE)
        return 0;
    double loss = judge_expected(ply->best.wdl) - judge_expected(ply->wdl);
    return loss > 0 ? loss : 0;
}
