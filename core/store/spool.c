// SPDX-License-Identifier: MIT
/*
 * SQLite does the sorting and matching, on disk if need be. No row is ever removed: `kept` names
 * the game that stays in place of a duplicate, so that the report and the merging of tags still
 * find both. It is -1 if a game was not drawn for the sample.
 */
#include "core/store/spool.h"

#include "core/base/random.h"
#include "core/base/tempfile.h"
#include "core/store/db.h"
#include "core/store/spool-internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char schema[] =
    "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -16384;"
    "PRAGMA temp_store = FILE;"
    "CREATE TABLE item ("
    " seq INTEGER PRIMARY KEY,"
    " place INTEGER, size INTEGER, written INTEGER," /* place: offset in the file of bytes */
    " sort BLOB, name TEXT, also TEXT, label TEXT,"
    " content BLOB, opening BLOB, moves BLOB, white TEXT, black TEXT, year INTEGER,"
    " score INTEGER, white_spelt INTEGER, black_spelt INTEGER, master INTEGER,"
    " record INTEGER, result INTEGER, said BLOB,"
    " month INTEGER, day INTEGER, event INTEGER, round TEXT," /* record: size, after the bytes */
    " kept INTEGER, why TEXT);" /* kept: seq of the game that stays instead; NULL: this one */
    "BEGIN";

/* An empty name gives a private database in a temporary file, which is deleted on closing. */
static int open_items(struct spool *spool, struct err *err)
{
    if (sqlite3_open("", &spool->db.sql) != SQLITE_OK)
        return err_plain(err, "cannot make a temporary database");
    return db_exec(&spool->db, schema, err)
                   || db_prepare(
                       &spool->db,
                       "INSERT INTO item VALUES (NULL, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9,"
                       " ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, NULL, NULL)",
                       &spool->add, err)
               ? -1
               : 0;
}

int spool_open(enum dedupe dedupe, struct spool **out, struct err *err)
{
    struct spool *spool = calloc(1, sizeof *spool);
    if (!spool)
        return err_memory(err);
    spool->dedupe = dedupe;
    spool->bytes = tempfile_open(err);
    if (!spool->bytes || open_items(spool, err)) {
        spool_close(spool);
        return -1;
    }
    *out = spool;
    return 0;
}

void spool_close(struct spool *spool)
{
    if (!spool)
        return;
    sqlite3_finalize(spool->add);
    db_close(&spool->db);
    if (spool->bytes)
        fclose(spool->bytes);
    free(spool);
}

static void bind_game(sqlite3_stmt *stmt, const struct spool_game *game)
{
    db_bind_hash(stmt, 8, game->content);
    db_bind_hash(stmt, 9, game->opening);
    db_bind_blob(stmt, 10, game->moves);
    db_bind_text(stmt, 11, game->white);
    db_bind_text(stmt, 12, game->black);
    sqlite3_bind_int(stmt, 13, (int)game->date.year);
    sqlite3_bind_int64(stmt, 14, game->score);
    sqlite3_bind_int64(stmt, 15, (int64_t)game->spelling[WHITE].low);
    sqlite3_bind_int64(stmt, 16, (int64_t)game->spelling[BLACK].low);
    sqlite3_bind_int(stmt, 19, game->result);
    db_bind_blob(stmt, 20, game->said);
    sqlite3_bind_int(stmt, 21, (int)game->date.month);
    sqlite3_bind_int(stmt, 22, (int)game->date.day);
    sqlite3_bind_int64(stmt, 23, game->event);
    db_bind_text(stmt, 24, game->round.n ? game->round : text_of(""));
}

static int write_bytes(struct spool *spool, struct text t, struct err *err)
{
    if (t.n && fwrite(t.s, 1, t.n, spool->bytes) != t.n)
        return err_plain(err, "cannot write a temporary file: %s", strerror(errno));
    return 0;
}

