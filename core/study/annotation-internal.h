// SPDX-License-Identifier: MIT
/* Shared by the files of the annotations: what one writes and the other recognises. */
#ifndef DAMA_CORE_STUDY_ANNOTATION_INTERNAL_H
#define DAMA_CORE_STUDY_ANNOTATION_INTERNAL_H

#include "core/study/annotation.h"

enum { ANNOTATION_TAG_SIZE = 40, ANNOTATION_COUNTS = 5 };

extern const char annotation_marker[]; /* the command in a comment that makes it ours: "dama" */
extern const char annotation_unjudged[], annotation_decisive[]; /* names of tags */

/* The verdicts that are counted in a tag for each side: "WhiteBlunders". */
extern const struct annotation_count {
    const char *tag; /* without the side */
    enum move_verdict verdict;
} annotation_counts[ANNOTATION_COUNTS];

/* @param what "Accuracy" and the like @return `name`, filled: "WhiteAccuracy" */
const char *annotation_sum_tag(enum side side, const char *what, char name[ANNOTATION_TAG_SIZE]);

/*
 * Whether a line of ours ends here: at the first quiet position from its third ply on.
 * @param plies played so far
 */
bool annotation_is_line_end(const struct rules *rules, const struct position *pos, unsigned plies);

#endif
