// SPDX-License-Identifier: MIT
/*
 * Perft from the start positions and from positions with kings. `test-perft ROW` counts one row
 * only. Source: shared/spec/variants.md, section 7; what goes deeper was published on the FMJD
 * forum ("Perft for all recognized draughts variants") and the shashki forum ("Standard validation
 * generator moves"), and is what dctl's tests expect: its "drop duplicates" is our unique count,
 * its "keep duplicates" our routes. DAMA_TEST_LONG=1 counts all of it.
 */
#include "core/base/array.h"
#include "core/board/fen.h"
#include "core/board/perft.h"
#include "tests/lib/effort.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum {
    DEPTHS = 15,
    MANY_LEAVES = 50000000, /* more of them are counted in the long run only */
    MANY_ROUTES = 4000000   /* likewise, one by one */
};

static const struct row {
    const char *name, *spelling;
    enum perft_count count;
    const char *fen;         /* "": from the start */
    const char *start_of;    /* of another variant on the same board; "": of its own */
    uint64_t leaves[DEPTHS]; /* at depth 1, 2, ...; 0 ends the row */
} rows[] = {
    /* clang-format off */
    {"international", "international", PERFT_UNIQUE, "", "",
     {9, 81, 658, 4265, 27117, 167140, 1049442, 6483961, 41022423, 258895763, 1665861398}},
    {"killer", "killer", PERFT_UNIQUE, "", "",
     {9, 81, 658, 4265, 27117, 167140, 1049442, 6483961, 41022423, 258895763, 1665861398}},
    {"antidraughts", "antidraughts", PERFT_UNIQUE, "", "",
     {9, 81, 658, 4265, 27117, 167140, 1049442, 6483961, 41022423, 258895763, 1665861398}},
    {"breakthrough", "breakthrough", PERFT_UNIQUE, "", "",
     {9, 81, 658, 4265, 27117, 167140}},
    {"frisian", "frisian", PERFT_UNIQUE, "", "",
     {9, 81, 658, 3874, 21265, 102431, 540126, 2825779, 15605069, 85817725, 491186430}},
    {"frysk", "frysk", PERFT_UNIQUE, "", "",
     {9, 81, 657, 5329, 41829, 328329}},
    {"brazilian", "brazilian", PERFT_UNIQUE, "", "",
     {7, 49, 302, 1469, 7473, 37628, 187302, 907830, 4431766, 21560022, 105491257, 511882477, 2481546396}},
    {"russian", "russian", PERFT_UNIQUE, "", "",
     {7, 49, 302, 1469, 7482, 37986, 190146, 929899, 4570586, 22444032, 110917189, 544770444, 2673979569}},
    {"pool", "pool", PERFT_UNIQUE, "", "",
     {7, 49, 302, 1469, 7482, 37986, 190146, 929896, 4570534, 22435955, 110833952, 544005148, 2668385616}},
    {"english", "english", PERFT_UNIQUE, "", "",
     {7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564, 85242128, 388617999, 1766564893}},
    {"czech", "czech", PERFT_UNIQUE, "", "",
     {7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963671, 18368918, 84967210, 386262109, 1749707352}},
    {"italian", "italian", PERFT_UNIQUE, "", "",
     {7, 49, 302, 1469, 7361, 36473, 177532, 828783, 3860875, 17761384, 81647058, 367911475, 1655211086}},
    {"spanish", "spanish", PERFT_UNIQUE, "", "",
     {7, 49, 302, 1469, 7361, 36473, 177532, 828783, 3860866, 17743464, 81383200, 365728331, 1637958247}},
    {"portuguese", "portuguese", PERFT_UNIQUE, "", "",
     {7, 49, 302, 1469, 7361, 36473, 177532, 828783, 3860866, 17743464, 81383200, 365728331, 1637958247}},
    {"thai", "thai", PERFT_UNIQUE, "", "",
     {7, 49, 392, 3136, 26592, 218695}},
    {"thai, twelve men", "thai", PERFT_UNIQUE, "", "english",
     {7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963648, 18363523, 84892793, 385713660, 1745666630}},
    {"thai, twelve men, no turning back", "thai:turn-back=no", PERFT_UNIQUE, "", "english",
     {7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963648, 18363523, 84892793, 385713687}},
    {"turkish", "turkish", PERFT_UNIQUE, "", "",
     {8, 64, 708, 7538, 85090, 931312}},
    {"armenian", "armenian", PERFT_UNIQUE, "", "",
     {22, 484, 12174, 268670, 6277298}},
    {"armenian, men take diagonally", "armenian:men-capture=all", PERFT_UNIQUE, "", "",
     {22, 484, 11422}},
    {"tama", "tama", PERFT_UNIQUE, "", "",
     {22, 484, 12174, 268670, 6280482}},
    {"dameo", "dameo", PERFT_UNIQUE, "", "",
     {52, 2704, 135930, 6253934}},
    {"croda", "croda", PERFT_UNIQUE, "", "",
     {22, 484, 10494, 194440, 3624616}},
    {"altdeutsch", "altdeutsch", PERFT_UNIQUE, "", "",
     {14, 196, 2940, 44100, 694358, 10825000}},
    {"altdeutsch-flying", "altdeutsch-flying", PERFT_UNIQUE, "", "",
     {14, 196, 2940, 44100, 694358, 10825000}},
    {"international, routes", "international", PERFT_ROUTES, "", "",
     {9, 81, 658, 4265, 27117, 167140, 1049442, 6483971, 41022614, 258935682, 1666207133}},
    {"killer, routes", "killer", PERFT_ROUTES, "", "",
     {9, 81, 658, 4265, 27117, 167140, 1049442, 6483971, 41022614, 258935682, 1666207133}},
    {"frisian, routes", "frisian", PERFT_ROUTES, "", "",
     {9, 81, 658, 3880, 21345, 103584, 550314, 2907905, 16204497, 90161025, 521287205}},
    {"brazilian, routes", "brazilian", PERFT_ROUTES, "", "",
     {7, 49, 302, 1469, 7473, 37628, 187302, 907836, 4431847, 21566606, 105534946, 512171742}},
    {"russian, routes", "russian", PERFT_ROUTES, "", "",
     {7, 49, 302, 1469, 7482, 37986, 190146, 929905, 4570667, 22450628, 110961169, 545059387}},
    {"pool, routes", "pool", PERFT_ROUTES, "", "",
     {7, 49, 302, 1469, 7482, 37986, 190146, 929902, 4570615, 22442551, 110877932, 544300084}},
    {"english, routes", "english", PERFT_ROUTES, "", "",
     {7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564, 85242128, 388623673, 1766623630}},
    {"czech, routes", "czech", PERFT_ROUTES, "", "",
     {7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963671, 18368918, 84967210, 386267783}},
    {"italian, routes", "italian", PERFT_ROUTES, "", "",
     {7, 49, 302, 1469, 7361, 36473, 177532, 828783, 3860875, 17761384, 81647058, 367917147}},
    {"spanish, routes", "spanish", PERFT_ROUTES, "", "",
     {7, 49, 302, 1469, 7361, 36473, 177532, 828783, 3860866, 17743464, 81383200, 365734003}},
    {"thai, twelve men, routes", "thai", PERFT_ROUTES, "", "english",
     {7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963648, 18363523, 84892793, 385719334}},
    {"three kings", "international", PERFT_UNIQUE, "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24", "",
     {14, 55, 1168, 5432, 87195, 629010, 9041010, 86724219, 1216917193}},
    {"three kings, killer", "killer", PERFT_UNIQUE, "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24", "",
     {14, 55, 1168, 5165, 84326, 573965, 8476150, 78944517, 1133545351}},
    {"locked", "international", PERFT_UNIQUE, "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26", "",
     {6, 12, 30, 73, 215, 590, 1944, 6269, 22369, 88050, 377436, 1910989, 9872645, 58360286, 346184885}},
    {"locked, killer", "killer", PERFT_UNIQUE, "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26", "",
     {6, 12, 30, 73, 215, 590, 1944, 6269, 22369, 88043, 377339, 1908829, 9850540, 58116971, 343968214}},
    {"kings alone", "international", PERFT_UNIQUE, "W:WK31-50:BK1-20", "",
     {17, 79, 352, 1399, 7062, 37589, 217575, 1333217, 8558321, 58381162, 417920283}},
    {"about to crown", "international", PERFT_UNIQUE, "W:W6-10:B41-45", "",
     {9, 81, 795, 7578, 86351, 936311, 11448262, 138362698, 1799526674}},
    {"front rows, routes", "international", PERFT_ROUTES, "W:W31-35:B16-20", "",
     {9, 81, 534, 2538, 9052, 29999, 98971, 310315, 1008317, 3174159, 10369533, 34907917, 123162301}},
    {"italian, men, routes", "italian", PERFT_ROUTES, "W:W30,26,27,22,23,24,17,18,20:B14,15,16,9,11,5,6,1,3", "",
     {5, 13, 42, 107, 360, 1099, 3736, 12495, 43686, 164177, 628686, 2643623, 10833722, 49327264, 212130912}},
    {"italian, one king, routes", "italian", PERFT_ROUTES, "B:W30,21,22,17,20,K6:B25,28,9,5,1,3", "",
     {6, 47, 271, 1916, 10810, 73137, 389809, 2469050, 12803372, 77920042, 396940628}},
    {"italian, kings, routes", "italian", PERFT_ROUTES, "W:WK27,K28,17,20,9,K12,8:B21,24,K19,K13,14,K11,4", "",
     {13, 112, 828, 6756, 46241, 368908, 2468110, 19914763, 130562037, 1056217651}},
    /* clang-format on */
};
enum { ROWS = ARRAY_LEN(rows) };

