// SPDX-License-Identifier: MIT
/*
 * The endgame databases of a folder, whatever the variants of the games are.
 */
#ifndef DAMA_CMD_VALIDATE_ENDGAME_H
#define DAMA_CMD_VALIDATE_ENDGAME_H

#include "core/board/position.h"

struct validate_endgame;

/** @param dir borrowed @return NULL when out of memory */
struct validate_endgame *validate_endgame_open(const char *dir);
void validate_endgame_close(struct validate_endgame *endgame);

/**
 * Checks all files of all variants; reports what is wrong, and how many were checked.
 * @return EXIT_WELL, EXIT_FOUND where some are missing or damaged, EXIT_IO where the folder has no
 *        database
 */
int validate_endgame_verify(const char *dir, bool quiet);

/**
 * check_options.endgame; ctx is a struct validate_endgame. Of a variant without files, endings with
 * up to three pieces are known.
 */
bool validate_endgame_value(void *ctx, const struct rules *rules, const struct position *pos,
                            int *value);

#endif
