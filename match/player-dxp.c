// SPDX-License-Identifier: MIT
/*
 * A DamExchange peer as a player. To the peer we are its opponent: what the real opponent plays
 * becomes a move of ours, and what the peer plays is reported. We believe neither.
 *
 * The peer may be initiator or follower, and we may go to it or wait for it: the four combinations
 * differ in who sends the request and in how the link comes about, nowhere else.
 *
 * How a game ends on the wire: if the opponent's last move has decided it on the board, that move
 * is sent, and the peer, which is then to move, is given time to end the game itself; if it does
 * not, or plays on, we end it. In all other cases we end the game, in place of a move or out of
 * turn, since the protocol has no better way.
 */
#include "core/base/array.h"
#include "core/base/clock.h"
#include "match/dxp-expected.h"
#include "match/dxp-result.h"
#include "match/player-dxp-internal.h"
#include "match/protocol/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FRAMES_AT_ONCE = 64,
    SETTLE_MS = 3000,       /* for the peer to say itself that the game is over */
    NO_CONFIRMATION_MS = 1, /* for a confirmation that is not going to come */
    SILENCES_MAX = 3, /* of peers that connect to us; after that the player itself has failed */
};

/* ---- the line ---- */

static void begin_dialogue(struct dxp_player *d, const struct player_settings *s,
                           const struct player_host *host)
{
    dialogue_init(&d->dialogue, &(struct dialogue_config){
                                    .role = s->initiator ? DIALOGUE_FOLLOWER : DIALOGUE_INITIATOR,
                                    .name = host->name ? host->name : "dama",
                                    .squares = host->rules->board->squares,
                                    .fractions = s->quirks.fractions,
                                    .answer_ms = s->timeouts.accept_ms,
                                    .confirm_ms = s->quirks.no_confirmation ? NO_CONFIRMATION_MS
                                                                            : s->timeouts.end_ms,
                                });
}

static void hang_up(struct dxp_player *d)
{
    dxp_connector_hang_up(d->line);
    d->settle_by = d->move_at = INT64_MAX; /* these times belong to a game on the old connection */
}

/* Whether the peer connected to us and may not be the one we wait for. */
static bool is_stranger(const struct dxp_player *d)
{
    return dxp_expected_to_come(dxp_player_settings(d)) && !d->is_known;
}

/*
 * Starts the program again for the next game, if it has said that it stops, and has ended.
 * @return 1 it was started, 0 it had not said so or is still there, -1 with `err`
 */
static int start_again(struct dxp_player *d, int64_t now, struct err *err)
{
    if (!d->leaving || !dxp_connector_is_gone(d->line))
        return 0;
    d->leaving = false; /* if it stops at once again, it has failed */
    return dxp_connector_start_again(d->line, now, err) ? -1 : 1;
}

/* The peer cannot be reached. */
static void not_connected(struct dxp_player *d, const char *why, int64_t now)
{
    char how[64];
    struct err err = {0};
    int rc = start_again(d, now, &err);
    if (rc > 0)
        return;
    enum reason reason = dxp_connector_has_ended(d->line, how) ? REASON_CRASHED : REASON_CONNECTION;
    player_fail(&d->player, reason, "%s", rc < 0 ? err.msg : why);
}

/* The peer's time to answer for the game begins only when it is connected and can hear of it. */
static void set_answer_by(struct dxp_player *d, int64_t now)
{
    int64_t asked = now < d->idle_until ? d->idle_until : now;
    d->player.answer_by =
        dxp_player_is_connected(d) ? asked + dxp_player_settings(d)->timeouts.accept_ms : INT64_MAX;
}

void dxp_player_turn_away(struct dxp_player *d, const char *why, int64_t now)
{
    hang_up(d);
    set_answer_by(d, now);
    d->player.version[0] = '\0';
    if (dxp_expected_to_come(dxp_player_settings(d))) {
        dxp_connector_turn_away(d->line, now);
        player_note(&d->player, "turned away: %s", why);
    } else {
        player_fail(&d->player, REASON_REFUSED, "%s", why);
    }
}

/* Whether we have not asked the peer for the game yet, and it is not one that asks itself. */
static bool is_unasked(const struct dxp_player *d)
{
    return d->stage == STAGE_ASKING && d->dialogue.state == DIALOGUE_IDLE
           && !dxp_player_settings(d)->initiator && clock_ms() < d->idle_until;
}

