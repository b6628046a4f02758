// SPDX-License-Identifier: MIT
/*
 * Tags of a game that is checked: which it has, and what is wrong with their names and values.
 * Only core/check includes this.
 */
#ifndef DAMA_CORE_CHECK_TAGS_H
#define DAMA_CORE_CHECK_TAGS_H

#include "core/check/checker.h"

/** Fills `tag_head` and `tag_next`. */
void tags_prepare(struct checker *c);

/** Finds the known tags of the game; reports of duplicates and misspelt names. */
void tags_collect(struct checker *c);

/** Tells what is wrong with the values of the tags that do not concern the moves. */
void tags_check(struct checker *c);

#endif
