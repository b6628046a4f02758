// SPDX-License-Identifier: MIT
/*
 * Samples are taken in batches. First each thread works out the scores of its part of the batch;
 * then each table of weights is updated by one thread, which goes through the whole batch in order.
 * So no weight is touched by two threads, and the sums do not depend on the number of threads.
 *
 * The step of each weight is divided by the root of the sum of squares of all its gradients (Duchi,
 * Hazan, Singer, "Adaptive subgradient methods", 2011). The sum begins at `steady`, so that the
 * weight of a shape seen only a few times hardly moves: without this, the first occurrence of a
 * shape made a full step, and such weights lost 80 Elo to plain material.
 *
 * A shape of eight to ten squares is seldom seen often enough. While training, each table is
 * therefore the sum of three: one of whole shapes, and two of their first and last six squares,
 * seen far more often. They are added together at the end, so that playing costs nothing more.
 */
#include "core/study/train.h"

#include "core/base/array.h"
#include "core/base/team.h"
#include "core/board/score.h"
#include "core/engine/engine.h"
#include "core/study/calibrate.h"
#include "core/study/train-state.h"

#include <float.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 4096, PART = 6, THREADS_MAX = 64 };

/* Where the cells of a table begin; small shapes have no tables for parts of PART squares. */
struct cell_range {
    size_t whole, first, last;
    uint32_t size;         /* how many numbers a whole shape has */
    uint32_t digits_first; /* a number divided by this is that of its first part */
    uint32_t digits_last;  /* a number modulo this is that of its last part */
    bool parted;           /* it has tables for parts */
};

/* A sample's data within a batch. */
struct batch_entry {
    uint16_t index[SHAPE_SLOTS];
    int feature[FEATURE_COUNT];
    struct position pos;
    float opening; /* share of the opening's weights */
    float pull;    /* gradient: predicted chance minus target */
};

struct trainer {
    const struct rules *rules;
    const struct train_options *options;
    const struct samples *samples;
    struct eval *eval;                         /* with all weights 0; used for its sums */
    unsigned turns;                            /* of the weights */
    struct cell_range range[2 * SHAPE_TABLES]; /* by table_of */
    size_t features, kings, king_pairs, n_cells;
    struct train_cell *cell;   /* owned */
    struct batch_entry *batch; /* owned, BATCH of them */
    size_t *touched;           /* owned: cells with a gradient, by table; room for all cells */
    unsigned threads;
    pthread_mutex_t start; /* held until it is known how many threads there are */
    struct team_barrier barrier;
    /* of the current batch */
    const struct sample *at;
    size_t n;
    double rate;
    bool over;
};

/* ---- scores ---- */

static float target_of(const struct trainer *t, const struct sample *sample)
{
    double mix = t->options->mix;
    return (float)(mix * (double)sample->predicted + (1 - mix) * sample->result / 2);
}

static void look(const struct trainer *t, const struct sample *sample, struct batch_entry *entry)
{
    const struct weights *weights = &t->eval->weights;
    const struct position *pos = &entry->pos;
    struct eval_sums sums;
    sample_position(sample, &entry->pos);
    eval_start(t->eval, pos, &sums);
    for (unsigned i = 0; i < weights->shapes.n; i++)
        entry->index[i] = sums.index[eval_slot(t->eval, i)];
    eval_features(t->eval, pos, &sums, entry->feature);
    unsigned n = POPCOUNT64(pos->pieces[WHITE] | pos->pieces[BLACK]);
    entry->opening = (float)n / (float)weights->pieces;
}

static float cell_value(const struct trainer *t, size_t i, float opening)
{
    const struct train_cell *cell = &t->cell[i];
    return cell->w[0] * opening + cell->w[1] * (1 - opening);
}

/* The table of a slot: tables for the side not to move come after the others. */
static unsigned table_of(const struct trainer *t, unsigned slot, const struct batch_entry *entry)
{
    const struct weights *weights = &t->eval->weights;
    const struct shape *shape = &weights->shapes.at[slot];
    bool waits = weights->turns == 2 && shape->view != entry->pos.turn;
    return shape->table + (waits ? weights->shapes.tables : 0);
}

static float shape_value(const struct trainer *t, unsigned slot, const struct batch_entry *entry)
{
    const struct cell_range *range = &t->range[table_of(t, slot, entry)];
    uint32_t index = entry->index[slot];
    float value = cell_value(t, range->whole + index, entry->opening);
    if (range->parted)
        value += cell_value(t, range->first + index / range->digits_first, entry->opening)
                 + cell_value(t, range->last + index % range->digits_last, entry->opening);
    return value;
}

