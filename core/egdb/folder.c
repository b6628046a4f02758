// SPDX-License-Identifier: MIT
#include "core/egdb/folder.h"

#include "core/base/array.h"
#include "core/egdb/slice-file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef DAMA_DATADIR
# define DAMA_DATADIR "/usr/local/share/dama"
#endif

void egdb_folder_own(char *buf)
{
    const char *own = getenv("DAMA_EGDB"), *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (own && *own)
        snprintf(buf, EGDB_FOLDER_SIZE, "%s", own);
    else if (data && *data)
        snprintf(buf, EGDB_FOLDER_SIZE, "%s/dama/egdb", data);
    else
        snprintf(buf, EGDB_FOLDER_SIZE, "%s/.local/share/dama/egdb", home ? home : ".");
}

/** Whether a folder has the two-piece slices of a variant, without which it has no others. */
static bool has_variant(const char *dir, const struct rules *rules)
{
    const struct egdb_material two = {1, 0, 1, 0};
    char path[EGDB_PATH_SIZE];
    struct stat st;
    return egdb_file_path(dir, rules, two, EGDB_WDL, path, NULL) == 0 && stat(path, &st) == 0;
}

/** The folder of the running program, or "". */
static void program_folder(char *out, size_t size)
{
    const ssize_t n = readlink("/proc/self/exe", out, size - 1);
    out[n > 0 ? n : 0] = '\0';
    char *slash = strrchr(out, '/');
    if (slash)
        *slash = '\0';
}

bool egdb_folder_find(const struct rules *rules, bool shipped, char *buf)
{
    /* build/cmd/dama-egdb and build/tests/test-x; a program beside data; bin beside share */
    static const char *const near[] = {"/../data", "/data", "/../share/dama"};
    const char *data = getenv("DAMA_DATA");
    char folder[EGDB_FOLDER_SIZE / 2];
    egdb_folder_own(buf);
    if (has_variant(buf, rules) || !shipped)
        return has_variant(buf, rules);
    if (data && *data) { /* set by the user: no other place is tried */
        snprintf(buf, EGDB_FOLDER_SIZE, "%s/egdb", data);
        return has_variant(buf, rules);
    }
    program_folder(folder, sizeof folder);
    for (unsigned i = 0; *folder && i < ARRAY_LEN(near); i++) {
        snprintf(buf, EGDB_FOLDER_SIZE, "%s%s/egdb", folder, near[i]);
        if (has_variant(buf, rules))
            return true;
    }
    snprintf(buf, EGDB_FOLDER_SIZE, "%s/egdb", DAMA_DATADIR);
    return has_variant(buf, rules);
}
