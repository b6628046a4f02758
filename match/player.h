// SPDX-License-Identifier: MIT
/*
 * A player: whoever can be asked for a move, in the same way for all kinds (a table of functions, a
 * file a kind). Nothing blocks: what a player has to report waits in its queue as events, which its
 * owner takes after each step of the loop.
 *
 *     player_open ──▶ READY ──▶ player_start ──▶ ACCEPTED ──▶ player_turn ──▶ MOVED ──▶ ...
 *                                    ▲                                                   │
 *                                    └── the next game ◀── OVER ◀── player_finish ◀──────┘
 *
 * FAILED may come at any moment; after it a player can only be closed. Players read the game from
 * its referee and never change it.
 */
#ifndef DAMA_MATCH_PLAYER_H
#define DAMA_MATCH_PLAYER_H

#include "core/engine/ops.h"
#include "match/link/loop.h"
#include "match/referee.h"

enum { PLAYER_TEXT = 256, PLAYER_NAME = 96, PLAYER_QUEUE = 32 };

enum player_event_kind {
    PLAYER_READY,    /* can be asked for a game */
    PLAYER_ACCEPTED, /* the game of player_start is on */
    PLAYER_REFUSED,  /* it is not; text */
    PLAYER_MOVED,    /* move */
    PLAYER_ENDED,    /* it ended the game: reason, text; result with REASON_CLAIMED. OVER follows */
    PLAYER_FAULTED,  /* it broke the rules: reason, text. OVER follows */
    PLAYER_OVER,     /* the game is settled on its side */
    PLAYER_FAILED,   /* reason, text */
    PLAYER_NOTED,    /* text: something worth a line in a log; chat, oddities */
    PLAYER_DISCONNECTED, /* text: its connection is gone, and no game with it */
    PLAYER_WARNED,       /* text: something that people must know: it plays without its weights */
    /*
     * It proposes another game than that of player_start: `proposal`. Either player_start follows
     * with the game that it proposes, or player_refuse_proposal.
     */
    PLAYER_PROPOSED,
    PLAYER_BACK_ASKED,    /* it wants the game to go to where `ply` plies were made */
    PLAYER_BACK_ANSWERED, /* what player_back has asked: agreed */
};

/** A game that a player asks for. */
struct player_proposal {
    struct position start;
    enum side side; /* its own */
};

/** A move and what is known of it. The move was found legal in the referee's position. */
struct player_move {
    struct move move;
    int64_t at;      /* monotonic ms when it was there, as loop_arrival */
    int64_t claimed; /* ms that the player says it took; -1: it did not say */
    int score;       /* its view, thousandths of a man; INT32_MIN: it did not say */
    int win, loss;   /* its view, thousandths; -1: it did not say */
    unsigned depth;  /* 0: it did not say */
    uint64_t nodes;  /* 0: it did not say */
};

struct player_event {
    enum player_event_kind kind;
    enum reason reason;
    enum result result;
    struct player_move move;
    struct player_proposal proposal;
    unsigned ply;
    bool agreed;
    char text[PLAYER_TEXT]; /* one line, harmless to a terminal */
};

/** What is played. */
struct player_game {
    const struct referee *referee;
    enum side side;
    unsigned move_limit; /* moves of each side, the least that anybody was promised; 0: none */
    uint64_t number;     /* the same each time this game of the match is played */
};

struct player;

/** Who receives what is sent to players and by them. All functions are there. */
struct player_tap {
    /** @param direction '<' from the player, '>' to it, '#' a remark of ours */
    void (*message)(void *ctx, const struct player *player, char direction, const char *bytes,
                    size_t n);
    /**
     * What follows belongs to a game.
     * @param name    of the game, fit for a file name
     * @param renamed so does all that was said since the last call: it is this game instead
     */
    void (*game)(void *ctx, const struct player *player, const char *name, bool renamed);
    void (*closed)(void *ctx, const struct player *player);
    void *ctx;
};

/** What all players of a match share. Borrowed while they live. */
struct player_host {
    struct loop *loop;
    const struct rules *rules;
    const struct draw_profile *draws;
    uint64_t seed;
    const struct engine_ops *ops; /* of built-in players; NULL: engine_ops_dama */
    void *ops_ctx;
    const char *name;             /* ours, for peers; NULL: "dama" */
    const struct player_tap *tap; /* NULL: nobody listens */
};

