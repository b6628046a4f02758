// SPDX-License-Identifier: MIT
/* The verbs of dama-match; each has a file of its own. */
#ifndef DAMA_CMD_MATCH_DAMA_MATCH_H
#define DAMA_CMD_MATCH_DAMA_MATCH_H

#include "cmd/lib/options.h"

extern const struct command dama_match_probe, dama_match_replay, dama_match_run;

#endif
