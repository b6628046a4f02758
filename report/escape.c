// SPDX-License-Identifier: MIT
#include "report/escape.h"

#include "core/base/cell.h"
#include "core/base/encoding.h"
#include "core/base/printable.h"

/* Length of the UTF-8 character at s, of n bytes left; 0 if it is none. */
static unsigned character(const char *s, size_t n)
{
    unsigned char c = (unsigned char)*s;
    unsigned length = c < 0x80                ? 1
                      : c >= 0xc2 && c < 0xe0 ? 2
                      : c >= 0xe0 && c < 0xf0 ? 3
                      : c >= 0xf0 && c < 0xf5 ? 4
                                              : 0;
    if (!length || length > n)
        return 0;
    for (unsigned i = 1; i < length; i++)
        if (((unsigned char)s[i] & 0xc0) != 0x80)
            return 0;
    return length;
}

/*
 * Whether a character moves, deletes or turns what stands around it: controls, U+200E-F, U+202A-E,
 * U+2066-9.
 */
static bool is_harmful(const char *s, unsigned length)
{
    const unsigned char *c = (const unsigned char *)s;
    if (length == 1)
        return c[0] < 0x20 || c[0] == 0x7f;
    if (length == 2)
        return c[0] == 0xc2 && c[1] < 0xa0;
    if (length == 3 && c[0] == 0xe2 && c[1] == 0x80)
        return c[2] == 0x8e || c[2] == 0x8f || (c[2] >= 0xaa && c[2] <= 0xae);
    return length == 3 && c[0] == 0xe2 && c[1] == 0x81 && c[2] >= 0xa6 && c[2] <= 0xa9;
}

void escape_padded(struct buffer *out, struct text t, unsigned width)
{
    struct buffer plain = {0};
    unsigned written = 0;
    printable_add(&plain, t);
    for (size_t i = 0; i < plain.n && written < width; written++) {
        unsigned length = character(plain.s + i, plain.n - i);
        buffer_add(out, plain.s + i, length ? length : 1);
        i += length ? length : 1;
    }
    for (; written < width; written++)
        buffer_add_char(out, ' ');
    out->failed |= plain.failed;
    buffer_fini(&plain);
}

void escape_html(struct buffer *out, struct text t)
{
    for (size_t i = 0; i < t.n;) {
        unsigned length = character(t.s + i, t.n - i);
        char c = t.s[i];
        if (!length || is_harmful(t.s + i, length))
            buffer_add_string(out, "&#xfffd;");
        else if (c == '<')
            buffer_add_string(out, "&lt;");
        else if (c == '>')
            buffer_add_string(out, "&gt;");
        else if (c == '&')
            buffer_add_string(out, "&amp;");
        else if (c == '"')
            buffer_add_string(out, "&quot;");
        else if (c == '\'')
            buffer_add_string(out, "&#39;");
        else
            buffer_add(out, t.s + i, length);
        i += length ? length : 1;
    }
}

void escape_json(struct buffer *out, struct text t)
{
    buffer_add_char(out, '"');
    for (size_t i = 0; i < t.n;) {
        unsigned length = character(t.s + i, t.n - i);
        unsigned char c = (unsigned char)t.s[i];
        if (!length)
            buffer_add_string(out, "\\ufffd");
        else if (c == '"' || c == '\\')
            buffer_printf(out, "\\%c", c);
        else if (c < 0x20 || c == 0x7f || c == '<' || c == '>' || c == '&')
            buffer_printf(out, "\\u%04x", c);
        else if (length == 3 && c == 0xe2 && (t.s[i + 1] & 0xff) == 0x80
                 && (t.s[i + 2] & 0xfe) == 0xa8)
            buffer_printf(out, "\\u202%d", (t.s[i + 2] & 1) + 8); /* ends a line of script */
        else if (length > 1 && is_harmful(t.s + i, length))
            buffer_printf(out, "\\u%04x", (unsigned)encoding_utf8_code(t.s + i, length));
        else
            buffer_add(out, t.s + i, length);
        i += length ? length : 1;
    }
    buffer_add_char(out, '"');
}

void escape_csv(struct buffer *out, struct text t)
{
    struct buffer plain = {0};
    printable_add(&plain, t);
    cell_add(out, buffer_text(&plain), ',', true);
    out->failed |= plain.failed;
    buffer_fini(&plain);
}
