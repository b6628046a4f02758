// SPDX-License-Identifier: MIT
/*
 * Moves that would be legal but for a single rule. For explaining why a move is illegal; slow.
 */
#ifndef DAMA_CORE_BOARD_UNRESTRICTED_H
#define DAMA_CORE_BOARD_UNRESTRICTED_H

#include "core/board/move.h"

/**
 * Lists the captures that would be legal without priority rules.
 * @return 0, or -1 as moves_generate
 */
int unrestricted_captures(const struct rules *rules, const struct position *pos,
                          struct moves *list);

/** Restrictions on captures that some variants have and others have not. */
enum restriction {
    RESTRICTION_KINGS,     /* men may not capture kings */
    RESTRICTION_BACKWARDS, /* men may not capture backwards */
    RESTRICTION_LANDING,   /* where a flying king may stop */
};

/**
 * As unrestricted_captures, with one more restriction lifted.
 * @return 0, or -1 as moves_generate
 */
int unrestricted_by(const struct rules *rules, enum restriction lifted, const struct position *pos,
                    struct moves *list);

/**
 * Lists the quiet moves that would be legal if captures were not compulsory and the moves of kings
 * not limited.
 * @return 0, or -1 as moves_generate
 */
int unrestricted_quiet(const struct rules *rules, const struct position *pos, struct moves *list);

#endif
