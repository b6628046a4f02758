// SPDX-License-Identifier: MIT
/*
 * Ratings of many players from all their games together: maximum likelihood under the Bradley-Terry
 * model, a draw being half a win and half a loss, with an advantage for White and a weak prior that
 * keeps every rating finite. The difference between two players is the Elo of elo.h.
 *
 * Sources: R. A. Bradley, M. E. Terry, "Rank analysis of incomplete block designs", Biometrika 39
 * (1952); R. W. M. Wedderburn, "Quasi-likelihood functions", Biometrika 61 (1974), for the
 * dispersion.
 */
#ifndef DAMA_CORE_STATS_RATINGS_H
#define DAMA_CORE_STATS_RATINGS_H

#include "core/stats/interval.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RATINGS_PLAYERS_MAX = 2000 };

/** Games of two players with the same colours, or with unknown colours. */
struct ratings_meeting {
    unsigned white, black;     /* indices of players */
    uint64_t won, drawn, lost; /* by White */
    bool uncoloured; /* unknown who had White: `white` is the player whose wins `won` counts */
};

struct ratings_player {
    struct interval elo; /* with 95 % interval; relative to the mean of the player's group */
    uint64_t games;
    double score; /* share of the points, 0 to 1 */
    /* from 0; a group is players connected by games, whose ratings can be compared */
    unsigned group;
};

/** Values for all games together. */
struct ratings_model {
    struct interval white; /* the advantage of White, Elo */
    double drawn;          /* share of drawn games */
    unsigned groups;       /* of players who have games; the first numbers are theirs */
};

/**
 * Fits the ratings. The time it takes grows with the cube of the number of players: seconds where
 * there are a thousand.
 * @param meetings n of them, in any order; two players may appear in several
 * @param players  how many there are, up to RATINGS_PLAYERS_MAX
 * @param out      room for all players
 * @param stopped  whether to give up, such as signals_stopped; NULL: never
 * @return 0, 1 stopped, -1 out of memory
 */
int ratings_fit(const struct ratings_meeting *meetings, size_t n, unsigned players,
                bool (*stopped)(void), struct ratings_player *out, struct ratings_model *model);

#endif
