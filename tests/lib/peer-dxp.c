// SPDX-License-Identifier: MIT
/*
 * A DamExchange initiator for tests: goes to a follower on this machine, or waits for it, asks for
 * games with the colours turned each time, and plays them with moves that depend on the position
 * alone.
 *
 *     peer-dxp [listen] PORT GAMES [PLIES [WAY]]
 *
 * A game that lasts PLIES is given up. WAY is what it does besides: "plain"; "chat": says something
 * before each move; "silent": never confirms an end; "illegal": its fourth move is not legal;
 * "vanish": closes in the middle of the second game; "back": takes its first move back once; "insists": asks for the same colours each time,
 * and where that is refused for the others; "hurries": asks for other times first;
 * "ends": sends GAMEEND before its first request. It
 * prints a line a game, "game N: won|lost|drawn|unknown after P plies". Exit status: 0 all as it
 * should be, 1 the follower did something odd (told on standard error), 2 usage.
 */
#include "core/base/clock.h"
#include "core/board/notation.h"
#include "match/dxp-connection.h"
#include "match/link/poll.h"
#include "match/link/tcp.h"
#include "match/protocol/dxp-dialogue.h"
#include "match/protocol/wire.h"
#include "tests/lib/scripted.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct dxp_connection *connection;
static struct dialogue d;
static struct position pos;
static const char *way = "plain";
static int plies, plies_max = 80;
static bool refused, asks_again; /* the request was refused; another one is to follow */

static bool is(const char *word) { return strcmp(way, word) == 0; }

static void die(const char *what)
{
    fprintf(stderr, "peer-dxp: %s\n", what);
    exit(1);
}

static void send_all(void)
{
    struct dialogue_frame f;
    struct err err = {0};
    while (dialogue_output(&d, &f))
        if (dxp_connection_send(connection, f.bytes, f.n, &err))
            die(err.msg);
}

static void play_own(void)
{
    struct move mv;
    struct wire_move w;
    if (plies >= plies_max || !script_move(rules_international, &pos, &mv)) {
        dialogue_end(&d, DXP_LOST, clock_ms());
        return;
    }
    if (is("chat"))
        dialogue_chat(&d, "let me think \x1b[31m");
    wire_of_move(rules_international, &mv, &w);
    struct dxp_move m = {.from = w.from, .to = w.to, .n = w.n};
    memcpy(m.captured, w.captured, w.n);
    if (is("illegal") && plies >= 6)
        m.from = m.to;
    dialogue_move(&d, &m);
    move_play(rules_international, &pos, &mv);
    plies++;
}

static void take_theirs(const struct dxp_move *m)
{
    struct wire_move w = {.from = m->from, .to = m->to, .n = m->n};
    struct move mv;
    struct err err = {0};
    memcpy(w.captured, m->captured, m->n);
    if (wire_find_move(rules_international, &pos, &w, &mv, NULL, &err))
        die(err.msg);
    move_play(rules_international, &pos, &mv);
    plies++;
}

/* @return the result from our view, or -1 while the game goes on */
static int handle(const struct dialogue_event *e)
{
    static const int turned[] = {DXP_UNKNOWN, DXP_WON, DXP_DRAWN, DXP_LOST};
    switch (e->kind) {
    case DIALOGUE_MOVED:
        take_theirs(&e->message.move);
        return -1;
    case DIALOGUE_ENDED:
        return turned[e->message.end.reason];
    case DIALOGUE_CONFIRMED:
        return (int)d.end.reason;
    case DIALOGUE_BACK_ANSWERED:
        if (e->message.back != DXP_BACK_AGREED)
            die("taking back was refused");
        position_start(rules_international, &pos);
        plies = 0;
        return -1;
    case DIALOGUE_DECLINED:
        if (!is("insists") && !is("hurries"))
            die(e->text);
        refused = asks_again = true;
        return -1;
    case DIALOGUE_FAULTED:
    case DIALOGUE_WARNED:
        die(e->text);
        return -1;
    default:
        return -1;
    }
}

/* Waits for a frame and hands it to the dialogue. */
static void hear(void)
{
    struct dxp_frame f;
    struct err err = {0};
    int rc;
    while ((rc = dxp_connection_receive(connection, &f, &err)) == 0) {
        struct pollfd fds[LINK_FDS];
        int64_t by = clock_ms() + 60000;
        if (poll_until(fds, dxp_connection_wait(connection, fds, &by), by) == 0)
            die("the follower says nothing");
    }
    if (rc < 0)
        die(err.msg);
    if (is("silent") && f.bytes[0] == 'E') /* leave it without its confirmation */
        dialogue_init(&d, &d.config);
    else
        dialogue_receive(&d, f.bytes, f.n, clock_ms());
}

static void ask(int number)
{
    struct dxp_request request = {
        .follower = number % 2 ? WHITE : BLACK, .time = 60000, .moves = 0};
    if (is("insists"))
        request.follower = refused ? BLACK : WHITE;
    if (is("hurries") && !refused)
        request.time = 120000;
    asks_again = false;
    if (dialogue_request(&d, &request, clock_ms()))
        die("cannot ask for a game");
}

/* @return the result */
static int one_game(int number)
{
    bool back = is("back");
    int result = -1;
    position_start(rules_international, &pos);
    plies = 0;
    refused = false;
    ask(number);
    while (result < 0) {
        struct dialogue_event e;
        send_all();
        hear();
        while (dialogue_event(&d, &e) && result < 0)
            result = handle(&e);
        if (asks_again)
            ask(number);
        if (is("silent") && d.state == DIALOGUE_IDLE)
            result = DXP_UNKNOWN;
        if (is("vanish") && number == 2 && plies > 4) {
            dxp_connection_close(connection);
            exit(0);
        }
        if (back && plies >= 4 && d.state == DIALOGUE_MINE) {
            dialogue_back(&d, &(struct dxp_backreq){1, WHITE}, clock_ms());
            back = false;
        } else if (result < 0 && d.state == DIALOGUE_MINE && !d.back_sent) {
            play_own();
        }
    }
    send_all();
    return result;
}

int main(int argc, char **argv)
{
    static const char *const words[] = {"unknown", "lost", "drawn", "won"};
    struct tcp_place place = {.host = "localhost"};
    struct tcp_listener *listener = NULL;
    struct err err = {0};
    bool listens = argc > 1 && strcmp(argv[1], "listen") == 0;
    argc -= listens;
    argv += listens;
    if (argc < 3 || argc > 5)
        return 2;
    snprintf(place.port, sizeof place.port, "%s", argv[1]);
    if (argc > 3)
        plies_max = atoi(argv[3]);
    if (argc > 4)
        way = argv[4];
    struct link *link;
    int64_t by = clock_ms() + 10000;
    if ((listens && tcp_listen(&place, &listener, &err))
        || (listens ? tcp_link_await(listener, by, &link, &err)
                    : tcp_link_open(&place, by, &link, &err))
        || link_wait_ready(link, -1, &err) || dxp_connection_open(link, &connection, &err))
        die(err.msg);
    dialogue_init(&d, &(struct dialogue_config){.role = DIALOGUE_INITIATOR, .name = "peer"});
    if (is("ends") && dxp_connection_send(connection, "E00", 3, &err))
        die(err.msg);
    for (int i = 1; i <= atoi(argv[2]); i++) {
        int result = one_game(i);
        printf("game %d: %s after %d plies\n", i, words[result], plies);
        fflush(stdout);
    }
    dxp_connection_finish(connection, clock_ms() + 1000);
    tcp_listener_close(listener);
    return 0;
}
