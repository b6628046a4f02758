// SPDX-License-Identifier: MIT
/* Inputs: plain and packed, whole and damaged, from files, memory and pipes. */
#include "core/base/array.h"
#include "core/base/signals.h"
#include "core/base/source.h"
#include "tests/lib/rows.h"
#include "tests/lib/scratch.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>
#include <zlib.h>
#ifdef HAVE_ZSTD
# include <zstd.h>
#endif
#ifdef HAVE_LZMA
# include <lzma.h>
#endif

enum { ROOM = 1 << 22, PLAIN = 300000 };

static char plain[PLAIN], packed[ROOM], read_back[ROOM];

static void make_plain(void)
{
    for (size_t i = 0; i < PLAIN; i++)
        plain[i] = (char)(' ' + (i * i / 7 + i) % 90);
}

static size_t pack_gzip(const char *s, size_t n, char *out, size_t room)
{
    z_stream z = {0};
    assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    z.next_in = (Bytef *)(uintptr_t)s;
    z.avail_in = (uInt)n;
    z.next_out = (Bytef *)out;
    z.avail_out = (uInt)room;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    size_t made = room - z.avail_out;
    deflateEnd(&z);
    return made;
}

static size_t pack_zstd(const char *s, size_t n, char *out, size_t room)
{
#ifdef HAVE_ZSTD
    size_t made = ZSTD_compress(out, room, s, n, 3);
    assert_false(ZSTD_isError(made));
    return made;
#else
    (void)s, (void)n, (void)out, (void)room;
    return 0;
#endif
}

static size_t pack_xz(const char *s, size_t n, char *out, size_t room)
{
#ifdef HAVE_LZMA
    size_t made = 0;
    assert_int_equal(lzma_easy_buffer_encode(0, LZMA_CHECK_CRC64, NULL, (const uint8_t *)s, n,
                                             (uint8_t *)out, &made, room),
                     LZMA_OK);
    return made;
#else
    (void)s, (void)n, (void)out, (void)room;
    return 0;
#endif
}

static const struct way {
    const char *name;
    size_t (*pack)(const char *s, size_t n, char *out, size_t room);
} ways[] = {{"gzip", pack_gzip}, {"zstd", pack_zstd}, {"xz", pack_xz}};

/* Reads all in steps of `step`. @return bytes, or -1 with err */
static long drain(struct source *s, size_t step, struct err *err)
{
    size_t n = 0, got = 1;
    while (got) {
        size_t room = ROOM - n < step ? ROOM - n : step;
        if (source_read(s, read_back + n, room, &got, err))
            return -1;
        n += got;
    }
    return (long)n;
}

static long unpack(const char *bytes, size_t n, size_t step, struct err *err)
{
    struct source *s;
    if (source_open_memory("memory", bytes, n, &s, err))
        return -1;
    long got = drain(s, step, err);
    source_close(s);
    return got;
}

static void plain_bytes_pass(void **state)
{
    (void)state;
    struct err err = {0};
    assert_int_equal(unpack(plain, PLAIN, 1000, &err), PLAIN);
    assert_memory_equal(read_back, plain, PLAIN);
    assert_int_equal(unpack(plain, 0, 1000, &err), 0);
    assert_int_equal(unpack("BZh9 is a word", 14, 1000, &err), 14);
}

static void packed_bytes_come_back(void **state)
{
    const struct way *way = *state;
    struct err err = {0};
    size_t n = way->pack(plain, PLAIN, packed, ROOM);
    if (n == 0)
        skip();
    static const size_t steps[] = {1, 7, 4096, PLAIN - 1, PLAIN, ROOM};
    for (size_t i = 0; i < ARRAY_LEN(steps); i++) {
        assert_int_equal(unpack(packed, n, steps[i], &err), PLAIN);
        assert_memory_equal(read_back, plain, PLAIN);
    }
}

static void several_members_are_one_input(void **state)
{
    const struct way *way = *state;
    struct err err = {0};
    size_t n = way->pack(plain, 1000, packed, ROOM);
    if (n == 0)
        skip();
    n += way->pack(plain, 0, packed + n, ROOM - n);
    n += way->pack(plain + 1000, PLAIN - 1000, packed + n, ROOM - n);
    assert_int_equal(unpack(packed, n, 4096, &err), PLAIN);
    assert_memory_equal(read_back, plain, PLAIN);
}

