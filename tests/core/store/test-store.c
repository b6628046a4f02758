// SPDX-License-Identifier: MIT
#include "core/base/array.h"
#include "core/base/signals.h"
#include "core/check/check.h"
#include "core/store/db.h"
#include "core/store/movetext.h"
#include "core/store/schema.h"
#include "core/store/store.h"
#include "tests/lib/game-equal.h"
#include "tests/lib/game-text.h"
#include "tests/lib/scratch.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[SCRATCH_SIZE], path[SCRATCH_SIZE + 16];
static struct arena arena;
static struct checker *checker;

static int setup(void **state)
{
    (void)state;
    if (!mkdtemp(scratch_name(folder)) || !(checker = checker_open(NULL)))
        return -1;
    snprintf(path, sizeof path, "%s/x.sqlite", folder);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    unlink(path);
    checker_close(checker);
    arena_fini(&arena);
    return rmdir(folder);
}

static struct store *opened(enum store_mode mode)
{
    struct store *store = NULL;
    struct err err = {0};
    if (store_open(path, mode, &store, &err))
        fail_msg("%s: %s", err.at.file ? err.at.file : "", err.msg);
    return store;
}

/* ---- games in, games out ---- */

static const struct {
    const char *name, *pdn;
} games[] = {
    {"nothing but moves", "[White \"a\"]\n\n1. 32-28 19-23 2. 28x19 *"},
    {"no tags", "1. 32-28 *"},
    {"tags alone", "[Event \"e\"]\n[Result \"0-0\"]\n\n0-0"},
    {"eight tags", "[Event \"e\"][Site \"s\"][Date \"d\"][Round \"1\"][White \"w\"][Black \"b\"]"
                   "[Result \"2-0\"][GameType \"20\"]\n1. 32-28 2-0"},
    {"other tags behind", "[White \"w\"][Annotator \"x\"][ECO \"1\"]\n1. 32-28 *"},
    {"other tags before", "[Annotator \"x\"][White \"w\"]\n1. 32-28 *"},
    {"another order", "[Black \"b\"][White \"w\"]\n1. 32-28 *"},
    {"a tag twice", "[White \"w\"][White \"v\"]\n1. 32-28 *"},
    {"small letters", "[white \"w\"]\n1. 32-28 *"},
    {"an empty tag", "[White \"\"][Event \"\"]\n1. 32-28 *"},
    {"site without event", "[Site \"s\"]\n1. 32-28 *"},
    {"comments", "{before} 1. 32-28 {a \\} b} {c} 19-23 *"},
    {"odd comments", "1. 32-28 {a\\b ( ) $5 \"} 19-23 {  two  blanks } *"},
    {"NAGs and strengths", "1. 32-28! $5 19-23?! $140 *"},
    {"variations", "1. 32-28 (31-27 19-23 (20-25 {x}) 27x18) (33-29) 19-23 (1... 20-24!) *"},
    {"a variation before all", "(31-27) 1. 32-28 *"},
    {"a setup", "1. 32-28 /FEN \"W:W31,32:B1\"/ 31-26 *"},
    {"from a position", "[FEN \"B:W31,K32:B1,2\"]\n\n1... 1-6 2. 31-26 *"},
    {"from a position that cannot be read", "[FEN \"rubbish\"]\n\n1... 1-6 2. 31-26 *"},
    {"Black's move first", "1... 19-23 2. 32-28 18-22 *"},
    {"Black's move first after a setup", "/FEN \"W:W31,32:B1\"/ 1... 1-6 2. 31-26 *"},
    {"numbers from 40", "[FEN \"W:W31,32:B1,2\"]\n\n40. 31-26 1-6 41. 26-21 *"},
    {"unknown moves", "1. 32-28 - 2. - 19-23 *"},
    {"an illegal move", "1. 32-28 19-23 2. 28-40 {why} 1-2 *"},
    {"an ambiguous capture", "[FEN \"W:WK47:B9,20,24,33,29,22\"]\n\n1. 47x15 *"},
    {"another variant", "[GameType \"25\"]\n\n1. c3-d4 f6-e5 2. d4:f6 g7:e5 *"},
    {"a variant without number", "[Variant \"dameo\"]\n\n*"},
    {"a result of its own", "[Result \"12-0\"]\n\n1. 32-28 12-0"},
};

