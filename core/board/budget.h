// SPDX-License-Identifier: MIT
/*
 * A limit for searches that get long. Positions can be made up in which listing the captures, or
 * finding a route, takes minutes; whoever works on positions of strangers sets a budget, and asks
 * behind a failure whether it was spent. Ordinary positions never use any of it: the first 500
 * steps of a search are free.
 *
 *     struct budget budget = {.steps = 1000000};
 *     budget_begin(&budget);
 *     if (moves_generate(rules, &pos, &list))
 *         rc = budget_is_spent(&budget) ? too_long() : err_memory(err);
 *     budget_end();
 */
#ifndef DAMA_CORE_BOARD_BUDGET_H
#define DAMA_CORE_BOARD_BUDGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct budget {
    uint64_t steps; /* left; a step takes some 0.2 microseconds */
};

/** The budget of this thread; NULL: there is no limit. For those who search. */
extern _Thread_local struct budget *budget_of_thread;

/**
 * From now on searches of this thread use this budget, borrowed until another one or none is set.
 */
static inline void budget_begin(struct budget *budget) { budget_of_thread = budget; }
static inline void budget_end(void) { budget_of_thread = NULL; }

static inline bool budget_is_spent(const struct budget *budget) { return budget->steps == 0; }

/** Takes a step. @return false where none is left: the search must be given up */
static inline bool budget_take(void)
{
    struct budget *budget = budget_of_thread;
    if (!budget)
        return true;
    if (budget->steps)
        budget->steps--;
    return budget->steps != 0;
}

#endif
