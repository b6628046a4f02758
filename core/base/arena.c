// SPDX-License-Identifier: MIT
/*
 * A list of blocks, each twice the size of the one before it up to a limit; allocation moves a
 * pointer.
 */
#include "core/base/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct arena_block {
    struct arena_block *next;
    size_t size; /* bytes after this head */
};

enum { FIRST_BLOCK = 64 * 1024, LARGEST_STEP = 4 * 1024 * 1024 };

static const size_t align = _Alignof(max_align_t);

static size_t head_size(void) { return (sizeof(struct arena_block) + align - 1) / align * align; }

static void use_block(struct arena *arena, struct arena_block *block)
{
    arena->free = (char *)block + head_size();
    arena->end = arena->free + block->size;
}

static int add_block(struct arena *arena, size_t n)
{
    size_t size = arena->first ? arena->first->size * 2 : FIRST_BLOCK;
    if (size > LARGEST_STEP)
        size = LARGEST_STEP;
    if (size < n)
        size = n;
    struct arena_block *block = malloc(head_size() + size);
    if (!block)
        return -1;
    block->next = arena->first;
    block->size = size;
    arena->first = block;
    use_block(arena, block);
    return 0;
}

void *arena_alloc(struct arena *arena, size_t n)
{
    if (n > SIZE_MAX / 2)
        return NULL;
    n = ((n ? n : 1) + align - 1) / align * align; /* even 0 bytes get an address of their own */
    if ((size_t)(arena->end - arena->free) < n && add_block(arena, n))
        return NULL;
    void *p = arena->free;
    arena->free += n;
    arena->used += n;
    return p;
}

void *arena_zalloc(struct arena *arena, size_t n)
{
    void *p = arena_alloc(arena, n);
    return p ? memset(p, 0, n) : NULL;
}

char *arena_strndup(struct arena *arena, const char *s, size_t n)
{
    char *copy = arena_alloc(arena, n + 1);
    if (!copy)
        return NULL;
    if (n)
        memcpy(copy, s, n);
    copy[n] = '\0';
    return copy;
}

struct text arena_text(struct arena *arena, struct text t)
{
    const char *copy = arena_strndup(arena, t.s, t.n);
    return copy ? (struct text){copy, t.n} : (struct text){0};
}

void arena_reset(struct arena *arena)
{
    struct arena_block *keep = NULL;
    for (struct arena_block *b = arena->first, *next; b; b = next) {
        next = b->next;
        if (b->size <= LARGEST_STEP && (!keep || b->size > keep->size)) {
            free(keep);
            keep = b;
        } else {
            free(b);
        }
    }
    *arena = (struct arena){.first = keep};
    if (keep) {
        keep->next = NULL;
        use_block(arena, keep);
    }
}

void arena_fini(struct arena *arena)
{
    for (struct arena_block *b = arena->first, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    *arena = (struct arena){0};
}
