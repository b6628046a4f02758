// SPDX-License-Identifier: MIT
/* Files of results: their statements, names and incidents. */
#include "core/base/source.h"
#include "core/store/results-internal.h"

#include <stdlib.h>

/* ---- statements ---- */

int results_prepare(struct results *results, const char *sql, struct results_query *out,
                    struct err *err)
{
    out->results = results;
    return db_prepare(&results->db, sql, &out->stmt, err);
}

int results_step(struct results_query *query, struct err *err)
{
    int rc = sqlite3_step(query->stmt);
    if (rc == SQLITE_ROW)
        return 1;
    return rc == SQLITE_DONE ? 0 : db_failed(&query->results->db, err);
}

int results_run(struct results_query *query, struct err *err)
{
    int rc = results_step(query, err);
    sqlite3_reset(query->stmt);
    return rc < 0 ? -1 : 0;
}

void results_end(struct results_query *query)
{
    sqlite3_finalize(query->stmt);
    query->stmt = NULL;
}

void results_bind(struct results_query *query, int at, const char *text)
{
    db_bind_text(query->stmt, at, text_of(text));
}

struct text results_column(struct results_query *query, int at)
{
    return db_column_text_or_null(query->stmt, at);
}

int results_number(struct results *results, const char *sql, int64_t a, const char *b, int64_t *out,
                   struct err *err)
{
    struct results_query query;
    if (results_prepare(results, sql, &query, err))
        return -1;
    sqlite3_bind_int64(query.stmt, 1, a);
    if (sqlite3_bind_parameter_count(query.stmt) > 1)
        results_bind(&query, 2, b);
    int rc = results_step(&query, err);
    if (rc > 0)
        *out = sqlite3_column_int64(query.stmt, 0);
    results_end(&query);
    return rc;
}

int results_damaged(struct results *results, const char *what, int64_t id, struct err *err)
{
    return err_set(err, (struct src_pos){.file = results->db.path}, "damaged: %s %lld", what,
                   (long long)id);
}

int results_intern(struct results *results, const struct results_name_table *names,
                   const char *name, const char *extra, int64_t of, int64_t *id, struct err *err)
{
    const char *const sql[] = {names->find, names->add};
    for (unsigned i = 0; i < 2; i++) {
        struct results_query query;
        if (results_prepare(results, sql[i], &query, err))
            return -1;
        int last = sqlite3_bind_parameter_count(query.stmt);
        results_bind(&query, 1, name);
        if (last > 1)
            results_bind(&query, 2, extra);
        if (last > 2)
            sqlite3_bind_int64(query.stmt, 3, of);
        int rc = results_step(&query, err);
        if (rc > 0)
            *id = sqlite3_column_int64(query.stmt, 0);
        results_end(&query);
        if (rc != 0)
            return rc < 0 ? -1 : 0;
    }
    *id = sqlite3_last_insert_rowid(results->db.sql);
    return 0;
}

/* ---- open and close ---- */

bool results_is_file(const char *head, size_t n) { return db_is_kind(&results_kind, head, n); }

int results_look_for(const char *path, bool *found, struct err *err)
{
    char head[DB_HEAD_SIZE];
    size_t n;
    if (source_peek(path, head, sizeof head, &n, err))
        return -1;
    *found = results_is_file(head, n);
    return 0;
}

int results_open(const char *path, enum results_mode mode, struct results **out, struct err *err)
{
    struct results *results = calloc(1, sizeof *results);
    if (!results)
        return err_memory(err);
    if (db_open(path, &results_kind, mode == RESULTS_READ ? DB_READ : DB_WRITE, &results->db, err))
        goto failed;
    /* Readers do not block the match, and once a game is added it has reached the disk. */
    if (mode == RESULTS_WRITE) {
        if (db_exec(&results->db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL", err))
            goto failed;
        db_wait_long(&results->db);
    }
    *out = results;
    return 0;
failed:
    results_close(results);
    return -1;
}

void results_close(struct results *results)
{
    if (!results)
        return;
    db_close(&results->db);
    free(results);
}

/* ---- incidents ---- */

int results_incident_add(struct results *results, int64_t match, const char *player,
                         const char *kind, const char *detail, int64_t at, struct err *err)
{
    struct results_query query;
    if (results_prepare(
            results,
            "INSERT INTO incident (match_id, at, player, kind, detail) VALUES (?, ?, ?, ?, ?)",
            &query, err))
        return -1;
    sqlite3_bind_int64(query.stmt, 1, match);
    sqlite3_bind_int64(query.stmt, 2, at);
    results_bind(&query, 3, player ? player : "");
    results_bind(&query, 4, kind);
    results_bind(&query, 5, detail ? detail : "");
    int rc = results_run(&query, err);
    results_end(&query);
    return rc;
}
