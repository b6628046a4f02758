// SPDX-License-Identifier: MIT
#include "match/protocol/hub.h"

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

/* Whether a byte may be part of a token: not control, blank, '=' or '"'. Bytes of UTF-8 may. */
static bool is_token(char c)
{
    unsigned char u = (unsigned char)c;
    return u > 32 && u != 127 && c != '=' && c != '"';
}

static void skip_blanks(struct text line, size_t *at)
{
    while (*at < line.n && is_blank(line.s[*at]))
        ++*at;
}

static struct text token(struct text line, size_t *at)
{
    size_t first = *at;
    while (*at < line.n && is_token(line.s[*at]))
        ++*at;
    return (struct text){line.s + first, *at - first};
}

static int parse_value(struct text line, size_t *at, struct hub_argument *a, struct err *err)
{
    skip_blanks(line, at);
    a->has_value = true;
    if (*at == line.n || line.s[*at] != '"') {
        a->value = token(line, at);
        return 0;
    }
    const char *open = line.s + *at + 1;
    const char *close = memchr(open, '"', line.n - *at - 1);
    if (!close)
        return err_plain(err, "missing closing quote");
    a->value = (struct text){open, (size_t)(close - open)};
    *at = (size_t)(close - line.s) + 1;
    return 0;
}

static int parse_argument(struct text line, size_t *at, struct hub_argument *a, struct err *err)
{
    *a = (struct hub_argument){.name = token(line, at)};
    if (a->name.n == 0)
        return err_plain(err, "missing name");
    skip_blanks(line, at);
    if (*at == line.n || line.s[*at] != '=')
        return 0;
    ++*at;
    return parse_value(line, at, a, err);
}

int hub_parse(struct text line, struct hub_line *out, struct err *err)
{
    size_t at = 0;
    out->n = 0;
    while (line.n && (line.s[line.n - 1] == '\n' || line.s[line.n - 1] == '\r'))
        line.n--;
    skip_blanks(line, &at);
    out->command = token(line, &at);
    for (skip_blanks(line, &at); at < line.n; skip_blanks(line, &at)) {
        if (out->command.n == 0)
            return err_plain(err, "missing command");
        if (out->n == HUB_ARGUMENTS)
            return err_plain(err, "more than %d arguments", HUB_ARGUMENTS);
        if (parse_argument(line, &at, &out->arguments[out->n], err))
            return -1;
        out->n++;
    }
    return 0;
}

const struct hub_argument *hub_find(const struct hub_line *line, const char *name)
{
    for (unsigned i = 0; i < line->n; i++)
        if (text_is(line->arguments[i].name, name))
            return &line->arguments[i];
    return NULL;
}

struct text hub_value(const struct hub_line *line, const char *name)
{
    const struct hub_argument *a = hub_find(line, name);
    return a && a->has_value ? a->value : (struct text){0};
}

static bool read_sign(struct text t, bool *negative)
{
    *negative = t.n && t.s[0] == '-';
    return *negative || (t.n && t.s[0] == '+');
}

/* @return whether it is a whole number that int64_t holds */
static bool whole_number(struct text t, int64_t *out)
{
    bool negative;
    size_t at = read_sign(t, &negative);
    const bool digits = at < t.n;
    int64_t sum = 0;
    for (; at < t.n; at++) {
        int digit = t.s[at] - '0';
        if (digit < 0 || digit > 9 || sum > (INT64_MAX - digit) / 10)
            return false;
        sum = sum * 10 + digit;
    }
    *out = negative ? -sum : sum;
    return digits;
}

/* Reads a number in thousandths, ignoring further decimals. @return whether it is one */
static bool thousandths(struct text t, int64_t *out)
{
    bool negative;
    size_t at = read_sign(t, &negative);
    int64_t whole = 0, part = 0, scale = 1000;
    bool digits = false, point = false;
    for (; at < t.n; at++) {
        if (!point && (t.s[at] == '.' || t.s[at] == ',')) {
            point = true;
            continue;
        }
        if (t.s[at] < '0' || t.s[at] > '9' || whole > INT64_MAX / 100000)
            return false;
        digits = true;
        if (point)
            part += (scale /= 10) * (t.s[at] - '0');
        else
            whole = whole * 10 + (t.s[at] - '0');
    }
    *out = (whole * 1000 + part) * (negative ? -1 : 1);
    return digits;
}

static int bad_number(struct text value, const char *what, struct err *err)
{
    return err_plain(err, "expected a number for %s, found '%.*s'", what,
                     (int)(value.n > 40 ? 40 : value.n), value.s ? value.s : "");
}

int hub_int(struct text value, int64_t min, int64_t max, const char *what, int64_t *out,
            struct err *err)
{
    int64_t number;
    if (!whole_number(value, &number))
        return bad_number(value, what, err);
    if (number < min || number > max)
        return err_plain(err, "expected %s from %lld to %lld, found %lld", what, (long long)min,
                         (long long)max, (long long)number);
    *out = number;
    return 0;
}

int hub_seconds(struct text value, const char *what, int64_t *out, struct err *err)
{
    const int64_t most = (int64_t)10 * 366 * 86400 * 1000;
    if (!thousandths(value, out) || *out > most || *out < -most)
        return bad_number(value, what, err);
    return 0;
}

/* ---- writing ---- */

static void add_name(struct buffer *buf, const char *name)
{
    buffer_add_char(buf, ' ');
    buffer_add_string(buf, name);
    buffer_add_char(buf, '=');
}

static void add_quoted(struct buffer *buf, struct text value)
{
    buffer_add_char(buf, '"');
    for (size_t i = 0; i < value.n; i++) {
        char c = value.s[i];
        buffer_add_char(buf, c == '"' ? '\'' : (unsigned char)c < 32 || c == 127 ? ' ' : c);
    }
    buffer_add_char(buf, '"');
}

void hub_add(struct buffer *buf, const char *name, struct text value)
{
    bool plain = value.n > 0;
    for (size_t i = 0; i < value.n; i++)
        plain = plain && is_token(value.s[i]);
    add_name(buf, name);
    if (plain)
        buffer_add_text(buf, value);
    else
        add_quoted(buf, value);
}

void hub_add_string(struct buffer *buf, const char *name, const char *value)
{
    hub_add(buf, name, text_of(value));
}

void hub_add_int(struct buffer *buf, const char *name, int64_t value)
{
    add_name(buf, name);
    buffer_add_number(buf, value);
}

void hub_add_real(struct buffer *buf, const char *name, int64_t value, int64_t unit,
                  unsigned decimals)
{
    uint64_t scale = 1, size = value < 0 ? -(uint64_t)value : (uint64_t)value;
    for (unsigned i = 0; i < decimals; i++)
        scale *= 10;
    uint64_t whole = size / (uint64_t)unit;
    uint64_t part = size % (uint64_t)unit * scale / (uint64_t)unit;
    add_name(buf, name);
    if (value < 0 && (whole || part))
        buffer_add_char(buf, '-');
    buffer_add_number(buf, (int64_t)whole);
    if (decimals)
        buffer_add_char(buf, '.');
    for (scale /= 10; scale; scale /= 10)
        buffer_add_char(buf, (char)('0' + part / scale % 10));
}

void hub_add_error(struct buffer *buf, const char *message)
{
    buffer_add_string(buf, "error message=");
    add_quoted(buf, text_of(message));
    buffer_add_char(buf, '\n');
}
