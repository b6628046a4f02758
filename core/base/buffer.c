// SPDX-License-Identifier: MIT
#include "core/base/buffer.h"

#include "core/base/bytes.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { FIRST_ROOM = 256 };

char *buffer_reserve(struct buffer *buf, size_t n)
{
    if (buf->room - buf->n >= n)
        return buf->s + buf->n;
    size_t room = buf->room ? buf->room : FIRST_ROOM;
    while (room - buf->n < n) {
        if (room > SIZE_MAX / 2) {
            buf->failed = true;
            return NULL;
        }
        room *= 2;
    }
    char *s = realloc(buf->s, room);
    if (!s) {
        buf->failed = true;
        return NULL;
    }
    buf->s = s;
    buf->room = room;
    return s + buf->n;
}

void buffer_add(struct buffer *buf, const char *s, size_t n)
{
    if (n == 0)
        return;
    char *to = buffer_reserve(buf, n);
    if (!to)
        return;
    memcpy(to, s, n);
    buf->n += n;
}

void buffer_add_string(struct buffer *buf, const char *s) { buffer_add(buf, s, strlen(s)); }

void buffer_add_on_line(struct buffer *buf, struct text t)
{
    for (size_t i = 0; i < t.n; i++)
        buffer_add_char(buf, t.s[i] == '\n' || t.s[i] == '\r' ? ' ' : t.s[i]);
}

void buffer_add_number(struct buffer *buf, int64_t number)
{
    char digits[20];
    size_t at = sizeof digits;
    uint64_t left = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do {
        digits[--at] = (char)('0' + left % 10);
        left /= 10;
    } while (left);
    if (number < 0)
        digits[--at] = '-';
    buffer_add(buf, digits + at, sizeof digits - at);
}

void buffer_add_bytes(struct buffer *buf, uint64_t number, unsigned n)
{
    char bytes[sizeof number];
    bytes_put(bytes, number, n);
    buffer_add(buf, bytes, n);
}

void buffer_printf(struct buffer *buf, const char *format, ...)
{
    va_list args;
    size_t room = buf->room - buf->n; /* usually enough, so that the text is formatted only once */
    va_start(args, format);
    int n = vsnprintf(room ? buf->s + buf->n : NULL, room, format, args);
    va_end(args);
    if (n >= 0 && (size_t)n < room) {
        buf->n += (size_t)n;
        return;
    }
    char *to = n < 0 ? NULL : buffer_reserve(buf, (size_t)n + 1);
    if (!to) {
        buf->failed = true;
        return;
    }
    va_start(args, format);
    vsnprintf(to, (size_t)n + 1, format, args);
    va_end(args);
    buf->n += (size_t)n;
}

void buffer_fini(struct buffer *buf)
{
    free(buf->s);
    *buf = (struct buffer){0};
}
