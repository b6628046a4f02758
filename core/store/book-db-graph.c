// SPDX-License-Identifier: MIT
/* The positions of a book, the moves between them, and what the engine says about them. */
#include "core/base/array.h"
#include "core/base/utf8.h"
#include "core/store/book-db-internal.h"
#include "core/store/book-schema.h"

#include <limits.h>
#include <stdlib.h>

/* ---- writing ---- */

int book_db_add_position(struct book_db *db, enum book_db_place place, uint64_t key,
                         struct text board, struct err *err)
{
    sqlite3_stmt *stmt;
    if (book_db_take(db, place == BOOK_DB_MAIN ? ADD_POSITION : ADD_TEMP_POSITION, &stmt, err))
        return -1;
    sqlite3_bind_int64(stmt, 1, (int64_t)key);
    book_db_bind_blob(stmt, 2, board);
    return db_run(&db->db, stmt, err);
}

int book_db_add_edge(struct book_db *db, enum book_db_place place, const struct book_edge *edge,
                     struct err *err)
{
    sqlite3_stmt *stmt;
    if (book_db_take(db, place == BOOK_DB_MAIN ? ADD_EDGE : ADD_TEMP_EDGE, &stmt, err))
        return -1;
    const int64_t values[] = {(int64_t)edge->key, (int64_t)edge->next, edge->move,    edge->won,
                              edge->drawn,        edge->lost,          edge->unknown, edge->good,
                              edge->bad,          edge->year,          edge->rating,  edge->engine};
    for (int i = 0; i < (int)ARRAY_LEN(values); i++)
        sqlite3_bind_int64(stmt, i + 1, values[i]);
    return db_run(&db->db, stmt, err);
}

/*
 * Until the temporary tables are dropped, the book's views would read them, since they shadow its
 * own tables. None of our code uses the views in the meantime.
 */
int book_db_make_temp(struct book_db *db, struct err *err)
{
    return db_exec(&db->db,
                   "DROP TABLE IF EXISTS temp.position; DROP TABLE IF EXISTS temp.move;"
                   "CREATE TEMP TABLE position (key INTEGER PRIMARY KEY, board BLOB NOT NULL);"
                   "CREATE TEMP TABLE move (" BOOK_MOVE_COLUMNS ") WITHOUT ROWID;"
                   "INSERT INTO temp.move (" EDGE_COLUMNS ")"
                   " SELECT key, next, move, 0, 0, 0, 0, 0, 0, 0, 0, 1 FROM main.move WHERE engine",
                   err);
}

int book_db_clear_counts(struct book_db *db, struct err *err)
{
    return db_exec(&db->db,
                   "DELETE FROM main.move WHERE NOT engine;"
                   "UPDATE main.move SET won = 0, drawn = 0, lost = 0, unknown = 0, good = 0,"
                   " bad = 0, year = 0, rating = 0;",
                   err);
}

#define RARE                                                                      \
 "(won + drawn + lost + unknown < %u OR (won + drawn + lost + unknown) * 10000 <" \
 " (SELECT games FROM total WHERE total.key = move.key) * %u)"

int book_db_thin(struct book_db *db, enum book_db_place place, unsigned min_games,
                 unsigned min_share, struct err *err)
{
    const char *schema = place == BOOK_DB_MAIN ? "main" : "temp";
    char sql[1024];
    sqlite3_snprintf(
        sizeof sql, sql,
        "CREATE TEMP TABLE total AS SELECT key, sum(won + drawn + lost + unknown) AS games"
        " FROM %s.move GROUP BY key;"
        "CREATE UNIQUE INDEX temp.total_key ON total (key);"
        "UPDATE %s.move SET won = 0, drawn = 0, lost = 0, unknown = 0, good = 0, bad = 0, year = 0,"
        " rating = 0 WHERE engine AND " RARE ";"
        "DELETE FROM %s.move WHERE NOT engine AND " RARE ";"
        "DROP TABLE temp.total;",
        schema, schema, min_games, min_share, schema, min_games, min_share);
    return db_exec(&db->db, sql, err);
}

int book_db_drop_orphans(struct book_db *db, uint64_t root, struct err *err)
{
    char sql[512];
    sqlite3_snprintf(sizeof sql, sql,
                     "DELETE FROM main.position WHERE key <> %lld"
                     " AND key NOT IN (SELECT key FROM main.move)"
                     " AND key NOT IN (SELECT next FROM main.move);"
                     "DELETE FROM evaluation WHERE key NOT IN (SELECT key FROM main.position);",
                     (long long)root);
    return db_exec(&db->db, sql, err);
}

int book_db_drop_bad_moves(struct book_db *db, int margin, struct err *err)
{
    char sql[512];
    sqlite3_snprintf(sizeof sql, sql,
                     "DELETE FROM main.move WHERE engine AND won + drawn + lost + unknown = 0"
                     " AND EXISTS (SELECT 1 FROM evaluation AS here, evaluation AS there"
                     " WHERE here.key = main.move.key AND there.key = main.move.next"
                     " AND here.expanded AND NOT there.expanded AND here.value + there.value > %d)",
                     margin > 0 ? margin : 1); /* when losing, the best is one off */
    return db_exec(&db->db, sql, err);
}

