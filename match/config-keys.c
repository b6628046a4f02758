// SPDX-License-Identifier: MIT
/* Every key of the match file: where it goes, what it may be, and its words in dama-match(5). */
#include "match/config-keys.h"

#include "core/base/array.h"
#include "core/board/score.h"

#include <math.h>

#define AT(type, field) offsetof(struct type, field)
#define HOUR            (3600e3)
#define DAY             (24 * HOUR)

static const char *const pairing_words[] = {"match", "gauntlet", "round-robin", NULL};
static const char *const order_words[] = {"sequential", "shuffled", NULL};
static const char *const role_words[] = {"follower", "initiator", NULL};
static const char *const scale_words[] = {"logistic", "normalized", NULL};
static const char *const limit_words[] = {"unknown", "draw", NULL};
static const char *const fault_words[] = {"unknown", "loss", NULL};
static const char *const claim_words[] = {"refuse", "accept", NULL};

static const struct config_key time_keys[] = {
    {"depth", CONFIG_UNSIGNED, AT(player_limits, depth), .max = 127,
     .help = "search at most this many plies for each move"},
    {"increment", CONFIG_TIME, AT(player_limits, inc_ms), .max = HOUR,
     .help = "added after each move; DamExchange players have none"},
    {"minutes", CONFIG_MINUTES, AT(player_limits, time_ms), .max = 99 * DAY,
     .help = "time on the clock at the start, in minutes (_10_, _0.5_) or with a unit (_90s_), for "
             "DamExchange players at most 999 minutes; 0: no clock"},
    {"move", CONFIG_TIME, AT(player_limits, move_ms), .max = DAY,
     .help = "time for each move; DamExchange players have none"},
    {"moves", CONFIG_UNSIGNED, AT(player_limits, moves), .max = 999,
     .help = "moves to be made in _minutes_; the same time is then added for as many more; 0: the "
             "whole game. DamExchange has no second time control: there the game ends after these "
             "moves, as with _move_limit_"},
    {"nodes", CONFIG_NODES, AT(player_limits, nodes), .max = 1e15,
     .help = "search at most this many nodes for each move"},
};
static const struct config_section time_section = {
    "time",
    "The limits of a player's searches; 0: no limit. A player's own section replaces the common "
    "one, for example to give time odds.",
    time_keys, ARRAY_LEN(time_keys)};

static const struct config_key timeouts_keys[] = {
    {"accept", CONFIG_TIME, AT(player_timeouts, accept_ms), .min = 1, .max = DAY,
     .help = "to answer a request for a game"},
    {"connect", CONFIG_TIME, AT(player_timeouts, connect_ms), .min = 1, .max = DAY,
     .help = "for a connection to be made; if the peer connects to us, _60s_ by default"},
    {"end", CONFIG_TIME, AT(player_timeouts, end_ms), .min = 1, .max = DAY,
     .help = "to confirm the end of a game"},
    {"margin", CONFIG_TIME, AT(player_timeouts, margin_ms), .max = DAY,
     .help = "allowed beyond the clock, for delays on the line; for DamExchange players _1m_ by "
             "default, as the protocol gives their time in whole minutes, rounded up. This is the "
             "total for a clock that has run out, not for each move. If _move_ is the only limit, "
             "it must be above 0: a search that uses all its time ends a little late"},
    {"ready", CONFIG_TIME, AT(player_timeouts, ready_ms), .min = 1, .max = DAY,
     .help = "to start and report ready; for built-in players also to prepare for a game"},
    {"silent", CONFIG_TIME, AT(player_timeouts, silent_ms), .min = 1, .max = DAY,
     .help = "to move in a game without a clock"},
};
const struct config_section config_timeouts = {
    "timeouts",
    "How long to wait for a player when it is not thinking. A player's own keys override the "
    "common ones.",
    timeouts_keys, ARRAY_LEN(timeouts_keys)};

