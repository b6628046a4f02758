// SPDX-License-Identifier: MIT
/* Matches between draughts programs; each verb has a file of its own. */
#include "cmd/match/dama-match.h"

static const struct command *const verbs[] = {
    &dama_match_keys,
    &dama_match_probe,
    &dama_match_replay,
    &dama_match_report,
    &dama_match_run,
    &dama_match_stats,
    NULL,
};

static const struct command command = {
    .name = "dama-match",
    .summary = "play matches between draughts programs",
    .usage = "COMMAND ...",
    .verbs = verbs,
};

int main(int argc, char **argv) { return command_main(&command, argc, argv); }
