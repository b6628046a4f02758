// SPDX-License-Identifier: MIT
/*
 * A path into an archive is tried at each slash: what comes before it may be a zip file. minizip
 * does the reading. A build without it still recognises archives, so that it can say that it cannot
 * read them.
 */
#include "core/base/archive.h"

#include "core/base/text.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#ifdef HAVE_MINIZIP
# include <unzip.h>
#endif

static const char suffix[] = ".zip";

bool archive_is_zip(const char *path)
{
    char magic[4] = "";
    struct stat st;
    size_t n = strlen(path), m = sizeof suffix - 1;
    if (n <= m || !text_is_nocase((struct text){path + n - m, m}, suffix) || stat(path, &st)
        || !S_ISREG(st.st_mode))
        return false;
    FILE *file = fopen(path, "rb");
    size_t got = file ? fread(magic, 1, sizeof magic, file) : 0;
    if (file)
        fclose(file);
    /* An archive without files begins with the end of its directory. */
    return got == 4 && magic[0] == 'P' && magic[1] == 'K' && (magic[2] == 3 || magic[2] == 5);
}

#ifdef HAVE_MINIZIP

enum { NAME_ROOM = 4096 };

struct archive_file {
    const char *path; /* borrowed */
    unzFile archive;
    bool open; /* a file in it */
};

static int failed(const char *path, const char *why, struct err *err)
{
    return err_file(err, path, "damaged, or not a zip archive: %s", why);
}

static const char *reason(int code)
{
    switch (code) {
    case UNZ_BADZIPFILE:
        return "its directory is damaged or missing";
    case UNZ_CRCERROR:
        return "the checksum is wrong";
    case Z_DATA_ERROR:
        return "the compressed data is damaged";
    case UNZ_INTERNALERROR:
        return "out of memory";
    default:
        return "it cannot be read";
    }
}

static unzFile open_archive(const char *archive, const char *blame, struct err *err)
{
    unzFile zip = unzOpen64(archive);
    if (!zip)
        failed(blame, reason(UNZ_BADZIPFILE), err);
    return zip;
}

/* Passes on the archive's current file; the names of folders end in a slash. */
static int tell_file(const char *path, unzFile zip, int (*each)(void *, const char *, struct err *),
                     void *ctx, struct err *err)
{
    char name[NAME_ROOM];
    int code = unzGetCurrentFileInfo64(zip, NULL, name, sizeof name, NULL, 0, NULL, 0);
    size_t length = code == UNZ_OK ? strnlen(name, sizeof name) : 0;
    if (code != UNZ_OK)
        return failed(path, reason(code), err);
    if (!length || length == sizeof name || name[length - 1] == '/')
        return 0;
    char *whole = malloc(strlen(path) + length + 2);
    if (!whole)
        return err_memory(err);
    sprintf(whole, "%s/%s", path, name);
    int rc = each(ctx, whole, err);
    free(whole);
    return rc;
}

int archive_list(const char *path, int (*each)(void *ctx, const char *name, struct err *err),
                 void *ctx, struct err *err)
{
    unzFile zip = open_archive(path, path, err);
    unz_global_info64 info = {0};
    int rc = zip ? 0 : -1, code = UNZ_OK;
    if (zip && unzGetGlobalInfo64(zip, &info) == UNZ_OK && info.number_entry > 0)
        code = unzGoToFirstFile(zip);
    else
        code = UNZ_END_OF_LIST_OF_FILE;
    while (rc == 0 && code == UNZ_OK) {
        rc = tell_file(path, zip, each, ctx, err);
        code = unzGoToNextFile(zip);
    }
    if (rc == 0 && code != UNZ_END_OF_LIST_OF_FILE)
        rc = failed(path, reason(code), err);
    if (zip)
        unzClose(zip);
    return rc;
}

/* Where "club.zip/a.pdn" leaves the file system: @return the length of "club.zip"; 0: nowhere */
static size_t archive_length(const char *path)
{
    char *copy = strdup(path);
    size_t length = 0;
    /* from the second byte on: before a slash that comes first there is no name */
    char *slash = copy && *copy ? strchr(copy + 1, '/') : NULL;
    for (; slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (archive_is_zip(copy)) {
            length = (size_t)(slash - copy);
            break;
        }
        *slash = '/';
    }
    free(copy);
    return length;
}

static int open_entry(struct archive_file *file, const char *name, struct err *err)
{
    struct src_pos at = {.file = file->path};
    unz_file_info64 info;
    int code = unzLocateFile(file->archive, name, 1);
    if (code == UNZ_END_OF_LIST_OF_FILE)
        return err_set(err, at, "cannot open: the archive has no such file");
    if (code == UNZ_OK)
        code = unzGetCurrentFileInfo64(file->archive, &info, NULL, 0, NULL, 0, NULL, 0);
    if (code != UNZ_OK)
        return failed(file->path, reason(code), err);
    if (info.flag & 1)
        return err_set(err, at, "cannot open: encrypted");
    code = unzOpenCurrentFile(file->archive);
    file->open = code == UNZ_OK;
    return file->open ? 0
                      : err_set(err, at, "cannot open: compressed by a method other than deflate");
}

int archive_file_open(const char *path, struct archive_file **out, struct err *err)
{
    size_t length = archive_length(path);
    *out = NULL;
    if (!length)
        return 0;
    struct archive_file *file = calloc(1, sizeof *file);
    char *archive = strndup(path, length);
    int rc = file && archive ? 0 : err_memory(err);
    if (rc == 0) {
        file->path = path;
        file->archive = open_archive(archive, path, err);
        rc = file->archive ? open_entry(file, path + length + 1, err) : -1;
    }
    free(archive);
    if (rc) {
        archive_file_close(file);
        return -1;
    }
    *out = file;
    return 1;
}

int archive_file_read(struct archive_file *file, void *buf, size_t room, size_t *got,
                      struct err *err)
{
    int n = unzReadCurrentFile(file->archive, buf, (unsigned)(room < INT_MAX ? room : INT_MAX));
    *got = n < 0 ? 0 : (size_t)n;
    if (n == 0 && file->open) { /* the end: only now is the checksum known */
        file->open = false;
        n = unzCloseCurrentFile(file->archive);
    }
    return n < 0 ? failed(file->path, reason(n), err) : 0;
}

void archive_file_close(struct archive_file *file)
{
    if (!file)
        return;
    if (file->open)
        unzCloseCurrentFile(file->archive);
    if (file->archive)
        unzClose(file->archive);
    free(file);
}

#else /* without minizip */

int archive_list(const char *path, int (*each)(void *ctx, const char *name, struct err *err),
                 void *ctx, struct err *err)
{
    (void)each, (void)ctx;
    return err_file(err, path,
                    "is a zip archive, which this build of dama cannot read; unpack it first");
}

int archive_file_open(const char *path, struct archive_file **out, struct err *err)
{
    (void)path, (void)err;
    *out = NULL;
    return 0;
}

int archive_file_read(struct archive_file *file, void *buf, size_t room, size_t *got,
                      struct err *err)
{
    (void)file, (void)buf, (void)room, (void)err;
    *got = 0;
    return 0;
}

void archive_file_close(struct archive_file *file) { (void)file; }

#endif
