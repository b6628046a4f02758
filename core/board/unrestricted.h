// SPDX-License-Identifier: MIT
/*
 * Moves that would be legal but for a single rule. For explaining why a move is illegal; slow.
 */
#ifndef DAMA_CORE_BOARD_UNRESTRICTED_H
#define DAMA_CORE_BOARD_UNRESTRICTED_H

#include "core/board/move.h"

/** Restrictions on captures that some variants have and others have not. */
enum restriction {
    RESTRICTION_NONE,
    RESTRICTION_KINGS,      /* men may not capture kings */
    RESTRICTION_BACKWARDS,  /* men may not capture backwards */
    RESTRICTION_LANDING,    /* where a flying king may stop */
    RESTRICTION_DIAGONALLY, /* no diagonal captures where all squares are in play */
    RESTRICTION_CROWNING,   /* a man that is crowned may not go on as a king */
    RESTRICTION_TURNING,    /* no turn by 180 degrees between two jumps */
    RESTRICTION_REMOVAL,    /* captured pieces bar the way until the capture is complete */
    RESTRICTION_COUNT
};

/** The rules without priorities among captures, and with one more restriction lifted. */
struct rules unrestricted_rules(const struct rules *rules, enum restriction lifted);

/**
 * Lists the quiet moves that would be legal if captures were not compulsory and the moves of kings
 * not limited.
 * @return 0, or -1 as moves_generate
 */
int unrestricted_quiet(const struct rules *rules, const struct position *pos, struct moves *list);

#endif
