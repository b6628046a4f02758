// SPDX-License-Identifier: MIT
/*
 * Cuts inputs into pieces of whole records, one after another: the pipeline's first half, for one
 * thread.
 */
#ifndef DAMA_CORE_BASE_PIECES_H
#define DAMA_CORE_BASE_PIECES_H

#include "core/base/pipeline.h"

/** A piece and the memory its text lies in, used again and again. Zero is empty. */
struct piece_room {
    struct piece piece;
    struct err failure; /* what piece.failed points to */
    char *text;         /* owned */
    size_t room;
};

/** Where the cutting is. Opaque. */
struct pieces;

/** @return 0, or -1 with `err`: out of memory. All arguments are borrowed. */
int pieces_open(const struct pipeline *pipeline, const char *const *paths, unsigned n_paths,
                struct pieces **out, struct err *err);

/**
 * Makes the next piece.
 * @return 1 a piece, 0 no more (all read, or a signal asks to stop), -1 with `err`: out of memory,
 *        unknown encoding
 */
int pieces_next(struct pieces *pieces, struct piece_room *room, struct err *err);

/** @return bytes of the packed inputs used so far */
uint64_t pieces_used(const struct pieces *pieces);

/** NULL is allowed. */
void pieces_close(struct pieces *pieces);

/** Empties a room after use; what is unusually large is given back. */
void piece_room_clear(struct piece_room *room, size_t usual);
void piece_room_fini(struct piece_room *room);

#endif
