// SPDX-License-Identifier: MIT
#include "core/store/db.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    BUSY_MS = 5000, /* how long somebody else may hold the file */
    HEAD_SIZE = 100,
};

static const char magic[16] = "SQLite format 3";

bool db_is(const void *head, size_t n)
{
    return n >= sizeof magic && memcmp(head, magic, sizeof magic) == 0;
}

int db_failed(struct db *db, struct err *err)
{
    int code = sqlite3_errcode(db->sql);
    struct src_pos at = {.file = db->path};
    if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
        return err_set(err, at, "in use by another program, and stayed so");
    if (code == SQLITE_NOTADB)
        return err_set(err, at, "not an SQLite file");
    if (code == SQLITE_CORRUPT)
        return err_set(err, at, "damaged: %s", sqlite3_errmsg(db->sql));
    if (code == SQLITE_FULL)
        return err_set(err, at,
                       db->path ? "no space left on the device"
                                : "no space left for temporary files: TMPDIR names their folder");
    return err_set(err, at, "%s", sqlite3_errmsg(db->sql));
}

int db_exec(struct db *db, const char *sql, struct err *err)
{
    return sqlite3_exec(db->sql, sql, NULL, NULL, NULL) == SQLITE_OK ? 0 : db_failed(db, err);
}

int db_prepare(struct db *db, const char *sql, sqlite3_stmt **out, struct err *err)
{
    int rc = sqlite3_prepare_v3(db->sql, sql, -1, SQLITE_PREPARE_PERSISTENT, out, NULL);
    return rc == SQLITE_OK ? 0 : db_failed(db, err);
}

static int read_number(struct db *db, const char *sql, int64_t *out, struct err *err)
{
    sqlite3_stmt *stmt = NULL;
    if (db_prepare(db, sql, &stmt, err))
        return -1;
    int rc = sqlite3_step(stmt) == SQLITE_ROW ? 0 : db_failed(db, err);
    if (rc == 0)
        *out = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    return rc;
}

static unsigned big_endian(const unsigned char *p, unsigned n)
{
    unsigned value = 0;
    while (n--)
        value = value << 8 | *p++;
    return value;
}

/* Whether a write-ahead log holds what may not have been copied into the file yet: whoever wrote it was killed. */
static bool has_log(const char *path)
{
    char log[4096];
    struct stat st;
    int n = snprintf(log, sizeof log, "%s-wal", path);
    return n > 0 && (size_t)n < sizeof log && stat(log, &st) == 0 && st.st_size > 0;
}

/*
 * Looks at the file before SQLite does: it would take an empty file for a new one, and notice only later, if ever, that
 * the end of a file is missing. Offsets: SQLite, "Database File Format", 1.3.
 * @param empty set where there is nothing yet
 */
static int look(const char *path, enum db_mode mode, bool *empty, struct err *err)
{
    struct src_pos at = {.file = path};
    *empty = true;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        if (errno == ENOENT && mode != DB_READ)
            return 0;
        return err_set(err, at, "%s", strerror(errno));
    }
    unsigned char head[HEAD_SIZE];
    ssize_t n = read(fd, head, sizeof head);
    struct stat st;
    int failed = n < 0 || fstat(fd, &st);
    close(fd);
    if (failed)
        return err_set(err, at, "%s", strerror(errno));
    if (mode == DB_FRESH)
        return err_set(err, at, "exists already");
    if (n == 0)
        return mode == DB_READ ? err_set(err, at, "empty, not an SQLite file") : 0;
    *empty = false;
    if (!db_is(head, (size_t)n))
        return err_set(err, at, "not an SQLite file");
    if (n < HEAD_SIZE)
        return err_set(err, at, "truncated: an SQLite file of %lld bytes", (long long)st.st_size);
    int64_t page = big_endian(head + 16, 2) == 1 ? 65536 : (int64_t)big_endian(head + 16, 2);
    int64_t whole = page * big_endian(head + 28, 4);
    bool size_counts = big_endian(head + 24, 4) == big_endian(head + 92, 4) && !has_log(path);
    if (size_counts && st.st_size < whole)
        return err_set(err, at, "truncated: %lld of %lld bytes", (long long)st.st_size,
                       (long long)whole);
    return 0;
}

/* Climbs to the newest schema, all steps or none. */
static int migrate(struct db *db, const struct db_kind *kind, unsigned version, struct err *err)
{
    if (db_exec(db, "BEGIN IMMEDIATE", err))
        return -1;
    char sql[96];
    for (; version < kind->n_steps; version++) {
        if (db_exec(db, kind->steps[version], err))
            goto failed;
    }
    snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = %u",
             (int)kind->application_id, kind->n_steps);
    if (db_exec(db, sql, err) || db_exec(db, "COMMIT", err))
        goto failed;
    return 0;
failed:
    sqlite3_exec(db->sql, "ROLLBACK", NULL, NULL, NULL);
    return -1;
}

/* Refuses what is not ours; says what is to be done with what is. */
static int recognise(struct db *db, const struct db_kind *kind, bool empty, unsigned *version,
                     struct err *err)
{
    struct src_pos at = {.file = db->path};
    int64_t id, found, tables;
    if (read_number(db, "PRAGMA application_id", &id, err)
        || read_number(db, "PRAGMA user_version", &found, err)
        || read_number(db, "SELECT count(*) FROM sqlite_schema", &tables, err))
        return -1;
    *version = 0;
    if (empty || (id == 0 && found == 0 && tables == 0))
        return 0;
    if ((uint32_t)id != kind->application_id)
        return err_set(err, at, "an SQLite file of another program, not %s", kind->what);
    if (found > kind->n_steps)
        return err_set(err, at, "made by a newer dama: schema %lld, this one knows up to %u",
                       (long long)found, kind->n_steps);
    if (found < 1)
        return err_set(err, at, "damaged: schema %lld", (long long)found);
    *version = (unsigned)found;
    return 0;
}

static int connect_to(struct db *db, enum db_mode mode, struct err *err)
{
    int flags = mode == DB_READ ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    int rc = sqlite3_open_v2(db->path, &db->sql, flags | SQLITE_OPEN_NOMUTEX, NULL);
    if (!db->sql)
        return err_set(err, (struct src_pos){.file = db->path}, "out of memory");
    if (rc != SQLITE_OK)
        return db_failed(db, err);
    sqlite3_busy_timeout(db->sql, BUSY_MS);
    if (mode != DB_FRESH)
        return 0;
    return db_exec(
        db, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE",
        err);
}

int db_open(const char *path, const struct db_kind *kind, enum db_mode mode, struct db *out,
            struct err *err)
{
    bool empty;
    if (look(path, mode, &empty, err))
        return -1;
    struct db db = {.path = path};
    unsigned version;
    if (connect_to(&db, mode, err) || recognise(&db, kind, empty, &version, err))
        goto failed;
    if (version < kind->n_steps && mode == DB_READ) {
        db_close(&db);
        if (version == 0)
            return err_set(err, (struct src_pos){.file = path}, "empty, not %s", kind->what);
        return db_open(path, kind, DB_WRITE, out, err); /* climbs once, and reads then */
    }
    if (version < kind->n_steps && migrate(&db, kind, version, err))
        goto failed;
    *out = db;
    return 0;
failed:
    db_close(&db);
    return -1;
}

void db_close(struct db *db)
{
    sqlite3_close(db->sql);
    *db = (struct db){0};
}
