// SPDX-License-Identifier: MIT
/*
 * Playing through a game as read: finds the rule set and the start position, turns written moves
 * into legal ones, and says what is wrong. This is the hot path of validate and convert.
 */
#ifndef DAMA_CORE_CHECK_CHECK_H
#define DAMA_CORE_CHECK_CHECK_H

#include "core/board/draw.h"
#include "core/check/check-options.h"
#include "core/game/finding.h"
#include "core/game/game.h"

/** The state that a thread keeps from game to game, so that checking allocates nothing. Opaque. */
struct checker;

/** @return NULL when out of memory */
struct checker *checker_open(const struct check_options *options);
void checker_close(struct checker *checker);

/**
 * Sets the text that the next games are part of: where a game does not name its rules, its
 * neighbours decide.
 * @param find   looks at the text when it is first needed
 * @param around borrowed until the next call
 */
void checker_set_text(struct checker *checker, struct text around,
                      struct check_neighbours (*find)(struct text around));

/**
 * Checks one game and fills in what checking finds out: rules, start, moves and states of the
 * nodes, result. Where a capture was written jump by jump, its nodes are joined into the first.
 * @param game  rules and result that its reader has set (from a format that states them) are kept:
 *              the rules unless an option overrides them, the result where neither tag nor
 *              terminator gives one
 * @param found findings are added, also those in variations; the caller settles them
 *        (findings_settle)
 * @return 0, or -1 with `err`: out of memory
 */
int check_game(struct checker *checker, struct game *game, struct findings *found, struct err *err);

/**
 * Checks a game again, as if it had been read with the tags that it has now.
 * @param game as check_game left it; with its rules, unless they are to be found by its tags
 */
int check_game_again(struct checker *checker, struct game *game, struct findings *found,
                     struct err *err);

/**
 * Finds the rules that check_game would take a checked game for if nothing but its tags and moves
 * said what they are.
 * @return 0, or -1 with `err`: out of memory
 */
int check_guess_rules(struct checker *checker, struct game *game, const struct rules **out,
                      struct err *err);

/** Whether GameType or Variant says something. */
bool check_has_rules_tag(const struct game *game);

/** How a game is to be written, as far as its rules may be lost. PDN has only tags for them. */
enum check_way {
    CHECK_AS_OTHER,     /* not as PDN */
    CHECK_AS_PDN,       /* with the games that it was read with */
    CHECK_AS_PDN_APART, /* without some of them */
};

/**
 * Sets the tags that name the rules of a checked game, if it has none and would be read by other
 * rules without them.
 * @param wanted rules that the tags must name in any case; NULL: none
 * @return 0, or -1 with `err`: out of memory
 */
int check_name_rules(struct checker *checker, struct game *game, const struct rules *wanted,
                     enum check_way way, struct err *err);

/**
 * About the last game checked, as long as it exists.
 * @param plies of its main line, legal or not
 * @return whether all of them are legal
 */
bool check_was_legal(const struct checker *checker, unsigned *plies);

#endif
