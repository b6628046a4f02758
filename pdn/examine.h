// SPDX-License-Identifier: MIT
/*
 * Finds everything there is to report about a chunk of PDN: its games are parsed and played
 * through, and the text as a whole is examined.
 */
#ifndef DAMA_PDN_EXAMINE_H
#define DAMA_PDN_EXAMINE_H

#include "core/base/pipeline.h"
#include "core/check/check.h"

/** What was found in a chunk. Lives in the chunk's arena. */
struct examined {
    /*
     * offsets count from the start of the chunk's text, games from 0; findings about the whole
     * chunk have the game EXAMINED_NO_GAME
     */
    struct findings findings;
    uint32_t games; /* all games, with moves or without */
    uint32_t with_moves;
    uint32_t legal; /* games with moves, all of them legal */
    uint64_t plies; /* of main lines */
    uint32_t with_tags;
    bool not_pdn;      /* it is no PDN: nothing was read */
    bool lf, crlf, cr; /* line ends found */
};

#define EXAMINED_NO_GAME UINT32_MAX

/** The state that a worker keeps from chunk to chunk. */
struct examiner;

/** @return NULL when out of memory */
struct examiner *examiner_open(const struct check_options *options);
void examiner_close(struct examiner *examiner);

/**
 * Examines a chunk of a pipeline whose splitter is pdn_split.
 * @param out set to the result, allocated in the chunk's arena
 * @return 0, or -1 with `err`: out of memory
 */
int examine_chunk(struct examiner *examiner, struct chunk *chunk, struct examined **out,
                  struct err *err);

#endif
