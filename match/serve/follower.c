// SPDX-License-Identifier: MIT
/*
 * This joins three parts that do not know each other: the dialogue (what the peer says), the
 * referee (the state of the game) and the engine. An event of the dialogue changes the referee's
 * game; if we are then to move, the engine is started, and its answer becomes a move of the
 * dialogue.
 *
 * No state lasts for ever: without a game, waiting for a move, taking moves back, and the game as a
 * whole each have a limit (see struct follower_settings).
 */
#include "match/serve/follower.h"

#include "core/board/ending.h"
#include "match/protocol/dxp-flood.h"
#include "match/protocol/dxp-frame.h"
#include "match/protocol/wire.h"
#include "match/referee.h"
#include "match/serve/follower-log.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    SECOND = 1000,
    MINUTE = 60 * SECOND,
    SILENT_END_MS = 30 * SECOND, /* for a peer to say that a finished game is over */
    FINISH_SILENT_MS = MINUTE,   /* for a move without a clock, after we have been asked to stop */
    FINISH_GAME_MS = 5 * MINUTE, /* for the rest of such a game */
    RESIGN_MOVES = 3,
};

enum thinks { THINKS_NOT, THINKS_NEW_GAME, THINKS_MOVE, THINKS_PONDER };

struct follower {
    struct follower_settings settings;
    const struct rules *rules;
    struct thinker *thinker;
    struct dialogue dialogue;
    bool finish, give_up;
    char peer[80];
    struct dxp_flood flood;
    unsigned games;  /* begun */
    int64_t idle_by; /* by then the peer must have asked for a game */
    struct follower_score score;

    /* the requested game, while the engine gets ready for it */
    struct dxp_request request;
    struct position start;

    /* the game */
    bool counted; /* its result is in the score */
    struct referee *referee;
    int64_t game_by;     /* hard limit */
    unsigned take_backs; /* agreed to */
    bool peer_ends;      /* the peer should now say that the game is over */
    enum ending drawn;   /* how our own last move ended the game; or ENDING_NONE */
    unsigned bad_moves;  /* our moves in a row with a score at which to resign */

    enum thinks thinks;
    int64_t think_at;     /* when to begin thinking; INT64_MAX: nothing to think about */
    struct move expected; /* while pondering */
    struct move ponder;   /* the move that the last search expects */
    bool has_ponder;
};

static enum side mine(const struct follower *f) { return f->dialogue.mine; }
static bool has_clock(const struct follower *f) { return f->dialogue.game.time > 0; }

/* ---- ends of a game ---- */

static void stop_thinking(struct follower *f)
{
    thinker_abandon(f->thinker);
    f->thinks = THINKS_NOT;
    f->think_at = INT64_MAX;
}

/* Notes a result, once per game. @param reason from our view */
static void count(struct follower *f, enum dxp_reason reason, const char *why)
{
    unsigned *const cell[DXP_REASONS] = {&f->score.unknown, &f->score.lost, &f->score.drawn,
                                         &f->score.won};
    if (f->counted)
        return;
    f->counted = true;
    stop_thinking(f);
    ++*cell[reason];
    follower_log_result(&f->settings, f->games, referee_plies(f->referee), reason, why, &f->score);
}

static bool last_game(const struct follower *f)
{
    return f->finish || (f->settings.games && f->games >= f->settings.games);
}

static void end_game(struct follower *f, enum dxp_reason reason, const char *why, int64_t now)
{
    dialogue_end(&f->dialogue, reason, now);
    count(f, reason, why);
}

/* What an ending by the rules means for us. */
static enum dxp_reason reason_of(const struct follower *f, enum ending ending)
{
    if (ending_is_draw(ending))
        return DXP_DRAWN;
    enum side winner = ending_winner(f->rules, ending, referee_position(f->referee));
    return winner == mine(f) ? DXP_WON : DXP_LOST;
}

/* ---- thinking ---- */

static void begin_search(struct follower *f, const struct move *moves, unsigned n, bool ponder,
                         int64_t now)
{
    int64_t left = referee_left(f->referee, mine(f), now) - f->settings.reserve_ms;
    struct engine_limits limits = {.ponder = ponder, .game = f->games};
    struct err err = {0};
    if (!has_clock(f))
        limits.move_ms = f->settings.no_clock_ms;
    else
        limits.clock_ms = left < 1 ? 1 : left;
    if (has_clock(f))
        limits.moves = referee_moves_to_go(f->referee, mine(f));
    if (thinker_start(f->thinker, referee_start_position(f->referee), moves, n, &limits, &err)
        == 0) {
        f->thinks = ponder ? THINKS_PONDER : THINKS_MOVE;
        return;
    }
    follower_log_line(&f->settings, "cannot think: %s", err.msg);
    if (!ponder)
        end_game(f, DXP_UNKNOWN, "our engine failed", now);
}

