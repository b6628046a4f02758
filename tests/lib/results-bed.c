// SPDX-License-Identifier: MIT
#include "tests/lib/results-bed.h"

#include "core/store/results-internal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

static const struct results_player players[] = {
    {"Anna \"<b>\"", "builtin", "40/600"},
    {"Bob", "dxp", ""},
};
static const struct results_pair pairs[] = {
    {.number = 1, .round = 1, .first = 0, .second = 1, .games = 2, .opening = "Start", .moves = ""},
    {.number = 2,
     .round = 2,
     .first = 1,
     .second = 0,
     .games = 2,
     .opening = "32-28",
     .moves = "32-28 19-23"},
    {.number = 3,
     .round = 3,
     .first = 0,
     .second = 1,
     .games = 1,
     .opening = "Ending",
     .fen = "W:WK48:BK5,6",
     .moves = ""},
};
const struct results_match bed_plan = {
    .event = "Test",
    .site = "Here",
    .variant = "international",
    .draws = "",
    .seed = 7,
    .config = "event: Test\n",
    .fingerprint = {1, 2},
    .players = players,
    .n_players = 2,
    .pairs = pairs,
    .n_pairs = 3,
};

int bed_set_up(void **state)
{
    struct bed *bed = calloc(1, sizeof *bed);
    assert_non_null(mkdtemp(scratch_name(bed->folder)));
    snprintf(bed->path, sizeof bed->path, "%s/r.db", bed->folder);
    assert_int_equal(results_open(bed->path, RESULTS_WRITE, &bed->results, &bed->err), 0);
    assert_int_equal(results_match_begin(bed->results, &bed_plan, 0, &bed->match, &bed->err), 0);
    *state = bed;
    return 0;
}

int bed_tear_down(void **state)
{
    struct bed *bed = *state;
    static const char *const ends[] = {"", "-wal", "-shm"};
    results_close(bed->results);
    for (unsigned i = 0; i < 3; i++) {
        char path[SCRATCH_SIZE + 16];
        snprintf(path, sizeof path, "%s%s", bed->path, ends[i]);
        unlink(path);
    }
    rmdir(bed->folder);
    free(bed);
    return 0;
}

unsigned bed_plies(const char *moves, unsigned opening, struct results_ply *plies)
{
    struct move made[64];
    struct position pos;
    struct err err = {0};
    position_start(rules_international, &pos);
    unsigned n;
    assert_int_equal(results_moves(rules_international, moves, &pos, made, 64, &n, &err), 0);
    for (int i = 0; i < (int)n; i++)
        plies[i] = (struct results_ply){.move = made[i],
                                        .ms = 1000 + i,
                                        .claimed = i % 2 ? 900 : -1,
                                        .left = i % 2 ? RESULTS_NO_CLOCK : 600000 - 1000 * i,
                                        .score = i == 3 ? 29990 : 120 * i,
                                        .win = i == 2 ? 600 : -1,
                                        .loss = i == 2 ? 100 : -1,
                                        .depth = 11,
                                        .nodes = 5000,
                                        .opening = (unsigned)i < opening};
    return n;
}

struct results_game bed_game(unsigned pair, unsigned game, enum result result)
{
    return (struct results_game){.pair = pair,
                                 .game = game,
                                 .attempt = 1,
                                 .white = pairs[pair - 1].first ^ game,
                                 .black = pairs[pair - 1].second ^ game,
                                 .result = result,
                                 .reason = "resigned",
                                 .termination = "normal",
                                 .detail = "it said } \"enough\"",
                                 .blame = -1,
                                 .white_version = "1.0",
                                 .black_version = "",
                                 .began = 1700000000000,
                                 .ended = 1700000060000,
                                 .counts = true};
}

int bed_add(struct bed *bed, const struct results_game *game, int64_t *number)
{
    int rc = results_game_add(bed->results, bed->match, game, number, &bed->err);
    if (rc)
        printf("# %s\n", bed->err.msg);
    return rc;
}
