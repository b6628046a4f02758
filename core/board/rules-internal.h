// SPDX-License-Identifier: MIT
/* What the files that find and print rule sets share: rules.c, rules-tags.c and rules-table.c. */
#ifndef DAMA_CORE_BOARD_RULES_INTERNAL_H
#define DAMA_CORE_BOARD_RULES_INTERNAL_H

#include "core/board/rules.h"

/** A game of PDN's table that is not played here. */
struct rules_other {
    unsigned type; /* its GameType */
    const char *name, *title;
};

extern const struct rules_other rules_others[];
extern const unsigned rules_others_count;

enum { RULES_CHOICES = 4 };

/** A rule on which sources differ. */
struct rules_reading {
    const char *name;
    const char *variants; /* names of those that have this reading, each between blanks */
    struct {
        const char *value;                  /* the first is the default, as in the variants' rows */
        void (*apply)(struct rules *rules); /* NULL: nothing needs changing */
    } choices[RULES_CHOICES];
    const char *text; /* for the list of variants */
};

extern const struct rules_reading rules_readings[];
extern const unsigned rules_readings_count;

/** The GameType of pool checkers by the unified rules, which is more than its number says. */
extern const char rules_unified_pool[];

/**
 * A name without the word for the game that may follow it: "Turkish" of "Turkish checkers". But
 * what is standard depends on the country.
 */
struct text rules_without_game(struct text name);

/** Cuts a text at the first `sep`. @return what stood before it */
struct text rules_cut(struct text *t, char sep);

#endif
