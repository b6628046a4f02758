// SPDX-License-Identifier: MIT
/*
 * Adding games should cost what SQLite costs and little more. Statements are prepared once, and ids
 * of players and events are remembered in a direct-mapped cache. The table of positions is ordered
 * by key, so its rows are collected and inserted sorted, in large batches: one by one, each would
 * touch another page of the file.
 */
#include "core/store/store.h"

#include "core/base/utf8.h"
#include "core/store/movetext.h"
#include "core/store/results.h"
#include "core/store/schema.h"
#include "core/store/store-internal.h"

#include <stdlib.h>
#include <string.h>

enum {
    NAMES = 1 << 16,  /* ids in a direct-mapped cache, so that memory stays flat */
    PLACES = 1 << 18, /* positions sorted before they are inserted */
};

static const char *const sql_of[STATEMENTS] = {
    [FIND_PLAYER] = "SELECT id FROM player WHERE name = ?",
    [ADD_PLAYER] = "INSERT INTO player (name) VALUES (?)",
    [FIND_EVENT] = "SELECT id FROM event WHERE name = ? AND site = ?",
    [ADD_EVENT] = "INSERT INTO event (name, site) VALUES (?, ?)",
    [ADD_GAME] =
        "INSERT INTO game (content, variant, event_id, white_id, black_id, date, round, result_id,"
        " result, game_type, given, start, plies, moves, tree, terminator)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)"
        " ON CONFLICT (content) DO NOTHING",
    [FIND_GAME] = "SELECT id FROM game WHERE content = ?",
    [ADD_TAG] = "INSERT INTO tag (game_id, place, name, value) VALUES (?, ?, ?, ?)",
    [ADD_POSITION] = "INSERT OR IGNORE INTO position (key, game_id, ply) VALUES (?, ?, ?)",
    [ADD_SOURCE] = ("INSERT OR IGNORE INTO source (game_id, file, game, line)"
                    " SELECT id, ?2, ?3, nullif(?4, 0) FROM game WHERE content = ?1"),
    [DROP_JUDGEMENTS] = "DELETE FROM judgement WHERE game_id = ?",
    [ADD_JUDGEMENT] = "INSERT INTO judgement VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11,"
                      " ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20)",
    [FIND_JUDGEMENTS] = "SELECT judgement.* FROM judgement JOIN game ON game.id = game_id"
                        " WHERE content = ?",
};

bool store_is_sqlite(const char *head, size_t n) { return db_is_sqlite(head, n); }

_Static_assert((int)STORE_HEAD_SIZE >= (int)DB_HEAD_SIZE, "a collection is recognised by its head");

bool store_is_collection(const char *head, size_t n)
{
    return db_is_kind(&schema_collection, head, n);
}

bool store_is_foreign(const char *head, size_t n)
{
    return db_is_sqlite(head, n) && n >= DB_HEAD_SIZE && !db_is_kind(&schema_collection, head, n)
           && !results_is_file(head, n);
}

static int read_positions_setting(struct store *store, struct err *err)
{
    sqlite3_stmt *stmt = NULL;
    if (db_prepare(&store->db, "SELECT 1 FROM setting WHERE name = 'positions'", &stmt, err))
        return -1;
    int rc = sqlite3_step(stmt);
    store->positions = rc == SQLITE_ROW;
    if (rc != SQLITE_ROW && rc != SQLITE_DONE)
        db_failed(&store->db, err);
    sqlite3_finalize(stmt);
    return rc == SQLITE_ROW || rc == SQLITE_DONE ? 0 : -1;
}

