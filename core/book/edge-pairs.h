// SPDX-License-Identifier: MIT
/*
 * Reads the moves of two tables side by side: for comparing two books, or a book with its games.
 */
#ifndef DAMA_CORE_BOOK_EDGE_PAIRS_H
#define DAMA_CORE_BOOK_EDGE_PAIRS_H

#include "core/store/book-db.h"

/** The order of positions in a book: by key, as SQLite compares integers. */
int book_key_order(uint64_t a, uint64_t b);

/** The order of moves in a book: by key, then by number. */
int book_edge_order(const struct book_edge *a, const struct book_edge *b);

/** A table of moves in a file: BOOK_DB_EDGES or BOOK_DB_TEMP_EDGES. */
struct book_edge_table {
    struct book_db *db;
    enum book_db_table table;
};

/**
 * Calls `each` for every move of two tables, in order.
 * @param each gets the move's rows in both tables, NULL if it is missing in one; returns 0 to go on
 * @return 0, -1 with `err`, or the value other than 0 that `each` returned
 */
int book_edge_pairs(struct book_edge_table a, struct book_edge_table b,
                    int (*each)(void *ctx, const struct book_edge *a, const struct book_edge *b,
                                struct err *err),
                    void *ctx, struct err *err);

#endif
