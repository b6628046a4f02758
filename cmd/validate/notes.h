// SPDX-License-Identifier: MIT
/*
 * Notes that repeat from game to game are printed once per file, at its end, with the number of
 * times.
 */
#ifndef DAMA_CMD_VALIDATE_NOTES_H
#define DAMA_CMD_VALIDATE_NOTES_H

#include "cmd/lib/print-finding.h"

enum { NOTES_MAX = 256 }; /* kinds that are counted; others are printed at once */

/** The first note of a kind, and how often it occurred. */
struct note {
    uint64_t key;
    unsigned long long n;
    struct finding finding; /* the first one; its texts are in the arena */
    struct text source;     /* its line, from which the finding's offset counts; in the arena */
    unsigned long long game;
    enum severity severity;
};

/** The notes of one file. Zero is empty. */
struct notes {
    struct note all[NOTES_MAX];
    unsigned n;
    struct arena arena;
};

/** Counts a note. @return false if it is to be printed at once instead */
bool notes_add(struct notes *notes, const struct printed_finding *shown);

/** Prints the counted notes, and empties the list. */
void notes_print(struct notes *notes, struct printer *printer, const char *file);

void notes_fini(struct notes *notes);

#endif
