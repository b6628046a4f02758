// SPDX-License-Identifier: MIT
#include "tests/lib/parsed.h"

#include "core/check/check.h"
#include "pdn/pdn.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

void parsed(const char *pdn, struct arena *arena, struct game *game)
{
    struct checker *checker = checker_open(NULL);
    struct findings found = {.arena = arena};
    struct err err = {0};
    size_t used;
    assert_non_null(checker);
    *game = (struct game){.arena = arena, .at = {"test", 1, 1}};
    assert_int_equal(pdn_parse(pdn, strlen(pdn), &used, game, &found, &err), 1);
    assert_int_equal(check_game(checker, game, &found, &err), 0);
    checker_close(checker);
}
