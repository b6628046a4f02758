// SPDX-License-Identifier: MIT
#include "match/serve/follower.h"

#include "core/base/clock.h"
#include "match/protocol/wire.h"
#include "match/serve/follower-log.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    GRACE_MS = 60000,
    RESERVE_MS = 100,
    NO_CLOCK_MS = 5000,
    SILENT_END_MS = 30000, /* for a peer without a move, or in a drawn position, to say so */
    RESIGN_MOVES = 3,
    NOISE_MAX =
        10000, /* messages without a move; then nothing sensible is to be expected of a peer */
};

/** A move of the game, and how things stood before it. */
struct ply {
    struct move move;
    struct position before;
    int64_t left[2]; /* on the clocks */
};

enum thinks { THINKS_NOT, THINKS_MOVE, THINKS_PONDER };

struct follower {
    struct follower_settings settings;
    const struct rules *rules;
    struct thinker *thinker;
    struct dialogue dialogue;
    bool connected, finish;
    char peer[80];
    unsigned noise; /* messages since the last move or the beginning of a game */
    unsigned games; /* begun */
    struct follower_score score;

    /* the game */
    bool counted; /* its result is in the score */
    struct position start, pos;
    struct ply *plies; /* owned; those past n were taken back and may come again */
    unsigned n, known, room;
    struct history *history;
    int64_t left[2];    /* ms on the clocks of WHITE and BLACK when the turn last changed */
    int64_t turn_began; /* when that was */
    bool peer_ends;     /* the peer should say now that the game is over */
    enum ending drawn;  /* the position after our own last move, or ENDING_NONE */
    unsigned bad_moves; /* of ours in a row with a score to resign at */

    enum thinks thinks;
    int64_t think_at;     /* when to begin thinking; INT64_MAX: nothing is waiting */
    struct move expected; /* while pondering */
    struct move ponder;   /* what the last search expects */
    bool has_ponder;
};

/* Clocks. */

static enum side mine(const struct follower *f) { return f->dialogue.mine; }
static enum side theirs(const struct follower *f) { return mine(f) == WHITE ? BLACK : WHITE; }
static bool has_clock(const struct follower *f) { return f->dialogue.game.time > 0; }

/** Stops the clock of who was to move. @return ms since the turn changed */
static int64_t stop_clock(struct follower *f, enum side side, int64_t now)
{
    int64_t took = now - f->turn_began;
    f->left[side] -= took;
    f->turn_began = now;
    return took;
}

/** How many moves a side has made. */
static unsigned moves_made(const struct follower *f, enum side side)
{
    return (f->n + (f->start.turn == side)) / 2;
}

/* Ends of a game. */

static void stop_thinking(struct follower *f)
{
    thinker_abandon(f->thinker);
    f->thinks = THINKS_NOT;
    f->think_at = INT64_MAX;
}

/** Notes a result, once a game. @param reason from our view */
static void count(struct follower *f, enum dxp_reason reason, const char *why)
{
    unsigned *const cell[DXP_REASONS] = {&f->score.unknown, &f->score.lost, &f->score.drawn,
                                         &f->score.won};
    if (f->counted)
        return;
    f->counted = true;
    stop_thinking(f);
    ++*cell[reason];
    follower_log_result(&f->settings, f->games, f->n, reason, why, &f->score);
}

static bool last_game(const struct follower *f)
{
    return f->finish || (f->settings.games && f->games >= f->settings.games);
}

static void end_game(struct follower *f, enum dxp_reason reason, const char *why)
{
    dialogue_end(&f->dialogue, reason, clock_ms());
    count(f, reason, why);
}

/** What an ending by the rules means for the side to move. */
static enum dxp_reason reason_of(const struct follower *f, enum ending ending, enum side to_move)
{
    bool we_move = to_move == mine(f);
    switch (ending) {
    case ENDING_NO_MOVES:
        return (f->rules->goal == GOAL_LOSE) == we_move ? DXP_WON : DXP_LOST;
    case ENDING_KING: /* who moved last has made it */
        return we_move ? DXP_LOST : DXP_WON;
    default:
        return DXP_DRAWN;
    }
}

static bool is_draw(enum ending ending)
{
    return ending != ENDING_NONE && ending != ENDING_NO_MOVES && ending != ENDING_KING;
}

/* Thinking. */

