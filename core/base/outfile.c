// SPDX-License-Identifier: MIT
#include "core/base/outfile.h"

#include "core/base/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct outfile {
    const char *path; /* as the user wrote it */
    char *target;     /* owned: path with links followed; NULL where it is written in place */
    char *temporary;  /* owned; beside target */
    FILE *stream;
    int place; /* of signals_remove */
    bool is_stdout;
    mode_t mode;
};

static struct src_pos place(const struct outfile *f) { return (struct src_pos){.file = f->path}; }

static int no_memory(const struct outfile *f, struct err *err)
{
    return err_set(err, place(f), "out of memory");
}

static char *join(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b) + 1;
    char *s = malloc(n + m);
    if (s) {
        memcpy(s, a, n);
        memcpy(s + n, b, m);
    }
    return s;
}

static mode_t usual_mode(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* Finds out what is in the place. @return 0 a file may be made beside it, 1 it is to be written in place, -1 */
static int look_at_target(struct outfile *f, struct err *err)
{
    struct stat st;
    f->mode = usual_mode();
    if (stat(f->path, &st) < 0) {
        if (errno != ENOENT)
            return err_set(err, place(f), "cannot write: %s", strerror(errno));
        f->target = join(f->path, "");
        return f->target ? 0 : no_memory(f, err);
    }
    if (S_ISDIR(st.st_mode))
        return err_set(err, place(f), "cannot write: is a directory");
    if (!S_ISREG(st.st_mode))
        return 1;
    f->mode = st.st_mode & 07777;
    f->target = realpath(f->path, NULL);
    return f->target ? 0 : err_set(err, place(f), "cannot write: %s", strerror(errno));
}

static int open_beside(struct outfile *f, struct err *err)
{
    f->temporary = join(f->target, ".XXXXXX");
    if (!f->temporary)
        return no_memory(f, err);
    int fd = mkstemp(f->temporary);
    if (fd < 0) {
        err_set(err, place(f), "cannot write beside it: %s", strerror(errno));
        free(f->temporary);
        f->temporary = NULL;
        return -1;
    }
    f->place = signals_remove(f->temporary);
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    if (fchmod(fd, f->mode) == 0)
        f->stream = fdopen(fd, "w");
    if (f->stream)
        return 0;
    err_set(err, place(f), "cannot write: %s", strerror(errno));
    close(fd);
    return -1;
}

int outfile_open(const char *path, struct outfile **out, struct err *err)
{
    struct outfile *f = calloc(1, sizeof *f);
    *out = NULL;
    if (!f)
        return err_set(err, (struct src_pos){.file = path}, "out of memory");
    f->path = path;
    f->place = -1;
    f->is_stdout = strcmp(path, "-") == 0;
    int rc = f->is_stdout ? 1 : look_at_target(f, err);
    if (rc == 0)
        rc = open_beside(f, err);
    else if (rc == 1) {
        f->stream = f->is_stdout ? stdout : fopen(path, "w");
        rc = f->stream ? 0 : err_set(err, place(f), "cannot write: %s", strerror(errno));
    }
    if (rc) {
        outfile_close(f);
        return -1;
    }
    *out = f;
    return 0;
}

FILE *outfile_stream(struct outfile *f) { return f->stream; }

/* A link to the old file is its backup: there is no moment without either. */
int outfile_backup(struct outfile *f, const char *suffix, struct err *err)
{
    if (!f->target)
        return 0;
    char *backup = join(f->target, suffix);
    if (!backup)
        return no_memory(f, err);
    int rc = unlink(backup) < 0 && errno != ENOENT ? -1 : link(f->target, backup);
    if (rc < 0 && errno == ENOENT)
        rc = 0; /* nothing is there to be kept */
    if (rc < 0) /* a file system without links: then there is a short moment */
        rc = rename(f->target, backup);
    if (rc < 0)
        err_set(err, place(f), "cannot keep a backup as %s: %s", backup, strerror(errno));
    free(backup);
    return rc;
}

/* The name in its folder is data too. Some file systems cannot sync a folder: no harm. */
static void sync_folder(const char *path)
{
    char *copy = join(path, "");
    char *slash = copy ? strrchr(copy, '/') : NULL;
    if (slash)
        slash[slash == copy] = '\0';
    int fd = copy ? open(slash ? copy : ".", O_RDONLY | O_CLOEXEC) : -1;
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
    free(copy);
}

static bool can_sync(int fd)
{
    struct stat st;
    return fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
}

int outfile_finish(struct outfile **file, struct err *err)
{
    struct outfile *f = *file;
    int rc = 0;
    errno = 0;
    *file = NULL;
    bool failed = ferror(f->stream);
    if (fflush(f->stream) || failed)
        rc = err_set(err, place(f), "cannot write: %s",
                     errno ? strerror(errno) : "an earlier write failed");
    if (rc == 0 && can_sync(fileno(f->stream)) && fsync(fileno(f->stream)))
        rc = err_set(err, place(f), "cannot write: %s", strerror(errno));
    if (!f->is_stdout && fclose(f->stream) && rc == 0)
        rc = err_set(err, place(f), "cannot write: %s", strerror(errno));
    f->stream = NULL;
    if (rc == 0 && f->temporary) {
        if (rename(f->temporary, f->target)) {
            rc = err_set(err, place(f), "cannot replace it: %s", strerror(errno));
        } else {
            signals_keep(f->place);
            free(f->temporary);
            f->temporary = NULL;
            sync_folder(f->target);
        }
    }
    outfile_close(f);
    return rc;
}

void outfile_close(struct outfile *f)
{
    if (!f)
        return;
    if (f->stream && !f->is_stdout)
        fclose(f->stream);
    if (f->temporary) {
        unlink(f->temporary);
        signals_keep(f->place);
    }
    free(f->temporary);
    free(f->target);
    free(f);
}
