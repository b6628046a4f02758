// SPDX-License-Identifier: MIT
/*
 * Files are recognised by their first bytes, as file(1) does; chess by its moves, unless a tag or a
 * move shows that it is draughts.
 */
#include "pdn/kind.h"

#include "core/base/array.h"
#include "core/base/ascii.h"
#include "core/base/utf8.h"
#include "core/board/notation.h"
#include "core/board/rules.h"
#include "core/store/store.h"
#include "pdn/scan.h"

#include <string.h>

static const char web_page[] = "a web page", picture[] = "a picture",
                  no_games[] = "no games can be read from it";

/* A row without advice is for a format of dama, or for text that may well hold games. */
static const struct {
    const char *magic;
    uint8_t n;
    const char *name, *advice;
} kinds[] = {
    {"SQLite format 3", 15, "an SQLite database", NULL},
    {"\x00\xde\xca\xde", 4, "a position of DAM 2.2", NULL},
    {"<!DOCTYPE", 9, web_page, NULL},
    {"<!doctype", 9, web_page, NULL},
    {"<html", 5, web_page, NULL},
    {"<HTML", 5, web_page, NULL},
    {"%PDF-", 5, "a PDF document", "copy its text"},
    {"\xd0\xcf\x11\xe0", 4, "an office document", "save it as plain text"},
    {"{\\rtf", 5, "an office document", "save it as plain text"},
    {"PK\3\4", 4, "a zip archive", "unzip it, or save a document as plain text"},
    {"\x89PNG", 4, picture, no_games},
    {"\xff\xd8\xff", 3, picture, no_games},
    {"GIF8", 4, picture, no_games},
    {"\x7f"
     "ELF",
     4, "a program", no_games},
};

/* @return the text after the first occurrence of a mark; empty if there is none */
static struct text text_after(struct text t, const char *mark)
{
    const size_t n = strlen(mark);
    for (; t.n >= n; t = (struct text){t.s + 1, t.n - 1}) {
        if (memcmp(t.s, mark, n) == 0)
            return (struct text){t.s + n, t.n - n};
    }
    return (struct text){0};
}

static bool begins(struct text t, const char *with)
{
    const size_t n = strlen(with);
    return t.n >= n && memcmp(t.s, with, n) == 0;
}

/* Whether the first element of XML is a picture: as text, it would be read as remarks. */
static bool is_svg(const char *s, size_t n)
{
    const size_t looked_at = n < FORMAT_HEAD_SIZE ? n : FORMAT_HEAD_SIZE;
    struct text t = text_trim(text_skip_bom((struct text){s, looked_at}));
    while (begins(t, "<?") || begins(t, "<!"))
        t = text_trim(text_after(t, begins(t, "<!--") ? "-->" : ">"));
    return begins(t, "<svg");
}

static const char tar_name[] = "a tar archive";

/* The mark of a tar archive comes after the name of its first file. */
static bool is_tar(const char *s, size_t n)
{
    enum { MARK_AT = 257 };
    static const char mark[] = "ustar";
    return n >= MARK_AT + sizeof mark && memcmp(s + MARK_AT, mark, sizeof mark - 1) == 0;
}

bool pdn_is_web_page(const char *head, size_t n)
{
    if (is_svg(head, n))
        return false;
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
        if (n >= kinds[i].n && memcmp(head, kinds[i].magic, kinds[i].n) == 0)
            return kinds[i].name == web_page;
    return false;
}

/* HTML's escapes for a quote. */
static bool is_escaped_quote(const char *p, const char *end)
{
    static const char *const words[] = {"&quot;", "&#34;"};
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        const size_t n = strlen(words[i]);
        if ((size_t)(end - p) >= n && memcmp(p, words[i], n) == 0)
            return true;
    }
    return false;
}

/*
 * Whether a tag has an escaped quote before its value. Read as plain text, all such tags would
 * become comments.
 */
static bool has_escaped_tag(const char *head, size_t n)
{
    const char *end = head + n;
    struct text name;
    for (const char *p = head; (p = memchr(p, '[', (size_t)(end - p))); p++) {
        const char *value = pdn_tag_name(p, end, &name);
        if (value && is_escaped_quote(value, end))
            return true;
    }
    return false;
}

/* ---- binary data ---- */

static bool is_control(unsigned char ch)
{
    return ch < 32 && ch != '\n' && ch != '\r' && ch != '\t' && ch != 0x1a && ch != '\f';
}

