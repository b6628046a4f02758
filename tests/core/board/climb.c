// SPDX-License-Identifier: MIT
/*
 * Looks for positions whose captures take long to search: climbs from random set-ups by small
 * changes, keeping what takes more steps, or now and then a little fewer. Prints a line whenever a
 * variant's worst gets worse: steps, ms of processor time (of the variant's own generator), ms that
 * finding a route of each move takes, moves, FEN. Signals, and --seconds, end the climb. Steps do
 * not depend on the machine: the same seed climbs the same way.
 *
 * Usage: climb [--climbs N] [--tries N] [--seconds N] [--seed N] [--ms] VARIANT|all ...
 *   --climbs   climbs of each variant, 12 without it
 *   --tries    positions of each climb, 2000
 *   --seconds  of processor time for each variant
 *   --ms       climb by time instead of steps
 */
#include "core/base/compiler.h"
#include "core/base/random.h"
#include "core/board/fen.h"
#include "core/board/move.h"
#include "core/board/movegen.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { BACK = 40 /* tries after which a position must be no better than it was */ };

static volatile sig_atomic_t stopped;

static struct settings {
    unsigned climbs, tries;
    double seconds;
    uint64_t random;
    bool by_time;
} settings = {12, 2000, 0, 1, false};

struct cost {
    double steps, ms;
    unsigned moves;
};

static void stop(int signal)
{
    (void)signal;
    stopped = 1;
}

static uint64_t draw(void) { return random_splitmix64_next(&settings.random); }

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static double time_of(const struct rules *rules, const struct position *pos, struct moves *list)
{
    const double start = now_ms();
    moves_generate(rules, pos, list);
    return now_ms() - start;
}

static struct cost cost_of(const struct rules *rules, const struct position *pos)
{
    struct moves list;
    struct cost cost = {0};
    moves_init(&list);
    if (settings.by_time) {
        const double first = time_of(rules, pos, &list), again = time_of(rules, pos, &list);
        cost.ms = first < again ? first : again; /* not by an accident of the clock */
    } else {
        const uint64_t before = movegen_steps;
        movegen_any.generate(rules, pos, &list);
        cost.steps = (double)(movegen_steps - before);
    }
    cost.moves = list.n;
    moves_fini(&list);
    return cost;
}

static double height(const struct cost *cost) { return settings.by_time ? cost->ms : cost->steps; }

/* Puts something else on one square, or takes it away. `kings` of eight new pieces are kings. */
static void change(const struct rules *rules, struct position *pos, unsigned kings)
{
    const bitboard bit = (bitboard)1 << draw() % 64;
    if (!(bit & rules->board->playing))
        return;
    const unsigned what = (unsigned)(draw() % 8), most = rules_pieces(rules);
    const unsigned side = what < 2 ? pos->turn : !pos->turn;
    pos->pieces[0] &= ~bit;
    pos->pieces[1] &= ~bit;
    pos->kings &= ~bit;
    if (what > 4 || POPCOUNT64(pos->pieces[side]) >= (most < 12 ? 20 : most))
        return;
    pos->pieces[side] |= bit;
    if ((side == pos->turn ? 7 : draw() % 8) >= 8 - kings || bit & rules->board->crowning[side])
        pos->kings |= bit;
}

/*
 * All pieces but those on the edge, or a whole file, shifted: far from what small changes lead to.
 */
static void shift(const struct rules *rules, struct position *pos)
{
    const int by = rules->board->delta[draw() % DIR_COUNT];
    const bitboard all = rules->board->playing;
    struct position next = *pos;
    for (int side = 0; side < 2; side++)
        next.pieces[side] = all & (by > 0 ? pos->pieces[side] << by : pos->pieces[side] >> -by);
    next.kings = all & (by > 0 ? pos->kings << by : pos->kings >> -by);
    next.kings |= next.pieces[0] & rules->board->crowning[0];
    next.kings |= next.pieces[1] & rules->board->crowning[1];
    *pos = next;
}

