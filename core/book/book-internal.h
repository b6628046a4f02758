// SPDX-License-Identifier: MIT
/*
 * An open book. Only for the files of this folder.
 */
#ifndef DAMA_CORE_BOOK_BOOK_INTERNAL_H
#define DAMA_CORE_BOOK_BOOK_INTERNAL_H

#include "core/book/book.h"

struct book {
    struct book_db *db;
    const char *path;      /* as the user wrote it; borrowed */
    struct outfile *fresh; /* the file of a new book; owned; NULL: the book existed before */
    struct book_settings settings;
    struct codes codes;
    int64_t counted;   /* games up to this number are in the counts */
    bool recount;      /* all games must be counted again */
    int64_t version;   /* of the file, when a change last began */
    struct moves list; /* scratch */
    struct book_edges edges;
    struct book_choice_rows choices;
    struct book_db_counts size; /* its years are needed for weights; filled once */
    bool has_size;
};

enum { BOOK_COUNT_DAMAGED = -2 };

/**
 * Adds the games with numbers above `after` to the counts in a place.
 * @return as book_count; BOOK_COUNT_DAMAGED with `err`: a game of the book cannot be played
 */
int book_count_into(struct book *book, enum book_db_place place, int64_t after,
                    bool (*stopped)(void), struct err *err);

static inline struct src_pos book_place(const struct book *book)
{
    return (struct src_pos){.file = book->path};
}

/** Makes an error refer to the path that the user gave. @return -1 */
int book_failed(const struct book *book, struct err *err);

#endif
