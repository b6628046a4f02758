// SPDX-License-Identifier: MIT
/*
 * What a position is worth without search: sums that follow moves, shapes, and the file of weights.
 */
#include "core/base/array.h"
#include "core/board/fen.h"
#include "core/board/move.h"
#include "core/engine/engine.h"
#include "core/engine/search-node.h"
#include "core/engine/weights.h"
#include "tests/lib/given.h"
#include "tests/lib/rows.h"
#include "tests/lib/scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- for every rule set ---- */

static void eval_follows_moves(void **state)
{
    const struct rules *rules = *state;
    struct weights weights;
    struct eval *eval;
    struct err err = {0};
    uint64_t lot = 11;
    struct moves list;
    moves_init(&list);
    assert_int_equal(weights_new(rules, 2, &weights, &err), 0);
    weights_material(rules, &weights);
    for (uint32_t i = 0; i < 2 * weights.n_pairs; i++)
        weights.pair[i] =
            weight_pack((int)draw_lot(&lot, 200) - 100, (int)draw_lot(&lot, 200) - 100);
    for (unsigned i = 0; i < KING_PAIR_WEIGHTS; i++)
        weights.king_pair[i] =
            weight_pack((int)draw_lot(&lot, 200) - 100, (int)draw_lot(&lot, 200) - 100);
    weights.feature[FEATURE_PARITY] = weight_pack(50, 150);
    assert_int_equal(eval_of_weights(rules, &weights, &eval, &err), 0);
    for (unsigned game = 0; game < 10; game++) {
        struct search_node node, next, fresh, turned;
        struct position pos;
        position_start(rules, &pos);
        search_node_start(eval, &pos, &node);
        for (unsigned ply = 0; ply < 120; ply++) {
            assert_int_equal(moves_generate(rules, &node.pos, &list), 0);
            if (list.n == 0)
                break;
            search_node_play(eval, &node, &list.at[draw_lot(&lot, list.n)], &next);
            search_node_start(eval, &next.pos, &fresh);
            assert_true(next.key == fresh.key && next.key == position_key(rules, &next.pos));
            assert_memory_equal(next.sums.index, fresh.sums.index,
                                sizeof(uint16_t) * 2 * eval->half);
            assert_memory_equal(next.sums.balance, fresh.sums.balance, sizeof next.sums.balance);
            position_mirror(rules, &next.pos, &pos);
            search_node_start(eval, &pos, &turned);
            assert_int_equal(eval_score(eval, &next.pos, &next.sums),
                             eval_score(eval, &pos, &turned.sums));
            node = next;
        }
    }
    moves_fini(&list);
    eval_close(eval);
}

static void shapes_cover(void **state)
{
    const struct rules *rules = *state;
    struct shapes shapes;
    bitboard seen[2] = {0, 0};
    shapes_make(rules, &shapes);
    assert_true(shapes.n <= SHAPE_SLOTS && shapes.n % 2 == 0);
    for (unsigned i = 0; i < shapes.n; i++)
        for (unsigned k = 0; k < shapes.at[i].n; k++)
            seen[shapes.at[i].view] |= (bitboard)1 << shapes.at[i].sq[k];
    assert_true((seen[WHITE] | seen[BLACK]) == rules->board->playing);
}

/* ---- what can be wrong with weights ---- */

static void weights_are_refused(void **state)
{
    (void)state;
    const struct rules *rules = rules_named("english");
    char path[SCRATCH_SIZE];
    int fd = mkstemp(scratch_name(path));
    struct weights weights, read;
    struct err err = {0};
    assert_true(fd >= 0);
    close(fd);
    assert_int_equal(weights_new(rules, 2, &weights, &err), 0);
    weights_material(rules, &weights);
    weights.pair[5] = weight_pack(-7, 8);
    weights.pair[weights.n_pairs + 5] = weight_pack(6, 9);
    weights.king_pair[king_pair_index(KING_PAIR_OWN, true, 63, 62)] = weight_pack(9, -10);
    weights.wdl = (struct wdl_model){1, 2, 3, 4, 5, 0.5F, 7, 8};
    assert_int_equal(weights_save(&weights, path, &err), 0);
    assert_int_equal(weights_open(rules, path, &read, &err), 0);
    assert_memory_equal(&read.wdl, &weights.wdl, sizeof read.wdl);
    assert_int_equal(read.turns, 2);
    assert_int_equal(weights_table(&read, 0, WHITE, WHITE)[5], weights.pair[5]);
    assert_int_equal(weights_table(&read, 0, WHITE, BLACK)[5], weight_pack(6, 9));
    assert_memory_equal(read.king_pair, weights.king_pair,
                        KING_PAIR_WEIGHTS * sizeof *read.king_pair);
    assert_memory_equal(read.feature, weights.feature, sizeof read.feature);
    assert_int_equal(read.shapes.n, weights.shapes.n);
    weights_free(&read);
    weights_free(&weights);

    struct err other = {0};
    assert_int_equal(weights_open(rules_international, path, &read, &other), -1);
    assert_non_null(strstr(other.msg, "these weights are for english, not for international"));

    static const struct {
        long at;
        const char *says;
    } harms[] = {{0, "not a weights file"},
                 {8, "version"},
                 {12, "bytes, but the header says"},
                 {16, "checksum"},
                 {5000, "checksum"}};
    for (unsigned i = 0; i < ARRAY_LEN(harms); i++) {
        struct err harmed = {0};
        FILE *file = fopen(path, "r+b");
        assert_non_null(file);
        fseek(file, harms[i].at, SEEK_SET);
        int byte = fgetc(file);
        fseek(file, harms[i].at, SEEK_SET);
        fputc(byte ^ 0x55, file);
        fclose(file);
        assert_int_equal(weights_open(rules, path, &read, &harmed), -1);
        assert_non_null(strstr(harmed.msg, harms[i].says));
        file = fopen(path, "r+b");
        fseek(file, harms[i].at, SEEK_SET);
        fputc(byte, file);
        fclose(file);
    }
    struct err cut = {0};
    assert_int_equal(truncate(path, 10), 0);
    assert_int_equal(weights_open(rules, path, &read, &cut), -1);
    assert_non_null(strstr(cut.msg, "not a weights file"));
    unlink(path);
    struct err none = {0};
    assert_int_equal(weights_open(rules, path, &read, &none), -1);
    assert_int_equal(weights_open(rules, "/", &read, &(struct err){0}), -1);
}

