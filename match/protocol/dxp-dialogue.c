// SPDX-License-Identifier: MIT
/*
 * A table says what each message means in each state; each meaning is one small function.
 * Unreadable messages are handled by their first byte as far as possible, because the peer waits
 * for an answer all the same.
 */
#include "match/protocol/dxp-dialogue.h"

#include "core/base/array.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { CONFIRM_MS = 10000, BACK_MS = 120000, CHAT_LINES = 4 };

/*
 * Queues. A call adds at most a handful to each; an owner that does not take them breaks the
 * contract.
 */

static struct dialogue_event *add_event(struct dialogue *d, enum dialogue_event_kind kind)
{
    assert(d->n_events < DIALOGUE_QUEUE);
    struct dialogue_event *e = &d->events[(d->first_event + d->n_events++) % DIALOGUE_QUEUE];
    memset(e, 0, sizeof *e);
    e->kind = kind;
    return e;
}

static struct dialogue_event *newest_event(struct dialogue *d)
{
    return &d->events[(d->first_event + d->n_events - 1) % DIALOGUE_QUEUE];
}

static void add_text(struct dialogue *d, enum dialogue_event_kind kind, const char *format, ...)
    PRINTF_LIKE(3, 4);

static void add_text(struct dialogue *d, enum dialogue_event_kind kind, const char *format, ...)
{
    struct dialogue_event *e = add_event(d, kind);
    va_list args;
    va_start(args, format);
    vsnprintf(e->text, sizeof e->text, format, args);
    va_end(args);
}

static void put(struct dialogue *d, const struct dxp_message *m)
{
    assert(d->n_frames < DIALOGUE_QUEUE);
    struct dialogue_frame *f = &d->frames[(d->first_frame + d->n_frames++) % DIALOGUE_QUEUE];
    f->n = dxp_encode(m, d->config.fractions, f->bytes);
}

bool dialogue_event(struct dialogue *d, struct dialogue_event *out)
{
    if (d->n_events == 0)
        return false;
    *out = d->events[d->first_event];
    d->first_event = (d->first_event + 1) % DIALOGUE_QUEUE;
    d->n_events--;
    return true;
}

bool dialogue_output(struct dialogue *d, struct dialogue_frame *out)
{
    if (d->n_frames == 0)
        return false;
    *out = d->frames[d->first_frame];
    d->first_frame = (d->first_frame + 1) % DIALOGUE_QUEUE;
    d->n_frames--;
    return true;
}

/* ---- parts of what both sides do ---- */

static void set_state(struct dialogue *d, enum dialogue_state state)
{
    d->state = state;
    d->answer_by = d->confirm_by = d->move_by = INT64_MAX;
    if (!dialogue_playing(d)) {
        d->back_sent = d->back_asked = false;
        d->back_by = INT64_MAX;
    }
}

static void set_turn(struct dialogue *d, enum side turn)
{
    set_state(d, turn == d->mine ? DIALOGUE_MINE : DIALOGUE_THEIRS);
}

/* Starts the game that was requested in d->game. */
static void start_game(struct dialogue *d)
{
    bool follower = d->config.role == DIALOGUE_FOLLOWER;
    d->mine = follower ? d->game.follower : side_other(d->game.follower);
    set_turn(d, d->game.special ? d->game.turn : WHITE);
}

static void send_chat(struct dialogue *d, const char *text)
{
    struct dxp_message m = {.kind = DXP_CHAT};
    snprintf(m.chat, sizeof m.chat, "%s", text);
    put(d, &m);
}

static void send_answer(struct dialogue *d, char code, const char *why)
{
    struct dxp_message m = {.kind = DXP_GAMEACC, .answer.code = code};
    snprintf(m.answer.name, sizeof m.answer.name, "%s", d->config.name);
    if (why)
        send_chat(d, why);
    put(d, &m);
}

static void send_end(struct dialogue *d, enum dxp_reason reason, bool stop)
{
    put(d, &(struct dxp_message){.kind = DXP_GAMEEND, .end = {reason, stop}});
}

