// SPDX-License-Identifier: MIT
/* Endgame databases: each verb has a file of its own. */
#include "cmd/egdb/dama-egdb.h"

static const struct command *const verbs[] = {
    &dama_egdb_bench,
    &dama_egdb_build,
    &dama_egdb_compare,
    &dama_egdb_list,
    &dama_egdb_probe,
    &dama_egdb_verify,
    NULL,
};

static const struct command command = {
    .name = "dama-egdb",
    .summary = "build, verify and probe endgame databases",
    .usage = "COMMAND ...",
    .verbs = verbs,
};

int main(int argc, char **argv) { return command_main(&command, argc, argv); }
