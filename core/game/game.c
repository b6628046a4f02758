// SPDX-License-Identifier: MIT
/*
 * Limits keep a hostile file from filling the memory. A part beyond a limit is not made, and
 * `exceeded` notes that; game_report_limits turns these notes into findings. All memory is the
 * arena's: a list of tags that grows leaves its old array behind.
 */
#include "core/game/game.h"

#include "core/base/array.h"
#include "core/board/notation.h"
#include "core/game/finding-messages.h"
#include "core/game/finding.h"

struct text game_tag_named(const struct game *game, struct text name)
{
    for (unsigned i = game->n_tags; i-- > 0;)
        if (text_same_nocase(game->tags[i].name, name))
            return game->tags[i].value;
    return (struct text){0};
}

bool tag_is_unknown(struct text value)
{
    value = text_trim(value);
    size_t i = 0;
    while (i < value.n && memchr("?.*-", value.s[i], 4))
        i++;
    return i == value.n;
}

struct text game_tag(const struct game *game, const char *name)
{
    return game_tag_named(game, text_of(name));
}

bool game_result_tag_has_result(const struct game *game)
{
    const struct text tag = text_trim(game_tag(game, "Result"));
    const struct text format = game_tag(game, "ResultFormat");
    const enum result said = result_read(game->rules, tag);
    if (said == RESULT_OTHER)
        return format.s && result_has_format(tag, format);
    return !result_is_unknown(said);
}

struct text game_result_text(const struct game *game)
{
    const struct text tag = text_trim(game_tag(game, "Result"));
    if (game_result_tag_has_result(game))
        return tag;
    const enum result end = result_read(game->rules, game->terminator);
    const bool is_vague = end == RESULT_OTHER && result_read(game->rules, tag) == RESULT_OTHER;
    return result_is_unknown(end) || is_vague ? tag : game->terminator;
}

int game_add_tag(struct game *game, struct text name, struct text value, uint32_t offset)
{
    if (game->n_tags == GAME_TAGS_MAX) {
        game->exceeded |= GAME_LIMIT_TAGS;
        return 0;
    }
    if (game->n_tags == game->room_tags) {
        unsigned room = game->room_tags ? 2 * game->room_tags : 16;
        struct tag *tags = arena_alloc(game->arena, room * sizeof *tags);
        if (!tags)
            return -1;
        if (game->n_tags)
            memcpy(tags, game->tags, game->n_tags * sizeof *tags);
        game->tags = tags;
        game->room_tags = room;
    }
    game->tags[game->n_tags++] = (struct tag){name, value, offset};
    return 0;
}

int game_set_tag(struct game *game, struct text name, struct text value)
{
    for (unsigned i = game->n_tags; i-- > 0;) {
        struct tag *tag = &game->tags[i];
        if (text_same_nocase(tag->name, name)) {
            tag->value = value;
            return 0;
        }
    }
    return game_add_tag(game, name, value, 0);
}

int game_set_rules_tags(struct game *game, const struct rules *rules)
{
    struct text type = text_of(rules->game_type_text), variant = text_of(rules->variant_tag);
    return (type.n && game_set_tag(game, text_of("GameType"), type))
                   || (variant.n && game_set_tag(game, text_of("Variant"), variant))
               ? -1
               : 0;
}

static bool may_grow(struct game *game)
{
    if (game->n_parts < GAME_PARTS_MAX) {
        game->n_parts++;
        return true;
    }
    game->exceeded |= GAME_LIMIT_PARTS;
    return false;
}

bool game_may_nest(struct game *game, unsigned depth)
{
    if (depth < GAME_DEPTH_MAX)
        return true;
    game->exceeded |= GAME_LIMIT_DEPTH;
    return false;
}

