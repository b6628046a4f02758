// SPDX-License-Identifier: MIT
/*
 * After each step of the loop everything that may have changed is examined: players outside games
 * (the pool), games, then the schedule if a board or a player has become free. There are at most
 * some hundred of each, so examining all costs less than keeping track of which have changed.
 */
#include "match/manager.h"

#include "core/base/clock.h"
#include "core/base/machine.h"
#include "core/board/fen.h"
#include "core/egdb/egdb.h"
#include "match/agenda.h"
#include "match/dxp-expected.h"
#include "match/match-game.h"
#include "match/pool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct src_pos nowhere;

enum {
    OPENING_PLIES = 400,
    FILES = 64,      /* that are open besides those of the games */
    FILES_EACH = 16, /* for each game: pipes, sockets, books, transcripts of two players */
};

/* A game that is being played. */
struct match_board {
    struct match_game *game; /* NULL: nothing is played here */
    struct agenda_slot *slot;
    bool proposed;       /* it is played instead of another one, with the same players */
    bool told;           /* observers have been told that it has begun */
    unsigned players[2]; /* by side */
    unsigned plies;      /* plies that observers have been told of */
    unsigned cores;
    int64_t began; /* Unix ms */
};

struct manager {
    const struct manager_plan *plan;
    struct player_host host;
    struct egdb *egdb; /* owned; ends games whose result it knows; NULL: none */
    struct pool *pool;
    struct agenda agenda;
    unsigned running;           /* games */
    struct match_board *boards; /* owned */
    unsigned n_boards, cores, cores_used;
    bool replan; /* begin_games must look at the schedule (again) */
    bool stopping, enough;
    bool time_over;        /* it is stopping because time is over */
    bool is_incident_lost; /* an incident could not be stored: `why_lost` */
    struct err why_lost;
    struct loop_watch stop_watch;
};

/* ---- observers ---- */

static void fill_game(const struct match_board *b, struct results_game *out)
{
    struct referee_verdict v = match_game_verdict(b->game);
    *out = (struct results_game){.pair = b->slot->pair->number,
                                 .game = b->slot->game,
                                 .attempt = b->slot->attempts + 1,
                                 .white = b->players[WHITE],
                                 .black = b->players[BLACK],
                                 .result = v.reason == REASON_NONE ? RESULT_UNKNOWN : v.result,
                                 .reason = reason_word(v.reason),
                                 .termination = referee_termination(&v),
                                 .detail = match_game_detail(b->game),
                                 .blame = v.blame,
                                 .began = b->began,
                                 .ended = clock_unix_ms(),
                                 .counts = v.counts};
    out->plies = match_game_plies(b->game, &out->n);
    out->overdue = match_game_overdue(b->game);
}

static struct observer_game describe_game(const struct manager *m, const struct match_board *b)
{
    struct observer_game game = {.slot = (unsigned)(b - m->boards),
                                 .pair = b->slot->pair,
                                 .game = b->slot->game,
                                 .white = m->plan->players[b->players[WHITE]].name,
                                 .black = m->plan->players[b->players[BLACK]].name};
    fill_game(b, &game.so_far);
    game.so_far.white_version = game.so_far.black_version = "";
    return game;
}

static void tell_started(const struct manager *m, const struct match_board *b)
{
    const struct observer_game game = describe_game(m, b);
    for (unsigned i = 0; i < m->plan->n_observers; i++)
        if (m->plan->observers[i].started)
            m->plan->observers[i].started(m->plan->observers[i].ctx, &game);
}

static void tell_moved(const struct manager *m, const struct match_board *b)
{
    const struct observer_game game = describe_game(m, b);
    for (unsigned i = 0; i < m->plan->n_observers; i++)
        if (m->plan->observers[i].moved)
            m->plan->observers[i].moved(m->plan->observers[i].ctx, &game);
}

/*
 * Whether a player that asks for its games itself may still ask for another one, which is then
 * played instead.
 */
static bool may_be_another(const struct manager *m, const struct match_board *b)
{
    return match_game_state(b->game) == MATCH_GAME_ASKING
           && (m->plan->players[b->players[WHITE]].initiator
               || m->plan->players[b->players[BLACK]].initiator);
}

