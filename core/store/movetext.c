// SPDX-License-Identifier: MIT
/*
 * Words: a move; "-" an unknown move (followed by its text, if that is not "-"); "/FEN/" a setup;
 * "#7" the number written before the next move, if it is not the one that counting gives; "#1..." a
 * number with dots, which are kept only if nothing else tells which side begins; "{...}", "$5",
 * "!?" what they are in PDN; "(" and ")" a variation. A blank inside a word is written as a
 * backslash and a letter.
 */
#include "core/store/movetext.h"

#include "core/base/ascii.h"
#include "core/board/notation.h"
#include "core/game/game-start.h"
#include "core/game/move-number.h"
#include "core/game/node-play.h"
#include "core/game/traverse.h"

static char escape_of(char c)
{
    switch (c) {
    case ' ':
        return '_';
    case '\n':
        return 'n';
    case '\r':
        return 'r';
    case '\t':
        return 't';
    case '"':
        return 'q';
    case '\\':
        return '\\';
    }
    return 0;
}

static char unescape(char c)
{
    switch (c) {
    case '_':
        return ' ';
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 't':
        return '\t';
    case 'q':
        return '"';
    }
    return c;
}

static void add_word(struct buffer *out, struct text t)
{
    for (size_t i = 0; i < t.n; i++) {
        char c = escape_of(t.s[i]);
        if (c)
            buffer_add_char(out, '\\');
        buffer_add_char(out, c ? c : t.s[i]);
    }
}

static void add_comment(struct buffer *out, struct text t)
{
    buffer_add_char(out, '{');
    for (size_t i = 0; i < t.n; i++) {
        if (t.s[i] == '}' || t.s[i] == '\\')
            buffer_add_char(out, '\\');
        buffer_add_char(out, t.s[i]);
    }
    buffer_add_char(out, '}');
}

static bool starts_move(struct text t)
{
    return t.n && (ascii_is_digit(t.s[0]) || (t.s[0] >= 'a' && t.s[0] <= 'z'));
}

static void add_node(struct buffer *out, const struct rules *rules, const struct node *node,
                     const struct position *pos)
{
    if (node->kind == NODE_SETUP) {
        buffer_add_char(out, '/');
        add_word(out, node->text);
        buffer_add_char(out, '/');
    } else if (node->kind == NODE_UNKNOWN) {
        buffer_add_char(out, '-');
        if (!text_is(node->text, "-"))
            add_word(out, node->text);
    } else if (node->state == NODE_PLAYED && node->canonical) {
        buffer_add_text(out, node->text);
    } else if (node->state == NODE_PLAYED && pos) {
        char *to = buffer_reserve(out, NOTATION_MOVE_SIZE);
        if (to)
            out->n += notation_write(rules, pos, &node->move, NOTATION_STYLE_SHORT, to);
    } else {
        if (!starts_move(node->text))
            buffer_add_char(out, '=');
        add_word(out, node->text);
    }
}

static void add_key(struct buffer *keys, const struct game *game, const struct position *pos,
                    unsigned ply)
{
    struct movetext_key place;
    memset(&place, 0, sizeof place); /* padding included, since records are compared */
    place.key = position_key(game->rules, pos);
    place.ply = ply;
    buffer_add(keys, (const char *)&place, sizeof place);
}

unsigned movetext_main_line(const struct game *game, struct buffer *out, struct buffer *keys,
                            bool *plain)
{
    struct position pos = game->start;
    bool known = game_first_position_is_known(game);
    struct move_number count = move_number_start(game);
    unsigned plies = 0;
    *plain = game->line.before == NULL && !game_first_dotted_move(game);
    if (keys && known)
        add_key(keys, game, &pos, 0);
    for (const struct node *node = game->line.first; node; node = node->next) {
        if (node != game->line.first)
            buffer_add_char(out, ' ');
        add_node(out, game->rules, node, known ? &pos : NULL);
        if (node->items || move_number_differs(&count, node))
            *plain = false;
        move_number_add(&count, node);
        plies += node->kind != NODE_SETUP;
        known = node_follow(game->rules, node, known, &pos);
        if (keys && known)
            add_key(keys, game, &pos, plies);
    }
    return plies;
}

