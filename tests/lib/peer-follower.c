// SPDX-License-Identifier: MIT
/*
 * A DamExchange follower for tests that behaves, or misbehaves in one way.
 *
 *     peer-follower listen PORT [WAY [ARG]]      port 0 takes any; prints "port N"
 *     peer-follower connect PORT [WAY [ARG]]     goes to the port again and again
 *     peer-follower serial DEVICE [WAY]          on a serial line, with 129 and 142 around messages; "plain" only
 *
 * Its moves depend on the position alone. Each WAY but "plain" goes wrong at its own fourth move of each game, unless
 * said otherwise here:
 *     crash-end    exits when the game is ended
 *     crash        closes and exits           vanish       closes, and takes the next connection
 *     stall        says nothing any more      half         sends half a move, then nothing
 *     too-long     sends a move with blanks after it that make it too long, then nothing
 *     noisy        sends a move with bytes without meaning before it, then nothing
 *     pieces       sends everything byte by byte        lines        ends each message as a line
 *     together     sends acceptance and first move, and chat and move, in one write each
 *     captures     names a captured square that is none
 *     colours      moves a piece of the other side
 *     rubbish      sends bytes without meaning after the NUL of each move
 *     unreadable   sends a move that cannot be read
 *     twice        moves twice in a row
 *     end-first    sends GAMEEND as soon as it is connected
 *     bad-answer   answers the request with an answer that is too short
 *     noise        sends bytes without meaning before its answer, in the same message
 *     end-asked    answers the request with GAMEEND     end-accepted  sends GAMEEND right after its acceptance
 *     end-move     sends GAMEEND in place of its move (ARG: reason, 1 by default)
 *     end-turn     sends GAMEEND while it is not to move
 *     end-thrice   confirms the end of a game three times
 *     end-never    does not confirm the end of a game, nor answer requests to take moves back
 *     refuse       accepts no game            mute         does not answer the request
 *     spelled      accepts only games with the position spelled out (ARG mute: and then says nothing)
 *     flood        chats without end       endless      sends a message that does not end
 *     nothing      sends empty messages without end
 *     back         asks to go back to the beginning     backs         asks so again and again
 *     hasty        asks so and does not wait for the answer to move
 *     yields       agrees to go back to the beginning
 *     total        sends with each move a second for each of its moves so far
 *     version      accepts with a name full of escape sequences
 *     dollar       accepts with a name that looks like a variable
 */
#include "core/base/clock.h"
#include "match/dxp-connection.h"
#include "match/link/poll.h"
#include "match/link/serial.h"
#include "match/link/tcp.h"
#include "match/protocol/dxp-dialogue.h"
#include "match/protocol/wire.h"
#include "tests/lib/scripted.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct link *peer;
static struct dialogue d;
static struct position pos, first;
static const char *way = "plain", *arg = "1";
static unsigned own_moves;
static bool quiet; /* says nothing any more */

static bool is(const char *word) { return strcmp(way, word) == 0; }

static void put(const char *bytes, size_t n)
{
    struct err err = {0};
    while (n && !quiet) {
        size_t step = is("pieces") ? 1 : n;
        long sent = link_write(peer, bytes, step, &err);
        if (sent < 0)
            return;
        bytes += sent;
        n -= (size_t)sent;
    }
}

/* Sends all frames that wait; all in one write where they are to come together. */
static void send_all(void)
{
    struct dialogue_frame f;
    char all[4096];
    size_t n = 0;
    while (dialogue_output(&d, &f)) {
        memcpy(all + n, f.bytes, f.n);
        n += f.n;
        if (is("lines"))
            all[n++] = '\n';
        all[n++] = '\0';
        if (is("rubbish") && f.bytes[0] == 'M') {
            memcpy(all + n, "\x01\xff\x7f??", 5);
            n += 5;
            all[n++] = '\0';
        }
        if (is("end-thrice") && f.bytes[0] == 'E')
            for (int i = 0; i < 2; i++) {
                memcpy(all + n, "E00", 4);
                n += 4;
            }
        if (is("end-never") && f.bytes[0] == 'E')
            n -= f.n + 1;
        if (!(is("together") || is("hasty")) || n > sizeof all / 2) {
            put(all, n);
            n = 0;
        }
    }
    put(all, n);
}

