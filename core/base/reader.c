// SPDX-License-Identifier: MIT
/*
 * The input is read in blocks of BLOCK decompressed bytes. A block of UTF-8, as nearly all are, is
 * given out as it is; any other is converted into `made`. A character (or UTF-16 pair) that the end
 * of a block cuts in two is carried over to the next.
 */
#include "core/base/reader.h"

#include "core/base/encoding-guess.h"
#include "core/base/encoding.h"
#include "core/base/utf8.h"

#include <errno.h>
#include <iconv.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = READER_BLOCK, CARRY_ROOM = 16 };

struct reader {
    struct source *source;
    /* How a block is turned into UTF-8; set by the option or by the first block. */
    int (*decode)(struct reader *, size_t n, bool at_end, struct err *);
    struct reader_facts facts;
    bool by_order;       /* the caller gave the encoding, and it is not UTF-8 */
    bool differs;        /* some text given out differs from its bytes */
    bool beyond, broken; /* with by_order: some bytes are beyond ASCII; some are not UTF-8 */
    struct encoding_table *table; /* owned; NULL until needed */
    bool table_is_default;        /* no line has revealed the encoding yet */
    iconv_t cd;
    bool cd_open, begun, ended, failed;
    struct err failure; /* given out after the bytes before it */
    struct text ready;  /* UTF-8 yet to be given out; points into raw or made */
    struct buffer made;
    size_t carried, carry_at; /* bytes in raw that the last block left for the next one */
    char raw[CARRY_ROOM + BLOCK];
};

/* ---- one byte, one character ---- */

static int make_table(struct reader *r, const char *encoding, struct err *err)
{
    r->facts.encoding = encoding;
    r->table = malloc(sizeof *r->table);
    return r->table ? encoding_table_make(encoding, r->table, err) : err_memory(err);
}

static void add_bytes(struct reader *r, const char *s, size_t n)
{
    char *q = buffer_reserve(&r->made, 3 * n + 1);
    if (!q)
        return;
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)s[i];
        memcpy(q, r->table->of[c].s, 3);
        q += r->table->of[c].n;
        r->facts.replaced += r->table->undefined[c];
    }
    r->made.n = (size_t)(q - r->made.s);
}

/* ---- UTF-8, with lines in another encoding among it ---- */

/* How many of the last bytes may be the start of a character that continues in the next block. */
static size_t cut_character(const char *s, size_t n)
{
    for (size_t back = 1; back <= 3 && back <= n; back++) {
        unsigned char c = (unsigned char)s[n - back];
        if ((c & 0xc0) == 0x80)
            continue;
        size_t wants = c >= 0xf0 && c < 0xf5 ? 4 : c >= 0xe0 && c < 0xf0 ? 3 : c >= 0xc2 ? 2 : 0;
        return c < 0xf5 && wants > back ? back : 0;
    }
    return 0;
}

/*
 * Keeps a character that is cut in two for the next block.
 * @return how many of the n bytes are left
 */
static size_t carry_over(struct reader *r, size_t n, bool at_end)
{
    r->carried = at_end ? 0 : cut_character(r->raw, n);
    r->carry_at = n - r->carried;
    return r->carry_at;
}

/* A line with more UTF-8 characters than other bytes beyond ASCII is damaged UTF-8. */
static bool is_damaged_utf8(struct text line)
{
    size_t characters = 0, others = 0;
    for (size_t at = 0; at < line.n;) {
        size_t n = utf8_next(line.s + at, line.n - at);
        characters += n > 1;
        others += n == 0;
        at += n ? n : 1;
    }
    return characters > others;
}

/* Adds a sign for bytes that cannot be decoded. */
static void add_replacement(struct reader *r, size_t bytes)
{
    buffer_add_string(&r->made, UTF8_REPLACEMENT);
    r->facts.replaced += bytes;
}

static void add_damaged(struct reader *r, struct text line)
{
    while (line.n) {
        size_t good = utf8_valid(line.s, line.n);
        buffer_add(&r->made, line.s, good);
        if (good < line.n) {
            if (r->table)
                add_bytes(r, line.s + good, 1);
            else
                add_replacement(r, 1);
            good++;
        }
        line.s += good;
        line.n -= good;
    }
}

/* @return the line at s, its end included; a block's end ends a line too */
static struct text line_at(const char *s, size_t n)
{
    size_t end = 0;
    while (end < n && s[end] != '\n' && s[end] != '\r') /* memchr would search a block for each */
        end++;
    return (struct text){s, end < n ? end + 1 : n};
}

