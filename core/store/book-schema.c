// SPDX-License-Identifier: MIT
/*
 * The schema of books, version by version. A released step is never changed: add another one.
 */
#include "core/store/book-schema.h"

#include "core/base/array.h"

/* Version 1. Documented in dama-book(5). */
static const char games_and_moves[] =
    "CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"

    "CREATE TABLE game ("
    " id INTEGER PRIMARY KEY,"
    " content BLOB NOT NULL UNIQUE," /* 16 bytes: content of struct book_game */
    " white TEXT NOT NULL,"
    " black TEXT NOT NULL,"
    " event TEXT NOT NULL,"
    " date TEXT NOT NULL,"
    " year INTEGER,"
    " white_rating INTEGER,"
    " black_rating INTEGER,"
    " result TEXT NOT NULL CHECK (result IN ('w', 'b', 'd', '?')),"
    " start BLOB,"
    " line BLOB NOT NULL);"

    "CREATE TABLE position (key INTEGER PRIMARY KEY, board BLOB NOT NULL);"

    "CREATE TABLE move (" BOOK_MOVE_COLUMNS ") WITHOUT ROWID;"

    "CREATE TABLE engine (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"

    "CREATE TABLE evaluation ("
    " key INTEGER PRIMARY KEY REFERENCES position,"
    " score INTEGER,"
    " depth INTEGER,"
    " nodes INTEGER,"
    " engine_id INTEGER REFERENCES engine,"
    " date TEXT,"
    " value INTEGER NOT NULL,"
    " expanded INTEGER NOT NULL);"

    "CREATE TABLE expansion ("
    " id INTEGER PRIMARY KEY,"
    " began TEXT NOT NULL,"
    " last TEXT NOT NULL,"
    " engine TEXT NOT NULL,"
    " limits TEXT NOT NULL,"
    " expanded INTEGER NOT NULL,"
    " evaluated INTEGER NOT NULL);"

    "CREATE VIEW listing AS"
    " SELECT move.key, (move / 10000) || '-' || (move / 100 % 100) AS move,"
    " won + drawn + lost + unknown AS games, won, drawn, lost, unknown,"
    " round((won + drawn / 2.0) / nullif(won + drawn + lost, 0), 3) AS score,"
    " nullif(year, 0) AS year, nullif(rating, 0) AS rating, -value / 1000.0 AS value"
    " FROM move LEFT JOIN evaluation ON evaluation.key = next;";

static const char *const steps[] = {games_and_moves};

const struct db_kind book_schema_kind = {
    .what = "an opening book of dama",
    .application_id = 0x44426f6b, /* "DBok" */
    .steps = steps,
    .n_steps = ARRAY_LEN(steps),
};