static const struct config_key quirks_keys[] = {
    {"delay", CONFIG_TIME, AT(player_quirks, delay_ms), .max = HOUR,
     .help = "wait before our first move of a game; neither clock is charged for it"},
    {"fractions", CONFIG_BOOL, AT(player_quirks, fractions),
     .help = "it understands fractions of a minute"},
    {"games_max", CONFIG_UNSIGNED, AT(player_quirks, games_max), .max = 1e6,
     .help = "reconnect after this many games; 0: never"},
    {"no_confirmation", CONFIG_BOOL, AT(player_quirks, no_confirmation),
     .help = "it does not confirm the end of a game, so do not wait for that"},
    {"pause", CONFIG_TIME, AT(player_quirks, pause_ms), .max = HOUR,
     .help = "wait between two games on one connection"},
    {"position", CONFIG_BOOL, AT(player_quirks, position),
     .help = "always send it the start position, even the usual one"},
    {"total_time", CONFIG_BOOL, AT(player_quirks, total_time),
     .help = "it sends the time used in the whole game so far, not for the move"},
};
static const struct config_section quirks_section = {
    "quirks",
    "How a DamExchange peer departs from the protocol. *dama-match probe* finds most of them.",
    quirks_keys, ARRAY_LEN(quirks_keys)};

