// SPDX-License-Identifier: MIT
/*
 * What the verbs of dama-egdb share.
 */
#ifndef DAMA_CMD_EGDB_DAMA_EGDB_H
#define DAMA_CMD_EGDB_DAMA_EGDB_H

#include "cmd/lib/options.h"
#include "cmd/lib/progress.h"
#include "core/egdb/build.h"
#include "core/egdb/egdb.h"
#include "core/egdb/folder.h"
#include "core/egdb/slices.h"

extern const struct command dama_egdb_bench, dama_egdb_build, dama_egdb_compare, dama_egdb_list,
    dama_egdb_probe, dama_egdb_verify;

/** The words --variant completes, ended by NULL. */
extern const char *const egdb_variants[];

/** "text", "jsonl". */
extern const char *const egdb_formats[];
enum egdb_format { EGDB_FORMAT_TEXT, EGDB_FORMAT_JSONL };

/**
 * Writes the position with a number in a slice as FEN.
 * @param fen FEN_SIZE bytes
 * @return 0, or -1: out of memory
 */
int egdb_fen_of(const struct egdb_index *index, uint64_t at, char *fen);

/** Cores of this machine, at least 1. */
unsigned egdb_cores(void);

/** Three quarters of this machine's memory. */
uint64_t egdb_memory(void);

#endif