/* @param expected the move to ponder on; NULL: it is our turn */
static void think(struct follower *f, const struct move *expected, int64_t now)
{
    struct move *moves = referee_moves(f->referee);
    unsigned n = referee_plies(f->referee);
    if (expected)
        moves[n++] = *expected;
    begin_search(f, moves, n, expected != NULL, now);
}

/* Whether both sides have made the agreed moves, and that ends the game. */
static bool at_move_limit(const struct follower *f)
{
    return f->settings.at_limit != FOLLOWER_LIMIT_IGNORE
           && referee_verdict(f->referee).reason == REASON_MOVE_LIMIT;
}

static enum dxp_reason result_at_limit(const struct follower *f)
{
    return f->settings.at_limit == FOLLOWER_LIMIT_DRAW ? DXP_DRAWN : DXP_UNKNOWN;
}

/* Ends the game if the rules or its limit of moves say so. @return whether it was ended */
static bool end_by_rule(struct follower *f, int64_t now)
{
    enum ending ending = referee_ending(f->referee);
    if (f->drawn != ENDING_NONE && !ending_is_draw(ending))
        ending = f->drawn; /* it was already over after our last move, but the peer has moved on */
    if (ending != ENDING_NONE) {
        end_game(f, reason_of(f, ending), ending_word(ending), now);
        return true;
    }
    if (!at_move_limit(f))
        return false;
    end_game(f, result_at_limit(f), "move limit reached", now);
    return true;
}

/* We are to move. @param not_before monotonic ms */
static void our_turn(struct follower *f, int64_t not_before, int64_t now)
{
    if (!end_by_rule(f, now))
        f->think_at = not_before;
}

/* The time until which the peer may take over its move. */
static int64_t move_deadline(const struct follower *f)
{
    int64_t began = referee_turn_began(f->referee), flag = referee_flag(f->referee);
    bool drawn = f->drawn != ENDING_NONE;
    if (f->peer_ends && !(drawn && has_clock(f)))
        return began + SILENT_END_MS;
    if (has_clock(f))
        return (flag > began ? flag : began) + f->settings.grace_ms;
    return began + (f->finish ? FINISH_SILENT_MS : f->settings.silent_ms);
}

/* The peer is to move. */
static void their_turn(struct follower *f, int64_t now)
{
    enum ending ending = referee_ending(f->referee);
    f->drawn = ending_is_draw(ending) ? ending : ENDING_NONE;
    f->peer_ends = ending != ENDING_NONE || at_move_limit(f);
    dialogue_expect_move(&f->dialogue, move_deadline(f));
    if (f->settings.ponder && f->has_ponder && !f->peer_ends) {
        f->expected = f->ponder;
        think(f, &f->expected, now);
    }
}

/* ---- the board ---- */

static bool resigns(struct follower *f, int score)
{
    f->bad_moves = f->settings.resign && score <= -f->settings.resign ? f->bad_moves + 1 : 0;
    return f->bad_moves >= RESIGN_MOVES;
}

static void make_move(struct follower *f, const struct engine_result *result, int64_t now)
{
    struct dxp_move message;
    if (!result->has_move) {
        end_game(f, DXP_UNKNOWN, "our engine found no move", now);
        return;
    }
    follower_log_thought(&f->settings, result);
    if (resigns(f, result->lines[0].score)) {
        end_game(f, DXP_LOST, "we resign", now);
        return;
    }
    wire_write_dxp(f->rules, &result->best, now - referee_turn_began(f->referee), &message);
    dialogue_move(&f->dialogue, &message);
    if (referee_play(f->referee, &result->best, now)) {
        end_game(f, DXP_UNKNOWN, "out of memory", now);
        return;
    }
    f->has_ponder = result->has_ponder;
    f->ponder = result->ponder;
    their_turn(f, now);
}

static void start_game(struct follower *f, const struct dxp_request *r,
                       const struct position *start, int64_t now)
{
    struct referee_game game = {.start = *start, .move_limit = r->moves};
    game.clock[WHITE].time_ms = game.clock[BLACK].time_ms = r->time;
    f->counted = f->peer_ends = f->has_ponder = false;
    f->drawn = ENDING_NONE;
    f->bad_moves = f->take_backs = 0;
    f->flood = (struct dxp_flood){0};
    f->game_by = now + follower_settings_game_ms(&f->settings, r->time);
    f->games++;
    if (last_game(f))
        dialogue_set_last(&f->dialogue);
    referee_start(f->referee, &game, now);
    follower_log_game(&f->settings, f->games, r);
    if (f->dialogue.state == DIALOGUE_MINE)
        our_turn(f, now + f->settings.delay_ms, now);
    else
        their_turn(f, now);
}

