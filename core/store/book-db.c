// SPDX-License-Identifier: MIT
/*
 * Statements are a table of SQL, prepared when they are first needed and kept with the connection.
 * The tables of positions and moves exist twice under the same names, in the file and as temporary
 * tables, so that the same code can count anew beside the stored counts.
 */
#include "core/store/book-db.h"

#include "core/base/array.h"
#include "core/store/book-db-internal.h"
#include "core/store/book-schema.h"

#include <stdlib.h>
#include <sys/stat.h>

enum {
    MAP_BYTES = 1 << 30, /* bytes of the file to memory-map */
    HURRY_MS = 100,
};

#define UPSERT                                                         \
 "(" EDGE_COLUMNS ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"      \
 " ON CONFLICT (key, move) DO UPDATE SET won = won + excluded.won,"    \
 " drawn = drawn + excluded.drawn, lost = lost + excluded.lost,"       \
 " unknown = unknown + excluded.unknown, good = good + excluded.good," \
 " bad = bad + excluded.bad, year = max(year, excluded.year),"         \
 " rating = max(rating, excluded.rating), engine = engine | excluded.engine"

static const char *const sql_of[STATEMENTS] = {
    [GET_SETTING] = "SELECT value FROM setting WHERE name = ?",
    [SET_SETTING] = "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)",
    [ADD_GAME] = "INSERT INTO game (content, white, black, event, date, year, white_rating,"
                 " black_rating, result, start, line) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                 " ON CONFLICT (content) DO UPDATE SET line = max(line, excluded.line),"
                 " white_rating = nullif(max(coalesce(white_rating, 0),"
                 " coalesce(excluded.white_rating, 0)), 0),"
                 " black_rating = nullif(max(coalesce(black_rating, 0),"
                 " coalesce(excluded.black_rating, 0)), 0)"
                 " WHERE excluded.line > line OR excluded.white_rating > coalesce(white_rating, 0)"
                 " OR excluded.black_rating > coalesce(black_rating, 0)"
                 " RETURNING id",
    [DROP_CONTENT] = "DELETE FROM game WHERE content = ?",
    [DROP_ID] = "DELETE FROM game WHERE id = ?",
    [LAST_GAME] = "SELECT coalesce(max(id), 0) FROM game",
    [ADD_POSITION] = "INSERT OR IGNORE INTO main.position (key, board) VALUES (?, ?)",
    [ADD_TEMP_POSITION] = "INSERT OR IGNORE INTO temp.position (key, board) VALUES (?, ?)",
    [ADD_EDGE] = "INSERT INTO main.move " UPSERT,
    [ADD_TEMP_EDGE] = "INSERT INTO temp.move " UPSERT,
    [GET_BOARD] = "SELECT board FROM main.position WHERE key = ?",
    [HAS_POSITION] = "SELECT 1 FROM main.position WHERE key = ?",
    [GET_MOVES] = "SELECT " EDGE_COLUMNS " FROM main.move WHERE key = ? ORDER BY move",
    [GET_CHOICES] =
        "SELECT move.key, next, move, won, drawn, lost, unknown, good, bad, year, rating, engine,"
        " score, depth, nodes, (SELECT name FROM engine WHERE id = engine_id), date, value,"
        " expanded FROM main.move LEFT JOIN evaluation ON evaluation.key = next"
        " WHERE move.key = ? ORDER BY move",
    [GET_PARENTS] = "SELECT " EDGE_COLUMNS " FROM main.move WHERE next = ? ORDER BY key, move",
    [GET_EVAL] = "SELECT " EVAL_COLUMNS
                 " FROM evaluation LEFT JOIN engine ON engine.id = engine_id WHERE key = ?",
    [PUT_ENGINE] = "INSERT OR IGNORE INTO engine (name) VALUES (?)",
    [PUT_EVAL] =
        "INSERT OR REPLACE INTO evaluation (key, score, depth, nodes, engine_id, date, value,"
        " expanded) VALUES (?, ?, ?, ?, (SELECT id FROM engine WHERE name = ?), ?, ?, ?)",
    [READ_BEGIN] = "BEGIN",
    [READ_END] = "COMMIT",
    [DATA_VERSION] = "PRAGMA data_version",
    [ADD_RUN] = "INSERT INTO expansion (began, last, engine, limits, expanded, evaluated) VALUES"
                " (datetime('now'), datetime('now'), ?, ?, ?, ?)",
    [PUT_RUN] = "UPDATE expansion SET last = datetime('now'), expanded = ?, evaluated = ?"
                " WHERE id = ?",
};

