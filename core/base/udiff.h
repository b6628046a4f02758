// SPDX-License-Identifier: MIT
/*
 * Writes unified diffs as the lines come: the caller knows what changes, so nothing is searched
 * for. Three lines of context; changes no more than six lines apart share a hunk. Source:
 * POSIX.1-2008, diff(1), "Diff -u Output Format".
 */
#ifndef DAMA_CORE_BASE_UDIFF_H
#define DAMA_CORE_BASE_UDIFF_H

#include "core/base/buffer.h"

#include <stdio.h>

enum { UDIFF_CONTEXT = 3 };

/** The diff of one file. Set `out` and `path`, the rest zero. */
struct udiff {
    FILE *out;
    const char *path;     /* borrowed */
    struct buffer before; /* the last lines that did not change, for the next hunk */
    unsigned n_before;    /* lines in `before` */
    struct buffer hunk;   /* lines with their signs */
    unsigned n_after;     /* unchanged lines at the end of `hunk` */
    unsigned long long old_line, new_line;     /* of the next line, from 0 */
    unsigned long long hunk_old, hunk_new;     /* where the hunk begins, from 0 */
    unsigned long long hunk_n_old, hunk_n_new; /* lines in it */
    bool in_hunk, any;
    bool failed; /* memory ran out */
};

/**
 * Takes the next lines of the old text and what replaces them.
 * @param old any number of whole lines with their ends; only the file's last line may lack its end
 * @param new what replaces them; the same bytes if nothing changed
 */
void udiff_lines(struct udiff *diff, struct text old, struct text new);

/**
 * Writes the hunk that is still pending.
 * @return 0, or -1 when out of memory; check ferror(out) for whether writing worked
 */
int udiff_finish(struct udiff *diff);

#endif
