// SPDX-License-Identifier: MIT
#include "core/base/descriptor-name.h"

#include "core/base/array.h"
#include "core/base/text.h"

#include <string.h>

/*
 * @return the number that makes up the whole text; -1: not a number, or too long for a descriptor
 */
static int number_of(const char *s)
{
    unsigned number;
    return text_number(text_of(s), 999999, &number) ? (int)number : -1;
}

int descriptor_name_read(const char *path)
{
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    if (strcmp(path, "/dev/stdout") == 0)
        return 1;
    if (strcmp(path, "/dev/stderr") == 0)
        return 2;
    for (size_t i = 0; i < ARRAY_LEN(folders); i++) {
        size_t n = strlen(folders[i]);
        if (strncmp(path, folders[i], n) == 0)
            return number_of(path + n);
    }
    return -1;
}
