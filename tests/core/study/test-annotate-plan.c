// SPDX-License-Identifier: MIT
#include "core/base/random.h"
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

/* The journal keeps numbers of 63 bits, and nodes 0 would be no limit. */
static void nodes_do_not_overflow(void **state)
{
    struct annotate_task task = {.nodes = 1};
    (void)state;
    for (unsigned look = 0; look < 100; look++) {
        const uint64_t nodes = annotate_deeper_nodes(&task);
        assert_true(nodes >= task.nodes && nodes <= INT64_MAX);
        task.nodes = nodes;
    }
}

/*
 * However few nodes its searches report, a position that was looked at often is worth less than one
 * that was not, and after a last look nothing.
 */
static void looks_count(void **state)
{
    struct judged_ply plies[] = {
        {.flags = JUDGED, .best = {.wdl = {.draw = 0.5F, .win = 0.5F}, .nodes = 0}},
        {.flags = JUDGED, .best = {.wdl = {.draw = 0.5F, .win = 0.5F}, .nodes = 20000}},
    };
    bool redo[2];
    (void)state;
    assert_true(annotate_choose_deeper(plies, 2, redo) > 0);
    assert_true(redo[0] && !redo[1]);
    plies[0].looks = 10;
    assert_true(annotate_choose_deeper(plies, 2, redo) > 0);
    assert_true(!redo[0] && redo[1]);
    plies[0].looks = JUDGE_LOOKS;
    assert_true(annotate_choose_deeper(plies, 1, redo) <= 0);
    assert_false(redo[0]);
}

/* The one that a look at all of them would find; NULL: none. */
static struct annotate_task *plainly_best(struct annotate_task *tasks, unsigned n,
                                          const bool *offered)
{
    struct annotate_task *best = NULL;
    for (unsigned i = 0; i < n; i++)
        if (offered[i] && tasks[i].worth > 0 && (!best || tasks[i].worth > best->worth))
            best = &tasks[i];
    return best;
}

static void the_best_game_comes_first(void **state)
{
    enum { GAMES = 50, STEPS = 5000 };
    (void)state;
    struct annotate_task tasks[GAMES] = {0}, *heap[GAMES];
    struct annotate_list list = {.at = tasks, .n = GAMES, .offered = heap};
    bool offered[GAMES] = {0};
    uint64_t random = 1;
    for (unsigned step = 0; step < STEPS; step++) {
        random = random_splitmix64_scramble(random + step);
        unsigned i = (unsigned)(random % GAMES);
        if (!offered[i] && random >> 63) {
            tasks[i].worth = (float)(random >> 32 & 15); /* some equal, some worth nothing */
            offered[i] = tasks[i].worth > 0;
            annotate_offer(&list, &tasks[i]);
        } else {
            struct annotate_task *want = plainly_best(tasks, GAMES, offered);
            assert_ptr_equal(annotate_take_best(&list), want);
            if (want)
                offered[want - tasks] = false;
        }
    }
}

int main(void)
{
    ROWS_BY_ADDRESS(rows, name, scan_gives);
    ROWS_SINGLE(the_deeper_look_is_deeper);
    ROWS_SINGLE(nodes_do_not_overflow);
    ROWS_SINGLE(looks_count);
    ROWS_SINGLE(the_best_game_comes_first);
    return rows_run("annotate-plan");
}
