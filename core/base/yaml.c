// SPDX-License-Identifier: MIT
/*
 * Turns libyaml's events into a tree; open lists and maps are kept on an explicit stack.
 */
#include "core/base/yaml.h"

#include "core/base/amount.h"
#include "core/base/array.h"
#include "core/base/buffer.h"
#include "core/base/hashtable.h"
#include "core/base/reader.h"
#include "core/base/source.h"
#include "core/base/text.h"

#include <stdlib.h>
#include <string.h>

#include <yaml.h>

/* A key that was read, and the map it belongs to. */
struct key {
    const struct yaml_node *map;
    const char *text;
    unsigned line;
};

struct builder {
    const char *name;
    struct arena *arena;
    struct yaml_node *open[YAML_DEPTH_MAX], *last[YAML_DEPTH_MAX]; /* and the newest item of each */
    unsigned depth;
    struct yaml_node *root;
    const char *key; /* read, while its value is not yet */
    struct src_pos key_at;
    unsigned documents;
    struct hashtable keys; /* of all maps */
    struct key *of;        /* the array that `keys` indexes; owned */
    unsigned n_keys, room_keys, n_nodes;
};

static struct src_pos place(const struct builder *b, yaml_mark_t mark)
{
    return (struct src_pos){b->name, (unsigned)mark.line + 1, (unsigned)mark.column + 1};
}

static bool in_map(const struct builder *b)
{
    return b->depth && b->open[b->depth - 1]->kind == YAML_MAP;
}

static int take_key(struct builder *b, const yaml_event_t *event, struct err *err)
{
    const char *text = (const char *)event->data.scalar.value;
    struct src_pos at = place(b, event->start_mark);
    const struct yaml_node *map = b->open[b->depth - 1];
    uint64_t hash = hashtable_hash(text, strlen(text)) ^ hashtable_hash(&map, sizeof map);
    HASHTABLE_EACH (&b->keys, hash, i)
        if (b->of[i].map == map && strcmp(b->of[i].text, text) == 0)
            return err_set(err, at, "key '%.60s' appears twice, first on line %u", text,
                           b->of[i].line);
    b->key = arena_strndup(b->arena, text, strlen(text));
    b->key_at = at;
    if (!b->key || !ARRAY_GROW(b->of, b->n_keys, b->room_keys)
        || hashtable_add(&b->keys, hash, b->n_keys))
        return err_memory(err);
    b->of[b->n_keys++] = (struct key){map, b->key, at.line};
    return 0;
}

static int add_node(struct builder *b, enum yaml_kind kind, const yaml_event_t *event,
                    struct yaml_node **out, struct err *err)
{
    struct src_pos at = place(b, event->start_mark);
    if (in_map(b) && !b->key)
        return err_set(err, at, "a key must be a word, not a %s",
                       kind == YAML_MAP ? "map" : "list");
    if (b->n_nodes++ == YAML_NODES_MAX)
        return err_set(err, at, "more than %d values", YAML_NODES_MAX);
    struct yaml_node *node = arena_zalloc(b->arena, sizeof *node);
    if (!node)
        return err_memory(err);
    node->kind = kind;
    node->at = at;
    node->key = b->key;
    node->key_at = b->key_at;
    b->key = NULL;
    if (!b->depth) {
        b->root = node;
    } else {
        struct yaml_node *parent = b->open[b->depth - 1], **last = &b->last[b->depth - 1];
        *(*last ? &(*last)->next : &parent->first) = node;
        *last = node;
        parent->n++;
    }
    *out = node;
    return 0;
}

static int take_scalar(struct builder *b, const yaml_event_t *event, struct err *err)
{
    const char *text = (const char *)event->data.scalar.value;
    size_t n = event->data.scalar.length;
    struct yaml_node *node;
    if (memchr(text, '\0', n))
        return err_set(err, place(b, event->start_mark), "a NUL byte in a value");
    if (in_map(b) && !b->key)
        return take_key(b, event, err);
    if (add_node(b, YAML_SCALAR, event, &node, err))
        return -1;
    node->plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    node->text = arena_strndup(b->arena, text, n);
    return node->text ? 0 : err_memory(err);
}

static int open_node(struct builder *b, enum yaml_kind kind, const yaml_event_t *event,
                     struct err *err)
{
    struct yaml_node *node;
    if (b->depth == YAML_DEPTH_MAX)
        return err_set(err, place(b, event->start_mark), "nested more than %d levels deep",
                       YAML_DEPTH_MAX);
    if (add_node(b, kind, event, &node, err))
        return -1;
    b->open[b->depth] = node;
    b->last[b->depth++] = NULL;
    return 0;
}

