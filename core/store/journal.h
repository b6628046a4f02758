// SPDX-License-Identifier: MIT
/*
 * The journal of a long run over a collection: its games, the verdicts on each so far, and the
 * judgements of positions. After a crash the same run continues from it; other runs can reuse its
 * positions. dama-annotate(5).
 *
 * A game is identified by its rules, start and moves, so that copies are judged once, and a journal
 * fits the same games under other names and in other files. For one thread at a time. Functions
 * with `err` return 0, or -1 with `err`, unless they say otherwise.
 */
#ifndef DAMA_CORE_STORE_JOURNAL_H
#define DAMA_CORE_STORE_JOURNAL_H

#include "core/base/buffer.h"
#include "core/base/err.h"
#include "core/base/hash.h"

#include <stdint.h>

struct journal;
struct store;

/**
 * Opens a journal, creating it if it is missing.
 * @param path borrowed while it is open
 * @return 0, or -1 with `err`: not a journal, newer than this program, in use
 */
int journal_open(const char *path, struct journal **out, struct err *err);

/** As journal_open, for a journal that is only read: it must exist, but need not be writable. */
int journal_open_to_read(const char *path, struct journal **out, struct err *err);

/**
 * Commits everything put since the last commit, for a run that stops before a verdict is stored.
 * Not to be called between journal_games_begin and journal_games_end.
 */
int journal_commit(struct journal *journal, struct err *err);

/** Closes the journal, dropping what is not committed. Allows NULL. */
void journal_close(struct journal *journal);

/* ---- settings: words and numbers by name ---- */

/** @param out set to the value @return 1 found, 0 not found, -1 with `err` */
int journal_setting(struct journal *journal, const char *name, struct buffer *out, struct err *err);
int journal_set(struct journal *journal, const char *name, struct text value, struct err *err);

/**
 * Calls `each` for all settings, sorted by name. It must not change the journal. @return 0, what
 * `each` returned to stop, or -1 with `err`
 */
int journal_settings_each(struct journal *journal,
                          int (*each)(void *ctx, struct text name, struct text value,
                                      struct err *err),
                          void *ctx, struct err *err);

/* ---- the games of this run, in the order of the input ---- */

struct journal_game {
    struct hash128 key; /* of rules, start and moves */
    unsigned plies;
    struct text record; /* the whole game: core/store/record.h; after it, its source or nothing */
};

/** Clears the list of games, but not their verdicts. Begins a batch. */
int journal_games_begin(struct journal *journal, struct err *err);
int journal_games_add(struct journal *journal, const struct journal_game *game, struct err *err);
/** Ends the batch: commits the whole list. */
int journal_games_end(struct journal *journal, struct err *err);

/**
 * Calls `each` for the games by number, from 1. If it returns anything but 0, that stops the loop
 * and is returned.
 */
int journal_games_each(struct journal *journal,
                       int (*each)(void *ctx, int64_t number, const struct journal_game *game,
                                   struct err *err),
                       void *ctx, struct err *err);

/** Sets `out` to the record of one game. @return 1, 0 no such game, -1 with `err` */
int journal_game_record(struct journal *journal, int64_t number, struct buffer *out,
                        struct err *err);

/**
 * A key of the whole list. Two lists have the same key if they hold the same games in the same
 * order, and as many plies to analyse.
 */
int journal_games_key(struct journal *journal, struct hash128 *out, struct err *err);

/* ---- judgements that games of a collection came with, for --join, which has only journals ---- */

/**
 * Copies a game's judgements from a collection into the journal, where they stay until
 * journal_games_begin.
 * @param content of the game in the collection
 * @return 1, 0 there are none, -1 with `err`
 */
int journal_rows_keep(struct journal *journal, struct hash128 content, struct store *from,
                      struct err *err);

/** Copies in all the judgements of games that another journal has kept. */
int journal_rows_join(struct journal *journal, struct journal *from, struct err *err);

/**
 * Copies the kept judgements of a game into a collection, where the game's id is `game`.
 * @return as journal_rows_keep
 */
int journal_rows_put(struct journal *journal, struct hash128 content, struct store *to,
                     int64_t game, struct err *err);

/* ---- what is known of a game ---- */

/**
 * Stores the verdict on a game.
 * @param nodes spent on each position, at least; 0 if nodes were not limited
 */
int journal_verdict_put(struct journal *journal, struct hash128 key, uint64_t nodes,
                        struct text bytes, struct err *err);

/** @param out set to the verdict @return 1, 0 there is none, -1 with `err` */
int journal_verdict_get(struct journal *journal, struct hash128 key, uint64_t *nodes,
                        struct buffer *out, struct err *err);

/** Drops all verdicts, for a run with other settings. Positions stay. */
int journal_verdicts_forget(struct journal *journal, struct err *err);

/* ---- positions: lost at a crash only as far as nothing was committed since ---- */

struct journal_effort {
    uint64_t nodes;
    unsigned depth;
    int64_t ms;
};

/**
 * Finds a judgement that took at least some effort.
 * @param engine that made the judgement: other engines' judgements are not found
 * @param out    set to the judgement
 * @return 1, 0 there is none, -1 with `err`
 */
int journal_position_find(struct journal *journal, uint64_t engine, uint64_t key,
                          const struct journal_effort *least, struct buffer *out, struct err *err);

/** Keeps a judgement, replacing one that took less effort. */
int journal_position_keep(struct journal *journal, uint64_t engine, uint64_t key,
                          const struct journal_effort *effort, struct text bytes, struct err *err);

#endif
