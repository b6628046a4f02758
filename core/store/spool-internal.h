// SPDX-License-Identifier: MIT
/* Shared by the files of the spool. */
#ifndef DAMA_CORE_STORE_SPOOL_INTERNAL_H
#define DAMA_CORE_STORE_SPOOL_INTERNAL_H

#include "core/store/db.h"
#include "core/store/spool.h"

#include <stdio.h>

/* The first byte of an entry in spool_game.said: what the entry is about. */
enum said_kind { SAID_COMMENT, SAID_VARIATION, SAID_NAG, SAID_KINDS };

struct spool {
    enum dedupe dedupe;
    FILE *bytes;
    uint64_t size; /* of bytes */
    int64_t at;    /* offset at which the next read would begin; -1 unknown */
    struct db db;  /* temporary, without a path */
    sqlite3_stmt *add;
};

#endif
