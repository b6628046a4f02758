// SPDX-License-Identifier: MIT
/*
 * The schema of opening books: dama-book(5).
 */
#ifndef DAMA_CORE_STORE_BOOK_SCHEMA_H
#define DAMA_CORE_STORE_BOOK_SCHEMA_H

#include "core/store/db.h"

extern const struct db_kind book_schema_kind;

/* The columns of the table `move` and of its temporary copy. */
#define BOOK_MOVE_COLUMNS                      \
 " key INTEGER NOT NULL REFERENCES position,"  \
 " move INTEGER NOT NULL,"                     \
 " next INTEGER NOT NULL REFERENCES position," \
 " won INTEGER NOT NULL,"                      \
 " drawn INTEGER NOT NULL,"                    \
 " lost INTEGER NOT NULL,"                     \
 " unknown INTEGER NOT NULL,"                  \
 " good INTEGER NOT NULL,"                     \
 " bad INTEGER NOT NULL,"                      \
 " year INTEGER NOT NULL,"                     \
 " rating INTEGER NOT NULL,"                   \
 " engine INTEGER NOT NULL,"                   \
 " PRIMARY KEY (key, move)"

#endif
