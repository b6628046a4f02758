// SPDX-License-Identifier: MIT
/*
 * The tables of an opening book, dama-book(5), as plain structs: rows in, rows out. core/book knows
 * what they mean on the board. For one thread at a time. Functions with `err` return 0, or -1 with
 * `err`, unless they say otherwise.
 */
#ifndef DAMA_CORE_STORE_BOOK_DB_H
#define DAMA_CORE_STORE_BOOK_DB_H

#include "core/base/buffer.h"
#include "core/base/err.h"
#include "core/base/hash.h"

struct book_db;

enum book_db_mode {
    BOOK_DB_READ,
    BOOK_DB_WRITE, /* must exist */
    BOOK_DB_FRESH, /* made under a temporary name, without protection from a crash */
};

/** Where counts are stored: in the book, or in temporary tables, to be compared with the book's. */
enum book_db_place { BOOK_DB_MAIN, BOOK_DB_TEMP };

enum { BOOK_BOARD_MAX = 29 }; /* bytes of a packed position: dama-book(5) */

/** A game as the book stores it. Texts may be empty, and are borrowed. */
struct book_game {
    int64_t id; /* assigned by the book */
    struct hash128 content;
    struct text white, black, event, date;
    unsigned year, white_rating, black_rating; /* 0 unknown */
    char result;                               /* 'w', 'b', 'd', or '?' */
    struct text start; /* packed position; n 0: the variant's start position */
    struct text line;  /* 3 bytes a ply */
};

/** A move from a position to the next. Counts are games, seen by the side that moves. */
struct book_edge {
    uint64_t key, next;
    uint32_t move; /* from * 10000 + to * 100 + which: dama-book(5) */
    uint32_t won, drawn, lost, unknown;
    uint32_t good, bad;    /* games in which this move is marked with ! or ? */
    uint16_t year, rating; /* of the newest game; of the strongest player; 0 unknown */
    bool engine;           /* added by dama-book expand */
};

struct book_edges {
    struct book_edge *at; /* owned */
    unsigned n, room;
};

/**
 * An engine's evaluation of a position, from the point of view of the side to move, in thousandths
 * of a man.
 */
struct book_eval {
    bool has_score; /* false: only `value` is known */
    bool expanded;  /* all its moves are in the book, each with an evaluation */
    int score;      /* of the engine's own search */
    int value;      /* of the best move if expanded, else the same as score */
    unsigned depth; /* plies */
    int64_t nodes;
    char engine[64];
    char date[11]; /* 2026-11-22 */
};

/**
 * Opens a book.
 * @param path borrowed while it is open
 * @return 0, or -1 with `err`: missing, not SQLite, truncated, not a book, made by a newer dama
 */
int book_db_open(const char *path, enum book_db_mode mode, struct book_db **out, struct err *err);

/** From here on, errors call the file `name`. @param name borrowed while the book is open */
void book_db_set_name(struct book_db *db, const char *name);

/** Closes the book, rolling back what was not committed. Allows NULL. */
void book_db_close(struct book_db *db);

/** Begins a transaction. @return 0, 1 another process is writing, -1 with `err` */
int book_db_begin(struct book_db *db, struct err *err);

/** Commits. Waits up to ten minutes for others to finish reading; after a signal, a few seconds. */
int book_db_commit(struct book_db *db, struct err *err);

/** A number that changes whenever another connection has changed the file. */
int book_db_version(struct book_db *db, int64_t *out, struct err *err);

/** From here on, waits at most a tenth of a second for another program's lock. */
void book_db_wait_briefly(struct book_db *db);

/** From here on, a signal does not interrupt a statement that reads. */
void book_db_ignore_signals(struct book_db *db);

/**
 * Begins a read transaction: several reads see the same state, and the file is locked only once.
 * Does nothing within book_db_begin, or within another one.
 */
int book_db_read_begin(struct book_db *db, struct err *err);
void book_db_read_end(struct book_db *db);

/** Settings by name. @return of get: 1 found (added to `out`), 0 not found, -1 with `err` */
int book_db_get(struct book_db *db, const char *name, struct buffer *out, struct err *err);
int book_db_set(struct book_db *db, const char *name, struct text value, struct err *err);

/* ---- games ---- */

enum book_db_added {
    BOOK_DB_KNOWN,
    BOOK_DB_COMPLETED, /* known, but now with more marks or ratings */
    BOOK_DB_NEW,
};

/** Adds a game. Of two copies, it does not matter which is added first. */
int book_db_add_game(struct book_db *db, const struct book_game *game, enum book_db_added *added,
                     struct err *err);

/** Removes a game by content or by number. @param dropped whether the book had it */
int book_db_drop_content(struct book_db *db, struct hash128 content, bool *dropped,
                         struct err *err);
int book_db_drop_id(struct book_db *db, int64_t id, bool *dropped, struct err *err);

/** Shortens all lines to `plies`. */
int book_db_cut_lines(struct book_db *db, unsigned plies, struct err *err);

/** The largest number of a game; 0: there are none. */
int book_db_last_game(struct book_db *db, int64_t *id, struct err *err);

struct book_db_games;

/** Reads games with numbers larger than `after`, in order. */
int book_db_games_open(struct book_db *db, int64_t after, struct book_db_games **out,
                       struct err *err);

/** @return 1 and a game, valid until the next call; 0 at the end; -1 with `err` */
int book_db_games_next(struct book_db_games *games, struct book_game *out, struct err *err);
void book_db_games_close(struct book_db_games *games);

