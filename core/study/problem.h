// SPDX-License-Identifier: MIT
/*
 * Compositions, and whether they are correct: the solution wins (or draws) against every defence,
 * and no other move does so, neither at the first move nor later.
 *
 * The main line of the game is the solution. A finding is either proven, by the rules, an endgame
 * database or a search to the end, or the opinion of a search within its limits; if the search has
 * no clear opinion, that is a finding as well.
 */
#ifndef DAMA_CORE_STUDY_PROBLEM_H
#define DAMA_CORE_STUDY_PROBLEM_H

#include "core/base/buffer.h"
#include "core/game/game.h"
#include "core/study/judge.h"

/** What is wrong with a composition, or undecided about it. */
enum problem_fault {
    PROBLEM_REFUTED,     /* the defence in `line` holds */
    PROBLEM_ILLEGAL,     /* the move of the solution is not legal; no line */
    PROBLEM_UNSOLVABLE,  /* no solution is given, and no move reaches the goal */
    PROBLEM_SECOND,      /* another first move reaches the goal as well */
    PROBLEM_DUAL,        /* another move than the solution's reaches the goal later on */
    PROBLEM_OPEN,        /* it is undecided whether the solution works here */
    PROBLEM_OPEN_SECOND, /* it is undecided whether another move reaches the goal */
    PROBLEM_SOLUTION,    /* no fault: no solution was given, and this is one */
    PROBLEM_FAULTS
};

struct problem_finding {
    enum problem_fault fault;
    unsigned ply;          /* of the main line, from 0: `line` replaces the move made there */
    bool proven;           /* false: the opinion of a search */
    struct judgement line; /* from the position at that ply on, for the side to move there */
};

enum { PROBLEM_FINDINGS = 24 /* kept about one composition, at most: the worst ones */ };

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
    bool proven; /* all of its correctness is proven: no opinion of a search was needed */
    bool given;  /* a solution was given */
    unsigned n;
    struct problem_finding at[PROBLEM_FINDINGS];
};

/**
 * Checks a composition. The goal is the game's result: a win for one side, or a draw for the side
 * to move; if there is no result, a win for the side to move.
 * @param game checked; its main line is the solution, as far as it is legal
 * @return 1 checked, 0 stopped before, -1 with `err`
 */
int problem_check(struct judge *judge, const struct game *game, struct problem *out,
                  struct err *err);

/** The verdict, by the worst of the findings. */
enum problem_verdict problem_verdict(const struct problem *problem);

/** Whether the verdict is proven, rather than the opinion of a search. */
bool problem_is_proven(const struct problem *problem);

/** "sound", "second-solution", ... */
const char *problem_verdict_word(enum problem_verdict verdict);

/** "refuted", "dual", ... */
const char *problem_fault_word(enum problem_fault fault);

/** Packs the findings for a journal, alike on every machine. @return 0, or -1: out of memory */
int problem_pack(const struct game *game, const struct problem *problem, struct buffer *out);

/** Reads them back. @return 1; 0: damaged, or of another game; -1: out of memory */
int problem_unpack(const struct game *game, struct text bytes, struct problem *out);

#endif
