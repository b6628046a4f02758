// SPDX-License-Identifier: MIT
/*
 * The file is read as a whole, and its size and checksum are verified before any number in it is
 * used. Even then numbers are taken by a cursor that does not read beyond the end: a checksum does
 * not guarantee that the tables fit the board.
 */
#include "core/engine/weights.h"

#include "core/base/buffer.h"
#include "core/base/bytes.h"
#include "core/base/data-file.h"
#include "core/base/hash.h"
#include "core/base/huge-pages.h"
#include "core/base/outfile.h"
#include "core/base/source.h"
#include "core/board/score.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_VERSION = 5, FILE_OLDEST = 1, HEADER = 24, FILE_MAX = 64 << 20, SQUARES_STORED = 12 };

/* Fuzzing could not guess a checksum, and would never reach the code after the check. */
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
enum { CHECKED = 0 };
#else
enum { CHECKED = 1 };
#endif

static const char MAGIC[8] = {'D', 'A', 'M', 'A', 'E', 'V', 'A', 'L'};

/* The name of the variant, without readings: all its readings share the weights. */
static void variant_name(const struct rules *rules, char out[32])
{
    memset(out, 0, 32);
    snprintf(out, 32, "%s", rules->name);
}

static void lay_out(struct weights *weights)
{
    weights->n_pairs = 0;
    for (unsigned t = 0; t < weights->shapes.tables; t++) {
        weights->base[t] = weights->n_pairs;
        weights->n_pairs += weights->shapes.size[t];
    }
}

static size_t pair_bytes(const struct weights *weights)
{
    size_t n = (size_t)weights->n_pairs * weights->turns;
    return (n ? n : 1) * sizeof *weights->pair;
}

/* Reserves the tables of shapes, all 0; from then on n_pairs and turns must not change. */
static int reserve_tables(struct weights *weights, struct err *err)
{
    weights->pair = huge_pages_alloc(pair_bytes(weights));
    return weights->pair ? 0 : err_memory(err);
}

static int reserve_king_pairs(struct weights *weights, struct err *err)
{
    weights->king_pair = calloc(KING_PAIR_WEIGHTS, sizeof *weights->king_pair);
    return weights->king_pair ? 0 : err_memory(err);
}

int weights_new(const struct rules *rules, unsigned turns, struct weights *out, struct err *err)
{
    memset(out, 0, sizeof *out);
    variant_name(rules, out->variant);
    out->pieces = 2 * rules_pieces(rules);
    out->turns = turns;
    if (turns)
        shapes_make(rules, &out->shapes);
    lay_out(out);
    /* chances before anything was measured: with a man more, two games of three are won */
    out->wdl = (struct wdl_model){.at_base = 1500, .width_base = 600, .trust = 1.5f};
    if (reserve_tables(out, err) == 0 && (!turns || reserve_king_pairs(out, err) == 0))
        return 0;
    weights_free(out);
    return -1;
}

void weights_free(struct weights *weights)
{
    huge_pages_free(weights->pair, pair_bytes(weights));
    free(weights->king_pair);
    weights->pair = weights->king_pair = NULL;
}

static void copy_tables(const struct weights *from, struct weights *to)
{
    for (unsigned turn = 0; turn < from->turns; turn++)
        for (unsigned t = 0; t < from->shapes.tables; t++)
            memcpy(to->pair + turn * to->n_pairs + to->base[t],
                   from->pair + turn * from->n_pairs + from->base[t],
                   from->shapes.size[t] * sizeof *from->pair);
}

int weights_add_counts(const struct rules *rules, struct weights *weights, struct err *err)
{
    struct weights more;
    if (weights_new(rules, weights->turns, &more, err))
        return -1;
    if (!shapes_lack_counts(&weights->shapes, &more.shapes)) {
        weights_free(&more);
        return 0;
    }
    copy_tables(weights, &more);
    memcpy(more.feature, weights->feature, sizeof more.feature);
    memcpy(more.king, weights->king, sizeof more.king);
    if (weights->king_pair)
        memcpy(more.king_pair, weights->king_pair, KING_PAIR_WEIGHTS * sizeof *more.king_pair);
    more.wdl = weights->wdl;
    weights_free(weights);
    *weights = more;
    return 0;
}

uint32_t weights_number(const struct weights *w)
{
    struct hash128 sum = hash128_of(w->pair, (size_t)w->n_pairs * w->turns * sizeof *w->pair);
    sum = hash128_sum(sum, hash128_of(w->feature, sizeof w->feature));
    sum = hash128_sum(sum, hash128_of(w->king, sizeof w->king));
    if (w->king_pair)
        sum = hash128_sum(sum, hash128_of(w->king_pair, KING_PAIR_WEIGHTS * sizeof *w->king_pair));
    return (uint32_t)hash128_sum(sum, hash128_of(&w->wdl, sizeof w->wdl)).low;
}

