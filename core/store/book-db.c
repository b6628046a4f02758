// SPDX-License-Identifier: MIT
#include "core/store/book-db.h"

#include "core/store/book-schema.h"
#include "core/store/db.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    CACHE_KIB = 64 * 1024,
    MAP_BYTES = 1 << 30, /* of the file that is read without copying */
};

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
    DROP_EVAL,
    ADD_RUN,
    PUT_RUN,
    READ_BEGIN,
    READ_END,
    STATEMENTS
};

#define EDGE_COLUMNS "key, next, move, won, drawn, lost, unknown, good, bad, year, rating, engine"
#define UPSERT                                                         \
 "(" EDGE_COLUMNS ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"      \
 " ON CONFLICT (key, move) DO UPDATE SET won = won + excluded.won,"    \
 " drawn = drawn + excluded.drawn, lost = lost + excluded.lost,"       \
 " unknown = unknown + excluded.unknown, good = good + excluded.good," \
 " bad = bad + excluded.bad, year = max(year, excluded.year),"         \
 " rating = max(rating, excluded.rating), engine = engine | excluded.engine"
#define EVAL_COLUMNS "score, depth, nodes, engine.name, date, value, expanded"

static const char *const sql_of[STATEMENTS] = {
    [GET_SETTING] = "SELECT value FROM setting WHERE name = ?",
    [SET_SETTING] = "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)",
    [ADD_GAME] =
        "INSERT INTO game (content, white, black, event, date, year, white_rating,"
        " black_rating, result, start, line) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (content) DO UPDATE SET line = max(line, excluded.line),"
        " white_rating = max(coalesce(white_rating, 0), coalesce(excluded.white_rating, 0)),"
        " black_rating = max(coalesce(black_rating, 0), coalesce(excluded.black_rating, 0))"
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
    [DROP_EVAL] = "DELETE FROM evaluation WHERE key = ?",
    [READ_BEGIN] = "BEGIN",
    [READ_END] = "COMMIT",
    [ADD_RUN] = "INSERT INTO expansion (began, last, engine, limits, expanded, evaluated) VALUES"
                " (datetime('now'), datetime('now'), ?, ?, ?, ?)",
    [PUT_RUN] = "UPDATE expansion SET last = datetime('now'), expanded = ?, evaluated = ?"
                " WHERE id = ?",
};

struct book_db {
    struct db db;
    sqlite3_stmt *statements[STATEMENTS]; /* prepared when first used */
    bool in_change;
    int64_t last_game; /* the largest number given so far; -1 not known yet */
};

/* ---- opening ---- */

/*
 * A writer that was killed leaves its journal: what it had begun must be taken back, and a
 * connection that only reads may not do that. Where this one may not either (a disc that cannot be
 * written), reading will say so.
 */
static void take_back_journal(const char *path)
{
    size_t room = strlen(path) + sizeof "-journal";
    char *journal = malloc(room);
    struct db db = {0};
    if (journal)
        snprintf(journal, room, "%s-journal", path);
    if (journal && access(journal, F_OK) == 0
        && db_open(path, &book_schema_kind, DB_WRITE, &db, NULL)
               == 0) /* reads, and so takes back */
        db_close(&db);
    free(journal);
}

int book_db_open(const char *path, enum book_db_mode mode, struct book_db **out, struct err *err)
{
    static const enum db_mode modes[] = {DB_READ, DB_WRITE, DB_FRESH};
    struct src_pos at = {.file = path};
    struct book_db *db = calloc(1, sizeof *db);
    char sql[128];
    if (!db)
        return err_set(err, at, "out of memory");
    db->last_game = -1;
    if (mode == BOOK_DB_WRITE) { /* db_open would make a missing one */
        FILE *file = fopen(path, "rb");
        int c = file ? fgetc(file) : EOF;
        if (file)
            fclose(file);
        if (!file || c == EOF)
            mode = BOOK_DB_READ;
    }
    if (mode == BOOK_DB_READ)
        take_back_journal(path);
    sqlite3_snprintf(sizeof sql, sql, "PRAGMA cache_size = -%d; PRAGMA mmap_size = %d", CACHE_KIB,
                     mode == BOOK_DB_READ ? MAP_BYTES : 0);
    if (db_open(path, &book_schema_kind, modes[mode], &db->db, err) || db_exec(&db->db, sql, err)) {
        book_db_close(db);
        return -1;
    }
    *out = db;
    return 0;
}

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
    if (db_exec(&db->db, "COMMIT", err))
        return -1;
    db->in_change = false;
    return 0;
}