static void print_worst(const struct rules *rules, const struct position *pos)
{
    char fen[FEN_SIZE];
    struct moves list;
    moves_init(&list);
    const uint64_t before = movegen_steps;
    movegen_any.generate(rules, pos, &list);
    const uint64_t steps = movegen_steps - before;
    double ms = time_of(rules, pos, &list), again = time_of(rules, pos, &list);
    ms = again < ms ? again : ms;
    const double start = now_ms();
    for (unsigned i = 0; i < list.n && list.at[i].captured; i++) {
        struct route route;
        move_route(rules, pos, &list.at[i], NULL, 0, &route);
    }
    const double routes_ms = now_ms() - start;
    fen_write(rules, pos, fen);
    printf("%-18s %9llu steps %9.3f ms %9.3f ms %5u moves  %s\n", rules->name,
           (unsigned long long)steps, ms, routes_ms, list.n, fen);
    fflush(stdout);
    moves_fini(&list);
}

/* One climb; prints what is worse than `worst`. */
static void climb(const struct rules *rules, unsigned number, double until, double *worst)
{
    const unsigned kings = number % 3 * 3 + 1; /* few, half, most */
    struct position pos = {.turn = (uint8_t)(number / 3 % 2)};
    double past[BACK] = {0}, here = 0;
    for (unsigned i = 0; i < 60; i++)
        change(rules, &pos, kings);
    for (unsigned i = 0; i < settings.tries && !stopped && now_ms() < until; i++) {
        struct position next = pos;
        if (draw() % 32 == 0)
            shift(rules, &next);
        for (uint64_t k = 1 + draw() % 3; k; k--)
            change(rules, &next, kings);
        const struct cost cost = cost_of(rules, &next);
        const double there = height(&cost);
        if (there >= here || there >= past[i % BACK]) {
            pos = next;
            here = there;
        }
        past[i % BACK] = here;
        if (there > *worst * 1.02) {
            *worst = there;
            if (there > (settings.by_time ? 0.1 : 1000))
                print_worst(rules, &next);
        }
    }
}

static void climb_all(const struct rules *rules)
{
    const double until = settings.seconds > 0 ? now_ms() + settings.seconds * 1000 : 1e300;
    double worst = 0;
    for (unsigned i = 0; i < settings.climbs && !stopped && now_ms() < until; i++)
        climb(rules, i, until, &worst);
}

int main(int argc, char **argv)
{
    signal(SIGINT, stop);
    signal(SIGTERM, stop);
    int first = 1;
    for (; first < argc && strncmp(argv[first], "--", 2) == 0; first++) {
        if (strcmp(argv[first], "--ms") == 0) {
            settings.by_time = true;
            continue;
        }
        const char *value = first + 1 < argc ? argv[first + 1] : "";
        if (strcmp(argv[first], "--climbs") == 0)
            settings.climbs = (unsigned)strtoul(value, NULL, 10);
        else if (strcmp(argv[first], "--tries") == 0)
            settings.tries = (unsigned)strtoul(value, NULL, 10);
        else if (strcmp(argv[first], "--seconds") == 0)
            settings.seconds = strtod(value, NULL);
        else if (strcmp(argv[first], "--seed") == 0)
            settings.random = strtoull(value, NULL, 10);
        else
            first = argc;
        first++;
    }
    if (first >= argc) {
        fputs("usage: climb [--climbs N] [--tries N] [--seconds N] [--seed N] [--ms] "
              "VARIANT|all ...\n",
              stderr);
        return 2;
    }
    for (; first < argc; first++)
        for (unsigned i = 0; i < rules_count; i++)
            if (strcmp(argv[first], "all") == 0 || strcmp(argv[first], rules_all[i]->name) == 0)
                climb_all(rules_all[i]);
    return 0;
}
