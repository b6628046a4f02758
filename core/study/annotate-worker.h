// SPDX-License-Identifier: MIT
/*
 * One thread's part in judging a collection: it takes a game from the journal, judges it, and
 * stores its verdicts. Data that the engines for one rule set share are opened once.
 */
#ifndef DAMA_CORE_STUDY_ANNOTATE_WORKER_H
#define DAMA_CORE_STUDY_ANNOTATE_WORKER_H

#include "core/study/annotate-knowledge.h"
#include "core/study/annotate-settings.h"

#include <pthread.h>

enum { ANNOTATE_VARIANTS = 64 /* rule sets of one run, at most */ };

/** Data shared by the engines for one rule set. */
struct annotate_variant {
    const struct rules *rules;
    struct eval *eval; /* for another program's scores, it gives their meaning */
    struct egdb *egdb; /* NULL: none */
    bool refused;      /* it cannot be analysed */
    bool kept;         /* the journal names its sources */
    char why[512];     /* the reason, until it is reported: when the first game of it comes */
    char sources[ANNOTATE_SOURCES_SIZE];
    uint64_t engine; /* identifies engine and sources: searches with others are not reused */
};

/** Data shared by all workers. */
struct annotate_shared {
    const struct annotate_settings *settings;
    pthread_mutex_t mutex; /* guards all fields below, and each worker's pointer to its judge */
    struct journal *journal;
    struct annotate_variant variants[ANNOTATE_VARIANTS];
    unsigned n_variants;
};

/**
 * Drops the journal's verdicts for rule sets whose weights or databases are no longer the ones that
 * they come from.
 * @return 0, or -1 with `err`
 */
int annotate_shared_check(struct annotate_shared *shared, struct err *err);

void annotate_shared_fini(struct annotate_shared *shared);

struct annotate_worker;

/** @return NULL with `err`: out of memory, or the book cannot be opened */
struct annotate_worker *annotate_worker_open(struct annotate_shared *shared, struct err *err);

enum annotate_outcome {
    ANNOTATE_STOPPED, /* stopped before the game was done */
    ANNOTATE_JUDGED,  /* the journal has the verdicts */
    ANNOTATE_PASSED,  /* the game can never be judged: a rule set without an engine */
    ANNOTATE_FAILED,  /* the engine failed: `err` says how */
};

/**
 * Judges a game of the list. Call it without holding the mutex.
 * @param deepen judge only the plies most worth a deeper look; else all
 * @param nodes  for each position; 0: as the settings say
 * @return an annotate_outcome, -1 with `err`
 */
int annotate_worker_judge(struct annotate_worker *worker, struct annotate_task *task, bool deepen,
                          uint64_t nodes, struct err *err);

/**
 * Ends the current search; the game is ANNOTATE_STOPPED unless it was the last one. Any thread, with
 * the mutex; again and again, as the worker may be changing its judge.
 */
void annotate_worker_stop(struct annotate_worker *worker);

/** Nodes searched so far. For the worker's own thread. */
uint64_t annotate_worker_nodes(const struct annotate_worker *worker);

/** Allows NULL. */
void annotate_worker_close(struct annotate_worker *worker);

#endif
