// SPDX-License-Identifier: MIT
/*
 * Shared by the files of a DamExchange player: player-dxp.c has its connection and the course of a
 * game, player-dxp-ask.c how a game comes about, player-dxp-back.c taking moves back.
 */
#ifndef DAMA_MATCH_PLAYER_DXP_INTERNAL_H
#define DAMA_MATCH_PLAYER_DXP_INTERNAL_H

#include "match/dxp-connector.h"
#include "match/player.h"
#include "match/protocol/dxp-dialogue.h"
#include "match/protocol/dxp-flood.h"

enum dxp_player_stage {
    STAGE_CONNECTING,
    STAGE_IDLE,   /* connected, or waiting to be connected for the next game */
    STAGE_ASKING, /* the game is wanted; its request has not been answered, or has not come */
    STAGE_PLAYING,
    STAGE_ENDING, /* the verdict is known; GAMEENDs are being exchanged */
};

struct dxp_player {
    struct player player;
    struct dxp_connector *line;
    struct dialogue dialogue;
    enum dxp_player_stage stage;
    int64_t idle_until;
    bool leaving;      /* with its last GAMEEND it said that it stops */
    bool is_known;     /* the peer's identity is known: it has asked for a game, or accepted one */
    unsigned silences; /* how many peers in a row were turned away because they did not answer */
    struct dxp_flood flood;
    bool ends_lines;          /* it has ended a message like a line of text; reported once */
    bool chatted;             /* the configured chat answer was given in this game */
    unsigned plies_sent;      /* plies of the referee's game that the peer knows of */
    unsigned first_ply;       /* ply of the referee's game at which the peer's game begins */
    unsigned backs, refusals; /* take-backs in this game: agreed to, and refused */
    bool going_back;          /* it has agreed to a take-back; its next move waits for that */
    int64_t move_at;          /* when to send our move; INT64_MAX: none is waiting */
    bool first_move;          /* the next move of ours is the first in this game */
    int64_t claimed;          /* ms, all moves of the peer in this game, if it sends totals */
    int64_t settle_by;        /* after this we end the game ourselves */
    enum dxp_reason reason;   /* the reason that we then give */
    bool faulted;             /* reported already */
    bool over;
};

static inline const struct player_settings *dxp_player_settings(const struct dxp_player *d)
{
    return d->player.settings;
}

/** Our side, as the peer sees it: the opponent's. */
static inline enum side dxp_player_ours(const struct dxp_player *d)
{
    return side_other(d->player.game.side);
}

static inline bool dxp_player_is_connected(const struct dxp_player *d)
{
    return dxp_connector_connection(d->line) != NULL;
}

/* player-dxp.c */

/** Sends everything that the dialogue has to send. */
void dxp_player_send(struct dxp_player *d);

/** Closes the connection, and waits for the next peer if we listen. */
void dxp_player_turn_away(struct dxp_player *d, const char *why, int64_t now);

/* player-dxp-ask.c */

/** Whether dxp_player_ask has something to do: there is a request to make, or one to answer. */
bool dxp_player_waits_to_ask(const struct dxp_player *d);

/** Asks for the game, or answers the peer that asks for one. The connection is up. */
void dxp_player_ask(struct dxp_player *d, int64_t now);

/** The peer has accepted the game. */
void dxp_player_accepted(struct dxp_player *d, const struct dxp_answer *answer, int64_t now);

/**
 * Turns the peer away, with a message that another player is expected. @param name "": it gave none
 */
void dxp_player_turn_away_name(struct dxp_player *d, const char *name, int64_t now);

/** There is no game: the peer has refused it, or its answer cannot be read (REASON_MALFORMED). */
void dxp_player_refused(struct dxp_player *d, enum reason reason, const char *why);

/** As player_ops.refuse_proposal. */
void dxp_player_refuse_proposal(struct player *player, int64_t now);

/* player-dxp-back.c */

/** The peer asks to take moves back. */
void dxp_player_back_asked(struct dxp_player *d, const struct dxp_backreq *b, int64_t now);

/** As player_ops.back: the opponent asks, so we ask the peer. */
void dxp_player_back(struct player *player, unsigned ply, int64_t now);

/** As player_ops.back_settled. */
void dxp_player_back_settled(struct player *player, bool agreed, int64_t now);

#endif
