// SPDX-License-Identifier: MIT
/* The value of --until: when a command is to be done. */
#ifndef DAMA_CMD_LIB_UNTIL_H
#define DAMA_CMD_LIB_UNTIL_H

#include <time.h>

/**
 * Reads "07:30", the next time that a clock shows it, or "2026-05-01T07:30", in local time.
 * @param now seconds since 1970
 * @return seconds since 1970, -1: not a time
 */
time_t until_read(const char *text, time_t now);

#endif
