// SPDX-License-Identifier: MIT
/*
 * A game may end before the rules end it: at a proven score, at a score that has been beyond the
 * limit (`resign`) for some plies in a row, or as a draw when it is too long. `run` counts those
 * plies, and its sign says for which side.
 */
#include "core/study/engine-game.h"

#include "core/board/history.h"

#include <stdlib.h>

enum {
    RESIGN_PLIES = 6,
    PLIES_MAX = 400,
    KING_PLIES_MAX = 100 /* else, without a draw rule, kings would wander most of the time */
};

/* @return the result in points of White */
static uint8_t result_of_end(const struct rules *rules, enum ending ending,
                             const struct position *pos)
{
    if (ending_is_draw(ending))
        return 1;
    return ending_winner(rules, ending, pos) == WHITE ? 2 : 0;
}

/* Counts how long the score has been beyond the limit. @return whether the game is decided */
static bool is_decided(const struct engine_game *setup, int score, unsigned turn, int *run)
{
    int white = turn == WHITE ? score : -score, bar = (int)setup->resign;
    if (abs(score) >= SCORE_FORCED_WIN) {
        *run = white > 0 ? 1000 : -1000;
        return true;
    }
    if (!bar)
        return false;
    if (white >= bar)
        *run = *run > 0 ? *run + 1 : 1;
    else if (white <= -bar)
        *run = *run < 0 ? *run - 1 : -1;
    else
        *run = 0;
    return abs(*run) >= RESIGN_PLIES;
}

/*
 * Enters the game so far into a history; `pos` becomes the position reached.
 * @return 0, or -1: out of memory
 */
static int replay(const struct rules *rules, const struct selfplay_game *game,
                  struct history *history, struct position *pos)
{
    *pos = game->start;
    history_start(history, pos);
    for (unsigned i = 0; i < game->n; i++) {
        struct position before = *pos;
        move_play(rules, pos, &game->move[i]);
        if (history_add(history, &before, &game->move[i], pos))
            return -1;
    }
    return 0;
}

/* Adds the effort spent on a move. */
static void add_effort(struct search_effort *effort, const struct engine_result *result)
{
    effort->moves++;
    effort->nodes += result->nodes;
    effort->depth += result->depth;
    effort->ms += (uint64_t)result->ms;
    effort->book += result->from_book;
}

static int play_on(struct engine_game *setup, struct selfplay_game *game, struct history *history,
                   struct position *pos, bool (*stopped)(void), struct err *err)
{
    int run = 0;
    unsigned king_plies = 0;
    game->result = 1;
    while (game->n < PLIES_MAX && king_plies < KING_PLIES_MAX) {
        struct engine_result result;
        enum ending ending = history_ending(history);
        if (ending != ENDING_NONE) {
            game->result = result_of_end(setup->rules, ending, pos);
            return 0;
        }
        if (stopped && stopped())
            return 1;
        if (engine_think(setup->engine[pos->turn], &game->start, game->move, game->n,
                         &setup->limits[pos->turn], NULL, NULL, &result, err))
            return -1;
        if (stopped && stopped())
            return 1; /* the search may have been cut short */
        add_effort(&setup->effort[pos->turn], &result);
        if (is_decided(setup, result.lines[0].score, pos->turn, &run)) {
            game->result = run > 0 ? 2 : 0;
            return 0;
        }
        struct position before = *pos;
        bool by_king = before.kings >> result.best.from & 1;
        king_plies = by_king && !result.best.captured ? king_plies + 1 : 0;
        game->score[game->n] = (int16_t)result.lines[0].score;
        game->move[game->n++] = result.best;
        move_play(setup->rules, pos, &result.best);
        if (history_add(history, &before, &result.best, pos))
            return err_memory(err);
    }
    return 0;
}

int engine_game_play(struct engine_game *setup, struct selfplay_game *game, bool (*stopped)(void),
                     struct err *err)
{
    const struct draw_profile *draws = setup->draws;
    struct position pos;
    if (!draws && !(draws = draw_profile_find(setup->rules, (struct text){NULL, 0}, err)))
        return -1;
    struct history *history = history_open(setup->rules, draws);
    if (!history || replay(setup->rules, game, history, &pos)) {
        history_close(history);
        return err_memory(err);
    }
    engine_new_game(setup->engine[WHITE]);
    if (setup->engine[BLACK] != setup->engine[WHITE])
        engine_new_game(setup->engine[BLACK]);
    int rc = play_on(setup, game, history, &pos, stopped, err);
    history_close(history);
    return rc;
}
