// SPDX-License-Identifier: MIT
#include "core/study/playout.h"

#include <stdlib.h>

bool playout_random_moves(const struct rules *rules, struct selfplay_game *game, unsigned plies,
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

/** Result when the side to move has lost, or won where blocking oneself is the aim. */
static uint8_t result_of_end(const struct rules *rules, enum ending ending, unsigned turn)
{
    if (ending == ENDING_NO_MOVES || ending == ENDING_KING) {
        bool turn_wins = ending == ENDING_NO_MOVES && rules->goal == GOAL_LOSE;
        return (turn == WHITE) == turn_wins ? 2 : 0;
    }
    return 1;
}

/** Keeps count of how long a game has been decided. @return whether it is */
static bool is_decided(const struct playout *playout, int score, unsigned turn, int *run)
{
    int white = turn == WHITE ? score : -score, bar = (int)playout->resign;
    if (playout->settles_wins && abs(score) >= ENGINE_KNOWN_WIN) {
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
    return abs(*run) >= (int)playout->resign_plies;
}

/** The game so far as history; `pos` becomes where it stands. @return 0, or -1: out of memory */
static int replay(const struct rules *rules, const struct selfplay_game *game,
                  struct history *history, struct position *pos)
{
    *pos = game->start;
    history_start(history, pos);
    for (unsigned i = 0; i < game->n; i++) {
        struct position before = *pos;
        move_play(rules, pos, &game->move[i]);
        if (history_add(history, &before, &game->move[i], pos) < 0)
            return -1;
    }
    return 0;
}

static int play_on(struct playout *playout, struct selfplay_game *game, struct history *history,
                   struct position *pos, bool (*stopped)(void), struct err *err)
{
    int run = 0;
    unsigned king_plies = 0;
    game->result = 1;
    while (game->n < playout->plies_max && game->n < SELFPLAY_PLIES
           && (!playout->king_plies_max || king_plies < playout->king_plies_max)) {
        struct engine_result result;
        enum ending ending = history_ending(history);
        if (ending != ENDING_NONE) {
            game->result = result_of_end(playout->rules, ending, pos->turn);
            return 0;
        }
        if (stopped && stopped())
            return 1;
        if (engine_think(playout->engine[pos->turn], &game->start, game->move, game->n,
                         &playout->limits[pos->turn], NULL, NULL, &result, err)
            < 0)
            return -1;
        struct search_effort *effort = &playout->effort[pos->turn];
        effort->moves++;
        effort->nodes += result.nodes;
        effort->depth += result.depth;
        effort->ms += (uint64_t)result.ms;
        effort->book += result.from_book;
        if (is_decided(playout, result.lines[0].score, pos->turn, &run)) {
            game->result = run > 0 ? 2 : 0;
            return 0;
        }
        struct position before = *pos;
        bool by_king = before.kings >> result.best.from & 1;
        king_plies = by_king && !result.best.captured ? king_plies + 1 : 0;
        game->score[game->n] = (int16_t)result.lines[0].score;
        game->move[game->n++] = result.best;
        move_play(playout->rules, pos, &result.best);
        if (history_add(history, &before, &result.best, pos) < 0)
            return err_set(err, (struct src_pos){0}, "out of memory");
    }
    return 0;
}

int playout_run(struct playout *playout, struct selfplay_game *game, bool (*stopped)(void),
                struct err *err)
{
    const struct draw_profile *draws = playout->draws;
    struct position pos;
    if (!draws && !(draws = draw_profile_find(playout->rules, (struct text){NULL, 0}, err)))
        return -1;
    struct history *history = history_open(playout->rules, draws);
    if (!history || replay(playout->rules, game, history, &pos) < 0) {
        history_close(history);
        return err_set(err, (struct src_pos){0}, "out of memory");
    }
    engine_new_game(playout->engine[WHITE]);
    if (playout->engine[BLACK] != playout->engine[WHITE])
        engine_new_game(playout->engine[BLACK]);
    int rc = play_on(playout, game, history, &pos, stopped, err);
    history_close(history);
    return rc;
}