static void too_short_is_an_error(void **state)
{
    const struct way *way = *state;
    size_t n = way->pack(plain, PLAIN, packed, ROOM);
    if (n == 0)
        skip();
    for (size_t cut = 6; cut < n; cut = cut * 2 + 1) {
        struct err err = {0};
        assert_int_equal(unpack(packed, cut, 4096, &err), -1);
        assert_string_equal(err.at.file, "memory");
        assert_non_null(strstr(err.msg, "is truncated"));
    }
    struct err err = {0};
    assert_int_equal(unpack(packed, n - 1, 4096, &err), -1);
}

static void damage_is_an_error(void **state)
{
    const struct way *way = *state;
    struct err err = {0};
    size_t n = way->pack(plain, PLAIN, packed, ROOM);
    if (n == 0)
        skip();
    packed[n / 2] = (char)(packed[n / 2] ^ 0x55);
    packed[n / 2 + 1] = (char)(packed[n / 2 + 1] ^ 0x55);
    long got = unpack(packed, n, 4096, &err);
    /* zstd without a checksum may not notice, but then the length stays */
    assert_true(got == -1 || (strcmp(way->name, "zstd") == 0 && got == PLAIN));
}

static void bytes_before_damage_are_given(void **state)
{
    const struct way *way = *state;
    struct err err = {0};
    struct source *s;
    size_t got, n = way->pack(plain, PLAIN, packed, ROOM);
    if (n == 0)
        skip();
    assert_int_equal(source_open_memory("memory", packed, n - 1, &s, &err), 0);
    int rc = source_fill(s, read_back, ROOM, &got, &err);
    assert_int_equal(rc, -1);
    assert_memory_equal(read_back, plain, got);
    if (strcmp(way->name, "gzip") == 0)
        assert_int_equal(got, PLAIN); /* only the checksum is cut */
    assert_int_equal(source_fill(s, read_back, ROOM, &got, &(struct err){0}), -1);
    source_close(s);
}

static void rubbish_after_the_end_is_an_error(void **state)
{
    const struct way *way = *state;
    struct err err = {0};
    size_t n = way->pack(plain, PLAIN, packed, ROOM);
    if (n == 0)
        skip();
    memcpy(packed + n, "rubbish!", 8);
    assert_int_equal(unpack(packed, n + 8, 4096, &err), -1);
    assert_non_null(strstr(err.msg, way->name));
}

static void padding_after_gzip_is_fine(void **state)
{
    (void)state;
    struct err err = {0};
    size_t n = pack_gzip(plain, PLAIN, packed, ROOM);
    memset(packed + n, 0, 5000);
    assert_int_equal(unpack(packed, n + 5000, 4096, &err), PLAIN);
}

static void foreign_packings_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *name, *bytes;
        size_t n;
    } rows[] = {
        {"bzip2", "BZh91AY&SY12345678", 18},  {"lz4", "\x04\x22\x4d\x18....", 8},
        {"zip", "PK\x03\x04......", 10},      {"compress", "\x1f\x9d....", 6},
        {"7-zip", "7z\xbc\xaf\x27\x1c..", 8},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct err err = {0};
        assert_int_equal(unpack(rows[i].bytes, rows[i].n, 100, &err), -1);
        assert_non_null(strstr(err.msg, rows[i].name));
    }
#ifndef HAVE_ZSTD
    struct err err = {0};
    assert_int_equal(unpack("\x28\xb5\x2f\xfd....", 8, 100, &err), -1);
    assert_non_null(strstr(err.msg, "this build"));
#endif
}

static void what_cannot_be_opened_is_said(void **state)
{
    (void)state;
    struct source *s;
    struct err err = {0};
    assert_int_equal(source_open("/nonexistent/games.pdn", &s, &err), -1);
    assert_null(s);
    assert_string_equal(err.msg, "cannot open: No such file or directory");
    assert_string_equal(err.at.file, "/nonexistent/games.pdn");
    err = (struct err){0};
    assert_int_equal(source_open("", &s, &err), -1);
    assert_string_equal(err.msg, "cannot open: No such file or directory");
    err = (struct err){0};
    assert_int_equal(source_open("/", &s, &err), -1);
    assert_string_equal(err.msg, "is a folder");
}

