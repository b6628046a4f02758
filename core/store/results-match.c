// SPDX-License-Identifier: MIT
/* Matches and their schedules in a file of results: added, found and read. */
#include "core/base/clock.h"
#include "core/store/results-internal.h"

/* ---- added ---- */

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

int results_match_begin(struct results *results, const struct results_match *plan, unsigned least,
                        int64_t *match, struct err *err)
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

/* ---- found and read ---- */

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
    else if (rc > 0 && (!fingerprint || sqlite3_column_bytes(query.stmt, 6) != HASH128_SIZE))
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
