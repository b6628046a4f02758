// SPDX-License-Identifier: MIT
/*
 * An entry per player holds its instances, as many as games have needed at once. An instance that
 * is playing belongs to its game; only idle ones are handled here. Failures are counted for the
 * player, not for the instance, since the cause is nearly always something they share: the program,
 * the address. So the failures of all instances that were open when one failed count as one,
 * whenever they are noticed.
 */
#include "match/pool.h"

#include "core/base/array.h"
#include "match/dxp-connector.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INSTANCES_MAX = 256 };

/* One instance of a player. */
struct instance {
    struct player *player;
    bool ready, taken;
    unsigned games;   /* games played with it */
    unsigned outages; /* the entry's outages when it was opened */
    int64_t by;       /* when it must be ready */
};

/* A player of the match. */
struct entry {
    const struct player_settings *settings;
    struct instance *instances; /* owned, n of them */
    unsigned n, room;
    unsigned outages;  /* so far */
    unsigned failures; /* outages in a row */
    int64_t retry_at;  /* not opened again before this; 0: at once */
    bool aside;        /* suspended: not opened any more */
    bool is_single;    /* there can be only one instance at a time */
};

struct pool {
    const struct match_settings *settings;
    const struct player_host *host;
    pool_incident *incident;
    void *ctx;
    unsigned n;
    struct entry entries[];
};

int pool_open(const struct match_settings *settings, const struct player_settings *players,
              unsigned n, const struct player_host *host, pool_incident *incident, void *ctx,
              struct pool **out, struct err *err)
{
    struct pool *pool = calloc(1, sizeof *pool + n * sizeof *pool->entries);
    if (!pool)
        return err_memory(err);
    pool->settings = settings;
    pool->host = host;
    pool->incident = incident;
    pool->ctx = ctx;
    pool->n = n;
    for (unsigned i = 0; i < n; i++) {
        pool->entries[i].settings = &players[i];
        pool->entries[i].is_single =
            players[i].kind == PLAYER_DXP && dxp_connector_is_single(&players[i]);
    }
    *out = pool;
    return 0;
}

void pool_close(struct pool *pool)
{
    if (!pool)
        return;
    for (unsigned i = 0; i < pool->n; i++) {
        for (unsigned k = 0; k < pool->entries[i].n; k++)
            player_close(pool->entries[i].instances[k].player);
        free(pool->entries[i].instances);
    }
    free(pool);
}

/*
 * The greatest number of instances of a player. If it is suspended, those that are left play on.
 */
static unsigned most_of(const struct entry *e)
{
    if (e->aside)
        return e->n;
    return e->is_single ? 1 : INSTANCES_MAX;
}

unsigned pool_ready(const struct pool *pool, unsigned player)
{
    const struct entry *e = &pool->entries[player];
    unsigned ready = 0;
    for (unsigned i = 0; i < e->n; i++)
        ready += e->instances[i].ready && !e->instances[i].taken;
    return ready;
}

static unsigned taken(const struct entry *e)
{
    unsigned n = 0;
    for (unsigned i = 0; i < e->n; i++)
        n += e->instances[i].taken;
    return n;
}

bool pool_can_have(const struct pool *pool, unsigned player, unsigned wanted)
{
    const struct entry *e = &pool->entries[player];
    return !e->retry_at && taken(e) + wanted <= most_of(e);
}

bool pool_is_suspended(const struct pool *pool, unsigned player)
{
    const struct entry *e = &pool->entries[player];
    return e->aside && e->n == 0;
}

bool pool_is_open(const struct pool *pool, unsigned player) { return pool->entries[player].n > 0; }

static void note_incident(struct pool *pool, const struct entry *e, const char *kind,
                          const char *detail)
{
    if (pool->incident)
        pool->incident(pool->ctx, (unsigned)(e - pool->entries), kind, detail);
}

/*
 * Notes a failure: the next attempt is made later, or never.
 * @param outages the entry's outages when the failed instance, which is gone by now, was opened
 */
static void failed(struct pool *pool, struct entry *e, unsigned outages, const char *why,
                   int64_t now)
{
    unsigned limit = pool->settings->retries;
    int64_t pause = pool->settings->pause_ms;
    if (outages != e->outages) { /* it was already counted for another instance */
        note_incident(pool, e, "failed", why);
        return;
    }
    e->outages++;
    e->failures++;
    for (unsigned i = 1; i < e->failures && pause < pool->settings->pause_max_ms; i++)
        pause *= 2;
    if (pause > pool->settings->pause_max_ms)
        pause = pool->settings->pause_max_ms;
    note_incident(pool, e, "failed", why);
    if (e->failures >= limit && !e->aside) {
        char text[80];
        const char *then = e->n ? "it is not started again" : "its remaining games are skipped";
        if (e->failures == 1)
            snprintf(text, sizeof text, "failed once; %s", then);
        else
            snprintf(text, sizeof text, "failed %u times in a row; %s", e->failures, then);
        e->aside = true;
        note_incident(pool, e, "suspended", text);
    }
    e->retry_at = e->aside ? 0 : now + pause;
}

