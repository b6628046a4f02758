// SPDX-License-Identifier: MIT
/*
 * What the files results*.c share, and nobody else sees.
 */
#ifndef DAMA_CORE_STORE_RESULTS_INSIDE_H
#define DAMA_CORE_STORE_RESULTS_INSIDE_H

#include "core/base/buffer.h"
#include "core/store/db.h"
#include "core/store/results.h"

struct results {
    struct db db;
};

extern const struct db_kind results_kind;

/** A statement, prepared for one use and finalised by results_end. */
struct results_query {
    struct results *results;
    sqlite3_stmt *stmt;
};

int results_ask(struct results *results, const char *sql, struct results_query *out,
                struct err *err);

/** @return 1 there is a row, 0 there is none any more, -1 with `err` */
int results_step(struct results_query *query, struct err *err);

/** Runs it to its end, ready to be bound again. @return 0 or -1 */
int results_run(struct results_query *query, struct err *err);

/** Allows a query that results_ask has not opened, if it is zero. */
void results_end(struct results_query *query);

/** Binds a string; NULL is NULL. Borrowed until the statement has run. */
void results_bind(struct results_query *query, int at, const char *text);

/** A column's text; s is NULL for NULL. Lives until the next step. */
struct text results_column(struct results_query *query, int at);

/** Runs `sql` and gives one number. @return 1, 0 no row, -1 with `err` */
int results_number(struct results *results, const char *sql, int64_t a, const char *b, int64_t *out,
                   struct err *err);

/** The id of a name in a table of names, added where it is new. */
int results_intern(struct results *results, const char *find, const char *add, const char *name,
                   const char *extra, int64_t of, int64_t *id, struct err *err);

/** Fills `err`: the file is damaged. @return -1 */
int results_damaged(struct results *results, const char *what, int64_t id, struct err *err);

/** Packs what is known of plies as JSON, and reads it back: dama-match(5). */
void results_plies_write(const struct results_ply *plies, unsigned n, struct buffer *out);

/** @param plies n of them, their moves are left alone. @return 0, or -1: not such a text */
int results_plies_read(struct text json, struct results_ply *plies, unsigned n);

/** Writes moves as results_moves reads them. */
void results_moves_write(const struct rules *rules, const struct position *start,
                         const struct results_ply *plies, unsigned n, struct buffer *out);

#endif
