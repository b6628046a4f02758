// SPDX-License-Identifier: MIT
/*
 * A ply is the more worth a look, the more uncertain its result is, the more the move played seems
 * to have given away, and the fewer nodes it has had so far. A position that is won, lost or drawn
 * for certain is worth nothing.
 */
#include "core/study/annotate-plan.h"

#include <math.h>

enum {
    SCAN_PERCENT = 25, /* of the time until the deadline */
    SCAN_NODES_MIN = 200,
    SCAN_NODES_MAX = 2000000,
    /* Assumed for one job until it is measured: the speed of a slow or busy machine. If it is too
     * low, the first games get less, which is made up for; if too high, some get no verdicts. */
    NODES_A_SECOND = 100000,
    MEASURED_MS = 200, /* after this time of the run the measured speed is used */
    DEEPER = 4,        /* factor by which the nodes grow from look to look */
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

/*
 * The nodes that a ply has had. The judgement may name too few: an engine may not tell, or end a
 * search early since nothing is left to search, or the value may be that of a later position. Such
 * a ply must not keep all other games from having a turn.
 */
static double effort_on(const struct judged_ply *ply)
{
    const double nodes = (double)ply->best.nodes, least = SCAN_NODES_MIN * pow(DEEPER, ply->looks);
    return nodes > least ? nodes : least;
}

static double ply_worth(const struct judged_ply *ply)
{
    if (!(ply->flags & JUDGED) || ply->looks >= JUDGE_LOOKS
        || ply->flags & (JUDGED_SINGLE | JUDGED_EXACT | JUDGED_BOOK | JUDGED_OTHER)
        || ply->best.exact)
        return 0;
    double expected = judge_expected(ply->best.wdl);
    double spread =
        (double)ply->best.wdl.win + (double)ply->best.wdl.draw / 4 - expected * expected;
    return (sqrt(spread > 0 ? spread : 0) + judge_loss(ply)) / sqrt(effort_on(ply));
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

/*
 * Games that are offered are a heap, the best one first: threads wait while one of them chooses, and
 * there may be 100,000 games.
 *
 *     0 is not worse than 1 and 2, 1 not worse than 3 and 4, and so on
 */
static bool is_better(const struct annotate_task *a, const struct annotate_task *b)
{
    return a->worth != b->worth ? a->worth > b->worth : a < b;
}

void annotate_offer(struct annotate_list *list, struct annotate_task *task)
{
    struct annotate_task **heap = list->offered;
    if (!(task->worth > 0))
        return;
    unsigned at = list->n_offered++;
    for (; at && is_better(task, heap[(at - 1) / 2]); at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = task;
}

struct annotate_task *annotate_take_best(struct annotate_list *list)
{
    struct annotate_task **heap = list->offered;
    if (!list->n_offered)
        return NULL;
    struct annotate_task *best = heap[0], *last = heap[--list->n_offered];
    unsigned at = 0;
    for (unsigned next; (next = 2 * at + 1) < list->n_offered; at = next) {
        if (next + 1 < list->n_offered && is_better(heap[next + 1], heap[next]))
            next++;
        if (!is_better(heap[next], last))
            break;
        heap[at] = heap[next];
    }
    heap[at] = last;
    return best;
}

uint64_t annotate_deeper_nodes(const struct annotate_task *task)
{
    const uint64_t most = INT64_MAX / DEEPER; /* the journal's numbers end at INT64_MAX */
    const uint64_t nodes = task->nodes ? task->nodes : SCAN_NODES_MIN;
    return nodes < most ? DEEPER * nodes : nodes;
}