static void end_game(struct dialogue *d, enum dxp_reason reason, int64_t now)
{
    d->end = (struct dxp_end){reason, d->last};
    d->end_in_turn = d->state == DIALOGUE_MINE;
    send_end(d, reason, d->last);
    set_state(d, DIALOGUE_END_SENT);
    d->confirm_by = now + d->config.confirm_ms;
}

static struct dialogue_event *settle(struct dialogue *d, enum dialogue_settled settled)
{
    struct dialogue_event *e = add_event(d, DIALOGUE_CONFIRMED);
    e->settled = settled;
    set_state(d, DIALOGUE_IDLE);
    d->closing = d->closing || d->end.stop;
    /*
     * that message may be the peer's own end, and its confirmation of ours may still be on its way
     */
    d->unconfirmed = settled != SETTLED_BY_REQUEST;
    return e;
}

/* ---- what messages do: each function gets a message that could be read ---- */

typedef void act(struct dialogue *d, const struct dxp_message *m, int64_t now);

static void ignore(struct dialogue *d, const struct dxp_message *m, int64_t now)
{
    (void)d, (void)m, (void)now;
}

/* A confirmation comes for a game that we have closed without it. */
static void confirmed_late(struct dialogue *d, const struct dxp_message *m, int64_t now)
{
    (void)m, (void)now;
    d->unconfirmed = false;
}

static void warn(struct dialogue *d, const struct dxp_message *m, int64_t now)
{
    static const char *const names[DXP_KINDS] = {
        "request", "answer", "move", "end of a game", "chat", "take-back", "answer to a take-back"};
    (void)now;
    add_text(d, DIALOGUE_WARNED, "unexpected %s; ignored", names[m->kind]);
}

static void ask(struct dialogue *d, const struct dxp_message *m, int64_t now)
{
    (void)now;
    if (m->request.version != DXP_VERSION) {
        send_answer(d, DXP_WRONG_VERSION, "only DamExchange version 01 is supported");
        add_text(d, DIALOGUE_WARNED, "refused a request of version %02u", m->request.version);
        return;
    }
    if (d->closing) {
        send_answer(d, DXP_NO_GAME, "no more games on this connection");
        return;
    }
    d->game = m->request;
    set_state(d, DIALOGUE_REQ_RCVD);
    add_event(d, DIALOGUE_REQUESTED)->message = *m;
}

static void busy(struct dialogue *d, const struct dxp_message *m, int64_t now)
{
    (void)m, (void)now;
    send_answer(d, DXP_NOT_THIS_GAME,
                d->state == DIALOGUE_IDLE ? "this side requests the games" : "one game at a time");
    add_text(d, DIALOGUE_WARNED, "unexpected request; refused");
}

static void answered(struct dialogue *d, const struct dxp_message *m, int64_t now)
{
    (void)now;
    bool accepted = m->answer.code == DXP_ACCEPTED;
    d->answered = true;
    if (accepted)
        start_game(d);
    else
        set_state(d, DIALOGUE_IDLE);
    struct dialogue_event *e = add_event(d, accepted ? DIALOGUE_ACCEPTED : DIALOGUE_DECLINED);
    e->message = *m;
    if (!accepted)
        snprintf(e->text, sizeof e->text, "the request was refused with code %c",
                 m->answer.code >= 33 && m->answer.code < 127 ? m->answer.code : '?');
}

/* The peer ends the game while we wait for its answer to a request. */
static void withdrawn(struct dialogue *d, const struct dxp_message *m, int64_t now)
{
    (void)m, (void)now;
    if (d->unconfirmed) { /* it was still about the previous game */
        d->unconfirmed = false;
        return;
    }
    if (!d->answered) { /* it was sent before our request arrived; the answer may follow */
        d->answered = true;
        add_text(d, DIALOGUE_WARNED, "GAMEEND before the first game; ignored");
        return;
    }
    set_state(d, DIALOGUE_IDLE);
    add_text(d, DIALOGUE_DECLINED, "the request was answered by the end of a game");
}

static void moved(struct dialogue *d, const struct dxp_message *m, int64_t now)
{
    (void)now;
    set_state(d, DIALOGUE_MINE);
    add_event(d, DIALOGUE_MOVED)->message = *m;
}

