// SPDX-License-Identifier: MIT
#include "core/study/sample.h"

#include "core/base/array.h"
#include "core/base/random.h"
#include "core/board/score.h"
#include "core/engine/engine.h"
#include "core/study/engine-game.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * After some plies of king moves, only a few positions are taken: kings that move to and fro in an
 * ending teach the same thing again and again.
 */
enum { KING_PLIES_MAX = 6, KING_PLIES_STEP = 8 };

static bool is_new(unsigned king_plies)
{
    return king_plies <= KING_PLIES_MAX || king_plies % KING_PLIES_STEP == 0;
}

static int add(struct samples *samples, const struct sample *sample)
{
    if (!ARRAY_GROW(samples->at, samples->n, samples->room))
        return -1;
    samples->at[samples->n++] = *sample;
    return 0;
}

/*
 * Whether the static evaluation of a position is meaningful: the side to move has no capture, and,
 * unless `with_threats`, the other side would have none either.
 */
static bool is_quiet(const struct rules *rules, const struct position *pos, bool with_threats)
{
    struct position passed = *pos;
    passed.turn ^= 1;
    return !moves_has_capture(rules, pos) && (with_threats || !moves_has_capture(rules, &passed));
}

/*
 * Works out White's chance for each ply, from the last to the first; plies without a score copy it.
 */
static void look_back(const struct samples *samples, const struct selfplay_game *game,
                      float predicted[SELFPLAY_PLIES])
{
    double chance = game->result / 2.0;
    for (unsigned i = game->n; i-- > 0;) {
        bool by_white = (game->start.turn == WHITE) == (i % 2 == 0);
        if (game->score[i] != SELFPLAY_NO_SCORE) {
            double score =
                (by_white ? game->score[i] : -game->score[i]) * samples->trust / SCORE_MAN;
            chance = samples->foresight * chance + (1 - samples->foresight) / (1 + exp(-score));
        }
        predicted[i] = (float)chance;
    }
}

static int add_game(struct samples *samples, const struct rules *rules,
                    const struct selfplay_game *game)
{
    struct position pos = game->start;
    unsigned king_plies = 0;
    float predicted[SELFPLAY_PLIES];
    look_back(samples, game, predicted);
    for (unsigned i = 0; i < game->n; i++) {
        int score = game->score[i];
        if (score != SELFPLAY_NO_SCORE && is_new(king_plies) && !score_plies_to_win(score)
            && is_quiet(rules, &pos, samples->with_threats)) {
            struct sample sample = {
                .white = pos.pieces[WHITE],
                .black = pos.pieces[BLACK],
                .kings = pos.kings,
                .score = (int16_t)(pos.turn == WHITE ? score : -score),
                .turn = pos.turn,
                .result = game->result,
                .game = samples->next + game->number,
                .predicted = predicted[i],
                .ply = (uint16_t)i,
            };
            if (add(samples, &sample))
                return -1;
        }
        const struct move *mv = &game->move[i];
        bool by_king = pos.kings >> mv->from & 1;
        king_plies = mv->captured || !by_king ? 0 : king_plies + 1;
        move_play(rules, &pos, mv);
    }
    samples->games++;
    return 0;
}

static int by_game(const void *a, const void *b)
{
    const struct sample *x = a, *y = b;
    if (x->game != y->game)
        return x->game < y->game ? -1 : 1;
    return x->ply - y->ply;
}

int samples_read(struct samples *samples, const struct rules *rules, const char *path,
                 struct err *err)
{
    struct src_pos at = {.file = path};
    struct selfplay_head head;
    struct err why = {0};
    int rc = -1;
    size_t first = samples->n;
    uint32_t games = 0; /* one more than the highest number */
    struct selfplay_game *game = malloc(sizeof *game);
    FILE *in = fopen(path, "rb");
    if (!in) {
        err_set(err, at, "%s", strerror(errno));
        goto done;
    }
    if (!game) {
        err_memory(err);
        goto done;
    }
    if (selfplay_head_read(in, &head, &why)) {
        err_set(err, at, "%s", why.msg);
        goto done;
    }
    if (head.rules != rules) {
        err_set(err, at, "games of %s, expected games of %s", rules_spelling(head.rules),
                rules_spelling(rules));
        goto done;
    }
    while ((rc = selfplay_game_read(in, rules, game, &why)) > 0) {
        if (samples->stopped && samples->stopped())
            goto done;
        if (add_game(samples, rules, game)) {
            rc = err_memory(err);
            goto done;
        }
        games = game->number >= games ? game->number + 1 : games;
    }
    if (rc < 0)
        err_set(err, at, "%s", why.msg);
    samples->is_cut_short = rc == 0 && selfplay_is_cut_short(in);
    if (samples->n > first)
        qsort(samples->at + first, samples->n - first, sizeof *samples->at, by_game);
    samples->next += games;
done:
    if (in)
        fclose(in);
    free(game);
    return rc;
}

static bool is_held(uint32_t game, uint64_t seed, unsigned held)
{
    struct random random;
    random_seed(&random, seed + game * 0x9e3779b97f4a7c15);
    return random_below(&random, 100) < held;
}

/* @return how many samples are not held out: they come first */
static size_t shuffle(struct samples *samples, uint64_t seed, unsigned held)
{
    struct random random;
    size_t n = samples->n;
    random_seed(&random, seed);
    for (size_t i = 0; i < n;) { /* hold out whole games: their positions resemble each other */
        if (!is_held(samples->at[i].game, seed, held)) {
            i++;
            continue;
        }
        struct sample swap = samples->at[i];
        samples->at[i] = samples->at[--n];
        samples->at[n] = swap;
    }
    for (size_t i = n; i > 1; i--) {
        size_t k = (size_t)(random_next(&random) % i);
        struct sample swap = samples->at[i - 1];
        samples->at[i - 1] = samples->at[k];
        samples->at[k] = swap;
    }
    return n;
}

int samples_hold_out(struct samples *samples, uint64_t seed, unsigned held, struct err *err)
{
    if (samples->n == 0)
        return err_plain(err, "no quiet positions to learn from");
    const size_t n = shuffle(samples, seed, held);
    samples->n_held = samples->n - n;
    return n ? 0 : err_plain(err, "too few games: all are held out");
}

void samples_free(struct samples *samples)
{
    free(samples->at);
    *samples = (struct samples){0};
}
