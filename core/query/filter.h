// SPDX-License-Identifier: MIT
/*
 * Filter expressions on games: dama-convert(1), "EXPRESSIONS".
 *
 *     white ~ "Sijbrands" and date >= 1972 and result = "2-0" and not (plies < 40 or event ~
 *     /^Sim/)
 *
 * A filter is immutable once compiled: any number of threads may use it.
 */
#ifndef DAMA_CORE_QUERY_FILTER_H
#define DAMA_CORE_QUERY_FILTER_H

#include "core/base/buffer.h"
#include "core/game/game.h"

struct filter;

/**
 * Appends an expression for games by any of n players to `out`: `(player ~ "A" or player ~ "B")`.
 * @param field "player", "white" or "black"
 */
void filter_add_players(const char *field, const char *const *names, unsigned n,
                        struct buffer *out);

/**
 * Compiles an expression.
 * @param name used in errors in place of a file name, such as "--where"; borrowed
 * @return 0, or -1 with `err`: the column, what was expected and what was found there
 */
int filter_compile(const char *name, struct text expression, struct filter **out, struct err *err);

/**
 * Tests a game that has been checked (core/check/check.h).
 * @return 1 it matches, 0 it does not, -1: out of memory
 */
int filter_matches(const struct filter *filter, const struct game *game);

/** Whether the expression asks for the date of a game, or its year. Allows NULL. */
bool filter_asks_date(const struct filter *filter);

/** Allows NULL. */
void filter_free(struct filter *filter);

/**
 * @return the words of --has: fields that say whether a game has something; NULL after the last
 */
const char *filter_has_word(size_t i);

#endif
