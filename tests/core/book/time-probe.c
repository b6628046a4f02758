// SPDX-License-Identifier: MIT
/*
 * Times probes of an opening book: time-probe BOOK ROUNDS < FENS. Each round asks for a move in every
 * position, and prints the microseconds of processor time a probe took; with positions in memory
 * already, and nothing printed meanwhile, it is the probe alone that is measured.
 */
#include "core/board/fen.h"
#include "core/book/probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct positions {
    struct position *at; /* owned */
    size_t n, room;
};

static int read_positions(const struct rules *rules, struct positions *out, struct err *err)
{
    char line[FEN_SIZE + 2];
    while (fgets(line, sizeof line, stdin)) {
        struct src_pos at = {.file = "standard input", .line = (unsigned)out->n + 1};
        if (out->n == out->room) {
            size_t room = out->room ? out->room * 2 : 1024;
            struct position *grown = realloc(out->at, room * sizeof *grown);
            if (!grown)
                return err_memory(err);
            out->at = grown;
            out->room = room;
        }
        struct text fen = {line, strcspn(line, "\n")};
        if (fen_read(rules, fen, at, &out->at[out->n], NULL, err))
            return -1;
        out->n++;
    }
    return 0;
}

static double cpu_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static void time_round(struct book_player *player, const struct positions *positions)
{
    struct move mv;
    size_t found = 0;
    double begin = cpu_us();
    for (size_t i = 0; i < positions->n; i++)
        found += book_player_choose(player, &positions->at[i], &mv, NULL) > 0;
    printf("%.2f us a probe, %zu of %zu with a move\n", (cpu_us() - begin) / (double)positions->n,
           found, positions->n);
}

int main(int argc, char **argv)
{
    struct book_player *player = NULL;
    struct positions positions = {0};
    struct err err = {0};
    int status = 1;
    if (argc != 3) {
        fprintf(stderr, "Usage: time-probe BOOK ROUNDS < FENS\n");
        return 2;
    }
    if (read_positions(rules_international, &positions, &err)
        || book_player_open(argv[1], rules_international, &book_choice_default, &player, &err)) {
        fprintf(stderr, "time-probe: %s\n", err.msg);
    } else if (positions.n) {
        for (int i = atoi(argv[2]); i > 0; i--)
            time_round(player, &positions);
        status = 0;
    }
    book_player_close(player);
    free(positions.at);
    return status;
}
