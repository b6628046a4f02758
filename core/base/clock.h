// SPDX-License-Identifier: MIT
/*
 * Monotonic time, for deadlines, rates and game clocks; and the time of day, for records.
 */
#ifndef DAMA_CORE_BASE_CLOCK_H
#define DAMA_CORE_BASE_CLOCK_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/** @return ms since some fixed moment; never decreases */
int64_t clock_ms(void);

/** As clock_ms, in µs. */
int64_t clock_us(void);

/** @return ms since 1970, UTC. Not for deadlines: the system clock may be set */
int64_t clock_unix_ms(void);

/**
 * Gives the parts of a time of day, in UTC.
 * @param ms since 1970
 * @return false for a year past 9999: dates have no room for it, and such a clock is wrong anyway
 */
bool clock_utc(int64_t ms, struct tm *out);

/** Sleeps for `us` µs, or until a signal comes. */
void clock_sleep(int64_t us);

/**
 * The moment `ms` milliseconds from now, as pthread_cond_timedwait takes it for a condition made by
 * clock_cond_init.
 */
struct timespec clock_after(int64_t ms);

/**
 * Makes a condition variable whose deadlines are monotonic, if the system supports it.
 * @return 0, or an errno value
 */
int clock_cond_init(pthread_cond_t *cond);

#endif
