// SPDX-License-Identifier: MIT
/*
 * Variations are not nested in the JSON: each is in the list "lines", and an item after a move
 * refers to it by its index there. So no reader has to cope with deep nesting, and the writer needs
 * a queue, not a stack.
 */
#include "core/base/array.h"
#include "core/base/json.h"
#include "core/board/fen.h"
#include "core/board/notation.h"
#include "core/game/game-start.h"
#include "core/game/move-number.h"
#include "core/game/node-play.h"
#include "pdn/formats/jsonl.h"
#include "pdn/formats/provenance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A variation that has been referred to but is still to be written. */
struct queued {
    const struct line *line;
    struct position pos;
    bool known;
};

struct writer {
    struct json_writer json;
    const struct game *game;
    struct queued *queue; /* owned */
    size_t n, room;
    bool failed;
};

static size_t enqueue(struct writer *w, const struct line *line, const struct position *pos,
                      bool known)
{
    if (!ARRAY_GROW(w->queue, w->n, w->room)) {
        w->failed = true;
        return w->n;
    }
    w->queue[w->n] = (struct queued){line, *pos, known};
    return w->n++;
}

static void put_member(struct json_writer *json, const char *name, struct text t)
{
    json_name(json, name);
    json_put_text(json, t);
}

static void put_items(struct writer *w, const char *name, const struct item *item,
                      const struct position *pos, bool known)
{
    struct json_writer *json = &w->json;
    if (!item)
        return;
    json_name(json, name);
    json_begin(json, '[');
    for (; item; item = item->next) {
        json_begin(json, '{');
        if (item->kind == ITEM_COMMENT) {
            put_member(json, "comment", item->comment);
        } else if (item->kind == ITEM_STRENGTH) {
            put_member(json, "strength", item->strength);
        } else {
            bool is_line = item->kind == ITEM_LINE;
            json_name(json, is_line ? "line" : "nag");
            json_put_number(json, is_line ? (int64_t)enqueue(w, item->line, pos, known)
                                          : (int64_t)item->nag);
        }
        json_end(json, '}');
    }
    json_end(json, ']');
}

/*
 * Which parts of a move's number must be written, because counting does not give them: the number
 * itself, and the dots that tell the side at the first move.
 */
struct written_count {
    bool number, dots;
};

static struct written_count written_count_of_variation(const struct node *node)
{
    const bool needed = node_needs_number(node, 1);
    return (struct written_count){.number = needed, .dots = needed && node->dots};
}

static void put_node(struct writer *w, const struct node *node, const struct position *pos,
                     bool known, struct written_count with)
{
    static const char *const names[] = {"move", "setup", "unknown"};
    char buf[NOTATION_MOVE_SIZE];
    struct text text = node->text;
    if (node->kind == NODE_MOVE && node->state == NODE_PLAYED && !node->canonical && known)
        text = (struct text){
            buf, notation_write(w->game->rules, pos, &node->move, NOTATION_STYLE_SHORT, buf)};
    if (node->kind == NODE_MOVE && !node->items && !with.number && !with.dots) {
        json_put_text(&w->json, text);
        return;
    }
    json_begin(&w->json, '{');
    put_member(&w->json, names[node->kind], text);
    if (with.number) {
        json_name(&w->json, "number");
        json_put_number(&w->json, node->number);
    }
    if (with.dots) {
        json_name(&w->json, "dots");
        json_put_bool(&w->json, true);
    }
    put_items(w, "after", node->items, pos, known);
    json_end(&w->json, '}');
}

static void put_line(struct writer *w, const struct line *line, struct position pos, bool known,
                     bool is_main)
{
    const struct rules *rules = w->game->rules;
    struct move_number count = move_number_start(w->game);
    put_items(w, "before", line->before, &pos, known);
    json_name(&w->json, "moves");
    json_begin(&w->json, '[');
    const struct node *begins_by_dots = is_main ? game_first_dotted_move(w->game) : NULL;
    for (const struct node *node = line->first; node; node = node->next) {
        put_node(w, node, &pos, known,
                 is_main ? (struct written_count){.number = move_number_differs(&count, node),
                                                  .dots = node == begins_by_dots}
                         : written_count_of_variation(node));
        move_number_add(&count, node);
        known = node_follow(rules, node, known, &pos);
    }
    json_end(&w->json, ']');
}

