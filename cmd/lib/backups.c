// SPDX-License-Identifier: MIT
#include "cmd/lib/backups.h"

#include "cmd/lib/command.h"
#include "core/base/buffer.h"

#include <stdlib.h>
#include <sys/stat.h>

/* A file, identified by its place on the disk, since files can have several names. */
struct found {
    dev_t device;
    ino_t inode;
    const char *path;
};

static int compare(const void *a, const void *b)
{
    const struct found *x = a, *y = b;
    if (x->device != y->device)
        return x->device < y->device ? -1 : 1;
    return x->inode < y->inode ? -1 : x->inode > y->inode;
}

/* @return false if there is no such file */
static bool find(const char *path, struct found *out)
{
    struct stat st;
    if (stat(path, &st))
        return false;
    *out = (struct found){st.st_dev, st.st_ino, path};
    return true;
}

/* The files to be rewritten, sorted by their place on the disk. */
struct rewritten {
    struct found *files; /* owned */
    size_t n;
    bool (*is_other)(const void *ctx, const char *backup);
    const void *ctx;
};

static bool is_taken(const struct rewritten *all, const char *backup)
{
    struct found file;
    return all->is_other(all->ctx, backup)
           || (find(backup, &file)
               && bsearch(&file, all->files, all->n, sizeof file, compare) != NULL);
}

static int check_one(const struct rewritten *all, const char *path)
{
    struct buffer backup = {0};
    int status = EXIT_WELL;
    buffer_add_string(&backup, path);
    buffer_add(&backup, "~", 2); /* includes the NUL */
    if (backup.failed) {
        command_say("out of memory");
        status = EXIT_IO;
    } else if (is_taken(all, backup.s)) {
        command_say("%s would be replaced by the backup of %s", backup.s, path);
        status = EXIT_USAGE;
    }
    buffer_fini(&backup);
    return status;
}

int backups_check(char *const *paths, unsigned n,
                  bool (*is_other)(const void *ctx, const char *backup), const void *ctx)
{
    struct rewritten all = {calloc(n + 1, sizeof *all.files), 0, is_other, ctx};
    int status = EXIT_WELL;
    if (!all.files) {
        command_say("out of memory");
        return EXIT_IO;
    }
    for (unsigned i = 0; i < n; i++)
        all.n += find(paths[i], &all.files[all.n]);
    qsort(all.files, all.n, sizeof *all.files, compare);
    for (size_t i = 1; i < all.n && status == EXIT_WELL; i++) {
        if (compare(&all.files[i - 1], &all.files[i]) != 0)
            continue;
        command_say("%s is given twice; the backup would no longer hold the original",
                    all.files[i].path);
        status = EXIT_USAGE;
    }
    for (unsigned i = 0; i < n && status == EXIT_WELL; i++)
        status = check_one(&all, paths[i]);
    free(all.files);
    return status;
}
