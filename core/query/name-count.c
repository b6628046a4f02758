// SPDX-License-Identifier: MIT
/*
 * Finds names that may belong to one person. Names are compared with those that have the same
 * family name, or one that differs by a letter: the two then share a key, the family name with one
 * letter left out. Given names must agree as far as both names have them. Groups are joined by
 * union-find over the names.
 */
#include "core/query/name-count.h"

#include "core/base/arena.h"
#include "core/base/array.h"
#include "core/base/hashtable.h"
#include "core/base/printable.h"
#include "core/game/player-name.h"

#include <stdlib.h>

enum {
    FAMILY_LEAST = 4, /* letters of a name that may have one different */
    FAMILY_SIZE = 48,
    NAMES_MAX = 1 << 17, /* beyond that, only known names are counted */
    BYTES_MAX = 1 << 22, /* bytes of all names together */
};

struct counted_name {
    struct text name;
    char family[FAMILY_SIZE]; /* folded; cut off if longer */
    struct player_name_word words[PLAYER_NAME_WORDS_MAX];
    unsigned n_words;
    unsigned long times;
    unsigned group; /* union-find: the index of another name of the group, or its own */
};

struct name_count {
    struct arena arena;
    struct counted_name *at; /* owned */
    unsigned n, room;
    struct hashtable by_name;
    size_t bytes; /* bytes of the names */
    bool is_full;
};

struct name_count *name_count_open(void) { return calloc(1, sizeof(struct name_count)); }

void name_count_close(struct name_count *count)
{
    if (!count)
        return;
    arena_fini(&count->arena);
    free(count->at);
    hashtable_fini(&count->by_name);
    free(count);
}

int name_count_add(struct name_count *count, struct text name)
{
    name = text_trim(name);
    if (player_name_is_unknown(name))
        return 0;
    uint64_t hash = hashtable_hash(name.s, name.n);
    HASHTABLE_EACH (&count->by_name, hash, i) {
        if (text_same(count->at[i].name, name)) {
            count->at[i].times++;
            return 0;
        }
    }
    if (count->n == NAMES_MAX || count->bytes + name.n > BYTES_MAX) {
        count->is_full = true;
        return 0;
    }
    count->bytes += name.n;
    const struct text copy = arena_text(&count->arena, name);
    if (!copy.s || !ARRAY_GROW(count->at, count->n, count->room)
        || hashtable_add(&count->by_name, hash, count->n))
        return -1;
    count->at[count->n] = (struct counted_name){.name = copy, .times = 1, .group = count->n};
    count->n++;
    return 0;
}

unsigned name_count_full(const struct name_count *count) { return count->is_full ? count->n : 0; }

/* ---- comparing ---- */

static int take_apart(struct name_count *count, struct counted_name *c)
{
    struct buffer folded = {0}, family = {0};
    c->n_words = player_name_words(c->name, &folded, c->words);
    const char *from = buffer_text(&folded).s;
    char *copy = arena_strndup(&count->arena, from, folded.n);
    bool failed = folded.failed || !copy;
    for (unsigned i = 0; i < c->n_words && !failed; i++)
        c->words[i].text.s = copy + (c->words[i].text.s - from);
    if (!failed) {
        player_name_family(c->name, &family);
        size_t n = family.n < FAMILY_SIZE - 1 ? family.n : FAMILY_SIZE - 1;
        memcpy(c->family, buffer_text(&family).s, n);
        c->family[n] = '\0';
    }
    failed = failed || family.failed;
    buffer_fini(&folded);
    buffer_fini(&family);
    return failed ? -1 : 0;
}

/*
 * Given names agree if, in order, each is the beginning of its counterpart, as far as both have
 * one.
 */
static bool given_agree(const struct counted_name *a, const struct counted_name *b)
{
    unsigned i = 0, k = 0;
    for (;;) {
        while (i < a->n_words && !a->words[i].given)
            i++;
        while (k < b->n_words && !b->words[k].given)
            k++;
        if (i == a->n_words || k == b->n_words)
            return true;
        struct text x = a->words[i++].text, y = b->words[k++].text;
        size_t n = x.n < y.n ? x.n : y.n;
        if (memcmp(x.s, y.s, n) != 0)
            return false;
        if (x.n != y.n && n > 3)
            return false; /* "Hans" and "Hansje" differ; "H." and "Hans" may be one */
    }
}

