// SPDX-License-Identifier: MIT
/* Games without their moves, for reports: fast, even for 100,000 of them. */
#include "core/store/results-internal.h"

#include <stddef.h>

/*
 * Two years in ms: keeps sums over any number of games from overflowing, even if the file is
 * damaged.
 */
#define TIME_MAX ((int64_t)1 << 36)

/* Limited, since readers of several files add an offset to `pair`. */
#define PAIR_MAX ((int64_t)1 << 40)

static int64_t time_at(struct results_query *query, int at)
{
    int64_t ms = sqlite3_column_int64(query->stmt, at);
    return ms > TIME_MAX ? TIME_MAX : ms < -TIME_MAX ? -TIME_MAX : ms;
}

static struct results_clock read_clock(struct results_query *query, int at)
{
    sqlite3_stmt *stmt = query->stmt;
    return (struct results_clock){
        .used = time_at(query, at),
        .longest = time_at(query, at + 1),
        .least = sqlite3_column_type(stmt, at + 2) == SQLITE_NULL ? RESULTS_NO_CLOCK
                                                                  : time_at(query, at + 2),
        .claimed = time_at(query, at + 3),
        .against = time_at(query, at + 4),
        .moves = (unsigned)sqlite3_column_int64(stmt, at + 5),
    };
}

static void read_row(struct results_query *query, struct results_row *row)
{
    sqlite3_stmt *stmt = query->stmt;
    *row = (struct results_row){
        .match = sqlite3_column_int64(stmt, 0),
        .number = sqlite3_column_int64(stmt, 1),
        .pair = sqlite3_column_int64(stmt, 2),
        .pair_games = (unsigned)sqlite3_column_int64(stmt, 3),
        .game = (unsigned)sqlite3_column_int64(stmt, 4),
        .counts = sqlite3_column_int(stmt, 5) != 0,
        .white = sqlite3_column_int64(stmt, 6),
        .black = sqlite3_column_int64(stmt, 7),
        .white_version = sqlite3_column_int64(stmt, 8),
        .black_version = sqlite3_column_int64(stmt, 9),
        .opening = sqlite3_column_int64(stmt, 10),
        .result = (enum result)sqlite3_column_int(stmt, 11),
        .reason = sqlite3_column_int64(stmt, 12),
        .blame = sqlite3_column_type(stmt, 13) == SQLITE_NULL ? -1 : sqlite3_column_int(stmt, 13),
        .plies = (unsigned)sqlite3_column_int64(stmt, 14),
        .began = sqlite3_column_int64(stmt, 15),
        .ended = sqlite3_column_int64(stmt, 16),
        .clock = {read_clock(query, 17), read_clock(query, 17 + RESULTS_CLOCK_COLUMNS)},
    };
}

/*
 * Says what is wrong with a row, for results_damaged; NULL: nothing. Checked, since its numbers
 * will be used as indexes.
 */
static const char *fault_of(const struct results_row *row)
{
    if (row->pair < 1 || row->pair > PAIR_MAX)
        return "the pair of game";
    if (row->white == row->black)
        return "the players of game";
    const bool is_good = row->result >= RESULT_UNKNOWN && row->result <= RESULT_BOTH_LOST
                         && row->game <= 1 && row->blame >= -1 && row->blame <= BLACK;
    return is_good ? NULL : "game";
}

#define ROWS                                                                           \
 "SELECT game.match_id, game.number, pair_id, pair.games, game.game,"                  \
 " counts, white_id, black_id, white_version_id, black_version_id, opening_id,"        \
 " result_id, reason_id, blame, plies, began, ended,"                                  \
 " white_used, white_longest, white_least, white_claimed, white_against, white_moves," \
 " black_used, black_longest, black_least, black_claimed, black_against, black_moves"  \
 " FROM pair JOIN game ON game.pair_id = pair.id"

#define IN_ORDER " AND (?2 OR counts) ORDER BY pair.id, game.game, attempt"

