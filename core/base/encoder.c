// SPDX-License-Identifier: MIT
/*
 * Converts with iconv, and with two tables of our own: plain letters for those to which iconv knows
 * nothing similar, and letters whose marks are separate characters.
 */
#include "core/base/encoder.h"

#include "core/base/ascii.h"
#include "core/base/compose.h"
#include "core/base/encoding.h"
#include "core/base/fold.h"
#include "core/base/utf8.h"

#include <errno.h>
#include <iconv.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct encoder {
    iconv_t exact;
    iconv_t probe; /* as `exact`, for trial conversions that are not written */
    iconv_t near;  /* (iconv_t)-1 if this iconv cannot transliterate */
    iconv_t back;  /* from the encoding to UTF-8, for the output of `near` */
    bool translit;
    bool counts; /* `exact` substitutes characters that the encoding lacks, and counts them */
    char mark[ENCODER_MARK_MAX];
    unsigned n_mark;
    struct buffer composed, similar, scratch;
};

/* iconv puts the mark before the first character it converts: keeps it apart from the text. */
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
    strcpy(with, "");
    strncat(with, name, 40);
    strcat(with, "//TRANSLIT");
    e->exact = iconv_open(name, "UTF-8");
    e->probe = iconv_open(name, "UTF-8");
    e->near = iconv_open(with, "UTF-8");
    e->back = iconv_open("UTF-8", name);
    if (e->exact == (iconv_t)-1 || e->probe == (iconv_t)-1 || e->back == (iconv_t)-1) {
        encoder_close(e);
        return err_plain(err, "iconv cannot write the encoding '%s'", name);
    }
    e->translit = translit;
    take_mark(e);
    *out = e;
    return 0;
}

struct text encoder_mark(const struct encoder *e) { return (struct text){e->mark, e->n_mark}; }

/*
 * @param lost set to the number of characters for which iconv wrote something else
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

/* Writes what iconv still holds back, and resets it. */
static void end_conversion(iconv_t cd, struct buffer *out)
{
    size_t room = 16;
    char *q = buffer_reserve(out, room);
    if (!q)
        return;
    iconv(cd, NULL, NULL, &q, &room);
    out->n += 16 - room;
}

/*
 * Converts up to the first character that the encoding lacks. The iconv of musl and those of the
 * BSDs do not stop there: their output is dropped, and the text is converted again one character at
 * a time.
 * @return how many of the n bytes were taken
 */
static size_t convert_exactly(struct encoder *e, iconv_t cd, const char *s, size_t n,
                              struct buffer *out)
{
    const size_t before = out->n;
    size_t lost = 0, at = 0, step;
    if (!e->counts) {
        at = convert(cd, s, n, out, &lost);
        if (!lost)
            return at;
        e->counts = true;
        out->n = before;
    }
    for (at = 0; at < n; at += step) {
        const size_t whole = out->n;
        step = utf8_next(s + at, n - at);
        if (!step || convert(cd, s + at, step, out, &lost) != step || lost) {
            out->n = whole;
            break;
        }
    }
    return at;
}

/* @return how many bytes at the start of a text the encoding can represent */
static size_t held(struct encoder *e, struct text t)
{
    buffer_clear(&e->scratch);
    size_t n = convert_exactly(e, e->probe, t.s, t.n, &e->scratch);
    iconv(e->probe, NULL, NULL, NULL, NULL);
    return n;
}

static bool is_held(struct encoder *e, struct text t) { return held(e, t) == t.n; }

/* ---- similar text for a character, in UTF-8 ---- */

/* A letter without its accent: iconv leaves that to the locale, and the C locale knows few. */
static bool find_unmarked(struct text character, struct buffer *out)
{
    buffer_clear(out);
    fold_text(out, character);
    const uint32_t point = character.n > 1 ? utf8_code(character.s, character.n) : 0;
    if (out->n == 0 || out->n > 2 || (unsigned char)out->s[0] >= 0x80)
        return false;
    if (point >= 0xC0 && fold_is_capital(point))
        out->s[0] = ascii_upper(out->s[0]);
    return true;
}

/* iconv too writes a question mark if it knows nothing similar. */
static bool is_question_mark(uint32_t point)
{
    return point == 0xFF1F || point == 0xFE56 || point == 0x61F || point == 0x203D || point == 0xBF;
}

static bool find_by_iconv(struct encoder *e, struct text character, struct buffer *out)
{
    size_t lost;
    if (e->near == (iconv_t)-1)
        return false;
    buffer_clear(&e->scratch);
    size_t n = convert(e->near, character.s, character.n, &e->scratch, &lost);
    end_conversion(e->near, &e->scratch);
    if (n != character.n)
        return false;
    buffer_clear(out);
    convert(e->back, e->scratch.s, e->scratch.n, out, &lost);
    end_conversion(e->back, out);
    return !text_is(buffer_text(out), "?")
           || (n > 1 && is_question_mark(utf8_code(character.s, n)));
}

/* @return false: nothing is similar, and `out` is a question mark */
static bool find_similar(struct encoder *e, struct text character, struct buffer *out)
{
    if (find_unmarked(character, out) || find_by_iconv(e, character, out))
        return true;
    buffer_clear(out);
    buffer_add_char(out, '?');
    return false;
}

/*
 * Removes characters with a meaning in some format, since the text will not be escaped after this.
 * @return false: nothing was left, and `text` is a question mark
 */
