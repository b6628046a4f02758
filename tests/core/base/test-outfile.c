// SPDX-License-Identifier: MIT
/* Files that appear whole or not at all, and the operands that name inputs. */
#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/outfile.h"
#include "core/base/signals.h"
#include "tests/lib/scratch-folder.h"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static const char *content(const char *path)
{
    static char text[100];
    FILE *f = fopen(path, "r");
    if (!f)
        return NULL;
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    fclose(f);
    return text;
}

/* Files in the scratch_folder whose name begins so. */
static int count(const char *name)
{
    int n = 0;
    char command[SCRATCH_SIZE + 100];
    snprintf(command, sizeof command, "ls -A %s | grep -c '^[.]*%s'", scratch_folder, name);
    FILE *f = popen(command, "r");
    assert_int_equal(fscanf(f, "%d", &n), 1);
    pclose(f);
    return n;
}

static struct outfile *begin(const char *path, const char *text)
{
    struct outfile *f;
    struct err err = {0};
    assert_int_equal(outfile_open(path, &f, &err), 0);
    fputs(text, outfile_stream(f));
    return f;
}

static void file_appears_whole(void **state)
{
    (void)state;
    struct err err = {0};
    const char *path = scratch_path("whole");
    struct outfile *f = begin(path, "new\n");
    assert_null(content(path));
    assert_int_equal(outfile_finish(&f, &err), 0);
    assert_null(f);
    assert_string_equal(content(path), "new\n");
    assert_int_equal(count("whole"), 1);
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    mode_t mask = umask(0);
    umask(mask);
    assert_int_equal(st.st_mode & 0777, 0666 & ~mask);
}

static void giving_up_changes_nothing(void **state)
{
    (void)state;
    const char *path = scratch_path("given-up");
    scratch_write_text(path, "old\n");
    outfile_close(begin(path, "new\n"));
    assert_string_equal(content(path), "old\n");
    assert_int_equal(count("given-up"), 1);
    outfile_close(NULL);
}

static void backup_is_kept(void **state)
{
    (void)state;
    struct err err = {0};
    const char *path = scratch_path("backup");
    scratch_write_text(path, "one\n");
    chmod(path, 0640);
    for (int i = 2; i <= 4; i++) { /* the last one changes nothing */
        struct outfile *f = begin(path, i == 2 ? "two\n" : "three\n");
        assert_int_equal(outfile_backup(f, &err), 0);
        assert_int_equal(outfile_finish(&f, &err), 0);
    }
    assert_string_equal(content(path), "three\n");
    assert_string_equal(content(scratch_path("backup~")), "two\n");
    assert_int_equal(count("backup"), 2);
    struct stat st;
    stat(path, &st);
    assert_int_equal(st.st_mode & 0777, 0640);
    struct outfile *f = begin(scratch_path("no-backup"), "x");
    assert_int_equal(outfile_backup(f, &err), 0); /* nothing to keep */
    assert_int_equal(outfile_finish(&f, &err), 0);
    assert_int_equal(count("no-backup"), 1);
}

/* There is room for the name of the file, but not for that of its backup. */
static void backup_that_cannot_be_is_an_error(void **state)
{
    (void)state;
    struct err err = {0};
    char name[NAME_MAX + 1];
    memset(name, 'a', NAME_MAX);
    name[NAME_MAX] = '\0';
    const char *path = scratch_path(name);
    scratch_write_text(path, "one\n");
    struct outfile *f = begin(path, "two\n");
    assert_int_equal(outfile_backup(f, &err), 0);
    assert_int_equal(outfile_finish(&f, &err), -1);
    assert_string_equal(err.at.file, path);
    assert_string_equal(err.msg, "cannot keep a backup: File name too long");
    assert_string_equal(content(path), "one\n");
}

/*
 * What is too much for the file system, here for the limit of the process, costs neither the file
 * nor its backup.
 */
static void full_disk_keeps_the_backup(void **state)
{
    (void)state;
    scratch_write_text(scratch_path("full"), "one\n");
    scratch_write_text(scratch_path("full~"), "none\n");
    int status;
    pid_t child = fork();
    if (child == 0) {
        struct rlimit limit = {4096, 4096};
        struct outfile *f;
        char text[65536] = "";
        signals_init();
        if (setrlimit(RLIMIT_FSIZE, &limit) || outfile_open(scratch_path("full"), &f, NULL)
            || outfile_backup(f, NULL))
            _exit(9);
        fwrite(text, 1, sizeof text, outfile_stream(f));
        _exit(outfile_finish(&f, NULL) == -1 ? 0 : 8);
    }
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_string_equal(content(scratch_path("full")), "one\n");
    assert_string_equal(content(scratch_path("full~")), "none\n");
    assert_int_equal(count("full"), 2);
}

