// SPDX-License-Identifier: MIT
/*
 * Background priority, so that long work does not disturb other users of the machine.
 */
#ifndef DAMA_CORE_BASE_PRIORITY_H
#define DAMA_CORE_BASE_PRIORITY_H

/**
 * Lowers the priority of this process to nice 10, unless it is lower already, and on Linux its disk
 * priority to idle. If the system refuses, nothing changes.
 */
void priority_lower(void);

#endif
