// SPDX-License-Identifier: MIT
/*
 * Variations are not nested in the JSON: all lines of a game are in one list, and an item names its
 * line by index. Lines are read in the order in which they are referred to. Each must be referred
 * to exactly once, so there can be no cycles and no lost lines, and reading needs no recursion.
 */
#include "core/base/array.h"
#include "core/board/fen.h"
#include "pdn/formats/json-read.h"
#include "pdn/formats/jsonl.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

bool jsonl_is(const char *text, size_t n)
{
    struct text t = text_trim((struct text){text, n});
    static const char key[] = "\"dama\"";
    if (t.n < 2 || t.s[0] != '{')
        return false;
    struct text inside = text_trim((struct text){t.s + 1, t.n - 1});
    return inside.n > sizeof key && memcmp(inside.s, key, sizeof key - 1) == 0;
}

enum { FAULTS_MAX = 100 };

/*
 * A line being read. Faults in it become findings, and the game gets everything else. Only running
 * out of memory is a failure.
 */
struct reader {
    struct game *game;
    struct findings *found;
    const struct json *lines;
    struct line **made; /* by index in `lines`; NULL until it is referred to */
    unsigned *depth;    /* how many variations enclose each, once it is referred to */
    unsigned here;      /* how many enclose the line being read */
    size_t n_made;
    size_t next;   /* index in `order` of the next line to read */
    size_t *order; /* indexes of lines, in the order in which they were referred to */
    size_t n_order;
    unsigned faults;
    bool failed; /* out of memory, or the game is too large */
};

static bool fault(struct reader *r, const char *what)
{
    if (r->faults++ < FAULTS_MAX)
        findings_add(r->found, FINDING_BAD_RECORD, 0, 0, "%s", what);
    return false;
}

static struct text keep(struct reader *r, struct text t)
{
    const struct text copy = arena_text(r->game->arena, t);
    r->failed = r->failed || !copy.s;
    return copy;
}

/* Notes that an object has other members than the `known` ones that were read. */
static void note_inner(struct reader *r, const struct json *value, int known)
{
    void *at = NULL;
    const char *name;
    const struct json *member;
    int n = 0;
    while (json_each(value, &at, &name, &member))
        n++;
    if (n > known)
        r->game->besides |= GAME_INNER_MEMBERS;
}

static void add_tag(struct reader *r, struct text name, const struct json *value)
{
    char number[24];
    int64_t whole;
    struct text text = json_text(value);
    if (!text.s || !name.n)
        fault(r, "a tag must be a name and a string");
    if (!text.s && json_number(value, INT64_MIN, INT64_MAX, &whole)) {
        snprintf(number, sizeof number, "%" PRId64, whole);
        text = text_of(number);
    }
    if (text.s && name.n && game_add_tag(r->game, keep(r, name), keep(r, text), 0))
        r->failed = true;
}

static void read_tags(struct reader *r, const struct json *tags)
{
    void *at = NULL;
    const char *name;
    const struct json *value;
    if (tags && json_kind(tags) != JSON_MEMBERS && json_kind(tags) != JSON_LIST)
        fault(r, "\"tags\" must be an object, or a list of pairs");
    while (json_kind(tags) == JSON_MEMBERS && json_each(tags, &at, &name, &value))
        add_tag(r, text_of(name), value);
    for (size_t i = 0; i < json_count(tags); i++) {
        const struct json *pair = json_element(tags, i);
        if (json_count(pair) == 2)
            add_tag(r, json_text(json_element(pair, 0)), json_element(pair, 1));
        else
            fault(r, "\"tags\" must be an object, or a list of pairs");
    }
}

static bool meet_line(struct reader *r, const struct json *index, struct item *item)
{
    int64_t i;
    if (!json_number(index, 0, (int64_t)r->n_made - 1, &i))
        return fault(r, "\"line\" must be an index in \"lines\"");
    if (r->made[i])
        return fault(r, "a line of \"lines\" is referred to twice");
    item->line = game_may_nest(r->game, r->here) ? game_new_line(r->game) : NULL;
    if (!item->line) {
        r->failed = true;
        return false;
    }
    r->made[i] = item->line;
    r->depth[i] = r->here + 1;
    r->order[r->n_order++] = (size_t)i;
    return true;
}