static void what_may_not_be_read_is_said(void **state)
{
    (void)state;
    if (geteuid() == 0)
        skip(); /* root reads everything */
    char path[SCRATCH_SIZE];
    struct source *s;
    struct err err = {0};
    int fd = mkstemp(scratch_name(path));
    assert_true(fd >= 0);
    close(fd);
    chmod(path, 0);
    assert_int_equal(source_open(path, &s, &err), -1);
    assert_string_equal(err.msg, "cannot open: Permission denied");
    unlink(path);
}

/*
 * A child writes slowly into our standard input.
 * @param n      bytes of `packed`
 * @param peeked whether the beginning is looked at before
 */
static void read_from_pipe(size_t n, const char *name, bool peeked)
{
    struct err err = {0};
    struct source *s;
    char head[100];
    int ends[2];
    size_t got;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        for (size_t i = 0; i < n; i += 333)
            if (write(ends[1], packed + i, n - i < 333 ? n - i : 333) < 0)
                _exit(1);
        _exit(0);
    }
    close(ends[1]);
    int saved = dup(STDIN_FILENO);
    dup2(ends[0], STDIN_FILENO);
    if (peeked) {
        assert_int_equal(source_peek(name, head, sizeof head, &got, &err), 0);
        assert_memory_equal(head, plain, got);
    }
    assert_int_equal(source_open(name, &s, &err), 0);
    assert_int_equal(source_fill(s, read_back, ROOM, &got, &err), 0);
    assert_int_equal(source_used(s), n);
    source_close(s);
    dup2(saved, STDIN_FILENO);
    close(saved);
    close(ends[0]);
    assert_int_equal(got, PLAIN);
    assert_memory_equal(read_back, plain, PLAIN);
}

static void pipes_give_what_files_give(void **state)
{
    const struct way *way = *state;
    size_t n = way->pack(plain, PLAIN, packed, ROOM);
    if (n == 0)
        skip();
    for (int peeked = 0; peeked < 2; peeked++) {
        read_from_pipe(n, "-", peeked);
        read_from_pipe(n, "/dev/stdin", peeked);
    }
}

static void a_signal_ends_waiting(void **state)
{
    (void)state;
    struct source *s;
    struct err err = {0};
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    int saved = dup(STDIN_FILENO);
    dup2(ends[0], STDIN_FILENO);
    signals_init();
    signals_stop();
    assert_true(signals_stopped());
    assert_int_equal(source_open("-", &s, &err), -1); /* would wait for ever: nobody writes */
    assert_string_equal(err.msg, "stopped by a signal");
    assert_true(err.stopped);
    signals_reset();
    assert_false(signals_stopped());
    dup2(saved, STDIN_FILENO);
    close(saved);
    close(ends[0]);
    close(ends[1]);
}

int main(void)
{
    static const struct {
        const char *name;
        CMUnitTestFunction test;
    } each[] = {
        {"comes back", packed_bytes_come_back},
        {"several members", several_members_are_one_input},
        {"too short", too_short_is_an_error},
        {"damage", damage_is_an_error},
        {"bytes before damage", bytes_before_damage_are_given},
        {"rubbish behind", rubbish_after_the_end_is_an_error},
        {"pipe", pipes_give_what_files_give},
    };
    static const struct CMUnitTest others[] = {
        cmocka_unit_test(plain_bytes_pass),
        cmocka_unit_test(padding_after_gzip_is_fine),
        cmocka_unit_test(foreign_packings_are_named),
        cmocka_unit_test(what_cannot_be_opened_is_said),
        cmocka_unit_test(what_may_not_be_read_is_said),
        cmocka_unit_test(a_signal_ends_waiting),
    };
    ROWS_LIST(others);
    for (size_t i = 0; i < ARRAY_LEN(each); i++)
        for (size_t w = 0; w < ARRAY_LEN(ways); w++)
            rows_add(ways[w].name, each[i].name, each[i].test, &ways[w]);
    make_plain();
    return rows_run("source");
}
