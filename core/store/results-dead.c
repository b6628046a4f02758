// SPDX-License-Identifier: MIT
/* Openings in which no game was decided: their pairs are retired. */
#include "core/base/array.h"
#include "core/store/results-internal.h"

#include <stdlib.h>

/* Numbers of pairs. */
struct numbers {
    unsigned *at; /* owned, n of them */
    unsigned n, room;
};

/* Finds the pairs of dead openings that have not begun. */
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

/* @param retired set to how many of the pairs were retired */
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
