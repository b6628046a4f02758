// SPDX-License-Identifier: MIT
/*
 * Large blocks of memory with scattered reads and writes, in huge pages if the system grants them.
 * With pages of 4 KiB the processor looks up a page's address nearly as often as it reads, and
 * several threads that do so at a time slow one another down.
 */
#ifndef DAMA_CORE_BASE_HUGE_PAGES_H
#define DAMA_CORE_BASE_HUGE_PAGES_H

#include <stddef.h>

enum { PAGES_ALIGNMENT = 64 }; /* bytes, at least: a line of the processor's cache */

/**
 * @param size bytes, at least 1; from half a huge page (1 MiB) on, rounded up to whole huge pages
 * @return memory cleared to zeros, to be given back with the same size; NULL with errno
 */
void *huge_pages_alloc(size_t size);

/** Gives a block back. Allows NULL. */
void huge_pages_free(void *memory, size_t size);

#endif