int store_open(const char *path, enum store_mode mode, struct store **out, struct err *err)
{
    static const enum db_mode modes[] = {DB_READ, DB_WRITE, DB_FRESH};
    struct store *store = calloc(1, sizeof *store);
    if (!store)
        return err_memory(err);
    char sql[64];
    sqlite3_snprintf(sizeof sql, sql, "PRAGMA cache_size = -%d",
                     mode == STORE_READ ? DB_READ_CACHE : DB_WRITE_CACHE);
    if (db_open(path, &schema_collection, modes[mode], &store->db, err)
        || db_exec(&store->db, sql, err) || read_positions_setting(store, err)) {
        store_close(store);
        return -1;
    }
    if (mode != STORE_READ) {
        store->names = calloc(NAMES, sizeof *store->names);
        store->places = malloc(PLACES * sizeof *store->places);
    }
    if (mode != STORE_READ && (!store->names || !store->places)) {
        store_close(store);
        return err_memory(err);
    }
    *out = store;
    return 0;
}

void store_close(struct store *store)
{
    if (!store)
        return;
    for (unsigned i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(store->statements[i]);
    if (store->in_batch)
        sqlite3_exec(store->db.sql, "ROLLBACK", NULL, NULL, NULL);
    db_close(&store->db);
    free(store->names);
    free(store->places);
    free(store);
}

/* ---- statements ---- */

static int take(struct store *store, enum store_statement which, sqlite3_stmt **out,
                struct err *err)
{
    if (!store->statements[which]
        && db_prepare(&store->db, sql_of[which], &store->statements[which], err))
        return -1;
    *out = store->statements[which];
    return 0;
}

/* Runs a statement that gives one number, or no row, in which case `out` is 0. */
static int ask(struct store *store, sqlite3_stmt *stmt, int64_t *out, struct err *err)
{
    int rc = sqlite3_step(stmt);
    *out = rc == SQLITE_ROW ? sqlite3_column_int64(stmt, 0) : 0;
    if (rc != SQLITE_ROW && rc != SQLITE_DONE)
        db_failed(&store->db, err);
    sqlite3_reset(stmt);
    return rc == SQLITE_ROW || rc == SQLITE_DONE ? 0 : -1;
}

/* ---- batches ---- */

static int by_key(const void *a, const void *b)
{
    const struct store_position *p = a, *q = b;
    if (p->key != q->key)
        return (int64_t)p->key < (int64_t)q->key ? -1 : 1;
    if (p->game != q->game)
        return p->game < q->game ? -1 : 1;
    return p->ply < q->ply ? -1 : p->ply > q->ply;
}

/*
 * Sorts the pending rows before inserting them, which is many times faster than the order of the
 * games.
 */
static int write_places(struct store *store, struct err *err)
{
    sqlite3_stmt *stmt;
    if (store->n_places == 0)
        return 0;
    if (take(store, ADD_POSITION, &stmt, err))
        return -1;
    qsort(store->places, store->n_places, sizeof *store->places, by_key);
    for (unsigned i = 0; i < store->n_places; i++) {
        const struct store_position *place = &store->places[i];
        sqlite3_bind_int64(stmt, 1, (int64_t)place->key);
        sqlite3_bind_int64(stmt, 2, place->game);
        sqlite3_bind_int64(stmt, 3, place->ply);
        if (db_run(&store->db, stmt, err))
            return -1;
    }
    store->n_places = 0;
    return 0;
}

int store_begin(struct store *store, struct err *err)
{
    if (db_exec(&store->db, "BEGIN IMMEDIATE", err))
        return -1;
    store->in_batch = true;
    return 0;
}

int store_commit(struct store *store, struct err *err)
{
    if (write_places(store, err) || db_commit(&store->db, err))
        return -1;
    store->in_batch = false;
    return 0;
}

static void take_back(struct store *store)
{
    sqlite3_exec(store->db.sql, "ROLLBACK", NULL, NULL, NULL);
    store->in_batch = false;
    store->n_places = 0;
    if (store->names) /* ids assigned in the batch are invalid */
        memset(store->names, 0, NAMES * sizeof *store->names);
}

static int ask_once(struct store *store, const char *sql, int64_t *out, struct err *err)
{
    sqlite3_stmt *stmt = NULL;
    if (db_prepare(&store->db, sql, &stmt, err))
        return -1;
    int rc = ask(store, stmt, out, err);
    sqlite3_finalize(stmt);
    return rc;
}

int store_count(struct store *store, int64_t *out, struct err *err)
{
    return ask_once(store, "SELECT count(*) FROM game", out, err);
}

int store_check_ids(struct store *store, bool *out, struct err *err)
{
    /* as separate queries, each is answered from an index without reading the games */
    static const char sql[] =
        "SELECT (SELECT count(*) FROM game) = (SELECT ifnull(max(id), 0) FROM game)"
        " AND (SELECT ifnull(min(id), 1) FROM game) = 1";
    int64_t yes = 0;
    int rc = ask_once(store, sql, &yes, err);
    *out = yes != 0;
    return rc;
}

bool store_keeps_positions(const struct store *store) { return store->positions; }

int store_keep_positions(struct store *store, struct err *err)
{
    int64_t games;
    if (store->positions)
        return 0;
    if (store_count(store, &games, err))
        return -1;
    if (games)
        return err_file(err, store->db.path,
                        "holds %lld games without their positions; make a new file with "
                        "--positions",
                        (long long)games);
    if (db_exec(&store->db, "INSERT INTO setting VALUES ('positions', 'all')", err))
        return -1;
    store->positions = true;
    return 0;
}

/* ---- adding ---- */

/* Finds the id of a player (one text) or an event (two), adding it if it is new. */
static int id_of(struct store *store, enum store_statement find, struct text a, struct text b,
                 int64_t *out, struct err *err)
{
    struct hash128 of = hash128_of(a.s, a.n), more = hash128_of(b.s, b.n);
    of.low ^= find;
    of.high += 3 * more.high + more.low;
    struct store_name *name = &store->names[of.low % NAMES];
    if (name->id && hash128_same(name->of, of)) {
        *out = name->id;
        return 0;
    }
    sqlite3_stmt *stmt;
    for (unsigned i = 0; i < 2; i++) { /* find, then add */
        if (take(store, find + i, &stmt, err))
            return -1;
        db_bind_text(stmt, 1, a);
        if (find == FIND_EVENT)
            db_bind_text(stmt, 2, b);
        if (i == 0 && ask(store, stmt, out, err))
            return -1;
        if (i == 0 && *out)
            break;
        if (i == 1 && db_run(&store->db, stmt, err))
            return -1;
        *out = sqlite3_last_insert_rowid(store->db.sql);
    }
    *name = (struct store_name){of, *out};
    return 0;
}

static int bind_players_and_event(struct store *store, sqlite3_stmt *stmt,
                                  const struct record *record, struct err *err)
{
    static const enum record_tag sides[] = {RECORD_WHITE, RECORD_BLACK};
    const struct text *tags = record->tags, none = {"", 0};
    int64_t id;
    for (int i = 0; i < 2; i++) {
        sqlite3_bind_null(stmt, 4 + i);
        if (!tags[sides[i]].s)
            continue;
        if (id_of(store, FIND_PLAYER, tags[sides[i]], none, &id, err))
            return -1;
        sqlite3_bind_int64(stmt, 4 + i, id);
    }
    sqlite3_bind_null(stmt, 3);
    struct text event = tags[RECORD_EVENT], site = tags[RECORD_SITE];
    if (!event.s && !site.s)
        return 0;
    if (id_of(store, FIND_EVENT, event.s ? event : none, site.s ? site : none, &id, err))
        return -1;
    sqlite3_bind_int64(stmt, 3, id);
    return 0;
}

static int add_row(struct store *store, const struct record *record, bool *added, struct err *err)
{
    sqlite3_stmt *stmt;
    if (take(store, ADD_GAME, &stmt, err) || bind_players_and_event(store, stmt, record, err))
        return -1;
    db_bind_hash(stmt, 1, record->content);
    db_bind_text(stmt, 2, record->variant);
    db_bind_text(stmt, 6, record->tags[RECORD_DATE]);
    db_bind_text(stmt, 7, record->tags[RECORD_ROUND]);
    sqlite3_bind_int64(stmt, 8, record->result);
    db_bind_text(stmt, 9, record->tags[RECORD_RESULT]);
    db_bind_text(stmt, 10, record->tags[RECORD_GAME_TYPE]);
    sqlite3_bind_int64(stmt, 11, record->given);
    db_bind_text(stmt, 12, record->start);
    sqlite3_bind_int64(stmt, 13, record->plies);
    db_bind_text(stmt, 14, record->moves);
    db_bind_text(stmt, 15, record->tree);
    db_bind_text(stmt, 16, record->terminator.s ? record->terminator : (struct text){"", 0});
    if (db_run(&store->db, stmt, err))
        return -1;
    *added = sqlite3_changes(store->db.sql) > 0;
    return 0;
}

static int add_tags(struct store *store, const struct record *record, int64_t game, struct err *err)
{
    struct text more = record->more;
    struct tag tag;
    sqlite3_stmt *stmt;
    for (int place = 0; record_next_tag(&more, &tag); place++) {
        if (take(store, ADD_TAG, &stmt, err))
            return -1;
        sqlite3_bind_int64(stmt, 1, game);
        sqlite3_bind_int(stmt, 2, place);
        db_bind_text(stmt, 3, tag.name.s ? tag.name : (struct text){"", 0});
        db_bind_text(stmt, 4, tag.value.s ? tag.value : (struct text){"", 0});
        if (db_run(&store->db, stmt, err))
            return -1;
    }
    return 0;
}

static int add_places(struct store *store, const struct record *record, int64_t game,
                      struct err *err)
{
    struct movetext_key position;
    for (size_t i = 0; i < record->keys.n / sizeof position; i++) {
        if (store->n_places == PLACES && write_places(store, err))
            return -1;
        struct store_position *place = &store->places[store->n_places++];
        memcpy(&position, record->keys.s + i * sizeof position, sizeof position);
        place->key = position.key;
        place->game = game;
        place->ply = position.ply;
    }
    return 0;
}

static int add_whole(struct store *store, const struct record *record, bool *added, struct err *err)
{
    if (add_row(store, record, added, err))
        return -1;
    int64_t game = sqlite3_last_insert_rowid(store->db.sql);
    if (*added && add_tags(store, record, game, err))
        return -1;
    return *added && store->positions ? add_places(store, record, game, err) : 0;
}

int store_add(struct store *store, const struct record *record, bool *added, struct err *err)
{
    bool is_new = false, own_batch = !store->in_batch;
    if (own_batch && store_begin(store, err))
        return -1;
    if (add_whole(store, record, &is_new, err) || (own_batch && store_commit(store, err))) {
        if (own_batch)
            take_back(store);
        return -1;
    }
    if (added)
        *added = is_new;
    return 0;
}

int store_add_source(struct store *store, const struct record *record, const char *file,
                     uint64_t game, unsigned line, struct err *err)
{
    sqlite3_stmt *stmt = NULL;
    struct buffer name = {0};
    utf8_add_valid(file, strlen(file), &name);
    int rc = name.failed ? err_memory(err) : take(store, ADD_SOURCE, &stmt, err);
    if (rc == 0) {
        db_bind_hash(stmt, 1, record->content);
        sqlite3_bind_text(stmt, 2, name.s ? name.s : "", (int)name.n, SQLITE_TRANSIENT);
        sqlite3_bind_int64(stmt, 3, (int64_t)game);
        sqlite3_bind_int64(stmt, 4, line);
        rc = db_run(&store->db, stmt, err);
    }
    buffer_fini(&name);
    return rc;
}

int store_drop_judgements(struct store *store, int64_t game, struct err *err)
{
    sqlite3_stmt *stmt;
    if (take(store, DROP_JUDGEMENTS, &stmt, err))
        return -1;
    sqlite3_bind_int64(stmt, 1, game);
    return db_run(&store->db, stmt, err);
}

static void bind_chances(sqlite3_stmt *stmt, int first, const struct store_chances *chances)
{
    sqlite3_bind_double(stmt, first, chances->win);
    sqlite3_bind_double(stmt, first + 1, chances->draw);
    sqlite3_bind_double(stmt, first + 2, chances->lose);
}

/* Binds the columns from `loss` to `nodes`; those not bound stay NULL. */
static void bind_values(sqlite3_stmt *stmt, const struct store_judgement *j)
{
    sqlite3_bind_double(stmt, 6, j->loss);
    if (j->is_win)
        sqlite3_bind_int(stmt, 8, j->moves_to_win);
    else
        sqlite3_bind_double(stmt, 7, j->eval);
    bind_chances(stmt, 9, &j->after);
    bind_chances(stmt, 12, &j->before);
    db_bind_text(stmt, 15, j->line);
    sqlite3_bind_int64(stmt, 16, j->depth);
    sqlite3_bind_int64(stmt, 17, (int64_t)j->nodes);
}

int store_add_judgement(struct store *store, int64_t game, const struct store_judgement *j,
                        struct err *err)
{
    sqlite3_stmt *stmt;
    if (take(store, ADD_JUDGEMENT, &stmt, err))
        return -1;
    sqlite3_clear_bindings(stmt);
    sqlite3_bind_int64(stmt, 1, game);
    sqlite3_bind_int64(stmt, 2, j->ply);
    sqlite3_bind_text(stmt, 3, j->is_black ? "black" : "white", -1, SQLITE_STATIC);
    db_bind_text(stmt, 4, j->move);
    sqlite3_bind_text(stmt, 5, j->verdict, -1, SQLITE_STATIC);
    if (j->is_judged)
        bind_values(stmt, j);
    sqlite3_bind_int(stmt, 18, j->is_exact);
    sqlite3_bind_int(stmt, 19, j->is_novelty);
    sqlite3_bind_int(stmt, 20, j->is_exercise);
    return db_run(&store->db, stmt, err);
}

int store_find_judgements(struct store *store, struct hash128 content, sqlite3_stmt **out,
                          struct err *err)
{
    if (take(store, FIND_JUDGEMENTS, out, err))
        return -1;
    db_bind_hash(*out, 1, content);
    return 0;
}

int store_add_judgements(struct store *store, int64_t game, sqlite3_stmt **out, struct err *err)
{
    if (take(store, ADD_JUDGEMENT, out, err))
        return -1;
    sqlite3_bind_int64(*out, 1, game);
    return 0;
}

int store_copy_judgements(struct store *from, struct hash128 content, struct store *to,
                          int64_t game, struct err *err)
{
    sqlite3_stmt *find, *add;
    if (store_find_judgements(from, content, &find, err)
        || store_add_judgements(to, game, &add, err))
        return -1;
    return db_copy_rows(&from->db, find, &to->db, add, err);
}

int store_find_game(struct store *store, struct hash128 content, int64_t *id, struct err *err)
{
    sqlite3_stmt *stmt;
    if (take(store, FIND_GAME, &stmt, err))
        return -1;
    db_bind_hash(stmt, 1, content);
    return ask(store, stmt, id, err);
}

int store_add_game(struct store *store, const struct game *game, bool *added, int64_t *id,
                   struct err *err)
{
    struct buffer bytes = {0};
    struct record record;
    int rc = -1;
    if (record_pack(game, store->positions, &bytes, err))
        goto done;
    if (!record_unpack(buffer_text(&bytes), &record)) {
        err_set(err, game->at, "this game cannot be stored");
        goto done;
    }
    rc = store_add(store, &record, added, err);
    if (rc == 0 && id)
        rc = store_find_game(store, record.content, id, err);
done:
    buffer_fini(&bytes);
    return rc;
}