int book_db_drop_leaf_moves(struct book_db *db, int margin, struct err *err)
{
    char sql[512];
    sqlite3_snprintf(
        sizeof sql, sql,
        "DELETE FROM main.move WHERE engine AND won + drawn + lost + unknown = 0"
        " AND EXISTS (SELECT 1 FROM evaluation AS leaf, main.move AS other, evaluation AS inner"
        " WHERE leaf.key = main.move.next AND NOT leaf.expanded AND other.key = main.move.key"
        " AND inner.key = other.next AND inner.expanded AND inner.value < leaf.value + %d)",
        margin);
    return db_exec(&db->db, sql, err);
}

int book_db_board(struct book_db *db, uint64_t key, uint8_t *board, size_t *n, struct err *err)
{
    sqlite3_stmt *stmt;
    if (book_db_take(db, GET_BOARD, &stmt, err))
        return -1;
    sqlite3_bind_int64(stmt, 1, (int64_t)key);
    int rc = sqlite3_step(stmt);
    struct text blob = rc == SQLITE_ROW ? db_column_blob(stmt, 0) : (struct text){0};
    if (rc != SQLITE_ROW && rc != SQLITE_DONE)
        rc = db_failed(&db->db, err);
    else if (rc == SQLITE_ROW && (blob.n == 0 || blob.n > BOOK_BOARD_MAX))
        rc = book_db_damaged(db, "position", (int64_t)key, err);
    else if (rc == SQLITE_ROW)
        memcpy(board, blob.s, *n = blob.n);
    sqlite3_reset(stmt);
    return rc < 0 ? -1 : rc == SQLITE_ROW;
}

int book_db_has(struct book_db *db, uint64_t key, struct err *err)
{
    sqlite3_stmt *stmt;
    if (book_db_take(db, HAS_POSITION, &stmt, err))
        return -1;
    sqlite3_bind_int64(stmt, 1, (int64_t)key);
    int rc = sqlite3_step(stmt);
    if (rc != SQLITE_ROW && rc != SQLITE_DONE)
        rc = db_failed(&db->db, err);
    sqlite3_reset(stmt);
    return rc < 0 ? -1 : rc == SQLITE_ROW;
}

/*
 * Numbers in a file may have 64 bits; an impossible one, cut down to fewer, could look like any
 * other.
 * @param most also stands for what is negative or larger
 */
static uint32_t count_at(sqlite3_stmt *stmt, int at, uint32_t most)
{
    const int64_t number = sqlite3_column_int64(stmt, at);
    return number < 0 || number > most ? most : (uint32_t)number;
}

/* Likewise; the lowest int has no negative. */
static int score_at(sqlite3_stmt *stmt, int at)
{
    const int64_t number = sqlite3_column_int64(stmt, at);
    return number > INT_MAX ? INT_MAX : number < -INT_MAX ? -INT_MAX : (int)number;
}

void book_db_read_edge(sqlite3_stmt *stmt, struct book_edge *out)
{
    *out = (struct book_edge){
        .key = (uint64_t)sqlite3_column_int64(stmt, 0),
        .next = (uint64_t)sqlite3_column_int64(stmt, 1),
        .move = count_at(stmt, 2, UINT32_MAX),
        .won = count_at(stmt, 3, UINT32_MAX),
        .drawn = count_at(stmt, 4, UINT32_MAX),
        .lost = count_at(stmt, 5, UINT32_MAX),
        .unknown = count_at(stmt, 6, UINT32_MAX),
        .good = count_at(stmt, 7, UINT32_MAX),
        .bad = count_at(stmt, 8, UINT32_MAX),
        .year = (uint16_t)count_at(stmt, 9, UINT16_MAX),
        .rating = (uint16_t)count_at(stmt, 10, UINT16_MAX),
        .engine = sqlite3_column_int(stmt, 11) != 0,
    };
}

static int read_edges(struct book_db *db, enum book_statement which, uint64_t key,
                      struct book_edges *out, struct err *err)
{
    sqlite3_stmt *stmt;
    int rc;
    out->n = 0;
    if (book_db_take(db, which, &stmt, err))
        return -1;
    sqlite3_bind_int64(stmt, 1, (int64_t)key);
    while ((rc = sqlite3_step(stmt)) == SQLITE_ROW) {
        if (!ARRAY_GROW(out->at, out->n, out->room)) {
            err_memory(err);
            break;
        }
        book_db_read_edge(stmt, &out->at[out->n++]);
    }
    if (rc != SQLITE_DONE)
        db_failed(&db->db, err);
    sqlite3_reset(stmt);
    return rc == SQLITE_DONE ? 0 : -1;
}

int book_db_moves(struct book_db *db, uint64_t key, struct book_edges *out, struct err *err)
{
    return read_edges(db, GET_MOVES, key, out, err);
}

int book_db_parents(struct book_db *db, uint64_t key, struct book_edges *out, struct err *err)
{
    return read_edges(db, GET_PARENTS, key, out, err);
}

