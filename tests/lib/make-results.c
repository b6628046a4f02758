// SPDX-License-Identifier: MIT
/*
 * Makes a file of results for tests: make-results FILE GAMES PLAYERS. Games are random, the same
 * each time; one name is hostile, one pair was broken off and played again, one opening is always
 * drawn.
 */
#include "core/base/random.h"
#include "core/board/notation.h"
#include "core/store/results.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLIES = 60, OPENINGS = 9, PLAYERS_MAX = 100 };

static struct random chance;

static const char *const hostile = "</script><script>alert(1)</script>\"&'\x1b[31m=cmd";

/* A legal game of random moves. */
static unsigned play(const char *opening, struct results_ply plies[PLIES])
{
    const struct rules *rules = rules_international;
    struct position pos;
    struct move first[4];
    struct moves list;
    position_start(rules, &pos);
    unsigned n;
    results_moves(rules, opening, &pos, first, 4, &n, NULL);
    moves_init(&list);
    for (unsigned i = 0; i < PLIES; i++) {
        if (moves_generate(rules, &pos, &list) || !list.n)
            return i;
        unsigned own = i < n ? 0 : random_below(&chance, list.n);
        int score = (int)random_below(&chance, 801) - 400;
        plies[i] = (struct results_ply){.move = i < n ? first[i] : list.at[own],
                                        .ms = 900 + (int64_t)random_below(&chance, 200),
                                        .claimed = i % 2 ? 1000 : -1,
                                        .left = 60000 - 900 * (int64_t)i,
                                        .score = score,
                                        .win = 300 + score / 2,
                                        .loss = 300 - score / 2,
                                        .depth = 9,
                                        .nodes = 5000,
                                        .opening = i < n};
        if (i >= n)
            move_play(rules, &pos, &plies[i].move);
    }
    moves_fini(&list);
    return PLIES;
}

static enum result result_of(unsigned pair)
{
    unsigned r = random_below(&chance, 10);
    if (pair % OPENINGS == 0)
        return RESULT_DRAW;
    return r == 0 ? RESULT_BLACK : r < 3 ? RESULT_WHITE : RESULT_DRAW;
}

static int add_pair(struct results *results, int64_t match, const struct results_pair *pair,
                    struct err *err)
{
    struct results_ply plies[PLIES];
    for (unsigned leg = 0; leg < 2; leg++) {
        struct results_game game = {
            .pair = pair->number,
            .game = leg,
            .attempt = 1,
            .white = leg ? pair->second : pair->first,
            .black = leg ? pair->first : pair->second,
            .plies = plies,
            .n = play(pair->moves, plies),
            .result = RESULT_UNKNOWN,
            .reason = "lost-connection",
            .termination = "abandoned",
            .detail = hostile,
            .blame = BLACK,
            .white_version = pair->number % 2 ? "1.0" : "1.1",
            .black_version = "",
            .began = 1700000000000 + (int64_t)pair->number * 120000 + leg * 60000,
            .ended = 1700000000000 + (int64_t)pair->number * 120000 + leg * 60000 + 50000,
        };
        if (pair->number == 2 && leg == 0) {
            if (results_game_add(results, match, &game, NULL, err))
                return -1;
            game.attempt = 2;
        }
        game.counts = true;
        game.result = result_of(pair->number - 1);
        game.reason = game.result == RESULT_DRAW ? "repetition" : "no-moves";
        game.termination = "normal";
        game.detail = "";
        game.blame = -1;
        if (results_game_add(results, match, &game, NULL, err))
            return -1;
    }
    return 0;
}

/* All meet all, again and again, from openings in turn. */
static void plan_pairs(struct results_pair *pairs, unsigned n, unsigned players)
{
    static const char *const moves[OPENINGS] = {"31-26", "31-27", "32-27", "32-28", "33-28",
                                                "33-29", "34-29", "34-30", "35-30"};
    unsigned a = 0, b = 1;
    for (unsigned i = 0; i < n; i++) {
        pairs[i] =
            (struct results_pair){.number = i + 1,
                                  .round = i + 1,
                                  .first = a,
                                  .second = b,
                                  .games = 2,
                                  .opening = i % OPENINGS == 1 ? hostile : moves[i % OPENINGS],
                                  .moves = moves[i % OPENINGS]};
        if (++b == players) {
            a = a + 2 < players ? a + 1 : 0;
            b = a + 1;
        }
    }
}

static int fill(struct results *results, unsigned games, unsigned players, struct err *err)
{
    char names[PLAYERS_MAX][16];
    struct results_player player[PLAYERS_MAX];
    struct results_pair *pairs = calloc(games / 2 + 1, sizeof *pairs);
    int64_t match;
    if (!pairs)
        return -1;
    for (unsigned i = 0; i < players; i++) {
        snprintf(names[i], sizeof names[i], "player %u", i + 1);
        player[i] = (struct results_player){i == 1 ? hostile : names[i], "builtin", "60"};
    }
    plan_pairs(pairs, games / 2, players);
    const struct results_match plan = {.event = "Made <up>",
                                       .site = "Here",
                                       .variant = "international",
                                       .config = "",
                                       .players = player,
                                       .n_players = players,
                                       .pairs = pairs,
                                       .n_pairs = games / 2};
    int rc = results_match_begin(results, &plan, 0, &match, err);
    for (unsigned i = 0; i < games / 2 && rc == 0; i++)
        rc = add_pair(results, match, &pairs[i], err);
    if (rc == 0)
        rc = results_incident_add(results, match, hostile, "restarted", "it had crashed",
                                  1700000500000, err);
    free(pairs);
    return rc;
}

int main(int argc, char **argv)
{
    struct results *results = NULL;
    struct err err = {0};
    unsigned games = argc > 2 ? (unsigned)atoi(argv[2]) : 0,
             players = argc > 3 ? (unsigned)atoi(argv[3]) : 2;
    if (argc != 4 || players < 2 || players > PLAYERS_MAX) {
        fputs("usage: make-results FILE GAMES PLAYERS\n", stderr);
        return 2;
    }
    random_seed(&chance, 1);
    int rc = results_open(argv[1], RESULTS_WRITE, &results, &err);
    if (rc == 0)
        rc = fill(results, games, players, &err);
    results_close(results);
    if (rc)
        fprintf(stderr, "make-results: %s\n", err.msg);
    return rc ? 1 : 0;
}
