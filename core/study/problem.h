// SPDX-License-Identifier: MIT
/*
 * Compositions, and whether they are correct: the solution wins (or draws) against every defence,
 * nothing else does so at the first move, and nothing else at a later one.
 *
 * The main line of the game is the solution. A finding is either proven, by the rules, an endgame
 * database or a search to the end, or the opinion of a search within its limits; where the search
 * has no clear opinion, that is a finding as well.
 */
#ifndef DAMA_CORE_STUDY_PROBLEM_H
#define DAMA_CORE_STUDY_PROBLEM_H

#include "core/base/buffer.h"
#include "core/game/game.h"
#include "core/study/judge.h"

/** What is wrong with a composition, or not known about it. */
enum problem_fault {
    PROBLEM_REFUTED,     /* the defence of `line` holds */
    PROBLEM_ILLEGAL,     /* the move of the solution is not legal; no line */
    PROBLEM_UNSOLVABLE,  /* no solution is given, and no move reaches the goal */
    PROBLEM_SECOND,      /* another first move reaches the goal as well */
    PROBLEM_DUAL,        /* another later move does */
    PROBLEM_OPEN,        /* whether the solution holds here is not decided */
    PROBLEM_OPEN_SECOND, /* whether another move reaches the goal is not decided */
    PROBLEM_SOLUTION,    /* no fault: none was given, and this is one */
    PROBLEM_FAULTS
};

struct problem_finding {
    enum problem_fault fault;
    unsigned ply;          /* of the main line, from 0: `line` replaces the move made there */
    bool proven;           /* else: the opinion of a search */
    struct judgement line; /* from the position at that ply on, for the side to move there */
};

enum { PROBLEM_FINDINGS = 24 /* about one composition, at most: the worst of them */ };

enum problem_verdict {
    PROBLEM_IS_SOUND,
    PROBLEM_IS_UNSOUND,
    PROBLEM_IS_ILLEGAL,
    PROBLEM_HAS_SECOND,
    PROBLEM_HAS_DUAL,
    PROBLEM_IS_OPEN,   /* not decided */
    PROBLEM_IS_SOLVED, /* no solution was given: one was found, and no other */
    PROBLEM_VERDICTS
};

/** The findings about a composition. */
struct problem {
    enum side solver;
    bool draws;  /* the goal is a draw */
    bool proven; /* everything in its favour: no opinion of a search was needed */
    bool given;  /* a solution was */
    unsigned n;
    struct problem_finding at[PROBLEM_FINDINGS];
};

/**
 * Checks a composition. The goal is the game's result: a win of one side, or a draw of the side to
 * move; if there is none, a win of the side to move.
 * @param game checked; its main line is the solution, as far as it is legal
 * @return 1 checked, 0 stopped before, -1 with `err`
 */
int problem_check(struct judge *judge, const struct game *game, struct problem *out,
                  struct err *err);

/** The worst of the findings. */
enum problem_verdict problem_verdict(const struct problem *problem);

/** Whether the verdict is proven, rather than the opinion of a search. */
bool problem_is_proven(const struct problem *problem);

/** "sound", "second-solution", ... */
const char *problem_verdict_word(enum problem_verdict verdict);

/** "refuted", "dual", ... */
const char *problem_fault_word(enum problem_fault fault);

/** Packs it for a journal, the same on every machine. @return 0, or -1: out of memory */
int problem_pack(const struct game *game, const struct problem *problem, struct buffer *out);

/** Reads them back. @return 1, 0: damaged, or of another game, -1: out of memory */
int problem_unpack(const struct game *game, struct text bytes, struct problem *out);

#endif
