// SPDX-License-Identifier: MIT
/* Positions as numbers, moves taken back, and values packed. */
#include "core/base/array.h"
#include "core/board/move.h"
#include "core/egdb/cache.h"
#include "core/egdb/pack.h"
#include "core/egdb/slice-file.h"
#include "core/egdb/unmove.h"
#include "tests/lib/given.h"

#include <stdlib.h>
#include <string.h>

enum { TRIES = 60 };

/*
 * Calls `each` for all slices of all variants with two and three pieces; with four where kings are
 * counted.
 */
static void for_all_slices(void (*each)(const struct egdb_index *index,
                                        const struct egdb_index *partner, uint64_t *seed))
{
    static struct egdb_squares squares;
    static struct egdb_material material[EGDB_SLICES_MAX];
    struct egdb_index index, partner;
    uint64_t seed = 14;
    for (unsigned v = 0; v < rules_count; v++) {
        egdb_squares_init(rules_all[v], &squares);
        const unsigned most = rules_all[v]->counts_king_moves ? 4 : 3;
        for (unsigned pieces = 2; pieces <= most; pieces++) {
            const unsigned n = egdb_material_list(rules_all[v], pieces, material);
            for (unsigned i = 0; i < n; i++) {
                egdb_index_init(&squares, material[i], &index);
                egdb_index_init(&squares, egdb_material_mirror(material[i]), &partner);
                each(&index, &partner, &seed);
            }
        }
    }
}

static void round_trip(const struct egdb_index *index, const struct egdb_index *partner,
                       uint64_t *seed)
{
    struct egdb_sets sets;
    struct egdb_cursor cursor;
    struct position pos, mirror;
    (void)partner;
    assert_int_equal(egdb_sets_init(index, &sets), 0);
    for (unsigned i = 0; i < TRIES; i++) {
        const uint64_t at = draw_lot(seed, (unsigned)index->size);
        egdb_cursor_set(&cursor, index, &sets, at);
        if (!egdb_cursor_position(&cursor, &pos))
            continue;
        assert_true(egdb_index_has(index->squares, &pos));
        assert_int_equal(egdb_index_of(index, &pos), at);
        position_mirror(index->squares->rules, &pos, &mirror);
        assert_int_equal(egdb_index_of(index, &mirror), at);
    }
    egdb_sets_fini(&sets);
}

static void numbers_and_back(void **state)
{
    (void)state;
    for_all_slices(round_trip);
}

/* Every number is met once, in order, also where counters belong to the position. */
static void cursor_goes_on(void **state)
{
    (void)state;
    static struct egdb_squares squares;
    struct egdb_index index;
    struct egdb_sets sets;
    struct egdb_cursor cursor, same;
    egdb_squares_init(rules_named("frisian"), &squares);
    egdb_index_init(&squares, (struct egdb_material){1, 1, 0, 1}, &index);
    assert_int_equal(index.size, 45 * 50 * 50 * 4);
    assert_int_equal(egdb_sets_init(&index, &sets), 0);
    egdb_cursor_set(&cursor, &index, &sets, 0);
    for (uint64_t at = 0; at < index.size; at++, egdb_cursor_next(&cursor)) {
        egdb_cursor_set(&same, &index, &sets, at);
        assert_memory_equal(&cursor, &same, sizeof cursor);
    }
    egdb_sets_fini(&sets);
}

static bool lists(const uint64_t *list, unsigned n, uint64_t at)
{
    for (unsigned i = 0; i < n; i++)
        if (list[i] == at)
            return true;
    return false;
}

/* Each quiet move that crowns nobody is found backwards. */
static void forwards_then_back(const struct egdb_index *index, const struct egdb_index *partner,
                               uint64_t *seed)
{
    static uint64_t before[EGDB_UNMOVES_MAX];
    struct egdb_sets sets, partner_sets;
    struct egdb_cursor cursor;
    struct position pos, next;
    struct moves list;
    moves_init(&list);
    assert_int_equal(egdb_sets_init(index, &sets), 0);
    assert_int_equal(egdb_sets_init(partner, &partner_sets), 0);
    for (unsigned i = 0; i < TRIES; i++) {
        const uint64_t at = draw_lot(seed, (unsigned)index->size);
        egdb_cursor_set(&cursor, index, &sets, at);
        if (!egdb_cursor_position(&cursor, &pos))
            continue;
        moves_generate(index->squares->rules, &pos, &list);
        for (unsigned k = 0; k < list.n; k++) {
            if (list.at[k].captured || list.at[k].crowns)
                continue;
            next = pos;
            move_play(index->squares->rules, &next, &list.at[k]);
            egdb_cursor_set(&cursor, partner, &partner_sets, egdb_index_of(partner, &next));
            const unsigned n = egdb_unmoves(&cursor, index, before);
            assert_true(n < EGDB_UNMOVES_MAX);
            assert_true(lists(before, n, at));
        }
    }
    moves_fini(&list);
    egdb_sets_fini(&sets);
    egdb_sets_fini(&partner_sets);
}