/*
 * The connection is gone. Between games that is no failure: a new one is made for the next game,
 * and a peer that has said that it stops may go. A peer that connected to us and left before a game
 * was not the one we wait for.
 */
static void lost(struct dxp_player *d, const char *why)
{
    char how[64];
    struct err err = {0};
    const bool idle = d->stage == STAGE_IDLE || is_unasked(d);
    const bool announced = d->dialogue.closing && (idle || d->stage == STAGE_ENDING);
    hang_up(d);
    if (d->stage == STAGE_ASKING)
        set_answer_by(d, clock_ms());
    if (d->stage == STAGE_ASKING && d->leaving && dxp_connector_has_ended(d->line, how)
        && start_again(d, clock_ms(), &err) > 0)
        return; /* the program had not ended yet when the game was asked for */
    if (!announced && dxp_connector_has_ended(d->line, how))
        player_fail(&d->player, REASON_CRASHED, "%s: %s", why, how);
    else if (idle)
        player_disconnected(&d->player, announced ? "%s, as announced" : "%s, between games", why);
    else if (d->stage == STAGE_ASKING && dxp_expected_to_come(dxp_player_settings(d)))
        dxp_player_turn_away(d, why, clock_ms());
    else if (d->stage == STAGE_ENDING && !d->over) {
        d->over = true;
        d->stage = STAGE_IDLE;
        player_disconnected(&d->player, announced ? "%s, as announced" : "%s, after the game", why);
        player_add_event(&d->player, PLAYER_OVER);
    } else
        player_fail(&d->player, REASON_CONNECTION, "%s", why);
}

void dxp_player_send(struct dxp_player *d)
{
    struct dialogue_frame frame;
    struct err err = {0};
    while (dialogue_output(&d->dialogue, &frame)) {
        if (!dxp_player_is_connected(d))
            continue;
        player_transcript(&d->player, '>', frame.bytes, frame.n);
        if (dxp_connection_send(dxp_connector_connection(d->line), frame.bytes, frame.n, &err))
            lost(d, err.msg);
    }
}

/* ---- ending ---- */

static void settle(struct dxp_player *d)
{
    if (d->over)
        return;
    d->over = true;
    d->leaving = d->dialogue.closing;
    d->stage = STAGE_IDLE;
    d->settle_by = d->move_at = INT64_MAX;
    d->idle_until = clock_ms() + dxp_player_settings(d)->quirks.pause_ms;
    player_add_event(&d->player, PLAYER_OVER);
}

static void say_end(struct dxp_player *d, int64_t now)
{
    d->settle_by = INT64_MAX;
    if (dialogue_end(&d->dialogue, d->reason, now))
        settle(d);
}

/* ---- moves ---- */

static void send_move(struct dxp_player *d)
{
    const struct referee *referee = d->player.game.referee;
    const struct referee_ply *ply = referee_ply(referee, referee_plies(referee) - 1);
    struct dxp_move move;
    wire_write_dxp(d->player.host->rules, &ply->move, ply->took, &move);
    dialogue_move(&d->dialogue, &move);
    d->plies_sent = referee_plies(referee);
    d->move_at = INT64_MAX;
    d->first_move = false;
}

static void illegal(struct dxp_player *d, const char *why, int64_t now)
{
    d->faulted = true;
    player_fault(&d->player, REASON_ILLEGAL_MOVE, why);
    dialogue_fault(&d->dialogue, why, now);
}

static void moved(struct dxp_player *d, const struct dxp_move *m, int64_t now)
{
    const struct referee *referee = d->player.game.referee;
    struct move move;
    struct err err = {0};
    bool bare;
    d->flood = (struct dxp_flood){0};
    if (d->stage == STAGE_ENDING) { /* it plays on, so now we have to end the game */
        say_end(d, now);
        return;
    }
    int rc = wire_find_dxp(d->player.host->rules, referee_position(referee), m, &move, &bare, &err);
    if (rc) {
        illegal(d, rc > 0 ? err.msg : "out of memory", now);
        return;
    }
    if (bare)
        player_note(&d->player, "a capture without its captured squares");
    struct player_event *e = player_add_event(&d->player, PLAYER_MOVED);
    e->move = player_move_of(&move, player_arrival(&d->player));
    e->move.claimed = m->time;
    if (dxp_player_settings(d)->quirks.total_time) {
        e->move.claimed = m->time - d->claimed;
        d->claimed = m->time;
    }
    d->plies_sent = referee_plies(referee) + 1;
}

