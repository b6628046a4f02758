// SPDX-License-Identifier: MIT
/*
 * A judged ply as a row of numbers and words, for tables: dama-annotate(5).
 */
#ifndef DAMA_CORE_STUDY_JUDGED_ROW_H
#define DAMA_CORE_STUDY_JUDGED_ROW_H

#include "core/base/buffer.h"
#include "core/store/store.h"
#include "core/study/verdict.h"

/** Room for the texts of a row. Zero is empty. */
struct judged_row_text {
    struct buffer move, line;
};

void judged_row_text_fini(struct judged_row_text *text);

/**
 * Makes the row of a ply.
 * @param pos  the position before it
 * @param mv   the move that was played
 * @param ply  from 0
 * @param text holds the texts of the row; they are valid until the next call
 * @return 0, or -1: out of memory
 */
int judged_row(const struct rules *rules, const struct position *pos, const struct move *mv,
               unsigned ply, const struct judged_ply *judged,
               const struct verdict_thresholds *thresholds, struct judged_row_text *text,
               struct store_judgement *out);

/** Adds a row as a JSON object. */
void judged_row_json(const struct store_judgement *row, struct buffer *out);

#endif
