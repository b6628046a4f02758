// SPDX-License-Identifier: MIT
/*
 * Collections of games in an SQLite file, which any SQLite program can ask: dama-store(5). For one
 * thread at a time. Games are known by what they say: adding the same ones again adds nothing.
 */
#ifndef DAMA_CORE_STORE_STORE_H
#define DAMA_CORE_STORE_STORE_H

#include "core/store/record.h"

struct store;

enum store_mode {
    STORE_READ,  /* must exist */
    STORE_WRITE, /* made where it is missing; what is not committed is never seen */
    STORE_FRESH, /* made anew beside the final name: fast, because a crash leaves rubbish that nobody looks at */
};

/** Whether a file that begins with these bytes is an SQLite file, ours or not. */
bool store_is(const char *head, size_t n);

/**
 * Opens a collection, and brings it to the newest schema.
 * @param path borrowed while the store lives
 * @return 0, or -1 with `err`: not there, not SQLite, truncated, of another program, newer than
 *        this program
 */
int store_open(const char *path, enum store_mode mode, struct store **out, struct err *err);

/** What was begun and not committed is taken back. Allows NULL. */
void store_close(struct store *store);

/** Begins a batch; without one, each game is a batch of its own. */
int store_begin(struct store *store, struct err *err);

/** Ends a batch: all of it lasts, or -1. */
int store_commit(struct store *store, struct err *err);

/** Number of games. */
int store_count(struct store *store, int64_t *out, struct err *err);

/** Whether every game's positions are kept: then those of each game that is added must be, too. */
bool store_positions(const struct store *store);

/**
 * Begins to keep positions.
 * @return 0, or -1 with `err`: the store holds games whose positions were not kept
 */
int store_keep_positions(struct store *store, struct err *err);

/**
 * Adds a game.
 * @param record with its positions' keys where store_positions says so
 * @param added  whether it was new; may be NULL
 * @return 0, or -1 with `err`
 */
int store_add(struct store *store, const struct record *record, bool *added, struct err *err);

/**
 * Says where a game came from, that is there already; saying it again changes nothing.
 * @param game its number in the file; `line` 0: unknown
 */
int store_add_source(struct store *store, const struct record *record, const char *file,
                     uint64_t game, unsigned line, struct err *err);

/**
 * Packs and adds a checked game.
 * @param id of the game in the file, also where it was there already; may be NULL
 */
int store_add_game(struct store *store, const struct game *game, bool *added, int64_t *id,
                   struct err *err);

/** White's chances. */
struct store_chances {
    double win, draw, lose;
};

/** What was said of a ply; a row of the table `judgement`. */
struct store_judgement {
    unsigned ply; /* from 1 */
    bool is_black;
    struct text move;
    const char *verdict;
    bool is_judged; /* the fields from `loss` to `nodes` are known */
    double loss;
    bool is_win;      /* `moves_to_win` counts, instead of `eval` */
    double eval;      /* men, White's view */
    int moves_to_win; /* negative where Black wins */
    struct store_chances after, before;
    struct text line;
    unsigned depth;
    uint64_t nodes;
    bool is_exact, is_novelty, is_exercise;
};

/** Forgets what was said of a game, by its id. @return 0, or -1 with `err` */
int store_drop_judgements(struct store *store, int64_t game, struct err *err);

/** @param game its id. @return 0, or -1 with `err` */
int store_add_judgement(struct store *store, int64_t game, const struct store_judgement *judgement,
                        struct err *err);

/** Games on their way out, in the order in which they were added. */
struct store_games;

/**
 * Begins to read.
 * @param keys only games that reach one of these positions; needs store_positions. NULL: all games
 */
int store_games_open(struct store *store, const uint64_t *keys, unsigned n_keys,
                     struct store_games **out, struct err *err);

/**
 * Reads the next game.
 * @param record points into the store until the next call
 * @param id     may be NULL
 * @return 1, 0 at the end, 2 a game too large to be read was passed over (record is empty), -1 with
 *        `err`: damaged
 */
int store_games_next(struct store_games *games, struct record *record, int64_t *id,
                     struct err *err);

/** Allows NULL. Before its store is closed. */
void store_games_close(struct store_games *games);

#endif
