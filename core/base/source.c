// SPDX-License-Identifier: MIT
/*
 * A source is a stream of raw bytes (descriptor or memory) behind an unpacker, chosen by the first
 * bytes. An unpacker turns bytes of the raw buffer into bytes in the caller's, asks for more when
 * the raw buffer is empty, and knows whether its format may end there.
 */
#include "core/base/source.h"

#include "core/base/archive.h"
#include "core/base/array.h"
#include "core/base/buffer.h"
#include "core/base/peeked.h"
#include "core/base/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <zlib.h>

#ifdef HAVE_BZIP2
# include <bzlib.h>
#endif
#ifdef HAVE_ZSTD
# include <zstd.h>
#endif
#ifdef HAVE_LZMA
# include <lzma.h>
#endif

enum { RAW_ROOM = 128 * 1024, MAGIC_ROOM = 16, XZ_MEMORY_MAX = 96 * 1024 * 1024 };

struct source;

/*
 * A compression method. The functions are NULL if the build cannot read it: then the name is for
 * messages.
 */
struct packing {
    const char *name;
    const char *magic;
    size_t n_magic;
    int (*start)(struct source *, struct err *);
    int (*read)(struct source *, unsigned char *buf, size_t room, size_t *got, struct err *);
    void (*stop)(struct source *);
    /* For read_members: begin the next member, or find the end; unpack some of this one. */
    int (*next)(struct source *, struct err *);
    int (*step)(struct source *, unsigned char *buf, unsigned room, size_t *got, struct err *);
    bool optional; /* other builds can read it, and the message says so */
};

struct source {
    const char *name;
    const struct packing *packing; /* NULL: plain */
    int fd;                        /* -1: memory or `member` */
    struct archive_file *member;   /* of a zip archive: the raw bytes; NULL: none */
    bool owns_fd, waits;           /* waits: a read may block for long, so signals interrupt it */
    bool raw_ended, ended;
    bool in_member;         /* packed data must not end here */
    const unsigned char *p; /* raw bytes not used yet */
    size_t n;
    uint64_t raw_used; /* raw bytes taken from p, for messages and progress */
    struct err later;  /* a failure to report once the bytes before it are given out */
    unsigned char *raw;
    z_stream z;
    bool z_open;
#ifdef HAVE_BZIP2
    bz_stream bz;
    bool bz_open;
#endif
#ifdef HAVE_ZSTD
    ZSTD_DStream *zstd;
#endif
#ifdef HAVE_LZMA
    lzma_stream xz;
#endif
};

static struct src_pos place(const struct source *s) { return (struct src_pos){.file = s->name}; }

static int damaged(struct source *s, struct err *err, const char *why)
{
    return err_set(err, place(s), "%s data is damaged at byte %llu: %s", s->packing->name,
                   (unsigned long long)s->raw_used, why);
}

static int cut_short(struct source *s, struct err *err)
{
    return err_set(err, place(s), "%s data is truncated after %llu bytes", s->packing->name,
                   (unsigned long long)s->raw_used);
}

/* Waits until there is something to read. @return 0, or -1 where a signal came first */
static int wait_readable(struct source *s, struct err *err)
{
    struct pollfd fds[2] = {{.fd = s->fd, .events = POLLIN},
                            {.fd = signals_fd(), .events = POLLIN}};
    while (s->waits && !signals_stopped()) {
        if (poll(fds, 2, -1) < 0 && errno != EINTR)
            return 0; /* read(2) will report it */
        if (fds[0].revents)
            return 0;
    }
    return s->waits ? err_set(err, place(s), "stopped by a signal") : 0;
}

static int read_raw(struct source *s, unsigned char *buf, size_t room, size_t *got, struct err *err)
{
    if (s->member)
        return archive_file_read(s->member, buf, room, got, err);
    for (;;) {
        if (wait_readable(s, err))
            return -1;
        ssize_t n = read(s->fd, buf, room);
        if (n >= 0) {
            *got = (size_t)n;
            return 0;
        }
        if (errno != EINTR && errno != EAGAIN)
            return err_set(err, place(s), "cannot read: %s", strerror(errno));
        if (errno == EAGAIN)
            poll(&(struct pollfd){.fd = s->fd, .events = POLLIN}, 1, 100);
    }
}

static bool in_memory(const struct source *s) { return s->fd < 0 && !s->member; }

/* Adds raw bytes after those that are left. */
static int fill_raw(struct source *s, struct err *err)
{
    size_t got = 0;
    if (s->raw_ended || in_memory(s)) {
        s->raw_ended = true;
        return 0;
    }
    if (s->n && s->p != s->raw)
        memmove(s->raw, s->p, s->n);
    s->p = s->raw;
    if (read_raw(s, s->raw + s->n, RAW_ROOM - s->n, &got, err))
        return -1;
    s->n += got;
    s->raw_ended = got == 0;
    return 0;
}

