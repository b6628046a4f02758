// SPDX-License-Identifier: MIT
/*
 * The player that does not move first is asked first, the one to move last: a peer begins to think
 * as soon as it has accepted, and its clock must not run before both have. But a peer that asks for
 * its games itself comes before one that does not: it may want another game, and nobody else must
 * have been asked for this one by then.
 */
#include "match/match-game.h"

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/board/history.h"
#include "core/egdb/play-out.h"
#include "match/adjudication.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    HOUR_MS = 3600000,
    GAME_MS = 12 * HOUR_MS,
    GAME_MARGIN_MS = 300000,
};

struct match_game {
    struct match_game_plan plan;
    enum match_game_state state;
    struct referee *referee;
    struct adjudication_state adjudication;
    bool accepted[2], over[2];
    enum side asked; /* whose acceptance is awaited */
    bool has_early;  /* one side has already accepted and moved: `early` */
    struct player_move early;
    bool is_proposed;
    enum side proposer;
    struct player_proposal proposal;
    bool going_back; /* `back_asker` wants to go to ply `back_to`; the other one is asked */
    enum side back_asker;
    unsigned back_to;
    int64_t by;      /* limit of the move */
    int64_t wall_by; /* limit of the whole game */
    int64_t end_by;  /* of settling */
    struct referee_verdict verdict;
    char detail[PLAYER_TEXT];
    struct results_ply *plies; /* owned */
    unsigned room;
    struct results_ply overdue; /* the move that did not come in time, if REASON_TIME */
};

static const struct player_settings *settings_of(const struct match_game *g, enum side side)
{
    return g->plan.players[side]->settings;
}

/*
 * The limits that count for a player. The match's time for each move does not count for a
 * DamExchange peer, which is never told of it.
 */
static struct player_limits limits_of(const struct match_game *g, enum side side)
{
    struct player_limits limits = settings_of(g, side)->limits;
    if (settings_of(g, side)->kind == PLAYER_DXP)
        limits.move_ms = 0;
    return limits;
}

/*
 * Moves of each side after which the game ends; 0: none. DamExchange has no second time control: a
 * game is over there when its moves have been made.
 */
static unsigned move_limit_of(const struct match_game *g)
{
    unsigned limit = g->plan.settings->move_limit;
    for (int side = WHITE; side <= BLACK; side++) {
        const struct player_settings *s = settings_of(g, (enum side)side);
        if (s->kind == PLAYER_DXP && s->limits.moves && (!limit || s->limits.moves < limit))
            limit = s->limits.moves;
    }
    return limit;
}

/* ---- ending ---- */

/* Whether a player was asked for this game; if not, it knows nothing of it. */
static bool was_asked(const struct match_game *g, enum side side)
{
    return g->state != MATCH_GAME_ASKING || g->accepted[side] || g->asked == side;
}

static void end_game(struct match_game *g, struct referee_verdict verdict, const char *detail,
                     int64_t now)
{
    int64_t wait = 0;
    if (g->state >= MATCH_GAME_ENDING)
        return;
    g->verdict = verdict;
    snprintf(g->detail, sizeof g->detail, "%s", detail);
    const bool asked[2] = {[WHITE] = was_asked(g, WHITE), [BLACK] = was_asked(g, BLACK)};
    g->state = MATCH_GAME_ENDING;
    for (int side = WHITE; side <= BLACK; side++) {
        int64_t end_ms = g->plan.players[side]->settings->timeouts.end_ms;
        wait = end_ms > wait ? end_ms : wait;
        if (asked[side])
            player_finish(g->plan.players[side], &g->verdict, now);
        else
            g->over[side] = true;
    }
    g->end_by =
        now + 4 * wait + 1000; /* players have limits of their own; this one is a last resort */
}

static void judge(struct match_game *g, enum reason reason, enum side side, const char *detail,
                  int64_t now)
{
    end_game(g, referee_judge(reason, side, g->plan.settings->faults_lose), detail, now);
}

/* Whether a clock runs for the side to move. */
static bool is_timed(const struct match_game *g) { return referee_flag(g->referee) != INT64_MAX; }

/* What is said about a move that did not come in time; where a clock has run out, nothing. */
static const char *default_detail(const struct match_game *g)
{
    return is_timed(g) ? "" : "no move came";
}

