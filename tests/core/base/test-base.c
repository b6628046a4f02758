// SPDX-License-Identifier: MIT
/* The small things that everything rests on: errors, arenas, texts. */
#include "core/base/amount.h"
#include "core/base/arena.h"
#include "core/base/array.h"
#include "core/base/ascii.h"
#include "core/base/bytes.h"
#include "core/base/clock.h"
#include "core/base/err.h"
#include "core/base/fold.h"
#include "core/base/huge-pages.h"
#include "core/base/path.h"
#include "core/base/text.h"

#include <ctype.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void first_cause_is_kept(void **state)
{
    (void)state;
    struct err err = {0};
    assert_int_equal(err_set(&err, (struct src_pos){.file = "a", .line = 3}, "first %d", 1), -1);
    assert_int_equal(err_plain(&err, "second"), -1);
    assert_string_equal(err.msg, "first 1");
    assert_int_equal(err.at.line, 3);
}

static void helpers_set_their_place(void **state)
{
    (void)state;
    struct err plain = {0}, file = {0}, memory = {0};
    assert_int_equal(err_plain(&plain, "only %s", "words"), -1);
    assert_null(plain.at.file);
    assert_string_equal(plain.msg, "only words");
    assert_int_equal(err_file(&file, "a.pdn", "no game %d", 7), -1);
    assert_string_equal(file.at.file, "a.pdn");
    assert_int_equal(file.at.line, 0);
    assert_string_equal(file.msg, "no game 7");
    assert_int_equal(err_memory(&memory), -1);
    assert_int_equal(err_memory(&file), -1);
    assert_string_equal(memory.msg, "out of memory");
    assert_string_equal(file.msg, "no game 7");
    assert_int_equal(err_plain(NULL, "nobody asks"), -1);
}

static void stopping_is_passed_on(void **state)
{
    (void)state;
    struct err stopped = {0}, passed = {0}, wrapped = {0}, failed = {0};
    assert_int_equal(err_stopped(&stopped, (struct src_pos){.file = "pipe"}), -1);
    assert_true(stopped.stopped);
    assert_string_equal(stopped.at.file, "pipe");
    assert_int_equal(err_pass(&passed, &stopped), -1);
    assert_true(passed.stopped);
    assert_string_equal(passed.at.file, "pipe");
    assert_string_equal(passed.msg, stopped.msg);
    assert_int_equal(err_wrap(&wrapped, &stopped, (struct src_pos){.file = "a", .line = 2},
                              "not included: %s", stopped.msg),
                     -1);
    assert_true(wrapped.stopped);
    assert_int_equal(wrapped.at.line, 2);
    assert_string_equal(wrapped.msg, "not included: stopped by a signal");
    err_plain(&failed, "a failure before that");
    err_stopped(&failed, (struct src_pos){0});
    err_pass(&failed, &stopped);
    err_wrap(&failed, &stopped, (struct src_pos){0}, "then %s", stopped.msg);
    assert_false(failed.stopped);
    assert_string_equal(failed.msg, "a failure before that");
    assert_int_equal(err_pass(NULL, &stopped), -1);
    assert_int_equal(err_wrap(NULL, &stopped, (struct src_pos){0}, "nobody asks"), -1);
}

static void array_grows(void **state)
{
    (void)state;
    uint16_t *numbers = NULL;
    unsigned n = 0, room = 0;
    for (; n < 1000; n++) {
        assert_true(ARRAY_GROW(numbers, n, room));
        assert_true(room > n);
        numbers[n] = (uint16_t)n;
    }
    assert_int_equal(numbers[999], 999);
    assert_int_equal(room, 1024);
    assert_false(array_resize(&numbers, SIZE_MAX / 2, sizeof *numbers));
    assert_false(array_resize(&numbers, 0, sizeof *numbers));
    assert_int_equal(numbers[0], 0);
    assert_int_equal(array_double(UINT32_MAX - 1), 0);
    free(numbers);
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
    assert_string_equal(arena_strndup(&arena, NULL, 0), "");
    arena_reset(&arena);
    assert_int_equal(arena.used, 0);
    char *p = arena_zalloc(&arena, 100);
    assert_int_equal(p[99], 0);
    assert_null(arena_alloc(&arena, SIZE_MAX));
    arena_fini(&arena);
}

