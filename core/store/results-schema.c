// SPDX-License-Identifier: MIT
/*
 * The schema of results, version by version. A released step is never changed: add another one.
 */
#include "core/base/array.h"
#include "core/store/results-internal.h"

/* Version 1, and the views of version 2. Documented in dama-match(5). */
static const char matches_and_games[] =
    "CREATE TABLE result ("
    " id INTEGER PRIMARY KEY,"
    " word TEXT NOT NULL UNIQUE,"
    " white REAL," /* White's points, where a win is 1 */
    " black REAL);"
    "INSERT INTO result VALUES"
    " (1, 'unknown', NULL, NULL), (2, 'white', 1, 0), (3, 'black', 0, 1), (4, 'draw', 0.5, 0.5),"
    " (5, 'both-lost', 0, 0);"

    "CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"
    "CREATE TABLE version ("
    " id INTEGER PRIMARY KEY,"
    " player_id INTEGER NOT NULL REFERENCES player,"
    " name TEXT NOT NULL,"
    " UNIQUE (player_id, name));"
    "CREATE TABLE reason ("
    " id INTEGER PRIMARY KEY,"
    " word TEXT NOT NULL,"
    " termination TEXT NOT NULL,"
    " UNIQUE (word, termination));"
    "CREATE TABLE opening ("
    " id INTEGER PRIMARY KEY,"
    " name TEXT NOT NULL,"
    " fen TEXT NOT NULL," /* '' the variant's own start position */
    " moves TEXT NOT NULL,"
    " UNIQUE (name, fen, moves));"

    "CREATE TABLE match ("
    " id INTEGER PRIMARY KEY,"
    " event TEXT NOT NULL,"
    " site TEXT NOT NULL,"
    " variant TEXT NOT NULL,"
    " draws TEXT NOT NULL,"
    " seed INTEGER NOT NULL,"
    " config TEXT NOT NULL,"
    " fingerprint BLOB NOT NULL," /* 16 bytes: core/base/hash.h */
    " began INTEGER NOT NULL);"   /* ms since 1970 UTC, as everywhere */
    "CREATE TABLE entry ("
    " match_id INTEGER NOT NULL REFERENCES match,"
    " place INTEGER NOT NULL," /* from 0 */
    " player_id INTEGER NOT NULL REFERENCES player,"
    " kind TEXT NOT NULL,"
    " time_control TEXT NOT NULL,"
    " PRIMARY KEY (match_id, place)) WITHOUT ROWID;"
    "CREATE TABLE pair ("
    " id INTEGER PRIMARY KEY,"
    " match_id INTEGER NOT NULL REFERENCES match,"
    " number INTEGER NOT NULL," /* from 1 in its match */
    " round INTEGER NOT NULL,"
    " first INTEGER NOT NULL," /* entry.place; White in game 0 */
    " second INTEGER NOT NULL,"
    " games INTEGER NOT NULL,"
    " opening_id INTEGER NOT NULL REFERENCES opening,"
    " retired INTEGER NOT NULL DEFAULT 0,"
    " UNIQUE (match_id, number));"

    "CREATE TABLE game ("
    " id INTEGER PRIMARY KEY,"
    " match_id INTEGER NOT NULL REFERENCES match,"
    " number INTEGER NOT NULL," /* from 1 in its match */
    " pair_id INTEGER NOT NULL REFERENCES pair,"
    " game INTEGER NOT NULL," /* 0 or 1 within the pair */
    " attempt INTEGER NOT NULL,"
    " counts INTEGER NOT NULL,"
    " white INTEGER NOT NULL," /* entry.place */
    " black INTEGER NOT NULL,"
    " white_id INTEGER NOT NULL REFERENCES player,"
    " black_id INTEGER NOT NULL REFERENCES player,"
    " white_version_id INTEGER REFERENCES version,"
    " black_version_id INTEGER REFERENCES version,"
    " result_id INTEGER NOT NULL REFERENCES result,"
    " reason_id INTEGER NOT NULL REFERENCES reason,"
    " blame INTEGER," /* 0 White, 1 Black, NULL neither */
    " plies INTEGER NOT NULL,"
    " opening_plies INTEGER NOT NULL,"
    " began INTEGER NOT NULL,"
    " ended INTEGER NOT NULL,"
    " white_used INTEGER NOT NULL," /* ms */
    " white_longest INTEGER NOT NULL,"
    " white_least INTEGER,"
    " white_claimed INTEGER NOT NULL,"
    " white_against INTEGER NOT NULL,"
    " white_moves INTEGER NOT NULL,"
    " black_used INTEGER NOT NULL,"
    " black_longest INTEGER NOT NULL,"
    " black_least INTEGER,"
    " black_claimed INTEGER NOT NULL,"
    " black_against INTEGER NOT NULL,"
    " black_moves INTEGER NOT NULL,"
    " detail TEXT NOT NULL,"
    " UNIQUE (match_id, number));"
    "CREATE UNIQUE INDEX game_attempt ON game (pair_id, game, attempt);"
    "CREATE UNIQUE INDEX game_counts ON game (pair_id, game) WHERE counts;"
    /* A table of their own, so that counting results need not read past them. */
    "CREATE TABLE record ("
    " game_id INTEGER PRIMARY KEY REFERENCES game ON DELETE CASCADE,"
    " moves TEXT NOT NULL,"
    " plies TEXT NOT NULL);"

    "CREATE TABLE incident ("
    " id INTEGER PRIMARY KEY,"
    " match_id INTEGER NOT NULL REFERENCES match,"
    " at INTEGER NOT NULL,"
    " player TEXT NOT NULL,"
    " kind TEXT NOT NULL,"
    " detail TEXT NOT NULL);"
    "CREATE INDEX incident_match ON incident (match_id);";