static void comes_back(void **state)
{
    size_t i = (size_t)(uintptr_t)*state;
    struct game game, again = {.arena = &arena, .at = {"back", 0, 0}};
    struct store *store;
    struct store_games *rows = NULL;
    struct record record;
    struct err err = {0};
    struct findings found = {.arena = &arena};
    char why[256] = "";
    bool added;
    setup(NULL);
    store = opened(STORE_WRITE);
    game_of_text(games[i].pdn, &arena, &game);
    assert_int_equal(store_add_game(store, &game, &added, NULL, &err), 0);
    assert_true(added);
    assert_int_equal(store_games_open(store, NULL, 0, &rows, &err), 0);
    assert_int_equal(store_games_next(rows, &record, NULL, &err), 1);
    if (record_game(&record, &again, &err))
        fail_msg("%s", err.msg);
    assert_int_equal(check_game(checker, &again, &found, &err), 0);
    if (!game_equal(&game, &again, why, sizeof why))
        fail_msg("%s: %.*s", why, TEXT_ARGS(record.tree.s ? record.tree : record.moves));
    assert_int_equal(store_games_next(rows, &record, NULL, &err), 0);
    store_games_close(rows);
    store_close(store);
    teardown(NULL);
}

static int64_t count(struct store *store)
{
    int64_t n = -1;
    struct err err = {0};
    assert_int_equal(store_count(store, &n, &err), 0);
    return n;
}

static void the_same_game_is_added_once(void **state)
{
    (void)state;
    struct store *store = opened(STORE_WRITE);
    struct err err = {0};
    struct game game;
    bool added;
    int64_t first, id;
    game_of_text("[White \"w\"][Annotator \"x\"]\n1. 32-28 {a  b} 19-23 *", &arena, &game);
    assert_int_equal(store_add_game(store, &game, &added, &first, &err), 0);
    assert_true(added);
    game_of_text("[Annotator \"x\"][White \"w\"]\n1.32-28 { a\nb } 19-23", &arena,
                 &game); /* says the same */
    assert_int_equal(store_add_game(store, &game, &added, &id, &err), 0);
    assert_false(added);
    assert_int_equal(id, first);
    game_of_text("[White \"w\"][Annotator \"y\"]\n1. 32-28 {a b} 19-23 *", &arena, &game);
    assert_int_equal(store_add_game(store, &game, &added, &id, &err), 0);
    assert_true(added);
    assert_int_not_equal(id, first);
    assert_int_equal(count(store), 2);
    store_close(store);
}

static unsigned added_of(const char *const *pdn, unsigned n)
{
    struct store *store = opened(STORE_WRITE);
    struct err err = {0};
    struct game game;
    unsigned sum = 0;
    bool added;
    for (unsigned i = 0; i < n; i++) {
        game_of_text(pdn[i], &arena, &game);
        assert_int_equal(store_add_game(store, &game, &added, NULL, &err), 0);
        sum += added;
    }
    store_close(store);
    return sum;
}

/* A Result tag counts before what follows the moves; without it, that counts. */
static void results_tell_games_apart(void **state)
{
    static const char *const differ[] = {"1. 32-28 2-0",
                                         "1. 32-28 1-1",
                                         "1. 32-28 0-2",
                                         "1. 32-28 *",
                                         "[Result \"*\"] 1. 32-28 2-0",
                                         "[Result \"*\"] 1. 32-28 0-2"};
    static const char *const same[] = {"[Result \"2-0\"] 1. 32-28 2-0", "[Result \"2-0\"] 1. 32-28",
                                       "[Result \"2-0\"] 1. 32-28 *"};
    (void)state;
    assert_int_equal(added_of(differ, ARRAY_LEN(differ)), ARRAY_LEN(differ));
    assert_int_equal(added_of(same, ARRAY_LEN(same)), 1);
}

