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

/** How much of a time of day is written. (The system has names with CLOCK_ and TIME_.) */
enum utc_form {
    UTC_DAY,    /* 2026-05-01 */
    UTC_MINUTE, /* 2026-05-01 07:30 */
    UTC_SECOND, /* 2026-05-01 07:30:00 UTC */
};

enum { UTC_TEXT_SIZE = 32 };

/**
 * Writes a time of day, in UTC.
 * @param ms since 1970
 * @return buf; it has "?" where clock_utc returns false
 */
const char *clock_format(int64_t ms, enum utc_form form, char buf[UTC_TEXT_SIZE]);

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