int weights_material_king(const struct rules *rules)
{
    return rules->flying_king_moves ? 3000 : 1400;
}

void weights_material(const struct rules *rules, struct weights *weights)
{
    int king = weights_material_king(rules);
    weights->feature[FEATURE_MAN] = weight_pack(SCORE_MAN, SCORE_MAN);
    weights->feature[FEATURE_KING] = weight_pack(king, king);
    weights->feature[FEATURE_TURN] = weight_pack(30, 30);
    weights->feature[FEATURE_MOBILITY] = weight_pack(15, 25);
    weights->feature[FEATURE_LOCKED] = weight_pack(-10, -10);
    weights->feature[FEATURE_BALANCE] = weight_pack(-2, -2);
}

/* ---- reading ---- */

static float take_float(struct bytes_reader *in)
{
    uint32_t bits = (uint32_t)bytes_take(in, 4);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t checksum(const unsigned char *bytes, size_t n)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3;
    return hash;
}

static float *wdl_numbers(struct wdl_model *wdl, unsigned i)
{
    float *const all[] = {&wdl->at_base, &wdl->at_slope,  &wdl->width_base, &wdl->width_slope,
                          &wdl->trust,   &wdl->even_base, &wdl->even_slope, &wdl->even_width};
    return all[i];
}

enum { WDL_NUMBERS = 8, WDL_NUMBERS_OLD = 5 /* before version 3 */ };

/* Reads the shapes. @return what is wrong with them, NULL if nothing is */
static const char *take_shapes(struct bytes_reader *in, const struct rules *rules,
                               struct shapes *shapes)
{
    shapes->n = (unsigned)bytes_take(in, 2);
    if (shapes->n > SHAPE_SLOTS || shapes->n % 2)
        return "wrong number of patterns";
    for (unsigned i = 0; i < shapes->n; i++) {
        struct shape *shape = &shapes->at[i];
        shape->n = (uint8_t)bytes_take(in, 1);
        shape->table = (uint8_t)bytes_take(in, 1);
        shape->view = (uint8_t)bytes_take(in, 1);
        for (unsigned k = 0; k < SQUARES_STORED; k++)
            shape->sq[k] = (square)bytes_take(in, 1);
        if (in->failed || shape->n < 1 || shape->n > SHAPE_BLOCK || shape->table > shapes->tables
            || shape->table >= SHAPE_TABLES || shape->view != (i < shapes->n / 2 ? WHITE : BLACK))
            return "impossible pattern";
        for (unsigned k = 0; k < shape->n; k++)
            if (shape->sq[k] >= BOARD_BITS || !(rules->board->playing >> shape->sq[k] & 1))
                return "a pattern is off the board";
        if (shape->table == shapes->tables)
            shapes->digits[shapes->tables++] = shape->n;
        if (shapes->digits[shape->table] != shape->n)
            return "patterns of one table differ in size";
        shapes_number_block(shapes, shape);
    }
    shapes->blocks = shapes->n;
    return NULL;
}

/* Reads how many shapes count men. @return as take_shapes */
static const char *take_counts(struct bytes_reader *in, const struct rules *rules,
                               struct shapes *shapes)
{
    unsigned counts = (unsigned)bytes_take(in, 2);
    if (counts == 0)
        return NULL;
    if (counts != SHAPE_COUNTS || !shapes_count_men(rules->board)
        || shapes->n + 2 * SHAPE_COUNTS > SHAPE_SLOTS
        || shapes->tables + SHAPE_COUNTS > SHAPE_TABLES)
        return "wrong number of patterns that count men";
    shapes_add_counts(rules->board, shapes);
    return NULL;
}

static weight_pair take_pair(struct bytes_reader *in)
{
    int opening = (int16_t)(uint16_t)bytes_take(in, 2), end = (int16_t)(uint16_t)bytes_take(in, 2);
    return weight_pack(opening, end);
}

