// SPDX-License-Identifier: MIT
/* How wide texts are, and how much of them fits. */
#include "core/base/array.h"
#include "core/base/width.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const struct {
    const char *name, *text;
    size_t width;
    size_t fits; /* bytes, in four columns */
} rows[] = {
    {"nothing", "", 0, 0},
    {"letters", "Wiersma", 7, 4},
    {"accents", "\xc3\xa1\xc3\xa9\xc3\xad\xc3\xb3\xc3\xba", 5, 8},
    {"Cyrillic", "\xd0\x9a\xd0\xbe\xd0\xb9\xd1\x84\xd0\xbc\xd0\xb0\xd0\xbd", 7, 8},
    {"Armenian", "\xd5\x80\xd5\xa1\xd5\xb5", 3, 6},
    {"Chinese", "\xe6\xa3\x8b\xe6\x89\x8b", 4, 6},
    {"a wide character that does not fit", "abc\xe6\xa3\x8b", 5, 3},
    {"Japanese", "\xe3\x83\x80\xe3\x82\x99\xe3\x83\x9e", 4, 9}, /* a voiced mark apart */
    {"Korean", "\xea\xb9\x80\xec\xb2\xa0\xec\x88\x98", 6, 6},
    {"an accent apart", "Sijbra\xcc\x81nds", 9, 4},
    {"an accent beyond what fits", "abcde\xcc\x81", 5, 4},
    {"an accent belongs to what fits", "abcd\xcc\x81\x65", 5, 6},
    {"Hebrew with points", "\xd7\xa9\xd6\xb8\xd7\x9c\xd7\x95\xd7\x9d", 4, 10},
    {"full width", "\xef\xbc\xa1\xef\xbd\x9e", 4, 6},
    {"a crown", "\xf0\x9f\x91\x91", 2, 4},
    {"bytes that are no UTF-8", "\xff\xc3(", 3, 3},
};

static void is_as_wide(void **state)
{
    size_t i = (size_t)(uintptr_t)*state;
    struct text text = text_of(rows[i].text);
    assert_int_equal(width_of(text), rows[i].width);
    assert_int_equal(width_fit(text, 4), rows[i].fits);
    assert_int_equal(width_fit(text, rows[i].width), text.n);
}

int main(void)
{
    static struct CMUnitTest tests[ARRAY_LEN(rows)];
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        tests[i] = (struct CMUnitTest){
            .name = rows[i].name, .test_func = is_as_wide, .initial_state = (void *)(uintptr_t)i};
    return cmocka_run_group_tests_name("width", tests, NULL, NULL);
}
