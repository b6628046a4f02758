// SPDX-License-Identifier: MIT
/*
 * Where a game comes from and when it was played, for tables: file, line, number, and a date that
 * programs can sort.
 */
#ifndef DAMA_PDN_FORMATS_PROVENANCE_H
#define DAMA_PDN_FORMATS_PROVENANCE_H

#include "core/base/buffer.h"
#include "core/game/game.h"

enum { PROVENANCE_DATE_SIZE = 11 };

/**
 * A placeholder for the number of a game in its input, which is not known until the games are
 * counted. Any text that may contain its first byte has to be added by provenance_add_text, unless
 * the format escapes control characters, as JSON does.
 */
extern const char provenance_number[];

/** Adds text so that nothing in it is taken for a placeholder: provenance_fill restores it. */
void provenance_add_text(struct buffer *out, struct text t);

/**
 * Writes the tag Date in the form of ISO 8601, as far as it is known: "1985-05-12", "1985-05",
 * "1985", "". With a NUL.
 */
void provenance_date(const struct game *game, char buf[PROVENANCE_DATE_SIZE]);

/** Adds text that was written with placeholders, each replaced by `number`. */
void provenance_fill(struct text written, uint64_t number, struct buffer *out);

#endif
