// SPDX-License-Identifier: MIT
/*
 * A section of the match file is read by its table: the kind of a key decides how its value is
 * written, and which type the field has in which it is stored.
 */
#include "core/base/amount.h"
#include "core/base/data-file.h"
#include "core/board/score.h"
#include "match/config-keys.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

enum { KEYS_MAX = 64 };

/* ---- single values ---- */

static int wrong(const struct yaml_node *node, const struct err *why, struct err *err)
{
    return err_set(err, node->at, "'%.40s': %s", node->key ? node->key : "", why->msg);
}

static int read_amount(const struct config_key *key, const struct yaml_node *node, int64_t *out,
                       struct err *err)
{
    struct err why = {0};
    if (yaml_expect(node, YAML_SCALAR, err))
        return -1;
    int64_t min = (int64_t)key->min, max = (int64_t)key->max;
    int rc = key->kind == CONFIG_TIME ? amount_time(node->text, min, max, out, &why)
                                      : amount_size(node->text, min, max, out, &why);
    return rc ? wrong(node, &why, err) : 0;
}

static int read_minutes_with_unit(const struct config_key *key, const struct yaml_node *node,
                                  int64_t *out, struct err *err)
{
    char min[AMOUNT_ROOM], max[AMOUNT_ROOM];
    if (amount_time(node->text, (int64_t)key->min, (int64_t)key->max, out, NULL) == 0)
        return 0;
    amount_print_time((int64_t)key->min, min);
    amount_print_time((int64_t)key->max, max);
    return err_set(err, node->at,
                   "'%s': '%.40s' is neither minutes (10, 0.5) nor a time with a unit (90s, 1h30m) "
                   "from %s to %s",
                   key->name, node->text, min, max);
}

/* A bare number means minutes. */
static int read_minutes(const struct config_key *key, const struct yaml_node *node, int64_t *out,
                        struct err *err)
{
    double minutes;
    if (yaml_expect(node, YAML_SCALAR, err))
        return -1;
    if (node->text[strspn(node->text, "0123456789.")] != '\0' || !*node->text)
        return read_minutes_with_unit(key, node, out, err);
    if (yaml_real(node, key->min / 60e3, key->max / 60e3, &minutes, err))
        return -1;
    *out = (int64_t)llround(minutes * 60e3);
    if (minutes > 0 && *out == 0)
        return err_set(err, node->at, "'%s': '%.40s' is less than a millisecond; 0 means no clock",
                       key->name, node->text);
    return 0;
}

static int read_men(const struct config_key *key, const struct yaml_node *node, int64_t *out,
                    struct err *err)
{
    double men;
    if (yaml_real(node, key->min / SCORE_MAN, key->max / SCORE_MAN, &men, err))
        return -1;
    *out = llround(men * SCORE_MAN);
    return 0;
}

static int read_level(const struct yaml_node *node, char *out, struct err *err)
{
    static const char *const words[] = {"full", "A", "B", "C", "D", NULL};
    int index;
    if (yaml_choice(node, words, &index, err))
        return -1;
    *out = index ? words[index][0] : '\0';
    return 0;
}

static int read_either(const struct config_key *key, const struct yaml_node *node, bool *out,
                       struct err *err)
{
    int index;
    if (yaml_choice(node, key->choices, &index, err))
        return -1;
    *out = index == 1;
    return 0;
}

/*
 * Whether a bare name is that of a file that comes with dama, unless the match file's folder has
 * one.
 */
static bool comes_with_dama(const struct config_key *key, const char *text, const char *path)
{
    char found[DATA_FILE_PATH_SIZE];
    return key->data && access(path, F_OK) != 0
           && data_file_resolve(text, key->data, found) == found;
}

static int read_text(struct config_reading *r, const struct config_key *key,
                     const struct yaml_node *node, const char **out)
{
    const char *text;
    if (yaml_expect(node, YAML_SCALAR, r->err))
        return -1;
    if (yaml_is_null(node) || !*node->text) {
        *out = NULL;
        return key->filled ? err_set(r->err, node->at, "'%s' must not be empty", key->name) : 0;
    }
    if (yaml_string(node, &text, r->err))
        return -1;
    if (text[strcspn(text, "\r\n")])
        return err_set(r->err, node->at, "'%s' must be one line", key->name);
    bool is_path = key->kind == CONFIG_PATH && !(key->word && strcmp(text, key->word) == 0);
    *out = is_path ? config_path(text, &node->at, r->arena) : text;
    if (!*out)
        return err_memory(r->err);
    if (comes_with_dama(key, text, *out))
        *out = text;
    return *out == text ? 0 : config_rewrite(r, *out, text, strlen(*out) - strlen(text));
}

