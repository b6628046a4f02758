// SPDX-License-Identifier: MIT
/*
 * DamExchange, layer 1 on a byte stream: messages end with a NUL. No I/O.
 *
 * Whatever arrives, the reader holds one message at most and finds its feet again at the next NUL: what is longer than a
 * message is skipped and told. Line ends before the NUL are no part of the protocol, but people who test by hand make
 * them; they are cut off and told. Empty frames are no messages and pass unmentioned.
 * Source: DamExchange 01, "Socket".
 */
#ifndef DAMA_MATCH_LINK_FRAME_H
#define DAMA_MATCH_LINK_FRAME_H

#include <stdbool.h>
#include <stddef.h>

enum { FRAME_MAX = 127 }; /* bytes of a message; the NUL comes on top */

/** What is odd about a frame; a set of bits. */
enum frame_odd {
    FRAME_LINE_END = 1 << 0, /* CR or LF before the NUL: cut off */
    FRAME_TOO_LONG = 1 << 1, /* before this frame one was skipped for its length */
};

struct frame {
    size_t n;
    unsigned odd;
    char bytes[FRAME_MAX + 1]; /* a NUL stands behind the last one */
};

/** Zero is a reader at the beginning of a stream. */
struct frame_reader {
    size_t n;                  /* bytes of the frame so far */
    bool skipping;             /* it was too long */
    unsigned odd;              /* for the next frame */
    char bytes[FRAME_MAX + 2]; /* room for a CR LF behind the longest message */
};

/**
 * Reads on in a stream.
 * @param bytes n of them
 * @param used  bytes read, at most n; n where no frame was completed
 * @return whether a frame was completed and put into `out`
 */
bool frame_read(struct frame_reader *reader, const char *bytes, size_t n, size_t *used,
                struct frame *out);

#endif
