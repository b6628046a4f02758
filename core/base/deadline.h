// SPDX-License-Identifier: MIT
/*
 * When work is to end: after a span of time, at a time of day, or at whichever comes first.
 *
 * A span is measured by the monotonic clock, so setting the system's clock does not change it; on
 * many systems it stands still while the machine sleeps. A time of day is reached once the system's
 * clock shows it, whatever happened in between: sleep and setting the clock forward shorten the
 * time left, setting the clock back lengthens it. So check the time left again and again: a
 * monotonic moment computed from it is valid only until the next check.
 */
#ifndef DAMA_CORE_BASE_DEADLINE_H
#define DAMA_CORE_BASE_DEADLINE_H

#include "core/base/err.h"

#include <stdbool.h>
#include <stdint.h>

/** All 0: no deadline. */
struct deadline {
    int64_t monotonic; /* clock_ms; 0: no span */
    int64_t unix_ms;   /* clock_unix_ms; 0: no time of day */
};

/** Sets the deadline `ms` after `from`, a moment of clock_ms, unless it is earlier already. */
void deadline_add_span(struct deadline *deadline, int64_t from, int64_t ms);

/**
 * Sets the deadline at a time of day, unless it is earlier already.
 * @param text as until_read takes it
 * @param may_have_passed accept a date in the past, as a deadline that is over, instead of failing
 * @return 0, or -1 with `err`
 */
int deadline_add_time(struct deadline *deadline, const char *text, bool may_have_passed,
                      struct err *err);

/** The same deadline, `ms` earlier. */
struct deadline deadline_before(const struct deadline *deadline, int64_t ms);

static inline bool deadline_is_set(const struct deadline *deadline)
{
    return deadline->monotonic || deadline->unix_ms;
}

/**
 * The time left at a given moment.
 * @param now  as clock_ms
 * @param unix_now as clock_unix_ms
 * @return ms, 0 or less when it is over; INT64_MAX: there is no deadline
 */
int64_t deadline_left_at(const struct deadline *deadline, int64_t now, int64_t unix_now);

/** The time left now, as deadline_left_at. */
int64_t deadline_left(const struct deadline *deadline);

static inline bool deadline_is_over(const struct deadline *deadline)
{
    return deadline_left(deadline) <= 0;
}

/**
 * When, by clock_ms, a wait should end to check the deadline again; INT64_MAX: never. Waits are
 * monotonic, so one for a time of day is cut into seconds.
 */
int64_t deadline_next_check(const struct deadline *deadline);

#endif
