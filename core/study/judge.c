// SPDX-License-Identifier: MIT
/*
 * The sources are asked in the order of their cost: the endgame database, the cache, the engine. To
 * the last two, a position with Black to move is given as its mirror image, so that both share one
 * entry.
 */
#include "core/study/judge.h"

#include "core/base/clock.h"
#include "core/base/random.h"
#include "core/board/key.h"
#include "core/board/score.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    HASH_MIN = 1 << 20, /* bytes of a transposition table, which is cleared for each position */
    HASH_MAX = 64 << 20,
    HASH_A_NODE = 32, /* bytes that make collisions rare */
    LINE_SHARE = 8,   /* a search for the rest of a line gets this fraction of the limits */
    LINE_QUIET = 3,   /* moves after which a line may end, in a quiet position */
};

#define KEY_MULTI UINT64_C(0x9e6c63d0676a9a99) /* of a position, with several lines */

struct judge {
    const struct rules *rules;
    struct judge_options options;
    pthread_mutex_t mutex; /* guards `engine` against judge_stop while it is opened again */
    void *engine;
    atomic_bool cut; /* by judge_stop: no search counts any more */
    size_t hash;     /* bytes of its table */
    uint64_t nodes;
    bool engine_failed;
    square mirrored[BOARD_BITS];
    struct moves children;
};

/* ---- a position ---- */

static void make_mirror(struct judge *judge)
{
    const struct board *board = judge->rules->board;
    for (unsigned sq = 0; sq < BOARD_BITS; sq++) {
        judge->mirrored[sq] = (square)sq;
        if (board->playing >> sq & 1)
            judge->mirrored[sq] = board_turned(board, (square)sq);
    }
}

static struct move mirror_move(const struct judge *judge, const struct move *mv)
{
    struct move out = {
        .from = judge->mirrored[mv->from], .to = judge->mirrored[mv->to], .crowns = mv->crowns};
    for (bitboard set = mv->captured; set; set &= set - 1)
        out.captured |= (bitboard)1 << judge->mirrored[LOWEST64(set)];
    return out;
}

static void mirror_lines(const struct judge *judge, struct judgement *out)
{
    for (unsigned i = 0; i < out->n; i++)
        out->line[i] = mirror_move(judge, &out->line[i]);
    for (unsigned k = 0; k < out->n_others; k++)
        for (unsigned i = 0; i < out->others[k].n; i++)
            out->others[k].line[i] = mirror_move(judge, &out->others[k].line[i]);
}

static uint64_t move_key(const struct move *mv)
{
    uint64_t ends = (uint64_t)mv->from << 8 | mv->to | (uint64_t)1 << 20;
    return random_splitmix64_scramble(mv->captured ^ random_splitmix64_scramble(ends));
}

static struct engine_limits limits_now(const struct judge *judge, unsigned share)
{
    struct engine_limits limits = judge->options.limits;
    if (limits.nodes > share)
        limits.nodes /= share;
    if (limits.depth > share)
        limits.depth -= share / 2; /* two plies are about a quarter of the nodes */
    if (limits.move_ms > share)
        limits.move_ms /= share;
    if (deadline_is_set(&judge->options.deadline)) {
        int64_t left = deadline_left(&judge->options.deadline);
        left = left < 1 ? 1 : left;
        if (!limits.move_ms || limits.move_ms > left)
            limits.move_ms = left;
    }
    return limits;
}

static bool is_over(const struct judge *judge)
{
    return atomic_load(&judge->cut) || deadline_is_over(&judge->options.deadline)
           || (judge->options.stopped && judge->options.stopped());
}

static struct wdl certain(int score)
{
    return (struct wdl){.win = score > 0, .draw = score == 0, .loss = score < 0};
}

static void take_line(const struct engine_result *result, struct judgement *out)
{
    const struct engine_line *line = &result->lines[0];
    *out = (struct judgement){
        .score = line->score, .wdl = line->wdl, .depth = result->depth, .nodes = result->nodes};
    out->exact = !result->has_move || abs(line->score) >= SCORE_FORCED_WIN;
    if (out->exact)
        out->wdl = certain(line->score);
    for (; out->n < line->n && out->n < JUDGE_LINE; out->n++)
        out->line[out->n] = line->pv[out->n];
}

