// SPDX-License-Identifier: MIT
/*
 * The solution is walked through once. When the solver is to move, all other moves are searched;
 * when the defender is, all other replies; and finally the end of the solution. If the goal is
 * reached at the end and after every other reply, the solution is sound, without a search of the
 * whole tree:
 *
 *     1. 28-22   others: win?          second solution
 *        18x27   others: still a win?  refuted
 *     2. 32x21   others: win?          dual
 *        end     a win?                refuted
 */
#include "core/study/problem.h"

#include "core/study/judged-pack.h"

#include <stdlib.h>
#include <string.h>

/*
 * If a search proves nothing, the goal counts as reached from the first chance of reaching it on,
 * and as missed up to the second (if it is a win) or third (if it is a draw).
 */
static const float reached = 0.9F, missed_win = 0.25F, missed_draw = 0.1F;

/* A search refutes only up to this chance of not losing: an apparent draw may be a deep win. */
static const float refuted = 0.1F;

enum { OTHERS_MAX = 4 /* further solutions reported at one move */ };

enum outcome { OUTCOME_OPEN, OUTCOME_REACHED, OUTCOME_MISSED };

/* A check in progress. */
struct checking {
    struct judge *judge;
    const struct game *game;
    struct problem *problem;
    struct position pos; /* at `ply` */
    unsigned ply;
    const struct move *defence; /* leads from the position at `ply` to `pos`; NULL: none */
    struct moves list;
};

/* ---- the meaning of a judgement ---- */

static bool is_proven(const struct judgement *j)
{
    return j->exact || abs(j->score) >= SCORE_KNOWN_WIN;
}

/* What a judgement for the side to move means for the solver. */
static enum outcome outcome_of(const struct checking *c, const struct judgement *j)
{
    bool own = (enum side)c->pos.turn == c->problem->solver;
    float win = own ? j->wdl.win : j->wdl.loss, loss = own ? j->wdl.loss : j->wdl.win;
    int score = own ? j->score : -j->score;
    if (is_proven(j)) {
        if (abs(score) >= SCORE_KNOWN_WIN)
            return score > 0 ? OUTCOME_REACHED : OUTCOME_MISSED;
        return c->problem->draws ? OUTCOME_REACHED : OUTCOME_MISSED;
    }
    float chance = c->problem->draws ? 1 - loss : win;
    if (chance >= reached)
        return OUTCOME_REACHED;
    return chance <= (c->problem->draws ? missed_draw : missed_win) ? OUTCOME_MISSED : OUTCOME_OPEN;
}

/* The same for a position that the solution leads to, where a mere opinion must be stronger. */
static enum outcome outcome_of_solution(const struct checking *c, const struct judgement *j)
{
    const bool own = (enum side)c->pos.turn == c->problem->solver;
    const float loss = own ? j->wdl.loss : j->wdl.win;
    const enum outcome outcome = outcome_of(c, j);
    const bool is_opinion = outcome == OUTCOME_MISSED && !is_proven(j);
    return is_opinion && 1 - loss > refuted ? OUTCOME_OPEN : outcome;
}

/* How bad a finding is, 0 being the worst: of two of the same kind, a proven one is worse. */
static unsigned rank_of(const struct problem_finding *finding)
{
    static const unsigned ranks[PROBLEM_FAULTS] = {
        [PROBLEM_REFUTED] = 0,     [PROBLEM_ILLEGAL] = 1, [PROBLEM_UNSOLVABLE] = 2,
        [PROBLEM_SECOND] = 3,      [PROBLEM_DUAL] = 4,    [PROBLEM_OPEN] = 5,
        [PROBLEM_OPEN_SECOND] = 6, [PROBLEM_SOLUTION] = 7};
    return 2 * ranks[finding->fault] + !finding->proven;
}

/* Drops the last of the least important findings, if it is less important than `other`. */
static void make_room(struct problem *p, const struct problem_finding *other)
{
    unsigned least = 0;
    for (unsigned i = 1; i < p->n; i++)
        if (rank_of(&p->at[i]) >= rank_of(&p->at[least]))
            least = i;
    if (rank_of(&p->at[least]) <= rank_of(other))
        return;
    p->n--;
    memmove(&p->at[least], &p->at[least + 1], (p->n - least) * sizeof *p->at);
}

