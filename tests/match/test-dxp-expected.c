// SPDX-License-Identifier: MIT
/* DamExchange peers: which names are those that are expected. */
#include "match/dxp-expected.h"
#include "tests/lib/rows.h"

static const struct {
    const char *name, *expected, *given;
    bool fits;
} rows[] = {
    {"any name", NULL, "Dam", true},
    {"the name", "Dam", "Dam", true},
    {"small letters are others", "Dam", "dam", false},
    {"more than the name", "Dam", "Dam 2", false},
    {"less than the name", "Dam 2", "Dam", false},
    {"brackets", "Dam [beta]", "Dam [beta]", true},
    {"brackets are no choice of letters", "Dam [beta]", "Dam b", false},
    {"one bracket", "[Dam", "[Dam", true},
    {"a backslash", "C:\\Dam", "C:\\Dam", true},
    {"a backslash at the end", "Dam\\", "Dam\\", true},
    {"a backslash before a star", "Dam\\*", "Dam\\ 2", true},
    {"a slash and a point", "*am?", "./Dam.", true},
    {"one character", "Da?", "Dam", true},
    {"one character, of none", "Dam?", "Dam", false},
    {"one character, of two", "D?", "Dam", false},
    {"a star for none", "Dam*", "Dam", true},
    {"a star for some", "Moby*", "Moby Dam", true},
    {"a star for all", "*", "Dam", true},
    {"a star and no name", "*", "", true},
    {"no name", "Dam", "", false},
    {"a star at the beginning", "*Dam", "Moby Dam", true},
    {"a star that takes more at the second try", "*ab?", "abxabc", true},
    {"two stars", "*o*D*m", "Moby Dam", true},
    {"two stars and too little", "*o*o*", "Moby Dam", false},
    {"stars and brackets", "*[beta]*", "Dam [beta] 3", true},
};

static void row(void **state)
{
    size_t i = (size_t)*state;
    const struct player_settings settings = {.expect_name = rows[i].expected};
    assert_int_equal(dxp_expected_name(&settings, rows[i].given), rows[i].fits);
}

int main(void)
{
    ROWS_BY_INDEX(rows, name, row);
    return rows_run("dxp-expected");
}