static const struct config_key player_keys[] = {
    {"baud", CONFIG_UNSIGNED, AT(player_settings, baud), .min = 50, .max = 4e6, .players = FOR_DXP,
     .help = "speed of a serial line, in bit/s, always 8N1"},
    {"book", CONFIG_PATH, AT(player_settings, book), .players = FOR_BUILTIN, .data = "book/",
     .help = "opening book made by *dama-book*(1), or the bare name of one that comes with dama"},
    {"book_margin", CONFIG_REAL, AT(player_settings, book_margin), .max = 1, .players = FOR_BUILTIN,
     .help = "play only book moves expected to score at most this many points less than the best"},
    {"book_seed", CONFIG_SEED, AT(player_settings, book_seed), .max = 0x1p63,
     .players = FOR_BUILTIN,
     .help = "random seed for choosing book moves; 0: the match's _seed_. A game that is replayed "
             "gets the same book moves"},
    {"book_temperature", CONFIG_REAL, AT(player_settings, book_temperature), .max = 100,
     .players = FOR_BUILTIN, .help = "choose book moves by weight^(1/T); 0: always the heaviest"},
    {"builtin", CONFIG_CALL,
     .help = "_true_: the built-in engine, the default for a player with neither _hub_ nor _dxp_"},
    {"chat_answer", CONFIG_TEXT, AT(player_settings, chat_answer), .players = FOR_DXP,
     .help = "reply to the peer's chat, sent at most once per game"},
    {"directory", CONFIG_PATH, AT(player_settings, directory), .players = FOR_HUB | FOR_DXP,
     .help = "folder to start its program in; by default the current one"},
    {"dxp", CONFIG_TEXT, AT(player_settings, address), .filled = true,
     .help = "a DamExchange peer: _tcp://HOST:PORT_, _listen://[HOST:]PORT_, _serial:DEVICE_, or "
             "_http://..._, a web page that gives its current address; the port is 27531 "
             "if none is given"},
    {"egdb", CONFIG_PATH, AT(player_settings, egdb), .players = FOR_BUILTIN, .word = "none",
     .help = "folder of endgame databases, or _none_; by default that of *dama-egdb build* and "
             "those that come with dama, with endings of three pieces solved in memory"},
    {"expect_from", CONFIG_WORDS, AT(player_settings, expect_from), .players = FOR_DXP,
     .help = "with _listen://_, the addresses that it may connect from; others are turned away. A "
             "list of _192.0.2.7_, _10.0.0.0/8_, _2001:db8::/32_ or _\\*_"},
    {"expect_name", CONFIG_TEXT, AT(player_settings, expect_name), .players = FOR_DXP,
     .help = "the name it must give, in which _\\*_ stands for any characters and _?_ for any one "
             "character; peers with other names are turned away"},
    {"hash", CONFIG_MEMORY, AT(player_settings, hash), .min = 1 << 20, .max = 0x1p40,
     .players = FOR_BUILTIN, .help = "size of the transposition table"},
    {"hub", CONFIG_TEXT, AT(player_settings, command), .filled = true,
     .help = "command of an engine that speaks Hub on its standard input and output; what it "
             "writes to standard error is passed on, unless the command ends in _2>/dev/null_ and "
             "_shell_ is true"},
    {"level", CONFIG_LEVEL, AT(player_settings, level), .players = FOR_BUILTIN,
     .help = "_full_, or _A_ to _D_ for learners"},
    {"name", CONFIG_TEXT, AT(player_settings, name), .filled = true,
     .help = "its name in the results, which must be unique"},
    {"parameters", CONFIG_CALL, .players = FOR_HUB,
     .help =
         "a map of Hub parameters to set before it starts, besides the variant, which the match "
         "sets; a warning lists those that the engine does not have"},
    {"quirks", CONFIG_SECTION, AT(player_settings, quirks), .section = &quirks_section,
     .players = FOR_DXP, .help = "a section, below"},
    {"role", CONFIG_EITHER, AT(player_settings, initiator), .choices = role_words,
     .players = FOR_DXP,
     .help = "_follower_: dama proposes the games; _initiator_: the player does"},
    {"serial_end", CONFIG_UNSIGNED, AT(player_settings, serial_end), .max = 255, .players = FOR_DXP,
     .help = "byte that ends a message on a serial line"},
    {"serial_start", CONFIG_UNSIGNED, AT(player_settings, serial_start), .max = 255,
     .players = FOR_DXP, .help = "byte that begins a message on a serial line; both 0: not set"},
    {"shell", CONFIG_BOOL, AT(player_settings, shell), .players = FOR_HUB | FOR_DXP,
     .help = "run _hub_ and _start_ with *sh -c*"},
    {"start", CONFIG_TEXT, AT(player_settings, start), .players = FOR_DXP,
     .help = "command to start the program, also after a crash; {port} is replaced by the port "
             "in _dxp_, or a free one if it names none"},
    {"takebacks", CONFIG_EITHER, AT(player_settings, take_backs), .choices = claim_words,
     .players = FOR_DXP,
     .help = "what to do with requests to take moves back; the opponent must agree too"},
    {"takebacks_max", CONFIG_UNSIGNED, AT(player_settings, take_backs_max), .max = 1000,
     .players = FOR_DXP, .help = "take-backs allowed in a game"},
    {"threads", CONFIG_UNSIGNED, AT(player_settings, threads), .min = 1, .max = 256,
     .players = FOR_BUILTIN, .help = "search threads"},
    {"time", CONFIG_SECTION, AT(player_settings, limits), .section = &time_section,
     .help = "a section, below"},
    {"timeouts", CONFIG_SECTION, AT(player_settings, timeouts), .section = &config_timeouts,
     .help = "a section, below"},
    {"untimed", CONFIG_EITHER, AT(player_settings, untimed), .choices = claim_words,
     .players = FOR_DXP,
     .help = "what to do with games of 000 minutes, in which the peer has no clock and is given no "
             "limit"},
    {"weights", CONFIG_PATH, AT(player_settings, eval), .players = FOR_BUILTIN, .word = "material",
     .help = "file of evaluation weights instead of the variant's own, or _material_ for "
             "material and mobility only"},
    {"whole_seconds", CONFIG_BOOL, AT(player_settings, hub_whole_seconds), .players = FOR_HUB,
     .help = "it understands times in whole seconds only"},
};
const struct config_section config_player = {
    "players",
    "A list; each item is a map of these keys. Keys of another kind of player are refused.",
    player_keys, ARRAY_LEN(player_keys)};

