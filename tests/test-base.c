// SPDX-License-Identifier: MIT
/* The small things that everything stands on: errors, arenas, texts. */
#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static void first_cause_is_kept(void **state)
{
    (void)state;
    struct err err = {0};
    assert_int_equal(err_set(&err, (struct src_pos){.file = "a", .line = 3}, "first %d", 1), -1);
    assert_int_equal(err_set(&err, (struct src_pos){0}, "second"), -1);
    assert_string_equal(err.msg, "first 1");
    assert_int_equal(err.at.line, 3);
}

static void arena_serves_small_and_large(void **state)
{
    (void)state;
    struct arena arena = {0};
    for (size_t n = 0; n < 300000; n = n * 3 + 1) {
        char *p = arena_alloc(&arena, n);
        assert_non_null(p);
        assert_int_equal((uintptr_t)p % _Alignof(max_align_t), 0);
        memset(p, 0x55, n);
    }
    assert_string_equal(arena_strndup(&arena, "words", 3), "wor");
    arena_reset(&arena);
    assert_int_equal(arena.used, 0);
    char *p = arena_zalloc(&arena, 100);
    assert_int_equal(p[99], 0);
    assert_null(arena_alloc(&arena, SIZE_MAX));
    arena_fini(&arena);
}

static void text_is_trimmed(void **state)
{
    (void)state;
    assert_true(text_is(text_trim(text_of(" \t a b\r\n")), "a b"));
    assert_int_equal(text_trim(text_of(" \n ")).n, 0);
    assert_true(text_is_nocase(text_of("GameType"), "gametype"));
    assert_false(text_is_nocase(text_of("GameTyp"), "gametype"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_cause_is_kept),
        cmocka_unit_test(arena_serves_small_and_large),
        cmocka_unit_test(text_is_trimmed),
    };
    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
