// SPDX-License-Identifier: MIT
/*
 * Where games of past matches left a book, so that it can be expanded there.
 */
#ifndef DAMA_CORE_STUDY_BOOK_EXITS_H
#define DAMA_CORE_STUDY_BOOK_EXITS_H

#include "core/book/book.h"

/** Which games count, and how much of them. */
struct book_exit_options {
    const char *player; /* its name in the results */
    bool all_games;     /* not only the games that it lost */
    unsigned plies;     /* positions to take from each game, from where it left the book on */
};

/** A position in which games left the book, or that occurred in them soon after. */
struct book_exit {
    struct position pos;
    uint64_t key;   /* book_key: in a folded book, also that of its mirror image */
    unsigned after; /* plies after the book was left; 0: the last position in the book */
    unsigned games; /* that reached it */
};

struct book_exits {
    struct book_exit *at; /* owned; sorted by number of games, then by plies after the book */
    unsigned n, room;
    unsigned games;     /* that counted, of the book's variant */
    unsigned inside;    /* how many of these ended within the book or began outside */
    unsigned positions; /* positions in which the others left it */
};

/**
 * Finds where games of `player` left the book: the last position of each that the book has.
 * @param path a file of results: core/store/results.h
 * @return 0, or -1 with `err`: not such a file, no player of that name
 */
int book_exits_find(struct book *book, const char *path, const struct book_exit_options *options,
                    struct book_exits *out, struct err *err);

void book_exits_fini(struct book_exits *list);

#endif