static bool has_anchor_or_tag(const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        return event->data.scalar.anchor || event->data.scalar.tag;
    case YAML_SEQUENCE_START_EVENT:
        return event->data.sequence_start.anchor || event->data.sequence_start.tag;
    case YAML_MAPPING_START_EVENT:
        return event->data.mapping_start.anchor || event->data.mapping_start.tag;
    default:
        return event->type == YAML_ALIAS_EVENT;
    }
}

static int take_event(struct builder *b, const yaml_event_t *event, struct err *err)
{
    if (has_anchor_or_tag(event))
        return err_set(err, place(b, event->start_mark),
                       "anchors, aliases and tags are not supported");
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        if (b->documents++)
            return err_set(err, place(b, event->start_mark),
                           "a second document; expected only one");
        return 0;
    case YAML_SCALAR_EVENT:
        return take_scalar(b, event, err);
    case YAML_SEQUENCE_START_EVENT:
        return open_node(b, YAML_LIST, event, err);
    case YAML_MAPPING_START_EVENT:
        return open_node(b, YAML_MAP, event, err);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        b->depth--;
        return 0;
    default:
        return 0;
    }
}

static int invalid_yaml(const struct builder *b, const yaml_parser_t *parser, struct err *err)
{
    const char *problem = parser->problem ? parser->problem : "unknown error";
    if (parser->error == YAML_MEMORY_ERROR)
        return err_memory(err);
    if (parser->error == YAML_READER_ERROR)
        return err_file(err, b->name, "invalid YAML at byte %zu: %s", parser->problem_offset,
                        problem);
    if (parser->context)
        return err_set(err, place(b, parser->problem_mark),
                       "invalid YAML: %s, %s starting at %zu:%zu", problem, parser->context,
                       parser->context_mark.line + 1, parser->context_mark.column + 1);
    return err_set(err, place(b, parser->problem_mark), "invalid YAML: %s", problem);
}

int yaml_parse(const char *name, const char *text, size_t n, struct arena *arena,
               struct yaml_node **root, struct err *err)
{
    static struct yaml_node empty = {.kind = YAML_SCALAR, .text = "", .plain = true};
    struct builder b = {.name = name, .arena = arena};
    yaml_parser_t parser;
    int rc = 0;
    if (!yaml_parser_initialize(&parser))
        return err_memory(err);
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, n);
    for (bool more = true; more && rc == 0;) {
        yaml_event_t event;
        if (!yaml_parser_parse(&parser, &event)) {
            rc = invalid_yaml(&b, &parser, err);
            break;
        }
        more = event.type != YAML_STREAM_END_EVENT;
        rc = take_event(&b, &event, err);
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    hashtable_fini(&b.keys);
    free(b.of);
    if (rc == 0 && !b.root) {
        b.root = arena_zalloc(arena, sizeof *b.root);
        if (!b.root)
            return err_memory(err);
        *b.root = empty;
        b.root->at = (struct src_pos){name, 1, 1};
    }
    *root = b.root;
    return rc;
}

int yaml_read(const char *path, struct arena *arena, struct yaml_node **root, struct err *err)
{
    struct source *source = NULL;
    struct reader *reader = NULL;
    struct buffer text = {0};
    size_t got = 0;
    int rc = -1;
    if (source_open(path, &source, err) || reader_open(source, NULL, &reader, err))
        goto done;
    do {
        char *room = buffer_reserve(&text, 65536);
        if (!room) {
            err_memory(err);
            goto done;
        }
        if (reader_fill(reader, room, 65536, &got, err))
            goto done;
        text.n += got;
        if (text.n > YAML_BYTES_MAX) {
            err_file(err, path, "larger than %d MiB", YAML_BYTES_MAX >> 20);
            goto done;
        }
    } while (got > 0);
    rc = yaml_parse(path, text.s, text.n, arena, root, err);
done:
    reader_close(reader);
    source_close(source);
    buffer_fini(&text);
    return rc;
}

/* ---- asking the tree ---- */

struct yaml_node *yaml_get(const struct yaml_node *map, const char *key)
{
    if (!map || map->kind != YAML_MAP)
        return NULL;
    for (struct yaml_node *node = map->first; node; node = node->next)
        if (strcmp(node->key, key) == 0)
            return node;
    return NULL;
}

static bool is_one_of(const char *text, const char *const *words)
{
    for (; *words; words++)
        if (strcmp(text, *words) == 0)
            return true;
    return false;
}

bool yaml_is_null(const struct yaml_node *node)
{
    static const char *const nulls[] = {"", "~", "null", "Null", "NULL", NULL};
    return node->kind == YAML_SCALAR && node->plain && is_one_of(node->text, nulls);
}

