// SPDX-License-Identifier: MIT
/*
 * Match results: the schedule of each match and every finished game, in an SQLite file that any
 * SQLite program can query: dama-match(5). Logs and reports are made from it. For one thread at a
 * time. Functions with `err` return 0, or -1 with `err`, unless they say otherwise.
 *
 * A match is a list of pairs: two games from one opening, in which two players swap colours. The
 * list is stored before the first game, and each finished game is added in one transaction, so that
 * a match that was interrupted, for whatever reason, can continue with the missing games. A file
 * holds any number of matches.
 */
#ifndef DAMA_CORE_STORE_RESULTS_H
#define DAMA_CORE_STORE_RESULTS_H

#include "core/base/hash.h"
#include "core/game/game.h"

struct results;

enum results_mode {
    RESULTS_READ,  /* must exist */
    RESULTS_WRITE, /* created if missing; others may read it at the same time */
};

/**
 * Opens a file of results, and brings it to the newest schema.
 * @param path borrowed while it is open
 * @return 0, or -1 with `err` as db_open: missing, not SQLite, truncated, another program's, made
 *        by a newer dama
 */
int results_open(const char *path, enum results_mode mode, struct results **out, struct err *err);

/** Allows NULL. */
void results_close(struct results *results);

/** Whether a file that begins with these bytes, at least 100, is a file of results. */
bool results_is_file(const char *head, size_t n);

/**
 * Whether an input is a file of results.
 * @return 0, or -1 with `err` as source_peek
 */
int results_look_for(const char *path, bool *found, struct err *err);

/* ---- matches and their schedules ---- */

struct results_player {
    const char *name;         /* identifies the player in the whole file */
    const char *kind;         /* "builtin", "hub", "dxp" */
    const char *time_control; /* as in the PDN tag: "40/600"; "" none */
};

/** A pair of games, the unit of the schedule. */
struct results_pair {
    unsigned number;        /* from 1, the order of play */
    unsigned round;         /* from 1 */
    unsigned first, second; /* indexes into the match's players; `first` has White in game 0 */
    unsigned games;         /* 2, or 1 */
    const char *opening;    /* the opening's name; "" none */
    const char *fen;        /* where the games start; NULL: the variant's own start position */
    const char *moves;      /* of the opening, from `fen`, for results_moves; "" none */
    bool retired;           /* taken out of the schedule: results_retire_dead */
};

/** A match as planned. Everything is borrowed. */
struct results_match {
    const char *event, *site;
    const char *variant; /* a name for rules_find */
    const char *draws;   /* a name for draw_profile_find; "": the variant's default */
    uint64_t seed;
    const char *config;         /* the complete settings, for people */
    struct hash128 fingerprint; /* of the settings that decide which games are played, and how */
    const struct results_player *players;
    unsigned n_players;
    const struct results_pair *pairs; /* ordered by number */
    unsigned n_pairs;
};

/**
 * Adds a match with its whole schedule, in one transaction, and retires dead openings: see
 * results_retire_dead.
 * @param least the least number of pairs that must have been played from an opening; 0: none is
 *              retired
 * @param match set to its id in the file
 * @return 0; 1 if no pair would be left, so that nothing was added; -1 with `err`
 */
int results_match_begin(struct results *results, const struct results_match *plan, unsigned least,
                        int64_t *match, struct err *err);

/**
 * Finds the newest match of an event.
 * @param event NULL: of any event
 * @return 1 found, 0 there is none, -1 with `err`
 */
int results_match_find(struct results *results, const char *event, int64_t *match, struct err *err);

/** Reads a match back. @param out everything is copied into the arena */
int results_match_load(struct results *results, int64_t match, struct arena *arena,
                       struct results_match *out, struct err *err);

/** The progress of a match; neither number counts unplayed games of retired pairs. */
struct results_progress {
    unsigned games, finished;
};

/** @return 0, or -1 with `err` */
int results_match_progress(struct results *results, int64_t match, struct results_progress *out,
                           struct err *err);

/** When an opening counts as dead: see results_retire_dead. */
struct results_dead {
    unsigned least; /* whole pairs of games played from it, at least */
    unsigned pair;  /* only the opening of this pair of the match; 0: all */
    bool (*may_retire)(void *ctx, unsigned pair); /* asked about each pair; NULL: yes */
    void *ctx;
};

