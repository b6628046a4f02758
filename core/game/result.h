// SPDX-License-Identifier: MIT
/*
 * Results as people write them, and what they mean. The first number belongs to the side that
 * starts the game by its rules: Black in English draughts. Source: PDN 3.0, "Results"; for whose
 * number comes first, PDN 1.
 */
#ifndef DAMA_CORE_GAME_RESULT_H
#define DAMA_CORE_GAME_RESULT_H

#include "core/base/buffer.h"
#include "core/board/rules.h"

/** A result. */
enum result {
    RESULT_NONE,    /* not given */
    RESULT_UNKNOWN, /* "*" */
    RESULT_WHITE,   /* White has won */
    RESULT_BLACK,
    RESULT_DRAW,
    RESULT_BOTH_LOST, /* 0-0 */
    RESULT_OTHER,     /* anything else, which can only be kept as written */
};

static inline enum result result_won_by(enum side side)
{
    return side == WHITE ? RESULT_WHITE : RESULT_BLACK;
}

/** Whether a result leaves open how the game ended. */
static inline bool result_is_unknown(enum result r)
{
    return r == RESULT_NONE || r == RESULT_UNKNOWN;
}

/** Which set of words a result comes from. */
enum result_type {
    RESULT_TYPE_ANY, /* 0-0, * and any other in neither set; for writing, the variant's own set */
    RESULT_TYPE_TWO, /* 2-0 1-1 0-2 */
    RESULT_TYPE_ONE, /* 1-0 1/2-1/2 0-1 */
};

/** A result as written. */
struct result_words {
    enum result result;
    enum result_type type;
    bool canonical;    /* written exactly as PDN writes it */
    bool match_points; /* 12-0, 8-4, 7-5, 6-6: points of a round; `result` is for the higher */
};

/**
 * Parses a result. Tolerates blanks, colons, dashes and a remark in brackets.
 * @param rules NULL: White starts
 */
struct result_words result_parse(const struct rules *rules, struct text t);

/** The remark after a result, brackets included; empty if there is none. */
struct text result_remark(struct text t);

/** Adds a result in the form given, with the remark in `written`, if any: "2-0 (forfeit)". */
void result_add_form(struct text form, struct text written, struct buffer *out);

/** Reads a result: the `result` of result_parse. */
enum result result_read(const struct rules *rules, struct text t);

/** The word for a result in a set; static; "*" if there is none. */
const char *result_word(const struct rules *rules, enum result result, enum result_type type);

/** The word for a result in the variant's own set: "2-0", "1-0", "1/2-1/2", "*". Static. */
const char *result_write(const struct rules *rules, enum result result);

/**
 * Whether a text is a score that looks like a move: two numbers of at least 1 that add up to 3, 10
 * or 12, such as 2-1, 4-6 and 8-4: points of a game or a match.
 */
bool result_is_score(struct text t);

/**
 * Whether an unusual result is valid in a ResultFormat: "Plus draw", "Delfts" or "Goes". In any
 * other format every result is valid. Source: PDN 3.0, "ResultFormat".
 */
bool result_has_format(struct text t, struct text format);

#endif
