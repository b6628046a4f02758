// SPDX-License-Identifier: MIT
/*
 * Times, sizes and other numbers as people write them: 90s, 1h30m, 500ms; 4096, 64M, 1G; 0.5.
 */
#ifndef DAMA_CORE_BASE_AMOUNT_H
#define DAMA_CORE_BASE_AMOUNT_H

#include "core/base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { AMOUNT_ROOM = 24 }; /* bytes that a written amount needs, NUL included */

/**
 * Reads a time; the whole text must be one. A lone number may lack its unit and is then in seconds;
 * in a sum such as 1h30m, every number needs one.
 * @param min, max ms
 * @param out      ms
 * @return 0, or -1 with `err` (the caller fills `at`): "'x' is not a time (90s, 1h30m, 500ms) of at
 *        least 0s"
 */
int amount_time(const char *text, int64_t min, int64_t max, int64_t *out, struct err *err);

/** As amount_time, for bytes; K, M, G and T are powers of 1024. */
int amount_size(const char *text, int64_t min, int64_t max, int64_t *out, struct err *err);

/**
 * Reads a whole number: 3, -5, +2. The text must hold nothing else, not even blanks before it.
 * @return false: it is not such a number, or is beyond 64 bits
 */
bool amount_number(const char *text, int64_t *out);

/** As amount_number, for a decimal number: 3, -0.5, 1e6; neither hexadecimal nor infinite. */
bool amount_real(const char *text, double *out);

/** Turns a size from amount_size into a size_t; one beyond the address space becomes SIZE_MAX. */
static inline size_t amount_memory(int64_t bytes)
{
    return (uint64_t)bytes > SIZE_MAX ? SIZE_MAX : (size_t)bytes;
}

/**
 * Write an amount in the largest unit that gives a whole number, so that it reads back the same.
 */
void amount_print_time(int64_t ms, char out[AMOUNT_ROOM]);
void amount_print_size(int64_t bytes, char out[AMOUNT_ROOM]);

#endif
