// SPDX-License-Identifier: MIT
/*
 * A run of dama-convert. Workers turn games into bytes of the output format; one thread takes their
 * results in the order of the input and does what depends on the order.
 *
 *   inputs ─ reader ─ check ─ normalise ─ filter ─ clean ─ writer ─▶ choose ─┬──────────────▶ sink
 *                                                                            └─ spool, sort ... ─▶
 */
#ifndef DAMA_CMD_CONVERT_CONVERT_H
#define DAMA_CMD_CONVERT_CONVERT_H

#include "cmd/lib/game-stream.h"
#include "cmd/lib/inputs.h"
#include "cmd/lib/print-finding.h"
#include "cmd/lib/progress.h"
#include "cmd/lib/stored-judgements.h"
#include "cmd/lib/written-losses.h"
#include "cmd/lib/written-rules.h"
#include "core/base/encoder.h"
#include "core/base/encoding.h"
#include "core/base/outfile.h"
#include "core/base/pipeline.h"
#include "core/check/check.h"
#include "core/query/alias.h"
#include "core/query/change-list.h"
#include "core/query/clean.h"
#include "core/query/filter.h"
#include "core/query/name-count.h"
#include "core/query/opening-count.h"
#include "core/query/opening.h"
#include "core/query/pattern.h"
#include "core/query/ranges.h"
#include "core/query/score-table.h"
#include "core/query/sort-key.h"
#include "core/query/split.h"
#include "core/query/summary.h"
#include "core/store/spool.h"
#include "core/store/store.h"
#include "pdn/format.h"

enum convert_on_error { ON_ERROR_KEEP, ON_ERROR_DROP, ON_ERROR_STOP };

/** How moves of PDN are written: the words of --notation. */
enum convert_notation {
    CONVERT_NOTATION_SHORT,
    CONVERT_NOTATION_LONG, /* every square of a capture: NOTATION_STYLE_FULL */
    CONVERT_NOTATION_FULL, /* with the captured squares: NOTATION_STYLE_HUB */
    CONVERT_NOTATION_ALGEBRAIC
};

/** How results are written: the words of --result-style. */
enum convert_result_style { RESULT_STYLE_INPUT, RESULT_STYLE_TWO, RESULT_STYLE_ONE };

/** The options of the command line. */
struct convert_settings {
    /* formats */
    const char *from, *to, *output, *variant, *input_encoding, *encoding, *columns, *tag_order;
    int notation;     /* enum convert_notation */
    int result_style; /* enum convert_result_style */
    int turn;         /* enum dam_turn */
    int table;        /* enum score_kind */
    unsigned line_width;
    bool translit, provenance, no_formulas, strict, experimental_dam, flip, small, unicode,
        no_numbers, positions;
    /* filters */
    struct option_list where, players, has, patterns, materials, manoeuvres, games;
    struct option_list reached; /* the FENs of --position */
    enum format_position position;
    unsigned ply, first;
    bool mirror, inverted;
    /* cleaning */
    struct option_list strip, set, normalise;
    const char *names, *tag_map, *changes, *report, *split, *sort;
    struct option_list against;
    int dedupe; /* enum dedupe */
    unsigned sample;
    int64_t seed; /* negative: not given */
    const char *openings;
    unsigned suggest_openings, century; /* century: its first year; 0: not given */
    bool renumber, truncate_illegal, suggest_aliases, stats, dry_run;
    /* the run */
    int on_error; /* enum convert_on_error */
    unsigned jobs;
    bool in_place, quiet;
};

/** The state of one thread. */
struct convert_worker {
    struct checker *checker;
    struct pattern_search *search;
    struct encoder *encoder; /* NULL: UTF-8 */
    struct arena arena;      /* for games that are merged */
    struct buffer scratch, moves, names;
};

