// SPDX-License-Identifier: MIT
/*
 * What --problems prints: a line for each composition and each thing that is wrong with it, and how
 * many there are of each kind.
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

/** Whether any was found wrong. */
bool problems_any_wrong(const struct problems *problems);

/** Says how many there are of each kind, as a message. */
void problems_say(const struct problems *problems);

void problems_fini(struct problems *problems);

#endif
