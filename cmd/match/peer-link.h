// SPDX-License-Identifier: MIT
/*
 * A conversation with one DamExchange peer, for verbs that talk to nobody else: each call waits, up
 * to a limit.
 */
#ifndef DAMA_CMD_MATCH_PEER_LINK_H
#define DAMA_CMD_MATCH_PEER_LINK_H

#include "match/dxp-connection.h"
#include "match/link/address.h"

/** How to reach the peer. */
struct peer_address {
    const char *text; /* an address for address_read */
    unsigned serial_start, serial_end, baud;
    bool announces; /* says on standard error where it listens */
};

/**
 * Connects, or waits for the peer to come.
 * @param listener used if the address is one to listen at: opened on the first call, closed by the
 *        caller
 * @param by       monotonic ms
 * @return 0, 1 if a signal ended it, -1 with `err`
 */
int peer_link_open(const struct peer_address *address, struct tcp_listener **listener, int64_t by,
                   struct dxp_connection **out, struct err *err);

/**
 * Waits for a frame; those that are too long are skipped.
 * @return 1 a frame, 0 none in time, -1 with `err`: the peer has gone, or a signal came
 */
int peer_link_receive(struct dxp_connection *connection, int64_t by, struct dxp_frame *out,
                      struct err *err);

/**
 * Sends a message and waits until it is on its way.
 * @return 0, or -1 with `err`
 */
int peer_link_send(struct dxp_connection *connection, const char *bytes, size_t n, int64_t by,
                   struct err *err);

#endif