/*
 * Chooses the encoding at the first line that is not UTF-8, by that line and all such lines in the
 * rest of the block. (Lines of damaged UTF-8 are left out: they would only mislead.)
 */
static int choose_table(struct reader *r, const char *s, size_t n, struct err *err)
{
    struct buffer sample = {0};
    for (size_t at = 0; at < n;) {
        struct text line = line_at(s + at, n - at);
        if (utf8_valid(line.s, line.n) < line.n && !is_damaged_utf8(line))
            buffer_add_text(&sample, line);
        at += line.n;
    }
    const char *name = encoding_guess(buffer_text(&sample));
    free(r->table);
    r->table = NULL;
    r->table_is_default = sample.n == 0;
    int rc = sample.failed ? err_memory(err) : make_table(r, name, err);
    r->facts.guessed = true;
    buffer_fini(&sample);
    return rc;
}

static int decode_lines(struct reader *r, size_t n, bool at_end, struct err *err)
{
    size_t at = 0;
    n = carry_over(r, n, at_end);
    if (utf8_valid(r->raw, n) == n) {
        r->ready = (struct text){r->raw, n};
        return 0;
    }
    while (at < n && !r->made.failed) {
        struct text line = line_at(r->raw + at, n - at);
        bool good = utf8_valid(line.s, line.n) == line.n;
        const bool damaged = !good && is_damaged_utf8(line);
        if (!good && (!r->table || (r->table_is_default && !damaged))
            && choose_table(r, line.s, n - at, err))
            return -1;
        if (good)
            buffer_add_text(&r->made, line);
        else if (damaged)
            add_damaged(r, line);
        else
            add_bytes(r, line.s, line.n);
        at += line.n;
    }
    r->ready = buffer_text(&r->made);
    return r->made.failed ? err_memory(err) : 0;
}

/*
 * Whether a line in a given encoding is UTF-8 all the same. Only letters of Europe and the signs of
 * typography count: "\xe0\xa0\xa7" is a word in CP866.
 */
static bool is_european_utf8(struct text line)
{
    bool beyond = false;
    for (size_t at = 0, n; at < line.n; at += n) {
        if ((n = utf8_next(line.s + at, line.n - at)) == 0)
            return false;
        const uint32_t code = utf8_code(line.s + at, n);
        if (code >= 0x80 && (code < 0xa0 || code > 0x52f) && (code < 0x2010 || code > 0x203a)
            && code != 0x20ac /* euro */)
            return false;
        beyond = beyond || code >= 0x80;
    }
    return beyond;
}

/*
 * One byte per character, by option. Lines of UTF-8 are kept: the option says what the others of a
 * mixed file are in, and a file that was converted earlier is not converted twice.
 */
static int decode_bytes(struct reader *r, size_t n, bool at_end, struct err *err)
{
    n = carry_over(r, n, at_end);
    for (size_t at = 0; at < n && !r->made.failed;) {
        struct text line = line_at(r->raw + at, n - at);
        if (is_european_utf8(line))
            buffer_add_text(&r->made, line);
        else
            add_bytes(r, line.s, line.n);
        at += line.n;
    }
    r->ready = buffer_text(&r->made);
    return r->made.failed ? err_memory(err) : 0;
}

/* UTF-8 by option: invalid bytes are replaced, never taken for another encoding. */
static int decode_utf8(struct reader *r, size_t n, bool at_end, struct err *err)
{
    n = carry_over(r, n, at_end);
    if (utf8_valid(r->raw, n) == n) {
        r->ready = (struct text){r->raw, n};
        return 0;
    }
    add_damaged(r, (struct text){r->raw, n});
    r->ready = buffer_text(&r->made);
    return r->made.failed ? err_memory(err) : 0;
}

/* ---- multi-byte encodings: iconv keeps the state ---- */