static void add_finding(struct checking *c, enum problem_fault fault, const struct judgement *line)
{
    struct problem_finding finding = {fault, c->ply, is_proven(line), *line};
    struct problem *p = c->problem;
    if (c->defence)
        judge_before(line, c->defence, &finding.line);
    p->proven &= finding.proven;
    if (p->n == PROBLEM_FINDINGS)
        make_room(p, &finding);
    if (p->n < PROBLEM_FINDINGS)
        p->at[p->n++] = finding;
}

/* ---- the parts ---- */

/* Lists the legal moves except `played`; NULL: all. @return 0, or -1 with `err` */
static int list_others(struct checking *c, const struct move *played, struct err *err)
{
    unsigned n = 0;
    if (moves_generate(c->game->rules, &c->pos, &c->list))
        return err_memory(err);
    for (unsigned i = 0; i < c->list.n; i++)
        if (!played || !move_same(&c->list.at[i], played))
            c->list.at[n++] = c->list.at[i];
    c->list.n = n;
    return 0;
}

static void drop_move(struct moves *list, const struct move *mv)
{
    unsigned n = 0;
    for (unsigned i = 0; i < list->n; i++)
        if (!move_same(&list->at[i], mv))
            list->at[n++] = list->at[i];
    list->n = n;
}

/*
 * Checks the other moves of the solver, which must not reach the goal.
 * @return 1, 0 stopped, -1 with `err`
 */
static int check_solver(struct checking *c, const struct move *played, struct err *err)
{
    enum problem_fault fault = c->ply < 2 ? PROBLEM_SECOND : PROBLEM_DUAL;
    if (list_others(c, played, err))
        return -1;
    for (unsigned n = 0; c->list.n && n < OTHERS_MAX; n++) {
        struct judgement best;
        int rc = judge_moves(c->judge, &c->pos, c->list.at, c->list.n, &best, err);
        if (rc <= 0)
            return rc;
        enum outcome outcome = outcome_of(c, &best);
        if (outcome == OUTCOME_MISSED) {
            c->problem->proven &= is_proven(&best);
            return 1;
        }
        add_finding(c, outcome == OUTCOME_OPEN ? PROBLEM_OPEN_SECOND : fault, &best);
        if (outcome == OUTCOME_OPEN || !best.n)
            return 1;
        drop_move(&c->list, &best.line[0]);
    }
    return 1;
}

/*
 * Checks the other replies of the defender, which must not hold.
 * @return 1, 0 stopped, -1 with `err`
 */
static int check_defender(struct checking *c, const struct move *played, struct err *err)
{
    struct judgement best;
    if (list_others(c, played, err))
        return -1;
    if (!c->list.n)
        return 1;
    int rc = judge_moves(c->judge, &c->pos, c->list.at, c->list.n, &best, err);
    if (rc <= 0)
        return rc;
    enum outcome outcome = outcome_of_solution(c, &best);
    if (outcome == OUTCOME_REACHED)
        c->problem->proven &= is_proven(&best);
    else
        add_finding(c, outcome == OUTCOME_OPEN ? PROBLEM_OPEN : PROBLEM_REFUTED, &best);
    return 1;
}

/* Checks the position after the solution. @return 1, 0 stopped, -1 with `err` */
static int check_end(struct checking *c, struct err *err)
{
    struct judgement end;
    int rc = judge_position(c->judge, &c->pos, NULL, &end, err);
    if (rc <= 0)
        return rc;
    enum outcome outcome = outcome_of_solution(c, &end);
    if (outcome == OUTCOME_REACHED)
        c->problem->proven &= is_proven(&end);
    else
        add_finding(c, outcome == OUTCOME_OPEN ? PROBLEM_OPEN : PROBLEM_REFUTED, &end);
    return 1;
}

/*
 * If the defender moves first: checks the solver's other moves after the best defence.
 * @param defence the line of that defence, which may end with its first move
 * @return 1, 0 stopped, -1 with `err`
 */
