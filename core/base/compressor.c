// SPDX-License-Identifier: MIT
/*
 * Each compressor is a loop over blocks: read a block, let the library compress it, write the
 * result. The same input always compresses to the same bytes: the headers hold no times and no
 * names.
 */
#include "core/base/compressor.h"

#include "core/base/array.h"

#include <errno.h>
#include <string.h>

#include <zlib.h>

#ifdef HAVE_ZSTD
# include <zstd.h>
#endif
#ifdef HAVE_LZMA
# include <lzma.h>
#endif

enum { BLOCK = 64 * 1024 };

static int write_failed(struct src_pos at, struct err *err)
{
    return err_set(err, at, "cannot write: %s", strerror(errno));
}

/* @return bytes read; `last` is set to whether this is the final block, which may be empty */
static size_t read_block(FILE *from, unsigned char *buf, bool *last)
{
    size_t n = fread(buf, 1, BLOCK, from);
    *last = n < BLOCK;
    return n;
}

static int gzip_compress(FILE *from, FILE *to, struct src_pos at, struct err *err)
{
    unsigned char in[BLOCK], out[BLOCK];
    z_stream z = {0};
    bool last = false;
    int rc = 0;
    if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return err_memory(err);
    while (rc == 0 && !last) {
        z.next_in = in;
        z.avail_in = (uInt)read_block(from, in, &last);
        do {
            z.next_out = out;
            z.avail_out = BLOCK;
            deflate(&z, last ? Z_FINISH : Z_NO_FLUSH);
            size_t n = BLOCK - z.avail_out;
            if (fwrite(out, 1, n, to) != n)
                rc = write_failed(at, err);
        } while (rc == 0 && z.avail_out == 0);
    }
    deflateEnd(&z);
    return rc;
}

#ifdef HAVE_ZSTD
static int zstd_compress(FILE *from, FILE *to, struct src_pos at, struct err *err)
{
    unsigned char in[BLOCK], out[BLOCK];
    ZSTD_CCtx *context = ZSTD_createCCtx();
    bool last = false;
    int rc = context ? 0 : err_memory(err);
    while (rc == 0 && !last) {
        ZSTD_inBuffer input = {in, read_block(from, in, &last), 0};
        size_t left;
        do {
            ZSTD_outBuffer output = {out, BLOCK, 0};
            left =
                ZSTD_compressStream2(context, &output, &input, last ? ZSTD_e_end : ZSTD_e_continue);
            if (ZSTD_isError(left))
                rc = err_set(err, at, "cannot compress with zstd: %s", ZSTD_getErrorName(left));
            else if (fwrite(out, 1, output.pos, to) != output.pos)
                rc = write_failed(at, err);
        } while (rc == 0 && (last ? left > 0 : input.pos < input.size));
    }
    ZSTD_freeCCtx(context);
    return rc;
}
#else
# define zstd_compress NULL
#endif

#ifdef HAVE_LZMA
static int xz_compress(FILE *from, FILE *to, struct src_pos at, struct err *err)
{
    unsigned char in[BLOCK], out[BLOCK];
    lzma_stream xz = LZMA_STREAM_INIT;
    bool last = false;
    int rc = 0;
    if (lzma_easy_encoder(&xz, LZMA_PRESET_DEFAULT, LZMA_CHECK_CRC64) != LZMA_OK)
        return err_memory(err);
    while (rc == 0 && !last) {
        xz.next_in = in;
        xz.avail_in = read_block(from, in, &last);
        do {
            xz.next_out = out;
            xz.avail_out = BLOCK;
            lzma_ret got = lzma_code(&xz, last ? LZMA_FINISH : LZMA_RUN);
            size_t n = BLOCK - xz.avail_out;
            if (got == LZMA_MEM_ERROR)
                rc = err_memory(err);
            else if (fwrite(out, 1, n, to) != n)
                rc = write_failed(at, err);
        } while (rc == 0 && xz.avail_out == 0);
    }
    lzma_end(&xz);
    return rc;
}
#else
# define xz_compress NULL
#endif

/* bzip2 is read but not written: zstd and xz are better in every way. */
static const struct compressor compressors[] = {
    {"gzip", ".gz", .compress = gzip_compress},
    {"zstd", ".zst", .compress = zstd_compress},
    {"xz", ".xz", .compress = xz_compress},
    {"bzip2", ".bz2", .only_read = true},
};

const struct compressor *compressor_of_name(struct text name)
{
    for (size_t i = 0; i < ARRAY_LEN(compressors); i++) {
        size_t n = strlen(compressors[i].suffix);
        if (name.n > n
            && text_is_nocase((struct text){name.s + name.n - n, n}, compressors[i].suffix))
            return &compressors[i];
    }
    return NULL;
}

int compressor_check(const struct compressor *compressor, struct err *err)
{
    if (!compressor || compressor->compress)
        return 0;
    return err_plain(err,
                     compressor->only_read
                         ? "dama cannot write files compressed with %s; use .gz, .zst or .xz"
                         : "this build of dama cannot write files compressed with %s; .gz always "
                           "works",
                     compressor->name);
}

struct text compressor_strip_suffix(struct text name)
{
    const struct compressor *compressor = compressor_of_name(name);
    return compressor ? (struct text){name.s, name.n - strlen(compressor->suffix)} : name;
}
