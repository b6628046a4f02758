// SPDX-License-Identifier: MIT
/* DamExchange's dialogue: each message in each state, then whole games, races and time-outs. */
#include "core/base/array.h"
#include "match/protocol/dxp-dialogue.h"
#include "tests/lib/rows.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define REQUEST "R01peer                            W001075A" /* the follower gets White */
#define ACCEPT  "Apeer                            0"
#define REFUSE  "Apeer                            2"
#define OUR_NO  "Adama                            2"
#define OUR_YES "Adama                            0"

enum { NOW = 1000 };

static const char *const event_names[] = {
    "requested", "accepted", "declined", "moved",   "ended", "confirmed",
    "faulted",   "asked",    "answered", "chatted", "late",  "warned",
};

/* Takes all frames and events, as "frame|frame" and "event event". */
static void take_all(struct dialogue *d, char *frames, char *events)
{
    struct dialogue_frame f;
    struct dialogue_event e;
    *frames = *events = '\0';
    while (dialogue_output(d, &f)) {
        assert_int_equal(strlen(f.bytes), f.n);
        sprintf(frames + strlen(frames), "%s%s", *frames ? "|" : "", f.bytes);
    }
    while (dialogue_event(d, &e))
        sprintf(events + strlen(events), "%s%s", *events ? " " : "", event_names[e.kind]);
}

static void receive(struct dialogue *d, const char *bytes)
{
    dialogue_receive(d, bytes, strlen(bytes), NOW);
}

static void drop_all(struct dialogue *d)
{
    char frames[4000], events[400];
    take_all(d, frames, events);
}

/* Puts a new dialogue into a state by playing there; "!" before the name: as initiator. */
static void reach(struct dialogue *d, const char *state)
{
    bool initiator = *state == '!';
    struct dialogue_config config = {.role = initiator ? DIALOGUE_INITIATOR : DIALOGUE_FOLLOWER,
                                     .name = "dama"};
    struct dxp_request request = {.follower = WHITE, .time = 60000, .moves = 75};
    dialogue_init(d, &config);
    state += initiator;
    if (strcmp(state, "idle") == 0)
        return;
    if (initiator) {
        assert_int_equal(dialogue_request(d, &request, NOW), 0);
        if (strcmp(state, "req-ended") == 0)
            receive(d, "E00");
        else if (strcmp(state, "req-sent") != 0)
            receive(d, ACCEPT); /* the peer has White: theirs */
    } else {
        receive(d, REQUEST);
        if (strcmp(state, "req-rcvd") != 0)
            assert_int_equal(dialogue_answer(d, DXP_ACCEPTED, NULL), 0); /* mine */
    }
    drop_all(d);
    bool mine = d->state == DIALOGUE_MINE, want = strcmp(state, "theirs") != 0;
    if (dialogue_playing(d) && mine && !want)
        assert_int_equal(dialogue_move(d, &(struct dxp_move){.from = 32, .to = 28}), 0);
    if (dialogue_playing(d) && !mine && want)
        receive(d, "M0001322800");
    if (strcmp(state, "end-sent") == 0)
        assert_int_equal(dialogue_end(d, DXP_LOST, NOW), 0);
    if (strcmp(state, "back-sent") == 0)
        assert_int_equal(dialogue_back(d, &(struct dxp_backreq){1, WHITE}, NOW), 0);
    if (strcmp(state, "back-asked") == 0)
        receive(d, "B001W");
    drop_all(d);
}