void book_edges_fini(struct book_edges *edges)
{
    free(edges->at);
    *edges = (struct book_edges){0};
}

/* ---- evaluations ---- */

static void copy_text(char *out, size_t room, struct text t)
{
    size_t n = utf8_fit(t.s, t.n, room - 1);
    memcpy(out, t.s, n);
    out[n] = '\0';
}

void book_db_read_eval(sqlite3_stmt *stmt, int first, struct book_eval *out)
{
    *out = (struct book_eval){
        .has_score = sqlite3_column_type(stmt, first) != SQLITE_NULL,
        .score = score_at(stmt, first),
        .depth = count_at(stmt, first + 1, UINT32_MAX),
        .nodes = sqlite3_column_int64(stmt, first + 2),
        .value = score_at(stmt, first + 5),
        .expanded = sqlite3_column_int(stmt, first + 6) != 0,
    };
    copy_text(out->engine, sizeof out->engine, db_column_text(stmt, first + 3));
    copy_text(out->date, sizeof out->date, db_column_text(stmt, first + 4));
}

int book_db_eval(struct book_db *db, uint64_t key, struct book_eval *out, struct err *err)
{
    sqlite3_stmt *stmt;
    if (book_db_take(db, GET_EVAL, &stmt, err))
        return -1;
    sqlite3_bind_int64(stmt, 1, (int64_t)key);
    int rc = sqlite3_step(stmt);
    if (rc == SQLITE_ROW)
        book_db_read_eval(stmt, 0, out);
    else if (rc != SQLITE_DONE)
        rc = db_failed(&db->db, err);
    sqlite3_reset(stmt);
    return rc < 0 ? -1 : rc == SQLITE_ROW;
}

static struct book_choice_row *new_choice(struct book_choice_rows *rows)
{
    return ARRAY_GROW(rows->at, rows->n, rows->room) ? &rows->at[rows->n++] : NULL;
}

int book_db_choices(struct book_db *db, uint64_t key, struct book_choice_rows *out, struct err *err)
{
    enum { SCORE = 12, VALUE = SCORE + 5 }; /* columns after those of the move */
    sqlite3_stmt *stmt;
    int rc;
    out->n = 0;
    if (book_db_take(db, GET_CHOICES, &stmt, err))
        return -1;
    sqlite3_bind_int64(stmt, 1, (int64_t)key);
    while ((rc = sqlite3_step(stmt)) == SQLITE_ROW) {
        struct book_choice_row *row = new_choice(out);
        if (!row) {
            err_memory(err);
            break;
        }
        book_db_read_edge(stmt, &row->edge);
        row->known = sqlite3_column_type(stmt, VALUE) != SQLITE_NULL;
        if (row->known)
            book_db_read_eval(stmt, SCORE, &row->eval);
    }
    if (rc != SQLITE_DONE)
        db_failed(&db->db, err);
    sqlite3_reset(stmt);
    return rc == SQLITE_DONE ? 0 : -1;
}

void book_choice_rows_fini(struct book_choice_rows *rows)
{
    free(rows->at);
    *rows = (struct book_choice_rows){0};
}

int book_db_put_eval(struct book_db *db, uint64_t key, const struct book_eval *eval,
                     struct err *err)
{
    sqlite3_stmt *stmt;
    if (eval->has_score) {
        if (book_db_take(db, PUT_ENGINE, &stmt, err))
            return -1;
        book_db_bind_text(stmt, 1, text_of(eval->engine));
        if (db_run(&db->db, stmt, err))
            return -1;
    }
    if (book_db_take(db, PUT_EVAL, &stmt, err))
        return -1;
    sqlite3_clear_bindings(stmt);
    sqlite3_bind_int64(stmt, 1, (int64_t)key);
    if (eval->has_score) {
        sqlite3_bind_int(stmt, 2, eval->score);
        sqlite3_bind_int64(stmt, 3, eval->depth);
        sqlite3_bind_int64(stmt, 4, eval->nodes);
        book_db_bind_text(stmt, 5, text_of(eval->engine));
        book_db_bind_text(stmt, 6, text_of(eval->date));
    }
    sqlite3_bind_int(stmt, 7, eval->value);
    sqlite3_bind_int(stmt, 8, eval->expanded);
    return db_run(&db->db, stmt, err);
}

int book_db_put_run(struct book_db *db, struct book_run *run_row, struct err *err)
{
    sqlite3_stmt *stmt;
    bool is_new = run_row->id == 0;
    int at = 1;
    if (book_db_take(db, is_new ? ADD_RUN : PUT_RUN, &stmt, err))
        return -1;
    if (is_new) {
        book_db_bind_text(stmt, at++, text_of(run_row->engine));
        book_db_bind_text(stmt, at++, text_of(run_row->limits));
    }
    sqlite3_bind_int64(stmt, at++, run_row->expanded);
    sqlite3_bind_int64(stmt, at++, run_row->evaluated);
    if (!is_new)
        sqlite3_bind_int64(stmt, at, run_row->id);
    if (db_run(&db->db, stmt, err))
        return -1;
    if (is_new)
        run_row->id = sqlite3_last_insert_rowid(db->db.sql);
    return 0;
}
