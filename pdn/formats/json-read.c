// SPDX-License-Identifier: MIT
/*
 * `struct json` is the library's own type under another name, which only this file knows. A build
 * without the library has the same functions, which report that they cannot read JSON. Values are
 * counted before the library sees a text, since it would allocate memory for each of them.
 */
#include "pdn/formats/json-read.h"

#include "core/base/array.h"

#ifdef HAVE_JSON
# include <jansson.h>
#endif

#ifdef HAVE_JSON

static const json_t *inner(const struct json *value) { return (const json_t *)value; }
static const struct json *outer(const json_t *value) { return (const struct json *)value; }

bool json_is_built(void) { return true; }

/*
 * Whether a text has no more values and containers than allowed; checked before the library
 * allocates memory for them.
 */
static bool is_small(struct text t)
{
    unsigned values = 0, containers = 0;
    bool quoted = false;
    if (t.n < JSON_CONTAINERS_MAX)
        return true;
    for (size_t i = 0; i < t.n; i++) {
        char c = t.s[i];
        if (c == '"')
            quoted = !quoted;
        else if (quoted && c == '\\')
            i++;
        else if (!quoted) {
            containers += c == '{' || c == '[';
            values += c == ',' || c == ':';
        }
    }
    return values <= JSON_VALUES_MAX && containers <= JSON_CONTAINERS_MAX;
}

int json_read(struct text t, struct src_pos at, struct json **out, struct err *err)
{
    json_error_t why;
    if (!is_small(t))
        return err_set(err, at, "more than %d values or %d lists and objects", JSON_VALUES_MAX,
                       JSON_CONTAINERS_MAX);
    json_t *whole = json_loadb(t.s ? t.s : "", t.n,
                               JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL, &why);
    if (!whole) {
        /*
         * The text may be a single line of a file: only the library's line 1 continues at at.col.
         */
        if (at.line && why.line > 0)
            at.col = why.line == 1 ? at.col + (unsigned)why.column : (unsigned)why.column;
        if (at.line && why.line > 1)
            at.line += (unsigned)why.line - 1;
        return err_set(err, at, "not valid JSON: %s", why.text);
    }
    *out = (struct json *)whole;
    return 0;
}

void json_close(struct json *whole) { json_decref((json_t *)whole); }

enum json_kind json_kind(const struct json *value)
{
    if (!value)
        return JSON_NOTHING;
    switch (json_typeof(inner(value))) {
    case JSON_OBJECT:
        return JSON_MEMBERS;
    case JSON_ARRAY:
        return JSON_LIST;
    case JSON_STRING:
        return JSON_TEXT;
    case JSON_INTEGER:
    case JSON_REAL:
        return JSON_NUMBER;
    case JSON_TRUE:
    case JSON_FALSE:
        return JSON_BOOLEAN;
    default:
        return JSON_NULL_VALUE;
    }
}

const struct json *json_member(const struct json *value, const char *name)
{
    return outer(json_object_get(inner(value), name));
}

size_t json_count(const struct json *list) { return json_array_size(inner(list)); }

const struct json *json_element(const struct json *list, size_t i)
{
    return outer(json_array_get(inner(list), i));
}

struct text json_text(const struct json *value)
{
    if (json_kind(value) != JSON_TEXT)
        return (struct text){0};
    return (struct text){json_string_value(inner(value)), json_string_length(inner(value))};
}

bool json_number(const struct json *value, int64_t least, int64_t most, int64_t *out)
{
    if (!json_is_integer(inner(value)))
        return false;
    *out = json_integer_value(inner(value));
    return *out >= least && *out <= most;
}

bool json_double(const struct json *value, double *out)
{
    if (!json_is_number(inner(value)))
        return false;
    *out = json_number_value(inner(value));
    return true;
}

bool json_truth(const struct json *value) { return value && json_is_true(inner(value)); }

bool json_each(const struct json *value, void **at, const char **name, const struct json **member)
{
    json_t *object = (json_t *)value;
    *at = *at ? json_object_iter_next(object, *at) : json_object_iter(object);
    if (!*at)
        return false;
    *name = json_object_iter_key(*at);
    *member = outer(json_object_iter_value(*at));
    return true;
}

#else

bool json_is_built(void) { return false; }

int json_read(struct text t, struct src_pos at, struct json **out, struct err *err)
{
    (void)t, (void)out;
    return err_set(err, at, "this build of dama cannot read JSON");
}

/* A build without the library never reads anything, so there is nothing to free. */
void json_close(struct json *whole) { (void)whole; }

enum json_kind json_kind(const struct json *value)
{
    (void)value;
    return JSON_NOTHING;
}

const struct json *json_member(const struct json *value, const char *name)
{
    (void)value, (void)name;
    return NULL;
}

size_t json_count(const struct json *list)
{
    (void)list;
    return 0;
}

const struct json *json_element(const struct json *list, size_t i)
{
    (void)list, (void)i;
    return NULL;
}

struct text json_text(const struct json *value)
{
    (void)value;
    return (struct text){0};
}

bool json_number(const struct json *value, int64_t least, int64_t most, int64_t *out)
{
    (void)value, (void)least, (void)most, (void)out;
    return false;
}

bool json_double(const struct json *value, double *out)
{
    (void)value, (void)out;
    return false;
}

bool json_truth(const struct json *value)
{
    (void)value;
    return false;
}

bool json_each(const struct json *value, void **at, const char **name, const struct json **member)
{
    (void)value, (void)at, (void)name, (void)member;
    return false;
}

#endif
