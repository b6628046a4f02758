// SPDX-License-Identifier: MIT
/*
 * Sending and receiving are two small automata on one wire. While we are sending, a byte that
 * arrives is an echo, unless it can only be the start of a message; at other times it belongs to a
 * message. Each wait is a field with a time in it, and dxp_serial_tick checks which of these times
 * have come.
 */
#include "match/protocol/dxp-serial.h"

#include "core/base/array.h"

#include <string.h>

enum {
    ECHO_MS = 5000,
    TRIES = 12,
    PAUSE_MIN_MS = 50,
    PAUSE_MAX_MS = 500,
    DEAF_MS = 40,   /* ms, for bytes under way after a wrong echo; shorter than any pause */
    LATE_MS = 250,  /* ms; no echo takes that long: an S that comes later begins a message */
    STARTS_MAX = 4, /* in a row; after that they must be echoes of echoes */
};

bool dxp_serial_bytes_good(unsigned start, unsigned end)
{
    return start && end && start != end && (start < 32 || start > 126) && (end < 32 || end > 126);
}

void dxp_serial_init(struct dxp_serial *s, const struct dxp_serial_config *config)
{
    memset(s, 0, sizeof *s);
    s->config = *config;
    s->random = config->seed * 2 + 1;
    if (!s->config.echo_ms)
        s->config.echo_ms = ECHO_MS;
    if (!s->config.tries)
        s->config.tries = TRIES;
}

static void put(struct dxp_serial *s, uint8_t c)
{
    if (s->n_out < sizeof s->out)
        s->out[s->n_out++] = c;
}

/* A pause from PAUSE_MIN_MS to PAUSE_MAX_MS. */
static int64_t random_pause(struct dxp_serial *s)
{
    s->random = s->random * 6364136223846793005u + 1442695040888963407u;
    return PAUSE_MIN_MS + (int64_t)((s->random >> 33) % (PAUSE_MAX_MS - PAUSE_MIN_MS));
}

/* ---- sending ---- */

static const struct dxp_frame *current(const struct dxp_serial *s) { return &s->queue[s->first]; }

/* The character at index `at` of the message being sent: S, the bytes, E. */
static uint8_t character(const struct dxp_serial *s, size_t at)
{
    const struct dxp_frame *f = current(s);
    return at == 0 ? s->config.start : at <= f->n ? (uint8_t)f->bytes[at - 1] : s->config.end;
}

static void send_character(struct dxp_serial *s, int64_t now)
{
    put(s, character(s, s->at));
    s->echo_by = now + s->config.echo_ms;
}

/* Begins to send if there is a message and nothing prevents it. */
static void begin(struct dxp_serial *s, int64_t now)
{
    if (s->sending || s->receiving || !s->queued || now < s->pause_until || now < s->deaf_until
        || dxp_serial_is_dead(s))
        return;
    s->pause_until = 0;
    s->sending = true;
    s->unsure = false;
    s->at = 0;
    send_character(s, now);
}

static void start_over(struct dxp_serial *s, int64_t now)
{
    s->unsure = s->at == current(s)->n + 1;
    s->deaf_to_start = s->at <= 1; /* the next S may be the echo of ours, repeated */
    s->sending = false;
    s->failures++;
    s->deaf_until = now + DEAF_MS;
    s->pause_until = now + random_pause(s);
}

static void sent(struct dxp_serial *s)
{
    s->sending = s->unsure = false;
    s->failures = 0;
    s->last.n = 0; /* the next message is no repetition */
    s->first = (s->first + 1) % DXP_SERIAL_QUEUE;
    s->queued--;
}

/* The other end is beginning a message: this was not an echo, or not one of our S. */
static void give_way(struct dxp_serial *s, int64_t now)
{
    if (s->at == current(s)->n + 1) { /* it would not begin one while waiting for the end of ours */
        sent(s);
        return;
    }
    s->sending = false;
    s->failures++;
    s->pause_until = now + random_pause(s);
}

static void take_character(struct dxp_serial *s, uint8_t c, int64_t now);

static void take_echo(struct dxp_serial *s, uint8_t c, int64_t now)
{
    bool late = now >= s->echo_by - s->config.echo_ms + LATE_MS;
    if (c == s->config.start && (s->at > 1 || late)) {
        give_way(s, now);
        take_character(s, c, now);
    } else if (c != character(s, s->at))
        start_over(s, now);
    else if (s->at++ == current(s)->n + 1)
        sent(s);
    else
        send_character(s, now);
}

/* ---- receiving ---- */

static bool has_room(const struct dxp_serial *s) { return s->n_ready < ARRAY_LEN(s->ready); }

/* Whether a message has a form that the protocol knows; one that was cut short does not. */
static bool is_whole(const struct dxp_frame *f)
{
    switch (f->bytes[0]) {
    case 'R':
        return f->n == 43 || f->n == 94;
    case 'A':
        return f->n == 34;
    case 'M':
        return f->n >= 11
               && f->n == 11 + 2 * (size_t)((f->bytes[9] - '0') * 10 + (f->bytes[10] - '0'));
    case 'E':
        return f->n == 3;
    case 'B':
        return f->n == 5;
    case 'K':
        return f->n == 2;
    default:
        return false;
    }
}

