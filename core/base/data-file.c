// SPDX-License-Identifier: MIT
#include "core/base/data-file.h"

#include "core/base/array.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef DAMA_DATADIR
# define DAMA_DATADIR "/usr/local/share/dama"
#endif

static bool exists(const char *path) { return access(path, R_OK) == 0; }

/* The folder of the running program; "" if the system does not tell. */
static void program_folder(char *out, size_t size)
{
    ssize_t n = readlink("/proc/self/exe", out, size - 1);
    out[n > 0 ? n : 0] = '\0';
    char *slash = strrchr(out, '/');
    if (slash)
        *slash = '\0';
}

bool data_file_search(const char *name, data_file_accept *accept, const void *ctx,
                      char path[DATA_FILE_PATH_SIZE])
{
    /* from build/cmd and build/tests; data beside the program; bin beside share */
    static const char *const near[] = {"/../data", "/data", "/../share/dama"};
    char folder[DATA_FILE_PATH_SIZE / 2];
    const char *data = getenv("DAMA_DATA");
    if (data && *data) { /* set by the user: no other place is tried */
        snprintf(path, DATA_FILE_PATH_SIZE, "%s/%s", data, name);
        return accept(ctx, path);
    }
    program_folder(folder, sizeof folder);
    for (size_t i = 0; *folder && i < ARRAY_LEN(near); i++) {
        int n = snprintf(path, DATA_FILE_PATH_SIZE, "%s%s/%s", folder, near[i], name);
        if (n > 0 && n < DATA_FILE_PATH_SIZE && accept(ctx, path))
            return true;
    }
    snprintf(path, DATA_FILE_PATH_SIZE, "%s/%s", DAMA_DATADIR, name);
    return accept(ctx, path);
}

static bool is_there(const void *ctx, const char *path)
{
    (void)ctx;
    return exists(path);
}

bool data_file_find(const char *name, char path[DATA_FILE_PATH_SIZE])
{
    return data_file_search(name, is_there, NULL, path);
}

const char *data_file_resolve(const char *path, const char *folder, char found[DATA_FILE_PATH_SIZE])
{
    char name[DATA_FILE_PATH_SIZE];
    if (strchr(path, '/') || exists(path))
        return path;
    int n = snprintf(name, sizeof name, "%s%s", folder, path);
    return n < (int)sizeof name && data_file_find(name, found) ? found : path;
}
