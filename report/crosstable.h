// SPDX-License-Identifier: MIT
/*
 * What each player scored against each other one, counted by games, by colours and by pairs of
 * games; and the ratings that follow from it.
 */
#ifndef DAMA_REPORT_CROSSTABLE_H
#define DAMA_REPORT_CROSSTABLE_H

#include "core/base/err.h"
#include "core/base/hashtable.h"
#include "core/base/text.h"
#include "core/game/result.h"
#include "core/stats/elo.h"
#include "core/stats/ratings.h"

#include <stdbool.h>

enum crosstable_outcome {
    OUTCOME_WON,
    OUTCOME_DRAWN,
    OUTCOME_LOST,
    OUTCOME_UNKNOWN,
    OUTCOME_KINDS
};

/** Two players and their games, from the first one's view. */
struct crosstable_cell {
    unsigned first, second;           /* indexes of the players; first < second */
    uint64_t games[2][OUTCOME_KINDS]; /* by the colour of `first` */
    uint64_t pairs[ELO_PAIRS];        /* by the half points of `first` */
    /* games with a known result that are in no pair (yet), by the half points of `first` */
    uint64_t single[ELO_GAMES];
    uint64_t awaited[ELO_GAMES]; /* those of them whose other game is still to be played */
};

struct crosstable_player {
    char *name;                       /* owned */
    uint64_t games[2][OUTCOME_KINDS]; /* by colour */
    struct ratings_player rating;     /* after crosstable_finish */
};

/** Zero is empty. The fields are only for reading; all memory is owned. */
struct crosstable {
    bool uncoloured;       /* unknown who had White: games are counted as if `first` always had */
    bool scheduled;        /* a pair whose other game has not come is still to be completed */
    bool only_pairs;       /* games of pairs are unknown: those counted only show the points */
    bool (*stopped)(void); /* whether crosstable_finish is to give up; NULL: never */
    struct crosstable_player *players;
    unsigned n_players, room_players;
    struct crosstable_cell *cells;
    unsigned n_cells, room_cells;
    unsigned *order; /* after crosstable_finish: players by group and rating, unrated ones last */
    struct ratings_model model;
    bool rated; /* false: there were too many players for joint ratings */
    /* ---- */
    struct crosstable_half {
        int64_t pair;
        unsigned cell;
        int points; /* half points of the first player; -1: unknown result */
        bool first_white, waits;
    } * halves; /* games whose other half may follow */
    unsigned n_halves, room_halves;
    struct hashtable player_index, cell_index, half_index; /* by name; by both players; by pair */
};

/** Finds a player by name, adding it if it is new. @return 0, or -1 with `err`: out of memory */
int crosstable_player(struct crosstable *table, struct text name, unsigned *index, struct err *err);

/**
 * Counts a game. Two games with the same pair number, and the same players with colours reversed,
 * are a pair, whatever comes between them; if the result of one is not known, the other stays
 * single.
 * @param pair any number; 0: the game is in no pair
 * @return 0, or -1 with `err`: out of memory
 */
int crosstable_add(struct crosstable *table, unsigned white, unsigned black, int64_t pair,
                   enum result result, struct err *err);

/** Counts n games with the same result, none of them in a pair; 0 games change nothing. */
int crosstable_add_many(struct crosstable *table, unsigned white, unsigned black,
                        enum result result, uint64_t n, struct err *err);

/** Works out the ratings and the order. @return 0, 1 stopped, -1 with `err`: out of memory */
int crosstable_finish(struct crosstable *table, struct err *err);

/**
 * Finds the games of two players. @param flipped set to whether they are seen from `b` @return NULL
 * if there are none
 */
const struct crosstable_cell *crosstable_find(const struct crosstable *table, unsigned a,
                                              unsigned b, bool *flipped);

/** Adds up both colours. */
void crosstable_sum(const uint64_t games[2][OUTCOME_KINDS], uint64_t sum[OUTCOME_KINDS]);

/** @return the share of points in games whose result is known, 0 to 1; NAN if there are none */
double crosstable_share(const uint64_t sum[OUTCOME_KINDS]);

/** The number of games with a known result that are in no pair. */
uint64_t crosstable_single(const struct crosstable_cell *cell);

/**
 * The counts for statistics: all games with a known result, as pairs if there are any, see
 * elo_add_singles.
 * @param flipped count from the view of `second`
 */
struct elo_counts crosstable_counts(const struct crosstable_cell *cell, bool flipped);

/**
 * The same without the games that are `awaited`, for a sequential test: half a pair would show what
 * the opening is worth, not the players.
 */
struct elo_counts crosstable_settled(const struct crosstable_cell *cell, bool flipped);

void crosstable_fini(struct crosstable *table);

#endif
