// SPDX-License-Identifier: MIT
#include "core/study/game-openings.h"

#include "core/study/random-ending.h"

#include <string.h>

enum { TRIES = 100 }; /* to find a random opening after which the game is not over */

/* Adds random moves. @return whether the game still goes on after them */
static bool add_random_moves(const struct rules *rules, struct selfplay_game *game, unsigned plies,
                             struct random *random)
{
    struct position pos = game->start;
    struct moves list;
    bool goes_on = true;
    moves_init(&list);
    for (unsigned i = 0; i < game->n; i++)
        move_play(rules, &pos, &game->move[i]);
    for (unsigned i = 0; i < plies && goes_on && game->n < SELFPLAY_PLIES; i++) {
        goes_on = moves_generate(rules, &pos, &list) == 0 && list.n > 0;
        if (!goes_on)
            break;
        const struct move *mv = &list.at[random_below(random, list.n)];
        game->move[game->n] = *mv;
        game->score[game->n++] = SELFPLAY_NO_SCORE;
        move_play(rules, &pos, mv);
    }
    moves_fini(&list);
    return goes_on && moves_exist(rules, &pos);
}

void game_openings_begin(const struct game_openings *openings, const struct rules *rules,
                         uint64_t seed, unsigned number, struct selfplay_game *game)
{
    struct random random;
    random_seed(&random, seed ^ (uint64_t)number * 0xd1342543de82ef95);
    unsigned plies =
        openings->plies_min + random_below(&random, openings->plies_max - openings->plies_min + 1);
    unsigned pieces = openings->pieces_min;
    if (openings->pieces_max > pieces)
        pieces += random_below(&random, openings->pieces_max - pieces + 1);
    for (unsigned i = 0; i < TRIES; i++) {
        memset(game, 0, offsetof(struct selfplay_game, move));
        game->number = number;
        if (openings->pieces_min)
            random_ending_make(rules, pieces, &random, &game->start);
        else if (openings->at)
            game->start = openings->at[number % openings->n];
        else
            position_start(rules, &game->start);
        if (add_random_moves(rules, game, plies, &random))
            return;
    }
    if (game->n > 0) /* the move that ended the game, or left no reply */
        game->n--;
}
