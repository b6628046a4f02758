// SPDX-License-Identifier: MIT
/*
 * Iterative deepening. The root is searched one ply deeper each time, and each depth begins with
 * the scores of the one before: a narrow (aspiration) window is put around them, and widened if the
 * score falls outside.
 *
 * Several threads search the same position to the same depth and help each other through the
 * shared table ("lazy" SMP). To spread out, each defers moves that another one is searching
 * (deferral.h), and leaves a position that another one has finished meanwhile (split-points.h). The
 * first thread to finish a depth hands its result to all, and they begin the next one together. The
 * calling thread watches the time and gives the answer; the others end when it ends.
 */
#include "core/engine/deepening.h"

#include "core/base/clock.h"
#include "core/base/team.h"
#include "core/engine/engine-internal.h"

#include <stdlib.h>
#include <string.h>

/* Searches line `index` to a depth, in a window around its last score. */
static int aspire(struct engine *engine, struct worker *s, unsigned index, int depth)
{
    int width = s->shared->tuning.window, alpha = -SCORE_NONE, beta = SCORE_NONE;
    int before = s->root[index].before;
    if (depth >= 4 && abs(before) < SCORE_FORCED_WIN) {
        alpha = before - width;
        beta = before + width;
    }
    for (;;) {
        int score = engine->search(s, index, depth, alpha, beta);
        if (s->stopped || (score > alpha && score < beta))
            return score;
        bool low = score <= alpha;
        if (s->id == 0 && clock_ms() - engine->begun > 1000)
            engine_report_line(engine, (unsigned)depth, index, low ? BOUND_UPPER : BOUND_LOWER);
        width *= 4;
        if (low)
            alpha = width > 4000 ? -SCORE_NONE : score - width;
        else
            beta = width > 4000 ? SCORE_NONE : score + width;
    }
}

/* Whether a deeper search could not change the answer. */
static bool is_final(const struct engine *engine, const struct worker *s, unsigned depth)
{
    if (engine->limits->analyze || engine->limits->infinite)
        return false;
    int plies = abs(score_plies_to_win(s->root[0].score));
    return plies && (unsigned)plies <= depth && engine->limits->multi <= 1;
}

/*
 * Whether too little time is left to begin another depth.
 * @param drop   by how much the score has fallen since the depth before
 * @param stable the best move has not changed for a while
 */
static bool is_late(const struct engine *engine, const struct worker *s, int drop, bool stable)
{
    if (engine->plan.soft == INT64_MAX || engine->plan.soft == engine->limits->move_ms)
        return false; /* a fixed time per move is used to its end: see time_up */
    if (s->single_root && !engine->limits->analyze)
        return true; /* there is nothing to decide */
    double share = stable ? 0.6 : 0.9;
    if (drop > 200) /* in trouble: search on for a better move */
        share *= drop > 600 ? 3 : 2;
    return (double)engine_time_used(engine) >= share * (double)engine->plan.soft;
}

/* Hands a finished depth to the other threads, if this thread is the first to finish it. */
static void give_depth(struct engine *engine, const struct worker *s)
{
    if (!engine->shared.deferral)
        return;
    pthread_mutex_lock(&engine->lock);
    if (s->depth > atomic_load(&engine->shared.depth_done)) {
        memcpy(engine->done, s->root, s->n_root * sizeof *s->root);
        atomic_store(&engine->shared.depth_done, s->depth);
    }
    pthread_mutex_unlock(&engine->lock);
}

/* Takes over the depth that another thread has finished. */
static void take_depth(struct engine *engine, struct worker *s)
{
    pthread_mutex_lock(&engine->lock);
    memcpy(s->root, engine->done, s->n_root * sizeof *s->root);
    s->depth = atomic_load(&engine->shared.depth_done);
    pthread_mutex_unlock(&engine->lock);
    s->stopped = s->overtaken = false;
}

/* The score of a line: of this depth if that is known, else of the one before. */
static int line_score(const struct root_move *move)
{
    return move->score == -SCORE_NONE ? move->before : move->score;
}

/* Whether a line not yet searched at this depth was worth more than one whose search broke off. */
static bool is_beaten(const struct worker *s, unsigned index, unsigned lines)
{
    for (unsigned i = index + 1; i < lines; i++)
        if (s->root[i].score > s->root[index].score)
            return true;
    return false;
}

/*
 * Takes back inconclusive results of a depth that was broken off: a score that is only an upper
 * bound, and a loss or a score below that of another line, since there may be better moves among
 * those not yet searched. For these, the result of the depth before is restored.
 * @param index of the line that was being searched
 * @param last  the best move of that line before the search
 */
