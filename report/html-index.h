// SPDX-License-Identifier: MIT
/*
 * Pages that list games, each with a link to the game's own page. A long list is continued on
 * further pages: index.html, index-2.html, ...
 */
#ifndef DAMA_REPORT_HTML_INDEX_H
#define DAMA_REPORT_HTML_INDEX_H

#include "core/base/buffer.h"
#include "core/base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    HTML_INDEX_GAMES = 500, /* games on one page */
    HTML_INDEX_NAME = 40,   /* room for the name of a page */
};

/** What a list shows about its games. */
enum html_index_kind {
    HTML_INDEX_OF_GAMES,    /* the players, and how well they played */
    HTML_INDEX_OF_PROBLEMS, /* compositions: the author and the verdict */
};

/** A game of the list. Sides are those of enum side. */
struct html_index_game {
    int64_t number; /* in the collection, from 1 */
    struct text event, date;
    struct text result; /* White's points first */
    /* for compositions: the composer; the verdict, "second solution (proven)" */
    struct text author, verdict;
    /* for games */
    struct text white, black, decisive;
    bool judged[2];       /* the fields below are known for that side */
    double accuracy[2];   /* 0 to 100, in tenths */
    unsigned faults[2];   /* inaccuracies and mistakes */
    unsigned blunders[2]; /* missed wins and draws among them */
};

/** "index.html", "index-2.html": the page that lists a game. @param name HTML_INDEX_NAME bytes */
void html_index_name(int64_t number, char *name);

/** "game-0012.html". @param name HTML_INDEX_NAME bytes */
void html_index_game_name(int64_t number, char *name);

/** Writes a page up to its first game. @param first its number @param games in the whole list */
void html_index_begin(struct buffer *out, enum html_index_kind kind, int64_t first, int64_t games);
void html_index_add(struct buffer *out, enum html_index_kind kind,
                    const struct html_index_game *game);
void html_index_end(struct buffer *out, enum html_index_kind kind);

#endif
