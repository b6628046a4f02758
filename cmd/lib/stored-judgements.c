// SPDX-License-Identifier: MIT
#include "cmd/lib/stored-judgements.h"

#include "core/base/source.h"
#include "core/base/walk.h"
#include "pdn/format.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct stored_judgements {
    struct walk files;
    struct store **stores; /* n of them; owned */
    unsigned n;
};

/* @return 1 it is, 0 it is any other input, or missing, -1 with `err` */
static int is_collection(const char *path, struct err *err)
{
    char head[STORE_HEAD_SIZE];
    if (!source_is_file(path))
        return 0;
    FILE *file = fopen(path, "rb");
    if (!file) /* what else can be wrong was reported when its games were read */
        return errno == EMFILE || errno == ENFILE ? err_file(err, path, "%s", strerror(errno)) : 0;
    const size_t n = fread(head, 1, sizeof head, file);
    fclose(file);
    return store_is_collection(head, n);
}

/* Opens all that can be opened. */
static int open_stores(struct stored_judgements *stored, struct err *err)
{
    int rc = 0;
    for (unsigned i = 0; i < stored->files.n; i++) {
        const char *path = stored->files.paths[i];
        const int is = is_collection(path, err);
        if (is < 0 || (is && store_open(path, STORE_READ, &stored->stores[stored->n], err)))
            rc = -1;
        else
            stored->n += is > 0;
    }
    return rc;
}

int stored_judgements_open(char *const *operands, int n, struct stored_judgements **out,
                           struct err *err)
{
    struct stored_judgements *stored = calloc(1, sizeof *stored);
    *out = stored;
    if (!stored)
        return err_memory(err);
    if (n && walk_operands_wanted(&stored->files, operands, n, format_is_game_file, err))
        return -1;
    stored->stores = calloc(stored->files.n + 1, sizeof(struct store *));
    return stored->stores ? open_stores(stored, err) : err_memory(err);
}

int stored_judgements_copy(struct stored_judgements *stored, struct hash128 content,
                           struct store *to, int64_t game, struct err *err)
{
    int rc = 0;
    for (unsigned i = 0; stored && i < stored->n && rc == 0; i++)
        rc = store_copy_judgements(stored->stores[i], content, to, game, err);
    return rc < 0 ? -1 : 0;
}

int stored_judgements_keep(struct stored_judgements *stored, struct hash128 content,
                           struct journal *journal, struct err *err)
{
    int rc = 0;
    for (unsigned i = 0; i < stored->n && rc == 0; i++)
        rc = journal_rows_keep(journal, content, stored->stores[i], err);
    return rc < 0 ? -1 : 0;
}

void stored_judgements_close(struct stored_judgements *stored)
{
    if (!stored)
        return;
    for (unsigned i = 0; i < stored->n; i++)
        store_close(stored->stores[i]);
    free(stored->stores);
    walk_fini(&stored->files);
    free(stored);
}
