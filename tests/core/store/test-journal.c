// SPDX-License-Identifier: MIT
/* The journal of annotations on a disk that is full for a while. */
#include "core/store/journal.h"
#include "tests/lib/scratch.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

enum { LIMIT = 200000 /* bytes; more than SQLite needs to begin */ };

static char folder[SCRATCH_SIZE], path[SCRATCH_SIZE + 16];
static const struct hash128 key = {1, 2};
static const struct journal_effort effort = {.nodes = 5};

static int setup(void **state)
{
    (void)state;
    if (!mkdtemp(scratch_name(folder)))
        return -1;
    snprintf(path, sizeof path, "%s/x.journal", folder);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static struct journal *opened(void)
{
    struct journal *journal = NULL;
    struct err err = {0};
    if (journal_open(path, &journal, &err))
        fail_msg("%s", err.msg);
    return journal;
}

/* A position, then a verdict, which commits both. */
static int put(struct journal *journal, struct err *err)
{
    static const char many[LIMIT];
    const struct text bytes = {many, sizeof many};
    return journal_position_keep(journal, 1, 2, &effort, bytes, err)
                   || journal_verdict_put(journal, key, 5, bytes, err)
               ? -1
               : 0;
}

static void a_full_disk_is_a_failure_until_there_is_room(void **state)
{
    (void)state;
    struct journal *journal = opened();
    struct rlimit before, none;
    struct err err = {0};
    struct buffer out = {0};
    uint64_t nodes;
    assert_int_equal(journal_set(journal, "a", text_of("b"), &err), 0);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    none = (struct rlimit){LIMIT, before.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
    int rc = put(journal, &err);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(rc, -1);
    assert_int_equal(journal_commit(journal, &err), 0); /* nothing is left to commit */
    err = (struct err){0};
    if (put(journal, &err) || journal_commit(journal, &err))
        fail_msg("%s", err.msg);
    journal_close(journal);
    journal = opened();
    assert_int_equal(journal_verdict_get(journal, key, &nodes, &out, &err), 1);
    assert_int_equal(journal_position_find(journal, 1, 2, &effort, &out, &err), 1);
    journal_close(journal);
    buffer_fini(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_full_disk_is_a_failure_until_there_is_room, setup,
                                        teardown),
    };
    return cmocka_run_group_tests_name("journal", tests, NULL, NULL);
}
