// SPDX-License-Identifier: MIT
/*
 * One slice on disk: the values (win, draw, loss) of its positions, or the distances of its wins
 * and losses. Files are mapped; blocks are unpacked, and their checksums verified, on use.
 * dama-egdb(5) documents the format byte by byte.
 */
#ifndef DAMA_CORE_EGDB_SLICE_FILE_H
#define DAMA_CORE_EGDB_SLICE_FILE_H

#include "core/egdb/pack.h"
#include "core/egdb/solve.h"

enum { EGDB_PATH_SIZE = 4096, EGDB_FILE_VERSION = 1 };

struct egdb_file;

/**
 * Writes the name of the folder with the files of a rule set, DIR/VARIANT.
 * @param buf EGDB_PATH_SIZE bytes
 * @return 0, or -1 with `err`: too long
 */
int egdb_file_folder(const char *dir, const struct rules *rules, char *buf, struct err *err);

/**
 * Writes the name of a slice's file, DIR/VARIANT/KMvK.wdl.
 * @param buf EGDB_PATH_SIZE bytes
 * @return 0, or -1 with `err`: too long
 */
int egdb_file_path(const char *dir, const struct rules *rules, struct egdb_material material,
                   enum egdb_kind kind, char *buf, struct err *err);

/** Reads the name of a slice's file without its folder, "KMvK.wdl". @return whether it is one */
bool egdb_file_read_name(const char *name, struct egdb_material *material, enum egdb_kind *kind);

/**
 * Writes a solved slice; the file appears whole.
 * @param counts for the header
 * @return 0, or -1 with `err`: the disk is full, the folder is missing, out of memory
 */
int egdb_file_write(const char *path, const struct egdb_half *half, enum egdb_kind kind,
                    const struct egdb_counts *counts, unsigned threads, struct err *err);

/**
 * Opens a file and checks its header: that the file is complete, of a known version, and the
 * requested slice.
 * @param squares borrowed as long as the file is open
 * @return 1 opened, 0 there is no such file, -1 with `err`: damaged, another version or slice
 */
int egdb_file_open(const char *path, const struct egdb_squares *squares,
                   struct egdb_material material, enum egdb_kind kind, struct egdb_file **out,
                   struct err *err);
void egdb_file_close(struct egdb_file *file);

const struct egdb_index *egdb_file_index(const struct egdb_file *file);
const struct egdb_counts *egdb_file_counts(const struct egdb_file *file);
uint64_t egdb_file_size(const struct egdb_file *file); /* bytes */
uint32_t egdb_file_blocks(const struct egdb_file *file);

/**
 * Unpacks a block.
 * @param out EGDB_BLOCK_BYTES, as egdb_unpack
 * @return 0, or -1 with `err`: damaged
 */
int egdb_file_block(const struct egdb_file *file, uint32_t block, uint64_t *out, struct err *err);

/**
 * Verifies the checksums of all blocks, and unpacks them.
 * @return 0, or -1 with `err`: the first damage
 */
int egdb_file_check(const struct egdb_file *file, struct err *err);

/** The value at a place of an unpacked block: enum egdb_value, or half the plies. */
static inline unsigned egdb_block_value(enum egdb_kind kind, uint64_t word, uint64_t at)
{
    return kind == EGDB_WDL ? (unsigned)(word >> at % 32 * 2 & 3)
                            : (unsigned)(word >> at % 4 * 16 & 0xffff);
}

/** The word of a block that contains a position's value. */
static inline unsigned egdb_block_word(enum egdb_kind kind, uint64_t at)
{
    return kind == EGDB_WDL ? (unsigned)(at % EGDB_WDL_BLOCK / 32)
                            : (unsigned)(at % EGDB_PLIES_BLOCK / 4);
}

/** Plies of a win or a loss from half of them; a win is odd if the winner makes the last move. */
static inline unsigned egdb_plies_of_half(const struct rules *rules, enum egdb_value value,
                                          unsigned half)
{
    return 2 * half + ((value == EGDB_WIN) != (rules->goal == GOAL_LOSE));
}

#endif