/* The engine is ready: the clocks run from now on. */
static void accept_game(struct follower *f, int64_t now)
{
    if (f->finish) /* told meanwhile */
        dialogue_answer(&f->dialogue, DXP_NO_GAME, "no more games");
    else if (dialogue_answer(&f->dialogue, DXP_ACCEPTED, NULL) == 0)
        start_game(f, &f->request, &f->start, now);
}

static void take_result(struct follower *f, int64_t now)
{
    struct engine_result result;
    struct err err = {0};
    int rc = thinker_take_result(f->thinker, &result, &err);
    if (rc == 0)
        return;
    enum thinks thought = f->thinks;
    f->thinks = THINKS_NOT;
    if (thought == THINKS_PONDER) /* it ended by itself; the next search finds the table filled */
        return;
    if (thought == THINKS_NEW_GAME)
        accept_game(f, now);
    else if (rc > 0)
        make_move(f, &result, now);
    else {
        follower_log_line(&f->settings, "the engine failed: %s", err.msg);
        end_game(f, DXP_UNKNOWN, "our engine failed", now);
    }
}

/* ---- what the dialogue says ---- */

static void requested(struct follower *f, const struct dxp_request *r)
{
    struct err err = {0};
    if (last_game(f)) {
        dialogue_answer(&f->dialogue, DXP_NO_GAME, "no more games");
        return;
    }
    const char *why = follower_settings_refusal(&f->settings, r, &f->start);
    if (why) {
        follower_log_line(&f->settings, "refused a request: %s", why);
        dialogue_answer(&f->dialogue, DXP_NOT_THIS_GAME, why);
        return;
    }
    f->request = *r;
    if (thinker_start_new_game(f->thinker, &err)) {
        follower_log_line(&f->settings, "cannot think: %s", err.msg);
        dialogue_answer(&f->dialogue, DXP_NO_GAME, "our engine failed");
        return;
    }
    f->thinks = THINKS_NEW_GAME;
}

static void moved(struct follower *f, const struct dxp_move *m, int64_t now)
{
    struct move mv;
    struct err err = {0};
    bool bare;
    int rc = wire_find_dxp(f->rules, referee_position(f->referee), m, &mv, &bare, &err);
    if (rc) {
        dialogue_fault(&f->dialogue, rc > 0 ? err.msg : "out of memory", now);
        return;
    }
    if (bare)
        follower_log_line(&f->settings, "a capture without its captured squares");
    if (referee_play(f->referee, &mv, now)) {
        end_game(f, DXP_UNKNOWN, "out of memory", now);
        return;
    }
    f->peer_ends = false;
    f->flood = (struct dxp_flood){0};
    if (f->thinks == THINKS_PONDER && move_same(&f->expected, &mv) && f->drawn == ENDING_NONE
        && referee_ending(f->referee) == ENDING_NONE) {
        f->thinks = THINKS_MOVE;
        thinker_ponder_hit(f->thinker);
        if (!end_by_rule(f, now))
            return; /* the search that is running is the right one */
    }
    stop_thinking(f);
    if (dialogue_playing(&f->dialogue))
        our_turn(f, now, now);
}

/* Index of the ply that is a side's move of that number; -1 if there is none. */
static long ply_of(const struct follower *f, const struct dxp_backreq *b)
{
    long ply = dxp_back_ply(b, referee_start_position(f->referee)->turn == BLACK);
    return ply >= 0 && ply <= (long)referee_known(f->referee) ? ply : -1;
}

static void back_asked(struct follower *f, const struct dxp_backreq *b, int64_t now)
{
    long ply = ply_of(f, b);
    bool never = f->settings.no_take_back, enough = f->take_backs >= f->settings.take_backs_max;
    if (never || enough || ply < 0) {
        follower_log_line(&f->settings, "refused to take back to move %u%s", b->number,
                          enough && !never ? ": too many take-backs" : "");
        dialogue_back_answer(&f->dialogue, never ? DXP_BACK_UNSUPPORTED : DXP_BACK_REFUSED);
        return;
    }
    stop_thinking(f);
    if (referee_go_to(f->referee, (unsigned)ply, now)) {
        end_game(f, DXP_UNKNOWN, "out of memory", now);
        return;
    }
    f->take_backs++;
    f->drawn = ENDING_NONE;
    f->bad_moves = 0;
    f->has_ponder = f->peer_ends = false;
    dialogue_back_answer(&f->dialogue, DXP_BACK_AGREED);
    follower_log_line(&f->settings, "back to move %u of %s", b->number, side_name(b->turn));
    if (f->dialogue.state == DIALOGUE_MINE)
        our_turn(f, now, now);
    else
        their_turn(f, now);
}

