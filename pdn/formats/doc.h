// SPDX-License-Identifier: MIT
/*
 * DOC files of Turbo Dambase and Truus: plain text with games. Experimental: no real file and no
 * description is public, so the reader expects what such a file most probably looks like. It is
 * tolerant: anything that it does not understand becomes a comment at that place, and a finding;
 * nothing is dropped. Only legal moves count as moves.
 */
#ifndef DAMA_PDN_FORMATS_DOC_H
#define DAMA_PDN_FORMATS_DOC_H

#include "core/game/finding.h"
#include "core/game/game.h"

/** Like pdn_split: only the end of the file certainly ends a game. */
size_t doc_split(const char *text, size_t n, size_t target);

/** As pdn_parse. */
int doc_parse(const char *text, size_t n, size_t *used, struct game *game, struct findings *found,
              struct err *err);

#endif
