// SPDX-License-Identifier: MIT
/* The verbs of dama-engine: one file each, cmd/dama-engine-VERB.c. */
#ifndef DAMA_CMD_DAMA_ENGINE_H
#define DAMA_CMD_DAMA_ENGINE_H

#include "cmd/options.h"

extern const struct command dama_engine_bench;
extern const struct command dama_engine_compare;
extern const struct command dama_engine_dxp;
extern const struct command dama_engine_go;
extern const struct command dama_engine_hub;
extern const struct command dama_engine_selfplay;
extern const struct command dama_engine_show;
extern const struct command dama_engine_train;

#endif
