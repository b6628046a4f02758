// SPDX-License-Identifier: MIT
/* The contents of a draw profile. Only for history.c and draw-profile.c; others use history.h. */
#ifndef DAMA_CORE_BOARD_DRAW_PROFILE_INTERNAL_H
#define DAMA_CORE_BOARD_DRAW_PROFILE_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>

enum { MATERIAL_RULES = 7 };

/**
 * How many pieces a side may have left, limits included. An upper limit of 0 means no such pieces.
 */
struct force {
    uint8_t kings_min, kings_max;
    uint8_t men_max;
    uint8_t total_min, total_max;
};

/**
 * A draw after a number of moves with little material left, counted from the move after the one
 * that led to this material.
 */
struct material_rule {
    const char *reason;  /* NULL ends the list */
    struct force lone;   /* of either side */
    struct force strong; /* of the other side */
    struct force later;  /* of the other side once counting has begun; total_max 0: as `strong` */
    uint8_t all_min;     /* pieces on the board; 0: any number */
    uint8_t all_max;
    uint8_t moves; /* of each side; 0: drawn at once, unless the next move or reply must capture */
    bool lone_moves;  /* only the lone side's moves count */
    bool on_diagonal; /* counts only while the lone king stands on the long diagonal */
    bool restarts;    /* the count restarts at each capture and crowning */
};

struct draw_profile {
    const char *name; /* as spelled, options included */
    const char *source;
    /* the variants that have this profile: names separated by blanks, with a blank at both ends */
    const char *variants;
    bool anywhere;       /* every variant has this profile */
    uint8_t repetitions; /* 0: never drawn by repetition */
    uint8_t quiet_moves; /* of each side without a capture or a man's move; 0: no such rule */
    unsigned limit;      /* moves of each side in the whole game; 0: no limit */
    const char *quiet_reason;
    struct material_rule material[MATERIAL_RULES + 1];
};

#endif
