// SPDX-License-Identifier: MIT
/*
 * Numbered lists of games, as databases in the style of Turbo Dambase print them:
 *
 *     (98440) Georgiev,A. - Arazklitsew
 *     URS-Cup, 17-09-1988
 *
 *     1.32-28 18-23 2.38-32 ... 62.32x25 2-0 (1.20/2.20)
 *
 * The number is the game's number in its database; 00 is an unknown day or month; the hours.minutes
 * after the result are the times used, White's first. A game may have no moves; its result then
 * follows the date or is on a line of its own. Games in PDN may stand between them, as if somebody
 * has joined two files; a game whose head is missing is read as pdn/formats/doc.h does, and is an
 * error.
 */
#ifndef DAMA_PDN_FORMATS_DOC_LIST_H
#define DAMA_PDN_FORMATS_DOC_LIST_H

#include "core/game/finding.h"
#include "core/game/game.h"

/** Whether a file that begins with these bytes is such a list. */
bool doc_list_is(const char *head, size_t n);

/** Like pdn_split: a chunk ends before the head of a game, or before tags of PDN. */
size_t doc_list_split(const char *text, size_t n, size_t target);

/** As pdn_parse. */
int doc_list_parse(const char *text, size_t n, size_t *used, struct game *game,
                   struct findings *found, struct err *err);

#endif