static void add_item(struct buffer *out, const struct item *item)
{
    if (item->kind == ITEM_COMMENT) {
        add_comment(out, item->comment);
    } else if (item->kind == ITEM_NAG) {
        buffer_add_char(out, '$');
        buffer_add_number(out, item->nag);
    } else {
        buffer_add_text(out, item->strength);
    }
}

static void add_number(struct buffer *out, const struct traversal *walk,
                       const struct move_number *count, const struct node *begins_by_dots)
{
    const struct node *node = walk->node;
    const bool needed = node_needs_number(node, walk->depth);
    const bool dots = needed ? node->dots : node == begins_by_dots;
    if (!needed && !dots && (walk->depth || !move_number_differs(count, node)))
        return;
    buffer_add_char(out, '#');
    if (node->number)
        buffer_add_number(out, node->number);
    else if (!walk->depth) /* the same text whether the number was written or counted */
        buffer_add_number(out, count->number);
    buffer_add_string(out, dots ? "... " : " ");
}

int movetext_tree(const struct game *game, struct buffer *out)
{
    struct traversal walk;
    traverse_init(&walk, game);
    struct move_number count = move_number_start(game);
    const struct node *begins_by_dots = game_first_dotted_move(game);
    size_t begin = out->n;
    enum traverse_step step;
    while ((step = traverse_next(&walk)) < TRAVERSE_END) {
        if (out->n > begin)
            buffer_add_char(out, ' ');
        if (step == TRAVERSE_OPEN) {
            buffer_add_char(out, '(');
        } else if (step == TRAVERSE_CLOSE) {
            buffer_add_char(out, ')');
        } else if (step == TRAVERSE_ITEM) {
            add_item(out, walk.item);
        } else {
            add_number(out, &walk, &count, begins_by_dots);
            if (walk.depth == 0)
                move_number_add(&count, walk.node);
            add_node(out, game->rules, walk.node, walk.known ? &walk.pos : NULL);
        }
    }
    traverse_fini(&walk);
    return step == TRAVERSE_FAILED || out->failed ? -1 : 0;
}

/* ---- reading ---- */

/* A line being read, and where to link its next node and item. */
struct open_line {
    struct open_line *outer;
    unsigned depth;
    struct node **next_node;
    struct item **next_item;
};

struct reader {
    struct game *game;
    const char *s, *end;
    struct open_line *level; /* innermost */
    struct open_line *spare;
    uint32_t number; /* move number of the next node */
    bool dots;       /* likewise */
};

static int damaged(const struct reader *r, struct err *err)
{
    size_t n = (size_t)(r->end - r->s);
    return err_set(err, r->game->at, "damaged move text at '%.*s'", (int)(n < 20 ? n : 20), r->s);
}

static int no_memory(const struct reader *r, struct err *err)
{
    return r->game->exceeded ? err_set(err, r->game->at, "too large") : err_memory(err);
}

static int open_line(struct reader *r, struct line *line)
{
    struct open_line *level = r->spare;
    if (level)
        r->spare = level->outer;
    else if (!(level = arena_alloc(r->game->arena, sizeof *level)))
        return -1;
    unsigned depth = r->level ? r->level->depth + 1 : 0;
    *level = (struct open_line){r->level, depth, &line->first, &line->before};
    r->level = level;
    return 0;
}

static void close_line(struct reader *r)
{
    struct open_line *level = r->level;
    r->level = level->outer;
    level->outer = r->spare;
    r->spare = level;
}

/* Decodes escapes; copies only where there are any. */
static int plain_text(struct reader *r, const char *s, const char *end, struct text *out)
{
    *out = (struct text){s, (size_t)(end - s)};
    if (!memchr(s, '\\', out->n))
        return 0;
    char *copy = arena_alloc(r->game->arena, out->n);
    if (!copy)
        return -1;
    size_t n = 0;
    for (; s < end; s++) {
        bool escaped = *s == '\\' && s + 1 < end;
        copy[n++] = escaped ? unescape(*++s) : *s;
    }
    *out = (struct text){copy, n};
    return 0;
}

