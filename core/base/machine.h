// SPDX-License-Identifier: MIT
/*
 * What the machine gives us: processors, memory, open files.
 */
#ifndef DAMA_CORE_BASE_MACHINE_H
#define DAMA_CORE_BASE_MACHINE_H

#include <stdint.h>

/** @return processors available to run threads; at least 1 */
unsigned machine_processors(void);

/** @return bytes of memory; 0: the system does not tell */
uint64_t machine_memory(void);

/**
 * Raises the number of files that this process and those that it starts may have open to at least
 * `n`, or as far as the system permits.
 */
void machine_allow_files(unsigned n);

#endif