/** Facts about a game that are reported if it is written. */
struct convert_facts {
    bool broken;
    bool copied;             /* its bytes are those from the input */
    bool stops_early;        /* a move is unknown, though the last position is wanted */
    bool drops_result;       /* the result after the moves is dropped, as it contradicts the tag */
    bool has_tag;            /* GameType or Variant names its rules */
    bool guessed;            /* such a tag was added, though the rules were only guessed */
    unsigned lost;           /* enum format_holds */
    unsigned carried;        /* enum game_extras: things written along with it */
    unsigned left;           /* enum game_extras: things left out */
    uint64_t similar;        /* characters that --translit has replaced with similar ones */
    uint64_t question_marks; /* and with question marks */
    const struct rules *rules; /* by which it was read, in PDN; NULL: none, or another format */
};

/** A game on its way from a worker to the output; in the arena of its chunk. */
struct convert_game {
    struct convert_game *next;
    const struct game_input *input;
    uint64_t number;       /* in the input; 0: the number after that of the previous game */
    size_t offset, length; /* the place of its bytes in those of the chunk */
    size_t closing;        /* more bytes after them, to be written if a bare game follows */
    bool bare;             /* it is PDN without tags */
    bool matches;          /* it passes the filters, except for its number */
    bool unreadable;       /* nothing of it could be read */
    bool left_out;         /* as it is unreadable, and cannot be copied either */
    bool no_position;      /* it has none, though positions are wanted */
    bool cut;              /* by --truncate-illegal */
    bool short_year;       /* its date lacks only the century */
    bool odd_date;         /* its date cannot be read, except perhaps for the year */
    struct convert_facts facts;
    struct hash128 line; /* if it has judgements: a hash of the main line as it was read */
    struct finding *first_finding; /* the first of its n_findings */
    unsigned n_findings;
    size_t changes, n_changes; /* place of its lines in the changes of the chunk */
    unsigned n_written;        /* games or positions written */
    struct err *failed;        /* why it cannot be written; NULL: it can be, or is not wanted */
    struct src_pos at;
    struct spool_entry *entry;    /* if games are spooled; without its bytes */
    struct text white, black;     /* if names are counted */
    struct opening_moves *moves;  /* if openings are counted */
    struct score_game *score;     /* if a table is made */
    struct summary_game *summary; /* if statistics are made */
};

/** A worker's results for a chunk; in the chunk's arena, except for the buffers. */
struct convert_chunk {
    struct findings found; /* first: game_handler_begin */
    struct buffer bytes;   /* owned */
    struct buffer changes; /* owned */
    struct convert_game *first, *last;
    uint32_t n;
    struct finding *last_of_games; /* later findings are about the chunk; NULL: all of them are */
};

struct sink;

/** Figures that a run reports at the end. */
struct convert_tally {
    uint64_t seen;           /* games */
    uint64_t masters;        /* games of --against */
    uint64_t broken, copied; /* of those that were written, or left out because they are broken */
    uint64_t unreadable;     /* records left out because nothing of them could be read */
    struct written_losses losses;
    struct written_rules written_rules;
    uint64_t similar, question_marks; /* characters replaced by --translit */
    uint64_t stopped_early;    /* games of which an earlier position than the last was written */
    uint64_t without_position; /* games without a position, if positions are wanted */
    uint64_t too_short;        /* games that end before the ply given by --position */
    uint64_t short_years;      /* games whose date is needed but lacks the century */
    uint64_t odd_dates;        /* games whose date is needed but cannot be read */
};

