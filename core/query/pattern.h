// SPDX-License-Identifier: MIT
/*
 * What a game must come by: a position, a pattern of squares, a balance of pieces. The main line is
 * played through once, whatever is asked for.
 */
#ifndef DAMA_CORE_QUERY_PATTERN_H
#define DAMA_CORE_QUERY_PATTERN_H

#include "core/game/game.h"

/** What is asked for; all of it must be reached, each at some ply of its own. Borrowed. */
struct pattern_options {
    const char *const *positions; /* FENs, one of them is enough */
    unsigned n_positions;
    const char *const *patterns; /* as pattern_syntax says, one of them is enough */
    unsigned n_patterns;
    const char *const *materials; /* "5v4", "1k2m-1k": one of them is enough */
    unsigned n_materials;
    const char *const *manoeuvres; /* manoeuvre.h, one of them is enough */
    unsigned n_manoeuvres;
    bool mirror; /* the same with colours changed and the board turned round counts, too */
};

/** How a pattern is written; for the manual. */
extern const char *const pattern_syntax;

/** For one thread: what was compiled for a rule set is kept. */
struct pattern_search;

/**
 * Checks the words; what depends on the board is looked at for `rules`, or, where that is NULL, for
 * all rule sets: one must do.
 * @return 0, or -1 with `err`: the option, what was expected and what was found
 */
int pattern_search_open(const struct pattern_options *options, const struct rules *rules,
                        struct pattern_search **out, struct err *err);

/**
 * Asks for a game that has been checked.
 * @return 1 everything was reached, 0 something was not, -1 with `err`: out of memory
 */
int pattern_search_matches(struct pattern_search *search, const struct game *game, struct err *err);

/**
 * Keys of the positions asked for under some rules, with mirrors; for an index.
 * @return how many, at most `room`
 */
unsigned pattern_search_keys(struct pattern_search *search, const struct rules *rules,
                             uint64_t *keys, unsigned room);

/** Allows NULL. */
void pattern_search_close(struct pattern_search *search);

#endif
