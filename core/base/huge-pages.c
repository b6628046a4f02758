// SPDX-License-Identifier: MIT
/*
 * The system grants huge pages only if they are aligned, so more is mapped than is asked for, and
 * the excess on both sides is given back at once.
 */
#ifdef HAVE_MAP_ANONYMOUS
# define _DEFAULT_SOURCE /* madvise, MAP_ANONYMOUS */
#endif
#include "core/base/huge-pages.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The address sanitizer notices overruns only in blocks from the C library. */
#if defined __has_feature
# if __has_feature(address_sanitizer)
#  define BY_CALLOC
# endif
#endif
#if defined __SANITIZE_ADDRESS__ || !defined HAVE_MAP_ANONYMOUS
# define BY_CALLOC
#endif

#ifdef BY_CALLOC
/* Zeros from calloc cost nothing until touched. The pointer to free is kept before the block. */
void *huge_pages_alloc(size_t size)
{
    if (size > SIZE_MAX - PAGES_ALIGNMENT) {
        errno = ENOMEM;
        return NULL;
    }
    char *block = calloc(1, size + PAGES_ALIGNMENT);
    if (!block)
        return NULL;
    char *memory = block + PAGES_ALIGNMENT - (uintptr_t)block % PAGES_ALIGNMENT;
    memcpy(memory - sizeof block, &block, sizeof block);
    return memory;
}

void huge_pages_free(void *memory, size_t size)
{
    (void)size;
    char *block = NULL;
    if (memory)
        memcpy(&block, (char *)memory - sizeof block, sizeof block);
    free(block);
}
#else
# include <sys/mman.h>

enum { HUGE_PAGE = 2 << 20 };

static void *map(size_t size)
{
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

static bool is_large(size_t size) { return size >= HUGE_PAGE / 2; }

static size_t round_up(size_t size) { return (size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE; }

void *huge_pages_alloc(size_t size)
{
    if (!is_large(size))
        return map(size);
    if (size > SIZE_MAX - 2 * (size_t)HUGE_PAGE) {
        errno = ENOMEM;
        return NULL;
    }
    size_t whole = round_up(size);
    char *mapped = map(whole + HUGE_PAGE);
    if (!mapped)
        return NULL;
    size_t before = round_up((uintptr_t)mapped) - (uintptr_t)mapped;
    char *memory = mapped + before;
    if (before)
        munmap(mapped, before);
    munmap(memory + whole, HUGE_PAGE - before);
# ifdef MADV_HUGEPAGE
    (void)madvise(memory, whole, MADV_HUGEPAGE); /* without them it is slower, nothing worse */
# endif
    return memory;
}

void huge_pages_free(void *memory, size_t size)
{
    if (memory)
        munmap(memory, is_large(size) ? round_up(size) : size);
}
#endif
