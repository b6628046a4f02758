// SPDX-License-Identifier: MIT
/*
 * A limit for long searches of captures. Somebody may construct a position in which listing the
 * captures, or finding a route, takes minutes: set a budget for positions from untrusted input, and
 * after a failure check whether it is spent. Ordinary positions never use any of it: the first 500
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
    uint64_t steps; /* left; a step takes about 0.2 microseconds */
};

/** The budget of this thread; NULL: no limit. For use by the searches only. */
extern _Thread_local struct budget *budget_of_thread;

/**
 * Makes the searches of this thread use this budget, borrowed until budget_end or another begin.
 */
static inline void budget_begin(struct budget *budget) { budget_of_thread = budget; }
static inline void budget_end(void) { budget_of_thread = NULL; }

static inline bool budget_is_spent(const struct budget *budget) { return budget->steps == 0; }

/** Uses up a step. @return false if none is left: the search must be given up */
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