int spool_add(struct spool *spool, const struct spool_entry *entry, struct err *err)
{
    sqlite3_stmt *stmt = spool->add;
    if (write_bytes(spool, entry->bytes, err) || write_bytes(spool, entry->record, err))
        return -1;
    sqlite3_bind_int64(stmt, 1, (int64_t)spool->size);
    sqlite3_bind_int64(stmt, 2, (int64_t)entry->bytes.n);
    sqlite3_bind_int64(stmt, 3, entry->n_written);
    db_bind_blob(stmt, 4, entry->sort);
    db_bind_text(stmt, 5, entry->name);
    db_bind_text(stmt, 6, entry->also);
    db_bind_text(stmt, 7, entry->label);
    if (spool->dedupe != DEDUPE_NONE)
        bind_game(stmt, &entry->game);
    sqlite3_bind_int(stmt, 17, entry->is_master);
    sqlite3_bind_int64(stmt, 18, (int64_t)entry->record.n);
    spool->size += entry->bytes.n + entry->record.n;
    return db_run(&spool->db, stmt, err);
}

/* ---- sampling ---- */

/*
 * SQL function: a random number for each game, namely the state that SplitMix64 reaches from the
 * seed after as many steps as the row's number.
 */
static void draw_lot(sqlite3_context *context, int n, sqlite3_value **values)
{
    (void)n;
    const uint64_t row = (uint64_t)sqlite3_value_int64(values[0]);
    const uint64_t seed = (uint64_t)sqlite3_value_int64(values[1]);
    sqlite3_result_int64(context,
                         (int64_t)random_splitmix64_scramble(seed + row * SPLITMIX64_STEP));
}

/* Keeps the first `n` games in an order given as SQL. */
static int keep_some(struct spool *spool, uint64_t n, const char *order, struct err *err)
{
    char sql[400];
    snprintf(sql, sizeof sql,
             "UPDATE item SET kept = -1 WHERE kept IS NULL AND NOT master AND seq NOT IN"
             " (SELECT seq FROM item WHERE kept IS NULL AND NOT master"
             " ORDER BY %s, seq LIMIT %lld)",
             order, (long long)(n > INT64_MAX ? INT64_MAX : (int64_t)n));
    return db_exec(&spool->db, sql, err);
}

int spool_sample(struct spool *spool, uint64_t n, uint64_t seed, struct err *err)
{
    char order[48];
    sqlite3_create_function(spool->db.sql, "lot", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL,
                            draw_lot, NULL, NULL);
    snprintf(order, sizeof order, "lot(seq, %lld)", (long long)(int64_t)seed);
    return keep_some(spool, n, order, err);
}

int spool_first(struct spool *spool, uint64_t n, struct err *err)
{
    return keep_some(spool, n, "sort", err);
}

/* ---- reading back ---- */

/* Adds bytes of the temporary file to `out`. */
static int read_bytes(struct spool *spool, int64_t place, int64_t size, struct buffer *out,
                      struct err *err)
{
    char *to = buffer_reserve(out, (size_t)size + 1);
    if (!to)
        return err_memory(err);
    if (place != spool->at && fseeko(spool->bytes, (off_t)place, SEEK_SET))
        return err_plain(err, "cannot read a temporary file: %s", strerror(errno));
    if (fread(to, 1, (size_t)size, spool->bytes) != (size_t)size)
        return err_plain(err, "a temporary file is shorter than it was");
    spool->at = place + size;
    out->n += (size_t)size;
    return 0;
}

enum { COPIES_MAX = 64 }; /* of one game; only so many pass on their tags */

struct reading {
    struct spool *spool;
    sqlite3_stmt *items;
    sqlite3_stmt *copies; /* NULL: not read */
    struct buffer bytes;  /* of the game, then of the copies' records */
    size_t ends[COPIES_MAX];
    struct text records[COPIES_MAX];
};

