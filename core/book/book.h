// SPDX-License-Identifier: MIT
/*
 * An opening book: games, and the positions and moves that they came through. All counts are made
 * of the games, so that the same games give the same book in whatever order they come, and a game
 * can be taken out again. Weights are no part of it: they are worked out when it is probed
 * (probe.h).
 *
 * The file is dama-book(5). For one thread at a time.
 */
#ifndef DAMA_CORE_BOOK_BOOK_H
#define DAMA_CORE_BOOK_BOOK_H

#include "core/book/code.h"
#include "core/game/game.h"

enum { BOOK_PLIES_MAX = 200 };

/** What decides which moves of the games are in the book. */
struct book_settings {
    const struct rules *rules;
    unsigned plies;     /* of each game, 1 to BOOK_PLIES_MAX */
    unsigned min_games; /* that a move needs; 0 and 1: all moves */
    unsigned min_share; /* of the games in its position, in hundredths of a per cent */
    bool folded;        /* a position and its mirror image with colours changed are one */
};

enum book_mode { BOOK_READ, BOOK_CHANGE };

/** Opaque outside core/book: inside.h. */
struct book;

/** Makes a book beside `path`; book_finish puts it in its place. @return 0, or -1 with `err` */
int book_create(const char *path, const struct book_settings *settings, struct book **out,
                struct err *err);

/**
 * Opens a book.
 * @param path borrowed while it is open
 * @return 0; 1 with BOOK_CHANGE where somebody else is changing it; -1 with `err`: not there, no
 *        book, damaged
 */
int book_open(const char *path, enum book_mode mode, struct book **out, struct err *err);

/**
 * Makes what was changed last, or nothing of it. The book stays open, for reading.
 * @return 0, or -1 with `err`
 */
int book_finish(struct book *book, struct err *err);

/**
 * Begins to change an open book again, after book_finish.
 * @return 0, 1 somebody else is changing it, -1 with `err`
 */
int book_change(struct book *book, struct err *err);

/** Gives the space back that a finished change has left. @return 0, or -1 with `err` */
int book_compact(struct book *book, struct err *err);

/** What was not finished is forgotten. Allows NULL. */
void book_close(struct book *book);

const struct book_settings *book_settings(const struct book *book);

/** Changes what may be changed: plies downwards, min_games, min_share. book_count follows. */
int book_set(struct book *book, const struct book_settings *settings, struct err *err);

/**
 * What the book knows a position by.
 * @param kept the position that is kept, mirrored in a folded book; may be NULL
 */
uint64_t book_key(const struct book *book, const struct position *pos, struct position *kept,
                  bool *mirrored);

/** Whether a position is in the book: 1, 0, -1 with `err`. */
int book_has(struct book *book, const struct position *pos, struct err *err);

/* ---- games ---- */

/**
 * Packs what the book keeps of a checked game, on any thread.
 * @param out game and texts as bytes, added
 * @return 0, or -1 with `err`: out of memory
 */
int book_pack_game(const struct codes *codes, unsigned plies, const struct game *game,
                   struct buffer *out, struct err *err);

/** Unpacks it again; texts point into the bytes. @return false: not made by book_pack_game */
bool book_unpack_game(struct text bytes, struct book_game *out);

/** The key that tells a game from others: tags, start, and the moves of its main line. */
struct book_added {
    uint64_t added, known; /* games */
};

/** Adds a packed game, unless it is there. Counts are made by book_count, once all are there. */
int book_add_game(struct book *book, const struct book_game *game, struct book_added *added,
                  struct err *err);

/**
 * Takes a game out, by what it says or by its number. book_count follows.
 * @param dropped whether it was there
 */
int book_drop_game(struct book *book, struct hash128 content, bool *dropped, struct err *err);
int book_drop_number(struct book *book, int64_t number, bool *dropped, struct err *err);

/** Plays through a line, ply by ply. */
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

/** Begins. @return false: the start is no position */
bool book_replay_init(struct book_replay *replay, const struct codes *codes,
                      const struct book_game *game);
/** Takes the next ply. @return 1, 0 at the end, -1 the line is damaged or memory is out */
int book_replay_next(struct book_replay *replay);
void book_replay_fini(struct book_replay *replay);

/**
 * Counts what is not counted yet: the games added since the last time, or all of them where that is
 * needed.
 * @param stopped asked now and then, may be NULL
 * @return 0, 1 stopped: nothing may be finished then, -1 with `err`
 */
int book_count(struct book *book, bool (*stopped)(void), struct err *err);

#endif
