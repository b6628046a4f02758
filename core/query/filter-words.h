// SPDX-License-Identifier: MIT
/*
 * The words of an expression, shared by the parts of its compiler, with errors that say what was
 * expected in place of a word.
 */
#ifndef DAMA_CORE_QUERY_FILTER_WORDS_H
#define DAMA_CORE_QUERY_FILTER_WORDS_H

#include "core/base/err.h"
#include "core/base/text.h"

struct filter_words {
    const char *name;            /* the name of the expression, for messages */
    const char *begin, *s, *end; /* `begin` and `end` of the expression; `s` is what comes next */
    struct err *err;
};

/** The place of `s`, for messages. */
struct src_pos filter_words_place(const struct filter_words *w, const char *s);

/** Skips blanks and line ends. */
void filter_words_skip(struct filter_words *w);

/** @return the next word without taking it: letters of any script, digits, underscores */
struct text filter_words_peek(struct filter_words *w);

/** Takes the next word if it is `word`, ignoring case. @return whether it was */
bool filter_words_take(struct filter_words *w, const char *word);

/** Says "expected ..., found ..." about what comes next. @return -1 with w->err */
int filter_words_expected(struct filter_words *w, const char *what);

#endif
