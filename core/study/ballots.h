// SPDX-License-Identifier: MIT
/*
 * Ballots: positions a few plies from the start to begin games from, taken from a book or drawn
 * from all legal moves, which an engine judges balanced.
 */
#ifndef DAMA_CORE_STUDY_BALLOTS_H
#define DAMA_CORE_STUDY_BALLOTS_H

#include "core/book/book.h"
#include "core/study/search-pool.h"

enum { BALLOT_PLIES_MAX = 60, BALLOT_DEAL_MAX = 4 };

/** A ballot and its data. */
struct judged_ballot {
    struct position pos;
    struct move moves[BALLOT_PLIES_MAX]; /* from the start, one way of several */
    unsigned plies;
    uint64_t games;        /* of the book that came through; 0 without a book */
    uint64_t known, drawn; /* those whose result is known, and the draws among them */
    int score;             /* White's view, thousandths of a man */
    unsigned depth;
};

struct ballots {
    struct search_pool_options search;
    struct book *book;  /* NULL: from all legal moves */
    unsigned plies;     /* from the start: up to BALLOT_PLIES_MAX, without a book BALLOT_DEAL_MAX */
    unsigned min_games; /* of the book */
    int balance;        /* the largest distance of the score from 0 */
    unsigned count;     /* ballots wanted; 0: all that are balanced */
    uint64_t seed;      /* which ones, where there are more */
    /** Called after each position judged; may be NULL. */
    void (*progress)(void *ctx, uint64_t judged);
};

/**
 * Finds ballots.
 * @param each takes them in the order of the moves that lead there; not 0 stops
 * @return 0, 1 stopped, -1 with `err`, or what `each` returned
 */
int ballots_find(const struct ballots *ballots,
                 int (*each)(void *ctx, const struct judged_ballot *ballot), void *ctx,
                 struct err *err);

#endif
