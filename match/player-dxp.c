// SPDX-License-Identifier: MIT
/*
 * A DamExchange peer as a player. To the peer we are its opponent: what the real opponent plays
 * becomes a move of ours, and what the peer plays is reported. We believe neither.
 *
 * The peer may be initiator or follower, and we may go to it or wait for it: the four combinations
 * differ in who sends the request and in how the link comes about, nowhere else.
 *
 * How a game ends on the wire: where the opponent's last move has decided it on the board, that
 * move is sent, and the peer, which is to move then, is given time to say so itself; where it does
 * not, or plays on, we do. In all other cases we end the game, in place of a move or out of turn,
 * since the protocol has no better way.
 */
#include "core/base/clock.h"
#include "match/dxp-connection.h"
#include "match/link/address.h"
#include "match/link/process.h"
#include "match/link/serial.h"
#include "match/player.h"
#include "match/protocol/dxp-dialogue.h"
#include "match/protocol/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FRAMES_AT_ONCE = 64,
    MESSAGES_MAX = 1000, /* without a move */
    BYTES_MAX = 64 * 1024,
    RETRY_MS = 100,   /* while a program that we started does not listen yet */
    SETTLE_MS = 3000, /* for the peer to say itself that the game is over */
    PROGRAM_GRACE_MS = 200,
};

enum stage {
    STAGE_CONNECTING,
    STAGE_IDLE,   /* connected, or to be connected for the next game */
    STAGE_ASKING, /* the game is wanted; the request is not answered, or has not come */
    STAGE_PLAYING,
    STAGE_ENDING, /* the verdict is known; GAMEENDs are exchanged */
};

struct dxp_player {
    struct player player;
    struct address address;
    struct process *process; /* NULL: not ours */
    struct tcp_listener *listener;
    struct dxp_serial_config serial;
    unsigned baud;
    struct dxp_connection *connection; /* NULL: none */
    bool connected;
    struct dialogue dialogue;
    enum stage stage;
    int64_t connect_by, retry_at, idle_until;
    unsigned messages, bytes; /* since the last move */
    bool chatted;             /* our set answer was given in this game */
    unsigned told;            /* plies of the referee's game that the peer knows of */
    int64_t move_at;          /* when our move is to be sent; INT64_MAX: none waits */
    bool first_move;          /* ours in this game */
    int64_t claimed;          /* ms, all moves of the peer in this game, where it sends totals */
    int64_t settle_by;        /* then we end the game ourselves */
    enum dxp_reason reason;   /* what we say then */
    bool faulted;             /* told already */
    bool over;
};

static const struct player_settings *settings_of(const struct dxp_player *d)
{
    return d->player.settings;
}

static enum side other(enum side side) { return side == WHITE ? BLACK : WHITE; }

/** The colour that we have in the eyes of the peer. */
static enum side ours(const struct dxp_player *d) { return other(d->player.game.side); }

/* The line. */

static void begin_dialogue(struct dxp_player *d, const struct player_settings *s,
                           const struct player_host *host)
{
    dialogue_init(&d->dialogue, &(struct dialogue_config){
                                    .role = s->initiator ? DIALOGUE_FOLLOWER : DIALOGUE_INITIATOR,
                                    .name = host->name ? host->name : "dama",
                                    .squares = host->rules->board->squares,
                                    .fractions = s->quirks.fractions,
                                    .answer_ms = s->timeouts.accept_ms,
                                    .confirm_ms = s->timeouts.end_ms,
                                });
}

/** A link to where the peer is. @return 0, or -1 with `err` */
static int open_link(struct dxp_player *d, struct link **out, struct err *err)
{
    switch (d->address.kind) {
    case ADDRESS_LISTEN:
        return tcp_link_await(d->listener, d->connect_by, out, err);
    case ADDRESS_SERIAL:
        return serial_link_open(d->address.rest, d->baud, out, err);
    default:
        return tcp_link_open(&d->address.place, d->connect_by, out, err);
    }
}

/** Begins to connect. @return 0, or -1 with `err` */
static int begin_connecting(struct dxp_player *d, struct err *err)
{
    struct link *link = NULL;
    if (open_link(d, &link, err))
        return -1;
    if (dxp_connection_open(link, &d->connection, err)) {
        link_close(link);
        return -1;
    }
    d->connected = false;
    if (d->address.kind == ADDRESS_SERIAL && dxp_connection_set_serial(d->connection, &d->serial))
        return err_set(err, (struct src_pos){0}, "out of memory");
    return 0;
}

