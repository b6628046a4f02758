// SPDX-License-Identifier: MIT
/*
 * Learning from past matches, for a book: where our side left it and lost, and how often games from
 * a position were drawn.
 */
#ifndef DAMA_CORE_STUDY_LEARN_H
#define DAMA_CORE_STUDY_LEARN_H

#include "core/base/hashtable.h"
#include "core/book/book.h"

/** Which games to learn from, and how much of them. */
struct learning {
    const char *player; /* its name in the results */
    bool all_games;     /* not only those that it lost */
    unsigned plies;     /* positions of each game, from the one in which it left the book on */
};

/** A position at which games left the book, or that came up in them soon after. */
struct learned {
    struct position pos;
    uint64_t key;   /* book_key: in a folded book, also that of its mirror image */
    unsigned after; /* plies after the book was left; 0: there */
    unsigned games; /* that came through it */
};

struct learned_list {
    struct learned *at; /* owned; by number of games, then the earlier ones first */
    unsigned n, room;
    unsigned games;  /* learned from, of the book's variant */
    unsigned inside; /* of these, those that ended within the book or began outside */
    unsigned exits;  /* positions in which the others left it */
};

/**
 * Finds where games of `player` left the book: the last position of each that the book has.
 * @param path a file of results: core/store/results.h
 * @return 0, or -1 with `err`: not such a file, no player of that name
 */
int learn_exits(struct book *book, const char *path, const struct learning *learning,
                struct learned_list *out, struct err *err);

void learned_list_fini(struct learned_list *list);

/** How games went that came through a position. */
struct learned_draws {
    uint64_t key; /* position_key */
    uint64_t games, drawn;
};

/** Games by the position that their openings ended in. */
struct learned_openings {
    struct learned_draws *at; /* owned */
    unsigned n, room;
    struct hashtable by_key;
};

/**
 * Reads the games of `rules` that count from a file of results.
 * @param out zero; free it with learned_openings_fini, also after a failure
 * @return 0, or -1 with `err`: cannot be read, damaged, out of memory
 */
int learn_openings(const struct rules *rules, const char *path, struct learned_openings *out,
                   struct err *err);

/** @return NULL if no game began there */
const struct learned_draws *learned_find(const struct learned_openings *openings, uint64_t key);

void learned_openings_fini(struct learned_openings *openings);

#endif
