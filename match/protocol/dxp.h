// SPDX-License-Identifier: MIT
/*
 * DamExchange, layer 2: messages to bytes and back. It knows nothing of connections, the dialogue
 * (dxp-dialogue.h) or the board.
 *
 * A message is 1 to 127 bytes, values 1 to 127. Numbers are decimal, padded with zeros on the left;
 * names are padded with blanks on the right; colours are W and Z (zwart).
 *
 *     R GAMEREQ   R 01 name(32) follower's-colour minutes(3) moves(3) A
 *                 ... B turn square(1) ... square(50)
 *     A GAMEACC   A name(32) code
 *     M MOVE      M seconds(4) from(2) to(2) n(2) captured(2) ...
 *     E GAMEEND   E reason stop
 *     C CHAT      C text(1 to 126)
 *     B BACKREQ   B move(3) turn
 *     K BACKACC   K code
 *
 * Known deviations of programs are accepted, and reported in a set of bits; anything else is
 * refused. Source: DamExchange 01, F. Mesander, http://www.mesander.nl/damexchange/edxplg2.htm
 */
#ifndef DAMA_MATCH_PROTOCOL_DXP_H
#define DAMA_MATCH_PROTOCOL_DXP_H

#include "core/base/err.h"
#include "core/board/board.h"

#include <stddef.h>
#include <stdint.h>

enum {
    DXP_PORT = 27531,
    DXP_VERSION = 1,
    DXP_MESSAGE_MAX = 127,
    DXP_NAME_MAX = 32,
    DXP_CHAT_MAX = 126,
    DXP_SQUARES = 50,      /* squares of the only board that the protocol knows */
    DXP_SQUARES_MAX = 72,  /* the largest of the other boards that programs send */
    DXP_CAPTURES_MAX = 58, /* that fit into a message; the protocol's board allows at most 20 */
    DXP_MOVE_MAX = 999,    /* highest move number */
    DXP_MINUTES_MAX = 999,
};

enum dxp_kind {
    DXP_GAMEREQ,
    DXP_GAMEACC,
    DXP_MOVE,
    DXP_GAMEEND,
    DXP_CHAT,
    DXP_BACKREQ,
    DXP_BACKACC,
    DXP_KINDS,
    DXP_NO_KIND = DXP_KINDS, /* for bytes that are not a message */
};

/** Answer to a request for a game, as a character of the message. */
enum {
    DXP_ACCEPTED = '0',
    DXP_WRONG_VERSION = '1',
    DXP_NOT_THIS_GAME = '2',
    DXP_NO_GAME = '3',
};

/** Why a game ends, from the view of the side that says so first. */
enum dxp_reason { DXP_UNKNOWN, DXP_LOST, DXP_DRAWN, DXP_WON, DXP_REASONS };

/** Answer to a request to take moves back. */
enum dxp_back { DXP_BACK_AGREED, DXP_BACK_UNSUPPORTED, DXP_BACK_REFUSED, DXP_BACKS };

struct dxp_request {
    unsigned version;              /* 0 to 99; if it is not DXP_VERSION, nothing else was read */
    char name[DXP_NAME_MAX + 1];   /* the initiator's, without padding; "?" where it was blank */
    enum side follower;            /* the colour that the follower gets */
    int64_t time;                  /* ms for each side, for the whole game; 0: no clock */
    unsigned moves;                /* 0: no limit */
    bool special;                  /* the position is given; it may still be the usual one */
    enum side turn;                /* this and the rest only if `special` */
    unsigned n_squares;            /* DXP_SQUARES, unless another board was agreed on */
    char squares[DXP_SQUARES_MAX]; /* square 1 first: w W z Z e */
};

struct dxp_answer {
    char name[DXP_NAME_MAX + 1];
    char code; /* DXP_ACCEPTED; anything else is a refusal */
};

struct dxp_move {
    int64_t time; /* ms that the move took according to the sender; for information only */
    uint8_t from, to;
    uint8_t n; /* captured */
    uint8_t captured[DXP_CAPTURES_MAX];
};

struct dxp_end {
    enum dxp_reason reason;
    bool stop; /* the sender will close the connection */
};

struct dxp_backreq {
    unsigned number; /* 1 to 999: back to before this move */
    enum side turn;  /* of this side */
};

struct dxp_message {
    enum dxp_kind kind;
    union {
        struct dxp_request request;
        struct dxp_answer answer;
        struct dxp_move move;
        struct dxp_end end;
        struct dxp_backreq backreq;
        enum dxp_back back;
        char chat[DXP_CHAT_MAX + 1];
    };
};

/** Oddities of a message that can still be read; a set of bits. */
enum dxp_odd {
    DXP_ODD_TRAILING = 1 << 0,    /* bytes after the message */
    DXP_ODD_EIGHT_BIT = 1 << 1,   /* bytes of 128 and above, kept as they are */
    DXP_ODD_NAME = 1 << 2,        /* a name that begins with a space, or is all blank */
    DXP_ODD_FRACTION = 1 << 3,    /* minutes or seconds with a fraction */
    DXP_ODD_NO_CLOCK = 1 << 4,    /* 000 minutes, which the protocol does not describe */
    DXP_ODD_TWICE = 1 << 5,       /* a captured square named twice: counted once */
    DXP_ODD_CODE = 1 << 6,        /* an unknown acceptance code, taken as a refusal */
    DXP_ODD_EMPTY_CHAT = 1 << 7,  /* chat without text */
    DXP_ODD_OTHER_BOARD = 1 << 8, /* not the protocol's 50 squares, but the number agreed on */
};

/** @return a message about the lowest bit of `odd`; NULL if none is set */
const char *dxp_odd_text(unsigned odd);

/**
 * Reads a message.
 * @param bytes   n of them, without the NUL that ends a frame
 * @param squares of the board that both sides agreed on: DXP_SQUARES
 * @param odd     enum dxp_odd, always set; may be NULL
 * @return 0, or -1 with `err`: what was expected, and the beginning of the message
 */
int dxp_decode(const char *bytes, size_t n, unsigned squares, struct dxp_message *out,
               unsigned *odd, struct err *err);

/**
 * Writes a message. Bytes not allowed in names and chat become '?', texts that are too long are
 * cut, and times beyond the range of a field become its maximum.
 * @param fractions whether the peer is known to read fractions of minutes; otherwise they are
 *        rounded up
 * @param buf       DXP_MESSAGE_MAX + 1 bytes, ended by a NUL
 * @return bytes written without the NUL
 */
size_t dxp_encode(const struct dxp_message *message, bool fractions, char *buf);

/** The time that a peer is told for a game with `ms` on each clock: requests round up. */
int64_t dxp_told_ms(int64_t ms, bool fractions);

/**
 * Take-backs count moves from 1; if Black begins, move 1 has no move of White.
 * @return plies made before a move, -1 if there is no such move
 */
long dxp_back_ply(const struct dxp_backreq *back, bool black_first);

/** The reverse of dxp_back_ply. @return 0, or -1: the number is too large for the protocol */
int dxp_back_make(unsigned ply, bool black_first, struct dxp_backreq *out);

/**
 * Makes bytes from a peer harmless to a terminal: anything but printable ASCII becomes \xNN.
 * @param buf `size` bytes, NUL included; cut with "..." if that is too few
 * @return buf
 */
const char *dxp_show(const char *bytes, size_t n, char *buf, size_t size);

#endif
