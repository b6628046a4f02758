// SPDX-License-Identifier: MIT
/*
 * The sources that the verdicts for a rule set depend on, besides the limits: its weights and its
 * endgame databases. The journal keeps their names with the verdicts, since both may change between
 * two runs.
 */
#ifndef DAMA_CORE_STUDY_ANNOTATE_KNOWLEDGE_H
#define DAMA_CORE_STUDY_ANNOTATE_KNOWLEDGE_H

#include "core/egdb/egdb.h"
#include "core/engine/eval.h"
#include "core/store/journal.h"

enum { ANNOTATE_SOURCES_SIZE = 120 };

/**
 * Names the sources: "weights 3f2a91cc, 4-piece endgames", "material only".
 * @param egdb NULL: none
 * @param text set to the name, with a NUL
 */
void annotate_knowledge_name(const struct eval *eval, const struct egdb *egdb,
                             char text[ANNOTATE_SOURCES_SIZE]);

/** Finds the sources that the journal has for a rule set. @return 1; 0: none; -1 with `err` */
int annotate_knowledge_find(struct journal *journal, const struct rules *rules, struct buffer *out,
                            struct err *err);

/** Stores the sources for a rule set in the journal. @return 0, or -1 with `err` */
int annotate_knowledge_keep(struct journal *journal, const struct rules *rules, struct text sources,
                            struct err *err);

/**
 * Lists the rule sets for which the journal has sources.
 * @param rules room for `room` of them; any others are left out
 * @return how many, or -1 with `err`
 */
int annotate_knowledge_rules(struct journal *journal, const struct rules **rules, unsigned room,
                             struct err *err);

/**
 * Copies the sources from one journal to another.
 * @return 1; 0: the journals contradict each other about a rule set; -1 with `err`
 */
int annotate_knowledge_copy(struct journal *from, struct journal *to, struct err *err);

#endif