/* By the order of the pairs, or by the numbers of the games: each has its index. */
static const char rows_all[] = ROWS " WHERE (?1 = 0 OR game.match_id = ?1)" IN_ORDER;
static const char rows_after[] = ROWS " WHERE game.match_id = ?1 AND game.number > ?3" IN_ORDER;

int results_rows(struct results *results, const struct results_filter *which,
                 int (*fn)(void *ctx, const struct results_row *row), void *ctx, struct err *err)
{
    struct results_query query;
    struct results_row row;
    const char *fault;
    int rc;
    if (results_prepare(results, which->after ? rows_after : rows_all, &query, err))
        return -1;
    sqlite3_bind_int64(query.stmt, 1, which->match);
    sqlite3_bind_int(query.stmt, 2, which->with_uncounted);
    if (which->after)
        sqlite3_bind_int64(query.stmt, 3, which->after);
    while ((rc = results_step(&query, err)) > 0) {
        read_row(&query, &row);
        if ((fault = fault_of(&row))) {
            rc = results_damaged(results, fault, row.number, err);
            break;
        }
        if ((rc = fn(ctx, &row)) != 0)
            break;
    }
    results_end(&query);
    return rc;
}

int results_names(struct results *results, enum results_names kind,
                  int (*fn)(void *ctx, const struct results_name *name), void *ctx, struct err *err)
{
    static const char *const sql[] = {
        [RESULTS_MATCHES] = "SELECT id, began, event, variant FROM match ORDER BY id",
        [RESULTS_PLAYERS] = "SELECT id, 0, name, '' FROM player ORDER BY id",
        [RESULTS_ENTRIES] = "SELECT e.player_id, e.match_id, p.name, '' FROM entry e"
                            " JOIN player p ON p.id = e.player_id WHERE EXISTS"
                            " (SELECT 1 FROM game g WHERE g.match_id = e.match_id AND g.counts"
                            " AND e.place IN (g.white, g.black)) ORDER BY e.match_id DESC, e.place",
        [RESULTS_VERSIONS] = "SELECT id, player_id, name, '' FROM version ORDER BY id",
        [RESULTS_OPENINGS] =
            "SELECT id, 0, name, trim(fen || ' ' || moves) FROM opening ORDER BY id",
        [RESULTS_REASONS] = "SELECT id, 0, word, termination FROM reason ORDER BY id",
    };
    struct results_query query;
    int rc;
    if (results_prepare(results, sql[kind], &query, err))
        return -1;
    while ((rc = results_step(&query, err)) > 0) {
        struct results_name name = {
            .id = sqlite3_column_int64(query.stmt, 0),
            .of = sqlite3_column_int64(query.stmt, 1),
            .name = results_column(&query, 2),
            .extra = results_column(&query, 3),
        };
        if ((rc = fn(ctx, &name)) != 0)
            break;
    }
    results_end(&query);
    return rc;
}

int results_incidents(struct results *results, int64_t match,
                      int (*fn)(void *ctx, const struct results_incident *incident), void *ctx,
                      struct err *err)
{
    struct results_query query;
    int rc;
    if (results_prepare(results,
                        "SELECT match_id, at, player, kind, detail FROM incident"
                        " WHERE ?1 = 0 OR match_id = ?1 ORDER BY id",
                        &query, err))
        return -1;
    sqlite3_bind_int64(query.stmt, 1, match);
    while ((rc = results_step(&query, err)) > 0) {
        struct results_incident incident = {
            .match = sqlite3_column_int64(query.stmt, 0),
            .at = sqlite3_column_int64(query.stmt, 1),
            .player = results_column(&query, 2),
            .kind = results_column(&query, 3),
            .detail = results_column(&query, 4),
        };
        if ((rc = fn(ctx, &incident)) != 0)
            break;
    }
    results_end(&query);
    return rc;
}
