// SPDX-License-Identifier: MIT
/*
 * SQLite files of dama, whatever is in them: opened only where they are ours, brought to the newest
 * schema, their errors in our words. For this folder alone; everybody else sees store.h and its
 * neighbours.
 */
#ifndef DAMA_CORE_STORE_DB_H
#define DAMA_CORE_STORE_DB_H

#include "core/base/err.h"
#include "core/base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <sqlite3.h>

/** A kind of file: what it is called, how it is known, and how its schema came about. */
struct db_kind {
    const char *what;         /* "a collection of games" */
    uint32_t application_id;  /* in the file's header */
    const char *const *steps; /* steps[i] is SQL that leads from version i to i + 1 */
    unsigned n_steps;         /* the newest version, kept in user_version */
};

/** A connection. Zero is a closed one. */
struct db {
    sqlite3 *sql;
    const char *path; /* as the user wrote it; borrowed */
    bool limits_heap; /* SQLite's memory is limited until this one is closed */
};

enum db_mode {
    DB_READ,  /* must exist */
    DB_WRITE, /* made where it is missing or empty */
    DB_FRESH, /* made anew, must be missing or empty; nobody else sees it yet, so no journal is kept */
};

/**
 * Opens a file and brings it to the newest schema; where it may only be read, that is done in a
 * temporary copy. What a killed writer has left half done is
 * rolled back. Nothing that the file brings along is run: no trigger, no view. A statement that
 * reads ends at a signal (core/base/signals.h).
 * @param path borrowed for as long as the connection lives
 * @return 0, or -1 with `err`: not there, not SQLite, truncated, of another program, newer than
 *         this program, tables that are not ours
 */
int db_open(const char *path, const struct db_kind *kind, enum db_mode mode, struct db *out,
            struct err *err);

/** A closed one is fine. Statements must have been finalised. */
void db_close(struct db *db);

/** Runs SQL that gives no rows. */
int db_exec(struct db *db, const char *sql, struct err *err);

/** Prepares one statement that is used many times. Free it with sqlite3_finalize. */
int db_prepare(struct db *db, const char *sql, sqlite3_stmt **out, struct err *err);

/** Runs a prepared statement that gives no rows, and resets it. */
int db_run(struct db *db, sqlite3_stmt *stmt, struct err *err);

/** Binds text that is borrowed until the statement has run. No text (s NULL) is NULL. */
void db_bind_text(sqlite3_stmt *stmt, int at, struct text t);

/** A column as text or as bytes; lives until the next step. NULL gives an empty one. */
struct text db_column_text(sqlite3_stmt *stmt, int at);
struct text db_column_blob(sqlite3_stmt *stmt, int at);

/** Fills `err` with what went wrong last. @return -1 */
int db_failed(struct db *db, struct err *err);

/** Whether a file that begins with these bytes is an SQLite file. */
bool db_is(const void *head, size_t n);

#endif
