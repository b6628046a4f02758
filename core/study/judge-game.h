// SPDX-License-Identifier: MIT
/*
 * Judging the moves of a game: the value of the best move in each position, and that of the move
 * played.
 *
 *     position i ── search ──▶ best line and its score       a single reply is not searched
 *     position i + 1, searched as well, gives the value of the move played; if that is much
 *     less than the best move's, the move is searched once more from position i, so that both have
 *     the same depth: scores of odd and even depths differ, and good moves would look like mistakes
 *
 * The game goes further than a search of position i can see. If position i + 1 shows that the move
 * played is much better than the supposed best one, or that it is the best one but much worse than
 * supposed, and a search of the move alone agrees, position i takes its value from there, and so do
 * the positions before it.
 */
#ifndef DAMA_CORE_STUDY_JUDGE_GAME_H
#define DAMA_CORE_STUDY_JUDGE_GAME_H

#include "core/game/game.h"
#include "core/study/judge.h"

enum {
    JUDGE_PLIES = 2000, /* plies of a game that are judged at most; the rest is ignored */
    JUDGE_LOOKS = 31,   /* deeper looks at a ply that are counted */
};

enum judge_flag {
    JUDGED = 1 << 0,          /* the fields of struct judged_ply are filled */
    JUDGED_SINGLE = 1 << 1,   /* the only legal move: there is nothing to decide */
    JUDGED_BOOK = 1 << 2,     /* in the book: not judged */
    JUDGED_ONLY = 1 << 3,     /* all moves but the one played lose */
    JUDGED_EXACT = 1 << 4,    /* both values are certain */
    JUDGED_NOVELTY = 1 << 6,  /* the first move not in the book, which has others there */
    JUDGED_OTHER = 1 << 5,    /* left out by the settings: side, range of moves, decided */
    JUDGED_EXERCISE = 1 << 7, /* one winning combination, and nothing else wins: exercise.h */
};

/** A ply of the main line. Values are the mover's. */
struct judged_ply {
    unsigned flags;        /* enum judge_flag */
    struct judgement best; /* of the position before the move */
    int score;             /* of the move played */
    struct wdl wdl;        /* of the move played */
    unsigned looks;        /* deeper looks that it has had (annotate-plan.h), at most JUDGE_LOOKS */
};

/** Which plies are judged. Zero: all. */
struct judge_range {
    unsigned from, to; /* move numbers, from 1; to 0: to the end */
    bool side[2];      /* moves of White, of Black; both false: of both sides */
    double decided; /* skip moves that leave the expected result within this of 0 or 1; 0: none */
};

/**
 * Judges the main line of a checked game, up to its first illegal move, from its end to its start.
 * If it is stopped, each ply is either judged completely or unchanged.
 * @param plies room for JUDGE_PLIES + 1; filled for the n legal plies; for the position after them,
 *        plies[n] gets `best` and the flags JUDGED and JUDGED_OTHER
 * @param redo  a bool for each ply: judge it again; NULL: judge all that have no JUDGED flag yet
 * @return 1: all are judged; 0: stopped before; -1 with `err`
 */
int judge_game(struct judge *judge, const struct game *game, const struct judge_range *range,
               const bool *redo, struct judged_ply *plies, unsigned *n, struct err *err);

/** The loss of expected result by the move played, at least 0; 0 if it is unknown. */
double judge_loss(const struct judged_ply *ply);

#endif
