// SPDX-License-Identifier: MIT
/*
 * Match results: the schedule of each match and every finished game, in an SQLite file that any
 * SQLite program can query: dama-match(5). Logs and reports are made from it. For one thread at a
 * time. Functions with `err` return 0, or -1 with `err`, unless they say otherwise.
 *
 * A match is a list of pairs: two games from one opening, in which two players swap colours. The
 * list is stored before the first game, and each finished game is added in one transaction, so that
 * a match continues with the missing games, whatever stopped it. A file holds any number of
 * matches.
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
bool results_is(const char *head, size_t n);

/* ---- matches and their schedules ---- */

struct results_player {
    const char *name;         /* identifies the player in the whole file */
    const char *kind;         /* "builtin", "hub", "dxp" */
    const char *time_control; /* as the PDN tag has it: "40/600"; "" none */
};

/** A pair of games, the unit of the schedule. */
struct results_pair {
    unsigned number;        /* from 1, the order of play */
    unsigned round;         /* from 1 */
    unsigned first, second; /* index into the match's players; `first` has White in game 0 */
    unsigned games;         /* 2, or 1 */
    const char *opening;    /* its name; "" none */
    const char *fen;        /* where the games start; NULL: the variant's own start position */
    const char *moves;      /* of the opening, from there, as results_moves reads them; "" none */
    bool retired;           /* taken out of the schedule: results_retire_dead */
};

/** A match as planned. Everything is borrowed. */
struct results_match {
    const char *event, *site;
    const char *variant; /* as rules_find takes it */
    const char *draws;   /* as draw_profile_find takes it; "" the variant's default */
    uint64_t seed;
    const char *config;         /* the complete settings, for people */
    struct hash128 fingerprint; /* of the settings that decide which games are played, and how */
    const struct results_player *players;
    unsigned n_players;
    const struct results_pair *pairs; /* in the order of their numbers */
    unsigned n_pairs;
};

/** Adds a match with its whole schedule, in one transaction. @param match its id in the file */
int results_match_begin(struct results *results, const struct results_match *plan, int64_t *match,
                        struct err *err);

/**
 * As results_match_begin, with its dead openings retired: see struct results_dead.
 * @param least pairs of games played from an opening, at least; 0: none is retired
 * @return 0; 1 where no pair would be left, and nothing was added; -1 with `err`
 */
int results_match_begin_retiring(struct results *results, const struct results_match *plan,
                                 unsigned least, int64_t *match, struct err *err);

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

/** When an opening is dead. */
struct results_dead {
    unsigned least; /* whole pairs of games played from it, at least */
    bool (*may_retire)(void *ctx, unsigned pair); /* asked about each pair; NULL: yes */
    void *ctx;
};

/**
 * Retires dead openings: drops the pairs of a match that were not begun, where all games in the
 * file from their opening were drawn. Games of other variants and with other players do not count.
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
    int64_t ms;      /* that its side has used, by our clock; -1 unknown */
    int64_t claimed; /* ms that its player reports; -1: not reported */
    int64_t left;    /* ms on its side's clock after the move; RESULTS_NO_CLOCK */
    int64_t added;   /* ms of `left` that were given for the move; 0 in games that are read back */
    int score;       /* its player's view, score.h; RESULTS_NO_SCORE */
    int win, loss;   /* its player's view, thousandths, the rest is drawn; -1: not reported */
    unsigned depth;  /* of the search, plies; 0: not reported */
    uint64_t nodes;  /* 0: not reported */
    bool opening;    /* part of the opening */
};

/** A game that is over. Everything is borrowed. */
struct results_game {
    unsigned pair;                   /* its number */
    unsigned game;                   /* 0 or 1 within the pair */
    unsigned attempt;                /* from 1 */
    unsigned white, black;           /* index into the match's players */
    const struct results_ply *plies; /* n of them */
    unsigned n;
    /*
     * The move that the side to move did not make in time: `ms` is how long it was waited for,
     * `left` what its clock said then. NULL: none, and in games that are read back.
     */
    const struct results_ply *overdue;
    enum result result;      /* RESULT_UNKNOWN is final, too */
    const char *reason;      /* why it ended: a word of the referee's closed list, "no-moves" */
    const char *termination; /* the same for PDN: "normal", "time forfeit", "rules infraction" */
    const char *detail;      /* one line for people; may quote a peer; "" none */
    int blame; /* the side that broke off the game or broke the rules: WHITE, BLACK; -1: neither */
    const char *white_version, *black_version; /* as they name themselves; "" unknown */
    int64_t began, ended;                      /* ms since 1970, UTC */
    bool counts; /* false: broken off by a failure and kept for the record; it is played again */
};

/**
 * Adds a game, in one transaction: once this returns 0, it is on disk.
 * @param number of the game in the match, from 1, in the order in which games ended; may be NULL
 * @return 0, or -1 with `err`: not in the schedule, already finished, a move is not legal
 */
int results_game_add(struct results *results, int64_t match, const struct results_game *game,
                     int64_t *number, struct err *err);

/**
 * Calls `fn` for all games of a match in the order of their numbers; what they point to is valid
 * during the call.
 * @param fn returns 0 to go on; anything else ends results_each, which returns it
 */
