// SPDX-License-Identifier: MIT
/* The games of a book: its counts are made from them, and can be rebuilt from them. */
#include "core/store/book-db-internal.h"

#include <stdlib.h>

/* 0 means unknown, which is NULL in the file. */
static void bind_known(sqlite3_stmt *stmt, int at, unsigned number)
{
    if (number)
        sqlite3_bind_int64(stmt, at, number);
    else
        sqlite3_bind_null(stmt, at);
}

int book_db_add_game(struct book_db *db, const struct book_game *game, enum book_db_added *added,
                     struct err *err)
{
    sqlite3_stmt *stmt;
    if ((db->last_game < 0 && book_db_last_game(db, &db->last_game, err))
        || book_db_take(db, ADD_GAME, &stmt, err))
        return -1;
    db_bind_hash(stmt, 1, game->content);
    book_db_bind_text(stmt, 2, game->white);
    book_db_bind_text(stmt, 3, game->black);
    book_db_bind_text(stmt, 4, game->event);
    book_db_bind_text(stmt, 5, game->date);
    bind_known(stmt, 6, game->year);
    bind_known(stmt, 7, game->white_rating);
    bind_known(stmt, 8, game->black_rating);
    book_db_bind_text(stmt, 9, (struct text){&game->result, 1});
    book_db_bind_blob(stmt, 10, game->start);
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
    if (db_run(&db->db, stmt, err))
        return -1;
    *dropped = sqlite3_changes(db->db.sql) > 0;
    return 0;
}

int book_db_drop_content(struct book_db *db, struct hash128 content, bool *dropped, struct err *err)
{
    sqlite3_stmt *stmt;
    if (book_db_take(db, DROP_CONTENT, &stmt, err))
        return -1;
    db_bind_hash(stmt, 1, content);
    return drop(db, stmt, dropped, err);
}

int book_db_drop_id(struct book_db *db, int64_t id, bool *dropped, struct err *err)
{
    sqlite3_stmt *stmt;
    if (book_db_take(db, DROP_ID, &stmt, err))
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
    if (book_db_take(db, LAST_GAME, &stmt, err))
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
        return err_memory(err);
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
    struct text content = db_column_blob(stmt, 1), result = db_column_text(stmt, 9);
    *out = (struct book_game){
        .id = sqlite3_column_int64(stmt, 0),
        .white = db_column_text(stmt, 2),
        .black = db_column_text(stmt, 3),
        .event = db_column_text(stmt, 4),
        .date = db_column_text(stmt, 5),
        .year = (unsigned)sqlite3_column_int(stmt, 6),
        .white_rating = (unsigned)sqlite3_column_int(stmt, 7),
        .black_rating = (unsigned)sqlite3_column_int(stmt, 8),
        .start = db_column_blob(stmt, 10),
        .line = db_column_blob(stmt, 11),
    };
    if (content.n != 16 || result.n != 1 || out->line.n % 3 || out->start.n > BOOK_BOARD_MAX)
        return book_db_damaged(games->db, "game", out->id, err);
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