static void take_back(struct worker *s, unsigned index, unsigned lines,
                      const struct root_move *last)
{
    struct root_move *best = &s->root[index];
    if (best->upper || best->score <= -SCORE_KNOWN_WIN || is_beaten(s, index, lines)) {
        if (move_same(&best->mv, &last->mv))
            *best = *last;
        best->score = last->score;
        best->before = last->before;
    }
    for (unsigned i = index + 1; i < lines; i++) /* moves that were best for a while */
        if (s->root[i].upper)
            s->root[i].score = -SCORE_NONE;
    if (s->depth == 1) /* there is no depth before */
        return;
    /* The lines that were finished are better than all other moves, whatever seemed so before: */
    for (unsigned i = 1; i < lines; i++)
        if (line_score(&s->root[i]) > line_score(&s->root[i - 1]))
            s->root[i].score = line_score(&s->root[i - 1]);
}

/* Moves a line that has just been searched up, past the lines with worse scores. */
static void place_line(struct worker *s, unsigned index)
{
    unsigned to = index;
    while (to > 0 && s->root[to - 1].score < s->root[index].score)
        to--;
    worker_raise(s, to, index);
}

/*
 * Searches the lines one after another. A later one may turn out better, since the table has
 * learned more meanwhile.
 * @return how many were finished; those are sorted, best first
 */
static unsigned search_lines(struct engine *engine, struct worker *s, unsigned depth,
                             unsigned lines)
{
    for (unsigned index = 0; index < lines; index++) {
        const struct root_move last = s->root[index];
        aspire(engine, s, index, (int)depth);
        if (s->stopped) {
            take_back(s, index, lines, &last);
            return index;
        }
        place_line(s, index);
    }
    return lines;
}

/* Searches one depth. @return whether it was finished, by this thread or another */
static bool finish_depth(struct engine *engine, struct worker *s, unsigned depth, unsigned lines)
{
    s->depth = depth;
    s->table_depth = (int)depth < s->shared->tuning.table_deep ? 1 : 2;
    for (unsigned i = 0; i < s->n_root; i++)
        s->root[i].before = s->root[i].score == -SCORE_NONE ? s->root[i].before : s->root[i].score;
    unsigned finished = search_lines(engine, s, depth, lines);
    if (!s->stopped) {
        give_depth(engine, s);
    } else if (s->overtaken) {
        take_depth(engine, s);
        finished = lines;
    }
    /* Now their order is known. After a depth that was broken off, the rest follows as of the depth
     * before, so that what is reported last is the result; but see tell_unsearched for depth 1. */
    const unsigned known = s->stopped && s->depth > 1 ? lines : finished;
    for (unsigned index = 0; s->id == 0 && index < known; index++)
        engine_report_line(engine, index < finished ? s->depth : s->depth - 1, index, BOUND_EXACT);
    return !s->stopped;
}

static void deepen(struct engine *engine, struct worker *s, unsigned lines)
{
    unsigned depth_end = engine->limits->depth ? engine->limits->depth : SEARCH_PLIES - 1;
    int score_before = 0;
    unsigned stable = 0;
    struct move best_before = s->root[0].mv;
    if (depth_end > SEARCH_PLIES - 1)
        depth_end = SEARCH_PLIES - 1;
    for (s->depth = 0; s->depth < depth_end && finish_depth(engine, s, s->depth + 1, lines);) {
        if (s->id != 0)
            continue;
        engine->depth = s->depth;
        stable = move_same(&best_before, &s->root[0].mv) ? stable + 1 : 0;
        best_before = s->root[0].mv;
        int drop = s->depth > 4 ? score_before - s->root[0].score : 0;
        score_before = s->root[0].score;
        if (is_final(engine, s, s->depth) || is_late(engine, s, drop, stable >= 3))
            break;
    }
}

static void *helper_main(void *ctx)
{
    struct deepening_helper *helper = ctx;
    deepen(helper->engine, helper->worker, helper->lines);
    return NULL;
}

void deepening_run(struct engine *engine, unsigned lines, struct deepening_helper *helper)
{
    for (unsigned i = 1; i < engine->n_threads; i++) {
        helper[i] = (struct deepening_helper){engine, engine->worker[i], lines, 0, false};
        helper[i].runs = team_start(&helper[i].thread, helper_main, &helper[i]) == 0;
    }
    deepen(engine, engine->worker[0], lines);
    engine_wait_to_answer(engine);
    atomic_store(&engine->shared.stop, true);
    for (unsigned i = 1; i < engine->n_threads; i++)
        if (helper[i].runs)
            pthread_join(helper[i].thread, NULL);
}
