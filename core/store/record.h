// SPDX-License-Identifier: MIT
/*
 * A game as a row of the store, packed into bytes: made on any thread, then added by one (store.h)
 * or spooled.
 *
 * The eight tags that nearly every game has go into columns; the others go into the table `tag`. If
 * the game's tags do not begin with these eight, once each and in PDN's order, all of its tags go
 * into that table as well.
 */
#ifndef DAMA_CORE_STORE_RECORD_H
#define DAMA_CORE_STORE_RECORD_H

#include "core/base/buffer.h"
#include "core/base/hash.h"
#include "core/game/game.h"

/** The tags with columns, in PDN's order. */
enum record_tag {
    RECORD_EVENT,
    RECORD_SITE,
    RECORD_DATE,
    RECORD_ROUND,
    RECORD_WHITE,
    RECORD_BLACK,
    RECORD_RESULT,
    RECORD_GAME_TYPE,
    RECORD_TAGS
};

/** Bits of the column `given`: 1 << enum record_tag if the game has that tag, and */
enum {
    RECORD_ALL_TAGS = 1 << 8,    /* all tags are in the table, the columns repeat them */
    RECORD_START_GIVEN = 1 << 9, /* by a FEN, rather than by the rules */
};

/** A packed row, unpacked; every text points into the packed bytes. */
struct record {
    /* of what the game says, not how it is written: the order of tags and the places of moves do
     * not matter; the terminator counts only if no Result tag gives the result */
    struct hash128 content;
    struct text variant; /* a name for rules_find */
    struct text tags[RECORD_TAGS];
    unsigned given;
    unsigned result; /* enum result */
    unsigned plies;
    struct text start; /* FEN; s is NULL for the variant's own */
    struct text moves;
    struct text tree; /* s is NULL if there are only moves */
    struct text terminator;
    struct text more; /* the other tags, packed: record_next_tag */
    bool is_judged;   /* set by store_games_next: the game has judgements. Not packed */
    struct text keys; /* struct movetext_key of each position from the start; may be empty */
};

/**
 * Packs a checked game and appends it to `out`.
 * @param positions with the keys of its positions
 * @return 0, or -1 with `err`: out of memory, or the game is larger than 4 GiB
 */
int record_pack(const struct game *game, bool positions, struct buffer *out, struct err *err);

/** Unpacks a record. @return its size in bytes; 0: not a record */
size_t record_unpack(struct text bytes, struct record *out);

/** Takes the next of the other tags. @return false at the end */
bool record_next_tag(struct text *more, struct tag *tag);

/**
 * Makes the game of a record; its moves are not played yet.
 * @param game empty, with its arena set; the bytes that `record` points into must live as long
 * @return 0, or -1 with `err`: damaged, or of an unknown variant
 */
int record_game(const struct record *record, struct game *game, struct err *err);

#endif
