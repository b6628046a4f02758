// SPDX-License-Identifier: MIT
#include "core/query/filter-words.h"

#include "core/base/ascii.h"

#include <string.h>

struct src_pos filter_words_place(const struct filter_words *w, const char *s)
{
    return (struct src_pos){.file = w->name, .line = 1, .col = (unsigned)(s - w->begin) + 1};
}

void filter_words_skip(struct filter_words *w)
{
    while (w->s < w->end && strchr(" \t\r\n", *w->s))
        w->s++;
}

/* The number of bytes of the letter, digit or underscore at p; 0: it is something else. */
static unsigned word_char(const char *p, const char *end)
{
    return ascii_is_alnum(*p) || *p == '_' ? 1 : text_nonascii_letter(p, end);
}

struct text filter_words_peek(struct filter_words *w)
{
    filter_words_skip(w);
    const char *p = w->s;
    for (unsigned n; p < w->end && (n = word_char(p, w->end)); p += n)
        ;
    return (struct text){w->s, (size_t)(p - w->s)};
}

bool filter_words_take(struct filter_words *w, const char *word)
{
    struct text t = filter_words_peek(w);
    if (!text_is_nocase(t, word))
        return false;
    w->s += t.n;
    return true;
}

int filter_words_expected(struct filter_words *w, const char *what)
{
    filter_words_skip(w);
    struct text word = filter_words_peek(w);
    size_t rest = (size_t)(w->end - w->s);
    if (rest == 0)
        return err_set(w->err, filter_words_place(w, w->s), "expected %s, found the end", what);
    int n = (int)(word.n ? word.n : rest < 8 ? rest : 8);
    return err_set(w->err, filter_words_place(w, w->s), "expected %s, found '%.*s'", what, n, w->s);
}
