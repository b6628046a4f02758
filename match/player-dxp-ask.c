// SPDX-License-Identifier: MIT
/*
 * How a game with a DamExchange peer comes about: we ask, or the peer asks and we answer. A peer
 * that does not give the expected name is told so and turned away.
 */
#include "match/dxp-expected.h"
#include "match/dxp-request.h"
#include "match/player-dxp-internal.h"

#include <stdio.h>
#include <string.h>

static void playing(struct dxp_player *d)
{
    d->stage = STAGE_PLAYING;
    d->flood = (struct dxp_flood){0};
    d->silences = 0;
    d->is_known = true;
    player_add_event(&d->player, PLAYER_ACCEPTED);
}

static void refuse(struct dxp_player *d, const char *why)
{
    player_note(&d->player, "refused its request: %s", why);
    dialogue_answer(&d->dialogue, DXP_NOT_THIS_GAME, why);
}

/* Sends the remaining output. It does not matter whether that still arrives. */
static void send_last(struct dxp_player *d)
{
    struct dialogue_frame frame;
    struct err err = {0};
    while (dialogue_output(&d->dialogue, &frame)) {
        player_transcript(&d->player, '>', frame.bytes, frame.n);
        dxp_connection_send(dxp_connector_connection(d->line), frame.bytes, frame.n, &err);
    }
}

void dxp_player_turn_away_name(struct dxp_player *d, const char *name, int64_t now)
{
    static const char said[] = "another player is expected here";
    char shown[4 * DXP_NAME_MAX + 8], why[PLAYER_TEXT];
    if (*name)
        snprintf(why, sizeof why, "its name is \"%s\", not \"%.60s\"",
                 dxp_show(name, strlen(name), shown, sizeof shown),
                 dxp_player_settings(d)->expect_name);
    else
        snprintf(why, sizeof why, "it gives no name; expected \"%.60s\"",
                 dxp_player_settings(d)->expect_name);
    if (dxp_player_settings(d)->initiator) {
        dialogue_answer(&d->dialogue, DXP_NO_GAME, said);
    } else {
        dialogue_chat(&d->dialogue, said);
        dialogue_set_last(&d->dialogue);
        dialogue_end(&d->dialogue, DXP_UNKNOWN, now);
    }
    send_last(d);
    dxp_player_turn_away(d, why, now);
}

static void take_name(struct dxp_player *d, const char *from)
{
    char name[4 * DXP_NAME_MAX + 8];
    dxp_show(from, strlen(from), name, sizeof name);
    snprintf(d->player.version, sizeof d->player.version, "%.95s", name);
}

/* Answers the peer's request, once we know which game is wanted; it may propose another one. */
static void answer_request(struct dxp_player *d, int64_t now)
{
    struct player_proposal proposal;
    char why[DXP_CHAT_MAX];
    if (!dxp_expected_name(dxp_player_settings(d), d->dialogue.game.name)) {
        dxp_player_turn_away_name(d, d->dialogue.game.name, now);
        return;
    }
    d->is_known = true;
    if (!dxp_request_is_good(&d->player, &d->dialogue.game, &proposal, why)) {
        refuse(d, why);
        return;
    }
    if (!dxp_request_is_current(&d->player, &proposal)) {
        player_add_event(&d->player, PLAYER_PROPOSED)->proposal = proposal;
        return;
    }
    take_name(d, d->dialogue.game.name);
    dialogue_answer(&d->dialogue, DXP_ACCEPTED, NULL);
    playing(d);
}

void dxp_player_refuse_proposal(struct player *player, int64_t now)
{
    struct dxp_player *d = (struct dxp_player *)player;
    (void)now;
    if (d->stage != STAGE_ASKING || d->dialogue.state != DIALOGUE_REQ_RCVD)
        return;
    refuse(d, "no game with those colours from that position is scheduled");
    dxp_player_send(d);
}

static void request(struct dxp_player *d, int64_t now)
{
    struct dxp_request r;
    dxp_request_make(&d->player, &r);
    if (dialogue_request(&d->dialogue, &r, now))
        player_fail(&d->player, REASON_UNEXPECTED, "no more games on this connection");
}

bool dxp_player_waits_to_ask(const struct dxp_player *d)
{
    return d->stage == STAGE_ASKING && dxp_player_is_connected(d)
           && d->dialogue.state
                  == (dxp_player_settings(d)->initiator ? DIALOGUE_REQ_RCVD : DIALOGUE_IDLE);
}

void dxp_player_ask(struct dxp_player *d, int64_t now)
{
    if (dxp_player_settings(d)->initiator && d->dialogue.state == DIALOGUE_REQ_RCVD)
        answer_request(d, now);
    else if (!dxp_player_settings(d)->initiator && d->dialogue.state == DIALOGUE_IDLE)
        request(d, now);
}

void dxp_player_accepted(struct dxp_player *d, const struct dxp_answer *answer, int64_t now)
{
    if (!dxp_expected_name(dxp_player_settings(d), answer->name)) {
        dxp_player_turn_away_name(d, answer->name, now);
        return;
    }
    take_name(d, answer->name);
    d->leaving = false;
    playing(d);
}

void dxp_player_refused(struct dxp_player *d, enum reason reason, const char *why)
{
    d->stage = STAGE_IDLE;
    d->over = true;
    struct player_event *e = player_add_event(&d->player, PLAYER_REFUSED);
    e->reason = reason;
    snprintf(e->text, sizeof e->text, "%s", why);
}