/* ---- statements ---- */

static int take(struct book_db *db, enum book_statement which, sqlite3_stmt **out, struct err *err)
{
    if (!db->statements[which] && db_prepare(&db->db, sql_of[which], &db->statements[which], err))
        return -1;
    *out = db->statements[which];
    return 0;
}

static void bind_text(sqlite3_stmt *stmt, int at, struct text t)
{
    sqlite3_bind_text64(stmt, at, t.s ? t.s : "", t.n, SQLITE_STATIC, SQLITE_UTF8);
}

static void bind_blob(sqlite3_stmt *stmt, int at, struct text t)
{
    if (t.n)
        sqlite3_bind_blob64(stmt, at, t.s, t.n, SQLITE_STATIC);
    else
        sqlite3_bind_null(stmt, at);
}

/* 0 stands for what is not known: NULL in the file. */
static void bind_known(sqlite3_stmt *stmt, int at, unsigned number)
{
    if (number)
        sqlite3_bind_int64(stmt, at, number);
    else
        sqlite3_bind_null(stmt, at);
}

static int run(struct book_db *db, sqlite3_stmt *stmt, struct err *err)
{
    int rc = sqlite3_step(stmt);
    if (rc != SQLITE_DONE)
        db_failed(&db->db, err);
    sqlite3_reset(stmt);
    return rc == SQLITE_DONE ? 0 : -1;
}

static struct text column_blob(sqlite3_stmt *stmt, int at)
{
    const char *s = sqlite3_column_blob(stmt, at);
    return (struct text){s, (size_t)sqlite3_column_bytes(stmt, at)};
}

static struct text column_text(sqlite3_stmt *stmt, int at)
{
    const char *s = (const char *)sqlite3_column_text(stmt, at);
    return (struct text){s ? s : "", (size_t)sqlite3_column_bytes(stmt, at)};
}

static int damaged(struct book_db *db, const char *what, int64_t number, struct err *err)
{
    return err_set(err, (struct src_pos){.file = db->db.path}, "damaged: %s %lld", what,
                   (long long)number);
}

int book_db_read_begin(struct book_db *db, struct err *err)
{
    sqlite3_stmt *stmt;
    if (db->in_change)
        return 0;
    return take(db, READ_BEGIN, &stmt, err) || run(db, stmt, err) ? -1 : 0;
}

void book_db_read_end(struct book_db *db)
{
    sqlite3_stmt *stmt;
    if (!db->in_change && take(db, READ_END, &stmt, NULL) == 0)
        run(db, stmt, NULL); /* nothing was written: there is nothing to fail */
}

int book_db_get(struct book_db *db, const char *name, struct buffer *out, struct err *err)
{
    sqlite3_stmt *stmt;
    if (take(db, GET_SETTING, &stmt, err))
        return -1;
    bind_text(stmt, 1, text_of(name));
    int rc = sqlite3_step(stmt);
    if (rc == SQLITE_ROW)
        buffer_add_text(out, column_text(stmt, 0));
    else if (rc != SQLITE_DONE)
        db_failed(&db->db, err);
    sqlite3_reset(stmt);
    return rc == SQLITE_ROW ? 1 : rc == SQLITE_DONE ? 0 : -1;
}

int book_db_set(struct book_db *db, const char *name, struct text value, struct err *err)
{
    sqlite3_stmt *stmt;
    if (take(db, SET_SETTING, &stmt, err))
        return -1;
    bind_text(stmt, 1, text_of(name));
    bind_text(stmt, 2, value);
    return run(db, stmt, err);
}

