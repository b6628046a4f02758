// SPDX-License-Identifier: MIT
/*
 * What a match is played with: plain structs that a match file is read into. Strings are borrowed;
 * times are in milliseconds; 0 means "no such limit" unless a comment says otherwise.
 */
#ifndef DAMA_MATCH_SETTINGS_H
#define DAMA_MATCH_SETTINGS_H

#include "core/board/draw.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum player_kind { PLAYER_BUILTIN, PLAYER_HUB, PLAYER_DXP, PLAYER_KINDS };

/** Words of a list. */
struct match_words {
    const char **at;
    const struct src_pos *where; /* of each in the match file */
    unsigned n;
};

/** How long, or how far, a player may think. */
struct player_limits {
    int64_t time_ms; /* on the clock at the start */
    /* to be made in it, then as much is added for as many more; 0: the whole game */
    unsigned moves;
    int64_t inc_ms;  /* added after each move */
    int64_t move_ms; /* for each move */
    uint64_t nodes;  /* for each move */
    unsigned depth;  /* plies, for each move */
};

/** How long a player may take over everything that is not thinking. */
struct player_timeouts {
    int64_t connect_ms; /* to be reached, or to come; default 10 s, for one that comes to us 60 s */
    int64_t ready_ms;   /* to start up and say so: default 120 s */
    int64_t accept_ms;  /* to answer a request for a game: default 60 s */
    int64_t margin_ms;  /* beyond the clock, for network delays: default 1 s; DamExchange 60 s */
    int64_t silent_ms;  /* for a move without a limit of time: default 10 min */
    int64_t end_ms;     /* to confirm the end of a game: default 10 s */
};

/** How a peer departs from DamExchange. `dama-match probe` writes these. */
struct player_quirks {
    bool fractions;       /* reads minutes with a fraction ("0.5") */
    bool position;        /* wants the position spelled out even where it is the usual one */
    bool no_confirmation; /* does not confirm the end of a game; do not wait for it */
    bool total_time;      /* its moves carry the time of the whole game (GWD) */
    int64_t delay_ms;     /* before our first move of a game: some lose it otherwise */
    int64_t pause_ms;     /* between two games on one connection */
    unsigned games_max;   /* on one connection, then a new one is made; 0: any number */
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
    char level;                           /* 0: as strong as it can; 'A' to 'D' */
    const char *book;                     /* file; NULL: none */
    double book_margin, book_temperature; /* as in struct book_choice */
    uint64_t book_seed;                   /* 0: the match's */
    const char *egdb;                     /* folder, or "none"; NULL: as engine_options.egdb "" */

    /* hub: a program spoken to over its standard input and output */
    const char *command; /* words between blanks; quotes keep blanks; no shell unless `shell` */
    const struct player_parameter *parameters; /* n_parameters, sent before it is made ready */
    unsigned n_parameters;
    bool hub_whole_seconds; /* it reads whole seconds only */

    /* dxp: a DamExchange peer */
    const char *address;            /* tcp://HOST:PORT, listen://[HOST:]PORT, serial:DEVICE */
    bool initiator;                 /* the peer asks for the games, and we follow; false: we ask */
    const char *expect_name;        /* the name that it must give, a pattern; NULL: any */
    struct match_words expect_from; /* addresses that it may come from; none: any */
    struct player_quirks quirks;
    bool untimed;            /* games of 000 minutes may be asked for, by either side */
    bool take_backs;         /* agreed to, for people; false: answered "not supported" */
    unsigned take_backs_max; /* in a game */
    const char *chat_answer; /* said once a game when the peer chats; NULL: nothing */
    unsigned serial_start,
        serial_end; /* bytes around a message on a serial line; both 0: not set */
    unsigned baud;  /* 0: 9600 */

    const char *start; /* a program to start and watch over; "{port}" is replaced; NULL: none */

    /* hub and dxp */
    const char *directory; /* where it is started; NULL: here */
    bool shell;            /* `command` and `start` go to sh -c */
};

/** What the game's result is when both sides have made `move_limit` moves. */
enum move_limit_result { MOVE_LIMIT_UNKNOWN, MOVE_LIMIT_DRAW };

/**
 * Games that are ended before the board decides them. Scores are in thousandths of a man; 0 moves:
 * never.
 */
struct adjudication {
    unsigned draw_moves; /* both report at most draw_score for this many moves in a row */
    unsigned draw_from;  /* ... from this move of the game on */
    int draw_score;
    unsigned win_moves; /* both agree on a lead of win_score for this many moves in a row */
    int win_score;
    unsigned resign_moves; /* one side itself says that it is behind by resign_score */
    int resign_score;
    bool endgame; /* as soon as the endgame database knows the result; `egdb` says where it is */
    const char *egdb; /* folder; NULL: the usual ones, and three pieces in memory */
};

/** The match. */
struct match_settings {
    const char *event,
        *site; /* site NULL: "?", so that the name of this machine is not given away */
    const struct rules *rules;
    const struct draw_profile *draws;
    uint64_t seed;
    unsigned concurrency; /* games at once at most; 0: one */
    unsigned cores;       /* threads of players at once at most; 0: as many as there are cores */
    unsigned move_limit;  /* moves of each side */
    enum move_limit_result at_move_limit;
    int64_t game_ms;    /* hard limit of wall time for one game; 0: from the clocks, else 12 h */
    unsigned plies_max; /* a game of more plies is broken off; by default 2000 */
    bool faults_lose;   /* a player that breaks rules or protocol loses; false: unknown */
    /* a peer's announced draw or win counts though the board does not show it */
    bool believe_claims;
    struct adjudication adjudication;
    unsigned retries; /* failures of a player in a row after which it is suspended; by default 5 */
    int64_t pause_ms; /* before the first new attempt, doubled with each; by default 1 s */
    int64_t pause_max_ms; /* by default 5 min */
};

/** Fills in the defaults for what a match file does not set. */
void player_settings_default(struct player_settings *settings, enum player_kind kind);

/**
 * How many threads of this machine a player keeps busy while it thinks, as far as its settings tell:
 * 0 for a DamExchange peer that somebody else has started.
 */
unsigned player_settings_cores(const struct player_settings *settings);
void match_settings_default(struct match_settings *settings);

#endif
