// SPDX-License-Identifier: MIT
/*
 * What the verdicts of a rule set depend on besides the limits: its weights and its endgame
 * databases. The journal keeps it beside the verdicts, since both may change between two runs.
 */
#ifndef DAMA_CORE_STUDY_ANNOTATE_SOURCES_H
#define DAMA_CORE_STUDY_ANNOTATE_SOURCES_H

#include "core/egdb/egdb.h"
#include "core/engine/eval.h"
#include "core/store/journal.h"

enum { ANNOTATE_SOURCES_SIZE = 120 };

/**
 * Names them: "weights 3f2a91cc, 4-piece endgames", "material only".
 * @param egdb NULL: none
 * @param text becomes a string
 */
void annotate_sources_name(const struct eval *eval, const struct egdb *egdb,
                           char text[ANNOTATE_SOURCES_SIZE]);

/** What the journal has for a rule set. @return 1, 0 nothing, -1 with `err` */
int annotate_sources_find(struct journal *journal, const struct rules *rules, struct buffer *out,
                          struct err *err);

/** @return 0, or -1 with `err` */
int annotate_sources_keep(struct journal *journal, const struct rules *rules, struct text sources,
                          struct err *err);

/**
 * Lists the rule sets that the journal has sources of.
 * @param rules room for `room`; what is beyond is left out
 * @return how many, or -1 with `err`
 */
int annotate_sources_rules(struct journal *journal, const struct rules **rules, unsigned room,
                           struct err *err);

/**
 * Copies what another journal has.
 * @return 1, 0 it contradicts this one about a rule set, -1 with `err`
 */
int annotate_sources_copy(struct journal *from, struct journal *to, struct err *err);

#endif