static void use_raw(struct source *s, size_t n)
{
    s->p += n;
    s->n -= n;
    s->raw_used += n;
}

static int read_plain(struct source *s, unsigned char *buf, size_t room, size_t *got,
                      struct err *err)
{
    if (s->n == 0 && !s->raw_ended && !in_memory(s)) {
        if (read_raw(s, buf, room, got, err)) /* straight to the caller */
            return -1;
        s->raw_ended = *got == 0;
        s->raw_used += *got;
        return 0;
    }
    *got = s->n < room ? s->n : room;
    if (*got)
        memcpy(buf, s->p, *got);
    use_raw(s, *got);
    return 0;
}

/* The `read` of methods whose data is a row of members. */
static int read_members(struct source *s, unsigned char *buf, size_t room, size_t *got,
                        struct err *err)
{
    const unsigned space = (unsigned)(room < INT32_MAX ? room : INT32_MAX);
    while (*got == 0 && !s->ended) {
        if (!s->in_member) {
            if (s->packing->next(s, err))
                return -1;
            continue;
        }
        if (s->n == 0 && fill_raw(s, err))
            return -1;
        if (s->n == 0)
            return cut_short(s, err);
        if (s->packing->step(s, buf, space, got, err))
            return -1;
    }
    return 0;
}

/* ---- gzip: members one after another; zeros after the last one are padding from tapes. */

static int gzip_start(struct source *s, struct err *err)
{
    if (inflateInit2(&s->z, 15 + 16) != Z_OK)
        return err_memory(err);
    s->z_open = true;
    s->in_member = true;
    return 0;
}

static void gzip_stop(struct source *s)
{
    if (s->z_open)
        inflateEnd(&s->z);
    s->z_open = false;
}

/* Between two members. @return 0, or -1: what follows is not a member */
static int gzip_next(struct source *s, struct err *err)
{
    while (s->n || !s->raw_ended) {
        while (s->n && *s->p == 0)
            use_raw(s, 1);
        if (s->n)
            break;
        if (fill_raw(s, err))
            return -1;
    }
    if (s->n == 0) {
        s->ended = true;
        return 0;
    }
    if (*s->p != 0x1f)
        return damaged(s, err, "other data follows the compressed data");
    s->in_member = true;
    return inflateReset(&s->z) == Z_OK ? 0 : damaged(s, err, "cannot begin the next stream");
}

static int gzip_step(struct source *s, unsigned char *buf, unsigned room, size_t *got,
                     struct err *err)
{
    s->z.next_out = buf;
    s->z.avail_out = room;
    s->z.next_in = (Bytef *)(uintptr_t)s->p;
    s->z.avail_in = (uInt)(s->n < INT32_MAX ? s->n : INT32_MAX);
    uInt before = s->z.avail_in;
    int rc = inflate(&s->z, Z_NO_FLUSH);
    use_raw(s, before - s->z.avail_in);
    *got = room - s->z.avail_out;
    if (rc == Z_MEM_ERROR)
        return err_memory(err);
    if (rc != Z_OK && rc != Z_STREAM_END && rc != Z_BUF_ERROR)
        return damaged(s, err, s->z.msg ? s->z.msg : "invalid data");
    s->in_member = rc != Z_STREAM_END;
    return 0;
}

/* ---- bzip2: streams one after another. */

#ifdef HAVE_BZIP2
static int bzip2_start(struct source *s, struct err *err)
{
    s->bz = (bz_stream){0};
    if (BZ2_bzDecompressInit(&s->bz, 0, 0) != BZ_OK)
        return err_memory(err);
    s->bz_open = true;
    s->in_member = true;
    return 0;
}

static void bzip2_stop(struct source *s)
{
    if (s->bz_open)
        BZ2_bzDecompressEnd(&s->bz);
    s->bz_open = false;
    s->in_member = false;
}

/* Begins the next stream, or finds the end. */
static int bzip2_next(struct source *s, struct err *err)
{
    if (s->n == 0 && fill_raw(s, err))
        return -1;
    s->ended = s->n == 0;
    return s->ended ? 0 : bzip2_start(s, err);
}

