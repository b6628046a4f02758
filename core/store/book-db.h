// SPDX-License-Identifier: MIT
/*
 * The file of an opening book, dama-book(5), behind types of ours: rows go in and come out. What
 * they mean on the board is core/book's. For one thread at a time.
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
    BOOK_DB_FRESH, /* made anew beside the final name: a crash leaves rubbish that nobody looks at */
};

/** Where counts go: into the book, or beside it, to be compared and thrown away. */
enum book_db_place { BOOK_DB_MAIN, BOOK_DB_TEMP };

enum { BOOK_BOARD_MAX = 29 }; /* bytes of a packed position: dama-book(5) */

/** A game as the book keeps it. Texts may be empty, and are borrowed. */
struct book_game {
    int64_t id; /* given by the book */
    struct hash128 content;
    struct text white, black, event, date;
    unsigned year, white_rating, black_rating; /* 0 unknown */
    char result;                               /* 'w', 'b', 'd', or '?' */
    struct text start;                         /* packed position; n 0: the variant's own start */
    struct text line;                          /* 3 bytes a ply */
};

/** A move from one position to the next. Counts are games, seen by the side that moves. */
struct book_edge {
    uint64_t key, next;
    uint32_t move; /* from * 10000 + to * 100 + which: dama-book(5) */
    uint32_t won, drawn, lost, unknown;
    uint32_t good, bad;    /* games in which it is marked with ! or ? */
    uint16_t year, rating; /* newest game; strongest player who played it; 0 unknown */
    bool engine;           /* added by dama-book expand */
};

struct book_edges {
    struct book_edge *at; /* owned */
    unsigned n, room;
};

/** What an engine says of a position, seen by the side to move, in thousandths of a man. */
struct book_eval {
    bool has_score; /* else only `value` is known */
    bool expanded;  /* all its moves are in the book, each with an evaluation */
    int score;      /* of the engine's own search */
    int value;      /* the best of what the moves lead to where expanded, else the score */
    unsigned depth; /* plies */
    int64_t nodes;
    char engine[64];
    char date[11]; /* 2026-11-22 */
};

/**
 * Opens a book.
 * @param path borrowed while it is open
 * @return 0, or -1 with `err`: not there, not SQLite, truncated, no book, of a newer dama
 */
int book_db_open(const char *path, enum book_db_mode mode, struct book_db **out, struct err *err);

/** Takes back what was not committed. Allows NULL. */
void book_db_close(struct book_db *db);

/** Begins a change. @return 0, 1 somebody else is writing, -1 with `err` */
int book_db_begin(struct book_db *db, struct err *err);
int book_db_commit(struct book_db *db, struct err *err);

/**
 * Holds the file still for several reads that belong together, which also locks it once and not for
 * each of them. Inside a change nothing is needed, and nothing is done.
 */
int book_db_read_begin(struct book_db *db, struct err *err);
void book_db_read_end(struct book_db *db);

/** Settings by name. @return of get: 1 found (added to `out`), 0 not there, -1 with `err` */
int book_db_get(struct book_db *db, const char *name, struct buffer *out, struct err *err);
int book_db_set(struct book_db *db, const char *name, struct text value, struct err *err);

/* ---- games ---- */

enum book_db_added {
    BOOK_DB_KNOWN,
    BOOK_DB_COMPLETED, /* it was there, without all the marks or ratings that it has now */
    BOOK_DB_NEW,
};

/** Adds a game. What a second copy of it adds does not depend on the order of the two. */
int book_db_add_game(struct book_db *db, const struct book_game *game, enum book_db_added *added,
                     struct err *err);

/** Takes a game out by its content or by its number. @param dropped whether it was there */
int book_db_drop_content(struct book_db *db, struct hash128 content, bool *dropped,
                         struct err *err);
int book_db_drop_id(struct book_db *db, int64_t id, bool *dropped, struct err *err);

/** Shortens all lines to so many plies. */
int book_db_cut_lines(struct book_db *db, unsigned plies, struct err *err);

/** The largest number of a game; 0 where there is none. */
int book_db_last_game(struct book_db *db, int64_t *id, struct err *err);

struct book_db_games;

/** Begins to read games with numbers larger than `after`, in that order. */
int book_db_games_open(struct book_db *db, int64_t after, struct book_db_games **out,
                       struct err *err);

/** @return 1 and a game that lives until the next call, 0 at the end, -1 with `err` */
int book_db_games_next(struct book_db_games *games, struct book_game *out, struct err *err);
void book_db_games_close(struct book_db_games *games);

/* ---- positions and moves ---- */

/** Adds a position, unless it is there. */
int book_db_add_position(struct book_db *db, enum book_db_place place, uint64_t key,
                         struct text board, struct err *err);

