// SPDX-License-Identifier: MIT
/*
 * The generator against the plain one: lists of moves, positions after every move, and what else
 * move.h can be asked about a position. Positions come from random games, from random set-ups full
 * of kings, and from set-ups whose pieces are apart, where captures have many routes.
 * DAMA_TEST_LONG=1 looks at a million of each variant, DAMA_TEST_SHORT=1 at a hundredth of the
 * usual number, DAMA_TEST_SEED chooses others. `test-plain ROW` runs one row only: "frisian",
 * "turkish:*".
 */
#include "core/base/array.h"
#include "core/base/compiler.h"
#include "core/base/random.h"
#include "core/board/move.h"
#include "core/board/movegen.h"
#include "core/board/perft.h"
#include "tests/lib/compare-moves.h"
#include "tests/lib/effort.h"
#include "tests/lib/plain-core.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static const struct row {
    const char *spelling;
    unsigned positions; /* in thousands */
} rows[] = {
    {"international", 100},
    {"english", 20},
    {"turkish", 20},
    {"turkish:promotion=stop", 5},
    {"turkish:promotion=continue", 5},
    {"armenian", 20},
    {"armenian:men-capture=all", 5},
    {"armenian:promotion=stop", 5},
    {"armenian:promotion=continue", 5},
    {"tama", 20},
    {"tama:promotion=continue", 5},
    {"dameo", 20},
    {"croda", 20},
    {"altdeutsch", 20},
    {"altdeutsch:promotion=stop", 5},
    {"altdeutsch:promotion=continue", 5},
    {"altdeutsch-flying", 20},
    {"altdeutsch-flying:promotion=continue", 5},
    {"russian", 20},
    {"brazilian", 20},
    {"pool", 20},
    {"italian", 20},
    {"spanish", 20},
    {"portuguese", 20},
    {"czech", 20},
    {"thai", 20},
    {"thai:turn-back=no", 5},
    {"frisian", 20},
    {"frysk", 20},
    {"killer", 20},
    {"breakthrough", 20},
    {"antidraughts", 20},
};
enum { ROWS = ARRAY_LEN(rows) };

static uint64_t seed;

/* SplitMix64. */
static uint64_t draw(uint64_t *state) { return random_splitmix64_next(state); }

static unsigned below(uint64_t *state, unsigned n) { return (unsigned)(draw(state) >> 33) % n; }

/* ---- what is compared ---- */

static void show(const struct rules *rules, const struct position *pos, const char *what)
{
    print_message("%s%s%s: %s\n", rules->name, *rules->options ? ":" : "", rules->options, what);
    print_message("  white %#llx black %#llx kings %#llx turn %d\n",
                  (unsigned long long)pos->pieces[0], (unsigned long long)pos->pieces[1],
                  (unsigned long long)pos->kings, pos->turn);
    for (int rank = rules->board->ranks - 1; rank >= 0; rank--) {
        for (int file = 0; file < rules->board->files; file++) {
            const square sq = board_at(rules->board, file, rank);
            const int side = sq != SQUARE_NONE && pos->pieces[1] >> sq & 1;
            const bool taken = sq != SQUARE_NONE && (pos->pieces[0] | pos->pieces[1]) >> sq & 1;
            const bool king = sq != SQUARE_NONE && pos->kings >> sq & 1;
            print_message("%c", sq == SQUARE_NONE ? ' ' : !taken ? '.' : "wWbB"[2 * side + king]);
        }
        print_message("\n");
    }
}