static void out_of_turn(struct dialogue *d, const struct dxp_message *m, int64_t now)
{
    (void)m;
    dialogue_fault(d, "move out of turn", now);
}

static void ended(struct dialogue *d, const struct dxp_message *m, int64_t now)
{
    (void)now;
    if (d->state == DIALOGUE_MINE)
        add_text(d, DIALOGUE_WARNED, "the game was ended out of turn");
    send_end(d, DXP_UNKNOWN, m->end.stop || d->last);
    set_state(d, DIALOGUE_IDLE);
    d->closing = d->closing || m->end.stop || d->last;
    d->unconfirmed = true; /* some programs confirm the confirmation */
    add_event(d, DIALOGUE_ENDED)->message = *m;
}

static bool reasons_exclude(const struct dialogue *d, enum dxp_reason theirs)
{
    enum dxp_reason ours = d->end.reason;
    if (ours == DXP_UNKNOWN || theirs == DXP_UNKNOWN)
        return false;
    if (ours == theirs) /* some send our own reason back, though they were not to move */
        return ours != DXP_DRAWN && !d->end_in_turn;
    return !(ours == DXP_LOST && theirs == DXP_WON) && !(ours == DXP_WON && theirs == DXP_LOST);
}

static void confirmed(struct dialogue *d, const struct dxp_message *m, int64_t now)
{
    (void)now;
    enum dialogue_settled settled = reasons_exclude(d, m->end.reason) ? SETTLED_CONTRADICTED
                                    : m->end.reason == DXP_UNKNOWN    ? SETTLED_BY_END
                                                                      : SETTLED_CROSSED;
    d->closing = d->closing || m->end.stop;
    settle(d, settled)->message = *m;
}

/* The next request counts as the confirmation. */
static void confirmed_by_request(struct dialogue *d, const struct dxp_message *m, int64_t now)
{
    settle(d, SETTLED_BY_REQUEST);
    (d->config.role == DIALOGUE_FOLLOWER ? ask : busy)(d, m, now);
}

static void back_asked(struct dialogue *d, const struct dxp_message *m, int64_t now)
{
    (void)now;
    if (d->back_asked) { /* there will be one answer, to the first request */
        add_text(d, DIALOGUE_WARNED, "take-back requested again before the first answer; ignored");
        return;
    }
    d->back_asked = true;
    d->back_theirs = m->backreq;
    add_event(d, DIALOGUE_BACK_ASKED)->message = *m;
}

static void no_back(struct dialogue *d, const struct dxp_message *m, int64_t now)
{
    (void)m, (void)now;
    put(d, &(struct dxp_message){.kind = DXP_BACKACC, .back = DXP_BACK_UNSUPPORTED});
}

static void back_answered(struct dialogue *d, const struct dxp_message *m, int64_t now)
{
    (void)now;
    if (!d->back_sent)
        return;
    d->back_sent = false;
    d->back_by = INT64_MAX;
    if (m->back == DXP_BACK_AGREED)
        set_turn(d, d->back_ours.turn);
    add_event(d, DIALOGUE_BACK_ANSWERED)->message = *m;
}

static void chatted(struct dialogue *d, const struct dxp_message *m, int64_t now)
{
    (void)now;
    add_event(d, DIALOGUE_CHATTED)->message = *m;
}

/* ---- the table: an initiator that has no game is a state of its own here ---- */

enum { IDLE_INITIATOR = DIALOGUE_STATES, ROWS };

// clang-format off
static act *const table[ROWS][DXP_KINDS] = {
    /*                      GAMEREQ               GAMEACC   MOVE         GAMEEND         CHAT     BACKREQ     BACKACC */
    [DIALOGUE_IDLE]     = { ask,                  ignore,   warn,        confirmed_late, chatted, no_back,    ignore },
    [IDLE_INITIATOR]    = { busy,                 ignore,   warn,        confirmed_late, chatted, no_back,    ignore },
    [DIALOGUE_REQ_SENT] = { busy,                 answered, warn,        withdrawn,      chatted, no_back,    ignore },
    [DIALOGUE_REQ_RCVD] = { busy,                 ignore,   warn,        confirmed_late, chatted, no_back,    ignore },
    [DIALOGUE_MINE]     = { busy,                 ignore,   out_of_turn, ended,          chatted, back_asked, back_answered },
    [DIALOGUE_THEIRS]   = { busy,                 ignore,   moved,       ended,          chatted, back_asked, back_answered },
    [DIALOGUE_END_SENT] = { confirmed_by_request, ignore,   ignore,      confirmed,      chatted, no_back,    ignore },
};
// clang-format on

