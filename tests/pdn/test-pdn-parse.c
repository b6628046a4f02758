// SPDX-License-Identifier: MIT
/*
 * The tolerant parser: what each shape of PDN is read as, what is said about it, and what its
 * certain repairs make of it. The names carry the numbers of the deviations.
 */
#include "core/base/array.h"
#include "pdn/pdn.h"
#include "tests/lib/dump.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* Games are dumped with " | " between them, findings with " | " between those of two games. */
static const struct {
    const char *name, *text, *games, *findings, *repaired; /* NULL: as the text */
} rows[] = {
#include "tests/pdn/test-pdn-parse.inc"
};

enum { ROWS = ARRAY_LEN(rows) };

struct reading {
    struct buffer games, findings, repaired;
    unsigned n;
};

/* Reads all games of a text that ends a file. */
static struct reading read_all(const char *text, size_t n)
{
    struct reading out = {0};
    struct arena arena = {0};
    struct findings found = {.arena = &arena};
    struct src_pos at = {.line = 1, .col = 1};
    enum game_before before = GAME_BEFORE_NONE;
    for (size_t used; n > 0; text += used, n -= used) {
        struct game game = {.arena = &arena, .at = at, .before = before};
        struct finding *last = found.last;
        struct err err = {0};
        int rc = pdn_parse(text, n, &used, &game, &found, &err);
        assert_in_range(rc, 0, 1);
        assert_in_range(used, 1, n);
        findings_settle(&found, last, (struct text){text, used}, at, out.n);
        struct buffer one = {0};
        if (rc == 1 && out.n > 0)
            buffer_add_string(&out.games, " | ");
        if (rc == 1)
            dump_game(&game, &one);
        buffer_add_text(&out.games, buffer_text(&one));
        buffer_clear(&one);
        dump_findings(&found, last, &one);
        if (out.n > 0 && rc == 1)
            buffer_add_string(&out.findings, " | ");
        buffer_add_text(&out.findings, buffer_text(&one));
        dump_repaired(&found, last, (struct text){text, used}, &out.repaired);
        buffer_fini(&one);
        out.n += rc == 1;
        before = rc == 1 ? game_before_next(&game) : before;
        at = game_place(&game, (uint32_t)used);
    }
    arena_fini(&arena);
    return out;
}

static void assert_text(struct buffer *buf, const char *expected)
{
    buffer_add_char(buf, '\0');
    assert_string_equal(buf->s, expected);
}

static void reads(void **state)
{
    size_t i = (size_t)(uintptr_t)*state;
    size_t n = strlen(rows[i].text);
    char *text = malloc(n ? n : 1); /* without a NUL, so that sanitizers see a step too far */
    assert_non_null(text);
    memcpy(text, rows[i].text, n);
    struct reading got = read_all(text, n);
    assert_text(&got.games, rows[i].games);
    assert_text(&got.findings, rows[i].findings);
    assert_text(&got.repaired, rows[i].repaired ? rows[i].repaired : rows[i].text);
    buffer_fini(&got.games);
    buffer_fini(&got.findings);
    buffer_fini(&got.repaired);
    free(text);
}

int main(void)
{
    static struct CMUnitTest tests[ROWS];
    for (size_t i = 0; i < ROWS; i++)
        tests[i] = (struct CMUnitTest){
            .name = rows[i].name, .test_func = reads, .initial_state = (void *)(uintptr_t)i};
    return cmocka_run_group_tests_name("pdn-parse", tests, NULL, NULL);
}
