// SPDX-License-Identifier: MIT
/* The things that games had but the output could not hold. */
#ifndef DAMA_CMD_LIB_WRITTEN_LOSSES_H
#define DAMA_CMD_LIB_WRITTEN_LOSSES_H

#include "core/game/game.h"
#include "pdn/format.h"

/** Zero: nothing is lost. */
struct written_losses {
    unsigned lost; /* bits of enum format_holds */
    uint64_t judgements,
        members;      /* games whose judgements, or unknown JSON members, were left out */
    uint64_t results; /* results after the moves that contradict the Result tag */
};

/** Whether the result after the moves contradicts the Result tag. */
bool written_losses_has_two_results(const struct game *game);

/** Says that records could not be read and were left out, if any. */
void written_losses_say_unreadable(uint64_t records);

/** Says, as messages, what was lost. */
void written_losses_say(const struct written_losses *losses, const struct format *to);

#endif