static bool read_item(struct reader *r, const struct json *value, struct item **out)
{
    const struct json *comment = json_member(value, "comment"), *nag = json_member(value, "nag");
    const struct json *strength = json_member(value, "strength"),
                      *line = json_member(value, "line");
    enum item_kind kind = comment ? ITEM_COMMENT
                          : nag   ? ITEM_NAG
                          : line  ? ITEM_LINE
                                  : ITEM_STRENGTH;
    int64_t number = 0;
    if ((comment && !json_text(comment).s)
        || (kind == ITEM_STRENGTH && !game_is_strength(json_text(strength)))
        || (kind == ITEM_NAG && !json_number(nag, 0, 255, &number)))
        return fault(r,
                     "expected a comment, a strength of ! and ?, a nag from 0 to 255, or a line");
    struct item *item = game_new_item(r->game, kind);
    if (!item) {
        r->failed = true;
        return false;
    }
    if (kind == ITEM_LINE && !meet_line(r, line, item))
        return false; /* the item has not been added to the game */
    if (kind == ITEM_COMMENT)
        item->comment = keep(r, json_text(comment));
    else if (kind == ITEM_STRENGTH)
        item->strength = keep(r, json_text(strength));
    else if (kind == ITEM_NAG)
        item->nag = (unsigned)number;
    note_inner(r, value, 1);
    *out = item;
    return !r->failed;
}

static bool read_items(struct reader *r, const struct json *list, struct item **next)
{
    if (list && json_kind(list) != JSON_LIST)
        fault(r, "\"before\" and \"after\" must be lists");
    for (size_t i = 0; i < json_count(list) && !r->failed; i++) {
        struct item *item = NULL;
        if (!read_item(r, json_element(list, i), &item))
            continue;
        *next = item;
        next = &item->next;
    }
    return !r->failed;
}

/*
 * Something that is not a move takes the place of one, so that the moves after it are not taken for
 * others.
 */
static bool read_node(struct reader *r, const struct json *value, struct node **out)
{
    struct text text = json_text(value);
    enum node_kind kind = NODE_MOVE;
    if (!text.s && (text = json_text(json_member(value, "move"))).s == NULL) {
        kind = NODE_SETUP;
        if ((text = json_text(json_member(value, "setup"))).s == NULL) {
            kind = NODE_UNKNOWN;
            text = json_text(json_member(value, "unknown"));
        }
    }
    if (!text.s) {
        fault(r, "expected a move, a setup, or an unknown move");
        text = text_of("-");
    }
    struct node *node = game_new_node(r->game);
    if (!node) {
        r->failed = true;
        return false;
    }
    node->kind = (uint8_t)kind;
    node->text = keep(r, text);
    *out = node;
    if (json_kind(value) != JSON_MEMBERS)
        return !r->failed;
    const struct json *number = json_member(value, "number"), *dots = json_member(value, "dots"),
                      *after = json_member(value, "after");
    int64_t n = 0;
    if (number && !json_number(number, 0, UINT32_MAX, &n))
        fault(r, "\"number\" must be a whole number");
    node->number = (uint32_t)n;
    node->dots = json_truth(dots);
    note_inner(r, value, 1 + (number != NULL) + (dots != NULL) + (after != NULL));
    return read_items(r, after, &node->items);
}

static bool read_line(struct reader *r, const struct json *value, struct line *line)
{
    const struct json *moves = json_member(value, "moves");
    struct node **next = &line->first;
    if (!read_items(r, json_member(value, "before"), &line->before))
        return false;
    if (json_kind(moves) != JSON_LIST)
        fault(r, "\"moves\" must be a list");
    for (size_t i = 0; i < json_count(moves); i++) {
        struct node *node = NULL;
        bool good = read_node(r, json_element(moves, i), &node);
        if (node) {
            *next = node;
            next = &node->next;
        }
        if (!good)
            return false;
    }
    return true;
}

