// SPDX-License-Identifier: MIT
/*
 * A pattern is cut into names, and so is a path; a table says which beginnings of the two fit each
 * other, so that `**` costs no more than any other name.
 */
#include "match/openings-files.h"

#include "core/base/path.h"
#include "core/base/text.h"
#include "pdn/collect.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAMES_MAX = 64, NAME_ROOM = 256 };

/*
 * Cuts a path into names, without those that only mean "here".
 * @return the number of names; 0 if one is too long or there are too many
 */
static unsigned split_path(const char *path, char names[NAMES_MAX][NAME_ROOM])
{
    unsigned n = 0;
    for (const char *s = path; *s;) {
        size_t length = strcspn(s, "/");
        if (length >= NAME_ROOM || n == NAMES_MAX)
            return 0;
        if (length && (length != 1 || *s != '.')) {
            memcpy(names[n], s, length);
            names[n++][length] = '\0';
        }
        s += length + (s[length] == '/');
    }
    return n;
}

bool openings_fits(const char *pattern, const char *path)
{
    static _Thread_local char wanted[NAMES_MAX][NAME_ROOM], names[NAMES_MAX][NAME_ROOM];
    bool fits[NAMES_MAX + 1] = {
        true}; /* whether the first k names fit the part of the pattern examined so far */
    unsigned n_wanted = split_path(pattern, wanted), n = split_path(path, names);
    if (!n_wanted || !n)
        return false;
    for (unsigned i = 0; i < n_wanted; i++) {
        bool any = strcmp(wanted[i], "**") == 0, before = fits[0];
        fits[0] = any && fits[0];
        for (unsigned k = 1; k <= n; k++) {
            bool here = any ? fits[k] || fits[k - 1]
                            : before && fnmatch(wanted[i], names[k - 1], FNM_PERIOD) == 0;
            before = fits[k];
            fits[k] = here;
        }
    }
    return fits[n];
}

/* A word with such signs is no pattern if a file or folder has exactly that name. */
static bool is_pattern(const char *word)
{
    return strpbrk(word, "*?[") != NULL && access(word, F_OK) != 0;
}

/*
 * The folder before the first name with a pattern sign, except signs that are part of an existing
 * folder's name: all matches lie below it. @return owned, empty for the current folder; NULL: out
 * of memory
 */
static char *folder_of(const char *pattern)
{
    size_t plain = strcspn(pattern, "*?[");
    while (plain && pattern[plain - 1] != '/')
        plain--;
    char *folder = strdup(pattern);
    for (const char *slash; folder && (slash = strchr(pattern + plain, '/'));) {
        const size_t next = (size_t)(slash - pattern) + 1;
        folder[next] = '\0';
        if (access(folder, F_OK) != 0)
            break;
        folder[next] = pattern[next];
        plain = next;
    }
    if (folder)
        folder[plain] = '\0';
    return folder;
}

static int add_pattern(const char *pattern, struct walk *out, struct err *err)
{
    struct walk all = {0};
    char *folder = folder_of(pattern);
    const char *dot = strrchr(pattern, '.');
    const char *own[] = {dot && !strpbrk(dot, "*?[/") ? dot : NULL, NULL};
    unsigned fitting = 0;
    const size_t above = folder ? strlen(folder) : 0;
    int rc = folder ? walk_add(&all, *folder ? folder : ".", own[0] ? own : collect_extensions, err)
                    : err_memory(err);
    for (unsigned i = 0; i < all.n && rc == 0; i++) {
        const char *path = all.paths[i] + (above ? 0 : strlen("./"));
        if (!openings_fits(pattern + above, path + above))
            continue;
        fitting++;
        rc = walk_add(out, path, collect_extensions, err);
    }
    /* an unreadable folder may hide matches; but if there are matches elsewhere, it is ignored */
    if (rc == 0 && all.n_failures && (!fitting || strstr(pattern, "**")))
        rc = err_plain(err, "%s: %s", all.names[0], all.failures[0].msg);
    if (rc == 0 && !fitting)
        rc = err_plain(err, "no file matches %s", pattern);
    free(folder);
    walk_fini(&all);
    return rc;
}

int openings_find_files(const struct match_words *words, struct walk *out, struct err *err)
{
    for (unsigned i = 0; i < words->n; i++) {
        unsigned before = out->n;
        if (is_pattern(words->at[i]) ? add_pattern(words->at[i], out, err)
                                     : walk_add(out, words->at[i], collect_extensions, err))
            return -1;
        if (out->n_failures)
            return err_plain(err, "%s: %s", out->names[0], out->failures[0].msg);
        if (out->n == before)
            return err_plain(err, "no game files in %s", words->at[i]);
    }
    return 0;
}

/* ---- what must not be written ---- */

static bool is_folder(const char *path, struct stat *out)
{
    return stat(path, out) == 0 && S_ISDIR(out->st_mode);
}

/* Whether a file that may not exist yet lies below a folder. */
static bool is_below(const char *path, const char *folder)
{
    char above[4096];
    struct stat top, st;
    if (!is_folder(folder, &top))
        return false;
    size_t n = (size_t)snprintf(above, sizeof above, "%s", path);
    for (n = n < sizeof above ? n : 0; n;) {
        while (n && above[n - 1] != '/')
            n--;
        above[n] = '\0';
        if (is_folder(n ? above : ".", &st) && path_same_file(&st, &top))
            return true;
        while (n && above[n - 1] == '/')
            n--;
    }
    return false;
}

/* Whether a file, once it exists, will be found among the openings without being named. */
static bool will_be_found(const char *word, const char *path)
{
    size_t n = strlen(path), dot = n;
    while (dot && path[dot - 1] != '.' && path[dot - 1] != '/')
        dot--;
    for (const char *const *known = collect_extensions; dot && *known; known++)
        if (strcmp(path + dot - 1, *known) == 0)
            return is_pattern(word) ? openings_fits(word, path) : is_below(path, word);
    return false;
}

/* A named archive is not among the files found, only its members are. */
static int check_names(const struct match_config *config, const char *const *paths, unsigned n,
                       struct err *err)
{
    for (unsigned i = 0; i < n; i++) {
        const char *key = match_output_at(config, paths[i]);
        if (key)
            return err_plain(err,
                             "output: '%s' would overwrite %.120s, which is also an input "
                             "(openings)",
                             key, paths[i]);
    }
    return 0;
}

static int check_next(const struct match_config *config, const char *key, const char *path,
                      struct err *err)
{
    const struct match_words *words = &config->openings.files;
    for (unsigned i = 0; path && i < words->n; i++)
        if (will_be_found(words->at[i], path))
            return err_plain(err,
                             "output: '%s' writes %.80s, which the next match would read as "
                             "openings (%.60s); give it another folder",
                             key, path, words->at[i]);
    return 0;
}

int openings_check_outputs(const struct match_config *config, struct err *err)
{
    const struct match_words *words = &config->openings.files;
    struct walk walk = {0};
    struct err ignored = {0};
    if (words->n)
        openings_find_files(words, &walk, &ignored);
    int rc = check_names(config, words->at, words->n, err)
                     || check_names(config, (const char *const *)walk.paths, walk.n, err)
                     || check_next(config, "pdn", config->outputs.pdn, err)
                     || check_next(config, "live", config->outputs.live, err)
                 ? -1
                 : 0;
    walk_fini(&walk);
    return rc;
}