static void disconnect(struct dxp_player *d)
{
    dxp_connection_close(d->connection);
    d->connection = NULL;
    d->connected = false;
    d->settle_by = d->move_at = INT64_MAX; /* of a game on that connection */
}

/** Whether our program has ended: that shows a moment after the end of its connection. */
static bool program_has_ended(struct dxp_player *d, char how[64])
{
    for (int i = 0; d->process && i < 40; i++) {
        if (process_has_ended(d->process, how))
            return true;
        poll_until(NULL, 0, clock_ms() + 5);
    }
    return false;
}

/** The connection is gone. Between games a new one is made for the next. */
static void lost(struct dxp_player *d, const char *why)
{
    char how[64];
    disconnect(d);
    if (program_has_ended(d, how))
        player_fail(&d->player, REASON_CRASHED, "%s: %s", why, how);
    else if (d->stage == STAGE_IDLE)
        player_note(&d->player, "%s, between games", why);
    else if (d->stage == STAGE_ENDING && !d->over) {
        d->over = true;
        d->stage = STAGE_IDLE;
        player_tell(&d->player, PLAYER_OVER);
    } else
        player_fail(&d->player, REASON_CONNECTION, "%s", why);
}

/** The attempt has failed; one of a program that is starting is made again. */
static void not_connected(struct dxp_player *d, const char *why, int64_t now)
{
    char how[64];
    disconnect(d);
    if (d->process && process_has_ended(d->process, how))
        player_fail(&d->player, REASON_CRASHED, "the program has ended: %s", how);
    else if (d->process && now + RETRY_MS < d->connect_by)
        d->retry_at = now + RETRY_MS;
    else
        player_fail(&d->player, REASON_CONNECTION, "%s", why);
}

static void send_all(struct dxp_player *d)
{
    struct dialogue_frame frame;
    struct err err = {0};
    while (dialogue_output(&d->dialogue, &frame)) {
        if (!d->connection)
            continue;
        player_transcript(&d->player, '>', frame.bytes, frame.n);
        if (dxp_connection_send(d->connection, frame.bytes, frame.n, &err))
            lost(d, err.msg);
    }
}

/* Ending. */

static void settle(struct dxp_player *d)
{
    if (d->over)
        return;
    d->over = true;
    d->stage = STAGE_IDLE;
    d->settle_by = d->move_at = INT64_MAX;
    d->idle_until = clock_ms() + settings_of(d)->quirks.pause_ms;
    player_tell(&d->player, PLAYER_OVER);
}

static void say_end(struct dxp_player *d, int64_t now)
{
    d->settle_by = INT64_MAX;
    if (dialogue_end(&d->dialogue, d->reason, now) || settings_of(d)->quirks.no_confirmation) {
        dialogue_tick(&d->dialogue, INT64_MAX - 1); /* as if the confirmation had come */
        settle(d);
    }
}

/** A result from the view of the peer's opponent. */
static enum dxp_reason reason_of(enum result result, enum side side)
{
    switch (result) {
    case RESULT_DRAW:
        return DXP_DRAWN;
    case RESULT_WHITE:
        return side == WHITE ? DXP_WON : DXP_LOST;
    case RESULT_BLACK:
        return side == BLACK ? DXP_WON : DXP_LOST;
    default:
        return DXP_UNKNOWN;
    }
}

/* Moves. */

static void send_move(struct dxp_player *d)
{
    const struct referee *referee = d->player.game.referee;
    const struct referee_ply *ply = referee_ply(referee, referee_plies(referee) - 1);
    struct wire_move wire;
    wire_of_move(d->player.host->rules, &ply->move, &wire);
    struct dxp_move move = {.time = ply->took, .from = wire.from, .to = wire.to, .n = wire.n};
    memcpy(move.captured, wire.captured,
           wire.n < sizeof move.captured ? wire.n : sizeof move.captured);
    dialogue_move(&d->dialogue, &move);
    d->told = referee_plies(referee);
    d->move_at = INT64_MAX;
    d->first_move = false;
}

