// SPDX-License-Identifier: MIT
/* By iconv, and by our own table of plain letters where it has nothing similar. */
#include "core/base/encoder.h"

#include "core/base/ascii.h"
#include "core/base/encoding.h"
#include "core/base/fold.h"
#include "core/base/utf8.h"

#include <errno.h>
#include <iconv.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct encoder {
    iconv_t exact, near; /* near: (iconv_t)-1 where this iconv cannot transliterate */
    bool translit;
    bool counts; /* `exact` writes a sign of its own for what the encoding lacks, and counts it */
    char mark[ENCODER_MARK_MAX];
    unsigned n_mark;
};

/* iconv puts a mark before the first character it converts: it is kept apart from the text. */
static void take_mark(struct encoder *e)
{
    char blank = ' ', *in, first[16], next[16], *const outs[] = {first, next};
    size_t left[2];
    for (int i = 0; i < 2; i++) {
        char *out = outs[i];
        size_t n = 1;
        in = &blank;
        left[i] = sizeof first;
        iconv(e->exact, &in, &n, &out, &left[i]);
    }
    size_t n = left[1] - left[0];
    if (n <= sizeof e->mark) {
        memcpy(e->mark, first, n);
        e->n_mark = (unsigned)n;
    }
}

int encoder_open(const char *encoding, bool translit, struct encoder **out, struct err *err)
{
    char with[64];
    const char *name = encoding_find(encoding, err);
    *out = NULL;
    if (!name)
        return -1;
    struct encoder *e = calloc(1, sizeof *e);
    if (!e)
        return err_memory(err);
    e->exact = iconv_open(name, "UTF-8");
    if (e->exact == (iconv_t)-1) {
        free(e);
        return err_plain(err, "iconv cannot write the encoding '%s'", name);
    }
    strcpy(with, "");
    strncat(with, name, 40);
    strcat(with, "//TRANSLIT");
    e->near = iconv_open(with, "UTF-8");
    e->translit = translit;
    take_mark(e);
    *out = e;
    return 0;
}

struct text encoder_mark(const struct encoder *e) { return (struct text){e->mark, e->n_mark}; }

/*
 * @param lost how many characters iconv wrote something else for
 * @return how many of the n bytes were taken
 */
static size_t convert(iconv_t cd, const char *s, size_t n, struct buffer *out, size_t *lost)
{
    char *p = (char *)(uintptr_t)s;
    size_t left = n;
    for (*lost = 0;;) {
        size_t room = left * 2 + 16;
        char *q = buffer_reserve(out, room);
        if (!q)
            return n;
        size_t free_room = room, rc = iconv(cd, &p, &left, &q, &free_room);
        out->n += room - free_room;
        *lost += rc == (size_t)-1 ? 0 : rc;
        if (rc != (size_t)-1 || errno != E2BIG)
            return n - left;
    }
}

/*
 * Converts up to the first character that the encoding lacks. The iconvs of musl and of the BSDs do
 * not stop there: their text is dropped, and from then on characters go one by one.
 * @return how many of the n bytes were taken
 */
static size_t convert_exactly(struct encoder *e, const char *s, size_t n, struct buffer *out)
{
    const size_t before = out->n;
    size_t lost = 0, at = 0, step;
    if (!e->counts) {
        at = convert(e->exact, s, n, out, &lost);
        if (!lost)
            return at;
        e->counts = true;
        out->n = before;
    }
    for (at = 0; at < n; at += step) {
        const size_t whole = out->n;
        step = utf8_next(s + at, n - at);
        if (!step || convert(e->exact, s + at, step, out, &lost) != step || lost) {
            out->n = whole;
            break;
        }
    }
    return at;
}

/* A letter without its accent: iconv leaves that to the locale, and the C locale knows few. */
static bool add_unmarked(struct encoder *e, const char *s, size_t n, struct buffer *out)
{
    struct buffer letter = {0};
    fold_text(&letter, (struct text){s, n});
    bool is = letter.n > 0 && letter.n <= 2 && (unsigned char)letter.s[0] < 0x80;
    uint32_t point = n > 1 ? utf8_code(s, n) : 0;
    if (is && point >= 0xC0 && fold_is_capital(point))
        letter.s[0] = ascii_upper(letter.s[0]);
    if (is)
        convert_exactly(e, letter.s, letter.n, out);
    out->failed = out->failed || letter.failed;
    buffer_fini(&letter);
    return is;
}

/* One character that the encoding lacks. */
static void add_nearest(struct encoder *e, const char *s, size_t n, struct buffer *out)
{
    if (add_unmarked(e, s, n, out))
        return;
    size_t lost;
    if (e->near == (iconv_t)-1 || convert(e->near, s, n, out, &lost) != n)
        convert_exactly(e, "?", 1, out);
}

size_t encoder_add(struct encoder *e, struct text text, size_t *taken, struct buffer *out)
{
    size_t replaced = 0, at = 0;
    while (at < text.n && !out->failed) {
        at += convert_exactly(e, text.s + at, text.n - at, out);
        if (at >= text.n || !e->translit)
            break;
        size_t n = utf8_next(text.s + at, text.n - at);
        if (n == 0)
            n = 1; /* not UTF-8: the caller broke its promise, but nothing is dropped silently */
        add_nearest(e, text.s + at, n, out);
        at += n;
        replaced++;
    }
    *taken = at;
    return replaced;
}

void encoder_close(struct encoder *e)
{
    if (!e)
        return;
    iconv_close(e->exact);
    if (e->near != (iconv_t)-1)
        iconv_close(e->near);
    free(e);
}