static int decode_iconv(struct reader *r, size_t n, bool at_end, struct err *err)
{
    char *p = r->raw;
    size_t left = n, unit = strncmp(r->facts.encoding, "UTF-16", 6) == 0 ? 2 : 1;
    while (left) {
        size_t room = left * 2 + 64;
        char *q = buffer_reserve(&r->made, room);
        if (!q)
            return err_memory(err);
        size_t free_room = room, rc = iconv(r->cd, &p, &left, &q, &free_room);
        r->made.n += room - free_room;
        if (rc != (size_t)-1 || errno == E2BIG)
            continue;
        if (errno == EINVAL && !at_end && left <= CARRY_ROOM)
            break; /* cut by the block's end */
        size_t bad = left < unit ? left : unit;
        add_replacement(r, bad);
        p += bad;
        left -= bad;
    }
    if (at_end) { /* a letter that might have been joined with the next one */
        size_t room = 64;
        char *q = buffer_reserve(&r->made, room);
        if (q)
            iconv(r->cd, NULL, NULL, &q, &room);
        if (q)
            r->made.n = (size_t)(q - r->made.s);
    }
    r->carried = left;
    r->carry_at = (size_t)(p - r->raw);
    r->ready = buffer_text(&r->made);
    return r->made.failed ? err_memory(err) : 0;
}

static int use_iconv(struct reader *r, const char *encoding, struct err *err)
{
    r->facts.encoding = encoding;
    r->cd = iconv_open("UTF-8", encoding);
    if (r->cd == (iconv_t)-1)
        return err_plain(err, "iconv does not know the encoding '%s'", encoding);
    r->cd_open = true;
    r->decode = decode_iconv;
    return 0;
}

/*
 * Notes whether the bytes of a block in a given encoding would be valid UTF-8 too. A character may
 * begin in the block before, or go on in the next.
 */
static void look_at_bytes(struct reader *r, struct text raw)
{
    size_t skip = 0;
    r->differs = r->differs || !text_same(r->ready, raw);
    while (skip < 3 && skip < raw.n && ((unsigned char)raw.s[skip] & 0xc0) == 0x80)
        skip++;
    r->beyond = r->beyond || skip;
    for (size_t i = skip; i < raw.n && !r->beyond; i++)
        r->beyond = (unsigned char)raw.s[i] >= 0x80;
    size_t n = raw.n - skip;
    n -= r->ended ? 0 : cut_character(raw.s + skip, n);
    r->broken = r->broken || utf8_valid(raw.s + skip, n) < n;
}

/* ---- the beginning of an input ---- */

/* Every second byte of ASCII in UTF-16 is zero. @return "UTF-16LE", "UTF-16BE" or NULL */
static const char *looks_like_utf16(const unsigned char *p, size_t n)
{
    unsigned zeros[2] = {0, 0};
    n = n < 512 ? n & ~(size_t)1 : 512;
    for (size_t i = 0; i < n; i++)
        zeros[i & 1] += p[i] == 0;
    if (n < 4)
        return NULL;
    if (zeros[1] * 4 > n && zeros[0] * 16 < n)
        return "UTF-16LE";
    return zeros[0] * 4 > n && zeros[1] * 16 < n ? "UTF-16BE" : NULL;
}

/* @return bytes of the byte order mark; *encoding is the one it stands for */
static size_t byte_order_mark(const unsigned char *p, size_t n, const char **encoding)
{
    *encoding = "UTF-8";
    if (n >= 3 && memcmp(p, "\xef\xbb\xbf", 3) == 0)
        return 3;
    *encoding = n >= 2 && p[0] == 0xff ? "UTF-16LE" : "UTF-16BE";
    return n >= 2 && (memcmp(p, "\xff\xfe", 2) == 0 || memcmp(p, "\xfe\xff", 2) == 0) ? 2 : 0;
}

/*
 * Looks at the first block for what the caller's choice of encoding leaves open.
 * @return bytes to skip; -1 with `err`
 */
static int begin(struct reader *r, size_t n, struct err *err)
{
    const unsigned char *p = (const unsigned char *)r->raw;
    const char *told, *given = r->facts.encoding;
    size_t mark = byte_order_mark(p, n, &told);
    bool any = !given, any_utf16 = given && strcmp(given, "UTF-16") == 0;
    bool is_utf8 = mark == 3;
    r->begun = true;
    memcpy(r->facts.head, r->raw, n < READER_HEAD_SIZE ? n : READER_HEAD_SIZE);
    if (r->table && is_utf8) { /* lines of UTF-8 are kept, but the mark belongs to none */
        r->facts.had_bom = true;
        return (int)mark;
    }
    if (given && !any_utf16 && (!mark || strcmp(given, told) != 0))
        return 0; /* the caller's choice is complete */
    r->facts.had_bom = mark > 0;
    if ((any || any_utf16) && mark == 2)
        return use_iconv(r, told, err) ? -1 : 2;
    if (given && !any_utf16)
        return (int)mark;
    const char *guess = is_utf8 ? NULL : looks_like_utf16(p, n);
    if (any_utf16 && !guess)
        guess = "UTF-16LE";
    if (!guess)
        return (int)mark;
    r->facts.guessed = any;
    r->facts.had_bom = false;
    return use_iconv(r, guess, err) ? -1 : 0;
}

