// SPDX-License-Identifier: MIT
#include "match/adjudication.h"

static void decide(struct adjudication_state *state, enum reason reason, enum result result)
{
    state->verdict =
        (struct referee_verdict){.reason = reason, .result = result, .blame = -1, .counts = true};
}

void adjudication_add(struct adjudication_state *state, const struct adjudication *rules,
                      enum side side, unsigned moves, int score)
{
    enum side foe = side_other(side);
    if (score == INT32_MIN) {
        state->draw = state->win[side] = state->win[foe] = state->behind[side] = 0;
        return;
    }
    bool level = score <= rules->draw_score && score >= -rules->draw_score;
    state->draw = level && moves >= rules->draw_from ? state->draw + 1 : 0;
    state->win[side] = score >= rules->win_score ? state->win[side] + 1 : 0;
    state->win[foe] = score <= -rules->win_score ? state->win[foe] + 1 : 0;
    state->behind[side] = score <= -rules->resign_score ? state->behind[side] + 1 : 0;
    if (rules->resign_moves && state->behind[side] >= rules->resign_moves)
        decide(state, REASON_RESIGNED, result_won_by(foe)), state->verdict.blame = (int)side;
    else if (rules->win_moves && state->win[side] >= 2 * rules->win_moves)
        decide(state, REASON_SCORES, result_won_by(side));
    else if (rules->win_moves && state->win[foe] >= 2 * rules->win_moves)
        decide(state, REASON_SCORES, result_won_by(foe));
    else if (rules->draw_moves && state->draw >= 2 * rules->draw_moves)
        decide(state, REASON_SCORES, RESULT_DRAW);
}

struct referee_verdict adjudication_verdict(const struct adjudication_state *state)
{
    return state->verdict;
}