/* The lines after the best one. */
static void take_others(const struct engine_result *result, struct judgement *out)
{
    for (unsigned i = 1; i < result->n_lines && out->n_others < JUDGE_OTHERS; i++) {
        const struct engine_line *line = &result->lines[i];
        struct judged_line *other = &out->others[out->n_others];
        if (!line->n)
            continue;
        *other = (struct judged_line){.score = line->score, .wdl = line->wdl};
        if (abs(line->score) >= SCORE_FORCED_WIN)
            other->wdl = certain(line->score);
        for (; other->n < line->n && other->n < JUDGE_SHORT; other->n++)
            other->line[other->n] = line->pv[other->n];
        out->n_others++;
    }
}

/* The table is cleared for each position: if it is too large, that costs more than the search. */
static size_t hash_for(const struct judge *judge)
{
    const struct engine_limits *limits = &judge->options.limits;
    uint64_t bytes = HASH_MAX;
    if (judge->options.engine.hash)
        return judge->options.engine.hash;
    if (limits->nodes && limits->nodes < HASH_MAX / HASH_A_NODE)
        bytes = limits->nodes * HASH_A_NODE;
    return bytes < HASH_MIN ? HASH_MIN : (size_t)bytes;
}

/* Whether the limits call for a table much larger or smaller than the engine's. */
static bool needs_other_table(const struct judge *judge, size_t hash)
{
    return judge->options.ops->takes_hash && (hash > 2 * judge->hash || 2 * hash < judge->hash);
}

/*
 * Opens the engine, or opens it again with another table.
 * @return as judge_open
 */
static int ready_engine(struct judge *judge, struct err *err)
{
    struct engine_options engine = judge->options.engine;
    const struct engine_ops *ops = judge->options.ops;
    size_t hash = hash_for(judge);
    if (judge->engine && !needs_other_table(judge, hash))
        return 0;
    pthread_mutex_lock(&judge->mutex);
    if (judge->engine)
        ops->close(judge->engine);
    judge->engine = NULL;
    judge->hash = engine.hash = hash;
    int rc = ops->open(judge->options.ops_ctx, judge->rules, &engine, &judge->engine, err);
    pthread_mutex_unlock(&judge->mutex);
    return rc;
}

/* Adds the next moves of a line: the only legal one, or those of the line that a search finds. */
static int add_to_line(struct judge *judge, const struct position *end, struct judgement *out,
                       struct err *err)
{
    const struct engine_ops *ops = judge->options.ops;
    struct engine_limits limits = limits_now(judge, LINE_SHARE);
    struct engine_result result;
    if (moves_generate(judge->rules, end, &judge->children))
        return err_memory(err);
    if (judge->children.n == 1) {
        out->line[out->n++] = judge->children.at[0];
        return 0;
    }
    if (ops->think(judge->engine, end, NULL, 0, &limits, NULL, NULL, &result, err))
        return -1;
    judge->nodes += result.nodes;
    out->nodes += result.nodes;
    for (unsigned i = 0; i < result.lines[0].n && out->n < JUDGE_LINE; i++)
        out->line[out->n++] = result.lines[0].pv[i];
    return 0;
}

/*
 * Continues a line until it is quiet: it may break off in the middle of a combination, where the
 * transposition table knew the rest. The table is not cleared before, so that it gives the same
 * moves.
 */
static int complete_line(struct judge *judge, const struct position *pos, struct judgement *out,
                         struct err *err)
{
    struct position end = *pos;
    for (unsigned done = 0; out->n && out->n < JUDGE_LINE;) {
        unsigned n = out->n;
        for (; done < n; done++)
            move_play(judge->rules, &end, &out->line[done]);
        if ((n >= LINE_QUIET && !moves_has_capture(judge->rules, &end))
            || !moves_exist(judge->rules, &end) || is_over(judge))
            return 0;
        if (add_to_line(judge, &end, out, err))
            return -1;
        if (out->n == n)
            return 0;
    }
    return 0;
}

