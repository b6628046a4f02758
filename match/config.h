// SPDX-License-Identifier: MIT
/*
 * The match file: YAML, read strictly into plain structs. An unknown key, a wrong type or a value
 * out of range is an error with its line and column. Every key is a row of one table
 * (match/config-keys.c), which drives the reading of the file, the printing of the complete
 * configuration and the reference in dama-match(5).
 */
#ifndef DAMA_MATCH_CONFIG_H
#define DAMA_MATCH_CONFIG_H

#include "core/base/arena.h"
#include "core/base/buffer.h"
#include "match/config-values.h"

/**
 * Reads a match file with all the files that it includes.
 * @param path  "-" is standard input; paths in a file are relative to its folder
 * @param arena everything in `out` lives there
 * @return 0, or -1 with `err` and the place
 */
int match_config_read(const char *path, struct arena *arena, struct match_config *out,
                      struct err *err);

/**
 * Like match_config_read, but reads n bytes; `path` is for messages, and its folder for relative
 * paths.
 */
int match_config_parse(const char *path, const char *text, size_t n, struct arena *arena,
                       struct match_config *out, struct err *err);

/**
 * Reads when a match ends, from its configuration as printed by match_config_print. All else is
 * left out, because it may depend on files and on the environment.
 * @param arena texts in `out` live there
 * @param out   set to the defaults where nothing is printed
 * @return 0, or -1 with `err`
 */
int match_config_read_stop(const char *printed, struct arena *arena, struct match_stop *out,
                           struct err *err);

/**
 * Prints the complete configuration as YAML, which gives the same configuration when read. Values
 * from the environment remain ${NAME}.
 */
void match_config_print(const struct match_config *config, struct buffer *out);

/**
 * The forms in which to print what decides the games: the current one, and those of older versions.
 */
enum match_decisive {
    MATCH_DECISIVE,         /* values; but paths, commands and parameters as they are written */
    MATCH_DECISIVE_LIMITS,  /* older: of players only kind, name, level and limits */
    MATCH_DECISIVE_WRITTEN, /* before that: the same, but ${NAME} as it is written */
    MATCH_DECISIVE_WITH_FOLDERS, /* before that: the same, but paths relative to here */
    MATCH_DECISIVE_FORMS,
};

/**
 * Prints the settings that decide which games are played and how: a match can continue as long as
 * they are the same. For comparing only: it contains values from the environment, which must not be
 * stored.
 */
void match_config_decisive(const struct match_config *config, enum match_decisive form,
                           struct buffer *out);

/**
 * Describes how a configuration differs from an earlier one in the settings that decide the games,
 * in words for a message: `with games: 20, and not games: 40`.
 * @param before the earlier one, as printed by match_config_print
 * @return empty if the difference is unknown: it is in a value from the environment, or in an older
 *         form
 */
struct text match_config_difference(const struct match_config *config, const char *before,
                                    struct arena *arena);

/**
 * Finds the output that would overwrite an input file, even if their names differ, as with links
 * and `./`.
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
