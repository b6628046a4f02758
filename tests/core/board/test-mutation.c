// SPDX-License-Identifier: MIT
/*
 * Each rule decides somewhere. For every field of every row there is a position whose legal moves
 * change when that field alone is changed; mutation-table.inc has it, with the correct moves. Three
 * generators must give those moves (the variant's own, the one that reads its row at run time, and
 * the plain one of plain.h), and the changed row must not.
 *
 * `test-mutation --find [CHANGE]` looks for such positions, small ones first, and prints the table
 * again, or the rows of one change. Changes that it finds no position for are left out: they have
 * no effect, as the time of removal where kings are short.
 */
#include "core/base/array.h"
#include "core/base/compiler.h"
#include "core/base/random.h"
#include "core/board/fen.h"
#include "core/board/move.h"
#include "core/board/movegen.h"
#include "core/board/notation.h"
#include "tests/lib/compare-moves.h"
#include "tests/lib/plain-core.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/* ---- changes of a row ---- */

static void priority_none(struct rules *r) { r->priority = PRIORITY_NONE; }
static void priority_most(struct rules *r) { r->priority = PRIORITY_MOST; }
static void priority_kings(struct rules *r) { r->priority = PRIORITY_MOST_KINGS; }
static void priority_italian(struct rules *r) { r->priority = PRIORITY_ITALIAN; }
static void priority_frisian(struct rules *r) { r->priority = PRIORITY_FRISIAN; }
static void priority_king(struct rules *r) { r->priority = PRIORITY_KING; }
static void removal(struct rules *r) { r->removes_at_once = !r->removes_at_once; }
static void turn_back(struct rules *r) { r->turns_back = !r->turns_back; }
static void crowning_end(struct rules *r) { r->crowning = CROWNING_END; }
static void crowning_stop(struct rules *r) { r->crowning = CROWNING_STOP; }
static void crowning_continue(struct rules *r) { r->crowning = CROWNING_CONTINUE; }
static void landing_any(struct rules *r) { r->landing = LANDING_ANY; }
static void landing_behind(struct rules *r) { r->landing = LANDING_BEHIND; }
static void landing_behind_king(struct rules *r) { r->landing = LANDING_BEHIND_KING; }
static void completes_jump(struct rules *r) { r->completes_jump = !r->completes_jump; }
static void man_takes_king(struct rules *r) { r->man_takes_king = !r->man_takes_king; }
static void king_flies(struct rules *r) { r->flying_king_moves = !r->flying_king_moves; }
static void king_flies_capturing(struct rules *r)
{
    r->flying_king_captures = !r->flying_king_captures;
}
static void man_forward(struct rules *r) { r->man_moves ^= DIRS_FORWARD; }
static void man_diagonal(struct rules *r) { r->man_moves ^= DIRS_FORWARD_DIAGONAL; }
static void man_sideways(struct rules *r) { r->man_moves ^= DIRS_SIDEWAYS; }
static void man_takes_forward(struct rules *r) { r->man_captures ^= DIRS_FORWARD; }
static void man_takes_diagonal(struct rules *r) { r->man_captures ^= DIRS_FORWARD_DIAGONAL; }
static void man_takes_sideways(struct rules *r) { r->man_captures ^= DIRS_SIDEWAYS; }
static void man_takes_back(struct rules *r) { r->man_captures ^= 1 << DIR_S; }
static void man_takes_diagonal_back(struct rules *r)
{
    r->man_captures ^= DIRS_DIAGONAL & ~DIRS_FORWARD_DIAGONAL;
}
static void king_diagonal(struct rules *r) { r->king_moves ^= DIRS_DIAGONAL; }
static void king_orthogonal(struct rules *r) { r->king_moves ^= DIRS_ORTHOGONAL; }
static void king_takes_diagonal(struct rules *r) { r->king_captures ^= DIRS_DIAGONAL; }
static void king_takes_orthogonal(struct rules *r) { r->king_captures ^= DIRS_ORTHOGONAL; }
static void lines_move(struct rules *r) { r->lines_move = !r->lines_move; }
static void kings_in_lines(struct rules *r) { r->kings_in_lines = !r->kings_in_lines; }
static void origin_blocks(struct rules *r) { r->origin_blocks = !r->origin_blocks; }
static void goal_king(struct rules *r) { r->goal = r->goal == GOAL_KING ? GOAL_BLOCK : GOAL_KING; }
static void counts_king_moves(struct rules *r) { r->counts_king_moves = !r->counts_king_moves; }

