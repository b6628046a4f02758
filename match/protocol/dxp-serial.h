// SPDX-License-Identifier: MIT
/*
 * DamExchange, layer 1 on a serial line ("NULMODEM"): the receiver sends every character straight
 * back, and the sender goes on only if it was the right one. No I/O and no clock: bytes and the
 * time (monotonic ms) go in, messages and bytes to send come out.
 *
 *     sender      S   R   0   1  ...  E            each waits for its echo
 *     receiver      S   R   0   1  ...  E
 *
 * After a wrong echo, or none in time, the whole message is sent again. What the protocol leaves
 * open is settled as follows:
 *   - both begin at once: each sees the other's S as its echo, then a wrong one. A pause of random
 *     length before each new attempt lets one of them be first; the other receives meanwhile.
 *   - the echo of E is lost: where the other end then begins a message of its own, it has got ours.
 *     Otherwise the message comes twice: one that is the same as the last is dropped where nothing
 *     else was said in between.
 *   - a byte becomes E on the way: the message is cut short. One whose form cannot be is held back
 *     until it is certain that no new attempt follows.
 *   - a dead line: after a number of attempts the line has failed.
 *
 * The values of S and E are in no public document; both ends must be given the same.
 * Source: DamExchange 01, "Nulmodem" (Dutch pages).
 */
#ifndef DAMA_MATCH_PROTOCOL_DXP_SERIAL_H
#define DAMA_MATCH_PROTOCOL_DXP_SERIAL_H

#include "match/protocol/dxp-frame.h"

#include <stdint.h>

/** Whether two bytes can be used to enclose messages: different, not 0, not printable. */
bool dxp_serial_bytes_good(unsigned start, unsigned end);

struct dxp_serial_config {
    uint8_t start, end; /* S and E: different, neither 0 nor printable */
    int64_t echo_ms;    /* how long to wait for an echo; 0: 5 s */
    unsigned tries;     /* attempts to send a message before the line has failed; 0: 12 */
    uint64_t seed;      /* for the random pauses: different at both ends */
};

enum { DXP_SERIAL_QUEUE = 64 };

/** Plain memory, nothing to free. */
struct dxp_serial {
    struct dxp_serial_config config;
    uint64_t random;

    /* sending */
    unsigned first, queued;
    struct dxp_frame queue[DXP_SERIAL_QUEUE];
    bool unsure;  /* in the last attempt, only the echo of E was missing */
    bool sending; /* the first message in the queue is being sent; `at` counts S as 0 */
    size_t at;    /* index of the character whose echo is awaited */
    int64_t echo_by;
    int64_t pause_until; /* until the next attempt; 0: no pause */
    bool deaf_to_start;  /* an S is ignored as well */
    int64_t deaf_until;  /* until then, echoes of a broken attempt may still come */
    unsigned failures;   /* failed attempts in a row */

    /* receiving */
    bool receiving;
    int64_t receive_by; /* an incomplete message is forgotten then */
    unsigned starts;    /* how many S in a row */
    struct dxp_frame in;
    struct dxp_frame held, last; /* n is 0: none */
    int64_t held_until, last_until;

    /* out */
    size_t n_out;
    uint8_t out[512];
    unsigned n_ready;
    struct dxp_frame ready[4];
};

/** @param config copied */
void dxp_serial_init(struct dxp_serial *s, const struct dxp_serial_config *config);

/** Queues a message of n bytes, 1 to DXP_FRAME_MAX. @return 0, or -1: the queue is full */
int dxp_serial_send(struct dxp_serial *s, const char *bytes, size_t n, int64_t now);

/** Takes bytes that arrived. */
void dxp_serial_receive(struct dxp_serial *s, const uint8_t *bytes, size_t n, int64_t now);

/** Lets time pass. */
void dxp_serial_tick(struct dxp_serial *s, int64_t now);

/** When dxp_serial_tick has something to do; INT64_MAX for never. */
int64_t dxp_serial_deadline(const struct dxp_serial *s);

/** Takes the next message that arrived. @return whether there was one */
bool dxp_serial_message(struct dxp_serial *s, struct dxp_frame *out);

/** The n bytes to write now, in `buf`; dxp_serial_written removes those that were written. */
size_t dxp_serial_output(const struct dxp_serial *s, const uint8_t **buf);
void dxp_serial_written(struct dxp_serial *s, size_t n);

/** Whether the line has failed: too many failed attempts. */
bool dxp_serial_is_dead(const struct dxp_serial *s);

/** Whether anything is still to be sent. */
bool dxp_serial_is_busy(const struct dxp_serial *s);

#endif
