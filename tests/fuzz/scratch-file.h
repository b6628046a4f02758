// SPDX-License-Identifier: MIT
/* For targets whose reader needs a file: one for each process, filled again for each input. */
#ifndef DAMA_TESTS_FUZZ_SCRATCH_FILE_H
#define DAMA_TESTS_FUZZ_SCRATCH_FILE_H

#include "tests/lib/scratch.h"

#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

static char scratch_file_name[SCRATCH_SIZE];

static void scratch_file_remove(void) { unlink(scratch_file_name); }

/** Writes the bytes. @return the file's name */
static const char *scratch_file(const uint8_t *bytes, size_t n)
{
    if (!scratch_file_name[0]) {
        int fd = mkstemp(scratch_name(scratch_file_name));
        if (fd < 0)
            abort();
        close(fd);
        atexit(scratch_file_remove);
    }
    FILE *file = fopen(scratch_file_name, "wb");
    if (!file || (n && fwrite(bytes, 1, n, file) != n) || fclose(file))
        abort();
    return scratch_file_name;
}

#endif
