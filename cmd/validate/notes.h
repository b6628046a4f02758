// SPDX-License-Identifier: MIT
/*
 * Notes that a file repeats, game for game, are printed once for the file, at its end, with their
 * number.
 */
#ifndef DAMA_CMD_VALIDATE_NOTES_H
#define DAMA_CMD_VALIDATE_NOTES_H

#include "cmd/lib/print-finding.h"

enum { NOTES_MAX = 256 }; /* kinds that are kept apart; the rest is printed as it comes */

/** What was noted first, and how often. */
struct note {
    uint64_t key;
    unsigned long long n;
    struct finding finding; /* of the first; its texts are in the arena */
    unsigned long long game;
    enum severity severity;
};

/** The notes of one file. Zero is empty. */
struct notes {
    struct note all[NOTES_MAX];
    unsigned n;
    struct arena arena;
};

/** Counts a note. @return whether that was done; else it is to be printed at once */
bool notes_add(struct notes *notes, const struct shown *shown);

/** Prints what was counted, and empties the list. */
void notes_print(struct notes *notes, struct printer *printer, const char *file);

void notes_fini(struct notes *notes);

#endif
