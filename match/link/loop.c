// SPDX-License-Identifier: MIT
/*
 * Uses poll(2) with one array for all. A match has some hundred descriptors at most, so asking
 * every watch before each wait costs less than a system call, and there is no state to keep in
 * sync.
 */
#include "match/link/loop.h"

#include "core/base/clock.h"

#include <stdlib.h>

enum {
    WAIT_MS = 1000, /* the longest wait at a time */
    LATE_MS = 100,  /* a wake-up later than this is not just the delay of a busy machine */
    GRACE_MS = 500, /* for what was stopped together with us, such as our own threads */
};

/* A watch, and the place of its descriptors in the array. */
struct slot {
    const struct loop_watch *watch; /* NULL: removed */
    unsigned first, n;
    int64_t by;
};

struct loop {
    struct slot *slots;
    unsigned n, room;
    struct pollfd *fds; /* room for WATCH_FDS of each slot */
    int64_t seen, arrival;
    int64_t grace_by; /* when the grace after a stop ends */
};

int loop_open(struct loop **out, struct err *err)
{
    struct loop *loop = calloc(1, sizeof *loop);
    if (!loop)
        return err_memory(err);
    loop->seen = loop->arrival = clock_ms();
    *out = loop;
    return 0;
}

void loop_close(struct loop *loop)
{
    if (!loop)
        return;
    free(loop->slots);
    free(loop->fds);
    free(loop);
}

static int grow(struct loop *loop)
{
    unsigned room = loop->room ? 2 * loop->room : 16;
    struct slot *slots = realloc(loop->slots, room * sizeof *slots);
    if (!slots)
        return -1;
    loop->slots = slots;
    struct pollfd *fds = realloc(loop->fds, (size_t)room * WATCH_FDS * sizeof *fds);
    if (!fds)
        return -1;
    loop->fds = fds;
    loop->room = room;
    return 0;
}

int loop_add(struct loop *loop, const struct loop_watch *watch, struct err *err)
{
    if (loop->n == loop->room && grow(loop))
        return err_memory(err);
    loop->slots[loop->n++] = (struct slot){.watch = watch, .by = INT64_MAX};
    return 0;
}

void loop_remove(struct loop *loop, const struct loop_watch *watch)
{
    for (unsigned i = 0; i < loop->n; i++)
        if (loop->slots[i].watch == watch)
            loop->slots[i].watch = NULL; /* the slot is removed in the next step */
}

static void drop_removed(struct loop *loop)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < loop->n; i++)
        if (loop->slots[i].watch)
            loop->slots[kept++] = loop->slots[i];
    loop->n = kept;
}

static bool is_ready(const struct loop *loop, const struct slot *slot, int64_t now)
{
    for (unsigned i = 0; i < slot->n; i++)
        if (loop->fds[slot->first + i].fd >= 0 && loop->fds[slot->first + i].revents)
            return true;
    return now >= slot->by;
}

/*
 * Checks what is ready, which includes everything that arrived up to `now`; but as long as something
 * may come late because it was stopped together with us, time stands still.
 * @return whether there is anything
 */
static bool look(struct loop *loop, unsigned n_fds, int64_t now, int64_t arrival)
{
    const bool is_in_grace = now < loop->grace_by;
    loop->arrival = is_in_grace ? loop->seen : arrival;
    if (!is_in_grace)
        loop->seen = now;
    return poll_until(loop->fds, n_fds, 0) > 0;
}

static int64_t later(int64_t a, int64_t b) { return a > b ? a : b; }

/*
 * Waits until something is ready, and finds out when it became so. A process that was stopped, by a
 * signal or with its virtual machine, wakes up far too late; waits are kept short so that this can
 * be noticed. What we wait for may have been stopped as well, and gets a moment to be ready.
 */
static void wait_until(struct loop *loop, unsigned n_fds, int64_t by)
{
    int64_t now = clock_ms();
    if (now < loop->grace_by)
        by = later(by, loop->grace_by);
    bool found = look(loop, n_fds, now, loop->seen);
    while (!found) {
        const int64_t end = by - now < WAIT_MS ? later(by, now) : now + WAIT_MS;
        poll_until(loop->fds, n_fds, end);
        now = clock_ms();
        if (now > end + LATE_MS) {
            loop->grace_by = now + GRACE_MS;
            by = later(by, loop->grace_by);
        }
        found = look(loop, n_fds, now, now) || now >= by;
    }
}

int64_t loop_served_until(const struct loop *loop) { return loop->seen; }

int64_t loop_arrival(const struct loop *loop) { return loop->arrival; }

void loop_step(struct loop *loop, int64_t by)
{
    unsigned n_fds = 0;
    drop_removed(loop);
    for (unsigned i = 0; i < loop->n; i++) {
        struct slot *slot = &loop->slots[i];
        slot->first = n_fds;
        slot->by = INT64_MAX;
        slot->n = slot->watch->want(slot->watch->ctx, loop->fds + n_fds, &slot->by);
        n_fds += slot->n;
        if (slot->by < by)
            by = slot->by;
    }
    wait_until(loop, n_fds, by);
    unsigned n = loop->n; /* watches that are added now get their turn next time */
    for (unsigned i = 0; i < n; i++) {
        int64_t now = clock_ms();
        const struct loop_watch *watch = loop->slots[i].watch;
        struct pollfd fds[WATCH_FDS];
        if (!watch || !is_ready(loop, &loop->slots[i], now))
            continue;
        for (unsigned k = 0; k < loop->slots[i].n; k++) /* adding a watch may move the arrays */
            fds[k] = loop->fds[loop->slots[i].first + k];
        watch->serve(watch->ctx, fds, loop->slots[i].n, now);
    }
}