static const struct {
    const char *name;
    const char *from, *bytes; /* state, and what arrives there */
    enum dialogue_state to;
    const char *frames, *events;
} rows[] = {
    {"idle: R", "idle", REQUEST, DIALOGUE_REQ_RCVD, "", "requested"},
    {"idle: A", "idle", ACCEPT, DIALOGUE_IDLE, "", ""},
    {"idle: M", "idle", "M0001322800", DIALOGUE_IDLE, "", "warned"},
    {"idle: E", "idle", "E11", DIALOGUE_IDLE, "", ""},
    {"idle: B", "idle", "B001W", DIALOGUE_IDLE, "K1", ""},
    {"idle: K", "idle", "K0", DIALOGUE_IDLE, "", ""},
    {"idle: C", "idle", "Chello", DIALOGUE_IDLE, "", "chatted"},
    {"idle: broken R", "idle", "R01short", DIALOGUE_IDLE, "Cthe request cannot be read|" OUR_NO,
     "warned"},
    {"idle: R of version 2", "idle", "R02", DIALOGUE_IDLE,
     "Conly DamExchange version 01 is supported|Adama                            1", "warned"},
    {"idle: broken M", "idle", "M", DIALOGUE_IDLE, "", "warned"},
    {"idle: broken E", "idle", "E5", DIALOGUE_IDLE, "", "warned"},
    {"idle: broken B", "idle", "B000W", DIALOGUE_IDLE, "K1", "warned"},
    {"idle: no message", "idle", "hello", DIALOGUE_IDLE, "", "warned"},
    {"idle: empty", "idle", "", DIALOGUE_IDLE, "", "warned"},

    {"initiator idle: R", "!idle", REQUEST, DIALOGUE_IDLE, "Cthis side requests the games|" OUR_NO,
     "warned"},
    {"initiator idle: A", "!idle", ACCEPT, DIALOGUE_IDLE, "", ""},
    {"initiator idle: M", "!idle", "M0001322800", DIALOGUE_IDLE, "", "warned"},
    {"initiator idle: E", "!idle", "E00", DIALOGUE_IDLE, "", ""},
    {"initiator idle: B", "!idle", "B001W", DIALOGUE_IDLE, "K1", ""},
    {"initiator idle: K", "!idle", "K0", DIALOGUE_IDLE, "", ""},
    {"initiator idle: C", "!idle", "Chello", DIALOGUE_IDLE, "", "chatted"},

    {"request sent: R", "!req-sent", REQUEST, DIALOGUE_REQ_SENT, "Cone game at a time|" OUR_NO,
     "warned"},
    {"request sent: A0", "!req-sent", ACCEPT, DIALOGUE_THEIRS, "", "accepted"},
    {"request sent: A2", "!req-sent", REFUSE, DIALOGUE_IDLE, "", "declined"},
    {"request sent: broken A", "!req-sent", "A0", DIALOGUE_IDLE, "", "warned declined"},
    {"request sent: M", "!req-sent", "M0001322800", DIALOGUE_REQ_SENT, "", "warned"},
    {"request sent: E on a new connection", "!req-sent", "E00", DIALOGUE_REQ_SENT, "", "warned"},
    {"request sent: E for an answer", "!req-ended", "E00", DIALOGUE_IDLE, "", "declined"},
    {"request sent: B", "!req-sent", "B001W", DIALOGUE_REQ_SENT, "K1", ""},
    {"request sent: K", "!req-sent", "K0", DIALOGUE_REQ_SENT, "", ""},
    {"request sent: C", "!req-sent", "Chello", DIALOGUE_REQ_SENT, "", "chatted"},

    {"request received: R", "req-rcvd", REQUEST, DIALOGUE_REQ_RCVD, "Cone game at a time|" OUR_NO,
     "warned"},
    {"request received: A", "req-rcvd", ACCEPT, DIALOGUE_REQ_RCVD, "", ""},
    {"request received: M", "req-rcvd", "M0001322800", DIALOGUE_REQ_RCVD, "", "warned"},
    {"request received: E", "req-rcvd", "E00", DIALOGUE_REQ_RCVD, "", ""},
    {"request received: B", "req-rcvd", "B001W", DIALOGUE_REQ_RCVD, "K1", ""},
    {"request received: K", "req-rcvd", "K0", DIALOGUE_REQ_RCVD, "", ""},
    {"request received: C", "req-rcvd", "Chello", DIALOGUE_REQ_RCVD, "", "chatted"},

    {"mine: R", "mine", REQUEST, DIALOGUE_MINE, "Cone game at a time|" OUR_NO, "warned"},
    {"mine: A", "mine", ACCEPT, DIALOGUE_MINE, "", ""},
    {"mine: M", "mine", "M0001322800", DIALOGUE_END_SENT, "Cmove out of turn|E00", "faulted"},
    {"mine: E", "mine", "E10", DIALOGUE_IDLE, "E00", "warned ended"},
    {"mine: B", "mine", "B001W", DIALOGUE_MINE, "", "asked"},
    {"mine: K", "mine", "K0", DIALOGUE_MINE, "", ""},
    {"mine: C", "mine", "Chello", DIALOGUE_MINE, "", "chatted"},
    {"mine: broken M", "mine", "M00", DIALOGUE_MINE, "", "warned"},
    {"mine: broken E", "mine", "E", DIALOGUE_IDLE, "E00", "warned warned ended"},
    {"mine: broken B", "mine", "B", DIALOGUE_MINE, "K2", "warned"},
    {"mine: broken K", "mine", "K", DIALOGUE_MINE, "", "warned"},
    {"mine: K0 asked for", "back-sent", "K0", DIALOGUE_MINE, "", "answered"},
    {"mine: K1 asked for", "back-sent", "K1", DIALOGUE_MINE, "", "answered"},
    {"mine: K2 asked for", "back-sent", "K2", DIALOGUE_MINE, "", "answered"},
    {"mine: B before the answer to another", "back-asked", "B001Z", DIALOGUE_MINE, "", "warned"},
    {"mine: broken K asked for", "back-sent", "K9", DIALOGUE_MINE, "", "warned answered"},

    {"theirs: R", "theirs", REQUEST, DIALOGUE_THEIRS, "Cone game at a time|" OUR_NO, "warned"},
    {"theirs: A", "theirs", ACCEPT, DIALOGUE_THEIRS, "", ""},
    {"theirs: M", "theirs", "M0001192300", DIALOGUE_MINE, "", "moved"},
    {"theirs: E", "theirs", "E10", DIALOGUE_IDLE, "E00", "ended"},
    {"theirs: E with stop", "theirs", "E11", DIALOGUE_IDLE, "E01", "ended"},
    {"theirs: B", "theirs", "B001W", DIALOGUE_THEIRS, "", "asked"},
    {"theirs: K", "theirs", "K0", DIALOGUE_THEIRS, "", ""},
    {"theirs: C", "theirs", "Chello", DIALOGUE_THEIRS, "", "chatted"},
    {"theirs: broken M", "theirs", "M0012005500", DIALOGUE_END_SENT, "Cthe move cannot be read|E00",
     "warned faulted"},
    {"theirs: broken E", "theirs", "E99", DIALOGUE_IDLE, "E00", "warned ended"},
    {"theirs: broken R", "theirs", "R", DIALOGUE_THEIRS, "Cthe request cannot be read|" OUR_NO,
     "warned"},
    {"theirs: broken B", "theirs", "B005B", DIALOGUE_THEIRS, "K2", "warned"},

    {"end sent: R", "end-sent", REQUEST, DIALOGUE_REQ_RCVD, "", "confirmed requested"},
    {"end sent: R to an initiator", "!end-sent", REQUEST, DIALOGUE_IDLE,
     "Cthis side requests the games|" OUR_NO, "confirmed warned"},
    {"end sent: A", "end-sent", ACCEPT, DIALOGUE_END_SENT, "", ""},
    {"end sent: M", "end-sent", "M0001192300", DIALOGUE_END_SENT, "", ""},
    {"end sent: broken M", "end-sent", "M", DIALOGUE_END_SENT, "", "warned"},
    {"end sent: E", "end-sent", "E00", DIALOGUE_IDLE, "", "confirmed"},
    {"end sent: broken E", "end-sent", "E", DIALOGUE_IDLE, "", "warned confirmed"},
    {"end sent: B", "end-sent", "B001W", DIALOGUE_END_SENT, "K1", ""},
    {"end sent: K", "end-sent", "K0", DIALOGUE_END_SENT, "", ""},
    {"end sent: C", "end-sent", "Chello", DIALOGUE_END_SENT, "", "chatted"},
};

