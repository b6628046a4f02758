// SPDX-License-Identifier: MIT
/* Shared by the verbs of dama-egdb. */
#ifndef DAMA_CMD_EGDB_DAMA_EGDB_H
#define DAMA_CMD_EGDB_DAMA_EGDB_H

#include "cmd/lib/options.h"
#include "cmd/lib/progress.h"
#include "core/base/json.h"
#include "core/egdb/build.h"
#include "core/egdb/egdb.h"
#include "core/egdb/folder.h"
#include "core/egdb/slices.h"

extern const struct command dama_egdb_bench, dama_egdb_build, dama_egdb_compare, dama_egdb_list,
    dama_egdb_probe, dama_egdb_verify;

/** "text", "jsonl". */
extern const char *const egdb_formats[];
enum egdb_format { EGDB_FORMAT_TEXT, EGDB_FORMAT_JSONL };

/** @return 0, or EXIT_USAGE: there are no rules of that name; reported */
int egdb_find_rules(const char *name, const struct rules **out);

/**
 * The user's folder.
 * @param buf EGDB_PATH_SIZE bytes
 * @return 0, or EXIT_USAGE: its place is unknown; reported
 */
int egdb_find_user_folder(char *buf);

/**
 * Opens the slices of a folder, for verbs that go through them.
 * @param dir NULL: the user's own folder, or else the files that came with dama
 * @param buf EGDB_PATH_SIZE bytes, set to the folder
 * @return 0 with `out` owned, else the exit status; the reason was reported
 */
int egdb_open_slices(const char *dir, const struct rules *rules, unsigned pieces, char *buf,
                     struct egdb_slices **out);

enum { EGDB_ANSWER_SIZE = 40 };

/**
 * Writes an answer in words: "win in 5", or just "win" if there is no distance.
 * @param buf EGDB_ANSWER_SIZE bytes
 */
void egdb_answer_write(const struct egdb_answer *answer, char *buf);

/**
 * Ends a line of JSON, prints it and frees its buffer.
 * @return EXIT_WELL, or EXIT_IO: out of memory; reported
 */
int egdb_print_json(struct json_writer *w);

/**
 * Writes the position that has a given number in a slice as FEN.
 * @param fen FEN_SIZE bytes
 * @return 0, or -1: out of memory
 */
int egdb_fen_of(const struct egdb_index *index, uint64_t at, char *fen);

/** Makes freed tables go back to the system at once, for verbs with a limit of memory. */
void egdb_return_memory(void);

/**
 * Solves the endings that --solve asks for now; without that option, solving waits for the first
 * probe.
 * @param pieces 0: not given
 * @return EXIT_WELL, or EXIT_IO: more memory is needed; reported. Fewer pieces are known then
 */
int egdb_solve_asked(struct egdb *egdb, unsigned pieces);

/**
 * Reports a file that cannot be used, or endings that cannot be solved, for egdb_options.warn.
 * @param ctx an atomic_int, an exit status: raised to EXIT_FOUND for a file, and to EXIT_IO if memory
 *        is missing
 */
void egdb_note_trouble(void *ctx, const struct err *err);

/** The limit of memory in bytes. @param asked 0: three quarters of this machine's memory */
uint64_t egdb_memory(int64_t asked);

#endif
