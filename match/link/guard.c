// SPDX-License-Identifier: MIT
/*
 * The guard is a child of ours that does nothing but read which process groups there are. The other
 * end of its socket is open in no process but ours: when the socket is closed, we have ended, and
 * the child kills the groups that are left. It lives as long as there is a group to guard.
 *
 * prctl(PR_SET_PDEATHSIG) would be shorter, but it exists only on Linux, does not reach
 * grandchildren, and is tied to the thread that started the program, not to the process.
 *
 * The child is forked without exec, from a program that may have threads: it may call only what a
 * signal handler may.
 */
#include "match/link/guard.h"

#include "core/base/array.h"
#include "core/base/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { GROUPS = SIGNALS_GROUPS, FILES_MAX = 65536, GRACE_MS = 500 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards the following */
static unsigned n_groups;
static int line = -1; /* socket to the guard; -1: there is none */
static pid_t guard;

/* ---- the guard ---- */

/* Keeps the list. A positive number is a group to add, a negative one a group to remove. */
static void note(int32_t groups[GROUPS], int32_t number)
{
    int32_t old = number > 0 ? 0 : -number, new = number > 0 ? number : 0;
    for (int i = 0; i < GROUPS; i++)
        if (groups[i] == old) {
            groups[i] = new;
            return;
        }
}

/* Programs that notice by themselves that we are gone get a moment to end. */
static void kill_all(const int32_t groups[GROUPS])
{
    const struct timespec grace = {.tv_nsec = GRACE_MS * 1000000L};
    int n = 0;
    for (int i = 0; i < GROUPS; i++)
        n += groups[i] != 0;
    if (n)
        nanosleep(&grace, NULL);
    for (int i = 0; i < GROUPS; i++)
        if (groups[i])
            kill(-groups[i], SIGKILL);
}

/* @param files the greatest number of descriptors there may be: all but `in` are closed */
static void keep_guard(int in, int files)
{
    int32_t groups[GROUPS] = {0}, number;
    ssize_t n;
    for (int fd = 0; fd < files; fd++)
        if (fd != in)
            close(fd);
    while ((n = read(in, &number, sizeof number)) == sizeof number || (n < 0 && errno == EINTR))
        if (n > 0)
            note(groups, number);
    kill_all(groups);
    _exit(0);
}

/* ---- our side ---- */

/* The guard must not get signals that are meant for us, or for our group. */
static void ignore_signals(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    for (size_t i = 0; i < ARRAY_LEN(numbers); i++)
        signal(numbers[i], SIG_IGN);
    setpgid(0, 0);
}

static void start(void)
{
    int ends[2];
    long most = sysconf(_SC_OPEN_MAX);
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
        return;
    for (int i = 0; i < 2; i++)
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    guard = fork();
    if (guard == 0) {
        ignore_signals();
        keep_guard(ends[1], most > 0 && most < FILES_MAX ? (int)most : FILES_MAX);
    }
    close(ends[1]);
    if (guard > 0)
        line = ends[0];
    else
        close(ends[0]);
}

static void stop(void)
{
    if (line < 0)
        return;
    close(line);
    line = -1;
    while (waitpid(guard, NULL, 0) < 0 && errno == EINTR)
        continue;
}

static void send_group(int32_t number)
{
    if (line >= 0) /* if the guard is gone, nothing can be done */
        send(line, &number, sizeof number, MSG_NOSIGNAL);
}

void guard_add(pid_t group)
{
    pthread_mutex_lock(&lock);
    if (n_groups++ == 0)
        start();
    send_group((int32_t)group);
    pthread_mutex_unlock(&lock);
}

void guard_remove(pid_t group)
{
    pthread_mutex_lock(&lock);
    send_group(-(int32_t)group);
    if (--n_groups == 0)
        stop();
    pthread_mutex_unlock(&lock);
}