static int bzip2_step(struct source *s, unsigned char *buf, unsigned room, size_t *got,
                      struct err *err)
{
    s->bz.next_out = (char *)buf;
    s->bz.avail_out = room;
    s->bz.next_in = (char *)(uintptr_t)s->p;
    s->bz.avail_in = (unsigned)(s->n < INT32_MAX ? s->n : INT32_MAX);
    unsigned before = s->bz.avail_in;
    int rc = BZ2_bzDecompress(&s->bz);
    use_raw(s, before - s->bz.avail_in);
    *got = room - s->bz.avail_out;
    if (rc == BZ_MEM_ERROR)
        return err_memory(err);
    if (rc == BZ_DATA_ERROR_MAGIC)
        return damaged(s, err, "other data follows the compressed data");
    if (rc != BZ_OK && rc != BZ_STREAM_END)
        return damaged(s, err, "the checksum or the structure is wrong");
    if (rc == BZ_STREAM_END)
        bzip2_stop(s);
    return 0;
}
#else
# define bzip2_start NULL
# define bzip2_stop  NULL
# define bzip2_next  NULL
# define bzip2_step  NULL
#endif

/* ---- zstd: frames one after another, skippable ones among them. */

#ifdef HAVE_ZSTD
static int zstd_start(struct source *s, struct err *err)
{
    s->zstd = ZSTD_createDStream();
    if (!s->zstd || ZSTD_isError(ZSTD_initDStream(s->zstd)))
        return err_memory(err);
    s->in_member = true;
    return 0;
}

static void zstd_stop(struct source *s)
{
    ZSTD_freeDStream(s->zstd);
    s->zstd = NULL;
}

static int zstd_read(struct source *s, unsigned char *buf, size_t room, size_t *got,
                     struct err *err)
{
    ZSTD_outBuffer out = {buf, room, 0};
    while (out.pos == 0) {
        if (s->n == 0 && fill_raw(s, err))
            return -1;
        bool dry = s->n == 0; /* the unpacker may hold more bytes */
        if (dry && !s->in_member)
            break;
        ZSTD_inBuffer in = {s->p, s->n, 0};
        size_t rc = ZSTD_decompressStream(s->zstd, &out, &in);
        use_raw(s, in.pos);
        *got = out.pos;
        if (ZSTD_isError(rc))
            return damaged(s, err, ZSTD_getErrorName(rc));
        s->in_member = rc != 0;
        if (dry && out.pos == 0)
            return cut_short(s, err);
    }
    s->ended = out.pos == 0;
    return 0;
}
#else
# define zstd_start NULL
# define zstd_read  NULL
# define zstd_stop  NULL
#endif

/* ---- xz: streams one after another, with padding between them. */

#ifdef HAVE_LZMA
static int xz_start(struct source *s, struct err *err)
{
    s->xz = (lzma_stream)LZMA_STREAM_INIT;
    if (lzma_stream_decoder(&s->xz, XZ_MEMORY_MAX, LZMA_CONCATENATED) != LZMA_OK)
        return err_memory(err);
    return 0;
}

static void xz_stop(struct source *s) { lzma_end(&s->xz); }

static int xz_failed(struct source *s, lzma_ret rc, struct err *err)
{
    switch (rc) {
    case LZMA_MEM_ERROR:
        return err_memory(err);
    case LZMA_MEMLIMIT_ERROR:
        return err_set(err, place(s), "decompressing this xz data takes more than %d MiB of memory",
                       XZ_MEMORY_MAX >> 20);
    case LZMA_BUF_ERROR:
        return cut_short(s, err);
    case LZMA_OPTIONS_ERROR:
        return damaged(s, err, "made with options that this liblzma does not support");
    case LZMA_FORMAT_ERROR:
        return damaged(s, err, "other data follows the compressed data");
    default:
        return damaged(s, err, "the checksum or the structure is wrong");
    }
}

static int xz_read(struct source *s, unsigned char *buf, size_t room, size_t *got, struct err *err)
{
    s->xz.next_out = buf;
    s->xz.avail_out = room;
    while (s->xz.avail_out == room && !s->ended) {
        if (s->n == 0 && fill_raw(s, err))
            return -1;
        s->xz.next_in = s->p;
        s->xz.avail_in = s->n;
        lzma_ret rc = lzma_code(&s->xz, s->n == 0 && s->raw_ended ? LZMA_FINISH : LZMA_RUN);
        use_raw(s, s->n - s->xz.avail_in);
        *got = room - s->xz.avail_out;
        if (rc != LZMA_OK && rc != LZMA_STREAM_END)
            return xz_failed(s, rc, err);
        s->ended = rc == LZMA_STREAM_END;
    }
    return 0;
}
#else
# define xz_start NULL
# define xz_read  NULL
# define xz_stop  NULL
#endif