/* Searches a position with White to move. @return 1, 0 stopped, -1 with `err` */
static int search(struct judge *judge, const struct position *pos, const struct move *only,
                  unsigned n_only, unsigned share, struct judgement *out, struct err *err)
{
    const struct engine_ops *ops = judge->options.ops;
    struct engine_limits limits = limits_now(judge, share);
    struct engine_result result;
    limits.only = only;
    limits.n_only = n_only;
    limits.multi = n_only ? 0 : judge->options.multi;
    judge->engine_failed = true; /* until it succeeds */
    if (ready_engine(judge, err))
        return -1;
    ops->new_game(judge->engine);
    if (ops->think(judge->engine, pos, NULL, 0, &limits, NULL, NULL, &result, err))
        return -1;
    judge->nodes += result.nodes;
    take_line(&result, out);
    take_others(&result, out);
    if (complete_line(judge, pos, out, err))
        return -1;
    judge->engine_failed = false;
    return out->exact || !is_over(judge);
}

/* ---- endgame databases ---- */

/* The score of a database's answer, with distances as the engine reports them. */
static int exact_score(const struct egdb_answer *answer)
{
    int win = answer->has_plies && answer->plies < SCORE_WON - SCORE_FORCED_WIN
                  ? SCORE_WON - (int)answer->plies
                  : SCORE_KNOWN_WIN;
    return answer->value == EGDB_WIN ? win : answer->value == EGDB_LOSS ? -win : 0;
}

/* Adds a move to the lines after the best one, of which `most` are kept, equal ones in order. */
static void add_other(struct judgement *out, unsigned most, const struct move *mv, int score)
{
    unsigned at = out->n_others;
    for (; at && out->others[at - 1].score < score; at--)
        if (at < most)
            out->others[at] = out->others[at - 1];
    if (at == most)
        return;
    out->others[at] =
        (struct judged_line){.score = score, .wdl = certain(score), .n = 1, .line = {*mv}};
    out->n_others += out->n_others < most;
}

/*
 * Takes a move's value from the database into account. Of two wins, one of known length counts as
 * quicker than one of unknown length; of two losses, one of unknown length counts as the later.
 * @param others lines that are kept besides the best one
 * @return false: the move's value is not known
 */
static bool take_value(struct judge *judge, const struct position *pos, const struct move *mv,
                       unsigned others, struct judgement *out)
{
    struct position next = *pos;
    struct egdb_answer answer;
    move_play(judge->rules, &next, mv);
    egdb_resolve(judge->options.egdb, &next, &answer);
    if (answer.value == EGDB_UNKNOWN)
        return false;
    answer.value = egdb_value_turned(answer.value);
    answer.plies++;
    const int score = exact_score(&answer);
    if (out->n && score <= out->score) {
        add_other(out, others, mv, score);
        return true;
    }
    if (out->n)
        add_other(out, others, &out->line[0], out->score);
    out->score = score;
    out->line[0] = *mv;
    out->n = 1;
    return true;
}

/*
 * Judges a position by the database, if that knows its value and that of each move asked for.
 * @param out filled in that case
 * @return 1 judged, 0 it is not in the database, -1 with `err`
 */
static int ask_database(struct judge *judge, const struct position *pos,
                        const struct judge_question *question, struct judgement *out,
                        struct err *err)
{
    struct egdb *egdb = judge->options.egdb;
    struct egdb_answer answer;
    const struct move *moves = question->moves;
    const unsigned multi = question->n ? 0 : judge->options.multi;
    unsigned n = question->n;
    if (!egdb || POPCOUNT64(pos->pieces[WHITE] | pos->pieces[BLACK]) > egdb_pieces(egdb))
        return 0;
    egdb_resolve(egdb, pos, &answer);
    if (answer.value == EGDB_UNKNOWN)
        return 0;
    if (!n) {
        if (moves_generate(judge->rules, pos, &judge->children))
            return err_memory(err);
        moves = judge->children.at;
        n = judge->children.n;
    }
    *out = (struct judgement){.exact = true, .score = exact_score(&answer)};
    for (unsigned i = 0; i < n; i++)
        if (!take_value(judge, pos, &moves[i], multi ? multi - 1 : 0, out))
            return 0;
    out->wdl = certain(out->score);
    return 1;
}

/* A key that tells a set of moves from other sets in the same position. */
static uint64_t moves_key(const struct move *moves, unsigned n)
{
    uint64_t sum = n;
    for (unsigned i = 0; i < n; i++)
        sum += move_key(&moves[i]);
    return n < 2 ? 0 : random_splitmix64_scramble(sum);
}