/* Reads the records of the games that were dropped in favour of one. */
static int read_copies(struct reading *r, int64_t seq, struct spool_item *item, struct err *err)
{
    int rc = 0, step = SQLITE_DONE;
    size_t begin = r->bytes.n;
    if (!r->copies)
        return 0;
    sqlite3_bind_int64(r->copies, 1, seq);
    while (rc == 0 && item->n_copies < COPIES_MAX
           && (step = sqlite3_step(r->copies)) == SQLITE_ROW) {
        rc = read_bytes(r->spool, sqlite3_column_int64(r->copies, 0),
                        sqlite3_column_int64(r->copies, 1), &r->bytes, err);
        r->ends[item->n_copies++] = r->bytes.n;
    }
    if (rc == 0 && step != SQLITE_DONE && step != SQLITE_ROW)
        rc = db_failed(&r->spool->db, err);
    sqlite3_reset(r->copies);
    for (unsigned i = 0; i < item->n_copies && rc == 0; i++) { /* the buffer no longer moves */
        r->records[i] = (struct text){r->bytes.s + begin, r->ends[i] - begin};
        begin = r->ends[i];
    }
    item->copies = r->records;
    return rc;
}

static int read_item(struct reading *r, sqlite3_stmt *stmt, struct spool_item *item,
                     struct err *err)
{
    int64_t size = sqlite3_column_int64(stmt, 2), record = sqlite3_column_int64(stmt, 3);
    *item = (struct spool_item){.name = db_column_text_or_null(stmt, 0),
                                .n_written = (unsigned)sqlite3_column_int(stmt, 4),
                                .again = sqlite3_column_int(stmt, 7) != 0};
    buffer_clear(&r->bytes);
    if (read_bytes(r->spool, sqlite3_column_int64(stmt, 1), size + record, &r->bytes, err)
        || read_copies(r, sqlite3_column_int64(stmt, 6), item, err))
        return -1;
    item->bytes = (struct text){r->bytes.s, (size_t)size};
    item->record = (struct text){r->bytes.s + size, (size_t)record};
    return 0;
}

static int prepare_copies(struct reading *r, struct err *err)
{
    if (r->spool->dedupe == DEDUPE_NONE)
        return 0;
    return db_exec(&r->spool->db, "CREATE INDEX IF NOT EXISTS item_kept ON item (kept)", err)
                   || db_prepare(&r->spool->db,
                                 "SELECT place + size, record FROM item"
                                 " WHERE kept = ?1 AND record > 0 ORDER BY seq",
                                 &r->copies, err)
               ? -1
               : 0;
}

/* Begins to read the items that a SELECT lists, with the columns that read_item expects. */
static int begin_reading(struct spool *spool, const char *sql, struct reading *out, struct err *err)
{
    *out = (struct reading){.spool = spool};
    if (fflush(spool->bytes))
        return err_plain(err, "cannot write a temporary file: %s", strerror(errno));
    spool->at = -1;
    return prepare_copies(out, err) || db_prepare(&spool->db, sql, &out->items, err) ? -1 : 0;
}

/* @return 1, 0 that was all, -1 with `err` */
static int next_item(struct reading *r, struct spool_item *item, struct err *err)
{
    int step = sqlite3_step(r->items);
    if (step != SQLITE_ROW)
        return step == SQLITE_DONE ? 0 : db_failed(&r->spool->db, err);
    return read_item(r, r->items, item, err) ? -1 : 1;
}

static void end_reading(struct reading *r)
{
    sqlite3_finalize(r->items);
    sqlite3_finalize(r->copies);
    buffer_fini(&r->bytes);
}

/* The games that stay, with the columns that read_item expects; twice if they go to two files. */
static const char staying[] =
    "SELECT name, place, size, record, written, sort, seq, 0 FROM item"
    " WHERE kept IS NULL AND NOT master"
    " UNION ALL SELECT also, place, size, record, written, sort, seq, 1 FROM item"
    " WHERE kept IS NULL AND NOT master AND also IS NOT NULL"
    " ORDER BY name, sort, seq";

