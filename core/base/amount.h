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
 * Reads a time to its end. A number alone is seconds; beside others each has its unit.
 * @param out ms
 * @return 0, or -1 with `err` (the caller fills `at`): "'x' is not a time (90s, 1h30m, 500ms) of at
 *        least 0s"
 */
int amount_time(const char *text, int64_t min, int64_t max, int64_t *out, struct err *err);

/** As amount_time, for bytes; K, M, G, T of 1024. */
int amount_size(const char *text, int64_t min, int64_t max, int64_t *out, struct err *err);

/**
 * Reads a whole number to its end: 3, -5, +2.
 * @return false: it is something else, blanks before it included, or beyond 64 bits
 */
bool amount_number(const char *text, int64_t *out);

/** As amount_number, for a decimal number: 3, -0.5, 1e6; neither hexadecimal nor infinite. */
bool amount_real(const char *text, double *out);

/** Turns a size that was read into a size_t; one beyond the address space becomes SIZE_MAX. */
static inline size_t amount_memory(int64_t bytes)
{
    return (uint64_t)bytes > SIZE_MAX ? SIZE_MAX : (size_t)bytes;
}

/**
 * Writes an amount in the largest unit that gives a whole number, so that it reads back the same.
 */
void amount_print_time(int64_t ms, char out[AMOUNT_ROOM]);
void amount_print_size(int64_t bytes, char out[AMOUNT_ROOM]);

#endif
