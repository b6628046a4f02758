// SPDX-License-Identifier: MIT
/*
 * Names taken apart, for names.c and name-count.c.
 */
#ifndef DAMA_CORE_GAME_NAMES_INSIDE_H
#define DAMA_CORE_GAME_NAMES_INSIDE_H

#include "core/game/names.h"

enum { NAME_WORDS_MAX = 8 };

struct name_word {
    struct text text; /* folded; points into what it was made of */
    bool given;       /* no part of the family name */
    bool initial;
};

/** Takes a folded name apart; particles are left out. @return words */
unsigned name_words(struct text folded, struct name_word words[NAME_WORDS_MAX]);

#endif
