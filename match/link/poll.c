// SPDX-License-Identifier: MIT
#include "match/link/poll.h"

#include "core/base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

static int ms_left(int64_t by)
{
    if (by == INT64_MAX)
        return -1;
    int64_t left = by - clock_ms();
    return left <= 0 ? 0 : left > INT_MAX ? INT_MAX : (int)left;
}

int poll_until(struct pollfd *fds, unsigned n, int64_t by)
{
    for (;;) {
        int ms = ms_left(by);
        int ready = poll(fds, n, ms);
        if (ready > 0)
            return ready;
        if (ready == 0 && ms != INT_MAX)
            return 0;
        if (ready < 0 && errno != EINTR && errno != EAGAIN)
            return 0;
    }
}

void poll_prepare(int fd)
{
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    fcntl(fd, F_SETFL, O_NONBLOCK);
}

bool poll_is_early(int why) { return why == EAGAIN || why == EWOULDBLOCK || why == EINTR; }

int waker_init(struct waker *waker, struct err *err)
{
    int ends[2];
    if (pipe(ends) < 0)
        return err_plain(err, "cannot create a pipe: %s", strerror(errno));
    poll_prepare(ends[0]);
    poll_prepare(ends[1]);
    *waker = (struct waker){ends[0], ends[1]};
    return 0;
}

void waker_fini(struct waker *waker)
{
    close(waker->read);
    close(waker->write);
    *waker = (struct waker){-1, -1};
}

void waker_wake(const struct waker *waker)
{
    int saved = errno;
    if (write(waker->write, "", 1) < 0)
        errno = saved; /* if the pipe is full, the waiter wakes anyway */
}

void waker_clear(const struct waker *waker)
{
    char drop[64];
    while (read(waker->read, drop, sizeof drop) > 0)
        continue;
}
