// SPDX-License-Identifier: MIT
/*
 * What the machine has.
 */
#ifndef DAMA_CORE_BASE_MACHINE_H
#define DAMA_CORE_BASE_MACHINE_H

#include <stdint.h>

/** @return how many processors there are to run threads on; at least 1 */
unsigned machine_processors(void);

/** @return bytes of memory; 0: the system does not say */
uint64_t machine_memory(void);

#endif