/* Whether more than 5 % of the bytes are control characters; too few bytes prove nothing. */
static bool is_too_many(unsigned control, size_t n) { return n >= 16 && control * 20 > n; }

/*
 * Whether it may be text in UTF-16: it has a byte order mark, or every other byte is the same, as
 * with Latin or Cyrillic letters.
 */
static bool may_be_utf16(const char *head, size_t n)
{
    unsigned zero[2] = {0}, cyrillic[2] = {0};
    if (n >= 2 && (memcmp(head, "\xff\xfe", 2) == 0 || memcmp(head, "\xfe\xff", 2) == 0))
        return true;
    for (size_t i = 0; i < n; i++) {
        zero[i % 2] += head[i] == 0;
        cyrillic[i % 2] += head[i] == 4;
    }
    for (unsigned i = 0; i < 2; i++)
        if ((zero[i] + cyrillic[i]) * 5 > n * 2 && zero[1 - i] * 20 < n)
            return true;
    return false;
}

/* ---- chess ---- */

static bool is_chess_square(const char *s)
{
    return s[0] >= 'a' && s[0] <= 'h' && s[1] >= '1' && s[1] <= '8';
}

static bool is_castling(struct text t)
{
    return text_is(t, "O-O") || text_is(t, "O-O-O") || text_is(t, "0-0-0");
}

/*
 * Whether it is a move that only chess has: Nf3, Bxf7, O-O, e8=Q. Short notation in draughts has
 * cd4, gxe5 and c3, too; and in lists of pieces, Kc3 is a king and Bc3 a black man.
 */
static bool is_chess_move(struct text t)
{
    while (t.n && strchr("+#!?", t.s[t.n - 1]))
        t.n--;
    if (is_castling(t))
        return true;
    if (t.n >= 4 && t.s[t.n - 2] == '=')
        return strchr("QRBN", t.s[t.n - 1]) && is_chess_square(t.s + t.n - 4);
    if (t.n < 3 || t.n > 6 || !is_chess_square(t.s + t.n - 2) || !strchr("KQRBN", t.s[0]))
        return false;
    for (size_t i = 1; i < t.n - 2; i++)
        if (!strchr("abcdefgh12345678x", t.s[i]))
            return false;
    return strchr("QRN", t.s[0]) || memchr(t.s, 'x', t.n);
}

/*
 * Whether it is two numbers with a sign between them, not both small: results have small numbers
 * only.
 */
static bool is_move_in_numbers(struct text t)
{
    for (size_t i = 1; i + 1 < t.n; i++) {
        bool numbers = ascii_is_digit(t.s[i - 1]) && ascii_is_digit(t.s[i + 1]);
        if ((t.s[i] == '-' || t.s[i] == 'x' || t.s[i] == ':') && numbers)
            return t.n > 3 && !memchr(t.s, '/', t.n);
        if (t.s[i] == ':' && !numbers)
            return true;
    }
    return false;
}

/* Length of the sign between two squares at s; 0 if there is none. */
static unsigned sign_length(const char *s, const char *end)
{
    unsigned wide;
    if (s < end && (*s == '-' || *s == 'x' || *s == ':'))
        return 1;
    notation_nonascii_sign(s, end, &wide);
    return wide;
}

/* Whether two squares in letters stand at s, with a sign and perhaps blanks between them. */
static bool is_move_in_letters(const char *s, const char *end)
{
    if (end - s < 2 || !is_chess_square(s))
        return false;
    const char *sign = skip_blanks(s + 2, end);
    const unsigned n = sign_length(sign, end);
    const char *to = skip_blanks(sign + n, end);
    return n > 0 && end - to >= 2 && is_chess_square(to);
}

/* Whether a tag at s, a `[`, names a game of draughts. */
static bool names_draughts(const char *s, const char *end)
{
    struct text name, type = {0}, variant = {0};
    const struct rules *rules;
    enum tags_fit fit;
    const char *quote = pdn_tag_name(s, end, &name);
    if (!quote || quote == end || *quote != '"')
        return false;
    const struct text rest = {quote + 1, (size_t)(end - quote - 1)};
    const char *close = rest.n ? memchr(rest.s, '"', rest.n) : NULL;
    const struct text value = {rest.s, close ? (size_t)(close - rest.s) : 0};
    if (text_is(name, "GameType"))
        type = value;
    else if (text_is(name, "Variant")
             && !text_is_nocase(value, "Standard")) /* sites use these for chess, too */
        variant = value;
    return rules_of_tags(type, variant, &rules, &fit, NULL) == 1;
}

