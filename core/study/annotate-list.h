// SPDX-License-Identifier: MIT
/*
 * The games that a run has to judge: each once, identified by its content, in the order of the
 * input.
 */
#ifndef DAMA_CORE_STUDY_ANNOTATE_LIST_H
#define DAMA_CORE_STUDY_ANNOTATE_LIST_H

#include "core/game/game.h"
#include "core/store/journal.h"

/** A game to judge. */
struct annotate_task {
    int64_t number; /* in the journal's list, from 1 */
    struct hash128 key;
    unsigned plies;
    bool taken, done; /* a worker has it; it has verdicts */
    float worth;      /* of a deeper look; 0: there is nothing to gain */
    uint64_t nodes;   /* for each position, the last time it was judged */
};

/** Zero is empty. */
struct annotate_list {
    struct annotate_task *at; /* n of them; owned */
    unsigned n, room;
    struct annotate_task **offered; /* for a deeper look: annotate-plan.h. Room for n; owned */
    unsigned n_offered;
};

/** The text that a game was read from, if it is kept. */
struct annotate_source {
    enum annotate_form { ANNOTATE_NO_SOURCE, ANNOTATE_PDN, ANNOTATE_JSONL } form;
    struct text text;
};

/**
 * Packs a checked game for the journal's list. The record of a game without plies to analyse is
 * followed by its source, so that the game can be written as it was read. So is the record of a
 * game whose source contains judgements, which are kept if the engine fails at it.
 * @param wanted false: the game is not to be analysed
 * @param form   of game->source
 * @return 0, or -1 with `err`: out of memory
 */
int annotate_pack(const struct game *game, bool wanted, enum annotate_form form, struct buffer *out,
                  struct err *err);

/** The source of a game, from the bytes `rest` after its record; borrowed from there. */
struct annotate_source annotate_source_of(struct text rest);

/** Unpacks the bytes made by annotate_pack. @return whether they are valid */
bool annotate_unpack(struct text bytes, struct journal_game *out);

/**
 * Fills the list with the journal's games that have moves to judge, leaving out copies.
 * @param shard  only games of this shard, from 0
 * @param shards 0: all games
 * @return 0, or -1 with `err`
 */
int annotate_list_load(struct annotate_list *list, struct journal *journal, unsigned shard,
                       unsigned shards, struct err *err);

void annotate_list_fini(struct annotate_list *list);

#endif
