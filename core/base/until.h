// SPDX-License-Identifier: MIT
/* The value of --until and its like: the time at which work is to end. */
#ifndef DAMA_CORE_BASE_UNTIL_H
#define DAMA_CORE_BASE_UNTIL_H

#include "core/base/err.h"

#include <stdint.h>
#include <time.h>

/**
 * Reads "07:30", the next moment when a clock shows that time, or "2026-05-01T07:30"; local time.
 * @param now seconds since 1970
 * @param until likewise; a date may have passed
 * @return 0, or -1 with `err`: not a time
 */
int until_read(const char *text, time_t now, time_t *until, struct err *err);

#endif
