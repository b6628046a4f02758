// SPDX-License-Identifier: MIT
/*
 * Processes that add games to a collection and are killed: at each of their writes, in the middle
 * of it, and at moments chosen by chance. Whoever opens the collection next must find all old
 * games, and of each batch all or nothing. DAMA_TEST_LONG makes it a thousand kills.
 */
#include "core/base/buffer.h"
#include "core/store/store.h"
#include "tests/lib/game-text.h"
#include "tests/lib/scratch.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

enum { OLD_GAMES = 20, BATCH = 30, BATCHES = 2 };

static char folder[SCRATCH_SIZE], path[SCRATCH_SIZE + 16], journal[SCRATCH_SIZE + 32];
static struct buffer whole; /* the collection before anybody is killed */

/* ---- SQLite's files, which count what is done to them and may end the process ---- */

struct counting_file {
    sqlite3_file base;
    sqlite3_file *real; /* behind this struct */
};

static sqlite3_vfs counting, *real_vfs;
static unsigned steps, last_step; /* 0: none is the last */
static bool halfway;

static bool is_last(void) { return ++steps == last_step; }

static void die(void) { raise(SIGKILL); }

static sqlite3_file *real_of(sqlite3_file *file) { return ((struct counting_file *)file)->real; }

static int on_close(sqlite3_file *f)
{
    sqlite3_file *real = real_of(f);
    return real->pMethods ? real->pMethods->xClose(real) : SQLITE_OK;
}
static int on_read(sqlite3_file *f, void *to, int n, sqlite3_int64 at)
{
    return real_of(f)->pMethods->xRead(real_of(f), to, n, at);
}
static int on_write(sqlite3_file *f, const void *from, int n, sqlite3_int64 at)
{
    bool last = is_last();
    int rc = SQLITE_OK;
    if (!last || halfway)
        rc = real_of(f)->pMethods->xWrite(real_of(f), from, last ? n / 2 : n, at);
    if (last)
        die();
    return rc;
}
static int on_truncate(sqlite3_file *f, sqlite3_int64 size)
{
    if (is_last())
        die();
    return real_of(f)->pMethods->xTruncate(real_of(f), size);
}
static int on_sync(sqlite3_file *f, int flags)
{
    (void)f, (void)flags; /* the system lives on: nothing is lost, and this test is quick */
    return SQLITE_OK;
}
static int on_size(sqlite3_file *f, sqlite3_int64 *size)
{
    return real_of(f)->pMethods->xFileSize(real_of(f), size);
}
static int on_lock(sqlite3_file *f, int lock)
{
    return real_of(f)->pMethods->xLock(real_of(f), lock);
}
static int on_unlock(sqlite3_file *f, int lock)
{
    return real_of(f)->pMethods->xUnlock(real_of(f), lock);
}
static int on_check_lock(sqlite3_file *f, int *out)
{
    return real_of(f)->pMethods->xCheckReservedLock(real_of(f), out);
}
static int on_control(sqlite3_file *f, int op, void *arg)
{
    return real_of(f)->pMethods->xFileControl(real_of(f), op, arg);
}
static int on_sector(sqlite3_file *f) { return real_of(f)->pMethods->xSectorSize(real_of(f)); }
static int on_device(sqlite3_file *f)
{
    return real_of(f)->pMethods->xDeviceCharacteristics(real_of(f));
}

static int on_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
    static const sqlite3_io_methods methods = {
        .iVersion = 1,
        .xClose = on_close,
        .xRead = on_read,
        .xWrite = on_write,
        .xTruncate = on_truncate,
        .xSync = on_sync,
        .xFileSize = on_size,
        .xLock = on_lock,
        .xUnlock = on_unlock,
        .xCheckReservedLock = on_check_lock,
        .xFileControl = on_control,
        .xSectorSize = on_sector,
        .xDeviceCharacteristics = on_device,
    };
    struct counting_file *f = (struct counting_file *)file;
    (void)vfs;
    f->real = (sqlite3_file *)(f + 1);
    int rc = real_vfs->xOpen(real_vfs, name, f->real, flags, out);
    f->base.pMethods = f->real->pMethods ? &methods : NULL;
    return rc;
}

static int on_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
    (void)vfs, (void)sync;
    if (is_last())
        die();
    return real_vfs->xDelete(real_vfs, name, 0);
}

static void count_steps(void)
{
    real_vfs = sqlite3_vfs_find(NULL);
    counting = *real_vfs;
    counting.zName = "counting";
    counting.szOsFile += (int)sizeof(struct counting_file);
    counting.xOpen = on_open;
    counting.xDelete = on_delete;
    assert_int_equal(sqlite3_vfs_register(&counting, 1), SQLITE_OK);
}

/* ---- games, each another ---- */

