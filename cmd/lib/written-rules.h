// SPDX-License-Identifier: MIT
/*
 * The rules of the games in a PDN output. A reader that finds no tag for them goes by the other
 * games in the file.
 */
#ifndef DAMA_CMD_LIB_WRITTEN_RULES_H
#define DAMA_CMD_LIB_WRITTEN_RULES_H

#include "core/board/rules.h"

/** Zero is empty. */
struct written_rules {
    /* of the first game that has a tag for them, and of one that has another; NULL: none */
    const struct rules *tagged, *other_tagged;
    const struct rules *untagged, *other_untagged; /* the same of games without such a tag */
};

/**
 * Remembers by which rules a game was read.
 * @param rules   NULL: it is not in PDN, or they are not known
 * @param has_tag whether GameType or Variant names them
 */
void written_rules_note(struct written_rules *written, const struct rules *rules, bool has_tag);

/**
 * Says, as a message, that games without a tag may be read by the rules of others.
 * @param advice how to have them apart, which changes none: "separate them with --split=variant"
 */
void written_rules_say(const struct written_rules *written, const char *advice);

#endif
