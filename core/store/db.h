// SPDX-License-Identifier: MIT
/*
 * dama's SQLite files of any kind: opening checks that the file is ours and upgrades it to the
 * newest schema; errors are in our own words. Only for this folder; others use store.h and its
 * neighbours. Functions with `err` return 0, or -1 with `err`, unless they say otherwise.
 */
#ifndef DAMA_CORE_STORE_DB_H
#define DAMA_CORE_STORE_DB_H

#include "core/base/err.h"
#include "core/base/hash.h"
#include "core/base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <sqlite3.h>

enum {
    DB_HEAD_SIZE = 100,              /* bytes before the first page of a file */
    DB_VALUE_MAX = 32 * 1024 * 1024, /* bytes of a value that is read */
    /*
     * Caches, in KiB. One for reading needs no more: games are read once and in order, a book is
     * mapped into memory.
     */
    DB_READ_CACHE = 8 * 1024,
    DB_WRITE_CACHE = 64 * 1024,
};

/** A kind of file: its name, its application id, and its schema, version by version. */
struct db_kind {
    const char *what;         /* "a collection of games" */
    uint32_t application_id;  /* in the file's header */
    const char *const *steps; /* steps[i] is SQL that upgrades version i to i + 1 */
    unsigned n_steps;         /* the newest version, kept in user_version */
};

/** A connection. Zero is a closed one. */
struct db {
    sqlite3 *sql;
    const char *path; /* as the user wrote it; borrowed */
    bool limits_heap; /* this connection has limited SQLite's memory, until it is closed */
};

enum db_mode {
    DB_READ,  /* must exist */
    DB_WRITE, /* created if missing or empty */
    DB_FRESH, /* created; must be missing or empty. Nobody else sees it: the journal is in memory */
};

/**
 * Opens a file and upgrades it to the newest schema, a read-only file in a temporary copy. Rolls
 * back whatever a killed writer left half done. Nothing from the file itself is executed: no
 * trigger, no view. A signal (core/base/signals.h) interrupts a statement that reads.
 * @param path borrowed as long as the connection lives
 * @return 0, or -1 with `err`: missing, not SQLite, truncated, another program's, made by a newer
 *         dama, or with tables that are not ours
 */
int db_open(const char *path, const struct db_kind *kind, enum db_mode mode, struct db *out,
            struct err *err);

/**
 * From here on, waits up to a minute for other programs' locks instead of five seconds. Meant for a
 * program that runs for hours, and must not fail because of a lock.
 */
void db_wait_long(struct db *db);

/** Closes the connection, if it is open. Statements must have been finalized. */
void db_close(struct db *db);

/** Runs SQL that gives no rows. */
int db_exec(struct db *db, const char *sql, struct err *err);

/**
 * Commits, and waits up to ten minutes for readers of the file, or until a signal comes, so that
 * finished work is not lost because of a lock.
 */
int db_commit(struct db *db, struct err *err);

/** Prepares a statement for repeated use. Free it with sqlite3_finalize. */
int db_prepare(struct db *db, const char *sql, sqlite3_stmt **out, struct err *err);

/** Runs a prepared statement that gives no rows, and resets it. */
int db_run(struct db *db, sqlite3_stmt *stmt, struct err *err);

/**
 * Copies rows between databases: for each row that `find` gives, runs `add`, with its first
 * parameter already bound and the others taken from the columns after the first. Resets both.
 * @return 1, 0 nothing was found, -1 with `err`
 */
int db_copy_rows(struct db *from, sqlite3_stmt *find, struct db *to, sqlite3_stmt *add,
                 struct err *err);

/** Binds text, borrowed until the statement has run; NULL if s is NULL. */
void db_bind_text(sqlite3_stmt *stmt, int at, struct text t);

/** Binds bytes as db_bind_text binds text. */
void db_bind_blob(sqlite3_stmt *stmt, int at, struct text bytes);

/** Binds the 16 bytes of a hash. */
void db_bind_hash(sqlite3_stmt *stmt, int at, struct hash128 hash);

/** A column as text or as bytes, valid until the next step; empty for NULL. */
struct text db_column_text(sqlite3_stmt *stmt, int at);
struct text db_column_blob(sqlite3_stmt *stmt, int at);

/** Like db_column_text, but s is NULL for NULL. */
struct text db_column_text_or_null(sqlite3_stmt *stmt, int at);

/** Fills `err` with SQLite's last error. @return -1 */
int db_failed(struct db *db, struct err *err);

/** Whether the file is shorter than its own header says; if so, fills `err`. */
bool db_is_truncated(struct db *db, struct err *err);

/** Whether SQLite can write the file, and a journal beside it. */
bool db_may_write(const char *path);

/** Whether a file that begins with these bytes is an SQLite file. */
bool db_is_sqlite(const void *head, size_t n);

/** Whether it is an SQLite file of this kind. @param n at least DB_HEAD_SIZE */
bool db_is_kind(const struct db_kind *kind, const void *head, size_t n);

#endif