/** A kind of player; the functions do what those below do. */
struct player_type {
    int (*open)(const struct player_settings *settings, const struct player_host *host,
                struct player **out, struct err *err);
    void (*start)(struct player *player, int64_t now);
    void (*turn)(struct player *player, int64_t now);
    void (*finish)(struct player *player, const struct referee_verdict *verdict, int64_t now);
    void (*refuse_proposal)(struct player *player, int64_t now);    /* NULL: it has none */
    void (*back)(struct player *player, unsigned ply, int64_t now); /* NULL: it always agrees */
    void (*back_settled)(struct player *player, bool agreed, int64_t now);
    void (*close)(struct player *player);
    unsigned (*want)(struct player *player, struct pollfd *fds, int64_t *by);
    void (*serve)(struct player *player, const struct pollfd *fds, unsigned n, int64_t now);
};

/** Stands first in the struct of each kind. */
struct player {
    const struct player_type *type;
    const struct player_settings *settings;
    const struct player_host *host;
    struct player_game game;
    int64_t answer_by;  /* monotonic ms, to player_start; INT64_MAX: it cannot receive it yet */
    int64_t turn_began; /* monotonic ms, when it receives, or will receive, the last player_turn */
    char version[PLAYER_NAME]; /* as it names itself; "" unknown */
    bool failed;
    struct loop_watch watch;
    unsigned first, n_events;
    struct player_event events[PLAYER_QUEUE];
    struct player_event nowhere; /* for what has no room */
};

extern const struct player_type player_builtin, player_hub, player_dxp;

/**
 * Opens a player: starts its program, or begins to connect. READY or FAILED follows.
 * @param settings borrowed while it lives
 * @return 0, or -1 with `err`
 */
int player_open(const struct player_settings *settings, const struct player_host *host,
                struct player **out, struct err *err);

/** Closes at once, whatever it does. NULL is allowed. */
void player_close(struct player *player);

/**
 * Asks for a game. ACCEPTED or REFUSED follows by `answer_by`, or the owner gives up.
 * @param game its referee is borrowed until OVER
 */
void player_start(struct player *player, const struct player_game *game, int64_t now);

/** It is to move; the opponent's last move is in the referee. MOVED follows. */
void player_turn(struct player *player, int64_t now);

/** The game is over, also where it has not said so itself. OVER follows. */
void player_finish(struct player *player, const struct referee_verdict *verdict, int64_t now);

/** The game that it proposes is not played; it may propose another one. */
void player_refuse_proposal(struct player *player, int64_t now);

/** The opponent wants the game to go to where `ply` plies were made. BACK_ANSWERED follows. */
void player_back(struct player *player, unsigned ply, int64_t now);

/**
 * What it asked for by BACK_ASKED is settled, or what player_back asked for was agreed to by all.
 * Where `agreed`, the referee is there already, and a turn that the player had is void, as is a
 * MOVED that waits; player_turn follows for whoever is to move now.
 */
void player_back_settled(struct player *player, bool agreed, int64_t now);

/** Takes the next event. @return whether there was one */
bool player_event(struct player *player, struct player_event *out);

/* For the kinds. */

/**
 * Adds an event. Notes and warnings find room in half of the queue only, FAILED always: an event
 * that finds none is lost, and filling it in has no effect.
 */
struct player_event *player_add_event(struct player *player, enum player_event_kind kind);

/** Adds FAILED, once. */
void player_fail(struct player *player, enum reason reason, const char *format, ...)
    PRINTF_LIKE(3, 4);

/** Adds FAULTED. */
void player_fault(struct player *player, enum reason reason, const char *text);

/** Adds NOTED. */
void player_note(struct player *player, const char *format, ...) PRINTF_LIKE(2, 3);

/** Adds DISCONNECTED. */
void player_disconnected(struct player *player, const char *format, ...) PRINTF_LIKE(2, 3);

/** Adds NOTED: what came from the player is not read. The transcript has a remark in its place. */
void player_skipped(struct player *player, const char *what);

/** Hands bytes to the transcript. */
void player_transcript(const struct player *player, char direction, const char *bytes, size_t n);

/** When what is being served came, monotonic ms: the moment of a move. */
int64_t player_arrival(const struct player *player);

/** A move about which nothing is said. */
struct player_move player_move_of(const struct move *move, int64_t at);

#endif
