// SPDX-License-Identifier: MIT
/*
 * A verdict follows from two things: how much of the expected result the move lost, and whether it
 * turned a won position into one that is not, or one that is not lost into a lost one. There is no
 * verdict on a move that was the only legal one, is in the book, or is left out by the settings.
 */
#include "core/study/verdict.h"

#include "core/base/arena.h"
#include "core/base/array.h"
#include "core/base/yaml.h"

#include <math.h>

/*
 * A loss of 0.05 is half of the difference, in practice, between an even position and a slightly
 * better one; 0.25 is half of the difference between a draw and a loss.
 */
const struct verdict_thresholds verdict_thresholds_default = {
    .inaccuracy = 0.05, .mistake = 0.12, .blunder = 0.25, .win = 0.75};

static const struct {
    const char *word;
    unsigned nag; /* PDN 3.0: 2 a poor move, 4 a very poor one, 6 questionable, 7 forced */
} rows[VERDICT_COUNT] = {
    [VERDICT_NONE] = {"", 0},
    [VERDICT_GOOD] = {"good", 0},
    [VERDICT_ONLY] = {"only-move", 7},
    [VERDICT_INACCURACY] = {"inaccuracy", 6},
    [VERDICT_MISTAKE] = {"mistake", 2},
    [VERDICT_BLUNDER] = {"blunder", 4},
    [VERDICT_MISSED_DRAW] = {"missed-draw", 4},
    [VERDICT_MISSED_WIN] = {"missed-win", 2},
};

const char *verdict_word(enum move_verdict verdict) { return rows[verdict].word; }

unsigned verdict_nag(enum move_verdict verdict) { return rows[verdict].nag; }

static int read_threshold(const struct yaml_node *root, const char *key, double min, double *out,
                          struct err *err)
{
    const struct yaml_node *node = yaml_get(root, key);
    return node ? yaml_real(node, min, 1, out, err) : 0;
}

int verdict_thresholds_read(const char *path, struct verdict_thresholds *out, struct err *err)
{
    static const char *const known[] = {"blunder", "inaccuracy", "mistake", "win"};
    struct arena arena = {0};
    struct yaml_node *root;
    struct verdict_thresholds t = verdict_thresholds_default;
    int rc = -1;
    if (yaml_read(path, &arena, &root, err) || yaml_expect(root, YAML_MAP, err)
        || yaml_check_keys(root, known, ARRAY_LEN(known), err)
        || read_threshold(root, "inaccuracy", 0, &t.inaccuracy, err)
        || read_threshold(root, "mistake", 0, &t.mistake, err)
        || read_threshold(root, "blunder", 0, &t.blunder, err)
        || read_threshold(root, "win", 0.5, &t.win, err))
        goto done;
    if (t.inaccuracy > t.mistake || t.mistake > t.blunder) {
        err_set(err, root->at, "expected inaccuracy <= mistake <= blunder, found %g, %g, %g",
                t.inaccuracy, t.mistake, t.blunder);
        goto done;
    }
    *out = t;
    rc = 0;
done:
    arena_fini(&arena);
    return rc;
}

/*
 * Whether a win or draw was missed, however small the loss is by the other thresholds.
 * @return VERDICT_NONE: neither, or a win became a loss, which the other thresholds judge
 */
static enum move_verdict crossing_of(const struct judged_ply *ply, double win)
{
    if (ply->best.wdl.win >= win && ply->wdl.win <= 1 - win)
        return ply->wdl.loss >= win ? VERDICT_NONE : VERDICT_MISSED_WIN;
    if (ply->best.wdl.loss <= 1 - win && ply->wdl.loss >= win)
        return VERDICT_MISSED_DRAW;
    return VERDICT_NONE;
}

enum move_verdict verdict_of(const struct judged_ply *ply,
                             const struct verdict_thresholds *thresholds)
{
    if (!(ply->flags & JUDGED) || ply->flags & (JUDGED_SINGLE | JUDGED_BOOK | JUDGED_OTHER))
        return VERDICT_NONE;
    double loss = judge_loss(ply);
    enum move_verdict crossing = crossing_of(ply, thresholds->win);
    if (loss > 0 && crossing)
        return crossing;
    if (loss <= 0 || loss < thresholds->inaccuracy)
        return ply->flags & JUDGED_ONLY ? VERDICT_ONLY : VERDICT_GOOD;
    return loss >= thresholds->blunder   ? VERDICT_BLUNDER
           : loss >= thresholds->mistake ? VERDICT_MISTAKE
                                         : VERDICT_INACCURACY;
}

void verdict_sum_add(struct verdict_sum *sum, const struct judged_ply *plies, unsigned n,
                     enum side first, enum side side, const struct verdict_thresholds *thresholds)
{
    sum->games++;
    for (unsigned i = side == first ? 0 : 1; i < n; i += 2) {
        enum move_verdict verdict = verdict_of(&plies[i], thresholds);
        sum->count[verdict]++;
        if (verdict == VERDICT_NONE)
            continue;
        sum->moves++;
        sum->loss += judge_loss(&plies[i]);
    }
}

double verdict_mean_loss(const struct verdict_sum *sum)
{
    return sum->moves ? sum->loss / sum->moves : 0;
}

double verdict_accuracy(const struct verdict_sum *sum)
{
    return 100 * exp2(-10 * verdict_mean_loss(sum));
}

int verdict_decisive_ply(const struct judged_ply *plies, unsigned n, enum side first, int result,
                         const struct verdict_thresholds *thresholds)
{
    for (unsigned i = n; i-- > 0;) {
        enum side mover = i % 2 == 0 ? first : 1 - first;
        double points = mover == WHITE ? result / 2.0 : 1 - result / 2.0;
        enum move_verdict verdict = verdict_of(&plies[i], thresholds);
        if (verdict < VERDICT_MISTAKE)
            continue;
        /* the value after the move is close to the game's result, the value before was better */
        if (judge_expected(plies[i].best.wdl) >= points + thresholds->blunder / 2
            && fabs(judge_expected(plies[i].wdl) - points) <= 1 - thresholds->win)
            return (int)i;
    }
    return -1;
}
