// SPDX-License-Identifier: MIT
/*
 * The engine's side of the Hub protocol: a driver's lines go in, our lines come out. No I/O: the
 * owner reads lines, writes what `out` holds, and calls hub_session_poll when the waker says so.
 *
 * One `go` is answered by exactly one `done`, whatever happens in between. A line that does not
 * belong in a search (`pos`, `go`, ...) ends the search, and is then obeyed. After an `error` about
 * a position, the next `go` finds no move to make.
 */
#ifndef DAMA_MATCH_SERVE_HUB_SESSION_H
#define DAMA_MATCH_SERVE_HUB_SESSION_H

#include "core/base/buffer.h"
#include "match/thinker.h"

/** The initial settings of a session; the driver may change most of them. Zero is a good start. */
struct hub_settings {
    const char *name, *version;   /* of the engine, for `id`; borrowed */
    const struct rules *rules;    /* NULL: international */
    struct engine_options engine; /* `hash` and so on; `eval` borrowed while the session lives */
    const char *draws;            /* name of the draw profile; NULL: the variant's; borrowed */
};

struct hub_session;

/**
 * Begins a session; the engine is made ready by the driver's `init`.
 * @param ops   the engine that thinks; borrowed; ctx is passed to its open
 * @param waker  woken when hub_session_poll has something to do; borrowed
 * @return 0, or -1 with `err`: out of memory
 */
int hub_session_open(const struct engine_ops *ops, void *ctx, const struct hub_settings *settings,
                     const struct waker *waker, struct hub_session **out, struct err *err);

/** Stops a running search and frees everything. */
void hub_session_close(struct hub_session *session);

/**
 * Obeys a line of the driver.
 * @param out gets our lines appended
 * @return whether the session goes on; false after `quit`
 */
bool hub_session_line(struct hub_session *session, struct text line, struct buffer *out);

/**
 * Adds the engine's reports: `info`, `done`.
 * @param room false: the driver is slow to read, so leave out `info`
 */
void hub_session_poll(struct hub_session *session, bool room, struct buffer *out);

/** Whether a search is running whose `done` is still to come. */
bool hub_session_thinks(const struct hub_session *session);

#endif
