// SPDX-License-Identifier: MIT
#include "pdn/scan.h"

#include "core/base/ascii.h"
#include "core/base/text.h"
#include "core/board/notation.h"

#include <string.h>

// clang-format off
#define B BYTE_BLANK
#define C BYTE_CONTROL
#define D BYTE_DIGIT
#define L BYTE_LETTER
#define O BYTE_OTHER
#define H BYTE_HIGH
#define H16 H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H

const uint8_t pdn_byte_kinds[256] = {
    C, C, C, C, C, C, C, C, C, B, B, C, C, B, C, C,
    C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C,
    /*   ! " # $ % & ' */
    B, BYTE_SIGN, O, O, BYTE_DOLLAR, BYTE_PERCENT, O, O,
    /* ( ) * + , - . / */
    BYTE_OPEN, BYTE_CLOSE, BYTE_STAR, O, BYTE_COMMA, BYTE_HYPHEN, BYTE_DOT, BYTE_SLASH,
    D, D, D, D, D, D, D, D, D, D, O, BYTE_SEMICOLON, O, O, O, BYTE_SIGN,
    O, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L,
    L, L, L, L, L, L, L, L, L, L, L, BYTE_BRACKET, BYTE_BACKSLASH, BYTE_CLOSE_BRACKET, O, O,
    O, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L,
    L, L, L, L, L, L, L, L, L, L, L, BYTE_BRACE, O, BYTE_CLOSE_BRACE, O, C,
    H16, H16, H16, H16, H16, H16, H16, H16,
};

#undef B
#undef C
#undef D
#undef L
#undef O
#undef H
#undef H16
// clang-format on

enum { IDENT_MAX = TAG_NAME_MAX };

const char *pdn_line_end(const char *p, const char *end)
{
    while (p < end && *p != '\n' && *p != '\r')
        p++;
    return p;
}

const char *pdn_name_end(const char *p, const char *end)
{
    const char *stop = end - p > TAG_NAME_MAX ? p + TAG_NAME_MAX : end, *q = p;
    while (q < stop) {
        bool ascii = ascii_is_letter(*q) || (q > p && (ascii_is_digit(*q) || *q == '_'));
        unsigned n = ascii ? 1 : text_nonascii_letter(q, stop);
        if (n == 0)
            break;
        q += n;
    }
    return q;
}

const char *pdn_skip_tag_blanks(const char *p, const char *end)
{
    const char *stop = end - p > IDENT_MAX ? p + IDENT_MAX : end;
    while (p < stop) {
        const unsigned n = *p == ' ' || *p == '\t' ? 1 : pdn_nonascii_space_length(p, stop);
        if (n == 0)
            break;
        p += n;
    }
    return p;
}

const char *pdn_tag_name(const char *p, const char *end, struct text *name)
{
    name->s = p = pdn_skip_tag_blanks(p + 1, end);
    p = pdn_name_end(p, end);
    name->n = (size_t)(p - name->s);
    return name->n ? pdn_skip_tag_blanks(p, end) : NULL;
}

bool pdn_tag_begins(const char *p, const char *end)
{
    struct text name;
    p = pdn_tag_name(p, end, &name);
    return p && p < end && (*p == '"' || pdn_quote_length(p, end) > 0);
}

/*
 * Goes back over one line end of any kind.
 * @return where it begins; NULL if p does not follow one
 */
static const char *back_over_line_end(const char *begin, const char *p)
{
    if (p == begin)
        return NULL;
    if (p[-1] == '\n')
        return p - 1 > begin && p[-2] == '\r' ? p - 2 : p - 1;
    return p[-1] == '\r' ? p - 1 : NULL;
}

/* Goes back over blanks within a line, and over CR or LF written as two characters, \r and \n. */
static const char *back_over_blanks(const char *begin, const char *p)
{
    for (;;) {
        if (p > begin && (p[-1] == ' ' || p[-1] == '\t'))
            p--;
        else if (p - begin >= 2 && p[-2] == '\\' && (p[-1] == 'r' || p[-1] == 'n'))
            p -= 2;
        else
            return p;
    }
}

/* Whether a word belongs to what precedes it, as the last one does in `32- 1-0` and `1+ - 1-0`. */
static bool word_is_taken(const char *begin, const char *word)
{
    while (word > begin && (word[-1] == ' ' || word[-1] == '\t'))
        word--;
    char before = word > begin ? word[-1] : '\n';
    return before == '-' || (before | 32) == 'x' || before == ':'
           || pdn_byte_kind(before) == BYTE_HIGH;
}

const char *pdn_result_before(const char *begin, const char *p)
{
    enum { LONGEST = 12 };
    const char *word = p;
    while (word > begin && p - word < LONGEST && !is_blank(word[-1]))
        word--;
    if (p == word || (word > begin && !is_blank(word[-1])))
        return NULL;
    bool ends = p - word == 1 ? *word == '*' : pdn_result_length(word, p) == (size_t)(p - word);
    return ends && !word_is_taken(begin, word) ? word : NULL;
}

/* Whether the last thing before p, not counting blank lines, is the end of a tag. */
static bool follows_tag(const char *begin, const char *p)
{
    while (p > begin && (is_blank(p[-1]) || back_over_blanks(begin, p) < p))
        p = is_blank(p[-1]) ? p - 1 : back_over_blanks(begin, p);
    return p > begin && p[-1] == ']';
}