static void deliver(struct dxp_serial *s, const struct dxp_frame *f, int64_t now)
{
    bool again =
        s->last.n == f->n && now < s->last_until && memcmp(s->last.bytes, f->bytes, f->n) == 0;
    s->last = *f;
    s->last_until = now + s->config.echo_ms + PAUSE_MAX_MS + 2 * DXP_FRAME_MAX;
    if (!again && has_room(s))
        s->ready[s->n_ready++] = *f;
}

static void release_held(struct dxp_serial *s, int64_t now)
{
    struct dxp_frame f = s->held;
    s->held.n = 0;
    if (f.n)
        deliver(s, &f, now);
}

static void complete(struct dxp_serial *s, int64_t now)
{
    s->receiving = false;
    if (s->in.n == 0)
        return;
    s->in.bytes[s->in.n] = '\0';
    if (is_whole(&s->in)) {
        s->held.n = 0; /* the first attempt of this one, or chat, which matters less */
        deliver(s, &s->in, now);
    } else {
        s->held = s->in;
        s->held_until = now + PAUSE_MAX_MS + s->config.echo_ms / 10;
    }
}

static void take_start(struct dxp_serial *s, int64_t now)
{
    if (++s->starts > STARTS_MAX) {
        s->receiving = false;
        s->starts = 0;
        s->deaf_to_start = true;
        s->deaf_until = now + random_pause(s);
        return;
    }
    if (s->unsure) /* likewise: an end still waiting for our E begins no message */
        sent(s);
    if (!has_room(s)) /* without our echo, the other end will try again later */
        return;
    s->receiving = true;
    s->in = (struct dxp_frame){0};
    put(s, s->config.start);
}

static void take_character(struct dxp_serial *s, uint8_t c, int64_t now)
{
    s->receive_by = now + 2 * s->config.echo_ms; /* longer than the sender waits */
    if (c == s->config.start) {
        take_start(s, now);
        return;
    }
    if (!s->receiving)
        return;
    s->starts = 0;
    put(s, c);
    if (c == s->config.end)
        complete(s, now);
    else if (s->in.n == DXP_FRAME_MAX)
        s->receiving = false;
    else
        s->in.bytes[s->in.n++] = (char)c;
}

/* ---- from outside ---- */

int dxp_serial_send(struct dxp_serial *s, const char *bytes, size_t n, int64_t now)
{
    if (s->queued == DXP_SERIAL_QUEUE)
        return -1;
    struct dxp_frame *f = &s->queue[(s->first + s->queued++) % DXP_SERIAL_QUEUE];
    *f = (struct dxp_frame){.n = n};
    memcpy(f->bytes, bytes, n);
    begin(s, now);
    return 0;
}

void dxp_serial_receive(struct dxp_serial *s, const uint8_t *bytes, size_t n, int64_t now)
{
    for (size_t i = 0; i < n; i++) {
        bool starts = bytes[i] == s->config.start && !s->deaf_to_start;
        if (now < s->deaf_until && !starts)
            continue;
        if (s->sending)
            take_echo(s, bytes[i], now);
        else
            take_character(s, bytes[i], now);
    }
    begin(s, now);
}

void dxp_serial_tick(struct dxp_serial *s, int64_t now)
{
    if (s->sending && now >= s->echo_by)
        start_over(s, now);
    if (s->receiving && now >= s->receive_by)
        s->receiving = false;
    if (s->held.n && now >= s->held_until && !s->receiving)
        release_held(s, now);
    begin(s, now);
}

int64_t dxp_serial_deadline(const struct dxp_serial *s)
{
    int64_t by = INT64_MAX;
    if (s->sending)
        by = s->echo_by;
    if (s->receiving && s->receive_by < by)
        by = s->receive_by;
    if (s->held.n && !s->receiving && s->held_until < by)
        by = s->held_until;
    if (!s->sending && !s->receiving && s->queued && !dxp_serial_is_dead(s)) {
        int64_t from = s->pause_until > s->deaf_until ? s->pause_until : s->deaf_until;
        by = from < by ? from : by;
    }
    return by;
}

bool dxp_serial_message(struct dxp_serial *s, struct dxp_frame *out)
{
    if (!s->n_ready)
        return false;
    *out = s->ready[0];
    memmove(s->ready, s->ready + 1, --s->n_ready * sizeof *s->ready);
    return true;
}

size_t dxp_serial_output(const struct dxp_serial *s, const uint8_t **buf)
{
    *buf = s->out;
    return s->n_out;
}

void dxp_serial_written(struct dxp_serial *s, size_t n)
{
    s->n_out -= n;
    memmove(s->out, s->out + n, s->n_out);
}

bool dxp_serial_is_dead(const struct dxp_serial *s) { return s->failures >= s->config.tries; }

bool dxp_serial_is_busy(const struct dxp_serial *s) { return s->queued > 0; }