/* ---- games ---- */

int book_db_add_game(struct book_db *db, const struct book_game *game, enum book_db_added *added,
                     struct err *err)
{
    sqlite3_stmt *stmt;
    uint8_t content[16];
    if ((db->last_game < 0 && book_db_last_game(db, &db->last_game, err))
        || take(db, ADD_GAME, &stmt, err))
        return -1;
    hash128_put(game->content, content);
    sqlite3_bind_blob(stmt, 1, content, sizeof content, SQLITE_STATIC);
    bind_text(stmt, 2, game->white);
    bind_text(stmt, 3, game->black);
    bind_text(stmt, 4, game->event);
    bind_text(stmt, 5, game->date);
    bind_known(stmt, 6, game->year);
    bind_known(stmt, 7, game->white_rating);
    bind_known(stmt, 8, game->black_rating);
    bind_text(stmt, 9, (struct text){&game->result, 1});
    bind_blob(stmt, 10, game->start);
    sqlite3_bind_blob64(stmt, 11, game->line.n ? game->line.s : "", game->line.n, SQLITE_STATIC);
    int rc = sqlite3_step(stmt);
    *added = BOOK_DB_KNOWN;
    if (rc == SQLITE_ROW) {
        int64_t id = sqlite3_column_int64(stmt, 0);
        *added = id > db->last_game ? BOOK_DB_NEW : BOOK_DB_COMPLETED;
        db->last_game = id > db->last_game ? id : db->last_game;
        rc = sqlite3_step(stmt);
    }
    if (rc != SQLITE_DONE)
        db_failed(&db->db, err);
    sqlite3_reset(stmt);
    return rc == SQLITE_DONE ? 0 : -1;
}

static int drop(struct book_db *db, sqlite3_stmt *stmt, bool *dropped, struct err *err)
{
    if (run(db, stmt, err))
        return -1;
    *dropped = sqlite3_changes(db->db.sql) > 0;
    return 0;
}

int book_db_drop_content(struct book_db *db, struct hash128 content, bool *dropped, struct err *err)
{
    sqlite3_stmt *stmt;
    uint8_t bytes[16];
    if (take(db, DROP_CONTENT, &stmt, err))
        return -1;
    hash128_put(content, bytes);
    sqlite3_bind_blob(stmt, 1, bytes, sizeof bytes, SQLITE_STATIC);
    return drop(db, stmt, dropped, err);
}

int book_db_drop_id(struct book_db *db, int64_t id, bool *dropped, struct err *err)
{
    sqlite3_stmt *stmt;
    if (take(db, DROP_ID, &stmt, err))
        return -1;
    sqlite3_bind_int64(stmt, 1, id);
    return drop(db, stmt, dropped, err);
}

int book_db_cut_lines(struct book_db *db, unsigned plies, struct err *err)
{
    char sql[128];
    sqlite3_snprintf(sizeof sql, sql,
                     "UPDATE game SET line = substr(line, 1, %u) WHERE length(line) > %u",
                     3 * plies, 3 * plies);
    return db_exec(&db->db, sql, err);
}

int book_db_last_game(struct book_db *db, int64_t *id, struct err *err)
{
    sqlite3_stmt *stmt;
    if (take(db, LAST_GAME, &stmt, err))
        return -1;
    int rc = sqlite3_step(stmt) == SQLITE_ROW ? 0 : db_failed(&db->db, err);
    *id = rc ? 0 : sqlite3_column_int64(stmt, 0);
    sqlite3_reset(stmt);
    return rc;
}

struct book_db_games {
    struct book_db *db;
    sqlite3_stmt *stmt;
};

