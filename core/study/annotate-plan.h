// SPDX-License-Identifier: MIT
/*
 * How the time before a deadline is spent: how much each position gets in the scan, and which plies
 * are worth a deeper look after it.
 */
#ifndef DAMA_CORE_STUDY_ANNOTATE_PLAN_H
#define DAMA_CORE_STUDY_ANNOTATE_PLAN_H

#include "core/study/annotate-list.h"
#include "core/study/judge-game.h"

/** The progress of the scan. */
struct annotate_scan {
    int64_t spent, whole;       /* ms: of the run so far; from its start to the deadline */
    uint64_t nodes;             /* searched so far, by all workers */
    uint64_t plies, plies_done; /* of the games that had no verdict at the start */
    unsigned jobs;
};

/** Nodes to search for each position, so that the scan ends within its share of the time. */
uint64_t annotate_scan_nodes(const struct annotate_scan *scan);

/**
 * Marks the few plies of a game that are most worth a deeper look.
 * @param redo set for each of the n plies
 * @return the worth of looking at them, to compare with other games; 0: there is nothing to gain
 */
double annotate_choose_deeper(const struct judged_ply *plies, unsigned n, bool *redo);

/**
 * Offers a game for a deeper look, if that is worth anything. Until annotate_take_best gives it, it
 * is not offered again, and what it is worth does not change.
 */
void annotate_offer(struct annotate_list *list, struct annotate_task *task);

/** Takes the game most worth a deeper look, the first of equal ones; NULL: none is offered. */
struct annotate_task *annotate_take_best(struct annotate_list *list);

/** Nodes to search for each position in a game's next look. */
uint64_t annotate_deeper_nodes(const struct annotate_task *task);

#endif
