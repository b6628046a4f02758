// SPDX-License-Identifier: MIT
/*
 * Ballots: positions a few plies from the start from which to begin games. They come from a book or
 * from all legal moves, and an engine has judged them balanced.
 */
#ifndef DAMA_CORE_STUDY_BALLOTS_H
#define DAMA_CORE_STUDY_BALLOTS_H

#include "core/book/book.h"
#include "core/study/search-pool.h"

enum { BALLOT_PLIES_MAX = 60, BALLOT_DEAL_MAX = 4 };

/** A ballot and its data. */
struct judged_ballot {
    struct position pos;
    const struct move *moves; /* from the start, `plies` of them; one way of perhaps several */
    unsigned plies;
    uint64_t games;        /* of the book that reached the position; 0 without a book */
    uint64_t known, drawn; /* how many of them have a known result; and were drawn */
    int score;             /* White's view, thousandths of a man */
    unsigned depth;
};

struct ballots {
    struct search_pool_options search;
    struct book *book;  /* NULL: from all legal moves */
    unsigned plies;     /* from the start, to BALLOT_PLIES_MAX; without a book, BALLOT_DEAL_MAX */
    unsigned min_games; /* follow only moves of the book with so many games; 0: all */
    int balance;        /* the largest distance of the score from 0 */
    unsigned count;     /* ballots wanted; 0: all that are balanced */
    uint64_t seed;      /* decides which ones, if there are more */
    /** Called after each position judged; may be NULL. */
    void (*progress)(void *ctx, uint64_t judged);
};

/**
 * Finds ballots.
 * @param each gets them in the order of the moves that lead there; returns 0 to go on, else stops
 * @return 0, 1 stopped, -1 with `err`, or the value that `each` returned
 */
int ballots_find(const struct ballots *ballots,
                 int (*each)(void *ctx, const struct judged_ballot *ballot), void *ctx,
                 struct err *err);

#endif