int book_db_games_open(struct book_db *db, int64_t after, struct book_db_games **out,
                       struct err *err)
{
    struct book_db_games *games = calloc(1, sizeof *games);
    if (!games)
        return err_set(err, (struct src_pos){.file = db->db.path}, "out of memory");
    games->db = db;
    if (db_prepare(&db->db,
                   "SELECT id, content, white, black, event, date, year, white_rating,"
                   " black_rating, result, start, line FROM game WHERE id > ? ORDER BY id",
                   &games->stmt, err)) {
        book_db_games_close(games);
        return -1;
    }
    sqlite3_bind_int64(games->stmt, 1, after);
    *out = games;
    return 0;
}

int book_db_games_next(struct book_db_games *games, struct book_game *out, struct err *err)
{
    sqlite3_stmt *stmt = games->stmt;
    int rc = sqlite3_step(stmt);
    if (rc == SQLITE_DONE)
        return 0;
    if (rc != SQLITE_ROW)
        return db_failed(&games->db->db, err);
    struct text content = column_blob(stmt, 1), result = column_text(stmt, 9);
    *out = (struct book_game){
        .id = sqlite3_column_int64(stmt, 0),
        .white = column_text(stmt, 2),
        .black = column_text(stmt, 3),
        .event = column_text(stmt, 4),
        .date = column_text(stmt, 5),
        .year = (unsigned)sqlite3_column_int(stmt, 6),
        .white_rating = (unsigned)sqlite3_column_int(stmt, 7),
        .black_rating = (unsigned)sqlite3_column_int(stmt, 8),
        .start = column_blob(stmt, 10),
        .line = column_blob(stmt, 11),
    };
    if (content.n != 16 || result.n != 1 || out->line.n % 3 || out->start.n > BOOK_BOARD_MAX)
        return damaged(games->db, "game", out->id, err);
    out->content = hash128_get((const uint8_t *)content.s);
    out->result = *result.s;
    return 1;
}

void book_db_games_close(struct book_db_games *games)
{
    if (games)
        sqlite3_finalize(games->stmt);
    free(games);
}

/* ---- positions and moves ---- */

int book_db_add_position(struct book_db *db, enum book_db_place place, uint64_t key,
                         struct text board, struct err *err)
{
    sqlite3_stmt *stmt;
    if (take(db, place == BOOK_DB_MAIN ? ADD_POSITION : ADD_TEMP_POSITION, &stmt, err))
        return -1;
    sqlite3_bind_int64(stmt, 1, (int64_t)key);
    bind_blob(stmt, 2, board);
    return run(db, stmt, err);
}

int book_db_add_edge(struct book_db *db, enum book_db_place place, const struct book_edge *edge,
                     struct err *err)
{
    sqlite3_stmt *stmt;
    if (take(db, place == BOOK_DB_MAIN ? ADD_EDGE : ADD_TEMP_EDGE, &stmt, err))
        return -1;
    const int64_t values[] = {(int64_t)edge->key, (int64_t)edge->next, edge->move,    edge->won,
                              edge->drawn,        edge->lost,          edge->unknown, edge->good,
                              edge->bad,          edge->year,          edge->rating,  edge->engine};
    for (int i = 0; i < (int)(sizeof values / sizeof values[0]); i++)
        sqlite3_bind_int64(stmt, i + 1, values[i]);
    return run(db, stmt, err);
}

/*
 * A view of the book's own would name tables that are shadowed now: nothing of ours reads it
 * meanwhile.
 */
int book_db_make_temp(struct book_db *db, struct err *err)
{
    return db_exec(&db->db,
                   "DROP TABLE IF EXISTS temp.position; DROP TABLE IF EXISTS temp.move;"
                   "CREATE TEMP TABLE position (key INTEGER PRIMARY KEY, board BLOB NOT NULL);"
                   "CREATE TEMP TABLE move (" BOOK_MOVE_COLUMNS ") WITHOUT ROWID;"
                   "INSERT INTO temp.move (" EDGE_COLUMNS ")"
                   " SELECT key, next, move, 0, 0, 0, 0, 0, 0, 0, 0, 1 FROM main.move WHERE engine",
                   err);
}

