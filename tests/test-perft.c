// SPDX-License-Identifier: MIT
/*
 * Perft from the start positions.
 * Source: shared/spec/variants.md, section 7; for international at depths 7 to 11 the FMJD forum's numbers.
 */
#include "core/board/perft.h"
#include "tests/amount.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { DEPTHS = 11 };

static const struct row {
    const char *spelling;
    uint64_t leaves[DEPTHS]; /* at depth 1, 2, ...; 0 ends the row */
} rows[] = {
    {"international",
     {9, 81, 658, 4265, 27117, 167140, 1049442, 6483961, 41022423, 258895763, 1665861398}},
    {"killer", {9, 81, 658, 4265, 27117, 167140}},
    {"antidraughts", {9, 81, 658, 4265, 27117, 167140}},
    {"breakthrough", {9, 81, 658, 4265, 27117, 167140}},
    {"frisian", {9, 81, 658, 3874, 21265, 102431}},
    {"frysk", {9, 81, 657, 5329, 41829, 328329}},
    {"brazilian", {7, 49, 302, 1469, 7473, 37628}},
    {"russian", {7, 49, 302, 1469, 7482, 37986}},
    {"pool", {7, 49, 302, 1469, 7482, 37986}},
    {"english", {7, 49, 302, 1469, 7361, 36768}},
    {"czech", {7, 49, 302, 1469, 7361, 36768}},
    {"italian", {7, 49, 302, 1469, 7361, 36473}},
    {"spanish", {7, 49, 302, 1469, 7361, 36473}},
    {"portuguese", {7, 49, 302, 1469, 7361, 36473}},
    {"thai", {7, 49, 392, 3136, 26592, 218695}},
    {"turkish", {8, 64, 708, 7538, 85090, 931312}},
    {"armenian", {22, 484, 12174, 268670, 6277298}},
    {"armenian:men-capture=all", {22, 484, 11422}},
    {"tama", {22, 484, 12174, 268670, 6280482}},
    {"dameo", {52, 2704, 135930, 6253934}},
    {"croda", {22, 484, 10494, 194440, 3624616}},
    {"altdeutsch", {14, 196, 2940, 44100, 694358, 10825000}},
    {"altdeutsch-flying", {14, 196, 2940, 44100, 694358, 10825000}},
};
enum { ROWS = sizeof rows / sizeof *rows };

static void check_row(void **state)
{
    const struct row *row = *state;
    const struct rules *rules;
    struct position pos;
    struct err err = {0};
    assert_int_equal(rules_find(text_of(row->spelling), &rules, &err), 0);
    position_start(rules, &pos);
    const uint64_t most = amount(UINT32_MAX, 2000000);
    for (unsigned depth = 1;
         depth <= DEPTHS && row->leaves[depth - 1] && row->leaves[depth - 1] < most; depth++)
        assert_int_equal(perft(rules, &pos, depth, PERFT_UNIQUE), row->leaves[depth - 1]);
}

int main(void)
{
    struct CMUnitTest tests[ROWS];
    for (int i = 0; i < ROWS; i++)
        tests[i] = (struct CMUnitTest){rows[i].spelling, check_row, NULL, NULL, (void *)&rows[i]};
    return cmocka_run_group_tests_name("perft", tests, NULL, NULL);
}