/* The peer neither moves nor says that the game is over. */
static void late(struct follower *f, int64_t now)
{
    if (end_by_rule(f, now))
        return;
    if (has_clock(f))
        end_game(f, DXP_WON, "the peer ran out of time", now);
    else
        end_game(f, DXP_UNKNOWN, "the peer did not move in time", now);
}

/* Turns a reason from the peer's view into ours. */
static enum dxp_reason turned(enum dxp_reason reason)
{
    return reason == DXP_LOST ? DXP_WON : reason == DXP_WON ? DXP_LOST : reason;
}

/*
 * Notes the result of a game that the peer ends while the board is undecided. By doing so, it can
 * only lose.
 */
static void believe(struct follower *f, enum dxp_reason theirs, int64_t now)
{
    static const char *const unproven[DXP_REASONS] = {
        [DXP_UNKNOWN] = "ended by the peer",
        [DXP_DRAWN] = "the peer claims a draw that the board does not show",
        [DXP_WON] = "the peer claims a win that the board does not show",
    };
    if (theirs == DXP_LOST)
        count(f, DXP_WON, "the peer resigned");
    else if (theirs == DXP_WON && has_clock(f) && referee_left(f->referee, mine(f), now) <= 0)
        count(f, DXP_LOST, "we ran out of time");
    else if (at_move_limit(f))
        count(f, result_at_limit(f), "move limit reached");
    else
        count(f, DXP_UNKNOWN, unproven[theirs]);
}

/* The peer ends the game. If the board has decided it, what the peer says makes no difference. */
static void ended(struct follower *f, enum dxp_reason theirs, int64_t now)
{
    enum ending ending = referee_ending(f->referee);
    if (ending == ENDING_NONE)
        ending = f->drawn;
    if (ending != ENDING_NONE)
        count(f, reason_of(f, ending), ending_word(ending));
    else
        believe(f, theirs, now);
}

static void handle(struct follower *f, const struct dialogue_event *e, int64_t now)
{
    switch (e->kind) {
    case DIALOGUE_REQUESTED:
        requested(f, &e->message.request);
        break;
    case DIALOGUE_MOVED:
        moved(f, &e->message.move, now);
        break;
    case DIALOGUE_ENDED:
        ended(f, e->message.end.reason, now);
        break;
    case DIALOGUE_FAULTED:
        count(f, DXP_UNKNOWN, e->text);
        break;
    case DIALOGUE_CONFIRMED:
        follower_log_settled(&f->settings, e->settled, turned(e->message.end.reason));
        break;
    case DIALOGUE_BACK_ASKED:
        back_asked(f, &e->message.backreq, now);
        break;
    case DIALOGUE_CHATTED:
        follower_log_chat(&f->settings, e->message.chat);
        break;
    case DIALOGUE_LATE:
        late(f, now);
        break;
    case DIALOGUE_WARNED:
        if (f->flood.messages <= DXP_FLOOD_MESSAGES)
            follower_log_line(&f->settings, "warning: %s", e->text);
        break;
    default:
        break; /* events for initiators only */
    }
}

static void handle_all(struct follower *f, int64_t now)
{
    struct dialogue_event e;
    while (dialogue_event(&f->dialogue, &e))
        handle(f, &e, now);
    if (follower_in_game(f))
        f->idle_by = now + f->settings.idle_ms;
}

/* ---- from outside ---- */

static void begin_dialogue(struct follower *f)
{
    dialogue_init(&f->dialogue, &(struct dialogue_config){
                                    .role = DIALOGUE_FOLLOWER,
                                    .name = f->settings.name,
                                    .squares = f->rules->board->squares,
                                });
    f->flood = (struct dxp_flood){0};
    f->give_up = false;
    f->idle_by = INT64_MAX;
}

