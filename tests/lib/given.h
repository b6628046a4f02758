// SPDX-License-Identifier: MIT
/* What tests begin with: rules by their spelling, and small numbers that look random. */
#ifndef DAMA_TESTS_LIB_GIVEN_H
#define DAMA_TESTS_LIB_GIVEN_H

#include "core/board/rules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/** @return the rule set; the test fails if there is none */
static inline const struct rules *rules_named(const char *name)
{
    const struct rules *rules;
    struct err err = {0};
    if (rules_find(text_of(name), &rules, &err) < 0)
        fail_msg("%s", err.msg);
    return rules;
}

/**
 * Draws a number that looks random.
 * @param state the seed, changed with each draw
 * @return 0 to n - 1
 */
static inline unsigned draw_lot(uint64_t *state, unsigned n)
{
    *state = *state * 6364136223846793005 + 1442695040888963407;
    return (unsigned)((*state >> 33) % n);
}

#endif
