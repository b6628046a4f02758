// SPDX-License-Identifier: MIT
/*
 * Untrusted text on its way to a terminal, a log or a list of lines: file names, tags, moves,
 * messages of peers. Everything that could control a terminal is escaped: control characters, C1
 * included, bytes that are not UTF-8, and bidirectional controls; and so are invisible characters:
 * the soft hyphen and zero-width spaces. A line stays one line.
 */
#ifndef DAMA_CORE_BASE_PRINTABLE_H
#define DAMA_CORE_BASE_PRINTABLE_H

#include "core/base/buffer.h"

#include <stdarg.h>
#include <stdio.h>

/**
 * Adds a text: a tab as a blank, control characters and invalid bytes as \x1b, bidirectional
 * controls as \u202e.
 */
void printable_add(struct buffer *out, struct text t);

/** As printf, with the whole result made printable. */
void printable_printf(struct buffer *out, const char *format, ...) PRINTF_LIKE(2, 3);

void printable_vprintf(struct buffer *out, const char *format, va_list args) PRINTF_LIKE(2, 0);

/** As printable_printf, to a stream. Writes nothing when out of memory. */
void printable_fprintf(FILE *out, const char *format, ...) PRINTF_LIKE(2, 3);

/**
 * Writes lines as they are or, where the stream is a terminal, with all but line ends made
 * printable.
 * @return 0, or -1: errno says why
 */
int printable_write(FILE *out, struct text lines);

/** Whether printable_add would add a text unchanged. */
bool printable_is(struct text t);

#endif
