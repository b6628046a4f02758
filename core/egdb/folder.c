// SPDX-License-Identifier: MIT
#include "core/egdb/folder.h"

#include "core/base/data-file.h"
#include "core/egdb/slice-file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool egdb_folder_own(char *buf)
{
    const char *own = getenv("DAMA_EGDB"), *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (own && *own)
        snprintf(buf, EGDB_FOLDER_SIZE, "%s", own);
    else if (data && *data)
        snprintf(buf, EGDB_FOLDER_SIZE, "%s/dama/egdb", data);
    else if (home && *home)
        snprintf(buf, EGDB_FOLDER_SIZE, "%s/.local/share/dama/egdb", home);
    else
        *buf = '\0';
    return *buf != '\0';
}

void egdb_folder_make_parents(const char *own)
{
    char path[EGDB_FOLDER_SIZE];
    snprintf(path, sizeof path, "%s", own);
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700); /* as the XDG specification has it */
        *slash = '/';
    }
}

/** Whether a folder has the two-piece slices of a variant, without which it has no others. */
static bool has_variant(const char *dir, const struct rules *rules)
{
    const struct egdb_material two = {1, 0, 1, 0};
    char path[EGDB_PATH_SIZE];
    struct stat st;
    return egdb_file_path(dir, rules, two, EGDB_WDL, path, NULL) == 0 && stat(path, &st) == 0;
}

static bool holds_variant(const void *rules, const char *dir) { return has_variant(dir, rules); }

bool egdb_folder_find(const struct rules *rules, char *buf)
{
    char path[DATA_FILE_PATH_SIZE];
    if (egdb_folder_own(buf) && has_variant(buf, rules))
        return true;
    bool found = data_file_search("egdb", holds_variant, rules, path);
    snprintf(buf, EGDB_FOLDER_SIZE, "%s", path);
    return found;
}
