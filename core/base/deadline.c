// SPDX-License-Identifier: MIT
#include "core/base/deadline.h"

#include "core/base/clock.h"
#include "core/base/until.h"

enum { LOOK_MS = 1000 };

/* @param old 0: not set */
static int64_t earlier(int64_t old, int64_t new) { return old && old < new ? old : new; }

void deadline_add_span(struct deadline *deadline, int64_t from, int64_t ms)
{
    deadline->monotonic = earlier(deadline->monotonic, from + ms);
}

int deadline_add_time(struct deadline *deadline, const char *text, bool may_have_passed,
                      struct err *err)
{
    const time_t now = (time_t)(clock_unix_ms() / 1000);
    time_t until;
    if (until_read(text, now, &until, err))
        return -1;
    if (until <= now && !may_have_passed)
        return err_plain(err, "%s has already passed", text);
    deadline->unix_ms = earlier(deadline->unix_ms, (int64_t)until * 1000);
    return 0;
}

/* A moment that was set stays set: at least 1, since 0 means none. */
static int64_t brought_forward(int64_t at, int64_t ms) { return !at ? 0 : at > ms ? at - ms : 1; }

struct deadline deadline_before(const struct deadline *deadline, int64_t ms)
{
    return (struct deadline){.monotonic = brought_forward(deadline->monotonic, ms),
                             .unix_ms = brought_forward(deadline->unix_ms, ms)};
}

int64_t deadline_left_at(const struct deadline *deadline, int64_t now, int64_t unix_now)
{
    const int64_t span = deadline->monotonic ? deadline->monotonic - now : INT64_MAX;
    const int64_t day = deadline->unix_ms ? deadline->unix_ms - unix_now : INT64_MAX;
    return span < day ? span : day;
}

int64_t deadline_left(const struct deadline *deadline)
{
    return deadline_left_at(deadline, clock_ms(), clock_unix_ms());
}

int64_t deadline_next_check(const struct deadline *deadline)
{
    const int64_t now = clock_ms(), left = deadline_left_at(deadline, now, clock_unix_ms());
    if (left == INT64_MAX)
        return INT64_MAX;
    return now + (deadline->unix_ms && left > LOOK_MS ? LOOK_MS : left);
}
