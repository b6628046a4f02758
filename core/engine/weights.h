// SPDX-License-Identifier: MIT
/*
 * The trained weights of the evaluation for a variant, and their file.
 *
 * All weights come in pairs, for the opening (all pieces on the board) and for the end (none left);
 * in between, the value is interpolated linearly by the number of pieces. The unit is a thousandth
 * of a man.
 *
 * The file, little-endian:
 *
 *     bytes  what
 *         8  "DAMAEVAL"
 *         4  version, 4
 *         4  size of the whole file
 *         8  checksum: FNV-1a, 64 bits, of all bytes that follow
 *        32  variant, ended by NUL bytes
 *         2  pieces of both sides at the start
 *         2  slots of shapes, n; then n times: squares 1, table 1, view 1, the squares 12 (10 used)
 *         2  features, f; then f pairs of int16 (enum feature)
 *         -  64 pairs of int16: a king, by square, as White sees it
 *         2  tables of king pairs, 0 or 6; then 64 * 64 pairs of int16 for each (king_pair_index)
 *         2  turns, 1 or 2
 *         -  the tables in their order, each 3^squares pairs of int16; all of them `turns` times
 *        32  the eight numbers of struct wdl_model, float, `trust` the fifth
 *
 * Older versions can be read: 1 had no king pairs, 1 and 2 had five numbers, 1 to 3 one turn. The
 * file may be packed (core/base/source.h).
 */
#ifndef DAMA_CORE_ENGINE_WEIGHTS_H
#define DAMA_CORE_ENGINE_WEIGHTS_H

#include "core/engine/shape.h"

/** Features counted besides shapes, White's minus Black's. */
enum feature {
    FEATURE_MAN,        /* men */
    FEATURE_KING,       /* kings */
    FEATURE_FIRST_KING, /* 1 for a side that has a king */
    FEATURE_TURN,       /* 1 for the side to move */
    FEATURE_MOBILITY,   /* steps that men can make */
    FEATURE_LOCKED,     /* men that cannot make a step */
    FEATURE_BALANCE,    /* how far the men stand to one wing: |sum of half files from the middle| */
    FEATURE_PARITY,     /* 1 for the side that has the opposition ("the move"): see eval-score.c */
    FEATURE_COUNT
};

/**
 * Kinds of king pairs: a king and another piece, by their squares. Shapes see men only: these pairs
 * make a king worth more on squares where it attacks, holds or shelters something.
 */
enum king_pair {
    KING_PAIR_KING /* of the other side */,
    KING_PAIR_MAN /* of the other side */,
    KING_PAIR_OWN /* man */,
    KING_PAIR_KINDS
};

enum {
    KING_PAIR_TABLES = 2 * KING_PAIR_KINDS,
    KING_PAIR_WEIGHTS = KING_PAIR_TABLES * BOARD_BITS * BOARD_BITS
};

/**
 * The index of a king pair's weight. Squares are seen from the king's side; `moves` tells whether
 * it is that side's turn.
 */
static inline unsigned king_pair_index(enum king_pair kind, bool moves, unsigned king,
                                       unsigned other)
{
    return (((unsigned)kind * 2 + moves) * BOARD_BITS + king) * BOARD_BITS + other;
}

/**
 * How scores become chances: P(win) = 1 / (1 + exp((at - score) / width)) and P(loss) with -score,
 * where `at` and `width` are linear in the share of pieces left on the board: x = base + slope *
 * share. Dead draws gather around even scores, so a share of the wins and losses by these curves is
 * counted as draws as well: even * exp(-|score| / even_width), where `even` is linear in the same
 * way, limited to 0 to 1.
 */
struct wdl_model {
    float at_base, at_slope, width_base, width_slope; /* thousandths of a man */
    float trust; /* log-odds of winning that a man more stood for when the weights were trained */
    float even_base, even_slope;
    float even_width; /* thousandths of a man */
};

/**
 * A pair of weights packed into one word, as end * 65536 + opening modulo 2^32. So pairs can be
 * added up before they are taken apart, as long as both sums fit 16 bits.
 */
typedef uint32_t weight_pair;

static inline weight_pair weight_pack(int opening, int end)
{
    return (weight_pair)((uint32_t)end * 65536 + (uint32_t)opening);
}
static inline int weight_opening(weight_pair pair) { return (int16_t)(uint16_t)pair; }
static inline int weight_end(weight_pair pair)
{
    return (int16_t)(uint16_t)((pair - (uint32_t)weight_opening(pair)) >> 16);
}

struct weights {
    char variant[32];
    unsigned pieces; /* of both sides at the start */
    struct shapes shapes;
    unsigned turns; /* 2: there are tables for the side to move, and as many for the other; or 1 */
    uint32_t base[SHAPE_TABLES]; /* where each table begins in `pair` */
    uint32_t n_pairs;            /* of all tables, for one turn */
    weight_pair *pair;           /* owned; `turns` times n_pairs: see weights_table */
    weight_pair feature[FEATURE_COUNT];
    weight_pair king[BOARD_BITS];
    weight_pair *king_pair; /* owned; KING_PAIR_WEIGHTS of them, or NULL */
    struct wdl_model wdl;
};

/**
 * Makes weights that are all 0.
 * @param turns 0: without shapes and king pairs; 1: with the shapes of the variant's board, and
 *              king pairs; 2: as 1, with separate shape weights for the side not to move
 * @return 0, or -1: out of memory
 */
int weights_new(const struct rules *rules, unsigned turns, struct weights *out, struct err *err);
void weights_free(struct weights *weights);

/**
 * Gives weights that were trained before men were counted (shapes_add_counts) tables of zeros for
 * that, if weights_new would; then they can be trained further, or averaged with others.
 * @return 0, or -1: out of memory
 */
int weights_add_counts(const struct rules *rules, struct weights *weights, struct err *err);

/** A number that identifies weights by their content, wherever their file is. */
uint32_t weights_number(const struct weights *weights);

/** @return the weights of a table for shapes with a `view`, when `turn` is the side to move */
static inline const weight_pair *weights_table(const struct weights *weights, unsigned table,
                                               unsigned view, unsigned turn)
{
    bool waits = weights->turns == 2 && view != turn;
    return weights->pair + weights->base[table] + (waits ? weights->n_pairs : 0);
}

/** The rough worth of a king, as weights_material gives it, on the scale of scores. */
int weights_material_king(const struct rules *rules);

/** Fills in rough values for material and mobility: the fallback, and the start of training. */
void weights_material(const struct rules *rules, struct weights *weights);

/**
 * Whether weights_open would find a file of weights for a variant.
 * @return false: there is none; `err` says so, and that material is counted instead
 */
bool weights_find(const struct rules *rules, struct err *err);

/**
 * Reads weights.
 * @param spec NULL: VARIANT.eval from $DAMA_DATA/eval or, if that is not set, from the data next to
 *             the program, or the installed data; "material": weights_material; else a file
 * @return 0, or -1 with `err`: none found, damaged, of another version or variant
 */
int weights_open(const struct rules *rules, const char *spec, struct weights *out, struct err *err);

/** Checks that a file holds weights, for any variant. @return 0, or -1 with `err` */
int weights_check(const char *path, struct err *err);

/**
 * Rounds the weights of shapes and of king pairs to multiples of `step` thousandths of a man, so
 * that the file packs better.
 */
void weights_round(struct weights *weights, unsigned step);

/** Writes a file (with outfile.h, so that it appears whole). @return 0, or -1 with `err` */
int weights_save(const struct weights *weights, const char *path, struct err *err);

#endif
