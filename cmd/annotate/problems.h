// SPDX-License-Identifier: MIT
/*
 * The output of --problems: a line for each composition and each fault in it, and the number of
 * each kind.
 */
#ifndef DAMA_CMD_ANNOTATE_PROBLEMS_H
#define DAMA_CMD_ANNOTATE_PROBLEMS_H

#include "core/study/problem.h"

#include <stdio.h>

/** Zero is empty. */
struct problems {
    uint64_t n[PROBLEM_VERDICTS];
    uint64_t left_out; /* without rules or a position */
    struct buffer text;
};

/**
 * Prints the lines of a composition.
 * @param number of the game in the input, from 1
 * @return 0, or -1 with `err`: out of memory
 */
int problems_print(struct problems *problems, const struct game *game, int64_t number,
                   const struct problem *problem, FILE *out, struct err *err);

/** Whether no composition was found faulty or is undecided. */
bool problems_all_sound(const struct problems *problems);

/** Reports how many there are of each kind. */
void problems_say(const struct problems *problems);

void problems_fini(struct problems *problems);

#endif