#define CHANGE(name) \
 {                   \
#  name, name        \
 }
static const struct change {
    const char *name;
    void (*apply)(struct rules *rules);
} changes[] = {
    CHANGE(priority_none),
    CHANGE(priority_most),
    CHANGE(priority_kings),
    CHANGE(priority_italian),
    CHANGE(priority_frisian),
    CHANGE(priority_king),
    CHANGE(removal),
    CHANGE(turn_back),
    CHANGE(crowning_end),
    CHANGE(crowning_stop),
    CHANGE(crowning_continue),
    CHANGE(landing_any),
    CHANGE(landing_behind),
    CHANGE(landing_behind_king),
    CHANGE(completes_jump),
    CHANGE(man_takes_king),
    CHANGE(king_flies),
    CHANGE(king_flies_capturing),
    CHANGE(man_forward),
    CHANGE(man_diagonal),
    CHANGE(man_sideways),
    CHANGE(man_takes_forward),
    CHANGE(man_takes_diagonal),
    CHANGE(man_takes_sideways),
    CHANGE(man_takes_back),
    CHANGE(man_takes_diagonal_back),
    CHANGE(king_diagonal),
    CHANGE(king_orthogonal),
    CHANGE(king_takes_diagonal),
    CHANGE(king_takes_orthogonal),
    CHANGE(lines_move),
    CHANGE(kings_in_lines),
    CHANGE(origin_blocks),
    CHANGE(goal_king),
    CHANGE(counts_king_moves),
};
enum { CHANGES = ARRAY_LEN(changes) };

static const struct row {
    const char *variant, *change, *fen, *moves; /* sorted */
} rows[] = {
#include "tests/core/board/mutation-table.inc"
};
enum { ROWS = ARRAY_LEN(rows) };

/* ---- moves as text ---- */

enum { TEXT_SIZE = 4096 };

/* "a2-a3 b2xb4(b3)=K": ends, squares of the pieces taken, whether it crowns. */
static void moves_text(const struct rules *rules, struct move *moves, unsigned n, char *out)
{
    unsigned used = 0;
    *out = '\0';
    qsort(moves, n, sizeof *moves, compare_moves);
    for (unsigned i = 0; i < n && used < TEXT_SIZE - 300; i++) {
        const struct move *mv = &moves[i];
        if (i)
            out[used++] = ' ';
        used += notation_square(rules, mv->from, out + used);
        out[used++] = mv->captured ? 'x' : '-';
        used += notation_square(rules, mv->to, out + used);
        for (bitboard left = mv->captured; left; left &= left - 1) {
            out[used++] = left == mv->captured ? '(' : ',';
            used += notation_square(rules, (square)LOWEST64(left), out + used);
        }
        used += (unsigned)snprintf(out + used, 4, "%s%s", mv->captured ? ")" : "",
                                   mv->crowns ? "=K" : "");
    }
}

static void core_moves(const struct rules *rules, const struct position *pos, char *out)
{
    struct moves list;
    moves_init(&list);
    assert_int_equal(rules->gen->generate(rules, pos, &list), 0);
    moves_text(rules, list.at, list.n, out);
    moves_fini(&list);
}

static void plain_moves(const struct rules *rules, const struct position *pos, char *out)
{
    const struct plain_rules *plain_rules = plain_find(rules->name);
    static struct move moves[2000];
    const struct plain plain = plain_of_position(rules, pos);
    struct plain_moves list = {0};
    plain_generate(plain_rules, &plain, &list);
    assert_true(list.n <= 2000);
    for (size_t i = 0; i < list.n; i++)
        moves[i] = move_of_plain(rules, &list.at[i]);
    moves_text(rules, moves, (unsigned)list.n, out);
    free(list.at);
}

static struct rules at_run_time(const struct rules *rules, const struct change *change)
{
    struct rules row = *rules;
    row.gen = &movegen_any;
    if (change)
        change->apply(&row);
    return row;
}

static const struct change *change_find(const char *name)
{
    for (int i = 0; i < CHANGES; i++)
        if (strcmp(changes[i].name, name) == 0)
            return &changes[i];
    return NULL;
}

/*
 * Each capture has a route that takes what it should; none crosses the square it began on if that
 * is barred.
 */
