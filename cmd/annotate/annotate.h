// SPDX-License-Identifier: MIT
/*
 * A run of dama-annotate: games are read into the journal, judged from there, and written with
 * annotations in the order of the input.
 */
#ifndef DAMA_CMD_ANNOTATE_ANNOTATE_H
#define DAMA_CMD_ANNOTATE_ANNOTATE_H

#include "cmd/lib/options.h"
#include "core/base/deadline.h"
#include "core/base/hash.h"
#include "core/base/hashtable.h"
#include "core/query/filter.h"
#include "core/study/annotate-knowledge.h"
#include "core/study/annotate-list.h"
#include "core/study/annotate.h"
#include "core/study/annotation.h"
#include "match/hub-engine.h"
#include "pdn/format.h"

#include <string.h>

enum { ENGINE_RETRIES = 2, ENGINE_RETRIES_UNSET = 1001 /* above the allowed maximum */ };

/** The options of the command line. */
struct annotate_options {
    /* how long */
    int64_t nodes, move_ms, game_ms, for_ms;
    const char *until;
    unsigned depth, jobs, threads;
    int64_t hash;
    bool no_nice;
    /* what is judged, and how */
    const char *variant, *eval, *egdb, *book, *thresholds, *moves, *engine;
    struct option_list where, players, engine_params;
    int64_t engine_timeout_ms;
    unsigned engine_retries; /* or ENGINE_RETRIES_UNSET */
    unsigned multi;          /* --multipv */
    int side;
    double decided;
    /* what is written */
    const char *from, *to, *output, *journal, *summary, *html, *exercises, *novelties;
    int summary_format;
    unsigned line_plies;
    bool problems; /* the games are compositions */
    bool only_faults, no_lines, no_tags, diff, quiet;
    /* several machines */
    const char *shard;
    bool join;
};

enum { FAILED_REASON = 160 /* bytes */ };

/** A game at which the engine has failed: it is written as it was. */
struct failed_game {
    struct hash128 key;
    char reason[FAILED_REASON];
};

/**
 * The version of a journal of compositions. "1" took different compositions for the same; "2" found
 * only one of many solutions if the defender moves first.
 */
#define PROBLEMS_SETTING "3"

/* The version of a journal with exercises. Version 1 did not examine last positions. */
enum { EXERCISES_SETTING = 2 };

enum { ANNOTATOR_SIZE = 4608 }; /* a --engine command with its path fits into it */

/** A run. */
struct annotation_run {
    const struct annotate_options *options;
    const struct rules *rules; /* of --variant, or of joined shards; NULL: what the games say */
    const struct format *to; /* of the games; NULL: no games are written, only pages and the like */
    struct filter **filters; /* n_filters; owned */
    unsigned n_filters;
    const struct rules *book_rules; /* of --book; NULL: none is given */
    struct judge_range range;
    const struct engine_ops *ops;        /* who thinks */
    struct hub_engine_settings hub;      /* if the engine is a program */
    struct hash128 program;              /* hash of that program's file */
    struct player_parameter *parameters; /* of `hub`; owned, like their words */
    char **parameter_words;
    struct engine_limits limits;
    bool has_limits; /* limits were given */
    unsigned shard, shards;
    struct annotation_options annotation;
    struct stored_judgements *stored; /* of games that are not analysed; NULL: not wanted */
    struct exercises *exercises;      /* likewise */
    struct novelties *novelties;      /* likewise */
    char annotator[ANNOTATOR_SIZE];   /* engine and limits, the same for all games */
    /* the Annotator tag of the current game: also its weights and databases */
    char signature[ANNOTATOR_SIZE + ANNOTATE_SOURCES_SIZE];
    const char *journal_path;
    char *own_path;    /* path of the journal if none was named; owned */
    bool is_temporary; /* the journal is deleted at the end */
    bool is_new;       /* the journal was not there before; if no game is read, it is deleted */
    int places[3];     /* from signals_register_file; for a temporary journal and its companions */
    struct lockfile *lock; /* for the journal; NULL: for a temporary one */
    struct journal *journal;
    int64_t began;              /* monotonic ms when the command was started */
    int64_t games, matching;    /* games read; those of them that pass the filters */
    int64_t without_book;       /* those of `matching` that --book is not for */
    struct failed_game *failed; /* n_failed; owned */
    unsigned n_failed, room_failed;
    struct hashtable failed_index; /* by key; if several have the same key, the first */
    struct deadline deadline;
    struct deadline judging; /* ends before the final deadline, to leave time for writing */
    struct hash128 settings; /* hash of everything that verdicts depend on */
    int status;
};