/* Says why no move came; if an engine has complained, in its own words. */
static void describe_silence(const struct match_game *g, const struct player *player,
                             char out[PLAYER_TEXT])
{
    const bool is_peer = player->settings->kind == PLAYER_DXP;
    if (*player->complaint)
        snprintf(out, PLAYER_TEXT, "no move came; %s: %.200s",
                 is_peer ? "a message could not be read" : "the engine said", player->complaint);
    else
        snprintf(out, PLAYER_TEXT, "%s", default_detail(g));
}

/*
 * The move that `side` had to make has not come in time.
 * @param until when it came after all, or now
 */
static void run_out(struct match_game *g, enum side side, int64_t until, const char *detail,
                    int64_t now)
{
    int64_t left = referee_left(g->referee, side, until);
    g->overdue = (struct results_ply){.ms = until - referee_turn_began(g->referee),
                                      .left = left == INT64_MAX ? RESULTS_NO_CLOCK : left};
    judge(g, is_timed(g) ? REASON_TIME : REASON_SILENT, side, detail, now);
}

/*
 * Whether the draw rules would end the game before the win whose distance the endgame database
 * knows.
 */
static bool draw_comes_first(const struct match_game *g)
{
    struct history *history = referee_history(g->referee);
    unsigned plies;
    enum egdb_outcome outcome = egdb_play_out(g->plan.egdb, g->plan.players[WHITE]->host->rules,
                                              referee_position(g->referee), 0, history, &plies);
    while (plies--)
        history_drop(history);
    return outcome == EGDB_OUTCOME_DRAWN;
}

/* The endgame database's verdict on the position; reason REASON_NONE if it does not know it. */
static struct referee_verdict endgame_verdict(const struct match_game *g)
{
    const struct position *pos = referee_position(g->referee);
    struct referee_verdict v = {
        .reason = REASON_NONE, .result = RESULT_DRAW, .blame = -1, .counts = true};
    struct egdb_answer answer = {EGDB_UNKNOWN, false, 0};
    if (g->plan.egdb)
        egdb_resolve(g->plan.egdb, pos, &answer);
    if (answer.value == EGDB_UNKNOWN || (answer.value != EGDB_DRAW && draw_comes_first(g)))
        return v;
    v.reason = REASON_ENDGAME;
    if (answer.value != EGDB_DRAW)
        v.result = (answer.value == EGDB_WIN) == (pos->turn == WHITE) ? RESULT_WHITE : RESULT_BLACK;
    return v;
}

/* @return whether the game has ended by the board or by adjudication */
static bool ended_by_board(struct match_game *g, int64_t now)
{
    struct referee_verdict v = referee_verdict(g->referee);
    if (v.reason == REASON_NONE)
        v = adjudication_verdict(&g->adjudication);
    if (v.reason == REASON_NONE)
        v = endgame_verdict(g);
    if (v.reason == REASON_NONE)
        return false;
    end_game(g, v, "", now);
    return true;
}

/* ---- playing ---- */

/* Gives the side to move its turn. Its time begins when it learns of that. */
static void give_turn(struct match_game *g)
{
    enum side turn = referee_turn(g->referee);
    struct player *player = g->plan.players[turn];
    int64_t now = clock_ms();
    referee_restart_clock(g->referee, now);
    player_turn(player, now);
    int64_t began = player->turn_began;
    referee_restart_clock(g->referee, began);
    const struct player_timeouts *timeouts = &player->settings->timeouts;
    int64_t flag = referee_flag(g->referee); /* before `began` if the margin is being used up */
    g->by = flag == INT64_MAX ? began + timeouts->silent_ms : flag + timeouts->margin_ms;
}

static int make_room(struct match_game *g)
{
    return ARRAY_GROW(g->plies, referee_plies(g->referee), g->room) ? 0 : -1;
}

/* Records the data of the move that was just played. */
static struct results_ply *record(struct match_game *g, const struct player_move *move)
{
    const unsigned n = referee_plies(g->referee) - 1;
    const struct referee_ply *ply = referee_ply(g->referee, n);
    g->plies[n] = (struct results_ply){
        .move = move->move,
        .ms = ply->took,
        .claimed = move->claimed,
        .left = ply->left == INT64_MAX ? RESULTS_NO_CLOCK : ply->left,
        .added = ply->added,
        .score = move->score,
        .win = move->win,
        .loss = move->loss,
        .depth = move->depth,
        .nodes = move->nodes,
    };
    return &g->plies[n];
}

/* @return 0, or -1: out of memory */
static int play(struct match_game *g, const struct player_move *move)
{
    if (make_room(g) || referee_play(g->referee, &move->move, move->at))
        return -1;
    record(g, move);
    return 0;
}