/* @return after the comment at s; s if there is none */
static const char *skip_comment(const char *begin, const char *s, const char *end)
{
    if (*s == '{') {
        const char *close = memchr(s, '}', (size_t)(end - s));
        return close ? close + 1 : end;
    }
    const bool begins_line = s == begin || s[-1] == '\n' || s[-1] == '\r';
    return *s == ';' || (*s == '%' && begins_line) ? pdn_line_end(s, end) : s;
}

/* Whether a word ends at this byte: it is a blank, or cannot be part of a move. */
static bool is_between_words(char c) { return is_blank(c) || (c && strchr(".{}[]();", c)); }

/*
 * Judges by the first 64 KiB. One tag or move of draughts decides; chess takes more than one word,
 * since one may be a slip.
 */
static bool is_chess(struct text t)
{
    enum { LOOKED_AT = 1 << 16, ENOUGH = 2 };
    const char *const begin = t.s, *const end = t.s + (t.n < LOOKED_AT ? t.n : LOOKED_AT);
    unsigned chess = 0;
    for (const char *s = begin, *after; s < end; s = after) {
        if ((after = skip_comment(begin, s, end)) > s)
            continue;
        if (*s == '[') {
            const char *close = memchr(s, ']', (size_t)(end - s));
            if (names_draughts(s, end))
                return false;
            after = close ? close + 1 : end;
            continue;
        }
        if (is_between_words(*s)) {
            after = s + 1;
            continue;
        }
        while (after < end && !is_between_words(*after))
            after++;
        const struct text word = {s, (size_t)(after - s)};
        if (is_move_in_letters(s, end) || (!is_castling(word) && is_move_in_numbers(word)))
            return false;
        chess += is_chess_move(word);
    }
    return chess >= ENOUGH;
}

const char *pdn_other_kind(const struct chunk *chunk)
{
    unsigned control = 0;
    struct text t = chunk->text;
    size_t n = t.n < FORMAT_HEAD_SIZE ? t.n : FORMAT_HEAD_SIZE;
    if (is_svg(t.s, t.n)) /* earlier than web pages, as "<!DOCTYPE svg" */
        return picture;
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
        if (memcmp(chunk->head, kinds[i].magic, kinds[i].n) == 0)
            return kinds[i].name;
    if (is_tar(t.s, t.n))
        return tar_name;
    for (size_t i = 0; i < n; i++) {
        unsigned char ch = (unsigned char)t.s[i];
        control += is_control(ch);
        control += ch == 0xef && i + 2 < n && memcmp(t.s + i, UTF8_REPLACEMENT, 3) == 0;
    }
    if (is_too_many(control, n) && !pdn_has_tag_line(t.s, n)) /* games among zeros are games */
        return "binary data";
    return is_chess(t) ? "a file of chess games" : NULL;
}

const char *pdn_kind_by_head(const char *head, size_t n, const char **advice)
{
    if (is_svg(head, n)) {
        *advice = no_games;
        return picture;
    }
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
        if (!kinds[i].advice || n < kinds[i].n || memcmp(head, kinds[i].magic, kinds[i].n) != 0)
            continue;
        *advice = kinds[i].advice;
        return kinds[i].name;
    }
    if (pdn_is_web_page(head, n) && has_escaped_tag(head, n)) {
        *advice = "save it as plain text";
        return web_page;
    }
    if (is_tar(head, n)) {
        *advice = "unpack it";
        return tar_name;
    }
    *advice = no_games;
    return store_is_foreign(head, n) ? "an SQLite file, but not a dama collection" : NULL;
}

bool pdn_has_tag_line(const char *head, size_t n)
{
    for (size_t i = 0; i + 2 < n; i++) {
        if (head[i] != '[' || (i && head[i - 1] != '\n' && head[i - 1] != '\r'))
            continue;
        size_t k = i + 1;
        while (k < n && ascii_is_letter(head[k]))
            k++;
        if (k > i + 1 && k + 1 < n && head[k] == ' ' && head[k + 1] == '"')
            return true;
    }
    return false;
}

bool pdn_is_binary(const char *head, size_t n)
{
    unsigned control = 0;
    for (size_t i = 0; i < n; i++)
        control += is_control((unsigned char)head[i]);
    return is_too_many(control, n) && !may_be_utf16(head, n);
}
