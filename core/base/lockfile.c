// SPDX-License-Identifier: MIT
/*
 * The lock is taken on the open file, but others find the file by its name, and the holder of the
 * lock removes the name before releasing it. So a process may get the lock on a file that is no
 * longer there. After locking, the name is looked up again; if it leads elsewhere, the process
 * starts over.
 */
#include "core/base/lockfile.h"

#include "core/base/path.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct lockfile {
    int fd;
    char *path; /* owned */
};

/* The process that holds the lock, according to the file; 0 unknown. */
static long holder_of(int fd)
{
    char text[32] = "";
    ssize_t n = pread(fd, text, sizeof text - 1, 0);
    return n > 0 ? strtol(text, NULL, 10) : 0;
}

/*
 * Whether the locked file is still the one at `path`: its last holder may have removed it in the
 * meantime.
 */
static bool is_in_place(int fd, const char *path)
{
    struct stat ours, there;
    return fstat(fd, &ours) == 0 && stat(path, &there) == 0 && path_same_file(&ours, &there);
}

/* @return a locked descriptor; -1 with errno, EAGAIN if another process holds the lock */
static int lock(const char *path, long *holder)
{
    for (int tries = 0; tries < 100; tries++) {
        struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
        int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
        if (fd < 0)
            return -1;
        if (fcntl(fd, F_SETLK, &all)) {
            int why = errno == EACCES ? EAGAIN : errno;
            if (holder)
                *holder = holder_of(fd);
            close(fd);
            errno = why;
            return -1;
        }
        if (is_in_place(fd, path))
            return fd;
        close(fd);
    }
    errno = EAGAIN;
    return -1;
}

/*
 * @return a path with its folder resolved; owned; NULL: there is no such folder, or out of memory
 */
static char *resolve_folder(const char *path)
{
    const char *name = path_name(path);
    char *folder = path_folder(path);
    char *real = folder ? realpath(folder, NULL) : NULL;
    size_t room = real ? strlen(real) + strlen(name) + 2 : 0;
    char *whole = real ? malloc(room) : NULL;
    if (whole)
        snprintf(whole, room, "%s/%s", real, name);
    free(folder);
    free(real);
    return whole;
}

char *lockfile_name(const char *path)
{
    static const char suffix[] = ".lock";
    char *real = realpath(path, NULL);
    if (!real)
        real = resolve_folder(path);
    const char *found = real ? real : path; /* opening it will fail, with an error about `path` */
    size_t n = strlen(found);
    char *name = malloc(n + sizeof suffix);
    if (name) {
        memcpy(name, found, n);
        memcpy(name + n, suffix, sizeof suffix);
    }
    free(real);
    return name;
}

int lockfile_open(const char *path, struct lockfile **out, long *holder, struct err *err)
{
    struct src_pos at = {.file = path};
    char text[32];
    if (holder)
        *holder = 0;
    struct lockfile *l = calloc(1, sizeof *l);
    if (!l || !(l->path = strdup(path))) {
        free(l);
        return err_memory(err);
    }
    l->fd = lock(path, holder);
    if (l->fd < 0) {
        int why = errno;
        free(l->path);
        free(l);
        if (why == EAGAIN)
            return 1;
        const char *what = why == ENOENT ? "created" : "locked"; /* its folder is missing */
        return err_set(err, at, "cannot be %s: %s", what, strerror(why));
    }
    int n = snprintf(text, sizeof text, "%ld\n", (long)getpid());
    if (ftruncate(l->fd, 0) || pwrite(l->fd, text, (size_t)n, 0) != n) {
        err_set(err, at, "cannot be written: %s", strerror(errno));
        lockfile_close(l);
        return -1;
    }
    *out = l;
    return 0;
}

void lockfile_close(struct lockfile *lock)
{
    if (!lock)
        return;
    unlink(lock->path);
    close(lock->fd);
    free(lock->path);
    free(lock);
}
