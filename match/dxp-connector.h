// SPDX-License-Identifier: MIT
/*
 * The way to a DamExchange peer: we connect to it, wait for it to connect, or open a serial line;
 * if the settings name a program, we start and watch it. There is one connection at a time; after
 * each loss a new one is made. Nothing blocks, except for moments at the end of a connection:
 * dxp_connector_has_ended waits up to 0.2 s, and hanging up a serial line takes up to 2 s.
 */
#ifndef DAMA_MATCH_DXP_CONNECTOR_H
#define DAMA_MATCH_DXP_CONNECTOR_H

#include "match/dxp-connection.h"
#include "match/link/address.h"
#include "match/settings.h"

struct dxp_connector;

/**
 * Reads a player's address, and checks that the settings have everything else that is needed to
 * reach it.
 * @param out borrows from the settings
 * @return 0, or -1 with `err`
 */
int dxp_connector_address(const struct player_settings *settings, struct address *out,
                          struct err *err);

/**
 * Whether the player can be connected only once at a time: it is somebody else's program, or ours
 * without a port of its own.
 */
bool dxp_connector_is_single(const struct player_settings *settings);

/**
 * Whether two players get in each other's way: they wait on the same port, or share a serial line.
 */
bool dxp_connector_clash(const struct address *a, const struct address *b);

/**
 * Starts the program, listens, or begins to connect, as the settings say.
 * @param settings borrowed while it lives
 * @return 0, or -1 with `err`: a wrong address, no such program or device, port taken
 */
int dxp_connector_open(const struct player_settings *settings, struct dxp_connector **out,
                       struct err *err);

/** Closes the connection and ends the program. Allows NULL. */
void dxp_connector_close(struct dxp_connector *line);

/** Connects again after a connection was lost or closed. @return 0, or -1 as dxp_connector_ready */
int dxp_connector_connect(struct dxp_connector *line, int64_t now, struct err *err);

/**
 * Checks on the connection. While a program is starting, attempts to reach it are repeated.
 * @return 1 connected, 0 not yet, -1 with `err`: failed, and the line is down
 */
int dxp_connector_ready(struct dxp_connector *line, int64_t now, struct err *err);

/**
 * Closes the connection to an unexpected peer, and waits for the next one. The wait begins after a
 * pause, so that a peer that keeps coming back costs little. Only if we listen.
 */
void dxp_connector_turn_away(struct dxp_connector *line, int64_t now);

/** Closes the connection. */
void dxp_connector_hang_up(struct dxp_connector *line);

/** The connection; NULL before dxp_connector_ready has returned 1, and after it was closed. */
struct dxp_connection *dxp_connector_connection(const struct dxp_connector *line);

/** Whether dxp_connector_connect has to be called before a connection can come about. */
bool dxp_connector_is_down(const struct dxp_connector *line);

/**
 * Whether the program has ended. This is known only a moment after its connection has ended, so the
 * call waits for it, a fifth of a second at most.
 * @param how 64 bytes, "exit status 1"
 */
bool dxp_connector_has_ended(struct dxp_connector *line, char *how);

/** Whether the program has ended already. */
bool dxp_connector_is_gone(const struct dxp_connector *line);

/**
 * Starts the program again after it has ended.
 * @return 0, or -1 as dxp_connector_open
 */
int dxp_connector_start_again(struct dxp_connector *line, int64_t now, struct err *err);

/** As link_wait: descriptors to wait for, and when dxp_connector_ready must be asked again. */
unsigned dxp_connector_wait(const struct dxp_connector *line, struct pollfd *fds, int64_t *by);

#endif