static void illegal(struct dxp_player *d, const struct dxp_move *m, const char *why, int64_t now)
{
    char text[PLAYER_TEXT];
    snprintf(text, sizeof text, "%u to %u, %u captured: %.150s", m->from, m->to, m->n, why);
    d->faulted = true;
    player_fault(&d->player, REASON_ILLEGAL_MOVE, text);
    dialogue_fault(&d->dialogue, why, now);
}

static void moved(struct dxp_player *d, const struct dxp_move *m, int64_t now)
{
    const struct referee *referee = d->player.game.referee;
    struct wire_move wire = {.from = m->from, .to = m->to, .n = m->n};
    struct move move;
    struct err err = {0};
    bool bare;
    d->messages = d->bytes = 0;
    if (d->stage == STAGE_ENDING) { /* it plays on: now it is our turn to end the game */
        say_end(d, now);
        return;
    }
    memcpy(wire.captured, m->captured, m->n);
    int rc =
        wire_find_move(d->player.host->rules, referee_position(referee), &wire, &move, &bare, &err);
    if (rc) {
        illegal(d, m, rc > 0 ? err.msg : "out of memory", now);
        return;
    }
    if (bare)
        player_note(&d->player, "a capture came without the captured squares");
    struct player_event *e = player_tell(&d->player, PLAYER_MOVED);
    e->move = player_move_of(&move, now);
    e->move.claimed = m->time;
    if (settings_of(d)->quirks.total_time) {
        e->move.claimed = m->time - d->claimed;
        d->claimed = m->time;
    }
    d->told = referee_plies(referee) + 1;
}

/* Games. */

/**
 * Whether the request that we got is the game that is to be played.
 * @return NULL, or what is wrong
 */
static const char *request_fits(const struct dxp_player *d)
{
    const struct dxp_request *r = &d->dialogue.game;
    const struct rules *rules = d->player.host->rules;
    struct position start;
    if (!r->special)
        position_start(rules, &start);
    else if (wire_read_position(rules, &wire_dxp, r->squares, r->n_squares, r->turn, &start, NULL))
        return "that is not a position";
    if (!position_same(&start, referee_position(d->player.game.referee)))
        return "another start position is to be played";
    if (r->follower != ours(d))
        return "the other colours are to be played";
    return NULL;
}

static void playing(struct dxp_player *d)
{
    d->stage = STAGE_PLAYING;
    d->messages = d->bytes = 0;
    player_tell(&d->player, PLAYER_ACCEPTED);
}

/** The peer has asked, and we know which game is wanted. */
static void answer_request(struct dxp_player *d)
{
    const char *why = request_fits(d);
    if (why) {
        player_note(&d->player, "refused its request: %s", why);
        dialogue_answer(&d->dialogue, DXP_NOT_THIS_GAME, why);
        return;
    }
    char name[4 * DXP_NAME_MAX + 8];
    dxp_show(d->dialogue.game.name, strlen(d->dialogue.game.name), name, sizeof name);
    snprintf(d->player.version, sizeof d->player.version, "%.95s", name);
    dialogue_answer(&d->dialogue, DXP_ACCEPTED, NULL);
    playing(d);
}

static void request(struct dxp_player *d, int64_t now)
{
    const struct player_settings *s = settings_of(d);
    const struct rules *rules = d->player.host->rules;
    const struct position *pos = referee_position(d->player.game.referee);
    struct position usual;
    position_start(rules, &usual);
    struct dxp_request r = {.follower = d->player.game.side,
                            .time = s->limits.time_ms,
                            .moves = s->limits.moves ? s->limits.moves : d->player.game.move_limit,
                            .special = s->quirks.position || !position_same(pos, &usual)
                                       || usual.turn != WHITE,
                            .turn = (enum side)pos->turn};
    if (r.special)
        r.n_squares = wire_write_position(rules, &wire_dxp, pos, r.squares);
    if (dialogue_request(&d->dialogue, &r, now))
        player_fail(&d->player, REASON_UNEXPECTED, "the connection allows no further game");
}

/** Whether ask() has something to do: there is a request to make, or one to answer. */
static bool waits_to_ask(const struct dxp_player *d)
{
    return d->stage == STAGE_ASKING && d->connected
           && d->dialogue.state == (settings_of(d)->initiator ? DIALOGUE_REQ_RCVD : DIALOGUE_IDLE);
}

