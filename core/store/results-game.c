// SPDX-License-Identifier: MIT
/* Games as rows of the file: added, and read back with the data of their plies. */
#include "core/base/array.h"
#include "core/board/fen.h"
#include "core/store/results-internal.h"

#include <stdlib.h>

/* ---- adding ---- */

/* The schedule's data for a game. */
struct slot {
    int64_t pair; /* id */
    int64_t player[2];
    const struct rules *rules;
    struct position start;
};

static int find_start(struct results *results, struct results_query *query, struct slot *slot,
                      struct err *err)
{
    struct text variant = results_column(query, 3), fen = results_column(query, 4);
    if (rules_find(variant, &slot->rules, err))
        return -1;
    position_start(slot->rules, &slot->start);
    return fen.n ? fen_read(slot->rules, fen, (struct src_pos){.file = results->db.path},
                            &slot->start, NULL, err)
                 : 0;
}

static int find_slot(struct results *results, int64_t match, const struct results_game *game,
                     struct slot *slot, struct err *err)
{
    struct results_query query;
    if (results_prepare(results,
                        "SELECT pair.id, white.player_id, black.player_id, variant, fen"
                        " FROM pair JOIN match ON match.id = pair.match_id"
                        " JOIN opening ON opening.id = opening_id"
                        " JOIN entry AS white ON white.match_id = match.id AND white.place = ?3"
                        " JOIN entry AS black ON black.match_id = match.id AND black.place = ?4"
                        " WHERE match.id = ?1 AND number = ?2 AND ?5 < games"
                        " AND ?3 = CASE ?5 WHEN 0 THEN first ELSE second END"
                        " AND ?4 = CASE ?5 WHEN 0 THEN second ELSE first END",
                        &query, err))
        return -1;
    sqlite3_bind_int64(query.stmt, 1, match);
    sqlite3_bind_int64(query.stmt, 2, game->pair);
    sqlite3_bind_int64(query.stmt, 3, game->white);
    sqlite3_bind_int64(query.stmt, 4, game->black);
    sqlite3_bind_int64(query.stmt, 5, game->game);
    int rc = results_step(&query, err);
    if (rc == 0)
        rc = err_file(err, results->db.path,
                      "game %u of pair %u is not in the schedule of match %lld", game->game + 1,
                      game->pair, (long long)match);
    if (rc > 0) {
        slot->pair = sqlite3_column_int64(query.stmt, 0);
        slot->player[0] = sqlite3_column_int64(query.stmt, 1);
        slot->player[1] = sqlite3_column_int64(query.stmt, 2);
        rc = find_start(results, &query, slot, err);
    }
    results_end(&query);
    return rc;
}

/*
 * What counts is what the clock said when the move came: time added for that move does not undo a
 * fallen flag.
 */
static void note_extremes(struct results_clock *clock, const struct results_ply *ply)
{
    const int64_t least = ply->left - ply->added;
    if (ply->ms > clock->longest)
        clock->longest = ply->ms;
    if (ply->left != RESULTS_NO_CLOCK && (clock->least == RESULTS_NO_CLOCK || least < clock->least))
        clock->least = least;
}

/* Makes the values of one side's clock columns in the table `game`. */
static struct results_clock clock_of(const struct results_game *game, enum side side,
                                     enum side first)
{
    struct results_clock clock = {.least = RESULTS_NO_CLOCK};
    for (unsigned i = 0; i < game->n; i++) {
        const struct results_ply *ply = &game->plies[i];
        if ((i + first) % 2 != (unsigned)side || ply->opening)
            continue;
        clock.moves++;
        if (ply->ms > 0)
            clock.used += ply->ms;
        note_extremes(&clock, ply);
        if (ply->claimed >= 0 && ply->ms >= 0) {
            clock.claimed += ply->claimed;
            clock.against += ply->ms;
        }
    }
    if (game->overdue && (game->n + first) % 2 == (unsigned)side)
        note_extremes(&clock, game->overdue);
    return clock;
}

static void bind_clock(struct results_query *query, int at, const struct results_clock *clock)
{
    sqlite3_bind_int64(query->stmt, at, clock->used);
    sqlite3_bind_int64(query->stmt, at + 1, clock->longest);
    if (clock->least == RESULTS_NO_CLOCK)
        sqlite3_bind_null(query->stmt, at + 2);
    else
        sqlite3_bind_int64(query->stmt, at + 2, clock->least);
    sqlite3_bind_int64(query->stmt, at + 3, clock->claimed);
    sqlite3_bind_int64(query->stmt, at + 4, clock->against);
    sqlite3_bind_int64(query->stmt, at + 5, clock->moves);
}