/* Whatever is found backwards leads forwards again, once, unless a capture is compulsory there. */
static void back_then_forwards(const struct egdb_index *index, const struct egdb_index *partner,
                               uint64_t *seed)
{
    static uint64_t before[EGDB_UNMOVES_MAX];
    const struct rules *rules = index->squares->rules;
    struct egdb_sets sets, partner_sets;
    struct egdb_cursor cursor;
    struct position pos, next;
    struct moves list;
    moves_init(&list);
    assert_int_equal(egdb_sets_init(index, &sets), 0);
    assert_int_equal(egdb_sets_init(partner, &partner_sets), 0);
    for (unsigned i = 0; i < TRIES; i++) {
        const uint64_t at = draw_lot(seed, (unsigned)index->size);
        egdb_cursor_set(&cursor, index, &sets, at);
        if (!egdb_cursor_position(&cursor, &pos))
            continue;
        const unsigned n = egdb_unmoves(&cursor, partner, before);
        for (unsigned k = 0; k < n; k++) {
            unsigned found = 0;
            egdb_cursor_set(&cursor, partner, &partner_sets, before[k]);
            assert_true(egdb_cursor_position(&cursor, &pos));
            moves_generate(rules, &pos, &list);
            if (list.n && list.at[0].captured)
                continue;
            for (unsigned m = 0; m < list.n; m++) {
                next = pos;
                move_play(rules, &next, &list.at[m]);
                found += !list.at[m].crowns && egdb_index_of(index, &next) == at;
            }
            assert_int_equal(found, 1);
        }
    }
    moves_fini(&list);
    egdb_sets_fini(&sets);
    egdb_sets_fini(&partner_sets);
}

static void moves_are_taken_back(void **state)
{
    (void)state;
    for_all_slices(forwards_then_back);
}

static void what_is_taken_back_is_a_move(void **state)
{
    (void)state;
    for_all_slices(back_then_forwards);
}

static void material_names(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        struct egdb_material material;
    } rows[] = {
        {"KvK", {0, 1, 0, 1}},
        {"KMvK", {1, 1, 0, 1}},
        {"MMMvKK", {3, 0, 0, 2}},
        {"KMvM", {1, 1, 1, 0}},
    };
    for (unsigned i = 0; i < ARRAY_LEN(rows); i++) {
        char name[EGDB_NAME_SIZE];
        struct egdb_material read;
        egdb_material_name(rows[i].material, name);
        assert_string_equal(name, rows[i].name);
        assert_string_equal(egdb_material_read(name, &read), "");
        assert_memory_equal(&read, &rows[i].material, sizeof read);
    }
}

static void names_of_files(void **state)
{
    (void)state;
    static const struct {
        const char *name, *kind; /* kind NULL: not the file of a slice */
    } rows[] = {
        {"KMvK.wdl", "wdl"},
        {"MMMMMvK.plies", "plies"},
        {"KMvK", NULL},
        {"KMvK.", NULL},
        {"KMvK.wdl~", NULL},
        {".KMvK.wdl.a1b2c3", NULL},
        {"MKvK.wdl", NULL}, /* kings come first */
        {"KMvKv.wdl", NULL},
        {"KvKvK.wdl", NULL},
        {"Kv.wdl", NULL},
        {"vK.wdl", NULL},
        {"KKKKKKvK.wdl", NULL}, /* seven pieces */
        {"KKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKvK.wdl", NULL},
        {"kvk.wdl", NULL},
        {".", NULL},
        {"", NULL},
    };
    for (unsigned i = 0; i < ARRAY_LEN(rows); i++) {
        struct egdb_material material;
        enum egdb_kind kind;
        const bool is_slice = egdb_file_read_name(rows[i].name, &material, &kind);
        if (is_slice != !!rows[i].kind)
            fail_msg("\"%s\"", rows[i].name);
        if (is_slice)
            assert_int_equal(kind, rows[i].kind[0] == 'w' ? EGDB_WDL : EGDB_PLIES);
    }
}

/* All 41 slices with two to four pieces; each after what it leads to. */
static void materials_in_order(void **state)
{
    (void)state;
    static const unsigned slices[] = {4, 12, 25, 44, 70};
    struct egdb_material material[EGDB_SLICES_MAX];
    for (unsigned pieces = 2; pieces <= EGDB_PIECES_MAX; pieces++) {
        const unsigned n = egdb_material_list(rules_international, pieces, material);
        assert_int_equal(n, slices[pieces - 2]);
        for (unsigned i = 1; i < n; i++)
            assert_true(egdb_material_men(material[i]) >= egdb_material_men(material[i - 1]));
    }
    assert_int_equal(egdb_material_list(rules_named("breakthrough"), 4, material), 3);
}

