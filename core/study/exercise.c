// SPDX-License-Identifier: MIT
/*
 * The tests are in the order of their cost. Material is counted along the best line, which needs no
 * search: something must be given first, more must come back, and every reply must be forced. Only
 * if that holds are the other moves searched, at each move of the solver, to see that none of them
 * wins as well.
 */
#include "core/study/exercise.h"

/*
 * Chances of winning: the combination must reach the first, all other moves stay below the second.
 */
static const float wins = 0.9F, fails = 0.5F;

enum { MAN = 2, FLYING_KING = 6, SHORT_KING = 3, PROFIT = MAN };

/* ---- the line ---- */

/* Material of one side, less the other's. */
static int balance_of(const struct rules *rules, const struct position *pos, unsigned side)
{
    const int king = rules->flying_king_captures ? FLYING_KING : SHORT_KING;
    int sum = 0;
    for (unsigned s = WHITE; s <= BLACK; s++) {
        int kings = (int)POPCOUNT64(pos->pieces[s] & pos->kings);
        int value = MAN * ((int)POPCOUNT64(pos->pieces[s]) - kings) + king * kings;
        sum += s == side ? value : -value;
    }
    return sum;
}

static bool is_forced(const struct rules *rules, const struct position *pos)
{
    return moves_has_capture(rules, pos) || moves_count(rules, pos) == 1;
}

unsigned exercise_length(const struct rules *rules, const struct position *pos,
                         const struct move *line, unsigned n)
{
    struct position now = *pos;
    const unsigned solver = pos->turn;
    const int before = balance_of(rules, pos, solver);
    unsigned length = 0;
    bool gave = false;
    for (unsigned i = 0; i < n; i++) {
        if (i % 2 == 1 && !is_forced(rules, &now))
            break;
        move_play(rules, &now, &line[i]);
        int gain = balance_of(rules, &now, solver) - before;
        gave |= gain <= -MAN;
        if (!line[i].captured)
            continue;
        if (!gave || gain < PROFIT)
            length = 0; /* nothing is won so far, or the gain was taken back */
        else if (i % 2 == 0)
            length = i + 1;
    }
    return length;
}

/* ---- whether anything else wins ---- */

/* Whether no move but the right one wins. @return 1, 0 another does or stopped, -1 with `err` */
static int is_only_winner(struct judge *judge, const struct rules *rules,
                          const struct position *pos, const struct move *right, struct err *err)
{
    struct moves list;
    struct judgement other;
    unsigned n = 0;
    int rc = 1;
    moves_init(&list);
    if (moves_generate(rules, pos, &list)) {
        moves_fini(&list);
        return err_memory(err);
    }
    for (unsigned i = 0; i < list.n; i++)
        if (!move_same(&list.at[i], right))
            list.at[n++] = list.at[i];
    if (n)
        rc = judge_moves(judge, pos, list.at, n, &other, err);
    if (rc > 0 && n && other.wdl.win >= fails)
        rc = 0;
    moves_fini(&list);
    return rc;
}

/* @return 1 it is an exercise, 0 not or stopped, -1 with `err` */
static int is_exercise(struct judge *judge, const struct rules *rules, const struct position *pos,
                       const struct judgement *best, struct err *err)
{
    struct position now = *pos;
    if (best->wdl.win < wins || moves_count(rules, pos) < 2)
        return 0;
    unsigned length = exercise_length(rules, pos, best->line, best->n);
    for (unsigned i = 0; i < length; i++) {
        int rc = i % 2 ? 1 : is_only_winner(judge, rules, &now, &best->line[i], err);
        if (rc <= 0)
            return rc;
        move_play(rules, &now, &best->line[i]);
    }
    return length > 0;
}

int exercise_mark(struct judge *judge, const struct game *game, struct judged_ply *plies,
                  unsigned n, struct err *err)
{
    struct position pos = game->start;
    const struct node *node = game->line.first;
    if (game->rules->goal != GOAL_BLOCK)
        return 1; /* giving pieces away is no sacrifice if the side without any wins */
    for (unsigned i = 0; i <= n; i++) {
        plies[i].flags &= ~(unsigned)JUDGED_EXERCISE;
        if (plies[i].flags & JUDGED && !(plies[i].flags & (JUDGED_BOOK | JUDGED_OTHER))) {
            int rc = is_exercise(judge, game->rules, &pos, &plies[i].best, err);
            if (rc < 0)
                return -1;
            plies[i].flags |= rc ? JUDGED_EXERCISE : 0;
        }
        if (i < n) {
            move_play(game->rules, &pos, &node->move);
            node = node->next;
        }
    }
    return !judge_is_stopped(judge);
}