static void dxp_start(struct player *player, int64_t now)
{
    struct dxp_player *d = (struct dxp_player *)player;
    struct err err = {0};
    d->stage = STAGE_ASKING;
    d->plies_sent = d->first_ply = referee_plies(player->game.referee);
    d->faulted = d->chatted = d->over = d->going_back = false;
    d->backs = d->refusals = 0;
    d->first_move = true;
    d->claimed = 0;
    d->settle_by = d->move_at = INT64_MAX;
    if (dxp_player_is_connected(d) && d->dialogue.closing)
        hang_up(d);
    int again = start_again(d, now, &err);
    if (again < 0)
        not_connected(d, err.msg, now);
    else if (again == 0 && dxp_connector_is_down(d->line)
             && dxp_connector_connect(d->line, now, &err))
        not_connected(d, err.msg, now);
    else if (dxp_player_is_connected(d) && now >= d->idle_until)
        dxp_player_ask(d, now);
    dxp_player_send(d);
    set_answer_by(d, now);
}

static void dxp_turn(struct player *player, int64_t now)
{
    struct dxp_player *d = (struct dxp_player *)player;
    player->complaint[0] = '\0';
    if (referee_plies(player->game.referee) <= d->plies_sent)
        return; /* it is to move first, and knows that */
    d->move_at = now + (d->first_move ? dxp_player_settings(d)->quirks.delay_ms : 0);
    if (d->move_at <= now)
        send_move(d);
    else
        player->turn_began = d->move_at;
    dxp_player_send(d);
}

static void dxp_finish(struct player *player, const struct referee_verdict *verdict, int64_t now)
{
    struct dxp_player *d = (struct dxp_player *)player;
    bool asking = d->stage == STAGE_ASKING;
    d->going_back = false;
    if (d->over)
        return;
    d->reason = dxp_result_reason(verdict->result, dxp_player_ours(d));
    d->stage = STAGE_ENDING;
    if (asking) { /* a request cannot be withdrawn */
        hang_up(d);
        settle(d);
    } else if (d->dialogue.state == DIALOGUE_MINE && dxp_result_is_on_board(verdict->reason)
               && referee_plies(player->game.referee) > d->plies_sent) {
        int64_t end_ms = dxp_player_settings(d)->timeouts.end_ms;
        send_move(d);
        d->settle_by = now + (end_ms < SETTLE_MS ? end_ms : SETTLE_MS);
    } else if (dialogue_playing(&d->dialogue)) {
        say_end(d, now);
    } else if (d->dialogue.state != DIALOGUE_END_SENT) {
        settle(d);
    }
    dxp_player_send(d);
}

/* The peer ends the game. */
static void ended(struct dxp_player *d, enum dxp_reason theirs)
{
    if (d->stage == STAGE_PLAYING) {
        const struct dxp_result said = dxp_result_of(theirs, d->player.game.side);
        struct player_event *e = player_add_event(&d->player, PLAYER_ENDED);
        e->reason = said.reason;
        e->result = said.result;
        snprintf(e->text, sizeof e->text, "%s", said.text);
    }
    if (d->stage == STAGE_PLAYING || d->stage == STAGE_ENDING)
        settle(d);
}

static void chatted(struct dxp_player *d, const char *chat)
{
    char text[PLAYER_TEXT - 8];
    player_note(&d->player, "chat: %s", dxp_show(chat, strlen(chat), text, sizeof text));
    if (dxp_player_settings(d)->chat_answer && !d->chatted)
        dialogue_chat(&d->dialogue, dxp_player_settings(d)->chat_answer);
    d->chatted = true;
}

/*
 * The peer has declined our request. One that gave another name than the expected one, or none, is
 * not the player that could refuse.
 */
static void declined(struct dxp_player *d, const struct dialogue_event *e, int64_t now)
{
    const char *name = e->message.kind == DXP_GAMEACC ? e->message.answer.name : "";
    const bool is_malformed = e->unreadable && !(e->unanswered && is_stranger(d));
    if (!e->unanswered && is_stranger(d) && !dxp_expected_name(dxp_player_settings(d), name)) {
        dxp_player_turn_away_name(d, name, now);
        return;
    }
    if (is_malformed) /* it may have accepted the game, and would not take the next one */
        hang_up(d);
    dxp_player_refused(d, is_malformed ? REASON_MALFORMED : REASON_REFUSED, e->text);
}

