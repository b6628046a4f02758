// SPDX-License-Identifier: MIT
/* Where tests put what they write. */
#ifndef DAMA_TESTS_LIB_SCRATCH_H
#define DAMA_TESTS_LIB_SCRATCH_H

#include <stdio.h>
#include <stdlib.h>

enum { SCRATCH_SIZE = 512 };

/** Makes a name for mkstemp or mkdtemp, below $TMPDIR or else /tmp. @return buf */
static inline char *scratch_name(char buf[SCRATCH_SIZE])
{
    const char *folder = getenv("TMPDIR");
    snprintf(buf, SCRATCH_SIZE, "%s/dama-test-XXXXXX", folder && *folder ? folder : "/tmp");
    return buf;
}

#endif
