// SPDX-License-Identifier: MIT
/*
 * Games as comma-separated values: a row a game, columns as they are chosen. A column is a tag, or
 * one of csv_facts. Source: RFC 4180; semicolons and tabs are read as well.
 */
#ifndef DAMA_PDN_FORMATS_CSV_H
#define DAMA_PDN_FORMATS_CSV_H

#include "core/base/buffer.h"
#include "core/game/finding.h"
#include "core/game/game.h"

enum { CSV_COLUMNS_MAX = 128 };

/** Columns in their order. */
struct csv_columns {
    struct text names[CSV_COLUMNS_MAX]; /* borrowed */
    unsigned n;
    char separator;   /* 0 is a comma */
    bool no_formulas; /* written cells that a spreadsheet would take for one get a ' before them */
};

/** event, site, date, round, white, black, result, variant, plies, start, moves */
extern const struct csv_columns csv_usual;

/** Columns that are no tags; for the manual. */
struct csv_fact {
    const char *name, *help;
};
extern const struct csv_fact csv_facts[];
extern const unsigned csv_facts_count;

/**
 * Reads a list with commas, as the user gives it.
 * @return 0, or -1 with `err`: too many, an empty name, one twice
 */
int csv_columns_read(struct text list, struct csv_columns *out, struct err *err);

/** Whether a column holds the game's number: provenance.h. */
bool csv_counts_games(const struct csv_columns *columns);

/** Adds file, game, line and isodate, as far as they are not there. */
void csv_add_provenance(struct csv_columns *columns);

/**
 * Whether a file that begins with these bytes is a table of games: its first line has columns that
 * we know.
 */
bool csv_is(const char *head, size_t n);

/** Reads a file's first line; the names point into it. @return 0, or -1 with `err` */
int csv_read_head(const char *head, size_t n, struct csv_columns *out, struct err *err);

/** As pdn_split: a piece ends behind a row; line ends inside quotes end none. */
size_t csv_split(const char *text, size_t n, size_t wish);

/** As pdn_parse: reads a row. The first line of a file is a row of names, and no game. */
int csv_parse(const struct csv_columns *columns, const char *text, size_t n, size_t *used,
              struct game *game, struct findings *found, struct err *err);

void csv_write_head(const struct csv_columns *columns, struct buffer *out);

/** Writes a row. @return 0, or -1 with `err`: out of memory */
int csv_write(const struct csv_columns *columns, const struct game *game, struct buffer *out,
              struct err *err);

#endif