/* ---- packing ---- */

static void pack_and_unpack(enum egdb_kind kind, const uint16_t *value, unsigned n)
{
    static struct egdb_symbol_counts counts;
    static struct egdb_codes codes, again;
    static uint64_t out[EGDB_BLOCK_BYTES / 8];
    struct buffer packed = {0}, written = {0};
    memset(&counts, 0, sizeof counts);
    egdb_pack_count(kind, value, n, &counts);
    egdb_codes_choose(kind, &counts, &codes);
    egdb_codes_write(&codes, &written);
    assert_int_equal(egdb_codes_read(kind, (const uint8_t *)written.s, written.n, &again),
                     written.n);
    egdb_pack(&codes, value, n, &packed);
    assert_int_equal(egdb_unpack(&again, (const uint8_t *)packed.s, packed.n, n, out), 0);
    for (unsigned i = 0; i < n; i++) {
        const unsigned got = kind == EGDB_WDL ? (unsigned)(out[i / 32] >> i % 32 * 2 & 3)
                                              : (unsigned)(out[i / 4] >> i % 4 * 16 & 0xffff);
        if (value[i] != EGDB_ANY)
            assert_int_equal(got, value[i]);
    }
    /* cut off, it is noticed, or at least nothing is read beyond the end */
    if (packed.n > 8)
        assert_int_equal(egdb_unpack(&again, (const uint8_t *)packed.s, packed.n - 4, n, out), -1);
    buffer_fini(&packed);
    buffer_fini(&written);
}

/* Runs of all lengths, values and gaps. */
static void blocks_come_back(void **state)
{
    (void)state;
    static uint16_t value[EGDB_WDL_BLOCK];
    uint64_t seed = 5;
    for (unsigned round = 0; round < 120; round++) {
        const enum egdb_kind kind = round % 2 ? EGDB_PLIES : EGDB_WDL;
        const unsigned most = egdb_block_values(kind),
                       n = round < 4 ? 1 : 1 + draw_lot(&seed, most);
        const unsigned longest = 1 + draw_lot(&seed, round % 5 ? 20 : most);
        for (unsigned i = 0; i < n;) {
            const unsigned lot = draw_lot(&seed, kind == EGDB_WDL ? 4 : 300);
            unsigned length = 1 + draw_lot(&seed, longest);
            for (; length > 0 && i < n; length--)
                value[i++] = lot == 0 ? EGDB_ANY : (uint16_t)lot;
        }
        pack_and_unpack(kind, value, n);
    }
}

/* Counts like these would make codes of 40 bits. */
static void codes_stay_short(void **state)
{
    (void)state;
    static struct huffman code;
    uint64_t count[42] = {1, 1}, kraft = 0;
    uint8_t length[42];
    for (unsigned i = 2; i < 42; i++)
        count[i] = count[i - 1] + count[i - 2];
    huffman_lengths(count, 42, length);
    for (unsigned i = 0; i < 42; i++) {
        assert_in_range(length[i], 1, HUFFMAN_BITS);
        kraft += 1U << (HUFFMAN_BITS - length[i]);
    }
    assert_true(kraft <= 1U << HUFFMAN_BITS);
    assert_int_equal(huffman_init(&code, length, 42), 0);
    memset(length, 1, sizeof length);
    assert_int_equal(huffman_init(&code, length, 42), -1);
}

static void cache_keeps_and_forgets(void **state)
{
    (void)state;
    struct egdb_cache *cache;
    struct err err = {0};
    static uint64_t block[EGDB_BLOCK_BYTES / 8];
    uint64_t word;
    unsigned kept = 0;
    assert_int_equal(egdb_cache_open(1 << 16, &cache, &err), 0); /* a set of eight, or two */
    for (uint64_t key = 1; key <= 100; key++) {
        block[7] = key * 3;
        assert_false(egdb_cache_read(cache, key, 7, &word));
        egdb_cache_keep(cache, key, block);
        assert_true(egdb_cache_read(cache, key, 7, &word));
        assert_int_equal(word, key * 3);
    }
    for (uint64_t key = 1; key <= 100; key++)
        if (egdb_cache_read(cache, key, 7, &word)) {
            assert_int_equal(word, key * 3);
            kept++;
        }
    assert_in_range(kept, 4, 16);
    egdb_cache_close(cache);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_and_back),     cmocka_unit_test(cursor_goes_on),
        cmocka_unit_test(moves_are_taken_back), cmocka_unit_test(what_is_taken_back_is_a_move),
        cmocka_unit_test(material_names),       cmocka_unit_test(names_of_files),
        cmocka_unit_test(materials_in_order),   cmocka_unit_test(blocks_come_back),
        cmocka_unit_test(codes_stay_short),     cmocka_unit_test(cache_keeps_and_forgets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
