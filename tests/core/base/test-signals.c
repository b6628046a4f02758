// SPDX-License-Identifier: MIT
/*
 * Stopping on request. Each case is a process of its own, which is signalled.
 */
#include "core/base/clock.h"
#include "core/base/signals.h"
#include "tests/lib/scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { WRITTEN = 1 << 18, PAGE = 4096, INTERRUPTED = 10, OTHER = 11 };

struct process {
    pid_t id;
    int from; /* what it writes */
};

/* @return what a process ends with whose call has failed */
static int failure(void) { return errno == EINTR && signals_stopped() ? INTERRUPTED : OTHER; }

/* Writes to standard output, at most so many bytes a call. @return what the process ends with */
static int write_in_parts(size_t part)
{
    static const char bytes[WRITTEN];
    for (size_t done = 0; done < sizeof bytes;) {
        const size_t left = sizeof bytes - done;
        ssize_t n = write(STDOUT_FILENO, bytes + done, left < part ? left : part);
        if (n < 0)
            return failure();
        done += (size_t)n;
    }
    return signals_stopped() ? 0 : OTHER;
}

static int write_all(void) { return write_in_parts(WRITTEN); }

static int write_pages(void) { return write_in_parts(PAGE); }

static int read_nothing(void)
{
    int ends[2];
    char byte;
    return pipe(ends) == 0 && read(ends[0], &byte, 1) < 0 ? failure() : OTHER;
}

/* Opens a named pipe that nobody writes. */
static int open_pipe(void)
{
    char folder[SCRATCH_SIZE], path[SCRATCH_SIZE + 8];
    if (!mkdtemp(scratch_name(folder)))
        return OTHER;
    snprintf(path, sizeof path, "%s/pipe", folder);
    const int rc = mkfifo(path, 0600) == 0 && open(path, O_RDONLY) < 0 ? failure() : OTHER;
    unlink(path);
    rmdir(folder);
    return rc;
}

/* Gets the signals of looks as a system may deal them out, and then ends what waits. */
static void *take_looks(void *arg)
{
    const int *fd = arg;
    for (int i = 0; i < 10; i++) {
        poll(NULL, 0, 20);
        raise(SIGALRM);
    }
    (void)!write(*fd, "", 1);
    return NULL;
}

/* Nothing but the looks of another thread interrupts this one. */
static int read_beside_thread(void)
{
    int ends[2];
    char byte;
    pthread_t thread;
    if (pipe(ends) || pthread_create(&thread, NULL, take_looks, &ends[1]))
        return OTHER;
    const int rc = read(ends[0], &byte, 1) < 0 && errno == EINTR ? INTERRUPTED : OTHER;
    pthread_join(thread, NULL);
    return rc;
}

static int wait_for_ever(void)
{
    while (pause())
        continue;
    return 0;
}

static void start(struct process *w, int (*run)(void))
{
    int ends[2];
    char ready;
    assert_int_equal(pipe(ends), 0);
    w->id = fork();
    assert_true(w->id >= 0);
    if (w->id == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        signals_init();
        (void)!write(STDOUT_FILENO, "", 1);
        _exit(run());
    }
    close(ends[1]);
    w->from = ends[0];
    assert_int_equal(read(w->from, &ready, 1), 1); /* its handlers are installed */
}

/* @return what the process ended with; 128 and the signal that killed it */
static int end(struct process *w)
{
    int status;
    assert_int_equal(waitpid(w->id, &status, 0), w->id);
    close(w->from);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* @param state what waits for a pipe */
static void is_interrupted(void **state)
{
    int (*const *run)(void) = *state;
    struct process w;
    start(&w, *run);
    int64_t before = clock_ms();
    kill(w.id, SIGTERM);
    assert_int_equal(end(&w), INTERRUPTED);
    assert_in_range(clock_ms() - before, 300, 3000); /* some are slow: valgrind, a busy machine */
}

static void look_in_another_thread_interrupts(void **state)
{
    struct process w;
    (void)state;
    start(&w, read_beside_thread);
    assert_int_equal(end(&w), INTERRUPTED);
}

/* @param state what writes */
static void slow_reader_gets_all(void **state)
{
    int (*const *run)(void) = *state;
    char bytes[16384];
    struct process w;
    size_t sum = 0;
    start(&w, *run);
    kill(w.id, SIGTERM);
    for (ssize_t n; (n = read(w.from, bytes, sizeof bytes)) > 0; sum += (size_t)n)
        poll(NULL, 0, 50);
    assert_int_equal(end(&w), 0);
    assert_int_equal(sum, WRITTEN);
}

static void second_signal_ends_at_once(void **state)
{
    struct process w;
    (void)state;
    start(&w, wait_for_ever);
    kill(w.id, SIGINT);
    poll(NULL, 0, 2 * SIGNALS_SAME_MS);
    kill(w.id, SIGTERM);
    assert_int_equal(end(&w), 128 + SIGTERM);
}

int main(void)
{
    static int (*runs[])(void) = {write_all, write_pages, read_nothing, open_pipe};
    const struct CMUnitTest tests[] = {
        {"a write that nobody reads", is_interrupted, NULL, NULL, &runs[0]},
        {"writes of a page that nobody reads", is_interrupted, NULL, NULL, &runs[1]},
        {"a read to which nothing comes", is_interrupted, NULL, NULL, &runs[2]},
        {"a named pipe that nobody opens for writing", is_interrupted, NULL, NULL, &runs[3]},
        {"a slow reader gets all of a write", slow_reader_gets_all, NULL, NULL, &runs[0]},
        {"a slow reader gets all pages", slow_reader_gets_all, NULL, NULL, &runs[1]},
        cmocka_unit_test(look_in_another_thread_interrupts),
        cmocka_unit_test(second_signal_ends_at_once),
    };
    return cmocka_run_group_tests_name("signals", tests, NULL, NULL);
}