int yaml_expect(const struct yaml_node *node, enum yaml_kind kind, struct err *err)
{
    static const char *const names[] = {[YAML_SCALAR] = "a single value",
                                        [YAML_LIST] = "a list",
                                        [YAML_MAP] = "a map (key: value)"};
    if (node->kind == kind)
        return 0;
    bool nothing = yaml_is_null(node) && !*node->text;
    if (node->key)
        return err_set(err, node->at, "'%.60s': expected %s, found %s", node->key, names[kind],
                       nothing ? "nothing" : names[node->kind]);
    return err_set(err, node->at, "expected %s, found %s", names[kind],
                   nothing ? "nothing" : names[node->kind]);
}

int yaml_check_keys(const struct yaml_node *map, const char *const *known, size_t n,
                    struct err *err)
{
    if (yaml_expect(map, YAML_MAP, err))
        return -1;
    for (const struct yaml_node *node = map->first; node; node = node->next) {
        size_t i = 0;
        while (i < n && strcmp(node->key, known[i]) != 0)
            i++;
        if (i < n)
            continue;
        int nearest = text_nearest(node->key, known, n);
        if (nearest >= 0)
            return err_set(err, node->key_at, "unknown key '%.60s'; did you mean '%s'?", node->key,
                           known[nearest]);
        return err_set(err, node->key_at, "unknown key '%.60s'", node->key);
    }
    return 0;
}

/* @param is between the value and what was expected */
static int unexpected(const struct yaml_node *node, const char *is, const char *expected,
                      struct err *err)
{
    if (node->key)
        return err_set(err, node->at, "'%.60s': '%.60s' %s %s", node->key, node->text, is,
                       expected);
    return err_set(err, node->at, "'%.60s' %s %s", node->text, is, expected);
}

static int wrong(const struct yaml_node *node, const char *expected, struct err *err)
{
    return unexpected(node, "is not", expected, err);
}

/* As `wrong`, for a value that must not be in quotes. */
static int wrong_plain(const struct yaml_node *node, const char *expected, struct err *err)
{
    bool quoted = !node->plain && *node->text;
    return unexpected(node, quoted ? "is quoted text; expected" : "is not", expected, err);
}

int yaml_string(const struct yaml_node *node, const char **out, struct err *err)
{
    if (yaml_expect(node, YAML_SCALAR, err))
        return -1;
    *out = node->text;
    return 0;
}

int yaml_number(const struct yaml_node *node, int64_t min, int64_t max, int64_t *out,
                struct err *err)
{
    char expected[80];
    int64_t value;
    if (yaml_expect(node, YAML_SCALAR, err))
        return -1;
    if (!node->plain || !amount_number(node->text, &value) || value < min || value > max) {
        snprintf(expected, sizeof expected, "a whole number from %lld to %lld", (long long)min,
                 (long long)max);
        return wrong_plain(node, expected, err);
    }
    *out = value;
    return 0;
}

int yaml_real(const struct yaml_node *node, double min, double max, double *out, struct err *err)
{
    char expected[80];
    double value;
    if (yaml_expect(node, YAML_SCALAR, err))
        return -1;
    if (!node->plain || !amount_real(node->text, &value) || value < min || value > max) {
        snprintf(expected, sizeof expected, "a number from %g to %g", min, max);
        return wrong_plain(node, expected, err);
    }
    *out = value;
    return 0;
}

int yaml_bool(const struct yaml_node *node, bool *out, struct err *err)
{
    static const char *const yes[] = {"true", "True", "TRUE", "yes", "Yes",
                                      "YES",  "on",   "On",   "ON",  NULL};
    static const char *const no[] = {"false", "False", "FALSE", "no",  "No",
                                     "NO",    "off",   "Off",   "OFF", NULL};
    if (yaml_expect(node, YAML_SCALAR, err))
        return -1;
    *out = node->plain && is_one_of(node->text, yes);
    if (*out || (node->plain && is_one_of(node->text, no)))
        return 0;
    return wrong_plain(node, "true or false", err);
}

int yaml_choice(const struct yaml_node *node, const char *const *words, int *out, struct err *err)
{
    size_t n = 0;
    if (yaml_expect(node, YAML_SCALAR, err))
        return -1;
    for (; words[n]; n++) {
        if (strcmp(words[n], node->text) == 0) {
            *out = (int)n;
            return 0;
        }
    }
    char expected[160];
    int nearest = text_nearest(node->text, words, n);
    if (nearest >= 0)
        return err_set(err, node->at, "'%.60s' is unknown; did you mean '%s'?", node->text,
                       words[nearest]);
    text_list_words(words, n, expected, sizeof expected);
    return wrong(node, expected, err);
}