/* Whether both have the same words in a different order: family and given names exchanged. */
static bool same_words(const struct counted_name *a, const struct counted_name *b)
{
    bool used[PLAYER_NAME_WORDS_MAX] = {false};
    if (a->n_words != b->n_words || a->n_words < 2)
        return false;
    for (unsigned i = 0; i < a->n_words; i++) {
        unsigned k = 0;
        while (k < b->n_words && (used[k] || !text_same(a->words[i].text, b->words[k].text)))
            k++;
        if (k == b->n_words)
            return false;
        used[k] = true;
    }
    return true;
}

/* Whether two words differ by one letter: added, missing or changed. */
static bool one_off(const char *a, const char *b)
{
    struct text x = text_of(a), y = text_of(b);
    if (x.n < FAMILY_LEAST || y.n < FAMILY_LEAST || x.n > y.n + 1 || y.n > x.n + 1)
        return false;
    text_drop_common(&x, &y);
    return x.n <= 1 && y.n <= 1;
}

static unsigned root(struct name_count *count, unsigned i)
{
    while (count->at[i].group != i)
        i = count->at[i].group = count->at[count->at[i].group].group;
    return i;
}

static void join(struct name_count *count, unsigned i, unsigned k)
{
    i = root(count, i);
    k = root(count, k);
    if (count->at[i].times >= count->at[k].times)
        count->at[k].group = i;
    else
        count->at[i].group = k;
}

static bool has_given(const struct counted_name *c)
{
    for (unsigned i = 0; i < c->n_words; i++) {
        if (c->words[i].given)
            return true;
    }
    return false;
}

static void compare(struct name_count *count, unsigned i, unsigned k)
{
    const struct counted_name *a = &count->at[i], *b = &count->at[k];
    bool same = strcmp(a->family, b->family) == 0;
    if (same ? given_agree(a, b)
             : one_off(a->family, b->family) && has_given(a) && has_given(b) && given_agree(a, b))
        join(count, i, k);
    else if (!same && same_words(a, b))
        join(count, i, k);
}

static int by_family(const void *a, const void *b)
{
    const struct counted_name *x = a, *y = b;
    int order = strcmp(x->family, y->family);
    return order ? order : strcmp(x->name.s, y->name.s);
}

static int by_group(const void *a, const void *b)
{
    const struct counted_name *x = a, *y = b;
    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    if (x->times != y->times)
        return x->times > y->times ? -1 : 1;
    return strcmp(x->name.s, y->name.s);
}

/* The index after the last name with the same family name as name `i`. */
static unsigned run_end(const struct name_count *count, unsigned i)
{
    unsigned end = i + 1;
    while (end < count->n && strcmp(count->at[end].family, count->at[i].family) == 0)
        end++;
    return end;
}

static void compare_runs(struct name_count *count, unsigned i, unsigned k)
{
    unsigned end_i = run_end(count, i), end_k = run_end(count, k);
    for (; i < end_i; i++) {
        for (unsigned other = k; other < end_k; other++)
            compare(count, i, other);
    }
}

/* ---- families that differ by a letter ---- */

/*
 * A hash of a family name, whole or with one letter left out: two that differ by a letter share
 * one.
 */
struct family_key {
    uint64_t hash;
    unsigned first; /* index of the first name with that family name */
};

struct family_keys {
    struct family_key *at; /* owned */
    size_t n, room;
};

static int by_key(const void *a, const void *b)
{
    const struct family_key *x = a, *y = b;
    if (x->hash != y->hash)
        return x->hash < y->hash ? -1 : 1;
    return x->first < y->first ? -1 : x->first > y->first;
}

static int add_keys(struct family_keys *keys, const char *family, unsigned first)
{
    size_t n = strlen(family);
    for (size_t without = 0; n >= FAMILY_LEAST && without <= n; without++) {
        char key[FAMILY_SIZE];
        size_t rest = without < n ? n - without - 1 : 0;
        memcpy(key, family, without);
        memcpy(key + without, family + n - rest, rest);
        if (!ARRAY_GROW(keys->at, keys->n, keys->room))
            return -1;
        keys->at[keys->n++] = (struct family_key){hashtable_hash(key, without + rest), first};
    }
    return 0;
}

static bool any_given(const struct name_count *count, unsigned i, unsigned end)
{
    while (i < end && !has_given(&count->at[i]))
        i++;
    return i < end;
}

static void compare_bucket(struct name_count *count, const struct family_key *keys, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t k = i + 1; k < n; k++) {
            unsigned a = keys[i].first, b = keys[k].first;
            if (a != b && one_off(count->at[a].family, count->at[b].family))
                compare_runs(count, a, b);
        }
    }
}

