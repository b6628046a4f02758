// SPDX-License-Identifier: MIT
/*
 * The new content goes to a temporary file in the target's own folder, so that the rename that puts
 * it in place stays within one file system and is atomic. To finish is to compress, flush, sync,
 * keep the backup, rename and sync the folder, in this order: whenever the process is killed, the
 * name leads either to the whole old file or to the whole new one.
 *
 * A compressor reads its input from the beginning. So a file that is to be compressed is first
 * written uncompressed to a temporary file without a name.
 */
#include "core/base/outfile.h"

#include "core/base/compressor.h"
#include "core/base/descriptor-name.h"
#include "core/base/path.h"
#include "core/base/sibling-file.h"
#include "core/base/signals.h"
#include "core/base/tempfile.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct outfile {
    const char *path; /* as the user wrote it */
    char *target;     /* owned: path with links followed; NULL if it is written in place */
    char *temporary;  /* owned; beside target */
    bool keeps_backup, replaces_none, skips_sync;
    bool moved_away; /* the old file is the backup now, and its place is empty */
    FILE *stream;
    FILE *plain; /* the content, to be compressed once complete; NULL: nothing is compressed */
    const struct compressor *compressor;
    int place; /* of signals_register_file */
    bool is_stdout;
    bool exists; /* mode, owner and group are those of the old file */
    mode_t mode;
    uid_t owner;
    gid_t group;
};

static const char backup_suffix[] = "~";

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

/* ---- two paths to one file ---- */

/*
 * The path to which symbolic links lead, whether or not a file is there.
 * @return owned by the caller; NULL when out of memory
 */
static char *follow_links(const char *path)
{
    enum { LINKS_MAX = 40, ROOM = 4096 };
    char *at = join(path, ""), link[ROOM];
    for (unsigned i = 0; at && i < LINKS_MAX; i++) {
        const ssize_t n = readlink(at, link, sizeof link - 1);
        if (n < 0)
            break;
        link[n] = '\0';
        char *folder = path_folder(at), *in = folder ? join(folder, "/") : NULL;
        char *next = *link == '/' ? join(link, "") : in ? join(in, link) : NULL;
        free(folder);
        free(in);
        free(at);
        at = next;
    }
    return at;
}

/* Files that do not exist yet are the same if they would have the same name in the same folder. */
static bool same_when_made(const char *a, const char *b)
{
    struct stat in_a, in_b;
    char *target_a = follow_links(a), *target_b = follow_links(b);
    char *folder_a = target_a ? path_folder(target_a) : NULL;
    char *folder_b = target_b ? path_folder(target_b) : NULL;
    bool same = folder_a && folder_b && strcmp(path_name(target_a), path_name(target_b)) == 0
                && stat(folder_a, &in_a) == 0 && stat(folder_b, &in_b) == 0
                && path_same_file(&in_a, &in_b);
    free(folder_a);
    free(folder_b);
    free(target_a);
    free(target_b);
    return same;
}

bool outfile_same(const char *a, const char *b)
{
    struct stat is_a, is_b;
    if (strcmp(a, "-") == 0 || strcmp(b, "-") == 0)
        return strcmp(a, b) == 0;
    bool has_a = stat(a, &is_a) == 0, has_b = stat(b, &is_b) == 0;
    if (has_a && has_b)
        return S_ISREG(is_a.st_mode) && path_same_file(&is_a, &is_b);
    return !has_a && !has_b && same_when_made(a, b);
}

/* ---- what is there already ---- */

/*
 * Counts a file's names in its folder that are backups of ours: a run that was killed between
 * keeping the old file and replacing it leaves the file with such a name.
 */
