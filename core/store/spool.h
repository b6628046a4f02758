// SPDX-License-Identifier: MIT
/*
 * Games that cannot be written until all have been read: for sorting, splitting, sampling, and
 * finding duplicates. Their bytes are in a temporary file, their data in a temporary database, so
 * that memory stays flat. Functions with `err` return 0, or -1 with `err`, unless they say
 * otherwise.
 */
#ifndef DAMA_CORE_STORE_SPOOL_H
#define DAMA_CORE_STORE_SPOOL_H

#include "core/base/buffer.h"
#include "core/base/err.h"
#include "core/base/hash.h"
#include "core/game/date.h"
#include "core/game/game.h"

/** The data by which duplicates are found. */
struct spool_game {
    struct hash128 content;     /* of rules, start and all moves */
    struct hash128 opening;     /* of rules and start */
    struct text moves;          /* SPOOL_PLY bytes per ply, the same for the same move */
    struct text said;           /* SPOOL_SAID bytes for each comment, variation and NAG, in order */
    struct text white, black;   /* family names; empty if unknown */
    struct hash128 spelling[2]; /* of White's and Black's names as written */
    struct date date;
    int64_t event;     /* a hash of its name; 0 unknown */
    struct text round; /* its numbers, each followed by a dot: "3.", "3.2."; empty if unknown */
    int result;        /* enum result */
    uint32_t score;    /* higher for a better copy */
};

enum { SPOOL_PLY = 3, SPOOL_SAID = 8 };

struct spool_entry {
    struct text bytes;      /* of the output's format */
    unsigned n_written;     /* games or positions in `bytes` */
    struct text sort;       /* key to sort by, compared as bytes */
    struct text name;       /* the file it goes to; s is NULL if there is only one */
    struct text also;       /* another file that gets a copy; s is NULL: none */
    struct text label;      /* names the game in the report */
    struct text record;     /* core/store/record.h: for the game that stays; s is NULL: none */
    struct spool_game game; /* with spool_dedupe */
    bool is_master;         /* of the master collection: never written, preferred to any copy */
};

enum dedupe { DEDUPE_NONE, DEDUPE_EXACT, DEDUPE_CONTAINED, DEDUPE_NEAR };

struct spool;

/**
 * @param dedupe the kind of copies that spool_dedupe is to find; only the data needed for it are
 *               kept
 */
int spool_open(enum dedupe dedupe, struct spool **out, struct err *err);

/** Adds a game. @return 0, or -1 with `err` */
int spool_add(struct spool *spool, const struct spool_entry *entry, struct err *err);

/** What spool_dedupe has done. */
struct spool_copies {
    uint64_t dropped;
    uint64_t conflicts; /* those that contradict the game that stays */
    uint64_t losses;    /* those with a comment, variation or NAG that the game that stays lacks */
};

/**
 * Drops copies. Each kind includes those before it.
 *   exact      the same moves from the same position
 *   contained  one is the beginning of the other
 *   near       they diverge late, or differ in one ply
 * The players must possibly be the same: their family names are equal, or unknown; for "near",
 * colours may also be reversed. Games by known players from two rounds of one event are not copies.
 * @param copies may be NULL
 */
int spool_dedupe(struct spool *spool, struct spool_copies *copies, struct err *err);

/**
 * Reports each copy that was dropped: its label, the label of the game that stays, and why: the
 * kind of copy, where the two differ, and what is lost. "near, differs from ply 52 of 60, colours
 * reversed, results differ: draw, not White won, lost: 2 comments, 1 variation".
 * @return 0, or -1 with `err`
 */
int spool_report(struct spool *spool,
                 int (*tell)(void *ctx, struct text gone, struct text kept, const char *why),
                 void *ctx, struct err *err);

/** A game read back; everything is valid only during the call. */
struct spool_item {
    struct text name, bytes, record; /* as in its struct spool_entry */
    unsigned n_written;
    const struct text *copies; /* records of the games that were dropped in its favour */
    unsigned n_copies;
    bool again; /* this time for its other file, the `also` of its entry */
};

/**
 * Files again the games in whose favour others were dropped, since their tags may be more complete
 * now: `each` fills in `sort`, `name` and `also` of an entry, valid until its next call, and leaves
 * the rest alone.
 * @param each returns 1 to file it so, 0 to leave it as it is, -1 with `err`
 */
int spool_refile(struct spool *spool,
                 int (*each)(void *ctx, const struct spool_item *item, struct spool_entry *entry,
                             struct err *err),
                 void *ctx, struct err *err);

/** Keeps a random sample of `n` games; the same seed gives the same sample. */
int spool_sample(struct spool *spool, uint64_t n, uint64_t seed, struct err *err);

/** Keeps the first `n` games, by sort key, then in the order of adding. */
int spool_first(struct spool *spool, uint64_t n, struct err *err);

/**
 * Reads back the games that stay, by name, then by sort key, then in the order of adding.
 * @param each returns 0 to go on; anything else stops
 * @return 0, -1 with `err`, or what `each` returned
 */
int spool_read(struct spool *spool,
               int (*each)(void *ctx, const struct spool_item *item, struct err *err), void *ctx,
               struct err *err);

/**
 * Lists the games that spool_read would give, in its order, without reading them: the file each goes
 * to, and how much it writes there.
 * @return as spool_read
 */
int spool_list(struct spool *spool,
               int (*each)(void *ctx, struct text name, unsigned n_written, struct err *err),
               void *ctx, struct err *err);

/** Closes the spool and deletes its files. Allows NULL. */
void spool_close(struct spool *spool);

/**
 * Fills `out` from a checked game. The texts of `out` point into `moves` and `names`.
 * @return 0, or -1: out of memory
 */
int spool_describe(const struct game *game, struct buffer *moves, struct buffer *names,
                   struct spool_game *out);

#endif
