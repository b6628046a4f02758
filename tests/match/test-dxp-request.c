// SPDX-License-Identifier: MIT
/* DamExchange requests: the number of moves in those that are made, and in those that are taken; times. */
#include "core/base/array.h"
#include "core/store/results.h"
#include "match/dxp-request.h"
#include "tests/lib/given.h"
#include "tests/lib/rows.h"

#include <string.h>

enum { OPENING_MAX = 8 };

static const struct {
    const char *name, *opening;
    unsigned move_limit, requested;
} rows[] = {
    {"no limit", "32-28 19-23", 0, 0},
    {"no opening", "", 75, 75},
    {"the moves of the opening are made", "32-28 20-24 37-32 14-20", 75, 73},
    {"after an odd number of plies the side with more moves left decides", "32-28 20-24 37-32", 75,
     74},
    {"one ply leaves a move more to the other side", "32-28", 75, 75},
    {"no moves left are not 0, which is no limit", "32-28 20-24 37-32 14-20", 2, 1},
};

/* A player that was asked for a game after an opening. */
struct given {
    struct referee *referee;
    struct player_settings settings;
    struct player_host host;
    struct player player;
};

static void play_opening(struct given *g, const char *moves)
{
    struct err err = {0};
    struct move plies[OPENING_MAX];
    struct position pos = *referee_position(g->referee);
    unsigned n;
    if (results_moves(g->host.rules, moves, &pos, plies, OPENING_MAX, &n, &err))
        fail_msg("%s", err.msg);
    for (unsigned i = 0; i < n; i++)
        assert_int_equal(referee_play_opening(g->referee, &plies[i], 0), 0);
}

static void set_up(struct given *g, const char *variant, const char *opening, unsigned move_limit)
{
    struct err err = {0};
    struct referee_game game = {.move_limit = move_limit};
    *g = (struct given){.host.rules = rules_named(variant)};
    g->host.draws = draw_profile_find(g->host.rules, (struct text){0}, NULL);
    g->settings.limits.time_ms = 60000;
    g->settings.limits.moves = 75;
    assert_int_equal(referee_open(g->host.rules, g->host.draws, &g->referee, &err), 0);
    position_start(g->host.rules, &game.start);
    referee_start(g->referee, &game, 0);
    play_opening(g, opening);
    g->player.settings = &g->settings;
    g->player.host = &g->host;
    g->player.game = (struct player_game){.referee = g->referee, .move_limit = move_limit};
}

static void row(void **state)
{
    size_t i = (size_t)*state;
    struct given g;
    struct dxp_request request;
    struct player_proposal proposal;
    char why[DXP_CHAT_MAX];
    set_up(&g, "international", rows[i].opening, rows[i].move_limit);
    dxp_request_make(&g.player, &request);
    assert_int_equal(request.moves, rows[i].requested);
    g.player.game.side = BLACK; /* a peer that asks has the side that its follower has not */
    request.follower = WHITE;
    assert_true(dxp_request_is_good(&g.player, &request, &proposal, why));
    request.moves++;
    assert_false(dxp_request_is_good(&g.player, &request, &proposal, why));
    assert_non_null(strstr(why, "games here have 001 minutes for "));
    referee_close(g.referee);
}

/* What is given may be rounded up to whole minutes, and no further. */
static void times_are_what_is_given(void **state)
{
    static const struct {
        int64_t given, asked;
        bool good;
    } times[] = {{60000, 60000, true}, {60000, 90000, false}, {60000, 59999, false},
                 {90000, 90000, true}, {90000, 120000, true}, {90000, 120001, false},
                 {12000, 60000, true}, {12000, 61000, false}, {0, 0, true},
                 {0, 60000, false}};
    (void)state;
    struct given g;
    struct dxp_request request;
    struct player_proposal proposal;
    char why[DXP_CHAT_MAX];
    for (size_t i = 0; i < ARRAY_LEN(times); i++) {
        set_up(&g, "international", "", 0);
        g.settings.limits.time_ms = times[i].given;
        dxp_request_make(&g.player, &request);
        g.player.game.side = BLACK;
        request.follower = WHITE;
        request.time = times[i].asked;
        assert_int_equal(dxp_request_is_good(&g.player, &request, &proposal, why), times[i].good);
        referee_close(g.referee);
    }
}

static void another_game_has_its_own_number(void **state)
{
    struct given g;
    struct dxp_request request;
    struct player_proposal proposal;
    char why[DXP_CHAT_MAX];
    (void)state;
    set_up(&g, "international", "32-28 19-23", 75);
    g.player.game.side = BLACK;
    request = (struct dxp_request){.follower = WHITE, .time = 60000, .moves = 70};
    assert_true(dxp_request_is_good(&g.player, &request, &proposal, why));
    assert_false(dxp_request_is_current(&g.player, &proposal));
    referee_close(g.referee);
}

/* The short form means White's turn. */
static void short_request_is_refused_where_black_begins(void **state)
{
    struct given g;
    struct dxp_request request;
    struct player_proposal proposal;
    char why[DXP_CHAT_MAX];
    (void)state;
    set_up(&g, "english", "", 75);
    g.player.game.side = BLACK;
    request = (struct dxp_request){.follower = WHITE, .time = 60000, .moves = 75};
    assert_false(dxp_request_is_good(&g.player, &request, &proposal, why));
    assert_non_null(strstr(why, "Black moves first"));
    dxp_request_make(&g.player, &request);
    request.follower = WHITE;
    assert_true(request.special);
    assert_true(dxp_request_is_good(&g.player, &request, &proposal, why));
    referee_close(g.referee);
}

int main(void)
{
    ROWS_BY_INDEX(rows, name, row);
    ROWS_SINGLE(times_are_what_is_given);
    ROWS_SINGLE(another_game_has_its_own_number);
    ROWS_SINGLE(short_request_is_refused_where_black_begins);
    return rows_run("dxp-request");
}
