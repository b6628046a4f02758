// SPDX-License-Identifier: MIT
#include "core/base/text.h"

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c; }

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

bool text_is_nocase(struct text a, const char *b)
{
    if (a.n != strlen(b))
        return false;
    for (size_t i = 0; i < a.n; i++)
        if (lower(a.s[i]) != lower(b[i]))
            return false;
    return true;
}

struct text text_trim(struct text t)
{
    while (t.n && is_space(t.s[0]))
        t.s++, t.n--;
    while (t.n && is_space(t.s[t.n - 1]))
        t.n--;
    return t;
}