/**
 * Adds a move, or adds its counts to those that are there. Fastest in the order of keys and moves.
 */
int book_db_add_edge(struct book_db *db, enum book_db_place place, const struct book_edge *edge,
                     struct err *err);

/** Makes the tables of BOOK_DB_TEMP, empty but for the moves that the engine added. */
int book_db_make_temp(struct book_db *db, struct err *err);

/** Forgets what was counted of games. */
int book_db_clear_counts(struct book_db *db, struct err *err);

/**
 * Takes moves out that are too rare; those that the engine added stay, without the games.
 * @param min_share hundredths of a per cent of the games that came to the position
 */
int book_db_thin(struct book_db *db, enum book_db_place place, unsigned min_games,
                 unsigned min_share, struct err *err);

/**
 * Takes positions out that no move leads to or from, but for one, and evaluations without a
 * position.
 */
int book_db_drop_orphans(struct book_db *db, uint64_t root, struct err *err);

/**
 * Takes moves out that the engine added, without games, so much worse than the best, to positions
 * not expanded.
 */
int book_db_drop_bad_moves(struct book_db *db, int margin, struct err *err);

/** Makes the index of book_db_parents, where it is missing. */
int book_db_index(struct book_db *db, struct err *err);

/** @param board at least BOOK_BOARD_MAX bytes. @return 1, 0 not there, -1 with `err` */
int book_db_board(struct book_db *db, uint64_t key, uint8_t *board, size_t *n, struct err *err);

/** Whether a position is there: 1, 0, -1. Cheaper than book_db_board. */
int book_db_has(struct book_db *db, uint64_t key, struct err *err);

/** Moves from a position, in the order of their numbers; or those that lead to it. */
int book_db_moves(struct book_db *db, uint64_t key, struct book_edges *out, struct err *err);
int book_db_parents(struct book_db *db, uint64_t key, struct book_edges *out, struct err *err);

void book_edges_fini(struct book_edges *edges);

/** @return 1, 0 none, -1 with `err` */
int book_db_eval(struct book_db *db, uint64_t key, struct book_eval *out, struct err *err);
int book_db_put_eval(struct book_db *db, uint64_t key, const struct book_eval *eval,
                     struct err *err);
int book_db_drop_eval(struct book_db *db, uint64_t key, struct err *err);

/** A move, and what an engine says of the position that it leads to. */
struct book_choice_row {
    struct book_edge edge;
    bool known; /* whether it says anything */
    struct book_eval eval;
};

struct book_choice_rows {
    struct book_choice_row *at; /* owned */
    unsigned n, room;
};

/** As book_db_moves, with the evaluations behind the moves: all in one question. */
int book_db_choices(struct book_db *db, uint64_t key, struct book_choice_rows *out,
                    struct err *err);
void book_choice_rows_fini(struct book_choice_rows *rows);

/** A run of dama-book expand, as far as it has come. */
struct book_run {
    int64_t id; /* 0: a new one, and then what it was given */
    const char *engine, *limits;
    int64_t expanded, evaluated; /* positions */
};

/** Notes how far a run has come. The time is now. */
int book_db_put_run(struct book_db *db, struct book_run *run, struct err *err);

/** All positions by key, all moves by key and number, all evaluations by key. */
enum book_db_table { BOOK_DB_POSITIONS, BOOK_DB_EDGES, BOOK_DB_EVALS, BOOK_DB_TEMP_EDGES };

struct book_db_rows;

int book_db_rows_open(struct book_db *db, enum book_db_table table, struct book_db_rows **out,
                      struct err *err);
/** @return 1 a row, 0 the end, -1 with `err`. Fill what the table holds; the others may be NULL. */
int book_db_rows_position(struct book_db_rows *rows, uint64_t *key, uint8_t *board, size_t *n,
                          struct err *err);
int book_db_rows_edge(struct book_db_rows *rows, struct book_edge *edge, struct err *err);
int book_db_rows_eval(struct book_db_rows *rows, uint64_t *key, struct book_eval *eval,
                      struct err *err);
void book_db_rows_close(struct book_db_rows *rows);

/**
 * Numbers for people: games, positions, moves, evaluations, expanded positions; years from and to,
 * 0 unknown.
 */
struct book_db_counts {
    int64_t games, positions, edges, engine_edges, evals, expanded;
    int64_t first_year, last_year;
    int64_t runs; /* of dama-book expand */
};

int book_db_count(struct book_db *db, struct book_db_counts *out, struct err *err);

/**
 * Asks SQLite whether the file is sound.
 * @return 0, 1 with what is wrong in `why`, -1 with `err`
 */
int book_db_check(struct book_db *db, struct buffer *why, struct err *err);

/** Gives unused space back, outside of a change. */
int book_db_vacuum(struct book_db *db, struct err *err);

#endif
