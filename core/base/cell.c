// SPDX-License-Identifier: MIT
#include "core/base/cell.h"

/* Text that already begins with ' is safe: it is not a formula. Source: OWASP, "CSV Injection". */
static bool looks_like_formula(struct text t)
{
    while (t.n && (*t.s == ' ' || *t.s == '"'))
        t = (struct text){t.s + 1, t.n - 1};
    return t.n && strchr("=+-@\t\r\n", *t.s);
}

static bool needs_quotes(struct text t, char separator)
{
    if (t.n && (t.s[0] == ' ' || t.s[t.n - 1] == ' '))
        return true;
    for (size_t i = 0; i < t.n; i++) {
        const char c = t.s[i];
        if (c == '"' || c == separator || c == '\n' || c == '\r')
            return true;
    }
    return false;
}

void cell_add(struct buffer *out, struct text t, char separator, bool no_formulas)
{
    const bool quotes = needs_quotes(t, separator);
    if (quotes)
        buffer_add_char(out, '"');
    if (no_formulas && looks_like_formula(t))
        buffer_add_char(out, '\'');
    if (!quotes) {
        buffer_add_text(out, t);
        return;
    }
    for (size_t i = 0; i < t.n; i++) {
        if (t.s[i] == '"')
            buffer_add_char(out, '"');
        buffer_add_char(out, t.s[i]);
    }
    buffer_add_char(out, '"');
}
