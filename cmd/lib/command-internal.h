// SPDX-License-Identifier: MIT
/* What command-main.c tells the messages of a command, and asks them at its end. */
#ifndef DAMA_CMD_LIB_COMMAND_INTERNAL_H
#define DAMA_CMD_LIB_COMMAND_INTERNAL_H

#include <stdbool.h>

/*
 * Sets the names that messages begin with; both borrowed.
 * @param full "dama-engine perft", for wrong usage; may change later
 */
void command_set_names(const char *name, const char *full);

/* Whether command_error has reported something that failed only because of a signal. */
bool command_is_interrupted(void);

#endif