int judge_ask(struct judge *judge, const struct position *pos,
              const struct judge_question *question, struct judgement *out, struct err *err)
{
    const struct judge_cache *cache = judge->options.cache;
    const struct engine_limits *limits = &judge->options.limits;
    const bool mirror = pos->turn != WHITE;
    struct position searched = *pos;
    struct move only[MOVES_OWN];
    unsigned n = question->n < MOVES_OWN ? question->n : MOVES_OWN;
    int known = ask_database(judge, pos, question, out, err);
    if (known)
        return known;
    if (mirror)
        position_mirror(judge->rules, pos, &searched);
    for (unsigned i = 0; i < n; i++)
        only[i] = mirror ? mirror_move(judge, &question->moves[i]) : question->moves[i];
    uint64_t key =
        position_key(judge->rules, &searched) ^ question->key ^ (n == 1 ? move_key(&only[0]) : 0);
    if (!n && judge->options.multi > 1)
        key ^= KEY_MULTI * judge->options.multi;
    key ^= moves_key(only, n);
    int rc = cache ? cache->find(cache->ctx, judge->rules, &searched, key, limits, out, err) : 0;
    if (rc == 0) {
        rc = is_over(judge)
                 ? 0
                 : search(judge, &searched, n ? only : NULL, n, question->share, out, err);
        if (rc > 0 && cache
            && cache->keep(cache->ctx, judge->rules, &searched, key, limits, out, err))
            rc = -1;
    }
    if (rc > 0 && mirror)
        mirror_lines(judge, out);
    return rc;
}

int judge_position(struct judge *judge, const struct position *pos, const struct move *only,
                   struct judgement *out, struct err *err)
{
    return judge_ask(judge, pos,
                     &(struct judge_question){.moves = only, .n = only ? 1 : 0, .share = 1}, out,
                     err);
}

int judge_moves(struct judge *judge, const struct position *pos, const struct move *moves,
                unsigned n, struct judgement *out, struct err *err)
{
    return judge_ask(judge, pos, &(struct judge_question){.moves = moves, .n = n, .share = 1}, out,
                     err);
}

/* ---- life ---- */

int judge_open(const struct rules *rules, const struct judge_options *options, struct judge **out,
               struct err *err)
{
    struct judge *judge = calloc(1, sizeof *judge);
    if (!judge || pthread_mutex_init(&judge->mutex, NULL) != 0) {
        free(judge);
        return err_memory(err);
    }
    judge->rules = rules;
    judge->options = *options;
    moves_init(&judge->children);
    make_mirror(judge);
    int rc = ready_engine(judge, err);
    if (rc) {
        judge_close(judge);
        return rc;
    }
    *out = judge;
    return 0;
}

void judge_set_limits(struct judge *judge, const struct engine_limits *limits)
{
    judge->options.limits = *limits;
}

void judge_stop(struct judge *judge)
{
    atomic_store(&judge->cut, true); /* before the search ends, so that it is known why */
    pthread_mutex_lock(&judge->mutex);
    if (judge->engine)
        judge->options.ops->stop(judge->engine);
    pthread_mutex_unlock(&judge->mutex);
}

const struct judge_options *judge_options(const struct judge *judge) { return &judge->options; }

bool judge_is_stopped(const struct judge *judge) { return is_over(judge); }

uint64_t judge_nodes(const struct judge *judge) { return judge->nodes; }

bool judge_engine_failed(const struct judge *judge) { return judge->engine_failed; }

void judge_close(struct judge *judge)
{
    if (!judge)
        return;
    if (judge->engine)
        judge->options.ops->close(judge->engine);
    moves_fini(&judge->children);
    pthread_mutex_destroy(&judge->mutex);
    free(judge);
}

static struct wdl turned(struct wdl wdl)
{
    return (struct wdl){.win = wdl.loss, .draw = wdl.draw, .loss = wdl.win};
}

void judge_before(const struct judgement *after, const struct move *mv, struct judgement *out)
{
    *out = *after;
    out->n_others = 0;
    out->score = score_before(after->score);
    out->wdl = turned(after->wdl);
    out->n = after->n < JUDGE_LINE ? after->n + 1 : JUDGE_LINE;
    memcpy(out->line + 1, after->line, (out->n - 1) * sizeof *out->line);
    out->line[0] = *mv;
}
