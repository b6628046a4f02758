// SPDX-License-Identifier: MIT
/*
 * Large blocks of memory that are read and written all over, in huge pages where the system grants
 * them. With pages of 4 KiB the processor looks up where a page is nearly as often as it reads, and
 * several threads that do so at a time slow one another down.
 */
#ifndef DAMA_CORE_BASE_PAGES_H
#define DAMA_CORE_BASE_PAGES_H

#include <stddef.h>

enum { PAGES_ALIGNMENT = 64 }; /* bytes, at least: a line of the processor's cache */

/**
 * @param size bytes, at least 1; rounded up to whole huge pages from half of one (1 MiB) on
 * @return zeros, to be given back with the same size; NULL with errno
 */
void *pages_take(size_t size);

/** NULL is nothing to give back. */
void pages_give(void *memory, size_t size);

#endif
