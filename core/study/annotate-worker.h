// SPDX-License-Identifier: MIT
/*
 * One thread's part in judging a collection: it takes a game from the journal, judges it, and
 * stores its verdicts. What the engines of one rule set share is opened once.
 */
#ifndef DAMA_CORE_STUDY_ANNOTATE_WORKER_H
#define DAMA_CORE_STUDY_ANNOTATE_WORKER_H

#include "core/study/annotate-settings.h"
#include "core/study/annotate-sources.h"

#include <pthread.h>

enum { ANNOTATE_VARIANTS = 64 /* rule sets of one run with an evaluation of their own */ };

/** What the engines of one rule set share. */
struct annotate_variant {
    const struct rules *rules;
    struct eval *eval; /* for other engines, what their scores mean */
    struct egdb *egdb; /* NULL: none */
    bool refused;      /* it cannot be analysed */
    char why[512];     /* the reason, until it is reported: when there is a game of it */
    bool book_checked; /* whether the book is for it: reported if not */
    char sources[ANNOTATE_SOURCES_SIZE];
    uint64_t engine; /* identifies engine and sources: searches of others are not reused */
};

/** What all workers share. */
struct annotate_shared {
    const struct annotate_settings *settings;
    pthread_mutex_t mutex; /* guards all below, and which judge a worker has */
    struct journal *journal;
    struct annotate_variant variants[ANNOTATE_VARIANTS];
    unsigned n_variants;
};

/**
 * Forgets the journal's verdicts where they come from other weights or databases than there are
 * now.
 * @return 0, or -1 with `err`
 */
int annotate_shared_check(struct annotate_shared *shared, struct err *err);

void annotate_shared_fini(struct annotate_shared *shared);

struct annotate_worker;

/** @return NULL with `err`: out of memory, or the book cannot be opened */
struct annotate_worker *annotate_worker_open(struct annotate_shared *shared, struct err *err);

enum annotate_outcome {
    ANNOTATE_STOPPED, /* before it was done */
    ANNOTATE_JUDGED,  /* the journal has the verdicts */
    ANNOTATE_PASSED,  /* it cannot be judged, now or later: a rule set without an engine */
    ANNOTATE_FAILED,  /* the engine failed: `err` says how */
};

/**
 * Judges a game of the list. Without the mutex.
 * @param deepen look again where it is worth most; else all is judged
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

/** Nodes searched so far. By the worker's own thread. */
uint64_t annotate_worker_nodes(const struct annotate_worker *worker);

/** Allows NULL. */
void annotate_worker_close(struct annotate_worker *worker);

#endif