int book_db_clear_counts(struct book_db *db, struct err *err)
{
    return db_exec(&db->db,
                   "DELETE FROM main.move WHERE NOT engine;"
                   "UPDATE main.move SET won = 0, drawn = 0, lost = 0, unknown = 0, good = 0,"
                   " bad = 0, year = 0, rating = 0;",
                   err);
}

#define RARE                                                                      \
 "(won + drawn + lost + unknown < %u OR (won + drawn + lost + unknown) * 10000 <" \
 " (SELECT games FROM total WHERE total.key = move.key) * %u)"

int book_db_thin(struct book_db *db, enum book_db_place place, unsigned min_games,
                 unsigned min_share, struct err *err)
{
    const char *schema = place == BOOK_DB_MAIN ? "main" : "temp";
    char sql[1024];
    sqlite3_snprintf(
        sizeof sql, sql,
        "CREATE TEMP TABLE total AS SELECT key, sum(won + drawn + lost + unknown) AS games"
        " FROM %s.move GROUP BY key;"
        "CREATE UNIQUE INDEX temp.total_key ON total (key);"
        "UPDATE %s.move SET won = 0, drawn = 0, lost = 0, unknown = 0, good = 0, bad = 0, year = 0,"
        " rating = 0 WHERE engine AND " RARE ";"
        "DELETE FROM %s.move WHERE NOT engine AND " RARE ";"
        "DROP TABLE temp.total;",
        schema, schema, min_games, min_share, schema, min_games, min_share);
    return db_exec(&db->db, sql, err);
}

int book_db_drop_orphans(struct book_db *db, uint64_t root, struct err *err)
{
    char sql[512];
    sqlite3_snprintf(sizeof sql, sql,
                     "DELETE FROM main.position WHERE key <> %lld"
                     " AND key NOT IN (SELECT key FROM main.move)"
                     " AND key NOT IN (SELECT next FROM main.move);"
                     "DELETE FROM evaluation WHERE key NOT IN (SELECT key FROM main.position);",
                     (long long)root);
    return db_exec(&db->db, sql, err);
}

int book_db_drop_bad_moves(struct book_db *db, int margin, struct err *err)
{
    char sql[512];
    sqlite3_snprintf(sizeof sql, sql,
                     "DELETE FROM main.move WHERE engine AND won + drawn + lost + unknown = 0"
                     " AND EXISTS (SELECT 1 FROM evaluation AS here, evaluation AS there"
                     " WHERE here.key = main.move.key AND there.key = main.move.next"
                     " AND here.expanded AND NOT there.expanded AND here.value + there.value > %d)",
                     margin > 0 ? margin : 1); /* the best way to lose is one ply off */
    return db_exec(&db->db, sql, err);
}

int book_db_index(struct book_db *db, struct err *err)
{
    return db_exec(&db->db, "CREATE INDEX IF NOT EXISTS main.move_next ON move (next)", err);
}

int book_db_board(struct book_db *db, uint64_t key, uint8_t *board, size_t *n, struct err *err)
{
    sqlite3_stmt *stmt;
    if (take(db, GET_BOARD, &stmt, err))
        return -1;
    sqlite3_bind_int64(stmt, 1, (int64_t)key);
    int rc = sqlite3_step(stmt);
    struct text blob = rc == SQLITE_ROW ? column_blob(stmt, 0) : (struct text){0};
    if (rc != SQLITE_ROW && rc != SQLITE_DONE)
        rc = db_failed(&db->db, err);
    else if (rc == SQLITE_ROW && (blob.n == 0 || blob.n > BOOK_BOARD_MAX))
        rc = damaged(db, "position", (int64_t)key, err);
    else if (rc == SQLITE_ROW)
        memcpy(board, blob.s, *n = blob.n);
    sqlite3_reset(stmt);
    return rc < 0 ? -1 : rc == SQLITE_ROW;
}

