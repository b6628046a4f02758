// SPDX-License-Identifier: MIT
/* A folder for a test program: made before its tests, gone with all that is in it after them. */
#ifndef DAMA_TESTS_LIB_SCRATCH_FOLDER_H
#define DAMA_TESTS_LIB_SCRATCH_FOLDER_H

#include "tests/lib/scratch.h"

static char scratch_folder[SCRATCH_SIZE];

/** For the set-up of a test or a group. */
static inline int scratch_folder_make(void **state)
{
    (void)state;
    return mkdtemp(scratch_name(scratch_folder)) ? 0 : -1;
}

static inline int scratch_folder_remove(void **state)
{
    (void)state;
    char command[SCRATCH_SIZE + 16];
    snprintf(command, sizeof command, "rm -r '%s'", scratch_folder);
    return system(command);
}

/** @return the path of a file in the folder; it lives for eight calls */
static inline const char *scratch_path(const char *name)
{
    static char paths[8][SCRATCH_SIZE + 256];
    static unsigned n;
    char *path = paths[n++ % 8];
    snprintf(path, sizeof paths[0], "%s/%s", scratch_folder, name);
    return path;
}

#endif
