// SPDX-License-Identifier: MIT
/*
 * A collection judged on all cores, within limits for each position or until a deadline. What is
 * found out goes into the journal game by game; what is there already is not done again.
 *
 * Against a deadline everything is looked at twice: a scan gives each game something, then the time
 * that is left goes to the plies where it can change most, four times as many nodes each time.
 *
 *     games ─ scan (a quarter of the time) ─▶ all have verdicts ─ deepen where it matters ─▶ deadline
 */
#ifndef DAMA_CORE_STUDY_ANNOTATE_H
#define DAMA_CORE_STUDY_ANNOTATE_H

#include "core/store/journal.h"
#include "core/study/annotate-settings.h"

/**
 * Judges the games that the journal lists.
 * @return 0 done (with a deadline: it is reached, and each game has at least a scan, but for those
 *         that the engine has failed at), 1 stopped or out of time with games that have no verdict,
 *         2 with `err`: the engine fails at every game, -1 with `err`
 */
int annotate_run(struct journal *journal, const struct annotate_settings *settings,
                 struct annotate_progress *progress, struct err *err);

#endif
