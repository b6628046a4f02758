// SPDX-License-Identifier: MIT
/*
 * Everything that a report says, counted from a file of results in one pass. The writers (text,
 * CSV, JSON Lines, HTML) only print it.
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

/** As report_round, to 1/parts: 100 for two decimals. */
static inline double report_round_to(double x, double parts)
{
    return report_round(x * parts) / parts;
}

struct report_opening {
    const char *name, *moves; /* moves: FEN, where that is not the usual start, and moves */
    const char *variant;
    uint64_t white_won, drawn, black_won, unknown;
    uint64_t pairs; /* with both games */
    bool dead;      /* there are pairs, and every game was drawn */
};

struct report_reason {
    const char *word, *termination;
    uint64_t games, replayed; /* those that count, and those that were played again */
    uint64_t blamed[2];       /* of both: on White, on Black */
};

/** How a player used its time, and what it said about that. */
struct report_clock {
    uint64_t games, moves;
    int64_t used;             /* ms */
    int64_t longest;          /* ms, one move */
    int64_t least;            /* ms left at the worst; RESULTS_NO_CLOCK */
    uint64_t overstepped;     /* games that it lost on time, or in which its clock fell below 0 */
    uint64_t claiming;        /* games in which it told its times */
    int64_t claimed, against; /* ms: what it told, and what we measured in the same moves */
    int64_t widest; /* ms: the largest difference of these in one game, told minus measured */
};

struct report_version {
    unsigned player; /* index in the crosstable */
    const char *name;
    uint64_t sum[OUTCOME_KINDS];
    struct interval elo; /* joint rating of the version as if it were a player of its own */
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
    struct report_opening *openings;         /* those that were played, by variant */
    unsigned n_openings, n_dead, n_variants; /* n_variants: in which they were */
    struct report_reason *reasons;           /* those that were met, the most frequent first */
    unsigned n_reasons;
    struct report_clock *clocks;     /* of the crosstable's players; for csv.c NULL: not known */
    struct report_version *versions; /* by player, then by time */
    unsigned n_versions;
    struct report_incident *incidents;
    unsigned n_incidents;
    uint64_t games, replayed, plies;
    int64_t first, last; /* when the first game began and the last one ended; 0 if there is none */
    struct arena arena;
};

/**
 * Counts.
 * @param match id, or 0: all matches of the file
 * @return 0, or -1 with `err`: damaged, no such match, out of memory
 */
int report_make(struct results *results, int64_t match, struct report **out, struct err *err);

/** Allows NULL. */
void report_close(struct report *report);

/** What may be asked of a writer. Zero is a good start. */
struct report_options {
    const char *title;
    struct sprt sprt; /* elo0 equal to elo1: none */
    unsigned games;   /* of the newest games, boards on the page */
    bool flipped;     /* of two players the second one's view, in CSV and JSON Lines */
};

/** Writes the report as tables for people. Names are made harmless to a terminal. */
void report_text(const struct report *report, const struct report_options *options,
                 struct buffer *out);

/** Writes the table of players by joint rating. Needs only the crosstable. */
void report_text_standings(const struct report *report, struct buffer *out);

/**
 * Writes two players and their games: score, Elo, the test. Two to four lines; one where no result
 * is known.
 * @param sprt NULL: no test
 */
void report_text_pair(const struct crosstable *table, const struct crosstable_cell *cell,
                      bool flipped, const struct sprt *sprt, struct buffer *out);

/** Writes one table after another as CSV: a line "# NAME" before each, its columns, its rows. */
void report_csv(const struct report *report, const struct report_options *options,
                struct buffer *out);

/**
 * Writes an object a line, its kind in "type": match, player, meeting, opening, reason, version,
 * incident.
 */
void report_jsonl(const struct report *report, const struct report_options *options,
                  struct buffer *out);

/** Writes one page that needs nothing but itself. @return 0, or -1 with `err`: a damaged game */
int report_html(const struct report *report, const struct report_options *options,
                struct results *results, struct buffer *out, struct err *err);

#endif
