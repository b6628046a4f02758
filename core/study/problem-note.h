// SPDX-License-Identifier: MIT
/*
 * Writes the findings about a composition into it: the verdict as tags, refutations and other
 * solutions as variations, recognised and replaced like the annotations of annotation.h.
 *
 *     1. 28-22 ({[%dama second-solution proven 3]} 1. 37-31 26x37 2. 42x31) 18x27
 *     1. 34-30 {[%dama refuted proven] does not win: 1... 5-46 (proven) [%dama end]}
 */
#ifndef DAMA_CORE_STUDY_PROBLEM_NOTE_H
#define DAMA_CORE_STUDY_PROBLEM_NOTE_H

#include "core/study/problem.h"

/** Adds a finding, for people to read: "second solution: 1. 37-31 26x37 2. 42x31 (proven)". */
void problem_note_line(const struct game *game, const struct problem *problem, unsigned i,
                       struct buffer *out);

/**
 * Writes the findings into a checked game, replacing earlier ones of ours.
 * @param annotator value of the tag Annotator; NULL: none; borrowed
 * @return 0, or -1 with `err`: out of memory
 */
int problem_note_write(struct game *game, const struct problem *problem, const char *annotator,
                       struct err *err);

#endif