static void begin_search(struct follower *f, const struct move *moves, unsigned n, bool ponder)
{
    unsigned limit = f->dialogue.game.moves, made = moves_made(f, mine(f));
    int64_t left = f->left[mine(f)] - f->settings.reserve_ms;
    struct engine_limits limits = {.ponder = ponder};
    struct err err = {0};
    if (!has_clock(f))
        limits.move_ms = f->settings.no_clock_ms;
    else
        limits.clock_ms = left < 1 ? 1 : left;
    if (has_clock(f) && limit > made)
        limits.moves = limit - made;
    if (thinker_start(f->thinker, &f->start, moves, n, &limits, &err) == 0) {
        f->thinks = ponder ? THINKS_PONDER : THINKS_MOVE;
        return;
    }
    follower_log_line(&f->settings, "cannot think: %s", err.msg);
    if (!ponder)
        end_game(f, DXP_UNKNOWN, "our engine has failed");
}

/** The moves of the game, with one more where `also` is given. @return owned; NULL: out of memory */
static struct move *all_moves(const struct follower *f, const struct move *also)
{
    struct move *moves = malloc((f->n + 1) * sizeof *moves);
    if (!moves)
        return NULL;
    for (unsigned i = 0; i < f->n; i++)
        moves[i] = f->plies[i].move;
    if (also)
        moves[f->n] = *also;
    return moves;
}

static void think(struct follower *f, const struct move *expected)
{
    struct move *moves = all_moves(f, expected);
    if (moves)
        begin_search(f, moves, f->n + (expected ? 1 : 0), expected != NULL);
    else
        end_game(f, DXP_UNKNOWN, "out of memory");
    free(moves);
}

/** Limits of the game that stand before our next move. @return whether it was ended */
static bool end_by_rule(struct follower *f)
{
    enum ending ending = history_ending(f->history);
    unsigned limit = f->dialogue.game.moves;
    char why[64];
    if (is_draw(f->drawn) && !is_draw(ending))
        ending = f->drawn; /* since our last move; the peer has moved on all the same */
    if (ending != ENDING_NONE) {
        snprintf(why, sizeof why, "%s", ending_word(ending));
        end_game(f, reason_of(f, ending, mine(f)), why);
        return true;
    }
    if (!limit || f->settings.at_limit == FOLLOWER_LIMIT_IGNORE || moves_made(f, WHITE) < limit
        || moves_made(f, BLACK) < limit)
        return false;
    end_game(f, f->settings.at_limit == FOLLOWER_LIMIT_DRAW ? DXP_DRAWN : DXP_UNKNOWN,
             "the moves agreed upon are made");
    return true;
}

/** We are to move. @param not_before monotonic ms */
static void our_turn(struct follower *f, int64_t not_before)
{
    if (!end_by_rule(f))
        f->think_at = not_before;
}

/** The peer is to move. */
static void their_turn(struct follower *f)
{
    enum ending ending = history_ending(f->history);
    int64_t by = INT64_MAX;
    f->drawn = is_draw(ending) ? ending : ENDING_NONE;
    f->peer_ends = ending != ENDING_NONE;
    if (f->peer_ends && !(is_draw(ending) && has_clock(f)))
        by = f->turn_began + SILENT_END_MS;
    else if (has_clock(f))
        by = f->turn_began + (f->left[theirs(f)] > 0 ? f->left[theirs(f)] : 0)
             + f->settings.grace_ms;
    dialogue_expect_move(&f->dialogue, by);
    if (f->settings.ponder && f->has_ponder && !f->peer_ends) {
        f->expected = f->ponder;
        think(f, &f->expected);
    }
}

/* The board. */

static int note(struct follower *f, const struct move *mv)
{
    if (f->n == f->room) {
        unsigned room = f->room ? 2 * f->room : 256;
        struct ply *more = realloc(f->plies, room * sizeof *more);
        if (!more)
            return -1;
        f->plies = more;
        f->room = room;
    }
    bool again = f->n < f->known && move_same(&f->plies[f->n].move, mv);
    struct ply *ply = &f->plies[f->n];
    *ply = (struct ply){.move = *mv, .before = f->pos, .left = {f->left[0], f->left[1]}};
    move_play(f->rules, &f->pos, mv);
    if (history_add(f->history, &ply->before, mv, &f->pos))
        return -1;
    f->n++;
    if (!again || f->n > f->known)
        f->known = f->n; /* what was taken back cannot come again */
    return 0;
}

static void dxp_of_move(const struct follower *f, const struct move *mv, int64_t took,
                        struct dxp_move *out)
{
    struct wire_move wire;
    wire_of_move(f->rules, mv, &wire);
    assert(wire.n <= DXP_CAPTURES_MAX);
    *out = (struct dxp_move){.time = took, .from = wire.from, .to = wire.to, .n = wire.n};
    memcpy(out->captured, wire.captured, wire.n);
}

