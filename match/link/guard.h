// SPDX-License-Identifier: MIT
/*
 * Makes sure that programs we have started do not outlive us, however we end: by SIGKILL, a crash,
 * or the kernel running short of memory. Safe from any thread.
 */
#ifndef DAMA_MATCH_LINK_GUARD_H
#define DAMA_MATCH_LINK_GUARD_H

#include <sys/types.h>

/**
 * Makes sure that a process group is killed when we are gone. If no guard can be started, the
 * program simply runs without one.
 */
void guard_add(pid_t group);

/** Forgets a group that is gone, or about to be reaped. Call it once for each guard_add. */
void guard_remove(pid_t group);

#endif