/* One byte, a page, around half of a huge page, and more than one. */
static void pages_are_zeros_and_hold_what_is_asked_for(void **state)
{
    (void)state;
    static const size_t sizes[] = {1, 4096, (1 << 20) - 1, 1 << 20, (3 << 20) + 5};
    char *block[ARRAY_LEN(sizes)];
    for (size_t i = 0; i < ARRAY_LEN(sizes); i++) {
        block[i] = huge_pages_alloc(sizes[i]);
        assert_non_null(block[i]);
        assert_int_equal((uintptr_t)block[i] % PAGES_ALIGNMENT, 0);
        for (size_t k = 0; k < sizes[i]; k++)
            if (block[i][k])
                fail_msg("byte %zu of %zu is %d", k, sizes[i], block[i][k]);
        memset(block[i], 1 + (int)i, sizes[i]);
    }
    for (size_t i = 0; i < ARRAY_LEN(sizes); i++) { /* no block reaches into another */
        assert_int_equal(block[i][0], 1 + i);
        assert_int_equal(block[i][sizes[i] - 1], 1 + i);
        huge_pages_free(block[i], sizes[i]);
    }
    huge_pages_free(NULL, 1);
    errno = 0;
    assert_null(huge_pages_alloc(SIZE_MAX));
    assert_int_equal(errno, ENOMEM);
}

static void text_is_trimmed(void **state)
{
    (void)state;
    assert_true(text_is(text_trim(text_of(" \t a b\r\n")), "a b"));
    assert_int_equal(text_trim(text_of(" \n ")).n, 0);
    assert_true(text_is_nocase(text_of("GameType"), "gametype"));
    assert_false(text_is_nocase(text_of("GameTyp"), "gametype"));
}

static void lines_are_counted(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned lines;
    } rows[] = {{"", 0},   {"a", 0},    {"a\n", 1},     {"\r\n", 1},
                {"\r", 1}, {"\n\r", 2}, {"\r\r\n\n", 3}};
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct text rest = text_of(rows[i].text);
        bool open = rest.n && !strchr("\r\n", rest.s[rest.n - 1]);
        unsigned taken = 0;
        assert_int_equal(text_count_lines(rest), rows[i].lines);
        for (; rest.n; taken++)
            assert_int_equal(text_take_line(&rest).n, rows[i].text[0] == 'a');
        assert_int_equal(taken, rows[i].lines + open);
    }
    static char long_text[10000];
    for (int c = 0; c < 2; c++) {
        memset(long_text, c ? '\n' : '\x8a',
               sizeof long_text); /* 8A differs from LF in the high bit alone */
        for (size_t n = sizeof long_text - 20; n < sizeof long_text; n++)
            assert_int_equal(text_count_lines((struct text){long_text, n}), c ? n : 0);
    }
    for (size_t i = 1; i < sizeof long_text; i += 2)
        long_text[i] = '\r';
    assert_int_equal(text_count_lines((struct text){long_text, sizeof long_text}), 5001);
}

static void places_are_moved(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t n;
        unsigned line, col; /* from line 3, column 5 */
    } rows[] = {{"abc", 0, 3, 5},    {"abc", 2, 3, 7},    {"a\nbc", 2, 4, 1},
                {"a\nbc", 4, 4, 3},  {"a\r\nb", 2, 3, 7}, {"a\r\nb", 3, 4, 1},
                {"a\rb", 3, 4, 2},   {"\r", 1, 4, 1},     {"\n\n\r\nab", 6, 6, 3},
                {"a\n\r\n", 3, 4, 2}};
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct src_pos at = {.line = 3, .col = 5};
        text_move_place(text_of(rows[i].text), rows[i].n, &at);
        assert_int_equal(at.line, rows[i].line);
        assert_int_equal(at.col, rows[i].col);
    }
}

static void nearest_name_is_found(void **state)
{
    (void)state;
    static const char *const names[] = {"frisian", "english", "turkish", "dam"};
    assert_int_equal(text_nearest("firsian", names, 4), 0);
    assert_int_equal(text_nearest("English", names, 4), 1);
    assert_int_equal(text_nearest("turkisch", names, 4), 2);
    assert_int_equal(text_nearest("dma", names, 4), 3);
    assert_int_equal(text_nearest("xq", names, 4), -1);
    assert_int_equal(text_nearest("", names, 4), -1);
    assert_int_equal(text_nearest("chinese", names, 4), -1);
}