static void run_sql(const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

/* Makes a view as a step of the schema made it. */
static void make_old_view(const char *step, const char *name)
{
    char begin[64], sql[2048];
    snprintf(begin, sizeof begin, "CREATE VIEW %s ", name);
    const char *text = strstr(step, begin);
    assert_non_null(text);
    snprintf(sql, sizeof sql, "DROP VIEW %s; %.*s", name, (int)strcspn(text, ";"), text);
    run_sql(sql);
}

/* Up to schema 3 the last byte of the content had nothing to do with the result. */
static void games_of_schema_3_are_known(void **state)
{
    static const char *const old[] = {"1. 32-28 2-0", "[Result \"1-1\"] 1. 32-28 1-1",
                                      "1. 32-28 *"};
    (void)state;
    assert_int_equal(added_of(old, ARRAY_LEN(old)), ARRAY_LEN(old));
    run_sql("UPDATE game SET content = CAST(substr(content, 1, 15) || x'ff' AS BLOB) WHERE id = 1;"
            "PRAGMA user_version = 3");
    make_old_view(schema_collection.steps[0], "move");
    make_old_view(schema_collection.steps[1], "listing");
    assert_int_equal(added_of(old, ARRAY_LEN(old)), 0);
}

static void what_is_not_committed_is_gone(void **state)
{
    (void)state;
    struct store *store = opened(STORE_WRITE);
    struct err err = {0};
    struct game game;
    game_of_text("[White \"w\"]\n1. 32-28 *", &arena, &game);
    assert_int_equal(store_begin(store, &err), 0);
    assert_int_equal(store_add_game(store, &game, NULL, NULL, &err), 0);
    store_close(store);
    store = opened(STORE_WRITE);
    assert_int_equal(count(store), 0);
    assert_int_equal(store_begin(store, &err), 0);
    assert_int_equal(store_add_game(store, &game, NULL, NULL, &err), 0);
    assert_int_equal(store_commit(store, &err), 0);
    store_close(store);
    store = opened(STORE_READ);
    assert_int_equal(count(store), 1);
    store_close(store);
}

/* What is discarded when it fails needs no journal, and nobody would remove one. */
static void a_fresh_file_has_no_journal(void **state)
{
    char journal[sizeof path + 8];
    struct err err = {0};
    struct game game;
    (void)state;
    snprintf(journal, sizeof journal, "%s-journal", path);
    struct store *store = opened(STORE_FRESH);
    assert_int_equal(store_begin(store, &err), 0);
    game_of_text(games[0].pdn, &arena, &game);
    assert_int_equal(store_add_game(store, &game, NULL, NULL, &err), 0);
    assert_int_equal(access(journal, F_OK), -1);
    assert_int_equal(store_commit(store, &err), 0);
    store_close(store);
    store_close(opened(STORE_READ));
}

/* SQLite itself makes a database in memory of some names, whose games would be lost. */
static void any_name_is_that_of_a_file(void **state)
{
    static const char *const names[] = {":memory:", "file:x?mode=memory", "file:x"};
    struct store *store = NULL;
    struct err err = {0};
    int before = open(".", O_RDONLY | O_CLOEXEC);
    (void)state;
    assert_int_equal(chdir(folder), 0);
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        assert_int_equal(store_open(names[i], STORE_WRITE, &store, &err), 0);
        store_close(store);
        assert_int_equal(unlink(names[i]), 0);
    }
    assert_int_equal(store_open("", STORE_WRITE, &store, &err), -1);
    assert_string_equal(err.msg, "No such file or directory");
    assert_int_equal(fchdir(before), 0);
    close(before);
}

static void games_are_found_by_position(void **state)
{
    (void)state;
    struct store *store = opened(STORE_WRITE);
    struct err err = {0};
    struct game game, other;
    struct store_games *rows;
    struct record record;
    int64_t id;
    game_of_text("[White \"w\"]\n1. 32-28 19-23 *", &arena, &game);
    game_of_text("[White \"o\"]\n1. 33-28 19-23 *", &arena, &other);
    assert_int_equal(store_keep_positions(store, &err), 0);
    assert_int_equal(store_begin(store, &err), 0);
    assert_int_equal(store_add_game(store, &game, NULL, NULL, &err), 0);
    assert_int_equal(store_add_game(store, &other, NULL, NULL, &err), 0);
    assert_int_equal(store_commit(store, &err), 0);
    struct position pos = other.start;
    move_play(other.rules, &pos, &other.line.first->move);
    uint64_t key = position_key(other.rules, &pos);
    assert_int_equal(store_games_open(store, &key, 1, &rows, &err), 0);
    assert_int_equal(store_games_next(rows, &record, &id, &err), 1);
    assert_true(text_is(record.tags[RECORD_WHITE], "o"));
    assert_int_equal(store_games_next(rows, &record, &id, &err), 0);
    store_games_close(rows);
    store_close(store);
}

