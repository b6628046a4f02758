// SPDX-License-Identifier: MIT
/*
 * The chance of winning rises with the score along a logistic curve, the chance of losing falls
 * along its mirror image, and the rest are draws. Near an even score more games are drawn than such
 * curves can express: a share `even`, which fades as the score grows, is taken from both chances.
 */
#include "core/engine/wdl.h"

#include <math.h>
#include <stdlib.h>

struct wdl wdl_of(const struct wdl_model *model, int score, double share)
{
    if (score >= SCORE_KNOWN_WIN)
        return (struct wdl){1, 0, 0};
    if (score <= -SCORE_KNOWN_WIN)
        return (struct wdl){0, 0, 1};
    double at = (double)model->at_base + (double)model->at_slope * share;
    double width = (double)model->width_base + (double)model->width_slope * share;
    at = fmax(at, 0); /* so that win and loss together never exceed 1 */
    width = fmax(width, 10);
    double win = 1 / (1 + exp((at - score) / width)), loss = 1 / (1 + exp((at + score) / width));
    double off = abs(score) / fmax((double)model->even_width, 1);
    double even = (double)model->even_base + (double)model->even_slope * share;
    double decided = 1 - fmin(fmax(even, 0), 1) * exp(-off);
    win *= decided;
    loss *= decided;
    return (struct wdl){(float)win, (float)fmax(0, 1 - win - loss), (float)loss};
}

void wdl_thousandths(struct wdl wdl, unsigned out[3])
{
    unsigned win = (unsigned)lround(fmin(fmax((double)wdl.win, 0), 1) * 1000);
    unsigned loss = (unsigned)lround(fmin(fmax((double)wdl.loss, 0), 1) * 1000);
    if (win + loss > 1000)
        loss = 1000 - win;
    out[0] = win;
    out[1] = 1000 - win - loss;
    out[2] = loss;
}