static int take_weights(struct bytes_reader *in, unsigned version, const struct rules *rules,
                        struct weights *out, struct src_pos at, struct err *err)
{
    char name[32];
    unsigned features = 0, king_pairs;
    variant_name(rules, name);
    for (unsigned i = 0; i < sizeof out->variant; i++)
        out->variant[i] = (char)bytes_take(in, 1);
    if (memcmp(out->variant, name, sizeof name) != 0)
        return err_set(err, at, "these weights are for %.31s, not for %s", out->variant, name);
    out->pieces = (unsigned)bytes_take(in, 2);
    const char *wrong = take_shapes(in, rules, &out->shapes);
    if (!wrong && version > 4)
        wrong = take_counts(in, rules, &out->shapes);
    if (!wrong && (features = (unsigned)bytes_take(in, 2)) > FEATURE_COUNT)
        wrong = "features that this version does not know";
    if (!wrong && (out->pieces == 0 || in->failed))
        wrong = "damaged";
    if (wrong)
        return err_set(err, at, "weights: %s", wrong);
    for (unsigned i = 0; i < features; i++)
        out->feature[i] = take_pair(in);
    for (unsigned i = 0; i < BOARD_BITS; i++)
        out->king[i] = take_pair(in);
    king_pairs = version > FILE_OLDEST ? (unsigned)bytes_take(in, 2) : 0;
    if (king_pairs != 0 && king_pairs != KING_PAIR_TABLES)
        return err_set(err, at, "%u tables of king pairs, expected 0 or %d", king_pairs,
                       KING_PAIR_TABLES);
    if (king_pairs && reserve_king_pairs(out, err))
        return -1;
    for (uint32_t i = 0; out->king_pair && i < KING_PAIR_WEIGHTS; i++)
        out->king_pair[i] = take_pair(in);
    out->turns = version > 3 ? (unsigned)bytes_take(in, 2) : 1;
    if (out->turns != 1 && out->turns != 2)
        return err_set(err, at, "tables for %u turns, expected 1 or 2", out->turns);
    lay_out(out);
    size_t n_pairs = (size_t)out->n_pairs * out->turns;
    unsigned numbers = version > 2 ? WDL_NUMBERS : WDL_NUMBERS_OLD;
    if ((size_t)(in->end - in->at) != n_pairs * 4 + numbers * 4)
        return err_set(err, at, "the size of the tables does not fit the patterns");
    if (reserve_tables(out, err))
        return -1;
    for (size_t i = 0; i < n_pairs; i++)
        out->pair[i] = take_pair(in);
    for (unsigned i = 0; i < numbers; i++)
        *wdl_numbers(&out->wdl, i) = take_float(in);
    return 0;
}

/* Checks the header, size and checksum, and sets `in` to read on after the header. */
static int take_header(struct buffer *bytes, struct src_pos at, struct bytes_reader *in,
                       unsigned *version, struct err *err)
{
    const unsigned char *first = (const unsigned char *)bytes->s;
    *in = bytes_reader(first, bytes->n);
    if (bytes->n < HEADER || memcmp(first, MAGIC, sizeof MAGIC) != 0)
        return err_set(err, at, "not a weights file");
    in->at += sizeof MAGIC;
    *version = (unsigned)bytes_take(in, 4);
    if (*version < FILE_OLDEST || *version > FILE_VERSION)
        return err_set(err, at, "format version %u; this dama reads versions %d to %d", *version,
                       FILE_OLDEST, FILE_VERSION);
    uint64_t size = bytes_take(in, 4), sum = bytes_take(in, 8);
    if (size != bytes->n)
        return err_set(err, at, "damaged: %zu bytes, but the header says %u", bytes->n,
                       (unsigned)size);
    if (CHECKED && checksum(first + HEADER, bytes->n - HEADER) != sum)
        return err_set(err, at, "damaged: the checksum is wrong");
    return 0;
}

/* Reads a file of weights, which may be packed: that shrinks it to a tenth. */
static int weights_read(const struct rules *rules, const char *path, struct weights *out,
                        struct err *err)
{
    const struct src_pos at = {.file = path};
    struct buffer bytes = {0};
    struct bytes_reader in;
    unsigned version;
    memset(out, 0, sizeof *out);
    int rc = source_read_all(path, FILE_MAX, &bytes, err);
    if (rc == 0)
        rc = take_header(&bytes, at, &in, &version, err);
    if (rc == 0)
        rc = take_weights(&in, version, rules, out, at, err);
    buffer_fini(&bytes);
    if (rc < 0)
        weights_free(out);
    return rc;
}

int weights_check(const char *path, struct err *err)
{
    struct buffer bytes = {0};
    struct bytes_reader in;
    unsigned version;
    int rc = source_read_all(path, FILE_MAX, &bytes, err);
    if (rc == 0)
        rc = take_header(&bytes, (struct src_pos){.file = path}, &in, &version, err);
    buffer_fini(&bytes);
    return rc;
}

/* ---- where weights are looked for ---- */

static bool find_file(const struct rules *rules, char path[DATA_FILE_PATH_SIZE])
{
    char name[64];
    snprintf(name, sizeof name, "eval/%s.eval", rules->name);
    return data_file_find(name, path);
}

bool weights_find(const struct rules *rules, struct err *err)
{
    char path[DATA_FILE_PATH_SIZE];
    if (find_file(rules, path))
        return true;
    err_plain(err, "no weights for %s: %s is missing; only material and mobility are counted",
              rules->name, path);
    return false;
}