static bool resigns(struct follower *f, int score)
{
    f->bad_moves = f->settings.resign && score <= -f->settings.resign ? f->bad_moves + 1 : 0;
    return f->bad_moves >= RESIGN_MOVES;
}

static void make_move(struct follower *f, const struct engine_result *result)
{
    struct dxp_move message;
    if (!result->has_move) {
        end_game(f, DXP_UNKNOWN, "our engine has found no move");
        return;
    }
    follower_log_thought(&f->settings, result);
    if (resigns(f, result->lines[0].score)) {
        end_game(f, DXP_LOST, "we resign");
        return;
    }
    int64_t left[2] = {f->left[0], f->left[1]}; /* taking back gives the time back as well */
    int64_t took = stop_clock(f, mine(f), clock_ms());
    dxp_of_move(f, &result->best, took, &message);
    dialogue_move(&f->dialogue, &message);
    if (note(f, &result->best)) {
        end_game(f, DXP_UNKNOWN, "out of memory");
        return;
    }
    memcpy(f->plies[f->n - 1].left, left, sizeof left);
    f->has_ponder = result->has_ponder;
    f->ponder = result->ponder;
    their_turn(f);
}

static void take_result(struct follower *f)
{
    struct engine_result result;
    struct err err = {0};
    int rc = thinker_take_result(f->thinker, &result, &err);
    if (rc == 0)
        return;
    bool pondered = f->thinks == THINKS_PONDER;
    f->thinks = THINKS_NOT;
    if (pondered) /* ended by itself; the next search finds the table filled */
        return;
    if (rc > 0)
        make_move(f, &result);
    else {
        follower_log_line(&f->settings, "the engine has failed: %s", err.msg);
        end_game(f, DXP_UNKNOWN, "our engine has failed");
    }
}

/* What the dialogue says. */

/** @return NULL where the game can be played, or why not */
static const char *set_up(struct follower *f, const struct dxp_request *r)
{
    static const char *const no = "that is no position";
    if (f->settings.time_max_ms && (r->time > f->settings.time_max_ms || r->time == 0))
        return "that game is too long for me";
    if (!r->special)
        position_start(f->rules, &f->start);
    else if (wire_read_position(f->rules, &wire_dxp, r->squares, r->n_squares, r->turn, &f->start,
                                NULL))
        return no;
    if (!r->special && f->start.turn != WHITE) /* the short form means White */
        return "Black begins these games: the position has to be told";
    if (!moves_exist(f->rules, &f->start))
        return "the side to move has no move";
    if (!f->start.pieces[WHITE] || !f->start.pieces[BLACK])
        return no;
    return NULL;
}

static void start_game(struct follower *f, const struct dxp_request *r)
{
    thinker_new_game(f->thinker); /* takes its time, which is nobody's yet */
    int64_t now = clock_ms();
    f->pos = f->start;
    f->n = f->known = 0;
    f->counted = f->peer_ends = f->has_ponder = false;
    f->drawn = ENDING_NONE;
    f->bad_moves = f->noise = 0;
    f->left[WHITE] = f->left[BLACK] = r->time;
    f->turn_began = now;
    f->games++;
    if (last_game(f))
        dialogue_set_last(&f->dialogue);
    history_start(f->history, &f->pos);
    follower_log_game(&f->settings, f->games, r);
    if (f->dialogue.state == DIALOGUE_MINE)
        our_turn(f, now + f->settings.delay_ms);
    else
        their_turn(f);
}

static void requested(struct follower *f, const struct dxp_request *r)
{
    if (last_game(f)) {
        dialogue_answer(&f->dialogue, DXP_NO_GAME, "no further game");
        return;
    }
    const char *why = set_up(f, r);
    if (why) {
        follower_log_line(&f->settings, "a request was refused: %s", why);
        dialogue_answer(&f->dialogue, DXP_NOT_THIS_GAME, why);
        return;
    }
    dialogue_answer(&f->dialogue, DXP_ACCEPTED, NULL);
    start_game(f, r);
}

