// SPDX-License-Identifier: MIT
/*
 * How a DamExchange peer is reached: we go to it, wait for it, or open a serial line, and where the
 * settings name a program, start it and watch over it. One connection at a time; a new one is made
 * after each loss. Nothing blocks.
 */
#ifndef DAMA_MATCH_DXP_LINE_H
#define DAMA_MATCH_DXP_LINE_H

#include "match/dxp-connection.h"
#include "match/link/address.h"
#include "match/settings.h"

struct dxp_line;

/**
 * Starts the program, listens, or begins to connect, as the settings say.
 * @param settings borrowed while it lives
 * @return 0, or -1 with `err`: a wrong address, no such program or device, port taken
 */
int dxp_line_open(const struct player_settings *settings, struct dxp_line **out, struct err *err);

/** Hangs up and ends the program. NULL is allowed. */
void dxp_line_close(struct dxp_line *line);

/** Begins to connect, where the line was lost or hung up. @return 0, or -1 as dxp_line_ready */
int dxp_line_connect(struct dxp_line *line, int64_t now, struct err *err);

/**
 * Looks how it goes. An attempt to reach a program that is starting is made again and again.
 * @return 1 connected, 0 not yet, -1 with `err`: it will not come about; the line is hung up
 */
int dxp_line_ready(struct dxp_line *line, int64_t now, struct err *err);

/**
 * Closes the connection to somebody who is not expected, and waits for the next one to come: not at
 * once, so that somebody who comes again and again costs little. Only where we listen.
 */
void dxp_line_turn_away(struct dxp_line *line, int64_t now);

/** Closes the connection. */
void dxp_line_hang_up(struct dxp_line *line);

/** The connection, once dxp_line_ready has said 1 and until it is hung up; NULL otherwise. */
struct dxp_connection *dxp_line_connection(const struct dxp_line *line);

/** Whether dxp_line_connect has to be called before anything can come. */
bool dxp_line_is_down(const struct dxp_line *line);

/**
 * Whether the program has ended. That shows a moment after the end of its connection: waits for it
 * a fifth of a second at most.
 * @param how 64 bytes, "exit status 1"
 */
bool dxp_line_has_ended(struct dxp_line *line, char *how);

/** As link_wait: descriptors to wait for, and when dxp_line_ready must be asked again. */
unsigned dxp_line_wait(const struct dxp_line *line, struct pollfd *fds, int64_t *by);

#endif