static int read_words(struct config_reading *r, const struct config_key *key,
                      const struct yaml_node *node, struct match_words *out)
{
    struct config_key one = {.name = key->name,
                             .kind = key->kind == CONFIG_PATHS ? CONFIG_PATH : CONFIG_TEXT,
                             .filled = true};
    const bool list = node->kind == YAML_LIST;
    unsigned n = list ? node->n : 1, i = 0;
    struct src_pos *where = arena_zalloc(r->arena, (n + 1) * sizeof *where);
    *out = (struct match_words){arena_zalloc(r->arena, (n + 1) * sizeof *out->at), where, n};
    if (!out->at || !where)
        return err_memory(r->err);
    for (const struct yaml_node *item = list ? node->first : node; item && i < n;
         item = item->next) {
        where[i] = item->at;
        if (read_text(r, &one, item, &out->at[i++]))
            return -1;
    }
    return 0;
}

static int read_whole(const struct config_key *key, const struct yaml_node *node, void *field,
                      struct err *err)
{
    int64_t value, max = key->max < 0x1p63 ? (int64_t)key->max : INT64_MAX;
    if (yaml_number(node, (int64_t)key->min, max, &value, err))
        return -1;
    if (key->kind == CONFIG_UNSIGNED)
        *(unsigned *)field = (unsigned)value;
    else
        *(uint64_t *)field = (uint64_t)value;
    return 0;
}

/* The type of each field matches the key's kind: the table guarantees that. */
static int read_value(struct config_reading *r, const struct config_key *key,
                      const struct yaml_node *node, void *field)
{
    int64_t value = 0;
    int rc = 0, index;
    switch (key->kind) {
    case CONFIG_TEXT:
    case CONFIG_PATH:
        return read_text(r, key, node, field);
    case CONFIG_PATHS:
    case CONFIG_WORDS:
        return read_words(r, key, node, field);
    case CONFIG_UNSIGNED:
    case CONFIG_NODES:
    case CONFIG_SEED:
        return read_whole(key, node, field, r->err);
    case CONFIG_MINUTES:
        return read_minutes(key, node, field, r->err);
    case CONFIG_TIME:
    case CONFIG_SIZE:
        return read_amount(key, node, field, r->err);
    case CONFIG_MEMORY:
        rc = read_amount(key, node, &value, r->err);
        *(size_t *)field = amount_memory(value);
        return rc;
    case CONFIG_REAL:
        return yaml_real(node, key->min, key->max, field, r->err);
    case CONFIG_MEN:
        return read_men(key, node, field, r->err);
    case CONFIG_SCORE:
        rc = read_men(key, node, &value, r->err);
        *(int *)field = (int)value;
        return rc;
    case CONFIG_BOOL:
        return yaml_bool(node, field, r->err);
    case CONFIG_EITHER:
        return read_either(key, node, field, r->err);
    case CONFIG_CHOICE:
        rc = yaml_choice(node, key->choices, &index, r->err);
        *(unsigned *)field = rc ? 0 : (unsigned)index;
        return rc;
    case CONFIG_LEVEL:
        return read_level(node, field, r->err);
    case CONFIG_SECTION:
    case CONFIG_CALL:
        break;
    }
    return 0;
}

/* ---- sections ---- */

int config_check_keys(const struct config_section *section, const struct yaml_node *map,
                      struct err *err)
{
    const char *known[KEYS_MAX];
    for (size_t i = 0; i < section->n; i++)
        known[i] = section->keys[i].name;
    return yaml_check_keys(map, known, section->n, err);
}

int config_read_section(struct config_reading *r, const struct config_section *section,
                        const struct yaml_node *map, void *into)
{
    struct {
        const struct config_section *section;
        const struct yaml_node *map;
        char *into;
    } stack[16] = {{section, map, into}};
    for (unsigned n = 1; n;) {
        section = stack[--n].section;
        map = stack[n].map;
        into = stack[n].into;
        if (yaml_is_null(map))
            continue;
        if (config_check_keys(section, map, r->err))
            return -1;
        for (size_t i = 0; i < section->n; i++) {
            const struct config_key *key = &section->keys[i];
            const struct yaml_node *node = yaml_get(map, key->name);
            char *field = (char *)into + key->at;
            if (!node)
                continue;
            if (key->kind != CONFIG_SECTION) {
                if (read_value(r, key, node, field))
                    return -1;
                continue;
            }
            stack[n].section = key->section;
            stack[n].map = node;
            stack[n++].into = field;
        }
    }
    return 0;
}