/* Weights from before men were counted play as they did, with and without tables for counting. */
static void counts_are_added(void **state)
{
    (void)state;
    const struct rules *rules = rules_international;
    char path[SCRATCH_SIZE];
    int fd = mkstemp(scratch_name(path));
    struct weights old, more, read;
    struct err err = {0};
    assert_true(fd >= 0);
    close(fd);
    assert_int_equal(weights_new(rules, 2, &more, &err), 0);
    const struct shapes all = more.shapes;
    assert_int_equal(all.n, all.blocks + 2 * SHAPE_COUNTS);

    old = more; /* without what follows the tables of blocks */
    memmove(&old.shapes.at[all.blocks / 2], &all.at[all.n / 2],
            all.blocks / 2 * sizeof *old.shapes.at);
    old.shapes.n = all.blocks;
    old.shapes.tables -= SHAPE_COUNTS;
    old.n_pairs = old.base[old.shapes.tables];
    for (uint32_t i = 0; i < 2 * old.n_pairs; i++)
        old.pair[i] = weight_pack((int)(i % 199) - 99, (int)(i % 101) - 50);
    assert_int_equal(weights_save(&old, path, &err), 0);
    weights_free(&more);

    assert_int_equal(weights_open(rules, path, &read, &err), 0);
    assert_true(shapes_same(&read.shapes, &old.shapes) && !shapes_same(&read.shapes, &all));
    assert_true(shapes_lack_counts(&read.shapes, &all));
    assert_int_equal(weights_add_counts(rules, &read, &err), 0);
    assert_true(shapes_same(&read.shapes, &all));
    assert_int_equal(weights_save(&read, path, &err), 0);
    weights_free(&read);

    assert_int_equal(weights_open(rules, path, &read, &err), 0);
    assert_true(shapes_same(&read.shapes, &all));
    assert_int_equal(weights_add_counts(rules, &read, &err), 0); /* has them already */
    const unsigned last = old.shapes.tables - 1;
    for (unsigned turn = WHITE; turn <= BLACK; turn++) {
        uint32_t i = old.base[last] + (turn == WHITE ? 0 : old.n_pairs) + 7;
        assert_int_equal(weights_table(&read, last, WHITE, turn)[7],
                         weight_pack((int)(i % 199) - 99, (int)(i % 101) - 50));
        assert_int_equal(weights_table(&read, last + 1, WHITE, turn)[7], 0);
    }
    weights_free(&read);
    unlink(path);
}