/* The fourth move comes out as WAY says. @return whether the move itself is sent as well */
static bool misbehave(struct dxp_move *m)
{
    static const char chat[] = "Cand on and on";
    if (is("crash"))
        exit(1);
    if (is("vanish")) {
        link_close(peer);
        peer = NULL;
        return false;
    }
    if (is("stall"))
        quiet = true;
    if (is("half")) {
        put("M0000", 5);
        quiet = true;
    }
    if (is("noisy")) {
        put("\x01\xffM0000322800", 14);
        quiet = true;
    }
    if (is("too-long")) {
        char text[200];
        put(text, (size_t)snprintf(text, sizeof text, "M%-198s", "0000322800") + 1);
        quiet = true;
    }
    if (is("captures"))
        m->captured[m->n++] = m->from;
    if (is("colours"))
        m->from = (uint8_t)(51 - m->from), m->to = (uint8_t)(51 - m->to);
    if (is("unreadable"))
        put("M00xx", 6);
    if (is("end-move"))
        put(strcmp(arg, "0") == 0   ? "E00"
            : strcmp(arg, "1") == 0 ? "E10"
            : strcmp(arg, "2") == 0 ? "E20"
                                    : "E30",
            4);
    for (int i = 0; is("flood") && i < 20000; i++)
        put(chat, sizeof chat);
    for (int i = 0; is("endless") && i < 20000; i++)
        put(chat, sizeof chat - 1);
    for (int i = 0; is("nothing") && i < 20000; i++)
        put("\0\0\0\0\0\0\0\0", 8);
    return !is("unreadable") && !is("end-move");
}

static void play_own(void)
{
    struct move mv;
    struct wire_move w;
    if (!script_move(rules_international, &pos, &mv)) {
        dialogue_end(&d, DXP_LOST, clock_ms());
        return;
    }
    wire_of_move(rules_international, &mv, &w);
    struct dxp_move m = {.from = w.from, .to = w.to, .n = w.n};
    memcpy(m.captured, w.captured, w.n);
    if (is("total"))
        m.time = 1000 * (own_moves + 1);
    if (++own_moves == 4 && is("back")) {
        dialogue_back(&d, &(struct dxp_backreq){1, WHITE}, clock_ms());
        return;
    }
    if (own_moves == 4 && !misbehave(&m))
        return;
    if (own_moves == 4 && is("backs")) {
        own_moves--;
        dialogue_back(&d, &(struct dxp_backreq){1, WHITE}, clock_ms());
        return;
    }
    if (own_moves == 4 && is("hasty")) { /* the position stays: the move is void where we go back */
        dialogue_back(&d, &(struct dxp_backreq){1, WHITE}, clock_ms());
        dialogue_move(&d, &m);
        return;
    }
    if (is("together"))
        dialogue_chat(&d, "here it comes");
    dialogue_move(&d, &m);
    move_play(rules_international, &pos, &mv);
    if (is("twice") && own_moves == 4) {
        send_all();
        put("M0000061100", 12);
    }
    if (is("end-turn") && own_moves == 4) {
        send_all();
        put("E20", 4);
    }
}

static void take_theirs(const struct dxp_move *m)
{
    struct wire_move w = {.from = m->from, .to = m->to, .n = m->n};
    struct move mv;
    struct err err = {0};
    memcpy(w.captured, m->captured, m->n);
    if (wire_find_move(rules_international, &pos, &w, &mv, NULL, &err)) {
        dialogue_fault(&d, err.msg, clock_ms());
        return;
    }
    move_play(rules_international, &pos, &mv);
}

static void accept_game(const struct dxp_request *r)
{
    own_moves = 0;
    if (is("mute")) {
        quiet = true;
        return;
    }
    if (is("refuse") || (is("spelled") && !r->special)) {
        dialogue_answer(&d, DXP_NO_GAME, "not today");
        return;
    }
    if (is("bad-answer")) {
        struct dialogue_frame unsent;
        dialogue_answer(&d, DXP_NO_GAME, NULL);
        while (dialogue_output(&d, &unsent))
            continue;
        put("ABad", 5);
        return;
    }
    if (is("end-asked")) {
        put("E00", 4);
        return;
    }
    if (!r->special)
        position_start(rules_international, &pos);
    else if (wire_read_position(rules_international, &wire_dxp, r->squares, r->n_squares, r->turn,
                                &pos, NULL))
        exit(3);
    first = pos;
    if (is("noise"))
        put("\x01\xff\x7f??", 5);
    dialogue_answer(&d, DXP_ACCEPTED, NULL);
    if (is("spelled") && strcmp(arg, "mute") == 0) {
        send_all();
        quiet = true;
    }
    if (is("end-accepted")) {
        send_all();
        put("E00", 4);
    }
}