int weights_open(const struct rules *rules, const char *spec, struct weights *out, struct err *err)
{
    char path[DATA_FILE_PATH_SIZE];
    if (spec && strcmp(spec, "material") == 0) {
        if (weights_new(rules, 0, out, err))
            return -1;
        weights_material(rules, out);
        return 0;
    }
    if (!spec && !find_file(rules, path))
        return err_plain(err, "no weights for %s: %s is missing", rules->name, path);
    struct err why = {0};
    if (weights_read(rules, spec ? spec : path, out, &why) == 0)
        return 0;
    if (spec)
        return err_pass(err, &why);
    return err_plain(err, "%s: %s", path, why.msg); /* not at.file: `path` is local */
}

/* ---- rounding ---- */

static int rounded(int value, int step)
{
    int size = (abs(value) + step / 2) / step * step;
    size = size > INT16_MAX ? size - step : size;
    return value < 0 ? -size : size;
}

static void round_pairs(weight_pair *pair, size_t n, int step)
{
    for (size_t i = 0; i < n; i++)
        pair[i] =
            weight_pack(rounded(weight_opening(pair[i]), step), rounded(weight_end(pair[i]), step));
}

void weights_round(struct weights *weights, unsigned step)
{
    round_pairs(weights->pair, (size_t)weights->n_pairs * weights->turns, (int)step);
    if (weights->king_pair)
        round_pairs(weights->king_pair, KING_PAIR_WEIGHTS, (int)step);
}

/* ---- writing ---- */

static void put_float(struct buffer *out, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    buffer_add_bytes(out, bits, 4);
}

static void put_pair(struct buffer *out, weight_pair pair)
{
    buffer_add_bytes(out, (uint16_t)weight_opening(pair), 2);
    buffer_add_bytes(out, (uint16_t)weight_end(pair), 2);
}

static void put_shapes(struct buffer *out, const struct shapes *shapes)
{
    buffer_add_bytes(out, shapes->blocks, 2);
    for (unsigned i = 0; i < shapes->n; i++) {
        const struct shape *shape = &shapes->at[i];
        if (!shapes->digits[shape->table])
            continue;
        buffer_add_bytes(out, shape->n, 1);
        buffer_add_bytes(out, shape->table, 1);
        buffer_add_bytes(out, shape->view, 1);
        for (unsigned k = 0; k < SQUARES_STORED; k++)
            buffer_add_bytes(out, k < shape->n ? shape->sq[k] : 0, 1);
    }
    buffer_add_bytes(out, (shapes->n - shapes->blocks) / 2, 2);
}

static void put_weights(struct buffer *out, const struct weights *weights)
{
    buffer_add(out, weights->variant, sizeof weights->variant);
    buffer_add_bytes(out, weights->pieces, 2);
    put_shapes(out, &weights->shapes);
    buffer_add_bytes(out, FEATURE_COUNT, 2);
    for (unsigned i = 0; i < FEATURE_COUNT; i++)
        put_pair(out, weights->feature[i]);
    for (unsigned i = 0; i < BOARD_BITS; i++)
        put_pair(out, weights->king[i]);
    buffer_add_bytes(out, weights->king_pair ? KING_PAIR_TABLES : 0, 2);
    for (uint32_t i = 0; weights->king_pair && i < KING_PAIR_WEIGHTS; i++)
        put_pair(out, weights->king_pair[i]);
    buffer_add_bytes(out, weights->turns, 2);
    for (size_t i = 0; i < (size_t)weights->n_pairs * weights->turns; i++)
        put_pair(out, weights->pair[i]);
    struct wdl_model wdl = weights->wdl;
    for (unsigned i = 0; i < WDL_NUMBERS; i++)
        put_float(out, *wdl_numbers(&wdl, i));
}

static int write_whole(const char *path, const struct buffer *bytes, struct err *err)
{
    struct outfile *file = NULL;
    if (outfile_open(path, &file, err))
        return -1;
    fwrite(bytes->s, 1, bytes->n, outfile_stream(file)); /* outfile_finish reports failures */
    return outfile_finish(&file, err);
}

int weights_save(const struct weights *weights, const char *path, struct err *err)
{
    struct buffer bytes = {0};
    buffer_add(&bytes, MAGIC, sizeof MAGIC);
    buffer_add_bytes(&bytes, FILE_VERSION, 4);
    buffer_add_bytes(&bytes, 0, 4); /* room for the size and the checksum of the rest */
    buffer_add_bytes(&bytes, 0, 8);
    put_weights(&bytes, weights);
    int rc = bytes.failed ? err_memory(err) : 0;
    if (rc == 0) {
        unsigned char *first = (unsigned char *)bytes.s;
        bytes_put(first + 12, bytes.n, 4);
        bytes_put(first + 16, checksum(first + HEADER, bytes.n - HEADER), 8);
        rc = write_whole(path, &bytes, err);
    }
    buffer_fini(&bytes);
    return rc;
}