int book_db_has(struct book_db *db, uint64_t key, struct err *err)
{
    sqlite3_stmt *stmt;
    if (take(db, HAS_POSITION, &stmt, err))
        return -1;
    sqlite3_bind_int64(stmt, 1, (int64_t)key);
    int rc = sqlite3_step(stmt);
    if (rc != SQLITE_ROW && rc != SQLITE_DONE)
        rc = db_failed(&db->db, err);
    sqlite3_reset(stmt);
    return rc < 0 ? -1 : rc == SQLITE_ROW;
}

static void read_edge(sqlite3_stmt *stmt, struct book_edge *out)
{
    *out = (struct book_edge){
        .key = (uint64_t)sqlite3_column_int64(stmt, 0),
        .next = (uint64_t)sqlite3_column_int64(stmt, 1),
        .move = (uint32_t)sqlite3_column_int64(stmt, 2),
        .won = (uint32_t)sqlite3_column_int64(stmt, 3),
        .drawn = (uint32_t)sqlite3_column_int64(stmt, 4),
        .lost = (uint32_t)sqlite3_column_int64(stmt, 5),
        .unknown = (uint32_t)sqlite3_column_int64(stmt, 6),
        .good = (uint32_t)sqlite3_column_int64(stmt, 7),
        .bad = (uint32_t)sqlite3_column_int64(stmt, 8),
        .year = (uint16_t)sqlite3_column_int64(stmt, 9),
        .rating = (uint16_t)sqlite3_column_int64(stmt, 10),
        .engine = sqlite3_column_int(stmt, 11) != 0,
    };
}

static int read_edges(struct book_db *db, enum book_statement which, uint64_t key,
                      struct book_edges *out, struct err *err)
{
    sqlite3_stmt *stmt;
    int rc;
    out->n = 0;
    if (take(db, which, &stmt, err))
        return -1;
    sqlite3_bind_int64(stmt, 1, (int64_t)key);
    while ((rc = sqlite3_step(stmt)) == SQLITE_ROW) {
        if (out->n == out->room) {
            unsigned room = out->room ? out->room * 2 : 32;
            struct book_edge *grown = realloc(out->at, room * sizeof *grown);
            if (!grown) {
                err_set(err, (struct src_pos){.file = db->db.path}, "out of memory");
                break;
            }
            out->at = grown;
            out->room = room;
        }
        read_edge(stmt, &out->at[out->n++]);
    }
    if (rc != SQLITE_DONE)
        db_failed(&db->db, err);
    sqlite3_reset(stmt);
    return rc == SQLITE_DONE ? 0 : -1;
}

int book_db_moves(struct book_db *db, uint64_t key, struct book_edges *out, struct err *err)
{
    return read_edges(db, GET_MOVES, key, out, err);
}

int book_db_parents(struct book_db *db, uint64_t key, struct book_edges *out, struct err *err)
{
    return read_edges(db, GET_PARENTS, key, out, err);
}

void book_edges_fini(struct book_edges *edges)
{
    free(edges->at);
    *edges = (struct book_edges){0};
}

/* ---- evaluations ---- */

static void copy_text(char *out, size_t room, struct text t)
{
    size_t n = t.n < room ? t.n : room - 1;
    memcpy(out, t.s, n);
    out[n] = '\0';
}

static void read_eval(sqlite3_stmt *stmt, int first, struct book_eval *out)
{
    *out = (struct book_eval){
        .has_score = sqlite3_column_type(stmt, first) != SQLITE_NULL,
        .score = sqlite3_column_int(stmt, first),
        .depth = (unsigned)sqlite3_column_int(stmt, first + 1),
        .nodes = sqlite3_column_int64(stmt, first + 2),
        .value = sqlite3_column_int(stmt, first + 5),
        .expanded = sqlite3_column_int(stmt, first + 6) != 0,
    };
    copy_text(out->engine, sizeof out->engine, column_text(stmt, first + 3));
    copy_text(out->date, sizeof out->date, column_text(stmt, first + 4));
}