static void tell_beginning(struct manager *m, struct match_board *b)
{
    if (b->told || may_be_another(m, b))
        return;
    b->told = true;
    tell_started(m, b);
}

static void incident(void *ctx, unsigned player, const char *kind, const char *detail)
{
    struct manager *m = ctx;
    const char *name = m->plan->players[player].name;
    if (strcmp(kind, "note") != 0 && !m->is_incident_lost)
        m->is_incident_lost = results_incident_add(m->plan->results, m->plan->match, name, kind,
                                                   detail, clock_unix_ms(), &m->why_lost);
    for (unsigned i = 0; i < m->plan->n_observers; i++)
        if (m->plan->observers[i].incident)
            m->plan->observers[i].incident(m->plan->observers[i].ctx, name, kind, detail);
}

/* ---- games ---- */

static int find_start(const struct manager *m, const struct results_pair *pair,
                      struct position *start, struct move *opening, unsigned *n, struct err *err)
{
    const struct rules *rules = m->host.rules;
    if (!pair->fen)
        position_start(rules, start);
    else if (fen_read(rules, text_of(pair->fen), nowhere, start, NULL, err))
        return -1;
    struct position pos = *start;
    if (results_moves(rules, pair->moves, &pos, opening, OPENING_PLIES, n, err))
        return -1;
    if (!moves_exist(rules, &pos))
        return err_plain(err, "the opening of pair %u ends the game, so nothing is left to play",
                         pair->number);
    return 0;
}

/* The index of the player that has a side in a game of the schedule. */
static unsigned player_at(const struct agenda_slot *slot, enum side side)
{
    return (slot->game == 0) == (side == WHITE) ? slot->pair->first : slot->pair->second;
}

static unsigned cores_of(const struct manager *m, const struct agenda_slot *slot)
{
    unsigned x = player_settings_cores(&m->plan->players[slot->pair->first]);
    unsigned y = player_settings_cores(&m->plan->players[slot->pair->second]);
    return x > y ? x : y; /* only one of them thinks at a time */
}

/* Tells those who listen to the players which game it is. */
static void name_game(const struct manager *m, const struct match_board *b,
                      struct player *const players[2])
{
    const struct player_tap *tap = m->host.tap;
    char name[80];
    snprintf(name, sizeof name, "%lld-%u.%u-%u", (long long)m->plan->match, b->slot->pair->number,
             b->slot->game + 1, b->slot->attempts + 1);
    for (int side = WHITE; tap && side <= BLACK; side++)
        if (players[side]->settings->kind != PLAYER_BUILTIN)
            tap->game(tap->ctx, players[side], name, b->proposed);
}

/*
 * @param players by side
 * @param asker   the player that proposed this game; NULL: neither did
 */
static int begin(struct manager *m, struct match_board *b, struct agenda_slot *slot,
                 struct player *const players[2], const struct player *asker, int64_t now,
                 struct err *err)
{
    struct move opening[OPENING_PLIES];
    struct match_game_plan plan = {.settings = m->plan->settings,
                                   .opening = opening,
                                   .asker = asker,
                                   .number = 2 * (uint64_t)slot->pair->number + slot->game,
                                   .egdb = m->egdb};
    if (find_start(m, slot->pair, &plan.start, opening, &plan.n_opening, err))
        return -1;
    plan.players[WHITE] = players[WHITE];
    plan.players[BLACK] = players[BLACK];
    b->slot = slot;
    name_game(m, b, players);
    b->proposed = false;
    if (match_game_open(&plan, now, &b->game, err))
        return -1;
    b->players[WHITE] = player_at(slot, WHITE);
    b->players[BLACK] = player_at(slot, BLACK);
    b->plies = plan.n_opening;
    b->began = clock_unix_ms();
    b->cores = cores_of(m, slot);
    m->cores_used += b->cores;
    m->running++;
    slot->running = true;
    b->told = false;
    tell_beginning(m, b);
    return 0;
}