/** Turns options and n operands into a run. @return EXIT_WELL, or a status, already reported */
int annotation_run_open(struct annotation_run *run, const struct annotate_options *options, int n);
void annotation_run_close(struct annotation_run *run);

/**
 * Whether an option names a file rather than standard output.
 * @param path NULL: it was not given
 */
static inline bool annotation_to_file(const char *path) { return path && strcmp(path, "-") != 0; }

enum { ANNOTATION_OUTPUTS = 3 /* the most files that a run writes, not counting pages */ };

/** The files that are written, ended by NULL; borrowed. */
void annotation_run_outputs(const struct annotation_run *run,
                            const char *outputs[ANNOTATION_OUTPUTS + 1]);
/** Whether it writes any files, pages among them. */
bool annotation_run_writes_files(const struct annotation_run *run);
/**
 * Refuses to write a file that an option reads, or two outputs to one file or to standard output.
 * @return EXIT_WELL, or a status, already reported
 */
int annotation_run_check_files(struct annotation_run *run);

/** Takes over --engine and its options. @return EXIT_WELL, or a status, already reported */
int annotation_run_take_engine(struct annotation_run *run);
/**
 * Tries out the program of --engine if parameters are set: after a typo in one, a long run would be
 * worthless. @return EXIT_WELL, or a status, already reported
 */
int annotation_run_check_engine(struct annotation_run *run);
/** Adds the name of the engine, for tags, and to tell runs apart: "dama 1.0, engine ./scan hub". */
void annotation_run_engine_name(const struct annotation_run *run, struct buffer *out);
/**
 * Adds data that identify the program of --engine, to tell runs apart; nothing without a program.
 */
void annotation_run_add_program(const struct annotation_run *run, struct buffer *out);
void annotation_run_drop_engine(struct annotation_run *run);

/**
 * Sets the text that tells in the games who has judged them, and the hash of everything that
 * verdicts depend on, from the options and thresholds.
 * @return EXIT_WELL, or a status, already reported
 */
int annotation_run_describe(struct annotation_run *run);

/**
 * @return the game with this key at which the engine has failed, valid until the next failure;
 *         NULL: none
 */
const struct failed_game *annotation_run_find_failed(const struct annotation_run *run,
                                                     struct hash128 key);

/**
 * Reports that the engine has failed at a game, and remembers it.
 * @param number of the game, from 1
 */
void annotation_run_failed_at(struct annotation_run *run, int64_t number, struct hash128 key,
                              const char *why);

/** Reports how many games have errors; only if there are some. */
void annotation_run_say_errors(struct annotation_run *run, uint64_t bad);

/** Reads all games into the journal. @return EXIT_WELL or a status, -1 with `err` */
int annotation_run_read(struct annotation_run *run, char *const *operands, int n, struct err *err);

/** Judges the games. @return EXIT_WELL, EXIT_STOPPED, EXIT_PEER, already reported; -1 with `err` */
int annotation_run_judge(struct annotation_run *run, struct err *err);

/**
 * Writes all games, the summary and the changes.
 * @return EXIT_WELL, EXIT_STOPPED, already reported; -1 with `err`
 */
int annotation_run_write(struct annotation_run *run, struct err *err);

/**
 * Joins journals of shards: collects their verdicts in a journal of this run.
 * @return EXIT_WELL; EXIT_USAGE, already reported: an output is one of them; -1 with `err`: they
 *         have other games or settings, or games without a verdict
 */
int annotation_run_join(struct annotation_run *run, char *const *journals, int n, struct err *err);

#endif