int spool_read(struct spool *spool,
               int (*each)(void *ctx, const struct spool_item *item, struct err *err), void *ctx,
               struct err *err)
{
    struct reading r;
    struct spool_item item;
    int more = 0, rc = begin_reading(spool, staying, &r, err);
    while (rc == 0 && (more = next_item(&r, &item, err)) > 0)
        rc = each(ctx, &item, err);
    end_reading(&r);
    return more < 0 ? -1 : rc;
}

int spool_list(struct spool *spool,
               int (*each)(void *ctx, struct text name, unsigned n_written, struct err *err),
               void *ctx, struct err *err)
{
    enum { NAME = 0, WRITTEN = 4 };
    sqlite3_stmt *items = NULL;
    int step = SQLITE_ROW, rc = db_prepare(&spool->db, staying, &items, err) ? -1 : 0;
    while (rc == 0 && (step = sqlite3_step(items)) == SQLITE_ROW)
        rc = each(ctx, db_column_text(items, NAME), (unsigned)sqlite3_column_int64(items, WRITTEN),
                  err);
    if (rc == 0 && step != SQLITE_DONE)
        rc = db_failed(&spool->db, err);
    sqlite3_finalize(items);
    return rc;
}

static int file_item(struct spool *spool, sqlite3_stmt *update, int64_t seq,
                     const struct spool_entry *entry, struct err *err)
{
    sqlite3_bind_int64(update, 1, seq);
    db_bind_blob(update, 2, entry->sort);
    db_bind_text(update, 3, entry->name);
    db_bind_text(update, 4, entry->also);
    return db_run(&spool->db, update, err);
}

int spool_refile(struct spool *spool,
                 int (*each)(void *ctx, const struct spool_item *item, struct spool_entry *entry,
                             struct err *err),
                 void *ctx, struct err *err)
{
    static const char sql[] = "SELECT name, place, size, record, written, sort, seq, 0 FROM item"
                              " WHERE kept IS NULL AND NOT master"
                              " AND seq IN (SELECT kept FROM item WHERE kept > 0 AND record > 0)";
    sqlite3_stmt *update = NULL;
    struct reading r;
    struct spool_item item;
    int more = 0, rc = begin_reading(spool, sql, &r, err);
    if (rc == 0)
        rc =
            db_prepare(&spool->db, "UPDATE item SET sort = ?2, name = ?3, also = ?4 WHERE seq = ?1",
                       &update, err);
    while (rc == 0 && (more = next_item(&r, &item, err)) > 0) {
        struct spool_entry entry = {0};
        rc = each(ctx, &item, &entry, err);
        if (rc > 0)
            rc = file_item(spool, update, sqlite3_column_int64(r.items, 6), &entry, err);
    }
    sqlite3_finalize(update);
    end_reading(&r);
    return more < 0 ? -1 : rc;
}

int spool_report(struct spool *spool,
                 int (*tell)(void *ctx, struct text gone, struct text kept, const char *why),
                 void *ctx, struct err *err)
{
    sqlite3_stmt *stmt = NULL;
    int rc = 0, step = SQLITE_DONE;
    if (db_prepare(&spool->db,
                   "SELECT gone.label, kept.label, gone.why FROM item AS gone"
                   " JOIN item AS kept ON kept.seq = gone.kept ORDER BY gone.seq",
                   &stmt, err))
        return -1;
    while (rc == 0 && (step = sqlite3_step(stmt)) == SQLITE_ROW)
        rc = tell(ctx, db_column_text_or_null(stmt, 0), db_column_text_or_null(stmt, 1),
                  db_column_text_or_null(stmt, 2).s);
    if (rc == 0 && step != SQLITE_DONE)
        rc = db_failed(&spool->db, err);
    sqlite3_finalize(stmt);
    return rc;
}