bool game_report_limits(const struct game *game, struct findings *found)
{
    if (game->exceeded & GAME_LIMIT_TAGS)
        findings_add(found, FINDING_HUGE_GAME, 0, 0, MESSAGE_TOO_MANY_TAGS, GAME_TAGS_MAX);
    if (game->exceeded & GAME_LIMIT_PARTS)
        findings_add(found, FINDING_HUGE_GAME, 0, 0, MESSAGE_TOO_MANY_PARTS, GAME_PARTS_MAX);
    if (game->exceeded & GAME_LIMIT_DEPTH)
        findings_add(found, FINDING_DEEP_NESTING, 0, 0, MESSAGE_TOO_DEEP, GAME_DEPTH_MAX);
    return game->exceeded != 0;
}

struct node *game_new_node(struct game *game)
{
    if (!may_grow(game))
        return NULL;
    return arena_zalloc(game->arena, sizeof(struct node));
}

int game_new_moves(struct game *game, const struct position *pos, const struct move *moves,
                   unsigned n, struct node **first)
{
    struct position now = *pos;
    *first = NULL;
    for (unsigned i = 0; i < n; i++, first = &(*first)->next) {
        char text[NOTATION_MOVE_SIZE];
        unsigned length = notation_write(game->rules, &now, &moves[i], NOTATION_STYLE_SHORT, text);
        if (!(*first = game_new_node(game)))
            return -1;
        **first = (struct node){.text = arena_text(game->arena, (struct text){text, length}),
                                .move = moves[i],
                                .state = NODE_PLAYED,
                                .canonical = true};
        if (!(*first)->text.s)
            return -1;
        move_play(game->rules, &now, &moves[i]);
    }
    return 0;
}

struct line *game_new_line(struct game *game)
{
    return arena_zalloc(game->arena, sizeof(struct line));
}

struct item *game_new_item(struct game *game, enum item_kind kind)
{
    struct item *item = may_grow(game) ? arena_zalloc(game->arena, sizeof *item) : NULL;
    if (item)
        item->kind = kind;
    return item;
}

bool game_is_strength(struct text t)
{
    size_t n = 0;
    while (n < t.n && (t.s[n] == '!' || t.s[n] == '?'))
        n++;
    return n > 0 && n == t.n;
}

unsigned game_strength_nag(struct text strength)
{
    static const char *const strengths[] = {NULL, "!", "?", "!!", "??", "!?", "?!"};
    for (unsigned nag = 1; nag < ARRAY_LEN(strengths); nag++)
        if (text_is(strength, strengths[nag]))
            return nag;
    return 0;
}

unsigned game_plies(const struct game *game)
{
    unsigned n = 0;
    for (const struct node *node = game->line.first; node; node = node->next)
        n += node->kind != NODE_SETUP;
    return n;
}

struct node *game_drop_last(struct game *game)
{
    struct node **link = &game->line.first;
    struct item **tail = &game->line.before;
    for (; (*link)->next; link = &(*link)->next)
        tail = &(*link)->items;
    struct node *last = *link;
    struct item *first = last->items;
    if (first && first->kind == ITEM_STRENGTH) { /* its move is gone */
        struct text strength = first->strength;
        first->kind = ITEM_COMMENT;
        first->comment = strength;
    }
    while (*tail)
        tail = &(*tail)->next;
    *tail = first;
    *link = NULL;
    return last;
}

struct src_pos game_place(const struct game *game, uint32_t offset)
{
    struct src_pos at = game->at;
    if (game->source.s)
        text_move_place(game->source, offset < game->source.n ? offset : game->source.n, &at);
    return at;
}

static bool is_in_source(const struct game *game, struct text t)
{
    uintptr_t s = (uintptr_t)t.s, source = (uintptr_t)game->source.s;
    return t.s && s >= source && s - source + t.n <= game->source.n;
}

uint32_t game_source_length(const struct game *game, struct text t)
{
    return is_in_source(game, t) ? (uint32_t)t.n : 0;
}

uint32_t game_source_offset(const struct game *game, struct text t)
{
    return is_in_source(game, t) ? (uint32_t)(t.s - game->source.s) : 0;
}

void game_drop_tag(struct game *game, struct text name)
{
    unsigned n = 0;
    for (unsigned i = 0; i < game->n_tags; i++) {
        if (!text_same_nocase(game->tags[i].name, name))
            game->tags[n++] = game->tags[i];
    }
    game->n_tags = n;
}
