// SPDX-License-Identifier: MIT
/* Statements and their values, and what went wrong with them. Files are opened in db-open.c. */
#include "core/store/db.h"

#include "core/base/signals.h"

#include <errno.h>
#include <string.h>

enum { COMMIT_TRIES = 120 }; /* each waits five seconds */

static unsigned big_endian(const unsigned char *p, unsigned n)
{
    unsigned value = 0;
    while (n--)
        value = value << 8 | *p++;
    return value;
}

/*
 * The file is read through SQLite's own descriptor: opening and closing another one would drop the
 * locks of this process. Offsets: SQLite, "Database File Format", 1.3.
 */
bool db_is_truncated(struct db *db, struct err *err)
{
    sqlite3_file *file = NULL;
    unsigned char head[DB_HEAD_SIZE];
    sqlite3_int64 size;
    if (sqlite3_file_control(db->sql, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK
        || !file || !file->pMethods || file->pMethods->xFileSize(file, &size) != SQLITE_OK
        || size < DB_HEAD_SIZE || file->pMethods->xRead(file, head, DB_HEAD_SIZE, 0) != SQLITE_OK)
        return false;
    int64_t page = big_endian(head + 16, 2) == 1 ? 65536 : (int64_t)big_endian(head + 16, 2);
    int64_t whole = page * big_endian(head + 28, 4);
    bool size_counts = big_endian(head + 24, 4) == big_endian(head + 92, 4);
    bool wal = head[18] == 2; /* the end of the file may be in the write-ahead log */
    if (wal || !size_counts || size >= whole)
        return false;
    err_file(err, db->path, "truncated: %lld of %lld bytes", (long long)size, (long long)whole);
    return true;
}

int db_failed(struct db *db, struct err *err)
{
    int code = sqlite3_errcode(db->sql) & 0xff;
    struct src_pos at = {.file = db->path};
    if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
        return err_set(err, at, "locked by another program");
    if (code == SQLITE_NOTADB)
        return err_set(err, at, "not an SQLite file");
    if (sqlite3_extended_errcode(db->sql) == SQLITE_READONLY_DBMOVED)
        return err_set(err, at, "moved, removed or replaced by another program");
    if (code == SQLITE_READONLY)
        return err_set(err, at, "cannot be changed: no permission to write the file or its folder");
    if (code == SQLITE_CORRUPT)
        return db_is_truncated(db, err) ? -1
                                        : err_set(err, at, "damaged: %s", sqlite3_errmsg(db->sql));
    if (code == SQLITE_FULL || (code == SQLITE_IOERR && sqlite3_system_errno(db->sql) == ENOSPC))
        return db->path ? err_set(err, at, "%s", strerror(ENOSPC))
                        : err_plain(err, "no space left for temporary files; set TMPDIR to a "
                                         "folder with more space");
    if (code == SQLITE_CANTOPEN && sqlite3_system_errno(db->sql))
        return err_set(err, at, "%s", strerror(sqlite3_system_errno(db->sql)));
    if (code == SQLITE_INTERRUPT && signals_stopped())
        return err_stopped(err, at);
    if (code == SQLITE_TOOBIG)
        return err_set(err, at, "holds a value of more than %d MiB", DB_VALUE_MAX >> 20);
    return err_set(err, at, "%s", sqlite3_errmsg(db->sql));
}

int db_exec(struct db *db, const char *sql, struct err *err)
{
    return sqlite3_exec(db->sql, sql, NULL, NULL, NULL) == SQLITE_OK ? 0 : db_failed(db, err);
}

int db_commit(struct db *db, struct err *err)
{
    int rc = SQLITE_BUSY;
    for (unsigned i = 0; i < COMMIT_TRIES && rc == SQLITE_BUSY && !(i && signals_stopped()); i++)
        rc = sqlite3_exec(db->sql, "COMMIT", NULL, NULL, NULL);
    return rc == SQLITE_OK ? 0 : db_failed(db, err);
}

int db_prepare(struct db *db, const char *sql, sqlite3_stmt **out, struct err *err)
{
    int rc = sqlite3_prepare_v3(db->sql, sql, -1, SQLITE_PREPARE_PERSISTENT, out, NULL);
    return rc == SQLITE_OK ? 0 : db_failed(db, err);
}

int db_run(struct db *db, sqlite3_stmt *stmt, struct err *err)
{
    int rc = sqlite3_step(stmt) == SQLITE_DONE ? 0 : db_failed(db, err);
    sqlite3_reset(stmt);
    return rc;
}

int db_copy_rows(struct db *from, sqlite3_stmt *find, struct db *to, sqlite3_stmt *add,
                 struct err *err)
{
    int step, copied = 0, rc = 0;
    while (rc == 0 && (step = sqlite3_step(find)) == SQLITE_ROW) {
        for (int i = 1; i < sqlite3_column_count(find); i++)
            sqlite3_bind_value(add, i + 1, sqlite3_column_value(find, i));
        rc = db_run(to, add, err);
        copied = 1;
    }
    if (rc == 0 && step != SQLITE_DONE)
        rc = db_failed(from, err);
    sqlite3_reset(find);
    return rc ? -1 : copied;
}

void db_bind_text(sqlite3_stmt *stmt, int at, struct text t)
{
    if (t.s)
        sqlite3_bind_text64(stmt, at, t.s, t.n, SQLITE_STATIC, SQLITE_UTF8);
    else
        sqlite3_bind_null(stmt, at);
}

void db_bind_blob(sqlite3_stmt *stmt, int at, struct text bytes)
{
    if (bytes.s)
        sqlite3_bind_blob64(stmt, at, bytes.s, bytes.n, SQLITE_STATIC);
    else
        sqlite3_bind_null(stmt, at);
}

void db_bind_hash(sqlite3_stmt *stmt, int at, struct hash128 hash)
{
    uint8_t bytes[16];
    hash128_put(hash, bytes);
    sqlite3_bind_blob(stmt, at, bytes, sizeof bytes, SQLITE_TRANSIENT);
}

struct text db_column_text_or_null(sqlite3_stmt *stmt, int at)
{
    const char *s = (const char *)sqlite3_column_text(stmt, at);
    return (struct text){s, (size_t)sqlite3_column_bytes(stmt, at)};
}

struct text db_column_text(sqlite3_stmt *stmt, int at)
{
    struct text t = db_column_text_or_null(stmt, at);
    return t.s ? t : (struct text){"", 0};
}

struct text db_column_blob(sqlite3_stmt *stmt, int at)
{
    const char *s = sqlite3_column_blob(stmt, at);
    return (struct text){s ? s : "", (size_t)sqlite3_column_bytes(stmt, at)};
}