static act *action_for(const struct dialogue *d, enum dxp_kind kind)
{
    unsigned row = d->state;
    if (d->state == DIALOGUE_IDLE && d->config.role == DIALOGUE_INITIATOR)
        row = IDLE_INITIATOR;
    return table[row][kind];
}

/* The peer's answer to our request cannot be read, so there is no game. */
static void declined_unreadably(struct dialogue *d, const char *why)
{
    d->answered = true;
    set_state(d, DIALOGUE_IDLE);
    add_text(d, DIALOGUE_DECLINED, "the answer to the request cannot be read: %s", why);
    newest_event(d)->unreadable = true;
}

/* Handles a message that could not be read by the least harmful meaning that it can have had. */
static void receive_broken(struct dialogue *d, enum dxp_kind kind, const char *why, int64_t now)
{
    struct dxp_message m = {.kind = kind};
    act *action = kind == DXP_NO_KIND ? warn : action_for(d, kind);
    add_text(d, DIALOGUE_WARNED, "%s", why);
    newest_event(d)->unreadable = true;
    d->garbled = true;
    switch (kind) {
    case DXP_GAMEREQ:
        send_answer(d, DXP_NOT_THIS_GAME, "the request cannot be read");
        break;
    case DXP_GAMEACC:
        if (action == answered)
            declined_unreadably(d, why);
        break;
    case DXP_MOVE:
        if (action == moved) {
            dialogue_fault(d, "the move cannot be read", now);
            newest_event(d)->unreadable = true;
        }
        break;
    case DXP_GAMEEND:
        action(d, &m, now);
        break;
    case DXP_BACKREQ:
        m.back = action == no_back ? DXP_BACK_UNSUPPORTED : DXP_BACK_REFUSED;
        put(d, &(struct dxp_message){.kind = DXP_BACKACC, .back = m.back});
        break;
    case DXP_BACKACC:
        m.back = DXP_BACK_REFUSED;
        action(d, &m, now);
        break;
    default:
        break;
    }
}

void dialogue_receive(struct dialogue *d, const char *bytes, size_t n, int64_t now)
{
    struct dxp_message m;
    struct err err = {0};
    unsigned odd;
    if (dxp_decode(bytes, n, d->config.squares, &m, &odd, &err)) {
        receive_broken(d, m.kind, err.msg, now);
        return;
    }
    for (unsigned bits = odd; bits; bits &= bits - 1)
        add_text(d, DIALOGUE_WARNED, "%s", dxp_odd_text(bits));
    action_for(d, m.kind)(d, &m, now);
}

/* ---- time ---- */

void dialogue_tick(struct dialogue *d, int64_t now)
{
    if (now >= d->answer_by) {
        set_state(d, DIALOGUE_IDLE);
        add_text(d, DIALOGUE_DECLINED, "the request was not answered in time%s",
                 d->garbled ? "; what came cannot be read" : "");
        newest_event(d)->unanswered = true;
        newest_event(d)->unreadable = d->garbled;
    }
    if (now >= d->confirm_by)
        settle(d, SETTLED_BY_TIME);
    if (now >= d->back_by) {
        d->back_sent = false;
        d->back_by = INT64_MAX;
        add_event(d, DIALOGUE_BACK_ANSWERED)->message =
            (struct dxp_message){.kind = DXP_BACKACC, .back = DXP_BACK_REFUSED};
    }
    if (now >= d->move_by) {
        d->move_by = INT64_MAX;
        add_text(d, DIALOGUE_LATE, "no move came in time");
    }
}

