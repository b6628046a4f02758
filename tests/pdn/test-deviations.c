// SPDX-License-Identifier: MIT
/*
 * What real files do to PDN, in the numbers of the format notes: each is read, and said. D35
 * (encodings), D46 (empty files) and D47 (names that mislead) are of files, not games:
 * dama-validate.bats has them.
 */
#include "core/base/array.h"
#include "core/base/buffer.h"
#include "core/check/check.h"
#include "pdn/pdn.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static const struct row {
    const char *id, *what, *text, *plies, *found;
} rows[] = {
#include "tests/pdn/test-deviations.inc"
};

enum { ROWS = ARRAY_LEN(rows) };

/* The words of the findings, each once; that tags are missing is no news here. */
static void add_findings(const struct findings *found, struct buffer *out)
{
    enum finding_code before = FINDING_MISSING_TAG;
    const char *gap = "";
    for (const struct finding *f = found->first; f; f = f->next) {
        if (f->code == FINDING_MISSING_TAG || f->code == before)
            continue;
        buffer_printf(out, "%s%s", gap, finding_kinds[f->code].word);
        before = f->code;
        gap = " ";
    }
}

static void is_read_and_said(void **state)
{
    const struct row *row = *state;
    struct checker *checker = checker_open(&(struct check_options){.explain = true});
    struct arena arena = {0};
    struct buffer plies = {0}, said = {0};
    size_t n = strlen(row->text), used;
    enum game_before before = GAME_BEFORE_NONE;
    for (size_t at = 0; at < n; at += used) {
        struct game game = {
            .arena = &arena, .at = {.line = at ? 2 : 1, .col = 1}, .before = before};
        struct findings found = {.arena = &arena};
        struct err err = {0};
        unsigned legal_plies;
        int got = pdn_parse(row->text + at, n - at, &used, &game, &found, &err);
        assert_true(got >= 0 && used > 0);
        if (got == 0)
            continue;
        assert_int_equal(check_game(checker, &game, &found, &err), 0);
        findings_settle(&found, NULL, game.source, game.at, 0);
        check_was_legal(checker, &legal_plies);
        buffer_printf(&plies, "%s%u", plies.n ? " " : "", legal_plies);
        buffer_add_string(&said, said.n || at ? " | " : "");
        add_findings(&found, &said);
        before = game_before_next(&game);
        arena_reset(&arena);
    }
    assert_string_equal(plies.s ? plies.s : "", row->plies);
    assert_string_equal(said.s ? said.s : "", row->found);
    buffer_fini(&plies);
    buffer_fini(&said);
    checker_close(checker);
    arena_fini(&arena);
}

int main(void)
{
    struct CMUnitTest tests[ROWS];
    char names[ROWS][128];
    for (unsigned i = 0; i < ROWS; i++) {
        snprintf(names[i], sizeof names[i], "%s: %s", rows[i].id, rows[i].what);
        tests[i] = (struct CMUnitTest){names[i], is_read_and_said, NULL, NULL, (void *)&rows[i]};
    }
    return cmocka_run_group_tests_name("deviations", tests, NULL, NULL);
}
