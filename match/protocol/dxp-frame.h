// SPDX-License-Identifier: MIT
/*
 * DamExchange, layer 1 on a stream of bytes: each message ends with a NUL. No I/O.
 *
 * Whatever arrives, the reader holds at most one message, and recovers at the next NUL. A message
 * that is too long is skipped, and reported at once, not at its end. Line ends before the NUL are
 * not part of the protocol, but people who test by hand send them; they are cut off and reported.
 * Empty frames are ignored. Source: DamExchange 01, "Socket".
 */
#ifndef DAMA_MATCH_PROTOCOL_DXP_FRAME_H
#define DAMA_MATCH_PROTOCOL_DXP_FRAME_H

#include <stdbool.h>
#include <stddef.h>

enum { DXP_FRAME_MAX = 127 }; /* bytes of a message, not counting its NUL */

/** Oddities of a frame; a set of bits. */
enum dxp_frame_odd {
    DXP_FRAME_LINE_END = 1 << 0, /* CR or LF before the NUL: cut off */
    DXP_FRAME_TOO_LONG = 1 << 1, /* a frame that is too long is skipped, `n` is 0 */
};

struct dxp_frame {
    size_t n;
    unsigned odd;
    char bytes[DXP_FRAME_MAX + 1]; /* ended by a NUL */
};

/** Zero is a reader at the beginning of a stream. */
struct dxp_frame_reader {
    size_t n;                      /* bytes of the frame so far */
    bool skipping;                 /* the frame was too long */
    char bytes[DXP_FRAME_MAX + 2]; /* room for a CR LF after the longest message */
};

/**
 * Reads on in a stream.
 * @param bytes n of them
 * @param used  bytes read, at most n; all n if nothing was put into `out`
 * @return whether a frame was completed, or found to be too long, and put into `out`
 */
bool dxp_frame_read(struct dxp_frame_reader *reader, const char *bytes, size_t n, size_t *used,
                    struct dxp_frame *out);

#endif
