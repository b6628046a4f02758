// SPDX-License-Identifier: MIT
/* Shared by the files book-db*.c. */
#ifndef DAMA_CORE_STORE_BOOK_DB_INTERNAL_H
#define DAMA_CORE_STORE_BOOK_DB_INTERNAL_H

#include "core/store/book-db.h"
#include "core/store/db.h"

enum book_statement {
    GET_SETTING,
    SET_SETTING,
    ADD_GAME,
    DROP_CONTENT,
    DROP_ID,
    LAST_GAME,
    ADD_POSITION,
    ADD_TEMP_POSITION,
    ADD_EDGE,
    ADD_TEMP_EDGE,
    GET_BOARD,
    HAS_POSITION,
    GET_MOVES,
    GET_CHOICES,
    GET_PARENTS,
    GET_EVAL,
    PUT_ENGINE,
    PUT_EVAL,
    ADD_RUN,
    PUT_RUN,
    READ_BEGIN,
    READ_END,
    DATA_VERSION,
    STATEMENTS
};

/* The columns that book_db_read_edge and book_db_read_eval read, in this order. */
#define EDGE_COLUMNS "key, next, move, won, drawn, lost, unknown, good, bad, year, rating, engine"
#define EVAL_COLUMNS "score, depth, nodes, engine.name, date, value, expanded"

struct book_db {
    struct db db;
    sqlite3_stmt *statements[STATEMENTS]; /* prepared when first used */
    bool in_change;
    unsigned reading;  /* nested read transactions; only the outermost one is real */
    int64_t last_game; /* the largest game number assigned so far; -1: not known yet */
};

/** Gets a statement, prepared on first use; reset it after each use. */
int book_db_take(struct book_db *db, enum book_statement which, sqlite3_stmt **out,
                 struct err *err);

/** Like db_bind_text, but binds an empty string if `t` has no text. */
void book_db_bind_text(sqlite3_stmt *stmt, int at, struct text t);

/** Binds bytes; NULL if n is 0. */
void book_db_bind_blob(sqlite3_stmt *stmt, int at, struct text t);

/** Reads EDGE_COLUMNS from the first column on. */
void book_db_read_edge(sqlite3_stmt *stmt, struct book_edge *out);

/** Reads EVAL_COLUMNS from column `first` on. */
void book_db_read_eval(sqlite3_stmt *stmt, int first, struct book_eval *out);

/** Fills `err`: the file is damaged; `what` and `number` name the bad row. @return -1 */
int book_db_damaged(struct book_db *db, const char *what, int64_t number, struct err *err);

#endif