static int add_read_item(struct reader *r, enum item_kind kind, struct item **out)
{
    struct item *item = game_new_item(r->game, kind);
    if (!item)
        return -1;
    *r->level->next_item = item;
    r->level->next_item = &item->next;
    *out = item;
    return 0;
}

static int read_comment(struct reader *r, struct err *err)
{
    const char *s = r->s + 1, *p = s;
    while (p < r->end && *p != '}')
        p += *p == '\\' && p + 1 < r->end ? 2 : 1;
    if (p >= r->end)
        return damaged(r, err);
    struct item *item;
    if (add_read_item(r, ITEM_COMMENT, &item) || plain_text(r, s, p, &item->comment))
        return no_memory(r, err);
    r->s = p + 1;
    return 0;
}

static int read_variation(struct reader *r, struct err *err)
{
    struct item *item;
    if (!game_may_nest(r->game, r->level->depth) || add_read_item(r, ITEM_LINE, &item)
        || !(item->line = game_new_line(r->game)) || open_line(r, item->line))
        return no_memory(r, err);
    r->s++;
    return 0;
}

static int read_digits(struct reader *r, struct text word, uint32_t most, uint32_t *out,
                       struct err *err)
{
    return text_number((struct text){word.s + 1, word.n - 1}, most, out) ? 0 : damaged(r, err);
}

/* "#7", "#1...", "#..." */
static int read_number(struct reader *r, struct text word, struct err *err)
{
    static const char dots[] = "...";
    const size_t n = sizeof dots - 1;
    r->dots = word.n > n && memcmp(word.s + word.n - n, dots, n) == 0;
    if (r->dots)
        word.n -= n;
    return r->dots && word.n == 1 ? 0 : read_digits(r, word, UINT32_MAX, &r->number, err);
}

static int read_node(struct reader *r, struct text word, struct err *err)
{
    struct node *node = game_new_node(r->game);
    if (!node)
        return no_memory(r, err);
    const char *s = word.s, *end = s + word.n;
    node->kind = *s == '/' ? NODE_SETUP : *s == '-' ? NODE_UNKNOWN : NODE_MOVE;
    if (*s == '/' && (word.n < 2 || end[-1] != '/'))
        return damaged(r, err);
    if (*s == '/')
        s++, end--;
    else if (*s == '=' || (*s == '-' && word.n > 1))
        s++;
    if (plain_text(r, s, end, &node->text))
        return no_memory(r, err);
    node->number = r->number;
    node->dots = r->dots;
    r->number = 0;
    r->dots = false;
    *r->level->next_node = node;
    r->level->next_node = &node->next;
    r->level->next_item = &node->items;
    return 0;
}

static int read_word(struct reader *r, struct err *err)
{
    const char *p = memchr(r->s, ' ', (size_t)(r->end - r->s));
    struct text word = {r->s, (size_t)((p ? p : r->end) - r->s)};
    uint32_t value;
    struct item *item;
    switch (*word.s) {
    case ')':
        if (!r->level->outer || word.n != 1)
            return damaged(r, err);
        close_line(r);
        break;
    case '$':
        if (read_digits(r, word, 255, &value, err))
            return -1;
        if (add_read_item(r, ITEM_NAG, &item))
            return no_memory(r, err);
        item->nag = value;
        break;
    case '#':
        if (read_number(r, word, err))
            return -1;
        break;
    case '!':
    case '?':
        if (!game_is_strength(word))
            return damaged(r, err);
        if (add_read_item(r, ITEM_STRENGTH, &item))
            return no_memory(r, err);
        item->strength = word;
        break;
    default:
        if (read_node(r, word, err))
            return -1;
    }
    r->s = word.s + word.n;
    return 0;
}

int movetext_read(struct text text, struct game *game, struct err *err)
{
    struct reader r = {.game = game, .s = text.s, .end = text.s + text.n};
    if (open_line(&r, &game->line))
        return no_memory(&r, err);
    while (r.s < r.end) {
        int rc = 0;
        if (*r.s == ' ')
            r.s++;
        else if (*r.s == '{')
            rc = read_comment(&r, err);
        else if (*r.s == '(')
            rc = read_variation(&r, err);
        else
            rc = read_word(&r, err);
        if (rc)
            return -1;
    }
    return r.level->outer ? damaged(&r, err) : 0;
}