static void links_are_not_followed_in_place(void **state)
{
    (void)state;
    struct err err = {0};
    scratch_write_text(scratch_path("outside"), "old\n");
    assert_int_equal(symlink("outside", scratch_path("inside")), 0);
    struct outfile *f = begin(scratch_path("inside"), "new\n");
    assert_int_equal(outfile_backup(f, &err), -1);
    assert_non_null(strstr(err.msg, "is a symbolic link"));
    outfile_close(f);
    assert_string_equal(content(scratch_path("outside")), "old\n");
}

/* A run was killed between keeping the old file and replacing it. */
static void half_made_backup_is_no_obstacle(void **state)
{
    (void)state;
    struct err err = {0};
    const char *path = scratch_path("half");
    scratch_write_text(path, "one\n");
    assert_int_equal(link(path, scratch_path("half~")), 0);
    struct outfile *f = begin(scratch_path("half"), "two\n");
    assert_int_equal(outfile_backup(f, &err), 0);
    assert_int_equal(outfile_finish(&f, &err), 0);
    assert_string_equal(content(scratch_path("half")), "two\n");
    assert_string_equal(content(scratch_path("half~")), "one\n");
    assert_int_equal(count("half"), 2);
}

static void hard_links_are_refused(void **state)
{
    (void)state;
    struct err err = {0};
    struct outfile *f = NULL;
    scratch_write_text(scratch_path("first"), "old\n");
    assert_int_equal(link(scratch_path("first"), scratch_path("second")), 0);
    assert_int_equal(outfile_open(scratch_path("second"), &f, &err), -1);
    assert_non_null(strstr(err.msg, "has 2 names"));
    assert_int_equal(count("second"), 1);
}

/* What a killed process has left goes; what another process is writing stays. */
static void stale_files_are_removed(void **state)
{
    (void)state;
    int ends[2], status;
    char c;
    assert_int_equal(pipe(ends), 0);
    for (int killed = 0; killed < 2; killed++) {
        pid_t child = fork();
        if (child == 0) {
            struct outfile *f;
            if (outfile_open(scratch_path("stale"), &f, NULL) || write(ends[1], "x", 1) != 1)
                _exit(9);
            for (;;)
                pause();
        }
        assert_int_equal(read(ends[0], &c, 1), 1);
        if (killed) {
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
        }
        struct outfile *f = begin(scratch_path("stale"), "new\n");
        assert_int_equal(count("stale"), 2); /* ours, and the old file or the other's */
        assert_int_equal(outfile_finish(&f, NULL), 0);
        assert_int_equal(count("stale"), killed ? 1 : 2);
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
    }
    close(ends[0]);
    close(ends[1]);
}

/* A folder with many files is not read for each new one, but only if it was found to be clean. */
static void stale_files_among_many_are_removed(void **state)
{
    enum { MANY = 200 };
    (void)state;
    char name[40], stale[] = "many/.b.dama-abcdef";
    assert_int_equal(mkdir(scratch_path("many"), 0755), 0);
    for (int i = 0; i < MANY; i++) {
        snprintf(name, sizeof name, "many/%d", i);
        scratch_write_text(scratch_path(name), "");
    }
    scratch_write_text(scratch_path(stale), "");
    outfile_close(begin(scratch_path("many/a"), ""));
    assert_int_equal(access(scratch_path(stale), F_OK), 0);
    outfile_close(begin(scratch_path("many/b"), ""));
    assert_int_equal(access(scratch_path(stale), F_OK), -1);
}

static void owner_stays(void **state)
{
    (void)state;
    struct stat st;
    if (geteuid() != 0)
        skip(); /* nobody else may give files away */
    scratch_write_text(scratch_path("owned"), "old\n");
    assert_int_equal(chown(scratch_path("owned"), 1234, 2345), 0);
    struct outfile *f = begin(scratch_path("owned"), "new\n");
    assert_int_equal(outfile_finish(&f, NULL), 0);
    assert_int_equal(stat(scratch_path("owned"), &st), 0);
    assert_int_equal(st.st_uid, 1234);
    assert_int_equal(st.st_gid, 2345);
}

