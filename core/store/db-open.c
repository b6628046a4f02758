// SPDX-License-Identifier: MIT
/*
 * A file is opened in steps: its size, since SQLite would take an empty file for a new database;
 * its first bytes; the connection, with everything switched off that a hostile schema could make
 * use of; the schema, compared with one that our own statements have just made in memory. Only then
 * is the file trusted, and an older one upgraded. One that may be read but not written is upgraded
 * in a temporary copy.
 */
#include "core/base/array.h"
#include "core/base/buffer.h"
#include "core/base/clock.h"
#include "core/base/path.h"
#include "core/base/signals.h"
#include "core/store/db.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    BUSY_MS = 5000,      /* how long to wait for another program's lock */
    PATIENT_MS = 60000,  /* the same, for a connection that is patient, unless a signal comes */
    LOOK_US = 1000,      /* between two tries to get it */
    SQL_MAX = 64 * 1024, /* bytes of a statement, those in the file among them */
    STEPS = 10000,       /* of SQLite's virtual machine between two checks for a signal */
    /*
     * Bytes that SQLite may allocate: what caches get, those of a collection that is written, of
     * temporary files and of many that are read, and what a row may add, which has many values.
     */
    HEAP_CACHES = (2 * DB_WRITE_CACHE) * 1024,
    HEAP_ROW = 64 * 1024 * 1024,
};

static const char magic[16] = "SQLite format 3";

bool db_is_sqlite(const void *head, size_t n)
{
    return n >= sizeof magic && memcmp(head, magic, sizeof magic) == 0;
}