int book_db_eval(struct book_db *db, uint64_t key, struct book_eval *out, struct err *err)
{
    sqlite3_stmt *stmt;
    if (take(db, GET_EVAL, &stmt, err))
        return -1;
    sqlite3_bind_int64(stmt, 1, (int64_t)key);
    int rc = sqlite3_step(stmt);
    if (rc == SQLITE_ROW)
        read_eval(stmt, 0, out);
    else if (rc != SQLITE_DONE)
        rc = db_failed(&db->db, err);
    sqlite3_reset(stmt);
    return rc < 0 ? -1 : rc == SQLITE_ROW;
}

static struct book_choice_row *new_choice(struct book_choice_rows *rows)
{
    if (rows->n == rows->room) {
        unsigned room = rows->room ? rows->room * 2 : 32;
        struct book_choice_row *grown = realloc(rows->at, room * sizeof *grown);
        if (!grown)
            return NULL;
        rows->at = grown;
        rows->room = room;
    }
    return &rows->at[rows->n++];
}

int book_db_choices(struct book_db *db, uint64_t key, struct book_choice_rows *out, struct err *err)
{
    enum { SCORE = 12, VALUE = SCORE + 5 }; /* columns: those of the move, then EVAL_COLUMNS */
    sqlite3_stmt *stmt;
    int rc;
    out->n = 0;
    if (take(db, GET_CHOICES, &stmt, err))
        return -1;
    sqlite3_bind_int64(stmt, 1, (int64_t)key);
    while ((rc = sqlite3_step(stmt)) == SQLITE_ROW) {
        struct book_choice_row *row = new_choice(out);
        if (!row) {
            err_set(err, (struct src_pos){.file = db->db.path}, "out of memory");
            break;
        }
        read_edge(stmt, &row->edge);
        row->known = sqlite3_column_type(stmt, VALUE) != SQLITE_NULL;
        if (row->known)
            read_eval(stmt, SCORE, &row->eval);
    }
    if (rc != SQLITE_DONE)
        db_failed(&db->db, err);
    sqlite3_reset(stmt);
    return rc == SQLITE_DONE ? 0 : -1;
}

void book_choice_rows_fini(struct book_choice_rows *rows)
{
    free(rows->at);
    *rows = (struct book_choice_rows){0};
}

int book_db_put_eval(struct book_db *db, uint64_t key, const struct book_eval *eval,
                     struct err *err)
{
    sqlite3_stmt *stmt;
    if (eval->has_score) {
        if (take(db, PUT_ENGINE, &stmt, err))
            return -1;
        bind_text(stmt, 1, text_of(eval->engine));
        if (run(db, stmt, err))
            return -1;
    }
    if (take(db, PUT_EVAL, &stmt, err))
        return -1;
    sqlite3_clear_bindings(stmt);
    sqlite3_bind_int64(stmt, 1, (int64_t)key);
    if (eval->has_score) {
        sqlite3_bind_int(stmt, 2, eval->score);
        sqlite3_bind_int64(stmt, 3, eval->depth);
        sqlite3_bind_int64(stmt, 4, eval->nodes);
        bind_text(stmt, 5, text_of(eval->engine));
        bind_text(stmt, 6, text_of(eval->date));
    }
    sqlite3_bind_int(stmt, 7, eval->value);
    sqlite3_bind_int(stmt, 8, eval->expanded);
    return run(db, stmt, err);
}

int book_db_drop_eval(struct book_db *db, uint64_t key, struct err *err)
{
    sqlite3_stmt *stmt;
    if (take(db, DROP_EVAL, &stmt, err))
        return -1;
    sqlite3_bind_int64(stmt, 1, (int64_t)key);
    return run(db, stmt, err);
}

