// SPDX-License-Identifier: MIT
/*
 * Everything that is said between us and the players, in files that people can read and `dama-match
 * replay` can speak again: a line a message, with the time, the player and the direction. A file
 * holds what was said on one run to one player; all of them together stay below a bound, the oldest
 * go first.
 *
 *     # dama transcript 1: dxp peer
 *     12.345 > R01dama                            Z001075A
 *     12.401 < Apeer                            0
 *
 * Seconds since the beginning of the file; ">" to the player, "<" from it; bytes outside printable
 * ASCII, and the backslash, as \xNN.
 */
#ifndef DAMA_MATCH_TRANSCRIPT_H
#define DAMA_MATCH_TRANSCRIPT_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/base/text.h"
#include "match/settings.h"

struct transcripts;

/**
 * @param folder made where it is missing
 * @param max    bytes of all files of this run; 0: 64 MiB
 * @return 0, or -1 with `err`
 */
int transcripts_open(const char *folder, int64_t max, struct transcripts **out, struct err *err);
void transcripts_close(struct transcripts *transcripts);

/**
 * Adds a message. As player_host.transcript: `ctx` is the transcripts. Failures are kept for
 * transcripts_failed.
 */
void transcripts_add(void *ctx, const struct player_settings *player, char direction,
                     const char *bytes, size_t n);

/** Whether anything could not be written. */
bool transcripts_failed(const struct transcripts *transcripts);

/** A line of a transcript. */
struct transcript_line {
    unsigned number;   /* in the file, from 1 */
    int64_t ms;        /* since the beginning */
    char direction;    /* '<' from the player, '>' to it */
    struct text bytes; /* as they were sent, without NUL or line end */
};

struct transcript {
    bool dxp; /* DamExchange; false: Hub */
    struct transcript_line *lines;
    size_t n;
};

/**
 * Reads a file that transcripts_add has written; a last line that is cut short is left out.
 * @param arena everything in `out` lives there
 * @return 0, or -1 with `err` and the place
 */
int transcript_read(const char *path, struct arena *arena, struct transcript *out, struct err *err);

#endif
