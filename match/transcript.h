// SPDX-License-Identifier: MIT
/*
 * A record of the messages between us and a player, which people can read and `dama-match replay`
 * can play back: one line for each message, with its time and direction.
 *
 *     # dama transcript 1: dxp peer
 *     12.345 > R01dama                            Z001075A
 *     12.401 < Apeer                            0
 *
 * Seconds since the game began; ">" to the player, "<" from it; bytes outside printable ASCII, and
 * the backslash, as \xNN. Lines that begin with "#" are remarks.
 */
#ifndef DAMA_MATCH_TRANSCRIPT_H
#define DAMA_MATCH_TRANSCRIPT_H

#include "core/base/arena.h"
#include "core/base/buffer.h"
#include "core/base/err.h"
#include "core/base/text.h"
#include "match/settings.h"

/** Writes the first line. */
void transcript_write_head(const struct player_settings *player, struct buffer *out);

/** Writes a message of n bytes. @param direction '<' from the player, '>' to it, '#' a remark */
void transcript_write_line(int64_t ms, char direction, const char *bytes, size_t n,
                           struct buffer *out);

/** Whether a file begins as transcripts do. */
bool transcript_is_one(const char *path);

/** A line of a transcript. */
struct transcript_line {
    unsigned number;   /* in the file, from 1 */
    int64_t ms;        /* since the beginning */
    char direction;    /* '<' from the player, '>' to it */
    struct text bytes; /* the bytes that were sent, without NUL or line end */
};

struct transcript {
    bool dxp; /* DamExchange; false: Hub */
    struct transcript_line *lines;
    size_t n;
};

/**
 * Reads a transcript; a last line that is cut short is left out.
 * @param arena everything in `out` lives there
 * @return 0, or -1 with `err` and the place
 */
int transcript_read(const char *path, struct arena *arena, struct transcript *out, struct err *err);

#endif
