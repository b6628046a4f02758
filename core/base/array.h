// SPDX-License-Identifier: MIT
/*
 * Arrays: the length of a fixed one, and room in one that grows on the heap.
 *
 *     struct move *moves = NULL;
 *     unsigned n = 0, room = 0;
 *     if (!ARRAY_GROW(moves, n, room))
 *         return err_memory(err);
 *     moves[n++] = move;
 *     ...
 *     free(moves);
 */
#ifndef DAMA_CORE_BASE_ARRAY_H
#define DAMA_CORE_BASE_ARRAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Elements of an array whose size the compiler knows; not for pointers. */
#define ARRAY_LEN(array) (sizeof(array) / sizeof *(array))

enum { ARRAY_FIRST_ROOM = 16 };

/**
 * Makes room for one more element after the first `n`, doubling the array if it is full.
 * @param items a pointer from malloc, or NULL; owned by the caller
 * @param room  elements it has room for; unsigned, uint32_t or size_t
 * @return whether there is room; false when out of memory, and nothing has changed
 */
#define ARRAY_GROW(items, n, room)                                \
 ((n) < (room)                                                    \
  || (array_resize(&(items), array_double(room), sizeof *(items)) \
      && ((room) = (room) ? (room)*2 : ARRAY_FIRST_ROOM) > 0))

/** @return twice the room, ARRAY_FIRST_ROOM for none, 0 if that is beyond 32 bits */
static inline size_t array_double(size_t room)
{
    return room == 0 ? ARRAY_FIRST_ROOM : room <= UINT32_MAX / 2 ? room * 2 : 0;
}

/**
 * Resizes an array on the heap.
 * @param items address of the pointer to its elements
 * @param room  elements; 0 is refused
 * @param size  bytes of one element
 * @return false when out of memory; nothing has changed then
 */
bool array_resize(void *items, size_t room, size_t size);

#endif
