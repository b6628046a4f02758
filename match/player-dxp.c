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
#include "match/dxp-expected.h"
#include "match/dxp-line.h"
#include "match/dxp-request.h"
#include "match/dxp-result.h"
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
    SETTLE_MS = 3000, /* for the peer to say itself that the game is over */
    REFUSALS = 8,     /* of take-backs in a game; who asks once more breaks the rules */
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
    struct dxp_line *line;
    struct dialogue dialogue;
    enum stage stage;
    int64_t idle_until;
    unsigned messages, bytes; /* since the last move */
    bool chatted;             /* our set answer was given in this game */
    unsigned told;            /* plies of the referee's game that the peer knows of */
    unsigned first_ply;       /* of the referee's game that is the peer's first */
    unsigned backs, refusals; /* take-backs of this game: agreed to, and not */
    bool going_back;          /* it has agreed to a take-back; its next move waits for the board */
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

static bool is_connected(const struct dxp_player *d)
{
    return dxp_line_connection(d->line) != NULL;
}

static void hang_up(struct dxp_player *d)
{
    dxp_line_hang_up(d->line);
    d->settle_by = d->move_at = INT64_MAX; /* of a game on that connection */
}

/** The peer cannot be reached. */
static void not_connected(struct dxp_player *d, const char *why)
{
    char how[64];
    enum reason reason = dxp_line_has_ended(d->line, how) ? REASON_CRASHED : REASON_CONNECTION;
    player_fail(&d->player, reason, "%s", why);
}

/** Closes the connection, and waits for the next peer where we listen. */
static void turn_away(struct dxp_player *d, const char *why, int64_t now)
{
    hang_up(d);
    d->player.version[0] = '\0';
    if (dxp_expected_to_come(settings_of(d))) {
        dxp_line_turn_away(d->line, now);
        player_note(&d->player, "turned away: %s", why);
    } else {
        player_fail(&d->player, REASON_REFUSED, "%s", why);
    }
}

/**
 * The connection is gone. Between games a new one is made for the next. Who comes to us and leaves
 * before a game was not the one we wait for.
 */
static void lost(struct dxp_player *d, const char *why)
{
    char how[64];
    hang_up(d);
    if (dxp_line_has_ended(d->line, how))
        player_fail(&d->player, REASON_CRASHED, "%s: %s", why, how);
    else if (d->stage == STAGE_IDLE)
        player_note(&d->player, "%s, between games", why);
    else if (d->stage == STAGE_ASKING && dxp_expected_to_come(settings_of(d)))
        turn_away(d, why, clock_ms());
    else if (d->stage == STAGE_ENDING && !d->over) {
        d->over = true;
        d->stage = STAGE_IDLE;
        player_note(&d->player, "%s, after the game", why);
        player_tell(&d->player, PLAYER_OVER);
    } else
        player_fail(&d->player, REASON_CONNECTION, "%s", why);
}