struct king_pair_sum {
    const struct trainer *t;
    float opening, value;
};

static ALWAYS_INLINE void add_king_pair(void *ctx, unsigned index, int sign)
{
    struct king_pair_sum *sum = ctx;
    sum->value += (float)sign * cell_value(sum->t, sum->t->king_pairs + index, sum->opening);
}

/* The score for White, in log-odds. */
static float score_of(const struct trainer *t, const struct batch_entry *entry)
{
    unsigned half = t->eval->weights.shapes.n / 2;
    float z = 0;
    for (unsigned i = 0; i < half; i++)
        z += shape_value(t, i, entry) - shape_value(t, half + i, entry);
    for (unsigned i = 0; i < FEATURE_COUNT; i++)
        z += (float)entry->feature[i] * cell_value(t, t->features + i, entry->opening);
    for (bitboard set = position_kings(&entry->pos, WHITE); set; set &= set - 1)
        z += cell_value(t, t->kings + LOWEST64(set), entry->opening);
    for (bitboard set = position_kings(&entry->pos, BLACK); set; set &= set - 1)
        z -= cell_value(t, t->kings + t->eval->turned[LOWEST64(set)], entry->opening);
    struct king_pair_sum king_pairs = {.t = t, .opening = entry->opening};
    eval_king_pairs(t->eval, &entry->pos, add_king_pair, &king_pairs);
    return z + king_pairs.value;
}

static unsigned n_tables(const struct trainer *t)
{
    return t->eval->weights.shapes.tables * t->eval->weights.turns;
}

/* ---- gradients ---- */

struct touched_cells {
    size_t *at;
    size_t n;
};

/* Adds to the gradient of a cell. A listed cell's gradient is never 0, so none is listed twice. */
static void add_gradient(struct trainer *t, struct touched_cells *touched, size_t i, float by,
                         float opening)
{
    struct train_cell *cell = &t->cell[i];
    if (cell->g[0] == 0 && cell->g[1] == 0)
        touched->at[touched->n++] = i;
    cell->g[0] += by * opening;
    cell->g[1] += by * (1 - opening);
    if (cell->g[0] == 0 && cell->g[1] == 0) /* the colours' equal blocks may cancel out */
        cell->g[0] = FLT_MIN;
}

struct king_pair_gradient {
    struct trainer *t;
    struct touched_cells *touched;
    const struct batch_entry *entry;
};

static ALWAYS_INLINE void add_king_pair_gradient(void *ctx, unsigned index, int sign)
{
    const struct king_pair_gradient *to = ctx;
    add_gradient(to->t, to->touched, to->t->king_pairs + index, (float)sign * to->entry->pull,
                 to->entry->opening);
}

static void step(struct trainer *t, struct touched_cells *touched)
{
    float rate = (float)t->rate, shrink = (float)t->options->shrink;
    float steady = (float)t->options->steady;
    for (size_t k = 0; k < touched->n; k++) {
        struct train_cell *cell = &t->cell[touched->at[k]];
        for (unsigned p = 0; p < 2; p++) {
            float g = cell->g[p] + shrink * (cell->w[p] - cell->prior[p]);
            cell->g[p] = 0;
            cell->sum[p] += g * g;
            if (g != 0)
                cell->w[p] -= rate * g / sqrtf(cell->sum[p] + steady);
        }
    }
    touched->n = 0;
}

static void add_slot_gradient(struct trainer *t, struct touched_cells *touched, unsigned slot,
                              const struct batch_entry *entry)
{
    const struct shape *shape = &t->eval->weights.shapes.at[slot];
    const struct cell_range *range = &t->range[table_of(t, slot, entry)];
    uint32_t index = entry->index[slot];
    float pull = shape->view == WHITE ? entry->pull : -entry->pull;
    add_gradient(t, touched, range->whole + index, pull, entry->opening);
    if (range->parted) {
        add_gradient(t, touched, range->first + index / range->digits_first, pull, entry->opening);
        add_gradient(t, touched, range->last + index % range->digits_last, pull, entry->opening);
    }
}

static void move_table(struct trainer *t, unsigned table)
{
    const struct shapes *shapes = &t->eval->weights.shapes;
    struct touched_cells touched = {.at = t->touched + t->range[table].whole};
    for (size_t i = 0; i < t->n; i++)
        for (unsigned slot = 0; slot < shapes->n; slot++)
            if (table_of(t, slot, &t->batch[i]) == table)
                add_slot_gradient(t, &touched, slot, &t->batch[i]);
    step(t, &touched);
}

