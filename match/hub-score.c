// SPDX-License-Identifier: MIT
#include "match/hub-score.h"

#include "core/board/score.h"

#include <stdlib.h>

/* In thousandths of a man. */
enum {
    DECISIVE = 80000, /* from here on, a score is a forced end */
    DISTANT = 90000,  /* ... and gives its distance: a hundredth for each ply below the next */
    MATE = 100000,
};

int hub_score(int thousandths)
{
    int size = abs(thousandths), score = size;
    if (size >= DISTANT)
        score = SCORE_WON - (size < MATE ? (MATE - size) / 10 : 0);
    else if (size >= DECISIVE)
        score = SCORE_KNOWN_WIN;
    else if (size >= SCORE_KNOWN_WIN)
        score = SCORE_KNOWN_WIN - 1;
    return thousandths < 0 ? -score : score;
}