static const struct config_key openings_keys[] = {
    {"balance", CONFIG_MEN, AT(match_openings, balance), .max = 20 * SCORE_MAN,
     .help =
         "leave out openings that the engine scores further than this from even, in men; 0: keep "
         "all"},
    {"balance_nodes", CONFIG_NODES, AT(match_openings, balance_nodes), .min = 100, .max = 1e12,
     .help = "nodes to search for the score of an opening, for _balance_"},
    {"ballots", CONFIG_UNSIGNED, AT(match_openings, ballots), .max = MATCH_BALLOT_PLIES_MAX,
     .help =
         "make all openings of this many plies, each position once: 2 is one move of each side; 0: "
         "none"},
    {"files", CONFIG_PATHS, AT(match_openings, files),
     .help = "files of FENs, PDN, DOC, DAM and JSON Lines, folders of them, searched recursively, "
             "or patterns (_lib/\\*\\*/\\*.dam_)"},
    {"limit", CONFIG_UNSIGNED, AT(match_openings, limit), .max = 1e6,
     .help = "use at most this many openings; 0: all"},
    {"order", CONFIG_EITHER, AT(match_openings, shuffle), .choices = order_words,
     .help = "_sequential_, or _shuffled_ by the seed"},
    {"plies", CONFIG_UNSIGNED, AT(match_openings, plies), .max = 400,
     .help = "play at most this many plies of each game in a file; 0: all"},
    {"positions", CONFIG_WORDS, AT(match_openings, positions), .help = "a list of FENs"},
    {"retire", CONFIG_UNSIGNED, AT(match_openings, retire), .max = 1e6,
     .help = "drop an opening once these players have played this many pairs of games from it and "
             "drawn them all, counting all matches of the variant in the results file; 0: never"},
    {"skip", CONFIG_UNSIGNED, AT(match_openings, skip), .max = 1e6,
     .help = "skip this many openings first, after shuffling"},
};
static const struct config_section openings_section = {
    "openings", "Where games begin; by default in the start position.", openings_keys,
    ARRAY_LEN(openings_keys)};

static const struct config_key adjudication_keys[] = {
    {"draw_from", CONFIG_UNSIGNED, AT(adjudication, draw_from), .max = 1000,
     .help = "count scores towards a draw only from this move on; requires _draw_moves_"},
    {"draw_moves", CONFIG_UNSIGNED, AT(adjudication, draw_moves), .max = 1000,
     .help =
         "declare a draw when both scores stay within _draw_score_ for this many moves; 0: never"},
    {"draw_score", CONFIG_SCORE, AT(adjudication, draw_score), .max = 20 * SCORE_MAN,
     .help = "largest score that counts as even for _draw_moves_, in men"},
    {"egdb", CONFIG_PATH, AT(adjudication, egdb),
     .help = "folder of the endgame databases that the referee uses; by default that of *dama-egdb "
             "build* and those that come with dama"},
    {"endgame", CONFIG_BOOL, AT(adjudication, endgame),
     .help =
         "end the game when the endgame database knows its result; a win of known distance that "
         "the draw rules would cut short is played on"},
    {"resign_moves", CONFIG_UNSIGNED, AT(adjudication, resign_moves), .max = 1000,
     .help = "declare a loss when a player's own score stays at or below minus _resign_score_ for "
             "this many moves; 0: never"},
    {"resign_score", CONFIG_SCORE, AT(adjudication, resign_score), .max = 30 * SCORE_MAN,
     .help = "deficit that counts for _resign_moves_, in men, above 0; required with it"},
    {"win_moves", CONFIG_UNSIGNED, AT(adjudication, win_moves), .max = 1000,
     .help = "declare a win when both scores are at least _win_score_ for this many moves; 0: "
             "never"},
    {"win_score", CONFIG_SCORE, AT(adjudication, win_score), .max = 30 * SCORE_MAN,
     .help = "lead that counts for _win_moves_, in men, above 0; required with it"},
};
static const struct config_section adjudication_section = {
    "adjudication",
    "When to end a game before the board decides it. Draws and wins by score need the scores of both "
    "players, a loss only the player's own; DamExchange players report none.",
    adjudication_keys, ARRAY_LEN(adjudication_keys)};

