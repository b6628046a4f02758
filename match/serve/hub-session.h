// SPDX-License-Identifier: MIT
/*
 * The engine's side of the Hub protocol: a driver's lines go in, our lines come out. No I/O: the
 * owner reads lines, writes what `out` holds, and calls hub_session_poll when the waker says so.
 *
 * One `go` is answered by exactly one `done`, whatever happens in between. A line that does not
 * belong into a search (`pos`, `go`, ...) ends it, then is obeyed. After an `error` about a
 * position the next `go` finds no move to make.
 */
#ifndef DAMA_MATCH_SERVE_HUB_SESSION_H
#define DAMA_MATCH_SERVE_HUB_SESSION_H

#include "core/base/buffer.h"
#include "match/thinker.h"

/** What the session starts from; the driver may change most of it. Zero is a good start. */
struct hub_settings {
    const char *name, *version;   /* of the engine, for `id`; borrowed */
    const struct rules *rules;    /* NULL: international */
    struct engine_options engine; /* `hash` and so on; `eval` borrowed while the session lives */
    const char *draws;            /* name of the draw profile; NULL: the variant's; borrowed */
};

struct hub_session;

/**
 * Begins a session; the engine is made ready by the driver's `init`.
 * @param ops   what thinks; borrowed, ctx is handed to its open
 * @param waker  woken when hub_session_poll has something to do; borrowed
 * @return 0, or -1 with `err`: out of memory
 */
int hub_session_open(const struct engine_ops *ops, void *ctx, const struct hub_settings *settings,
                     const struct waker *waker, struct hub_session **out, struct err *err);

/** Stops what is going on and frees everything. */
void hub_session_close(struct hub_session *session);

/**
 * Obeys a line of the driver.
 * @param out our lines are added
 * @return whether the session goes on; false after `quit`
 */
bool hub_session_line(struct hub_session *session, struct text line, struct buffer *out);

/**
 * Adds what the engine has to report: `info`, `done`.
 * @param room false: the driver is behind with reading, leave `info` out
 */
void hub_session_poll(struct hub_session *session, bool room, struct buffer *out);

/** Whether a search runs whose `done` is still to come. */
bool hub_session_thinks(const struct hub_session *session);

#endif
