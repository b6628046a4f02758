// SPDX-License-Identifier: MIT
/* Whole tables of a book, row by row. */
#include "core/store/book-db-internal.h"

#include <stdlib.h>

struct book_db_rows {
    struct book_db *db;
    sqlite3_stmt *stmt;
};

int book_db_rows_open(struct book_db *db, enum book_db_table table, struct book_db_rows **out,
                      struct err *err)
{
    static const char *const sql[] = {
        [BOOK_DB_POSITIONS] = "SELECT key, board FROM main.position ORDER BY key",
        [BOOK_DB_EDGES] = "SELECT " EDGE_COLUMNS " FROM main.move ORDER BY key, move",
        [BOOK_DB_EVALS] = "SELECT key, " EVAL_COLUMNS
                          " FROM evaluation LEFT JOIN engine ON engine.id = engine_id ORDER BY key",
        [BOOK_DB_TEMP_EDGES] = "SELECT " EDGE_COLUMNS " FROM temp.move ORDER BY key, move",
    };
    struct book_db_rows *rows = calloc(1, sizeof *rows);
    if (!rows)
        return err_memory(err);
    rows->db = db;
    if (db_prepare(&db->db, sql[table], &rows->stmt, err)) {
        book_db_rows_close(rows);
        return -1;
    }
    *out = rows;
    return 0;
}

/* @return 1 a row, 0 the end, -1 with `err` */
static int next_row(struct book_db_rows *rows, struct err *err)
{
    int rc = sqlite3_step(rows->stmt);
    return rc == SQLITE_ROW ? 1 : rc == SQLITE_DONE ? 0 : db_failed(&rows->db->db, err);
}

int book_db_rows_position(struct book_db_rows *rows, uint64_t *key, uint8_t *board, size_t *n,
                          struct err *err)
{
    int rc = next_row(rows, err);
    if (rc <= 0)
        return rc;
    *key = (uint64_t)sqlite3_column_int64(rows->stmt, 0);
    struct text blob = db_column_blob(rows->stmt, 1);
    if (blob.n == 0 || blob.n > BOOK_BOARD_MAX)
        return book_db_damaged(rows->db, "position", (int64_t)*key, err);
    memcpy(board, blob.s, *n = blob.n);
    return 1;
}

int book_db_rows_edge(struct book_db_rows *rows, struct book_edge *edge, struct err *err)
{
    int rc = next_row(rows, err);
    if (rc > 0)
        book_db_read_edge(rows->stmt, edge);
    return rc;
}

int book_db_rows_eval(struct book_db_rows *rows, uint64_t *key, struct book_eval *eval,
                      struct err *err)
{
    int rc = next_row(rows, err);
    if (rc > 0) {
        *key = (uint64_t)sqlite3_column_int64(rows->stmt, 0);
        book_db_read_eval(rows->stmt, 1, eval);
    }
    return rc;
}

void book_db_rows_close(struct book_db_rows *rows)
{
    if (rows)
        sqlite3_finalize(rows->stmt);
    free(rows);
}