/* clang-format off */
static const struct packing packings[] = {
    {"gzip",     "\x1f\x8b\x08",             3, gzip_start, read_members, gzip_stop, gzip_next,
     gzip_step, false},
    {"zstd",     "\x28\xb5\x2f\xfd",         4, zstd_start, zstd_read, zstd_stop, NULL, NULL, true},
    {"xz",       "\xfd""7zXZ\0",             6, xz_start, xz_read, xz_stop, NULL, NULL, true},
    {"bzip2",    "BZh",                      3, bzip2_start, read_members, bzip2_stop,
     bzip2_next, bzip2_step, true},
    {"lz4",      "\x04\x22\x4d\x18",         4, .optional = false},
    {"lzip",     "LZIP\x01",                 5, .optional = false},
    {"compress", "\x1f\x9d",                 2, .optional = false},
    {"zip (so are documents of word processors)",
                 "PK\x03\x04",               4, .optional = false},
    {"7-zip",    "7z\xbc\xaf\x27\x1c",       6, .optional = false},
    {"rar",      "Rar!\x1a\x07",             6, .optional = false},
};
/* clang-format on */

/*
 * Three letters do not make a text bzip2: a digit and the digits of pi follow.
 */
static bool looks_like(const struct packing *packing, const unsigned char *p, size_t n)
{
    if (n < packing->n_magic || memcmp(p, packing->magic, packing->n_magic) != 0)
        return false;
    return packing->magic[0] != 'B' || (n >= 10 && memcmp(p + 4, "1AY&SY", 6) == 0);
}

/* A zstd file may begin with a skippable frame, which has one of 16 magic numbers. */
static bool is_skippable_zstd(const unsigned char *p, size_t n)
{
    return n >= 4 && (p[0] & 0xf0) == 0x50 && memcmp(p + 1, "\x2a\x4d\x18", 3) == 0;
}

static int choose_packing(struct source *s, struct err *err)
{
    for (size_t i = 0; i < ARRAY_LEN(packings); i++)
        if (looks_like(&packings[i], s->p, s->n))
            s->packing = &packings[i];
    if (is_skippable_zstd(s->p, s->n))
        s->packing = &packings[1];
    if (!s->packing)
        return 0;
    if (s->packing->start)
        return s->packing->start(s, err);
    const char *name = s->packing->name;
    if (s->packing->optional)
        err_set(err, place(s), "compressed with %s, which this build of dama cannot decompress",
                name);
    else
        err_set(err, place(s),
                "compressed with %s, which dama cannot read; it reads gzip, bzip2, zstd and xz",
                name);
    s->packing = NULL;
    return -1;
}

static int fill_to(struct source *s, size_t n, struct err *err)
{
    while (s->n < n && !s->raw_ended)
        if (fill_raw(s, err))
            return -1;
    return 0;
}

static int open_member(struct source *s, struct err *err)
{
    s->fd = -1;
    if (!(s->raw = malloc(RAW_ROOM)))
        return err_memory(err);
    s->p = s->raw;
    return fill_to(s, MAGIC_ROOM, err);
}

