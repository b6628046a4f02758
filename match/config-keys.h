// SPDX-License-Identifier: MIT
/*
 * The keys of the match file as data. Only for match/config*.c.
 */
#ifndef DAMA_MATCH_CONFIG_KEYS_H
#define DAMA_MATCH_CONFIG_KEYS_H

#include "core/base/arena.h"
#include "core/base/yaml.h"
#include "match/config-values.h"

/** The kind of a value, and the type of the field in which it is stored. */
enum config_kind {
    CONFIG_TEXT,     /* const char *; NULL: not given */
    CONFIG_PATH,     /* const char *; relative to the folder of the file in which it is written */
    CONFIG_PATHS,    /* struct match_words */
    CONFIG_WORDS,    /* struct match_words */
    CONFIG_UNSIGNED, /* unsigned, from min to max, like all numbers */
    CONFIG_NODES,    /* uint64_t */
    CONFIG_MINUTES,  /* int64_t, ms: "10", "0.5", or a time with a unit */
    CONFIG_TIME,     /* int64_t, ms: "90s", "1h30m"; a number alone is seconds */
    CONFIG_SIZE,     /* int64_t, bytes: "64M" */
    CONFIG_MEMORY,   /* size_t, bytes */
    CONFIG_REAL,     /* double; NAN: not given */
    CONFIG_MEN,      /* int64_t, thousandths of a man: "0.8" */
    CONFIG_SCORE,    /* int, thousandths of a man */
    CONFIG_BOOL,     /* bool */
    CONFIG_EITHER,   /* bool; choices has the words for false and true */
    CONFIG_CHOICE,   /* an enum: the index of the word in choices */
    CONFIG_LEVEL,    /* char: A to D, or "full" for 0 */
    CONFIG_SEED,     /* uint64_t */
    CONFIG_SECTION,  /* a map of its own, read into the struct at the field */
    CONFIG_CALL,     /* handled elsewhere: include, players, parameters, variant */
};

/** The kinds of players that have a key: bits 1 << enum player_kind. */
enum { FOR_BUILTIN = 1 << PLAYER_BUILTIN, FOR_HUB = 1 << PLAYER_HUB, FOR_DXP = 1 << PLAYER_DXP };

struct config_key {
    const char *name;
    enum config_kind kind;
    size_t at;       /* offset of the field in the section's struct */
    double min, max; /* for numbers, in the unit of the field */
    const char *const *choices;
    const struct config_section *section;
    unsigned players; /* 0: all */
    bool filled;      /* for texts: it must not be empty */
    const char *word; /* a word allowed instead of a path; NULL: none */
    const char *data; /* for paths: dama's own folder of such files, "book/"; NULL: none */
    const char *help; /* scdoc, for dama-match(5) */
};

struct config_section {
    const char *name;              /* "" for the top level */
    const char *help;              /* the text above its keys in the manual */
    const struct config_key *keys; /* sorted by name */
    size_t n;
};

extern const struct config_section config_top, config_player, config_timeouts, config_stop;

/** All sections in the order of the manual, config_sections_count of them. */
extern const struct config_section *const config_sections[];
extern const unsigned config_sections_count;

/**
 * A text that has changed since it was read: variables were replaced, or a folder was prefixed to
 * it.
 */
struct match_rewritten {
    const struct match_rewritten *next;
    const char *value;   /* the text now; its address identifies it */
    const char *written; /* as written, with ${NAME}; NULL: it has no variables */
    size_t folder;       /* bytes of the folder at the beginning of `value` */
};

/** The state of reading a match file. */
struct config_reading {
    struct arena *arena;
    struct match_config *config;
    const struct yaml_node *timeouts; /* of all players; NULL: none */
    struct err *err;
};

/** Checks that a map has no keys other than those of a section. @return 0, or -1 with `err` */
int config_check_keys(const struct config_section *section, const struct yaml_node *map,
                      struct err *err);

/**
 * Reads a section and those within it. Keys of kind CONFIG_CALL are left out.
 * @param into the struct that the section describes; fields without a key in the file keep their
 *             values
 * @return 0, or -1 with the reading's `err`
 */
int config_read_section(struct config_reading *r, const struct config_section *section,
                        const struct yaml_node *map, void *into);

/** Reads an item of the list of players. @return 0, or -1 with the reading's `err` */
int config_read_player(struct config_reading *r, const struct yaml_node *map,
                       struct player_settings *player);

/**
 * Makes a path relative to the folder of the file at `at`.
 * @return in the arena, or `path` itself; NULL: out of memory
 */
const char *config_path(const char *path, const struct src_pos *at, struct arena *arena);

/**
 * Remembers how a text was written before another one was made from it.
 * @param value  the new text
 * @param from   the old text, before the change
 * @param folder bytes of the folder that was prefixed to it
 * @return 0, or -1 with the reading's `err`: out of memory
 */
int config_rewrite(struct config_reading *r, const char *value, const char *from, size_t folder);

/** @return how a text of the configuration was written; NULL: as it is now */
const struct match_rewritten *config_rewritten(const struct match_config *config,
                                               const char *value);

/**
 * Replaces ${NAME} in all values of a tree, and merges in the files that `include` names.
 * @param config gets the texts with variables and the included files added
 */
int config_join(struct yaml_node *root, struct arena *arena, struct match_config *config,
                struct err *err);

/**
 * Adds a file to the list of those that the configuration was read from.
 * @return 0, or -1 with `err`
 */
int config_add_source(struct match_config *config, const char *path, struct arena *arena,
                      struct err *err);

/**
 * Checks that no file is written twice, and that none is written that is also read: the match file,
 * what it includes, books and weights. For openings see match/openings-files.h.
 * @return 0, or -1 with `err` and the place
 */
int config_check_outputs(const struct match_config *config, const struct yaml_node *root,
                         struct err *err);

#endif
