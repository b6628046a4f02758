// SPDX-License-Identifier: MIT
/*
 * What the other games of a text say about the rules: for games that do not name theirs.
 */
#ifndef DAMA_PDN_NEIGHBOURS_H
#define DAMA_PDN_NEIGHBOURS_H

#include "core/check/check.h"

/** Looks through the tags and moves of a text of PDN. Linear; for checker_set_text. */
struct check_neighbours pdn_neighbours(struct text text);

#endif
