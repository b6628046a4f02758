// SPDX-License-Identifier: MIT
/*
 * Games as comma-separated values: one row per game, with the columns that were chosen. Source: RFC
 * 4180; semicolons and tabs are read as well.
 */
#ifndef DAMA_PDN_FORMATS_CSV_H
#define DAMA_PDN_FORMATS_CSV_H

#include "core/base/buffer.h"
#include "core/game/finding.h"
#include "core/game/game.h"
#include "pdn/formats/csv-columns.h"

/**
 * Whether a file that begins with these bytes is a table of games: its first line names columns
 * that dama knows.
 */
bool csv_is(const char *head, size_t n);

/** Reads a file's first line; the names point into it. @return 0, or -1 with `err` */
int csv_read_head(const char *head, size_t n, struct csv_columns *out, struct err *err);

/**
 * Finds a column that seems to hold the moves, going by the first row of games, in a table in which
 * neither `moves` nor `tree` is a column: their names may be in another language.
 * @param table the beginning of the file
 * @param out   set to its name
 * @return whether there is one
 */
bool csv_unread_moves(const struct csv_columns *columns, const char *table, size_t n,
                      struct text *out);

/** Like pdn_split: a chunk ends after a row; line ends inside quotes do not count. */
typedef size_t csv_splitter(const char *text, size_t n, size_t target);

/** For tables whose separator is not known: a quote after any of the separators opens a cell. */
size_t csv_split(const char *text, size_t n, size_t target);

/** For tables with these columns: only a quote after their separator opens a cell. */
csv_splitter *csv_splitter_of(const struct csv_columns *columns);

/** Like pdn_parse: reads a row. The first line of a file holds names, not a game. */
int csv_parse(const struct csv_columns *columns, const char *text, size_t n, size_t *used,
              struct game *game, struct findings *found, struct err *err);

void csv_write_head(const struct csv_columns *columns, struct buffer *out);

/** Writes a row. @return 0, or -1 with `err`: out of memory */
int csv_write(const struct csv_columns *columns, const struct game *game, struct buffer *out,
              struct err *err);

#endif
