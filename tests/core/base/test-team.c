// SPDX-License-Identifier: MIT
#include "core/base/array.h"
#include "core/base/team.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { PIECES = 1000 };

static void work(void *ctx, size_t piece)
{
    atomic_uint *times = ctx;
    atomic_fetch_add(&times[piece], 1);
}

static void each_piece_is_worked_on_once(void **state)
{
    (void)state;
    static const struct {
        unsigned threads;
        size_t n;
    } rows[] = {{0, 3}, {1, 3}, {2, 1}, {2, 0}, {4, PIECES}, {100 * TEAM_THREADS_MAX, PIECES}};
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        static atomic_uint times[PIECES];
        memset(times, 0, sizeof times);
        team_share(rows[i].threads, rows[i].n, work, times);
        for (size_t k = 0; k < PIECES; k++)
            assert_int_equal(times[k], k < rows[i].n);
    }
}

static void *come(void *ctx)
{
    atomic_fetch_add((atomic_uint *)ctx, 1);
    return NULL;
}

static void every_member_runs(void **state)
{
    (void)state;
    static const struct {
        unsigned threads, members;
    } rows[] = {{0, 1}, {1, 1}, {3, 3}, {TEAM_THREADS_MAX + 1, TEAM_THREADS_MAX}};
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        atomic_uint n = 0;
        team_run(rows[i].threads, come, &n);
        assert_int_equal(n, rows[i].members);
    }
}

/* ---- a barrier ---- */

enum { MEMBERS = 4, ROUNDS = 500 };

struct meeting {
    struct team_barrier barrier;
    atomic_uint came, missing; /* missing: how often somebody went on alone */
};

static void *meet(void *ctx)
{
    struct meeting *m = ctx;
    for (unsigned round = 1; round <= ROUNDS; round++) {
        atomic_fetch_add(&m->came, 1);
        team_barrier_wait(&m->barrier);
        if (atomic_load(&m->came) != round * MEMBERS)
            atomic_fetch_add(&m->missing, 1);
        team_barrier_wait(&m->barrier);
    }
    return NULL;
}

static void nobody_goes_on_alone(void **state)
{
    (void)state;
    struct meeting m = {.came = 0};
    assert_int_equal(team_barrier_init(&m.barrier, MEMBERS), 0);
    team_run(MEMBERS, meet, &m);
    team_barrier_fini(&m.barrier);
    assert_int_equal(m.came, MEMBERS * ROUNDS);
    assert_int_equal(m.missing, 0);
}

/* ---- where the system gives threads little stack ---- */

static const char *self; /* this program, to be run again */

static void *use_stack(void *ctx)
{
    volatile char room[1 << 20];
    for (size_t i = 0; i < sizeof room; i += 512)
        room[i] = 1;
    *(char *)ctx = room[512];
    return NULL;
}

static int use_stack_of_thread(void)
{
    pthread_t thread;
    char used = 0;
    if (team_start(&thread, use_stack, &used))
        return 2;
    pthread_join(thread, NULL);
    return used == 1 ? 0 : 3;
}

static void threads_have_stack_enough(void **state)
{
    (void)state;
    pid_t child = fork();
    int status;
    if (child == 0) {
        struct rlimit limit;
        getrlimit(RLIMIT_STACK, &limit);
        limit.rlim_cur = 128 << 10; /* what musl gives a thread */
        setrlimit(RLIMIT_STACK, &limit);
        execl(self, self, "use-stack", (char *)NULL);
        _exit(9);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

int main(int argc, char **argv)
{
    self = argv[0];
    if (argc > 1)
        return use_stack_of_thread();
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_piece_is_worked_on_once),
        cmocka_unit_test(every_member_runs),
        cmocka_unit_test(nobody_goes_on_alone),
        cmocka_unit_test(threads_have_stack_enough),
    };
    return cmocka_run_group_tests_name("team", tests, NULL, NULL);
}
