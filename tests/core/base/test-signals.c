// SPDX-License-Identifier: MIT
/*
 * Stopping on request. Each case is a process of its own, which is signalled.
 */
#include "core/base/clock.h"
#include "core/base/signals.h"

#include <errno.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { WRITTEN = 1 << 18, INTERRUPTED = 10, OTHER = 11 };

struct process {
    pid_t id;
    int from; /* what it writes */
};

/* Writes all to standard output. @return what the process ends with */
static int write_all(void)
{
    static const char bytes[WRITTEN];
    for (size_t done = 0; done < sizeof bytes;) {
        ssize_t n = write(STDOUT_FILENO, bytes + done, sizeof bytes - done);
        if (n < 0)
            return errno == EINTR && signals_stopped() ? INTERRUPTED : OTHER;
        done += (size_t)n;
    }
    return signals_stopped() ? 0 : OTHER;
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

static void stopped_reader_holds_nobody_up(void **state)
{
    struct process w;
    (void)state;
    start(&w, write_all);
    int64_t before = clock_ms();
    kill(w.id, SIGTERM);
    assert_int_equal(end(&w), INTERRUPTED);
    assert_in_range(clock_ms() - before, 300, 3000); /* some are slow: valgrind, a busy machine */
}

static void slow_reader_gets_all(void **state)
{
    char bytes[16384];
    struct process w;
    size_t sum = 0;
    (void)state;
    start(&w, write_all);
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
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stopped_reader_holds_nobody_up),
        cmocka_unit_test(slow_reader_gets_all),
        cmocka_unit_test(second_signal_ends_at_once),
    };
    return cmocka_run_group_tests_name("signals", tests, NULL, NULL);
}