static const char views[] =
    "CREATE VIEW listing AS"
    " SELECT game.id, match.event, match.variant, game.match_id, game.number, pair.number AS pair,"
    " pair.round,"
    " game.game, game.attempt, game.counts, white.name AS white, black.name AS black,"
    " result.word AS result,"
    " reason.word AS reason, reason.termination, game.detail, opening.name AS opening, game.plies,"
    " datetime(game.began / 1000, 'unixepoch') AS began,"
    " datetime(game.ended / 1000, 'unixepoch') AS ended,"
    " wv.name AS white_version, bv.name AS black_version"
    " FROM game JOIN match ON match.id = game.match_id JOIN pair ON pair.id = game.pair_id"
    " JOIN opening ON opening.id = pair.opening_id JOIN player AS white ON white.id = game.white_id"
    " JOIN player AS black ON black.id = game.black_id JOIN result ON result.id = game.result_id"
    " JOIN reason ON reason.id = game.reason_id"
    " LEFT JOIN version AS wv ON wv.id = game.white_version_id"
    " LEFT JOIN version AS bv ON bv.id = game.black_version_id;"

    /* Each game twice, from the view of either side. */
    "CREATE VIEW side AS"
    " SELECT game.match_id, game.id AS game_id, 'white' AS colour, white_id AS player_id,"
    " black_id AS opponent_id,"
    " result.white AS points, pair.opening_id, white_used AS used, white_moves AS moves"
    " FROM game JOIN result ON result.id = result_id JOIN pair ON pair.id = pair_id WHERE counts"
    " UNION ALL"
    " SELECT game.match_id, game.id, 'black', black_id, white_id, result.black, pair.opening_id,"
    " black_used,"
    " black_moves"
    " FROM game JOIN result ON result.id = result_id JOIN pair ON pair.id = pair_id WHERE counts;"

    "CREATE VIEW standings AS"
    " SELECT side.match_id, match.event, player.name AS player, count(*) AS games,"
    " sum(points IS 1) AS won, sum(points IS 0.5) AS drawn, sum(points IS 0) AS lost,"
    " sum(points IS NULL) AS unknown, coalesce(sum(points), 0) AS points,"
    " round(100.0 * avg(points), 2) AS percent"
    " FROM side JOIN player ON player.id = player_id JOIN match ON match.id = side.match_id"
    " GROUP BY side.match_id, player_id ORDER BY side.match_id, percent DESC, games DESC, player;"

    "CREATE VIEW crosstable AS"
    " SELECT side.match_id, match.event, player.name AS player, opponent.name AS opponent,"
    " count(*) AS games,"
    " sum(points IS 1) AS won, sum(points IS 0.5) AS drawn, sum(points IS 0) AS lost,"
    " sum(points IS NULL) AS unknown, coalesce(sum(points), 0) AS points"
    " FROM side JOIN player ON player.id = player_id"
    " JOIN player AS opponent ON opponent.id = opponent_id"
    " JOIN match ON match.id = side.match_id"
    " GROUP BY side.match_id, player_id, opponent_id;"

    "CREATE VIEW colours AS"
    " SELECT side.match_id, match.event, player.name AS player, colour, count(*) AS games,"
    " sum(points IS 1) AS won, sum(points IS 0.5) AS drawn, sum(points IS 0) AS lost,"
    " sum(points IS NULL) AS unknown, coalesce(sum(points), 0) AS points"
    " FROM side JOIN player ON player.id = player_id JOIN match ON match.id = side.match_id"
    " GROUP BY side.match_id, player_id, colour;"

    "CREATE VIEW openings AS"
    " SELECT game.match_id, match.event, opening.name AS opening, opening.fen, opening.moves,"
    " count(*) AS games, sum(result.white IS 1) AS white_won, sum(result.white IS 0.5) AS drawn,"
    " sum(result.black IS 1) AS black_won, sum(result.white IS NULL) AS unknown"
    " FROM game JOIN match ON match.id = game.match_id JOIN pair ON pair.id = pair_id"
    " JOIN opening ON opening.id = pair.opening_id JOIN result ON result.id = result_id"
    " WHERE counts"
    " GROUP BY game.match_id, opening.id;"

    "CREATE VIEW reasons AS"
    " SELECT game.match_id, match.event, reason.word AS reason, reason.termination, counts,"
    " count(*) AS games"
    " FROM game JOIN match ON match.id = game.match_id JOIN reason ON reason.id = reason_id"
    " GROUP BY game.match_id, reason_id, counts;"

    "CREATE VIEW ply AS"
    " SELECT record.game_id, step.key + 1 AS ply, step.value AS move,"
    " json_extract(known.value, '$[0]') AS used, json_extract(known.value, '$[1]') AS left,"
    " json_extract(known.value, '$[2]') AS claimed,"
    " json_extract(known.value, '$[3]') AS score, json_extract(known.value, '$[4]') AS win,"
    " json_extract(known.value, '$[5]') AS loss,"
    " json_extract(known.value, '$[6]') AS depth, json_extract(known.value, '$[7]') AS nodes"
    " FROM record, json_each('[\"' || replace(record.moves, ' ', '\",\"') || '\"]') AS step,"
    " json_each(record.plies) AS known"
    " WHERE record.moves <> '' AND known.key = step.key;";

static const char *const steps[] = {matches_and_games, views};

const struct db_kind results_kind = {
    .what = "a file of match results",
    .application_id = 0x44616d52, /* "DamR" */
    .steps = steps,
    .n_steps = ARRAY_LEN(steps),
};