static void move_rest(struct trainer *t)
{
    struct touched_cells touched = {.at = t->touched + t->features};
    for (size_t i = 0; i < t->n; i++) {
        const struct batch_entry *entry = &t->batch[i];
        for (unsigned f = 0; f < FEATURE_COUNT; f++)
            if (entry->feature[f])
                add_gradient(t, &touched, t->features + f, (float)entry->feature[f] * entry->pull,
                             entry->opening);
        for (bitboard set = position_kings(&entry->pos, WHITE); set; set &= set - 1)
            add_gradient(t, &touched, t->kings + LOWEST64(set), entry->pull, entry->opening);
        for (bitboard set = position_kings(&entry->pos, BLACK); set; set &= set - 1)
            add_gradient(t, &touched, t->kings + t->eval->turned[LOWEST64(set)], -entry->pull,
                         entry->opening);
        struct king_pair_gradient king_pairs = {t, &touched, entry};
        eval_king_pairs(t->eval, &entry->pos, add_king_pair_gradient, &king_pairs);
    }
    step(t, &touched);
}

/* ---- threads: together, all go through the two phases of each batch ---- */

struct train_worker {
    struct trainer *t;
    unsigned id;
    pthread_t thread;
};

static void do_batch(struct trainer *t, unsigned id)
{
    size_t from = t->n * id / t->threads, to = t->n * (id + 1) / t->threads;
    for (size_t i = from; i < to; i++) {
        struct batch_entry *entry = &t->batch[i];
        look(t, &t->at[i], entry);
        float predicted = 1 / (1 + expf(-score_of(t, entry)));
        entry->pull = predicted - target_of(t, &t->at[i]);
    }
    team_barrier_wait(&t->barrier);
    for (unsigned table = id; table < n_tables(t); table += t->threads)
        move_table(t, table);
    if (id == t->threads - 1)
        move_rest(t);
    team_barrier_wait(&t->barrier);
}

static void *worker_main(void *ctx)
{
    struct train_worker *worker = ctx;
    pthread_mutex_lock(&worker->t->start);
    pthread_mutex_unlock(&worker->t->start);
    for (;;) {
        team_barrier_wait(&worker->t->barrier); /* until a batch is ready */
        if (worker->t->over)
            return NULL;
        do_batch(worker->t, worker->id);
    }
}

static void run_batch(struct trainer *t, const struct sample *at, size_t n, double rate)
{
    t->at = at;
    t->n = n;
    t->rate = rate;
    team_barrier_wait(&t->barrier);
    do_batch(t, 0);
}

/* Mean loss in bits. */
static double loss_of(const struct trainer *t, const struct sample *at, size_t n)
{
    double sum = 0;
    struct batch_entry entry;
    for (size_t i = 0; i < n; i++) {
        look(t, &at[i], &entry);
        double z = (double)score_of(t, &entry), target = (double)target_of(t, &at[i]);
        double ln_said = z > 0 ? -log1p(exp(-z)) : z - log1p(exp(z)); /* ln of 1 / (1 + e^-z) */
        sum -= target * ln_said + (1 - target) * (ln_said - z);
    }
    return n ? sum / (double)n / log(2) : 0;
}

/* ---- the whole run ---- */

static size_t lay_out(struct trainer *t)
{
    const struct weights *weights = &t->eval->weights;
    size_t n = 0;
    for (unsigned i = 0; i < n_tables(t); i++) {
        struct cell_range *range = &t->range[i];
        unsigned digits = weights->shapes.digits[i % weights->shapes.tables];
        range->size = weights->shapes.size[i % weights->shapes.tables];
        range->whole = n;
        n += range->size;
        range->parted = digits > PART;
        if (!range->parted)
            continue;
        range->digits_first = shape_size(digits - PART);
        range->digits_last = shape_size(PART);
        range->first = n;
        range->last = n + range->digits_last;
        n += 2 * (size_t)range->digits_last;
    }
    t->features = n;
    t->kings = n + FEATURE_COUNT;
    t->king_pairs = t->kings + BOARD_BITS;
    return t->king_pairs + KING_PAIR_WEIGHTS;
}

static void begin_cell(struct trainer *t, size_t i, weight_pair pair, float scale)
{
    struct train_cell *cell = &t->cell[i];
    cell->w[0] = cell->prior[0] = (float)weight_opening(pair) * scale;
    cell->w[1] = cell->prior[1] = (float)weight_end(pair) * scale;
}