static const struct config_key stop_keys[] = {
    {"alarm", CONFIG_REAL, AT(match_stop, alarm), .min = -4000, .max = 4000,
     .help = "exit with 1 if the first player's whole 95 % interval lies below this Elo"},
    {"alpha", CONFIG_REAL, AT(match_stop, alpha), .min = 1e-6, .max = 0.49,
     .help = "probability of accepting _elo1_ wrongly"},
    {"beta", CONFIG_REAL, AT(match_stop, beta), .min = 1e-6, .max = 0.49,
     .help = "probability of accepting _elo0_ wrongly"},
    {"elo0", CONFIG_REAL, AT(match_stop, elo0), .min = -1000, .max = 1000,
     .help = "lower hypothesis of the test"},
    {"elo1", CONFIG_REAL, AT(match_stop, elo1), .min = -1000, .max = 1000,
     .help = "upper hypothesis of the test"},
    {"for", CONFIG_TIME, AT(match_stop, for_ms), .max = 99 * DAY,
     .help = "start no new game after this time; 0: no limit"},
    {"scale", CONFIG_EITHER, AT(match_stop, normalized), .choices = scale_words,
     .help = "kind of Elo in which _elo0_ and _elo1_ are given"},
    {"sprt", CONFIG_BOOL, AT(match_stop, sprt),
     .help = "stop when the sequential test reaches a decision; for two players only"},
    {"until", CONFIG_TEXT, AT(match_stop, until),
     .help = "start no new game after this time of day, \"07:00\", or date, \"2026-05-01T07:00\""},
};
const struct config_section config_stop = {"stop", "When a match ends before its last game.",
                                           stop_keys, ARRAY_LEN(stop_keys)};

static const struct config_key output_keys[] = {
    {"html", CONFIG_PATH, AT(match_outputs, html),
     .help =
         "HTML report, written when the match stops, or if nothing is left to play; only a page "
         "made by dama is overwritten"},
    {"live", CONFIG_PATH, AT(match_outputs, live),
     .help =
         "game in progress as PDN, replaced after each move; a file that is not such a game is not "
         "overwritten"},
    {"log", CONFIG_PATH, AT(match_outputs, log), .help = "log of events"},
    {"log_max", CONFIG_SIZE, AT(match_outputs, log_max), .min = 4096, .max = 0x1p50,
     .help = "rotate the log at this size"},
    {"pdn", CONFIG_PATH, AT(match_outputs, pdn),
     .help =
         "log of all finished games of the match as PDN, not compressed, with dates and times in UTC; "
         "each match begins a new one, and a file that is not the log of a match is not overwritten"},
    {"store", CONFIG_PATH, AT(match_outputs, store), .filled = true,
     .help = "the results file; by default the match file's name with .db"},
    {"transcripts", CONFIG_PATH, AT(match_outputs, transcripts),
     .help = "folder for transcripts, one file for each game and player"},
    {"transcripts_max", CONFIG_SIZE, AT(match_outputs, transcripts_max), .min = 4096, .max = 0x1p50,
     .help = "remove the oldest transcripts beyond this size"},
};
static const struct config_section output_section = {
    "output",
    "Files to write. None may be a file that the match reads, and no two may be the same.",
    output_keys, ARRAY_LEN(output_keys)};

