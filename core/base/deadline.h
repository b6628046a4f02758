// SPDX-License-Identifier: MIT
/*
 * When work is to end: after a span of time, at a time of day, or at the first of both.
 *
 * A span is monotonic and does not notice when the clock is set; on many systems it stands still
 * while the machine sleeps. A time of day is over once the system's clock shows it, whatever
 * happened in between: sleep shortens what is left, and so does a clock that is set forward; a
 * clock that is set back lengthens it. So ask again and again how much is left: a monotonic moment
 * computed from it is valid only until the next check.
 */
#ifndef DAMA_CORE_BASE_DEADLINE_H
#define DAMA_CORE_BASE_DEADLINE_H

#include "core/base/err.h"

#include <stdbool.h>
#include <stdint.h>

/** All 0: none. */
struct deadline {
    int64_t monotonic; /* clock_ms; 0: no span */
    int64_t unix_ms;   /* clock_unix_ms; 0: no time of day */
};

/** Ends it `ms` after a moment of clock_ms, unless it ends earlier. */
void deadline_add_span(struct deadline *deadline, int64_t from, int64_t ms);

/**
 * Ends it at a time of day, unless it ends earlier.
 * @param text as until_read
 * @param may_have_passed a date that has passed is over at once, instead of an error
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
 * What is left at a moment.
 * @param now  as clock_ms
 * @param unix_now as clock_unix_ms
 * @return ms, 0 or less when it is over; INT64_MAX: there is no deadline
 */
int64_t deadline_left_at(const struct deadline *deadline, int64_t now, int64_t unix_now);

/** What is left now, as deadline_left_at. */
int64_t deadline_left(const struct deadline *deadline);

static inline bool deadline_is_over(const struct deadline *deadline)
{
    return deadline_left(deadline) <= 0;
}

/**
 * The moment of clock_ms at which a wait should end to check the deadline again; INT64_MAX: never.
 * A wait is monotonic: one for a time of day is cut into seconds.
 */
int64_t deadline_next_look(const struct deadline *deadline);

#endif