struct convert {
    const struct convert_settings *settings;
    /* made of the settings */
    const struct rules *rules; /* of --variant, or NULL */
    const struct format *to;
    struct format_output output;
    struct csv_columns columns;
    struct clean_options normal, clean; /* applied before the filters, and after them */
    struct clean_tag *set;              /* owned */
    struct filter *filter;              /* NULL: none */
    struct pattern_options pattern;
    struct ranges games; /* from --games: numbers in each input, from 1 */
    struct sort_key sort;
    struct split split;
    bool keep_positions;       /* the SQLite file gets an index of positions */
    struct tag_map *tag_map;   /* of --tag-map; NULL: none */
    struct aliases *aliases;   /* of --names; NULL: none */
    struct openings *openings; /* of --openings; NULL: none */
    bool counts;               /* counts are written in place of games */
    bool numbers;              /* the output contains the numbers of games */
    bool asks_date;            /* the dates of games decide which are written, or where */
    bool lists;                /* changes are listed */
    bool spools;               /* games wait until all have been read */
    bool masters;              /* the inputs of --against are being read */
    /* inputs */
    struct walk files, master_files;
    struct game_input *inputs; /* owned; those of --against come last */
    unsigned n_inputs, n_masters;
    struct game_handler handler;
    struct game_stream stream;
    /* the run */
    struct convert_worker *workers; /* owned */
    unsigned n_workers;
    struct sink *sink;
    struct outfile *changes;          /* where changes are listed */
    struct stored_judgements *stored; /* judgements of inputs; NULL: not opened */
    FILE *pending; /* changes to a file that is being rewritten in place; else NULL */
    bool rewrote;  /* a file was rewritten in place */
    struct spool *spool;
    struct buffer closing;  /* text to end the last game written, if a bare one follows */
    struct buffer numbered; /* scratch: a game with its number */
    struct buffer listed;   /* scratch: the list of its changes */
    struct buffer path;     /* path of the file being written with --split; ends with a NUL */
    struct name_count *name_count;       /* of --suggest-aliases */
    struct opening_count *opening_count; /* of --suggest-openings */
    struct score_table *table;           /* of --table */
    struct summary *summary;             /* of --stats */
    struct printer printer;              /* prints findings on standard error */
    struct progress progress;
    uint64_t number, written; /* games; `number` within the input */
    struct convert_tally tally;
    uint64_t invalid;     /* bytes of the input so far that are invalid in its encoding */
    bool is_utf8_too;     /* the last input was read in another encoding, but is valid UTF-8 */
    const char *encoding; /* of the last input, as far as it has been read; NULL: UTF-8; static */
    bool encoding_guessed;
    bool guess_told; /* a guess of it was reported on standard error */
    bool incomplete; /* part of an input was not read */
    bool enough;
    int status;
};

/* ---- settings.c ---- */

/**
 * Turns the options into the settings of a run.
 * @return 0, or an exit status, reported
 */
int convert_prepare(struct convert *c);

/** Frees what convert_prepare and the run have allocated. */
void convert_fini(struct convert *c);

/* ---- check-options.c ---- */

/** @return the option that asks for an output other than games: "--stats"; NULL: none does */
const char *convert_other_output(const struct convert_settings *s);

/**
 * Checks that the options given for a format apply to it.
 * @return 0, or -1 with `err`
 */
int convert_check_format(const struct convert_settings *s, const struct format *to,
                         struct err *err);

/**
 * Checks that the options agree with each other and, unless files are rewritten in place, with the
 * format of the output.
 * @return 0, or -1 with `err`
 */
int convert_check_options(const struct convert_settings *s, const struct format *to,
                          struct err *err);

/* ---- input.c ---- */

/** Finds the inputs and their formats. @return 0, or an exit status, reported */
int convert_find_inputs(struct convert *c, char *const *operands, int n);

/** Whether a path leads to a file that is read: an input, one of --against, aliases, openings. */
bool convert_is_input(const struct convert *c, const char *path);

/**
 * Begins to show progress in bytes of the inputs, unless --quiet is given; progress_clear ends it.
 */
void convert_start_progress(struct convert *c);

/**
 * Reads everything, the games of --against first.
 * @return 0, 1 stopped by a signal, -1 with `err`
 */
int convert_read_inputs(struct convert *c, struct err *err);

/** Reads inputs[from] to inputs[to - 1]. @return as convert_read_inputs */
int convert_read_range(struct convert *c, unsigned from, unsigned to, struct err *err);

/* ---- outcome.c ---- */

/** Whether the output is a file, not standard output. */
bool convert_names_output(const struct convert_settings *s);

/** Whether there was no game that could be read. */
bool convert_read_nothing(const struct convert *c);

/**
 * Whether games are missing because inputs failed: the output of an earlier run is worth more than
 * a partial one.
 */
bool convert_lacks_input(const struct convert *c);

