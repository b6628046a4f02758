// SPDX-License-Identifier: MIT
/*
 * All the figures of a report, counted from a file of results in one pass. The writers (text, CSV,
 * JSON Lines, HTML) only print it.
 */
#ifndef DAMA_REPORT_REPORT_H
#define DAMA_REPORT_REPORT_H

#include "core/base/arena.h"
#include "core/base/buffer.h"
#include "core/stats/sprt.h"
#include "core/store/results.h"
#include "report/crosstable.h"

#include <math.h>

/** Rounds a number to be printed; -0 becomes 0, so that it has no minus. */
static inline double report_round(double x) { return round(x) + 0.0; }

/** Like report_round, but to 1/parts: 100 for two decimals. */
static inline double report_round_to(double x, double parts)
{
    return report_round(x * parts) / parts;
}

struct report_opening {
    const char *name, *moves; /* moves: the FEN, unless it is the usual start, and the moves */
    const char *variant;
    uint64_t white_won, drawn, black_won, unknown;
    uint64_t pairs; /* of which both games were played */
    bool dead;      /* there are pairs, and every game was drawn */
};

struct report_reason {
    const char *word, *termination;
    uint64_t games, replayed; /* games that count, and games that were played again */
    uint64_t blamed[2];       /* games of both for which White, or Black, is to blame */
};

/** How a player used its time, and what it reported about that. */
struct report_clock {
    uint64_t games, moves;
    int64_t used;             /* ms */
    int64_t longest;          /* ms, one move */
    int64_t least;            /* ms left, the least ever; or RESULTS_NO_CLOCK */
    uint64_t overstepped;     /* games that it lost on time, or in which its clock fell below 0 */
    uint64_t claiming;        /* games in which it reported its times */
    int64_t claimed, against; /* ms: as reported, and as measured by us for the same moves */
    int64_t widest; /* ms: the largest difference of the two in one game, reported minus measured */
};

struct report_version {
    unsigned player; /* index in the crosstable */
    const char *name;
    uint64_t sum[OUTCOME_KINDS];
    struct interval elo; /* joint rating, as if the version were a player of its own; NAN: none */
    unsigned group;      /* as in ratings_player */
    int64_t first, last; /* when its games began, ms since 1970 */
};

struct report_match {
    int64_t id, began;
    const char *event, *variant;
    uint64_t games, replayed;
};

struct report_incident {
    int64_t match, at;
    const char *player, *kind, *detail;
};

/** Everything is owned by the report. */
struct report {
    struct crosstable table;
    struct report_match *matches;
    unsigned n_matches;
    struct report_opening *openings;         /* those that were played, for each variant */
    unsigned n_openings, n_dead, n_variants; /* n_variants: how many variants they were played in */
    struct report_reason *reasons;           /* those that occurred, the most frequent first */
    unsigned n_reasons;
    struct report_clock *clocks;         /* of the crosstable's players; for csv.c NULL: unknown */
    struct report_version *versions;     /* sorted by player, then by time */
    unsigned n_versions, version_groups; /* version_groups: see ratings_model.groups */
    struct report_incident *incidents;
    unsigned n_incidents;
    uint64_t games, replayed, plies;
    int64_t first, last; /* when the first game began and the last one ended; 0 if there is none */
    struct arena arena;
};

/**
 * Counts a file of results.
 * @param match id, or 0: all matches of the file
 * @return 0, or -1 with `err`: damaged, no such match, out of memory
 */
int report_make(struct results *results, int64_t match, struct report **out, struct err *err);

/** Allows NULL. */
void report_close(struct report *report);

/** Options of the writers. Zero is a good start. */
struct report_options {
    const char *title;
    struct sprt sprt; /* elo0 equal to elo1: no test */
    unsigned games;   /* how many of the newest games have boards on the page */
    bool flipped;     /* for two players, in CSV and JSON Lines: from the second one's view */
};

/** Writes the report as tables for people. Names are made harmless to a terminal. */
void report_text(const struct report *report, const struct report_options *options,
                 struct buffer *out);

/** Writes the table of players by joint rating. */
void report_text_standings(const struct crosstable *table, struct buffer *out);

/**
 * Writes two players and their games: score, Elo, the test. Two to four lines; one if no result is
 * known.
 * @param sprt NULL: no test
 */
void report_text_pair(const struct crosstable *table, const struct crosstable_cell *cell,
                      bool flipped, const struct sprt *sprt, struct buffer *out);

/** Writes one table after another as CSV: a line "# NAME" before each, its columns, its rows. */
void report_csv(const struct report *report, const struct report_options *options,
                struct buffer *out);

/**
 * Writes one object per line, its kind in "type": match, player, meeting, opening, reason, version,
 * incident.
 */
void report_jsonl(const struct report *report, const struct report_options *options,
                  struct buffer *out);

/**
 * Writes one self-contained page.
 * @return 0, or -1 with `err`: a damaged game
 */
int report_html(const struct report *report, const struct report_options *options,
                struct results *results, struct buffer *out, struct err *err);

#endif
