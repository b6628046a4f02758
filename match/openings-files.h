// SPDX-License-Identifier: MIT
/*
 * Finds the files of a list of names, folders and patterns. For match/openings.c.
 */
#ifndef DAMA_MATCH_OPENINGS_FILES_H
#define DAMA_MATCH_OPENINGS_FILES_H

#include "core/base/walk.h"
#include "match/config.h"

/**
 * Finds the files, those of a pattern sorted by bytes. A name that exists as it is written is not
 * taken for a pattern.
 * @return 0, or -1 with `err`: a folder that cannot be read, a pattern that fits no file
 */
int openings_find_files(const struct match_words *words, struct walk *out, struct err *err);

/**
 * Whether a path fits a pattern: `*`, `?` and `[...]` within a name, `**` for any number of
 * folders.
 */
bool openings_fits(const char *pattern, const char *path);

/**
 * Checks that no output is also read for openings, or would be by the next match: such a file would
 * be overwritten. Files that cannot be found are not an error here.
 * @return 0, or -1 with `err`
 */
int openings_check_outputs(const struct match_config *config, struct err *err);

#endif