static int begin_with_ready(struct manager *m, struct match_board *b, struct agenda_slot *slot,
                            int64_t now, struct err *err)
{
    struct player *players[2] = {pool_take(m->pool, player_at(slot, WHITE)),
                                 pool_take(m->pool, player_at(slot, BLACK))};
    return begin(m, b, slot, players, NULL, now, err);
}

static struct match_board *free_board(struct manager *m)
{
    for (unsigned i = 0; i < m->n_boards; i++)
        if (!m->boards[i].game)
            return &m->boards[i];
    return NULL;
}

static bool have_cores(const struct manager *m, const struct agenda_slot *slot, unsigned used)
{
    return used == 0 || used + cores_of(m, slot) <= m->cores;
}

/* Begins the games whose players are ready. @return 0, or -1 with `err` */
static int begin_ready(struct manager *m, int64_t now, struct err *err)
{
    unsigned ready = 0;
    struct agenda_walk walk = agenda_begin_walk(&m->agenda);
    struct agenda_slot *slot;
    for (unsigned i = 0; i < m->plan->schedule->n_players && ready < 2; i++)
        ready += pool_ready(m->pool, i) > 0;
    while (ready == 2 && m->running < m->n_boards && (slot = agenda_walk_on(&m->agenda, &walk))) {
        if (have_cores(m, slot, m->cores_used) && pool_ready(m->pool, slot->pair->first)
            && pool_ready(m->pool, slot->pair->second)
            && begin_with_ready(m, free_board(m), slot, now, err))
            return -1;
    }
    return 0;
}

/* Whether a player is to connect to us, and has only so much time for that. */
static bool is_to_come(const struct manager *m, unsigned player)
{
    return dxp_expected_to_come(&m->plan->players[player]);
}

/*
 * Asks for the players of the next games, for as many games as boards are free. A player that does
 * not come does not keep others from playing.
 * @param coming only for those that are to connect to us
 */
static int want_players(struct manager *m, bool coming, int64_t now, struct err *err)
{
    unsigned n = m->plan->schedule->n_players, boards = m->n_boards - m->running;
    unsigned *wanted = calloc(n + 1, sizeof *wanted), cores = m->cores_used;
    struct agenda_walk walk = agenda_begin_walk(&m->agenda);
    const struct agenda_slot *slot;
    if (!wanted)
        return err_memory(err);
    while (boards && (slot = agenda_walk_on(&m->agenda, &walk))) {
        unsigned first = slot->pair->first, second = slot->pair->second;
        if (!have_cores(m, slot, cores) || !pool_can_have(m->pool, first, wanted[first] + 1)
            || !pool_can_have(m->pool, second, wanted[second] + 1))
            continue;
        wanted[first]++;
        wanted[second]++;
        boards--;
        cores += cores_of(m, slot);
    }
    for (unsigned i = 0; i < n; i++)
        if ((!coming || is_to_come(m, i)) && !pool_want(m->pool, i, wanted[i], now))
            m->replan = true; /* others may play meanwhile */
    free(wanted);
    return 0;
}

/*
 * Opens the players of the next games: otherwise those that are already open would go on with later
 * rounds, and the others would never get a turn. A player that is to connect to us is left out: its
 * time would begin before its game is due.
 */
static void want_next(struct manager *m, int64_t now)
{
    struct agenda_walk walk = agenda_begin_walk(&m->agenda);
    const struct agenda_slot *slot;
    for (unsigned i = 0; i < m->n_boards && (slot = agenda_walk_on(&m->agenda, &walk)); i++) {
        const unsigned both[2] = {slot->pair->first, slot->pair->second};
        for (unsigned k = 0; k < 2; k++)
            if (!is_to_come(m, both[k]) && !pool_is_open(m->pool, both[k])
                && !pool_want(m->pool, both[k], 1, now))
                m->replan = true;
    }
}

/*
 * Begins the games that can begin, and asks for missing players. Those that are to connect to us
 * come first: their games are due, even if others that are ready get the boards.
 */
