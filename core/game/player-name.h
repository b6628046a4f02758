// SPDX-License-Identifier: MIT
/*
 * The parts of players' names: family names, given names, initials.
 */
#ifndef DAMA_CORE_GAME_PLAYER_NAME_H
#define DAMA_CORE_GAME_PLAYER_NAME_H

#include "core/base/buffer.h"
#include "core/base/text.h"

enum { PLAYER_NAME_WORDS_MAX = 8 };

struct player_name_word {
    struct text text; /* folded (core/base/fold.h) */
    bool given;       /* not part of the family name */
    bool initial;
};

/** Whether a name names nobody: empty, "?", "-", "NN". */
bool player_name_is_unknown(struct text name);

/**
 * Splits a name into words, leaving out particles such as "van der", additions such as "II" and
 * "Jr", and text in brackets, unless nothing else would be left of the family name: "Du, Wei".
 * @param folded holds the text that the words point into; they are valid until it changes. Its
 *               `failed` is set when out of memory
 * @return the number of words
 */
unsigned player_name_words(struct text name, struct buffer *folded,
                           struct player_name_word words[PLAYER_NAME_WORDS_MAX]);

/**
 * Adds the family name, folded and without particles: "Sijbrands, Ton", "T. Sijbrands",
 * "SIJBRANDS" and "SIJBRANDS Ton" all give "sijbrands". A number belongs to it: "Scan 3.1" gives
 * "scan31". An unknown name adds nothing.
 */
void player_name_family(struct text name, struct buffer *out);

#endif
