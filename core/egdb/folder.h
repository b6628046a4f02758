// SPDX-License-Identifier: MIT
/*
 * Where endgame databases are kept, and which slices a folder has.
 */
#ifndef DAMA_CORE_EGDB_FOLDER_H
#define DAMA_CORE_EGDB_FOLDER_H

#include "core/egdb/slice-file.h"

enum {
    EGDB_FOLDER_SIZE = EGDB_PATH_SIZE,
    EGDB_FOLDERS = 2, /* the user's own, and the one that comes with dama */
};

/**
 * The user's folder: $DAMA_EGDB, or $XDG_DATA_HOME/dama/egdb, or below $HOME.
 * @param buf EGDB_FOLDER_SIZE bytes
 * @return false: none of them is set, `buf` is empty
 */
bool egdb_folder_of_user(char *buf);

/**
 * Makes those of the folders above the user's folder that are missing: on a fresh account, all may
 * be.
 * @return 0, or -1 with `err`, which names the first that is missing and cannot be made
 */
int egdb_folder_make_parents(const char *own, struct err *err);

/** Checks that a folder exists. @return 0, or -1 with `err`: it is missing, or not a folder */
int egdb_folder_check(const char *dir, struct err *err);

/**
 * Finds the folders to read from if the user names none: those that have databases of the variant,
 * the user's own first, then the one that comes with dama.
 * @return how many
 */
unsigned egdb_folder_find(const struct rules *rules, char buf[EGDB_FOLDERS][EGDB_FOLDER_SIZE]);

/** Whether a folder has databases of any variant. */
bool egdb_folder_has_any(const char *dir);

/** Which files a folder has for a variant, by kind and code of the material. */
struct egdb_listing {
    bool has[EGDB_KINDS][EGDB_MATERIALS];
};

/**
 * Lists the slices of a variant by the names of their files. Other files are ignored.
 * @return 0; 1 with `err`: the folder has nothing for this variant; -1 with `err`: it cannot be
 *         read
 */
int egdb_folder_list(const char *dir, const struct rules *rules, struct egdb_listing *out,
                     struct err *err);

#endif