static const struct config_key top_keys[] = {
    {"adjudication", CONFIG_SECTION, AT(match_config, match.adjudication),
     .section = &adjudication_section, .help = "a section, below"},
    {"claims", CONFIG_EITHER, AT(match_config, match.believe_claims), .choices = claim_words,
     .help = "what to do with draws and wins that a peer claims but the board does not show"},
    {"concurrency", CONFIG_UNSIGNED, AT(match_config, match.concurrency), .min = 1, .max = 256,
     .help =
         "games played at the same time. Each has its own copies of its two players, which stay "
         "open for later games, so there must be memory for the tables of all of them"},
    {"cores", CONFIG_UNSIGNED, AT(match_config, match.cores), .max = 256,
     .help =
         "engine threads that run at the same time; 0: one per core. A Hub engine counts for as "
         "many as its parameter _threads_ says, or one; a DamExchange peer counts for one if dama "
         "starts it"},
    {"draws", CONFIG_TEXT, AT(match_config, draws),
     .help = "draw rules, see *dama*(7); by default the variant's own"},
    {"event", CONFIG_TEXT, AT(match_config, match.event), .filled = true,
     .help =
         "name of the match; the same command resumes the newest match of this name in the results file"},
    {"faults", CONFIG_EITHER, AT(match_config, match.faults_lose), .choices = fault_words,
     .help = "result of a game in which a player breaks the rules or the protocol"},
    {"game_time", CONFIG_TIME, AT(match_config, match.game_ms), .max = 99 * DAY,
     .help = "wall-clock limit of a game; 0: derived from its clocks"},
    {"games", CONFIG_UNSIGNED, AT(match_config, games), .max = 1e6,
     .help = "games of each pairing, an even number"},
    {"include", CONFIG_CALL,
     .help = "file, or list of files, with keys that this file does not set"},
    {"listen", CONFIG_TEXT, AT(match_config, listen), .filled = true,
     .help = "address to listen on where a player's _listen://PORT_ names none; _\\*_: all"},
    {"move_limit", CONFIG_UNSIGNED, AT(match_config, match.move_limit), .max = 1000,
     .help = "end a game after this many moves by each side, which must be more than any opening "
             "has; 0: no limit"},
    {"move_limit_result", CONFIG_CHOICE, AT(match_config, match.at_move_limit),
     .choices = limit_words, .help = "result of a game that _move_limit_ ends"},
    {"openings", CONFIG_SECTION, AT(match_config, openings), .section = &openings_section,
     .help = "a section, below"},
    {"output", CONFIG_SECTION, AT(match_config, outputs), .section = &output_section,
     .help = "a section, below"},
    {"pairing", CONFIG_CHOICE, AT(match_config, pairing), .choices = pairing_words,
     .help = "_match_: two players; _gauntlet_: the first _seeds_ players meet all others; "
             "_round-robin_: all meet all. By default _match_ for two players"},
    {"pause", CONFIG_TIME, AT(match_config, match.pause_ms), .max = DAY,
     .help = "wait before retrying a player that failed, doubled each time"},
    {"pause_max", CONFIG_TIME, AT(match_config, match.pause_max_ms), .max = DAY,
     .help = "longest wait before a retry"},
    {"players", CONFIG_CALL, .help = "a list, below"},
    {"plies_max", CONFIG_UNSIGNED, AT(match_config, match.plies_max), .min = 10, .max = 20000,
     .help = "break off a game after this many plies, which must be more than any opening has"},
    {"repeat", CONFIG_BOOL, AT(match_config, repeat),
     .help = "once all games are played or the sequential test has reached a decision, the next "
             "run begins a new match of the same event: for nightly runs"},
    {"retries", CONFIG_UNSIGNED, AT(match_config, match.retries), .min = 1, .max = 1000,
     .help = "suspend a player after this many failures in a row"},
    {"rounds", CONFIG_UNSIGNED, AT(match_config, rounds), .max = 1e6,
     .help = "number of rounds, in each of which every pairing plays two games from one opening; "
             "without _games_ and _rounds_ there is one round for each opening"},
    {"seed", CONFIG_SEED, AT(match_config, match.seed), .max = 0x1p63, .help = "random seed"},
    {"seeds", CONFIG_UNSIGNED, AT(match_config, seeds), .min = 1, .max = 1000,
     .help = "in a gauntlet, the number of players, from the top of the list, that meet all the "
             "rest"},
    {"site", CONFIG_TEXT, AT(match_config, match.site), .help = "value of the Site tag"},
    {"stop", CONFIG_SECTION, AT(match_config, stop), .section = &config_stop,
     .help = "a section, below"},
    {"time", CONFIG_SECTION, AT(match_config, limits), .section = &time_section,
     .help = "a section, below"},
    {"timeouts", CONFIG_CALL, .help = "a section, below"},
    {"variant", CONFIG_TEXT, AT(match_config, variant), .filled = true,
     .help = "rules, as for *--variant*"},
};
const struct config_section config_top = {"", NULL, top_keys, ARRAY_LEN(top_keys)};

const struct config_section *const config_sections[] = {
    &config_top,       &config_player,        &time_section, &config_timeouts, &quirks_section,
    &openings_section, &adjudication_section, &config_stop,  &output_section,
};
const unsigned config_sections_count = ARRAY_LEN(config_sections);
