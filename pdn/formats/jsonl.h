// SPDX-License-Identifier: MIT
/*
 * Games as JSON Lines: one object per line, which is complete: reading it back gives the same game.
 * The schema and its version are in dama-json(5).
 *
 *     {"dama":1,"variant":"international","moves":["32-28",{"move":"19-23","after":[{"nag":1}]}]}
 */
#ifndef DAMA_PDN_FORMATS_JSONL_H
#define DAMA_PDN_FORMATS_JSONL_H

#include "core/base/buffer.h"
#include "core/game/finding.h"
#include "core/game/game.h"

enum { JSONL_VERSION = 1 };

/** Whether a file that begins with these bytes holds JSON Lines in dama's format. */
bool jsonl_is(const char *text, size_t n);

/**
 * Like pdn_parse: reads one line. A line that is no such object gives an empty game and a finding.
 */
int jsonl_parse(const char *text, size_t n, size_t *used, struct game *game, struct findings *found,
                struct err *err);

/**
 * Finds a member of a line in the form in which it was written, such as the judgements, which
 * jsonl_parse does not read.
 * @param line one that jsonl_parse could read; for any other, the answer is meaningless
 * @return its value; empty: there is none
 */
struct text jsonl_member(struct text line, const char *name);

/**
 * Adds members of a line as they were written, each with a comma before it.
 * @param line as for jsonl_member
 * @param kept which members to add: bits of enum game_extras
 * @return bits of enum game_extras for what was not added
 */
unsigned jsonl_keep_members(struct text line, unsigned kept, struct buffer *out);

/**
 * Writes one game as a line; with `provenance` also where it comes from and when it was played
 * (provenance.h). Moves that were played are written from the move, all others as they were read.
 * @return 0, or -1 with `err`: out of memory
 */
int jsonl_write(const struct game *game, bool provenance, struct buffer *out, struct err *err);

#endif
