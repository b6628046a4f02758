// SPDX-License-Identifier: MIT
/* The endgame databases of a folder, for games of any variant. */
#ifndef DAMA_CMD_VALIDATE_ENDGAME_H
#define DAMA_CMD_VALIDATE_ENDGAME_H

#include "core/board/position.h"

struct validate_endgame;

/** @param dir borrowed @return NULL when out of memory */
struct validate_endgame *validate_endgame_open(const char *dir);
void validate_endgame_close(struct validate_endgame *endgame);

/**
 * Checks all files of all variants; reports faults, and how many files were checked.
 * @return EXIT_WELL, EXIT_FOUND if some are missing or damaged, EXIT_IO if the folder has no
 *         database
 */
int validate_endgame_verify(const char *dir, bool quiet);

/**
 * check_options.endgame; ctx is a struct validate_endgame. For a variant without files, it knows
 * endings with up to three pieces.
 */
bool validate_endgame_value(void *ctx, const struct rules *rules, const struct position *pos,
                            int *value);

#endif
