// SPDX-License-Identifier: MIT
/*
 * Not a test: prints random legal games as PDN, for measuring books with many different positions.
 *
 *     random-games GAMES [SEED [PLIES]]
 *
 * Each game depends on seed and number alone.
 */
#include "core/base/random.h"
#include "core/board/notation.h"

#include <stdio.h>
#include <stdlib.h>

static void print_game(uint64_t seed, unsigned number, unsigned plies)
{
    static const char *const results[] = {"2-0", "1-1", "0-2"};
    struct position pos;
    struct random random;
    struct moves list;
    moves_init(&list);
    random_seed(&random, seed ^ number * UINT64_C(0xd1342543de82ef95));
    const char *result = results[random_below(&random, 3)];
    printf("[Event \"Random %u\"]\n[Result \"%s\"]\n\n", number, result);
    position_start(rules_international, &pos);
    for (unsigned ply = 0; ply < plies; ply++) {
        char move[NOTATION_MOVE_SIZE];
        if (moves_generate(rules_international, &pos, &list) || list.n == 0)
            break;
        const struct move *mv = &list.at[random_below(&random, list.n)];
        notation_write(rules_international, &pos, mv, NOTATION_STYLE_SHORT, move);
        if (ply % 2 == 0)
            printf("%u. ", ply / 2 + 1);
        printf("%s%c", move, ply % 16 == 15 ? '\n' : ' ');
        move_play(rules_international, &pos, mv);
    }
    printf("%s\n\n", result);
    moves_fini(&list);
}

int main(int argc, char **argv)
{
    unsigned games = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 1000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    unsigned plies = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 60;
    for (unsigned i = 0; i < games; i++)
        print_game(seed, i, plies);
    return ferror(stdout) || fflush(stdout) ? 1 : 0;
}
