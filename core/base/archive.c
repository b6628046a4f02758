// SPDX-License-Identifier: MIT
/*
 * A path into an archive is tried at each slash: what comes before it may be a zip file. minizip
 * does the reading. A build without it still recognises archives, so that it can say that it cannot
 * read them.
 *
 * To find a name, minizip reads the archive's directory from its beginning, and it cannot find
 * names of 256 bytes or more. A run opens every file of an archive, so the directory that was read
 * last is remembered.
 */
#include "core/base/archive.h"

#include "core/base/array.h"
#include "core/base/hashtable.h"
#include "core/base/path.h"
#include "core/base/text.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#ifdef HAVE_MINIZIP
# include <unzip.h>
#endif

static const char suffix[] = ".zip";

/* An archive without files begins with the end record of its directory. */
enum { NO_FILES = 5 };

/* @return what follows "PK" at the beginning of a zip archive; 0: the file is none */
static char zip_magic(const char *path)
{
    char magic[4] = "";
    struct stat st;
    size_t n = strlen(path), m = sizeof suffix - 1;
    if (n <= m || !text_is_nocase((struct text){path + n - m, m}, suffix) || stat(path, &st)
        || !S_ISREG(st.st_mode))
        return 0;
    FILE *file = fopen(path, "rb");
    size_t got = file ? fread(magic, 1, sizeof magic, file) : 0;
    if (file)
        fclose(file);
    const bool is = got == 4 && magic[0] == 'P' && magic[1] == 'K';
    return is && (magic[2] == 3 || magic[2] == NO_FILES) ? magic[2] : 0;
}

bool archive_is_zip(const char *path) { return zip_magic(path) != 0; }

#ifdef HAVE_MINIZIP

enum { NAME_ROOM = 4096 };