static void row(void **state)
{
    size_t i = (size_t)*state;
    struct dialogue d;
    char frames[4000], events[400];
    reach(&d, rows[i].from);
    receive(&d, rows[i].bytes);
    take_all(&d, frames, events);
    assert_string_equal(frames, rows[i].frames);
    assert_string_equal(events, rows[i].events);
    assert_int_equal(d.state, rows[i].to);
}

static struct dialogue_event only_event(struct dialogue *d, enum dialogue_event_kind kind)
{
    struct dialogue_event e, more;
    assert_true(dialogue_event(d, &e));
    assert_int_equal(e.kind, kind);
    assert_false(dialogue_event(d, &more));
    return e;
}

/* Carries frames both ways until nobody has any. */
static void exchange(struct dialogue *a, struct dialogue *b)
{
    struct dialogue_frame f;
    bool any;
    do {
        any = false;
        while (dialogue_output(a, &f))
            dialogue_receive(b, f.bytes, f.n, NOW), any = true;
        while (dialogue_output(b, &f))
            dialogue_receive(a, f.bytes, f.n, NOW), any = true;
    } while (any);
}

static void two_of_us_play_two_games(void **state)
{
    (void)state;
    struct dialogue i, f;
    dialogue_init(&i, &(struct dialogue_config){.role = DIALOGUE_INITIATOR, .name = "one"});
    dialogue_init(&f, &(struct dialogue_config){.role = DIALOGUE_FOLLOWER, .name = "two"});
    for (int game = 0; game < 2; game++) {
        struct dxp_request request = {.follower = game ? BLACK : WHITE, .time = 60000, .moves = 10};
        assert_int_equal(dialogue_request(&i, &request, NOW), 0);
        exchange(&i, &f);
        struct dialogue_event e = only_event(&f, DIALOGUE_REQUESTED);
        assert_string_equal(e.message.request.name, "one");
        assert_int_equal(dialogue_answer(&f, DXP_ACCEPTED, NULL), 0);
        exchange(&i, &f);
        e = only_event(&i, DIALOGUE_ACCEPTED);
        assert_string_equal(e.message.answer.name, "two");
        struct dialogue *mover = game ? &i : &f, *other = game ? &f : &i;
        assert_int_equal(i.mine, game ? WHITE : BLACK);
        for (int ply = 0; ply < 6; ply++) {
            assert_int_equal(dialogue_move(other, &(struct dxp_move){.from = 1, .to = 2}), -1);
            assert_int_equal(dialogue_move(mover, &(struct dxp_move){.from = 1, .to = 2}), 0);
            exchange(&i, &f);
            only_event(other, DIALOGUE_MOVED);
            struct dialogue *swap = mover;
            mover = other;
            other = swap;
        }
        if (game)
            dialogue_set_last(mover);
        assert_int_equal(dialogue_end(mover, DXP_LOST, NOW), 0);
        exchange(&i, &f);
        e = only_event(other, DIALOGUE_ENDED);
        assert_int_equal(e.message.end.reason, DXP_LOST);
        e = only_event(mover, DIALOGUE_CONFIRMED);
        assert_int_equal(e.settled, SETTLED_BY_END);
        assert_int_equal(i.state, DIALOGUE_IDLE);
        assert_int_equal(f.state, DIALOGUE_IDLE);
        assert_int_equal(i.closing, game == 1);
        assert_int_equal(f.closing, game == 1);
    }
    struct dxp_request request = {.follower = WHITE};
    assert_int_equal(dialogue_request(&i, &request, NOW), -1);
    receive(&f, REQUEST);
    assert_int_equal(f.state, DIALOGUE_IDLE);
}