/* Plays a move of the opening, which takes no time. @return 0, or -1: out of memory */
static int play_opening(struct match_game *g, const struct move *move, int64_t now)
{
    const struct player_move made = player_move_of(move, now);
    if (make_room(g) || referee_play_opening(g->referee, move, now))
        return -1;
    record(g, &made)->opening = true;
    return 0;
}

static void moved(struct match_game *g, enum side side, const struct player_move *move, int64_t now)
{
    const struct match_settings *s = g->plan.settings;
    if (g->state == MATCH_GAME_ASKING && g->accepted[side] && side == referee_turn(g->referee)) {
        g->early = *move;
        g->has_early = true;
    }
    if (g->state != MATCH_GAME_PLAYING)
        return;
    if (side != referee_turn(g->referee)) {
        judge(g, REASON_UNEXPECTED, side, "move out of turn", now);
        return;
    }
    if (move->at > g->by) {
        run_out(g, side, move->at, default_detail(g), now);
        return;
    }
    if (play(g, move)) {
        judge(g, REASON_INTERNAL, side, "out of memory", now);
        return;
    }
    adjudication_add(&g->adjudication, &s->adjudication, side, referee_moves_made(g->referee, side),
                     move->score);
    if (ended_by_board(g, now))
        return;
    if (referee_plies(g->referee) >= s->plies_max)
        judge(g, REASON_TOO_LONG, side, "ply limit reached", now);
    else
        give_turn(g);
}

/* ---- beginning ---- */

/* The time that a player's clock allows in a game; 0: no limit. */
static int64_t most_time(const struct player_limits *l, unsigned plies_max)
{
    int64_t moves = plies_max / 2 + 1;
    if (!l->time_ms)
        return moves * l->move_ms;
    return l->time_ms * (l->moves ? moves / l->moves + 1 : 1) + moves * l->inc_ms;
}

/* The hard limit of wall time. */
static int64_t wall_limit(const struct match_game *g)
{
    int64_t sum = GAME_MARGIN_MS;
    if (g->plan.settings->game_ms)
        return g->plan.settings->game_ms;
    for (int side = WHITE; side <= BLACK; side++) {
        const struct player_limits limits = limits_of(g, (enum side)side);
        int64_t each = most_time(&limits, g->plan.settings->plies_max);
        if (!each)
            return GAME_MS;
        sum += each + 2 * settings_of(g, (enum side)side)->timeouts.margin_ms;
    }
    return sum;
}

static void ask(struct match_game *g, enum side side, int64_t now)
{
    const struct player_game game = {
        .referee = g->referee,
        .side = side,
        .move_limit = move_limit_of(g),
        .number = g->plan.number,
    };
    g->asked = side;
    player_start(g->plan.players[side], &game, now);
}

static void accepted(struct match_game *g, enum side side, int64_t now)
{
    if (g->state != MATCH_GAME_ASKING)
        return;
    g->accepted[side] = true;
    if (!g->accepted[side_other(side)]) {
        ask(g, side_other(side), now);
        return;
    }
    g->state = MATCH_GAME_PLAYING;
    g->wall_by = now + wall_limit(g);
    give_turn(g);
    if (g->has_early) { /* the peer moved early, not knowing that the other side was not ready */
        g->early.at = now;
        moved(g, referee_turn(g->referee), &g->early, now);
    }
}

static bool is_initiator(const struct match_game *g, enum side side)
{
    return settings_of(g, side)->kind == PLAYER_DXP && settings_of(g, side)->initiator;
}

static int set_up(struct match_game *g, int64_t now)
{
    struct referee_game game = {.start = g->plan.start,
                                .move_limit = move_limit_of(g),
                                .at_move_limit = g->plan.settings->at_move_limit};
    for (int side = WHITE; side <= BLACK; side++)
        game.clock[side] = limits_of(g, (enum side)side);
    referee_start(g->referee, &game, now);
    for (unsigned i = 0; i < g->plan.n_opening; i++)
        if (play_opening(g, &g->plan.opening[i], now))
            return -1;
    return 0;
}

/*
 * Chooses whom to ask first: initiators, then the side that does not move first, so that nobody
 * waits for a move meanwhile.
 */
static enum side first_asked(const struct match_game *g)
{
    enum side turn = referee_turn(g->referee);
    if (g->plan.asker)
        return g->plan.players[WHITE] == g->plan.asker ? WHITE : BLACK;
    return is_initiator(g, turn) && !is_initiator(g, side_other(turn)) ? turn : side_other(turn);
}

