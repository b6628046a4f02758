// SPDX-License-Identifier: MIT
/*
 * Where a match of two players stands: whether the sequential test has decided it, and whether the
 * first player has fallen below its expected level.
 */
#ifndef DAMA_REPORT_MATCH_STATUS_H
#define DAMA_REPORT_MATCH_STATUS_H

#include "core/stats/sprt.h"
#include "core/store/results.h"

struct match_status {
    struct elo_counts counts; /* for the first player; but the test uses crosstable_settled */
    struct interval elo;      /* 95 % */
    enum sprt_verdict sprt;   /* SPRT_GOES_ON if there is no test */
    bool alarm;               /* the whole interval lies below the bound */
};

/** The games of a match, counted as they are added. */
struct match_tally;

/** Counts none yet. @param results borrowed while it is open. @return 0, or -1 with `err` */
int match_tally_open(struct results *results, int64_t match, struct match_tally **out,
                     struct err *err);

/**
 * Counts the games that were added since the last time, and judges all. Of more than two players
 * the first one's games against all others count.
 * @param sprt  NULL: no test
 * @param alarm Elo; NAN: no alarm
 * @return 0, or -1 with `err`
 */
int match_tally_judge(struct match_tally *tally, const struct sprt *sprt, double alarm,
                      struct match_status *out, struct err *err);

/** Allows NULL. */
void match_tally_close(struct match_tally *tally);

/** Judges the games of a match so far, once. The rest as match_tally_judge. */
int match_status_find(struct results *results, int64_t match, const struct sprt *sprt, double alarm,
                      struct match_status *out, struct err *err);

#endif
