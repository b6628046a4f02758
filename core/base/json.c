// SPDX-License-Identifier: MIT
#include "core/base/json.h"

#include "core/base/printable.h"
#include "core/base/utf8.h"

#include <string.h>

static bool is_plain(unsigned char c) { return c >= 0x20 && c < 0x7F && c != '"' && c != '\\'; }

static void add_escape(struct buffer *out, unsigned char c)
{
    static const char from[] = "\"\\\b\f\n\r\t", to[] = "\"\\bfnrt";
    const char *at = c ? strchr(from, c) : NULL;
    if (at) {
        buffer_add_char(out, '\\');
        buffer_add_char(out, to[at - from]);
    } else {
        buffer_printf(out, "\\u%04x", c);
    }
}

void json_add_text(struct buffer *out, struct text t)
{
    const unsigned char *s = (const unsigned char *)t.s;
    buffer_add_char(out, '"');
    for (size_t i = 0; i < t.n;) {
        size_t begin = i;
        while (i < t.n && is_plain(s[i]))
            i++;
        buffer_add(out, t.s + begin, i - begin);
        if (i == t.n)
            break;
        if (s[i] < 0x80) {
            add_escape(out, s[i++]);
            continue;
        }
        size_t n = utf8_next(t.s + i, t.n - i);
        if (!n)
            buffer_add_string(out, "\\ufffd");
        else if (printable_is((struct text){t.s + i, n}))
            buffer_add(out, t.s + i, n);
        else /* no control character needs more than 16 bits */
            buffer_printf(out, "\\u%04x", (unsigned)utf8_code(t.s + i, n));
        i += n ? n : 1;
    }
    buffer_add_char(out, '"');
}

static void begin_part(struct json_writer *w)
{
    if (w->comma)
        buffer_add_char(w->out, ',');
    w->comma = true;
}

void json_begin(struct json_writer *w, char bracket)
{
    begin_part(w);
    buffer_add_char(w->out, bracket);
    w->comma = false;
}

void json_end(struct json_writer *w, char bracket)
{
    buffer_add_char(w->out, bracket);
    w->comma = true;
}

void json_name(struct json_writer *w, const char *name)
{
    json_put_text(w, text_of(name));
    buffer_add_char(w->out, ':');
    w->comma = false;
}

void json_put_text(struct json_writer *w, struct text t)
{
    begin_part(w);
    json_add_text(w->out, t);
}

void json_put_number(struct json_writer *w, int64_t number)
{
    begin_part(w);
    buffer_add_number(w->out, number);
}

void json_put_bool(struct json_writer *w, bool value)
{
    begin_part(w);
    buffer_add_string(w->out, value ? "true" : "false");
}
