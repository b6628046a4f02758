// SPDX-License-Identifier: MIT
/* Folders that are walked for files: which are found, in what order, and what cannot be read. */
#include "core/base/array.h"
#include "core/base/walk.h"
#include "tests/lib/scratch-folder.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static bool is_game_file(struct text name)
{
    struct text end = {name.s + name.n - 4, 4};
    return name.n > 4 && (text_is_nocase(end, ".pdn") || text_is_nocase(end, ".fen"));
}

static void folders_are_walked_in_order(void **state)
{
    (void)state;
    struct walk walk = {0};
    struct err err = {0};
    mkdir(scratch_path("walk"), 0755);
    mkdir(scratch_path("walk/b"), 0755);
    mkdir(scratch_path("walk/b/c"), 0755);
    scratch_write_text(scratch_path("walk/z.pdn"), "");
    scratch_write_text(scratch_path("walk/a.PDN.gz"), "");
    scratch_write_text(scratch_path("walk/notes.txt"), "");
    scratch_write_text(scratch_path("walk/.hidden.pdn"), "");
    scratch_write_text(scratch_path("walk/b/OLD.TXT.gz"), "");
    scratch_write_text(scratch_path("walk/b/scan.jpg"), "");
    scratch_write_text(scratch_path("walk/b/x.fen"), "");
    scratch_write_text(scratch_path("walk/b/c/y.pdn.zst"), "");
    assert_int_equal(symlink("../..", scratch_path("walk/b/up")), 0);
    assert_int_equal(symlink("b", scratch_path("walk/again")), 0);
    assert_int_equal(symlink("nowhere", scratch_path("walk/b/broken")), 0);
    char *operands[] = {(char *)(uintptr_t)scratch_path("walk/"),
                        (char *)(uintptr_t)scratch_path("walk/notes.txt"), (char *)(uintptr_t) "-",
                        (char *)(uintptr_t) "none"};
    assert_int_equal(walk_operands_wanted(&walk, operands, 4, is_game_file, &err), 0);
    static const char *const expected[] = {"walk/a.PDN.gz", "walk/b/c/y.pdn.zst", "walk/b/x.fen",
                                           "walk/z.pdn", "walk/notes.txt"};
    assert_int_equal(walk.n, 7);
    for (size_t i = 0; i < 5; i++)
        assert_string_equal(walk.paths[i], scratch_path(expected[i]));
    assert_string_equal(walk.paths[5], "-");
    assert_string_equal(walk.paths[6], "none");
    assert_int_equal(walk.n_failures, 0);
    assert_int_equal(walk.n_texts, 2);
    assert_string_equal(walk.first_text, scratch_path("walk/b/OLD.TXT.gz"));
    walk_fini(&walk);
    mkdir(scratch_path("barren"), 0755);
    assert_int_equal(walk_add_wanted(&walk, scratch_path("barren"), is_game_file, &err), 0);
    assert_int_equal(walk.n, 0);
    assert_int_equal(walk.n_failures, 1);
    assert_string_equal(walk.failures[0].msg, "contains no game files");
    walk_fini(&walk);
    assert_int_equal(walk_operands_wanted(&walk, NULL, 0, is_game_file, &err), 0);
    assert_string_equal(walk.paths[0], "-");
    walk_fini(&walk);
}

/* A link that is named like a game file is one that was meant to be read. */
static void links_that_lead_nowhere_are_reported(void **state)
{
    static const struct {
        const char *name, *target, *msg;
    } rows[] = {{"lost.pdn", "nowhere.pdn", "cannot read: No such file or directory"},
                {"circle.pdn", "circle.pdn", "cannot read: Too many levels of symbolic links"},
                {"through.pdn", "a.pdn/x", "cannot read: Not a directory"},
                {"lost.jpg", "nowhere.jpg", NULL},
                {"lost", "nowhere", NULL}};
    (void)state;
    struct walk walk = {0};
    mkdir(scratch_path("links"), 0755);
    scratch_write_text(scratch_path("links/a.pdn"), "");
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        char path[SCRATCH_SIZE + 32];
        snprintf(path, sizeof path, "%s/%s", scratch_path("links"), rows[i].name);
        assert_int_equal(symlink(rows[i].target, path), 0);
        assert_int_equal(walk_add_wanted(&walk, scratch_path("links"), is_game_file, NULL), 0);
        assert_int_equal(walk.n, 1);
        assert_int_equal(walk.n_failures, rows[i].msg ? 1 : 0);
        if (rows[i].msg) {
            assert_string_equal(walk.failures[0].at.file, path);
            assert_string_equal(walk.failures[0].msg, rows[i].msg);
        }
        walk_fini(&walk);
        unlink(path);
    }
}

/* A folder that may be listed but not entered is closed too: nothing in it can be opened. */
static void closed_folders_are_reported(void **state)
{
    static const mode_t modes[] = {0, 0400, 0100};
    (void)state;
    struct walk walk = {0};
    if (geteuid() == 0)
        skip(); /* nothing is closed for root */
    mkdir(scratch_path("ajar"), 0755);
    mkdir(scratch_path("ajar/closed"), 0755);
    scratch_write_text(scratch_path("ajar/a.pdn"), "");
    scratch_write_text(scratch_path("ajar/closed/b.pdn"), "");
    for (size_t i = 0; i < ARRAY_LEN(modes); i++) {
        chmod(scratch_path("ajar/closed"), modes[i]);
        assert_int_equal(walk_add_wanted(&walk, scratch_path("ajar"), is_game_file, NULL), 0);
        assert_int_equal(walk.n, 1);
        assert_int_equal(walk.n_failures, 1);
        assert_string_equal(walk.failures[0].at.file, scratch_path("ajar/closed"));
        assert_string_equal(walk.failures[0].msg, "cannot read: Permission denied");
        walk_fini(&walk);
    }
    chmod(scratch_path("ajar/closed"), 0755);
}

/* The path of the folder has room in what the system takes, that of the file in it has not. */
static void paths_too_long_are_reported(void **state)
{
    (void)state;
    struct walk walk = {0};
    char folder[SCRATCH_SIZE + 256];
    snprintf(folder, sizeof folder, "%s", scratch_path("deep"));
    assert_int_equal(mkdir(folder, 0755), 0);
    scratch_write_text(scratch_path("deep/a.pdn"), "");
    char *operand = malloc(PATH_MAX);
    assert_non_null(operand);
    size_t n = strlen(folder);
    memcpy(operand, folder, n);
    memset(operand + n, '/', PATH_MAX - 4 - n);
    operand[PATH_MAX - 4] = '\0';
    assert_int_equal(walk_add_wanted(&walk, operand, is_game_file, NULL), 0);
    assert_int_equal(walk.n_failures, 1);
    assert_string_equal(walk.failures[0].msg, "cannot read: File name too long");
    walk_fini(&walk);
    free(operand);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(folders_are_walked_in_order),
        cmocka_unit_test(links_that_lead_nowhere_are_reported),
        cmocka_unit_test(closed_folders_are_reported),
        cmocka_unit_test(paths_too_long_are_reported),
    };
    return cmocka_run_group_tests_name("walk", tests, scratch_folder_make, scratch_folder_remove);
}