static void common_ends_are_dropped(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b, *left_a, *left_b;
    } rows[] = {{"", "", "", ""},
                {"abc", "abc", "", ""},
                {"", "abc", "", "abc"},
                {"abcd", "abxcd", "", "x"},
                {"Wihte", "White", "ih", "hi"},
                {"aa", "aaa", "", "a"},
                {"abc", "xyz", "abc", "xyz"}};
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct text a = text_of(rows[i].a), b = text_of(rows[i].b);
        text_drop_common(&a, &b);
        assert_true(text_is(a, rows[i].left_a));
        assert_true(text_is(b, rows[i].left_b));
    }
}

static void numbers_are_read_to_their_end(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned max;
        int value; /* -1: refused */
    } rows[] = {
        {"0", 0, 0},   {"7", 9, 7},    {"0042", 99, 42},    {"99", 99, 99}, {"100", 99, -1},
        {"", 9, -1},   {"+1", 9, -1},  {"-1", 9, -1},       {" 1", 9, -1},  {"1 ", 9, -1},
        {"1x", 9, -1}, {"0x1", 9, -1}, {"\xD9\xA3", 9, -1},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        unsigned number = 77;
        const bool read = text_number(text_of(rows[i].text), rows[i].max, &number);
        if (read != (rows[i].value >= 0) || number != (read ? (unsigned)rows[i].value : 77))
            fail_msg("'%s': %u", rows[i].text, number);
    }
    unsigned number = 77;
    assert_true(text_number(text_of("4294967295"), UINT32_MAX, &number));
    assert_int_equal(number, UINT32_MAX);
    assert_false(text_number(text_of("4294967296"), UINT32_MAX, &number));
    assert_false(text_number(text_of("18446744073709551617"), UINT32_MAX, &number));
}

static void paths_have_a_folder_and_a_name(void **state)
{
    (void)state;
    static const struct {
        const char *path, *folder, *name;
    } rows[] = {
        {"a.pdn", ".", "a.pdn"},   {"./a.pdn", ".", "a.pdn"},       {"/a.pdn", "/", "a.pdn"},
        {"b/a.pdn", "b", "a.pdn"}, {"/c/b/a.pdn", "/c/b", "a.pdn"}, {"b/", "b", ""},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        char *folder = path_folder(rows[i].path);
        assert_string_equal(folder, rows[i].folder);
        assert_string_equal(path_name(rows[i].path), rows[i].name);
        free(folder);
    }
}

static void amounts_take_decimal_numbers_only(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool is_whole, is_real;
    } rows[] = {
        {"3", true, true},       {"-5", true, true},     {"+2", true, true},
        {"0.5", false, true},    {"1e6", false, true},   {".5", false, true},
        {"", false, false},      {" 3", false, false},   {"3 ", false, false},
        {"0x10", false, false},  {"inf", false, false},  {"nan", false, false},
        {"1e999", false, false}, {"--1", false, false},  {"+", false, false},
        {"1-2", false, false},   {"3,5", false, false},  {"9223372036854775807", true, true},
        {".", false, false},     {"1.5e", false, false}, {"9223372036854775808", false, true},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        int64_t number;
        double real;
        if (amount_number(rows[i].text, &number) != rows[i].is_whole
            || amount_real(rows[i].text, &real) != rows[i].is_real)
            fail_msg("'%s'", rows[i].text);
    }
}

static void years_have_four_digits(void **state)
{
    (void)state;
    struct tm tm;
    assert_true(clock_utc(1000 * INT64_C(253402300799), &tm));
    assert_int_equal(tm.tm_year, 9999 - 1900);
    assert_int_equal(tm.tm_mday, 31);
    assert_false(clock_utc(1000 * INT64_C(253402300800), &tm));
    assert_false(clock_utc(INT64_MAX, &tm));
    assert_true(clock_utc(0, &tm));
    assert_int_equal(tm.tm_year, 70);
    char text[UTC_TEXT_SIZE];
    assert_string_equal(clock_format(86399999, UTC_DAY, text), "1970-01-01");
    assert_string_equal(clock_format(86399999, UTC_MINUTE, text), "1970-01-01 23:59");
    assert_string_equal(clock_format(86399999, UTC_SECOND, text), "1970-01-01 23:59:59 UTC");
    assert_string_equal(clock_format(INT64_MAX, UTC_DAY, text), "?");
}

