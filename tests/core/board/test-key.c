// SPDX-License-Identifier: MIT
/*
 * Keys never change: those of the start positions are pinned here, and made a second time from the
 * description in key.h. If one of these tests fails, users could no longer read their books and
 * databases: fix the code, not the number.
 */
#include "core/base/array.h"
#include "core/board/fen.h"
#include "core/board/key.h"
#include "core/board/notation.h"
#include "tests/lib/given.h"
#include "tests/lib/rows.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

static const struct row {
    const char *spelling, *fen; /* fen NULL: the start position */
    uint64_t key;
} rows[] = {
    {"international", NULL, 0x9b16f746ecbc54f2},
    {"english", NULL, 0xb6750f8423dd5d71},
    {"turkish", NULL, 0x692a121ebe10868c},
    {"armenian", NULL, 0x1948d8ed56be2ecf},
    {"tama", NULL, 0x9d670bd88605c221},
    {"dameo", NULL, 0x76f1cc32b3888edc},
    {"croda", NULL, 0xbab5b55ccb2c0196},
    {"altdeutsch", NULL, 0xce05e4f476d7c266},
    {"altdeutsch-flying", NULL, 0x5b1065aa532b8cd1},
    {"russian", NULL, 0xc9f547b0ff0dfe3b},
    {"brazilian", NULL, 0x0cf32d4feff6f9a8},
    {"pool", NULL, 0x8fc467d0686c8156},
    {"italian", NULL, 0xe73791fa1212082c},
    {"spanish", NULL, 0x058c717477458a54},
    {"portuguese", NULL, 0x0170b406f0e0d6e4},
    {"czech", NULL, 0x17f0f2fa59d4da06},
    {"thai", NULL, 0xb36161d27ea1bb73},
    {"frisian", NULL, 0xa325fca6d80cbea5},
    {"frysk", NULL, 0xdbe6e7b3b3ebe866},
    {"killer", NULL, 0x46d51be8fa118fb1},
    {"breakthrough", NULL, 0x9076ebae70fd1e17},
    {"antidraughts", NULL, 0xc8994fe20dec585a},
    {"turkish:promotion=stop", NULL, 0x5b1f2ad5e199750c},
    {"international", "W:WK5,32:B1,K46", 0x7b735ba54cbaddd6},
    {"international", "B:W31-50:B1-20", 0x4d2ee732736be6df},
    {"frisian", "W:W31,K40:B1,K10:+110+240", 0x34c66b9dbe35fcbe},
    {"dameo", "B:WKd4:Bd5", 0xcddfa1cf6df33695},
};

static uint64_t plain_mix(uint64_t x)
{
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9;
    x ^= x >> 27;
    x *= 0x94d049bb133111eb;
    return x ^ x >> 31;
}

/* The key once more, plainly, from the words of key.h. */
static uint64_t plain_key(const char *spelling, const struct rules *rules,
                          const struct position *pos)
{
    uint64_t golden = 0x9e3779b97f4a7c15, seed = 0, key = 0;
    for (; *spelling; spelling++)
        seed = plain_mix(seed + golden + (unsigned char)*spelling);
    for (unsigned s = 1; s <= rules->board->squares; s++) {
        square sq = notation_square_numbered(rules, s);
        for (unsigned side = 0; side < 2; side++) {
            unsigned is_king = pos->kings >> sq & 1;
            if (pos->pieces[side] >> sq & 1)
                key ^= plain_mix(seed + (s + 100 * is_king + 200 * side + 1) * golden);
            if (pos->king_moves[side] && pos->king_square[side] == sq)
                key ^=
                    plain_mix(seed + (500u * pos->king_moves[side] + s + 100 * side + 1) * golden);
        }
    }
    return pos->turn ? key ^ plain_mix(seed + 401 * golden) : key;
}

static void check_row(void **state)
{
    const struct row *row = *state;
    const struct rules *rules = rules_named(row->spelling);
    struct position pos;
    position_start(rules, &pos);
    if (row->fen)
        assert_int_equal(fen_read(rules, text_of(row->fen), (struct src_pos){0}, &pos, NULL, NULL),
                         0);
    assert_true(position_key(rules, &pos) == row->key);
    assert_true(plain_key(row->spelling, rules, &pos) == row->key);
}

/*
 * Keys updated by moves are those computed from scratch, whatever happens: captures, crowning,
 * counters.
 */
static void follow_games(void **state)
{
    (void)state;
    uint64_t seed = 7;
    for (unsigned i = 0; i < 20 * rules_count; i++) {
        const struct rules *rules = rules_all[i % rules_count];
        const struct keys *keys = keys_of(rules);
        struct position pos;
        position_start(rules, &pos);
        uint64_t key = position_key(rules, &pos);
        for (unsigned ply = 0; ply < 200; ply++) {
            struct moves list;
            struct position before = pos;
            moves_init(&list);
            assert_int_equal(moves_generate(rules, &pos, &list), 0);
            if (!list.n)
                break;
            seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
            struct move mv = list.at[(seed >> 33) % list.n];
            moves_fini(&list);
            move_play(rules, &pos, &mv);
            key = key_after(keys, key, &before, &mv) ^ key_counters(rules, keys, &before)
                  ^ key_counters(rules, keys, &pos);
            assert_true(key == position_key(rules, &pos));
        }
    }
}

/* Everything that makes two positions different makes their keys different. */
static void tell_apart(void **state)
{
    (void)state;
    static const char *const fens[] = {
        "W:W31,K40:B1,K10",
        "B:W31,K40:B1,K10",
        "W:W31,40:B1,K10",
        "W:W31,K40:BK1,10",
        "W:B31,K40:W1,K10",
        "W:W32,K40:B1,K10",
        "W:W31,K40:B1,K10:+0+140",
        "W:W31,K40:B1,K10:+0+240",
        "W:W31,K40:B1,K10:+110+0",
        "W:W31,K40,K41:B1,K10:+0+140",
        "W:W31,K40,K41:B1,K10:+0+141",
    };
    enum { FENS = ARRAY_LEN(fens) };
    const struct rules *rules = rules_named("frisian");
    uint64_t keys[FENS];
    for (unsigned i = 0; i < FENS; i++) {
        struct position pos;
        assert_int_equal(fen_read(rules, text_of(fens[i]), (struct src_pos){0}, &pos, NULL, NULL),
                         0);
        keys[i] = position_key(rules, &pos);
        for (unsigned k = 0; k < i; k++)
            assert_true(keys[i] != keys[k]);
    }
}

int main(void)
{
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        rows_add(rows[i].spelling, rows[i].fen ? rows[i].fen : "start", check_row, &rows[i]);
    rows_add("keys follow games", NULL, follow_games, NULL);
    rows_add("keys tell positions apart", NULL, tell_apart, NULL);
    return rows_run("key");
}
