// SPDX-License-Identifier: MIT
#include "core/query/query-field.h"

#include "core/base/array.h"
#include "core/query/tag-map.h"

enum { WORDS_MAX = 64 };

static const char *const tags[] = {
#define TAG(id, name, kind) name,
#include "core/check/tag-table.inc"
#undef TAG
};
enum { TAGS = ARRAY_LEN(tags) };

static int unknown(struct text word, const char *const *words, unsigned n, struct err *err)
{
    const char *all[TAGS + WORDS_MAX], *meant = NULL;
    char written[64], own[160];
    unsigned count = 0;
    for (; count < n && count < WORDS_MAX; count++)
        all[count] = words[count];
    for (unsigned i = 0; i < TAGS; i++)
        all[count++] = tags[i];
    if (word.n < sizeof written) {
        memcpy(written, word.s, word.n);
        written[word.n] = '\0';
        meant = tag_map_find(tag_map_usual(), word);
        int nearest = meant ? -1 : text_nearest(written, all, count);
        meant = nearest >= 0 ? all[nearest] : meant;
    }
    if (meant)
        return err_plain(err,
                         "'%.*s' is not a tag of PDN; did you mean '%s'? (write tag.%.*s for a tag "
                         "that PDN does not define)",
                         TEXT_ARGS(word), meant, TEXT_ARGS(word));
    text_list_words(words, n, own, sizeof own);
    return err_plain(
        err,
        "'%.*s' is neither a tag of PDN nor %s; write tag.%.*s for a tag that PDN does "
        "not define",
        TEXT_ARGS(word), own, TEXT_ARGS(word));
}

int query_field_read(struct text word, const char *const *words, unsigned n, int *own,
                     struct text *tag, struct err *err)
{
    static const char prefix[] = "tag.";
    size_t skip = sizeof prefix - 1;
    *own = -1;
    if (word.n > skip && text_is_nocase((struct text){word.s, skip}, prefix)) {
        *tag = (struct text){word.s + skip, word.n - skip};
        return 0;
    }
    for (unsigned i = 0; i < n; i++) {
        if (text_is_nocase(word, words[i])) {
            *own = (int)i;
            return 0;
        }
    }
    for (unsigned i = 0; i < TAGS; i++) {
        if (text_is_nocase(word, tags[i])) {
            *tag = text_of(tags[i]);
            return 0;
        }
    }
    return unknown(word, words, n, err);
}

int query_tag_keep(struct text tag, char out[QUERY_TAG_SIZE], struct err *err)
{
    if (tag.n >= QUERY_TAG_SIZE)
        return err_plain(err, "a tag's name of %zu bytes is too long", tag.n);
    memcpy(out, tag.s, tag.n);
    out[tag.n] = '\0';
    return 0;
}