int results_each(struct results *results, int64_t match,
                 int (*fn)(void *ctx, int64_t number, const struct results_game *game), void *ctx,
                 struct err *err);

/** As results_each, for games with these numbers, both included. */
int results_range(struct results *results, int64_t match, int64_t first, int64_t last,
                  int (*fn)(void *ctx, int64_t number, const struct results_game *game), void *ctx,
                  struct err *err);

/**
 * Records something that happened outside a game: a lost connection, a restarted program. `at` is
 * as `began`.
 */
int results_incident_add(struct results *results, int64_t match, const char *player,
                         const char *kind, const char *detail, int64_t at, struct err *err);

/* ---- games as games ---- */

/**
 * Makes the game for logs and pages: tags, start, moves with [%eval], [%clk] and [%emt] in their
 * comments, result. The same input always gives the same game, so that a log can be rewritten byte
 * for byte.
 * @param number as results_game_add gave it; 0: not finished yet
 * @param game   empty, with its arena set; everything is copied there
 * @return 0, or -1 with `err`: an unknown variant, an invalid FEN, out of memory
 */
int results_game_make(const struct results_match *match, const struct results_game *from,
                      int64_t number, struct game *game, struct err *err);

/**
 * As results_game_make, from the file.
 * @return 1, 0 there is no such game, -1 with `err`: damaged
 */
int results_game_read(struct results *results, int64_t match, int64_t number, struct game *game,
                      struct err *err);

/**
 * Calls `fn` for the games of all matches, as results_game_make makes them, except those that were
 * replayed.
 * @param fn gets a game that is valid until it returns; returns 0 to go on; anything else ends
 *           results_games, which returns it
 */
int results_games(struct results *results, int (*fn)(void *ctx, struct game *game), void *ctx,
                  struct err *err);

/**
 * Plays the moves of an opening.
 * @param pos   where they begin; set to the position after them
 * @param plies room for `room` of them
 * @return how many; -1 with `err`: an illegal or ambiguous move, more than `room`; -2 with `err`:
 *         out of memory
 */
int results_moves(const struct rules *rules, const char *moves, struct position *pos,
                  struct move *plies, unsigned room, struct err *err);

/* ---- for reports ---- */

/** Times of a player in a game. */
struct results_clock {
    int64_t used;    /* ms, all its moves */
    int64_t longest; /* ms, one move, or the wait for one that did not come in time */
    int64_t least;   /* ms, least time left as a move came or after that wait; RESULTS_NO_CLOCK */
    int64_t claimed; /* ms, in the moves for which it reports its time */
    int64_t against; /* ms measured in the same moves */
    unsigned moves;  /* played by thinking */
};

/** A game without its moves. */
struct results_row {
    int64_t match, number, pair; /* `pair` is unique in the file, from 1 to 2^40 */
    unsigned pair_games, game;   /* pair_games: as results_pair.games */
    bool counts;
    int64_t white, black;                          /* two players, numbered within the file */
    int64_t white_version, black_version, opening; /* likewise; 0 unknown */
    enum result result;
    int64_t reason; /* likewise */
    int blame;
    unsigned plies;
    int64_t began, ended;
    struct results_clock clock[2]; /* of White and Black */
};

/** Which rows to read. */
struct results_which {
    int64_t match;       /* 0: all matches */
    bool with_uncounted; /* also games that were replayed */
};

/**
 * Calls `fn` for the rows, sorted by match, pair, game and attempt. A row that cannot be is damage.
 * @param fn returns 0 to go on; anything else ends results_rows, which returns it
 */
int results_rows(struct results *results, const struct results_which *which,
                 int (*fn)(void *ctx, const struct results_row *row), void *ctx, struct err *err);

/** What the numbers in rows stand for. */
enum results_names {
    RESULTS_MATCHES, /* name: event; of: when it was begun, ms since 1970 */
    RESULTS_PLAYERS,
    RESULTS_ENTRIES, /* those who have played, the newest match first, as it names them; of: match */
    RESULTS_VERSIONS, /* of: the player */
    RESULTS_OPENINGS, /* extra: FEN, where that is not the usual start, and moves */
    RESULTS_REASONS,  /* extra: the termination */
};

struct results_name {
    int64_t id, of;
    struct text name, extra;
};

/** Calls `fn` for all names of a kind, by id but for entries; texts are valid during the call. */
int results_names(struct results *results, enum results_names kind,
                  int (*fn)(void *ctx, const struct results_name *name), void *ctx,
                  struct err *err);

/** Something that happened to a player: it was connected, failed, was suspended. */
struct results_incident {
    int64_t match;
    int64_t at;         /* ms since 1970 */
    struct text player; /* its name */
    struct text kind, detail;
};

/**
 * Calls `fn` for the incidents of a match (0: of all) in the order in which they were added; texts
 * are valid during the call.
 * @param fn returns 0 to go on; anything else ends results_incidents, which returns it
 */
int results_incidents(struct results *results, int64_t match,
                      int (*fn)(void *ctx, const struct results_incident *incident), void *ctx,
                      struct err *err);

#endif
