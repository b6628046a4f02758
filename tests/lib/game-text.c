// SPDX-License-Identifier: MIT
#include "tests/lib/game-text.h"

#include "core/base/array.h"
#include "core/check/check.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { DEPTH = 16 };

/* Where the next node and the next item go, in a line and the lines around it. */
struct place {
    struct node **node;
    struct item **item;
};

struct making {
    struct game *game;
    struct place at[DEPTH];
    unsigned depth;
    unsigned number; /* written before the next move; 0: none */
    bool dots;
};

static uint32_t offset_of(const struct making *m, const char *p)
{
    return (uint32_t)(p - m->game->source.s);
}

static struct item *add_item(struct making *m, enum item_kind kind, const char *p)
{
    struct item *item = game_new_item(m->game, kind);
    assert_non_null(item);
    item->offset = offset_of(m, p);
    *m->at[m->depth].item = item;
    m->at[m->depth].item = &item->next;
    return item;
}

static struct node *add_node(struct making *m, enum node_kind kind, struct text text)
{
    struct node *node = game_new_node(m->game);
    assert_non_null(node);
    node->kind = (uint8_t)kind;
    node->text = text;
    node->offset = offset_of(m, text.s);
    node->number = m->number;
    node->dots = m->dots;
    *m->at[m->depth].node = node;
    m->at[m->depth].node = &node->next;
    m->at[m->depth].item = &node->items;
    m->number = 0;
    m->dots = false;
    return node;
}

/* Copies up to `end`, which a backslash deprives of its meaning. @return behind it */
static const char *take_until(struct making *m, const char *p, char end, struct text *out)
{
    char *text = arena_alloc(m->game->arena, strlen(p) + 1);
    size_t n = 0;
    assert_non_null(text);
    for (; *p != end; p++) {
        assert_true(*p);
        p += *p == '\\' && p[1] == end;
        text[n++] = *p;
    }
    *out = (struct text){text, n};
    return p + 1;
}

static const char *add_tag(struct making *m, const char *p)
{
    const char *blank = strchr(p, ' ');
    struct text name = {p + 1, (size_t)(blank - p - 1)}, value;
    p = take_until(m, blank + 2, '"', &value);
    assert_int_equal(game_add_tag(m->game, name, value, offset_of(m, name.s)), 0);
    return p + 1;
}

static const char *add_comment(struct making *m, const char *p)
{
    return take_until(m, p + 1, '}', &add_item(m, ITEM_COMMENT, p)->comment);
}

static const char *open_line(struct making *m, const char *p)
{
    struct line *line = game_new_line(m->game);
    assert_non_null(line);
    assert_true(m->depth + 1 < DEPTH);
    add_item(m, ITEM_LINE, p)->line = line;
    m->at[++m->depth] = (struct place){.node = &line->first, .item = &line->before};
    return p + 1;
}

static const char *add_setup(struct making *m, const char *p)
{
    const char *fen = strchr(p, '"') + 1, *end = strchr(fen, '"');
    add_node(m, NODE_SETUP, (struct text){fen, (size_t)(end - fen)});
    return end + 2;
}

static bool is_result(const char *word, size_t n)
{
    static const char *const results[] = {"*", "2-0", "0-2", "1-1", "0-0", "1-0", "0-1", "12-0"};
    for (size_t i = 0; i < ARRAY_LEN(results); i++)
        if (n == strlen(results[i]) && strncmp(word, results[i], n) == 0)
            return true;
    return false;
}

/* Moves, with what is glued to them: "32-28?!". */
static void add_word(struct making *m, const char *p, size_t n)
{
    size_t move = n;
    if (is_result(p, n)) {
        m->game->terminator = (struct text){p, n};
        m->game->terminator_offset = offset_of(m, p);
        return;
    }
    while (move > 0 && (p[move - 1] == '!' || p[move - 1] == '?'))
        move--;
    add_node(m, move == 1 && *p == '-' ? NODE_UNKNOWN : NODE_MOVE, (struct text){p, move});
    if (move < n)
        add_item(m, ITEM_STRENGTH, p + move)->strength = (struct text){p + move, n - move};
}

static const char *take_number(struct making *m, const char *p, size_t digits)
{
    m->number = (unsigned)atoi(p);
    m->dots = p[digits + 1] == '.';
    return p + digits + strspn(p + digits, ".");
}

static const char *take(struct making *m, const char *p)
{
    size_t digits = strspn(p, "0123456789"), n = strcspn(p, " \n()");
    switch (*p) {
    case '[':
        return add_tag(m, p);
    case '{':
        return add_comment(m, p);
    case '(':
        return open_line(m, p);
    case ')':
        assert_true(m->depth > 0);
        m->depth--;
        return p + 1;
    case '$':
        add_item(m, ITEM_NAG, p)->nag = (unsigned)atoi(p + 1);
        return p + n;
    case '/':
        return add_setup(m, p);
    }
    if (digits && p[digits] == '.')
        return take_number(m, p, digits);
    add_word(m, p, n);
    return p + n;
}

void game_of_text(const char *text, struct arena *arena, struct game *game)
{
    struct checker *checker = checker_open(NULL);
    struct findings found = {.arena = arena};
    struct err err = {0};
    assert_non_null(checker);
    *game = (struct game){.arena = arena, .source = text_of(text), .at = {"test", 1, 1}};
    struct making m = {.game = game,
                       .at[0] = {.node = &game->line.first, .item = &game->line.before}};
    for (const char *p = text; *p;)
        p = isspace((unsigned char)*p) ? p + 1 : take(&m, p);
    assert_int_equal(m.depth, 0);
    assert_int_equal(check_game(checker, game, &found, &err), 0);
    checker_close(checker);
}
