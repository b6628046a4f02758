// SPDX-License-Identifier: MIT
#include "core/base/array.h"
#include "core/query/name-count.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const one_person[][3] = {
    {"Sijbrands, Ton", "T. Sijbrands", "Sijbrands"},
    {"Wiersma, Harm", "Harm Wiersma", "Wiersma, H."},
    {"Tsjizjow, Alexei", "Tsjizjov, A.", "Tsjizjow"},
    {"D\xC3\xBCrer, Hans", "Durer, H", "DURER, HANS"},
    {"Kuperman, Iser", "Cuperman, I.", "Kupermann, Iser"},
    {"Wal, Jannes van der", "van der Wal, J.", "J. van der Wal"},
};
static const char *const two_persons[][2] = {
    {"Jansen, Piet", "Jansen, Klaas"},
    {"Vries, A. de", "Vries, B. de"},
    {"Boer", "Bor"},
    {"Smit, Jan", "Smits, Karel"},
};

static struct text suggest(const char *const *names, size_t n, struct buffer *out, long *groups)
{
    struct name_count *count = name_count_open();
    for (size_t i = 0; i < n; i++)
        assert_int_equal(name_count_add(count, text_of(names[i])), 0);
    assert_int_equal(name_count_add(count, text_of(names[0])), 0); /* the most frequent one */
    assert_int_equal(name_count_add(count, text_of("?")), 0);
    *groups = name_count_suggest(count, out);
    name_count_close(count);
    return buffer_text(out);
}

static void variants_are_grouped(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(one_person); i++) {
        struct buffer out = {0};
        long groups;
        suggest(one_person[i], 3, &out, &groups);
        buffer_add_char(&out, '\0');
        if (groups != 1)
            fail_msg("%s: %ld groups\n%s", one_person[i][0], groups, out.s);
        const char *line = strchr(out.s, '\n') + 2; /* the canonical name comes first, in quotes */
        assert_memory_equal(line, one_person[i][0], strlen(one_person[i][0]));
        for (size_t k = 1; k < 3; k++)
            assert_non_null(strstr(out.s, one_person[i][k]));
        buffer_fini(&out);
    }
}

static void different_people_are_not(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(two_persons); i++) {
        struct buffer out = {0};
        long groups;
        suggest(two_persons[i], 2, &out, &groups);
        if (groups != 0)
            fail_msg("%s and %s", two_persons[i][0], two_persons[i][1]);
        buffer_fini(&out);
    }
}

/* Whatever the input, there is an end to the memory that names take. */
static void too_many_names_are_passed_over(void **state)
{
    enum { ROOM = 131072 };
    (void)state;
    struct name_count *count = name_count_open(), *bytes = name_count_open();
    static char longest[1 << 20];
    char name[16];
    for (unsigned i = 0; i <= ROOM; i++) {
        assert_int_equal(name_count_full(count), 0);
        snprintf(name, sizeof name, "N%u", i);
        assert_int_equal(name_count_add(count, text_of(name)), 0);
    }
    assert_int_equal(name_count_full(count), ROOM);
    memset(longest, 'x', sizeof longest);
    for (unsigned i = 0; i < 6; i++) {
        longest[0] = (char)('a' + i);
        assert_int_equal(name_count_full(bytes), i < 5 ? 0 : 4);
        assert_int_equal(name_count_add(bytes, (struct text){longest, sizeof longest}), 0);
    }
    name_count_close(count);
    name_count_close(bytes);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(variants_are_grouped),
        cmocka_unit_test(different_people_are_not),
        cmocka_unit_test(too_many_names_are_passed_over),
    };
    return cmocka_run_group_tests_name("name-count", tests, NULL, NULL);
}
