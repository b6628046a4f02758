// SPDX-License-Identifier: MIT
/*
 * Plies that were taken back stay in the array after the current one until something else is
 * played, so going back and going forward again are one operation. No clock ticks: the time that
 * each side had left when the turn last changed is kept, and the rest is subtraction. What a reason
 * means for the side that caused it is a column in the table of reasons.
 */
#include "match/referee.h"

#include <assert.h>
#include <stdlib.h>

/* What a reason means for the side that caused it. */
enum meaning {
    MEANS_BOARD,
    MEANS_DRAW,
    MEANS_LOSS,
    MEANS_UNKNOWN,
    MEANS_NOBODY, /* like unknown, and nobody is to blame */
    MEANS_FAULT,
    MEANS_FAILURE,
};

// clang-format off
static const struct {
    const char *word, *termination;
    enum meaning meaning;
} reasons[REASONS] = {
    [REASON_NONE]         = { "none",         "unterminated",     MEANS_UNKNOWN },
    [REASON_NO_MOVES]     = { "no-moves",     "normal",           MEANS_BOARD },
    [REASON_KING]         = { "king",         "normal",           MEANS_BOARD },
    [REASON_REPETITION]   = { "repetition",   "normal",           MEANS_BOARD },
    [REASON_QUIET]        = { "quiet",        "normal",           MEANS_BOARD },
    [REASON_MATERIAL]     = { "material",     "normal",           MEANS_BOARD },
    [REASON_MOVE_LIMIT]   = { "move-limit",   "normal",           MEANS_BOARD },
    [REASON_RESIGNED]     = { "resigned",     "normal",           MEANS_LOSS },
    [REASON_AGREED]       = { "agreed",       "normal",           MEANS_DRAW },
    [REASON_CLAIMED]      = { "claimed",      "unterminated",     MEANS_UNKNOWN },
    [REASON_ABANDONED]    = { "abandoned",    "abandoned",        MEANS_UNKNOWN },
    [REASON_TIME]         = { "time",         "time forfeit",     MEANS_LOSS },
    [REASON_SCORES]       = { "scores",       "adjudication",     MEANS_BOARD },
    [REASON_ENDGAME]      = { "endgame",      "adjudication",     MEANS_BOARD },
    [REASON_TOO_LONG]     = { "too-long",     "abandoned",        MEANS_NOBODY },
    [REASON_ILLEGAL_MOVE] = { "illegal-move", "rules infraction", MEANS_FAULT },
    [REASON_MALFORMED]    = { "malformed",    "rules infraction", MEANS_FAULT },
    [REASON_UNEXPECTED]   = { "unexpected",   "rules infraction", MEANS_FAULT },
    [REASON_TAKE_BACKS]   = { "take-backs",   "rules infraction", MEANS_FAULT },
    [REASON_FLOOD]        = { "flood",        "rules infraction", MEANS_FAULT },
    [REASON_REFUSED]      = { "refused",      "abandoned",        MEANS_FAILURE },
    [REASON_SILENT]       = { "silent",       "abandoned",        MEANS_FAILURE },
    [REASON_CONNECTION]   = { "connection",   "abandoned",        MEANS_FAILURE },
    [REASON_CRASHED]      = { "crashed",      "abandoned",        MEANS_FAILURE },
    [REASON_ENGINE]       = { "engine",       "abandoned",        MEANS_FAILURE },
    [REASON_INTERNAL]     = { "internal",     "abandoned",        MEANS_FAILURE },
};
// clang-format on

const char *reason_word(enum reason reason) { return reasons[reason].word; }

const char *referee_termination(const struct referee_verdict *verdict)
{
    bool is_believed = verdict->reason == REASON_CLAIMED && verdict->result != RESULT_UNKNOWN;
    return is_believed ? "adjudication" : reasons[verdict->reason].termination;
}

struct referee {
    const struct rules *rules;
    struct history *history;
    struct referee_game game;
    struct position pos;
    struct referee_ply *plies; /* owned; those past n were taken back and may come again */
    struct move *moves; /* owned; the same moves in an array of their own, with room for one more */
    unsigned n, known, room;
    unsigned timed;     /* plies that were ever played: their moves have had their time */
    int64_t left[2];    /* ms on the clocks when the turn last changed */
    int64_t turn_began; /* when that was */
};

static int make_room(struct referee *r)
{
    unsigned room = r->room ? 2 * r->room : 256;
    if (r->n + 1 < r->room)
        return 0;
    struct referee_ply *plies = realloc(r->plies, room * sizeof *plies);
    if (!plies)
        return -1;
    r->plies = plies;
    struct move *moves = realloc(r->moves, room * sizeof *moves);
    if (!moves)
        return -1;
    r->moves = moves;
    r->room = room;
    return 0;
}

