// SPDX-License-Identifier: MIT
/*
 * The settings of a match: plain structs, filled in from a match file. Strings are borrowed; times
 * are in milliseconds; 0 means "no such limit" unless a comment says otherwise.
 */
#ifndef DAMA_MATCH_SETTINGS_H
#define DAMA_MATCH_SETTINGS_H

#include "core/board/draw-profile.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum player_kind { PLAYER_BUILTIN, PLAYER_HUB, PLAYER_DXP, PLAYER_KINDS };

/** A list of words. */
struct match_words {
    const char **at;
    const struct src_pos *where; /* where each is in the match file */
    unsigned n;
};

/** How long, or how far, a player may think. */
struct player_limits {
    int64_t time_ms; /* on the clock at the start */
    /*
     * moves to be made in that time, after which the same time is added for the same number; 0: the
     * whole game
     */
    unsigned moves;
    int64_t inc_ms;  /* added after each move */
    int64_t move_ms; /* for each move */
    uint64_t nodes;  /* for each move */
    unsigned depth;  /* plies, for each move */
};

/** How long a player may take over everything that is not thinking. */
struct player_timeouts {
    int64_t connect_ms; /* to be reached, or to come; default 10 s, or 60 s if it comes to us */
    int64_t ready_ms;   /* to start up and say so: default 120 s */
    int64_t accept_ms;  /* to answer the request for a game: default 60 s */
    int64_t margin_ms;  /* beyond the clock, for network delays: 1 s; for DamExchange 60 s */
    int64_t silent_ms;  /* for a move without a time limit: default 10 min */
    int64_t end_ms;     /* to confirm the end of a game: default 10 s */
};

/** How a peer deviates from DamExchange. `dama-match probe` writes these. */
struct player_quirks {
    bool fractions;       /* reads minutes with a fraction ("0.5") */
    bool position;        /* needs the position spelled out even if it is the usual one */
    bool no_confirmation; /* does not confirm the end of a game, so do not wait for it */
    bool total_time;      /* its moves carry the time of the whole game (GWD) */
    int64_t delay_ms;     /* ms, before our first move of a game: some peers lose it otherwise */
    int64_t pause_ms;     /* ms, between two games on one connection */
    unsigned games_max;   /* on one connection, after which a new one is made; 0: no limit */
};

struct player_parameter {
    const char *name, *value;
};

/** One player. */
struct player_settings {
    const char *name;
    enum player_kind kind;
    struct player_limits limits;
    struct player_timeouts timeouts;

    /* builtin */
    unsigned threads;                     /* 0: one */
    size_t hash;                          /* bytes; 0: 64 MiB */
    const char *eval;                     /* as engine_options.eval; NULL: the variant's */
    char level;                           /* 0: full strength; 'A' to 'D' */
    const char *book;                     /* file; NULL: none */
    double book_margin, book_temperature; /* as in struct book_choice_options */
    uint64_t book_seed;                   /* 0: the match's seed */
    const char *egdb;                     /* folder, or "none"; NULL: as engine_options.egdb "" */

    /* hub: a program spoken to over its standard input and output */
    const char *command; /* words between blanks; quotes keep blanks; no shell unless `shell` */
    const struct player_parameter *parameters; /* n_parameters, sent before `init` */
    unsigned n_parameters;
    bool hub_whole_seconds; /* it reads whole seconds only */

    /* dxp: a DamExchange peer */
    const char *address;     /* tcp://HOST:PORT, listen://[HOST:]PORT, serial:DEVICE */
    bool initiator;          /* the peer asks for games, and we are the follower; false: we ask */
    const char *expect_name; /* the name that it must give, a pattern; NULL: any */
    struct match_words expect_from; /* addresses that it may come from; none: any */
    struct player_quirks quirks;
    bool untimed;            /* games of 000 minutes may be asked for, by either side */
    bool take_backs;         /* agreed to, for human players; false: answered "not supported" */
    unsigned take_backs_max; /* the most in one game */
    const char *chat_answer; /* sent once in a game if the peer chats; NULL: nothing */
    unsigned serial_start;   /* the byte before each message on a serial line */
    unsigned serial_end;     /* the byte after it; both 0: not set */
    unsigned baud;           /* 0: 9600 */

    const char *start; /* a program that we start and watch; "{port}" is replaced; NULL: none */

    /* hub and dxp */
    const char *directory; /* the folder to start it in; NULL: the current one */
    bool shell;            /* pass `command` and `start` to sh -c */
};

/** What the game's result is when both sides have made `move_limit` moves. */
enum move_limit_result { MOVE_LIMIT_UNKNOWN, MOVE_LIMIT_DRAW };

/**
 * Ending games before the board decides them. Scores are in thousandths of a man; a number of moves
 * of 0 means never.
 */
struct adjudication {
    unsigned draw_moves; /* both report at most draw_score for this many moves in a row */
    unsigned draw_from;  /* ... and only from this move of the game on */
    int draw_score;
    unsigned win_moves; /* both agree on a lead of win_score for this many moves in a row */
    int win_score;
    unsigned resign_moves; /* one side reports being behind by resign_score for so many moves */
    int resign_score;
    bool endgame;     /* as soon as the endgame database, in `egdb`, knows the result */
    const char *egdb; /* folder; NULL: the usual ones, and three pieces in memory */
};

/** The match. */
struct match_settings {
    const char *event;
    const char *site; /* NULL: "?", so that the name of this machine is not given away */
    const struct rules *rules;
    const struct draw_profile *draws;
    uint64_t seed;
    unsigned concurrency; /* most games at once; 0: one */
    unsigned cores;       /* most threads of players at once; 0: as many as there are cores */
    unsigned move_limit;  /* limit of moves for each side */
    enum move_limit_result at_move_limit;
    int64_t game_ms;    /* hard limit of wall time for one game; 0: from the clocks, else 12 h */
    unsigned plies_max; /* a game of more plies is broken off; by default 2000 */
    bool faults_lose;   /* breaking rules or protocol loses; false: the result is unknown */
    /* a peer's announced draw or win counts even if the board does not show it */
    bool believe_claims;
    struct adjudication adjudication;
    unsigned retries;     /* a player is suspended after so many failures in a row; by default 5 */
    int64_t pause_ms;     /* before the first new attempt, doubled for each more; by default 1 s */
    int64_t pause_max_ms; /* by default 5 min */
};

/** Fills in the defaults for settings that a match file does not give. */
void player_settings_default(struct player_settings *settings, enum player_kind kind);

/**
 * How many threads of this machine a player keeps busy while it thinks, according to its settings:
 * 0 for a DamExchange peer that somebody else has started.
 */
unsigned player_settings_cores(const struct player_settings *settings);
void match_settings_default(struct match_settings *settings);

#endif