/* A tag that begins a paragraph, or follows a result. */
struct first_tag {
    struct text name;
    bool is_first; /* the first in the text */
    bool after_result;
};

/* @return whether such a tag begins at p */
static bool first_tag_begins(const char *begin, const char *p, const char *end,
                             struct first_tag *tag)
{
    *tag = (struct first_tag){.is_first = p == begin};
    if (!tag->is_first) {
        const char *last = back_over_line_end(begin, p);
        if (!last)
            return false;
        last = back_over_blanks(begin, last);
        tag->after_result = pdn_result_before(begin, last) != NULL;
        if (last != begin && !back_over_line_end(begin, last) && !tag->after_result)
            return false;
    }
    const char *quote = pdn_tag_name(p, end, &tag->name);
    return quote && quote < end && (*quote == '"' || pdn_quote_length(quote, end));
}

static bool is_file_name(struct text name) { return text_is_nocase(name, "FILENAME"); }

bool pdn_game_begins(const char *begin, const char *p, const char *end)
{
    struct first_tag tag;
    if (!first_tag_begins(begin, p, end, &tag))
        return false;
    if (is_file_name(tag.name))
        return tag.is_first;
    return tag.is_first || tag.after_result || text_is_nocase(tag.name, "Event")
           || !follows_tag(begin, p);
}

bool pdn_game_may_begin(const char *begin, const char *p, const char *end)
{
    struct first_tag tag;
    return pdn_game_begins(begin, p, end)
           || (first_tag_begins(begin, p, end, &tag) && is_file_name(tag.name));
}

const char *pdn_find_game(const char *begin, const char *p, const char *end)
{
    for (; p < end && (p = memchr(p, '[', (size_t)(end - p))); p++)
        if (pdn_game_begins(begin, p, end))
            return p;
    return NULL;
}

static bool three(const char *p, const char *end, unsigned a, unsigned b)
{
    return end - p >= 3 && (uint8_t)p[0] == a && (uint8_t)p[1] == b;
}

unsigned pdn_dash_length(const char *p, const char *end)
{
    unsigned length;
    return notation_nonascii_sign(p, end, &length) == NOTATION_SIGN_HYPHEN ? length : 0;
}

size_t pdn_separator_length(const char *begin, const char *p, const char *end)
{
    enum { SHORTEST = 3 };
    static const char signature[] = "--"; /* the line before the name at the end of an e-mail */
    const char *q = p, *stop = p;
    if (p > begin && p[-1] != '\n' && p[-1] != '\r')
        return 0;
    while (q < end && *q && strchr("-=_#~+`", *q))
        stop = ++q;
    const bool fences = stop - p >= SHORTEST && (*p == '`' || *p == '~');
    while (fences && stop < end && ascii_is_letter(*stop))
        q = ++stop;
    while (q < end && (*q == ' ' || *q == '\t'))
        q++;
    bool alone = q == end || *q == '\n' || *q == '\r';
    const size_t n = (size_t)(stop - p);
    return alone && (n >= SHORTEST || text_is((struct text){p, n}, signature)) ? n : 0;
}

unsigned pdn_quote_length(const char *p, const char *end)
{
    /* U+201C to U+201F, U+2033; U+00AB, U+00BB */
    if (three(p, end, 0xE2, 0x80)
        && (((uint8_t)p[2] >= 0x9C && (uint8_t)p[2] <= 0x9F) || (uint8_t)p[2] == 0xB3))
        return 3;
    return end - p >= 2 && (uint8_t)p[0] == 0xC2 && ((uint8_t)p[1] == 0xAB || (uint8_t)p[1] == 0xBB)
               ? 2
               : 0;
}

unsigned pdn_nonascii_space_length(const char *p, const char *end)
{
    /* U+00A0; U+2000 to U+200B, U+2028, U+2029, U+202F; U+3000; U+FEFF */
    if (end - p >= 2 && (uint8_t)p[0] == 0xC2 && (uint8_t)p[1] == 0xA0)
        return 2;
    if (three(p, end, 0xE2, 0x80)) {
        uint8_t c = (uint8_t)p[2];
        return (c >= 0x80 && c <= 0x8B) || c == 0xA8 || c == 0xA9 || c == 0xAF ? 3 : 0;
    }
    if (three(p, end, 0xE3, 0x80) && (uint8_t)p[2] == 0x80)
        return 3;
    return three(p, end, 0xEF, 0xBB) && (uint8_t)p[2] == 0xBF ? 3 : 0;
}

/* After a numeric square at p; NULL if there is none, or one that begins with a zero. */
static const char *skip_square(const char *p, const char *end)
{
    const char *after = p;
    while (after < end && ascii_is_digit(*after))
        after++;
    return after > p && after - p <= 2 && *p != '0' ? after : NULL;
}

bool pdn_is_plain_move(const char *p, const char *end)
{
    p = skip_square(p, end);
    if (!p || p == end || (*p != '-' && *p != 'x'))
        return false;
    p = skip_square(p + 1, end);
    return p && (p == end || is_blank(*p));
}