static void moved(struct follower *f, const struct dxp_move *m)
{
    struct wire_move wire = {.from = m->from, .to = m->to, .n = m->n};
    struct move mv;
    struct err err = {0};
    bool bare;
    memcpy(wire.captured, m->captured, m->n);
    int rc = wire_find_move(f->rules, &f->pos, &wire, &mv, &bare, &err);
    if (rc) {
        dialogue_fault(&f->dialogue, rc > 0 ? err.msg : "out of memory", clock_ms());
        return;
    }
    if (bare)
        follower_log_line(&f->settings, "a capture came without the captured squares");
    int64_t left[2] = {f->left[0], f->left[1]}, now = clock_ms();
    stop_clock(f, theirs(f), now);
    if (note(f, &mv)) {
        end_game(f, DXP_UNKNOWN, "out of memory");
        return;
    }
    memcpy(f->plies[f->n - 1].left, left, sizeof left);
    f->peer_ends = false;
    f->noise = 0;
    if (f->thinks == THINKS_PONDER && move_same(&f->expected, &mv) && !is_draw(f->drawn)
        && history_ending(f->history) == ENDING_NONE) {
        f->thinks = THINKS_MOVE;
        thinker_ponder_hit(f->thinker);
        if (!end_by_rule(f))
            return; /* the search that runs is the right one */
    }
    stop_thinking(f);
    if (dialogue_playing(&f->dialogue))
        our_turn(f, now);
}

/** Goes to the position after `n` plies of those known. */
static void go_to(struct follower *f, unsigned n)
{
    unsigned known = f->known;
    stop_thinking(f);
    if (n < f->n) {
        memcpy(f->left, f->plies[n].left, sizeof f->left);
        f->pos = f->plies[n].before;
        f->n = n;
        history_start(f->history, &f->start);
        for (unsigned i = 0; i < n; i++) {
            const struct position *after = i + 1 < n ? &f->plies[i + 1].before : &f->pos;
            history_add(f->history, &f->plies[i].before, &f->plies[i].move, after);
        }
    }
    while (f->n < n) {
        struct move mv = f->plies[f->n].move;
        if (note(f, &mv))
            break;
    }
    f->known = known;
    f->drawn = ENDING_NONE;
    f->has_ponder = f->peer_ends = false;
    f->turn_began = clock_ms();
}

/** Index of the ply that is move `number` of `turn`; -1 where there is none. */
static long ply_of(const struct follower *f, const struct dxp_backreq *b)
{
    long ply = 2 * ((long)b->number - 1) + (b->turn == BLACK) - (f->start.turn == BLACK);
    return ply >= 0 && ply <= (long)f->known ? ply : -1;
}

static void back_asked(struct follower *f, const struct dxp_backreq *b)
{
    long ply = ply_of(f, b);
    if (f->settings.no_take_back || ply < 0) {
        follower_log_line(&f->settings, "taking back to move %u was refused", b->number);
        dialogue_back_answer(&f->dialogue,
                             f->settings.no_take_back ? DXP_BACK_UNSUPPORTED : DXP_BACK_REFUSED);
        return;
    }
    go_to(f, (unsigned)ply);
    dialogue_back_answer(&f->dialogue, DXP_BACK_AGREED);
    follower_log_line(&f->settings, "back to move %u of %s", b->number,
                      b->turn == WHITE ? "White" : "Black");
    if (f->dialogue.state == DIALOGUE_MINE)
        our_turn(f, f->turn_began);
    else
        their_turn(f);
}

/** The peer does not move, nor does it say that the game is over. */
static void late(struct follower *f)
{
    enum ending ending = history_ending(f->history);
    if (ending != ENDING_NONE)
        end_game(f, reason_of(f, ending, theirs(f)), ending_word(ending));
    else
        end_game(f, DXP_WON, "the peer's time is over");
}

/** From the peer's view to ours. */
static enum dxp_reason turned(enum dxp_reason reason)
{
    return reason == DXP_LOST ? DXP_WON : reason == DXP_WON ? DXP_LOST : reason;
}

static void handle(struct follower *f, const struct dialogue_event *e)
{
    switch (e->kind) {
    case DIALOGUE_REQUESTED:
        requested(f, &e->message.request);
        break;
    case DIALOGUE_MOVED:
        moved(f, &e->message.move);
        break;
    case DIALOGUE_ENDED:
        count(f, turned(e->message.end.reason), "the peer says so");
        break;
    case DIALOGUE_FAULTED:
        count(f, DXP_UNKNOWN, e->text);
        break;
    case DIALOGUE_CONFIRMED:
        follower_log_settled(&f->settings, e->settled, turned(e->message.end.reason));
        break;
    case DIALOGUE_BACK_ASKED:
        back_asked(f, &e->message.backreq);
        break;
    case DIALOGUE_CHATTED:
        follower_log_chat(&f->settings, e->message.chat);
        break;
    case DIALOGUE_LATE:
        late(f);
        break;
    case DIALOGUE_WARNED:
        if (f->noise <= NOISE_MAX)
            follower_log_line(&f->settings, "warning: %s", e->text);
        break;
    default:
        break; /* what only initiators are told */
    }
}