/**
 * Like convert_lacks_input, but once all was read: reading a file that was truncated to nothing
 * does not fail.
 */
bool convert_lacks_games(const struct convert *c);

/** Tells that, for lack of games, nothing was written. @param all no input could be read */
void convert_say_nothing_written(const struct convert *c, bool all);

/** Tells what became of games that were not written as they are; sets the status if some are not. */
void convert_say_losses(struct convert *c);

/* ---- in-place.c ---- */

/**
 * Refuses to rewrite a list of files if one would be the backup of another, or would be rewritten
 * twice.
 * @return 0, or an exit status, reported
 */
int convert_check_backups(const struct convert *c);

/** Checks that each input can be rewritten in its place. @return 0, or -1 with `err` */
int convert_check_inputs(const struct convert *c, struct err *err);

/**
 * Rewrites each input in its place; in a dry run, only lists the changes.
 * @return 0, 1 stopped by a signal, -1 with `err`
 */
int convert_rewrite(struct convert *c, struct err *err);

/* ---- spool.c: games that wait ---- */

/**
 * Collects what --split, --sort and --dedupe need to know about a game. @return 0, or -1 with `err`
 */
int convert_describe(const struct convert *c, struct convert_worker *w, const struct game *game,
                     struct arena *arena, struct spool_entry **out, struct err *err);

/**
 * Puts a game into the spool.
 * @param changes the list of its changes, for convert_note_written
 * @param bytes   in the output format
 * @return 0, or -1 with `err`
 */
int convert_spool(struct convert *c, const struct convert_game *g, struct text changes,
                  struct text bytes, struct err *err);

/**
 * Drops duplicates, selects, and writes the remaining games to sinks.
 * @return 0, 1 stopped by a signal, -1 with `err`
 */
int convert_write_spool(struct convert *c, struct err *err);

/* ---- merge.c ---- */

/** Whether a tag is about one copy of a game only, or follows from the moves. */
bool convert_tag_is_own(struct text name);

/**
 * Gives a game the tags, and the result, that only its duplicates have.
 * @param bytes the game's bytes in the output format; replaced if it gets something, and then valid
 *              until the next call
 * @param facts the game's facts; in that case, those that depend on its tags are set again
 */
int convert_merge(struct convert *c, const struct spool_item *item, struct text *bytes,
                  struct convert_facts *facts, struct err *err);

/**
 * Makes a game that has what only its duplicates had, as convert_merge does.
 * @param game in the arena of the first worker, until the next call
 * @return 1 it got something, 0 it did not, -1 with `err`
 */
int convert_merged_game(struct convert *c, const struct spool_item *item, struct game *game,
                        struct err *err);

/* ---- clean.c ---- */

/** A game being cleaned. */
struct convert_cleaning {
    struct checker *checker;
    struct game *game;
    struct findings *found;
    struct finding *read; /* the last finding by its reader; those of checking follow. NULL: none */
};

/**
 * Gives a checked game the names by which filters find it.
 * @param report tells what was normalised; must be zero
 * @return 0, or -1 with `err`
 */
int convert_normalise(const struct convert *c, const struct convert_cleaning *cleaning,
                      struct clean_report *report, struct err *err);

/**
 * Cleans a game after the filters, which must see it uncleaned: --set, --strip, --truncate-illegal.
 * Adds the tags that name its rules if the output needs them.
 * @param report tells what was changed; must be zero
 * @return 0, or -1 with `err`
 */
int convert_clean(const struct convert *c, const struct convert_cleaning *cleaning,
                  struct clean_report *report, struct err *err);

/* ---- work.c ---- */

/** The handler that takes the games. */
struct game_handler convert_handler(struct convert *c);

/* ---- extras.c: what a source has besides its games ---- */

/** The hash of a game's rules, start and main line, as written. */
struct hash128 convert_hash_line(struct convert_worker *w, const struct game *game);

/**
 * Puts the data that go along with a game into w->names: members of JSON, or the end of a record.
 * @return bits of enum game_extras for the data that do not go along
 */
