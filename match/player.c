// SPDX-License-Identifier: MIT
#include "match/player.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct player_ops *const types[PLAYER_KINDS] = {
    [PLAYER_BUILTIN] = &player_builtin,
    [PLAYER_HUB] = &player_hub,
    [PLAYER_DXP] = &player_dxp,
};

static unsigned want(void *ctx, struct pollfd *fds, int64_t *by)
{
    struct player *player = ctx;
    return player->failed ? 0 : player->type->want(player, fds, by);
}

static void serve(void *ctx, const struct pollfd *fds, unsigned n, int64_t now)
{
    struct player *player = ctx;
    if (!player->failed)
        player->type->serve(player, fds, n, now);
}

int player_open(const struct player_settings *settings, const struct player_host *host,
                struct player **out, struct err *err)
{
    struct player *player = NULL;
    const struct player_ops *type = types[settings->kind];
    if (type->open(settings, host, &player, err))
        return -1;
    player->type = type;
    player->settings = settings;
    player->host = host;
    player->watch = (struct loop_watch){want, serve, player};
    if (loop_add(host->loop, &player->watch, err)) {
        type->close(player);
        return -1;
    }
    *out = player;
    return 0;
}

void player_close(struct player *player)
{
    if (!player)
        return;
    const struct player_tap *tap = player->host->tap;
    loop_remove(player->host->loop, &player->watch);
    if (tap)
        tap->closed(tap->ctx, player);
    player->type->close(player);
}

/* A built-in player answers only when it has prepared for the game. */
static int64_t answer_limit(const struct player_settings *settings)
{
    const struct player_timeouts *t = &settings->timeouts;
    return settings->kind == PLAYER_BUILTIN ? t->ready_ms : t->accept_ms;
}

void player_start(struct player *player, const struct player_game *game, int64_t now)
{
    player->game = *game;
    player->answer_by = now + answer_limit(player->settings);
    if (!player->failed)
        player->type->start(player, now);
}

void player_turn(struct player *player, int64_t now)
{
    player->turn_began = now;
    if (!player->failed)
        player->type->turn(player, now);
}

void player_finish(struct player *player, const struct referee_verdict *verdict, int64_t now)
{
    if (!player->failed)
        player->type->finish(player, verdict, now);
}

void player_refuse_proposal(struct player *player, int64_t now)
{
    if (!player->failed && player->type->refuse_proposal)
        player->type->refuse_proposal(player, now);
}

void player_back(struct player *player, unsigned ply, int64_t now)
{
    if (!player->failed && player->type->back)
        player->type->back(player, ply, now);
    else
        player_add_event(player, PLAYER_BACK_ANSWERED)->agreed = !player->failed;
}

/* Drops moves that are waiting: they were legal before the board went to another ply. */
static void drop_moves(struct player *player)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < player->n_events; i++) {
        const struct player_event *e = &player->events[(player->first + i) % PLAYER_QUEUE];
        if (e->kind != PLAYER_MOVED)
            player->events[(player->first + kept++) % PLAYER_QUEUE] = *e;
    }
    player->n_events = kept;
}

void player_back_settled(struct player *player, bool agreed, int64_t now)
{
    if (agreed)
        drop_moves(player);
    if (!player->failed)
        player->type->back_settled(player, agreed, now);
}

void player_check(struct player *player)
{
    if (!player->failed && player->type->check)
        player->type->check(player);
}

bool player_event(struct player *player, struct player_event *out)
{
    if (player->n_events == 0)
        return false;
    *out = player->events[player->first];
    player->first = (player->first + 1) % PLAYER_QUEUE;
    player->n_events--;
    return true;
}

/*
 * How long the queue may be for an event to be added. Mere words must leave room for events that
 * matter: the owner takes all events, but a peer may say a lot in one step. FAILED always gets
 * through.
 */
static unsigned room_for(enum player_event_kind kind)
{
    bool is_talk = kind == PLAYER_NOTED || kind == PLAYER_DISCONNECTED || kind == PLAYER_WARNED;
    return is_talk ? PLAYER_QUEUE / 2 : kind == PLAYER_FAILED ? PLAYER_QUEUE : PLAYER_QUEUE - 1;
}

struct player_event *player_add_event(struct player *player, enum player_event_kind kind)
{
    if (player->n_events >= room_for(kind))
        return &player->nowhere;
    struct player_event *e = &player->events[(player->first + player->n_events++) % PLAYER_QUEUE];
    *e = (struct player_event){.kind = kind};
    return e;
}

void player_fail(struct player *player, enum reason reason, const char *format, ...)
{
    va_list args;
    if (player->failed)
        return;
    struct player_event *e = player_add_event(player, PLAYER_FAILED);
    e->reason = reason;
    va_start(args, format);
    vsnprintf(e->text, sizeof e->text, format, args);
    va_end(args);
    player->failed = true;
}

void player_fault(struct player *player, enum reason reason, const char *text)
{
    struct player_event *e = player_add_event(player, PLAYER_FAULTED);
    e->reason = reason;
    snprintf(e->text, sizeof e->text, "%s", text);
}

static void add_words(struct player *player, enum player_event_kind kind, const char *format,
                      va_list args) PRINTF_LIKE(3, 0);

static void add_words(struct player *player, enum player_event_kind kind, const char *format,
                      va_list args)
{
    struct player_event *e = player_add_event(player, kind);
    vsnprintf(e->text, sizeof e->text, format, args);
}

void player_note(struct player *player, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_words(player, PLAYER_NOTED, format, args);
    va_end(args);
}

void player_skipped(struct player *player, const char *what)
{
    char text[PLAYER_TEXT];
    int n = snprintf(text, sizeof text, "skipped %s", what);
    assert(n > 0 && (size_t)n < sizeof text);
    player_note(player, "%s", text);
    player_transcript(player, '#', text, (size_t)n);
}

void player_disconnected(struct player *player, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_words(player, PLAYER_DISCONNECTED, format, args);
    va_end(args);
}

void player_transcript(const struct player *player, char direction, const char *bytes, size_t n)
{
    const struct player_tap *tap = player->host->tap;
    if (tap)
        tap->message(tap->ctx, player, direction, bytes, n);
}

int64_t player_arrival(const struct player *player) { return loop_arrival(player->host->loop); }

struct player_move player_move_of(const struct move *move, int64_t at)
{
    return (struct player_move){
        .move = *move, .at = at, .claimed = -1, .score = INT32_MIN, .win = -1, .loss = -1};
}
