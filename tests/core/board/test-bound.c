// SPDX-License-Identifier: MIT
/*
 * Searches for captures stay bounded: a millisecond where positions come from play, a hundred on
 * the worst that climb.c has found. What is bounded here are steps, the same on every machine: one
 * takes 30 to 50 ns, so that ten thousand are half a millisecond, and the worst, Armenian and
 * Frisian, 51 and 64 ms. (They were found when each landing was followed as it was come to: 183 and
 * 193 ms.) Variants that are not below never came to a thousand steps. Whoever finds something
 * worse adds a row:
 *
 *     ninja -C build tests/climb && build/tests/climb --seconds 60 all
 */
#include "core/base/array.h"
#include "core/base/random.h"
#include "core/board/fen.h"
#include "core/board/move.h"
#include "core/board/movegen.h"
#include "tests/lib/effort.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

enum { GAMES = 40, PLIES = 120, PLAY_STEPS = 10000 };

static const struct row {
    const char *variant, *fen;
    unsigned steps; /* no more than so many */
} rows[] = {
    /* clang-format off */
    {"armenian",
     "W:WKb1,Kb6,Kc1,Ke1,Kf1,Kh7:Ba4,Kb3,c3,c5,c6,c7,d3,d4,e3,Ke5,e6,Ke8,f2,f6,g7,h3", 1992449},
    {"frisian",
     "W:WK15,K46,K48:B4,7,10,13,16-19,K20,24,27,31,33,35,K37,38-40,K42,44", 1283496},
    {"altdeutsch-flying",
     "W:WKa3,Kc1,Kf6,Kh8:BKa6,Kb2,Kb5,Kb6,Kc3,Kc6,Kd4,Ke2,Ke5,Ke8,Kf3,Kf4,f7,Kg4,g6,Kh5", 382835},
    {"tama",
     "W:WKa8,Kb1,Kb6,Kc1,Kh1:BKa5,Kb3,Kb7,Kc4,Kc6,Kd6,Ke2,Ke3,Ke5,Ke7,Kf1,Kf4,Kf6,Kf8,Kg3,Kh4", 31109},
    {"turkish",
     "W:WKa8,Ke1,Kf1,Kg1,Kh1:BKa3,Kb2,Kb6,Kc4,Kc7,Kd6,Ke3,Ke5,Ke7,f4,Kg3,Kg5,Kg6,Kg8,Kh4,Kh7", 36807},
    {"dameo",
     "W:WKb1,Kb4,Kg8,Kh8:BKa6,b2,b5,Kb7,b8,c3,Kd1,d5,e2,e4,Ke6,Kf1,Kf3,Kf5,f7,Kg4,Kh3,Kh6", 20086},
    {"croda",
     "W:WKa3,Kb2,Kb6,Kd6:Ba2,Ka4,Kb1,b3,Kb5,Kb7,b8,c4,c6,d2,d4,d5,d7,d8,e4,Kf2,f7,Kg1,g4,Kg5,Kg6,Kg8,Kh2,Kh7", 48194},
    {"international",
     "W:WK1,K5,K15,K43,K45,K47,K48,K50:B4,6,7,9,10,12,13,22,23,29-32,34,39-42,K49", 1716},
    {"killer",
     "W:WK1,K5,K15,K43,K45,K47,K48,K50:B4,6,7,9,10,12,13,22,23,29-32,34,39-42,K49", 1716},
    /* clang-format on */
};
enum { ROWS = ARRAY_LEN(rows) };

static uint64_t draw(uint64_t *state) { return random_splitmix64_next(state); }

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* Lists the moves by the generator that counts its steps. @return steps */
static uint64_t steps_of(const struct rules *rules, const struct position *pos, struct moves *list)
{
    const uint64_t before = movegen_steps;
    assert_int_equal(movegen_any.generate(rules, pos, list), 0);
    return movegen_steps - before;
}

static void check_worst(void **state)
{
    const struct row *row = *state;
    const struct rules *rules;
    struct position pos;
    struct moves list;
    struct err err = {0};
    assert_int_equal(rules_find(text_of(row->variant), &rules, &err), 0);
    assert_int_equal(fen_read(rules, text_of(row->fen), (struct src_pos){0}, &pos, NULL, &err), 0);
    moves_init(&list);
    const uint64_t steps = steps_of(rules, &pos, &list);
    const double start = now_ms();
    assert_int_equal(moves_generate(rules, &pos, &list), 0);
    print_message("# %s: %llu steps, %.1f ms here\n", row->variant, (unsigned long long)steps,
                  now_ms() - start);
    assert_in_range(steps, 1, row->steps);
    moves_fini(&list);
}

/* Random games of a variant, from its start. */
static void check_play(void **state)
{
    const struct rules *rules = *state;
    uint64_t random = 3, most = 0;
    for (unsigned game = 0; game < effort(GAMES, GAMES / 8); game++) {
        struct position pos;
        position_start(rules, &pos);
        for (int ply = 0; ply < PLIES; ply++) {
            struct moves list;
            moves_init(&list);
            const uint64_t steps = steps_of(rules, &pos, &list);
            most = steps > most ? steps : most;
            if (list.n)
                move_play(rules, &pos, &list.at[draw(&random) % list.n]);
            else
                ply = PLIES;
            moves_fini(&list);
        }
    }
    print_message("# %s: %llu steps at most\n", rules->name, (unsigned long long)most);
    assert_in_range(most, 1, PLAY_STEPS);
}

int main(void)
{
    static struct CMUnitTest tests[ROWS + 40];
    static char names[ROWS + 40][64];
    unsigned n = 0;
    assert_in_range(rules_count, 1, 40);
    for (unsigned i = 0; i < ROWS; i++, n++) {
        snprintf(names[n], sizeof names[n], "%s, worst", rows[i].variant);
        tests[n] = (struct CMUnitTest){names[n], check_worst, NULL, NULL, (void *)&rows[i]};
    }
    for (unsigned i = 0; i < rules_count; i++, n++) {
        snprintf(names[n], sizeof names[n], "%s, play", rules_all[i]->name);
        tests[n] = (struct CMUnitTest){names[n], check_play, NULL, NULL, (void *)rules_all[i]};
    }
    return _cmocka_run_group_tests("bound", tests, n, NULL, NULL);
}
