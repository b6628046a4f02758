// SPDX-License-Identifier: MIT
/*
 * An open store. Only for the files of this folder.
 */
#ifndef DAMA_CORE_STORE_STORE_INTERNAL_H
#define DAMA_CORE_STORE_STORE_INTERNAL_H

#include "core/store/db.h"
#include "core/store/store.h"

struct store_name {
    struct hash128 of;
    int64_t id; /* 0: an empty slot */
};

struct store_position {
    uint64_t key;
    int64_t game;
    uint32_t ply;
};

enum store_statement {
    FIND_PLAYER,
    ADD_PLAYER,
    FIND_EVENT,
    ADD_EVENT,
    ADD_GAME,
    FIND_GAME,
    ADD_TAG,
    ADD_POSITION,
    ADD_SOURCE,
    DROP_JUDGEMENTS,
    ADD_JUDGEMENT,
    FIND_JUDGEMENTS,
    STATEMENTS
};

struct store {
    struct db db;
    sqlite3_stmt *statements[STATEMENTS]; /* prepared when first used */
    struct store_name *names;             /* array of NAMES */
    struct store_position *places;        /* array of PLACES, of which n_places are pending */
    unsigned n_places;
    bool positions;
    bool in_batch;
};

/**
 * The two statements for db_copy_rows: one finds the judgements of a game, the other adds them to a
 * game.
 */
int store_find_judgements(struct store *store, struct hash128 content, sqlite3_stmt **out,
                          struct err *err);
int store_add_judgements(struct store *store, int64_t game, sqlite3_stmt **out, struct err *err);

#endif
