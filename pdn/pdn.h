// SPDX-License-Identifier: MIT
/*
 * Portable Draughts Notation: from bytes to games and back. Several threads may parse at the same
 * time, each its own text. Source: PDN 3.0; PDN 2.0; and what real files do: each deviation has its
 * finding.
 */
#ifndef DAMA_PDN_PDN_H
#define DAMA_PDN_PDN_H

#include "core/base/buffer.h"
#include "core/board/notation.h"
#include "core/game/finding.h"
#include "core/game/game.h"

/**
 * Finds where a chunk of whole games may end: before a tag section that begins a line, after a
 * blank line. Whatever is open there (a comment, a string) ends. If no tags follow in the n bytes:
 * after a line that ends in a result or `*`, outside comments and variations, if number 1 follows.
 * @param text n bytes, from the beginning of a chunk
 * @param target about how long the chunk should be; the last cut at or before it is taken, else the
 *             first after it; 0: the text begins inside a game, and the first beginning of another
 *             is wanted
 * @return bytes in the chunk; 0 when there is no cut in the n bytes
 */
size_t pdn_split(const char *text, size_t n, size_t target);

/**
 * Parses one game; says nothing about legality (core/check/check.h does). Memory is bounded: a game
 * has at most GAME_TAGS_MAX tags, GAME_PARTS_MAX moves, comments and signs, and variations
 * GAME_DEPTH_MAX deep (game.h). Anything beyond that is left out, or read as a comment if it is
 * nested too deep; `game->exceeded` and a finding say so. A text of more than GAME_BYTES_MAX never
 * gets here: the pipeline skips it. A game has at most 1,000 findings; further ones are only
 * counted.
 * @param text  n bytes of UTF-8, borrowed for as long as `game` lives: its words point into them
 * @param used  bytes read, always more than 0 if n is
 * @param game  empty, with its arena, `at` (place of text's first byte) and `more` set; filled as
 *              far as text can be understood. Moves are left unplayed, rules and result unset.
 * @param found faults and oddities are added, each with its offset (findings_settle fills in line
 *        and column)
 * @return 1 for a game, 0 if only space was left, -1 with `err` set: out of memory
 */
int pdn_parse(const char *text, size_t n, size_t *used, struct game *game, struct findings *found,
              struct err *err);

struct pdn_write_options {
    enum notation_style style; /* for moves that were played */
    bool algebraic;            /* write letters even if the variant uses numbers */
    bool strict;               /* end with "*", as PDN 3.0 demands; the result is in its tag */
    unsigned width;            /* bytes per line, which is broken at blanks; 0: 79 */
    const char *result_style;  /* "2-0" or "1-0"; NULL: as it was written */
    bool tags_as_read;         /* order tags as in the game, not as in PDN 3.0 */
};

/**
 * Writes one game in canonical form. Reading it back gives the same game. Moves that were played
 * are written from the move (a canonical node's text is copied in the short style), all others as
 * they were read.
 * @param options NULL: all zero
 * @param out     grows; may hold earlier games
 * @return 0, or -1 with `err`: out of memory
 */
int pdn_write(const struct game *game, const struct pdn_write_options *options, struct buffer *out,
              struct err *err);

/**
 * If the reader would take moves without tags that follow a game for moves of this game, adds what
 * is needed to separate them: a brace, parentheses, a star. If the text is so damaged that they do
 * not help, adds nothing.
 * @param game the game's text, as it stands in a file
 * @param out  grows, by whole lines that can follow the game and an empty line
 * @return 1 if anything was added, 0, -1 with `err`: out of memory
 */
int pdn_close(struct text game, struct buffer *out, struct err *err);

#endif
