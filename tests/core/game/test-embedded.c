// SPDX-License-Identifier: MIT
#include "core/base/array.h"
#include "core/game/embedded.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void finds(void **state)
{
    (void)state;
    struct text comment = text_of("good [%eval 0.17] [%clock w0:10:00 B0:09:58] [%inbook] [x] [%");
    struct embedded command;
    size_t from = 0;
    assert_true(embedded_next(comment, &from, &command));
    assert_true(text_is(command.name, "eval") && text_is(command.value, "0.17"));
    assert_true(text_is(command.whole, "[%eval 0.17]"));
    assert_true(embedded_next(comment, &from, &command));
    assert_true(embedded_next(comment, &from, &command));
    assert_true(text_is(command.name, "inbook") && command.value.n == 0);
    assert_false(embedded_next(comment, &from, &command));
    assert_true(embedded_find(comment, "CLOCK", &command));
    assert_false(embedded_find(comment, "clk", &command));
    assert_false(embedded_find(text_of(""), "clk", &command));
    assert_false(embedded_find(text_of("[%clk"), "clk", &command));
}

static const struct {
    const char *comment;
    unsigned about;
    const char *left; /* NULL: nothing is taken away */
} strips[] = {
    {"[%clk 1:00:00]", EMBEDDED_CLOCKS, ""},
    {"good [%clk 1:00:00] move", EMBEDDED_CLOCKS, "good move"},
    {"[%eval 0.1] [%clk 1:00:00]", EMBEDDED_EVALS, "[%clk 1:00:00]"},
    {"[%eval 0.1] [%depth 9] [%emt 0:00:01]", EMBEDDED_EVALS | EMBEDDED_CLOCKS, ""},
    {"[%csl R12] text", EMBEDDED_EVALS | EMBEDDED_CLOCKS, NULL},
    {"no command", EMBEDDED_CLOCKS, NULL},
};

static void strips_by_subject(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(strips); i++) {
        struct buffer out = {0};
        bool any = embedded_strip(text_of(strips[i].comment), strips[i].about, &out);
        assert_int_equal(any, strips[i].left != NULL);
        if (any)
            assert_true(text_is(buffer_text(&out), strips[i].left));
        buffer_fini(&out);
    }
}

static void reads_times(void **state)
{
    (void)state;
    int64_t ms;
    assert_true(embedded_read_time(text_of("1:02:03"), &ms) && ms == 3723000);
    assert_true(embedded_read_time(text_of("0:0:9.56"), &ms) && ms == 9560);
    assert_true(embedded_read_time(text_of("2:47"), &ms) && ms == 10020000);
    static const char *const none[] = {
        "", "1", "1:", "1:60:00", "1:00:61", "a:00:00", "1:00:00x", "1:2:3:4", "99999999999:00:00"};
    for (size_t i = 0; i < ARRAY_LEN(none); i++)
        assert_false(embedded_read_time(text_of(none[i]), &ms));
}

static void reads_clocks(void **state)
{
    (void)state;
    struct embedded_clocks clocks;
    assert_true(embedded_read_clocks(text_of("w0:10:00 B0:09:58"), &clocks));
    assert_true(clocks.white == 600000 && clocks.black == 598000
                && clocks.mover == EMBEDDED_NO_TIME);
    assert_true(clocks.black_runs && !clocks.white_runs);
    assert_true(embedded_read_clocks(text_of("0:49:11"), &clocks));
    assert_true(clocks.mover == 2951000 && clocks.white == EMBEDDED_NO_TIME);
    assert_true(embedded_read_clocks(text_of("-0:00:00.033"), &clocks));
    assert_int_equal(clocks.mover, -33);
    assert_false(embedded_read_clocks(text_of("--0:00:01"), &clocks));
    assert_false(embedded_read_clocks(text_of(""), &clocks));
    assert_false(embedded_read_clocks(text_of("x0:49:11"), &clocks));
    assert_false(embedded_read_clocks(text_of("w0:49:11 soon"), &clocks));
}

static void reads_evals(void **state)
{
    (void)state;
    struct embedded_eval eval;
    assert_true(embedded_read_eval(text_of("0.17"), &eval) && eval.hundredths == 17);
    assert_true(embedded_read_eval(text_of("-1.5"), &eval) && eval.hundredths == -150);
    assert_true(embedded_read_eval(text_of("+2"), &eval) && eval.hundredths == 200);
    assert_true(embedded_read_eval(text_of("-0.048"), &eval) && eval.hundredths == -4);
    assert_true(embedded_read_eval(text_of("#-5"), &eval) && eval.decided && eval.moves == -5);
    assert_false(embedded_read_eval(text_of(""), &eval));
    assert_false(embedded_read_eval(text_of("#"), &eval));
    assert_false(embedded_read_eval(text_of("1.2.3"), &eval));
    assert_false(embedded_read_eval(text_of("#1.5"), &eval));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds),       cmocka_unit_test(strips_by_subject),
        cmocka_unit_test(reads_times), cmocka_unit_test(reads_clocks),
        cmocka_unit_test(reads_evals),
    };
    return cmocka_run_group_tests_name("command", tests, NULL, NULL);
}