/* White sees the board as it is, Black turned round; kings do not count. */
static void men_are_counted(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        unsigned number[2][SHAPE_COUNTS]; /* by view: wings, left wing and middle, all men, ranks */
    } rows[] = {
        {"W:W31-50:B1-20", {{0x6666, 0x6666, 20 * 33, 0x5f5f}, {0x6666, 0x6666, 20 * 33, 0x5f5f}}},
        {"W:W26,K28,48:B6,15,K50",
         {{0x1101, 0x0111, 2 * 33, 0x0211}, {0x1011, 0x1001, 2 * 33, 0x1102}}},
        {"B:W6-50:BK1", {{0xde, 0xde, 45, 0xff}, {0xed00, 0xed00, 45 * 32, 0xff00}}},
    };
    const struct rules *rules = rules_international;
    struct weights weights;
    struct eval *eval;
    struct err err = {0};
    assert_int_equal(weights_new(rules, 1, &weights, &err), 0);
    assert_int_equal(eval_of_weights(rules, &weights, &eval, &err), 0);
    const struct shapes *shapes = &eval->weights.shapes;
    for (unsigned i = 0; i < ARRAY_LEN(rows); i++) {
        struct position pos;
        struct eval_sums sums;
        assert_int_equal(
            fen_read(rules, text_of(rows[i].fen), (struct src_pos){0}, &pos, NULL, &err), 0);
        eval_start(eval, &pos, &sums);
        for (unsigned view = WHITE; view <= BLACK; view++)
            for (unsigned k = 0; k < SHAPE_COUNTS; k++) {
                unsigned at = shapes->n / 2 * (view + 1) - SHAPE_COUNTS + k;
                assert_int_equal(sums.index[eval_slot(eval, at)], rows[i].number[view][k]);
            }
    }
    eval_close(eval);
}

/* A file whose tables are not for one turn or two. Its memory is given back as it was taken. */
static void odd_turns_are_refused(void **state)
{
    (void)state;
    const struct rules *rules = rules_named("english");
    char path[SCRATCH_SIZE];
    int fd = mkstemp(scratch_name(path));
    struct weights weights, read;
    struct err err = {0};
    assert_true(fd >= 0);
    close(fd);
    assert_int_equal(weights_new(rules, 1, &weights, &err), 0);
    assert_int_equal(weights_save(&weights, path, &err), 0);
    assert_int_equal(weights_open(rules, path, &read, &err), 0);
    assert_int_equal(read.turns, 1);
    weights_free(&read);

    struct weights odd = weights;
    odd.turns = UINT16_MAX;
    odd.n_pairs = 0; /* no tables are written */
    assert_int_equal(weights_save(&odd, path, &err), 0);
    assert_int_equal(weights_open(rules, path, &read, &err), -1);
    assert_string_equal(err.msg, "tables for 65535 turns, expected 1 or 2");
    weights_free(&weights);
    unlink(path);
}

static void keep_warning(void *ctx, const struct err *err) { *(struct err *)ctx = *err; }

static void missing_weights_are_named(void **state)
{
    (void)state;
    struct engine *engine;
    struct weights weights;
    struct err err = {0}, warning = {0};
    const struct engine_options options = {.hooks.ctx = &warning, .warn = keep_warning};
    setenv("DAMA_DATA", "/nonexistent", 1);
    assert_int_equal(weights_open(rules_named("english"), NULL, &weights, &err), -1);
    assert_int_equal(engine_open(rules_named("english"), &options, &engine, &err), 0);
    unsetenv("DAMA_DATA");
    engine_close(engine);
    assert_non_null(strstr(err.msg, "/nonexistent/eval/english.eval is missing"));
    assert_non_null(strstr(warning.msg, "only material and mobility are counted"));
}

static void weights_are_rounded(void **state)
{
    (void)state;
    static const struct {
        int value, step, rounded;
    } rows[] = {{5, 4, 4},          {6, 4, 8}, {-5, 4, -4},         {-6, 4, -8}, {-1, 4, 0},
                {32767, 10, 32760}, {7, 1, 7}, {-32768, 4, -32764}, {2, 100, 0}, {-50, 100, -100}};
    const struct rules *rules = rules_named("english");
    struct weights weights;
    struct err err = {0};
    unsigned pair = king_pair_index(KING_PAIR_MAN, false, 1, 2);
    assert_int_equal(weights_new(rules, 1, &weights, &err), 0);
    for (unsigned i = 0; i < ARRAY_LEN(rows); i++) {
        weights.pair[3] = weight_pack(rows[i].value, 0);
        weights.king_pair[pair] = weight_pack(0, rows[i].value);
        weights.feature[FEATURE_MAN] = weight_pack(1001, 999);
        weights_round(&weights, (unsigned)rows[i].step);
        assert_int_equal(weight_opening(weights.pair[3]), rows[i].rounded);
        assert_int_equal(weight_end(weights.king_pair[pair]), rows[i].rounded);
        assert_int_equal(weight_opening(weights.feature[FEATURE_MAN]), 1001);
    }
    weights_free(&weights);
}

int main(void)
{
    for (unsigned i = 0; i < rules_count; i++) {
        rows_add("evaluation follows moves", rules_all[i]->name, eval_follows_moves, rules_all[i]);
        rows_add("shapes cover the board", rules_all[i]->name, shapes_cover, rules_all[i]);
    }
    ROWS_SINGLE(weights_are_refused);
    ROWS_SINGLE(odd_turns_are_refused);
    ROWS_SINGLE(missing_weights_are_named);
    ROWS_SINGLE(weights_are_rounded);
    ROWS_SINGLE(counts_are_added);
    ROWS_SINGLE(men_are_counted);
    return rows_run("eval");
}