static void positions_are_all_or_none(void **state)
{
    (void)state;
    struct store *store = opened(STORE_WRITE);
    struct err err = {0};
    struct game game;
    struct store_games *rows;
    uint64_t key = 1;
    game_of_text("1. 32-28 *", &arena, &game);
    assert_int_equal(store_add_game(store, &game, NULL, NULL, &err), 0);
    assert_int_equal(store_keep_positions(store, &err), -1);
    assert_non_null(strstr(err.msg, "holds 1 games without their positions"));
    err = (struct err){0};
    assert_int_equal(store_games_open(store, &key, 1, &rows, &err), -1);
    store_close(store);
}

/* ---- files of others ---- */

static void refused(enum store_mode mode, const char *message)
{
    struct store *store = NULL;
    struct err err = {0};
    assert_int_equal(store_open(path, mode, &store, &err), -1);
    assert_null(store);
    if (strncmp(err.msg, message, strlen(message)) != 0)
        fail_msg("%s", err.msg);
    assert_string_equal(err.at.file, path);
}

static void strange_files_are_refused(void **state)
{
    (void)state;
    refused(STORE_READ, "No such file");
    scratch_write(path, "", 0);
    refused(STORE_READ, "empty, not an SQLite file");
    scratch_write(path, "[White \"w\"]", 11);
    refused(STORE_READ, "not an SQLite file");
    refused(STORE_WRITE, "not an SQLite file");
    scratch_write(path, "SQLite format 3", 16);
    refused(STORE_WRITE, "truncated: an SQLite file of 16 bytes");
    refused(STORE_FRESH, "already exists");
    unlink(path);
    run_sql("CREATE TABLE a (b)");
    refused(STORE_READ, "an SQLite file, but not a dama collection");
    refused(STORE_WRITE, "an SQLite file, but not");
}

static void a_missing_folder_is_named(void **state)
{
    (void)state;
    char nowhere[sizeof path + 16];
    struct store *store = NULL;
    struct err err = {0};
    snprintf(nowhere, sizeof nowhere, "%s/none/x.sqlite", folder);
    assert_int_equal(store_open(nowhere, STORE_WRITE, &store, &err), -1);
    assert_string_equal(err.msg, "No such file or directory");
    assert_string_equal(err.at.file, nowhere);
}

static void newer_and_damaged_files_are_refused(void **state)
{
    (void)state;
    store_close(opened(STORE_WRITE));
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(truncate(path, st.st_size - 100), 0);
    refused(STORE_READ, "truncated: ");
    unlink(path);
    store_close(opened(STORE_WRITE));
    run_sql("PRAGMA user_version = 999");
    refused(STORE_READ, "made by a newer dama: format version 999; this one reads versions up to ");
    run_sql("PRAGMA user_version = -1");
    refused(STORE_READ, "damaged: format version -1 is impossible");
}

static void add_one_game(const char *white)
{
    struct store *store = opened(STORE_WRITE);
    struct err err = {0};
    struct game game;
    char pdn[64];
    snprintf(pdn, sizeof pdn, "[White \"%s\"]\n1. 32-28 *", white);
    game_of_text(pdn, &arena, &game);
    if (store_add_game(store, &game, NULL, NULL, &err))
        fail_msg("%s", err.msg);
    store_close(store);
}

static int64_t count_in_file(void)
{
    struct store *store = opened(STORE_READ);
    int64_t n = count(store);
    store_close(store);
    return n;
}

static const char *self; /* this program, to be run again */

/* Tries to lock a file. @return SQLite's code */
static int lock(const char *file)
{
    sqlite3 *db;
    int rc = sqlite3_open(file, &db);
    if (rc == SQLITE_OK)
        rc = sqlite3_exec(db, "BEGIN EXCLUSIVE", NULL, NULL, NULL);
    sqlite3_close(db);
    return rc;
}

