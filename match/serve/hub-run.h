// SPDX-License-Identifier: MIT
/*
 * The engine's side of Hub on a pair of descriptors: a driver's pipe, or a terminal.
 */
#ifndef DAMA_MATCH_SERVE_HUB_RUN_H
#define DAMA_MATCH_SERVE_HUB_RUN_H

#include "match/serve/hub-session.h"

enum hub_end {
    HUB_QUIT,    /* the driver said so */
    HUB_GONE,    /* the driver closed its end: of either pipe */
    HUB_STOPPED, /* a signal */
};

/**
 * Serves a driver until it is done or gone; a search that runs then is stopped first, no thread is
 * left.
 *
 * Neither descriptor is made non-blocking, as others may share them: nothing is read or written
 * before poll allows it. A driver that does not read is not listened to either once a megabyte
 * waits for it.
 * @param stop descriptor that can be read when a signal asks to stop; -1: none
 * @param end  why it ended
 * @return 0, or -1 with `err`: reading or writing failed, out of memory
 */
int hub_run(const struct engine_ops *ops, void *ctx, const struct hub_settings *settings, int in,
            int out, int stop, enum hub_end *end, struct err *err);

#endif