/* Runs a function in a process that may change itself. */
static void in_child(int (*function)(void))
{
    int status;
    pid_t child = fork();
    if (child == 0)
        _exit(function());
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static int rewrite_as_nobody(void)
{
    struct outfile *f;
    if (setgid(1234) || setuid(1234) || outfile_open(scratch_path("for-all/file"), &f, NULL))
        return 9;
    fputs("new\n", outfile_stream(f));
    return outfile_finish(&f, NULL) ? 8 : 0;
}

/* Whoever cannot keep the group of a file leaves their own as much as everybody else. */
static void lost_groups_cost_nobody_access(void **state)
{
    static const mode_t modes[][2] = {{0644, 0644}, {0640, 0600}, {0664, 0644}, {0604, 0644}};
    (void)state;
    struct stat st;
    if (geteuid() != 0)
        skip();
    assert_int_equal(chmod(scratch_folder, 0755), 0);
    assert_int_equal(mkdir(scratch_path("for-all"), 0700), 0);
    assert_int_equal(chmod(scratch_path("for-all"), 0777), 0);
    for (size_t i = 0; i < ARRAY_LEN(modes); i++) {
        scratch_write_text(scratch_path("for-all/file"), "old\n");
        assert_int_equal(chown(scratch_path("for-all/file"), 0, 2345), 0);
        assert_int_equal(chmod(scratch_path("for-all/file"), modes[i][0]), 0);
        in_child(rewrite_as_nobody);
        assert_int_equal(stat(scratch_path("for-all/file"), &st), 0);
        assert_int_equal(st.st_gid, 1234);
        assert_int_equal(st.st_mode & 0777, modes[i][1]);
        assert_int_equal(unlink(scratch_path("for-all/file")), 0);
    }
}

static void links_stay_links(void **state)
{
    (void)state;
    struct err err = {0};
    scratch_write_text(scratch_path("target"), "old\n");
    assert_int_equal(symlink("target", scratch_path("link")), 0);
    struct outfile *f = begin(scratch_path("link"), "new\n");
    assert_int_equal(outfile_finish(&f, &err), 0);
    assert_string_equal(content(scratch_path("target")), "new\n");
    struct stat st;
    lstat(scratch_path("link"), &st);
    assert_true(S_ISLNK(st.st_mode));
    assert_int_equal(unlink(scratch_path("target")), 0); /* which is made again */
    f = begin(scratch_path("link"), "newer\n");
    assert_int_equal(outfile_finish(&f, &err), 0);
    assert_string_equal(content(scratch_path("target")), "newer\n");
    lstat(scratch_path("link"), &st);
    assert_true(S_ISLNK(st.st_mode));
}

/* Those who write to the name do so as before the mode is taken over. */
static void written_by_name(void **state)
{
    (void)state;
    struct err err = {0};
    struct outfile *f;
    struct stat st;
    scratch_write_text(scratch_path("named"), "old\n");
    assert_int_equal(chmod(scratch_path("named"), 0400), 0);
    assert_int_equal(symlink("named", scratch_path("named-link")), 0);
    assert_int_equal(outfile_open_named(scratch_path("named-link"), &f, &err), 0);
    scratch_write_text(outfile_name(f), "new\n");
    assert_string_equal(content(scratch_path("named")), "old\n");
    assert_int_equal(outfile_finish(&f, &err), 0);
    assert_string_equal(content(scratch_path("named")), "new\n");
    lstat(scratch_path("named-link"), &st);
    assert_true(S_ISLNK(st.st_mode));
    stat(scratch_path("named"), &st);
    assert_int_equal(st.st_mode & 0777, 0400);
    assert_int_equal(outfile_open_named("/dev/null", &f, &err), -1);
    assert_string_equal(err.msg, "cannot write: is not a regular file");
}

/* Two begin the same file: whoever is second must not take the place of the first. */
static void new_files_replace_none(void **state)
{
    struct outfile *first, *second;
    struct err err = {0};
    (void)state;
    assert_int_equal(outfile_open_named(scratch_path("shared"), &first, &err), 0);
    assert_int_equal(outfile_open_named(scratch_path("shared"), &second, &err), 0);
    outfile_refuse_replacing(first);
    outfile_refuse_replacing(second);
    scratch_write_text(outfile_name(first), "first\n");
    scratch_write_text(outfile_name(second), "second\n");
    assert_int_equal(outfile_finish(&first, &err), 0);
    assert_int_equal(outfile_finish(&second, &err), -1);
    assert_string_equal(
        err.msg, "another program has made this file in the meantime; run the command again");
    assert_string_equal(content(scratch_path("shared")), "first\n");
    scratch_write_text(scratch_path("shared"), "");
    assert_int_equal(outfile_open_named(scratch_path("shared"), &second, &err), 0);
    outfile_refuse_replacing(second);
    scratch_write_text(outfile_name(second), "second\n");
    assert_int_equal(outfile_finish(&second, &err), 0);
    assert_string_equal(content(scratch_path("shared")), "second\n");
    assert_int_equal(unlink(scratch_path("shared")), 0);
}

static void impossible_places_are_reported(void **state)
{
    (void)state;
    struct outfile *f;
    struct err err = {0};
    assert_int_equal(outfile_open(scratch_folder, &f, &err), -1);
    assert_string_equal(err.msg, "cannot write: is a folder");
    err = (struct err){0};
    assert_int_equal(outfile_open(scratch_path("none/file"), &f, &err), -1);
    assert_string_equal(err.msg, "cannot create: No such file or directory");
    err = (struct err){0};
    assert_int_equal(outfile_open(scratch_path("whole/file"), &f, &err), -1);
    assert_string_equal(err.msg, "cannot write: Not a directory");
    assert_null(f);
}

static void full_disk_is_an_error(void **state)
{
    (void)state;
    if (access("/dev/full", W_OK))
        skip();
    struct err err = {0};
    struct outfile *f = begin("/dev/full", "text");
    assert_int_equal(outfile_finish(&f, &err), -1);
    assert_string_equal(err.msg, "cannot write: No space left on device");
    assert_string_equal(err.at.file, "/dev/full");
}

/* A temporary file to compress that takes no more is not the output. */
static int write_too_much(void)
{
    struct rlimit limit = {4096, 4096};
    struct outfile *f;
    struct err err = {0};
    char text[65536] = "";
    signals_init();
    if (setrlimit(RLIMIT_FSIZE, &limit) || outfile_open(scratch_path("much.gz"), &f, NULL))
        return 9;
    fwrite(text, 1, sizeof text, outfile_stream(f));
    const int rc = outfile_finish(&f, &err);
    if (rc == 0 || err.at.file)
        return 8;
    return strcmp(err.msg, "cannot write a temporary file: File too large");
}

static void full_temporary_folder_is_an_error(void **state)
{
    (void)state;
    in_child(write_too_much);
}

/* Its temporary name would be too long. */
static void longest_names_are_written(void **state)
{
    (void)state;
    char name[NAME_MAX + 1];
    memset(name, 'n', NAME_MAX);
    name[NAME_MAX] = '\0';
    for (int i = 0; i < 2; i++) {
        struct err err = {0};
        struct outfile *f = begin(scratch_path(name), "new\n");
        assert_int_equal(outfile_finish(&f, &err), 0);
        assert_string_equal(content(scratch_path(name)), "new\n");
        assert_int_equal(count("nnn"), 1);
    }
    name[NAME_MAX - 1] = '\0'; /* one that can have a backup */
    scratch_write_text(scratch_path(name), "old\n");
    struct outfile *f = begin(scratch_path(name), "new\n");
    assert_int_equal(outfile_backup(f, NULL), 0);
    assert_int_equal(outfile_finish(&f, NULL), 0);
    assert_string_equal(content(scratch_path(name)), "new\n");
    name[NAME_MAX - 1] = '~';
    assert_string_equal(content(scratch_path(name)), "old\n");
}

static void closed_pipe_is_an_error(void **state)
{
    (void)state;
    int ends[2];
    char path[40];
    struct err err = {0};
    assert_int_equal(pipe(ends), 0);
    signals_init();
    snprintf(path, sizeof path, "/dev/fd/%d", ends[1]);
    struct outfile *f = begin(path, "text");
    close(ends[0]);
    close(ends[1]);
    assert_int_equal(outfile_finish(&f, &err), -1);
    assert_string_equal(err.msg, "cannot write: Broken pipe");
}

/* Output that the shell has sent to a file: others write there, too, and it is never replaced. */
static void what_is_open_is_added_to(void **state)
{
    (void)state;
    char path[40];
    struct err err = {0};
    struct outfile *f;
    scratch_write_text(scratch_path("open"), "old\n");
    int fd = open(scratch_path("open"), O_WRONLY | O_APPEND);
    assert_true(fd >= 0);
    snprintf(path, sizeof path, "/dev/fd/%d", fd);
    f = begin(path, "one\n");
    assert_int_equal(outfile_finish(&f, &err), 0);
    assert_int_equal(write(fd, "two\n", 4), 4);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    f = begin(path, "three\n");
    assert_int_equal(outfile_finish(&f, &err), 0);
    assert_int_equal(outfile_open_named(path, &f, &err), -1);
    assert_string_equal(err.msg, "cannot write: is not a regular file");
    close(fd);
    assert_string_equal(content(scratch_path("open")), "old\none\ntwo\nthree\n");
    err = (struct err){0};
    assert_int_equal(outfile_open("/dev/fd/12345", &f, &err), -1);
    assert_string_equal(err.msg, "cannot write: Bad file descriptor");
}

/*
 * A child that has a file half written, says so, notes a first signal, says that too, and waits for
 * a second one.
 */
static pid_t writer(const char *name, int *said)
{
    int ends[2];
    char c;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        struct outfile *f;
        signals_init();
        if (outfile_open(scratch_path(name), &f, NULL) || write(ends[1], "x", 1) != 1)
            _exit(99);
        while (!signals_stopped())
            poll(NULL, 0, 1);
        if (write(ends[1], "y", 1) != 1)
            _exit(98);
        for (;;)
            pause();
    }
    close(ends[1]);
    assert_int_equal(read(ends[0], &c, 1), 1);
    assert_int_equal(count(name), 1);
    *said = ends[0];
    return child;
}

