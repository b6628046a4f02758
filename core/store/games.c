// SPDX-License-Identifier: MIT
/*
 * Reading games: each row is packed again, so that stored and spooled games are unpacked by the
 * same code. A row that is too large ends the query, which is then restarted after that row.
 */
#include "core/base/array.h"
#include "core/store/store-internal.h"

#include <stdlib.h>

struct store_games {
    struct store *store;
    sqlite3_stmt *games, *tags, *next; /* next: the id after another */
    sqlite3_stmt *size;                /* prepared when it is needed */
    int64_t last;                      /* id of the game read last */
    struct buffer more;                /* packed tags of the current game */
};

#define FROM_GAMES                                             \
 " FROM game LEFT JOIN player AS white ON white.id = white_id" \
 " LEFT JOIN player AS black ON black.id = black_id"           \
 " LEFT JOIN event ON event.id = event_id"

#define COLUMNS                                                                             \
 "SELECT game.id, content, variant, event.name, site, date, round, white.name, black.name," \
 " game.result, game_type, given, result_id, start, plies, moves, tree, terminator,"        \
 " EXISTS (SELECT 1 FROM judgement WHERE game_id = game.id)" FROM_GAMES

/*
 * Prepares a query of games after an id; games that reach given positions are found through the
 * table of positions. The keys are numbers that we made, so they can stand in the SQL.
 */
static int prepare(struct store_games *games, const char *select, const uint64_t *keys,
                   unsigned n_keys, sqlite3_stmt **out, struct err *err)
{
    struct buffer sql = {0};
    buffer_add_string(&sql, select);
    buffer_add_string(&sql, " WHERE game.id > ?");
    if (keys)
        buffer_add_string(&sql, " AND game.id IN (SELECT game_id FROM position WHERE key IN (");
    for (unsigned i = 0; i < n_keys; i++) {
        if (i)
            buffer_add_char(&sql, ',');
        buffer_add_number(&sql, (int64_t)keys[i]);
    }
    buffer_add_string(&sql, keys ? ")) ORDER BY game.id" : " ORDER BY game.id");
    buffer_add_char(&sql, '\0');
    int rc = sql.failed ? err_memory(err) : db_prepare(&games->store->db, sql.s, out, err);
    buffer_fini(&sql);
    return rc;
}

int store_games_open(struct store *store, const uint64_t *keys, unsigned n_keys,
                     struct store_games **out, struct err *err)
{
    struct src_pos at = {.file = store->db.path};
    if (keys && !store->positions)
        return err_set(err, at, "cannot be searched by position: it was made without --positions");
    struct store_games *games = calloc(1, sizeof *games);
    if (!games)
        return err_memory(err);
    games->store = store;
    games->last = INT64_MIN;
    if (prepare(games, COLUMNS, keys, n_keys, &games->games, err)
        || prepare(games, "SELECT game.id FROM game", keys, n_keys, &games->next, err)
        || db_prepare(&store->db, "SELECT name, value FROM tag WHERE game_id = ? ORDER BY place",
                      &games->tags, err)) {
        store_games_close(games);
        return -1;
    }
    sqlite3_bind_int64(games->games, 1, games->last);
    *out = games;
    return 0;
}

static void add_packed(struct buffer *out, struct text t)
{
    buffer_add_bytes(out, t.n, 4);
    buffer_add_text(out, t);
}

/*
 * Prepares a query of the bytes of a game's row, and of the largest of its tags. The values that a
 * sum is made of are in memory one after the other, where those of a row are all at once.
 */
static int prepare_size(struct store_games *games, struct err *err)
{
    static const char *const texts[] = {
        "variant",     "event.name", "site",  "date",  "round", "white.name", "black.name",
        "game.result", "game_type",  "start", "moves", "tree",  "terminator"};
    struct buffer sql = {0};
    buffer_add_string(&sql,
                      "SELECT ifnull((SELECT max(length(CAST(name AS BLOB))"
                      " + length(CAST(value AS BLOB))) FROM tag WHERE game_id = game.id), 0)");
    for (unsigned i = 0; i < ARRAY_LEN(texts); i++)
        buffer_printf(&sql, " + ifnull(length(CAST(%s AS BLOB)), 0)", texts[i]);
    buffer_add_string(&sql, FROM_GAMES " WHERE game.id = ?");
    buffer_add_char(&sql, '\0');
    int rc = sql.failed ? err_memory(err) : db_prepare(&games->store->db, sql.s, &games->size, err);
    buffer_fini(&sql);
    return rc;
}

/* Whether a query may have ended because a game has more bytes than db.h allows. */
static bool may_be_too_large(int rc)
{
    return (rc & 0xff) == SQLITE_TOOBIG || (rc & 0xff) == SQLITE_NOMEM;
}

/* The query goes on after the last game; until then, it keeps none of a game in memory. */
static void restart(struct store_games *games)
{
    sqlite3_reset(games->games);
    sqlite3_bind_int64(games->games, 1, games->last);
}

