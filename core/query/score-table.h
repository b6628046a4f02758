// SPDX-License-Identifier: MIT
/*
 * Tables of results by player, opening or source.
 */
#ifndef DAMA_CORE_QUERY_SCORE_TABLE_H
#define DAMA_CORE_QUERY_SCORE_TABLE_H

#include "core/base/buffer.h"
#include "core/game/game.h"
#include "core/game/result.h"

enum score_kind {
    SCORE_TABLE_NONE,
    SCORE_TABLE_PLAYERS,
    SCORE_TABLE_OPENINGS,
    SCORE_TABLE_SOURCES
};

enum score_form { SCORE_TEXT, SCORE_CSV, SCORE_JSONL };

/** @return the word for a kind, from 0: "players", "openings", "sources"; NULL after the last */
const char *score_kind_word(size_t i);

/** The data of one game for a table; may be made on any thread. */
struct score_game {
    struct text name[2];       /* its rows: White's and Black's, or a single one; n is 0: none */
    const struct rules *rules; /* tells apart equal names of openings; NULL: not used, or unknown */
    enum result result;
    bool broken;
};

/**
 * Fills in the data of a game.
 * @param text scratch, cleared first; holds the moves of an opening without a name, or the name of
 *             a file
 */
void score_table_describe(enum score_kind kind, const struct game *game, bool broken,
                          struct buffer *text, struct score_game *out);

/** For one thread. Memory grows with the number of rows. */
struct score_table;

/** @return NULL: out of memory */
struct score_table *score_table_open(enum score_kind kind);

/** @return 0, or -1: out of memory */
int score_table_add(struct score_table *table, const struct score_game *game);

/**
 * Writes rows, those with the most games first.
 * @param separator   with SCORE_CSV
 * @param no_formulas as in core/base/cell.h
 * @return 0, or -1: out of memory
 */
int score_table_write(struct score_table *table, enum score_form form, char separator,
                      bool no_formulas, struct buffer *out);

/** Allows NULL. */
void score_table_close(struct score_table *table);

#endif
