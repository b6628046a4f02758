// SPDX-License-Identifier: MIT
/*
 * A compiled filter, made by the compiler and run by the matcher.
 *
 * The program has a single truth value, which tests set and jumps read: `a and b` is a, jump over b
 * if false, b.
 */
#ifndef DAMA_CORE_QUERY_FILTER_INTERNAL_H
#define DAMA_CORE_QUERY_FILTER_INTERNAL_H

#include "core/base/buffer.h"
#include "core/game/date.h"
#include "core/game/result.h"
#include "core/query/filter-words.h"
#include "core/query/filter.h"

#include <regex.h>

enum field_type { FIELD_TEXT, FIELD_NUMBER, FIELD_DATE, FIELD_RESULT, FIELD_TRUTH };

enum field {
    FIELD_PLAYER, /* the rows of the table of fields, in this order */
    FIELD_VARIANT,
    FIELD_DATE_OF_GAME,
    FIELD_RESULT_OF_GAME,
    FIELD_YEAR,
    FIELD_RATING,
    FIELD_PLIES,
    FIELD_MOVES,
    FIELD_COMMENTS,
    FIELD_NAGS,
    FIELD_VARIATIONS,
    FIELD_ILLEGAL,
    FIELD_SETUP,
    FIELD_TAG, /* any other word is a tag */
};

enum comparison { SAME, NOT_SAME, LESS, AT_MOST, MORE, AT_LEAST, HAS, HAS_NOT, IS_TRUE };

enum value_type {
    VALUE_NONE,
    VALUE_TEXT,
    VALUE_PATTERN,
    VALUE_NUMBER,
    VALUE_DATE,
    VALUE_RESULT,
    VALUE_RULES
};

struct test {
    enum field field;
    char *tag; /* for FIELD_TAG; owned, ends with a NUL */
    enum comparison comparison;
    enum value_type type;
    struct buffer text; /* VALUE_TEXT: folded; VALUE_RESULT: as written */
    regex_t pattern;    /* VALUE_PATTERN */
    int64_t number;     /* VALUE_NUMBER */
    struct date date;   /* VALUE_DATE */
    enum result result; /* VALUE_RESULT: of a word; RESULT_NONE: read `text` by each game's rules */
    const struct rules *rules; /* VALUE_RULES */
    bool reading;              /* VALUE_RULES: match this rule set only, not the variant's others */
};

enum op { OP_TEST, OP_NOT, OP_JUMP_IF_FALSE, OP_JUMP_IF_TRUE };

struct instruction {
    enum op op;
    unsigned arg; /* index of a test, or of the instruction to jump to */
};

struct filter {
    struct instruction *code; /* owned */
    unsigned n_code, room_code;
    struct test *tests; /* owned */
    unsigned n_tests, room_tests;
    bool needs_counts; /* a test needs game_counts_of */
};

/** What a field is compared as; tags are text here. */
enum field_type filter_field_type(enum field field);

/** Reads the value that test->field is compared with. @return 0, or -1 with w->err */
int filter_take_value(struct filter_words *w, struct test *test);

/**
 * Reads a whole number, with or without blanks around it, by the same rules in expressions and in
 * tags.
 */
bool filter_read_number(struct text t, int64_t *out);

#endif
