// SPDX-License-Identifier: MIT
/*
 * DamExchange over TCP: listening, connecting, frames in and out. IPv4 and IPv6. Nothing here blocks but tcp_connect and
 * tcp_finish, which have a deadline; everything else is called when poll says so, by one thread.
 *
 * Each frame is written by a send of its own, without delay: some peers lose what arrives behind a first frame. What a
 * peer does not read is queued up to a bound, then the connection has failed. What a peer sends is held one frame at a
 * time; a flood fills the kernel's buffers, not ours.
 */
#ifndef DAMA_MATCH_LINK_TCP_H
#define DAMA_MATCH_LINK_TCP_H

#include "core/base/err.h"
#include "core/base/text.h"
#include "match/link/frame.h"

#include <stdint.h>

enum {
    TCP_HOST_SIZE = 256,
    TCP_NAME_SIZE = 64, /* room for any address and port as text, NUL included */
    TCP_SOCKETS = 4,    /* of one listener at most */
    TCP_QUEUE = 64,     /* frames that wait for a peer to read them */
};

/** Where to listen or connect to. */
struct tcp_place {
    char host[TCP_HOST_SIZE]; /* name or address; empty: all addresses of this machine */
    char port[8];             /* decimal, 0 to 65535 */
};

/**
 * Reads "PORT", "HOST:PORT", "[IPv6]:PORT", "HOST", "*:PORT" (all addresses).
 * @param host taken where none is written: "localhost"
 * @param port likewise
 * @return 0, or -1 with `err`
 */
int tcp_place_read(struct text t, const char *host, unsigned port, struct tcp_place *out,
                   struct err *err);

struct tcp_listener;

/**
 * Listens on all addresses that the place means; one that this machine does not have is passed over where another works.
 * Port 0 takes a free one, the same for all.
 * @return 0, or -1 with `err`: unknown host, port taken, not allowed
 */
int tcp_listen(const struct tcp_place *place, struct tcp_listener **out, struct err *err);
void tcp_listener_close(struct tcp_listener *listener);

/** The descriptors to wait for, with POLLIN. @param fds room for TCP_SOCKETS @return how many */
unsigned tcp_listener_fds(const struct tcp_listener *listener, int *fds);

/** The port in use. */
unsigned tcp_listener_port(const struct tcp_listener *listener);

/** The i-th address as text, "127.0.0.1:27531". @return whether there is an i-th one */
bool tcp_listener_name(const struct tcp_listener *listener, unsigned i, char *buf);

/** A connection. */
struct tcp;

/**
 * Takes a waiting connection.
 * @return 0, 1 where none waits (any more), -1 with `err`: out of descriptors or memory; the connection waits on
 */
int tcp_accept(struct tcp_listener *listener, struct tcp **out, struct err *err);

/**
 * Connects; one address of the place after the other.
 * @param by   monotonic ms
 * @param stop descriptor that ends the attempt when it can be read (signals_fd); -1: none
 * @return 0, 1 where `stop` ended it, -1 with `err`: unknown host, refused, no answer in time
 */
int tcp_connect(const struct tcp_place *place, int64_t by, int stop, struct tcp **out,
                struct err *err);

/** Closes at once; what was not sent yet is lost. */
void tcp_close(struct tcp *tcp);

/**
 * Closes so that the peer gets all that was sent: waits for the queue to empty, says that no more comes, and reads until
 * the peer has closed too.
 * @param by monotonic ms after which it is closed anyway
 */
void tcp_finish(struct tcp *tcp, int64_t by);

int tcp_fd(const struct tcp *tcp);

/** What to wait for at tcp_fd: POLLIN, and POLLOUT where something is queued. */
short tcp_events(const struct tcp *tcp);

/** The peer's address as text. Borrowed while the connection lives. */
const char *tcp_name(const struct tcp *tcp);

/**
 * Takes the next frame, reading what has arrived.
 * @return 1 a frame, 0 none at the moment, -1 with `err`: the connection is gone ("closed by the peer", or its failure);
 *         frames that came before are given first
 */
int tcp_receive(struct tcp *tcp, struct frame *out, struct err *err);

/** Whether bytes are held that tcp_receive has not looked at: do not wait before calling it again. */
bool tcp_has_input(const struct tcp *tcp);

/**
 * Sends a message, or queues what cannot be sent now.
 * @param bytes n of them, 1 to FRAME_MAX, no NUL among them
 * @return 0, or -1 with `err`: the connection is gone, or the peer has not read for a long time
 */
int tcp_send(struct tcp *tcp, const char *bytes, size_t n, struct err *err);

/** Sends what is queued as far as that works now. @return as tcp_send */
int tcp_flush(struct tcp *tcp, struct err *err);

#endif
