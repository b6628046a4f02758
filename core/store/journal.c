// SPDX-License-Identifier: MIT
/*
 * A transaction is open while games are judged: a verdict commits it, together with the positions
 * since the last one, and a run that stops in between commits it as well. Whatever was committed is
 * in the write-ahead log and survives if the program is killed.
 */
#include "core/store/journal.h"

#include "core/base/array.h"
#include "core/base/bytes.h"
#include "core/store/db.h"
#include "core/store/store-internal.h"

#include <stdlib.h>
#include <string.h>

enum journal_statement {
    SETTING_GET,
    SETTINGS_ALL,
    SETTING_PUT,
    GAME_ADD,
    GAME_GET,
    GAMES_ALL,
    GAMES_KEYS,
    VERDICT_PUT,
    VERDICT_GET,
    POSITION_FIND,
    POSITION_KEEP,
    ROW_KEEP,
    ROWS_FIND,
    ROWS_ALL,
    JOURNAL_STATEMENTS
};

static const char *const sql_of[JOURNAL_STATEMENTS] = {
    [SETTING_GET] = "SELECT value FROM setting WHERE name = ?",
    [SETTINGS_ALL] = "SELECT name, value FROM setting ORDER BY name",
    [SETTING_PUT] = "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)",
    [GAME_ADD] = "INSERT INTO game (key, plies, record) VALUES (?, ?, ?)",
    [GAME_GET] = "SELECT record FROM game WHERE number = ?",
    [GAMES_ALL] = "SELECT number, key, plies, record FROM game ORDER BY number",
    [GAMES_KEYS] = "SELECT key, plies FROM game ORDER BY number",
    [VERDICT_PUT] = "INSERT OR REPLACE INTO verdict (key, nodes, plies) VALUES (?, ?, ?)",
    [VERDICT_GET] = "SELECT nodes, plies FROM verdict WHERE key = ?",
    [POSITION_FIND] = "SELECT judgement FROM position WHERE key = ?1 AND engine = ?2"
                      " AND (nodes >= ?3 OR ?3 = 0) AND (depth >= ?4 OR ?4 = 0)"
                      " AND (ms >= ?5 OR ?5 = 0)",
    [POSITION_KEEP] = "INSERT INTO position (key, engine, nodes, depth, ms, judgement)"
                      " VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (key, engine) DO UPDATE SET"
                      " nodes = ?3, depth = ?4, ms = ?5, judgement = ?6"
                      " WHERE (?3 >= nodes AND ?4 >= depth AND ?5 >= ms)"
                      /*
                       * efforts with limits of different kinds cannot be compared: the newer one
                       * wins
                       */
                      " OR (?3 > 0) <> (nodes > 0) OR (?4 > 0) <> (depth > 0)"
                      " OR (?5 > 0) <> (ms > 0)",
    /* in brackets, since clang suspects a forgotten comma between the two strings */
    [ROW_KEEP] = ("INSERT OR REPLACE INTO kept VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10,"
                  " ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20)"),
    [ROWS_FIND] = "SELECT * FROM kept WHERE content = ?",
    [ROWS_ALL] = "SELECT * FROM kept",
};

static const char *const steps[] = {
    "CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE game (number INTEGER PRIMARY KEY, key BLOB NOT NULL, plies INTEGER NOT NULL,"
    " record BLOB NOT NULL);"
    "CREATE TABLE verdict (key BLOB PRIMARY KEY, nodes INTEGER NOT NULL, plies BLOB NOT NULL)"
    " WITHOUT ROWID;"
    "CREATE TABLE position (key INTEGER NOT NULL, engine INTEGER NOT NULL, nodes INTEGER NOT NULL,"
    " depth INTEGER NOT NULL, ms INTEGER NOT NULL, judgement BLOB NOT NULL,"
    " PRIMARY KEY (key, engine)) WITHOUT ROWID;",
    /* version 2: columns as those of `judgement` in a collection (schema.c), by content */
    "CREATE TABLE kept (content BLOB NOT NULL, ply INTEGER NOT NULL, side, move, verdict, loss,"
    " eval, moves_to_win, win, draw, lose, best_win, best_draw, best_lose, line, depth, nodes,"
    " exact, novelty, exercise, PRIMARY KEY (content, ply)) WITHOUT ROWID;",
};

