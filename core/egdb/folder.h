// SPDX-License-Identifier: MIT
/*
 * Where endgame databases are kept.
 */
#ifndef DAMA_CORE_EGDB_FOLDER_H
#define DAMA_CORE_EGDB_FOLDER_H

#include "core/board/rules.h"

enum { EGDB_FOLDER_SIZE = 4096 };

/**
 * The user's folder: $DAMA_EGDB, or $XDG_DATA_HOME/dama/egdb, or below $HOME.
 * @param buf EGDB_FOLDER_SIZE bytes
 * @return false: none of them is set, `buf` is empty
 */
bool egdb_folder_own(char *buf);

/**
 * Makes the folders that lead to the user's folder, as far as they are missing: on a fresh account
 * none is there. What fails shows when the folder itself is made.
 */
void egdb_folder_make_parents(const char *own);

/**
 * Finds the folder to read from: the user's own if it has databases of the variant, else the one
 * that came with dama.
 * @param buf EGDB_FOLDER_SIZE bytes
 * @return whether there is one
 */
bool egdb_folder_find(const struct rules *rules, char *buf);

#endif
