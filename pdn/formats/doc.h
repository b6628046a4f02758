// SPDX-License-Identifier: MIT
/*
 * DOC files of Turbo Dambase and Truus: plain text with games. Experimental: no real file and no
 * description is public, and the reader takes what such a file most probably looks like. It is
 * tolerant: what it cannot place stands in a comment at its place and in a finding, never nowhere.
 * Only legal moves are moves.
 */
#ifndef DAMA_PDN_FORMATS_DOC_H
#define DAMA_PDN_FORMATS_DOC_H

#include "core/game/finding.h"
#include "core/game/game.h"

/** As pdn_split: nothing but the end of the file is certain to end a game. */
size_t doc_split(const char *text, size_t n, size_t wish);

/** As pdn_parse. */
int doc_parse(const char *text, size_t n, size_t *used, struct game *game, struct findings *found,
              struct err *err);

/**
 * @return the encoding of bytes that are no UTF-8: these programs ran under DOS, or under Windows
 */
const char *doc_encoding(const char *text, size_t n);

#endif
