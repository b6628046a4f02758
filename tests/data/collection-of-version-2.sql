-- Takes a collection back to the schema of version 2, word for word as dama made it then.
DROP TABLE judgement;
DROP VIEW move;
CREATE VIEW move AS SELECT game.id AS game_id, step.key + 1 AS ply, step.value AS move FROM game, json_each('["' || replace(replace(game.moves, '\', '\\'), ' ', '","') || '"]') AS step WHERE game.moves <> '';
DROP VIEW listing;
CREATE VIEW listing AS SELECT game.id, white.name AS white, black.name AS black, game.result, game.date, event.name AS event, event.site, game.round, game.variant, game.plies, CASE WHEN game.date GLOB '[0-9][0-9][0-9][0-9].[0-9][0-9].[0-9][0-9]' THEN replace(game.date, '.', '-') WHEN game.date GLOB '[0-9][0-9][0-9][0-9].[0-9][0-9].[?][?]' THEN replace(substr(game.date, 1, 7), '.', '-') WHEN game.date GLOB '[0-9][0-9][0-9][0-9]*' THEN substr(game.date, 1, 4) END AS isodate FROM game LEFT JOIN player AS white ON white.id = game.white_id LEFT JOIN player AS black ON black.id = game.black_id LEFT JOIN event ON event.id = game.event_id;
PRAGMA user_version = 2;
