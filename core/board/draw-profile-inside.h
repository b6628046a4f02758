// SPDX-License-Identifier: MIT
/* What a draw profile is made of. For draw.c and draw-profile.c; everybody else uses draw.h. */
#ifndef DAMA_CORE_BOARD_DRAW_PROFILE_INSIDE_H
#define DAMA_CORE_BOARD_DRAW_PROFILE_INSIDE_H

#include <stdbool.h>
#include <stdint.h>

enum { MATERIAL_RULES = 7 };

/**
 * How much a side may have left, both ends included. A row that leaves the upper ends at 0 means
 * none.
 */
struct force {
    uint8_t kings_min, kings_max;
    uint8_t men_max;
    uint8_t total_min, total_max;
};

/**
 * A draw after so many moves with little left. They are counted from the move behind that which
 * brought it about.
 */
struct material_rule {
    const char *reason;  /* NULL ends the list */
    struct force lone;   /* of one side, either */
    struct force strong; /* of the other */
    struct force later;  /* of the other while the count goes on; total_max 0: as strong */
    uint8_t all_min;     /* pieces on the board; 0: as the sides have them */
    uint8_t all_max;
    uint8_t moves; /* of each side; 0: drawn at once, unless a piece must fall with the next move */
    bool lone_moves;  /* only the lone side's moves count */
    bool on_diagonal; /* while the lone king stands on the long diagonal */
    bool restarts;    /* with each capture and crowning */
};

struct draw_profile {
    const char *name; /* as spelled, options included */
    const char *source;
    /* names between blanks, a blank at both ends; those it is the default of */
    const char *variants;
    bool anywhere;       /* every variant has it */
    uint8_t repetitions; /* 0: never drawn by repetition */
    uint8_t quiet_moves; /* of each side without a capture or a man's move; 0: no such rule */
    unsigned limit;      /* moves of each side; 0: none */
    const char *quiet_reason;
    struct material_rule material[MATERIAL_RULES + 1];
};

#endif