static int begin_games(struct manager *m, int64_t now, struct err *err)
{
    if (want_players(m, true, now, err) || begin_ready(m, now, err)
        || want_players(m, false, now, err))
        return -1;
    want_next(m, now);
    return 0;
}

/* The board to which a note about a game belongs. */
struct noted_board {
    struct manager *manager;
    const struct match_board *board;
};

static void note_from_game(void *ctx, enum side side, const char *kind, const char *text)
{
    const struct noted_board *noted = ctx;
    incident(noted->manager, noted->board->players[side], kind, text);
}

static enum pool_outcome outcome_for(const struct referee_verdict *v, int side)
{
    if (v->counts)
        return POOL_WELL;
    return v->blame == side ? POOL_FAILED : POOL_NEITHER;
}

/* As results_dead.may_retire. */
static bool retire_pair(void *ctx, unsigned pair)
{
    struct manager *m = ctx;
    return agenda_retire(&m->agenda, pair);
}

/*
 * Takes dead openings out of the schedule.
 * @param pair only its opening; 0: all
 */
static int retire_dead(struct manager *m, unsigned pair, struct err *err)
{
    const struct results_dead dead = {m->plan->retire, pair, retire_pair, m};
    return m->plan->retire ? results_retire_dead(m->plan->results, m->plan->match, &dead, NULL, err)
                           : 0;
}

/* After a draw that completes a pair, its opening may be dead. */
static int retire_after(struct manager *m, const struct agenda_slot *slot, enum result result,
                        struct err *err)
{
    const struct agenda_slot *sibling = agenda_find(&m->agenda, slot->pair->number, !slot->game);
    if (result != RESULT_DRAW || (sibling && !sibling->done))
        return 0;
    return retire_dead(m, slot->pair->number, err);
}

static int finish(struct manager *m, struct match_board *b, int64_t now, struct err *err)
{
    struct referee_verdict v = match_game_verdict(b->game);
    struct player *players[2];
    struct results_game game;
    int64_t number = 0;
    match_game_players(b->game, players);
    fill_game(b, &game);
    game.white_version = players[WHITE]->version;
    game.black_version = players[BLACK]->version;
    if (results_game_add(m->plan->results, m->plan->match, &game, &number, err))
        return -1;
    agenda_finish(&m->agenda, b->slot, v.counts);
    m->running--;
    m->cores_used -= b->cores;
    if (v.counts && retire_after(m, b->slot, v.result, err))
        return -1;
    const struct observer_progress progress = {agenda_to_play(&m->agenda), m->agenda.finished};
    for (unsigned i = 0; i < m->plan->n_observers; i++)
        if (m->plan->observers[i].finished
            && m->plan->observers[i].finished(m->plan->observers[i].ctx, number, &game, &progress,
                                              err))
            return -1;
    for (int side = WHITE; side <= BLACK; side++)
        pool_release(m->pool, players[side], outcome_for(&v, side),
                     *game.detail ? game.detail : game.reason, now);
    match_game_close(b->game);
    b->game = NULL;
    if (m->plan->enough && v.counts) /* the result of a game in progress may undo the decision */
        m->enough = m->plan->enough(m->plan->ctx);
    return 0;
}

/* Takes a game that has not begun off its board: it is missing again. */
static void withdraw(struct manager *m, struct match_board *b)
{
    match_game_close(b->game);
    b->game = NULL;
    b->slot->running = false;
    m->running--;
    m->cores_used -= b->cores;
}

/*
 * Gives up the games that a peer has not accepted or asked for: it might do so long after the match
 * should have stopped. The players are closed, since a peer may still accept what it was asked.
 */
static void give_up_unaccepted(struct manager *m, int64_t now)
{
    for (unsigned i = 0; i < m->n_boards; i++) {
        struct match_board *b = &m->boards[i];
        struct player *players[2];
        if (!b->game || !match_game_awaits_peer(b->game))
            continue;
        match_game_players(b->game, players);
        withdraw(m, b);
        for (int side = WHITE; side <= BLACK; side++) {
            players[side]->is_spent = true;
            pool_release(m->pool, players[side], POOL_NEITHER, "", now);
        }
    }
}

