// SPDX-License-Identifier: MIT
/*
 * Searching games for positions, patterns of squares, material and manoeuvres. The main line is
 * played through once, however much is searched for.
 */
#ifndef DAMA_CORE_QUERY_PATTERN_H
#define DAMA_CORE_QUERY_PATTERN_H

#include "core/game/game.h"

/** What to search for. For each kind given, something must occur, at any ply. Borrowed. */
struct pattern_options {
    const char *const *positions; /* FENs; one of them must occur */
    unsigned n_positions;
    const char *const *patterns; /* dama-convert(1), "PATTERNS"; one must occur */
    unsigned n_patterns;
    const char *const *materials; /* "5v4", "1k2mv1k"; one must occur */
    unsigned n_materials;
    const char *const *manoeuvres; /* manoeuvre.h; one must occur */
    unsigned n_manoeuvres;
    bool mirror; /* also search with colours swapped and the board turned */
};

/** For one thread: it keeps what it has compiled for each rule set. */
struct pattern_search;

/**
 * Opens a search, and checks that the options are valid for `rules` or, if that is NULL, for at
 * least one rule set.
 * @return 0, or -1 with `err`: the option, what was expected and what was found
 */
int pattern_search_open(const struct pattern_options *options, const struct rules *rules,
                        struct pattern_search **out, struct err *err);

/**
 * Searches a game that has been checked.
 * @return 1 everything occurs, 0 something does not, -1 with `err`: out of memory
 */
int pattern_search_matches(struct pattern_search *search, const struct game *game, struct err *err);

/**
 * Lists the keys of the positions searched for under some rules, mirror images included, to look
 * them up in an index.
 * @return how many, at most `room`
 */
unsigned pattern_search_keys(struct pattern_search *search, const struct rules *rules,
                             uint64_t *keys, unsigned room);

/** Allows NULL. */
void pattern_search_close(struct pattern_search *search);

#endif
