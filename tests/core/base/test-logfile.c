// SPDX-License-Identifier: MIT
/* Logs: bounded, rotated, repeated lines counted. */
#include "core/base/logfile.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

/* A path where nothing is. */
static void fresh(char *path, size_t size, const char *name)
{
    const char *dir = getenv("TMPDIR");
    char old[300];
    snprintf(path, size, "%s/dama-logfile-%ld-%s", dir ? dir : "/tmp", (long)getpid(), name);
    remove(path);
    for (int i = 1; i < 5; i++) {
        snprintf(old, sizeof old, "%s.%d", path, i);
        remove(old);
    }
}

static long size_of(const char *path)
{
    struct stat st;
    return stat(path, &st) ? -1 : (long)st.st_size;
}

/* The words of a file's lines, without their times, each followed by a bar. */
static void words_of(const char *path, char *out)
{
    char line[LOGFILE_LINE + 64];
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    *out = '\0';
    while (fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = '\0';
        assert_int_equal(line[23], 'Z');
        strcat(strcat(out, line + 25), "|");
    }
    fclose(f);
    remove(path);
}

static void repeated_lines_are_counted(void **state)
{
    (void)state;
    char path[200], words[400];
    struct logfile *log;
    fresh(path, sizeof path, "repeat");
    assert_int_equal(logfile_open(path, 0, 1, &log, NULL), 0);
    for (int i = 0; i < 1000; i++)
        logfile_line(log, "busy", NULL);
    logfile_line(log, "a\x1b[31mb\nc", NULL);
    logfile_line(log, "busy", NULL);
    logfile_line(log, "busy", NULL);
    assert_int_equal(logfile_close(log, NULL), 0);
    words_of(path, words);
    assert_string_equal(words, "busy|the last line was repeated 999 times|a\\x1b[31mb\\x0ac|busy|"
                               "the last line was repeated once|");
}

static void long_lines_end_with_a_whole_character(void **state)
{
    (void)state;
    char path[200], line[2 * LOGFILE_LINE + 1] = "", words[LOGFILE_LINE + 64];
    struct logfile *log;
    fresh(path, sizeof path, "long");
    for (size_t i = 0; i + 2 < sizeof line; i += 2)
        memcpy(line + i, "\xc3\xa9", 3);
    assert_int_equal(logfile_open(path, 0, 1, &log, NULL), 0);
    logfile_line(log, line, NULL);
    assert_int_equal(logfile_close(log, NULL), 0);
    words_of(path, words);
    assert_int_equal(strcspn(words, "|"), LOGFILE_LINE - 2);
    assert_memory_equal(words, line, LOGFILE_LINE - 2);
}

static void full_files_are_rotated(void **state)
{
    (void)state;
    char path[200], old[300];
    struct logfile *log;
    fresh(path, sizeof path, "rotate");
    assert_int_equal(logfile_open(path, 10000, 2, &log, NULL), 0);
    for (int i = 0; i < 5000; i++) {
        char line[64];
        snprintf(line, sizeof line, "line %d", i);
        assert_int_equal(logfile_line(log, line, NULL), 0);
    }
    assert_int_equal(logfile_close(log, NULL), 0);
    assert_in_range(size_of(path), 1, 10100);
    for (int i = 1; i <= 3; i++) {
        snprintf(old, sizeof old, "%s.%d", path, i);
        if (i < 3)
            assert_in_range(size_of(old), 10000, 10100);
        else
            assert_int_equal(size_of(old), -1);
        remove(old);
    }
    remove(path);
}

/* As a user does who needs room on the disk. */
static void a_removed_file_is_begun_again(void **state)
{
    (void)state;
    for (unsigned keep = 0; keep < 2; keep++) {
        char path[200], line[64];
        struct logfile *log;
        fresh(path, sizeof path, "removed");
        assert_int_equal(logfile_open(path, 1000, keep, &log, NULL), 0);
        assert_int_equal(remove(path), 0);
        for (int i = 0; i < 60; i++) {
            snprintf(line, sizeof line, "line %d", i);
            assert_int_equal(logfile_line(log, line, NULL), 0);
        }
        assert_int_equal(logfile_close(log, NULL), 0);
        assert_in_range(size_of(path), 1, 1100);
        remove(path);
    }
}

/* Its name is a device's or a link of the system: there is nothing to rename. */
static void what_is_open_is_not_rotated(void **state)
{
    (void)state;
    char path[200], name[40], old[300];
    struct logfile *log;
    fresh(path, sizeof path, "open");
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
    assert_true(fd >= 0);
    snprintf(name, sizeof name, "/dev/fd/%d", fd);
    assert_int_equal(logfile_open(name, 1000, 2, &log, NULL), 0);
    for (int i = 0; i < 100; i++) {
        char line[64];
        snprintf(line, sizeof line, "line %d", i);
        assert_int_equal(logfile_line(log, line, NULL), 0);
    }
    assert_int_equal(logfile_close(log, NULL), 0);
    close(fd);
    assert_in_range(size_of(path), 3000, 4000);
    snprintf(old, sizeof old, "%s.1", path);
    assert_int_equal(size_of(old), -1);
    remove(path);
}

static void full_disk_is_reported_once(void **state)
{
    (void)state;
    struct logfile *log;
    struct err err = {0};
    if (access("/dev/full", W_OK))
        skip();
    assert_int_equal(logfile_open("/dev/full", 0, 1, &log, NULL), 0);
    assert_int_equal(logfile_line(log, "one", &err), -1);
    assert_string_equal(err.msg, "cannot write the log: No space left on device");
    assert_int_equal(logfile_line(log, "two", NULL), 0);
    assert_int_equal(logfile_close(log, &err), -1);
    assert_non_null(strstr(err.msg, "No space left"));
}

/* A folder in which nothing can be renamed: the file that is full stays, and grows no more. */
static void log_that_cannot_be_rotated_ends(void **state)
{
    (void)state;
    char path[200], old[300];
    struct logfile *log;
    struct err err = {0};
    int failures = 0;
    fresh(path, sizeof path, "stuck");
    snprintf(old, sizeof old, "%s.1", path);
    assert_int_equal(mkdir(old, 0700), 0); /* which a file cannot replace */
    assert_int_equal(logfile_open(path, 1000, 1, &log, NULL), 0);
    for (int i = 0; i < 500; i++) {
        char line[64];
        snprintf(line, sizeof line, "line %d", i);
        failures += logfile_line(log, line, &err) != 0;
    }
    assert_int_equal(failures, 1);
    assert_string_equal(err.msg, "cannot rotate the log: Is a directory");
    assert_int_equal(logfile_close(log, &err), -1);
    assert_in_range(size_of(path), 1000, 1100);
    rmdir(old);
    remove(path);
}

static void missing_folder_is_refused(void **state)
{
    (void)state;
    struct logfile *log;
    struct err err = {0};
    assert_int_equal(logfile_open("/nowhere/at/all.log", 0, 1, &log, &err), -1);
    assert_non_null(strstr(err.msg, "cannot open the log"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(repeated_lines_are_counted),
        cmocka_unit_test(long_lines_end_with_a_whole_character),
        cmocka_unit_test(full_files_are_rotated),
        cmocka_unit_test(a_removed_file_is_begun_again),
        cmocka_unit_test(what_is_open_is_not_rotated),
        cmocka_unit_test(full_disk_is_reported_once),
        cmocka_unit_test(log_that_cannot_be_rotated_ends),
        cmocka_unit_test(missing_folder_is_refused),
    };
    return cmocka_run_group_tests_name("logfile", tests, NULL, NULL);
}
