// SPDX-License-Identifier: MIT
/* When something came that a loop serves: also where its process was stopped meanwhile. */
#include "core/base/clock.h"
#include "match/link/loop.h"
#include "tests/lib/rows.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    STOP_MS = 100,   /* after the beginning of the wait the process is stopped */
    COME_MS = 300,   /* something comes */
    GO_ON_MS = 1800, /* the process goes on */
    AFTER_MS = 1850, /* what it waits for, which was stopped as well, is ready */
    MORE_MS = 2050,  /* something more is */
    TOO_LATE_MS = 2800,
};

struct watching {
    int fd;
    int64_t by; /* of the watch */
    unsigned n; /* how many things have come */
};

static unsigned want(void *ctx, struct pollfd *fds, int64_t *by)
{
    const struct watching *w = ctx;
    fds[0] = (struct pollfd){.fd = w->fd, .events = POLLIN};
    *by = w->by;
    return 1;
}

static void serve(void *ctx, const struct pollfd *fds, unsigned n, int64_t now)
{
    struct watching *w = ctx;
    char byte;
    (void)n, (void)now;
    w->n += fds[0].revents && read(w->fd, &byte, 1) == 1;
}

/*
 * Waits for what comes, as long as something does in each step.
 * @return ms after the beginning when the last of `wanted` things came; -1: it is not there
 */
static int64_t arrival_after(int fd, int64_t limit_ms, unsigned wanted)
{
    int64_t began = clock_ms();
    struct watching w = {.fd = fd, .by = began + limit_ms};
    const struct loop_watch watch = {want, serve, &w};
    struct loop *loop;
    unsigned before;
    if (loop_open(&loop, NULL) || loop_add(loop, &watch, NULL))
        return -1;
    do {
        before = w.n;
        loop_step(loop, INT64_MAX);
    } while (w.n > before && w.n < wanted);
    int64_t came = loop_arrival(loop) - began;
    loop_close(loop);
    return w.n == wanted ? came : -1;
}

static const struct {
    const char *name;
    bool is_stopped;
    int64_t come_ms;     /* when something comes */
    int64_t more_ms;     /* when something more comes; 0: nothing does */
    int64_t limit_ms;    /* of the wait */
    int64_t least, most; /* ms that are found for the last, or -1 */
} rows[] = {
    {"what is waited for", false, COME_MS, 0, 60000, COME_MS / 2,
     COME_MS + 400}, /* the child may begin late */
    {"nothing within the limit", false, COME_MS, 0, 50, -1, -1},
    {"stopped: not later than the limit", true, COME_MS, 0, 1000, 0, COME_MS},
    {"stopped: no limit was near", true, COME_MS, 0, 60000, 0, COME_MS},
    {"what was stopped as well is not later than the limit", true, AFTER_MS, 0, 1000, 0, COME_MS},
    {"nor is the second of what was stopped", true, AFTER_MS, MORE_MS, 1000, 0, COME_MS},
    {"what was stopped as well may be too late", true, TOO_LATE_MS, 0, 1000, -1, -1},
};

static void pause_until(int64_t began, int64_t ms)
{
    clock_sleep(1000 * (began + ms - clock_ms()));
}

static void come(int fd, int64_t at)
{
    pause_until(at, 0);
    assert_int_equal(write(fd, "x", 1), 1);
}

/* The loop runs in a process of its own, which says by a pipe what it has found. */
static void row(void **state)
{
    size_t i = (size_t)*state;
    int in[2], out[2], status;
    int64_t came = -2;
    assert_int_equal(pipe(in) | pipe(out), 0);
    int64_t began = clock_ms();
    pid_t child = fork();
    if (child == 0) {
        close(in[1]);
        came = arrival_after(in[0], rows[i].limit_ms, rows[i].more_ms ? 2 : 1);
        _exit(write(out[1], &came, sizeof came) != sizeof came);
    }
    pause_until(began, STOP_MS);
    if (rows[i].is_stopped)
        kill(child, SIGSTOP);
    if (rows[i].come_ms < GO_ON_MS)
        come(in[1], began + rows[i].come_ms);
    if (rows[i].is_stopped) {
        pause_until(began, GO_ON_MS);
        kill(child, SIGCONT);
    }
    if (rows[i].come_ms > GO_ON_MS)
        come(in[1], began + rows[i].come_ms);
    if (rows[i].more_ms)
        come(in[1], began + rows[i].more_ms);
    assert_int_equal(read(out[0], &came, sizeof came), sizeof came);
    assert_int_equal(waitpid(child, &status, 0), child);
    for (int end = 0; end < 2; end++)
        close(in[end]), close(out[end]);
    if (came < rows[i].least || came > rows[i].most)
        fail_msg("it came after %lld ms", (long long)came);
}

int main(void)
{
    ROWS_BY_INDEX(rows, name, row);
    return rows_run("loop");
}
