// SPDX-License-Identifier: MIT
/*
 * What past matches teach a book: where our side left it and lost, and how often games from a
 * position were drawn.
 */
#ifndef DAMA_CORE_STUDY_LEARN_H
#define DAMA_CORE_STUDY_LEARN_H

#include "core/book/book.h"

/** A position in which lost games left the book. */
struct learned {
    struct position pos;
    unsigned games; /* that our side lost after it */
};

struct learned_list {
    struct learned *at; /* owned; those with most games first */
    unsigned n, room;
    unsigned games;  /* that our side lost, of the book's variant */
    unsigned inside; /* of these, those that ended within the book */
};

/**
 * Finds where games that `player` lost left the book: the last position of each that the book has.
 * @param path   a file of results: core/store/results.h
 * @param player its name
 * @return 0, or -1 with `err`: not such a file, nobody of that name played
 */
int learn_losses(struct book *book, const char *path, const char *player, struct learned_list *out,
                 struct err *err);

void learned_list_fini(struct learned_list *list);

/** How games went that came through a position. */
struct learned_draws {
    uint64_t key; /* position_key */
    uint64_t games, drawn;
};

/** Games by the position that their openings ended in. */
struct learned_openings {
    struct learned_draws *at; /* owned */
    unsigned n, room;
};

int learn_openings(const struct rules *rules, const char *path, struct learned_openings *out,
                   struct err *err);

/** @return NULL where no game began there */
const struct learned_draws *learned_find(const struct learned_openings *openings, uint64_t key);

void learned_openings_fini(struct learned_openings *openings);

#endif