/* Starts from weights that were trained before. */
static int begin_with(struct trainer *t, const struct weights *from, struct err *err)
{
    float scale = from->wdl.trust / SCORE_MAN;
    if (from->turns == 0)
        return err_plain(err,
                         "'material' is not a weights file; leave out --from to start from it");
    if (!shapes_same(&from->shapes, &t->eval->weights.shapes))
        return err_plain(err, "cannot start from weights with different patterns");
    if (from->turns > t->turns)
        return err_plain(err,
                         "weights learned by turn can only be trained further by turn (--by-turn)");
    for (unsigned table = 0; table < n_tables(t); table++) {
        unsigned n = from->shapes.tables;
        const weight_pair *pair = weights_table(from, table % n, table < n ? WHITE : BLACK, WHITE);
        for (uint32_t i = 0; i < t->range[table].size; i++)
            begin_cell(t, t->range[table].whole + i, pair[i], scale);
    }
    for (unsigned i = 0; i < FEATURE_COUNT; i++)
        begin_cell(t, t->features + i, from->feature[i], scale);
    for (unsigned i = 0; i < BOARD_BITS; i++)
        begin_cell(t, t->kings + i, from->king[i], scale);
    for (unsigned i = 0; from->king_pair && i < KING_PAIR_WEIGHTS; i++)
        begin_cell(t, t->king_pairs + i, from->king_pair[i], scale);
    return 0;
}

/* Starts from the values of pieces (weights_material). */
static void begin_with_material(struct trainer *t)
{
    float man = (float)t->samples->trust;
    float king = man * ((float)weights_material_king(t->rules) / SCORE_MAN);
    for (unsigned p = 0; p < 2; p++) {
        t->cell[t->features + FEATURE_MAN].w[p] = man;
        t->cell[t->features + FEATURE_KING].w[p] = king;
    }
}

static int trainer_open(struct trainer *t, struct err *err)
{
    struct weights weights;
    if (weights_new(t->rules, t->turns, &weights, err))
        return -1;
    if (eval_of_weights(t->rules, &weights, &t->eval, err)) {
        weights_free(&weights);
        return -1;
    }
    t->n_cells = lay_out(t);
    t->cell = calloc(t->n_cells, sizeof *t->cell);
    t->touched = calloc(t->n_cells, sizeof *t->touched);
    t->batch = calloc(BATCH, sizeof *t->batch);
    if (!t->cell || !t->touched || !t->batch)
        return err_memory(err);
    if (t->options->from)
        return begin_with(t, t->options->from, err);
    begin_with_material(t);
    return 0;
}

static void trainer_close(struct trainer *t)
{
    free(t->cell);
    free(t->touched);
    free(t->batch);
    eval_close(t->eval);
}

/*
 * The average worth of a man, in log-odds: the slope of the scores over the number of men by which
 * one side is ahead.
 */
static double man_worth(const struct trainer *t)
{
    double up = 0, squares = 0;
    size_t n = t->samples->n < 200000 ? t->samples->n : 200000;
    for (size_t i = 0; i < n; i++) {
        struct batch_entry entry;
        look(t, &t->samples->at[i], &entry);
        double men = entry.feature[FEATURE_MAN];
        if (entry.pos.kings)
            continue;
        up += men * (double)score_of(t, &entry);
        squares += men * men;
    }
    double worth = squares > 0 ? up / squares : 0;
    return worth > 0.1 ? worth : 0.1;
}

static weight_pair rounded(double opening, double end)
{
    opening = fmin(fmax(opening, -32000), 32000);
    end = fmin(fmax(end, -32000), 32000);
    return weight_pack((int)lround(opening), (int)lround(end));
}

static weight_pair cell_pair(const struct trainer *t, size_t i, double scale)
{
    return rounded((double)t->cell[i].w[0] * scale, (double)t->cell[i].w[1] * scale);
}

static void give_table(const struct trainer *t, unsigned table, double scale, struct weights *out)
{
    const struct cell_range *range = &t->range[table];
    unsigned n = out->shapes.tables;
    weight_pair *pair = out->pair + out->base[table % n] + (table < n ? 0 : out->n_pairs);
    for (uint32_t i = 0; i < range->size; i++) {
        double value[2];
        for (unsigned p = 0; p < 2; p++) {
            value[p] = (double)t->cell[range->whole + i].w[p];
            if (range->parted)
                value[p] += (double)t->cell[range->first + i / range->digits_first].w[p]
                            + (double)t->cell[range->last + i % range->digits_last].w[p];
        }
        pair[i] = rounded(value[0] * scale, value[1] * scale);
    }
}

