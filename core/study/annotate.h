// SPDX-License-Identifier: MIT
/*
 * Judging a collection on all cores, within limits for each position or until a deadline. Verdicts
 * go into the journal game by game; games that already have them are not judged again.
 *
 * With a deadline there are two passes: a scan gives every game verdicts, then the remaining time
 * goes to the plies where it can change most, with four times as many nodes each time.
 *
 *     games ─ scan (1/4 of the time) ─▶ all have verdicts ─ deepen where it matters ─▶ deadline
 */
#ifndef DAMA_CORE_STUDY_ANNOTATE_H
#define DAMA_CORE_STUDY_ANNOTATE_H

#include "core/store/journal.h"
#include "core/study/annotate-settings.h"

/**
 * Judges the games that the journal lists. All searches are committed to it, even those for a game
 * that has no verdicts yet.
 * @return 0: done (with a deadline: it is reached, and each game has at least been scanned, unless
 *         the engine failed at it); 1: stopped or out of time, with games that have no verdicts;
 *         2 with `err`: the engine fails at every game; -1 with `err`
 */
int annotate_run(struct journal *journal, const struct annotate_settings *settings,
                 struct annotate_progress *progress, struct err *err);

#endif