struct archive_file {
    const char *path; /* borrowed */
    unzFile archive;
    bool open;           /* a file in it is open */
    uint64_t size, read; /* bytes of that file */
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

/*
 * @param length set to the name's length; NAME_ROOM if the name was too long and has been cut off
 * @return minizip's status
 */
static int read_name(unzFile zip, char name[NAME_ROOM], size_t *length)
{
    int code = unzGetCurrentFileInfo64(zip, NULL, name, NAME_ROOM, NULL, 0, NULL, 0);
    *length = code == UNZ_OK ? strnlen(name, NAME_ROOM) : 0;
    return code;
}

/* Passes on the archive's current file; the names of folders end in a slash. */
static int tell_file(const char *path, unzFile zip, int (*each)(void *, const char *, struct err *),
                     void *ctx, struct err *err)
{
    char name[NAME_ROOM];
    size_t length;
    int code = read_name(zip, name, &length);
    if (code != UNZ_OK)
        return failed(path, reason(code), err);
    if (length == NAME_ROOM)
        return err_file(err, path, "a name in this archive is too long");
    if (!length || name[length - 1] == '/')
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
    if (zip_magic(path) == NO_FILES) /* minizip takes it for damaged */
        return 0;
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

/*
 * Where a path leads from the file system into an archive.
 * @return for "club.zip/a.pdn" the length of "club.zip"; 0: the path leads into no archive
 */
static size_t archive_length(const char *path)
{
    char *copy = strdup(path);
    size_t length = 0;
    /* from the second byte on: a leading slash has no name before it */
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

/* ---- the directory of an archive ---- */

struct entry {
    uint64_t name; /* hash of the name */
    unz64_file_pos at;
};

/* The names in an archive, valid while the archive's file is unchanged. Zero: of no archive. */
struct directory {
    struct stat of;
    struct entry *entries; /* owned; sorted */
    size_t n, room;
};

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static struct directory last; /* the directory read last; kept until the process ends */

static int by_name(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    if (x->name != y->name)
        return x->name < y->name ? -1 : 1;
    return x->at.num_of_file < y->at.num_of_file ? -1 : x->at.num_of_file > y->at.num_of_file;
}

static bool is_of(const struct directory *d, const struct stat *st)
{
    return d->entries && path_same_file(&d->of, st) && d->of.st_size == st->st_size
           && d->of.st_mtim.tv_sec == st->st_mtim.tv_sec
           && d->of.st_mtim.tv_nsec == st->st_mtim.tv_nsec;
}

/* @return minizip's status; the caller frees the entries in any case */
static int read_directory(unzFile zip, struct directory *out)
{
    char name[NAME_ROOM];
    size_t length;
    unz_global_info64 info = {0};
    int code = unzGetGlobalInfo64(zip, &info);
    if (code == UNZ_OK)
        code = info.number_entry ? unzGoToFirstFile(zip) : UNZ_END_OF_LIST_OF_FILE;
    for (; code == UNZ_OK; code = unzGoToNextFile(zip)) {
        if ((code = read_name(zip, name, &length)) != UNZ_OK)
            return code;
        if (!ARRAY_GROW(out->entries, out->n, out->room))
            return UNZ_INTERNALERROR;
        struct entry *e = &out->entries[out->n++];
        e->name = hashtable_hash(name, length);
        if ((code = unzGetFilePos64(zip, &e->at)) != UNZ_OK)
            return code;
    }
    if (code != UNZ_END_OF_LIST_OF_FILE)
        return code;
    if (out->n)
        qsort(out->entries, out->n, sizeof *out->entries, by_name);
    return UNZ_OK;
}

enum { ALIKE = 4 }; /* names with the same hash, at most; more do not occur in practice */

static size_t find_entries(const struct directory *d, uint64_t name, unz64_file_pos at[ALIKE])
{
    size_t low = 0, high = d->n, n = 0;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (d->entries[middle].name < name)
            low = middle + 1;
        else
            high = middle;
    }
    for (; n < ALIKE && low + n < d->n && d->entries[low + n].name == name; n++)
        at[n] = d->entries[low + n].at;
    return n;
}

/* Makes a file of the archive the current one. @return minizip's status */
static int locate(unzFile zip, const char *archive, const char *name)
{
    const size_t length = strlen(name);
    const uint64_t hash = hashtable_hash(name, length);
    struct directory fresh = {0};
    unz64_file_pos at[ALIKE];
    char found[NAME_ROOM];
    size_t n = 0, m;
    if (stat(archive, &fresh.of))
        return UNZ_ERRNO;
    pthread_mutex_lock(&guard);
    const bool known = is_of(&last, &fresh.of);
    if (known)
        n = find_entries(&last, hash, at);
    pthread_mutex_unlock(&guard);
    int code = known ? UNZ_OK : read_directory(zip, &fresh);
    if (!known && code == UNZ_OK) {
        n = find_entries(&fresh, hash, at);
        pthread_mutex_lock(&guard);
        const struct directory old = last;
        last = fresh;
        pthread_mutex_unlock(&guard);
        fresh = old;
    }
    free(fresh.entries);
    for (size_t i = 0; i < n && code == UNZ_OK; i++) {
        code = unzGoToFilePos64(zip, &at[i]);
        if (code == UNZ_OK)
            code = read_name(zip, found, &m);
        if (code == UNZ_OK && m == length && memcmp(found, name, m) == 0)
            return UNZ_OK;
    }
    return code == UNZ_OK ? UNZ_END_OF_LIST_OF_FILE : code;
}

/* ---- files in it ---- */

static int no_such_file(const char *path, struct err *err)
{
    return err_file(err, path, "cannot open: the archive has no such file");
}

static int open_entry(struct archive_file *file, const char *archive, const char *name,
                      struct err *err)
{
    struct src_pos at = {.file = file->path};
    unz_file_info64 info = {0};
    int code = locate(file->archive, archive, name);
    if (code == UNZ_END_OF_LIST_OF_FILE)
        return no_such_file(file->path, err);
    if (code == UNZ_OK)
        code = unzGetCurrentFileInfo64(file->archive, &info, NULL, 0, NULL, 0, NULL, 0);
    if (code != UNZ_OK)
        return failed(file->path, reason(code), err);
    if (info.flag & 1)
        return err_set(err, at, "cannot open: encrypted");
    code = unzOpenCurrentFile(file->archive);
    file->open = code == UNZ_OK;
    file->size = info.uncompressed_size;
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
    if (rc == 0 && zip_magic(archive) == NO_FILES) {
        rc = no_such_file(path, err);
    } else if (rc == 0) {
        file->path = path;
        file->archive = open_archive(archive, path, err);
        rc = file->archive ? open_entry(file, archive, path + length + 1, err) : -1;
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
    file->read += *got;
    if (n == 0 && file->open) { /* the end: only now is the checksum known */
        file->open = false;
        n = unzCloseCurrentFile(file->archive);
        if (n == UNZ_OK && file->read != file->size) /* minizip checks no checksum then */
            return err_file(err, file->path, "truncated after %llu of %llu bytes",
                            (unsigned long long)file->read, (unsigned long long)file->size);
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
                    "zip archives are not supported by this build of dama; unpack it first");
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