/* The C library's functions say the same in the locale "C", but for blanks. */
static void kinds_of_characters(void **state)
{
    (void)state;
    for (int c = 0; c < 256; c++) {
        const char byte = (char)c;
        assert_int_equal(ascii_is_digit(byte), isdigit(c) != 0);
        assert_int_equal(ascii_is_letter(byte), isalpha(c) != 0);
        assert_int_equal(ascii_is_alnum(byte), isalnum(c) != 0);
        assert_int_equal(ascii_is_space(byte), c && strchr(" \t\r\n", c) != NULL);
        assert_int_equal((unsigned char)ascii_upper(byte), toupper(c));
        assert_int_equal((unsigned char)ascii_lower(byte), tolower(c));
    }
}

static void no_number_beyond_the_end(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {1, 2, 3, 4, 5};
    struct bytes_reader in = bytes_reader(bytes, sizeof bytes);
    assert_int_equal(bytes_take(&in, 2), 0x0201);
    assert_int_equal(bytes_take(&in, 4), 0);
    assert_true(in.failed);
    in.failed = false;
    assert_int_equal(bytes_take(&in, 3), 0x050403);
    assert_false(in.failed);
    assert_int_equal(bytes_take(&in, 1), 0);
    assert_true(in.failed);
}

static const char *const folded[][2] = {
    {"Sijbr\u00e1nds", "sijbrands"},
    {"STRA\u00dfE STRA\u1e9eE", "strasse strasse"},
    {"\u00c6\u0152\u0132", "aeoeij"},
    {"Nguy\u1ec5n Th\u1ecb \u00c1nh Tuy\u1ebft", "nguyen thi anh tuyet"}, /* Vietnamese */
    {"\u0401\u043b\u043a\u0438\u043d\u0430", "\u0435\u043b\u043a\u0438\u043d\u0430"},
    {"\u0490\u0404\u0407", "\u0491\u0454\u0457"},             /* Ukrainian */
    {"\u04ae\u04e8\u04a2", "\u04af\u04e9\u04a3"},             /* Mongolian, Yakut */
    {"\u04c0\u04c1\u04cd", "\u04cf\u04c2\u04ce"},             /* pairs that begin at odd places */
    {"\u0386\u038a\u03aa\u03ce", "\u03b1\u03b9\u03b9\u03c9"}, /* Greek, with marks */
    {"\u039d\u03af\u03ba\u03bf\u03c2", "\u03bd\u03b9\u03ba\u03bf\u03c3"},
    {"\u039d\u0399\u039a\u039f\u03a3", "\u03bd\u03b9\u03ba\u03bf\u03c3"},
    {"\u0531\u0556", "\u0561\u0586"},             /* Armenian */
    {"\u0482\u05d0\u4e2d", "\u0482\u05d0\u4e2d"}, /* a sign, and scripts without cases */
    {"e\u0301", "e"},
};

static void case_and_accents_are_folded(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(folded); i++) {
        struct buffer out = {0};
        fold_text(&out, text_of(folded[i][0]));
        buffer_add_char(&out, '\0');
        assert_string_equal(out.s, folded[i][1]);
        buffer_fini(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_cause_is_kept),
        cmocka_unit_test(helpers_set_their_place),
        cmocka_unit_test(stopping_is_passed_on),
        cmocka_unit_test(array_grows),
        cmocka_unit_test(arena_serves_small_and_large),
        cmocka_unit_test(pages_are_zeros_and_hold_what_is_asked_for),
        cmocka_unit_test(text_is_trimmed),
        cmocka_unit_test(lines_are_counted),
        cmocka_unit_test(places_are_moved),
        cmocka_unit_test(nearest_name_is_found),
        cmocka_unit_test(common_ends_are_dropped),
        cmocka_unit_test(numbers_are_read_to_their_end),
        cmocka_unit_test(paths_have_a_folder_and_a_name),
        cmocka_unit_test(amounts_take_decimal_numbers_only),
        cmocka_unit_test(years_have_four_digits),
        cmocka_unit_test(kinds_of_characters),
        cmocka_unit_test(no_number_beyond_the_end),
        cmocka_unit_test(case_and_accents_are_folded),
    };
    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
