// SPDX-License-Identifier: MIT
#include "core/book/book-report-line.h"

#include "core/board/score.h"

#include <stdio.h>
#include <stdlib.h>

void book_report_score(const struct book_entry *e, char out[32])
{
    *out = '\0';
    if (e->edge.won + e->edge.drawn + e->edge.lost)
        snprintf(out, 32, "%.0f%% (%.0f-%.0f)", 100 * e->score.value, 100 * e->score.low,
                 100 * e->score.high);
}

void book_report_value(const struct book_entry *e, char out[16])
{
    *out = '\0';
    if (e->known && abs(e->eval.value) >= SCORE_FORCED_WIN)
        snprintf(out, 16, "%s", e->eval.value > 0 ? "won" : "lost");
    else if (e->known)
        snprintf(out, 16, "%+.2f", score_in_men(e->eval.value));
}
