// SPDX-License-Identifier: MIT
#include "core/base/clock.h"

#include <stdio.h>

int64_t clock_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

int64_t clock_ms(void) { return clock_us() / 1000; }

int64_t clock_unix_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

bool clock_utc(int64_t ms, struct tm *out)
{
    const time_t seconds = (time_t)(ms / 1000);
    return gmtime_r(&seconds, out) && out->tm_year < 10000 - 1900;
}

const char *clock_format(int64_t ms, enum utc_form form, char buf[UTC_TEXT_SIZE])
{
    struct tm tm;
    if (!clock_utc(ms, &tm))
        snprintf(buf, UTC_TEXT_SIZE, "?");
    else
        strftime(buf, UTC_TEXT_SIZE,
                 form == UTC_DAY      ? "%Y-%m-%d"
                 : form == UTC_MINUTE ? "%Y-%m-%d %H:%M"
                                      : "%Y-%m-%d %H:%M:%S UTC",
                 &tm);
    return buf;
}

void clock_sleep(int64_t us)
{
    struct timespec t = {.tv_sec = (time_t)(us / 1000000), .tv_nsec = (long)(us % 1000000) * 1000};
    nanosleep(&t, NULL);
}

/* If condition variables have no monotonic clock, as on macOS, their deadlines use wall time. */
#ifdef HAVE_CONDATTR_SETCLOCK
# define COND_CLOCK CLOCK_MONOTONIC
#else
# define COND_CLOCK CLOCK_REALTIME
#endif

struct timespec clock_after(int64_t ms)
{
    struct timespec t;
    clock_gettime(COND_CLOCK, &t);
    t.tv_sec += (time_t)(ms / 1000);
    t.tv_nsec += (long)(ms % 1000) * 1000000;
    if (t.tv_nsec >= 1000000000) {
        t.tv_sec++;
        t.tv_nsec -= 1000000000;
    }
    return t;
}

int clock_cond_init(pthread_cond_t *cond)
{
#ifndef HAVE_CONDATTR_SETCLOCK
    return pthread_cond_init(cond, NULL);
#else
    pthread_condattr_t attr;
    int rc = pthread_condattr_init(&attr);
    if (rc)
        return rc;
    rc = pthread_condattr_setclock(&attr, COND_CLOCK);
    if (!rc)
        rc = pthread_cond_init(cond, &attr);
    pthread_condattr_destroy(&attr);
    return rc;
#endif
}