static int choose_by_order(struct reader *r, const char *encoding, struct err *err)
{
    const char *name = encoding_find(encoding, err);
    if (!name)
        return -1;
    r->facts.encoding = name;
    if (strcmp(name, "UTF-8") == 0) {
        r->decode = decode_utf8;
        return 0;
    }
    r->by_order = true;
    if (strcmp(name, "UTF-16") == 0)
        return 0; /* the first block shows the byte order */
    r->decode = decode_bytes;
    int rc = make_table(r, name, err);
    return rc == 1 ? use_iconv(r, name, err) : rc;
}

int reader_open(struct source *source, const char *encoding, struct reader **out, struct err *err)
{
    struct reader *r = malloc(sizeof *r);
    *out = NULL;
    if (!r)
        return err_memory(err);
    memset(r, 0, offsetof(struct reader, raw)); /* clearing a block costs more than a small file */
    r->source = source;
    r->decode = decode_lines;
    if (encoding && choose_by_order(r, encoding, err)) {
        reader_close(r);
        return -1;
    }
    *out = r;
    return 0;
}

/* Reads the next block. Text that was read before a failure is given out first. */
static int next_block(struct reader *r, struct err *err)
{
    size_t got = 0;
    int skip = 0;
    buffer_clear(&r->made);
    if (r->failed)
        return err_pass(err, &r->failure);
    memmove(r->raw, r->raw + r->carry_at, r->carried);
    r->failed = source_fill(r->source, r->raw + r->carried, BLOCK, &got, &r->failure) != 0;
    r->ended = r->failed || got < BLOCK;
    size_t n = r->carried + got;
    r->carried = r->carry_at = 0;
    if (!r->begun)
        skip = begin(r, n, err);
    if (skip < 0)
        return -1;
    if (skip)
        memmove(r->raw, r->raw + skip, n - (size_t)skip);
    n -= (size_t)skip;
    int rc = r->decode(r, n, r->ended, err);
    if (rc == 0 && r->by_order)
        look_at_bytes(r, (struct text){r->raw, n - r->carried});
    return rc;
}

int reader_fill(struct reader *r, char *buf, size_t room, size_t *got, struct err *err)
{
    *got = 0;
    while (*got < room) {
        if (r->ready.n == 0) {
            if (r->ended && !r->failed)
                break;
            if (next_block(r, err))
                return -1;
            continue;
        }
        size_t n = r->ready.n < room - *got ? r->ready.n : room - *got;
        memcpy(buf + *got, r->ready.s, n);
        *got += n;
        r->ready.s += n;
        r->ready.n -= n;
    }
    return 0;
}

int reader_decode(struct text bytes, struct buffer *out)
{
    return reader_decode_from(NULL, bytes, out);
}

int reader_decode_from(const char *encoding, struct text bytes, struct buffer *out)
{
    struct source *source = NULL;
    struct reader *reader = NULL;
    char text[4096];
    size_t got = sizeof text;
    int rc = source_open_memory("", bytes.s, bytes.n, &source, NULL);
    if (rc == 0)
        rc = reader_open(source, encoding, &reader, NULL);
    while (rc == 0 && got == sizeof text) {
        rc = reader_fill(reader, text, sizeof text, &got, NULL);
        buffer_add(out, text, got);
    }
    reader_close(reader);
    source_close(source);
    return rc || out->failed ? -1 : 0;
}

struct reader_facts reader_facts(const struct reader *r)
{
    struct reader_facts facts = r->facts;
    if (r->by_order && !r->differs) /* UTF-8, or ASCII alone */
        facts.encoding = NULL;
    if (facts.encoding && strcmp(facts.encoding, "UTF-8") == 0)
        facts.encoding = NULL;
    facts.is_utf8_too = r->by_order && r->differs && r->beyond && !r->broken;
    return facts;
}

void reader_close(struct reader *r)
{
    if (!r)
        return;
    if (r->cd_open)
        iconv_close(r->cd);
    free(r->table);
    buffer_fini(&r->made);
    free(r);
}