int match_game_open(const struct match_game_plan *plan, int64_t now, struct match_game **out,
                    struct err *err)
{
    const struct player_host *host = plan->players[WHITE]->host;
    struct match_game *g = calloc(1, sizeof *g);
    if (g)
        g->plan = *plan;
    if (!g || referee_open(host->rules, host->draws, &g->referee, err) || set_up(g, now)) {
        match_game_close(g);
        return err_memory(err);
    }
    g->wall_by = INT64_MAX;
    g->verdict.blame = -1;
    *out = g;
    ask(g, first_asked(g), now);
    return 0;
}

void match_game_close(struct match_game *game)
{
    if (!game)
        return;
    referee_close(game->referee);
    free(game->plies);
    free(game);
}

/* ---- events ---- */

/* A player ended the game by itself. */
static void ended(struct match_game *g, enum side side, const struct player_event *e, int64_t now)
{
    struct referee_verdict v = referee_judge(e->reason, side, g->plan.settings->faults_lose);
    if (e->reason == REASON_CLAIMED && g->plan.settings->believe_claims) {
        if (e->result == RESULT_DRAW)
            v = referee_judge(REASON_AGREED, side, false);
        v.result = e->result;
    }
    end_game(g, v, e->text, now);
}

static void failed(struct match_game *g, enum side side, const struct player_event *e, int64_t now)
{
    g->over[side] = true;
    judge(g, e->reason, side, e->text, now);
}

static void proposed(struct match_game *g, enum side side, const struct player_proposal *proposal,
                     int64_t now)
{
    if (g->state != MATCH_GAME_ASKING || g->accepted[side_other(side)]) {
        player_refuse_proposal(g->plan.players[side], now);
        return;
    }
    g->is_proposed = true;
    g->proposer = side;
    g->proposal = *proposal;
}

/* ---- take-backs: both players must agree; then the board goes back or forward to that ply ---- */

static void back_asked(struct match_game *g, enum side side, unsigned ply, int64_t now)
{
    if (g->state != MATCH_GAME_PLAYING || g->going_back || ply < g->plan.n_opening
        || ply > referee_known(g->referee)) {
        player_back_settled(g->plan.players[side], false, now);
        return;
    }
    g->going_back = true;
    g->back_asker = side;
    g->back_to = ply;
    player_back(g->plan.players[side_other(side)], ply, now);
}

static void back_answered(struct match_game *g, enum side side, bool agreed, int64_t now)
{
    if (!g->going_back || side == g->back_asker)
        return;
    g->going_back = false;
    if (g->state != MATCH_GAME_PLAYING)
        return;
    if (agreed && referee_go_to(g->referee, g->back_to, now)) {
        judge(g, REASON_INTERNAL, side, "out of memory", now);
        return;
    }
    player_back_settled(g->plan.players[g->back_asker], agreed, now);
    if (!agreed)
        return;
    player_back_settled(g->plan.players[side], true, now);
    g->adjudication = (struct adjudication_state){0};
    give_turn(g);
}

static void handle(struct match_game *g, enum side side, const struct player_event *e, int64_t now)
{
    switch (e->kind) {
    case PLAYER_ACCEPTED:
        accepted(g, side, now);
        break;
    case PLAYER_REFUSED:
        g->over[side] = true;
        judge(g, e->reason, side, e->text, now);
        break;
    case PLAYER_MOVED:
        moved(g, side, &e->move, now);
        break;
    case PLAYER_ENDED:
        ended(g, side, e, now);
        break;
    case PLAYER_FAULTED:
        judge(g, e->reason, side, e->text, now);
        break;
    case PLAYER_OVER:
        g->over[side] = true;
        break;
    case PLAYER_FAILED:
        failed(g, side, e, now);
        break;
    case PLAYER_PROPOSED:
        proposed(g, side, &e->proposal, now);
        break;
    case PLAYER_BACK_ASKED:
        back_asked(g, side, e->ply, now);
        break;
    case PLAYER_BACK_ANSWERED:
        back_answered(g, side, e->agreed, now);
        break;
    default:
        break;
    }
}

/* @return as match_game_note's; NULL: this is not a note */
static const char *kind_of_note(const struct match_game *g, const struct player_event *e)
{
    switch (e->kind) {
    case PLAYER_NOTED:
        return "note";
    case PLAYER_DISCONNECTED:
        return "disconnected";
    case PLAYER_WARNED:
        return "warning";
    case PLAYER_FAILED: /* otherwise the failure ends the game, and is reported with that */
        return g->state >= MATCH_GAME_ENDING ? "failed" : NULL;
    default:
        return NULL;
    }
}

