// SPDX-License-Identifier: MIT
/*
 * DamExchange, the dialogue of one connection: which side may send which message when, and what the
 * answer is. No I/O and no board: frames that arrived go in, frames to send and events come out;
 * the caller passes the time, in monotonic milliseconds. Both roles.
 *
 *     frames ──▶ dialogue_receive ─┬─▶ dialogue_event     what the owner must know or decide
 *     clock  ──▶ dialogue_tick     └─▶ dialogue_output ──▶ frames to send, one write each
 *     owner  ──▶ dialogue_request, _answer, _move, _end, ...
 *
 * After every call the owner takes all output and all events, until each says that there is no
 * more.
 *
 * The dialogue knows nothing about the game: it passes moves on unchecked, and an owner that finds
 * one illegal reports it with dialogue_fault. By itself it answers everything that needs no
 * decision: wrong versions, requests in the middle of a game, take-backs without a game, the
 * confirmation of an end. It never answers a confirmation.
 *
 * Source: DamExchange 01, layer 2, http://www.mesander.nl/damexchange/edxplg2.htm; where that is
 * silent, what DAM 2.2, Moby Dam, Scan and GWD were seen to do.
 */
#ifndef DAMA_MATCH_PROTOCOL_DXP_DIALOGUE_H
#define DAMA_MATCH_PROTOCOL_DXP_DIALOGUE_H

#include "match/protocol/dxp.h"

enum dialogue_role { DIALOGUE_INITIATOR, DIALOGUE_FOLLOWER };

enum dialogue_state {
    DIALOGUE_IDLE,     /* no game */
    DIALOGUE_REQ_SENT, /* we asked for a game */
    DIALOGUE_REQ_RCVD, /* the peer asked for a game, and waits for dialogue_answer */
    DIALOGUE_MINE,     /* a game runs, we are to move */
    DIALOGUE_THEIRS,   /* a game runs, the peer is to move */
    DIALOGUE_END_SENT, /* we ended it and wait for the confirmation */
    DIALOGUE_STATES,
};

enum dialogue_event_kind {
    DIALOGUE_REQUESTED, /* message.request: answer with dialogue_answer */
    DIALOGUE_ACCEPTED,  /* our request was accepted; message.answer. The game runs */
    DIALOGUE_DECLINED,  /* our request; message.answer if there was one, text says why */
    DIALOGUE_MOVED,     /* message.move, unchecked. We are to move */
    DIALOGUE_ENDED,     /* by the peer; message.end. The game is over, and we have confirmed that */
    DIALOGUE_CONFIRMED, /* both sides know that the game that we ended is over; see `settled` */
    DIALOGUE_FAULTED,   /* the peer broke the protocol, we ended the game as unknown; text: how */
    DIALOGUE_BACK_ASKED,    /* message.backreq: answer with dialogue_back_answer */
    DIALOGUE_BACK_ANSWERED, /* message.back; if DXP_BACK_AGREED, the turn is as we asked */
    DIALOGUE_CHATTED,       /* message.chat */
    DIALOGUE_LATE,          /* the peer has not moved in the time given; nothing was done */
    DIALOGUE_WARNED,        /* text: something odd happened; nothing was done */
};

/** How a game that we ended was settled. */
enum dialogue_settled {
    SETTLED_BY_END,       /* by a confirmation, as it should be */
    SETTLED_CROSSED,      /* the peer had ended it at the same time; message.end is its view */
    SETTLED_CONTRADICTED, /* likewise, but the two reasons contradict each other */
    SETTLED_BY_REQUEST,   /* the next request came instead */
    SETTLED_BY_TIME,      /* nothing came */
};

struct dialogue_event {
    enum dialogue_event_kind kind;
    enum dialogue_settled settled; /* with DIALOGUE_CONFIRMED */
    bool unreadable;               /* with DIALOGUE_FAULTED: a move that could not be read;
                                      with DIALOGUE_DECLINED: an answer, or what came instead;
                                      with DIALOGUE_WARNED: a message */
    bool unanswered;               /* with DIALOGUE_DECLINED: time ran out */
    struct dxp_message message;    /* if the comment on the kind says so */
    char text[256];                /* for the other kinds; one line, harmless to a terminal */
};

struct dialogue_frame {
    size_t n;
    char bytes[DXP_MESSAGE_MAX
               + 1]; /* without the NUL at the end of a frame, which follows in the array */
};

enum { DIALOGUE_QUEUE = 16 };