static void handle(struct dxp_player *d, const struct dialogue_event *e, int64_t now)
{
    switch (e->kind) {
    case DIALOGUE_REQUESTED:
        if (d->stage == STAGE_ASKING)
            dxp_player_ask(d, now);
        break;
    case DIALOGUE_ACCEPTED:
        dxp_player_accepted(d, &e->message.answer, now);
        break;
    case DIALOGUE_DECLINED:
        declined(d, e, now);
        break;
    case DIALOGUE_MOVED:
        moved(d, &e->message.move, now);
        break;
    case DIALOGUE_ENDED:
        ended(d, e->message.end.reason);
        break;
    case DIALOGUE_CONFIRMED:
        if (e->settled == SETTLED_BY_TIME && !dxp_player_settings(d)->quirks.no_confirmation)
            player_note(&d->player, "the end of the game was not confirmed");
        else if (e->settled == SETTLED_CONTRADICTED)
            player_note(&d->player, "it claims a different result");
        settle(d);
        break;
    case DIALOGUE_FAULTED:
        if (!d->faulted)
            player_fault(&d->player, e->unreadable ? REASON_MALFORMED : REASON_UNEXPECTED, e->text);
        d->faulted = true;
        break;
    case DIALOGUE_BACK_ASKED:
        dxp_player_back_asked(d, &e->message.backreq, now);
        break;
    case DIALOGUE_BACK_ANSWERED:
        d->going_back = e->message.back == DXP_BACK_AGREED;
        player_add_event(&d->player, PLAYER_BACK_ANSWERED)->agreed = d->going_back;
        break;
    case DIALOGUE_CHATTED:
        chatted(d, e->message.chat);
        break;
    case DIALOGUE_WARNED:
        if (e->unreadable)
            snprintf(d->player.complaint, sizeof d->player.complaint, "%s", e->text);
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

/* ---- the loop ---- */

static void flooded(struct dxp_player *d, int64_t now)
{
    if (d->stage == STAGE_PLAYING && !d->faulted) {
        d->faulted = true;
        player_fault(&d->player, REASON_FLOOD, dxp_flood_reason);
        dialogue_fault(&d->dialogue, dxp_flood_reason, now);
        dxp_player_send(d);
    }
    if (is_stranger(d) && (d->stage == STAGE_ASKING || d->stage == STAGE_IDLE))
        lost(d, "it sent too many messages");
    else /* nobody loses a game that has not begun */
        player_fail(&d->player, d->stage == STAGE_ASKING ? REASON_REFUSED : REASON_FLOOD, "%s",
                    dxp_flood_reason);
}

static void take_frame(struct dxp_player *d, const struct dxp_frame *frame, int64_t now)
{
    d->flood.messages++;
    if (frame->odd & DXP_FRAME_TOO_LONG) {
        player_skipped(&d->player, "a message of more than 127 bytes");
        return;
    }
    if (frame->odd & DXP_FRAME_LINE_END && !d->ends_lines) {
        d->ends_lines = true;
        player_note(&d->player, "a line end after a message");
    }
    player_transcript(&d->player, '<', frame->bytes, frame->n);
    dialogue_receive(&d->dialogue, frame->bytes, frame->n, now);
    handle_all(d, now);
    dxp_player_send(d);
}

static void receive_some(struct dxp_player *d, int64_t now)
{
    struct dxp_frame frame;
    struct err err = {0};
    for (int i = 0;
         i < FRAMES_AT_ONCE && dxp_player_is_connected(d) && !d->player.failed && !d->going_back;
         i++) {
        struct dxp_connection *connection = dxp_connector_connection(d->line);
        int rc = dxp_connection_receive(connection, &frame, &err);
        d->flood.bytes += (unsigned)dxp_connection_take_count(connection);
        if (rc < 0)
            lost(d, err.msg);
        if (rc > 0)
            take_frame(d, &frame, now);
        if (rc >= 0 && dxp_flood_is_over(&d->flood))
            flooded(d, now);
        if (rc <= 0)
            return;
    }
}

/*
 * The time at which a peer that connected to us has been silent for too long to be the one we wait
 * for.
 * @return INT64_MAX: it is that one, or may be
 */
static int64_t silent_by(const struct dxp_player *d)
{
    bool unknown = d->stage == STAGE_ASKING && dxp_player_is_connected(d) && is_stranger(d);
    return unknown && d->silences < SILENCES_MAX ? d->player.answer_by : INT64_MAX;
}

static void try_to_connect(struct dxp_player *d, int64_t now)
{
    struct err err = {0};
    int rc = dxp_connector_ready(d->line, now, &err);
    if (rc < 0)
        not_connected(d, err.msg, now);
    if (rc <= 0)
        return;
    const char *peer = dxp_connection_name(dxp_connector_connection(d->line));
    if (dxp_expected_to_come(dxp_player_settings(d))
        && !dxp_expected_from(dxp_player_settings(d), peer)) {
        char why[PLAYER_TEXT];
        snprintf(why, sizeof why, "no player is expected from %.100s", peer);
        dxp_player_turn_away(d, why, now);
        return;
    }
    d->flood = (struct dxp_flood){0};
    d->is_known = d->ends_lines = false;
    begin_dialogue(d, dxp_player_settings(d), d->player.host);
    set_answer_by(d, now);
    if (dxp_player_settings(d)->address && strncmp(dxp_player_settings(d)->address, "http", 4) == 0)
        player_note(&d->player, "%.100s gives the address %s", dxp_player_settings(d)->address,
                    peer);
    if (d->stage == STAGE_CONNECTING) {
        d->stage = STAGE_IDLE;
        player_add_event(&d->player, PLAYER_READY);
    } else if (dxp_player_waits_to_ask(d)) {
        dxp_player_ask(d, now);
    }
}

/* Whether the game is wanted, but the peer has disconnected in the pause before it. */
static bool waits_to_connect(const struct dxp_player *d)
{
    return d->stage == STAGE_ASKING && dxp_connector_is_down(d->line);
}

static void dxp_serve(struct player *player, const struct pollfd *fds, unsigned n, int64_t now)
{
    struct dxp_player *d = (struct dxp_player *)player;
    struct err err = {0};
    (void)fds, (void)n;
    if (!dxp_player_is_connected(d)) {
        if (waits_to_connect(d) && now >= d->idle_until
            && dxp_connector_connect(d->line, now, &err))
            not_connected(d, err.msg, now);
        try_to_connect(d, now);
        dxp_player_send(d);
        return;
    }
    if (player_arrival(player) >= silent_by(d)) {
        d->silences++;
        dxp_player_turn_away(d, "it stayed silent", now);
        return;
    }
    if (dxp_player_waits_to_ask(d) && now >= d->idle_until)
        dxp_player_ask(d, now);
    if (now >= d->move_at)
        send_move(d);
    if (now >= d->settle_by)
        say_end(d, now);
    dialogue_tick(&d->dialogue, player_arrival(player)); /* what has arrived is not late */
    handle_all(d, now);
    dxp_player_send(d);
    if (dxp_player_is_connected(d) && dxp_connection_flush(dxp_connector_connection(d->line), &err))
        lost(d, err.msg);
    receive_some(d, now);
}

static unsigned dxp_want(struct player *player, struct pollfd *fds, int64_t *by)
{
    struct dxp_player *d = (struct dxp_player *)player;
    const int64_t all[] = {d->move_at, d->settle_by,
                           dxp_player_is_connected(d) ? dialogue_deadline(&d->dialogue) : INT64_MAX,
                           dxp_player_waits_to_ask(d) || waits_to_connect(d) ? d->idle_until
                                                                             : INT64_MAX,
                           silent_by(d)};
    for (size_t i = 0; i < ARRAY_LEN(all); i++)
        if (all[i] < *by)
            *by = all[i];
    return dxp_connector_wait(d->line, fds, by);
}

static void dxp_close(struct player *player)
{
    struct dxp_player *d = (struct dxp_player *)player;
    dxp_connector_close(d->line);
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
    if (dxp_connector_open(settings, &d->line, err)) {
        dxp_close(&d->player);
        return -1;
    }
    *out = &d->player;
    return 0;
}

const struct player_ops player_dxp = {
    .open = dxp_open,
    .start = dxp_start,
    .turn = dxp_turn,
    .finish = dxp_finish,
    .refuse_proposal = dxp_player_refuse_proposal,
    .back = dxp_player_back,
    .back_settled = dxp_player_back_settled,
    .close = dxp_close,
    .want = dxp_want,
    .serve = dxp_serve,
};
