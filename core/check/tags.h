// SPDX-License-Identifier: MIT
/*
 * The tags of a game: which it has, and what is wrong with their names and values. Only core/check
 * includes this.
 */
#ifndef DAMA_CORE_CHECK_TAGS_H
#define DAMA_CORE_CHECK_TAGS_H

#include "core/check/checker.h"

/** Fills `tag_head` and `tag_next`. */
void tags_prepare(struct checker *c);

/** Finds the known tags of the game; reports duplicates and misspelt names. */
void tags_collect(struct checker *c);

/** Reports what is wrong with the values of tags that do not concern the moves. */
void tags_check(struct checker *c);

#endif
