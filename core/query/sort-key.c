// SPDX-License-Identifier: MIT
#include "core/query/sort-key.h"

#include "core/base/ascii.h"
#include "core/base/fold.h"
#include "core/game/date.h"
#include "core/query/query-field.h"

enum { OWN_PLIES, OWN_VARIANT, OWN_COUNT };

static const char *const words[] = {[OWN_PLIES] = "plies", [OWN_VARIANT] = "variant"};

const char *sort_key_word(size_t i) { return i < OWN_COUNT ? words[i] : NULL; }

static int read_field(struct text word, struct sort_field *out, struct err *err)
{
    struct text tag;
    out->down = word.n && *word.s == '-';
    if (out->down)
        word = (struct text){word.s + 1, word.n - 1};
    if (!word.n)
        return err_plain(err, "expected a tag, plies or variant, found nothing");
    if (query_field_read(word, words, OWN_COUNT, &out->own, &tag, err))
        return -1;
    if (out->own >= 0)
        return 0;
    if (query_tag_keep(tag, out->tag, err))
        return -1;
    out->is_date = tag.n >= 4 && text_is_nocase((struct text){tag.s + tag.n - 4, 4}, "date");
    return 0;
}

int sort_key_read(struct text list, struct sort_key *out, struct err *err)
{
    *out = (struct sort_key){.n = 0};
    for (size_t i = 0; i <= list.n;) {
        const char *comma = memchr(list.s + i, ',', list.n - i);
        size_t end = comma ? (size_t)(comma - list.s) : list.n;
        if (out->n == SORT_FIELDS_MAX)
            return err_plain(err, "more than %d fields", SORT_FIELDS_MAX);
        if (read_field(text_trim((struct text){list.s + i, end - i}), &out->fields[out->n++], err))
            return -1;
        i = end + 1;
    }
    return 0;
}

bool sort_key_has_date(const struct sort_key *key)
{
    for (unsigned i = 0; i < key->n; i++)
        if (text_is_nocase(text_of(key->fields[i].tag), "Date"))
            return true;
    return false;
}

/* Adds text so that numbers in it compare as numbers: each is preceded by its length. */
static void add_natural(struct buffer *key, struct text t)
{
    for (size_t i = 0; i < t.n;) {
        if (t.s[i] < '0' || t.s[i] > '9') {
            buffer_add_char(key, t.s[i++]);
            continue;
        }
        while (i < t.n && t.s[i] == '0')
            i++;
        size_t begin = i;
        while (i < t.n && ascii_is_digit(t.s[i]))
            i++;
        size_t n = i - begin;
        buffer_add_char(key, '0');
        buffer_add_char(key, (char)('0' + (n < 70 ? n : 70)));
        buffer_add(key, t.s + begin, n);
    }
}

static void add_tag(struct buffer *key, const struct game *game, const struct sort_field *field)
{
    struct text value = game_tag(game, field->tag);
    struct buffer folded = {0};
    struct date date;
    if (field->is_date) { /* one that cannot be read sorts as an unknown one, first */
        date_read_roughly(value, &date);
        buffer_printf(key, "%04u%02u%02u", date.year, date.month, date.day);
        return;
    }
    if (!text_is(value, "?"))
        fold_text(&folded, value);
    add_natural(key, buffer_text(&folded));
    key->failed = key->failed || folded.failed;
    buffer_fini(&folded);
}

void sort_key_add(const struct sort_key *key, const struct game *game, struct buffer *out)
{
    for (unsigned i = 0; i < key->n; i++) {
        const struct sort_field *field = &key->fields[i];
        size_t begin = out->n;
        if (field->own == OWN_PLIES)
            buffer_printf(out, "%010u", game_plies(game));
        else if (field->own == OWN_VARIANT)
            buffer_add_string(out, game->rules ? game->rules->name : "");
        else
            add_tag(out, game, field);
        buffer_add_char(out, '\0');
        for (size_t k = begin; field->down && k < out->n; k++) /* descending: invert its bytes */
            out->s[k] = (char)~out->s[k];
    }
}
