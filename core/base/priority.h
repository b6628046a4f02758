// SPDX-License-Identifier: MIT
/*
 * Work that should not be noticed by whoever else uses the machine.
 */
#ifndef DAMA_CORE_BASE_PRIORITY_H
#define DAMA_CORE_BASE_PRIORITY_H

/**
 * Lowers the priority of this process: nice 10 (more where it is higher already), and on Linux disk
 * access only while nobody else wants it. Where the system refuses nothing changes.
 */
void priority_lower(void);

#endif
