// SPDX-License-Identifier: MIT
/*
 * Any failure ends the program; the next attempt starts a new one, so that an answer is never taken
 * for that to another question.
 */
#include "match/hub-engine.h"

#include "core/base/clock.h"
#include "core/engine/eval.h"
#include "core/engine/wdl.h"
#include "match/hub-program.h"
#include "match/hub-score.h"
#include "match/protocol/hub-driver.h"
#include "match/protocol/wire.h"

#include <stdlib.h>
#include <string.h>

enum {
    GRACE_MS = 300,  /* to quit */
    FORCED_MAX = 16, /* moves without a choice that are played in search of a score */
};

struct hub_engine {
    const struct hub_engine_settings *settings;
    const struct rules *rules;
    struct eval *eval; /* for chances; owned (eval_share); NULL: none */
    unsigned threads;
    struct hub_stop stop;
    bool is_new;                 /* the next search belongs to another game than the last */
    struct hub_program *program; /* NULL: not running */
    struct moves list;
    struct engine_line *lines; /* lines, with room for `room` of them */
    unsigned room;
};

/* ---- what the answer means ---- */

static struct wdl chances_of(const struct hub_engine *h, const struct position *pos, int score)
{
    static const struct wdl_model plain = {.at_base = 900, .width_base = 250};
    double all = POPCOUNT64(h->rules->start_pieces[WHITE] | h->rules->start_pieces[BLACK]);
    double left = POPCOUNT64(pos->pieces[WHITE] | pos->pieces[BLACK]);
    return wdl_of(h->eval ? &h->eval->weights.wdl : &plain, score, left < all ? left / all : 1);
}

/* Copies the line that the program reported, if it is legal and begins with its move. */
static void fill_line(const struct hub_engine *h, const struct position *pos,
                      const struct hub_found *found, struct engine_line *out)
{
    struct position now = *pos;
    struct text rest = buffer_text(&found->pv), word;
    *out = (struct engine_line){.score = hub_score(found->score)};
    out->wdl = chances_of(h, pos, out->score);
    while (out->n < ENGINE_PLIES && (word = hub_next_word(&rest)).n) {
        struct wire_move wire;
        struct move *mv = &out->pv[out->n];
        if (wire_read_hub(word, &wire, NULL)
            || wire_find_move(h->rules, &now, &wire, mv, NULL, NULL)
            || (out->n == 0 && !move_same(mv, &found->move)))
            break;
        move_play(h->rules, &now, mv);
        out->n++;
    }
    if (out->n == 0)
        out->pv[out->n++] = found->move;
}

/*
 * For a position in which the game is over: lost for the side without a move, or won if the goal is
 * to lose. The program is not asked.
 */
static void fill_end(const struct rules *rules, struct engine_line *out)
{
    *out = rules->goal == GOAL_LOSE ? (struct engine_line){.score = SCORE_WON, .wdl = {.win = 1}}
                                    : (struct engine_line){.score = -SCORE_WON, .wdl = {.loss = 1}};
}

/*
 * Whether an answer can be used. Without a score it says nothing about the position, and counts as
 * an answer only for a move without a choice, or if the search was stopped before there was a score.
 */
static bool is_answer(const struct hub_engine *h, const struct hub_question *q,
                      const struct hub_found *found)
{
    return found->has_score || atomic_load(&h->stop.asked) || moves_count(h->rules, &q->pos) == 1;
}

/*
 * Makes one attempt to get an answer.
 * @param has_score set if there is one: whether the line has a score
 */
static int attempt(struct hub_engine *h, const struct hub_question *q, struct engine_line *out,
                   bool *has_score, struct engine_result *result, struct err *err)
{
    struct hub_found found = {0};
    int rc = h->program
                 ? 0
                 : hub_program_open(h->settings, h->rules, h->threads, &h->stop, &h->program, err);
    if (rc == 0)
        rc = hub_program_search(h->program, q, h->is_new, &found, err);
    if (rc == 0 && !is_answer(h, q, &found))
        rc = err_plain(err, "the engine gave no score");
    if (rc == 0) {
        h->is_new = false;
        fill_line(h, &q->pos, &found, out);
        *has_score = found.has_score;
        result->nodes += found.nodes;
        result->depth = found.depth > result->depth ? found.depth : result->depth;
    } else {
        hub_program_close(h->program, 0);
        h->program = NULL;
    }
    buffer_fini(&found.pv);
    return rc ? -1 : 0;
}

/* Asks until there is an answer, as often as allowed. @param has_score as for attempt */
static int ask(struct hub_engine *h, const struct hub_question *q, struct engine_line *out,
               bool *has_score, struct engine_result *result, struct err *err)
{
    const struct hub_engine_settings *s = h->settings;
    struct err why;
    *has_score = true;
    if (moves_count(h->rules, &q->pos) == 0) {
        fill_end(h->rules, out);
        return 0;
    }
    for (unsigned i = 0;; i++) {
        why = (struct err){0};
        if (attempt(h, q, out, has_score, result, &why) == 0)
            return 0;
        if (i == s->retries || atomic_load(&h->stop.asked) || hub_engine_should_stop(s))
            break;
        if (s->note)
            s->note(s->ctx, why.msg);
    }
    return err_plain(err, "%s", why.msg);
}