bool db_is_kind(const struct db_kind *kind, const void *head, size_t n)
{
    enum { ID_OFFSET = 68 }; /* of the application id: SQLite, "Database File Format", 1.3 */
    const uint32_t id = kind->application_id;
    const char bytes[] = {(char)(id >> 24), (char)(id >> 16), (char)(id >> 8), (char)id};
    return db_is_sqlite(head, n) && n >= DB_HEAD_SIZE
           && memcmp((const char *)head + ID_OFFSET, bytes, sizeof bytes) == 0;
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

/*
 * Looks at the file before SQLite does, which would take an empty file for a new database. The file
 * is not opened: closing a descriptor would drop the locks that this process has on the file.
 * @param empty set to whether the file is missing or empty
 */
static int look(const char *path, enum db_mode mode, bool *empty, struct err *err)
{
    struct stat st;
    *empty = true;
    if (stat(path, &st) < 0 && errno == ENOENT && mode != DB_READ && *path)
        return 0;
    if (access(path, R_OK) < 0)
        return err_file(err, path, "%s", strerror(errno));
    if (S_ISDIR(st.st_mode))
        return err_file(err, path, "is a folder");
    if (!S_ISREG(st.st_mode))
        return err_file(err, path, "not a regular file");
    if (st.st_size == 0)
        return mode == DB_READ ? err_file(err, path, "empty, not an SQLite file") : 0;
    if (mode == DB_FRESH)
        return err_file(err, path, "already exists");
    *empty = false;
    return 0;
}

/*
 * Checks that the file begins as an SQLite file, before SQLite does anything with it: a journal
 * beside another program's file must not be rolled back into that file. Its length is checked
 * later: after a crash it is known only once SQLite has rolled back the journal.
 */
static int check_head(struct db *db, struct err *err)
{
    sqlite3_file *file = NULL;
    unsigned char head[DB_HEAD_SIZE];
    sqlite3_int64 size = 0;
    if (sqlite3_file_control(db->sql, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK
        || !file || !file->pMethods || file->pMethods->xFileSize(file, &size) != SQLITE_OK)
        return db_failed(db, err);
    if (size == 0)
        return 0;
    const int n = size < DB_HEAD_SIZE ? (int)size : DB_HEAD_SIZE;
    if (file->pMethods->xRead(file, head, n, 0) != SQLITE_OK)
        return err_file(err, db->path, "%s", strerror(EIO));
    if (!db_is_sqlite(head, (size_t)n))
        return err_file(err, db->path, "not an SQLite file");
    if (n < DB_HEAD_SIZE)
        return err_file(err, db->path, "truncated: an SQLite file of %d bytes", n);
    return 0;
}

/* Refuses files of other programs; finds out whether the schema needs an upgrade. */
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
        return err_set(err, at, "an SQLite file, but not %s", kind->what);
    if (found > kind->n_steps)
        return err_set(
            err, at, "made by a newer dama: format version %lld; this one reads versions up to %u",
            (long long)found, kind->n_steps);
    if (found < 1)
        return err_set(err, at, "damaged: format version %lld is impossible", (long long)found);
    *version = (unsigned)found;
    return 0;
}

/* Called at regular intervals during a statement that reads. @return not 0 to interrupt it */
static int check_signals(void *unused)
{
    (void)unused;
    return signals_stopped();
}

/*
 * A file may come from anybody: nothing in its schema is executed, and no value in it may fill the
 * memory. Source: SQLite, "Defense Against The Dark Arts".
 */
static int distrust(struct db *db, struct err *err)
{
    static const struct {
        int option, value;
    } switches[] = {
        {SQLITE_DBCONFIG_DEFENSIVE, 1},      {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
        {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0}, {SQLITE_DBCONFIG_DQS_DDL, 0},
        {SQLITE_DBCONFIG_DQS_DML, 0},
    };
    static const struct {
        int limit, value;
    } limits[] = {
        {SQLITE_LIMIT_LENGTH, DB_VALUE_MAX},
        {SQLITE_LIMIT_SQL_LENGTH, SQL_MAX},
        {SQLITE_LIMIT_ATTACHED, 0},
        {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
        {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100},
    };
    for (size_t i = 0; i < ARRAY_LEN(switches); i++)
        sqlite3_db_config(db->sql, switches[i].option, switches[i].value, NULL);
    for (size_t i = 0; i < ARRAY_LEN(limits); i++)
        sqlite3_limit(db->sql, limits[i].limit, limits[i].value);
    return db_exec(db, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0", err);
}

/*
 * Called again and again while another program has the lock. SQLite's own busy handler looks ten
 * times a second, and might never succeed beside a writer that pauses only for moments.
 * @return 0 to give up
 */
static int wait_for_lock(void *is_patient, int calls)
{
    static _Thread_local int64_t began;
    if (calls == 0)
        began = clock_ms();
    if (clock_ms() - began >= (is_patient && !signals_stopped() ? PATIENT_MS : BUSY_MS))
        return 0;
    clock_sleep(LOOK_US);
    return 1;
}

void db_wait_long(struct db *db) { sqlite3_busy_handler(db->sql, wait_for_lock, db->sql); }

/* @param name the path, or a URI that leads to it */
static int connect_by(struct db *db, const char *name, int flags, struct err *err)
{
    int rc = sqlite3_open_v2(name, &db->sql, flags | SQLITE_OPEN_NOMUTEX, NULL);
    if (!db->sql)
        return err_memory(err);
    if (rc != SQLITE_OK)
        return db_failed(db, err);
    sqlite3_extended_result_codes(db->sql, 1);
    sqlite3_busy_handler(db->sql, wait_for_lock, NULL);
    return check_head(db, err) ? -1 : distrust(db, err);
}

/*
 * SQLite does not take ":memory:", nor anything that begins with "file:", for the name of a file;
 * with a folder in front of it, it does.
 */
static int connect_with(struct db *db, int flags, struct err *err)
{
    char *name = sqlite3_mprintf("%s%s", db->path[0] == '/' ? "" : "./", db->path);
    int rc = name ? connect_by(db, name, flags, err) : err_memory(err);
    sqlite3_free(name);
    return rc;
}

/* Whether there is a file beside this one that is needed to read it: "-wal" or "-journal". */
static bool has_beside(const struct db *db, const char *suffix)
{
    struct stat st;
    char *path = sqlite3_mprintf("%s%s", db->path, suffix);
    bool has = !path || (stat(path, &st) == 0 && st.st_size > 0);
    sqlite3_free(path);
    return has;
}

/*
 * To share a file with writers SQLite needs to write beside it. If that is impossible, on a
 * read-only medium or in somebody else's folder, the file is opened as immutable: one that nobody
 * writes to. Source: SQLite, "Write-Ahead Logging", 8.
 */
static int connect_alone(struct db *db, struct err *err)
{
    struct buffer uri = {0};
    const char *path = db->path;
    if (has_beside(db, "-wal"))
        return err_file(err, db->path,
                        "its latest changes are in %s-wal, and reading them requires permission to "
                        "write to the folder",
                        db->path);
    sqlite3_close(db->sql);
    db->sql = NULL;
    buffer_add_string(&uri, "file:");
    while (path[0] == '/' && path[1] == '/') /* else what follows "//" would be taken for a host */
        path++;
    for (const char *p = path; *p; p++)
        if (*p == '%' || *p == '?' || *p == '#')
            buffer_printf(&uri, "%%%02X", *p);
        else
            buffer_add_char(&uri, *p);
    buffer_add_string(&uri, "?immutable=1");
    buffer_add_char(&uri, '\0');
    int rc = uri.failed ? err_memory(err)
                        : connect_by(db, uri.s, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, err);
    buffer_fini(&uri);
    return rc;
}

/*
 * Limits SQLite's memory for the whole process: it has no limit for a connection. From the soft
 * limit on, caches take no more, however many are open.
 */
static void limit_heap(void)
{
    sqlite3_hard_heap_limit64(HEAP_CACHES + HEAP_ROW);
    sqlite3_soft_heap_limit64(HEAP_CACHES);
}

/*
 * A killed writer leaves a journal, which the next to open the file has to roll back. A read-only
 * connection cannot, so the file is opened for writing first.
 */
static int connect_to_read(struct db *db, struct err *err)
{
    if (connect_with(db, SQLITE_OPEN_READONLY, err))
        return -1;
    int rc = sqlite3_exec(db->sql, "PRAGMA user_version", NULL, NULL, NULL);
    if ((rc & 0xff) == SQLITE_READONLY) {
        struct db writer = {.path = db->path};
        rc = connect_with(&writer, SQLITE_OPEN_READWRITE, NULL)
                     || sqlite3_exec(writer.sql, "PRAGMA user_version", NULL, NULL, NULL)
                 ? -1
                 : 0;
        db_close(&writer);
        if (rc && !has_beside(db, "-journal"))
            rc = SQLITE_CANTOPEN;
        else if (rc)
            return err_file(err, db->path,
                            "a write to it was interrupted, and undoing that needs permission to "
                            "write the file and its folder");
    }
    if ((rc & 0xff) == SQLITE_CANTOPEN && connect_alone(db, err))
        return -1;
    sqlite3_progress_handler(db->sql, STEPS, check_signals, NULL);
    db->limits_heap = sqlite3_hard_heap_limit64(-1) == 0;
    if (db->limits_heap)
        limit_heap();
    return 0;
}

static int connect_to(struct db *db, enum db_mode mode, struct err *err)
{
    if (mode == DB_READ)
        return connect_to_read(db, err);
    if (connect_with(db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, err))
        return -1;
    if (mode != DB_FRESH)
        return 0;
    /* Not OFF: a connection in defensive mode (SQLITE_DBCONFIG_DEFENSIVE) ignores that. */
    return db_exec(db,
                   "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;"
                   " PRAGMA locking_mode = EXCLUSIVE",
                   err);
}

/* ---- our tables, and not others in their place ---- */

/* Makes a database with the expected schema, in memory. */
static int open_model(struct db *model, const struct db_kind *kind, unsigned version,
                      struct err *err)
{
    if (sqlite3_open(":memory:", &model->sql) != SQLITE_OK)
        return err_memory(err);
    for (unsigned i = 0; i < version; i++)
        if (db_exec(model, kind->steps[i], err))
            return -1;
    return 0;
}

/*
 * Whether the file has exactly the table or view that a row of the model's schema describes. A view
 * may also be missing.
 */
static bool has_same(sqlite3_stmt *find, sqlite3_stmt *row)
{
    for (int i = 0; i < 3; i++)
        sqlite3_bind_value(find, i + 1, sqlite3_column_value(row, i));
    int rc = sqlite3_step(find);
    bool same = rc == SQLITE_ROW && sqlite3_column_int(find, 0);
    bool is_view = strcmp((const char *)sqlite3_column_text(row, 0), "view") == 0;
    sqlite3_reset(find);
    return same || (rc == SQLITE_DONE && is_view);
}

/*
 * A file may claim to be ours but have something else under the names of our tables and views.
 * Tables that a user has added do no harm: no statement of ours reads them.
 */
static int compare_schema(struct db *db, const struct db_kind *kind, unsigned version,
                          struct err *err)
{
    struct db model = {0};
    sqlite3_stmt *rows = NULL, *find = NULL;
    int rc = -1, step = SQLITE_DONE;
    if (open_model(&model, kind, version, err)
        || db_prepare(&model,
                      "SELECT type, name, sql FROM sqlite_schema WHERE type IN ('table', 'view')",
                      &rows, err)
        || db_prepare(db, "SELECT type = ?1 AND sql = ?3 FROM sqlite_schema WHERE name = ?2", &find,
                      err))
        goto done;
    rc = 0;
    while (rc == 0 && (step = sqlite3_step(rows)) == SQLITE_ROW)
        if (!has_same(find, rows))
            rc = err_file(err, db->path, "damaged: %s '%s' is not as dama makes it",
                          (const char *)sqlite3_column_text(rows, 0),
                          (const char *)sqlite3_column_text(rows, 1));
    if (rc == 0 && step != SQLITE_DONE)
        rc = err_memory(err);
done:
    sqlite3_finalize(rows);
    sqlite3_finalize(find);
    db_close(&model);
    return rc;
}

/*
 * Everything is checked under one lock. The first read rolls back whatever a killed writer left
 * half done.
 */
static int judge(struct db *db, const struct db_kind *kind, bool empty, unsigned *version,
                 struct err *err)
{
    if (db_exec(db, "BEGIN", err))
        return -1;
    bool bad = recognise(db, kind, empty, version, err) || (!empty && db_is_truncated(db, err))
               || compare_schema(db, kind, *version, err);
    sqlite3_exec(db->sql, "ROLLBACK", NULL, NULL, NULL);
    if (bad)
        return -1;
    /*
     * Our views use JSON functions, which SQLite allows only in a trusted schema; by now it is
     * known to be ours.
     */
    sqlite3_db_config(db->sql, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 1, NULL);
    return 0;
}

/*
 * Upgrades to the newest schema, all steps or none. Another program may have upgraded it since the
 * file was judged, so what is left to do is determined only under the write lock.
 */
static int migrate(struct db *db, const struct db_kind *kind, struct err *err)
{
    unsigned version;
    char sql[96];
    if (db_exec(db, "BEGIN IMMEDIATE", err))
        return -1;
    if (recognise(db, kind, false, &version, err) || compare_schema(db, kind, version, err))
        goto failed;
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

static int open_kind(struct db *db, const struct db_kind *kind, enum db_mode mode, bool empty,
                     unsigned *version, struct err *err)
{
    if (connect_to(db, mode, err) || judge(db, kind, empty, version, err))
        return -1;
    if (*version == kind->n_steps || mode == DB_READ)
        return 0;
    return migrate(db, kind, err);
}

/* Copies all of a database into an empty one. */
static int copy_into(struct db *copy, struct db *from, struct err *err)
{
    sqlite3_backup *backup = sqlite3_backup_init(copy->sql, "main", from->sql, "main");
    if (!backup)
        return db_failed(copy, err);
    sqlite3_backup_step(backup, -1);
    return sqlite3_backup_finish(backup) == SQLITE_OK ? 0 : db_failed(copy, err);
}

/*
 * Handles a file of an older schema that may not be written: it is upgraded in a temporary copy,
 * which SQLite removes by itself.
 */
static int upgrade_in_copy(struct db *old, const struct db_kind *kind, struct db *out,
                           struct err *err)
{
    struct db copy = {.path = old->path};
    int rc = -1;
    if (sqlite3_open("", &copy.sql) != SQLITE_OK) {
        err_memory(err);
    } else if (!copy_into(&copy, old, err) && !distrust(&copy, err) && !migrate(&copy, kind, err)) {
        sqlite3_db_config(copy.sql, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 1, NULL);
        sqlite3_progress_handler(copy.sql, STEPS, check_signals, NULL);
        copy.limits_heap = old->limits_heap;
        old->limits_heap = false;
        *out = copy;
        copy = (struct db){0};
        rc = 0;
    }
    db_close(&copy);
    db_close(old);
    return rc;
}

bool db_may_write(const char *path)
{
    char *folder = path_folder(path);
    bool may = folder && access(path, W_OK) == 0 && access(folder, W_OK) == 0;
    free(folder);
    return may;
}

int db_open(const char *path, const struct db_kind *kind, enum db_mode mode, struct db *out,
            struct err *err)
{
    struct db db = {.path = path};
    unsigned version;
    bool empty;
    if (look(path, mode, &empty, err))
        return -1;
    if (open_kind(&db, kind, mode, empty, &version, err)) {
        db_close(&db);
        return -1;
    }
    if (version < kind->n_steps && mode == DB_READ) {
        if (version > 0 && !db_may_write(path))
            return upgrade_in_copy(&db, kind, out, err);
        db_close(&db);
        if (version == 0)
            return err_file(err, path, "empty, not %s", kind->what);
        if (db_open(path, kind, DB_WRITE, &db, err)) /* upgrades */
            return -1;
        db_close(&db);
        return db_open(path, kind, DB_READ, out, err);
    }
    *out = db;
    return 0;
}

void db_close(struct db *db)
{
    sqlite3_close(db->sql);
    if (db->limits_heap) {
        sqlite3_hard_heap_limit64(0);
        sqlite3_soft_heap_limit64(0);
    }
    *db = (struct db){0};
}
