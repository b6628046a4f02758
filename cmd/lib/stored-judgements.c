// SPDX-License-Identifier: MIT
#include "cmd/lib/stored-judgements.h"

#include "core/base/walk.h"
#include "pdn/format.h"

#include <stdlib.h>

struct stored_judgements {
    struct walk files;
    struct store **stores; /* n of them; owned */
    unsigned n;
};

int stored_judgements_open(char *const *operands, int n, struct stored_judgements **out,
                           struct err *err)
{
    struct stored_judgements *stored = calloc(1, sizeof *stored);
    if (!stored)
        return err_memory(err);
    *out = stored;
    if (n && walk_operands_wanted(&stored->files, operands, n, format_is_game_file, err))
        return -1;
    stored->stores = calloc(stored->files.n + 1, sizeof(struct store *));
    if (!stored->stores)
        return err_memory(err);
    for (unsigned i = 0; i < stored->files.n; i++) {
        struct err other = {0}; /* it is any other file, without judgements */
        if (store_open(stored->files.paths[i], STORE_READ, &stored->stores[stored->n], &other) == 0)
            stored->n++;
    }
    return 0;
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