int referee_open(const struct rules *rules, const struct draw_profile *draws, struct referee **out,
                 struct err *err)
{
    struct referee *r = calloc(1, sizeof *r);
    if (r) {
        r->rules = rules;
        r->history = history_open(rules, draws);
    }
    if (!r || !r->history || make_room(r)) {
        referee_close(r);
        return err_memory(err);
    }
    *out = r;
    return 0;
}

void referee_close(struct referee *referee)
{
    if (!referee)
        return;
    history_close(referee->history);
    free(referee->plies);
    free(referee->moves);
    free(referee);
}

void referee_start(struct referee *referee, const struct referee_game *game, int64_t now)
{
    referee->game = *game;
    referee->pos = game->start;
    referee->n = referee->known = referee->timed = 0;
    for (int side = WHITE; side <= BLACK; side++)
        referee->left[side] = game->clock[side].time_ms;
    referee->turn_began = now;
    history_start(referee->history, &referee->pos);
}

void referee_restart_clock(struct referee *referee, int64_t now) { referee->turn_began = now; }

const struct position *referee_position(const struct referee *referee) { return &referee->pos; }

const struct position *referee_start_position(const struct referee *referee)
{
    return &referee->game.start;
}

enum side referee_turn(const struct referee *referee) { return (enum side)referee->pos.turn; }

unsigned referee_plies(const struct referee *referee) { return referee->n; }

unsigned referee_known(const struct referee *referee) { return referee->known; }

const struct referee_ply *referee_ply(const struct referee *referee, unsigned i)
{
    assert(i < referee->known);
    return &referee->plies[i];
}

/* How many of the first `plies` plies are moves of `side`. */
static unsigned moves_within(const struct referee *r, unsigned plies, enum side side)
{
    return (plies + (r->game.start.turn == side)) / 2;
}

unsigned referee_moves_made(const struct referee *referee, enum side side)
{
    return moves_within(referee, referee->n, side);
}

enum ending referee_ending(const struct referee *referee)
{
    return history_ending(referee->history);
}

struct history *referee_history(const struct referee *referee) { return referee->history; }

int64_t referee_turn_began(const struct referee *referee) { return referee->turn_began; }

/*
 * How long the turn has lasted: 0 if it has not begun yet, or if a move arrived while we were busy,
 * at an unknown time.
 */
static int64_t running(const struct referee *r, int64_t now)
{
    return now > r->turn_began ? now - r->turn_began : 0;
}

/* ---- moves ---- */

struct move *referee_moves(const struct referee *referee) { return referee->moves; }

/* Makes a move on the board alone. */
static int play(struct referee *r, const struct move *move, int64_t took)
{
    enum side mover = referee_turn(r);
    if (make_room(r))
        return -1;
    bool again = r->n < r->known && move_same(&r->plies[r->n].move, move);
    struct referee_ply *ply = &r->plies[r->n];
    struct position after = r->pos;
    move_play(r->rules, &after, move);
    if (history_add(r->history, &r->pos, move, &after))
        return -1;
    *ply = (struct referee_ply){.move = *move, .before = r->pos, .took = took};
    r->moves[r->n] = *move;
    r->pos = after;
    r->n++;
    if (!again || r->n > r->known)
        r->known = r->n; /* what was taken back cannot be played forward again */
    ply->left = r->game.clock[mover].time_ms ? r->left[mover] : INT64_MAX;
    return 0;
}

/* The time that `mover` gains for the move that it makes now; 0 if the move replaces another. */
static int64_t added(const struct referee *r, enum side mover)
{
    const struct player_limits *clock = &r->game.clock[mover];
    unsigned made = referee_moves_made(r, mover) + 1;
    if (r->n < r->timed)
        return 0;
    return clock->inc_ms + (clock->moves && made % clock->moves == 0 ? clock->time_ms : 0);
}

int referee_play(struct referee *referee, const struct move *move, int64_t now)
{
    enum side mover = referee_turn(referee);
    int64_t took = running(referee, now), left = referee->left[mover];
    int64_t more = referee->game.clock[mover].time_ms ? added(referee, mover) : 0;
    if (referee->game.clock[mover].time_ms)
        referee->left[mover] += more - took;
    if (play(referee, move, took)) {
        referee->left[mover] = left;
        return -1;
    }
    referee->plies[referee->n - 1].added = more;
    if (referee->n > referee->timed)
        referee->timed = referee->n;
    referee->turn_began = now;
    return 0;
}