static void drop(struct entry *e, struct instance *instance)
{
    player_close(instance->player);
    *instance = e->instances[--e->n];
}

/* @return false: it could not be opened */
static bool open_one(struct pool *pool, struct entry *e, int64_t now)
{
    const struct player_timeouts *t = &e->settings->timeouts;
    struct err err = {0};
    if (!ARRAY_GROW(e->instances, e->n, e->room)) {
        failed(pool, e, e->outages, "out of memory", now);
        return false;
    }
    struct instance *instance = &e->instances[e->n];
    int64_t connect_ms = e->settings->kind == PLAYER_DXP ? t->connect_ms : 0;
    *instance = (struct instance){.outages = e->outages, .by = now + connect_ms + t->ready_ms};
    if (player_open(e->settings, pool->host, &instance->player, &err) == 0) {
        e->n++;
        return true;
    }
    char why[400];
    snprintf(why, sizeof why, "%s%s%s", err.at.file ? err.at.file : "", err.at.file ? ": " : "",
             err.msg);
    failed(pool, e, e->outages, why, now);
    return false;
}

bool pool_want(struct pool *pool, unsigned player, unsigned wanted, int64_t now)
{
    struct entry *e = &pool->entries[player];
    unsigned n = taken(e) + wanted;
    if (n > most_of(e))
        n = most_of(e);
    while (e->n < n && !e->aside && now >= e->retry_at)
        if (!open_one(pool, e, now))
            return false;
    return true;
}

struct player *pool_take(struct pool *pool, unsigned player)
{
    struct entry *e = &pool->entries[player];
    for (unsigned i = 0; i < e->n; i++)
        if (e->instances[i].ready && !e->instances[i].taken) {
            e->instances[i].taken = true;
            e->instances[i].games++;
            return e->instances[i].player;
        }
    return NULL;
}

void pool_release(struct pool *pool, struct player *player, enum pool_outcome outcome,
                  const char *why, int64_t now)
{
    for (unsigned i = 0; i < pool->n; i++)
        for (unsigned k = 0; k < pool->entries[i].n; k++) {
            struct entry *e = &pool->entries[i];
            struct instance *instance = &e->instances[k];
            if (instance->player != player)
                continue;
            instance->taken = false;
            if (outcome == POOL_WELL)
                e->failures = 0;
            unsigned most = e->settings->quirks.games_max;
            unsigned outages = instance->outages;
            if (player->failed || player->is_spent || outcome == POOL_FAILED
                || (most && instance->games >= most))
                drop(e, instance);
            if (outcome == POOL_FAILED)
                failed(pool, e, outages, why, now);
            return;
        }
}

/* @return whether anything has changed */
static bool step_one(struct pool *pool, struct entry *e, unsigned k, int64_t now)
{
    struct instance *instance = &e->instances[k];
    const unsigned outages = instance->outages;
    struct player_event event;
    bool changed = false;
    while (player_event(instance->player, &event)) {
        changed = true;
        if (event.kind == PLAYER_READY) {
            instance->ready = true;
            note_incident(pool, e, "connected", instance->player->version);
        } else if (event.kind == PLAYER_WARNED) {
            note_incident(pool, e, "warning", event.text);
        } else if (event.kind == PLAYER_DISCONNECTED) {
            note_incident(pool, e, "disconnected", event.text);
        } else if (event.kind == PLAYER_NOTED) {
            note_incident(pool, e, "note", event.text);
        } else if (event.kind == PLAYER_FAILED) {
            drop(e, instance);
            failed(pool, e, outages, event.text, now);
            return true;
        }
    }
    if (!instance->ready && now >= instance->by) {
        drop(e, instance);
        failed(pool, e, outages, "it was not ready in time", now);
        return true;
    }
    return changed;
}

bool pool_step(struct pool *pool, int64_t now)
{
    bool changed = false;
    for (unsigned i = 0; i < pool->n; i++) {
        struct entry *e = &pool->entries[i];
        for (unsigned k = e->n; k-- > 0;)
            if (!e->instances[k].taken && step_one(pool, e, k, now))
                changed = true;
        if (e->retry_at && now >= e->retry_at) {
            e->retry_at = 0;
            changed = true;
        }
    }
    return changed;
}

int64_t pool_deadline(const struct pool *pool)
{
    int64_t by = INT64_MAX;
    for (unsigned i = 0; i < pool->n; i++) {
        const struct entry *e = &pool->entries[i];
        if (e->retry_at && e->retry_at < by)
            by = e->retry_at;
        for (unsigned k = 0; k < e->n; k++)
            if (!e->instances[k].ready && e->instances[k].by < by)
                by = e->instances[k].by;
            else if (!e->instances[k].taken && e->instances[k].player->n_events)
                by = 0;
    }
    return by;
}