static void both_end_at_once(void **state)
{
    (void)state;
    static const struct {
        enum dxp_reason ours, theirs;
        bool in_turn;
        enum dialogue_settled settled;
    } ends[] = {
        {DXP_LOST, DXP_WON, true, SETTLED_CROSSED},
        {DXP_DRAWN, DXP_DRAWN, true, SETTLED_CROSSED},
        {DXP_LOST, DXP_LOST, true, SETTLED_CROSSED}, /* an echo */
        {DXP_WON, DXP_WON, false, SETTLED_CONTRADICTED},
        {DXP_DRAWN, DXP_WON, true, SETTLED_CONTRADICTED},
        {DXP_WON, DXP_UNKNOWN, true, SETTLED_BY_END},
        {DXP_UNKNOWN, DXP_WON, true, SETTLED_CROSSED},
    };
    for (size_t i = 0; i < ARRAY_LEN(ends); i++) {
        struct dialogue d;
        char bytes[4];
        reach(&d, ends[i].in_turn ? "mine" : "theirs");
        dialogue_end(&d, ends[i].ours, NOW);
        sprintf(bytes, "E%u0", ends[i].theirs);
        receive(&d, bytes);
        struct dialogue_event e = only_event(&d, DIALOGUE_CONFIRMED);
        assert_int_equal(e.settled, ends[i].settled);
        assert_int_equal(d.n_frames, 1); /* only our own end: a confirmation is never answered */
        assert_true(d.unconfirmed);      /* what came may be its own end */
    }
}

