// SPDX-License-Identifier: MIT
/*
 * An opening book: games, and the positions and moves that occurred in them. All counts are
 * computed from the games, so the same games give the same book in whatever order they are added,
 * and a game can be removed again. Weights are not stored: they are computed when the book is
 * probed (probe.h).
 *
 * dama-book(5) documents the file. Only one thread may use a book at a time. Functions with `err`
 * return 0, or -1 with `err`, unless their comments say otherwise.
 */
#ifndef DAMA_CORE_BOOK_BOOK_H
#define DAMA_CORE_BOOK_BOOK_H

#include "core/book/code.h"
#include "core/game/game.h"

enum { BOOK_PLIES_MAX = 200 };

/** Which moves of the games are in the book. */
struct book_settings {
    const struct rules *rules;
    unsigned plies;     /* of each game, 1 to BOOK_PLIES_MAX */
    unsigned min_games; /* games that a move needs; 0 and 1: all moves are in the book */
    unsigned min_share; /* of the games played on from its position, in hundredths of a per cent */
    bool folded;        /* a position and its mirror image with colours exchanged are the same */
};

enum book_mode { BOOK_READ, BOOK_CHANGE };

/** Opaque outside core/book: book-internal.h. */
struct book;

/**
 * Makes a book under a temporary name; book_finish moves it to `path`.
 * @return 0, or -1 with `err`
 */
int book_create(const char *path, const struct book_settings *settings, struct book **out,
                struct err *err);

/** After book_create: makes book_finish refuse to replace a file that is there by then. */
void book_refuse_replacing(struct book *book);

/**
 * Opens a book.
 * @param path borrowed while the book is open; with BOOK_READ, also the bare name of a book that
 *        comes with dama
 * @return 0; 1 with BOOK_CHANGE if another process is changing it; -1 with `err`: missing, not a
 *        book, damaged
 */
int book_open(const char *path, enum book_mode mode, struct book **out, struct err *err);

/**
 * Commits all changes, or none. The book stays open for reading.
 * @return 0, or -1 with `err`
 */
int book_finish(struct book *book, struct err *err);

/**
 * Starts another change, after book_finish.
 * @param changed whether another process has changed the book since the last change began
 * @return 0; 1: another process is changing it; -1 with `err`
 */
int book_change(struct book *book, bool *changed, struct err *err);

/** Gives space freed by a finished change back to the file system. @return 0, or -1 with `err` */
int book_compact(struct book *book, struct err *err);

/**
 * Until book_thaw, the book is read as it is now, and other processes cannot finish a change of it:
 * do not wait for anything meanwhile. May be nested.
 * @return 0, or -1 with `err`
 */
int book_freeze(struct book *book, struct err *err);
void book_thaw(struct book *book);

/** From now on, a read that another process holds up for more than a moment fails. */
void book_wait_briefly(struct book *book);

/** From now on, a signal does not make a read fail: for callers that decide when to stop. */
void book_ignore_signals(struct book *book);

/** Closes a book, discarding changes that were not finished. Allows NULL. */
void book_close(struct book *book);

const struct book_settings *book_settings(const struct book *book);

/** Checks a book's rules. @return 0; -1 with `err`: it is for another variant or reading */
int book_expect_rules(const struct book *book, const struct rules *rules, struct err *err);

/** Changes min_games, min_share and plies, which may only be reduced. Call book_count next. */
int book_set(struct book *book, const struct book_settings *settings, struct err *err);

/**
 * The key of a position in the book.
 * @param kept the position as stored, mirrored in a folded book; may be NULL
 */
uint64_t book_key(const struct book *book, const struct position *pos, struct position *kept,
                  bool *mirrored);

/** Whether a position is in the book: 1, 0, -1 with `err`. */
int book_has(struct book *book, const struct position *pos, struct err *err);

/* ---- games ---- */

/**
 * Packs the part of a checked game that the book stores. May be called by any thread.
 * @param out game and texts are appended, as bytes
 * @return 0, or -1 with `err`: out of memory
 */
int book_pack_game(const struct codes *codes, unsigned plies, const struct game *game,
                   struct buffer *out, struct err *err);

/** Unpacks a game; texts point into the bytes. @return false: not made by book_pack_game */
bool book_unpack_game(struct text bytes, struct book_game *out);

struct book_added {
    uint64_t added, known; /* games added; games that the book had already */
};

/** Adds a packed game, unless the book has it. Call book_count after the last one. */
int book_add_game(struct book *book, const struct book_game *game, struct book_added *added,
                  struct err *err);

/**
 * Remove a game, by content or by number. Call book_count after the last one.
 * @param dropped set to whether the book had it
 */
int book_drop_game(struct book *book, struct hash128 content, bool *dropped, struct err *err);
int book_drop_number(struct book *book, int64_t number, bool *dropped, struct err *err);

/** Replays a line, ply by ply. */
struct book_replay {
    const struct codes *codes;
    struct position pos; /* before `mv` */
    struct move mv;
    enum { MARK_NONE, MARK_GOOD, MARK_BAD, MARK_OTHER } mark; /* ! and !!; ? and ??; !? and ?! */
    unsigned ply;                                             /* from 0 */
    /* ---- */
    struct text line;
    struct moves list;
};

/** Starts a replay. @return false: the start is not a position */
bool book_replay_init(struct book_replay *replay, const struct codes *codes,
                      const struct book_game *game);
/** Takes the next ply. @return 1, 0 at the end, -1 the line is damaged or out of memory */
int book_replay_next(struct book_replay *replay);
void book_replay_fini(struct book_replay *replay);

/**
 * Counts the games added since the last time, or all of them if necessary.
 * @param stopped called now and then; may be NULL
 * @return 0; 1: stopped, and book_finish must not be called; -1 with `err`
 */
int book_count(struct book *book, bool (*stopped)(void), struct err *err);

#endif