static void give_weights(const struct trainer *t, struct weights *out)
{
    double worth = man_worth(t), scale = SCORE_MAN / worth;
    for (unsigned i = 0; i < n_tables(t); i++)
        give_table(t, i, scale, out);
    for (unsigned i = 0; i < FEATURE_COUNT; i++)
        out->feature[i] = cell_pair(t, t->features + i, scale);
    for (unsigned i = 0; i < BOARD_BITS; i++)
        out->king[i] = cell_pair(t, t->kings + i, scale);
    for (unsigned i = 0; i < KING_PAIR_WEIGHTS; i++)
        out->king_pair[i] = cell_pair(t, t->king_pairs + i, scale);
    out->wdl.trust = (float)worth;
}

/* The part of the trainer that a file keeps between runs. */
static struct train_state state_of(const struct trainer *t)
{
    return (struct train_state){t->options, t->samples, t->cell, t->n_cells};
}

/* Goes on where an earlier run stopped, if there is one. */
static int resume(const struct trainer *t, unsigned *epoch, struct err *err)
{
    const struct train_state state = state_of(t);
    if (!t->options->state)
        return 0;
    if (train_state_read(&state, epoch, err))
        return -1;
    if (*epoch > t->options->epochs)
        return err_file(err, t->options->state, "has %u epochs, more than the %u asked for", *epoch,
                        t->options->epochs);
    return 0;
}

static int run_epochs(struct trainer *t, size_t n_train, unsigned epoch, struct err *err)
{
    const struct train_options *options = t->options;
    const struct train_state state = state_of(t);
    size_t n_held = t->samples->n - n_train;
    size_t n_loss = n_held && n_held < n_train ? n_held : n_train;
    for (; epoch < options->epochs; epoch++) {
        for (size_t i = 0; i < n_train; i += BATCH) {
            double done = (epoch + (double)i / (double)n_train) / options->epochs;
            run_batch(t, t->samples->at + i, n_train - i < BATCH ? n_train - i : BATCH,
                      options->rate * (1 - 0.95 * done));
        }
        if (options->progress)
            options->progress(options->ctx, epoch + 1, loss_of(t, t->samples->at, n_loss),
                              n_held ? loss_of(t, t->samples->at + n_train, n_held) : NAN);
        if (options->state && train_state_write(&state, epoch + 1, err))
            return -1;
        if (options->stopped && options->stopped() && epoch + 1 < options->epochs)
            return 1;
    }
    return 0;
}

/*
 * Starts as many threads as were asked for, or as the system allows.
 * @return 0, or -1 with `err`
 */
static int start_workers(struct trainer *t, struct train_worker *worker, struct err *err)
{
    unsigned wished = t->options->threads < THREADS_MAX ? t->options->threads : THREADS_MAX;
    if (pthread_mutex_init(&t->start, NULL) != 0)
        return err_memory(err);
    if (team_barrier_init(&t->barrier, 1) != 0) {
        pthread_mutex_destroy(&t->start);
        return err_memory(err);
    }
    pthread_mutex_lock(&t->start);
    for (t->threads = 1; t->threads < wished; t->threads++) {
        worker[t->threads] = (struct train_worker){.t = t, .id = t->threads};
        if (team_start(&worker[t->threads].thread, worker_main, &worker[t->threads]) != 0)
            break;
    }
    t->barrier.threads = t->threads;
    pthread_mutex_unlock(&t->start);
    return 0;
}

static void stop_workers(struct trainer *t, struct train_worker *worker)
{
    t->over = true;
    team_barrier_wait(&t->barrier);
    for (unsigned i = 1; i < t->threads; i++)
        pthread_join(worker[i].thread, NULL);
    team_barrier_fini(&t->barrier);
    pthread_mutex_destroy(&t->start);
}

int train_run(const struct rules *rules, struct samples *samples,
              const struct train_options *options, struct weights *out, struct err *err)
{
    struct trainer t = {
        .rules = rules, .options = options, .samples = samples, .turns = out->turns};
    struct train_worker worker[THREADS_MAX];
    unsigned epoch = 0;
    int rc = -1;
    if (samples_hold_out(samples, options->seed, options->held, err))
        return -1;
    const struct samples learned = samples_training(samples);
    if (trainer_open(&t, err) || resume(&t, &epoch, err) || start_workers(&t, worker, err))
        goto done;
    rc = run_epochs(&t, learned.n, epoch, err);
    stop_workers(&t, worker);
    if (rc >= 0) {
        give_weights(&t, out);
        calibrate_fit(rules, &learned, NULL, &out->wdl);
    }
done:
    trainer_close(&t);
    return rc;
}
