// SPDX-License-Identifier: MIT
#include "report/escape.h"

#include "core/base/cell.h"
#include "core/base/printable.h"
#include "core/base/utf8.h"
#include "core/base/width.h"

#include <string.h>

/*
 * Examines a character.
 * @param harmful set to whether it moves, deletes or reverses the text around it
 * @return its length in bytes, 0: not UTF-8
 */
static size_t look_at(struct text t, size_t at, bool *harmful)
{
    const size_t n = utf8_next(t.s + at, t.n - at);
    *harmful = n && !printable_is((struct text){t.s + at, n});
    return n;
}

size_t escape_width(struct text t)
{
    struct buffer plain = {0};
    printable_add(&plain, t);
    size_t columns = width_of(buffer_text(&plain));
    buffer_fini(&plain);
    return columns;
}

void escape_padded(struct buffer *out, struct text t, size_t width)
{
    struct buffer plain = {0};
    printable_add(&plain, t);
    struct text shown = {plain.s, width_fit(buffer_text(&plain), width)};
    buffer_add_text(out, shown);
    for (size_t written = width_of(shown); written < width; written++)
        buffer_add_char(out, ' ');
    out->failed |= plain.failed;
    buffer_fini(&plain);
}

/*
 * Skips characters of at least so many columns. @return bytes; a wide one may take a column more
 */
static size_t skip_columns(struct text t, size_t columns)
{
    const size_t n = width_fit(t, columns);
    return width_of((struct text){t.s, n}) < columns ? width_fit(t, columns + 1) : n;
}

void escape_column(struct buffer *out, struct text t, size_t width)
{
    static const char gap[] = "...";
    const size_t head = (width - strlen(gap)) / 2, tail = width - strlen(gap) - head;
    struct buffer plain = {0}, shown = {0};
    printable_add(&plain, t);
    const struct text whole = buffer_text(&plain);
    const size_t columns = width_of(whole);
    if (columns > width) {
        const size_t from = skip_columns(whole, columns - tail);
        buffer_add(&shown, whole.s, width_fit(whole, head));
        buffer_add_string(&shown, gap);
        buffer_add(&shown, whole.s + from, whole.n - from);
    }
    escape_padded(out, columns > width ? buffer_text(&shown) : whole, width);
    out->failed |= plain.failed || shown.failed;
    buffer_fini(&plain);
    buffer_fini(&shown);
}

static const char *html_entity(char c)
{
    switch (c) {
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '&':
        return "&amp;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

void escape_html(struct buffer *out, struct text t)
{
    for (size_t i = 0, n; i < t.n; i += n ? n : 1) {
        bool harmful;
        n = look_at(t, i, &harmful);
        const char *entity = html_entity(t.s[i]);
        if (t.s[i] == '\t')
            buffer_add_char(out, ' ');
        else if (!n || harmful)
            buffer_add_string(out, "&#xfffd;");
        else if (entity)
            buffer_add_string(out, entity);
        else
            buffer_add(out, t.s + i, n);
    }
}

void escape_json(struct buffer *out, struct text t)
{
    buffer_add_char(out, '"');
    for (size_t i = 0, n; i < t.n; i += n ? n : 1) {
        bool harmful;
        n = look_at(t, i, &harmful);
        char c = t.s[i];
        if (!n)
            buffer_add_string(out, "\\ufffd");
        else if (c == '"' || c == '\\')
            buffer_printf(out, "\\%c", c);
        else if (harmful || c == '<' || c == '>' || c == '&') /* has 16 bits at most */
            buffer_printf(out, "\\u%04x", (unsigned)utf8_code(t.s + i, n));
        else
            buffer_add(out, t.s + i, n);
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