/** The game is wanted and the connection stands. */
static void ask(struct dxp_player *d, int64_t now)
{
    if (settings_of(d)->initiator && d->dialogue.state == DIALOGUE_REQ_RCVD)
        answer_request(d);
    else if (!settings_of(d)->initiator && d->dialogue.state == DIALOGUE_IDLE)
        request(d, now);
}

static void dxp_start(struct player *player, int64_t now)
{
    struct dxp_player *d = (struct dxp_player *)player;
    struct err err = {0};
    d->stage = STAGE_ASKING;
    d->told = referee_plies(player->game.referee);
    d->faulted = d->chatted = d->over = false;
    d->first_move = true;
    d->claimed = 0;
    d->settle_by = d->move_at = INT64_MAX;
    if (d->connection && d->dialogue.closing)
        disconnect(d);
    if (!d->connection) {
        d->connect_by = now + settings_of(d)->timeouts.connect_ms;
        if (begin_connecting(d, &err))
            not_connected(d, err.msg, now);
    } else if (d->connected && now >= d->idle_until) {
        ask(d, now);
    }
    send_all(d);
}

static void dxp_turn(struct player *player, int64_t now)
{
    struct dxp_player *d = (struct dxp_player *)player;
    if (referee_plies(player->game.referee) <= d->told)
        return; /* it begins, and knows it */
    d->move_at = now + (d->first_move ? settings_of(d)->quirks.delay_ms : 0);
    if (d->move_at <= now)
        send_move(d);
    send_all(d);
}

/** Whether the peer sees by itself that the game is over. */
static bool by_the_board(enum reason reason)
{
    return reason >= REASON_NO_MOVES && reason <= REASON_MOVE_LIMIT;
}

static void dxp_finish(struct player *player, const struct referee_verdict *verdict, int64_t now)
{
    struct dxp_player *d = (struct dxp_player *)player;
    bool asking = d->stage == STAGE_ASKING;
    if (d->over)
        return;
    d->reason = reason_of(verdict->result, ours(d));
    d->stage = STAGE_ENDING;
    if (asking) { /* there is no way to take a request back */
        disconnect(d);
        settle(d);
    } else if (d->dialogue.state == DIALOGUE_MINE && by_the_board(verdict->reason)
               && referee_plies(player->game.referee) > d->told) {
        int64_t end_ms = settings_of(d)->timeouts.end_ms;
        send_move(d);
        d->settle_by = now + (end_ms < SETTLE_MS ? end_ms : SETTLE_MS);
    } else if (dialogue_playing(&d->dialogue)) {
        say_end(d, now);
    } else if (d->dialogue.state != DIALOGUE_END_SENT) {
        settle(d);
    }
    send_all(d);
}

/** The peer ends the game. */
static void ended(struct dxp_player *d, enum dxp_reason theirs)
{
    static const struct {
        enum reason reason;
        const char *text;
    } of[DXP_REASONS] = {
        [DXP_UNKNOWN] = {REASON_ABANDONED, "it ended the game without a result"},
        [DXP_LOST] = {REASON_RESIGNED, ""},
        [DXP_DRAWN] = {REASON_CLAIMED, "it says that the game is drawn"},
        [DXP_WON] = {REASON_CLAIMED, "it says that it has won"},
    };
    if (d->stage == STAGE_PLAYING) {
        struct player_event *e = player_tell(&d->player, PLAYER_ENDED);
        e->reason = of[theirs].reason;
        e->result = theirs == DXP_DRAWN ? RESULT_DRAW
                    : theirs == DXP_WON
                        ? (d->player.game.side == WHITE ? RESULT_WHITE : RESULT_BLACK)
                        : RESULT_UNKNOWN;
        snprintf(e->text, sizeof e->text, "%s", of[theirs].text);
    }
    if (d->stage == STAGE_PLAYING || d->stage == STAGE_ENDING)
        settle(d);
}

static void chatted(struct dxp_player *d, const char *chat)
{
    char text[PLAYER_TEXT - 8];
    player_note(&d->player, "chat: %s", dxp_show(chat, strlen(chat), text, sizeof text));
    if (settings_of(d)->chat_answer && !d->chatted)
        dialogue_chat(&d->dialogue, settings_of(d)->chat_answer);
    d->chatted = true;
}

