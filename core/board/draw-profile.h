// SPDX-License-Identifier: MIT
/*
 * Draw profiles: the rules by which a game is drawn. A profile is a row of data with its source.
 */
#ifndef DAMA_CORE_BOARD_DRAW_PROFILE_H
#define DAMA_CORE_BOARD_DRAW_PROFILE_H

#include "core/base/err.h"
#include "core/base/text.h"
#include "core/board/rules.h"

struct draw_profile; /* a row of draw-profile.c */

/**
 * Finds a profile by its spelling, a name, perhaps with options after commas: "fmjd", "dam",
 * "none", "fmjd,limit=200". Options:
 *
 *     limit=N         the game ends after N moves by each side
 *     long-diagonal   a lone king on the long diagonal against three pieces: 5 moves
 *     one-on-one      one piece against one is drawn, unless one of them is captured at once
 *
 * @param spelling if its `s` is NULL: the variant's default
 * @return static, the same pointer for the same spelling; NULL with `err`, which names the profiles
 *        of the variant
 */
const struct draw_profile *draw_profile_find(const struct rules *rules, struct text spelling,
                                             struct err *err);

/**
 * The profiles of a variant by index from 0; the first is its default. NULL after the last.
 */
const struct draw_profile *draw_profile_at(const struct rules *rules, unsigned index);

/** The i-th of the names of all profiles, from 0; NULL after the last. */
const char *draw_profile_word(size_t i);

const char *draw_profile_name(const struct draw_profile *profile); /* as spelled */

/** How often a position must occur for the game to be drawn; 0: never drawn by repetition. */
unsigned draw_profile_repetitions(const struct draw_profile *profile);

#endif