static const struct db_kind journal_kind = {
    .what = "a journal of annotations",
    .application_id = 0x44414d4a, /* "DAMJ" */
    .steps = steps,
    .n_steps = ARRAY_LEN(steps),
};

struct journal {
    struct db db;
    sqlite3_stmt *statements[JOURNAL_STATEMENTS]; /* prepared when first used */
};

/* ---- statements ---- */

static sqlite3_stmt *statement(struct journal *journal, enum journal_statement which,
                               struct err *err)
{
    sqlite3_stmt **stmt = &journal->statements[which];
    if (!*stmt && db_prepare(&journal->db, sql_of[which], stmt, err))
        return NULL;
    return *stmt;
}

/* Whether a transaction is open. SQLite knows: where the disk is full it has rolled back by itself. */
static bool is_in_batch(const struct journal *journal)
{
    return !sqlite3_get_autocommit(journal->db.sql);
}

static int begin(struct journal *journal, struct err *err)
{
    return is_in_batch(journal) ? 0 : db_exec(&journal->db, "BEGIN IMMEDIATE", err);
}

int journal_commit(struct journal *journal, struct err *err)
{
    return is_in_batch(journal) ? db_exec(&journal->db, "COMMIT", err) : 0;
}

/* Runs a statement that gives no row. */
static int run(struct journal *journal, sqlite3_stmt *stmt, struct err *err)
{
    int rc = db_run(&journal->db, stmt, err);
    sqlite3_clear_bindings(stmt);
    return rc;
}

static int row(struct journal *journal, sqlite3_stmt *stmt, struct err *err)
{
    int rc = sqlite3_step(stmt);
    return rc == SQLITE_ROW ? 1 : rc == SQLITE_DONE ? 0 : db_failed(&journal->db, err);
}

/* Copies a column out. @return 1, or -1 with `err`: out of memory */
static int take_column(sqlite3_stmt *stmt, int at, struct buffer *out, struct err *err)
{
    buffer_clear(out);
    buffer_add_text(out, db_column_blob(stmt, at));
    if (!out->failed)
        return 1;
    return err_memory(err);
}

static int damaged(struct journal *journal, struct err *err)
{
    return err_file(err, journal->db.path, "damaged: not a key of a game");
}

/* ---- life ---- */

static int open_for(enum db_mode mode, const char *path, struct journal **out, struct err *err)
{
    struct journal *journal = calloc(1, sizeof *journal);
    if (!journal)
        return err_memory(err);
    if (db_open(path, &journal_kind, mode, &journal->db, err)) {
        journal_close(journal);
        return -1;
    }
    db_wait_long(&journal->db);
    *out = journal;
    return 0;
}