static const struct results_name_table versions = {
    "SELECT id FROM version WHERE name = ?1 AND ?2 IS NULL AND player_id = ?3",
    "INSERT INTO version (name, player_id) SELECT ?1, ?3 WHERE ?2 IS NULL"};
static const struct results_name_table reasons = {
    "SELECT id FROM reason WHERE word = ?1 AND termination = ?2",
    "INSERT INTO reason (word, termination) VALUES (?1, ?2)"};

/* @param id 0 if the version is not known */
static int intern_version(struct results *results, const char *version, int64_t player, int64_t *id,
                          struct err *err)
{
    *id = 0;
    if (!version || !*version)
        return 0;
    return results_intern(results, &versions, version, NULL, player, id, err);
}

static void bind_id(struct results_query *query, int at, int64_t id)
{
    if (id)
        sqlite3_bind_int64(query->stmt, at, id);
    else
        sqlite3_bind_null(query->stmt, at);
}

static unsigned opening_plies(const struct results_game *game)
{
    unsigned n = 0;
    while (n < game->n && game->plies[n].opening)
        n++;
    return n;
}

static int insert_game(struct results *results, int64_t match, const struct results_game *game,
                       const struct slot *slot, int64_t number, struct err *err)
{
    int64_t version[2], reason;
    struct results_query query;
    if (intern_version(results, game->white_version, slot->player[0], &version[0], err)
        || intern_version(results, game->black_version, slot->player[1], &version[1], err)
        || results_intern(results, &reasons, game->reason,
                          game->termination ? game->termination : "", 0, &reason, err)
        || results_prepare(
            results,
            "INSERT INTO game VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
            " ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            &query, err))
        return -1;
    const int64_t numbers[] = {match,           number,         slot->pair,  game->game,
                               game->attempt,   game->counts,   game->white, game->black,
                               slot->player[0], slot->player[1]};
    int at = 1;
    for (unsigned i = 0; i < ARRAY_LEN(numbers); i++)
        sqlite3_bind_int64(query.stmt, at++, numbers[i]);
    bind_id(&query, at++, version[0]);
    bind_id(&query, at++, version[1]);
    sqlite3_bind_int64(query.stmt, at++, game->result);
    sqlite3_bind_int64(query.stmt, at++, reason);
    if (game->blame < 0)
        sqlite3_bind_null(query.stmt, at++);
    else
        sqlite3_bind_int64(query.stmt, at++, game->blame);
    sqlite3_bind_int64(query.stmt, at++, game->n);
    sqlite3_bind_int64(query.stmt, at++, opening_plies(game));
    sqlite3_bind_int64(query.stmt, at++, game->began);
    sqlite3_bind_int64(query.stmt, at++, game->ended);
    for (enum side side = WHITE; side <= BLACK; side++, at += RESULTS_CLOCK_COLUMNS) {
        struct results_clock clock = clock_of(game, side, slot->start.turn);
        bind_clock(&query, at, &clock);
    }
    results_bind(&query, at, game->detail ? game->detail : "");
    int rc = results_run(&query, err);
    results_end(&query);
    return rc;
}

static int insert_record(struct results *results, int64_t id, const struct results_game *game,
                         const struct slot *slot, struct err *err)
{
    struct buffer moves = {0}, plies = {0};
    struct results_query query = {0};
    int rc = -1;
    results_moves_write(slot->rules, &slot->start, game->plies, game->n, &moves);
    results_plies_write(game->plies, game->n, &plies);
    if (moves.failed || plies.failed) {
        err_memory(err);
        goto done;
    }
    if (results_prepare(results, "INSERT INTO record VALUES (?, ?, ?)", &query, err))
        goto done;
    sqlite3_bind_int64(query.stmt, 1, id);
    db_bind_text(query.stmt, 2, buffer_text(&moves));
    db_bind_text(query.stmt, 3, buffer_text(&plies));
    rc = results_run(&query, err);
done:
    results_end(&query);
    buffer_fini(&moves);
    buffer_fini(&plies);
    return rc;
}

/* An illegal move would result in a row that cannot be read back. */
static int check_moves(const struct results_game *game, const struct slot *slot, struct err *err)
{
    struct position pos = slot->start;
    struct moves list;
    int rc = 0;
    moves_init(&list);
    for (unsigned i = 0; i < game->n && rc == 0; i++) {
        const struct move *mv = &game->plies[i].move;
        unsigned k = 0;
        if (moves_between(slot->rules, &pos, mv->from, mv->to, &list))
            rc = err_memory(err);
        while (rc == 0 && k < list.n && !move_same(&list.at[k], mv))
            k++;
        if (rc == 0 && k == list.n)
            rc = err_plain(err, "ply %u of game %u of pair %u is not legal", i + 1, game->game + 1,
                           game->pair);
        move_play(slot->rules, &pos, mv);
    }
    moves_fini(&list);
    return rc;
}

static int check_result(const struct results_game *game, struct err *err)
{
    if (game->result >= RESULT_UNKNOWN && game->result <= RESULT_BOTH_LOST)
        return 0;
    return err_plain(err, "game %u of pair %u has no result", game->game + 1, game->pair);
}

/* Reports in our own words what the unique index game_counts would reject in SQLite's. */
static int check_new(struct results *results, const struct results_game *game, int64_t pair,
                     struct err *err)
{
    char leg[2] = {(char)('0' + game->game), '\0'};
    int64_t there;
    int rc =
        results_number(results,
                       "SELECT number FROM game WHERE pair_id = ?1 AND game = CAST(?2 AS INTEGER)"
                       " AND counts",
                       pair, leg, &there, err);
    if (rc > 0)
        return err_file(err, results->db.path,
                        "game %u of pair %u is already finished: number %lld", game->game + 1,
                        game->pair, (long long)there);
    return rc;
}

int results_game_add(struct results *results, int64_t match, const struct results_game *game,
                     int64_t *number, struct err *err)
{
    struct slot slot;
    int64_t next = 0;
    if (check_result(game, err) || find_slot(results, match, game, &slot, err)
        || check_moves(game, &slot, err) || db_exec(&results->db, "BEGIN IMMEDIATE", err))
        return -1;
    if (check_new(results, game, slot.pair, err)
        || results_number(results,
                          "SELECT coalesce(max(number), 0) + 1 FROM game WHERE match_id = ?", match,
                          NULL, &next, err)
               < 0
        || insert_game(results, match, game, &slot, next, err)
        || insert_record(results, sqlite3_last_insert_rowid(results->db.sql), game, &slot, err)
        || db_exec(&results->db, "COMMIT", err)) {
        sqlite3_exec(results->db.sql, "ROLLBACK", NULL, NULL, NULL);
        return -1;
    }
    if (number)
        *number = next;
    return 0;
}

/* ---- reading ---- */

/* A game being read; everything is in the arena. */
struct loading {
    struct results *results;
    const struct results_match *match;
    const struct rules *rules;
    struct arena *arena;
};

static const char *keep(struct loading *l, struct text t)
{
    return arena_strndup(l->arena, t.s, t.n);
}

#define GAME_COLUMNS                                                                           \
 "SELECT game.number, pair.number, game.game, attempt, counts, white, black, result_id,"       \
 " word, termination, blame, detail, wv.name, bv.name, game.began, game.ended, opening_plies," \
 " game.plies, record.moves, record.plies AS known"                                            \
 " FROM game JOIN pair ON pair.id = pair_id JOIN reason ON reason.id = reason_id"              \
 " LEFT JOIN record ON record.game_id = game.id"                                               \
 " LEFT JOIN version AS wv ON wv.id = white_version_id"                                        \
 " LEFT JOIN version AS bv ON bv.id = black_version_id"                                        \
 " WHERE game.match_id = ?1"

static int load_plies(struct loading *l, struct results_query *query, struct results_game *game,
                      struct err *err)
{
    const struct results_pair *pair = &l->match->pairs[game->pair - 1];
    const char *moves = keep(l, results_column(query, 18));
    struct move *made = arena_alloc(l->arena, (game->n + 1) * sizeof *made);
    struct results_ply *plies = arena_alloc(l->arena, (game->n + 1) * sizeof *plies);
    struct position pos;
    if (!moves || !made || !plies)
        return err_memory(err);
    position_start(l->rules, &pos);
    if (pair->fen
        && fen_read(l->rules, text_of(pair->fen), (struct src_pos){.file = l->results->db.path},
                    &pos, NULL, err))
        return -1;
    unsigned n;
    int rc = results_moves(l->rules, moves, &pos, made, game->n, &n, NULL);
    if (rc < 0)
        return err_memory(err);
    if (rc || n != game->n || results_plies_read(results_column(query, 19), plies, game->n))
        return -1;
    unsigned opening = (unsigned)sqlite3_column_int(query->stmt, 16);
    for (unsigned i = 0; i < game->n; i++) {
        plies[i].move = made[i];
        plies[i].opening = i < opening;
    }
    game->plies = plies;
    return 0;
}

enum { PLIES_MAX = 100000 }; /* a row with more is damaged */

static int load_game(struct loading *l, struct results_query *query, struct results_game *game,
                     struct err *err)
{
    sqlite3_stmt *stmt = query->stmt;
    *game = (struct results_game){
        .pair = (unsigned)sqlite3_column_int64(stmt, 1),
        .game = (unsigned)sqlite3_column_int64(stmt, 2),
        .attempt = (unsigned)sqlite3_column_int64(stmt, 3),
        .counts = sqlite3_column_int(stmt, 4) != 0,
        .white = (unsigned)sqlite3_column_int64(stmt, 5),
        .black = (unsigned)sqlite3_column_int64(stmt, 6),
        .result = (enum result)sqlite3_column_int(stmt, 7),
        .reason = keep(l, results_column(query, 8)),
        .termination = keep(l, results_column(query, 9)),
        .blame = sqlite3_column_type(stmt, 10) == SQLITE_NULL ? -1 : sqlite3_column_int(stmt, 10),
        .detail = keep(l, results_column(query, 11)),
        .white_version = keep(l, results_column(query, 12)),
        .black_version = keep(l, results_column(query, 13)),
        .began = sqlite3_column_int64(stmt, 14),
        .ended = sqlite3_column_int64(stmt, 15),
        .n = (unsigned)sqlite3_column_int64(stmt, 17),
    };
    if (!game->reason || !game->termination || !game->detail || !game->white_version
        || !game->black_version)
        return err_memory(err);
    bool good = game->pair >= 1 && game->pair <= l->match->n_pairs && game->game <= 1
                && game->white < l->match->n_players && game->black < l->match->n_players
                && game->result >= RESULT_UNKNOWN && game->result <= RESULT_BOTH_LOST
                && game->blame <= BLACK && game->n <= PLIES_MAX;
    if (good && load_plies(l, query, game, err) == 0)
        return 0;
    return results_damaged(l->results, "game", sqlite3_column_int64(stmt, 0), err);
}

static int start_loading(struct results *results, const struct results_match *plan,
                         struct loading *l, struct err *err)
{
    *l = (struct loading){.results = results, .match = plan};
    return rules_find(text_of(plan->variant), &l->rules, err);
}

int results_range(struct results *results, int64_t match, int64_t first, int64_t last,
                  int (*fn)(void *ctx, int64_t number, const struct results_game *game), void *ctx,
                  struct err *err)
{
    struct arena kept = {0}, arena = {0};
    struct results_match head;
    struct results_query query = {0};
    struct loading l;
    struct results_game game;
    int rc = -1;
    if (results_match_load(results, match, &kept, &head, err)
        || start_loading(results, &head, &l, err)
        || results_prepare(results,
                           GAME_COLUMNS " AND game.number BETWEEN ?2 AND ?3 ORDER BY game.number",
                           &query, err))
        goto done;
    l.arena = &arena;
    sqlite3_bind_int64(query.stmt, 1, match);
    sqlite3_bind_int64(query.stmt, 2, first);
    sqlite3_bind_int64(query.stmt, 3, last);
    while ((rc = results_step(&query, err)) > 0) {
        arena_reset(&arena);
        if ((rc = load_game(&l, &query, &game, err)) != 0
            || (rc = fn(ctx, sqlite3_column_int64(query.stmt, 0), &game)) != 0)
            break;
    }
done:
    results_end(&query);
    arena_fini(&arena);
    arena_fini(&kept);
    return rc;
}

int results_each(struct results *results, int64_t match,
                 int (*fn)(void *ctx, int64_t number, const struct results_game *game), void *ctx,
                 struct err *err)
{
    return results_range(results, match, 1, INT64_MAX, fn, ctx, err);
}

int results_game_read(struct results *results, int64_t match, const struct results_match *plan,
                      int64_t number, struct game *game, struct err *err)
{
    struct results_query query;
    struct loading l;
    struct results_game row;
    if (start_loading(results, plan, &l, err)
        || results_prepare(results, GAME_COLUMNS " AND game.number = ?2", &query, err))
        return -1;
    l.arena = game->arena;
    sqlite3_bind_int64(query.stmt, 1, match);
    sqlite3_bind_int64(query.stmt, 2, number);
    int rc = results_step(&query, err);
    if (rc > 0)
        rc = load_game(&l, &query, &row, err) || results_game_make(plan, &row, number, game, err)
                 ? -1
                 : 1;
    results_end(&query);
    return rc;
}