/*
 * Whether the tags cannot be written as an object: a name occurs twice, or contains a NUL, which no
 * reader accepts.
 */
static bool need_pairs(const struct game *game)
{
    for (unsigned i = 0; i < game->n_tags; i++) {
        if (memchr(game->tags[i].name.s, '\0', game->tags[i].name.n))
            return true;
        for (unsigned k = 0; k < i; k++) {
            if (text_same(game->tags[i].name, game->tags[k].name))
                return true;
        }
    }
    return false;
}

static void put_tags(struct json_writer *json, const struct game *game)
{
    bool pairs = need_pairs(game);
    json_name(json, "tags");
    json_begin(json, pairs ? '[' : '{');
    for (unsigned i = 0; i < game->n_tags; i++) {
        if (pairs)
            json_begin(json, '[');
        json_put_text(json, game->tags[i].name);
        if (!pairs) {
            buffer_add_char(json->out, ':');
            json->comma = false;
        }
        json_put_text(json, game->tags[i].value);
        if (pairs)
            json_end(json, ']');
    }
    json_end(json, pairs ? ']' : '}');
}

/*
 * A game of a variant that dama does not know has no start position: its tags say what it is when
 * it is read back.
 */
static void put_rules_and_start(struct json_writer *json, const struct game *game)
{
    if (!game->rules)
        return;
    json_name(json, "variant");
    json_put_text(json, text_of(rules_spelling(game->rules)));
    char fen[FEN_SIZE];
    struct position usual;
    position_start(game->rules, &usual);
    if (!game->start_unknown && (game->start_given || !position_same(&usual, &game->start)))
        put_member(json, "start", (struct text){fen, fen_write(game->rules, &game->start, fen)});
}

static void put_lines(struct writer *w)
{
    if (w->n == 0)
        return;
    json_name(&w->json, "lines");
    json_begin(&w->json, '[');
    for (size_t i = 0; i < w->n && !w->failed; i++) { /* n grows in the loop */
        struct queued next = w->queue[i];
        json_begin(&w->json, '{');
        put_line(w, next.line, next.pos, next.known, false);
        json_end(&w->json, '}');
    }
    json_end(&w->json, ']');
}

static void put_provenance(struct json_writer *json, const struct game *game)
{
    char date[PROVENANCE_DATE_SIZE];
    provenance_date(game, date);
    if (*date)
        put_member(json, "isodate", text_of(date));
    json_name(json, "source");
    json_begin(json, '{');
    put_member(json, "file", text_of(game->at.file ? game->at.file : ""));
    json_name(json, "game");
    buffer_add_string(json->out, provenance_number);
    json->comma = true;
    if (game->at.line) {
        json_name(json, "line");
        json_put_number(json, game->at.line);
    }
    json_end(json, '}');
}

int jsonl_write(const struct game *game, bool provenance, struct buffer *out, struct err *err)
{
    static const char *const results[] = {
        [RESULT_NONE] = "none",   [RESULT_UNKNOWN] = "unknown", [RESULT_WHITE] = "white",
        [RESULT_BLACK] = "black", [RESULT_DRAW] = "draw",       [RESULT_BOTH_LOST] = "both-lost",
        [RESULT_OTHER] = "other",
    };
    struct writer w = {.json.out = out, .game = game};
    json_begin(&w.json, '{');
    json_name(&w.json, "dama");
    json_put_number(&w.json, JSONL_VERSION);
    put_rules_and_start(&w.json, game);
    put_tags(&w.json, game);
    put_member(&w.json, "result", text_of(results[game->result]));
    if (game->terminator.n)
        put_member(&w.json, "terminator", game->terminator);
    if (provenance)
        put_provenance(&w.json, game);
    put_line(&w, &game->line, game->start, game_first_position_is_known(game), true);
    put_lines(&w);
    json_end(&w.json, '}');
    buffer_add_char(out, '\n');
    free(w.queue);
    return w.failed || out->failed ? err_memory(err) : 0;
}