static nlink_t count_own_links(const char *target, const struct stat *file)
{
    struct stat st;
    nlink_t n = 0;
    char *backup = join(target, backup_suffix), *folder = backup ? path_folder(backup) : NULL;
    const char *name = backup ? path_name(backup) : NULL;
    DIR *dir = folder ? opendir(folder) : NULL;
    for (struct dirent *d; dir && (d = readdir(dir));) {
        if (strcmp(d->d_name, name) != 0 && !sibling_file_is_of(d->d_name, name))
            continue;
        if (fstatat(dirfd(dir), d->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0
            && path_same_file(&st, file))
            n++;
    }
    if (dir)
        closedir(dir);
    free(folder);
    free(backup);
    return n;
}

static mode_t usual_mode;
static pthread_once_t usual_mode_once = PTHREAD_ONCE_INIT;

/* Reading the umask means changing it, for all threads and the programs they start: do it once. */
static void ask_usual_mode(void)
{
    const mode_t mask = umask(0);
    umask(mask);
    usual_mode = 0666 & ~mask;
}

/*
 * Finds out what exists at the path.
 * @return 0 make a temporary file beside it; 1 write in place; -1 with `err`
 */
static int look_at_target(struct outfile *f, struct err *err)
{
    struct stat st;
    pthread_once(&usual_mode_once, ask_usual_mode);
    f->mode = usual_mode;
    if (descriptor_name_read(f->path) >= 0)
        return 1;
    if (stat(f->path, &st) < 0) {
        if (errno != ENOENT)
            return err_file(err, f->path, "cannot write: %s", strerror(errno));
        f->target = follow_links(f->path);
        return f->target ? 0 : err_memory(err);
    }
    if (S_ISDIR(st.st_mode))
        return err_file(err, f->path, "cannot write: is a folder");
    if (!S_ISREG(st.st_mode))
        return 1;
    f->target = realpath(f->path, NULL);
    if (!f->target)
        return err_file(err, f->path, "cannot write: %s", strerror(errno));
    if (st.st_nlink > 1 && st.st_nlink - count_own_links(f->target, &st) > 1)
        return err_file(err, f->path,
                        "cannot replace it: the file has %lu names (hard links), and the others "
                        "would keep the old content",
                        (unsigned long)st.st_nlink);
    f->exists = true;
    f->mode = st.st_mode & 0777;
    f->owner = st.st_uid;
    f->group = st.st_gid;
    return 0;
}

/* ---- opening ---- */

static int open_beside(struct outfile *f, struct err *err)
{
    int fd;
    f->temporary = sibling_file_make(f->target, &fd);
    if (!f->temporary)
        return err_file(err, f->path, "cannot create: %s", strerror(errno));
    f->place = signals_register_file(f->temporary);
    f->stream = fdopen(fd, "w");
    if (f->stream && f->compressor)
        return (f->plain = tempfile_open(err)) ? 0 : -1;
    if (f->stream)
        return 0;
    err_file(err, f->path, "cannot write: %s", strerror(errno));
    close(fd);
    return -1;
}

static struct outfile *new_outfile(const char *path, struct err *err)
{
    struct outfile *f = calloc(1, sizeof *f);
    if (!f) {
        err_memory(err);
        return NULL;
    }
    f->path = path;
    f->place = -1;
    return f;
}

/*
 * Opens for writing in place: an open descriptor at its current position.
 * @return NULL with errno
 */
static FILE *open_in_place(const char *path)
{
    const int fd = descriptor_name_read(path);
    const int copy = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, 0);
    FILE *stream = fd < 0 ? fopen(path, "w") : copy < 0 ? NULL : fdopen(copy, "w");
    if (!stream && copy >= 0) {
        const int why = errno;
        close(copy);
        errno = why;
    }
    return stream;
}

int outfile_open(const char *path, struct outfile **out, struct err *err)
{
    struct outfile *f = new_outfile(path, err);
    *out = NULL;
    if (!f)
        return -1;
    f->is_stdout = strcmp(path, "-") == 0;
    f->compressor = f->is_stdout ? NULL : compressor_of_name(text_of(path));
    struct err why = {0};
    if (compressor_check(f->compressor, &why)) {
        err_file(err, path, "%s", why.msg);
        free(f);
        return -1;
    }
    int rc = f->is_stdout ? 1 : look_at_target(f, err);
    if (rc == 0)
        rc = open_beside(f, err);
    else if (rc == 1) {
        f->stream = f->is_stdout ? stdout : open_in_place(path);
        rc = f->stream ? 0 : err_file(err, f->path, "cannot write: %s", strerror(errno));
    }
    if (rc) {
        outfile_close(f);
        return -1;
    }
    *out = f;
    return 0;
}

int outfile_open_named(const char *path, struct outfile **out, struct err *err)
{
    struct outfile *f = new_outfile(path, err);
    *out = NULL;
    if (!f)
        return -1;
    int rc = look_at_target(f, err);
    if (rc > 0)
        rc = err_file(err, path, "cannot write: is not a regular file");
    if (rc || open_beside(f, err)) {
        outfile_close(f);
        return -1;
    }
    *out = f;
    return 0;
}

