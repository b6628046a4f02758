// SPDX-License-Identifier: MIT
#include "core/base/array.h"
#include "core/base/buffer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void starts_empty(void **state)
{
    (void)state;
    struct buffer b = {0};
    assert_int_equal(buffer_text(&b).n, 0);
    assert_non_null(buffer_text(&b).s);
    buffer_add(&b, NULL, 0);
    assert_null(b.s);
    buffer_fini(&b);
}

static void joins_what_is_added(void **state)
{
    (void)state;
    struct buffer b = {0};
    buffer_add_string(&b, "32-28");
    buffer_add_char(&b, ' ');
    buffer_printf(&b, "%d.%s", 2, "28x19");
    assert_true(text_is(buffer_text(&b), "32-28 2.28x19"));
    buffer_clear(&b);
    buffer_add_text(&b, text_of("2-0"));
    assert_true(text_is(buffer_text(&b), "2-0"));
    buffer_fini(&b);
    assert_null(b.s);
}

static void writes_every_number(void **state)
{
    (void)state;
    static const struct {
        int64_t number;
        const char *text;
    } rows[] = {
        {0, "0"},
        {-1, "-1"},
        {10, "10"},
        {INT64_MAX, "9223372036854775807"},
        {INT64_MIN, "-9223372036854775808"},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct buffer b = {0};
        buffer_add_number(&b, rows[i].number);
        assert_true(text_is(buffer_text(&b), rows[i].text));
        buffer_fini(&b);
    }
}

static void keeps_bytes_while_growing(void **state)
{
    (void)state;
    struct buffer b = {0};
    for (unsigned i = 0; i < 100000; i++)
        buffer_add_char(&b, (char)('a' + i % 26));
    assert_int_equal(b.n, 100000);
    for (unsigned i = 0; i < 100000; i++)
        assert_int_equal(b.s[i], 'a' + i % 26);
    buffer_fini(&b);
}

static void remembers_that_memory_was_out(void **state)
{
    (void)state;
    struct buffer b = {0};
    buffer_add_string(&b, "x");
    assert_null(buffer_reserve(&b, SIZE_MAX - 8));
    assert_true(b.failed);
    assert_true(text_is(buffer_text(&b), "x"));
    buffer_fini(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(starts_empty),
        cmocka_unit_test(joins_what_is_added),
        cmocka_unit_test(writes_every_number),
        cmocka_unit_test(keeps_bytes_while_growing),
        cmocka_unit_test(remembers_that_memory_was_out),
    };
    return cmocka_run_group_tests_name("buffer", tests, NULL, NULL);
}
