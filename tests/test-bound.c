// SPDX-License-Identifier: MIT
/*
 * Searches for captures stay bounded: a millisecond where positions come from play, a hundred on the worst that climb.c
 * has found. Processor time, the least of several tries, so that other work on the machine does not count.
 */
#include "core/board/fen.h"
#include "core/board/move.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

enum { TRIES = 5, GAMES = 40, PLIES = 120 };

static const double play_ms = 1, worst_ms = 100;

static const struct row {
    const char *name, *variant, *fen; /* fen "": positions from random games */
} rows[] = {
    {"frisian, play", "frisian", ""},
    {"armenian, play", "armenian", ""},
    {"altdeutsch-flying, play", "altdeutsch-flying", ""},
    {"international, play", "international", ""},
    {"armenian, climbed", "armenian",
     "W:WKd7,Ke1,Ke6,Kf5,Kg1:BKa4,a6,Kb2,b4,b8,c7,d2,d3,d5,e8,f2,g2,g3,g4,Kg5,h2"},
    {"altdeutsch-flying, climbed", "altdeutsch-flying",
     "W:WKd7,Ke1,Ke2,Ke6,Kg1:BKa4,a6,Kb2,b4,b8,c7,d2,d3,d5,e8,f2,g2,g3,g4,Kg5,h2"},
    {"frisian, climbed", "frisian",
     "W:WK46:B3,13,14,K15,17,23,25,30,32,33,K34,35,36,39,41,42,K43,45,K47"},
};
enum { ROWS = sizeof rows / sizeof *rows };

static uint64_t draw(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/** Lists the moves. @return the least time it took; tries again only where it took too long */
static double list_moves(const struct rules *rules, const struct position *pos, double most,
                         struct moves *list)
{
    double best = -1;
    for (int i = 0; i < TRIES && (best < 0 || best > most); i++) {
        const double start = now_ms();
        assert_int_equal(moves_generate(rules, pos, list), 0);
        const double ms = now_ms() - start;
        best = best < 0 || ms < best ? ms : best;
    }
    return best;
}

static double longest_of_play(const struct rules *rules)
{
    uint64_t state = 3;
    double longest = 0;
    for (int game = 0; game < GAMES; game++) {
        struct position pos;
        position_start(rules, &pos);
        for (int ply = 0; ply < PLIES; ply++) {
            struct moves list;
            moves_init(&list);
            const double ms = list_moves(rules, &pos, play_ms, &list);
            longest = ms > longest ? ms : longest;
            if (list.n)
                move_play(rules, &pos, &list.at[draw(&state) % list.n]);
            else
                ply = PLIES;
            moves_fini(&list);
        }
    }
    return longest;
}

static void check_row(void **state)
{
    const struct row *row = *state;
    const struct rules *rules;
    struct position pos;
    struct moves list;
    struct err err = {0};
    double ms = 0;
    assert_int_equal(rules_find(text_of(row->variant), &rules, &err), 0);
    if (!*row->fen) {
        ms = longest_of_play(rules);
    } else {
        assert_int_equal(fen_read(rules, text_of(row->fen), (struct src_pos){0}, &pos, NULL, &err),
                         0);
        moves_init(&list);
        ms = list_moves(rules, &pos, worst_ms, &list);
        moves_fini(&list);
    }
    print_message("# %s: %.3f ms\n", row->name, ms);
    if (!getenv("DAMA_TEST_SHORT")) /* sanitizers take their time */
        assert_true(ms < (*row->fen ? worst_ms : play_ms));
}

int main(void)
{
    struct CMUnitTest tests[ROWS];
    for (int i = 0; i < ROWS; i++)
        tests[i] = (struct CMUnitTest){rows[i].name, check_row, NULL, NULL, (void *)&rows[i]};
    return cmocka_run_group_tests_name("bound", tests, NULL, NULL);
}