static int check_after_defence(struct checking *c, const struct judgement *defence, struct err *err)
{
    struct judgement reply;
    const struct move *mv = &defence->line[1];
    int rc = 1;
    move_play(c->game->rules, &c->pos, &defence->line[0]);
    if (defence->n < 2) {
        rc = judge_position(c->judge, &c->pos, NULL, &reply, err);
        mv = &reply.line[0];
    }
    if (rc <= 0 || (defence->n < 2 && !reply.n))
        return rc;
    c->defence = &defence->line[0];
    return check_solver(c, mv, err);
}

/* Finds all solutions, if none is given. @return 1, 0 stopped, -1 with `err` */
static int solve(struct checking *c, struct err *err)
{
    struct judgement best;
    int rc = judge_position(c->judge, &c->pos, NULL, &best, err);
    if (rc <= 0)
        return rc;
    static const enum problem_fault faults[] = {[OUTCOME_OPEN] = PROBLEM_OPEN,
                                                [OUTCOME_REACHED] = PROBLEM_SOLUTION,
                                                [OUTCOME_MISSED] = PROBLEM_UNSOLVABLE};
    enum outcome outcome = outcome_of_solution(c, &best);
    add_finding(c, faults[outcome], &best);
    if (outcome != OUTCOME_REACHED || !best.n)
        return 1;
    if ((enum side)c->pos.turn != c->problem->solver)
        return check_after_defence(c, &best, err);
    return check_solver(c, &best.line[0], err);
}

/* ---- the whole ---- */

static void set_goal(const struct game *game, struct problem *out)
{
    *out = (struct problem){.solver = (enum side)game->start.turn, .proven = true};
    if (game->result == RESULT_WHITE || game->result == RESULT_BLACK)
        out->solver = game->result == RESULT_WHITE ? WHITE : BLACK;
    out->draws = game->result == RESULT_DRAW;
}

static bool is_playable(const struct node *node)
{
    return node && node->kind == NODE_MOVE && node->state == NODE_PLAYED;
}

static int check_line(struct checking *c, struct err *err)
{
    const struct node *node = c->game->line.first;
    c->problem->given = node != NULL;
    if (!c->problem->given)
        return solve(c, err);
    for (; is_playable(node) && c->ply < JUDGE_PLIES; node = node->next, c->ply++) {
        int rc = (enum side)c->pos.turn == c->problem->solver ? check_solver(c, &node->move, err)
                                                              : check_defender(c, &node->move, err);
        if (rc <= 0)
            return rc;
        move_play(c->game->rules, &c->pos, &node->move);
    }
    if (!node || is_playable(node)) /* the rest of a line that is too long is ignored */
        return check_end(c, err);
    add_finding(c, PROBLEM_ILLEGAL, &(struct judgement){.exact = true});
    return 1;
}

int problem_check(struct judge *judge, const struct game *game, struct problem *out,
                  struct err *err)
{
    struct checking c = {.judge = judge, .game = game, .problem = out, .pos = game->start};
    set_goal(game, out);
    moves_init(&c.list);
    int rc = check_line(&c, err);
    moves_fini(&c.list);
    return rc;
}

/* The finding that decides the verdict: the worst one. */
static const struct problem_finding *decisive_finding(const struct problem *problem)
{
    const struct problem_finding *worst = NULL;
    for (unsigned i = 0; i < problem->n; i++)
        if (!worst || rank_of(&problem->at[i]) < rank_of(worst))
            worst = &problem->at[i];
    return worst;
}

enum problem_verdict problem_verdict(const struct problem *problem)
{
    static const enum problem_verdict verdicts[PROBLEM_FAULTS] = {
        [PROBLEM_REFUTED] = PROBLEM_IS_UNSOUND,    [PROBLEM_ILLEGAL] = PROBLEM_IS_ILLEGAL,
        [PROBLEM_UNSOLVABLE] = PROBLEM_IS_UNSOUND, [PROBLEM_OPEN] = PROBLEM_IS_OPEN,
        [PROBLEM_SECOND] = PROBLEM_HAS_SECOND,     [PROBLEM_DUAL] = PROBLEM_HAS_DUAL,
        [PROBLEM_OPEN_SECOND] = PROBLEM_IS_OPEN,   [PROBLEM_SOLUTION] = PROBLEM_IS_SOLVED};
    const struct problem_finding *finding = decisive_finding(problem);
    return finding ? verdicts[finding->fault] : PROBLEM_IS_SOUND;
}