static void take_events(struct match_game *g, int64_t now, match_game_note *note, void *ctx)
{
    struct player_event e;
    for (bool any = true; any;) {
        any = false;
        for (int side = WHITE; side <= BLACK; side++)
            if (player_event(g->plan.players[side], &e)) {
                any = true;
                const char *kind = kind_of_note(g, &e);
                if (kind && note)
                    note(ctx, (enum side)side, kind, e.text);
                handle(g, (enum side)side, &e, now);
            }
    }
}

/* No move has come: the player is too late, unless it turns out not to be there any more. */
static void check_move(struct match_game *g, int64_t now)
{
    const enum side turn = referee_turn(g->referee);
    struct player *player = g->plan.players[turn];
    char detail[PLAYER_TEXT];
    player_check(player);
    if (player->failed)
        return;
    describe_silence(g, player, detail);
    run_out(g, turn, now, detail, now);
}

/*
 * Ends what is overdue: it must really not have come by `seen`, rather than not have been read yet.
 */
static void check_time(struct match_game *g, int64_t seen, int64_t now)
{
    if (g->state == MATCH_GAME_ASKING && seen >= g->plan.players[g->asked]->answer_by) {
        judge(g, REASON_REFUSED, g->asked,
              is_initiator(g, g->asked) ? "it did not ask for the game in time"
                                        : "the request for a game was not answered in time",
              now);
    } else if (g->state == MATCH_GAME_PLAYING && seen > g->by) {
        check_move(g, now);
    } else if (g->state == MATCH_GAME_PLAYING && seen >= g->wall_by) {
        judge(g, REASON_TOO_LONG, referee_turn(g->referee), "wall-clock limit reached", now);
    } else if (g->state == MATCH_GAME_ENDING && seen >= g->end_by) {
        g->over[WHITE] = g->over[BLACK] = true;
    }
}

void match_game_step(struct match_game *game, int64_t seen, match_game_note *note, void *ctx)
{
    int64_t now = clock_ms();
    take_events(game, now, note, ctx);
    check_time(game, seen, now);
    take_events(game, now, note, ctx);
    if (game->state == MATCH_GAME_ENDING && game->over[WHITE] && game->over[BLACK])
        game->state = MATCH_GAME_OVER;
}

int64_t match_game_deadline(const struct match_game *game)
{
    if (game->plan.players[WHITE]->n_events || game->plan.players[BLACK]->n_events)
        return 0;
    switch (game->state) {
    case MATCH_GAME_PLAYING:
        return game->by < game->wall_by ? game->by + 1 : game->wall_by;
    case MATCH_GAME_ASKING:
        return game->plan.players[game->asked]->answer_by;
    case MATCH_GAME_ENDING:
        return game->end_by;
    default:
        return INT64_MAX;
    }
}

const struct player_proposal *match_game_proposal(const struct match_game *game,
                                                  enum side *proposer)
{
    *proposer = game->proposer;
    return game->is_proposed && game->state == MATCH_GAME_ASKING ? &game->proposal : NULL;
}

void match_game_refuse_proposal(struct match_game *game, int64_t now)
{
    game->is_proposed = false;
    player_refuse_proposal(game->plan.players[game->proposer], now);
}

bool match_game_awaits_peer(const struct match_game *game)
{
    bool awaits = false;
    for (int side = WHITE; side <= BLACK; side++)
        awaits |= settings_of(game, (enum side)side)->kind == PLAYER_DXP && !game->accepted[side];
    return awaits && game->state == MATCH_GAME_ASKING;
}

enum match_game_state match_game_state(const struct match_game *game) { return game->state; }

const struct referee *match_game_referee(const struct match_game *game) { return game->referee; }

struct referee_verdict match_game_verdict(const struct match_game *game) { return game->verdict; }

const char *match_game_detail(const struct match_game *game) { return game->detail; }

const struct results_ply *match_game_plies(const struct match_game *game, unsigned *n)
{
    *n = referee_plies(game->referee);
    return game->plies;
}

const struct results_ply *match_game_overdue(const struct match_game *game)
{
    return game->verdict.reason == REASON_TIME ? &game->overdue : NULL;
}

void match_game_players(const struct match_game *game, struct player *out[2])
{
    out[WHITE] = game->plan.players[WHITE];
    out[BLACK] = game->plan.players[BLACK];
}
