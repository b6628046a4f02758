// SPDX-License-Identifier: MIT
/*
 * What a ply is worth looking at is how uncertain its result is, and what the move played seems to
 * have given away; it falls as the ply has been looked at. A position that is won, lost or drawn
 * for certain is worth nothing.
 */
#include "core/study/annotate-plan.h"

#include <math.h>

enum {
    SCAN_PERCENT = 25, /* of the time */
    SCAN_NODES_MIN = 200,
    SCAN_NODES_MAX = 2000000,
    /* Of one job, until it is known better: what a slow or busy machine does, as nobody notices that
     * the first games get less, which is made up for, but that they have no verdict. */
    NODES_A_SECOND = 100000,
    MEASURED_MS = 200, /* of the run, from when on it is known */
    DEEPER = 4,        /* times the nodes of before */
    DEEPEN_PLIES = 12, /* of a game at a time */
};

uint64_t annotate_scan_nodes(const struct annotate_scan *scan)
{
    int64_t whole = scan->whole * SCAN_PERCENT / 100;
    double jobs = scan->jobs ? scan->jobs : 1, left = (double)(scan->plies - scan->plies_done);
    double rate = NODES_A_SECOND * jobs;
    if (scan->spent > MEASURED_MS && scan->nodes)
        rate = (double)scan->nodes * 1000 / (double)scan->spent;
    double share = (double)(whole - scan->spent) / 1000 * rate / (left > 1 ? left : 1);
    return share < SCAN_NODES_MIN   ? SCAN_NODES_MIN
           : share > SCAN_NODES_MAX ? SCAN_NODES_MAX
                                    : (uint64_t)share;
}

static double ply_worth(const struct judged_ply *ply)
{
    if (!(ply->flags & JUDGED)
        || ply->flags & (JUDGED_SINGLE | JUDGED_EXACT | JUDGED_BOOK | JUDGED_OTHER)
        || ply->best.exact)
        return 0;
    double expected = judge_expected(ply->best.wdl);
    double spread =
        (double)ply->best.wdl.win + (double)ply->best.wdl.draw / 4 - expected * expected;
    double nodes = ply->best.nodes ? (double)ply->best.nodes : 1;
    return (sqrt(spread > 0 ? spread : 0) + judge_loss(ply)) / sqrt(nodes);
}

double annotate_choose_deeper(const struct judged_ply *plies, unsigned n, bool *redo)
{
    double most = 0, sum = 0;
    unsigned chosen = 0;
    for (unsigned i = 0; i < n; i++) {
        double worth = ply_worth(&plies[i]);
        most = worth > most ? worth : most;
    }
    for (unsigned i = 0; i < n; i++) {
        double worth = ply_worth(&plies[i]);
        redo[i] = worth > 0 && worth >= most / 2 && chosen < DEEPEN_PLIES;
        if (redo[i]) {
            chosen++;
            sum += worth;
        }
    }
    return chosen ? sum / chosen : 0;
}

struct annotate_task *annotate_best_task(struct annotate_list *list)
{
    struct annotate_task *best = NULL;
    for (unsigned i = 0; i < list->n; i++) {
        struct annotate_task *task = &list->at[i];
        if (!task->taken && task->worth > 0 && (!best || task->worth > best->worth))
            best = task;
    }
    return best;
}

uint64_t annotate_deeper_nodes(const struct annotate_task *task)
{
    return DEEPER * (task->nodes ? task->nodes : SCAN_NODES_MIN);
}
