// SPDX-License-Identifier: MIT
#include "core/egdb/value.h"

#include "core/board/move.h"

const char *egdb_value_word(enum egdb_value value)
{
    static const char *const words[] = {"unknown", "loss", "draw", "win"};
    return words[value];
}

bool egdb_value_decided(const struct rules *rules, const struct position *pos,
                        struct egdb_answer *answer)
{
    const bitboard own = pos->pieces[pos->turn], other = pos->pieces[!pos->turn];
    *answer = (struct egdb_answer){EGDB_UNKNOWN, false, 0};
    if (rules->goal == GOAL_KING && pos->kings) {
        const bool mine = (pos->kings & own) != 0, theirs = (pos->kings & other) != 0;
        if (mine != theirs)
            *answer = (struct egdb_answer){mine ? EGDB_WIN : EGDB_LOSS, true, 0};
        return true;
    }
    if (own && other)
        return false;
    const enum egdb_value stuck = egdb_value_stuck(rules);
    if (moves_exist(rules, pos))
        *answer = (struct egdb_answer){egdb_value_turned(stuck), true, 1};
    else
        *answer = (struct egdb_answer){stuck, true, 0};
    return true;
}

bool egdb_value_improve(struct egdb_answer *best, const struct egdb_answer *after)
{
    struct egdb_answer mine = {egdb_value_turned(after->value), after->has_plies, after->plies + 1};
    if (mine.value == EGDB_UNKNOWN)
        return false;
    if (mine.value > best->value) {
        *best = mine;
    } else if (mine.value == best->value && mine.value != EGDB_DRAW) {
        const bool sooner = mine.plies < best->plies;
        best->has_plies = best->has_plies && mine.has_plies;
        if (sooner == (mine.value == EGDB_WIN))
            best->plies = mine.plies;
    }
    return true;
}