/* @return whether the game can be read: without rules, nothing else makes sense */
static bool read_rules_and_start(struct reader *r, const struct json *whole)
{
    struct err err = {0};
    struct game *game = r->game;
    const struct json *variant = json_member(whole, "variant"),
                      *start = json_member(whole, "start");
    if (!variant)
        return !start || fault(r, "\"start\" without \"variant\"");
    if (!json_text(variant).s || rules_find(json_text(variant), &game->rules, &err))
        return fault(r, *err.msg ? err.msg : "\"variant\" must be a string");
    position_start(game->rules, &game->start);
    if (!start)
        return true;
    if (!json_text(start).s)
        return fault(r, "\"start\" must be a FEN");
    game->start_given = true;
    game->start_unknown =
        fen_read(game->rules, json_text(start), game->at, &game->start, NULL, &err) != 0;
    if (game->start_unknown)
        fault(r, err.msg);
    return true;
}

/* Keeps a start position that is not the usual one as a tag, unless a tag gives it already. */
static void tag_start(struct reader *r, const struct json *whole)
{
    struct position usual;
    struct game *game = r->game;
    if (!game->start_given || game_tag(game, "FEN").s)
        return;
    position_start(game->rules, &usual);
    if (game->start_unknown || !position_same(&usual, &game->start))
        add_tag(r, text_of("FEN"), json_member(whole, "start"));
}

static void read_results(struct reader *r, const struct json *whole)
{
    static const char *const words[] = {"none", "unknown",   "white", "black",
                                        "draw", "both-lost", "other"};
    const struct json *result = json_member(whole, "result"),
                      *terminator = json_member(whole, "terminator");
    if (terminator && !json_text(terminator).s)
        fault(r, "\"terminator\" must be a string");
    else if (terminator)
        r->game->terminator = keep(r, json_text(terminator));
    if (!result)
        return;
    for (unsigned i = 0; i < ARRAY_LEN(words); i++) {
        if (json_text(result).s && text_is(json_text(result), words[i])) {
            r->game->result = (enum result)i;
            return;
        }
    }
    fault(r, "\"result\" must be white, black, draw, both-lost, unknown, none or other");
}

static void read_lines(struct reader *r, const struct json *whole)
{
    r->lines = json_member(whole, "lines");
    if (r->lines && json_kind(r->lines) != JSON_LIST)
        fault(r, "\"lines\" must be a list");
    r->n_made = json_count(r->lines);
    if (r->n_made) {
        r->made = arena_zalloc(r->game->arena, r->n_made * sizeof *r->made);
        r->order = arena_zalloc(r->game->arena, r->n_made * sizeof *r->order);
        r->depth = arena_zalloc(r->game->arena, r->n_made * sizeof *r->depth);
        r->failed = !r->made || !r->order || !r->depth;
    }
    if (r->failed || !read_line(r, whole, &r->game->line))
        return;
    for (; r->next < r->n_order; r->next++) { /* reading a line may add more */
        size_t i = r->order[r->next];
        const struct json *line = json_element(r->lines, i);
        r->here = r->depth[i];
        note_inner(r, line,
                   (json_member(line, "before") != NULL) + (json_member(line, "moves") != NULL));
        if (!read_line(r, line, r->made[i]))
            return;
    }
    if (r->n_order < r->n_made && !r->faults)
        fault(r, "a line of \"lines\" is never referred to");
}

/*
 * @return a bit of enum game_extras; 0: the member is one that is read, or that is always written
 *         anew
 */
static unsigned extras_of(struct text name)
{
    static const char *const names[] = {"dama",   "variant",    "tags",   "start",
                                        "result", "terminator", "before", "moves",
                                        "lines",  "source",     "isodate"};
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        if (text_is(name, names[i]))
            return 0;
    }
    return text_is(name, "judgements") ? GAME_JUDGEMENTS : GAME_MEMBERS;
}

static void note_besides(struct reader *r, const struct json *whole)
{
    void *at = NULL;
    const char *name;
    const struct json *value;
    while (json_each(whole, &at, &name, &value))
        r->game->besides |= extras_of(text_of(name));
}

