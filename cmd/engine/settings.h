// SPDX-License-Identifier: MIT
/* Settings that several verbs of dama-engine share: the engine, the openings. */
#ifndef DAMA_CMD_ENGINE_SETTINGS_H
#define DAMA_CMD_ENGINE_SETTINGS_H

#include "cmd/lib/options.h"
#include "core/book/probe.h"
#include "core/engine/ops.h"
#include "core/engine/tuning.h"
#include "core/study/game-openings.h"

/** Words for --level, ended by NULL; the first means no level. */
extern const char *const engine_levels[];

/** Settings for opening an engine, as given by options. Zero is the default of everything. */
struct engine_settings {
    const char *variant, *draws, *egdb, *eval, *tune;
    int64_t hash; /* bytes */
    unsigned threads;
    int level;        /* index into engine_levels */
    const char *book; /* file of an opening book; NULL: none */
    double book_margin, book_temperature;
    int64_t book_seed;
    /* made from those above by engine_settings_take */
    const struct rules *rules; /* those of `variant`, unless they were set before */
    struct tuning tuning;
    struct engine_options options;
    struct book_player *player; /* owned; NULL: no book */
};

/** Defaults for the settings of verbs with ENGINE_ROW_BOOK. */
#define ENGINE_BOOK_DEFAULTS \
 .engine.book_margin = 0.05, .engine.book_temperature = 1, .engine.book_seed = 1

/*
 * Rows for the options of the verbs that open an engine, whose settings hold `struct
 * engine_settings engine`. GROUP: heading in --help, or NULL; DEFAULT_SIZE: what the help says
 * about the default
 */
#define ENGINE_AT(field) OPTION_AT(struct settings, engine.field)
#define ENGINE_ROW_BOOK(GROUP)                                                            \
 {                                                                                        \
  "book", 0, OPTION_TEXT, "FILE", ENGINE_AT(book),                                        \
      .file = true, .help = "play from an opening book made by dama-book", .group = GROUP \
 }
#define ENGINE_ROW_BOOK_MARGIN(GROUP)                                                         \
 {                                                                                            \
  "book-margin", 0, OPTION_REAL, "POINTS", ENGINE_AT(book_margin),                            \
      .real_min = 0, .real_max = 1,                                                           \
      .help = "play book moves that score at most POINTS less than the best (default: 0.05)", \
      .group = GROUP                                                                          \
 }
#define ENGINE_ROW_BOOK_SEED(GROUP)                                              \
 {                                                                               \
  "book-seed", 0, OPTION_INT, "N", ENGINE_AT(book_seed),                         \
      .help = "random seed for choosing book moves (default: 1)", .group = GROUP \
 }
#define ENGINE_ROW_BOOK_TEMPERATURE(GROUP)                                                   \
 {                                                                                           \
  "book-temperature", 0, OPTION_REAL, "T", ENGINE_AT(book_temperature),                      \
      .real_min = 0, .real_max = 100,                                                        \
      .help = "choose book moves by weight^(1/T); 0 means always the heaviest (default: 1)", \
      .group = GROUP                                                                         \
 }
#define ENGINE_ROW_DRAWS(GROUP)                                                                    \
 {                                                                                                 \
  "draws", 0, OPTION_TEXT, "PROFILE", ENGINE_AT(draws),                                            \
      .choice = draw_profile_word,                                                                 \
      .help = "draw rules, such as fmjd or none; see dama(7), DRAWS (default: the variant's own)", \
      .group = GROUP                                                                               \
 }
#define ENGINE_ROW_EGDB(GROUP)                                                                \
 {                                                                                            \
  "egdb", 0, OPTION_TEXT, "DIR", ENGINE_AT(egdb),                                             \
      .file = true,                                                                           \
      .help = "folder of endgame databases, or 'none' (default: that of dama-egdb build and " \
              "those that come with dama)",                                                   \
      .group = GROUP                                                                          \
 }
