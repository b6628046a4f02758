// SPDX-License-Identifier: MIT
/*
 * A game as a row of the store, packed into bytes: made on any thread, added by one (store.h), or
 * spooled.
 *
 * The eight tags that nearly every game has go into columns; the others, and all of a game whose
 * eight do not stand in PDN's order, once each and at the head, go into the table `tag`.
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

/** Bits of the column `given`: 1 << enum record_tag where the game has that tag, and */
enum {
    RECORD_ALL_TAGS = 1 << 8,    /* all tags are in the table, the columns repeat them */
    RECORD_START_GIVEN = 1 << 9, /* by a FEN, rather than by the rules */
};

/** A packed row, unpacked: everything points into the bytes. */
struct record {
    /* of what the game says, not of how: the order of tags, terminators, places do not count */
    struct hash128 content;
    struct text variant; /* as rules_find takes it */
    struct text tags[RECORD_TAGS];
    unsigned given;
    unsigned result; /* enum result */
    unsigned plies;
    struct text start; /* FEN; s is NULL for the variant's own */
    struct text moves;
    struct text tree; /* s is NULL where moves are all there is */
    struct text terminator;
    struct text more; /* the other tags, packed: record_next_tag */
    /* of the positions from the start on, 8 bytes each, in this machine's order; may be empty */
    struct text keys;
};

/**
 * Packs a checked game after what `out` holds.
 * @param positions whether its positions' keys are wanted
 * @return 0, or -1 with `err`: out of memory, or the game is larger than 4 GiB
 */
int record_pack(const struct game *game, bool positions, struct buffer *out, struct err *err);

/** Unpacks what record_pack has made. @return bytes that the record takes; 0: not a record */
size_t record_unpack(struct text bytes, struct record *out);

/** Takes the next of the other tags. @return false: there is none */
bool record_next_tag(struct text *more, struct tag *tag);

/**
 * Makes the game of a record; its moves are not played yet.
 * @param game empty, with its arena set; `record`'s bytes must live as long
 * @return 0, or -1 with `err`: damaged, or of an unknown variant
 */
int record_game(const struct record *record, struct game *game, struct err *err);

#endif