unsigned convert_carry(const struct convert *c, struct convert_worker *w, const struct game *game,
                       const struct convert_game *g);

/**
 * The same for a game that is written again.
 * @param written the game as it was written before
 * @param carried the data that went along with it
 */
unsigned convert_carry_again(const struct convert *c, struct convert_worker *w, struct text written,
                             unsigned carried);

/**
 * Adds the judgements that a game of a collection came with.
 * @param record  the record of a game that was just added
 * @param carried the data that follow it in its bytes
 * @return 0, or -1 with `err`
 */
int convert_put_rows(struct convert *c, struct store *store, const struct record *record,
                     struct text carried, struct err *err);

/* ---- encode.c: what the encoding of the output lacks ---- */

/** Where and how a game is written. */
struct convert_bytes {
    struct buffer *bytes; /* the game is appended */
    struct convert_facts *facts;
    struct text members; /* members of JSON to be added to it */
    unsigned n_written;  /* set to the number of games or positions */
};

/**
 * Writes a game in a format of text, in UTF-8; with --translit characters of its texts that the
 * output's encoding lacks are replaced, and counted in `facts`.
 * @return 0, or -1 with `err`
 */
int convert_write_text(const struct convert *c, struct convert_worker *w, struct game *game,
                       struct convert_bytes *to, struct err *err);

/**
 * Puts bytes into the encoding of the output.
 * @param from where they begin
 * @param done tells of a character that the encoding lacks: the bytes are then still UTF-8
 * @return 0, or -1 with `err`: out of memory
 */
int convert_encode(struct convert_worker *w, struct buffer *bytes, size_t from,
                   struct encoded *done, struct err *err);

/* ---- emit.c ---- */

/** The `emit` of the handler: writes, counts or spools the games of a chunk. */
int convert_emit(void *convert, struct chunk *chunk, struct err *err);

/** Counts the facts of a game that is written, and lists its changes, unless it is a copy. */
void convert_note_written(struct convert *c, const struct convert_facts *facts,
                          struct text changes);

/* ---- count.c: counts instead of games ---- */

/**
 * Takes the data to be counted from a game; on any thread.
 * @return 0, or -1 with `err`
 */
int convert_keep_counts(const struct convert *c, struct convert_worker *w, const struct game *game,
                        struct convert_game *g, struct arena *arena, struct err *err);

/** Counts a game; in input order. @return 0, or -1 with `err` */
int convert_count(struct convert *c, const struct convert_game *g, struct err *err);

/** Writes the counts. @return 0, or -1 with `err` */
int convert_write_counts(struct convert *c, struct err *err);

/* ---- sink.c: where games go ---- */

/** Opens an output; NULL and "-" are standard output. @return 0, or -1 with `err` */
int sink_open(struct convert *c, const char *path, struct sink **out, struct err *err);

/**
 * Begins a text file with the text that precedes the games, or replaces them, in the encoding of
 * the output.
 * @return 0, or -1 with `err`: a character that the encoding cannot hold, out of memory
 */
int sink_begin_text(struct convert *c, FILE *out, struct text text, struct err *err);

/**
 * Keeps the old file as a backup, with "~" appended to its name.
 * @return 0, or -1 with `err`
 */
int sink_backup(struct sink *sink, struct err *err);

/** Refuses n games or positions in a file of a format that holds one. @return 0, or -1 with `err` */
int sink_check_amount(const struct format *format, const char *path, unsigned n, struct err *err);

/** Adds a game. @return 0, or -1 with `err` */
int sink_put(struct sink *sink, struct text bytes, unsigned n_written, struct err *err);

/**
 * Adds a game to a collection, with its source if `from` names a file.
 * @return 0, or -1 with `err`
 */
int sink_put_record(struct sink *sink, struct text bytes, struct src_pos from, uint64_t number,
                    struct err *err);

/** Puts the output in its place. Always frees the sink. @return 0, or -1 with `err` */
int sink_finish(struct sink *sink, struct err *err);

/** Discards the output. Allows NULL. */
void sink_close(struct sink *sink);

#endif