int book_db_put_run(struct book_db *db, struct book_run *run_row, struct err *err)
{
    sqlite3_stmt *stmt;
    bool is_new = run_row->id == 0;
    int at = 1;
    if (take(db, is_new ? ADD_RUN : PUT_RUN, &stmt, err))
        return -1;
    if (is_new) {
        bind_text(stmt, at++, text_of(run_row->engine));
        bind_text(stmt, at++, text_of(run_row->limits));
    }
    sqlite3_bind_int64(stmt, at++, run_row->expanded);
    sqlite3_bind_int64(stmt, at++, run_row->evaluated);
    if (!is_new)
        sqlite3_bind_int64(stmt, at, run_row->id);
    if (run(db, stmt, err))
        return -1;
    if (is_new)
        run_row->id = sqlite3_last_insert_rowid(db->db.sql);
    return 0;
}

/* ---- whole tables ---- */

struct book_db_rows {
    struct book_db *db;
    sqlite3_stmt *stmt;
};

int book_db_rows_open(struct book_db *db, enum book_db_table table, struct book_db_rows **out,
                      struct err *err)
{
    static const char *const sql[] = {
        [BOOK_DB_POSITIONS] = "SELECT key, board FROM main.position ORDER BY key",
        [BOOK_DB_EDGES] = "SELECT " EDGE_COLUMNS " FROM main.move ORDER BY key, move",
        [BOOK_DB_EVALS] = "SELECT key, " EVAL_COLUMNS
                          " FROM evaluation LEFT JOIN engine ON engine.id = engine_id ORDER BY key",
        [BOOK_DB_TEMP_EDGES] = "SELECT " EDGE_COLUMNS " FROM temp.move ORDER BY key, move",
    };
    struct book_db_rows *rows = calloc(1, sizeof *rows);
    if (!rows)
        return err_set(err, (struct src_pos){.file = db->db.path}, "out of memory");
    rows->db = db;
    if (db_prepare(&db->db, sql[table], &rows->stmt, err)) {
        book_db_rows_close(rows);
        return -1;
    }
    *out = rows;
    return 0;
}

/* @return 1 a row, 0 the end, -1 with `err` */
static int next_row(struct book_db_rows *rows, struct err *err)
{
    int rc = sqlite3_step(rows->stmt);
    return rc == SQLITE_ROW ? 1 : rc == SQLITE_DONE ? 0 : db_failed(&rows->db->db, err);
}

int book_db_rows_position(struct book_db_rows *rows, uint64_t *key, uint8_t *board, size_t *n,
                          struct err *err)
{
    int rc = next_row(rows, err);
    if (rc <= 0)
        return rc;
    *key = (uint64_t)sqlite3_column_int64(rows->stmt, 0);
    struct text blob = column_blob(rows->stmt, 1);
    if (blob.n == 0 || blob.n > BOOK_BOARD_MAX)
        return damaged(rows->db, "position", (int64_t)*key, err);
    memcpy(board, blob.s, *n = blob.n);
    return 1;
}

int book_db_rows_edge(struct book_db_rows *rows, struct book_edge *edge, struct err *err)
{
    int rc = next_row(rows, err);
    if (rc > 0)
        read_edge(rows->stmt, edge);
    return rc;
}

int book_db_rows_eval(struct book_db_rows *rows, uint64_t *key, struct book_eval *eval,
                      struct err *err)
{
    int rc = next_row(rows, err);
    if (rc > 0) {
        *key = (uint64_t)sqlite3_column_int64(rows->stmt, 0);
        read_eval(rows->stmt, 1, eval);
    }
    return rc;
}

void book_db_rows_close(struct book_db_rows *rows)
{
    if (rows)
        sqlite3_finalize(rows->stmt);
    free(rows);
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
    for (int i = 0; rc == 0 && i < (int)(sizeof fields / sizeof fields[0]); i++)
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
        struct text line = column_text(stmt, 0);
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
     * VACUUM attaches a file of its own, which db_open forbids, as it does all that a foreign file
     * could ask for.
     */
    int most = sqlite3_limit(db->db.sql, SQLITE_LIMIT_ATTACHED, 1);
    int rc = db_exec(&db->db, "VACUUM", err);
    sqlite3_limit(db->db.sql, SQLITE_LIMIT_ATTACHED, most);
    return rc;
}
