// SPDX-License-Identifier: MIT
/* The clocks of a game in which moves are taken back. */
#include "core/store/results.h"
#include "match/referee.h"
#include "tests/lib/given.h"
#include "tests/lib/rows.h"

enum { TIME_MS = 10000, TOOK_MS = 100 };

/* A game in which each side has made two moves, each in TOOK_MS. */
struct given {
    const struct rules *rules;
    struct referee *referee;
    struct move moves[4];
    int64_t now;
};

static void play_from(struct given *g, unsigned ply)
{
    for (; ply < 4; ply++) {
        g->now += TOOK_MS;
        assert_int_equal(referee_play(g->referee, &g->moves[ply], g->now), 0);
    }
}

static void set_up(struct given *g, struct player_limits clock, unsigned move_limit)
{
    struct err err = {0};
    struct referee_game game = {.clock = {clock, clock}, .move_limit = move_limit};
    *g = (struct given){.rules = rules_named("international")};
    const struct draw_profile *draws = draw_profile_find(g->rules, (struct text){0}, NULL);
    assert_int_equal(referee_open(g->rules, draws, &g->referee, &err), 0);
    position_start(g->rules, &game.start);
    referee_start(g->referee, &game, 0);
    struct position pos = game.start;
    unsigned n;
    assert_int_equal(
        results_moves(g->rules, "32-28 20-24 37-32 14-20", &pos, g->moves, 4, &n, &err), 0);
    assert_int_equal(n, 4);
    play_from(g, 0);
}

static const struct {
    const char *name;
    unsigned moves; /* of a control */
    unsigned limit; /* of the game's moves */
    int64_t inc_ms;
    unsigned back;  /* to this ply, from where the same is played again */
    unsigned to_go; /* moves of White from there, in its time */
    int64_t got;    /* by each side, before and in all */
} rows[] = {
    {"an increment for each move, once", 0, 0, 1000, 0, 0, 2000},
    {"the time of a control that is over, once", 2, 0, 0, 2, 3, TIME_MS},
    {"a control that is not over", 5, 0, 0, 2, 4, 0},
    {"a control that the game does not reach", 50, 40, 0, 2, 39, 0},
    {"a game that goes on after the control", 40, 50, 0, 2, 39, 0},
    {"nothing is added where there is nothing to add", 0, 0, 0, 0, 0, 0},
};

static void row(void **state)
{
    size_t i = (size_t)*state;
    struct given g;
    const struct player_limits clock = {
        .time_ms = TIME_MS, .moves = rows[i].moves, .inc_ms = rows[i].inc_ms};
    set_up(&g, clock, rows[i].limit);
    assert_int_equal(referee_left(g.referee, BLACK, g.now), TIME_MS - 2 * TOOK_MS + rows[i].got);
    assert_int_equal(referee_go_to(g.referee, rows[i].back, g.now), 0);
    assert_int_equal(referee_moves_to_go(g.referee, WHITE), rows[i].to_go);
    play_from(&g, rows[i].back);
    int64_t used = (2 + (4 - rows[i].back) / 2) * TOOK_MS;
    for (int side = WHITE; side <= BLACK; side++)
        assert_int_equal(referee_left(g.referee, (enum side)side, g.now),
                         TIME_MS - used + rows[i].got);
    referee_close(g.referee);
}

static void ply_says_what_its_clock_was_given(void **state)
{
    struct given g;
    (void)state;
    set_up(&g, (struct player_limits){.time_ms = TIME_MS, .moves = 2, .inc_ms = 1000}, 0);
    const struct referee_ply *first = referee_ply(g.referee, 0), *last = referee_ply(g.referee, 2);
    assert_int_equal(first->added, 1000);
    assert_int_equal(first->left, TIME_MS - TOOK_MS + 1000);
    assert_int_equal(last->added, 1000 + TIME_MS);
    assert_int_equal(last->left - last->added, TIME_MS - 2 * TOOK_MS + 1000);
    referee_close(g.referee);
}

static void turn_that_is_still_to_begin_takes_no_time(void **state)
{
    struct given g;
    (void)state;
    set_up(&g, (struct player_limits){.time_ms = TIME_MS}, 0);
    int64_t left = TIME_MS - 2 * TOOK_MS;
    referee_restart_clock(g.referee, g.now + 500);
    assert_int_equal(referee_left(g.referee, WHITE, g.now + 400), left);
    assert_int_equal(referee_left(g.referee, WHITE, g.now + 600), left - 100);
    assert_int_equal(referee_flag(g.referee), g.now + 500 + left);
    assert_int_equal(referee_go_to(g.referee, 2, g.now + 400), 0);
    assert_int_equal(referee_left(g.referee, WHITE, g.now + 400), left);
    referee_close(g.referee);
}

int main(void)
{
    ROWS_BY_INDEX(rows, name, row);
    ROWS_SINGLE(ply_says_what_its_clock_was_given);
    ROWS_SINGLE(turn_that_is_still_to_begin_takes_no_time);
    return rows_run("referee");
}