static void accepted(struct dxp_player *d, const struct dxp_answer *answer)
{
    char name[4 * DXP_NAME_MAX + 8];
    dxp_show(answer->name, strlen(answer->name), name, sizeof name);
    snprintf(d->player.version, sizeof d->player.version, "%.95s", name);
    playing(d);
}

static void refused(struct dxp_player *d, const char *why)
{
    d->stage = STAGE_IDLE;
    d->over = true;
    snprintf(player_tell(&d->player, PLAYER_REFUSED)->text, PLAYER_TEXT, "%s", why);
}

static void handle(struct dxp_player *d, const struct dialogue_event *e, int64_t now)
{
    switch (e->kind) {
    case DIALOGUE_REQUESTED:
        if (d->stage == STAGE_ASKING)
            answer_request(d);
        break;
    case DIALOGUE_ACCEPTED:
        accepted(d, &e->message.answer);
        break;
    case DIALOGUE_DECLINED:
        refused(d, e->text);
        break;
    case DIALOGUE_MOVED:
        moved(d, &e->message.move, now);
        break;
    case DIALOGUE_ENDED:
        ended(d, e->message.end.reason);
        break;
    case DIALOGUE_CONFIRMED:
        if (e->settled == SETTLED_BY_TIME)
            player_note(&d->player, "the end of the game was not confirmed");
        settle(d);
        break;
    case DIALOGUE_FAULTED:
        if (!d->faulted)
            player_fault(&d->player, e->unreadable ? REASON_MALFORMED : REASON_UNEXPECTED, e->text);
        d->faulted = true;
        break;
    case DIALOGUE_BACK_ASKED:
        dialogue_back_answer(&d->dialogue, DXP_BACK_UNSUPPORTED);
        player_note(&d->player, "wants to take moves back; refused");
        break;
    case DIALOGUE_CHATTED:
        chatted(d, e->message.chat);
        break;
    case DIALOGUE_WARNED:
        player_note(&d->player, "%s", e->text);
        break;
    default:
        break;
    }
}

static void handle_all(struct dxp_player *d, int64_t now)
{
    struct dialogue_event e;
    while (dialogue_event(&d->dialogue, &e))
        handle(d, &e, now);
}

/* The loop. */

static void flooded(struct dxp_player *d, int64_t now)
{
    static const char why[] = "too many messages without a move";
    if (d->stage == STAGE_PLAYING && !d->faulted) {
        d->faulted = true;
        player_fault(&d->player, REASON_FLOOD, why);
        dialogue_fault(&d->dialogue, why, now);
        send_all(d);
    }
    player_fail(&d->player, REASON_FLOOD, why);
}

static void receive_some(struct dxp_player *d, int64_t now)
{
    struct dxp_frame frame;
    struct err err = {0};
    for (int i = 0; i < FRAMES_AT_ONCE && d->connection && !d->player.failed; i++) {
        int rc = dxp_connection_receive(d->connection, &frame, &err);
        if (rc < 0)
            lost(d, err.msg);
        if (rc <= 0)
            return;
        player_transcript(&d->player, '<', frame.bytes, frame.n);
        d->messages++;
        d->bytes += (unsigned)frame.n;
        dialogue_receive(&d->dialogue, frame.bytes, frame.n, now);
        handle_all(d, now);
        send_all(d);
        if (d->messages > MESSAGES_MAX || d->bytes > BYTES_MAX)
            flooded(d, now);
    }
}

static void try_to_connect(struct dxp_player *d, int64_t now)
{
    struct err err = {0};
    if (!d->connection && now >= d->retry_at) {
        d->retry_at = INT64_MAX;
        if (begin_connecting(d, &err)) {
            not_connected(d, err.msg, now);
            return;
        }
    }
    if (!d->connection)
        return;
    int rc = dxp_connection_ready(d->connection, &err);
    if (rc < 0)
        not_connected(d, err.msg, now);
    if (rc <= 0)
        return;
    d->connected = true;
    d->messages = d->bytes = 0;
    begin_dialogue(d, settings_of(d), d->player.host);
    if (d->stage == STAGE_CONNECTING) {
        d->stage = STAGE_IDLE;
        player_tell(&d->player, PLAYER_READY);
    } else if (d->stage == STAGE_ASKING) {
        ask(d, now);
    }
}

