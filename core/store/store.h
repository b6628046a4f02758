// SPDX-License-Identifier: MIT
/*
 * Collections of games in an SQLite file, which any SQLite program can query: dama-store(5). Games
 * are identified by their content: adding the same ones again adds nothing. For one thread at a
 * time. Functions with `err` return 0, or -1 with `err`, unless they say otherwise.
 */
#ifndef DAMA_CORE_STORE_STORE_H
#define DAMA_CORE_STORE_STORE_H

#include "core/store/record.h"

struct store;

enum { STORE_HEAD_SIZE = 100 }; /* bytes of a file that tell what it is */

enum store_mode {
    STORE_READ,  /* must exist */
    STORE_WRITE, /* created if missing; others see only what is committed */
    STORE_FRESH, /* created under a temporary name; fast, but lost in a crash */
};

/** Whether a file that begins with these bytes is an SQLite file, dama's or not. */
bool store_is_sqlite(const char *head, size_t n);

/**
 * Whether it is a collection, of any schema.
 * @param n as many bytes as there are, up to STORE_HEAD_SIZE
 */
bool store_is_collection(const char *head, size_t n);

/** Whether it is an SQLite file that is neither a collection nor a file of results. */
bool store_is_foreign(const char *head, size_t n);

/**
 * Opens a collection, and brings it to the newest schema.
 * @param path borrowed while the store lives
 * @return 0, or -1 with `err` as db_open: missing, not SQLite, truncated, another program's, made
 *        by a newer dama
 */
int store_open(const char *path, enum store_mode mode, struct store **out, struct err *err);

/** Closes the store, rolling back what was not committed. Allows NULL. */
void store_close(struct store *store);

/** Begins a batch; without one, each game is a batch of its own. */
int store_begin(struct store *store, struct err *err);

/**
 * Commits a batch. Waits up to ten minutes for others to finish reading; after a signal, a few
 * seconds.
 * @return 0, or -1 with `err`: none of it is stored
 */
int store_commit(struct store *store, struct err *err);

/** Counts the games. */
int store_count(struct store *store, int64_t *out, struct err *err);

/**
 * Finds out whether the games, in the order in which they are read, have the ids 1, 2, 3 and so on.
 * They do, unless another program has deleted some.
 * @return 0, or -1 with `err`
 */
int store_check_ids(struct store *store, bool *out, struct err *err);

/** Whether the store keeps positions: if so, every record that is added must have them. */
bool store_keeps_positions(const struct store *store);

/**
 * Makes the store keep positions.
 * @return 0, or -1 with `err`: it already holds games without positions
 */
int store_keep_positions(struct store *store, struct err *err);

/**
 * Adds a game.
 * @param record must have the keys of its positions if store_keeps_positions is true
 * @param added  set to whether it was new; may be NULL
 * @return 0, or -1 with `err`
 */
int store_add(struct store *store, const struct record *record, bool *added, struct err *err);

/**
 * Records where a stored game came from. Repeating it changes nothing.
 * @param file its name; bytes that are not UTF-8 become U+FFFD
 * @param game its number in the file
 * @param line 0: unknown
 */
int store_add_source(struct store *store, const struct record *record, const char *file,
                     uint64_t game, unsigned line, struct err *err);

/**
 * Packs and adds a checked game.
 * @param id set to the game's id in the store, whether it is new or not; may be NULL
 */
int store_add_game(struct store *store, const struct game *game, bool *added, int64_t *id,
                   struct err *err);

/** Finds a game by its content. @return 0, or -1 with `err`, also if there is no such game */
int store_find_game(struct store *store, struct hash128 content, int64_t *id, struct err *err);

/** White's chances. */
struct store_chances {
    double win, draw, lose;
};

/** The judgement of a ply; a row of the table `judgement`. */
struct store_judgement {
    unsigned ply; /* from 1 */
    bool is_black;
    struct text move;
    const char *verdict;
    bool is_judged; /* the fields from `loss` to `nodes` are filled in */
    double loss;
    bool is_win;      /* use `moves_to_win` instead of `eval` */
    double eval;      /* in men, from White's view */
    int moves_to_win; /* negative if Black wins */
    struct store_chances after, before;
    struct text line;
    unsigned depth;
    uint64_t nodes;
    bool is_exact, is_novelty, is_exercise;
};

/** Drops the judgements of a game, by its id. @return 0, or -1 with `err` */
int store_drop_judgements(struct store *store, int64_t game, struct err *err);

/** Adds a judgement. @param game its id. @return 0, or -1 with `err` */
int store_add_judgement(struct store *store, int64_t game, const struct store_judgement *judgement,
                        struct err *err);

/**
 * Copies the judgements of a game from another collection.
 * @param content identifies the game there
 * @param game    its id here, where it must not have judgements yet
 * @return 1, 0 there are none, -1 with `err`
 */
int store_copy_judgements(struct store *from, struct hash128 content, struct store *to,
                          int64_t game, struct err *err);

/** The games, read in the order in which they were added. */
struct store_games;

/**
 * Begins to read.
 * @param keys only games that reach one of these positions; needs store_keeps_positions. NULL: all
 *             games
 */
int store_games_open(struct store *store, const uint64_t *keys, unsigned n_keys,
                     struct store_games **out, struct err *err);

/**
 * Reads the next game.
 * @param record valid until the next call
 * @param id     may be NULL
 * @return 1, 0 at the end, 2 a game too large to read was skipped (`record` is empty), -1 with
 *        `err`: damaged
 */
int store_games_next(struct store_games *games, struct record *record, int64_t *id,
                     struct err *err);

/** Call it before store_close. Allows NULL. */
void store_games_close(struct store_games *games);

#endif