static void handle_all(struct follower *f)
{
    struct dialogue_event e;
    while (dialogue_event(&f->dialogue, &e))
        handle(f, &e);
}

/* From outside. */

int follower_open(const struct engine_ops *ops, void *thinker_ctx,
                  const struct follower_settings *settings, const struct waker *waker,
                  struct follower **out, struct err *err)
{
    struct follower *f = calloc(1, sizeof *f);
    if (!f)
        return err_set(err, (struct src_pos){0}, "out of memory");
    f->settings = *settings;
    f->rules = settings->rules ? settings->rules : rules_international;
    f->think_at = INT64_MAX;
    f->counted = true;
    if (!f->settings.name)
        f->settings.name = "dama";
    if (!f->settings.grace_ms)
        f->settings.grace_ms = GRACE_MS;
    if (!f->settings.reserve_ms)
        f->settings.reserve_ms = RESERVE_MS;
    if (!f->settings.no_clock_ms)
        f->settings.no_clock_ms = NO_CLOCK_MS;
    if (!f->settings.engine.draws)
        f->settings.engine.draws = draw_profile_find(f->rules, (struct text){0}, err);
    f->history = f->settings.engine.draws ? history_open(f->rules, f->settings.engine.draws) : NULL;
    if (!f->history)
        err_set(err, (struct src_pos){0}, "out of memory");
    else if (thinker_open(ops, thinker_ctx, f->rules, &f->settings.engine, waker, &f->thinker, err)
             == 0) {
        follower_connected(f, "");
        f->connected = false;
        *out = f;
        return 0;
    }
    follower_close(f);
    return -1;
}

void follower_close(struct follower *follower)
{
    if (!follower)
        return;
    thinker_close(follower->thinker);
    history_close(follower->history);
    free(follower->plies);
    free(follower);
}

void follower_connected(struct follower *follower, const char *peer)
{
    dialogue_init(&follower->dialogue, &(struct dialogue_config){
                                           .role = DIALOGUE_FOLLOWER,
                                           .name = follower->settings.name,
                                           .squares = follower->rules->board->squares,
                                       });
    snprintf(follower->peer, sizeof follower->peer, "%s", peer);
    follower->connected = true;
    follower->noise = 0;
    if (follower->finish)
        dialogue_set_last(&follower->dialogue);
    if (*peer)
        follower_log_line(&follower->settings, "connected with %s", peer);
}

void follower_lost(struct follower *follower, const char *why)
{
    if (dialogue_playing(&follower->dialogue))
        count(follower, DXP_UNKNOWN, why);
    follower_log_line(&follower->settings, "connection with %s: %s", follower->peer, why);
    stop_thinking(follower);
    follower_connected(follower, "");
    follower->connected = false;
}

void follower_receive(struct follower *follower, const char *bytes, size_t n)
{
    follower->noise++;
    follower_log_frame(&follower->settings, "<", bytes, n);
    dialogue_receive(&follower->dialogue, bytes, n, clock_ms());
    handle_all(follower);
}

void follower_poll(struct follower *follower)
{
    int64_t now = clock_ms();
    if (now >= follower->think_at) {
        follower->think_at = INT64_MAX;
        think(follower, NULL);
    }
    if (follower->thinks != THINKS_NOT)
        take_result(follower);
    dialogue_tick(&follower->dialogue, now);
    handle_all(follower);
}

int64_t follower_deadline(const struct follower *follower)
{
    int64_t by = dialogue_deadline(&follower->dialogue);
    return follower->think_at < by ? follower->think_at : by;
}

bool follower_output(struct follower *follower, struct dialogue_frame *out)
{
    if (!dialogue_output(&follower->dialogue, out))
        return false;
    follower_log_frame(&follower->settings, ">", out->bytes, out->n);
    return true;
}

bool follower_in_game(const struct follower *follower)
{
    return dialogue_playing(&follower->dialogue) || follower->dialogue.state == DIALOGUE_END_SENT;
}

bool follower_closing(const struct follower *follower)
{
    return follower->noise > NOISE_MAX
           || (!follower_in_game(follower) && (follower->dialogue.closing || follower->finish));
}

void follower_finish(struct follower *follower)
{
    follower->finish = true;
    dialogue_set_last(&follower->dialogue);
}

bool follower_finished(const struct follower *follower)
{
    return !follower_in_game(follower) && last_game(follower);
}

struct follower_score follower_score(const struct follower *follower) { return follower->score; }
