// SPDX-License-Identifier: MIT
/* Files of results, matches and their schedules; games are in results-game.c. */
#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/store/results-internal.h"

#include <stdlib.h>

/* ---- statements ---- */

int results_prepare(struct results *results, const char *sql, struct results_query *out,
                    struct err *err)
{
    out->results = results;
    return db_prepare(&results->db, sql, &out->stmt, err);
}

int results_step(struct results_query *query, struct err *err)
{
    int rc = sqlite3_step(query->stmt);
    if (rc == SQLITE_ROW)
        return 1;
    return rc == SQLITE_DONE ? 0 : db_failed(&query->results->db, err);
}

int results_run(struct results_query *query, struct err *err)
{
    int rc = results_step(query, err);
    sqlite3_reset(query->stmt);
    return rc < 0 ? -1 : 0;
}

void results_end(struct results_query *query)
{
    sqlite3_finalize(query->stmt);
    query->stmt = NULL;
}

void results_bind(struct results_query *query, int at, const char *text)
{
    db_bind_text(query->stmt, at, text_of(text));
}

struct text results_column(struct results_query *query, int at)
{
    return db_column_text_or_null(query->stmt, at);
}

int results_number(struct results *results, const char *sql, int64_t a, const char *b, int64_t *out,
                   struct err *err)
{
    struct results_query query;
    if (results_prepare(results, sql, &query, err))
        return -1;
    sqlite3_bind_int64(query.stmt, 1, a);
    if (sqlite3_bind_parameter_count(query.stmt) > 1)
        results_bind(&query, 2, b);
    int rc = results_step(&query, err);
    if (rc > 0)
        *out = sqlite3_column_int64(query.stmt, 0);
    results_end(&query);
    return rc;
}

int results_damaged(struct results *results, const char *what, int64_t id, struct err *err)
{
    return err_set(err, (struct src_pos){.file = results->db.path}, "damaged: %s %lld", what,
                   (long long)id);
}

int results_intern(struct results *results, const struct results_name_table *names,
                   const char *name, const char *extra, int64_t of, int64_t *id, struct err *err)
{
    const char *const sql[] = {names->find, names->add};
    for (unsigned i = 0; i < 2; i++) {
        struct results_query query;
        if (results_prepare(results, sql[i], &query, err))
            return -1;
        int last = sqlite3_bind_parameter_count(query.stmt);
        results_bind(&query, 1, name);
        if (last > 1)
            results_bind(&query, 2, extra);
        if (last > 2)
            sqlite3_bind_int64(query.stmt, 3, of);
        int rc = results_step(&query, err);
        if (rc > 0)
            *id = sqlite3_column_int64(query.stmt, 0);
        results_end(&query);
        if (rc != 0)
            return rc < 0 ? -1 : 0;
    }
    *id = sqlite3_last_insert_rowid(results->db.sql);
    return 0;
}

/* ---- open and close ---- */

