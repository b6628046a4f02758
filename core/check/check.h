// SPDX-License-Identifier: MIT
/*
 * Playing through a game as read: finds the rule set and the start position, turns written moves
 * into legal ones, and says what is wrong. This is the hot path of validate and convert.
 */
#ifndef DAMA_CORE_CHECK_CHECK_H
#define DAMA_CORE_CHECK_CHECK_H

#include "core/board/draw.h"
#include "core/game/finding.h"
#include "core/game/game.h"

/** Zero is a good start: all rules from the tags, findings without explanations. */
struct check_options {
    const struct rules
        *variant; /* overrides the tags; NULL: the tags, else the guess of PDN's rules */
    struct text
        draws; /* profile of draw rules; n 0, or none of a variant's own: the variant's default */
    bool
        quiet; /* resolve only: no findings but those that end a line (illegal, ambiguous, bad FEN) */
    bool explain;       /* work out why a move is illegal and what was meant */
    bool repairs;       /* add to findings the changes that mend them */
    bool boards;        /* add to findings the position before the move */
    bool strict;        /* also find what only --strict minds */
    bool long_captures; /* also find captures with more of their path than is needed */
    bool game_keys;     /* fill in game_key of findings */
    bool
        lenient; /* of several fitting moves that the rest of the game does not tell apart, take the first */
    /**
     * What the side to move gets in a position with best play, where an endgame database knows it:
     * 1 a win, 0 a draw, -1 a loss. Several threads ask. NULL: nobody is asked.
     * @return whether it is known
     */
    bool (*endgame)(void *ctx, const struct rules *rules, const struct position *pos, int *value);
    void *endgame_ctx;
};

/** What the text around a game says about the rules it is played by. Zero: nothing. */
struct check_neighbours {
    const struct rules *rules; /* that most of the games with tags name; NULL: none has */
    bool small_board;          /* nobody names any, and all squares are numbers up to 32 */
    bool canadian; /* they are played on a board of 12 by 12, which dama does not know */
};

/** What a thread keeps from game to game, so that checking allocates nothing. Opaque. */
struct checker;

/** @return NULL when memory is out */
struct checker *checker_open(const struct check_options *options);
void checker_close(struct checker *checker);

/**
 * Says what text the next games stand in: where a game does not name its rules, its neighbours are
 * asked.
 * @param find   looks at the text, when it is first needed
 * @param around borrowed until the next call
 */
void checker_set_text(struct checker *checker, struct text around,
                      struct check_neighbours (*find)(struct text around));

/**
 * Checks one game and fills in what checking tells: rules, start, moves and states of the nodes,
 * result. Where a capture was written jump by jump, its nodes are joined into the first.
 * @param game  rules and result that its reader has set (from a format that has words of its own
 *              for them) are kept, the rules unless an option overrides them, the result where
 *              neither tag nor terminator says anything
 * @param found findings are added, those of variations as well; the caller settles them
 *        (findings_settle)
 * @return 0, or -1 with `err`: out of memory
 */
int check_game(struct checker *checker, struct game *game, struct findings *found, struct err *err);

/**
 * About the game checked last, while it lives.
 * @param plies of its main line, legal or not
 * @return whether all of them are legal
 */
bool check_was_legal(const struct checker *checker, unsigned *plies);

#endif