/* Opens a file, or goes on with one that was peeked at. @return 0, or -1 with `err` */
static int open_descriptor(struct source *s, struct err *err)
{
    bool is_stdin = strcmp(s->name, "-") == 0;
    s->owns_fd = !is_stdin;
    struct peeked kept;
    if (peeked_take(s->name, &kept)) {
        s->fd = kept.fd;
        s->raw = kept.bytes;
        s->n = kept.n;
        s->raw_ended = kept.ended;
        return 0;
    }
    /* A named pipe is waited for where a signal is heard: with poll, not here. */
    s->fd = is_stdin ? STDIN_FILENO : open(s->name, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (s->fd < 0)
        return err_set(err, place(s), "cannot open: %s", strerror(errno));
    s->raw = malloc(RAW_ROOM);
    return s->raw ? 0 : err_memory(err);
}

static int open_file(struct source *s, struct err *err)
{
    struct stat st;
    int in_archive = strcmp(s->name, "-") == 0 ? 0 : archive_file_open(s->name, &s->member, err);
    if (in_archive)
        return in_archive < 0 ? -1 : open_member(s, err);
    if (open_descriptor(s, err))
        return -1;
    if (fstat(s->fd, &st) < 0)
        return err_set(err, place(s), "cannot read: %s", strerror(errno));
    if (S_ISDIR(st.st_mode))
        return err_set(err, place(s), "is a directory");
    s->waits = !S_ISREG(st.st_mode);
    s->p = s->raw;
    return fill_to(s, MAGIC_ROOM, err);
}

static int finish_open(struct source *s, int rc, struct source **out, struct err *err)
{
    if (rc == 0)
        rc = choose_packing(s, err);
    if (rc == 0)
        *out = s;
    else
        source_close(s);
    return rc;
}

int source_open(const char *path, struct source **out, struct err *err)
{
    struct source *s = calloc(1, sizeof *s);
    *out = NULL;
    if (!s)
        return err_memory(err);
    s->name = path;
    return finish_open(s, open_file(s, err), out, err);
}

int source_open_memory(const char *name, const void *bytes, size_t n, struct source **out,
                       struct err *err)
{
    struct source *s = calloc(1, sizeof *s);
    *out = NULL;
    if (!s)
        return err_memory(err);
    s->name = name;
    s->fd = -1;
    s->p = bytes;
    s->n = n;
    return finish_open(s, 0, out, err);
}

int source_read(struct source *s, void *buf, size_t room, size_t *got, struct err *err)
{
    struct err why = {0};
    *got = 0;
    if (s->later.msg[0]) {
        if (err && !err->msg[0])
            *err = s->later;
        return -1;
    }
    if (room == 0 || s->ended)
        return 0;
    int rc = s->packing ? s->packing->read(s, buf, room, got, &why)
                        : read_plain(s, buf, room, got, &why);
    if (rc) {
        s->later = why;
        return *got ? 0 : source_read(s, buf, room, got, err);
    }
    s->ended = *got == 0;
    return 0;
}

int source_fill(struct source *s, void *buf, size_t room, size_t *got, struct err *err)
{
    size_t n = 1;
    int rc = 0;
    *got = 0;
    while (rc == 0 && n > 0 && *got < room) {
        rc = source_read(s, (char *)buf + *got, room - *got, &n, err);
        *got += rc == 0 ? n : 0;
    }
    return rc;
}

int source_read_all(const char *path, size_t limit, struct buffer *out, struct err *err)
{
    enum { CHUNK = 65536 };
    struct source *source;
    const size_t before = out->n;
    size_t got = 1;
    int rc = 0;
    if (source_open(path, &source, err))
        return -1;
    while (rc == 0 && got && out->n - before <= limit) {
        char *to = buffer_reserve(out, CHUNK);
        rc = to ? source_read(source, to, CHUNK, &got, err) : err_memory(err);
        out->n += rc == 0 ? got : 0;
    }
    source_close(source);
    if (rc == 0 && out->n - before > limit)
        rc = err_file(err, path, "larger than %zu MiB", limit >> 20);
    return rc;
}

/* Unpacks as much as the raw bytes give; here it is not an error that they are truncated. */
static int peek_memory(const char *name, const struct source *from, void *buf, size_t room,
                       size_t *got, struct err *err)
{
    struct source *s = NULL;
    if (source_open_memory(name, from->p, from->n, &s, err))
        return -1;
    source_fill(s, buf, room, got, NULL);
    source_close(s);
    return 0;
}

int source_peek(const char *path, void *buf, size_t room, size_t *got, struct err *err)
{
    struct source *s = calloc(1, sizeof *s);
    *got = 0;
    if (!s)
        return err_memory(err);
    s->name = path;
    int rc = open_file(s, err);
    if (rc == 0)
        rc = fill_to(s, room < RAW_ROOM ? room : RAW_ROOM, err);
    if (rc == 0)
        rc = peek_memory(path, s, buf, room, got, err);
    if (s->raw && (s->waits || !s->owns_fd)) {
        if (s->p != s->raw)
            memmove(s->raw, s->p, s->n);
        if (peeked_keep(path, &(struct peeked){s->fd, s->raw, s->n, s->raw_ended}, err) == 0) {
            s->fd = -1; /* handed over, as are the bytes */
            s->raw = NULL;
        } else {
            rc = -1;
        }
    }
    source_close(s);
    return rc;
}

uint64_t source_used(const struct source *s) { return s->raw_used; }

const char *source_packing(const struct source *s) { return s->packing ? s->packing->name : NULL; }

bool source_is_packed(const char *path)
{
    struct source *s = NULL;
    bool packed = source_open(path, &s, NULL) == 0 && (source_packing(s) || s->member);
    source_close(s);
    return packed;
}

bool source_is_file(const char *path)
{
    struct stat st;
    return strcmp(path, "-") != 0 && (stat(path, &st) < 0 || S_ISREG(st.st_mode));
}

void source_close(struct source *s)
{
    if (!s)
        return;
    if (s->packing)
        s->packing->stop(s);
    if (s->owns_fd && s->fd >= 0)
        close(s->fd);
    archive_file_close(s->member);
    free(s->raw);
    free(s);
}
