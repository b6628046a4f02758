// SPDX-License-Identifier: MIT
/* What waits in the queue of a player: what has room there, and what is void. */
#include "match/player.h"
#include "tests/lib/rows.h"

static void settle_nothing(struct player *player, bool agreed, int64_t now)
{
    (void)player, (void)agreed, (void)now;
}

static const struct player_ops type = {.back_settled = settle_nothing};

static struct player idle_player(void) { return (struct player){.type = &type}; }

static unsigned count_of(struct player *player, enum player_event_kind kind)
{
    struct player_event e;
    unsigned n = 0;
    while (player_event(player, &e))
        n += e.kind == kind;
    return n;
}

static void talk_gives_way(void **state)
{
    struct player player = idle_player();
    (void)state;
    for (unsigned i = 0; i < PLAYER_QUEUE; i++)
        player_note(&player, "note %u", i);
    player_fault(&player, REASON_FLOOD, "too much talk");
    assert_int_equal(count_of(&player, PLAYER_FAULTED), 1);
}

/* Where a failure is lost the game waits for a player that is not there. */
static void failure_always_has_room(void **state)
{
    struct player player = idle_player();
    struct player_event e;
    (void)state;
    for (unsigned i = 0; i < 2 * PLAYER_QUEUE; i++)
        player_add_event(&player, PLAYER_BACK_ASKED);
    player_fail(&player, REASON_CONNECTION, "closed by the peer");
    for (unsigned i = 1; i < PLAYER_QUEUE; i++) {
        assert_true(player_event(&player, &e));
        assert_int_equal(e.kind, PLAYER_BACK_ASKED);
    }
    assert_true(player_event(&player, &e));
    assert_int_equal(e.kind, PLAYER_FAILED);
    assert_int_equal(e.reason, REASON_CONNECTION);
    assert_false(player_event(&player, &e));
}

static void move_is_void_where_the_board_goes_elsewhere(void **state)
{
    struct player player = idle_player();
    (void)state;
    for (unsigned agreed = 0; agreed <= 1; agreed++) {
        player_note(&player, "before");
        player_add_event(&player, PLAYER_MOVED);
        player_note(&player, "after");
        player_back_settled(&player, agreed, 0);
        assert_int_equal(player.n_events, agreed ? 2 : 3);
        assert_int_equal(count_of(&player, PLAYER_MOVED), !agreed);
    }
}

int main(void)
{
    ROWS_SINGLE(talk_gives_way);
    ROWS_SINGLE(failure_always_has_room);
    ROWS_SINGLE(move_is_void_where_the_board_goes_elsewhere);
    return rows_run("player");
}