/* ---- opening ---- */

int book_db_open(const char *path, enum book_db_mode mode, struct book_db **out, struct err *err)
{
    static const enum db_mode modes[] = {DB_READ, DB_WRITE, DB_FRESH};
    struct book_db *db = calloc(1, sizeof *db);
    char sql[128];
    if (!db)
        return err_memory(err);
    db->last_game = -1;
    if (mode == BOOK_DB_WRITE) { /* db_open would create a missing file */
        struct stat st;
        if (stat(path, &st) < 0 || st.st_size == 0)
            mode = BOOK_DB_READ;
    }
    const bool reads = mode == BOOK_DB_READ;
    sqlite3_snprintf(sizeof sql, sql, "PRAGMA cache_size = -%d; PRAGMA mmap_size = %d",
                     reads ? DB_READ_CACHE : DB_WRITE_CACHE, reads ? MAP_BYTES : 0);
    if (db_open(path, &book_schema_kind, modes[mode], &db->db, err) || db_exec(&db->db, sql, err)) {
        book_db_close(db);
        return -1;
    }
    *out = db;
    return 0;
}

void book_db_set_name(struct book_db *db, const char *name) { db->db.path = name; }

void book_db_close(struct book_db *db)
{
    if (!db)
        return;
    for (unsigned i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(db->statements[i]);
    if (db->in_change)
        sqlite3_exec(db->db.sql, "ROLLBACK", NULL, NULL, NULL);
    db_close(&db->db);
    free(db);
}

int book_db_begin(struct book_db *db, struct err *err)
{
    int rc = sqlite3_exec(db->db.sql, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    if (rc == SQLITE_BUSY)
        return 1;
    db->in_change = rc == SQLITE_OK;
    return rc == SQLITE_OK ? 0 : db_failed(&db->db, err);
}

int book_db_commit(struct book_db *db, struct err *err)
{
    if (db_commit(&db->db, err))
        return -1;
    db->in_change = false;
    return 0;
}

int book_db_version(struct book_db *db, int64_t *out, struct err *err)
{
    sqlite3_stmt *stmt;
    if (book_db_take(db, DATA_VERSION, &stmt, err))
        return -1;
    int rc = sqlite3_step(stmt) == SQLITE_ROW ? 0 : db_failed(&db->db, err);
    *out = rc ? 0 : sqlite3_column_int64(stmt, 0);
    sqlite3_reset(stmt);
    return rc;
}

/* ---- statements ---- */

int book_db_take(struct book_db *db, enum book_statement which, sqlite3_stmt **out, struct err *err)
{
    if (!db->statements[which] && db_prepare(&db->db, sql_of[which], &db->statements[which], err))
        return -1;
    *out = db->statements[which];
    return 0;
}

void book_db_bind_text(sqlite3_stmt *stmt, int at, struct text t)
{
    sqlite3_bind_text64(stmt, at, t.s ? t.s : "", t.n, SQLITE_STATIC, SQLITE_UTF8);
}

void book_db_bind_blob(sqlite3_stmt *stmt, int at, struct text t)
{
    if (t.n)
        sqlite3_bind_blob64(stmt, at, t.s, t.n, SQLITE_STATIC);
    else
        sqlite3_bind_null(stmt, at);
}

int book_db_damaged(struct book_db *db, const char *what, int64_t number, struct err *err)
{
    return err_file(err, db->db.path, "damaged: %s %lld", what, (long long)number);
}

void book_db_wait_briefly(struct book_db *db) { sqlite3_busy_timeout(db->db.sql, HURRY_MS); }

void book_db_ignore_signals(struct book_db *db)
{
    sqlite3_progress_handler(db->db.sql, 0, NULL, NULL);
}

int book_db_read_begin(struct book_db *db, struct err *err)
{
    sqlite3_stmt *stmt;
    if (!db->in_change && !db->reading
        && (book_db_take(db, READ_BEGIN, &stmt, err) || db_run(&db->db, stmt, err)))
        return -1;
    db->reading++;
    return 0;
}

void book_db_read_end(struct book_db *db)
{
    sqlite3_stmt *stmt;
    if (--db->reading == 0 && !db->in_change && book_db_take(db, READ_END, &stmt, NULL) == 0)
        db_run(&db->db, stmt, NULL); /* nothing was written, so nothing can fail */
}

int book_db_get(struct book_db *db, const char *name, struct buffer *out, struct err *err)
{
    sqlite3_stmt *stmt;
    if (book_db_take(db, GET_SETTING, &stmt, err))
        return -1;
    book_db_bind_text(stmt, 1, text_of(name));
    int rc = sqlite3_step(stmt);
    if (rc == SQLITE_ROW)
        buffer_add_text(out, db_column_text(stmt, 0));
    else if (rc != SQLITE_DONE)
        db_failed(&db->db, err);
    sqlite3_reset(stmt);
    return rc == SQLITE_ROW ? 1 : rc == SQLITE_DONE ? 0 : -1;
}

int book_db_set(struct book_db *db, const char *name, struct text value, struct err *err)
{
    sqlite3_stmt *stmt;
    if (book_db_take(db, SET_SETTING, &stmt, err))
        return -1;
    book_db_bind_text(stmt, 1, text_of(name));
    book_db_bind_text(stmt, 2, value);
    return db_run(&db->db, stmt, err);
}

/* ---- the whole file ---- */

int book_db_index(struct book_db *db, struct err *err)
{
    return db_exec(&db->db, "CREATE INDEX IF NOT EXISTS main.move_next ON move (next)", err);
}

int book_db_count(struct book_db *db, struct book_db_counts *out, struct err *err)
{
    sqlite3_stmt *stmt = NULL;
    if (db_prepare(&db->db,
                   "SELECT (SELECT count(*) FROM game), (SELECT count(*) FROM main.position),"
                   " (SELECT count(*) FROM main.move), (SELECT count(*) FROM main.move"
                   " WHERE engine), (SELECT count(*) FROM evaluation WHERE score IS NOT NULL),"
                   " (SELECT count(*) FROM evaluation WHERE expanded),"
                   " (SELECT coalesce(min(year), 0) FROM game),"
                   " (SELECT coalesce(max(year), 0) FROM game), (SELECT count(*) FROM expansion)",
                   &stmt, err))
        return -1;
    int rc = sqlite3_step(stmt) == SQLITE_ROW ? 0 : db_failed(&db->db, err);
    int64_t *fields[] = {&out->games,        &out->positions, &out->edges,
                         &out->engine_edges, &out->evals,     &out->expanded,
                         &out->first_year,   &out->last_year, &out->runs};
    for (int i = 0; rc == 0 && i < (int)ARRAY_LEN(fields); i++)
        *fields[i] = sqlite3_column_int64(stmt, i);
    sqlite3_finalize(stmt);
    return rc;
}

int book_db_check(struct book_db *db, struct buffer *why, struct err *err)
{
    sqlite3_stmt *stmt = NULL;
    bool sound = false;
    int rc;
    if (db_prepare(&db->db, "PRAGMA integrity_check(10)", &stmt, err))
        return -1;
    while ((rc = sqlite3_step(stmt)) == SQLITE_ROW) {
        struct text line = db_column_text(stmt, 0);
        sound = text_is(line, "ok");
        if (!sound) {
            buffer_add_text(why, line);
            buffer_add_char(why, '\n');
        }
    }
    if (rc != SQLITE_DONE)
        db_failed(&db->db, err);
    sqlite3_finalize(stmt);
    return rc == SQLITE_DONE ? !sound : -1;
}

int book_db_vacuum(struct book_db *db, struct err *err)
{
    /*
     * VACUUM attaches a file of its own, which db_open forbids, like everything else that an
     * untrusted file could ask for.
     */
    int most = sqlite3_limit(db->db.sql, SQLITE_LIMIT_ATTACHED, 1);
    int rc = db_exec(&db->db, "VACUUM", err);
    sqlite3_limit(db->db.sql, SQLITE_LIMIT_ATTACHED, most);
    return rc;
}
