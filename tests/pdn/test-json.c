// SPDX-License-Identifier: MIT
#include "core/base/array.h"
#include "core/base/json.h"
#include "pdn/formats/json-read.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static const struct src_pos at = {.file = "x.json", .line = 7, .col = 1};

static void writes_escapes(void **state)
{
    (void)state;
    static const struct {
        struct text text;
        const char *json;
    } rows[] = {
        {{"", 0}, "\"\""},
        {{"a \"b\" \\", 7}, "\"a \\\"b\\\" \\\\\""},
        {{"\n\t\x01", 3}, "\"\\n\\t\\u0001\""},
        {{"a\0b", 3}, "\"a\\u0000b\""},
        {{"\x7f", 1}, "\"\\u007f\""},
        {{"D\xC3\xBC", 3}, "\"D\xC3\xBC\""},
        {{"\xFF"
          "a",
          2},
         "\"\\ufffda\""},
        {{"\xC3", 1}, "\"\\ufffd\""},
        {{"\xED\xA0\x80", 3}, "\"\\ufffd\\ufffd\\ufffd\""}, /* half a surrogate pair */
        {{"\xF0\x9F\x98\x80", 4}, "\"\xF0\x9F\x98\x80\""},
        {{"\xC0\x80", 2}, "\"\\ufffd\\ufffd\""}, /* longer than it need be */
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct buffer b = {0};
        json_add_text(&b, rows[i].text);
        buffer_add_char(&b, '\0');
        assert_string_equal(b.s, rows[i].json);
        buffer_fini(&b);
    }
}

static void puts_commas(void **state)
{
    (void)state;
    struct buffer b = {0};
    struct json_writer w = {.out = &b};
    json_begin(&w, '{');
    json_name(&w, "a");
    json_begin(&w, '[');
    json_put_number(&w, -3);
    json_begin(&w, '{');
    json_end(&w, '}');
    json_put_bool(&w, true);
    json_end(&w, ']');
    json_name(&w, "b");
    json_put_text(&w, text_of("x"));
    json_end(&w, '}');
    buffer_add_char(&b, '\0');
    assert_string_equal(b.s, "{\"a\":[-3,{},true],\"b\":\"x\"}");
    buffer_fini(&b);
}

static void reads_values(void **state)
{
    (void)state;
    if (!json_is_built())
        skip();
    struct json *whole = NULL;
    struct err err = {0};
    const char *s = "{\"n\":12,\"r\":1.5,\"t\":\"a\\u0000b\",\"l\":[1,[]],\"z\":null,\"y\":true}";
    assert_int_equal(json_read(text_of(s), at, &whole, &err), 0);
    int64_t n;
    double r;
    assert_int_equal(json_kind(whole), JSON_MEMBERS);
    assert_true(json_number(json_member(whole, "n"), 0, 12, &n));
    assert_int_equal(n, 12);
    assert_false(json_number(json_member(whole, "n"), 0, 11, &n));
    assert_false(json_number(json_member(whole, "r"), 0, 11, &n));
    assert_true(json_double(json_member(whole, "r"), &r) && r > 1.4 && r < 1.6);
    assert_int_equal(json_text(json_member(whole, "t")).n, 3);
    assert_int_equal(json_count(json_member(whole, "l")), 2);
    assert_int_equal(json_kind(json_element(json_member(whole, "l"), 1)), JSON_LIST);
    assert_null(json_element(json_member(whole, "l"), 2));
    assert_int_equal(json_kind(json_member(whole, "z")), JSON_NULL_VALUE);
    assert_true(json_truth(json_member(whole, "y")));
    assert_int_equal(json_kind(json_member(whole, "none")), JSON_NOTHING);
    assert_null(json_text(json_member(whole, "n")).s);
    assert_null(json_member(NULL, "x"));
    void *step = NULL;
    const char *name;
    const struct json *member;
    unsigned members = 0;
    while (json_each(whole, &step, &name, &member))
        members++;
    assert_int_equal(members, 6);
    json_close(whole);
}

static void refuses_what_is_no_json(void **state)
{
    (void)state;
    static const char *const rows[] = {"", "{", "{\"a\":1,\"a\":2}", "[1]x", "{'a':1}", "\xFF"};
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct json *whole = NULL;
        struct err err = {0};
        assert_int_equal(json_read(text_of(rows[i]), at, &whole, &err), -1);
        assert_string_equal(err.at.file, "x.json");
        assert_int_equal(err.at.line, 7);
        assert_true(*err.msg);
        assert_null(whole);
    }
}

static void survives_deep_nesting(void **state)
{
    (void)state;
    if (!json_is_built())
        skip();
    struct buffer b = {0};
    for (unsigned i = 0; i < 100000; i++)
        buffer_add_char(&b, '[');
    struct json *whole = NULL;
    struct err err = {0};
    assert_int_equal(json_read(buffer_text(&b), at, &whole, &err), -1);
    buffer_fini(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_escapes),        cmocka_unit_test(puts_commas),
        cmocka_unit_test(reads_values),          cmocka_unit_test(refuses_what_is_no_json),
        cmocka_unit_test(survives_deep_nesting),
    };
    return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
