// SPDX-License-Identifier: MIT
#include "core/egdb/folder.h"

#include "core/base/data-file.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool egdb_folder_of_user(char *buf)
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

int egdb_folder_make_parents(const char *own, struct err *err)
{
    char path[EGDB_FOLDER_SIZE];
    snprintf(path, sizeof path, "%s", own);
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        /* 0700 is the mode that the XDG specification asks for */
        if (access(path, F_OK) < 0 && mkdir(path, 0700) < 0 && errno != EEXIST)
            return err_set(err, (struct src_pos){0}, "%s: cannot create this folder: %s", path,
                           strerror(errno));
        *slash = '/';
    }
    return 0;
}

/* Whether a folder has any slice of a variant. */
static bool has_variant(const char *dir, const struct rules *rules)
{
    struct egdb_listing listing;
    struct err err = {0};
    return egdb_folder_list(dir, rules, &listing, &err) == 0;
}

static bool holds_variant(const void *rules, const char *dir) { return has_variant(dir, rules); }

bool egdb_folder_has_any(const char *dir)
{
    const struct rules *rules;
    for (unsigned i = 0; i < rules_count; i++)
        for (unsigned k = 0; rules_reading(rules_all[i], k, &rules) > 0; k++)
            if (has_variant(dir, rules))
                return true;
    return false;
}

unsigned egdb_folder_find(const struct rules *rules, char buf[EGDB_FOLDERS][EGDB_FOLDER_SIZE])
{
    char shipped[DATA_FILE_PATH_SIZE];
    unsigned n = 0;
    if (egdb_folder_of_user(buf[n]) && has_variant(buf[n], rules))
        n++;
    if (data_file_search("egdb", holds_variant, rules, shipped))
        snprintf(buf[n++], EGDB_FOLDER_SIZE, "%s", shipped);
    return n;
}

/* ---- the files in a folder ---- */

/* @return 1 with `err` */
static int nothing_there(const char *dir, const struct rules *rules, struct err *err)
{
    err_file(err, dir, "no endgame database for %s in this folder", rules_spelling(rules));
    return 1;
}

int egdb_folder_check(const char *dir, struct err *err)
{
    struct stat st;
    if (stat(dir, &st) < 0)
        return err_file(err, dir, "%s", strerror(errno));
    return S_ISDIR(st.st_mode) ? 0 : err_file(err, dir, "%s", strerror(ENOTDIR));
}

int egdb_folder_list(const char *dir, const struct rules *rules, struct egdb_listing *out,
                     struct err *err)
{
    char path[EGDB_PATH_SIZE];
    struct dirent *entry;
    struct egdb_material material;
    enum egdb_kind kind;
    unsigned n = 0;
    memset(out, 0, sizeof *out);
    if (egdb_folder_check(dir, err) || egdb_file_folder(dir, rules, path, err))
        return -1;
    DIR *folder = opendir(path);
    if (!folder)
        return errno == ENOENT
                   ? nothing_there(dir, rules, err)
                   : err_file(err, dir, "%s: %s", rules_spelling(rules), strerror(errno));
    while ((entry = readdir(folder)))
        if (egdb_file_read_name(entry->d_name, &material, &kind)) {
            out->has[kind][egdb_material_code(material)] = true;
            n += kind == EGDB_WDL;
        }
    closedir(folder);
    return n ? 0 : nothing_there(dir, rules, err);
}
