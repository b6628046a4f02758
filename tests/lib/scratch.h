// SPDX-License-Identifier: MIT
/* Where tests put what they write. */
#ifndef DAMA_TESTS_LIB_SCRATCH_H
#define DAMA_TESTS_LIB_SCRATCH_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCRATCH_SIZE = 512 };

/** Makes a name for mkstemp or mkdtemp, below $TMPDIR or else /tmp. @return buf */
static inline char *scratch_name(char buf[SCRATCH_SIZE])
{
    const char *folder = getenv("TMPDIR");
    snprintf(buf, SCRATCH_SIZE, "%s/dama-test-XXXXXX", folder && *folder ? folder : "/tmp");
    return buf;
}

/** Writes a file; a test that cannot has failed. */
static inline void scratch_write(const char *path, const void *bytes, size_t n)
{
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, n, file) != n || fclose(file) != 0) {
        perror(path);
        abort();
    }
}

/** The same with a text. */
static inline void scratch_write_text(const char *path, const char *text)
{
    scratch_write(path, text, strlen(text));
}

#endif