/* Compares names whose families differ by one letter. @return 0, -1: out of memory */
static int compare_one_off(struct name_count *count)
{
    struct family_keys keys = {0};
    int rc = 0;
    for (unsigned i = 0, end; i < count->n && rc == 0; i = end) {
        end = run_end(count, i);
        if (any_given(count, i, end)) /* without, one letter proves too little: compare() */
            rc = add_keys(&keys, count->at[i].family, i);
    }
    if (keys.n && rc == 0)
        qsort(keys.at, keys.n, sizeof *keys.at, by_key);
    for (size_t i = 0, end; i < keys.n && rc == 0; i = end) {
        for (end = i + 1; end < keys.n && keys.at[end].hash == keys.at[i].hash;)
            end++;
        compare_bucket(count, keys.at + i, end - i);
    }
    free(keys.at);
    return rc;
}

/* ---- all ---- */

/* Finds "Ton Sijbrands", written without a comma, for "Sijbrands, Ton". */
static void compare_exchanged(struct name_count *count, unsigned i)
{
    for (unsigned w = 0; w < count->at[i].n_words; w++) {
        char word[FAMILY_SIZE] = {0};
        struct text t = count->at[i].words[w].text;
        memcpy(word, t.s, t.n < FAMILY_SIZE - 1 ? t.n : FAMILY_SIZE - 1);
        unsigned low = 0, high = count->n;
        while (low < high) {
            unsigned middle = low + (high - low) / 2;
            if (strcmp(count->at[middle].family, word) < 0)
                low = middle + 1;
            else
                high = middle;
        }
        for (; low < count->n && strcmp(count->at[low].family, word) == 0; low++) {
            if (low != i && same_words(&count->at[i], &count->at[low]))
                join(count, i, low);
        }
    }
}

/* Names must be sorted by family. @return 0, -1: out of memory */
static int compare_all(struct name_count *count)
{
    for (unsigned i = 0; i < count->n; i++) {
        for (unsigned k = i + 1, end = run_end(count, i); k < end; k++)
            compare(count, i, k);
    }
    if (compare_one_off(count))
        return -1;
    for (unsigned i = 0; i < count->n; i++)
        compare_exchanged(count, i);
    return 0;
}

/* ---- writing ---- */

static void put_yaml(struct buffer *out, struct text name)
{
    buffer_add_char(out, '"');
    for (const char *s = name.s, *end = s + name.n; s < end; s++) {
        const char *from = s;
        while (s < end && *s != '"' && *s != '\\' && *s != '\t')
            s++;
        printable_add(out,
                      (struct text){from, (size_t)(s - from)}); /* its escapes are also YAML's */
        if (s == end)
            break;
        buffer_add_char(out, '\\');
        buffer_add_char(out, *s == '\t' ? 't' : *s);
    }
    buffer_add_char(out, '"');
}

static long write_groups(const struct name_count *count, struct buffer *out)
{
    long groups = 0;
    for (unsigned i = 0; i < count->n;) {
        unsigned end = i + 1;
        while (end < count->n && count->at[end].group == count->at[i].group)
            end++;
        if (end - i > 1) {
            groups++;
            put_yaml(out, count->at[i].name);
            buffer_printf(out, ": # %lu game%s\n", count->at[i].times,
                          count->at[i].times == 1 ? "" : "s");
            for (unsigned k = i + 1; k < end; k++) {
                buffer_add_string(out, "  - ");
                put_yaml(out, count->at[k].name);
                buffer_printf(out, " # %lu\n", count->at[k].times);
            }
        }
        i = end;
    }
    return groups;
}

long name_count_suggest(struct name_count *count, struct buffer *out)
{
    for (unsigned i = 0; i < count->n; i++) {
        if (take_apart(count, &count->at[i]))
            return -1;
    }
    if (count->n)
        qsort(count->at, count->n, sizeof *count->at, by_family);
    for (unsigned i = 0; i < count->n; i++)
        count->at[i].group = i;
    if (compare_all(count))
        return -1;
    for (unsigned i = 0; i < count->n; i++)
        count->at[i].group = root(count, i);
    if (count->n)
        qsort(count->at, count->n, sizeof *count->at, by_group);
    buffer_add_string(out, "# Names that may belong to one person. Remove what is wrong, then: "
                           "dama-convert --names FILE\n");
    long groups = write_groups(count, out);
    return out->failed ? -1 : groups;
}
