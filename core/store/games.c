// SPDX-License-Identifier: MIT
/* Games on their way out: each row is packed again, so that a game has one way back, whether spooled or stored. */
#include "core/store/inside.h"

#include <stdlib.h>

struct store_games {
    struct store *store;
    sqlite3_stmt *games, *tags;
    struct buffer more; /* packed tags of the current game */
};

#define COLUMNS                                                                             \
 "SELECT game.id, content, variant, event.name, site, date, round, white.name, black.name," \
 " game.result, game_type, given, result_id, start, plies, moves, tree, terminator"         \
 " FROM game LEFT JOIN player AS white ON white.id = white_id"                              \
 " LEFT JOIN player AS black ON black.id = black_id"                                        \
 " LEFT JOIN event ON event.id = event_id"

/* Reaching: through the index of positions. The keys are numbers of ours, so they may stand in the text. */
static int prepare_games(struct store_games *games, const uint64_t *keys, unsigned n_keys,
                         struct err *err)
{
    if (!keys)
        return db_prepare(&games->store->db, COLUMNS " ORDER BY game.id", &games->games, err);
    struct buffer sql = {0};
    buffer_add_string(&sql,
                      COLUMNS " WHERE game.id IN (SELECT game_id FROM position WHERE key IN (");
    for (unsigned i = 0; i < n_keys; i++) {
        if (i)
            buffer_add_char(&sql, ',');
        buffer_add_number(&sql, (int64_t)keys[i]);
    }
    buffer_add(&sql, ")) ORDER BY game.id", sizeof ")) ORDER BY game.id");
    int rc = sql.failed ? err_set(err, (struct src_pos){0}, "out of memory")
                        : db_prepare(&games->store->db, sql.s, &games->games, err);
    buffer_fini(&sql);
    return rc;
}

int store_games_open(struct store *store, const uint64_t *keys, unsigned n_keys,
                     struct store_games **out, struct err *err)
{
    struct src_pos at = {.file = store->db.path};
    if (keys && !store->positions)
        return err_set(err, at, "made without positions, cannot be searched by them");
    struct store_games *games = calloc(1, sizeof *games);
    if (!games)
        return err_set(err, at, "out of memory");
    games->store = store;
    if (prepare_games(games, keys, n_keys, err)
        || db_prepare(&store->db, "SELECT name, value FROM tag WHERE game_id = ? ORDER BY place",
                      &games->tags, err)) {
        store_games_close(games);
        return -1;
    }
    *out = games;
    return 0;
}

static struct text column(sqlite3_stmt *stmt, int at)
{
    const char *s = (const char *)sqlite3_column_text(stmt, at);
    return (struct text){s, (size_t)sqlite3_column_bytes(stmt, at)};
}

static void add_packed(struct buffer *out, struct text t)
{
    uint32_t n = (uint32_t)t.n;
    buffer_add(out, (const char *)&n, sizeof n);
    buffer_add_text(out, t);
}

static int read_tags(struct store_games *games, int64_t id, struct record *record, struct err *err)
{
    int rc;
    buffer_clear(&games->more);
    sqlite3_bind_int64(games->tags, 1, id);
    while ((rc = sqlite3_step(games->tags)) == SQLITE_ROW) {
        add_packed(&games->more, column(games->tags, 0));
        add_packed(&games->more, column(games->tags, 1));
    }
    if (rc != SQLITE_DONE)
        db_failed(&games->store->db, err);
    sqlite3_reset(games->tags);
    if (games->more.failed)
        return err_set(err, (struct src_pos){.file = games->store->db.path}, "out of memory");
    record->more = buffer_text(&games->more);
    return rc == SQLITE_DONE ? 0 : -1;
}

static int read_row(struct store_games *games, struct record *record, struct err *err)
{
    sqlite3_stmt *stmt = games->games;
    static const int tag_columns[RECORD_TAGS] = {3, 4, 5, 6, 7, 8, 9, 10};
    *record = (struct record){
        .variant = column(stmt, 2),
        .given = (unsigned)sqlite3_column_int(stmt, 11),
        .result = (unsigned)sqlite3_column_int(stmt, 12),
        .start = column(stmt, 13),
        .plies = (unsigned)sqlite3_column_int(stmt, 14),
        .moves = column(stmt, 15),
        .tree = column(stmt, 16),
        .terminator = column(stmt, 17),
    };
    for (unsigned i = 0; i < RECORD_TAGS; i++) {
        if (record->given & 1u << i)
            record->tags[i] = column(stmt, tag_columns[i]);
    }
    const void *content = sqlite3_column_blob(stmt, 1);
    if (sqlite3_column_bytes(stmt, 1) != 16 || !content || record->result > RESULT_OTHER)
        return err_set(err, (struct src_pos){.file = games->store->db.path}, "damaged: game %lld",
                       (long long)sqlite3_column_int64(stmt, 0));
    record->content = hash128_get(content);
    return 0;
}

int store_games_next(struct store_games *games, struct record *record, int64_t *id, struct err *err)
{
    int rc = sqlite3_step(games->games);
    if (rc == SQLITE_DONE)
        return 0;
    if (rc != SQLITE_ROW)
        return db_failed(&games->store->db, err);
    int64_t game = sqlite3_column_int64(games->games, 0);
    if (id)
        *id = game;
    return read_row(games, record, err) || read_tags(games, game, record, err) ? -1 : 1;
}

void store_games_close(struct store_games *games)
{
    if (!games)
        return;
    sqlite3_finalize(games->games);
    sqlite3_finalize(games->tags);
    buffer_fini(&games->more);
    free(games);
}