/*
 * Leaves out the last game if it is too large. Memory may also be short for other reasons, and then
 * no game is to be lost.
 * @param rc of a query that it has ended
 * @return 2, or -1 with `err`
 */
static int leave_out(struct store_games *games, int rc, struct err *err)
{
    restart(games);
    if ((rc & 0xff) == SQLITE_TOOBIG)
        return 2;
    if (!games->size && prepare_size(games, err))
        return -1;
    sqlite3_bind_int64(games->size, 1, games->last);
    rc = sqlite3_step(games->size);
    if (rc == SQLITE_ROW && sqlite3_column_int64(games->size, 0) <= DB_VALUE_MAX)
        err_file(err, games->store->db.path, "out of memory");
    else if (rc == SQLITE_ROW || (rc & 0xff) == SQLITE_TOOBIG)
        rc = SQLITE_TOOBIG;
    else
        db_failed(&games->store->db, err);
    sqlite3_reset(games->size);
    return rc == SQLITE_TOOBIG ? 2 : -1;
}

/* @return as store_games_next */
static int read_tags(struct store_games *games, int64_t id, struct record *record, struct err *err)
{
    int rc;
    buffer_clear(&games->more);
    sqlite3_bind_int64(games->tags, 1, id);
    /* One tag above the limit is read, to show that it was exceeded. */
    for (unsigned n = 0; (rc = sqlite3_step(games->tags)) == SQLITE_ROW; n++) {
        if (n > GAME_TAGS_MAX || games->more.n > GAME_BYTES_MAX) {
            rc = SQLITE_DONE;
            break;
        }
        add_packed(&games->more, db_column_text_or_null(games->tags, 0));
        add_packed(&games->more, db_column_text_or_null(games->tags, 1));
    }
    if (rc != SQLITE_DONE && !may_be_too_large(rc))
        db_failed(&games->store->db, err);
    sqlite3_reset(games->tags);
    if (rc != SQLITE_DONE)
        return may_be_too_large(rc) ? leave_out(games, rc, err) : -1;
    if (games->more.failed)
        return err_memory(err);
    record->more = buffer_text(&games->more);
    return 1;
}

static int read_row(struct store_games *games, struct record *record, struct err *err)
{
    sqlite3_stmt *stmt = games->games;
    static const int tag_columns[RECORD_TAGS] = {3, 4, 5, 6, 7, 8, 9, 10};
    *record = (struct record){
        .variant = db_column_text_or_null(stmt, 2),
        .given = (unsigned)sqlite3_column_int(stmt, 11),
        .result = (unsigned)sqlite3_column_int(stmt, 12),
        .start = db_column_text_or_null(stmt, 13),
        .plies = (unsigned)sqlite3_column_int(stmt, 14),
        .moves = db_column_text_or_null(stmt, 15),
        .tree = db_column_text_or_null(stmt, 16),
        .terminator = db_column_text_or_null(stmt, 17),
        .is_judged = sqlite3_column_int(stmt, 18) != 0,
    };
    for (unsigned i = 0; i < RECORD_TAGS; i++) {
        if (record->given & 1u << i)
            record->tags[i] = db_column_text_or_null(stmt, tag_columns[i]);
    }
    const void *content = sqlite3_column_blob(stmt, 1);
    if (sqlite3_column_bytes(stmt, 1) != 16 || !content || record->result > RESULT_OTHER)
        return err_file(err, games->store->db.path, "damaged: game %lld",
                        (long long)sqlite3_column_int64(stmt, 0));
    record->content = hash128_get(content);
    return 0;
}

/* Skips the game after the last one, at which the query has ended. @return as leave_out */
static int pass_over(struct store_games *games, int rc, int64_t *id, struct err *err)
{
    sqlite3_reset(games->games);
    sqlite3_bind_int64(games->next, 1, games->last);
    int step = sqlite3_step(games->next);
    if (step == SQLITE_ROW)
        games->last = sqlite3_column_int64(games->next, 0);
    else
        db_failed(&games->store->db, err);
    sqlite3_reset(games->next);
    if (id)
        *id = games->last;
    return step == SQLITE_ROW ? leave_out(games, rc, err) : -1;
}

int store_games_next(struct store_games *games, struct record *record, int64_t *id, struct err *err)
{
    *record = (struct record){0};
    int rc = sqlite3_step(games->games);
    if (rc == SQLITE_DONE)
        return 0;
    if (may_be_too_large(rc))
        return pass_over(games, rc, id, err);
    if (rc != SQLITE_ROW)
        return db_failed(&games->store->db, err);
    games->last = sqlite3_column_int64(games->games, 0);
    if (id)
        *id = games->last;
    if (read_row(games, record, err))
        return -1;
    rc = read_tags(games, games->last, record, err);
    if (rc == 2)
        *record = (struct record){0};
    return rc;
}

void store_games_close(struct store_games *games)
{
    if (!games)
        return;
    sqlite3_finalize(games->games);
    sqlite3_finalize(games->tags);
    sqlite3_finalize(games->next);
    sqlite3_finalize(games->size);
    buffer_fini(&games->more);
    free(games);
}
