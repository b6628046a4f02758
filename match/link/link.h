// SPDX-License-Identifier: MIT
/*
 * Bytes to a peer and back, whatever carries them. Nothing here blocks: a link is asked what to
 * wait for, and is called again when that has happened. What the bytes mean does not matter here.
 *
 *     link = tcp_link_open(...)           or serial_link_open, page_link_open
 *     link_ready(link) until it is 1 making a connection takes time
 *     link_read, link_write               as link_wait says
 *     link_close(link)
 *
 * A kind of link is a row of functions (struct link_ops) in a file of its own.
 */
#ifndef DAMA_MATCH_LINK_LINK_H
#define DAMA_MATCH_LINK_LINK_H

#include "core/base/err.h"

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LINK_NAME_SIZE = 280, /* room for any peer's name, NUL included */
    LINK_FDS = 4,         /* the most descriptors of one link */
};

struct link;

/** A kind of link. Each function does what the one below with that name does. */
struct link_ops {
    const char *name;                                 /* "tcp" */
    int (*ready)(struct link *link, struct err *err); /* NULL: always 1 */
    long (*read)(struct link *link, char *buf, size_t n, struct err *err);
    long (*write)(struct link *link, const char *bytes, size_t n, struct err *err);
    unsigned (*wait)(const struct link *link, bool writing, struct pollfd *fds, int64_t *by);
    void (*shut)(struct link *link); /* NULL: nothing to do */
    void (*close)(struct link *link);
};

/** Comes first in the struct of each kind. */
struct link {
    const struct link_ops *type;
    char name[LINK_NAME_SIZE]; /* the peer's address as text */
};

/** @return 1 connected, 0 not yet, -1 with `err`: it cannot be connected */
int link_ready(struct link *link, struct err *err);

/**
 * Waits until a link is ready; for callers that have nothing else to serve meanwhile.
 * @param stop descriptor that ends the attempt when it can be read (signals_fd); -1: none
 * @return 0, 1 if `stop` ended it, -1 with `err` as link_ready
 */
int link_wait_ready(struct link *link, int stop, struct err *err);

/**
 * @return bytes read, 0 when none are there now, -1 with `err`: the peer has gone, "closed by the
 *         peer"
 */
long link_read(struct link *link, char *buf, size_t n, struct err *err);

/** @return bytes written, 0 if none can be now, -1 with `err`: the peer has gone */
long link_write(struct link *link, const char *bytes, size_t n, struct err *err);

/**
 * What to wait for.
 * @param writing there is something to write
 * @param fds     room for LINK_FDS
 * @param by      lowered to the time when link_ready must be called again, if that is earlier
 * @return the number of descriptors filled in
 */
unsigned link_wait(const struct link *link, bool writing, struct pollfd *fds, int64_t *by);

/** Tells the peer that nothing more will come; it still gets everything that was written. */
void link_shut(struct link *link);

/** Closes immediately. NULL is allowed. */
void link_close(struct link *link);

#endif