static void confirmation_is_waited_for(void **state)
{
    (void)state;
    struct dialogue d;
    reach(&d, "end-sent");
    assert_int_equal(dialogue_deadline(&d), NOW + 10000);
    dialogue_tick(&d, NOW + 9999);
    assert_int_equal(d.state, DIALOGUE_END_SENT);
    dialogue_tick(&d, NOW + 10000);
    assert_int_equal(only_event(&d, DIALOGUE_CONFIRMED).settled, SETTLED_BY_TIME);
    assert_int_equal(d.state, DIALOGUE_IDLE);
    assert_true(dialogue_deadline(&d) == INT64_MAX);
    receive(&d, "E00"); /* at last */
    assert_int_equal(d.n_events + d.n_frames, 0);
}

static void late_confirmation_is_no_refusal(void **state)
{
    (void)state;
    struct dialogue d;
    struct dxp_request request = {.follower = BLACK};
    for (int crossed = 0; crossed < 2; crossed++) {
        reach(&d, "!end-sent");
        if (crossed)
            receive(&d, "E00"); /* its own end, sent before it knew of ours */
        else
            dialogue_tick(&d, NOW + 10000);
        drop_all(&d);
        assert_int_equal(dialogue_request(&d, &request, NOW), 0);
        receive(&d, "E00");
        assert_int_equal(d.state, DIALOGUE_REQ_SENT);
        drop_all(&d);
        receive(&d, "E00");
        assert_int_equal(d.state, DIALOGUE_IDLE);
        assert_false(only_event(&d, DIALOGUE_DECLINED).unanswered);
    }
}

static void unreadable_answer_has_its_own_words(void **state)
{
    (void)state;
    struct dialogue d;
    struct dialogue_event e = {0};
    struct dxp_request request = {.follower = WHITE};
    reach(&d, "!req-sent");
    receive(&d, "ABad");
    while (dialogue_event(&d, &e))
        continue;
    assert_int_equal(e.kind, DIALOGUE_DECLINED);
    assert_true(e.unreadable);
    static const char words[] = "the answer to the request cannot be read: ";
    assert_memory_equal(e.text, words, sizeof words - 1);

    dialogue_init(&d, &(struct dialogue_config){
                          .role = DIALOGUE_INITIATOR, .name = "dama", .answer_ms = 60000});
    dialogue_request(&d, &request, NOW);
    receive(&d, "\x01\xff");
    drop_all(&d);
    dialogue_tick(&d, NOW + 60000);
    assert_true(dialogue_event(&d, &e));
    assert_string_equal(e.text, "the request was not answered in time; what came cannot be read");
    assert_true(e.unreadable && e.unanswered);
}

