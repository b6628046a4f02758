// SPDX-License-Identifier: MIT
#include "core/base/printable.h"

#include "core/base/utf8.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* Bidirectional controls, and the separators of lines and paragraphs. */
static bool turns_direction(uint32_t code)
{
    return (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069)
           || code == 0x200E || code == 0x200F || code == 0x061C || code == 0x2028
           || code == 0x2029;
}

/* The soft hyphen and zero-width spaces: a message quoting them would not show what is wrong. */
static bool is_invisible(uint32_t code)
{
    return code == 0x00AD || code == 0x200B || code == 0x2060 || code == 0xFEFF;
}

/* @return bytes of the character at s; *plain: whether it needs no escape */
static size_t look_at(const unsigned char *s, size_t n, uint32_t *code, bool *plain)
{
    *code = s[0];
    *plain = s[0] >= 0x20 && s[0] < 0x7F;
    if (s[0] < 0x80)
        return 1;
    size_t length = utf8_next((const char *)s, n);
    if (length)
        *code = utf8_code((const char *)s, length);
    *plain = length && *code >= 0xA0 && !turns_direction(*code) && !is_invisible(*code);
    return length ? length : 1;
}

/* Nearly all text is plain ASCII: it is copied run by run, not character by character. */
static size_t ascii_run(const unsigned char *s, size_t n)
{
    size_t i = 0;
    while (i < n && s[i] >= 0x20 && s[i] < 0x7F)
        i++;
    return i;
}

void printable_add(struct buffer *out, struct text t)
{
    const unsigned char *s = (const unsigned char *)t.s;
    for (size_t i = 0, length; i < t.n; i += length) {
        uint32_t code;
        bool plain;
        length = ascii_run(s + i, t.n - i);
        if (length) {
            buffer_add(out, t.s + i, length);
            continue;
        }
        length = look_at(s + i, t.n - i, &code, &plain);
        if (plain)
            buffer_add(out, t.s + i, length);
        else if (s[i] == '\t')
            buffer_add_char(out, ' ');
        else if (code > 0xFF)
            buffer_printf(out, "\\u%04x", (unsigned)code);
        else
            buffer_printf(out, "\\x%02x", (unsigned)code);
    }
}

void printable_vprintf(struct buffer *out, const char *format, va_list args)
{
    struct buffer plain = {0};
    va_list again;
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *to = n < 0 ? NULL : buffer_reserve(&plain, (size_t)n + 1);
    if (to) {
        vsnprintf(to, (size_t)n + 1, format, args);
        printable_add(out, (struct text){to, (size_t)n});
    } else {
        out->failed = true;
    }
    buffer_fini(&plain);
}

void printable_printf(struct buffer *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    printable_vprintf(out, format, args);
    va_end(args);
}

void printable_fprintf(FILE *out, const char *format, ...)
{
    struct buffer line = {0};
    va_list args;
    va_start(args, format);
    printable_vprintf(&line, format, args);
    va_end(args);
    if (!line.failed && line.n)
        fwrite(line.s, 1, line.n, out);
    buffer_fini(&line);
}

/*
 * A line in an encoding other than UTF-8 keeps its letters, except bytes that may be C1 controls.
 */
static void add_line(struct buffer *out, struct text line)
{
    if (utf8_valid(line.s, line.n) == line.n) {
        printable_add(out, line);
        return;
    }
    for (size_t i = 0; i < line.n; i++)
        if ((unsigned char)line.s[i] >= 0xA0)
            buffer_add_char(out, line.s[i]);
        else
            printable_add(out, (struct text){line.s + i, 1});
}

int printable_write(FILE *out, struct text lines)
{
    if (!lines.n) /* fwrite takes no NULL */
        return 0;
    if (!isatty(fileno(out)))
        return fwrite(lines.s, 1, lines.n, out) == lines.n ? 0 : -1;
    struct buffer plain = {0};
    for (size_t i = 0; i < lines.n;) {
        const char *end = memchr(lines.s + i, '\n', lines.n - i);
        size_t n = end ? (size_t)(end - lines.s) - i : lines.n - i;
        add_line(&plain, (struct text){lines.s + i, n});
        if (end)
            buffer_add_char(&plain, '\n');
        i += n + (end ? 1 : 0);
    }
    int rc = fwrite(buffer_text(&plain).s, 1, plain.n, out) == plain.n ? 0 : -1;
    if (plain.failed) {
        errno = ENOMEM;
        rc = -1;
    }
    buffer_fini(&plain);
    return rc;
}

bool printable_is(struct text t)
{
    const unsigned char *s = (const unsigned char *)t.s;
    for (size_t i = 0, length; i < t.n; i += length) {
        uint32_t code;
        bool plain;
        length = look_at(s + i, t.n - i, &code, &plain);
        if (!plain)
            return false;
    }
    return true;
}