/* Turns a line of the opponent into one of ours that begins with a move. */
static void prepend(const struct hub_engine *h, const struct position *pos, const struct move *mv,
                    struct engine_line *line)
{
    int score = score_before(line->score);
    line->score = score;
    line->wdl = chances_of(h, pos, score);
    line->n = line->n < ENGINE_PLIES ? line->n + 1 : ENGINE_PLIES;
    memmove(line->pv + 1, line->pv, (line->n - 1) * sizeof *line->pv);
    line->pv[0] = *mv;
}

/*
 * Searches a position. Many programs play a move without a choice at once, with no score: the
 * position after it is asked about instead, as it has the same value.
 */
static int search(struct hub_engine *h, const struct hub_question *q, struct engine_line *out,
                  struct engine_result *result, struct err *err)
{
    struct hub_question next = {.pos = q->pos, .limits = q->limits};
    struct position before[FORCED_MAX];
    struct move forced[FORCED_MAX];
    bool has_score;
    unsigned n = 0;
    if (ask(h, q, out, &has_score, result, err))
        return -1;
    next.start = &next.pos;
    for (; !has_score && !atomic_load(&h->stop.asked); n++) {
        if (n == FORCED_MAX) /* two kings may go to and fro for ever */
            return err_plain(err, "the engine gave no score");
        before[n] = next.pos;
        forced[n] = out->pv[0];
        move_play(h->rules, &next.pos, &forced[n]);
        if (ask(h, &next, out, &has_score, result, err))
            return -1;
    }
    while (n--)
        prepend(h, &before[n], &forced[n], out);
    return 0;
}

/* ---- some of the moves ---- */

/* Inserts a line among the best. @return the number of lines now */
static unsigned insert_line(struct engine_line *lines, unsigned n, unsigned most,
                            const struct engine_line *line)
{
    unsigned at = n;
    while (at > 0 && lines[at - 1].score < line->score)
        at--;
    if (at == most)
        return n;
    n = n < most ? n + 1 : n;
    memmove(&lines[at + 1], &lines[at], (n - 1 - at) * sizeof *lines);
    lines[at] = *line;
    return n;
}

/* Weakens a certain loss: it is not known that all moves lose if some were not searched. */
static void doubt_loss(const struct hub_engine *h, const struct position *pos,
                       struct engine_line *line)
{
    if (line->score > -SCORE_KNOWN_WIN)
        return;
    line->score = 1 - SCORE_KNOWN_WIN;
    line->wdl = chances_of(h, pos, line->score);
}

/*
 * Plays each of the moves and searches the position after it; the best lines are inserted among the
 * `n_lines`.
 * @param n 0: nothing is searched
 */
static int search_moves(struct hub_engine *h, const struct hub_question *q,
                        const struct move *moves, unsigned n, unsigned most, unsigned *n_lines,
                        struct engine_result *result, struct err *err)
{
    struct engine_limits limits = *q->limits;
    if (!n)
        return 0;
    limits.nodes = limits.nodes > n ? limits.nodes / n : limits.nodes;
    limits.move_ms = limits.move_ms > n ? limits.move_ms / n : limits.move_ms;
    limits.depth = limits.depth > 1 ? limits.depth - 1 : limits.depth;
    for (unsigned i = 0; i < n; i++) {
        struct hub_question next = {.pos = q->pos, .limits = &limits};
        struct engine_line line;
        next.start = &next.pos;
        move_play(h->rules, &next.pos, &moves[i]);
        if (search(h, &next, &line, result, err))
            return -1;
        prepend(h, &q->pos, &moves[i], &line);
        *n_lines = insert_line(h->lines, *n_lines, most, &line);
        if (i + 1 < n && atomic_load(&h->stop.asked)) {
            doubt_loss(h, &q->pos, &h->lines[0]);
            break;
        }
    }
    return 0;
}

/* Searches all moves at once and, if more lines are wanted, the other moves one by one. */
static int search_all(struct hub_engine *h, const struct hub_question *q, unsigned most,
                      unsigned *n_lines, struct engine_result *result, struct err *err)
{
    unsigned n = 0;
    if (search(h, q, &h->lines[0], result, err))
        return -1;
    *n_lines = 1;
    if (most == 1 || !h->lines[0].n)
        return 0;
    if (moves_generate(h->rules, &q->pos, &h->list))
        return err_memory(err);
    for (unsigned i = 0; i < h->list.n; i++)
        if (!move_same(&h->list.at[i], &h->lines[0].pv[0]))
            h->list.at[n++] = h->list.at[i];
    struct engine_line best = h->lines[0];
    *n_lines = 0;
    if (search_moves(h, q, h->list.at, n, most - 1, n_lines, result, err))
        return -1;
    memmove(h->lines + 1, h->lines, *n_lines * sizeof *h->lines);
    h->lines[0] = best; /* it was searched in full, so it stays first, */
    for (unsigned i = 1; i <= *n_lines && h->lines[i].score > best.score; i++) {
        h->lines[i].score = best.score; /* and the others are worth no more */
        h->lines[i].wdl = best.wdl;
    }
    ++*n_lines;
    return 0;
}

