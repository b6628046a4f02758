// SPDX-License-Identifier: MIT
/*
 * Makes sure that programs we have started do not outlive us, whatever ends us: SIGKILL, a crash,
 * the kernel short of memory. Safe from any thread.
 */
#ifndef DAMA_MATCH_LINK_GUARD_H
#define DAMA_MATCH_LINK_GUARD_H

#include <sys/types.h>

/**
 * Makes sure that a process group is killed when we are gone. If no guard can be started, nothing
 * happens: play goes on without one.
 */
void guard_add(pid_t group);

/** The group is gone, or about to be reaped: forget it. Once for each guard_add. */
void guard_remove(pid_t group);

#endif
