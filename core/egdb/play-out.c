// SPDX-License-Identifier: MIT
#include "core/egdb/play-out.h"

#include <stdlib.h>

/**
 * Better for the side to move: a sooner win, a later loss; before those of unknown distance. Others
 * of the same value stay in the order of the moves.
 */
static int compare_choices(const void *a, const void *b)
{
    const struct egdb_choice *x = a, *y = b;
    const bool x_distant = egdb_value_is_distant(&x->answer);
    const bool y_distant = egdb_value_is_distant(&y->answer);
    if (x->answer.value != y->answer.value) /* unknown last: it is the lowest value */
        return (int)y->answer.value - (int)x->answer.value;
    if (x_distant != y_distant)
        return x_distant ? -1 : 1;
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

/**
 * Plays the best move, with which the game takes `left` more plies.
 * @return false: it is not known, or out of memory
 */
static bool play_best(struct egdb *egdb, const struct rules *rules, struct history *history,
                      struct position *pos, unsigned left)
{
    struct egdb_choice *choice;
    struct position next = *pos;
    const int n = egdb_choices(egdb, rules, pos, &choice);
    bool known =
        n > 0 && egdb_value_is_distant(&choice[0].answer) && choice[0].answer.plies == left;
    if (known) {
        move_play(rules, &next, &choice[0].move);
        known = history_add(history, pos, &choice[0].move, &next) == 0;
    }
    free(choice);
    *pos = next;
    return known;
}

enum egdb_outcome egdb_play_out(struct egdb *egdb, const struct rules *rules,
                                const struct position *start, struct history *history,
                                unsigned *plies)
{
    struct position pos = *start;
    struct egdb_answer answer;
    *plies = 0;
    egdb_resolve(egdb, start, &answer);
    if (!egdb_value_is_distant(&answer))
        return EGDB_OUTCOME_UNKNOWN;
    while (*plies < answer.plies) {
        if (!play_best(egdb, rules, history, &pos, answer.plies - *plies))
            return EGDB_OUTCOME_UNKNOWN;
        ++*plies;
        enum ending ending = history_ending(history);
        if (ending != ENDING_NONE)
            return ending_is_draw(ending) ? EGDB_OUTCOME_DRAWN : EGDB_OUTCOME_WON;
    }
    return EGDB_OUTCOME_WON;
}
