// SPDX-License-Identifier: MIT
/*
 * Lists of positions: one FEN per line, followed by its name, comments and tags in the manner of
 * EPD. Lines that begin with "#" or ";" are comments on the position below them; those at the end
 * of a list are kept with the last position.
 *
 *     W:W31-50:B1-20 id "start"; c0 "where all begins";
 */
#ifndef DAMA_PDN_FORMATS_FEN_LIST_H
#define DAMA_PDN_FORMATS_FEN_LIST_H

#include "core/base/buffer.h"
#include "core/game/finding.h"
#include "core/game/game.h"

/** Whether a file that begins with these bytes is such a list. */
bool fen_list_is(const char *text, size_t n);

/**
 * Like pdn_split: cuts only after a position that is followed by another, so that none loses its
 * comments.
 */
size_t fen_list_split(const char *text, size_t n, size_t target);

/** Like pdn_parse: a position is a game without moves; its name becomes the tag Event. */
int fen_list_parse(const char *text, size_t n, size_t *used, struct game *game,
                   struct findings *found, struct err *err);

/**
 * The FEN of a line, without what follows it in the manner of EPD; for readers that need no more.
 * @param line trimmed
 * @return the whole line if it is something else, which is for fen_read to report; empty for a line
 *         without a position: an empty one or a comment
 */
struct text fen_list_fen(struct text line);

/**
 * Adds a line for a position of a game, with the game's name, its comments before the first move,
 * and its rules.
 */
void fen_list_write(const struct game *game, const struct position *pos, unsigned ply,
                    struct buffer *out);

/** Whether fen_list_write keeps everything that a game's tags say. */
bool fen_list_holds_tags(const struct game *game);

#endif