#define AGREE(condition)         \
 do {                            \
  if (!(condition)) {            \
   show(rules, pos, #condition); \
   fail();                       \
  }                              \
 } while (0)

/* The same moves, in any order. */
static bool lists_same(const struct moves *a, const struct move *b, size_t n)
{
    static struct move sorted[2][20000];
    if (a->n != n || n > 20000)
        return false;
    memcpy(sorted[0], a->at, n * sizeof *b);
    memcpy(sorted[1], b, n * sizeof *b);
    qsort(sorted[0], n, sizeof *b, compare_moves);
    qsort(sorted[1], n, sizeof *b, compare_moves);
    for (size_t i = 0; i < n; i++)
        if (!move_same(&sorted[0][i], &sorted[1][i]))
            return false;
    return true;
}

/* A route takes what the move takes, once each, and ends where the move ends. */
static void check_route(const struct rules *rules, const struct position *pos,
                        const struct move *mv)
{
    struct route route;
    bitboard taken = 0;
    AGREE(move_route(rules, pos, mv, NULL, 0, &route));
    for (unsigned i = 0; i < route.n; i++) {
        AGREE(!(taken >> route.taken[i] & 1));
        taken |= (bitboard)1 << route.taken[i];
    }
    AGREE(taken == mv->captured && route.stop[route.n - 1] == mv->to);
    /* Its own stops lead to it again. */
    struct route again;
    AGREE(move_route(rules, pos, mv, route.stop, route.n, &again));
}

/* Everything else that move.h answers follows from the list. */
static void check_answers(const struct rules *rules, const struct position *pos,
                          const struct moves *list, uint64_t *random)
{
    struct moves some;
    const bool captures = list->n && list->at[0].captured;
    moves_init(&some);
    AGREE(moves_count(rules, pos) == list->n);
    AGREE(moves_exist(rules, pos) == (list->n != 0));
    AGREE(moves_has_capture(rules, pos) == captures);
    AGREE(moves_captures(rules, pos, &some) == 0);
    AGREE(captures ? lists_same(&some, list->at, list->n) : some.n == 0);
    /* Each of these searches all captures again; where there are many, it takes long. */
    const unsigned stride = 1 + list->n / (captures ? 8 : 40);
    for (unsigned i = below(random, stride); i < list->n; i += stride) {
        const struct move *mv = &list->at[i];
        unsigned fitting = 0;
        bool has = false;
        AGREE(moves_between(rules, pos, mv->from, mv->to, &some) == 0);
        for (unsigned j = 0; j < list->n; j++)
            fitting += list->at[j].from == mv->from && list->at[j].to == mv->to;
        for (unsigned j = 0; j < some.n; j++)
            has = has || move_same(&some.at[j], mv);
        AGREE(has && some.n == fitting);
    }
    const square from = (square)below(random, 64), to = (square)below(random, 64);
    AGREE(moves_between(rules, pos, from, to, &some) == 0);
    for (unsigned j = 0; j < list->n; j++)
        if (list->at[j].from == from && list->at[j].to == to)
            some.n--;
    AGREE(some.n == 0);
    if (captures)
        check_route(rules, pos, &list->at[below(random, list->n)]);
    moves_fini(&some);
}

/* Compares the generators in one position, and what they make of every move. */
static void check_position(const struct rules *rules, const struct plain_rules *plain_rules,
                           const struct position *pos, uint64_t *random)
{
    static struct plain_moves plain_list;
    static struct move converted[20000];
    const struct plain plain = plain_of_position(rules, pos);
    struct moves list, any;
    moves_init(&list);
    moves_init(&any);
    plain_generate(plain_rules, &plain, &plain_list);
    AGREE(moves_generate(rules, pos, &list) == 0);
    AGREE(plain_list.n <= 20000);
    for (size_t i = 0; i < plain_list.n; i++) {
        converted[i] = move_of_plain(rules, &plain_list.at[i]);
        struct plain after = plain;
        struct position ours = *pos;
        plain_play(plain_rules, &after, &plain_list.at[i]);
        move_play(rules, &ours, &converted[i]);
        const struct position theirs = position_of_plain(rules, &after);
        AGREE(position_same(&ours, &theirs));
    }
    AGREE(lists_same(&list, converted, plain_list.n));
    AGREE(movegen_any.generate(rules, pos, &any) == 0);
    AGREE(lists_same(&any, list.at, list.n));
    check_answers(rules, pos, &list, random);
    moves_fini(&list);
    moves_fini(&any);
}

/* ---- where positions come from ---- */

/*
 * Sets up pieces at random.
 * @param pieces at most so many a side
 * @param kings  of ten pieces
 * @param apart  foes stand so that there is an empty square beside them wherever possible
 */
static void set_up(const struct rules *rules, struct position *pos, unsigned pieces, unsigned kings,
                   bool apart, uint64_t *random)
{
    const struct board *board = rules->board;
    *pos = (struct position){.turn = (uint8_t)below(random, 2)};
    unsigned left[2] = {1 + below(random, pieces), 1 + below(random, pieces)};
    if (apart)
        left[pos->turn] = 1 + below(random, 2);
    for (int tries = 0; tries < 200 && left[0] + left[1]; tries++) {
        const int file = (int)below(random, board->files), rank = (int)below(random, board->ranks);
        const square sq = board_at(board, file, rank);
        unsigned side = below(random, 2);
        if (!left[side])
            side = !side;
        if (sq == SQUARE_NONE || (pos->pieces[0] | pos->pieces[1]) >> sq & 1)
            continue;
        const bitboard bit = (bitboard)1 << sq;
        if (apart && side != pos->turn && ((file % 2 == 0 && board->every_square) || rank % 2 == 0))
            continue;
        const bool king = below(random, 10) < kings;
        if (!king && bit & board->crowning[side])
            continue;
        pos->pieces[side] |= bit;
        pos->kings |= king ? bit : 0;
        left[side]--;
    }
}

/* Plays at random from a position, checking each; returns how many were checked. */
static unsigned play(const struct rules *rules, const struct plain_rules *plain,
                     struct position *pos, unsigned plies, uint64_t *random)
{
    for (unsigned ply = 0; ply < plies; ply++) {
        struct moves list;
        moves_init(&list);
        check_position(rules, plain, pos, random);
        moves_generate(rules, pos, &list);
        if (!list.n)
            return ply + 1;
        move_play(rules, pos, &list.at[below(random, list.n)]);
        moves_fini(&list);
    }
    return plies;
}

static void check_row(void **state)
{
    const struct row *row = *state;
    const struct plain_rules *plain = plain_find(row->spelling);
    const struct rules *rules;
    struct position pos;
    struct err err = {0};
    uint64_t random = seed;
    assert_non_null(plain);
    assert_int_equal(rules_find(text_of(row->spelling), &rules, &err), 0);
    const unsigned wanted = getenv("DAMA_TEST_LONG") ? 1000000 : row->positions * effort(1000, 10);
    const unsigned most = rules_pieces(rules) < 8 ? 12 : rules_pieces(rules);
    for (unsigned checked = 0; checked < wanted;) {
        position_start(rules, &pos);
        checked += play(rules, plain, &pos, 150, &random);
        for (int i = 0; i < 4; i++) {
            set_up(rules, &pos, most, (unsigned)i * 3, false, &random);
            checked += play(rules, plain, &pos, 8, &random);
            set_up(rules, &pos, 4, (unsigned)i * 3, false, &random);
            checked += play(rules, plain, &pos, 12, &random);
            set_up(rules, &pos, most * 2 / 3, (unsigned)i * 3, true, &random);
            checked += play(rules, plain, &pos, 2, &random);
        }
    }
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[ROWS];
    const char *given = getenv("DAMA_TEST_SEED");
    seed = given ? strtoull(given, NULL, 10) : 1;
    print_message("# seed %llu\n", (unsigned long long)seed);
    for (int i = 0; i < ROWS; i++)
        tests[i] = (struct CMUnitTest){rows[i].spelling, check_row, NULL, NULL, (void *)&rows[i]};
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests_name("plain", tests, NULL, NULL);
}
