// SPDX-License-Identifier: MIT
/*
 * Playing through a game as read: finds the rule set and the start position, turns written moves
 * into legal ones, and says what is wrong. This is the hot path of validate and convert.
 */
#ifndef DAMA_CORE_CHECK_CHECK_H
#define DAMA_CORE_CHECK_CHECK_H

#include "core/check/check-options.h"
#include "core/game/finding.h"
#include "core/game/game.h"

/**
 * The state that a thread keeps from game to game, so that checking need not allocate memory.
 * Opaque.
 */
struct checker;

/** @return NULL when out of memory */
struct checker *checker_open(const struct check_options *options);
void checker_close(struct checker *checker);

/**
 * Sets the text that the next games are part of: if a game does not name its rules, its neighbours
 * there decide.
 * @param find   examines the text; called when its answer is first needed
 * @param around borrowed until the next call
 */
void checker_set_text(struct checker *checker, struct text around,
                      struct check_neighbours (*find)(struct text around));

/**
 * Checks one game and fills in what checking finds out: rules, start, moves and states of the
 * nodes, result. If a capture was written jump by jump, its nodes are joined into the first.
 * @param game  its reader may have set the rules and the result, from a format that states them.
 *              The rules are kept unless an option overrides them, the result if neither tag nor
 *              terminator gives one
 * @param found findings are added, also those in variations; the caller settles them
 *        (findings_settle)
 * @return 0, or -1 with `err`: out of memory
 */
int check_game(struct checker *checker, struct game *game, struct findings *found, struct err *err);

/**
 * Checks a game again, as if it had been read with the tags that it has now.
 * @param game as check_game left it; `rules` is set, unless they are to be found from its tags
 */
int check_game_again(struct checker *checker, struct game *game, struct findings *found,
                     struct err *err);

/**
 * Finds the rules that check_game would choose for a checked game if only its tags and moves told
 * them.
 * @return 0, or -1 with `err`: out of memory
 */
int check_guess_rules(struct checker *checker, struct game *game, const struct rules **out,
                      struct err *err);

/** Whether the GameType or Variant tag says something. */
bool check_has_rules_tag(const struct game *game);

/**
 * How a game is going to be written, which decides whether its rules could be lost: PDN has only
 * tags for them.
 */
enum check_target {
    CHECK_FOR_OTHER_FORMAT, /* not as PDN */
    CHECK_FOR_SAME_PDN,     /* as PDN, with all the games that it was read with */
    CHECK_FOR_OTHER_PDN,    /* as PDN, without some of them */
};

/**
 * Sets the tags that name the rules of a checked game, if it has none and readers would take it for
 * a game of other rules.
 * @param wanted rules that the tags must name in any case; NULL: none
 * @return 0, or -1 with `err`: out of memory
 */
int check_name_rules(struct checker *checker, struct game *game, const struct rules *wanted,
                     enum check_target way, struct err *err);

/**
 * Sets GameType to what the rules of a game say if it has fields that name squares otherwise, since
 * moves are written with the squares of the rules.
 * @return 0, or -1 with `err`: out of memory
 */
int check_name_squares(struct game *game, struct err *err);

/**
 * Tells about the last game checked; only valid as long as that game exists.
 * @param plies set to the number of plies of its main line, legal or not
 * @return whether all of them are legal
 */
bool check_was_legal(const struct checker *checker, unsigned *plies);

#endif
