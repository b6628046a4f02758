// SPDX-License-Identifier: MIT
/*
 * Stopping on request. The first SIGINT, SIGTERM or SIGHUP asks the command to finish what is
 * running, to write it, and to say how to go on; the second one ends the program at once. Either
 * way no temporary file is left behind, nor any program that was started. Signals within
 * SIGNALS_SAME_MS of the first count as the same request: timeout(1) signals the command and then
 * its whole group, and a terminal that closes hangs up on both the shell and its jobs.
 *
 * Half a second after the first signal, a call of the main thread that waits for a pipe, a terminal
 * or the like fails with EINTR: a read that gets nothing, opening a named pipe that has no other
 * end, a write whose reader has stopped. A slow reader still gets everything. SIGPIPE and SIGXFSZ
 * are ignored: writing fails with EPIPE when the reader has gone, and with EFBIG when the file
 * would exceed the shell's limit.
 */
#ifndef DAMA_CORE_BASE_SIGNALS_H
#define DAMA_CORE_BASE_SIGNALS_H

#include <stdbool.h>

enum { SIGNALS_SAME_MS = 250 };

/**
 * Installs the handlers; once, early in main. A signal that is already ignored (nohup) stays
 * ignored.
 */
void signals_init(void);

/** Whether a signal has asked the program to stop. Safe from any thread. */
bool signals_stopped(void);

/**
 * A descriptor that becomes readable when a signal asks to stop, to poll together with others.
 * @return -1 before signals_init (poll ignores it)
 */
int signals_fd(void);

/** Asks to stop as a signal would; for tests and for a command that has its own reasons. */
void signals_stop(void);

/** Cancels a request to stop; for tests. */
void signals_reset(void);

/**
 * Registers a file to be removed if a second signal ends the program.
 * @param path copied
 * @return its place, for signals_forget_file; -1 if all places are taken or the path is too long
 *        (nothing is registered)
 */
int signals_register_file(const char *path);

enum { SIGNALS_GROUPS = 4096 }; /* process groups that can be registered at a time */

/**
 * Registers a process group to be killed if a second signal ends the program.
 * @return its place, for signals_forget_group; -1 if all places are taken
 */
int signals_register_group(int group);

/** Forgets a process group that has ended. Allows -1. */
void signals_forget_group(int place);

/** Forgets a file that is finished or removed. Allows -1. */
void signals_forget_file(int place);

#endif
