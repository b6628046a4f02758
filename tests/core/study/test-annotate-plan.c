// SPDX-License-Identifier: MIT
#include "core/base/array.h"
#include "core/study/annotate-plan.h"
#include "tests/lib/rows.h"

/* What each position of the scan gets, which is a quarter of the time. */
static const struct scan_row {
    const char *name;
    struct annotate_scan scan;
    uint64_t nodes;
} rows[] = {
    {"the first games leave time for the others where the machine is slow",
     {.whole = 10000, .plies = 25, .jobs = 2},
     20000},
    {"more jobs, more nodes", {.whole = 100000, .plies = 100, .jobs = 8}, 200000},
    {"what was measured decides",
     {.spent = 500, .whole = 10000, .nodes = 1000000, .plies = 30, .plies_done = 10, .jobs = 2},
     200000},
    {"a measurement of a moment does not",
     {.spent = 20, .whole = 10020, .nodes = 1000000, .plies = 30, .plies_done = 10, .jobs = 1},
     12425},
    {"never nothing, where the time is over",
     {.spent = 9000, .whole = 10000, .nodes = 1000000, .plies = 30, .plies_done = 10, .jobs = 2},
     200},
    {"never more than a position is worth",
     {.spent = 1000,
      .whole = 1000000000,
      .nodes = 5000000,
      .plies = 30,
      .plies_done = 1,
      .jobs = 2},
     2000000},
};

static void scan_gives(void **state)
{
    const struct scan_row *row = *state;
    assert_int_equal(annotate_scan_nodes(&row->scan), row->nodes);
}

static void the_deeper_look_is_deeper(void **state)
{
    (void)state;
    assert_true(annotate_deeper_nodes(&(struct annotate_task){.nodes = 1000}) > 1000);
    assert_true(annotate_deeper_nodes(&(struct annotate_task){.nodes = 0}) > 0);
}

int main(void)
{
    ROWS_BY_ADDRESS(rows, name, scan_gives);
    ROWS_SINGLE(the_deeper_look_is_deeper);
    return rows_run("annotate-plan");
}
