// SPDX-License-Identifier: MIT
#include "core/board/ending.h"

#include "core/board/move.h"

static const char *const ending_words[] = {
    [ENDING_NONE] = "none",   [ENDING_NO_MOVES] = "no-moves",
    [ENDING_KING] = "king",   [ENDING_REPETITION] = "repetition",
    [ENDING_QUIET] = "quiet", [ENDING_MATERIAL] = "material",
    [ENDING_LIMIT] = "limit",
};

const char *ending_word(enum ending ending) { return ending_words[ending]; }

bool ending_is_draw(enum ending ending)
{
    return ending != ENDING_NONE && ending != ENDING_NO_MOVES && ending != ENDING_KING;
}

enum ending ending_at(const struct rules *rules, const struct position *pos)
{
    if (rules->goal == GOAL_KING && pos->kings)
        return ENDING_KING;
    return moves_exist(rules, pos) ? ENDING_NONE : ENDING_NO_MOVES;
}

enum side ending_winner(const struct rules *rules, enum ending ending, const struct position *pos)
{
    if (ending == ENDING_KING)
        return pos->kings & pos->pieces[WHITE] ? WHITE : BLACK;
    bool turn_wins = rules->goal == GOAL_LOSE;
    return turn_wins == (pos->turn == WHITE) ? WHITE : BLACK;
}
