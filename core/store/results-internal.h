// SPDX-License-Identifier: MIT
/* Shared by the files results*.c. */
#ifndef DAMA_CORE_STORE_RESULTS_INTERNAL_H
#define DAMA_CORE_STORE_RESULTS_INTERNAL_H

#include "core/base/buffer.h"
#include "core/store/db.h"
#include "core/store/results.h"

struct results {
    struct db db;
};

extern const struct db_kind results_kind;

/** A statement, prepared for one use and finalized by results_end. */
struct results_query {
    struct results *results;
    sqlite3_stmt *stmt;
};

/** @return 0, and results_end must follow; or -1 with `err` */
int results_prepare(struct results *results, const char *sql, struct results_query *out,
                    struct err *err);

/** @return 1 a row, 0 there are no more, -1 with `err` */
int results_step(struct results_query *query, struct err *err);

/** Runs a query to its end and resets it. @return 0, or -1 with `err` */
int results_run(struct results_query *query, struct err *err);

/** Ends a query. Allows a zero query. */
void results_end(struct results_query *query);

/** Binds a string; NULL is NULL. Borrowed until the statement has run. */
void results_bind(struct results_query *query, int at, const char *text);

/** A column's text, valid until the next step; s is NULL for NULL. */
struct text results_column(struct results_query *query, int at);

/**
 * Runs `sql`, with parameters `a` and `b`, and gives the number that it finds.
 * @return 1, 0 no row, -1 with `err`
 */
int results_number(struct results *results, const char *sql, int64_t a, const char *b, int64_t *out,
                   struct err *err);

/**
 * Columns of the table `game` for the times of one side: used, longest, least, claimed, against,
 * moves.
 */
enum { RESULTS_CLOCK_COLUMNS = 6 };

/** A table of names: SQL that finds an id, and that adds one, by name ?1, `extra` ?2 and `of` ?3. */
struct results_name_table {
    const char *find, *add;
};

/** Finds the id of a name in a table of names, adding it if it is new. */
int results_intern(struct results *results, const struct results_name_table *names,
                   const char *name, const char *extra, int64_t of, int64_t *id, struct err *err);

/** Fills `err`: the file is damaged. @return -1 */
int results_damaged(struct results *results, const char *what, int64_t id, struct err *err);

/** Writes the data of plies as JSON: dama-match(5). */
void results_plies_write(const struct results_ply *plies, unsigned n, struct buffer *out);

/**
 * Reads the data of plies back.
 * @param plies n of them; their moves are left alone.
 * @return 0, -1: not valid
 */
int results_plies_read(struct text json, struct results_ply *plies, unsigned n);

/** Writes moves as results_moves reads them. */
void results_moves_write(const struct rules *rules, const struct position *start,
                         const struct results_ply *plies, unsigned n, struct buffer *out);

#endif
