// SPDX-License-Identifier: MIT
/*
 * Looks for positions whose captures take long to search: climbs from random set-ups by small changes, keeping what
 * takes longer. Prints the worst of each variant: ms of processor time, moves, FEN.
 *
 * Usage: climb [VARIANT|all [CLIMBS [STEPS [SEED]]]]
 */
#include "core/base/compiler.h"
#include "core/board/fen.h"
#include "core/board/move.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t state;

static uint64_t draw(void)
{
    uint64_t z = state += 0x9e3779b97f4a7c15;
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

static double cost_ms(const struct rules *rules, const struct position *pos, unsigned *n)
{
    struct moves list;
    moves_init(&list);
    const double start = now_ms();
    moves_generate(rules, pos, &list);
    const double ms = now_ms() - start;
    *n = list.n;
    moves_fini(&list);
    return ms;
}

/** Puts something else on one square, or takes it away. */
static void change(const struct rules *rules, struct position *pos)
{
    const bitboard bit = (bitboard)1 << draw() % 64;
    if (!(bit & rules->board->playing))
        return;
    pos->pieces[0] &= ~bit;
    pos->pieces[1] &= ~bit;
    pos->kings &= ~bit;
    const unsigned what = (unsigned)(draw() % 8), most = rules_pieces(rules);
    const unsigned side = what == 0 ? pos->turn : !pos->turn;
    if (what > 3 || POPCOUNT64(pos->pieces[side]) >= (most < 12 ? 20 : most))
        return;
    pos->pieces[side] |= bit;
    if (what < 2 || bit & rules->board->crowning[side])
        pos->kings |= bit;
}

static double climb(const struct rules *rules, unsigned steps, struct position *pos,
                    unsigned *moves)
{
    double best = 0;
    *pos = (struct position){.turn = (uint8_t)(draw() % 2)};
    for (int i = 0; i < 40; i++)
        change(rules, pos);
    for (unsigned i = 0; i < steps; i++) {
        struct position next = *pos;
        unsigned n;
        for (uint64_t k = 1 + draw() % 3; k; k--)
            change(rules, &next);
        double ms = cost_ms(rules, &next, &n);
        if (ms < best)
            continue;
        const double again = cost_ms(rules, &next, &n); /* not by an accident of the clock */
        ms = again < ms ? again : ms;
        if (ms < best)
            continue;
        best = ms;
        *pos = next;
        *moves = n;
    }
    return best;
}

static void worst_of(const struct rules *rules, unsigned climbs, unsigned steps)
{
    struct position worst = {0};
    double most = -1;
    unsigned n = 0;
    char fen[FEN_SIZE];
    for (unsigned i = 0; i < climbs; i++) {
        struct position pos;
        unsigned moves = 0;
        const double ms = climb(rules, steps, &pos, &moves);
        if (ms > most) {
            most = ms;
            worst = pos;
            n = moves;
        }
    }
    fen_write(rules, &worst, fen);
    printf("%-18s %9.3f ms %5u moves  %s\n", rules->name, most, n, fen);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "all";
    const unsigned climbs = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 3,
                   steps = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 2000;
    state = argc > 4 ? strtoull(argv[4], NULL, 10) : 1;
    for (unsigned i = 0; i < rules_count; i++)
        if (strcmp(name, "all") == 0 || strcmp(name, rules_all[i]->name) == 0)
            worst_of(rules_all[i], climbs, steps);
    return 0;
}