static void handle(const struct dialogue_event *e)
{
    if (e->kind == DIALOGUE_REQUESTED)
        accept_game(&e->message.request);
    else if (e->kind == DIALOGUE_MOVED)
        take_theirs(&e->message.move);
    else if (e->kind == DIALOGUE_ENDED && is("crash-end"))
        exit(1);
    else if (e->kind == DIALOGUE_BACK_ASKED && is("yields")) {
        dialogue_back_answer(&d, DXP_BACK_AGREED);
        pos = first;
    } else if (e->kind == DIALOGUE_BACK_ASKED && !is("end-never"))
        dialogue_back_answer(&d, DXP_BACK_UNSUPPORTED);
    else if (e->kind == DIALOGUE_BACK_ANSWERED && e->message.back == DXP_BACK_AGREED)
        pos = first;
}

/* Serves a connection until it ends. */
static void serve(void)
{
    struct dxp_frame_reader reader = {0};
    char buf[4096];
    struct err err = {0};
    quiet = false;
    dialogue_init(&d, &(struct dialogue_config){.role = DIALOGUE_FOLLOWER,
                                                .name = is("version")  ? "\x1b[31mred"
                                                        : is("dollar") ? "${NAME}"
                                                                       : "peer"});
    if (is("end-first"))
        put("E00", 4);
    while (peer) {
        struct pollfd fds[LINK_FDS];
        int64_t by = INT64_MAX;
        unsigned n_fds = link_wait(peer, false, fds, &by);
        poll_until(fds, n_fds, by);
        long n = link_read(peer, buf, sizeof buf, &err);
        if (n < 0)
            break;
        for (size_t at = 0, used; peer && at < (size_t)n; at += used) {
            struct dxp_frame f;
            struct dialogue_event e;
            if (!dxp_frame_read(&reader, buf + at, (size_t)n - at, &used, &f))
                continue;
            dialogue_receive(&d, f.bytes, f.n, clock_ms());
            while (dialogue_event(&d, &e))
                handle(&e);
            if (d.state == DIALOGUE_MINE && !d.back_sent)
                play_own();
            if (peer)
                send_all();
        }
    }
    link_close(peer);
    peer = NULL;
}

/* Serves on a serial line, for ever. */
static int serve_line(const char *device)
{
    const struct dxp_serial_config config = {.start = 129, .end = 142, .tries = 100, .seed = 99};
    struct dxp_connection *line;
    struct err err = {0};
    if (serial_link_open(device, 9600, &peer, &err) || dxp_connection_open(peer, &line, &err)
        || dxp_connection_set_serial(line, &config)) {
        fprintf(stderr, "peer-follower: %s\n", err.msg);
        return 1;
    }
    dialogue_init(&d, &(struct dialogue_config){.role = DIALOGUE_FOLLOWER, .name = "peer"});
    for (;;) {
        struct pollfd fds[LINK_FDS];
        int64_t by = INT64_MAX;
        struct dxp_frame f;
        struct dialogue_frame out;
        struct dialogue_event e;
        poll_until(fds, dxp_connection_wait(line, fds, &by), by);
        int rc = dxp_connection_receive(line, &f, &err);
        if (rc < 0)
            return 1;
        if (rc == 0)
            continue;
        dialogue_receive(&d, f.bytes, f.n, clock_ms());
        while (dialogue_event(&d, &e))
            handle(&e);
        if (d.state == DIALOGUE_MINE && !d.back_sent)
            play_own();
        while (dialogue_output(&d, &out))
            if (dxp_connection_send(line, out.bytes, out.n, &err))
                return 1;
    }
}

static void wait_ms(int64_t ms) { poll_until(NULL, 0, clock_ms() + ms); }

int main(int argc, char **argv)
{
    struct tcp_place place = {.host = "127.0.0.1"};
    struct tcp_listener *listener = NULL;
    struct err err = {0};
    if (argc < 3 || argc > 5)
        return 2;
    if (strcmp(argv[1], "serial") == 0)
        return serve_line(argv[2]);
    bool listens = strcmp(argv[1], "listen") == 0;
    snprintf(place.port, sizeof place.port, "%s", argv[2]);
    way = argc > 3 ? argv[3] : way;
    arg = argc > 4 ? argv[4] : arg;
    if (listens && tcp_listen(&place, &listener, &err)) {
        fprintf(stderr, "peer-follower: %s\n", err.msg);
        return 1;
    }
    if (listens) {
        printf("port %u\n", tcp_listener_port(listener));
        fflush(stdout);
    }
    for (int i = 0; i < 1000; i++) {
        err = (struct err){0};
        int rc = listens ? tcp_link_await(listener, INT64_MAX, &peer, &err)
                         : tcp_link_open(&place, clock_ms() + 1000, &peer, &err);
        if (rc == 0 && link_wait_ready(peer, -1, &err)) {
            link_close(peer);
            peer = NULL;
            rc = -1;
        }
        if (rc == 0)
            serve();
        else
            wait_ms(50);
    }
    return 0;
}
