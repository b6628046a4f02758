// SPDX-License-Identifier: MIT
/*
 * The columns of a table of games. A column is a tag, written tag.NAME if it could be taken for
 * something else, or one of csv_facts.
 */
#ifndef DAMA_PDN_FORMATS_CSV_COLUMNS_H
#define DAMA_PDN_FORMATS_CSV_COLUMNS_H

#include "core/game/game.h"

enum { CSV_COLUMNS_MAX = 128 };

/** Columns, in order. */
struct csv_columns {
    struct text names[CSV_COLUMNS_MAX]; /* borrowed */
    unsigned n;
    char separator; /* 0: comma */
    bool chosen;    /* by the user: then tags without a column are left out on purpose */
    enum result_type result_type; /* the form of known results in the column Result; ANY: as read */
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
 * Reads a list separated by commas. @return 0, or -1 with `err`: too many, an empty name
 */
int csv_columns_read(struct text list, struct csv_columns *out, struct err *err);

/**
 * Whether a tag's column must be called tag.NAME, because NAME alone would not be read back as a
 * tag.
 */
bool csv_needs_prefix(struct text tag);

/** Whether a game has tags that no column holds. */
bool csv_lacks_tags(const struct csv_columns *columns, const struct game *game);

/** Whether a column holds moves, but none holds their comments, variations and signs. */
bool csv_lacks_tree(const struct csv_columns *columns);

/** Whether a column holds the game's number: see provenance.h. */
bool csv_counts_games(const struct csv_columns *columns);

/** Whether rows written with columns `a` fit a table with columns `b`. */
bool csv_columns_same(const struct csv_columns *a, const struct csv_columns *b);

/** Whether a column holds the tag. */
bool csv_has_tag(const struct csv_columns *columns, struct text name);

/**
 * Finds a column whose cells would not survive if the table were read and written again: one for
 * where a game comes from, one that follows from a column that is missing, one whose name is not a
 * tag's, one whose name occurs twice.
 * @param out set to its name
 * @return whether there is one
 */
bool csv_unkept_column(const struct csv_columns *columns, struct text *out);

/** Adds the columns file, game, line and isodate if they are missing. */
void csv_add_provenance(struct csv_columns *columns);

/* ---- for the reading and writing of rows ---- */

/** In the order of csv_facts. */
enum csv_fact_kind {
    CSV_FACT_VARIANT,
    CSV_FACT_PLIES,
    CSV_FACT_START,
    CSV_FACT_FINAL,
    CSV_FACT_KEY,
    CSV_FACT_MOVES,
    CSV_FACT_TREE,
    CSV_FACT_COMMENTS,
    CSV_FACT_VARIATIONS,
    CSV_FACT_NAGS,
    CSV_FACT_ILLEGAL,
    CSV_FACT_FILE,
    CSV_FACT_GAME,
    CSV_FACT_LINE,
    CSV_FACT_ISO_DATE,
    CSV_FACT_NONE
};

/** @return the kind of fact in a column of that name; CSV_FACT_NONE: it is a tag, or unknown */
enum csv_fact_kind csv_fact_of(struct text name);

/** @return the tag's name if the column is called tag.NAME; s is NULL for other columns */
struct text csv_prefixed_tag(struct text column);

/**
 * Finds the tag that a column is read as. The standard tags are recognised in any case; other names
 * must look like tags.
 * @return the tag's name; empty: none
 */
struct text csv_column_tag(struct text column);

/** @return the character between cells */
char csv_separator(const struct csv_columns *columns);

#endif
