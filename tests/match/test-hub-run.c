// SPDX-License-Identifier: MIT
/* Whole Hub sessions over pipes. */
#include "core/base/clock.h"
#include "match/protocol/hub.h"
#include "match/serve/hub-run.h"
#include "tests/lib/scripted.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define START "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww"

struct run {
    struct script script;
    int in[2], out[2];
    pthread_t thread;
    enum hub_end end;
    struct err err;
    int rc;
};

static void *serve(void *ctx)
{
    struct run *r = ctx;
    struct hub_settings settings = {.name = "dama", .version = "1"};
    r->rc = hub_run(&scripted, &r->script, &settings, r->in[0], r->out[1], -1, &r->end, &r->err);
    close(r->in[0]);
    close(r->out[1]);
    return NULL;
}

static void begin(struct run *r)
{
    memset(r, 0, sizeof *r);
    script_init(&r->script);
    assert_int_equal(pipe(r->in) + pipe(r->out), 0);
    assert_int_equal(pthread_create(&r->thread, NULL, serve, r), 0);
}

static void end(struct run *r, enum hub_end want)
{
    int64_t before = clock_ms();
    pthread_join(r->thread, NULL);
    assert_true(clock_ms() - before < 3000);
    assert_int_equal(r->rc, 0);
    assert_int_equal(r->end, want);
    assert_int_equal(r->script.opened, r->script.closed);
    assert_false(r->script.thinking);
    script_fini(&r->script);
}

static void put(struct run *r, const char *s)
{
    assert_int_equal(write(r->in[1], s, strlen(s)), strlen(s));
}

/* Reads lines until one begins with `word`. */
static void get(struct run *r, const char *word)
{
    char line[4096];
    size_t n = 0;
    while (n + 1 < sizeof line && read(r->out[0], line + n, 1) == 1) {
        if (line[n++] != '\n')
            continue;
        line[n] = '\0';
        if (strncmp(line, word, strlen(word)) == 0)
            return;
        n = 0;
    }
    fail_msg("no line begins with %s", word);
}

static void a_whole_session(void **state)
{
    (void)state;
    struct run r;
    begin(&r);
    put(&r, "hub\n");
    get(&r, "wait");
    put(&r, "set-param name=threads value=2\ninit\n");
    get(&r, "ready");
    for (int i = 0; i < 20; i++) {
        put(&r, "pos pos=" START "\r\nlevel moves=75 time=291,587\r\ngo think\r\n");
        get(&r, "done move=");
    }
    put(&r, "pi");
    poll(NULL, 0, 10);
    put(&r, "ng\n"); /* half lines are joined */
    get(&r, "pong");
    put(&r, "quit\n");
    end(&r, HUB_QUIT);
    close(r.in[1]);
    close(r.out[0]);
}

static void end_of_input_in_a_search(void **state)
{
    (void)state;
    struct run r;
    begin(&r);
    r.script.waits = true;
    put(&r, "pos start\ngo analyze\nhalf a li");
    get(&r, "info");
    close(r.in[1]);
    end(&r, HUB_GONE);
    close(r.out[0]);
}

static void reader_goes_away_in_a_search(void **state)
{
    (void)state;
    struct run r;
    begin(&r);
    r.script.waits = true;
    put(&r, "pos start\ngo think\n");
    get(&r, "info");
    close(r.out[0]);
    end(&r, HUB_GONE); /* though nothing was to be written */
    close(r.in[1]);
}

static void endless_line_is_skipped(void **state)
{
    (void)state;
    struct run r;
    char block[4096];
    begin(&r);
    memset(block, 'x', sizeof block);
    for (int i = 0; i < 2 * HUB_LINE_MAX / 4096; i++)
        assert_int_equal(write(r.in[1], block, sizeof block), sizeof block);
    put(&r, "\nping\n");
    get(&r, "error message=\"line is too long\"");
    get(&r, "pong");
    close(r.in[1]);
    end(&r, HUB_GONE);
    close(r.out[0]);
}

static void driver_that_never_reads(void **state)
{
    (void)state;
    struct run r;
    begin(&r);
    /* Pings until both pipes and the backlog are full; then nothing more is taken. */
    char block[4000];
    size_t total = 0;
    for (size_t i = 0; i < sizeof block; i += 5)
        memcpy(block + i, "ping\n", 5);
    for (;;) {
        struct pollfd fd = {.fd = r.in[1], .events = POLLOUT};
        if (poll_until(&fd, 1, clock_ms() + 500) == 0)
            break;
        total += (size_t)write(r.in[1], block, 1000);
    }
    assert_in_range(total, 1000000, 4000000);
    close(r.in[1]);
    close(r.out[0]);
    end(&r, HUB_GONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_session),
        cmocka_unit_test(end_of_input_in_a_search),
        cmocka_unit_test(reader_goes_away_in_a_search),
        cmocka_unit_test(endless_line_is_skipped),
        cmocka_unit_test(driver_that_never_reads),
    };
    signal(SIGPIPE, SIG_IGN); /* as a command does */
    return cmocka_run_group_tests_name("hub-run", tests, NULL, NULL);
}
