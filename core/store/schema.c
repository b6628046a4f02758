// SPDX-License-Identifier: MIT
/*
 * The schema of collections, version by version. A released step is never changed: add another one.
 */
#include "core/store/schema.h"

#include "core/base/array.h"

/* Version 1. Documented in dama-store(5). */
static const char games_and_results[] =
    "CREATE TABLE result ("
    " id INTEGER PRIMARY KEY,"
    " word TEXT NOT NULL UNIQUE,"
    " white REAL," /* White's points, where a win is 1 */
    " black REAL);"
    "INSERT INTO result VALUES"
    " (0, 'none', NULL, NULL), (1, 'unknown', NULL, NULL), (2, 'white', 1, 0),"
    " (3, 'black', 0, 1), (4, 'draw', 0.5, 0.5), (5, 'both-lost', 0, 0),"
    " (6, 'other', NULL, NULL);"

    "CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"
    "CREATE TABLE event ("
    " id INTEGER PRIMARY KEY,"
    " name TEXT NOT NULL,"
    " site TEXT NOT NULL,"
    " UNIQUE (name, site));"

    "CREATE TABLE game ("
    " id INTEGER PRIMARY KEY,"
    " content BLOB NOT NULL UNIQUE," /* 16 bytes: record.h */
    " variant TEXT NOT NULL,"
    " event_id INTEGER REFERENCES event,"
    " white_id INTEGER REFERENCES player,"
    " black_id INTEGER REFERENCES player,"
    " date TEXT,"
    " round TEXT,"
    " result_id INTEGER NOT NULL REFERENCES result,"
    " result TEXT,"
    " game_type TEXT,"
    " given INTEGER NOT NULL," /* bits: core/store/record.h */
    " start TEXT,"             /* NULL: the variant's own start position */
    " plies INTEGER NOT NULL,"
    " moves TEXT NOT NULL,"
    " tree TEXT," /* NULL: `moves` is all there is */
    " terminator TEXT NOT NULL);"
    "CREATE INDEX game_white ON game (white_id);"
    "CREATE INDEX game_black ON game (black_id);"
    "CREATE INDEX game_event ON game (event_id);"

    "CREATE TABLE tag ("
    " game_id INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,"
    " place INTEGER NOT NULL,"
    " name TEXT NOT NULL,"
    " value TEXT NOT NULL,"
    " PRIMARY KEY (game_id, place)) WITHOUT ROWID;"

    "CREATE TABLE position ("
    " key INTEGER NOT NULL,"
    " game_id INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,"
    " ply INTEGER NOT NULL,"
    " PRIMARY KEY (key, game_id, ply)) WITHOUT ROWID;"

    "CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"

    "CREATE VIEW move AS"
    " SELECT game.id AS game_id, step.key + 1 AS ply, step.value AS move"
    " FROM game, json_each('[\"' || replace(replace(game.moves, '\\', '\\\\'), ' ', '\",\"')"
    " || '\"]')"
    " AS step WHERE game.moves <> '';"

    "CREATE VIEW listing AS"
    " SELECT game.id, white.name AS white, black.name AS black, game.result, game.date,"
    " event.name AS event, event.site, game.round, game.variant, game.plies"
    " FROM game LEFT JOIN player AS white ON white.id = game.white_id"
    " LEFT JOIN player AS black ON black.id = game.black_id"
    " LEFT JOIN event ON event.id = game.event_id;";

/* Version 2: where games come from; dates that sort. */
static const char sources[] =
    "CREATE TABLE source ("
    " game_id INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,"
    " file TEXT NOT NULL,"
    " game INTEGER NOT NULL," /* its number in the file, from 1 */
    " line INTEGER,"
    " PRIMARY KEY (game_id, file, game)) WITHOUT ROWID;"

    "DROP VIEW listing;"
    "CREATE VIEW listing AS"
    " SELECT game.id, white.name AS white, black.name AS black, game.result, game.date,"
    " event.name AS event, event.site, game.round, game.variant, game.plies,"
    " CASE WHEN game.date GLOB '[0-9][0-9][0-9][0-9].[0-9][0-9].[0-9][0-9]'"
    " THEN replace(game.date, '.', '-')"
    " WHEN game.date GLOB '[0-9][0-9][0-9][0-9].[0-9][0-9].[?][?]'"
    " THEN replace(substr(game.date, 1, 7), '.', '-')"
    " WHEN game.date GLOB '[0-9][0-9][0-9][0-9]*' THEN substr(game.date, 1, 4) END AS isodate"
    " FROM game LEFT JOIN player AS white ON white.id = game.white_id"
    " LEFT JOIN player AS black ON black.id = game.black_id"
    " LEFT JOIN event ON event.id = game.event_id;";