const char *outfile_name(const struct outfile *f) { return f->temporary; }

FILE *outfile_stream(struct outfile *f) { return f->plain ? f->plain : f->stream; }

int outfile_check_backup(const char *path, struct err *err)
{
    struct stat st;
    if (lstat(path, &st) == 0 && S_ISLNK(st.st_mode))
        return err_file(err, path,
                        "is a symbolic link, which is not changed in place; name the file itself");
    return 0;
}

int outfile_backup(struct outfile *f, struct err *err)
{
    f->keeps_backup = true;
    return outfile_check_backup(f->path, err);
}

void outfile_refuse_replacing(struct outfile *f) { f->replaces_none = true; }

void outfile_skip_sync(struct outfile *f) { f->skips_sync = true; }

/* ---- the backup ---- */

/*
 * Keeps the old file as the backup, once the new one is safely on disk: until then an earlier
 * backup stays. The backup is a second link to the old file, made under a temporary name and
 * renamed, so that file and backup are never both missing; on a file system without links the old
 * file itself is moved.
 */
static int keep_backup(struct outfile *f, struct err *err)
{
    int fd;
    char *backup = join(f->target, backup_suffix), *beside = NULL;
    int rc = backup ? 0 : err_memory(err);
    if (rc == 0 && access(f->target, F_OK))
        goto done; /* there is nothing to keep */
    if (rc == 0 && !(beside = sibling_file_make(backup, &fd)))
        rc = err_file(err, f->path, "cannot keep a backup: %s", strerror(errno));
    if (rc == 0) {
        close(fd);
        unlink(beside); /* link(2) needs a free name */
        bool linked = link(f->target, beside) == 0;
        if ((linked ? rename(beside, backup) : rename(f->target, backup)) < 0)
            rc = err_file(err, f->path, "cannot keep a backup: %s", strerror(errno));
        f->moved_away = rc == 0 && !linked;
        unlink(beside); /* still there after a failure, or if the backup already is this file */
    }
done:
    free(beside);
    free(backup);
    return rc;
}

/* Moves the old file back, if it was moved away and the new one could not take its place. */
static void put_back(const struct outfile *f)
{
    char *backup = f->moved_away ? join(f->target, backup_suffix) : NULL;
    if (backup)
        (void)rename(backup, f->target);
    free(backup);
}

/* ---- writing it out ---- */

static bool can_sync(int fd)
{
    struct stat st;
    return fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
}

/*
 * Gives a complete file the mode and owner of the old one: not earlier, since code that opens it by
 * its name must be able to write to it. Only root can give a file away; for anybody else the new
 * file is their own. If the group cannot be set either, the new one gets the access that all others
 * have, to whom its members belonged.
 */
static int take_mode(const struct outfile *f)
{
    int fd = fileno(f->stream);
    bool given =
        !f->exists || fchown(fd, f->owner, f->group) == 0 || fchown(fd, (uid_t)-1, f->group) == 0;
    return fchmod(fd, given ? f->mode : (f->mode & (mode_t)~070) | (f->mode & 07) << 3);
}

/*
 * Why writing to a stream has failed. The errno of an earlier write is lost; but on a full disk
 * another write fails for the same reason. A small one may still find room.
 * @param given_up nobody will read the output, so the write may be large
 * @return errno, 0 if it stays unknown
 */
static int write_failure(FILE *stream, bool given_up)
{
    static const char block[1 << 16] = "\n";
    if (!errno) {
        (void)fwrite(block, 1, given_up ? sizeof block : 1, stream);
        (void)fflush(stream);
    }
    return errno;
}

/* A compressor takes a whole file: compresses the content, now that it is complete. */
static int compress_content(struct outfile *f, struct err *err)
{
    if (outfile_flush(f, err) || fseeko(f->plain, 0, SEEK_SET))
        return err_plain(err, "cannot read a temporary file again");
    int rc = f->compressor->compress(f->plain, f->stream, (struct src_pos){.file = f->path}, err);
    if (rc == 0 && ferror(f->plain))
        rc = err_plain(err, "cannot read a temporary file again");
    fclose(f->plain);
    f->plain = NULL;
    return rc;
}

