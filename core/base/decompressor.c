// SPDX-License-Identifier: MIT
/*
 * A method turns bytes of the raw input into bytes in the caller's memory, asks for more when the
 * input has none left, and knows whether its format may end there.
 */
#include "core/base/decompressor.h"

#include "core/base/array.h"

#include <stdlib.h>
#include <string.h>

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

enum { XZ_MEMORY_MAX = 96 * 1024 * 1024 };

/*
 * A compression method. The functions are NULL if the build cannot read it: then only messages use
 * the name.
 */
struct method {
    const char *name;
    const char *magic;
    size_t n_magic;
    int (*start)(struct decompressor *, struct err *);
    int (*read)(struct decompressor *, unsigned char *buf, size_t room, size_t *got, struct err *);
    void (*stop)(struct decompressor *);
    /* For read_members. next: begin a member, or find the end; step: decompress some of it. */
    int (*next)(struct decompressor *, struct err *);
    int (*step)(struct decompressor *, unsigned char *buf, unsigned room, size_t *got,
                struct err *);
    bool optional;       /* a refusal says that other builds of dama can read it */
    const char *refusal; /* NULL: the usual message */
};

struct decompressor {
    const struct method *method;
    struct raw_input *in;
    bool ended;
    bool in_member; /* compressed data must not end here */
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

static struct src_pos place(const struct decompressor *u)
{
    return (struct src_pos){.file = u->in->name};
}

static int damaged(struct decompressor *u, struct err *err, const char *why)
{
    return err_set(err, place(u), "%s data is damaged at byte %llu: %s", u->method->name,
                   (unsigned long long)u->in->used, why);
}

static int cut_short(struct decompressor *u, struct err *err)
{
    return err_set(err, place(u), "%s data is truncated after %llu bytes", u->method->name,
                   (unsigned long long)u->in->used);
}

/* The `read` of methods whose data is a sequence of members. */
static int read_members(struct decompressor *u, unsigned char *buf, size_t room, size_t *got,
                        struct err *err)
{
    struct raw_input *in = u->in;
    const unsigned space = (unsigned)(room < INT32_MAX ? room : INT32_MAX);
    while (*got == 0 && !u->ended) {
        if (!u->in_member) {
            if (u->method->next(u, err))
                return -1;
            continue;
        }
        if (in->n == 0 && raw_input_fill(in, err))
            return -1;
        if (in->n == 0)
            return cut_short(u, err);
        if (u->method->step(u, buf, space, got, err))
            return -1;
    }
    return 0;
}

/* ---- gzip: members one after another; zeros after the last one are padding from tapes ---- */

static int gzip_start(struct decompressor *u, struct err *err)
{
    if (inflateInit2(&u->z, 15 + 16) != Z_OK)
        return err_memory(err);
    u->z_open = true;
    u->in_member = true;
    return 0;
}

static void gzip_stop(struct decompressor *u)
{
    if (u->z_open)
        inflateEnd(&u->z);
    u->z_open = false;
}

/* Between two members. @return 0, or -1: what follows is not a member */
static int gzip_next(struct decompressor *u, struct err *err)
{
    struct raw_input *in = u->in;
    while (in->n || !in->ended) {
        while (in->n && *in->p == 0)
            raw_input_use(in, 1);
        if (in->n)
            break;
        if (raw_input_fill(in, err))
            return -1;
    }
    if (in->n == 0) {
        u->ended = true;
        return 0;
    }
    if (*in->p != 0x1f)
        return damaged(u, err, "other data follows the compressed data");
    u->in_member = true;
    return inflateReset(&u->z) == Z_OK ? 0 : damaged(u, err, "cannot begin the next stream");
}

static int gzip_step(struct decompressor *u, unsigned char *buf, unsigned room, size_t *got,
                     struct err *err)
{
    struct raw_input *in = u->in;
    u->z.next_out = buf;
    u->z.avail_out = room;
    u->z.next_in = (Bytef *)(uintptr_t)in->p;
    u->z.avail_in = (uInt)(in->n < INT32_MAX ? in->n : INT32_MAX);
    uInt before = u->z.avail_in;
    int rc = inflate(&u->z, Z_NO_FLUSH);
    raw_input_use(in, before - u->z.avail_in);
    *got = room - u->z.avail_out;
    if (rc == Z_MEM_ERROR)
        return err_memory(err);
    if (rc != Z_OK && rc != Z_STREAM_END && rc != Z_BUF_ERROR)
        return damaged(u, err, u->z.msg ? u->z.msg : "invalid data");
    u->in_member = rc != Z_STREAM_END;
    return 0;
}

/* ---- bzip2: streams one after another ---- */

#ifdef HAVE_BZIP2
static int bzip2_start(struct decompressor *u, struct err *err)
{
    u->bz = (bz_stream){0};
    if (BZ2_bzDecompressInit(&u->bz, 0, 0) != BZ_OK)
        return err_memory(err);
    u->bz_open = true;
    u->in_member = true;
    return 0;
}

static void bzip2_stop(struct decompressor *u)
{
    if (u->bz_open)
        BZ2_bzDecompressEnd(&u->bz);
    u->bz_open = false;
    u->in_member = false;
}

/* Begins the next stream, or finds the end. */
static int bzip2_next(struct decompressor *u, struct err *err)
{
    struct raw_input *in = u->in;
    if (in->n == 0 && raw_input_fill(in, err))
        return -1;
    u->ended = in->n == 0;
    return u->ended ? 0 : bzip2_start(u, err);
}

static int bzip2_step(struct decompressor *u, unsigned char *buf, unsigned room, size_t *got,
                      struct err *err)
{
    struct raw_input *in = u->in;
    u->bz.next_out = (char *)buf;
    u->bz.avail_out = room;
    u->bz.next_in = (char *)(uintptr_t)in->p;
    u->bz.avail_in = (unsigned)(in->n < INT32_MAX ? in->n : INT32_MAX);
    unsigned before = u->bz.avail_in;
    int rc = BZ2_bzDecompress(&u->bz);
    raw_input_use(in, before - u->bz.avail_in);
    *got = room - u->bz.avail_out;
    if (rc == BZ_MEM_ERROR)
        return err_memory(err);
    if (rc == BZ_DATA_ERROR_MAGIC)
        return damaged(u, err, "other data follows the compressed data");
    if (rc != BZ_OK && rc != BZ_STREAM_END)
        return damaged(u, err, "the checksum or the structure is wrong");
    if (rc == BZ_STREAM_END)
        bzip2_stop(u);
    return 0;
}
#else
# define bzip2_start NULL
# define bzip2_stop  NULL
# define bzip2_next  NULL
# define bzip2_step  NULL
#endif

/* ---- zstd: frames one after another, skippable ones among them ---- */

#ifdef HAVE_ZSTD
static int zstd_start(struct decompressor *u, struct err *err)
{
    u->zstd = ZSTD_createDStream();
    if (!u->zstd || ZSTD_isError(ZSTD_initDStream(u->zstd)))
        return err_memory(err);
    u->in_member = true;
    return 0;
}

static void zstd_stop(struct decompressor *u)
{
    ZSTD_freeDStream(u->zstd);
    u->zstd = NULL;
}

static int zstd_read(struct decompressor *u, unsigned char *buf, size_t room, size_t *got,
                     struct err *err)
{
    struct raw_input *in = u->in;
    ZSTD_outBuffer out = {buf, room, 0};
    while (out.pos == 0) {
        if (in->n == 0 && raw_input_fill(in, err))
            return -1;
        bool dry = in->n == 0; /* the library may still hold bytes to give out */
        if (dry && !u->in_member)
            break;
        ZSTD_inBuffer compressed = {in->p, in->n, 0};
        size_t rc = ZSTD_decompressStream(u->zstd, &out, &compressed);
        raw_input_use(in, compressed.pos);
        *got = out.pos;
        if (ZSTD_isError(rc))
            return damaged(u, err, ZSTD_getErrorName(rc));
        u->in_member = rc != 0;
        if (dry && out.pos == 0)
            return cut_short(u, err);
    }
    u->ended = out.pos == 0;
    return 0;
}
#else
# define zstd_start NULL
# define zstd_read  NULL
# define zstd_stop  NULL
#endif

/* ---- xz: streams one after another, with padding between them ---- */

#ifdef HAVE_LZMA
static int xz_start(struct decompressor *u, struct err *err)
{
    u->xz = (lzma_stream)LZMA_STREAM_INIT;
    if (lzma_stream_decoder(&u->xz, XZ_MEMORY_MAX, LZMA_CONCATENATED) != LZMA_OK)
        return err_memory(err);
    return 0;
}

static void xz_stop(struct decompressor *u) { lzma_end(&u->xz); }

static int xz_failed(struct decompressor *u, lzma_ret rc, struct err *err)
{
    switch (rc) {
    case LZMA_MEM_ERROR:
        return err_memory(err);
    case LZMA_MEMLIMIT_ERROR:
        return err_set(err, place(u), "decompressing this xz data takes more than %d MiB of memory",
                       XZ_MEMORY_MAX >> 20);
    case LZMA_BUF_ERROR:
        return cut_short(u, err);
    case LZMA_OPTIONS_ERROR:
        return damaged(u, err, "made with options that this liblzma does not support");
    case LZMA_FORMAT_ERROR:
        return damaged(u, err, "other data follows the compressed data");
    default:
        return damaged(u, err, "the checksum or the structure is wrong");
    }
}

static int xz_read(struct decompressor *u, unsigned char *buf, size_t room, size_t *got,
                   struct err *err)
{
    struct raw_input *in = u->in;
    u->xz.next_out = buf;
    u->xz.avail_out = room;
    while (u->xz.avail_out == room && !u->ended) {
        if (in->n == 0 && raw_input_fill(in, err))
            return -1;
        u->xz.next_in = in->p;
        u->xz.avail_in = in->n;
        lzma_ret rc = lzma_code(&u->xz, in->n == 0 && in->ended ? LZMA_FINISH : LZMA_RUN);
        raw_input_use(in, in->n - u->xz.avail_in);
        *got = room - u->xz.avail_out;
        if (rc != LZMA_OK && rc != LZMA_STREAM_END)
            return xz_failed(u, rc, err);
        u->ended = rc == LZMA_STREAM_END;
    }
    return 0;
}
#else
# define xz_start NULL
# define xz_read  NULL
# define xz_stop  NULL
#endif

/* clang-format off */
static const struct method methods[] = {
    {"gzip",     "\x1f\x8b\x08",             3, gzip_start, read_members, gzip_stop, gzip_next,
     gzip_step, .optional = false},
    {"zstd",     "\x28\xb5\x2f\xfd",         4, zstd_start, zstd_read, zstd_stop, .optional = true},
    {"xz",       "\xfd""7zXZ\0",             6, xz_start, xz_read, xz_stop, .optional = true},
    {"bzip2",    "BZh",                      3, bzip2_start, read_members, bzip2_stop,
     bzip2_next, bzip2_step, .optional = true},
    {"lz4",      "\x04\x22\x4d\x18",         4, .optional = false},
    {"lzip",     "LZIP\x01",                 5, .optional = false},
    {"compress", "\x1f\x9d",                 2, .optional = false},
    {"zip",      "PK\x03\x04",               4,
     .refusal = "a zip archive, or a word processor's document; dama reads a zip archive only from "
                "a file whose name ends in .zip"},
    {"7-zip",    "7z\xbc\xaf\x27\x1c",       6, .optional = false},
    {"rar",      "Rar!\x1a\x07",             6, .optional = false},
};
/* clang-format on */

/*
 * bzip2's magic is three letters, which a text may begin with too: a digit and the digits of pi
 * must follow.
 */
static bool looks_like(const struct method *method, const unsigned char *p, size_t n)
{
    if (n < method->n_magic || memcmp(p, method->magic, method->n_magic) != 0)
        return false;
    return method->magic[0] != 'B' || (n >= 10 && memcmp(p + 4, "1AY&SY", 6) == 0);
}

/* A zstd file may begin with a skippable frame, which has one of 16 magic numbers. */
static bool is_skippable_zstd(const unsigned char *p, size_t n)
{
    return n >= 4 && (p[0] & 0xf0) == 0x50 && memcmp(p + 1, "\x2a\x4d\x18", 3) == 0;
}

/* @return NULL: the bytes are not compressed */
static const struct method *find_method(const unsigned char *p, size_t n)
{
    if (is_skippable_zstd(p, n))
        return &methods[1];
    for (size_t i = 0; i < ARRAY_LEN(methods); i++)
        if (looks_like(&methods[i], p, n))
            return &methods[i];
    return NULL;
}

static int refuse(const struct raw_input *in, const struct method *method, struct err *err)
{
    const struct src_pos at = {.file = in->name};
    if (method->refusal)
        return err_set(err, at, "%s", method->refusal);
    if (method->optional)
        return err_set(err, at, "compressed with %s, which this build of dama cannot decompress",
                       method->name);
    return err_set(err, at,
                   "compressed with %s, which dama cannot read; it reads gzip, bzip2, zstd and xz",
                   method->name);
}

int decompressor_open(struct raw_input *in, struct decompressor **out, struct err *err)
{
    const struct method *method = find_method(in->p, in->n);
    *out = NULL;
    if (!method)
        return 0;
    if (!method->start)
        return refuse(in, method, err);
    struct decompressor *u = calloc(1, sizeof *u);
    if (!u)
        return err_memory(err);
    u->method = method;
    u->in = in;
    if (method->start(u, err)) {
        decompressor_close(u);
        return -1;
    }
    *out = u;
    return 0;
}

int decompressor_read(struct decompressor *u, unsigned char *buf, size_t room, size_t *got,
                      struct err *err)
{
    return u->method->read(u, buf, room, got, err);
}

void decompressor_close(struct decompressor *u)
{
    if (!u)
        return;
    u->method->stop(u);
    free(u);
}