#define ENGINE_ROW_EVAL(GROUP)                                                            \
 {                                                                                        \
  "eval", 0, OPTION_TEXT, "FILE", ENGINE_AT(eval),                                        \
      .file = true, .help = "weights file, or 'material' for material and mobility only", \
      .group = GROUP                                                                      \
 }
#define ENGINE_ROW_HASH(GROUP, DEFAULT_SIZE)                                                \
 {                                                                                          \
  "hash", 0, OPTION_SIZE, "SIZE", ENGINE_AT(hash),                                          \
      .min = 1 << 20, .max = INT64_C(1) << 40,                                              \
      .help = "size of the transposition table (default: " DEFAULT_SIZE ")", .group = GROUP \
 }
#define ENGINE_ROW_LEVEL(GROUP)                                                            \
 {                                                                                         \
  "level", 0, OPTION_CHOICE, "LEVEL", ENGINE_AT(level),                                    \
      .choices = engine_levels,                                                            \
      .help = "strength; A is a beginner, D a club player (default: full)", .group = GROUP \
 }
#define ENGINE_ROW_THREADS(GROUP)                                                               \
 {                                                                                              \
  "threads", 't', OPTION_UNSIGNED, "N", ENGINE_AT(threads),                                     \
      .min = 1, .max = ENGINE_THREADS_MAX, .help = "use N threads (default: 1)", .group = GROUP \
 }
#define ENGINE_ROW_TUNE(GROUP)                                            \
 {                                                                        \
  "tune", 0, OPTION_TEXT, "NAME=N,...", ENGINE_AT(tune),                  \
      .help = "change search parameters, for experiments", .group = GROUP \
 }
#define ENGINE_ROW_VARIANT(GROUP)                                                               \
 {                                                                                              \
  "variant", 0, OPTION_TEXT, "NAME", ENGINE_AT(variant),                                        \
      .choice = rules_name, .help = "rules to play by (default: international)", .group = GROUP \
 }

/**
 * Turns words into rules and options. An engine for playing should use endgame databases: set
 * settings->egdb to "" before reading the options.
 * @return 0, or -1 with `err`
 */
int engine_settings_take(struct engine_settings *settings, struct err *err);

/** Reads --tune or --tune-b; NULL changes nothing. @return 0, or -1 with `err`: names the option */
int engine_settings_tune(const char *option, const char *text, struct tuning *tuning,
                         struct err *err);

/**
 * The exit status of a command whose settings cannot be used: a file is at fault, or it is wrong
 * usage.
 */
int engine_settings_status(const struct err *err);

/** Turns the word of --egdb into a value for engine_options. @return a folder, or NULL for none */
const char *engine_settings_egdb(const char *word);

/** Opens a book to play from, according to the settings. @return 0, or -1 with `err` */
int engine_settings_book(const struct engine_settings *settings, const char *path,
                         struct book_player **out, struct err *err);

/** Closes what engine_settings_take has opened, after the engines. */
void engine_settings_free(struct engine_settings *settings);

/**
 * The engine of dama for sessions in which the variant may change: a book is for one variant, and
 * an engine for another variant plays without it. `ctx` of its open is the struct engine_settings.
 */
struct engine_ops engine_settings_ops(void);

/** How games begin, as given by options. */
struct opening_settings {
    /* positions, one FEN a line; blank lines and those that begin with '#' are skipped */
    const char *file;
    const char *endings; /* pieces of random endings to begin from, "4" or "3-8"; NULL: none */
    const char *random;  /* random plies after them, "4" or "4-12"; NULL: as already in `out` */
    bool uncounted;      /* refuse counted king moves, which no file of games can hold */
    struct position *at; /* owned; from the file */
    unsigned n, room;    /* of them */
};

/**
 * Reads the file and the ranges.
 * @param out borrows the positions until `settings` are freed
 * @return 0, or -1 with `err`: cannot be read, a line that is no such position, none at all, no
 *         range, file and endings together, endings of a game that ends with the first king
 */
int opening_settings_take(struct opening_settings *settings, const struct rules *rules,
                          struct game_openings *out, struct err *err);
void opening_settings_free(struct opening_settings *settings);

#endif
