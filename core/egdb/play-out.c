// SPDX-License-Identifier: MIT
#include "core/egdb/play-out.h"

#include <stdlib.h>

/*
 * Puts moves that are better for the side to move first: a sooner win, a later loss; those of
 * unknown distance count as far away. Other moves of the same value stay in their order.
 */
static int compare_choices(const void *a, const void *b)
{
    const struct egdb_choice *x = a, *y = b;
    const bool x_distant = egdb_value_has_distance(&x->answer);
    const bool y_distant = egdb_value_has_distance(&y->answer);
    if (x->answer.value != y->answer.value) /* unknown last: it is the lowest value */
        return (int)y->answer.value - (int)x->answer.value;
    if (x_distant != y_distant)
        return x_distant == (x->answer.value == EGDB_WIN) ? -1 : 1;
    if (!x_distant || x->answer.plies == y->answer.plies)
        return (int)x->number - (int)y->number;
    const int sooner = x->answer.plies < y->answer.plies ? -1 : 1;
    return x->answer.value == EGDB_LOSS ? -sooner : sooner;
}

int egdb_choices(struct egdb *egdb, const struct rules *rules, const struct position *pos,
                 struct egdb_choice **out)
{
    struct moves list;
    moves_init(&list);
    *out = NULL;
    if (moves_generate(rules, pos, &list) || !(*out = malloc((list.n + 1) * sizeof **out))) {
        moves_fini(&list);
        return -1;
    }
    const int n = (int)list.n;
    for (unsigned i = 0; i < list.n; i++) {
        struct position next = *pos;
        struct egdb_answer *answer = &(*out)[i].answer;
        (*out)[i].number = i;
        (*out)[i].move = list.at[i];
        move_play(rules, &next, &list.at[i]);
        egdb_resolve(egdb, &next, answer);
        answer->value = egdb_value_turned(answer->value);
        answer->plies++;
    }
    moves_fini(&list);
    qsort(*out, (size_t)n, sizeof **out, compare_choices);
    return n;
}

/* A game that is being played out. */
struct playing {
    struct egdb *egdb;
    const struct rules *rules;
    struct history *history;
    unsigned tries; /* how many more moves the winner may try besides the first ones */
};

static enum egdb_outcome play_on(struct playing *game, const struct position *pos, unsigned left);

/* @return the next move, from `i` on, that ends the game in `left` plies; n: there is none */
static int next_best(const struct egdb_choice *choice, int n, int i, unsigned left)
{
    while (i < n && !(egdb_value_has_distance(&choice[i].answer) && choice[i].answer.plies == left))
        i++;
    return i;
}

/* Plays a move, and then the game to its end, `left` plies after the move. */
static enum egdb_outcome play_move(struct playing *game, const struct position *pos,
                                   const struct move *mv, unsigned left)
{
    struct position next = *pos;
    move_play(game->rules, &next, mv);
    if (history_add(game->history, pos, mv, &next))
        return EGDB_OUTCOME_UNKNOWN;
    return play_on(game, &next, left);
}

static void go_back(struct history *history, unsigned plies)
{
    while (history_plies(history) > plies)
        history_drop(history);
}

/*
 * Plays a position to its end, with the best moves of both sides; of the winner's, one that does
 * not end in a draw, if there is any. The recursion is as deep as the win is long.
 * @param left plies to the end, according to the database
 */
static enum egdb_outcome play_on(struct playing *game, const struct position *pos, unsigned left)
{
    const enum ending ending = history_ending(game->history);
    const unsigned plies = history_plies(game->history);
    struct egdb_choice *choice = NULL;
    enum egdb_outcome outcome = EGDB_OUTCOME_UNKNOWN;
    if (ending != ENDING_NONE)
        return ending_is_draw(ending) ? EGDB_OUTCOME_DRAWN : EGDB_OUTCOME_WON;
    const int n = left ? egdb_choices(game->egdb, game->rules, pos, &choice) : 0;
    int i = next_best(choice, n, 0, left);
    if (i < n)
        outcome = play_move(game, pos, &choice[i].move, left - 1);
    while (outcome == EGDB_OUTCOME_DRAWN && choice[i].answer.value == EGDB_WIN && game->tries
           && (i = next_best(choice, n, i + 1, left)) < n) {
        game->tries--;
        go_back(game->history, plies);
        outcome = play_move(game, pos, &choice[i].move, left - 1);
    }
    free(choice);
    return outcome;
}

enum egdb_outcome egdb_play_out(struct egdb *egdb, const struct rules *rules,
                                const struct position *start, unsigned tries,
                                struct history *history, unsigned *plies)
{
    struct playing game = {.egdb = egdb, .rules = rules, .history = history, .tries = tries};
    const unsigned before = history_plies(history);
    struct egdb_answer answer;
    enum egdb_outcome outcome = EGDB_OUTCOME_UNKNOWN;
    egdb_resolve(egdb, start, &answer);
    if (egdb_value_has_distance(&answer))
        outcome = play_on(&game, start, answer.plies);
    if (outcome == EGDB_OUTCOME_DRAWN && game.tries < tries) { /* show the first line */
        game.tries = 0;
        go_back(history, before);
        outcome = play_on(&game, start, answer.plies);
    }
    *plies = history_plies(history) - before;
    return outcome;
}
