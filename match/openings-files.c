// SPDX-License-Identifier: MIT
/*
 * A pattern is cut into names, and so is a path; a table tells which beginnings fit each other, so
 * that `**` costs no more than any other name.
 */
#include "match/openings-files.h"

#include "core/base/text.h"
#include "pdn/collect.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_MAX = 64, NAME_ROOM = 256 };

/* Cuts a path into names. @return how many; 0 if one is too long or there are too many */
static unsigned split_path(const char *path, char names[NAMES_MAX][NAME_ROOM])
{
    unsigned n = 0;
    for (const char *s = path; *s;) {
        size_t length = strcspn(s, "/");
        if (length >= NAME_ROOM || n == NAMES_MAX)
            return 0;
        if (length) {
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
        true}; /* the first k names, with what was looked at of the pattern */
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

static bool is_pattern(const char *word) { return strpbrk(word, "*?[") != NULL; }

/* The folder before the first name with a sign in it: all that fits lies below. */
static char *folder_of(const char *pattern)
{
    size_t plain = strcspn(pattern, "*?[");
    while (plain && pattern[plain - 1] != '/')
        plain--;
    return plain ? strndup(pattern, plain) : strdup(".");
}

static int add_pattern(const char *pattern, struct walk *out, struct err *err)
{
    struct walk all = {0};
    char *folder = folder_of(pattern);
    const char *dot = strrchr(pattern, '.');
    const char *own[] = {dot && !strpbrk(dot, "*?[/") ? dot : NULL, NULL};
    unsigned fitting = 0;
    int rc =
        folder ? walk_add(&all, folder, own[0] ? own : collect_extensions, err) : err_memory(err);
    for (unsigned i = 0; i < all.n && rc == 0; i++) {
        const char *path = all.paths[i];
        if (strncmp(path, "./", 2) == 0 && strncmp(pattern, "./", 2) != 0)
            path += 2;
        if (!openings_fits(pattern, path))
            continue;
        fitting++;
        rc = walk_add(out, path, collect_extensions, err);
    }
    /* a folder that cannot be read may hide what fits; one beside what does fit is passed over */
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
