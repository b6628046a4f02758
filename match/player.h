// SPDX-License-Identifier: MIT
/*
 * A player: anything that can be asked for a move, in the same way for all kinds (a table of
 * functions and a file for each kind). Nothing blocks: a player's reports wait in its queue as
 * events, which its owner takes after each step of the loop.
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
    PLAYER_ACCEPTED, /* it accepts the game of player_start */
    PLAYER_REFUSED,  /* it does not; reason (refused or malformed), text */
    PLAYER_MOVED,    /* move */
    PLAYER_ENDED,    /* it ended the game: reason, text; result if REASON_CLAIMED. OVER follows */
    PLAYER_FAULTED,  /* it broke the rules: reason, text. OVER follows */
    PLAYER_OVER,     /* the game is settled on its side */
    PLAYER_FAILED,   /* reason, text */
    PLAYER_NOTED,    /* text: something worth a line in a log, such as chat or oddities */
    PLAYER_DISCONNECTED, /* text: its connection is lost, but no game with it */
    PLAYER_WARNED, /* text: a problem that the user must know about: it plays without its weights */
    /*
     * It proposes a game other than that of player_start: `proposal`. The owner either calls
     * player_start with the proposed game, or player_refuse_proposal.
     */
    PLAYER_PROPOSED,
    PLAYER_BACK_ASKED,    /* it wants to go back to where `ply` plies were made */
    PLAYER_BACK_ANSWERED, /* answer to player_back: agreed */
};

/** A game that a player asks for. */
struct player_proposal {
    struct position start;
    enum side side; /* its own */
};

/** A move and its data. The move was legal in the referee's position. */
struct player_move {
    struct move move;
    int64_t at;      /* monotonic ms at which it arrived, as loop_arrival */
    int64_t claimed; /* ms that it took according to the player; -1: not reported */
    int score;       /* the player's view, thousandths of a man; INT32_MIN: not reported */
    int win, loss;   /* the player's view, thousandths; -1: not reported */
    unsigned depth;  /* 0: not reported */
    uint64_t nodes;  /* 0: not reported */
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

/** The game to be played. */
struct player_game {
    const struct referee *referee;
    enum side side;
    unsigned move_limit; /* moves of each side, the lowest limit promised to a player; 0: none */
    uint64_t number;     /* the same each time this game of the match is played again */
};

struct player;

/** Receives everything that is sent to players and by them. No function is NULL. */
struct player_tap {
    /** @param direction '<' from the player, '>' to it, '#' a remark by us */
    void (*message)(void *ctx, const struct player *player, char direction, const char *bytes,
                    size_t n);
    /**
     * What follows belongs to a game.
     * @param name    the game's name, fit for a file name
     * @param renamed so does everything said since the last call: it turned out to be this game
     */
    void (*game)(void *ctx, const struct player *player, const char *name, bool renamed);
    void (*closed)(void *ctx, const struct player *player);
    void *ctx;
};

/** What all players of a match have in common. Borrowed while they live. */
struct player_host {
    struct loop *loop;
    const struct rules *rules;
    const struct draw_profile *draws;
    uint64_t seed;
    const struct engine_ops *ops; /* of built-in players; NULL: engine_ops_dama */
    void *ops_ctx;
    const char *name;             /* our name, told to peers; NULL: "dama" */
    const struct player_tap *tap; /* NULL: nobody listens */
};

/** A kind of player. Each function does what the one below with that name does. */
struct player_ops {
    int (*open)(const struct player_settings *settings, const struct player_host *host,
                struct player **out, struct err *err);
    void (*start)(struct player *player, int64_t now);
    void (*turn)(struct player *player, int64_t now);
    void (*finish)(struct player *player, const struct referee_verdict *verdict, int64_t now);
    void (*refuse_proposal)(struct player *player, int64_t now);    /* NULL: it proposes none */
    void (*back)(struct player *player, unsigned ply, int64_t now); /* NULL: it always agrees */
    void (*back_settled)(struct player *player, bool agreed, int64_t now);
    void (*check)(struct player *player); /* NULL: it always notices by itself */
    void (*close)(struct player *player);
    unsigned (*want)(struct player *player, struct pollfd *fds, int64_t *by);
    void (*serve)(struct player *player, const struct pollfd *fds, unsigned n, int64_t now);
};

/** Comes first in the struct of each kind. */
struct player {
    const struct player_ops *type;
    const struct player_settings *settings;
    const struct player_host *host;
    struct player_game game;
    int64_t answer_by;  /* monotonic ms, to answer player_start; INT64_MAX: it cannot be told yet */
    int64_t turn_began; /* monotonic ms at which it hears, or will hear, of the last player_turn */
    char version[PLAYER_NAME];   /* as it calls itself; "" unknown */
    char complaint[PLAYER_TEXT]; /* its last error message during this search, or what was wrong
                                    with a peer's last message; "": none */
    bool failed;
    bool is_spent; /* no other game: what it says next may still belong to the last one */
    struct loop_watch watch;
    unsigned first, n_events;
    struct player_event events[PLAYER_QUEUE];
    struct player_event nowhere; /* for events that find no room */
};

extern const struct player_ops player_builtin, player_hub, player_dxp;

/**
 * Opens a player: starts its program, or begins to connect. READY or FAILED follows.
 * @param settings borrowed while it lives
 * @return 0, or -1 with `err`
 */
int player_open(const struct player_settings *settings, const struct player_host *host,
                struct player **out, struct err *err);

/** Closes immediately, whatever the player is doing. NULL is allowed. */
void player_close(struct player *player);

/**
 * Asks for a game. ACCEPTED or REFUSED follows by `answer_by`, or the owner gives up.
 * @param game its referee is borrowed until OVER
 */
void player_start(struct player *player, const struct player_game *game, int64_t now);

/** Tells the player to move; the opponent's last move is in the referee. MOVED follows. */
void player_turn(struct player *player, int64_t now);

/** Tells the player that the game is over, even if it ended the game itself. OVER follows. */
void player_finish(struct player *player, const struct referee_verdict *verdict, int64_t now);

/** Refuses the game that the player proposes; it may propose another one. */
void player_refuse_proposal(struct player *player, int64_t now);

/**
 * Tells the player that the opponent wants to go back to where `ply` plies were made. BACK_ANSWERED
 * follows.
 */
void player_back(struct player *player, unsigned ply, int64_t now);

/**
 * Settles the player's own BACK_ASKED, or a take-back for which player_back asked and to which both
 * agreed. If `agreed`, the referee is at that ply already; a turn that the player had is void, and
 * so is a MOVED that is waiting. player_turn follows for the side to move.
 */
void player_back_settled(struct player *player, bool agreed, int64_t now);

/** Makes sure that a player whose move has not come is still there. If it is not, FAILED follows. */
void player_check(struct player *player);

/** Takes the next event. @return whether there was one */
bool player_event(struct player *player, struct player_event *out);

/* For the kinds. */

/**
 * Adds an event. Notes and warnings may use only half of the queue; FAILED always has room. An
 * event without room is lost, and filling it in has no effect.
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

/**
 * Adds NOTED: something from the player was not read. The transcript gets a remark in its place.
 */
void player_skipped(struct player *player, const char *what);

/** Passes bytes to the transcript. */
void player_transcript(const struct player *player, char direction, const char *bytes, size_t n);

/** When the input being served arrived, monotonic ms: the time of a move. */
int64_t player_arrival(const struct player *player);

/** Makes a move without further data. */
struct player_move player_move_of(const struct move *move, int64_t at);

#endif