int outfile_blame(const struct outfile *f, int why, struct err *err)
{
    const char *reason = why ? strerror(why) : "an earlier write failed";
    return f->plain ? err_plain(err, "cannot write a temporary file: %s", reason)
                    : err_file(err, f->path, "cannot write: %s", reason);
}

int outfile_flush(struct outfile *f, struct err *err)
{
    FILE *stream = outfile_stream(f);
    errno = 0;
    const bool failed = ferror(stream);
    if (f->is_stdout || (fflush(stream) == 0 && !failed))
        return 0;
    return outfile_blame(f, write_failure(stream, f->temporary), err);
}

/*
 * Flushes everything to the device and closes the stream. Standard output is left to the program,
 * which flushes it when it ends and reports errors once.
 */
static int flush_all(struct outfile *f, struct err *err)
{
    if (f->is_stdout) {
        f->stream = NULL;
        return 0;
    }
    int rc = outfile_flush(f, err);
    if (rc == 0 && f->temporary && take_mode(f))
        rc = err_file(err, f->path, "cannot write: %s", strerror(errno));
    if (rc == 0 && !f->skips_sync && can_sync(fileno(f->stream)) && fsync(fileno(f->stream)))
        rc = err_file(err, f->path, "cannot write: %s", strerror(errno));
    if (fclose(f->stream) && rc == 0)
        rc = err_file(err, f->path, "cannot write: %s", strerror(errno));
    f->stream = NULL;
    return rc;
}

/* ---- putting it in place ---- */

/* The name in its folder is data too. If the file system cannot sync a folder, that is ignored. */
static void sync_folder(const char *target)
{
    char *folder = path_folder(target);
    int fd = folder ? open(folder, O_RDONLY | O_CLOEXEC) : -1;
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
    free(folder);
}

/*
 * Gives a new file its name, which must be free or lead to an empty file. A file system without
 * links offers no way to check that and rename in one step.
 * @return 1: it has the name; 0: rename it; -1 with `err`
 */
static int take_free_name(const struct outfile *f, struct err *err)
{
    struct stat st;
    if (link(f->temporary, f->target) == 0)
        return 1;
    if (stat(f->target, &st) == 0 && st.st_size > 0)
        return err_file(
            err, f->path,
            "another program has made this file in the meantime; run the command again");
    return 0;
}

static int put_in_place(struct outfile *f, struct err *err)
{
    int named = f->replaces_none ? take_free_name(f, err) : 0;
    if (named < 0 || (f->keeps_backup && keep_backup(f, err)))
        return -1;
    if (named ? unlink(f->temporary) : rename(f->temporary, f->target)) {
        err_file(err, f->path, "cannot replace it: %s", strerror(errno));
        put_back(f);
        return -1;
    }
    signals_forget_file(f->place);
    free(f->temporary);
    f->temporary = NULL;
    if (!f->skips_sync)
        sync_folder(f->target);
    return 0;
}

/* Whether two files hold the same bytes; false if either cannot be read. */
static bool same_bytes(const char *a, const char *b)
{
    char from_a[BUFSIZ], from_b[BUFSIZ];
    FILE *file_a = fopen(a, "rb"), *file_b = fopen(b, "rb");
    bool same = file_a && file_b;
    for (size_t n = 1; same && n > 0;) {
        n = fread(from_a, 1, sizeof from_a, file_a);
        same = fread(from_b, 1, sizeof from_b, file_b) == n && memcmp(from_a, from_b, n) == 0
               && !ferror(file_a) && !ferror(file_b);
    }
    if (file_a)
        fclose(file_a);
    if (file_b)
        fclose(file_b);
    return same;
}

int outfile_finish(struct outfile **file, struct err *err)
{
    struct outfile *f = *file;
    *file = NULL;
    int rc = f->plain ? compress_content(f, err) : 0;
    rc = flush_all(f, err) || rc ? -1 : 0;
    if (rc == 0 && f->temporary && !(f->keeps_backup && same_bytes(f->temporary, f->target)))
        rc = put_in_place(f, err);
    outfile_close(f);
    return rc;
}

void outfile_close(struct outfile *f)
{
    if (!f)
        return;
    if (f->stream && !f->is_stdout)
        fclose(f->stream);
    if (f->plain)
        fclose(f->plain);
    if (f->temporary) {
        unlink(f->temporary);
        signals_forget_file(f->place);
    }
    free(f->temporary);
    free(f->target);
    free(f);
}