static void answers_and_moves_may_be_late(void **state)
{
    (void)state;
    struct dialogue d;
    struct dxp_request request = {.follower = WHITE};
    dialogue_init(&d, &(struct dialogue_config){
                          .role = DIALOGUE_INITIATOR, .name = "dama", .answer_ms = 60000});
    dialogue_request(&d, &request, NOW);
    assert_int_equal(dialogue_deadline(&d), NOW + 60000);
    dialogue_tick(&d, NOW + 60000);
    assert_true(only_event(&d, DIALOGUE_DECLINED).unanswered);
    assert_int_equal(d.state, DIALOGUE_IDLE);

    reach(&d, "theirs");
    dialogue_expect_move(&d, 5000);
    assert_int_equal(dialogue_deadline(&d), 5000);
    dialogue_tick(&d, 5000);
    only_event(&d, DIALOGUE_LATE);
    assert_int_equal(d.state, DIALOGUE_THEIRS);
    dialogue_tick(&d, 6000);
    assert_int_equal(d.n_events, 0); /* told once */
    dialogue_expect_move(&d, 7000);
    receive(&d, "M0001192300");
    assert_true(dialogue_deadline(&d) == INT64_MAX);
}

static void moves_are_taken_back(void **state)
{
    (void)state;
    struct dialogue d;
    struct dialogue_event e;
    reach(&d, "mine");
    receive(&d, "B001Z");
    e = only_event(&d, DIALOGUE_BACK_ASKED);
    assert_int_equal(e.message.backreq.turn, BLACK);
    assert_int_equal(dialogue_back_answer(&d, DXP_BACK_AGREED), 0);
    assert_int_equal(d.state, DIALOGUE_THEIRS);
    assert_int_equal(dialogue_back_answer(&d, DXP_BACK_AGREED), -1);

    reach(&d, "back-asked"); /* to move 1 of White: what is asked for after that does not count */
    receive(&d, "B001Z");
    drop_all(&d);
    assert_int_equal(dialogue_back_answer(&d, DXP_BACK_AGREED), 0);
    assert_int_equal(d.state, DIALOGUE_MINE);

    reach(&d, "back-sent"); /* we have White and are to move; back to move 1 of White */
    receive(&d, "B001Z");   /* the other asks at the same time for something else */
    receive(&d, "K0");
    assert_int_equal(d.state, DIALOGUE_MINE);
    assert_int_equal(dialogue_back_answer(&d, DXP_BACK_REFUSED), 0);
    assert_int_equal(d.state, DIALOGUE_MINE);

    reach(&d, "back-sent");
    assert_int_equal(dialogue_back(&d, &(struct dxp_backreq){1, WHITE}, NOW), -1);
    dialogue_tick(&d, NOW + 120000);
    e = only_event(&d, DIALOGUE_BACK_ANSWERED);
    assert_int_equal(e.message.back, DXP_BACK_REFUSED);
    receive(&d, "K0");
    assert_int_equal(d.n_events, 0);
    reach(&d, "idle");
    assert_int_equal(dialogue_back(&d, &(struct dxp_backreq){1, WHITE}, NOW), -1);
}

static void answer_and_first_move_come_together(void **state)
{
    (void)state;
    struct dialogue d;
    char frames[4000], events[400];
    reach(&d, "!req-sent");
    receive(&d, ACCEPT);
    receive(&d, "M0000322800");
    take_all(&d, frames, events);
    assert_string_equal(events, "accepted moved");
    assert_int_equal(d.state, DIALOGUE_MINE);
}

static void black_begins_where_the_request_says(void **state)
{
    (void)state;
    struct dialogue d;
    reach(&d, "idle");
    receive(&d, "R01peer                            W001000BZ"
                "zeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeew");
    dialogue_answer(&d, DXP_ACCEPTED, NULL);
    assert_int_equal(d.state, DIALOGUE_THEIRS);
}