static void add_games(struct store *store, unsigned from, unsigned n)
{
    struct arena arena = {0};
    struct err err = {0};
    for (unsigned i = from; i < from + n; i++) {
        char pdn[128];
        struct game game;
        snprintf(pdn, sizeof pdn, "[White \"w %u\"]\n\n1. 32-28 19-23 2. 28x19 14x23 *", i);
        game_of_text(pdn, &arena, &game);
        if (store_add_game(store, &game, NULL, NULL, &err))
            fail_msg("%s", err.msg);
    }
    arena_fini(&arena);
}

static void add_batch(unsigned from, unsigned n)
{
    struct store *store = NULL;
    struct err err = {0};
    if (store_open(path, STORE_WRITE, &store, &err) || store_begin(store, &err))
        fail_msg("%s", err.msg);
    add_games(store, from, n);
    if (store_commit(store, &err))
        fail_msg("%s", err.msg);
    store_close(store);
}

static void read_whole(void)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char *room;
    size_t n;
    while ((room = buffer_reserve(&whole, 65536)) && (n = fread(room, 1, 65536, file)) > 0)
        whole.n += n;
    fclose(file);
}

static void write_whole(void)
{
    unlink(journal);
    scratch_write(path, whole.s, whole.n);
}

static int setup(void **state)
{
    (void)state;
    if (!mkdtemp(scratch_name(folder)))
        return -1;
    snprintf(path, sizeof path, "%s/x.sqlite", folder);
    snprintf(journal, sizeof journal, "%s-journal", path);
    add_batch(0, OLD_GAMES);
    read_whole();
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    unlink(path);
    unlink(journal);
    buffer_fini(&whole);
    return rmdir(folder);
}

/* ---- what is found after them ---- */

/* Reads the collection. @return its games */
static unsigned read_games(unsigned kill)
{
    struct store *store = NULL;
    struct store_games *rows = NULL;
    struct record record;
    struct arena arena = {0};
    struct err err = {0};
    unsigned n = 0;
    int rc;
    if (store_open(path, STORE_READ, &store, &err) || store_games_open(store, NULL, 0, &rows, &err))
        fail_msg("after kill %u: %s", kill, err.msg);
    while ((rc = store_games_next(rows, &record, NULL, &err)) == 1) {
        struct game game = {.arena = &arena};
        char white[16];
        snprintf(white, sizeof white, "w %u", n++);
        if (record_game(&record, &game, &err))
            fail_msg("after kill %u: %s", kill, err.msg);
        assert_true(text_is(game_tag(&game, "White"), white));
        arena_reset(&arena);
    }
    if (rc)
        fail_msg("after kill %u: %s", kill, err.msg);
    store_games_close(rows);
    store_close(store);
    arena_fini(&arena);
    return n;
}

static void look_after(unsigned kill, bool write_first)
{
    if (write_first)
        add_batch(0, 1); /* is there already: it must be possible, and adds nothing */
    unsigned n = read_games(kill);
    if (n < OLD_GAMES || (n - OLD_GAMES) % BATCH != 0)
        fail_msg("after kill %u: %u games", kill, n);
}

static void child(void)
{
    count_steps();
    for (unsigned i = 0; i < BATCHES; i++)
        add_batch(OLD_GAMES + i * BATCH, BATCH);
}

/* @return whether the child was killed */
static bool run_child(unsigned us)
{
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        child();
        _exit(0);
    }
    if (us) {
        nanosleep(&(struct timespec){0, (long)us * 1000}, NULL);
        kill(pid, SIGKILL);
    }
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFSIGNALED(status) || (WIFEXITED(status) && WEXITSTATUS(status) == 0));
    return WIFSIGNALED(status);
}

static void killed_at_each_write(void **state)
{
    (void)state;
    unsigned kills = 0;
    for (halfway = false;; halfway = true) {
        for (last_step = 1;; last_step++) {
            write_whole();
            if (!run_child(0))
                break;
            look_after(last_step, last_step % 2);
            kills++;
        }
        if (halfway)
            break;
    }
    print_message("# %u kills at writes\n", kills);
    assert_true(kills > 40);
}

static void killed_at_any_moment(void **state)
{
    (void)state;
    unsigned n = getenv("DAMA_TEST_LONG") ? 1000 : 20, killed = 0;
    uint32_t random = 2463534242;
    last_step = 0;
    for (unsigned i = 0; i < n; i++) {
        random ^= random << 13, random ^= random >> 17, random ^= random << 5;
        write_whole();
        killed += run_child(1 + random % 12000);
        look_after(i, i % 2);
    }
    print_message("# %u of %u were killed before their end\n", killed, n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(killed_at_each_write, setup, teardown),
        cmocka_unit_test_setup_teardown(killed_at_any_moment, setup, teardown),
    };
    return cmocka_run_group_tests_name("store-kill", tests, NULL, NULL);
}
