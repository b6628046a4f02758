// SPDX-License-Identifier: MIT
/*
 * Cleaning games: leaving things out, setting tags, normalising dates, rounds and results. New text
 * lives in the game's arena.
 */
#ifndef DAMA_CORE_QUERY_CLEAN_H
#define DAMA_CORE_QUERY_CLEAN_H

#include "core/game/game.h"
#include "core/query/tag-map.h"

enum clean_strip {
    STRIP_COMMENTS = 1 << 0,
    STRIP_VARIATIONS = 1 << 1,
    STRIP_NAGS = 1 << 2,   /* and strengths, as !? */
    STRIP_CLOCKS = 1 << 3, /* commands in comments: [%clk] and the like */
    STRIP_EVALS = 1 << 4,  /* commands in comments: [%eval] and the like */
};

enum clean_normalise {
    CLEAN_DATES = 1 << 0,     /* 12-5-1985 becomes 1985.05.12, if only one reading is possible */
    CLEAN_ROUNDS = 1 << 1,    /* "Round 3." becomes 3 */
    CLEAN_RESULTS = 1 << 2,   /* "1 - 1" becomes 1-1 */
    CLEAN_TAGS = 1 << 3,      /* missing mandatory tags are added with "?" */
    CLEAN_TAG_NAMES = 1 << 4, /* Bianco becomes White */
    CLEAN_TEXT = 1 << 5,      /* decode entities, and letters encoded twice */
    CLEAN_ALL = (1 << 6) - 1,
};

struct clean_tag {
    struct text name, value; /* an empty value removes the tag */
};

/** Zero changes nothing. Borrowed; any number of threads may use it. */
struct clean_options {
    unsigned strip;     /* enum clean_strip */
    unsigned normalise; /* enum clean_normalise */
    unsigned century;   /* with CLEAN_DATES: the first year that two digits may mean; 0: unknown */
    const struct tag_map *tag_map; /* with CLEAN_TAG_NAMES; NULL: the usual one */
    const struct clean_tag *set;
    unsigned n_set;
    /*
     * names separated by commas: these tags come first, in this order; NULL: leave the order alone
     */
    const char *tag_order;
    bool renumber; /* drop the written move numbers, and number the moves from 1 */
    /* the main line ends before its first illegal move; the rest becomes a comment */
    bool truncate_illegal;
};

/** Changes other than those to tags. */
struct clean_report {
    bool truncated;    /* the main line was cut */
    unsigned comments; /* how many comments had their text repaired */
};

/** Whether there is anything to do. */
bool clean_wants(const struct clean_options *options);

/**
 * Changes a game that has been checked.
 * @param report may be NULL
 * @return 0, or -1 with `err`: out of memory
 */
int clean_game(const struct clean_options *options, struct game *game, struct clean_report *report,
               struct err *err);

/**
 * Reads a list such as "comments,clocks" into bits.
 * @return 0, or -1 with `err`, which lists the valid words
 */
int clean_strip_read(struct text list, unsigned *out, struct err *err);
int clean_normalise_read(struct text list, unsigned *out, struct err *err);

/** @return the words of those lists; NULL after the last */
const char *clean_strip_word(size_t i);
const char *clean_normalise_word(size_t i);

#endif