int64_t dialogue_deadline(const struct dialogue *d)
{
    const int64_t all[] = {d->answer_by, d->confirm_by, d->back_by, d->move_by};
    int64_t first = INT64_MAX;
    for (size_t i = 0; i < ARRAY_LEN(all); i++)
        if (all[i] < first)
            first = all[i];
    return first;
}

/* ---- the owner ---- */

void dialogue_init(struct dialogue *d, const struct dialogue_config *config)
{
    memset(d, 0, sizeof *d);
    d->config = *config;
    if (!d->config.squares)
        d->config.squares = DXP_SQUARES;
    if (!d->config.confirm_ms)
        d->config.confirm_ms = CONFIRM_MS;
    if (!d->config.back_ms)
        d->config.back_ms = BACK_MS;
    d->back_by = INT64_MAX;
    set_state(d, DIALOGUE_IDLE);
}

int dialogue_request(struct dialogue *d, const struct dxp_request *request, int64_t now)
{
    struct dxp_message m = {.kind = DXP_GAMEREQ, .request = *request};
    if (d->state != DIALOGUE_IDLE || d->config.role != DIALOGUE_INITIATOR || d->closing)
        return -1;
    snprintf(m.request.name, sizeof m.request.name, "%s", d->config.name);
    d->garbled = false;
    m.request.version = DXP_VERSION;
    if (m.request.special)
        m.request.n_squares = d->config.squares;
    d->game = m.request;
    put(d, &m);
    set_state(d, DIALOGUE_REQ_SENT);
    if (d->config.answer_ms)
        d->answer_by = now + d->config.answer_ms;
    return 0;
}

int dialogue_answer(struct dialogue *d, char code, const char *why)
{
    if (d->state != DIALOGUE_REQ_RCVD)
        return -1;
    send_answer(d, code, code == DXP_ACCEPTED ? NULL : why);
    if (code == DXP_ACCEPTED)
        start_game(d);
    else
        set_state(d, DIALOGUE_IDLE);
    return 0;
}

int dialogue_move(struct dialogue *d, const struct dxp_move *move)
{
    if (d->state != DIALOGUE_MINE)
        return -1;
    put(d, &(struct dxp_message){.kind = DXP_MOVE, .move = *move});
    set_state(d, DIALOGUE_THEIRS);
    return 0;
}

void dialogue_expect_move(struct dialogue *d, int64_t by)
{
    if (d->state == DIALOGUE_THEIRS)
        d->move_by = by;
}

int dialogue_end(struct dialogue *d, enum dxp_reason reason, int64_t now)
{
    if (!dialogue_playing(d))
        return -1;
    end_game(d, reason, now);
    return 0;
}

int dialogue_fault(struct dialogue *d, const char *why, int64_t now)
{
    if (!dialogue_playing(d))
        return -1;
    dialogue_chat(d, why);
    end_game(d, DXP_UNKNOWN, now);
    add_text(d, DIALOGUE_FAULTED, "%s", why);
    return 0;
}

void dialogue_chat(struct dialogue *d, const char *text)
{
    for (int i = 0; i < CHAT_LINES && *text; i++) {
        send_chat(d, text);
        text += strnlen(text, DXP_CHAT_MAX);
    }
}

int dialogue_back(struct dialogue *d, const struct dxp_backreq *back, int64_t now)
{
    if (!dialogue_playing(d) || d->back_sent || d->back_asked)
        return -1;
    d->back_ours = *back;
    d->back_sent = true;
    d->back_by = now + d->config.back_ms;
    put(d, &(struct dxp_message){.kind = DXP_BACKREQ, .backreq = *back});
    return 0;
}

int dialogue_back_answer(struct dialogue *d, enum dxp_back answer)
{
    if (!dialogue_playing(d) || !d->back_asked)
        return -1;
    d->back_asked = false;
    put(d, &(struct dxp_message){.kind = DXP_BACKACC, .back = answer});
    if (answer == DXP_BACK_AGREED)
        set_turn(d, d->back_theirs.turn);
    return 0;
}

void dialogue_set_last(struct dialogue *d) { d->last = true; }
