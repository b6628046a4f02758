// SPDX-License-Identifier: MIT
/*
 * Names are FOLDER/.NAME.dama-XXXXXX. Each is locked by the process that made it; one without a
 * lock was left by a process that was killed.
 */
#include "core/base/sibling-file.h"

#include "core/base/path.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char mark[] = ".dama-", letters[] = "XXXXXX";

enum {
    TAIL = sizeof mark - 1 + sizeof letters - 1,
    KEPT_MAX = NAME_MAX - 1 - TAIL,
};

/* Of a long NAME only the end is kept, in which a file and its backup differ. */
static const char *kept_name(const char *name)
{
    const size_t n = strlen(name);
    return n > KEPT_MAX ? name + n - KEPT_MAX : name;
}

static bool is_temporary(const char *entry)
{
    const size_t n = strlen(entry);
    return entry[0] == '.' && n > TAIL && strncmp(entry + n - TAIL, mark, sizeof mark - 1) == 0;
}

bool sibling_file_is_of(const char *entry, const char *name)
{
    const char *kept = kept_name(name);
    const size_t n = strlen(kept);
    return is_temporary(entry) && strlen(entry) == 1 + n + TAIL && strncmp(entry + 1, kept, n) == 0;
}

/*
 * The folder read last, if it held no temporary file. Reading it again for each of many files would
 * take longer and longer; after some files are made, the last reading has been paid for.
 */
static _Thread_local struct {
    dev_t dev;
    ino_t ino;
    unsigned unread; /* files to be made in it before it is read again */
} clean;

static bool is_clean(const struct stat *folder)
{
    if (!clean.unread || clean.dev != folder->st_dev || clean.ino != folder->st_ino)
        return false;
    clean.unread--;
    return true;
}

/* Removes temporary files that killed runs have left for this target, if possible. */
static void remove_stale(const char *folder, const char *name)
{
    enum { ENTRIES_PER_FILE = 50 };
    struct stat st;
    DIR *dir = stat(folder, &st) || is_clean(&st) ? NULL : opendir(folder);
    if (!dir)
        return;
    bool any = false;
    unsigned entries = 0;
    for (struct dirent *d; (d = readdir(dir)); entries++) {
        any = any || is_temporary(d->d_name);
        if (!sibling_file_is_of(d->d_name, name))
            continue;
        int fd = openat(dirfd(dir), d->d_name, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
        if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0)
            unlinkat(dirfd(dir), d->d_name, 0);
        if (fd >= 0)
            close(fd);
    }
    closedir(dir);
    clean.dev = st.st_dev;
    clean.ino = st.st_ino;
    clean.unread = any ? 0 : entries / ENTRIES_PER_FILE;
}

/*
 * Makes and locks a file; mkstemp fills in the last letters of its name. Until it is locked,
 * another process may take it for one that was left behind, and remove it.
 * @return its descriptor; -1 with errno
 */
static int create_locked(char *path)
{
    for (;;) {
        memcpy(path + strlen(path) - (sizeof letters - 1), letters, sizeof letters - 1);
        int fd = mkstemp(path); /* exclusive, through no link, with a name that cannot be guessed */
        if (fd < 0)
            return -1;
        fcntl(fd, F_SETFD, FD_CLOEXEC);
        (void)flock(fd, LOCK_EX); /* a process that holds it removes the file, then releases it */
        if (access(path, F_OK) == 0)
            return fd;
        close(fd);
    }
}

char *sibling_file_make(const char *target, int *fd)
{
    const char *name = path_name(target);
    char *folder = path_folder(target);
    size_t room = strlen(target) + sizeof mark + sizeof letters + 8;
    char *path = folder ? malloc(room) : NULL;
    *fd = -1;
    if (path) {
        remove_stale(folder, name);
        snprintf(path, room, "%.*s.%s%s%s", (int)(name - target), target, kept_name(name), mark,
                 letters);
        *fd = create_locked(path);
    }
    free(folder);
    if (*fd >= 0)
        return path;
    const int why = errno;
    free(path);
    errno = why;
    return NULL;
}
