// SPDX-License-Identifier: MIT
/*
 * Processors and memory of the machine.
 */
#ifndef DAMA_CORE_BASE_MACHINE_H
#define DAMA_CORE_BASE_MACHINE_H

#include <stdint.h>

/** @return processors available to run threads; at least 1 */
unsigned machine_processors(void);

/** @return bytes of memory; 0: the system does not tell */
uint64_t machine_memory(void);

#endif