bool problem_is_proven(const struct problem *problem)
{
    const struct problem_finding *finding = decisive_finding(problem);
    return finding && finding->fault != PROBLEM_SOLUTION ? finding->proven : problem->proven;
}

const char *problem_verdict_word(enum problem_verdict verdict)
{
    static const char *const words[PROBLEM_VERDICTS] = {
        [PROBLEM_IS_SOUND] = "sound",     [PROBLEM_IS_UNSOUND] = "unsound",
        [PROBLEM_IS_ILLEGAL] = "illegal", [PROBLEM_HAS_SECOND] = "second-solution",
        [PROBLEM_HAS_DUAL] = "dual",      [PROBLEM_IS_OPEN] = "undecided",
        [PROBLEM_IS_SOLVED] = "solved",
    };
    return words[verdict];
}

const char *problem_fault_word(enum problem_fault fault)
{
    static const char *const words[PROBLEM_FAULTS] = {
        [PROBLEM_ILLEGAL] = "illegal",
        [PROBLEM_REFUTED] = "refuted",
        [PROBLEM_UNSOLVABLE] = "no-solution",
        [PROBLEM_SECOND] = "second-solution",
        [PROBLEM_DUAL] = "dual",
        [PROBLEM_OPEN] = "undecided",
        [PROBLEM_OPEN_SECOND] = "other-undecided",
        [PROBLEM_SOLUTION] = "solution",
    };
    return words[fault];
}

/*
 * ---- bytes: mark, solver, draws, proven, given, findings; for each: fault, ply 2, judgement ----
 */

enum { MARK = 'P', HEAD = 6, FINDING = 3 };

static void add_byte(struct buffer *out, unsigned value)
{
    buffer_add_char(out, (char)(unsigned char)value);
}

int problem_pack(const struct game *game, const struct problem *problem, struct buffer *out)
{
    struct position pos = game->start;
    const struct node *node = game->line.first;
    unsigned ply = 0;
    const unsigned head[HEAD] = {MARK,           problem->solver, problem->draws, problem->proven,
                                 problem->given, problem->n};
    for (unsigned i = 0; i < HEAD; i++)
        add_byte(out, head[i]);
    for (unsigned i = 0; i < problem->n; i++) { /* in the order of their plies */
        const struct problem_finding *finding = &problem->at[i];
        for (; ply < finding->ply; ply++, node = node->next)
            move_play(game->rules, &pos, &node->move);
        add_byte(out, finding->fault);
        add_byte(out, ply & 255);
        add_byte(out, ply >> 8);
        if (judged_pack_one(game->rules, &pos, &finding->line, out))
            return -1;
    }
    return out->failed ? -1 : 0;
}

int problem_unpack(const struct game *game, struct text bytes, struct problem *out)
{
    const unsigned char *at = (const unsigned char *)bytes.s, *end = at + bytes.n;
    struct position pos = game->start;
    const struct node *node = game->line.first;
    unsigned ply = 0;
    if (bytes.n < HEAD || at[0] != MARK || at[1] > BLACK || at[5] > PROBLEM_FINDINGS)
        return 0;
    *out = (struct problem){
        .solver = (enum side)at[1], .draws = at[2], .proven = at[3], .given = at[4]};
    unsigned n = at[5];
    for (at += HEAD; out->n < n; out->n++) {
        struct problem_finding *finding = &out->at[out->n];
        if (end - at < FINDING || at[0] >= PROBLEM_FAULTS)
            return 0;
        finding->fault = (enum problem_fault)at[0];
        finding->ply = at[1] | (unsigned)at[2] << 8;
        for (; ply < finding->ply && is_playable(node); ply++, node = node->next)
            move_play(game->rules, &pos, &node->move);
        if (ply != finding->ply)
            return 0;
        if (finding->fault == PROBLEM_ILLEGAL && (!node || is_playable(node)))
            return 0;
        at += FINDING;
        long used = judged_pack_read_one(
            game->rules, &pos, (struct text){(const char *)at, (size_t)(end - at)}, &finding->line);
        if (used <= 0)
            return (int)used;
        finding->proven = is_proven(&finding->line);
        at += used;
    }
    return at == end;
}
