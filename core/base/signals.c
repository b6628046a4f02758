// SPDX-License-Identifier: MIT
/*
 * The handler touches only lock-free atomics, a pipe that never blocks, unlink and kill: all
 * that is safe there.
 */
#include "core/base/signals.h"

#include "core/base/array.h"
#include "core/base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

enum { PLACES = 64, PATH_ROOM = 4096, GROUPS = 512 };

/*
 * A place is taken by whoever moves it from FREE to FILLING; the handler reads only those that are
 * READY.
 */
enum { FREE, FILLING, READY };

static struct {
    atomic_int state;
    char path[PATH_ROOM];
} files[PLACES];

static atomic_int groups[GROUPS]; /* 0: free */

static atomic_int stopped_by; /* 0: by nothing */
static atomic_uint first_ms;  /* when, as far as it goes into an odd number; 0: never */
static atomic_int wake_read = -1, wake_write = -1;

static void remove_files(void)
{
    for (int i = 0; i < PLACES; i++)
        if (atomic_load(&files[i].state) == READY)
            unlink(files[i].path);
}

static void kill_groups(void)
{
    for (int i = 0; i < GROUPS; i++) {
        int group = atomic_load(&groups[i]);
        if (group > 0)
            kill(-group, SIGKILL);
    }
}

/* @return whether this request is the first, or the same as the first */
static bool ask_to_stop(int number)
{
    int none = 0;
    unsigned never = 0, now = (unsigned)clock_ms() | 1;
    atomic_compare_exchange_strong(&first_ms, &never, now);
    if (!atomic_compare_exchange_strong(&stopped_by, &none, number))
        return now - atomic_load(&first_ms) < SIGNALS_SAME_MS;
    int fd = atomic_load(&wake_write);
    /* Where the pipe is full, whoever waits wakes anyway. */
    return fd < 0 || write(fd, "", 1) <= 1;
}

static void handle(int number)
{
    int saved = errno;
    if (!ask_to_stop(number)) {
        remove_files();
        kill_groups();
        signal(number, SIG_DFL);
        raise(number); /* delivered when this handler returns */
    }
    errno = saved;
}

static void make_wake_pipe(void)
{
    int ends[2];
    if (atomic_load(&wake_read) >= 0 || pipe(ends) < 0)
        return;
    for (int i = 0; i < 2; i++) {
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
        fcntl(ends[i], F_SETFL, O_NONBLOCK);
    }
    atomic_store(&wake_write, ends[1]);
    atomic_store(&wake_read, ends[0]);
}

void signals_init(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    make_wake_pipe();
    for (size_t i = 0; i < ARRAY_LEN(numbers); i++) {
        /*
         * Calls go on: a half-written line is no way to stop. Who waits for input polls signals_fd.
         */
        struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART}, old;
        sigemptyset(&action.sa_mask);
        if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
    }
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

bool signals_stopped(void) { return atomic_load_explicit(&stopped_by, memory_order_relaxed) != 0; }

int signals_number(void) { return atomic_load(&stopped_by); }

int signals_fd(void) { return atomic_load(&wake_read); }

void signals_stop(void) { ask_to_stop(SIGTERM); }

void signals_reset(void)
{
    char drop[16];
    int fd = signals_fd();
    while (fd >= 0 && read(fd, drop, sizeof drop) > 0)
        continue;
    atomic_store(&stopped_by, 0);
    atomic_store(&first_ms, 0);
}

int signals_remove(const char *path)
{
    size_t n = strlen(path) + 1;
    if (n > PATH_ROOM)
        return -1;
    for (int i = 0; i < PLACES; i++) {
        int expected = FREE;
        if (atomic_compare_exchange_strong(&files[i].state, &expected, FILLING)) {
            memcpy(files[i].path, path, n);
            atomic_store(&files[i].state, READY);
            return i;
        }
    }
    return -1;
}

void signals_keep(int place)
{
    if (place >= 0)
        atomic_store(&files[place].state, FREE);
}

int signals_kill(int group)
{
    for (int i = 0; i < GROUPS; i++) {
        int none = 0;
        if (atomic_compare_exchange_strong(&groups[i], &none, group))
            return i;
    }
    return -1;
}

void signals_spare(int place)
{
    if (place >= 0)
        atomic_store(&groups[place], 0);
}
