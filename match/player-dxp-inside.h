// SPDX-License-Identifier: MIT
/*
 * What the files of a DamExchange player share: player-dxp.c has its connection and the course of a
 * game, player-dxp-ask.c how a game comes about, player-dxp-back.c taking moves back.
 */
#ifndef DAMA_MATCH_PLAYER_DXP_INSIDE_H
#define DAMA_MATCH_PLAYER_DXP_INSIDE_H

#include "match/dxp-line.h"
#include "match/player.h"
#include "match/protocol/dxp-dialogue.h"

enum dxp_player_stage {
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
    enum dxp_player_stage stage;
    int64_t idle_until;
    bool leaving;             /* it has ended a game with the code for the last one */
    bool is_known;            /* who has come: it has asked for a game, or accepted one */
    unsigned silences;        /* peers turned away in a row because they did not answer */
    unsigned messages, bytes; /* since the last move */
    bool ends_lines;          /* it has ended a message as a line; reported once */
    bool chatted;             /* our set answer was given in this game */
    unsigned plies_sent;      /* plies of the referee's game that the peer knows of */
    unsigned first_ply;       /* of the referee's game that is the peer's first */
    unsigned backs, refusals; /* take-backs of this game: agreed to, and not */
    bool going_back;          /* it has agreed to a take-back; its next move waits for the board */
    int64_t move_at;          /* when our move is to be sent; INT64_MAX: none waits */
    bool first_move;          /* ours in this game */
    int64_t claimed;          /* ms, all moves of the peer in this game, where it sends totals */
    int64_t settle_by;        /* then we end the game ourselves */
    enum dxp_reason reason;   /* what we say then */
    bool faulted;             /* reported already */
    bool over;
};

static inline const struct player_settings *dxp_player_settings(const struct dxp_player *d)
{
    return d->player.settings;
}

/** The colour that we have in the eyes of the peer. */
static inline enum side dxp_player_ours(const struct dxp_player *d)
{
    return side_other(d->player.game.side);
}

static inline bool dxp_player_is_connected(const struct dxp_player *d)
{
    return dxp_line_connection(d->line) != NULL;
}

/* player-dxp.c */

/** Sends what the dialogue has to say. */
void dxp_player_send(struct dxp_player *d);

/** Closes the connection, and waits for the next peer where we listen. */
void dxp_player_turn_away(struct dxp_player *d, const char *why, int64_t now);

/* player-dxp-ask.c */

/** Whether dxp_player_ask has something to do: there is a request to make, or one to answer. */
bool dxp_player_waits_to_ask(const struct dxp_player *d);

/** Asks for the game, or answers the peer that asks. The connection is up. */
void dxp_player_ask(struct dxp_player *d, int64_t now);

/** The peer has accepted the game. */
void dxp_player_accepted(struct dxp_player *d, const struct dxp_answer *answer, int64_t now);

/**
 * Turns the peer away, with a message that another player is expected. @param name "": it gave none
 */
void dxp_player_turn_away_name(struct dxp_player *d, const char *name, int64_t now);

/** The peer has refused it. */
void dxp_player_refused(struct dxp_player *d, const char *why);

/** As player_type.refuse_proposal. */
void dxp_player_refuse_proposal(struct player *player, int64_t now);

/* player-dxp-back.c */

/** The peer asks to take moves back. */
void dxp_player_back_asked(struct dxp_player *d, const struct dxp_backreq *b, int64_t now);

/** As player_type.back: the opponent asks, so do we. */
void dxp_player_back(struct player *player, unsigned ply, int64_t now);

/** As player_type.back_settled. */
void dxp_player_back_settled(struct player *player, bool agreed, int64_t now);

#endif
