// SPDX-License-Identifier: MIT
/*
 * What the files of the spool share.
 */
#ifndef DAMA_CORE_STORE_SPOOL_INSIDE_H
#define DAMA_CORE_STORE_SPOOL_INSIDE_H

#include "core/store/db.h"
#include "core/store/spool.h"

#include <stdio.h>

/* What an entry of spool_game.said is about: its first byte. */
enum said_kind { SAID_COMMENT, SAID_VARIATION, SAID_NAG, SAID_KINDS };

struct spool {
    enum dedupe dedupe;
    FILE *bytes;
    uint64_t size; /* of bytes */
    int64_t at;    /* offset of the next read; -1 unknown */
    struct db db;  /* without a path */
    sqlite3_stmt *add;
};

#endif