int follower_open(const struct engine_ops *ops, void *thinker_ctx,
                  const struct follower_settings *settings, const struct waker *waker,
                  struct follower **out, struct err *err)
{
    struct follower *f = calloc(1, sizeof *f);
    if (!f)
        return err_memory(err);
    f->settings = *settings;
    follower_settings_fill(&f->settings);
    f->rules = f->settings.rules;
    f->think_at = INT64_MAX;
    f->counted = true;
    if (!f->settings.engine.draws)
        f->settings.engine.draws = draw_profile_find(f->rules, (struct text){0}, err);
    if (f->settings.engine.draws
        && referee_open(f->rules, f->settings.engine.draws, &f->referee, err) == 0
        && thinker_open(ops, thinker_ctx, f->rules, &f->settings.engine, waker, &f->thinker, err)
               == 0) {
        begin_dialogue(f);
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
    referee_close(follower->referee);
    free(follower);
}

void follower_connected(struct follower *follower, const char *peer, int64_t now)
{
    begin_dialogue(follower);
    snprintf(follower->peer, sizeof follower->peer, "%s", peer);
    follower->idle_by = now + follower->settings.idle_ms;
    if (follower->finish)
        dialogue_set_last(&follower->dialogue);
    follower_log_line(&follower->settings, "connected with %s", peer);
}

void follower_lost(struct follower *follower, const char *why)
{
    if (dialogue_playing(&follower->dialogue))
        count(follower, DXP_UNKNOWN, why);
    follower_log_line(&follower->settings, "connection with %s: %s", follower->peer, why);
    stop_thinking(follower);
    begin_dialogue(follower);
}

/* Ends a connection that is not worth keeping. */
static void give_up(struct follower *f, const char *why, int64_t now)
{
    if (dialogue_playing(&f->dialogue))
        end_game(f, DXP_UNKNOWN, why, now);
    else if (!f->give_up)
        follower_log_line(&f->settings, "%s", why);
    f->give_up = true;
}

static void take_message(struct follower *f, const char *bytes, size_t n, int64_t now)
{
    follower_log_frame(&f->settings, "<", bytes, n);
    dialogue_receive(&f->dialogue, bytes, n, now);
    handle_all(f, now);
}

static void check_amount(struct follower *f, int64_t now)
{
    if (dxp_flood_is_over(&f->flood))
        give_up(f, dxp_flood_reason, now);
}

void follower_receive(struct follower *follower, const char *bytes, size_t n, int64_t now)
{
    follower->flood.messages++;
    if (n)
        take_message(follower, bytes, n, now);
    else
        follower_log_line(&follower->settings, "warning: skipped a message of more than %d bytes",
                          DXP_FRAME_MAX);
    check_amount(follower, now);
}

void follower_count(struct follower *follower, size_t n, int64_t now)
{
    follower->flood.bytes += (unsigned)n;
    check_amount(follower, now);
}

void follower_poll(struct follower *follower, int64_t now, int64_t arrival)
{
    if (now >= follower->think_at) {
        follower->think_at = INT64_MAX;
        think(follower, NULL, now);
    }
    if (follower->thinks != THINKS_NOT)
        take_result(follower, now);
    dialogue_tick(&follower->dialogue, arrival);
    handle_all(follower, now);
    if (dialogue_playing(&follower->dialogue) && arrival >= follower->game_by)
        end_game(follower, DXP_UNKNOWN, "the game took too long", now);
    if (!follower_in_game(follower) && arrival >= follower->idle_by)
        give_up(follower, "no game was requested in time", now);
}

int64_t follower_deadline(const struct follower *follower)
{
    int64_t by = dialogue_deadline(&follower->dialogue);
    int64_t limit = dialogue_playing(&follower->dialogue)             ? follower->game_by
                    : follower_in_game(follower) || follower->give_up ? INT64_MAX
                                                                      : follower->idle_by;
    if (limit < by)
        by = limit;
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
    return follower->thinks == THINKS_NEW_GAME || dialogue_playing(&follower->dialogue)
           || follower->dialogue.state == DIALOGUE_END_SENT;
}

bool follower_undecided(const struct follower *follower)
{
    return follower_in_game(follower) && follower->dialogue.state != DIALOGUE_END_SENT;
}

bool follower_closing(const struct follower *follower)
{
    return follower->give_up
           || (!follower_in_game(follower) && (follower->dialogue.closing || follower->finish));
}

void follower_finish(struct follower *follower, int64_t now)
{
    follower->finish = true;
    dialogue_set_last(&follower->dialogue);
    if (!dialogue_playing(&follower->dialogue) || has_clock(follower))
        return; /* games with clocks end by themselves */
    if (now + FINISH_GAME_MS < follower->game_by)
        follower->game_by = now + FINISH_GAME_MS;
    if (follower->dialogue.state == DIALOGUE_THEIRS)
        dialogue_expect_move(&follower->dialogue, now + FINISH_SILENT_MS);
}

bool follower_finished(const struct follower *follower)
{
    return !follower_in_game(follower) && last_game(follower);
}

struct follower_score follower_score(const struct follower *follower) { return follower->score; }
