// SPDX-License-Identifier: MIT
/* Runs a fuzz target over the files of a directory, in TAP: seeds, and inputs that once failed. */
#include "tests/fuzz/fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int replay(const char *folder, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "rb");
    if (!f)
        return -1;
    fseek(f, 0, SEEK_END);
    size_t n = (size_t)ftell(f);
    rewind(f);
    uint8_t *bytes = malloc(n ? n : 1); /* of its exact size: reading beyond it is noticed */
    int rc = bytes && fread(bytes, 1, n, f) == n ? LLVMFuzzerTestOneInput(bytes, n) : -1;
    free(bytes);
    fclose(f);
    return rc;
}

int main(int argc, char **argv)
{
    int n = 0, failed = 0;
    DIR *dir = argc == 2 ? opendir(argv[1]) : NULL;
    if (!dir) {
        printf("Bail out! no directory of seeds\n");
        return 1;
    }
    for (struct dirent *d; (d = readdir(dir));) {
        if (d->d_name[0] == '.')
            continue;
        int rc = replay(argv[1], d->d_name);
        failed |= rc;
        printf("%sok %d - %s\n", rc ? "not " : "", ++n, d->d_name);
        fflush(stdout);
    }
    closedir(dir);
    printf("1..%d\n", n);
    return failed || n == 0;
}
