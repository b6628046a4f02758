// SPDX-License-Identifier: MIT
#include "cmd/lib/kept-rows.h"

#include "core/base/walk.h"
#include "pdn/format.h"

#include <stdlib.h>

struct kept_rows {
    struct walk files;
    struct store **stores; /* n of them; owned */
    unsigned n;
};

int kept_rows_open(char *const *operands, int n, struct kept_rows **out, struct err *err)
{
    struct kept_rows *kept = calloc(1, sizeof *kept);
    if (!kept)
        return err_memory(err);
    *out = kept;
    if (n && walk_operands_wanted(&kept->files, operands, n, format_is_game_file, err))
        return -1;
    kept->stores = calloc(kept->files.n + 1, sizeof(struct store *));
    if (!kept->stores)
        return err_memory(err);
    for (unsigned i = 0; i < kept->files.n; i++) {
        struct err other = {0}; /* it is any other file, without judgements */
        if (store_open(kept->files.paths[i], STORE_READ, &kept->stores[kept->n], &other) == 0)
            kept->n++;
    }
    return 0;
}

int kept_rows_copy(struct kept_rows *kept, struct hash128 content, struct store *to, int64_t game,
                   struct err *err)
{
    int rc = 0;
    for (unsigned i = 0; kept && i < kept->n && rc == 0; i++)
        rc = store_copy_judgements(kept->stores[i], content, to, game, err);
    return rc < 0 ? -1 : 0;
}

int kept_rows_keep(struct kept_rows *kept, struct hash128 content, struct journal *journal,
                   struct err *err)
{
    int rc = 0;
    for (unsigned i = 0; i < kept->n && rc == 0; i++)
        rc = journal_rows_keep(journal, content, kept->stores[i], err);
    return rc < 0 ? -1 : 0;
}

void kept_rows_close(struct kept_rows *kept)
{
    if (!kept)
        return;
    for (unsigned i = 0; i < kept->n; i++)
        store_close(kept->stores[i]);
    free(kept->stores);
    walk_fini(&kept->files);
    free(kept);
}