/* ---- positions and moves ---- */

/** Adds a position, unless the book has it. */
int book_db_add_position(struct book_db *db, enum book_db_place place, uint64_t key,
                         struct text board, struct err *err);

/** Adds a move, or its counts to the move if the book has it. Fastest sorted by key and move. */
int book_db_add_edge(struct book_db *db, enum book_db_place place, const struct book_edge *edge,
                     struct err *err);

/** Makes the tables of BOOK_DB_TEMP, with the moves that the engine added. */
int book_db_make_temp(struct book_db *db, struct err *err);

/** Removes all counts. */
int book_db_clear_counts(struct book_db *db, struct err *err);

/**
 * Removes moves that are too rare; those that the engine added stay, without counts.
 * @param min_share hundredths of a per cent of the games that continued from the position
 */
int book_db_thin(struct book_db *db, enum book_db_place place, unsigned min_games,
                 unsigned min_share, struct err *err);

/** Removes positions that no move leads to or from, except `root`, and their evaluations. */
int book_db_drop_orphans(struct book_db *db, uint64_t root, struct err *err);

/**
 * Removes engine moves without games that are at least `margin` worse than the best move of their
 * position and lead to a position that is not expanded.
 */
int book_db_drop_bad_moves(struct book_db *db, int margin, struct err *err);

/**
 * Removes engine moves without games that lead to an unexpanded position, unless they are at least
 * `margin` better than the best move of their position that leads to an expanded one.
 */
int book_db_drop_leaf_moves(struct book_db *db, int margin, struct err *err);

/** Makes the index that book_db_parents uses, unless it exists. */
int book_db_index(struct book_db *db, struct err *err);

/** @param board at least BOOK_BOARD_MAX bytes. @return 1, 0 not found, -1 with `err` */
int book_db_board(struct book_db *db, uint64_t key, uint8_t *board, size_t *n, struct err *err);

/** Whether the book has a position: 1, 0, -1. Cheaper than book_db_board. */
int book_db_has(struct book_db *db, uint64_t key, struct err *err);

/** The moves from a position, ordered by their numbers, and the moves that lead to it. */
int book_db_moves(struct book_db *db, uint64_t key, struct book_edges *out, struct err *err);
int book_db_parents(struct book_db *db, uint64_t key, struct book_edges *out, struct err *err);

void book_edges_fini(struct book_edges *edges);

/** Finds the evaluation of a position. @return 1, 0 none, -1 with `err` */
int book_db_eval(struct book_db *db, uint64_t key, struct book_eval *out, struct err *err);
int book_db_put_eval(struct book_db *db, uint64_t key, const struct book_eval *eval,
                     struct err *err);

/** A move with the evaluation of the position that it leads to. */
struct book_choice_row {
    struct book_edge edge;
    bool known; /* `eval` is filled in */
    struct book_eval eval;
};

struct book_choice_rows {
    struct book_choice_row *at; /* owned */
    unsigned n, room;
};

/**
 * Like book_db_moves, with the evaluations of the positions that the moves lead to, in one query.
 */
int book_db_choices(struct book_db *db, uint64_t key, struct book_choice_rows *out,
                    struct err *err);
void book_choice_rows_fini(struct book_choice_rows *rows);

/** The progress of a run of dama-book expand. */
struct book_run {
    int64_t id; /* 0: a new run; set by book_db_put_run */
    const char *engine, *limits;
    int64_t expanded, evaluated; /* positions */
};

/** Stores the progress of a run, with the current time. */
int book_db_put_run(struct book_db *db, struct book_run *run, struct err *err);

/**
 * What book_db_rows_open reads: all positions by key, all moves by key and number, all evaluations
 * by key; and the moves in the tables of book_db_make_temp.
 */
enum book_db_table { BOOK_DB_POSITIONS, BOOK_DB_EDGES, BOOK_DB_EVALS, BOOK_DB_TEMP_EDGES };

struct book_db_rows;

/** Begins to read a table; the book must not change meanwhile. @return 0, or -1 with `err` */
int book_db_rows_open(struct book_db *db, enum book_db_table table, struct book_db_rows **out,
                      struct err *err);
/** @return 1 and a row, 0 at the end, -1 with `err`. The function must suit the table. */
int book_db_rows_position(struct book_db_rows *rows, uint64_t *key, uint8_t *board, size_t *n,
                          struct err *err);
int book_db_rows_edge(struct book_db_rows *rows, struct book_edge *edge, struct err *err);
int book_db_rows_eval(struct book_db_rows *rows, uint64_t *key, struct book_eval *eval,
                      struct err *err);
void book_db_rows_close(struct book_db_rows *rows);

/** The size of a book; years are 0 if unknown. */
struct book_db_counts {
    int64_t games, positions, edges, engine_edges, evals, expanded;
    int64_t first_year, last_year;
    int64_t runs; /* of dama-book expand */
};

/** @return 0, or -1 with `err` */
int book_db_count(struct book_db *db, struct book_db_counts *out, struct err *err);

/**
 * Runs SQLite's integrity check.
 * @return 0, 1 with its messages in `why`, -1 with `err`
 */
int book_db_check(struct book_db *db, struct buffer *why, struct err *err);

/** Returns unused space; not within a transaction. */
int book_db_vacuum(struct book_db *db, struct err *err);

#endif
