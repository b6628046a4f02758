// SPDX-License-Identifier: MIT
/*
 * Memory that is freed all at once: a chunk of input and everything parsed from it share one arena.
 * Only one thread may use an arena at a time.
 */
#ifndef DAMA_CORE_BASE_ARENA_H
#define DAMA_CORE_BASE_ARENA_H

#include "core/base/text.h"

#include <stddef.h>

struct arena_block;

/** Zero is an empty arena. */
struct arena {
    struct arena_block *first; /* newest block first; owned */
    char *free, *end;          /* the unused part of the newest block */
    size_t used;               /* bytes allocated since the last reset */
};

/**
 * Allocates `n` bytes, aligned for any type, not cleared.
 * @return NULL when out of memory
 */
void *arena_alloc(struct arena *arena, size_t n);

/**
 * As arena_alloc, but inline: for small things on hot paths, whose size the compiler knows.
 * @param n not 0
 */
static inline void *arena_take(struct arena *arena, size_t n)
{
    const size_t unit = _Alignof(max_align_t);
    n = (n + unit - 1) / unit * unit;
    char *p = arena->free;
    if ((size_t)(arena->end - p) < n)
        return arena_alloc(arena, n);
    arena->free = p + n;
    arena->used += n;
    return p;
}

/** As arena_alloc, with the memory cleared to zeros. */
void *arena_zalloc(struct arena *arena, size_t n);

/**
 * Copies `n` bytes and adds a NUL.
 * @param s may be NULL if n is 0
 * @return NULL when out of memory
 */
char *arena_strndup(struct arena *arena, const char *s, size_t n);

/** Copies a text. @return the copy, `s` not NULL even if it is empty; {NULL, 0} when out of memory */
struct text arena_text(struct arena *arena, struct text t);

/** Empties the arena; keeps the largest block of ordinary size for the next use. */
void arena_reset(struct arena *arena);

/** Frees everything; the arena is empty and may be used again. */
void arena_fini(struct arena *arena);

#endif
