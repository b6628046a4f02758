// SPDX-License-Identifier: MIT
/*
 * Text of strangers on its way to a terminal, a log or a list of lines: names of files, tags,
 * moves, messages of peers. Everything that a terminal could take for a command is written out:
 * control characters, those of C1, bytes that are no UTF-8, and the marks that turn the direction
 * of writing. A line stays one line.
 */
#ifndef DAMA_CORE_BASE_PRINTABLE_H
#define DAMA_CORE_BASE_PRINTABLE_H

#include "core/base/buffer.h"

#include <stdio.h>

/**
 * Adds a text: a tab as a blank, control characters and stray bytes as \x1b, marks of direction as
 * \u202e.
 */
void printable_add(struct buffer *out, struct text t);

/** Adds words of ours and others', as printf: all that comes out is made printable. */
void printable_printf(struct buffer *out, const char *format, ...) PRINTF_LIKE(2, 3);

/** As printable_printf, to a stream. Where memory is out nothing is written. */
void printable_fprintf(FILE *out, const char *format, ...) PRINTF_LIKE(2, 3);

/** Whether a text would be added as it is. */
bool printable_is(struct text t);

#endif
