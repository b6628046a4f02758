// SPDX-License-Identifier: MIT
/* Thinking in the background: which reports are kept, what a result holds, stopping and giving up. */
#include "core/base/clock.h"
#include "match/thinker.h"
#include "tests/lib/scripted.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct bench {
    struct script script;
    struct waker waker;
    struct thinker *thinker;
    struct position start;
};

static int set_up(void **state)
{
    struct bench *b = calloc(1, sizeof *b);
    script_init(&b->script);
    position_start(rules_international, &b->start);
    if (waker_init(&b->waker, NULL)
        || thinker_open(&scripted, &b->script, rules_international, NULL, &b->waker, &b->thinker,
                        NULL))
        return -1;
    *state = b;
    return 0;
}

static int tear_down(void **state)
{
    struct bench *b = *state;
    thinker_close(b->thinker);
    assert_int_equal(b->script.opened, b->script.closed);
    waker_fini(&b->waker);
    script_fini(&b->script);
    free(b);
    return 0;
}

/*
 * Starts a search that ends when stopped, and waits until all that it tells on its way has been
 * told.
 */
static void start(struct bench *b, unsigned multi)
{
    struct engine_limits limits = {.multi = multi};
    unsigned before = script_searches(&b->script);
    struct timespec by = clock_after(10000);
    b->script.waits = true;
    assert_int_equal(thinker_start(b->thinker, &b->start, NULL, 0, &limits, NULL), 0);
    pthread_mutex_lock(&b->script.lock);
    while (b->script.searches == before)
        if (pthread_cond_timedwait(&b->script.changed, &b->script.lock, &by))
            break;
    pthread_mutex_unlock(&b->script.lock);
    assert_int_equal(script_searches(&b->script), before + 1);
}

static int take_result(struct bench *b, struct engine_result *result, struct err *err)
{
    int64_t by = clock_ms() + 10000;
    int rc;
    while ((rc = thinker_take_result(b->thinker, result, err)) == 0 && clock_ms() < by) {
        struct pollfd fd = {.fd = b->waker.read, .events = POLLIN};
        poll_until(&fd, 1, by);
        waker_clear(&b->waker);
    }
    return rc;
}

/* Each line was told at depth 6, then 7: the newer report on each is kept, best line first. */
static void keeps_newest_of_each_line(void **state)
{
    struct bench *b = *state;
    struct thinker_report report;
    struct engine_result result;
    b->script.score = 500;
    start(b, 3);
    for (unsigned i = 0; i < 3; i++) {
        assert_true(thinker_take_report(b->thinker, &report));
        assert_int_equal(report.info.index, i);
        assert_int_equal(report.info.depth, 7);
        assert_ptr_equal(report.info.line, &report.line);
        assert_int_equal(report.line.score, 500 - 10 * (int)i);
    }
    assert_false(thinker_take_report(b->thinker, &report));
    thinker_stop(b->thinker);
    assert_int_equal(take_result(b, &result, NULL), 1);
    assert_int_equal(result.n_lines, 3);
    for (unsigned i = 1; i < 3; i++)
        assert_false(move_same(&result.lines[0].pv[0], &result.lines[i].pv[0]));
    assert_int_equal(thinker_take_result(b->thinker, &result, NULL), 0); /* once */
}

/* What nobody took of one search is not told of the next, which has fewer lines. */
static void forgets_old_news(void **state)
{
    struct bench *b = *state;
    struct thinker_report report;
    struct engine_result result;
    start(b, 4);
    thinker_stop(b->thinker);
    assert_int_equal(take_result(b, &result, NULL), 1);
    start(b, 0);
    assert_true(thinker_take_report(b->thinker, &report));
    assert_int_equal(report.info.index, 0);
    assert_false(thinker_take_report(b->thinker, &report));
    thinker_abandon(b->thinker);
    assert_false(thinker_busy(b->thinker));
    assert_false(thinker_take_report(b->thinker, &report));
}

static void passes_failures_on(void **state)
{
    struct bench *b = *state;
    struct engine_result result;
    struct err err = {0};
    b->script.fails = true;
    start(b, 1);
    thinker_stop(b->thinker);
    assert_int_equal(take_result(b, &result, &err), -1);
    assert_string_equal(err.msg, "out of memory");
    assert_false(thinker_busy(b->thinker));
}

static void stays_closed(void **state)
{
    (void)state;
    struct script script;
    struct thinker *thinker = NULL;
    struct waker waker = {-1, -1};
    struct err err = {0};
    script_init(&script);
    script.will_not_open = true;
    assert_int_equal(
        thinker_open(&scripted, &script, rules_international, NULL, &waker, &thinker, &err), -1);
    assert_null(thinker);
    assert_string_equal(err.msg, "no weights for these rules");
    script_fini(&script);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(keeps_newest_of_each_line, set_up, tear_down),
        cmocka_unit_test_setup_teardown(forgets_old_news, set_up, tear_down),
        cmocka_unit_test_setup_teardown(passes_failures_on, set_up, tear_down),
        cmocka_unit_test(stays_closed),
    };
    return cmocka_run_group_tests_name("thinker", tests, NULL, NULL);
}