static void read_game(struct reader *r, const struct json *whole)
{
    int64_t version;
    if (json_kind(whole) != JSON_MEMBERS || !json_member(whole, "dama")) {
        fault(r, "expected an object with \"dama\": the version of its schema");
        return;
    }
    if (!json_number(json_member(whole, "dama"), 1, JSONL_VERSION, &version)) {
        fault(r, "made by a newer dama, with a schema that this version does not know");
        return;
    }
    note_besides(r, whole);
    if (!read_rules_and_start(r, whole))
        return;
    read_tags(r, json_member(whole, "tags"));
    tag_start(r, whole);
    read_results(r, whole);
    if (!r->failed)
        read_lines(r, whole);
}

/* The index of the quote that ends the string which begins at i; t.n: there is none. */
static size_t text_end(struct text t, size_t i)
{
    for (i++; i < t.n && t.s[i] != '"'; i++)
        i += t.s[i] == '\\';
    return i < t.n ? i : t.n;
}

/* The index at which the value that begins at i ends: that of the comma or bracket after it. */
static size_t value_end(struct text t, size_t i)
{
    unsigned depth = 0;
    for (; i < t.n; i++) {
        const char c = t.s[i];
        if (depth == 0 && (c == ',' || c == '}' || c == ']'))
            break;
        if (c == '"')
            i = text_end(t, i);
        depth += c == '{' || c == '[';
        depth -= c == '}' || c == ']';
    }
    return i < t.n ? i : t.n;
}

struct member {
    struct text name, value; /* as written */
};

/*
 * Finds the next member of an object.
 * @param i where the last member ended, or the object begins.
 * @return false: there are no more
 */
static bool next_member(struct text t, size_t *i, struct member *member)
{
    if (*i >= t.n || (t.s[*i] != '{' && t.s[*i] != ','))
        return false;
    const char *quote = memchr(t.s + *i, '"', t.n - *i);
    const size_t begin = quote ? (size_t)(quote - t.s) : t.n, end = text_end(t, begin);
    const char *colon = end < t.n ? memchr(t.s + end, ':', t.n - end) : NULL;
    if (!colon)
        return false;
    const size_t from = (size_t)(colon - t.s) + 1;
    *i = value_end(t, from);
    member->name = (struct text){t.s + begin + 1, end - begin - 1};
    member->value = text_trim((struct text){t.s + from, *i - from});
    return true;
}

struct text jsonl_member(struct text line, const char *name)
{
    const struct text t = text_trim(line);
    struct member member;
    for (size_t i = 0; next_member(t, &i, &member);) {
        if (text_is(member.name, name))
            return member.value;
    }
    return (struct text){0};
}

static void add_member(struct buffer *out, const struct member *member)
{
    buffer_add_string(out, ",\"");
    buffer_add_text(out, member->name);
    buffer_add_string(out, "\":");
    buffer_add_text(out, member->value);
}

unsigned jsonl_keep_members(struct text line, unsigned kept, struct buffer *out)
{
    const struct text t = text_trim(line);
    struct member member;
    unsigned left = 0;
    for (size_t i = 0; next_member(t, &i, &member);) {
        unsigned kind = extras_of(member.name);
        if (memchr(member.name.s, '\\', member.name.n)) /* with an escape, it might be any name */
            left |= GAME_MEMBERS;
        else if (!(kind & kept))
            left |= kind;
        else
            add_member(out, &member);
    }
    return left;
}

int jsonl_parse(const char *text, size_t n, size_t *used, struct game *game, struct findings *found,
                struct err *err)
{
    const char *end = memchr(text, '\n', n);
    size_t line = end ? (size_t)(end - text) : n;
    *used = end ? line + 1 : n;
    game->source = (struct text){text, line};
    struct text trimmed = text_trim(game->source);
    if (trimmed.n == 0)
        return 0;
    struct json *whole;
    struct err why = {0};
    if (json_read(trimmed, game->at, &whole, &why)) {
        if (!json_is_built())
            return err_pass(err, &why);
        findings_add(found, FINDING_BAD_RECORD, 0, (uint32_t)line, "%s", why.msg);
        return found->failed ? err_memory(err) : 1;
    }
    struct reader r = {.game = game, .found = found};
    read_game(&r, whole);
    json_close(whole);
    game_report_limits(game, found);
    bool no_memory = r.failed && !(game->exceeded & (GAME_LIMIT_PARTS | GAME_LIMIT_DEPTH));
    return no_memory || found->failed ? err_memory(err) : 1;
}