/**
 * Retires dead openings: if all games in the file from an opening were drawn, drops the pairs of a
 * match that were to start from it and have not begun, in one transaction. Games of other variants
 * or between other players do not count.
 * @param pairs how many were retired; may be NULL
 */
int results_retire_dead(struct results *results, int64_t match, const struct results_dead *dead,
                        unsigned *pairs, struct err *err);

/* ---- games ---- */

enum {
    RESULTS_NO_SCORE = INT32_MIN,
    RESULTS_NO_CLOCK = INT32_MIN,
};

/** A ply and its data. */
struct results_ply {
    struct move move;
    int64_t ms;      /* ms used by its side, on our clock; -1 unknown */
    int64_t claimed; /* ms used, as its player reports; -1: not reported */
    int64_t left;    /* ms on its side's clock after the move; or RESULTS_NO_CLOCK */
    int64_t added;   /* ms of `left` that were added for this move; 0 in games that are read back */
    int score;       /* from its player's view, see score.h; or RESULTS_NO_SCORE */
    int win, loss;   /* chances from its player's view, thousandths; -1: not reported */
    unsigned depth;  /* of the search, plies; 0: not reported */
    uint64_t nodes;  /* 0: not reported */
    bool opening;    /* it is part of the opening */
};

/** A game that is over. Everything is borrowed. */
struct results_game {
    unsigned pair;                   /* its number */
    unsigned game;                   /* 0 or 1 within the pair */
    unsigned attempt;                /* from 1 */
    unsigned white, black;           /* indexes into the match's players */
    const struct results_ply *plies; /* n of them */
    unsigned n;
    /*
     * The move that the side to move did not make in time: `ms` is how long the referee waited for
     * it, and `left` is what the clock said then. NULL if there is none, and in games that are read
     * back.
     */
    const struct results_ply *overdue;
    enum result result;      /* RESULT_UNKNOWN is also a final result */
    const char *reason;      /* why it ended: a word from the referee's fixed list, "no-moves" */
    const char *termination; /* its PDN word: "normal", "time forfeit", "rules infraction" */
    const char *detail;      /* one line for people; may quote a peer; "" none */
    int blame; /* the side that broke off the game or broke the rules: WHITE, BLACK; -1: neither */
    const char *white_version, *black_version; /* versions as the players report them; "" unknown */
    int64_t began, ended;                      /* ms since 1970, UTC */
    bool counts; /* false: broken off by a failure, kept for the record, and played again */
};

/**
 * Adds a game, in one transaction: once this returns 0, it is on disk.
 * @param number set to the number of the game in the match, from 1, in the order in which games
 *               end; may be NULL
 * @return 0, or -1 with `err`: the game is not in the schedule or is already finished, or a move is
 *         illegal
 */
int results_game_add(struct results *results, int64_t match, const struct results_game *game,
                     int64_t *number, struct err *err);

/**
 * Calls `fn` for all games of a match ordered by number; everything they point to is valid only
 * during the call.
 * @param fn returns 0 to go on; anything else ends results_each, which returns it
 */
int results_each(struct results *results, int64_t match,
                 int (*fn)(void *ctx, int64_t number, const struct results_game *game), void *ctx,
                 struct err *err);

/** Like results_each, for the games numbered from `first` to `last`, both included. */
int results_range(struct results *results, int64_t match, int64_t first, int64_t last,
                  int (*fn)(void *ctx, int64_t number, const struct results_game *game), void *ctx,
                  struct err *err);

/**
 * Records something that happened outside a game: a lost connection, a restarted program. `at` is
 * in ms since 1970, UTC.
 */
int results_incident_add(struct results *results, int64_t match, const char *player,
                         const char *kind, const char *detail, int64_t at, struct err *err);

/* ---- games as games ---- */

/**
 * Makes a finished game for logs and pages: tags, start, moves with [%eval], [%clk] and [%emt] in
 * their comments, result. The same input always gives the same game, so that a log can be rewritten
 * byte for byte.
 * @param number as set by results_game_add; 0: not finished yet
 * @param game   empty, with its arena set; everything is copied there
 * @return 0, or -1 with `err`: an unknown variant, an invalid FEN, out of memory
 */
int results_game_make(const struct results_match *match, const struct results_game *from,
                      int64_t number, struct game *game, struct err *err);

