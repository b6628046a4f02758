// SPDX-License-Identifier: MIT
/*
 * Annotated games as a folder of HTML pages: an index and a page for each game, which can be opened
 * from the file system.
 */
#ifndef DAMA_CMD_ANNOTATE_PAGES_H
#define DAMA_CMD_ANNOTATE_PAGES_H

#include "core/game/game.h"
#include "core/study/verdict.h"
#include "report/html-index.h"

struct pages;

/**
 * Makes the folder if it is missing; its parent must exist.
 * @return 0, or -1 with `err`: something else has that name, it cannot be written
 */
int pages_make_folder(const char *dir, struct err *err);

/**
 * Makes the folder if it is missing.
 * @param dir   borrowed until pages_close
 * @param kind  compositions or other games
 * @param games how many will be added
 * @return 0, or -1 with `err`: something else has that name, it cannot be written
 */
int pages_open(const char *dir, enum html_index_kind kind, int64_t games, struct pages **out,
               struct err *err);

/**
 * Adds the next game. One whose rules are not known gets a page without a board.
 * @param game checked and annotated
 * @param sums of White and of Black in this run; if they have no moves, those in the game's tags
 *             are used
 * @return 0, or -1 with `err`
 */
int pages_add(struct pages *pages, const struct game *game, const struct verdict_sum sums[2],
              struct err *err);

/** Writes the rest of the index. @return 0, or -1 with `err` */
int pages_finish(struct pages *pages, struct err *err);

/** Allows NULL. */
void pages_close(struct pages *pages);

#endif