static void dxp_serve(struct player *player, const struct pollfd *fds, unsigned n, int64_t now)
{
    struct dxp_player *d = (struct dxp_player *)player;
    struct err err = {0};
    (void)fds, (void)n;
    if (!d->connected) {
        try_to_connect(d, now);
        send_all(d);
        return;
    }
    if (waits_to_ask(d) && now >= d->idle_until)
        ask(d, now);
    if (now >= d->move_at)
        send_move(d);
    if (now >= d->settle_by)
        say_end(d, now);
    dialogue_tick(&d->dialogue, now);
    handle_all(d, now);
    send_all(d);
    if (d->connection && dxp_connection_flush(d->connection, &err))
        lost(d, err.msg);
    receive_some(d, now);
}

static unsigned dxp_want(struct player *player, struct pollfd *fds, int64_t *by)
{
    struct dxp_player *d = (struct dxp_player *)player;
    const int64_t all[] = {d->move_at, d->settle_by,
                           d->connected ? dialogue_deadline(&d->dialogue) : d->retry_at,
                           waits_to_ask(d) ? d->idle_until : INT64_MAX};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i] < *by)
            *by = all[i];
    return d->connection ? dxp_connection_wait(d->connection, fds, by) : 0;
}

static void dxp_close(struct player *player)
{
    struct dxp_player *d = (struct dxp_player *)player;
    disconnect(d);
    tcp_listener_close(d->listener);
    process_close(d->process, PROGRAM_GRACE_MS);
    free(d);
}

static int start_program(struct dxp_player *d, const struct player_settings *s, struct err *err)
{
    struct process_plan plan = {.command = s->start, .directory = s->directory, .shell = s->shell};
    if (strstr(s->start, "{port}")) {
        plan.port = process_free_port();
        snprintf(d->address.place.port, sizeof d->address.place.port, "%u", plan.port);
    }
    return process_open(&plan, &d->process, err);
}

/** The bytes around messages are in no public document: they must be given. */
static int check_serial(const struct dxp_player *d, struct err *err)
{
    uint8_t s = d->serial.start, e = d->serial.end;
    if (d->address.kind != ADDRESS_SERIAL)
        return 0;
    if (!s || !e)
        return err_set(err, (struct src_pos){0},
                       "%s: serial_start and serial_end are needed, as the peer has them",
                       d->address.rest);
    if (s == e || (s >= 32 && s < 127) || (e >= 32 && e < 127))
        return err_set(err, (struct src_pos){0},
                       "serial_start and serial_end must differ and must not be printable");
    return 0;
}

static int dxp_open(const struct player_settings *settings, const struct player_host *host,
                    struct player **out, struct err *err)
{
    struct dxp_player *d = calloc(1, sizeof *d);
    const char *address = settings->address ? settings->address : "tcp://127.0.0.1";
    if (!d)
        return err_set(err, (struct src_pos){0}, "out of memory");
    begin_dialogue(d, settings, host);
    d->retry_at = d->move_at = d->settle_by = INT64_MAX;
    d->connect_by = clock_ms() + settings->timeouts.connect_ms;
    d->baud = settings->baud;
    d->serial = (struct dxp_serial_config){.start = (uint8_t)settings->serial_start,
                                           .end = (uint8_t)settings->serial_end,
                                           .seed = (uint64_t)clock_us()};
    if (address_read(address, DXP_PORT, &d->address, err) || check_serial(d, err)
        || (d->address.kind == ADDRESS_LISTEN && tcp_listen(&d->address.place, &d->listener, err))
        || (settings->start && start_program(d, settings, err)))
        goto failed;
    if (d->process)
        d->retry_at = clock_ms() + RETRY_MS / 2;
    else if (begin_connecting(d, err))
        goto failed;
    *out = &d->player;
    return 0;
failed:
    dxp_close(&d->player);
    return -1;
}

const struct player_type player_dxp = {
    .open = dxp_open,
    .start = dxp_start,
    .turn = dxp_turn,
    .finish = dxp_finish,
    .close = dxp_close,
    .want = dxp_want,
    .serve = dxp_serve,
};
