// SPDX-License-Identifier: MIT
/*
 * Games as comma-separated values: one row per game, with the columns that were chosen. A column is
 * a tag, as tag.NAME where it could be taken for something else, or one of csv_facts. Source: RFC 4180; semicolons and tabs are read as well.
 */
#ifndef DAMA_PDN_FORMATS_CSV_H
#define DAMA_PDN_FORMATS_CSV_H

#include "core/base/buffer.h"
#include "core/game/finding.h"
#include "core/game/game.h"

enum { CSV_COLUMNS_MAX = 128 };

/** Columns, in order. */
struct csv_columns {
    struct text names[CSV_COLUMNS_MAX]; /* borrowed */
    unsigned n;
    char separator;               /* 0: comma */
    bool chosen;                  /* by the user: tags without a column are meant to be left out */
    enum result_type result_type; /* of known results in the column Result; ANY: as read */
    bool no_formulas; /* put a ' before cells that a spreadsheet would take for a formula */
};

/** event, site, date, round, white, black, result, variant, plies, start, moves */
extern const struct csv_columns csv_usual;

/** A column that is not a tag. */
struct csv_fact {
    const char *name, *help;
};
extern const struct csv_fact csv_facts[];
extern const unsigned csv_facts_count;

/**
 * Reads a list separated by commas. @return 0, or -1 with `err`: too many, an empty name, a name
 * twice
 */
int csv_columns_read(struct text list, struct csv_columns *out, struct err *err);

/** Whether the column tag.NAME keeps that name: NAME alone is not read back as a tag. */
bool csv_needs_prefix(struct text tag);

/** Whether a game has tags that no column holds, or moves in a column without what goes with them. */
bool csv_lacks_tags(const struct csv_columns *columns, const struct game *game);
bool csv_lacks_tree(const struct csv_columns *columns);

/** Whether a column holds the game's number: provenance.h. */
bool csv_counts_games(const struct csv_columns *columns);

/** Whether rows written with the one are rows of a table with the other. */
bool csv_columns_same(const struct csv_columns *a, const struct csv_columns *b);

/** Whether a column holds the tag. */
bool csv_has_tag(const struct csv_columns *columns, struct text name);

/**
 * Finds a column whose cells would not survive if the table were read and written again: where a
 * game comes from, what follows from a column that is not there, a name that is no tag's, a name
 * that occurs twice.
 * @param out its name
 * @return whether there is one
 */
bool csv_unkept_column(const struct csv_columns *columns, struct text *out);

/** Adds the columns file, game, line and isodate where they are missing. */
void csv_add_provenance(struct csv_columns *columns);

/**
 * Whether a file that begins with these bytes is a table of games: its first line names columns
 * that dama knows.
 */
bool csv_is(const char *head, size_t n);

/** Reads a file's first line; the names point into it. @return 0, or -1 with `err` */
int csv_read_head(const char *head, size_t n, struct csv_columns *out, struct err *err);

/** As pdn_split: a piece ends after a row; line ends inside quotes do not count. */
size_t csv_split(const char *text, size_t n, size_t wish);

/** As pdn_parse: reads a row. The first line of a file holds names, not a game. */
int csv_parse(const struct csv_columns *columns, const char *text, size_t n, size_t *used,
              struct game *game, struct findings *found, struct err *err);

void csv_write_head(const struct csv_columns *columns, struct buffer *out);

/** Writes a row. @return 0, or -1 with `err`: out of memory */
int csv_write(const struct csv_columns *columns, const struct game *game, struct buffer *out,
              struct err *err);

#endif
