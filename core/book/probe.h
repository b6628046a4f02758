// SPDX-License-Identifier: MIT
/*
 * What a book knows of a position: its moves, what became of them, and how much each is worth as a
 * choice.
 *
 * Weights are worked out here from raw counts:
 *
 *     expected  share of the points to be expected: of the games, with PRIOR games more that scored as the evaluation
 *               says (as half the points where there is none)
 *     strength  games, halved for each half-life since the newest of them; more for an evaluation
 *     weight    strength * exp((expected - the best move's) / SPREAD); where marks count, times 1 plus the share of its
 *               games that mark it with !, and times the square of the share of those that do not mark it with ?
 *
 * A move proven lost has no weight, whatever its games say.
 */
#ifndef DAMA_CORE_BOOK_PROBE_H
#define DAMA_CORE_BOOK_PROBE_H

#include "core/book/book.h"
#include "core/stats/elo.h"

/**
 * A value of at least this, or at most its negative, is a forced win: as ENGINE_WIN, which
 * core/study checks.
 */
enum { BOOK_WIN = 29000 };

/** A legal move and what the book knows of it. */
struct book_entry {
    struct move mv;
    struct book_edge edge; /* its counts; seen by the side that moves */
    bool in_book;          /* false: it was never played, but leads to a position of the book */
    bool known;            /* the position behind it has an evaluation */
    bool is_lost;          /* proven */
    struct book_eval eval; /* of that position, turned round: seen by the side that moves now */
    uint64_t games;
    struct interval
        score; /* share of the points in games, with its interval; 0 to 1 where there were none */
    double expected; /* 0 to 1 */
    double weight;   /* 0: never chosen */
    double share;    /* of all weights */
};

/** How weights are made. Zero counts neither age nor marks. */
struct book_weighing {
    double half_life; /* years */
    bool marks;
};

/** The answer to a probe; may be used again and again. Zero is empty. */
struct book_answer {
    struct book_entry *at; /* owned; by weight, then games, then number */
    unsigned n, room;
    uint64_t games; /* that came through this position and went on */
    bool has_eval;  /* of the position itself */
    struct book_eval eval;
};

/**
 * Asks for the moves of a position.
 * @param transpositions whether moves that were never played, but lead back into the book, are
 *        wanted too
 * @return 1 the position is in the book, 0 it is not (`out` may hold transpositions), -1 with `err`
 */
int book_probe(struct book *book, const struct position *pos, const struct book_weighing *weighing,
               bool transpositions, struct book_answer *out, struct err *err);

void book_answer_fini(struct book_answer *answer);

/** Moves of other positions that lead here. */
struct book_way {
    struct position from;
    struct move mv;
    struct book_edge edge;
};

/** @param ways owned, to be freed; n of them. @return 0, or -1 with `err` */
int book_ways_here(struct book *book, const struct position *pos, struct book_way **ways,
                   unsigned *n, struct err *err);

/* ---- playing from a book ---- */

/** How a player chooses. */
struct book_choice {
    struct book_weighing weighing;
    double margin; /* moves expected to score so much less than the best one are out; 1: none is */
    double temperature; /* 0: always the heaviest; 1: as the weights say; more: evener */
    uint64_t seed;
    unsigned min_games; /* a move without an evaluation needs so many */
};

/** As good a start as any: margin 0.05, temperature 1, one game is enough. */
extern const struct book_choice book_choice_default;

/** A book to play from, for several threads. */
struct book_player;

/**
 * Opens a book for playing.
 * @param rules of the games: another variant's book is refused
 * @return 0, or -1 with `err`
 */
int book_player_open(const char *path, const struct rules *rules, const struct book_choice *choice,
                     struct book_player **out, struct err *err);

/**
 * Chooses a move. The signature is that of engine_hooks.book, `player` a struct book_player.
 * @return whether the book has one worth playing
 */
bool book_player_choose(void *player, const struct position *pos, struct move *mv);

/** Allows NULL. */
void book_player_close(struct book_player *player);

#endif