/* Version 3: the engine's judgements of moves. */
static const char judgements[] =
    "CREATE TABLE judgement ("
    " game_id INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,"
    " ply INTEGER NOT NULL," /* from 1 */
    " side TEXT NOT NULL,"
    " move TEXT NOT NULL,"
    " verdict TEXT NOT NULL,"
    " loss REAL,"
    " eval REAL,"
    " moves_to_win INTEGER,"
    " win REAL, draw REAL, lose REAL,"                /* after the move */
    " best_win REAL, best_draw REAL, best_lose REAL," /* with the best one */
    " line TEXT,"
    " depth INTEGER,"
    " nodes INTEGER,"
    " exact INTEGER NOT NULL,"
    " novelty INTEGER NOT NULL,"
    " exercise INTEGER NOT NULL,"
    " PRIMARY KEY (game_id, ply)) WITHOUT ROWID;";

/*
 * Version 4: the content of a game includes its result if no tag gives it (record.c); otherwise
 * games that differ only in the terminator would count as one.
 */
static const char results_in_content[] =
    "UPDATE game SET content = CAST(substr(content, 1, 15) || CASE result_id WHEN 2 THEN x'02'"
    " WHEN 3 THEN x'03' WHEN 4 THEN x'04' WHEN 5 THEN x'05' ELSE x'06' END AS BLOB)"
    " WHERE result_id NOT IN (0, 1) AND trim(ifnull(result, ''), ' ?*.-') = '';";

/*
 * Version 5: the view of moves can read any word; positions that are set up do not count as plies;
 * days and months that do not exist are no dates.
 */
static const char views_of_anything[] =
    "UPDATE OR REPLACE position SET ply = ply - (SELECT count(*) FROM game,"
    " json_each('[' || replace(json_quote(game.moves), ' ', '\",\"') || ']') AS step"
    " WHERE game.id = position.game_id AND step.key < position.ply AND step.value GLOB '/*')"
    " WHERE game_id IN (SELECT id FROM game WHERE moves GLOB '/*' OR moves GLOB '* /*');"

    "DROP VIEW move;"
    "CREATE VIEW move AS"
    " SELECT game.id AS game_id, step.key + 1"
    " - CASE WHEN instr(game.moves, '/') THEN (SELECT count(*) FROM json_each(step.json) AS before"
    " WHERE before.key < step.key AND before.value GLOB '/*') ELSE 0 END AS ply,"
    " step.value AS move"
    " FROM game, json_each('[' || replace(json_quote(game.moves), ' ', '\",\"') || ']') AS step"
    " WHERE game.moves <> '' AND step.value NOT GLOB '/*';"

    "DROP VIEW listing;"
    "CREATE VIEW listing AS"
    " SELECT game.id, white.name AS white, black.name AS black, game.result, game.date,"
    " event.name AS event, event.site, game.round, game.variant, game.plies,"
    " CASE WHEN game.date GLOB '[0-9][0-9][0-9][0-9].[0-9][0-9].[0-9][0-9]'"
    " AND date(replace(game.date, '.', '-'), '+0 days') = replace(game.date, '.', '-')"
    " THEN replace(game.date, '.', '-')"
    " WHEN (game.date GLOB '[0-9][0-9][0-9][0-9].[0-9][0-9].[?][?]'"
    " OR game.date GLOB '[0-9][0-9][0-9][0-9].[0-9][0-9]')"
    " AND substr(game.date, 6, 2) BETWEEN '01' AND '12'"
    " THEN replace(substr(game.date, 1, 7), '.', '-')"
    " WHEN game.date GLOB '[0-9][0-9][0-9][0-9]'"
    " OR game.date GLOB '[0-9][0-9][0-9][0-9].[?][?].*'"
    " THEN substr(game.date, 1, 4) END AS isodate"
    " FROM game LEFT JOIN player AS white ON white.id = game.white_id"
    " LEFT JOIN player AS black ON black.id = game.black_id"
    " LEFT JOIN event ON event.id = game.event_id;";

static const char *const steps[] = {games_and_results, sources, judgements, results_in_content,
                                    views_of_anything};

const struct db_kind schema_collection = {
    .what = "a dama collection",
    .application_id = 0x44616d61, /* "Dama" */
    .steps = steps,
    .n_steps = ARRAY_LEN(steps),
};