static void second_signal_leaves_nothing(void **state)
{
    (void)state;
    int said, status;
    char c;
    pid_t child = writer("signal", &said);
    kill(child, SIGINT);
    assert_int_equal(read(said, &c, 1), 1); /* the first one is only noted */
    poll(NULL, 0, SIGNALS_SAME_MS + 50);
    kill(child, SIGINT);
    waitpid(child, &status, 0);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT);
    assert_int_equal(count("signal"), 0);
    close(said);
}

static void a_signal_sent_twice_is_one(void **state)
{
    (void)state;
    int said, status;
    char c;
    for (int tries = 0; tries < 20; tries++) {
        pid_t child = writer("twice", &said);
        int64_t sent = clock_ms();
        kill(child, SIGTERM);
        assert_int_equal(read(said, &c, 1), 1);
        kill(child, SIGTERM);
        bool twice =
            clock_ms() - sent < SIGNALS_SAME_MS / 2; /* not on a machine that stood still between */
        poll(NULL, 0, SIGNALS_SAME_MS / 4);
        if (twice)
            assert_int_equal(waitpid(child, &status, WNOHANG), 0);
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
        close(said);
        if (twice)
            return;
    }
    fail_msg("this machine stood still each time");
}

static void paths_of_one_file_are_told(void **state)
{
    (void)state;
    const char *old = scratch_path("same"), *link = scratch_path("same-link"),
               *made = scratch_path("not-there");
    scratch_write_text(old, "x");
    assert_int_equal(symlink("same", link), 0);
    assert_true(outfile_same(old, link));
    assert_true(outfile_same(made, scratch_path(".//not-there")));
    assert_true(outfile_same("-", "-"));
    assert_false(outfile_same(old, made));
    assert_false(outfile_same(made, scratch_path("not-there-either")));
    assert_false(outfile_same("-", old));
    assert_false(outfile_same("/dev/null", "/dev/null"));
    assert_int_equal(symlink("not-there", scratch_path("leads-there")), 0);
    assert_true(outfile_same(made, scratch_path("leads-there")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(file_appears_whole),
        cmocka_unit_test(giving_up_changes_nothing),
        cmocka_unit_test(backup_is_kept),
        cmocka_unit_test(backup_that_cannot_be_is_an_error),
        cmocka_unit_test(full_disk_keeps_the_backup),
        cmocka_unit_test(links_are_not_followed_in_place),
        cmocka_unit_test(half_made_backup_is_no_obstacle),
        cmocka_unit_test(hard_links_are_refused),
        cmocka_unit_test(stale_files_are_removed),
        cmocka_unit_test(stale_files_among_many_are_removed),
        cmocka_unit_test(owner_stays),
        cmocka_unit_test(lost_groups_cost_nobody_access),
        cmocka_unit_test(links_stay_links),
        cmocka_unit_test(written_by_name),
        cmocka_unit_test(new_files_replace_none),
        cmocka_unit_test(impossible_places_are_reported),
        cmocka_unit_test(full_disk_is_an_error),
        cmocka_unit_test(full_temporary_folder_is_an_error),
        cmocka_unit_test(longest_names_are_written),
        cmocka_unit_test(closed_pipe_is_an_error),
        cmocka_unit_test(what_is_open_is_added_to),
        cmocka_unit_test(second_signal_leaves_nothing),
        cmocka_unit_test(a_signal_sent_twice_is_one),
        cmocka_unit_test(paths_of_one_file_are_told),
    };
    return cmocka_run_group_tests_name("outfile", tests, scratch_folder_make,
                                       scratch_folder_remove);
}
