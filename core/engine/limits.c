// SPDX-License-Identifier: MIT
/*
 * A fixed share of what is left is spent on each move, as long as many moves are to come: early
 * moves, on which more depends, get more, and however long a game lasts the clock never runs dry.
 * Games end well before the limit of moves more often than not, so no more than 26 moves are saved
 * for.
 */
#include "core/engine/limits.h"

enum {
    MOVES_AHEAD = 26,
    LAG = 15,       /* ms lost on the way to the opponent and back */
    HARD_TIMES = 4, /* a move in trouble may take so many times its share */
};

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

struct time_plan time_plan_make(const struct engine_limits *limits)
{
    struct time_plan plan = {INT64_MAX, INT64_MAX};
    if (limits->move_ms > 0)
        plan.soft = plan.hard = limits->move_ms;
    if (limits->clock_ms == 0)
        return plan;
    int64_t moves = limits->moves && limits->moves < MOVES_AHEAD ? limits->moves : MOVES_AHEAD;
    int64_t lag = least(LAG, limits->clock_ms / 50);
    /* what is there for sure: the clock, and the increments of the moves it is shared over */
    int64_t clock = most(limits->clock_ms - lag, 1);
    int64_t share = clock / moves + limits->inc_ms - lag;
    int64_t hard = moves == 1 ? clock * 9 / 10 : least(share * HARD_TIMES, clock / 3);
    share = most(least(share, moves == 1 ? clock * 8 / 10 : clock / 2), 1);
    plan.hard = least(plan.hard, most(hard, 1));
    plan.soft = least(least(plan.soft, share), plan.hard);
    return plan;
}