static void check_routes(const struct rules *rules, const struct position *pos)
{
    struct moves list;
    moves_init(&list);
    assert_int_equal(rules->gen->generate(rules, pos, &list), 0);
    for (unsigned i = 0; i < list.n && list.at[i].captured; i++) {
        const struct move *mv = &list.at[i];
        struct route route;
        bitboard taken = 0;
        assert_true(move_route(rules, pos, mv, NULL, 0, &route));
        for (unsigned jump = 0; jump < route.n; jump++)
            taken |= (bitboard)1 << route.taken[jump];
        assert_int_equal(taken, mv->captured);
        assert_int_equal(route.stop[route.n - 1], mv->to);
        if (rules->origin_blocks)
            assert_false(move_route(rules, pos, mv, &mv->from, 1, &route));
    }
    moves_fini(&list);
}

static void check_row(void **state)
{
    const struct row *row = *state;
    char got[TEXT_SIZE];
    const struct rules *rules;
    struct position pos;
    struct err err = {0};
    assert_int_equal(rules_find(text_of(row->variant), &rules, &err), 0);
    assert_int_equal(fen_read(rules, text_of(row->fen), (struct src_pos){0}, &pos, NULL, &err), 0);
    assert_non_null(change_find(row->change));
    const struct rules same = at_run_time(rules, NULL),
                       changed = at_run_time(rules, change_find(row->change));
    core_moves(rules, &pos, got);
    assert_string_equal(got, row->moves);
    core_moves(&same, &pos, got);
    assert_string_equal(got, row->moves);
    plain_moves(rules, &pos, got);
    assert_string_equal(got, row->moves);
    core_moves(&changed, &pos, got);
    assert_string_not_equal(got, row->moves);
    check_routes(&same, &pos);
    check_routes(&changed, &pos);
}

/* ---- finding positions ---- */

static uint64_t draw(void)
{
    static uint64_t state = 7;
    return random_splitmix64_next(&state);
}

static void set_up(const struct rules *rules, struct position *pos, unsigned pieces)
{
    *pos = (struct position){.turn = (uint8_t)rules->first};
    while (POPCOUNT64(pos->pieces[0] | pos->pieces[1]) < pieces) {
        const bitboard bit = (bitboard)1 << draw() % 64 & rules->board->playing;
        /* One or two of the side to move, the others are its foes. */
        const unsigned side = pos->pieces[pos->turn] && draw() % 4 ? !pos->turn : pos->turn;
        if (!bit || (pos->pieces[0] | pos->pieces[1]) & bit)
            continue;
        pos->pieces[side] |= bit;
        if (draw() % 3 == 0 || bit & rules->board->crowning[side])
            pos->kings |= bit;
    }
    const bitboard kings = position_kings(pos, pos->turn);
    if (rules->counts_king_moves && kings && position_men(pos, pos->turn) && draw() % 2) {
        pos->king_moves[pos->turn] = 3;
        pos->king_square[pos->turn] = (square)LOWEST64(kings);
    }
}

static bool find(const struct rules *rules, const struct change *change, unsigned pieces)
{
    const struct rules same = at_run_time(rules, NULL), changed = at_run_time(rules, change);
    char right[TEXT_SIZE], wrong[TEXT_SIZE], fen[FEN_SIZE];
    for (int i = 0; i < 60000; i++) {
        struct position pos;
        set_up(rules, &pos, pieces);
        core_moves(&same, &pos, right);
        core_moves(&changed, &pos, wrong);
        if (strcmp(right, wrong) == 0 || strlen(right) > 200)
            continue;
        fen_write(rules, &pos, fen);
        printf("{\"%s\", \"%s\", \"%s\", \"%s\"},\n", rules->name, change->name, fen, right);
        return true;
    }
    return false;
}

static void find_all(const char *only)
{
    puts("/* Made by test-mutation --find, moves checked by two other generators. */");
    for (unsigned v = 0; v < rules_count; v++)
        for (int c = 0; c < CHANGES; c++)
            for (unsigned pieces = 1; pieces < 11; pieces++)
                if ((only && strcmp(only, changes[c].name) != 0)
                    || find(rules_all[v], &changes[c], pieces))
                    break;
}

int main(int argc, char **argv)
{
    static struct CMUnitTest tests[ROWS + 1];
    static char names[ROWS + 1][64];
    if (argc > 1 && strcmp(argv[1], "--find") == 0) {
        find_all(argv[2]);
        return 0;
    }
    for (size_t i = 0; i < ROWS; i++) {
        snprintf(names[i], sizeof names[i], "%s %s", rows[i].variant, rows[i].change);
        tests[i] = (struct CMUnitTest){names[i], check_row, NULL, NULL, (void *)&rows[i]};
    }
    return _cmocka_run_group_tests("mutation", tests, ROWS, NULL, NULL);
}
