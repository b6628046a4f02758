// SPDX-License-Identifier: MIT
/*
 * One process at a time. Locks of one process do not exclude each other, so another process is
 * used.
 */
#include "core/base/lockfile.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static char path[200];

static int set_up(void **state)
{
    const char *dir = getenv("TMPDIR");
    (void)state;
    snprintf(path, sizeof path, "%s/dama-lockfile-%ld", dir ? dir : "/tmp", (long)getpid());
    return 0;
}

/* What lockfile_open returns in another process. */
static int try_elsewhere(void)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        struct lockfile *lock;
        long holder;
        int rc = lockfile_open(path, &lock, &holder, NULL);
        _exit(rc == 1 && holder != (long)getppid() ? 9 : rc);
    }
    waitpid(child, &status, 0);
    return WEXITSTATUS(status);
}

static void excludes_another_process(void **state)
{
    struct lockfile *lock;
    (void)state;
    assert_int_equal(lockfile_open(path, &lock, NULL, NULL), 0);
    assert_int_equal(try_elsewhere(), 1);
    lockfile_close(lock);
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(try_elsewhere(), 0);
}

static void killed_holder_leaves_no_lock(void **state)
{
    int ready[2], status;
    char c;
    (void)state;
    assert_int_equal(pipe(ready), 0);
    pid_t child = fork();
    if (child == 0) {
        struct lockfile *lock;
        if (lockfile_open(path, &lock, NULL, NULL) || write(ready[1], "", 1) != 1)
            _exit(1);
        pause();
    }
    assert_int_equal(read(ready[0], &c, 1), 1);
    assert_int_equal(try_elsewhere() != 0, 1);
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    assert_int_equal(access(path, F_OK), 0); /* the file is there, the lock is not */
    assert_int_equal(try_elsewhere(), 0);
    remove(path);
}

static void missing_folder_is_an_error(void **state)
{
    struct lockfile *lock;
    struct err err = {0};
    (void)state;
    assert_int_equal(lockfile_open("/nowhere/at/all", &lock, NULL, &err), -1);
    assert_non_null(strstr(err.msg, "cannot be created: No such file"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(excludes_another_process),
        cmocka_unit_test(killed_holder_leaves_no_lock),
        cmocka_unit_test(missing_folder_is_an_error),
    };
    return cmocka_run_group_tests_name("lockfile", tests, set_up, NULL);
}
