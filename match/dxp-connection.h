// SPDX-License-Identifier: MIT
/*
 * DamExchange messages over a link: layer 1 and its queue. Nothing blocks but
 * dxp_connection_finish, which has a deadline.
 *
 * Each frame is sent by a write of its own: some peers lose bytes that arrive together with a first
 * frame. Frames that a peer does not read are queued up to a limit, beyond which the connection
 * fails. Of the frames that a peer sends, one is held at a time; a flood fills the kernel's
 * buffers, not ours.
 */
#ifndef DAMA_MATCH_DXP_CONNECTION_H
#define DAMA_MATCH_DXP_CONNECTION_H

#include "match/link/link.h"
#include "match/protocol/dxp-frame.h"
#include "match/protocol/dxp-serial.h"

enum { DXP_CONNECTION_QUEUE = 64 }; /* how many frames may wait for a peer to read them */

struct dxp_connection;

/**
 * Speaks DamExchange over a link, which need not be ready yet.
 * @param link handed over
 * @return 0, or -1 with `err`: out of memory
 */
int dxp_connection_open(struct link *link, struct dxp_connection **out, struct err *err);

/**
 * Uses the protocol of a serial line from now on. Nothing must have been sent or received yet.
 * @return 0, or -1: out of memory
 */
int dxp_connection_set_serial(struct dxp_connection *connection,
                              const struct dxp_serial_config *config);

/** Closes immediately; anything not yet sent is lost. NULL is allowed. */
void dxp_connection_close(struct dxp_connection *connection);

/**
 * Closes in such a way that the peer gets everything that was sent: waits for the queue to empty,
 * shuts down our direction, and reads until the peer has closed too.
 * @param by monotonic ms after which it is closed anyway
 */
void dxp_connection_finish(struct dxp_connection *connection, int64_t by);

/** @return as link_ready; nothing can be sent or received until it returns 1 */
int dxp_connection_ready(struct dxp_connection *connection, struct err *err);

/**
 * What to wait for, as link_wait; `by` is set to 0 if bytes have arrived that have not been
 * examined yet.
 */
unsigned dxp_connection_wait(const struct dxp_connection *connection, struct pollfd *fds,
                             int64_t *by);

/** The peer's address as text. Borrowed while the connection lives. */
const char *dxp_connection_name(const struct dxp_connection *connection);

/**
 * Takes the next frame from the bytes that have arrived; one that is too long is given as
 * dxp_frame_read gives it.
 * @return 1 a frame, 0 none at the moment, -1 with `err`: the connection is gone ("closed by the
 *         peer", or its failure); frames that came before are given first
 */
int dxp_connection_receive(struct dxp_connection *connection, struct dxp_frame *out,
                           struct err *err);

/**
 * Counts what the peer has sent since the last call: over TCP all bytes, so that some without end
 * or meaning count too; on a serial line, where there is noise, those of messages.
 */
size_t dxp_connection_take_count(struct dxp_connection *connection);

/**
 * Sends a message, or queues the part that cannot be sent now.
 * @param bytes n of them, 1 to DXP_FRAME_MAX, no NUL among them
 * @return 0, or -1 with `err`: the connection is gone, or the peer has not read for a long time
 */
int dxp_connection_send(struct dxp_connection *connection, const char *bytes, size_t n,
                        struct err *err);

/**
 * Sends as much of the queue as can be sent now.
 * @return as dxp_connection_send
 */
int dxp_connection_flush(struct dxp_connection *connection, struct err *err);

#endif