/**
 * As results_game_make, from the file.
 * @param plan the match, as results_match_load has read it
 * @return 1, 0 there is no such game, -1 with `err`: damaged
 */
int results_game_read(struct results *results, int64_t match, const struct results_match *plan,
                      int64_t number, struct game *game, struct err *err);

/**
 * Calls `fn` for the games of all matches, as results_game_make makes them, except those that were
 * replayed.
 * @param fn is given a game that is valid until `fn` returns; returns 0 to go on; anything else
 *           ends results_games, which returns it
 */
int results_games(struct results *results, int (*fn)(void *ctx, struct game *game), void *ctx,
                  struct err *err);

/**
 * Plays the moves of an opening.
 * @param pos   the position before them; set to the position after them
 * @param plies room for `room` of them
 * @param n     set to the number of moves
 * @return 0; 1 with `err`: an illegal or ambiguous move, or more than `room`; -1 with `err`: out of
 *         memory
 */
int results_moves(const struct rules *rules, const char *moves, struct position *pos,
                  struct move *plies, unsigned room, unsigned *n, struct err *err);

/* ---- for reports ---- */

/** Times of a player in a game. */
struct results_clock {
    int64_t used;    /* ms, all its moves */
    int64_t longest; /* ms, of a move, or of waiting for one that did not come in time */
    int64_t least;   /* ms, least time left after a move or such a wait; or RESULTS_NO_CLOCK */
    int64_t claimed; /* ms, as reported by the player itself, for the moves with such a report */
    int64_t against; /* ms, as we measured them, for the same moves */
    unsigned moves;  /* played by thinking, not from the opening */
};

/** A game without its moves. */
struct results_row {
    int64_t match, number, pair; /* `pair` is unique in the file, from 1 to 2^40 */
    unsigned pair_games, game;   /* pair_games: as in struct results_pair */
    bool counts;
    int64_t white, black;                          /* ids of players within the file */
    int64_t white_version, black_version, opening; /* ids of the same kind; 0 unknown */
    enum result result;
    int64_t reason; /* likewise */
    int blame;
    unsigned plies;
    int64_t began, ended;
    struct results_clock clock[2]; /* of White and Black */
};

/** Which rows to read. */
struct results_filter {
    int64_t match;       /* 0: all matches */
    int64_t after;       /* only games with a greater number, of one match; 0: all */
    bool with_uncounted; /* also games that were replayed */
};

/**
 * Calls `fn` for the rows, sorted by match, pair, game and attempt. A row with impossible values is
 * reported as damage to the file.
 * @param fn returns 0 to go on; anything else ends results_rows, which returns it
 */
int results_rows(struct results *results, const struct results_filter *which,
                 int (*fn)(void *ctx, const struct results_row *row), void *ctx, struct err *err);

/**
 * Which ids in the rows to look up. The comments say what struct results_name holds for each kind.
 */
enum results_names {
    RESULTS_MATCHES, /* name: the event; of: when the match began, ms since 1970 */
    RESULTS_PLAYERS,
    RESULTS_ENTRIES, /* a match's players by their names there, the newest match first; of: match */
    RESULTS_VERSIONS, /* of: the player's id */
    RESULTS_OPENINGS, /* extra: the FEN, unless it is the usual start, and the moves */
    RESULTS_REASONS,  /* extra: the termination */
};

struct results_name {
    int64_t id, of;
    struct text name, extra;
};

/**
 * Calls `fn` for all names of a kind, ordered by id except for entries; texts are valid during the
 * call.
 * @param fn returns 0 to go on; anything else ends results_names, which returns it
 */
int results_names(struct results *results, enum results_names kind,
                  int (*fn)(void *ctx, const struct results_name *name), void *ctx,
                  struct err *err);

/** Something that happened to a player: it connected, failed, or was suspended. */
struct results_incident {
    int64_t match;
    int64_t at;         /* ms since 1970 */
    struct text player; /* its name */
    struct text kind, detail;
};

/**
 * Calls `fn` for the incidents of a match (0: of all matches) in the order in which they were
 * added; texts are valid during the call.
 * @param fn returns 0 to go on; anything else ends results_incidents, which returns it
 */
int results_incidents(struct results *results, int64_t match,
                      int (*fn)(void *ctx, const struct results_incident *incident), void *ctx,
                      struct err *err);

#endif