static bool make_harmless(struct buffer *text)
{
    size_t n = 0;
    for (size_t i = 0; i < text->n; i++) {
        const char c = text->s[i] == '"' ? '\'' : text->s[i];
        if ((unsigned char)c >= ' ' && !strchr("\\{}[]()=+@;:,|&#$%*", c))
            text->s[n++] = c;
    }
    const bool any = n || !text->n;
    if (!any)
        text->s[n++] = '?';
    text->n = n;
    return any;
}

/* ---- texts ---- */

/* A text being written, in the encoding or in UTF-8. */
struct encoding_run {
    struct encoder *e;
    bool utf8; /* written as UTF-8, for a writer that escapes it */
    struct buffer *out;
    struct encoded done;
};

/* Adds the text up to the first character that the encoding lacks. @return bytes taken */
static size_t put_held(struct encoding_run *run, struct text t)
{
    if (!run->utf8)
        return convert_exactly(run->e, run->e->exact, t.s, t.n, run->out);
    size_t n = held(run->e, t);
    buffer_add(run->out, t.s, n);
    return n;
}

/* Adds a replacement for a character that the encoding lacks. */
static void put_similar(struct encoding_run *run, struct text character)
{
    struct buffer *similar = &run->e->similar;
    bool found = find_similar(run->e, character, similar);
    if (!run->utf8)
        found &= make_harmless(similar);
    if (put_held(run, buffer_text(similar)) < similar->n)
        found = false;
    run->done.similar += found;
    run->done.lost += !found;
}

/* Adds a letter without its marks, or a replacement; a mark alone is dropped. */
static void put_unmarked(struct encoding_run *run, struct text letter)
{
    const size_t n = utf8_next(letter.s, letter.n);
    const struct text first = {letter.s, n ? n : 1}; /* n is 0 if the caller passed invalid UTF-8 */
    if (n && compose_is_mark(utf8_code(letter.s, n)))
        run->done.similar++;
    else if (first.n < letter.n && put_held(run, first) == first.n)
        run->done.similar++;
    else
        put_similar(run, first);
}

/*
 * Adds a letter with its marks.
 * @return false: the encoding lacks it, and no replacement is allowed
 */
static bool put_letter(struct encoding_run *run, struct text letter)
{
    struct encoder *e = run->e;
    if (is_held(e, letter))
        return put_held(run, letter) == letter.n;
    buffer_clear(&e->composed);
    compose_text(&e->composed, letter);
    const struct text composed = buffer_text(&e->composed);
    run->out->failed = run->out->failed || e->composed.failed;
    if (composed.n < letter.n && is_held(e, composed))
        return put_held(run, composed) == composed.n;
    if (e->translit)
        put_unmarked(run, composed);
    return e->translit;
}

/* @return bytes of the combining mark that begins at i; 0: there is none */
static size_t mark_at(struct text t, size_t i)
{
    const unsigned char c = (unsigned char)t.s[i];
    const size_t n = c == 0xCC || c == 0xCD ? utf8_next(t.s + i, t.n - i) : 0;
    return n && compose_is_mark(utf8_code(t.s + i, n)) ? n : 0;
}

/* @return where the next letter with a separate mark begins, from `at` on; t.n: there is none */
static size_t find_marked(struct text t, size_t at)
{
    size_t i = at;
    while (i < t.n && !mark_at(t, i))
        i++;
    if (i == t.n || i == at)
        return i;
    do
        i--;
    while (i > at && ((unsigned char)t.s[i] & 0xC0) == 0x80);
    return i;
}

/* @return bytes of the character at `at`, with its marks */
static size_t letter_length(struct text t, size_t at)
{
    size_t n = utf8_next(t.s + at, t.n - at), mark;
    n = n ? n : 1;
    while (at + n < t.n && (mark = mark_at(t, at + n)) > 0)
        n += mark;
    return n;
}

static struct encoded encode(struct encoding_run *run, struct text t)
{
    size_t at = 0, marked = find_marked(t, 0);
    while (at < t.n && !run->out->failed) {
        at += put_held(run, (struct text){t.s + at, marked - at});
        if (at == t.n)
            break;
        const struct text letter = {t.s + at, letter_length(t, at)};
        if (!put_letter(run, letter)) {
            run->done.lacking = letter.n;
            break;
        }
        if (at == marked)
            marked = find_marked(t, at + letter.n);
        at += letter.n;
    }
    run->done.taken = at;
    run->out->failed = run->out->failed || run->e->similar.failed || run->e->scratch.failed;
    return run->done;
}

struct encoded encoder_add(struct encoder *e, struct text text, struct buffer *out)
{
    struct encoding_run run = {.e = e, .out = out};
    return encode(&run, text);
}

struct encoded encoder_replace(struct encoder *e, struct text text, struct buffer *out)
{
    struct encoding_run run = {.e = e, .utf8 = true, .out = out};
    return encode(&run, text);
}

static void close_conversion(iconv_t cd)
{
    if (cd != (iconv_t)-1)
        iconv_close(cd);
}

void encoder_close(struct encoder *e)
{
    if (!e)
        return;
    close_conversion(e->exact);
    close_conversion(e->probe);
    close_conversion(e->near);
    close_conversion(e->back);
    buffer_fini(&e->composed);
    buffer_fini(&e->similar);
    buffer_fini(&e->scratch);
    free(e);
}