/* The same in another process, which knows nothing of the locks of this one. */
static int lock_elsewhere(void)
{
    pid_t child = fork();
    int status;
    if (child == 0) {
        execl(self, self, path, (char *)NULL);
        _exit(99);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return WEXITSTATUS(status);
}

/* POSIX takes a process its locks on a file when it closes any descriptor of that file. */
static void opening_again_drops_no_lock(void **state)
{
    (void)state;
    sqlite3 *reader;
    sqlite3_stmt *row;
    add_one_game("a");
    assert_int_equal(sqlite3_open(path, &reader), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(reader, "SELECT id FROM game", -1, &row, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(row), SQLITE_ROW);
    assert_int_equal(lock_elsewhere(), SQLITE_BUSY);
    store_close(opened(STORE_READ));
    assert_int_equal(lock_elsewhere(), SQLITE_BUSY);
    sqlite3_finalize(row);
    sqlite3_close(reader);
    assert_int_equal(lock_elsewhere(), SQLITE_OK);
}

static void triggers_do_not_run(void **state)
{
    (void)state;
    add_one_game("a");
    run_sql("CREATE TRIGGER evil AFTER INSERT ON game BEGIN DELETE FROM game; END");
    run_sql("CREATE TRIGGER worse BEFORE INSERT ON player BEGIN SELECT raise(IGNORE); END");
    add_one_game("b");
    assert_int_equal(count_in_file(), 2);
}

static void views_and_indexes_of_users_are_fine(void **state)
{
    (void)state;
    add_one_game("a");
    run_sql("CREATE VIEW wins AS SELECT * FROM game; CREATE INDEX by_date ON game (date);"
            "CREATE TABLE notes (game_id, text)");
    add_one_game("b");
    assert_int_equal(count_in_file(), 2);
}

static void tables_of_others_are_refused(void **state)
{
    static const struct {
        const char *sql, *message;
    } files[] = {
        {"DROP TABLE setting; CREATE VIEW setting AS WITH RECURSIVE n (name, value) AS (SELECT 1, 2"
         " UNION ALL SELECT name + 1, 2 FROM n) SELECT * FROM n",
         "damaged: table 'setting' is not as dama makes it"},
        {"ALTER TABLE game RENAME TO elsewhere; CREATE VIEW game AS SELECT * FROM elsewhere",
         "damaged: table 'game' is not as dama makes it"},
        {"ALTER TABLE player ADD COLUMN x AS (hex(zeroblob(100000000)))",
         "damaged: table 'player' is not as dama makes it"},
        {"DROP TABLE tag", "damaged: table 'tag' is not as dama makes it"},
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(files); i++) {
        store_close(opened(STORE_WRITE));
        run_sql(files[i].sql);
        refused(STORE_READ, files[i].message);
        refused(STORE_WRITE, files[i].message);
        unlink(path);
    }
}

/* A row that no machine should hold is passed over, and the games around it are read. */
static void large_rows_are_passed_over(void **state)
{
    (void)state;
    add_one_game("a");
    add_one_game("b");
    add_one_game("c");
    add_one_game("d");
    run_sql("UPDATE game SET tree = replace(hex(zeroblob(20000000)), '00', '32-28 ') WHERE id = 2;"
            "UPDATE game SET moves = replace(hex(zeroblob(5000000)), '00', '32-28 ') WHERE id = 3;"
            "UPDATE game SET tree = moves, start = moves, terminator = moves, date = moves,"
            " round = moves, game_type = moves WHERE id = 3;");
    struct store *store = opened(STORE_READ);
    struct store_games *rows;
    struct record record;
    struct err err = {0};
    int64_t id;
    static const int answers[] = {1, 2, 2, 1, 0};
    assert_int_equal(store_games_open(store, NULL, 0, &rows, &err), 0);
    for (size_t i = 0; i < ARRAY_LEN(answers); i++) {
        int rc = store_games_next(rows, &record, &id, &err);
        if (rc != answers[i])
            fail_msg("game %zu: %d, %s", i + 1, rc, err.msg);
        assert_true(rc == 0 || id == (int64_t)i + 1);
    }
    store_games_close(rows);
    store_close(store);
}

/* Memory that is short for another reason than a large row loses no game. */
static void memory_that_runs_out_is_an_error(void **state)
{
    (void)state;
    add_one_game("a");
    add_one_game("b");
    run_sql("UPDATE game SET tree = replace(hex(zeroblob(300000)), '00', '32-28 ') WHERE id = 2;");
    struct store *store = opened(STORE_READ);
    struct store_games *rows;
    struct record record;
    struct err err = {0};
    const int64_t limit = sqlite3_hard_heap_limit64(-1);
    assert_int_equal(store_games_open(store, NULL, 0, &rows, &err), 0);
    assert_int_equal(store_games_next(rows, &record, NULL, &err), 1);
    sqlite3_hard_heap_limit64(sqlite3_memory_used() + 1000000);
    assert_int_equal(store_games_next(rows, &record, NULL, &err), -1);
    assert_string_equal(err.msg, "out of memory");
    sqlite3_hard_heap_limit64(limit);
    store_games_close(rows);
    store_close(store);
}

/* The caches of two large files fit into the limit of memory. */
static void a_large_collection_is_copied(void **state)
{
    enum { LARGE = 1000 };
    (void)state;
    char to[sizeof path + 8];
    struct store *in, *out;
    struct store_games *rows;
    struct record record;
    struct err err = {0};
    int64_t n = 0;
    add_one_game("a");
    snprintf(to, sizeof to, "%s-copy", path);
    run_sql("INSERT INTO game SELECT NULL, randomblob(16), variant, NULL, NULL, NULL, date, round,"
            " result_id, result, game_type, given, start, plies, moves,"
            " replace(hex(zeroblob(15000)), '00', '32-28 '), terminator FROM game,"
            " (WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 999)"
            " SELECT x FROM n)");
    in = opened(STORE_READ);
    assert_int_equal(store_open(to, STORE_FRESH, &out, &err), 0);
    assert_int_equal(store_begin(out, &err), 0);
    assert_int_equal(store_games_open(in, NULL, 0, &rows, &err), 0);
    while (store_games_next(rows, &record, NULL, &err) == 1)
        if (store_add(out, &record, NULL, &err))
            break;
    assert_string_equal(err.msg, "");
    assert_int_equal(store_commit(out, &err), 0);
    assert_int_equal(store_count(out, &n, &err), 0);
    assert_int_equal(n, LARGE);
    store_games_close(rows);
    store_close(in);
    store_close(out);
    unlink(to);
}

/* A statement that never ends: the first signal ends it. */
static void reading_ends_at_a_signal(void **state)
{
    (void)state;
    static const char *const steps[] = {"CREATE TABLE a (x)"};
    const struct db_kind kind = {"a test", 0x1234, steps, 1};
    struct db db;
    struct err err = {0};
    assert_int_equal(db_open(path, &kind, DB_WRITE, &db, &err), 0);
    db_close(&db);
    assert_int_equal(db_open(path, &kind, DB_READ, &db, &err), 0);
    signals_stop();
    assert_int_equal(db_exec(&db,
                             "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)"
                             " SELECT max(x) FROM n",
                             &err),
                     -1);
    signals_reset();
    assert_string_equal(err.msg, "stopped by a signal");
    assert_true(err.stopped);
    db_close(&db);
}

static void schemas_climb(void **state)
{
    (void)state;
    static const char *const steps[] = {"CREATE TABLE a (x); INSERT INTO a VALUES (7)",
                                        "ALTER TABLE a ADD COLUMN y DEFAULT 8"};
    static const char *const broken[] = {"CREATE TABLE a (x); INSERT INTO a VALUES (7)",
                                         "ALTER TABLE a ADD COLUMN y DEFAULT 8", "no SQL at all"};
    struct db_kind kind = {"a test", 0x1234, steps, 1};
    struct db db;
    struct err err = {0};
    assert_int_equal(db_open(path, &kind, DB_WRITE, &db, &err), 0);
    db_close(&db);
    kind.n_steps = 2;
    assert_int_equal(db_open(path, &kind, DB_READ, &db, &err), 0); /* even for reading */
    assert_int_equal(db_exec(&db, "SELECT x, y FROM a", &err), 0);
    db_close(&db);
    kind.steps = broken;
    kind.n_steps = 3;
    assert_int_equal(db_open(path, &kind, DB_WRITE, &db, &err), -1);
    kind.n_steps = 2; /* nothing of the failed step stayed */
    err = (struct err){0};
    assert_int_equal(db_open(path, &kind, DB_WRITE, &db, &err), 0);
    db_close(&db);
}

/* ---- texts of moves ---- */

static void damaged_texts_are_refused(void **state)
{
    (void)state;
    static const char *const rows[] = {"32-28 )", "( 32-28", "{open",     "$",
                                       "$256",    "$12x",    "#",         "#99999999999",
                                       "/W:W1",   "32-28 /", "( ( 1-6 )", "32-28 !x"};
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct game game = {.arena = &arena};
        struct err err = {0};
        if (movetext_read(text_of(rows[i]), &game, &err) != -1)
            fail_msg("\"%s\" was read", rows[i]);
        assert_non_null(strstr(err.msg, "damaged move text"));
    }
}

/* As deep as a game may be, and one deeper. */
static void nesting_has_a_limit(void **state)
{
    (void)state;
    for (unsigned depth = GAME_DEPTH_MAX; depth <= GAME_DEPTH_MAX + 1; depth++) {
        struct buffer text = {0}, back = {0};
        struct game game = {.arena = &arena};
        struct err err = {0};
        buffer_add_string(&text, "32-28");
        for (unsigned i = 0; i < depth; i++)
            buffer_add_string(&text, " ( 32-28");
        for (unsigned i = 0; i < depth; i++)
            buffer_add_string(&text, " )");
        bool fits = depth == GAME_DEPTH_MAX;
        assert_int_equal(movetext_read(buffer_text(&text), &game, &err), fits ? 0 : -1);
        assert_int_equal(game.exceeded, fits ? 0 : GAME_LIMIT_DEPTH);
        assert_int_equal(movetext_tree(&game, &back), 0);
        assert_int_equal(text_same(buffer_text(&text), buffer_text(&back)), fits);
        buffer_fini(&text);
        buffer_fini(&back);
    }
}

enum { GAMES = ARRAY_LEN(games) };

int main(int argc, char **argv)
{
    self = argv[0];
    if (argc > 1)
        return lock(argv[1]);
    const struct CMUnitTest others[] = {
        cmocka_unit_test_setup_teardown(the_same_game_is_added_once, setup, teardown),
        cmocka_unit_test_setup_teardown(results_tell_games_apart, setup, teardown),
        cmocka_unit_test_setup_teardown(games_of_schema_3_are_known, setup, teardown),
        cmocka_unit_test_setup_teardown(what_is_not_committed_is_gone, setup, teardown),
        cmocka_unit_test_setup_teardown(a_fresh_file_has_no_journal, setup, teardown),
        cmocka_unit_test_setup_teardown(any_name_is_that_of_a_file, setup, teardown),
        cmocka_unit_test_setup_teardown(games_are_found_by_position, setup, teardown),
        cmocka_unit_test_setup_teardown(positions_are_all_or_none, setup, teardown),
        cmocka_unit_test_setup_teardown(strange_files_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(a_missing_folder_is_named, setup, teardown),
        cmocka_unit_test_setup_teardown(newer_and_damaged_files_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(opening_again_drops_no_lock, setup, teardown),
        cmocka_unit_test_setup_teardown(triggers_do_not_run, setup, teardown),
        cmocka_unit_test_setup_teardown(views_and_indexes_of_users_are_fine, setup, teardown),
        cmocka_unit_test_setup_teardown(tables_of_others_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(reading_ends_at_a_signal, setup, teardown),
        cmocka_unit_test_setup_teardown(schemas_climb, setup, teardown),
        cmocka_unit_test_setup_teardown(damaged_texts_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(nesting_has_a_limit, setup, teardown),
        cmocka_unit_test_setup_teardown(large_rows_are_passed_over, setup, teardown),
        cmocka_unit_test_setup_teardown(memory_that_runs_out_is_an_error, setup, teardown),
        cmocka_unit_test_setup_teardown(a_large_collection_is_copied, setup, teardown),
    };
    static struct CMUnitTest tests[GAMES + ARRAY_LEN(others)];
    size_t n = 0;
    for (size_t i = 0; i < GAMES; i++)
        tests[n++] = (struct CMUnitTest){
            .name = games[i].name, .test_func = comes_back, .initial_state = (void *)(uintptr_t)i};
    for (size_t i = 0; i < ARRAY_LEN(others); i++)
        tests[n++] = others[i];
    return _cmocka_run_group_tests("store", tests, n, NULL, NULL);
}
