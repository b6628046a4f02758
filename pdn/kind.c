// SPDX-License-Identifier: MIT
/*
 * Files are recognised by their first bytes, as file(1) does; chess by its moves, if there are
 * none of draughts.
 */
#include "pdn/kind.h"

#include "core/base/array.h"
#include "core/base/ascii.h"
#include "pdn/scan.h"

#include <string.h>

/* A row without advice is of a format of dama, or of text that may well hold games. */
static const struct {
    const char *magic;
    uint8_t n;
    const char *name, *advice;
} kinds[] = {
    {"SQLite format 3", 15, "an SQLite database", NULL},
    {"\x00\xde\xca\xde", 4, "a position of DAM 2.2", NULL},
    {"<!DOCTYPE", 9, "a web page", NULL},
    {"<html", 5, "a web page", NULL},
    {"%PDF-", 5, "a PDF document", "copy its text"},
    {"\xd0\xcf\x11\xe0", 4, "a document of an office program", "save it as plain text"},
    {"{\\rtf", 5, "a document of an office program", "save it as plain text"},
    {"PK\3\4", 4, "a zip archive", "unzip it, or save a document as plain text"},
    {"\x89PNG", 4, "a picture", "no games can be read from it"},
    {"\xff\xd8\xff", 3, "a picture", "no games can be read from it"},
    {"GIF8", 4, "a picture", "no games can be read from it"},
    {"\x7f"
     "ELF",
     4, "a program", "no games can be read from it"},
};

/* ---- binary data ---- */

static bool is_control(unsigned char ch)
{
    return ch < 32 && ch != '\n' && ch != '\r' && ch != '\t' && ch != 0x1a && ch != '\f';
}

/* More than 5 % of the bytes; nothing is said of a few bytes. */
static bool is_too_many(unsigned control, size_t n) { return n >= 16 && control * 20 > n; }

/* Text in UTF-16: a mark, or every other byte the same, as of Latin or Cyrillic letters. */
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
        if ((zero[i] + cyrillic[i]) * 5 > n * 2)
            return true;
    return false;
}

/* ---- chess ---- */

/*
 * A move of chess in algebraic notation: Nf3, exd5, e4, O-O. Russian draughts has cd4, and letters
 * on both sides of a sign.
 */
static bool is_chess_move(struct text t)
{
    while (t.n && strchr("+#!?", t.s[t.n - 1]))
        t.n--;
    if (text_is(t, "O-O") || text_is(t, "O-O-O"))
        return true;
    if (t.n < 2 || t.n > 6 || t.s[t.n - 1] < '1' || t.s[t.n - 1] > '8' || t.s[t.n - 2] < 'a'
        || t.s[t.n - 2] > 'h')
        return false;
    struct text head = {t.s, t.n - 2};
    if (head.n == 0)
        return true;
    bool piece = strchr("KQRBN", head.s[0]) != NULL;
    for (size_t i = piece; i < head.n; i++)
        if (!strchr(piece ? "abcdefgh12345678x" : "abcdefghx", head.s[i]))
            return false;
    return piece || (head.n == 2 && head.s[1] == 'x');
}

/* A move of draughts with a sign between its squares; results have small numbers only. */
static bool is_draughts_move(struct text t)
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

/* Words outside tags and comments. @return false if there is none */
static bool next_word(struct text t, size_t *at, struct text *word)
{
    size_t i = *at;
    for (;;) {
        while (i < t.n && (is_blank(t.s[i]) || t.s[i] == '.'))
            i++;
        char close = i < t.n && t.s[i] == '{' ? '}' : i < t.n && t.s[i] == '[' ? ']' : '\0';
        if (!close)
            break;
        const char *end = memchr(t.s + i, close, t.n - i);
        i = end ? (size_t)(end - t.s) + 1 : t.n;
    }
    size_t from = i;
    while (i < t.n && !is_blank(t.s[i]) && t.s[i] != '.' && t.s[i] != '{' && t.s[i] != '[')
        i++;
    *at = i;
    *word = (struct text){t.s + from, i - from};
    return i > from;
}

static bool is_chess(struct text t)
{
    enum { LOOKED_AT = 1 << 16, ENOUGH = 3 };
    unsigned chess = 0;
    struct text word;
    if (t.n > LOOKED_AT)
        t.n = LOOKED_AT;
    for (size_t at = 0; next_word(t, &at, &word);) {
        if (is_draughts_move(word))
            return false;
        chess += is_chess_move(word);
    }
    return chess >= ENOUGH;
}

const char *pdn_other_kind(const struct chunk *chunk)
{
    unsigned control = 0;
    struct text t = chunk->text;
    size_t n = t.n < 4096 ? t.n : 4096;
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
        if (memcmp(chunk->head, kinds[i].magic, kinds[i].n) == 0)
            return kinds[i].name;
    for (size_t i = 0; i < n; i++) {
        unsigned char ch = (unsigned char)t.s[i];
        control += is_control(ch);
        control += ch == 0xef && i + 2 < n && memcmp(t.s + i, "\xef\xbf\xbd", 3) == 0;
    }
    if (is_too_many(control, n))
        return "binary data";
    return is_chess(t) ? "a file of chess games" : NULL;
}

const char *pdn_kind_by_head(const char *head, size_t n, const char **advice)
{
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
        if (!kinds[i].advice || n < kinds[i].n || memcmp(head, kinds[i].magic, kinds[i].n) != 0)
            continue;
        *advice = kinds[i].advice;
        return kinds[i].name;
    }
    return NULL;
}

bool pdn_is_binary(const char *head, size_t n)
{
    unsigned control = 0;
    for (size_t i = 0; i < n; i++)
        control += is_control((unsigned char)head[i]);
    return is_too_many(control, n) && !may_be_utf16(head, n);
}
