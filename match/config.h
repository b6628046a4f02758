// SPDX-License-Identifier: MIT
/*
 * The match file: YAML, read strictly into plain structs. An unknown key, a wrong type or a value
 * out of range is an error with its line and column. Every key is a row of one table
 * (match/config-keys.c), from which the file is read, the complete configuration is printed and the
 * reference in dama-match(5) is made.
 */
#ifndef DAMA_MATCH_CONFIG_H
#define DAMA_MATCH_CONFIG_H

#include "core/base/arena.h"
#include "core/base/buffer.h"
#include "match/config-values.h"

/**
 * Reads a match file with all that it includes.
 * @param path  "-" is standard input; paths in a file count from its folder
 * @param arena everything in `out` lives there
 * @return 0, or -1 with `err` and the place
 */
int match_config_read(const char *path, struct arena *arena, struct match_config *out,
                      struct err *err);

/** As match_config_read, from n bytes; `path` is for messages and for the folder of other paths. */
int match_config_parse(const char *path, const char *text, size_t n, struct arena *arena,
                       struct match_config *out, struct err *err);

/**
 * Prints the complete configuration as YAML: read again, it is the same. What came from the
 * environment stays ${NAME}.
 */
void match_config_print(const struct match_config *config, struct buffer *out);

/** What stands in the place of texts that decide the games. */
enum match_decisive {
    MATCH_DECISIVE,              /* values; paths, commands and parameters as they are written */
    MATCH_DECISIVE_LIMITS,       /* once: of players no more than kind, name, level and limits */
    MATCH_DECISIVE_WRITTEN,      /* before that: so, and ${NAME} as it is written */
    MATCH_DECISIVE_WITH_FOLDERS, /* before that: so, and paths counted from here */
    MATCH_DECISIVE_FORMS,
};

/**
 * Prints what decides which games are played and how: while this is the same, a match can go on.
 * For comparing only: values of the environment are in it, which are not to be stored.
 */
void match_config_decisive(const struct match_config *config, enum match_decisive form,
                           struct buffer *out);

/**
 * Describes how a configuration differs from an earlier one in what decides the games, in words for
 * a message: `with games: 20, and not games: 40`.
 * @param before the earlier one, as match_config_print printed it
 * @return empty if that is unknown: a value of the environment, or an older form
 */
struct text match_config_difference(const struct match_config *config, const char *before,
                                    struct arena *arena);

/**
 * Finds the output that would overwrite a file, whatever the two are called: links and `./` lead to
 * one file too.
 * @param input "-": standard input
 * @return the output's key; NULL: none would
 */
const char *match_output_at(const struct match_config *config, const char *input);

/**
 * Prints the reference of all keys for dama-match(5), as scdoc.
 * @return 0, or -1 with `err`: out of memory
 */
int match_config_reference(struct buffer *out, struct err *err);

#endif