int results_open(const char *path, enum results_mode mode, struct results **out, struct err *err)
{
    struct results *results = calloc(1, sizeof *results);
    if (!results)
        return err_memory(err);
    if (db_open(path, &results_kind, mode == RESULTS_READ ? DB_READ : DB_WRITE, &results->db, err))
        goto failed;
    /* Readers do not block the match, and once a game is added it has reached the disk. */
    if (mode == RESULTS_WRITE) {
        if (db_exec(&results->db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL", err))
            goto failed;
        db_wait_long(&results->db);
    }
    *out = results;
    return 0;
failed:
    results_close(results);
    return -1;
}

void results_close(struct results *results)
{
    if (!results)
        return;
    db_close(&results->db);
    free(results);
}

/* ---- a match is added ---- */

static int add_match_row(struct results *results, const struct results_match *plan, int64_t *match,
                         struct err *err)
{
    struct results_query query;
    if (results_prepare(
            results,
            "INSERT INTO match (event, site, variant, draws, seed, config, fingerprint, began)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            &query, err))
        return -1;
    results_bind(&query, 1, plan->event);
    results_bind(&query, 2, plan->site ? plan->site : "");
    results_bind(&query, 3, plan->variant);
    results_bind(&query, 4, plan->draws ? plan->draws : "");
    sqlite3_bind_int64(query.stmt, 5, (int64_t)plan->seed);
    results_bind(&query, 6, plan->config ? plan->config : "");
    db_bind_hash(query.stmt, 7, plan->fingerprint);
    sqlite3_bind_int64(query.stmt, 8, clock_unix_ms());
    int rc = results_run(&query, err);
    *match = sqlite3_last_insert_rowid(results->db.sql);
    results_end(&query);
    return rc;
}

static const struct results_name_table player_names = {"SELECT id FROM player WHERE name = ?1",
                                                       "INSERT INTO player (name) VALUES (?1)"};

static int add_players(struct results *results, const struct results_match *plan, int64_t match,
                       struct err *err)
{
    struct results_query query;
    int rc = results_prepare(results, "INSERT INTO entry VALUES (?, ?, ?, ?, ?)", &query, err);
    for (unsigned i = 0; i < plan->n_players && rc == 0; i++) {
        const struct results_player *player = &plan->players[i];
        int64_t id;
        rc = results_intern(results, &player_names, player->name, NULL, 0, &id, err);
        if (rc)
            break;
        sqlite3_bind_int64(query.stmt, 1, match);
        sqlite3_bind_int64(query.stmt, 2, i);
        sqlite3_bind_int64(query.stmt, 3, id);
        results_bind(&query, 4, player->kind ? player->kind : "");
        results_bind(&query, 5, player->time_control ? player->time_control : "");
        rc = results_run(&query, err);
    }
    results_end(&query);
    return rc;
}

/* Binds and runs the two statements of add_pairs for one pair. */
static int add_pair(struct results_query *opening, struct results_query *query,
                    const struct results_pair *pair, int64_t match, struct err *err)
{
    for (unsigned i = 0; i < 2; i++) {
        struct results_query *q = i ? query : opening;
        int at = i ? 7 : 1;
        results_bind(q, at, pair->opening ? pair->opening : "");
        results_bind(q, at + 1, pair->fen ? pair->fen : "");
        results_bind(q, at + 2, pair->moves ? pair->moves : "");
    }
    sqlite3_bind_int64(query->stmt, 1, match);
    sqlite3_bind_int64(query->stmt, 2, pair->number);
    sqlite3_bind_int64(query->stmt, 3, pair->round);
    sqlite3_bind_int64(query->stmt, 4, pair->first);
    sqlite3_bind_int64(query->stmt, 5, pair->second);
    sqlite3_bind_int64(query->stmt, 6, pair->games);
    return results_run(opening, err) || results_run(query, err) ? -1 : 0;
}

static int add_pairs(struct results *results, const struct results_match *plan, int64_t match,
                     struct err *err)
{
    struct results_query opening = {0}, query = {0};
    int rc = -1;
    if (results_prepare(results,
                        "INSERT OR IGNORE INTO opening (name, fen, moves) VALUES (?, ?, ?)",
                        &opening, err)
        || results_prepare(
            results,
            "INSERT INTO pair (match_id, number, round, first, second, games, opening_id)"
            " VALUES (?1, ?2, ?3, ?4, ?5, ?6,"
            " (SELECT id FROM opening WHERE name = ?7 AND fen = ?8 AND moves = ?9))",
            &query, err))
        goto done;
    rc = 0;
    for (unsigned i = 0; i < plan->n_pairs && rc == 0; i++)
        rc = add_pair(&opening, &query, &plan->pairs[i], match, err);
done:
    results_end(&opening);
    results_end(&query);
    return rc;
}

int results_match_begin(struct results *results, const struct results_match *plan, int64_t *match,
                        struct err *err)
{
    return results_match_begin_retiring(results, plan, 0, match, err);
}

int results_match_begin_retiring(struct results *results, const struct results_match *plan,
                                 unsigned least, int64_t *match, struct err *err)
{
    const struct results_dead dead = {.least = least};
    unsigned retired = 0;
    int64_t id;
    if (db_exec(&results->db, "BEGIN IMMEDIATE", err))
        return -1;
    int rc = add_match_row(results, plan, &id, err) || add_players(results, plan, id, err)
                     || add_pairs(results, plan, id, err)
                     || (least && results_retire_dead(results, id, &dead, &retired, err))
                 ? -1
                 : 0;
    if (rc == 0 && least && retired == plan->n_pairs)
        rc = 1;
    else if (rc == 0)
        rc = db_exec(&results->db, "COMMIT", err);
    if (rc)
        sqlite3_exec(results->db.sql, "ROLLBACK", NULL, NULL, NULL);
    else
        *match = id;
    return rc;
}

/* ---- a match is found and read ---- */

int results_match_find(struct results *results, const char *event, int64_t *match, struct err *err)
{
    return results_number(results,
                          "SELECT id FROM match WHERE ?1 AND (?2 IS NULL OR event = ?2)"
                          " ORDER BY id DESC LIMIT 1",
                          1, event, match, err);
}

static const char *keep(struct arena *arena, struct text t)
{
    return arena_strndup(arena, t.s, t.n);
}

static int load_head(struct results *results, int64_t match, struct arena *arena,
                     struct results_match *out, struct err *err)
{
    struct results_query query;
    if (results_prepare(results,
                        "SELECT event, site, variant, draws, seed, config, fingerprint,"
                        " (SELECT count(*) FROM entry WHERE match_id = match.id),"
                        " (SELECT count(*) FROM pair WHERE match_id = match.id)"
                        " FROM match WHERE id = ?",
                        &query, err))
        return -1;
    sqlite3_bind_int64(query.stmt, 1, match);
    int rc = results_step(&query, err);
    const void *fingerprint = rc > 0 ? sqlite3_column_blob(query.stmt, 6) : NULL;
    if (rc == 0)
        rc = err_file(err, results->db.path, "contains no match %lld", (long long)match);
    else if (rc > 0 && (!fingerprint || sqlite3_column_bytes(query.stmt, 6) != 16))
        rc = results_damaged(results, "match", match, err);
    if (rc > 0) {
        *out = (struct results_match){
            .event = keep(arena, results_column(&query, 0)),
            .site = keep(arena, results_column(&query, 1)),
            .variant = keep(arena, results_column(&query, 2)),
            .draws = keep(arena, results_column(&query, 3)),
            .seed = (uint64_t)sqlite3_column_int64(query.stmt, 4),
            .config = keep(arena, results_column(&query, 5)),
            .fingerprint = hash128_get(fingerprint),
            .n_players = (unsigned)sqlite3_column_int(query.stmt, 7),
            .n_pairs = (unsigned)sqlite3_column_int(query.stmt, 8),
        };
        rc = out->event && out->site && out->variant && out->draws && out->config ? 0
                                                                                  : err_memory(err);
    }
    results_end(&query);
    return rc;
}

static int load_players(struct results *results, int64_t match, struct arena *arena,
                        struct results_match *out, struct err *err)
{
    struct results_player *players = arena_zalloc(arena, (out->n_players + 1) * sizeof *players);
    struct results_query query;
    if (!players)
        return err_memory(err);
    if (results_prepare(results,
                        "SELECT player.name, kind, time_control FROM entry"
                        " JOIN player ON player.id = player_id WHERE match_id = ? ORDER BY place",
                        &query, err))
        return -1;
    sqlite3_bind_int64(query.stmt, 1, match);
    unsigned n = 0;
    int rc = 0;
    while (n < out->n_players && (rc = results_step(&query, err)) > 0) {
        struct results_player *player = &players[n++];
        player->name = keep(arena, results_column(&query, 0));
        player->kind = keep(arena, results_column(&query, 1));
        player->time_control = keep(arena, results_column(&query, 2));
        if (!player->name || !player->kind || !player->time_control) {
            rc = err_memory(err);
            break;
        }
    }
    results_end(&query);
    out->players = players;
    if (rc >= 0 && n < out->n_players)
        return results_damaged(results, "the players of match", match, err);
    return rc < 0 ? -1 : 0;
}

static int load_pair(struct results_query *query, struct arena *arena, struct results_pair *pair,
                     struct err *err)
{
    struct text fen = results_column(query, 6);
    *pair = (struct results_pair){
        .number = (unsigned)sqlite3_column_int64(query->stmt, 0),
        .round = (unsigned)sqlite3_column_int64(query->stmt, 1),
        .first = (unsigned)sqlite3_column_int64(query->stmt, 2),
        .second = (unsigned)sqlite3_column_int64(query->stmt, 3),
        .games = (unsigned)sqlite3_column_int64(query->stmt, 4),
        .opening = keep(arena, results_column(query, 5)),
        .fen = fen.n ? keep(arena, fen) : NULL,
        .moves = keep(arena, results_column(query, 7)),
        .retired = sqlite3_column_int(query->stmt, 8) != 0,
    };
    return pair->opening && pair->moves && (pair->fen || !fen.n) ? 0 : err_memory(err);
}

/* Checked, since numbers from the file will be used as indexes. */
static bool is_pair_good(const struct results_pair *pair, const struct results_match *match,
                         unsigned number)
{
    return pair->number == number && pair->first < match->n_players
           && pair->second < match->n_players && pair->games >= 1 && pair->games <= 2;
}

static int load_pairs(struct results *results, int64_t match, struct arena *arena,
                      struct results_match *out, struct err *err)
{
    struct results_pair *pairs = arena_alloc(arena, (out->n_pairs + 1) * sizeof *pairs);
    struct results_query query;
    if (!pairs)
        return err_memory(err);
    if (results_prepare(
            results,
            "SELECT number, round, first, second, games, opening.name, fen, moves, retired"
            " FROM pair JOIN opening ON opening.id = opening_id"
            " WHERE match_id = ? ORDER BY number",
            &query, err))
        return -1;
    sqlite3_bind_int64(query.stmt, 1, match);
    unsigned n = 0;
    int rc = 0;
    while (n < out->n_pairs && (rc = results_step(&query, err)) > 0) {
        rc = load_pair(&query, arena, &pairs[n], err);
        if (rc == 0 && !is_pair_good(&pairs[n], out, n + 1))
            rc = results_damaged(results, "a pair of match", match, err);
        if (rc)
            break;
        n++;
    }
    results_end(&query);
    out->pairs = pairs;
    if (rc >= 0 && n < out->n_pairs)
        return results_damaged(results, "the pairs of match", match, err);
    return rc < 0 ? -1 : 0;
}

int results_match_load(struct results *results, int64_t match, struct arena *arena,
                       struct results_match *out, struct err *err)
{
    return load_head(results, match, arena, out, err)
                   || load_players(results, match, arena, out, err)
                   || load_pairs(results, match, arena, out, err)
               ? -1
               : 0;
}

int results_match_progress(struct results *results, int64_t match, struct results_progress *out,
                           struct err *err)
{
    int64_t games = 0, finished = 0;
    if (results_number(results, "SELECT count(*) FROM game WHERE match_id = ? AND counts", match,
                       NULL, &finished, err)
            < 0
        || results_number(
               results,
               "SELECT coalesce(sum(games), 0) FROM pair WHERE match_id = ?1 AND NOT retired",
               match, NULL, &games, err)
               < 0)
        return -1;
    int64_t of_retired = 0;
    if (results_number(results,
                       "SELECT count(*) FROM game JOIN pair ON pair.id = pair_id"
                       " WHERE pair.match_id = ? AND retired AND counts",
                       match, NULL, &of_retired, err)
        < 0)
        return -1;
    *out = (struct results_progress){.games = (unsigned)(games + of_retired),
                                     .finished = (unsigned)finished};
    return 0;
}

/** Numbers of pairs. */
struct numbers {
    unsigned *at; /* owned, n of them */
    unsigned n, room;
};

/** Finds the pairs of dead openings that have not begun. */
static int find_dead(struct results *results, int64_t match, const struct results_dead *dead,
                     struct numbers *out, struct err *err)
{
    struct results_query query;
    int rc;
    if (results_prepare(results,
                        "SELECT number FROM pair WHERE match_id = ?1 AND NOT retired"
                        " AND opening_id IN (SELECT opening FROM"
                        " (SELECT played.opening_id AS opening, count(*) AS games,"
                        " sum(result_id <> ?3) AS decided FROM pair AS played"
                        " JOIN game ON game.pair_id = played.id"
                        " WHERE counts AND played.match_id IN (SELECT other.id FROM match"
                        " JOIN match AS other ON other.variant = match.variant WHERE match.id = ?1)"
                        " AND white_id IN (SELECT player_id FROM entry WHERE match_id = ?1)"
                        " AND black_id IN (SELECT player_id FROM entry WHERE match_id = ?1)"
                        " AND (?4 = 0 OR played.opening_id ="
                        " (SELECT opening_id FROM pair WHERE match_id = ?1 AND number = ?4))"
                        " GROUP BY played.id) GROUP BY opening"
                        " HAVING sum(decided) = 0 AND sum(games = 2) >= ?2)"
                        " AND NOT EXISTS (SELECT 1 FROM game WHERE pair_id = pair.id AND counts)",
                        &query, err))
        return -1;
    sqlite3_bind_int64(query.stmt, 1, match);
    sqlite3_bind_int64(query.stmt, 2, dead->least);
    sqlite3_bind_int64(query.stmt, 3, RESULT_DRAW);
    sqlite3_bind_int64(query.stmt, 4, dead->pair);
    while ((rc = results_step(&query, err)) > 0) {
        if (!ARRAY_GROW(out->at, out->n, out->room)) {
            rc = err_memory(err);
            break;
        }
        out->at[out->n++] = (unsigned)sqlite3_column_int64(query.stmt, 0);
    }
    results_end(&query);
    return rc < 0 ? -1 : 0;
}

/** @param retired set to how many of the pairs were retired */
static int retire_pairs(struct results *results, int64_t match, const struct results_dead *dead,
                        const struct numbers *pairs, unsigned *retired, struct err *err)
{
    struct results_query query;
    int rc = 0;
    *retired = 0;
    if (results_prepare(results, "UPDATE pair SET retired = 1 WHERE match_id = ? AND number = ?",
                        &query, err))
        return -1;
    for (unsigned i = 0; i < pairs->n && rc == 0; i++) {
        if (dead->may_retire && !dead->may_retire(dead->ctx, pairs->at[i]))
            continue;
        sqlite3_bind_int64(query.stmt, 1, match);
        sqlite3_bind_int64(query.stmt, 2, pairs->at[i]);
        rc = results_run(&query, err);
        ++*retired;
    }
    results_end(&query);
    return rc;
}

/* There may be thousands of pairs, and each transaction waits for the disk: there is only one. */
int results_retire_dead(struct results *results, int64_t match, const struct results_dead *dead,
                        unsigned *pairs, struct err *err)
{
    const bool is_begun = !sqlite3_get_autocommit(results->db.sql);
    struct numbers found = {0};
    unsigned retired = 0;
    int rc = find_dead(results, match, dead, &found, err);
    if (rc == 0 && found.n) {
        if (!is_begun)
            rc = db_exec(&results->db, "BEGIN IMMEDIATE", err);
        if (rc == 0)
            rc = retire_pairs(results, match, dead, &found, &retired, err);
        if (rc == 0 && !is_begun)
            rc = db_exec(&results->db, "COMMIT", err);
        if (rc && !is_begun)
            sqlite3_exec(results->db.sql, "ROLLBACK", NULL, NULL, NULL);
    }
    free(found.at);
    if (pairs)
        *pairs = retired;
    return rc;
}

int results_incident_add(struct results *results, int64_t match, const char *player,
                         const char *kind, const char *detail, int64_t at, struct err *err)
{
    struct results_query query;
    if (results_prepare(
            results,
            "INSERT INTO incident (match_id, at, player, kind, detail) VALUES (?, ?, ?, ?, ?)",
            &query, err))
        return -1;
    sqlite3_bind_int64(query.stmt, 1, match);
    sqlite3_bind_int64(query.stmt, 2, at);
    results_bind(&query, 3, player ? player : "");
    results_bind(&query, 4, kind);
    results_bind(&query, 5, detail ? detail : "");
    int rc = results_run(&query, err);
    results_end(&query);
    return rc;
}
