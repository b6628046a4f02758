// SPDX-License-Identifier: MIT
/*
 * The engine's side of Hub on a pair of descriptors: a driver's pipe, or a terminal.
 */
#ifndef DAMA_MATCH_SERVE_HUB_RUN_H
#define DAMA_MATCH_SERVE_HUB_RUN_H

#include "match/serve/hub-session.h"

enum hub_end {
    HUB_QUIT,    /* the driver sent `quit` */
    HUB_GONE,    /* the driver closed its end of either pipe */
    HUB_STOPPED, /* a signal */
};

/**
 * Serves a driver until it is done or gone; a search still running then is stopped, and no thread
 * is left.
 *
 * Neither descriptor is made non-blocking, as others may share them: nothing is read or written
 * before poll allows it. Once a megabyte is waiting for a driver that does not read, its lines are
 * not read either.
 * @param stop descriptor that can be read when a signal asks to stop; -1: none
 * @param end  set to why it ended
 * @return 0, or -1 with `err`: reading or writing failed, out of memory
 */
int hub_run(const struct engine_ops *ops, void *ctx, const struct hub_settings *settings, int in,
            int out, int stop, enum hub_end *end, struct err *err);

#endif
