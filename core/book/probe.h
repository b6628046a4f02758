// SPDX-License-Identifier: MIT
/*
 * What a book knows about a position: its moves, their results, and the weight of each as a choice.
 *
 * Weights are computed from raw counts:
 *
 *     expected  expected score: that of the games, together with PRIOR more games that score as the
 *               evaluation says (half of the points if there is none)
 *     strength  number of games, halved for each half-life from the move's last year to the book's;
 *               more if there is an evaluation
 *     weight    strength * exp((expected - the best move's) / SPREAD); if marks count, times 1 plus
 *               the share of its games that mark it with !, and times the square of the share of
 *               those that do not mark it with ?
 *
 * A move proven lost has weight 0, whatever its games say.
 */
#ifndef DAMA_CORE_BOOK_PROBE_H
#define DAMA_CORE_BOOK_PROBE_H

#include "core/book/book.h"
#include "core/stats/elo.h"

/** A legal move and what the book knows about it. */
struct book_entry {
    struct move mv;
    struct book_edge edge; /* its counts, from the view of the side that moves */
    bool in_book;          /* false: it only leads to a position of the book */
    bool known;            /* the position after it has an evaluation */
    bool is_lost;          /* the move is proven to lose */
    struct book_eval eval; /* of the position after it, from the view of the side that moves */
    uint64_t games;
    struct interval score; /* in the games, with its interval; that is 0 to 1 without games */
    double expected;       /* 0 to 1 */
    double weight;         /* 0: never chosen */
    double share;          /* the probability that it is chosen; set by book_answer_share */
};

/** How weights are computed. If all zero, age and marks are ignored. */
struct book_weighing {
    double half_life; /* years */
    bool marks;
};

/** The answer to a probe; may be reused. Zero is empty. */
struct book_answer {
    struct book_entry *at; /* owned; sorted by weight, then games, then number */
    unsigned n, room;
    uint64_t games; /* that continued from this position: the sum over its moves */
    bool has_eval;  /* of the position itself */
    struct book_eval eval;
};

/**
 * Gets the moves of a position.
 * @param transpositions include moves that are not in the book but lead back into it
 * @return 1: the position is in the book; 0: it is not (`out` may hold transpositions); -1 with
 *         `err`
 */
int book_probe(struct book *book, const struct position *pos, const struct book_weighing *weighing,
               bool transpositions, struct book_answer *out, struct err *err);

void book_answer_fini(struct book_answer *answer);

/** A move of another position that leads to this one. */
struct book_parent {
    struct position from;
    struct move mv;
    struct book_edge edge;
};

/**
 * Finds all parents.
 * @param ways set to n of them; owned, to be freed.
 * @return 0, or -1 with `err`
 */
int book_parents(struct book *book, const struct position *pos, struct book_parent **ways,
                 unsigned *n, struct err *err);

/* ---- playing from a book ---- */

/** How a player chooses. */
struct book_choice_options {
    struct book_weighing weighing;
    double margin;      /* drops moves expected to score this much less than the best; 1: none */
    double temperature; /* 0: always the heaviest; 1: by weight; higher: more evenly */
    uint64_t seed;
    unsigned min_games; /* games that a move without an evaluation needs */
};

/** Margin 0.05, temperature 1, one game is enough. */
extern const struct book_choice_options book_choice_default;

/** Sets the share of each move: the probability that a player chooses it. */
void book_answer_share(struct book_answer *answer, const struct book_choice_options *choice);

/**
 * Whether a move counts as a move of the book, once its share is set: it was played in games, or a
 * player might choose it. An expanded book has all legal moves, the bad ones only for their values.
 */
static inline bool book_entry_is_book_move(const struct book_entry *e)
{
    return e->in_book && (e->games || e->share > 0);
}

/** A book to play from; for several threads at a time. */
struct book_player;

/**
 * Opens a book for playing.
 * @param rules a book of another variant is refused
 * @return 0, or -1 with `err`
 */
int book_player_open(const char *path, const struct rules *rules,
                     const struct book_choice_options *choice, struct book_player **out,
                     struct err *err);

/**
 * Chooses a move. The signature is that of engine_hooks.book, `player` a struct book_player.
 * @return 1; 0: the book has no move that is good enough; -1 with `err`: it cannot be read
 */
int book_player_choose(void *player, const struct position *pos, struct move *mv, struct err *err);

/**
 * For games with a clock: from now on, book_player_choose does not wait for a process that changes
 * the book. Allows NULL.
 */
void book_player_wait_briefly(struct book_player *player);

/** Restarts the random choices: the same seed and positions give the same moves. */
void book_player_reseed(struct book_player *player, uint64_t seed);

/**
 * Random choices from a player's book that depend only on its seed and the number of a game: for
 * threads that play at the same time.
 */
struct book_stream {
    struct book_player *player; /* borrowed */
    uint64_t state;
};

/** Starts the random choices for a game; call it before the first one. */
void book_stream_begin(struct book_stream *stream, uint64_t game);

/** As book_player_choose; `stream` is a struct book_stream, for one thread. */
int book_stream_choose(void *stream, const struct position *pos, struct move *mv, struct err *err);

/** Allows NULL. */
void book_player_close(struct book_player *player);

#endif
