// SPDX-License-Identifier: MIT
#include "core/base/array.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

bool array_resize(void *items, size_t room, size_t size)
{
    void *old, *grown;
    if (room == 0 || room > PTRDIFF_MAX / size)
        return false;
    /* all object pointers are represented alike here, but have different types: copy the bytes */
    memcpy(&old, items, sizeof old);
    grown = realloc(old, room * size);
    if (!grown)
        return false;
    memcpy(items, &grown, sizeof grown);
    return true;
}