/* Whether a game of the schedule is the one that `player` proposes. */
static bool is_proposed(const struct manager *m, const struct agenda_slot *slot, unsigned player,
                        const struct player_proposal *proposal)
{
    struct move opening[OPENING_PLIES];
    struct position pos;
    struct err err = {0};
    unsigned n;
    if (player_at(slot, proposal->side) != player
        || find_start(m, slot->pair, &pos, opening, &n, &err))
        return false;
    for (unsigned i = 0; i < n; i++)
        move_play(m->host.rules, &pos, &opening[i]);
    return position_same(&pos, &proposal->start);
}

/*
 * A peer asks for another game than the one it was given: begins that one, if the schedule has it.
 */
static int answer_proposal(struct manager *m, struct match_board *b, int64_t now, struct err *err)
{
    enum side proposer;
    const struct player_proposal *proposal = match_game_proposal(b->game, &proposer);
    unsigned player = proposal ? b->players[proposer] : 0, foe = b->players[proposer == WHITE];
    for (unsigned i = m->agenda.next; proposal && i < m->agenda.n; i++) {
        struct agenda_slot *slot = &m->agenda.slots[i];
        struct player *now_playing[2], *players[2];
        if (!agenda_slot_is_missing(slot) || player_at(slot, side_other(proposal->side)) != foe
            || !is_proposed(m, slot, player, proposal))
            continue;
        match_game_players(b->game, now_playing);
        players[proposal->side] = now_playing[proposer];
        players[side_other(proposal->side)] = now_playing[proposer == WHITE];
        withdraw(m, b);
        b->proposed = true;
        return begin(m, b, slot, players, now_playing[proposer], now, err);
    }
    if (proposal)
        match_game_refuse_proposal(b->game, now);
    return 0;
}

/* Handles one game. @return 0, or -1 with `err` */
static int step_board(struct manager *m, struct match_board *b, int64_t now, struct err *err)
{
    struct noted_board noted = {m, b};
    match_game_step(b->game, loop_served_until(m->host.loop), note_from_game, &noted);
    if (answer_proposal(m, b, now, err))
        return -1;
    tell_beginning(m, b);
    unsigned plies = referee_plies(match_game_referee(b->game));
    if (plies != b->plies) {
        b->plies = plies;
        tell_moved(m, b);
    }
    return match_game_state(b->game) == MATCH_GAME_OVER ? finish(m, b, now, err) : 0;
}

/* ---- the loop ---- */

static unsigned want_stop(void *ctx, struct pollfd *fds, int64_t *by)
{
    struct manager *m = ctx;
    (void)by;
    fds[0] = (struct pollfd){.fd = m->stopping ? -1 : m->plan->stop, .events = POLLIN};
    return 1;
}

static void serve_stop(void *ctx, const struct pollfd *fds, unsigned n, int64_t now)
{
    (void)fds, (void)n, (void)now;
    struct manager *m = ctx;
    m->stopping = true;
    m->time_over = false;
}

/* Whether a missing game could still be played. */
static bool has_more(const struct manager *m)
{
    for (unsigned i = m->agenda.next; i < m->agenda.n; i++) {
        const struct agenda_slot *slot = &m->agenda.slots[i];
        if (!slot->done && !slot->retired && !pool_is_suspended(m->pool, slot->pair->first)
            && !pool_is_suspended(m->pool, slot->pair->second))
            return true;
    }
    return false;
}

static bool goes_on(const struct manager *m)
{
    return m->running || (!m->stopping && !m->enough && has_more(m));
}

static int64_t deadline(const struct manager *m, bool beginning)
{
    int64_t by = pool_deadline(m->pool);
    if (beginning && deadline_next_check(&m->plan->until) < by)
        by = deadline_next_check(&m->plan->until);
    for (unsigned i = 0; i < m->n_boards; i++)
        if (m->boards[i].game && match_game_deadline(m->boards[i].game) < by)
            by = match_game_deadline(m->boards[i].game);
    return by;
}

/*
 * Handles everything once.
 * @param changed set to whether games may begin now
 * @return 0, or -1 with `err`
 */