int referee_play_opening(struct referee *referee, const struct move *move, int64_t now)
{
    referee->turn_began = now;
    return play(referee, move, 0);
}

int referee_go_to(struct referee *referee, unsigned n, int64_t now)
{
    struct referee *r = referee;
    unsigned known = r->known;
    enum side turn = referee_turn(r);
    if (n > known)
        return -1;
    if (r->game.clock[turn].time_ms)
        r->left[turn] -= running(r, now);
    r->turn_began = now;
    if (n < r->n) {
        r->pos = r->plies[n].before;
        r->n = n;
        history_start(r->history, &r->game.start);
        for (unsigned i = 0; i < n; i++) {
            const struct position *after = i + 1 < n ? &r->plies[i + 1].before : &r->pos;
            if (history_add(r->history, &r->plies[i].before, &r->plies[i].move, after))
                return -1;
        }
    }
    while (r->n < n) {
        struct move move = r->plies[r->n].move;
        if (play(r, &move, r->plies[r->n].took))
            return -1;
    }
    r->known = known;
    return 0;
}

/* ---- clocks ---- */

int64_t referee_left(const struct referee *referee, enum side side, int64_t now)
{
    if (!referee->game.clock[side].time_ms)
        return INT64_MAX;
    bool runs = side == referee_turn(referee);
    return referee->left[side] - (runs ? running(referee, now) : 0);
}

/* @return moves of `side` up to the next control; those taken back have had their time already */
static unsigned moves_to_control(const struct referee *r, enum side side)
{
    unsigned moves = r->game.clock[side].moves;
    unsigned timed = moves_within(r, r->n > r->timed ? r->n : r->timed, side);
    return timed - referee_moves_made(r, side) + moves - timed % moves;
}

unsigned referee_moves_to_go(const struct referee *referee, enum side side)
{
    unsigned limit = referee->game.move_limit, made = referee_moves_made(referee, side);
    unsigned to_limit = limit > made ? limit - made : 0;
    if (!referee->game.clock[side].moves)
        return to_limit;
    unsigned to_control = moves_to_control(referee, side);
    return to_limit && to_limit < to_control ? to_limit : to_control;
}

int64_t referee_flag(const struct referee *referee)
{
    enum side turn = referee_turn(referee);
    const struct player_limits *clock = &referee->game.clock[turn];
    int64_t by = INT64_MAX;
    if (clock->time_ms)
        by = referee->turn_began + referee->left[turn];
    if (clock->move_ms && referee->turn_began + clock->move_ms < by)
        by = referee->turn_began + clock->move_ms;
    return by;
}

/* ---- endings ---- */

struct referee_verdict referee_verdict(const struct referee *referee)
{
    static const enum reason of[] = {
        [ENDING_NO_MOVES] = REASON_NO_MOVES,     [ENDING_KING] = REASON_KING,
        [ENDING_REPETITION] = REASON_REPETITION, [ENDING_QUIET] = REASON_QUIET,
        [ENDING_MATERIAL] = REASON_MATERIAL,     [ENDING_LIMIT] = REASON_MOVE_LIMIT,
    };
    struct referee_verdict v = {.result = RESULT_DRAW, .blame = -1, .counts = true};
    enum ending ending = referee_ending(referee);
    unsigned limit = referee->game.move_limit;
    if (ending != ENDING_NONE) {
        v.reason = of[ending];
        if (!ending_is_draw(ending))
            v.result =
                result_won_by(ending_winner(referee->rules, ending, referee_position(referee)));
    } else if (limit && referee_moves_made(referee, WHITE) >= limit
               && referee_moves_made(referee, BLACK) >= limit) {
        v.reason = REASON_MOVE_LIMIT;
        if (referee->game.at_move_limit == MOVE_LIMIT_UNKNOWN)
            v.result = RESULT_UNKNOWN;
    }
    return v;
}

struct referee_verdict referee_judge(enum reason reason, enum side side, bool faults_lose)
{
    enum meaning meaning = reasons[reason].meaning;
    struct referee_verdict v = {.reason = reason, .result = RESULT_UNKNOWN, .blame = (int)side};
    if (meaning == MEANS_NOBODY || meaning == MEANS_DRAW)
        v.blame = -1;
    assert(meaning != MEANS_BOARD);
    v.counts = meaning != MEANS_FAILURE;
    if (meaning == MEANS_LOSS || (meaning == MEANS_FAULT && faults_lose))
        v.result = result_won_by(side_other(side));
    else if (meaning == MEANS_DRAW)
        v.result = RESULT_DRAW;
    return v;
}
