// SPDX-License-Identifier: MIT
/* Untrusted text, and what of it may reach a terminal. */
#include "core/base/array.h"
#include "core/base/printable.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const struct {
    const char *name, *text, *shown;
} rows[] = {
    {"words", "Sijbr\xc3\xa1nds 1-0", "Sijbr\xc3\xa1nds 1-0"},
    {"nothing", "", ""},
    {"a colour", "\33[31mred", "\\x1b[31mred"},
    {"a title of the window", "\33]0;x\7", "\\x1b]0;x\\x07"},
    {"a line end", "a\nb\r", "a\\x0ab\\x0d"},
    {"a tab", "a\tb", "a b"},
    {"delete", "a\x7f", "a\\x7f"},
    {"C1 in UTF-8",
     "a\xc2\x9b"
     "31m",
     "a\\x9b31m"},
    {"C1 as a byte",
     "a\x9b"
     "31m",
     "a\\x9b31m"},
    {"bytes that are no UTF-8", "\xff\xc3(", "\\xff\\xc3("},
    {"cut short", "\xe2\x80", "\\xe2\\x80"},
    {"an overlong form", "\xc0\x9b\xe0\x80\x9b", "\\xc0\\x9b\\xe0\\x80\\x9b"},
    {"a surrogate", "\xed\xa0\x80", "\\xed\\xa0\\x80"},
    {"another direction",
     "a\xe2\x80\xae"
     "fdp.exe",
     "a\\u202efdp.exe"},
    {"isolates", "\xe2\x81\xa6x\xe2\x81\xa9", "\\u2066x\\u2069"},
    {"a soft hyphen, and blanks of no width",
     "3\xc2\xad"
     "2\xe2\x80\x8b-\xef\xbb\xbf"
     "28",
     "3\\xad2\\u200b-\\ufeff28"},
    {"a line separator", "\xe2\x80\xa8", "\\u2028"},
    {"beyond the first plane", "\xf0\x9f\x91\x91", "\xf0\x9f\x91\x91"},
};

static void is_shown(void **state)
{
    size_t i = (size_t)(uintptr_t)*state;
    struct buffer out = {0};
    printable_add(&out, text_of(rows[i].text));
    buffer_add_char(&out, '\0');
    assert_string_equal(out.s, rows[i].shown);
    assert_int_equal(printable_is(text_of(rows[i].text)), strcmp(rows[i].text, rows[i].shown) == 0);
    buffer_clear(&out);
    printable_printf(&out, "%s: %d", rows[i].text, 7);
    buffer_add_char(&out, '\0');
    assert_memory_equal(out.s, rows[i].shown, strlen(rows[i].shown));
    buffer_fini(&out);
}

int main(void)
{
    static struct CMUnitTest tests[ARRAY_LEN(rows)];
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        tests[i] = (struct CMUnitTest){
            .name = rows[i].name, .test_func = is_shown, .initial_state = (void *)(uintptr_t)i};
    return cmocka_run_group_tests_name("printable", tests, NULL, NULL);
}
