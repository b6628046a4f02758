// SPDX-License-Identifier: MIT
/*
 * Preprocesses a match file: ${NAME} is replaced in its values, and the files that `include` names
 * are joined in. The file's own keys take precedence; sections are joined key by key.
 */
#include "core/base/buffer.h"
#include "match/config-keys.h"

#include <stdlib.h>
#include <string.h>

enum { INCLUDES_MAX = 32 };

/* The state of joining. */
struct joining {
    struct arena *arena;
    struct match_config *config;
    unsigned included;
    struct err *err;
};

/* ---- ${NAME} ---- */

/*
 * Adds the value of `${NAME}` or `${NAME:-otherwise}`.
 * @return what follows; NULL with the error set
 */
static const char *expand_one(struct joining *j, const struct yaml_node *node, const char *dollar,
                              struct buffer *out)
{
    char name[64];
    const char *first = dollar + 2, *close = strchr(first, '}');
    size_t n = strspn(first, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
    bool has_other = strncmp(first + n, ":-", 2) == 0;
    const char *inner = strstr(first, "${"); /* it would not be replaced in the default */
    if (!close || n == 0 || n >= sizeof name || (!has_other && first + n != close)
        || (inner && inner < close)) {
        err_set(j->err, node->at,
                "'%.40s': expected ${NAME} or ${NAME:-default}; $$ is a dollar sign", dollar);
        return NULL;
    }
    memcpy(name, first, n);
    name[n] = '\0';
    const char *value = getenv(name);
    if (value && *value)
        buffer_add_string(out, value);
    else if (has_other)
        buffer_add(out, first + n + 2, (size_t)(close - first) - n - 2);
    else if (!value) {
        err_set(j->err, node->at, "the environment variable %s is not set", name);
        return NULL;
    }
    return close + 1;
}

/*
 * Makes a quoted ${NAME} count as unquoted, so that it may be a number: within braces it must be
 * quoted, since its own brace would end them.
 */
static void unquote(struct yaml_node *node)
{
    node->plain = true;
    if (*node->text && yaml_is_null(node))
        node->plain = false; /* the exception: a name may be "null" */
}

static int expand(struct joining *j, struct yaml_node *node)
{
    struct buffer out = {0};
    bool replaced = false, alone = false;
    for (const char *s = node->text; s && *s;) {
        if (s[0] == '$' && s[1] == '$') {
            buffer_add_char(&out, '$');
            s += 2;
        } else if (s[0] == '$' && s[1] == '{') {
            const char *end = expand_one(j, node, s, &out);
            if (!end) {
                buffer_fini(&out);
                return -1;
            }
            replaced = true;
            alone = s == node->text && !*end;
            s = end;
        } else {
            buffer_add_char(&out, *s++);
        }
    }
    const char *value = out.failed ? NULL : arena_strndup(j->arena, buffer_text(&out).s, out.n);
    buffer_fini(&out);
    if (!value)
        return err_memory(j->err);
    if (replaced) {
        struct match_rewritten *rewritten = arena_zalloc(j->arena, sizeof *rewritten);
        if (!rewritten)
            return err_memory(j->err);
        *rewritten = (struct match_rewritten){j->config->rewritten, value, node->text, 0};
        j->config->rewritten = rewritten;
    }
    node->text = value;
    if (alone && !node->plain)
        unquote(node);
    return 0;
}

const struct match_rewritten *config_rewritten(const struct match_config *config, const char *value)
{
    const struct match_rewritten *at = config->rewritten;
    while (at && at->value != value)
        at = at->next;
    return at;
}

int config_rewrite(struct config_reading *r, const char *value, const char *from, size_t folder)
{
    const struct match_rewritten *was = config_rewritten(r->config, from);
    struct match_rewritten *rewritten = arena_zalloc(r->arena, sizeof *rewritten);
    if (!rewritten)
        return err_memory(r->err);
    *rewritten =
        (struct match_rewritten){r->config->rewritten, value, was ? was->written : NULL, folder};
    r->config->rewritten = rewritten;
    return 0;
}

/* Expands all scalars with a dollar sign; the tree is at most YAML_DEPTH_MAX deep. */
static int expand_all(struct joining *j, struct yaml_node *root)
{
    struct yaml_node *next[YAML_DEPTH_MAX + 1];
    unsigned depth = 1;
    next[0] = root;
    while (depth) {
        struct yaml_node *node = next[depth - 1];
        if (!node) {
            depth--;
            continue;
        }
        next[depth - 1] = depth == 1 ? NULL : node->next;
        if (node->kind == YAML_SCALAR) {
            if (strchr(node->text, '$') && expand(j, node))
                return -1;
        } else if (depth <= YAML_DEPTH_MAX) {
            next[depth++] = node->first;
        }
    }
    return 0;
}

/* ---- include ---- */

/*
 * Takes over the keys that `from` has and `map` lacks. Sections are maps of plain values, so one
 * level down is enough.
 */
static void take_over(struct yaml_node *map, struct yaml_node *from, bool top)
{
    struct yaml_node **end = &map->first;
    while (*end)
        end = &(*end)->next;
    for (struct yaml_node *node = from->first, *next; node; node = next) {
        next = node->next;
        struct yaml_node *own = yaml_get(map, node->key);
        if (own && top && own->kind == YAML_MAP && node->kind == YAML_MAP)
            take_over(own, node, false);
        if (own)
            continue;
        node->next = NULL;
        *end = node;
        end = &node->next;
        map->n++;
    }
}

const char *config_path(const char *path, const struct src_pos *at, struct arena *arena)
{
    const char *slash = at->file ? strrchr(at->file, '/') : NULL;
    if (path[0] == '/' || !slash || strcmp(path, "-") == 0)
        return path;
    size_t folder = (size_t)(slash + 1 - at->file), n = strlen(path);
    char *joined = arena_alloc(arena, folder + n + 1);
    if (joined) {
        memcpy(joined, at->file, folder);
        memcpy(joined + folder, path, n + 1);
    }
    return joined;
}

static struct yaml_node *unlink_include(struct yaml_node *map)
{
    for (struct yaml_node **at = &map->first; *at; at = &(*at)->next) {
        struct yaml_node *node = *at;
        if (strcmp(node->key, "include") != 0)
            continue;
        *at = node->next;
        map->n--;
        return node;
    }
    return NULL;
}

int config_add_source(struct match_config *config, const char *path, struct arena *arena,
                      struct err *err)
{
    struct match_source *source = arena_zalloc(arena, sizeof *source);
    if (!source)
        return err_memory(err);
    *source = (struct match_source){config->sources, path};
    config->sources = source;
    return 0;
}

/* An error about a file that cannot be read does not say who includes it, so this adds that. */
static int read_file(struct joining *j, const char *path, const struct yaml_node *name,
                     struct yaml_node **out)
{
    struct err why = {0};
    if (yaml_read(path, j->arena, out, &why) == 0)
        return 0;
    return why.at.line ? err_pass(j->err, &why)
                       : err_wrap(j->err, &why, name->at, "'include': %.120s: %s", path, why.msg);
}

/*
 * Reads an included file into `map`.
 * @param include set to the files that it includes itself; NULL: none
 */
static int read_included(struct joining *j, const struct yaml_node *name, struct yaml_node *map,
                         struct yaml_node **include)
{
    struct yaml_node *other;
    const char *path;
    if (yaml_expect(name, YAML_SCALAR, j->err))
        return -1;
    if (!*name->text)
        return err_set(j->err, name->at, "'include' must not be empty");
    if (j->included++ == INCLUDES_MAX)
        return err_set(j->err, name->at, "more than %d included files, or a file includes itself",
                       INCLUDES_MAX);
    if (!(path = config_path(name->text, &name->at, j->arena)))
        return err_memory(j->err);
    if (config_add_source(j->config, path, j->arena, j->err) || read_file(j, path, name, &other))
        return -1;
    if (yaml_is_null(other))
        return 0;
    if (yaml_expect(other, YAML_MAP, j->err) || expand_all(j, other))
        return -1;
    *include = unlink_include(other);
    take_over(map, other, true);
    return 0;
}

/* Files that are still to be included: one, or the rest of a list. */
struct waiting {
    const struct yaml_node *name;
    bool list;
};

static int push(struct waiting *stack, unsigned *n, const struct yaml_node *include,
                struct err *err)
{
    if (include->kind == YAML_MAP)
        return yaml_expect(include, YAML_LIST, err);
    bool list = include->kind == YAML_LIST;
    stack[(*n)++] = (struct waiting){list ? include->first : include, list};
    return 0;
}

int config_join(struct yaml_node *root, struct arena *arena, struct match_config *config,
                struct err *err)
{
    struct joining j = {.arena = arena, .config = config, .err = err};
    struct waiting stack[INCLUDES_MAX + 1];
    unsigned n = 0;
    if (yaml_expect(root, YAML_MAP, err) || expand_all(&j, root))
        return -1;
    struct yaml_node *include = unlink_include(root);
    if (include && push(stack, &n, include, err))
        return -1;
    while (n) {
        struct waiting *top = &stack[n - 1];
        const struct yaml_node *name = top->name;
        if (!name) {
            n--;
            continue;
        }
        top->name = top->list ? name->next : NULL;
        include = NULL;
        if (read_included(&j, name, root, &include) || (include && push(stack, &n, include, err)))
            return -1;
    }
    return 0;
}