struct dialogue_config {
    enum dialogue_role role;
    const char *name;   /* ours; borrowed */
    unsigned squares;   /* number of squares of the board that was agreed on; 0: DXP_SQUARES */
    bool fractions;     /* the peer reads fractions of minutes */
    int64_t answer_ms;  /* how long to wait for the answer to a request; 0: for ever */
    int64_t confirm_ms; /* for the confirmation of an end; 0: 10 s */
    int64_t back_ms;    /* for the answer to a take-back; 0: 120 s */
};

/** Plain memory, nothing to free. The fields are for reading only. */
struct dialogue {
    struct dialogue_config config;
    enum dialogue_state state;
    enum side mine;          /* our colour in the game */
    bool back_sent;          /* we asked to take back, and wait for the answer */
    bool back_asked;         /* the peer asked to take back */
    bool last;               /* our next GAMEEND will say that we stop */
    bool closing;            /* no game will follow: send the remaining output, then close */
    bool answered;           /* the peer has responded to our request, if only with a GAMEEND */
    bool garbled;            /* a message that could not be read came since our last request */
    bool unconfirmed;        /* a GAMEEND about the previous game may still come */
    struct dxp_request game; /* the request that led to this game */
    struct dxp_backreq back_ours, back_theirs;       /* the take-backs asked for */
    struct dxp_end end;                              /* ours */
    bool end_in_turn;                                /* whether the end came in place of a move */
    int64_t answer_by, confirm_by, back_by, move_by; /* INT64_MAX: no limit */
    unsigned n_events, n_frames, first_event, first_frame;
    struct dialogue_event events[DIALOGUE_QUEUE];
    struct dialogue_frame frames[DIALOGUE_QUEUE];
};

/** Begins a dialogue: idle, nothing queued. */
void dialogue_init(struct dialogue *d, const struct dialogue_config *config);

/** Takes a frame that arrived, without its NUL; it may be any bytes. */
void dialogue_receive(struct dialogue *d, const char *bytes, size_t n, int64_t now);

/** Lets time pass: anything overdue becomes an event. */
void dialogue_tick(struct dialogue *d, int64_t now);

/** When dialogue_tick has something to do; INT64_MAX for never. */
int64_t dialogue_deadline(const struct dialogue *d);

/** Takes the next event. @return whether there was one */
bool dialogue_event(struct dialogue *d, struct dialogue_event *out);

/** Takes the next frame to send. @return whether there was one */
bool dialogue_output(struct dialogue *d, struct dialogue_frame *out);

/*
 * What the owner can do. Each function returns 0, or -1 without doing anything if the state does
 * not allow it.
 */

/** Asks for a game; the name is filled in. Only for an idle initiator. */
int dialogue_request(struct dialogue *d, const struct dxp_request *request, int64_t now);

/**
 * Answers a request; after DXP_ACCEPTED the game runs.
 * @param why sent as chat before a refusal; may be NULL
 */
int dialogue_answer(struct dialogue *d, char code, const char *why);

/** Makes our move. */
int dialogue_move(struct dialogue *d, const struct dxp_move *move);

/** Gives the peer until `by` for its move. @param by INT64_MAX: for ever */
void dialogue_expect_move(struct dialogue *d, int64_t by);

/** Ends the game, even out of turn, since a peer that does not move leaves no other way. */
int dialogue_end(struct dialogue *d, enum dxp_reason reason, int64_t now);

/** Ends the game as unknown because of what the peer did, and tells it why by chat. */
int dialogue_fault(struct dialogue *d, const char *why, int64_t now);

/** Sends chat, cut into at most four messages of 126 characters. */
void dialogue_chat(struct dialogue *d, const char *text);

/** Asks to take moves back. Only in a game, and not before an earlier request was answered. */
int dialogue_back(struct dialogue *d, const struct dxp_backreq *back, int64_t now);

/**
 * Answers a take-back. After DXP_BACK_AGREED the side to move is the one that the peer asked for,
 * and the owner must set its board accordingly.
 */
int dialogue_back_answer(struct dialogue *d, enum dxp_back answer);

/** From now on our GAMEEND says that no game will follow. */
void dialogue_set_last(struct dialogue *d);

/** @return whether a game is running: DIALOGUE_MINE or DIALOGUE_THEIRS */
static inline bool dialogue_playing(const struct dialogue *d)
{
    return d->state == DIALOGUE_MINE || d->state == DIALOGUE_THEIRS;
}

#endif
