// SPDX-License-Identifier: MIT
/* The engine as a program; each verb has a file of its own. */
#include "cmd/dama-engine.h"

static const struct command *const verbs[] = {
    &dama_engine_bench,
    &dama_engine_compare,
    &dama_engine_dxp,
    &dama_engine_go,
    &dama_engine_hub,
    &dama_engine_selfplay,
    &dama_engine_show,
    &dama_engine_train,
    NULL,
};

static const struct command command = {
    .name = "dama-engine",
    .summary = "play and count draughts",
    .usage = "VERB ...",
    .verbs = verbs,
};

int main(int argc, char **argv) { return command_main(&command, argc, argv); }
