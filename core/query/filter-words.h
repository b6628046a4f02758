// SPDX-License-Identifier: MIT
/*
 * The words of an expression, for the parts of its compiler, and what they say where another one
 * was expected.
 */
#ifndef DAMA_CORE_QUERY_FILTER_WORDS_H
#define DAMA_CORE_QUERY_FILTER_WORDS_H

#include "core/base/err.h"
#include "core/base/text.h"

struct filter_words {
    const char *name;            /* of the expression, for messages */
    const char *begin, *s, *end; /* of it; `s` is what comes next */
    struct err *err;
};

/** Where `s` is, for messages. */
struct src_pos filter_words_place(const struct filter_words *w, const char *s);

/** Skips blanks and line ends. */
void filter_words_skip(struct filter_words *w);

/** @return the next word, which is not taken: letters of any script, digits, underscores */
struct text filter_words_peek(struct filter_words *w);

/** Takes the next word if it is this one, in any case. @return whether it is */
bool filter_words_take(struct filter_words *w, const char *word);

/** Says "expected ..., found ..." of what comes next. @return -1 with w->err */
int filter_words_expected(struct filter_words *w, const char *what);

#endif