int journal_open(const char *path, struct journal **out, struct err *err)
{
    struct journal *journal;
    if (open_for(DB_WRITE, path, &journal, err))
        return -1;
    if (db_exec(&journal->db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL", err)) {
        journal_close(journal);
        return -1;
    }
    *out = journal;
    return 0;
}

/* SQLite leaves files beside a journal that it only reads, so that is done only where it must be. */
int journal_open_to_read(const char *path, struct journal **out, struct err *err)
{
    return db_may_write(path) ? journal_open(path, out, err) : open_for(DB_READ, path, out, err);
}

void journal_close(struct journal *journal)
{
    if (!journal)
        return;
    for (unsigned i = 0; i < JOURNAL_STATEMENTS; i++)
        sqlite3_finalize(journal->statements[i]);
    db_close(&journal->db);
    free(journal);
}

/* ---- settings ---- */

int journal_setting(struct journal *journal, const char *name, struct buffer *out, struct err *err)
{
    sqlite3_stmt *stmt = statement(journal, SETTING_GET, err);
    if (!stmt)
        return -1;
    sqlite3_bind_text(stmt, 1, name, -1, SQLITE_STATIC);
    int rc = row(journal, stmt, err);
    if (rc > 0)
        rc = take_column(stmt, 0, out, err);
    sqlite3_reset(stmt);
    return rc;
}

int journal_set(struct journal *journal, const char *name, struct text value, struct err *err)
{
    sqlite3_stmt *stmt = statement(journal, SETTING_PUT, err);
    if (!stmt)
        return -1;
    sqlite3_bind_text(stmt, 1, name, -1, SQLITE_STATIC);
    db_bind_text(stmt, 2, (struct text){value.s ? value.s : "", value.n});
    return run(journal, stmt, err);
}

int journal_settings_each(struct journal *journal,
                          int (*each)(void *ctx, struct text name, struct text value,
                                      struct err *err),
                          void *ctx, struct err *err)
{
    sqlite3_stmt *stmt = statement(journal, SETTINGS_ALL, err);
    int rc = stmt ? 1 : -1;
    while (rc > 0 && (rc = row(journal, stmt, err)) > 0) {
        int stop = each(ctx, db_column_blob(stmt, 0), db_column_blob(stmt, 1), err);
        if (stop) {
            rc = stop;
            break;
        }
    }
    sqlite3_reset(stmt);
    return rc;
}

/* ---- games ---- */

int journal_games_begin(struct journal *journal, struct err *err)
{
    return begin(journal, err) || db_exec(&journal->db, "DELETE FROM game; DELETE FROM kept", err)
               ? -1
               : 0;
}

int journal_games_add(struct journal *journal, const struct journal_game *game, struct err *err)
{
    sqlite3_stmt *stmt = statement(journal, GAME_ADD, err);
    if (!stmt)
        return -1;
    db_bind_hash(stmt, 1, game->key);
    sqlite3_bind_int64(stmt, 2, game->plies);
    db_bind_blob(stmt, 3, game->record);
    return run(journal, stmt, err);
}

int journal_games_end(struct journal *journal, struct err *err)
{
    return journal_commit(journal, err);
}

int journal_games_each(struct journal *journal,
                       int (*each)(void *ctx, int64_t number, const struct journal_game *game,
                                   struct err *err),
                       void *ctx, struct err *err)
{
    sqlite3_stmt *stmt = statement(journal, GAMES_ALL, err);
    int rc = stmt ? 1 : -1;
    while (rc > 0 && (rc = row(journal, stmt, err)) > 0) {
        struct text key = db_column_blob(stmt, 1);
        if (key.n != 16) {
            rc = damaged(journal, err);
            break;
        }
        struct journal_game game = {.key = hash128_get((const uint8_t *)key.s),
                                    .plies = (unsigned)sqlite3_column_int(stmt, 2),
                                    .record = db_column_blob(stmt, 3)};
        int stop = each(ctx, sqlite3_column_int64(stmt, 0), &game, err);
        if (stop) {
            rc = stop;
            break;
        }
    }
    sqlite3_reset(stmt);
    return rc;
}

int journal_game_record(struct journal *journal, int64_t number, struct buffer *out,
                        struct err *err)
{
    sqlite3_stmt *stmt = statement(journal, GAME_GET, err);
    if (!stmt)
        return -1;
    sqlite3_bind_int64(stmt, 1, number);
    int rc = row(journal, stmt, err);
    if (rc > 0)
        rc = take_column(stmt, 0, out, err);
    sqlite3_reset(stmt);
    return rc;
}

int journal_games_key(struct journal *journal, struct hash128 *out, struct err *err)
{
    sqlite3_stmt *stmt = statement(journal, GAMES_KEYS, err);
    uint8_t bytes[36] = {0};
    int rc;
    if (!stmt)
        return -1;
    while ((rc = row(journal, stmt, err)) > 0) {
        struct text key = db_column_blob(stmt, 0);
        if (key.n != 16) {
            rc = damaged(journal, err);
            break;
        }
        memcpy(bytes + 16, key.s, 16);
        bytes_put(bytes + 32, (unsigned)sqlite3_column_int(stmt, 1), 4);
        hash128_put(hash128_of(bytes, sizeof bytes), bytes);
    }
    sqlite3_reset(stmt);
    *out = hash128_get(bytes);
    return rc;
}

/* ---- judgements of collections ---- */

int journal_rows_keep(struct journal *journal, struct hash128 content, struct store *from,
                      struct err *err)
{
    sqlite3_stmt *find, *add = statement(journal, ROW_KEEP, err);
    if (!add || store_find_judgements(from, content, &find, err))
        return -1;
    db_bind_hash(add, 1, content);
    return db_copy_rows(&from->db, find, &journal->db, add, err);
}

int journal_rows_join(struct journal *journal, struct journal *from, struct err *err)
{
    sqlite3_stmt *find = statement(from, ROWS_ALL, err), *add = statement(journal, ROW_KEEP, err);
    int rc = find && add ? 1 : -1;
    while (rc > 0 && (rc = row(from, find, err)) > 0) {
        for (int i = 0; i < sqlite3_column_count(find); i++)
            sqlite3_bind_value(add, i + 1, sqlite3_column_value(find, i));
        if (run(journal, add, err))
            rc = -1;
    }
    sqlite3_reset(find);
    return rc;
}

int journal_rows_put(struct journal *journal, struct hash128 content, struct store *to,
                     int64_t game, struct err *err)
{
    sqlite3_stmt *find = statement(journal, ROWS_FIND, err), *add;
    if (!find || store_add_judgements(to, game, &add, err))
        return -1;
    db_bind_hash(find, 1, content);
    return db_copy_rows(&journal->db, find, &to->db, add, err);
}

/* ---- verdicts ---- */

int journal_verdict_put(struct journal *journal, struct hash128 key, uint64_t nodes,
                        struct text bytes, struct err *err)
{
    sqlite3_stmt *stmt = statement(journal, VERDICT_PUT, err);
    if (!stmt || begin(journal, err))
        return -1;
    db_bind_hash(stmt, 1, key);
    sqlite3_bind_int64(stmt, 2, (int64_t)nodes);
    db_bind_blob(stmt, 3, bytes);
    return run(journal, stmt, err) ? -1 : journal_commit(journal, err);
}

int journal_verdict_get(struct journal *journal, struct hash128 key, uint64_t *nodes,
                        struct buffer *out, struct err *err)
{
    sqlite3_stmt *stmt = statement(journal, VERDICT_GET, err);
    if (!stmt)
        return -1;
    db_bind_hash(stmt, 1, key);
    int rc = row(journal, stmt, err);
    if (rc > 0) {
        *nodes = (uint64_t)sqlite3_column_int64(stmt, 0);
        rc = take_column(stmt, 1, out, err);
    }
    sqlite3_reset(stmt);
    return rc;
}

int journal_verdicts_forget(struct journal *journal, struct err *err)
{
    return db_exec(&journal->db, "DELETE FROM verdict", err);
}

/* ---- positions ---- */

static void bind_effort(sqlite3_stmt *stmt, uint64_t engine, uint64_t key,
                        const struct journal_effort *effort)
{
    sqlite3_bind_int64(stmt, 1, (int64_t)key);
    sqlite3_bind_int64(stmt, 2, (int64_t)engine);
    sqlite3_bind_int64(stmt, 3, (int64_t)effort->nodes);
    sqlite3_bind_int64(stmt, 4, effort->depth);
    sqlite3_bind_int64(stmt, 5, effort->ms);
}

int journal_position_find(struct journal *journal, uint64_t engine, uint64_t key,
                          const struct journal_effort *least, struct buffer *out, struct err *err)
{
    sqlite3_stmt *stmt = statement(journal, POSITION_FIND, err);
    if (!stmt)
        return -1;
    bind_effort(stmt, engine, key, least);
    int rc = row(journal, stmt, err);
    if (rc > 0)
        rc = take_column(stmt, 0, out, err);
    sqlite3_reset(stmt);
    return rc;
}

int journal_position_keep(struct journal *journal, uint64_t engine, uint64_t key,
                          const struct journal_effort *effort, struct text bytes, struct err *err)
{
    sqlite3_stmt *stmt = statement(journal, POSITION_KEEP, err);
    if (!stmt || begin(journal, err))
        return -1;
    bind_effort(stmt, engine, key, effort);
    db_bind_blob(stmt, 6, bytes);
    return run(journal, stmt, err);
}