static void stop_code_closes(void **state)
{
    (void)state;
    struct dialogue d;
    reach(&d, "theirs");
    receive(&d, "E01");
    assert_true(d.closing);
    reach(&d, "mine");
    dialogue_set_last(&d);
    dialogue_end(&d, DXP_DRAWN, NOW);
    struct dialogue_frame f;
    assert_true(dialogue_output(&d, &f));
    assert_string_equal(f.bytes, "E21");
    receive(&d, "E00");
    assert_true(d.closing);
}

static void long_chat_is_cut(void **state)
{
    (void)state;
    struct dialogue d;
    char text[300];
    reach(&d, "idle");
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    dialogue_chat(&d, text);
    assert_int_equal(d.n_frames, 3);
    struct dialogue_frame f;
    dialogue_output(&d, &f);
    assert_int_equal(f.n, DXP_MESSAGE_MAX);
}

static void noise_is_survived(void **state)
{
    (void)state;
    /*
     * Half-right messages in random order, with an owner that answers at random: queues never
     * overflow (asserted within), and every frame that goes out can be read.
     */
    static const char *const said[] = {
        REQUEST, ACCEPT,  REFUSE,  "M0001192300", "M",   "E00", "E10", "E31",
        "E",     "B001W", "B001Z", "B",           "K0",  "K1",  "K2",  "K",
        "Chi",   "C",     "",      "?",           "R02", "R",   "A",
    };
    struct dialogue d;
    srand(7);
    for (int round = 0; round < 200; round++) {
        reach(&d, round % 2 ? "!idle" : "idle");
        for (int step = 0; step < 500; step++) {
            struct dxp_request request = {.follower = rand() % 2 ? WHITE : BLACK};
            switch (rand() % 12) {
            case 0:
                dialogue_request(&d, &request, step);
                break;
            case 1:
                dialogue_answer(&d, (char)('0' + rand() % 4), "no");
                break;
            case 2:
                dialogue_move(&d, &(struct dxp_move){.from = 1, .to = 6});
                break;
            case 3:
                dialogue_end(&d, (enum dxp_reason)(rand() % 4), step);
                break;
            case 4:
                dialogue_fault(&d, "bad", step);
                break;
            case 5:
                dialogue_back(&d, &(struct dxp_backreq){3, BLACK}, step);
                break;
            case 6:
                dialogue_back_answer(&d, (enum dxp_back)(rand() % 3));
                break;
            case 7:
                dialogue_tick(&d, step * 1000);
                break;
            default: {
                const char *bytes = said[(size_t)rand() % ARRAY_LEN(said)];
                dialogue_receive(&d, bytes, strlen(bytes), step);
            }
            }
            struct dialogue_frame f;
            struct dialogue_event e;
            struct dxp_message m;
            while (dialogue_output(&d, &f))
                assert_int_equal(dxp_decode(f.bytes, f.n, DXP_SQUARES, &m, NULL, NULL), 0);
            while (dialogue_event(&d, &e))
                assert_in_range(strlen(e.text), 0, sizeof e.text - 1);
            assert_in_range(d.state, 0, DIALOGUE_STATES - 1);
        }
    }
}

int main(void)
{
    static const struct CMUnitTest others[] = {
        cmocka_unit_test(two_of_us_play_two_games),
        cmocka_unit_test(both_end_at_once),
        cmocka_unit_test(confirmation_is_waited_for),
        cmocka_unit_test(late_confirmation_is_no_refusal),
        cmocka_unit_test(unreadable_answer_has_its_own_words),
        cmocka_unit_test(answers_and_moves_may_be_late),
        cmocka_unit_test(moves_are_taken_back),
        cmocka_unit_test(answer_and_first_move_come_together),
        cmocka_unit_test(black_begins_where_the_request_says),
        cmocka_unit_test(stop_code_closes),
        cmocka_unit_test(long_chat_is_cut),
        cmocka_unit_test(noise_is_survived),
    };
    ROWS_LIST(others);
    ROWS_BY_INDEX(rows, name, row);
    return rows_run("dialogue");
}
