// SPDX-License-Identifier: MIT
/*
 * What the values of tags must look like: dates, rounds, ratings, times. Only core/check includes
 * this.
 */
#ifndef DAMA_CORE_CHECK_TAG_VALUE_H
#define DAMA_CORE_CHECK_TAG_VALUE_H

#include "core/check/checker.h"

enum tag_value_kind {
    TAG_VALUE_ANY,  /* nothing to check */
    TAG_VALUE_TEXT, /* any text, except a hyphen in place of a missing value */
    TAG_VALUE_DATE,
    TAG_VALUE_ROUND,
    TAG_VALUE_RATING,
    TAG_VALUE_PLAYER,
    TAG_VALUE_TERMINATION,
    TAG_VALUE_CONTROL,
    TAG_VALUE_USED,
    TAG_VALUE_CLOCK,
    TAG_VALUE_OTHER, /* checked elsewhere */
};

/** Reports what is wrong with the value of a tag. */
void tag_value_check(struct checker *c, const struct tag *tag, enum tag_value_kind kind);

#endif