static void send_all(struct dxp_player *d)
{
    struct dialogue_frame frame;
    struct err err = {0};
    while (dialogue_output(&d->dialogue, &frame)) {
        if (!is_connected(d))
            continue;
        player_transcript(&d->player, '>', frame.bytes, frame.n);
        if (dxp_connection_send(dxp_line_connection(d->line), frame.bytes, frame.n, &err))
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
        player_note(&d->player, "a capture without its captured squares");
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

static void playing(struct dxp_player *d)
{
    d->stage = STAGE_PLAYING;
    d->messages = d->bytes = 0;
    player_tell(&d->player, PLAYER_ACCEPTED);
}

static void refuse(struct dxp_player *d, const char *why)
{
    player_note(&d->player, "refused its request: %s", why);
    dialogue_answer(&d->dialogue, DXP_NOT_THIS_GAME, why);
}

/* Peers that are not expected. */

/** Sends what is left to say. Whether it still arrives does not matter. */
static void send_last(struct dxp_player *d)
{
    struct dialogue_frame frame;
    struct err err = {0};
    while (dialogue_output(&d->dialogue, &frame)) {
        player_transcript(&d->player, '>', frame.bytes, frame.n);
        dxp_connection_send(dxp_line_connection(d->line), frame.bytes, frame.n, &err);
    }
}

/** A peer has given another name than the one expected. */
static void turn_away_name(struct dxp_player *d, const char *name, int64_t now)
{
    static const char said[] = "another player is expected here";
    char shown[4 * DXP_NAME_MAX + 8], why[PLAYER_TEXT];
    snprintf(why, sizeof why, "it is \"%s\", not \"%.60s\"",
             dxp_show(name, strlen(name), shown, sizeof shown), settings_of(d)->expect_name);
    if (settings_of(d)->initiator) {
        dialogue_answer(&d->dialogue, DXP_NO_GAME, said);
    } else {
        dialogue_chat(&d->dialogue, said);
        dialogue_set_last(&d->dialogue);
        dialogue_end(&d->dialogue, DXP_UNKNOWN, now);
    }
    send_last(d);
    turn_away(d, why, now);
}

static void take_name(struct dxp_player *d, const char *from)
{
    char name[4 * DXP_NAME_MAX + 8];
    dxp_show(from, strlen(from), name, sizeof name);
    snprintf(d->player.version, sizeof d->player.version, "%.95s", name);
}

/** The peer has asked, and we know which game is wanted; it may wish another one. */
static void answer_request(struct dxp_player *d, int64_t now)
{
    struct player_wish wish;
    char why[DXP_CHAT_MAX];
    if (!dxp_expected_name(settings_of(d), d->dialogue.game.name)) {
        turn_away_name(d, d->dialogue.game.name, now);
        return;
    }
    if (!dxp_request_is_good(&d->player, &d->dialogue.game, &wish, why)) {
        refuse(d, why);
        return;
    }
    if (wish.side != d->player.game.side
        || !position_same(&wish.start, referee_position(d->player.game.referee))) {
        player_tell(&d->player, PLAYER_WISHED)->wish = wish;
        return;
    }
    take_name(d, d->dialogue.game.name);
    dialogue_answer(&d->dialogue, DXP_ACCEPTED, NULL);
    playing(d);
}

static void dxp_refuse_wish(struct player *player, int64_t now)
{
    struct dxp_player *d = (struct dxp_player *)player;
    (void)now;
    if (d->stage != STAGE_ASKING || d->dialogue.state != DIALOGUE_REQ_RCVD)
        return;
    refuse(d, d->dialogue.game.follower == ours(d)
                  ? "games with that position are not to be played"
                  : "games with those colours are not to be played");
    send_all(d);
}

static void request(struct dxp_player *d, int64_t now)
{
    struct dxp_request r;
    dxp_request_make(&d->player, &r);
    if (dialogue_request(&d->dialogue, &r, now))
        player_fail(&d->player, REASON_UNEXPECTED, "no more games on this connection");
}

/** Whether ask() has something to do: there is a request to make, or one to answer. */
static bool waits_to_ask(const struct dxp_player *d)
{
    return d->stage == STAGE_ASKING && is_connected(d)
           && d->dialogue.state == (settings_of(d)->initiator ? DIALOGUE_REQ_RCVD : DIALOGUE_IDLE);
}

/** The game is wanted and the connection stands. */
static void ask(struct dxp_player *d, int64_t now)
{
    if (settings_of(d)->initiator && d->dialogue.state == DIALOGUE_REQ_RCVD)
        answer_request(d, now);
    else if (!settings_of(d)->initiator && d->dialogue.state == DIALOGUE_IDLE)
        request(d, now);
}

static void dxp_start(struct player *player, int64_t now)
{
    struct dxp_player *d = (struct dxp_player *)player;
    struct err err = {0};
    d->stage = STAGE_ASKING;
    d->told = d->first_ply = referee_plies(player->game.referee);
    d->faulted = d->chatted = d->over = d->going_back = false;
    d->backs = d->refusals = 0;
    d->first_move = true;
    d->claimed = 0;
    d->settle_by = d->move_at = INT64_MAX;
    if (is_connected(d) && d->dialogue.closing)
        hang_up(d);
    if (dxp_line_is_down(d->line) && dxp_line_connect(d->line, now, &err))
        not_connected(d, err.msg);
    else if (is_connected(d) && now >= d->idle_until)
        ask(d, now);
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

static void dxp_finish(struct player *player, const struct referee_verdict *verdict, int64_t now)
{
    struct dxp_player *d = (struct dxp_player *)player;
    bool asking = d->stage == STAGE_ASKING;
    d->going_back = false;
    if (d->over)
        return;
    d->reason = dxp_result_reason(verdict->result, ours(d));
    d->stage = STAGE_ENDING;
    if (asking) { /* there is no way to take a request back */
        hang_up(d);
        settle(d);
    } else if (d->dialogue.state == DIALOGUE_MINE && dxp_result_is_on_board(verdict->reason)
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
    if (d->stage == STAGE_PLAYING) {
        const struct dxp_result said = dxp_result_of(theirs, d->player.game.side);
        struct player_event *e = player_tell(&d->player, PLAYER_ENDED);
        e->reason = said.reason;
        e->result = said.result;
        snprintf(e->text, sizeof e->text, "%s", said.text);
    }
    if (d->stage == STAGE_PLAYING || d->stage == STAGE_ENDING)
        settle(d);
}

/* Take-backs. */

/** Whether move 1 of the game, as the peer counts, has no move of White. */
static bool is_black_first(const struct dxp_player *d)
{
    return d->dialogue.game.special && d->dialogue.game.turn == BLACK;
}

static void refuse_back(struct dxp_player *d, enum dxp_back answer, int64_t now)
{
    static const char why[] = "too many requests to take moves back";
    dialogue_back_answer(&d->dialogue, answer);
    player_note(&d->player, "asked to take moves back; refused");
    if (++d->refusals <= REFUSALS || d->faulted)
        return;
    d->faulted = true;
    player_fault(&d->player, REASON_TAKE_BACKS, why);
    dialogue_fault(&d->dialogue, why, now);
}

/** The peer asks. */
static void back_asked(struct dxp_player *d, const struct dxp_backreq *b, int64_t now)
{
    const struct player_settings *s = settings_of(d);
    long ply = dxp_back_ply(b, is_black_first(d));
    if (!s->take_backs)
        refuse_back(d, DXP_BACK_UNSUPPORTED, now);
    else if (d->stage != STAGE_PLAYING || ply < 0 || d->backs >= s->take_backs_max)
        refuse_back(d, DXP_BACK_REFUSED, now);
    else
        player_tell(&d->player, PLAYER_BACK_ASKED)->ply = d->first_ply + (unsigned)ply;
}

/** The opponent asks: so do we. */
static void dxp_back(struct player *player, unsigned ply, int64_t now)
{
    struct dxp_player *d = (struct dxp_player *)player;
    struct dxp_backreq b;
    if (!settings_of(d)->take_backs || ply < d->first_ply
        || dxp_back_make(ply - d->first_ply, is_black_first(d), &b)
        || dialogue_back(&d->dialogue, &b, now))
        player_tell(player, PLAYER_BACK_ANSWERED)->agreed = false;
    send_all(d);
}

static void dxp_back_settled(struct player *player, bool agreed, int64_t now)
{
    struct dxp_player *d = (struct dxp_player *)player;
    d->going_back = false;
    if (agreed) {
        d->told = referee_plies(player->game.referee);
        d->move_at = INT64_MAX;
        d->claimed = 0;
    }
    if (d->dialogue.back_asked && agreed) {
        d->backs++;
        dialogue_back_answer(&d->dialogue, DXP_BACK_AGREED);
        player_note(player, "took moves back");
    } else if (d->dialogue.back_asked) {
        refuse_back(d, DXP_BACK_REFUSED, now);
    }
    send_all(d);
}

static void chatted(struct dxp_player *d, const char *chat)
{
    char text[PLAYER_TEXT - 8];
    player_note(&d->player, "chat: %s", dxp_show(chat, strlen(chat), text, sizeof text));
    if (settings_of(d)->chat_answer && !d->chatted)
        dialogue_chat(&d->dialogue, settings_of(d)->chat_answer);
    d->chatted = true;
}

static void accepted(struct dxp_player *d, const struct dxp_answer *answer, int64_t now)
{
    if (!dxp_expected_name(settings_of(d), answer->name)) {
        turn_away_name(d, answer->name, now);
        return;
    }
    take_name(d, answer->name);
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
            answer_request(d, now);
        break;
    case DIALOGUE_ACCEPTED:
        accepted(d, &e->message.answer, now);
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
        if (e->settled == SETTLED_BY_TIME && !settings_of(d)->quirks.no_confirmation)
            player_note(&d->player, "the end of the game was not confirmed");
        settle(d);
        break;
    case DIALOGUE_FAULTED:
        if (!d->faulted)
            player_fault(&d->player, e->unreadable ? REASON_MALFORMED : REASON_UNEXPECTED, e->text);
        d->faulted = true;
        break;
    case DIALOGUE_BACK_ASKED:
        back_asked(d, &e->message.backreq, now);
        break;
    case DIALOGUE_BACK_ANSWERED:
        d->going_back = e->message.back == DXP_BACK_AGREED;
        player_tell(&d->player, PLAYER_BACK_ANSWERED)->agreed = d->going_back;
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
    for (int i = 0; i < FRAMES_AT_ONCE && is_connected(d) && !d->player.failed && !d->going_back;
         i++) {
        int rc = dxp_connection_receive(dxp_line_connection(d->line), &frame, &err);
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
    int rc = dxp_line_ready(d->line, now, &err);
    if (rc < 0)
        not_connected(d, err.msg);
    if (rc <= 0)
        return;
    const char *peer = dxp_connection_name(dxp_line_connection(d->line));
    if (dxp_expected_to_come(settings_of(d)) && !dxp_expected_from(settings_of(d), peer)) {
        char why[PLAYER_TEXT];
        snprintf(why, sizeof why, "no player is expected from %.100s", peer);
        turn_away(d, why, now);
        return;
    }
    d->messages = d->bytes = 0;
    begin_dialogue(d, settings_of(d), d->player.host);
    if (settings_of(d)->address && strncmp(settings_of(d)->address, "http", 4) == 0)
        player_note(&d->player, "%.100s says %s", settings_of(d)->address, peer);
    if (d->stage == STAGE_CONNECTING) {
        d->stage = STAGE_IDLE;
        player_tell(&d->player, PLAYER_READY);
    } else if (waits_to_ask(d)) {
        ask(d, now);
    }
}

static void dxp_serve(struct player *player, const struct pollfd *fds, unsigned n, int64_t now)
{
    struct dxp_player *d = (struct dxp_player *)player;
    struct err err = {0};
    (void)fds, (void)n;
    if (!is_connected(d)) {
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
    if (is_connected(d) && dxp_connection_flush(dxp_line_connection(d->line), &err))
        lost(d, err.msg);
    receive_some(d, now);
}

static unsigned dxp_want(struct player *player, struct pollfd *fds, int64_t *by)
{
    struct dxp_player *d = (struct dxp_player *)player;
    const int64_t all[] = {d->move_at, d->settle_by,
                           is_connected(d) ? dialogue_deadline(&d->dialogue) : INT64_MAX,
                           waits_to_ask(d) ? d->idle_until : INT64_MAX};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i] < *by)
            *by = all[i];
    return dxp_line_wait(d->line, fds, by);
}

static void dxp_close(struct player *player)
{
    struct dxp_player *d = (struct dxp_player *)player;
    dxp_line_close(d->line);
    free(d);
}

static int dxp_open(const struct player_settings *settings, const struct player_host *host,
                    struct player **out, struct err *err)
{
    struct dxp_player *d = calloc(1, sizeof *d);
    if (!d)
        return err_memory(err);
    begin_dialogue(d, settings, host);
    d->move_at = d->settle_by = INT64_MAX;
    if (dxp_line_open(settings, &d->line, err)) {
        dxp_close(&d->player);
        return -1;
    }
    *out = &d->player;
    return 0;
}

const struct player_type player_dxp = {
    .open = dxp_open,
    .start = dxp_start,
    .turn = dxp_turn,
    .finish = dxp_finish,
    .refuse_wish = dxp_refuse_wish,
    .back = dxp_back,
    .back_settled = dxp_back_settled,
    .close = dxp_close,
    .want = dxp_want,
    .serve = dxp_serve,
};