static int look(struct manager *m, int64_t now, bool *changed, struct err *err)
{
    *changed = pool_step(m->pool, loop_served_until(m->host.loop));
    for (unsigned i = 0; i < m->n_boards; i++) {
        unsigned running = m->running;
        if (m->boards[i].game && step_board(m, &m->boards[i], now, err))
            return -1;
        *changed |= running != m->running;
    }
    if (m->is_incident_lost) { /* the report would be wrong */
        *err = m->why_lost;
        return -1;
    }
    return 0;
}

/* One turn: does everything that can be done now, then waits once. @return 0, or -1 with `err` */
static int turn(struct manager *m, struct err *err)
{
    for (bool changed = true; changed || m->replan;) { /* what just began may report at once */
        int64_t now = clock_ms();
        if (deadline_is_over(&m->plan->until) && !m->stopping)
            m->stopping = m->time_over = true;
        if (look(m, now, &changed, err))
            return -1;
        if (m->stopping)
            give_up_unaccepted(m, now);
        changed |= m->replan;
        m->replan = false;
        if (changed && !m->stopping && !m->enough && begin_games(m, now, err))
            return -1;
    }
    if (goes_on(m))
        loop_step(m->host.loop, deadline(m, !m->stopping && !m->enough));
    return 0;
}

static int play_all(struct manager *m, enum manager_end *end, struct err *err)
{
    m->replan = true;
    if (retire_dead(m, 0, err)) /* what the last run was killed before */
        return -1;
    m->enough = m->plan->enough && m->plan->enough(m->plan->ctx);
    loop_step(m->host.loop, 0); /* picks up a signal that has come by now */
    while (goes_on(m))
        if (turn(m, err))
            return -1;
    *end = m->agenda.finished == agenda_to_play(&m->agenda) ? MANAGER_DONE
           : m->enough                                      ? MANAGER_ENOUGH
           : m->time_over                                   ? MANAGER_UNTIL
           : m->stopping                                    ? MANAGER_STOPPED
                                                            : MANAGER_SUSPENDED;
    return 0;
}

static void fini(struct manager *m)
{
    for (unsigned i = 0; m->boards && i < m->n_boards; i++)
        match_game_close(m->boards[i].game);
    pool_close(m->pool);
    loop_close(m->host.loop);
    egdb_close(m->egdb);
    free(m->boards);
    agenda_close(&m->agenda);
}

/*
 * Opens the referee's endgame database, and solves the part that is solved in memory, before any
 * clock runs.
 */
static int open_endgames(struct manager *m, struct err *err)
{
    const struct adjudication *adjudication = &m->plan->settings->adjudication;
    const struct egdb_options options = {
        .dir = adjudication->egdb,
        .usual = !adjudication->egdb,
        .warn = m->plan->warn,
        .ctx = m->plan->ctx,
    };
    if (!adjudication->endgame)
        return 0;
    return egdb_open(m->host.rules, &options, &m->egdb, err) ? -1 : egdb_prepare(m->egdb, err);
}

int manager_run(const struct manager_plan *plan, enum manager_end *end, struct err *err)
{
    struct manager m = {.plan = plan, .host = plan->host};
    int rc = -1;
    m.n_boards = plan->settings->concurrency ? plan->settings->concurrency : 1;
    machine_allow_files(FILES + FILES_EACH * m.n_boards);
    m.cores = plan->settings->cores ? plan->settings->cores : machine_processors();
    m.boards = calloc(m.n_boards, sizeof *m.boards);
    m.stop_watch = (struct loop_watch){want_stop, serve_stop, &m};
    if (!m.boards)
        err_memory(err);
    else if (open_endgames(&m, err) == 0 && loop_open(&m.host.loop, err) == 0
             && loop_add(m.host.loop, &m.stop_watch, err) == 0
             && pool_open(plan->settings, plan->players, plan->schedule->n_players, &m.host,
                          incident, &m, &m.pool, err)
                    == 0
             && agenda_open(&m.agenda, plan->schedule, plan->results, plan->match, err) == 0)
        rc = play_all(&m, end, err);
    fini(&m);
    return rc;
}
