// SPDX-License-Identifier: MIT
#include "core/base/utf8.h"

#include <string.h>

/* Bytes of the character at p, where n > 0 bytes are left. @return 0: invalid, or cut off */
static size_t utf8_length(const unsigned char *p, size_t n)
{
    size_t length = p[0] < 0x80 ? 1 : p[0] < 0xc2 ? 0 : p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;
    if (length < 2)
        return length;
    if (p[0] > 0xf4 || length > n)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    /* Overlong forms, surrogates, code points beyond U+10FFFF. */
    if ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] > 0x9f)
        || (p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] > 0x8f))
        return 0;
    return length;
}

size_t utf8_next(const char *text, size_t n)
{
    return n ? utf8_length((const unsigned char *)text, n) : 0;
}

size_t utf8_fit(const char *text, size_t n, size_t most)
{
    if (n <= most)
        return n;
    while (most > 0 && ((unsigned char)text[most] & 0xC0) == 0x80)
        most--;
    return most;
}

uint32_t utf8_code(const char *text, size_t n)
{
    uint32_t code = (unsigned char)text[0] & (n > 1 ? 0x7fU >> n : 0x7fU);
    for (size_t i = 1; i < n; i++)
        code = code << 6 | ((unsigned char)text[i] & 0x3fU);
    return code;
}

/* Counts ASCII bytes from p on, at most n, by whole blocks of words in which no high bit is set. */
static size_t ascii_run(const char *p, size_t n)
{
    enum { STEP = 64 };
    size_t done = 0;
    for (; n - done >= STEP; done += STEP) {
        uint64_t words[STEP / 8], any = 0;
        memcpy(words, p + done, STEP);
        for (int i = 0; i < STEP / 8; i++)
            any |= words[i];
        if (any & 0x8080808080808080U)
            break;
    }
    while (done < n && (unsigned char)p[done] < 0x80)
        done++;
    return done;
}

size_t utf8_valid(const char *text, size_t n)
{
    size_t at = 0;
    for (;;) {
        at += ascii_run(text + at, n - at);
        size_t length = 1;
        while (at < n && (unsigned char)text[at] >= 0x80 && length) {
            length = utf8_length((const unsigned char *)text + at, n - at);
            at += length;
        }
        if (at == n || !length)
            return at;
    }
}

void utf8_add_valid(const char *text, size_t n, struct buffer *out)
{
    for (size_t at = 0; at < n; at++) {
        const size_t valid = utf8_valid(text + at, n - at);
        buffer_add(out, text + at, valid);
        at += valid;
        if (at < n)
            buffer_add_string(out, UTF8_REPLACEMENT);
    }
}

void utf8_add(uint32_t code, struct buffer *out)
{
    static const unsigned char leads[] = {0, 0xC0, 0xE0, 0xF0};
    unsigned more = code >= 0x10000 ? 3 : code >= 0x800 ? 2 : code >= 0x80 ? 1 : 0;
    buffer_add_char(out, (char)(leads[more] | code >> (6 * more)));
    while (more-- > 0)
        buffer_add_char(out, (char)(0x80 | (code >> (6 * more) & 0x3F)));
}
