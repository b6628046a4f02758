// SPDX-License-Identifier: MIT
#include "core/book/edge-pairs.h"

int book_key_order(uint64_t a, uint64_t b) { return (int64_t)a < (int64_t)b ? -1 : a != b; }

int book_edge_order(const struct book_edge *a, const struct book_edge *b)
{
    if (a->key != b->key)
        return book_key_order(a->key, b->key);
    return a->move < b->move ? -1 : a->move > b->move;
}

int book_edge_pairs(struct book_edge_table a, struct book_edge_table b,
                    int (*each)(void *ctx, const struct book_edge *a, const struct book_edge *b,
                                struct err *err),
                    void *ctx, struct err *err)
{
    struct book_db_rows *rows_a = NULL, *rows_b = NULL;
    struct book_edge edge_a = {0}, edge_b = {0};
    int more_a = 0, more_b = 0, rc = -1;
    if (book_db_rows_open(a.db, a.table, &rows_a, err)
        || book_db_rows_open(b.db, b.table, &rows_b, err)
        || (more_a = book_db_rows_edge(rows_a, &edge_a, err)) < 0
        || (more_b = book_db_rows_edge(rows_b, &edge_b, err)) < 0)
        goto done;
    rc = 0;
    while (rc == 0 && (more_a > 0 || more_b > 0)) {
        int order = !more_b ? -1 : !more_a ? 1 : book_edge_order(&edge_a, &edge_b);
        rc = each(ctx, order <= 0 ? &edge_a : NULL, order >= 0 ? &edge_b : NULL, err);
        if (rc == 0 && order <= 0 && (more_a = book_db_rows_edge(rows_a, &edge_a, err)) < 0)
            rc = -1;
        if (rc == 0 && order >= 0 && (more_b = book_db_rows_edge(rows_b, &edge_b, err)) < 0)
            rc = -1;
    }
done:
    book_db_rows_close(rows_a);
    book_db_rows_close(rows_b);
    return rc;
}
