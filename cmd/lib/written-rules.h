// SPDX-License-Identifier: MIT
/*
 * The rules of the games in a PDN output. A reader that finds no tag for them goes by the other
 * games in the file.
 */
#ifndef DAMA_CMD_LIB_WRITTEN_RULES_H
#define DAMA_CMD_LIB_WRITTEN_RULES_H

#include "core/board/rules.h"

#include <stdint.h>

enum { WRITTEN_GUESSES = 16 }; /* variants that are listed by name; no output has more */

/** Zero is empty. */
struct written_rules {
    /*
     * those of the first game with a tag for its rules, and those of a game with another tag; NULL:
     * none
     */
    const struct rules *tagged, *other_tagged;
    const struct rules *untagged, *other_untagged; /* the same for games without such a tag */
    /*
     * games that got such a tag from a guess: all of them, and per variant, in the order of the
     * output
     */
    uint64_t guessed;
    struct written_guess {
        const struct rules *rules;
        uint64_t n;
    } guesses[WRITTEN_GUESSES];
    unsigned n_guesses;
};

/**
 * Notes the rules by which a game was read.
 * @param rules   NULL: the game is not in PDN, or its rules are not known
 * @param has_tag whether GameType or Variant names them
 */
void written_rules_note(struct written_rules *written, const struct rules *rules, bool has_tag);

/** Counts a game that got a tag for its rules, though they were only guessed. */
void written_rules_note_guess(struct written_rules *written, const struct rules *rules);

/** Says, as a message, which tags are guesses: a reader of the output cannot tell. */
void written_rules_say_guesses(const struct written_rules *written);

/**
 * Says, as a message, that games without a tag may be read by the rules of other games.
 * @param advice how to separate them without changing any: "separate them with --split=variant"
 */
void written_rules_say(const struct written_rules *written, const char *advice);

#endif
