// SPDX-License-Identifier: MIT
/*
 * Shared by the two halves of the DOC reader: one reads the lines of the header, the other the
 * moves after them.
 */
#ifndef DAMA_PDN_FORMATS_DOC_INTERNAL_H
#define DAMA_PDN_FORMATS_DOC_INTERNAL_H

#include "core/base/ascii.h"
#include "core/board/notation.h"
#include "pdn/formats/doc.h"

struct doc_reader {
    const char *begin, *s, *end; /* of the rest of the file */
    struct game *game;
    struct findings *found;
    struct item **before; /* where the next comment before the first move is linked in */
    struct position start;
    unsigned n_found; /* findings about this game */
    bool failed;      /* out of memory, or the game is too large */
};

/**
 * Reads lines up to the one where moves begin; takes the header and the position from them.
 * @return whether moves follow
 */
bool doc_read_header(struct doc_reader *r);

/**
 * Whether the header of another game begins at the line at s: it names a player or the like, and
 * the moves after it are numbered from 1.
 */
bool doc_begins_header(const char *s, const char *end);

/** Reads moves up to the end of the game. */
void doc_read_moves(struct doc_reader *r);

/**
 * A line of text without its end; `used` counts the end as well: LF, CR LF, a bare CR, or a form
 * feed.
 */
struct text doc_line(const char *s, const char *end, size_t *used);

enum { DOC_SHORT_LINE = 1000 };

/**
 * The beginning of a line, enough to tell what it is: a text of many games may be one line.
 * @param used DOC_SHORT_LINE if the line is longer
 */
struct text doc_short_line(const char *s, const char *end, size_t *used);

/** Whether it is a letter, or a byte of a character outside ASCII. */
static inline bool doc_is_letter(char c) { return ascii_is_letter(c) || (unsigned char)c >= 0x80; }

/** Length of a result token at s that stands alone; 0: none. */
size_t doc_result(const char *s, const char *end);

/** Whether a line is made of dashes, equal signs or stars, which separate games. */
bool doc_is_separator(struct text line);

/**
 * Takes a legal move at s, which may contain blanks as in printed columns.
 * @param legal set to the move; NULL: accept anything that looks like a move
 * @return bytes; 0: none
 */
size_t doc_move(const char *s, const char *end, const struct position *pos, struct move *legal);

/** Reads "12." at s, with the blanks and dots after it. @return bytes, 0: none */
size_t doc_number(const char *s, const char *end, unsigned *number, bool *dots);

/** Reads "12" at s without a point, with the blanks before a move. @return bytes, 0: none */
size_t doc_bare_number(const char *s, const char *end, unsigned *number);

struct text doc_keep(struct doc_reader *r, struct text t);

/** Adds an item at `*tail`, and advances that. @return NULL when out of memory */
struct item *doc_add_item(struct doc_reader *r, enum item_kind kind, struct item ***tail);
void doc_add_comment(struct doc_reader *r, struct item ***tail, struct text t);

/**
 * Makes the text that remains after the end of a game a comment on its last move, with a finding.
 */
void doc_add_rest(struct doc_reader *r, struct text rest);

void doc_find(struct doc_reader *r, enum finding_code code, struct text at, const char *what);

#endif