/* ---- the table ---- */

static int make_room(struct hub_engine *h, unsigned most, struct err *err)
{
    if (most <= h->room)
        return 0;
    struct engine_line *lines = realloc(h->lines, most * sizeof *lines);
    if (!lines)
        return err_memory(err);
    h->lines = lines;
    h->room = most;
    return 0;
}

static void report_lines(const struct hub_engine *h, const struct engine_result *result,
                         engine_report *report, void *ctx)
{
    for (unsigned i = 0; report && i < result->n_lines; i++) {
        struct engine_info info = {.depth = result->depth,
                                   .depth_max = result->depth_max,
                                   .index = i,
                                   .nodes = result->nodes,
                                   .ms = result->ms,
                                   .line = &h->lines[i]};
        report(ctx, &info);
    }
}

static void fill_result(const struct hub_engine *h, unsigned n_lines, struct engine_result *result)
{
    const struct engine_line *best = &h->lines[0];
    result->lines = h->lines;
    result->n_lines = n_lines;
    result->depth_max = result->depth;
    result->has_move = best->n > 0;
    if (best->n > 0)
        result->best = best->pv[0];
    result->has_ponder = best->n > 1;
    if (best->n > 1)
        result->ponder = best->pv[1];
}

static int hub_think(void *engine, const struct position *start, const struct move *moves,
                     unsigned n, const struct engine_limits *limits, engine_report *report,
                     void *ctx, struct engine_result *result, struct err *err)
{
    struct hub_engine *h = engine;
    struct hub_question q = {start, moves, n, *start, limits};
    unsigned most = limits->multi ? limits->multi : 1, n_lines = 0;
    int64_t began = clock_ms();
    *result = (struct engine_result){0};
    if (limits->ponder)
        return err_plain(err, "a Hub engine cannot ponder here");
    for (unsigned i = 0; i < n; i++)
        move_play(h->rules, &q.pos, &moves[i]);
    if (make_room(h, most, err))
        return -1;
    int rc = limits->only && limits->n_only
                 ? search_moves(h, &q, limits->only, limits->n_only, most, &n_lines, result, err)
                 : search_all(h, &q, most, &n_lines, result, err);
    atomic_store(&h->stop.asked, false);
    waker_clear(&h->stop.waker);
    if (rc)
        return -1;
    result->ms = clock_ms() - began;
    fill_result(h, n_lines, result);
    report_lines(h, result, report, ctx);
    return 0;
}

static void hub_new_game(void *engine) { ((struct hub_engine *)engine)->is_new = true; }

static void hub_stop(void *engine)
{
    struct hub_engine *h = engine;
    atomic_store(&h->stop.asked, true);
    waker_wake(&h->stop.waker);
}

static void hub_resume(void *engine)
{
    struct hub_engine *h = engine;
    atomic_store(&h->stop.asked, false);
    waker_clear(&h->stop.waker);
}

static void hub_ponder_hit(void *engine) { (void)engine; }

static void hub_close(void *engine)
{
    struct hub_engine *h = engine;
    hub_program_close(h->program, GRACE_MS);
    if (h->stop.waker.read >= 0)
        waker_fini(&h->stop.waker);
    if (h->eval)
        eval_close(h->eval);
    moves_fini(&h->list);
    free(h->lines);
    free(h);
}

static int hub_open(void *ctx, const struct rules *rules, const struct engine_options *options,
                    void **out, struct err *err)
{
    struct hub_engine *h = calloc(1, sizeof *h);
    if (!h)
        return err_memory(err);
    h->settings = ctx;
    h->rules = rules;
    h->stop.waker.read = -1;
    if (options) {
        h->threads = options->threads;
        h->eval = options->shared_eval ? eval_share(options->shared_eval) : NULL;
    }
    moves_init(&h->list);
    int rc = waker_init(&h->stop.waker, err)
                 ? -1
                 : hub_program_open(h->settings, rules, h->threads, &h->stop, &h->program, err);
    if (rc) {
        hub_close(h);
        return rc;
    }
    *out = h;
    return 0;
}

const struct engine_ops hub_engine_ops = {
    .open = hub_open,
    .close = hub_close,
    .new_game = hub_new_game,
    .think = hub_think,
    .stop = hub_stop,
    .resume = hub_resume,
    .ponder_hit = hub_ponder_hit,
};

int hub_engine_check(const struct hub_engine_settings *settings, struct err *err)
{
    struct hub_program *program = NULL;
    if (hub_program_open(settings, NULL, 0, NULL, &program, err))
        return -1;
    hub_program_close(program, GRACE_MS);
    return 0;
}