static uint64_t most_leaves(const struct row *row)
{
    if (getenv("DAMA_TEST_LONG"))
        return UINT64_MAX;
    if (row == rows) /* the first game is always counted to the end */
        return effort(UINT32_MAX, MANY_LEAVES / 20);
    return row->count == PERFT_ROUTES ? effort(MANY_ROUTES, MANY_ROUTES / 20)
                                      : effort(MANY_LEAVES, MANY_LEAVES / 20);
}

static void check_row(void **state)
{
    const struct row *row = *state;
    const struct rules *rules, *start;
    struct position pos;
    struct err err = {0};
    const uint64_t most = most_leaves(row);
    assert_int_equal(rules_find(text_of(row->spelling), &rules, &err), 0);
    start = rules;
    if (*row->start_of)
        assert_int_equal(rules_find(text_of(row->start_of), &start, &err), 0);
    position_start(start, &pos);
    if (*row->fen)
        assert_int_equal(fen_read(rules, text_of(row->fen), (struct src_pos){0}, &pos, NULL, &err),
                         0);
    for (unsigned i = 0; i < DEPTHS && row->leaves[i] && row->leaves[i] <= most; i++)
        assert_int_equal(perft(rules, &pos, i + 1, row->count), row->leaves[i]);
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[ROWS];
    for (int i = 0; i < ROWS; i++)
        tests[i] = (struct CMUnitTest){rows[i].name, check_row, NULL, NULL, (void *)&rows[i]};
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests_name("perft", tests, NULL, NULL);
}
