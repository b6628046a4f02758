// SPDX-License-Identifier: MIT
/*
 * The order of the steps matters. The illegal rest is cut off first, while the text around it is
 * still that of the source; tags get their usual names before the values under them are normalized;
 * and values set by the user come after all derived ones, so that they have the last word.
 */
#include "core/query/clean.h"

#include "core/base/array.h"
#include "core/base/ascii.h"
#include "core/base/buffer.h"
#include "core/base/text-repair.h"
#include "core/game/date.h"
#include "core/game/embedded.h"
#include "core/game/move-number.h"
#include "core/game/result.h"
#include "core/game/traverse.h"

#include <stdio.h>
#include <stdlib.h>

struct cleaner {
    const struct clean_options *options;
    struct game *game;
    struct clean_report report;
    bool failed; /* memory ran out */
};

static struct text keep(struct cleaner *c, struct text t)
{
    const struct text copy = arena_text(c->game->arena, t);
    c->failed = c->failed || !copy.s;
    return copy;
}

static void set_tag(struct cleaner *c, struct text name, struct text value)
{
    if (game_set_tag(c->game, name, value))
        c->failed = true;
}

/* ---- words of options ---- */

struct word {
    const char *word;
    unsigned bits;
};

static const struct word strip_words[] = {
    {"comments", STRIP_COMMENTS}, {"variations", STRIP_VARIATIONS}, {"nags", STRIP_NAGS},
    {"clocks", STRIP_CLOCKS},     {"evals", STRIP_EVALS},
};
static const struct word form_words[] = {
    {"all", CLEAN_ALL},         {"dates", CLEAN_DATES}, {"rounds", CLEAN_ROUNDS},
    {"results", CLEAN_RESULTS}, {"tags", CLEAN_TAGS},   {"tag-names", CLEAN_TAG_NAMES},
    {"text", CLEAN_TEXT},
};

const char *clean_strip_word(size_t i)
{
    return i < ARRAY_LEN(strip_words) ? strip_words[i].word : NULL;
}

const char *clean_normalise_word(size_t i)
{
    return i < ARRAY_LEN(form_words) ? form_words[i].word : NULL;
}

static int read_words(const struct word *words, size_t n, struct text list, unsigned *out,
                      struct err *err)
{
    for (size_t i = 0; i <= list.n;) {
        const char *comma = memchr(list.s + i, ',', list.n - i);
        size_t end = comma ? (size_t)(comma - list.s) : list.n;
        struct text t = text_trim((struct text){list.s + i, end - i});
        size_t k = 0;
        while (k < n && !text_is_nocase(t, words[k].word))
            k++;
        if (k == n) {
            char all[128] = "";
            for (k = 0; k < n; k++)
                snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", k ? ", " : "",
                         words[k].word);
            return err_plain(err, "expected one of %s, found '%.*s'", all, TEXT_ARGS(t));
        }
        *out |= words[k].bits;
        i = end + 1;
    }
    return 0;
}

int clean_strip_read(struct text list, unsigned *out, struct err *err)
{
    return read_words(strip_words, ARRAY_LEN(strip_words), list, out, err);
}

int clean_normalise_read(struct text list, unsigned *out, struct err *err)
{
    return read_words(form_words, ARRAY_LEN(form_words), list, out, err);
}

bool clean_wants(const struct clean_options *o)
{
    return o->strip || o->normalise || o->n_set || o->tag_order || o->renumber
           || o->truncate_illegal;
}

/* ---- stripping ---- */

/* Removes commands from a comment. @return whether anything is left of it */
static bool strip_commands(struct cleaner *c, struct text *comment)
{
    unsigned about = (c->options->strip & STRIP_CLOCKS ? EMBEDDED_CLOCKS : 0)
                     | (c->options->strip & STRIP_EVALS ? EMBEDDED_EVALS : 0);
    struct buffer left = {0};
    bool any = embedded_strip(*comment, about, &left);
    if (any)
        *comment = keep(c, buffer_text(&left));
    c->failed = c->failed || left.failed;
    buffer_fini(&left);
    return !any || comment->n > 0;
}

static bool drops(struct cleaner *c, struct item *item)
{
    unsigned strip = c->options->strip;
    switch (item->kind) {
    case ITEM_LINE:
        return strip & STRIP_VARIATIONS;
    case ITEM_NAG:
    case ITEM_STRENGTH:
        return strip & STRIP_NAGS;
    case ITEM_COMMENT:
        if (strip & STRIP_COMMENTS)
            return true;
        if (strip & (STRIP_CLOCKS | STRIP_EVALS))
            return !strip_commands(c, &item->comment);
    }
    return false;
}

/* Lines still to be stripped: those found inside other lines. The stack is in the game's arena. */
struct waiting {
    struct waiting *next;
    struct line *line;
};

static void strip_items(struct cleaner *c, struct item **link, struct waiting **waiting)
{
    while (*link) {
        struct item *item = *link;
        if (drops(c, item)) {
            *link = item->next;
            continue;
        }
        if (item->kind == ITEM_LINE) {
            struct waiting *w = arena_alloc(c->game->arena, sizeof *w);
            if (!w) {
                c->failed = true;
                return;
            }
            *w = (struct waiting){*waiting, item->line};
            *waiting = w;
        }
        link = &item->next;
    }
}

static void strip(struct cleaner *c)
{
    struct waiting first = {NULL, &c->game->line}, *waiting = &first;
    while (waiting && !c->failed) {
        struct line *line = waiting->line;
        waiting = waiting->next;
        strip_items(c, &line->before, &waiting);
        for (struct node *node = line->first; node; node = node->next)
            strip_items(c, &node->items, &waiting);
    }
}

/* ---- cutting ---- */

/* Adds text for a comment, which cannot contain braces. */
static void add_plain(struct buffer *out, struct text t)
{
    for (size_t i = 0; i < t.n; i++)
        buffer_add_char(out, t.s[i] == '{' ? '(' : t.s[i] == '}' ? ')' : t.s[i]);
}

static bool lies_in(struct text inner, struct text outer)
{
    return inner.s && outer.s && inner.s >= outer.s && inner.s + inner.n <= outer.s + outer.n;
}

static const char setup_begins[] = "/FEN \"";

/* Adds a blank, unless a bracket was just opened. */
static void add_space(struct buffer *out)
{
    if (out->n && out->s[out->n - 1] != '(')
        buffer_add_char(out, ' ');
}

static void add_item(struct buffer *out, const struct item *item)
{
    if (item->kind == ITEM_STRENGTH) {
        add_plain(out, item->strength);
        return;
    }
    add_space(out);
    if (item->kind == ITEM_NAG) {
        buffer_printf(out, "$%u", (unsigned)item->nag);
        return;
    }
    buffer_add_char(out, '(');
    add_plain(out, item->comment);
    buffer_add_char(out, ')');
}

/*
 * Adds the moves from a node of the main line on, with all comments, variations and NAGs.
 * @return 0, -1
 */
static int add_moves(struct buffer *out, const struct game *game, const struct node *from)
{
    struct traversal walk;
    enum traverse_step step;
    bool reached = false;
    traverse_init_unplayed(&walk, game);
    while ((step = traverse_next(&walk)) < TRAVERSE_END) {
        reached = reached || walk.node == from;
        if (!reached)
            continue;
        if (step == TRAVERSE_OPEN || step == TRAVERSE_NODE)
            add_space(out);
        if (step == TRAVERSE_OPEN) {
            buffer_add_char(out, '(');
        } else if (step == TRAVERSE_CLOSE) {
            buffer_add_char(out, ')');
        } else if (step == TRAVERSE_ITEM) {
            add_item(out, walk.item);
        } else {
            const bool is_setup = walk.node->kind == NODE_SETUP;
            buffer_add_string(out, is_setup ? setup_begins : "");
            add_plain(out, walk.node->text);
            buffer_add_string(out, is_setup ? "\"/" : "");
        }
    }
    traverse_fini(&walk);
    return step == TRAVERSE_FAILED ? -1 : 0;
}

/*
 * Adds what stood after the result in the source. The reader attached it to the last move: it
 * begins with the first comment that lies after the result.
 */
static void add_after_end(struct buffer *out, const struct game *game, const struct node *from)
{
    const bool ends = lies_in(game->terminator, game->source);
    bool after = false;
    while (from->next)
        from = from->next;
    for (const struct item *item = from->items; item; item = item->next) {
        after =
            after || (ends && item->kind == ITEM_COMMENT && item->offset > game->terminator_offset);
        if (after && item->kind != ITEM_LINE)
            add_item(out, item);
    }
}

/*
 * The text from the first illegal move on, without the result: as written, if the source is
 * available; else the moves with everything attached to them.
 */
static struct text rest_of(struct cleaner *c, const struct node *from)
{
    struct game *game = c->game;
    struct buffer rest = {0};
    buffer_add_string(&rest, "not legal from here on:");
    if (lies_in(from->text, game->source)) {
        const bool ends =
            lies_in(game->terminator, game->source) && game->terminator.s > from->text.s;
        const char *end = ends ? game->terminator.s : game->source.s + game->source.n;
        buffer_printf(&rest, " %s", from->kind == NODE_SETUP ? setup_begins : "");
        add_plain(&rest, text_trim((struct text){from->text.s, (size_t)(end - from->text.s)}));
        if (ends)
            add_after_end(&rest, game, from);
    } else if (add_moves(&rest, game, from)) {
        c->failed = true;
    }
    struct text kept = keep(c, buffer_text(&rest));
    c->failed = c->failed || rest.failed;
    buffer_fini(&rest);
    return kept;
}

static bool truncate_line(struct cleaner *c)
{
    struct node **link = &c->game->line.first;
    struct item **items = &c->game->line.before;
    while (*link && (*link)->state != NODE_ILLEGAL) {
        items = &(*link)->items;
        link = &(*link)->next;
    }
    if (!*link)
        return false;
    struct item *comment = game_new_item(c->game, ITEM_COMMENT);
    if (!comment) {
        c->failed = true;
        return false;
    }
    comment->comment = rest_of(c, *link);
    while (*items)
        items = &(*items)->next;
    *items = comment;
    *link = NULL;
    game_drop_tag(c->game, text_of("PlyCount")); /* it counted the plies of the whole game */
    return true;
}

/* ---- tags ---- */

/* Sets a tag; if several have its name, only one is kept. */
static void set_single_tag(struct cleaner *c, struct text name, struct text value)
{
    struct game *game = c->game;
    unsigned n = 0;
    set_tag(c, name, value); /* sets the last of them */
    const struct text kept = game_tag_named(game, name);
    for (unsigned i = 0; i < game->n_tags; i++) {
        if (!text_same_nocase(game->tags[i].name, name) || game->tags[i].value.s == kept.s)
            game->tags[n++] = game->tags[i];
    }
    game->n_tags = n;
}

/*
 * Makes the result that of a Result tag, which must not be contradicted by the one after the moves.
 * Without a tag, the one after the moves stays, if it is a result at all.
 */
static void set_result(struct game *game, struct text tag)
{
    struct result_words end = result_parse(game->rules, game->terminator);
    if (tag.n || end.match_points || end.result == RESULT_OTHER)
        game->terminator = (struct text){0};
    game->result = result_read(game->rules, tag.n ? tag : game->terminator);
}

static void set_tags(struct cleaner *c)
{
    for (unsigned i = 0; i < c->options->n_set; i++) {
        const struct clean_tag *tag = &c->options->set[i];
        if (tag->value.n)
            set_single_tag(c, tag->name, tag->value);
        else
            game_drop_tag(c->game, tag->name);
        if (text_is_nocase(tag->name, "Result"))
            set_result(c->game, tag->value);
    }
}

static void order_tags(struct game *game, const char *order)
{
    unsigned done = 0;
    for (const char *p = order; *p;) {
        size_t n = strcspn(p, ",");
        struct text name = text_trim((struct text){p, n});
        for (unsigned i = done; i < game->n_tags; i++) {
            if (!text_same_nocase(game->tags[i].name, name))
                continue;
            struct tag tag = game->tags[i];
            memmove(&game->tags[done + 1], &game->tags[done], (i - done) * sizeof tag);
            game->tags[done++] = tag;
        }
        p += n + (p[n] == ',');
    }
}

/* ---- names of tags, and text ---- */

static void form_tag_names(struct cleaner *c)
{
    struct game *game = c->game;
    tag_map_apply(c->options->tag_map ? c->options->tag_map : tag_map_usual(), game);
    if (result_is_unknown(game->result)) {
        enum result result = result_read(game->rules, game_tag(game, "Result"));
        game->result = result == RESULT_NONE ? game->result : result;
    }
}

/* Repairs a text. @return whether it needed it */
static bool repair(struct cleaner *c, struct text *t)
{
    struct buffer repaired = {0};
    bool any = t->n && text_repair(*t, &repaired);
    if (any)
        *t = keep(c, buffer_text(&repaired));
    c->failed = c->failed || repaired.failed;
    buffer_fini(&repaired);
    return any;
}

static void form_text(struct cleaner *c)
{
    struct traversal walk;
    enum traverse_step step;
    for (unsigned i = 0; i < c->game->n_tags; i++)
        repair(c, &c->game->tags[i].value);
    traverse_init_unplayed(&walk, c->game);
    while ((step = traverse_next(&walk)) < TRAVERSE_END) {
        if (step == TRAVERSE_ITEM && walk.item->kind == ITEM_COMMENT)
            c->report.comments += repair(c, &traverse_item(&walk, c->game)->comment);
    }
    c->failed = c->failed || step == TRAVERSE_FAILED;
    traverse_fini(&walk);
}

/* ---- values of tags ---- */

/* Gives a two-digit year, as in 25/7/73, four digits. */
static struct text with_century(struct cleaner *c, struct text value)
{
    const char *year = c->options->century ? date_short_year(value) : NULL;
    struct buffer whole = {0};
    if (!year)
        return value;
    const unsigned first = c->options->century;
    const unsigned digits = (unsigned)(year[0] - '0') * 10 + (unsigned)(year[1] - '0');
    const size_t before = (size_t)(year - value.s);
    buffer_add(&whole, value.s, before);
    buffer_printf(&whole, "%04u", first + (digits + 100 - first % 100) % 100);
    buffer_add(&whole, year + 2, value.n - before - 2);
    value = keep(c, buffer_text(&whole));
    c->failed = c->failed || whole.failed;
    buffer_fini(&whole);
    return value;
}

static void form_dates(struct cleaner *c)
{
    static const char *const names[] = {"Date", "EventDate", "UTCDate", "PublicationDate"};
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        const struct text value = game_tag(c->game, names[i]);
        struct text whole = value.n ? with_century(c, value) : value;
        struct date date;
        char buf[DATE_SIZE];
        if (value.n && date_read(whole, &date) == DATE_OTHER) {
            date_write(date, buf);
            whole = keep(c, text_of(buf));
        }
        if (!text_same(whole, value))
            set_tag(c, text_of(names[i]), whole);
    }
}

/*
 * Finds a number, or numbers with dots, perhaps after a word for round, with leading zeros or a dot
 * at the end.
 */
static struct text plain_round(struct text t)
{
    static const char *const words[] = {"round", "ronde", "runde", "ronda", "rd", "r", "tour"};
    t = text_trim(t);
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        size_t n = strlen(words[i]);
        if (t.n > n && text_is_nocase((struct text){t.s, n}, words[i])) {
            t = text_trim((struct text){t.s + n, t.n - n});
            break;
        }
    }
    while (t.n && (t.s[0] == '.' || t.s[0] == ' ' || t.s[0] == '#'))
        t = (struct text){t.s + 1, t.n - 1};
    while (t.n && t.s[t.n - 1] == '.')
        t.n--;
    while (t.n > 1 && t.s[0] == '0' && ascii_is_digit(t.s[1]))
        t = (struct text){t.s + 1, t.n - 1};
    for (size_t i = 0; i < t.n; i++) {
        if (!ascii_is_digit(t.s[i]) && t.s[i] != '.')
            return (struct text){0};
    }
    return t;
}

static void form_round(struct cleaner *c)
{
    struct text value = game_tag(c->game, "Round");
    if (text_is(value, "-") || (value.s && value.n == 0)) {
        set_tag(c, text_of("Round"), text_of("?"));
        return;
    }
    struct text plain = plain_round(value);
    if (plain.n && plain.n < value.n)
        set_tag(c, text_of("Round"), plain);
}

/* Keeps a remark: "2-0" for "2:0 (forfeit)" becomes "2-0 (forfeit)". */
static struct text with_remark(struct cleaner *c, struct text form, struct text value)
{
    struct buffer both = {0};
    result_add_form(form, value, &both);
    struct text kept = keep(c, buffer_text(&both));
    c->failed = c->failed || both.failed;
    buffer_fini(&both);
    return kept;
}

static void form_result(struct cleaner *c)
{
    const struct rules *rules = c->game->rules;
    struct text value = game_tag(c->game, "Result");
    struct result_words words = result_parse(rules, value);
    enum result result = words.result;
    const bool unknown = result_is_unknown(result);
    if (!value.s || words.match_points || result == RESULT_OTHER || (words.canonical && !unknown))
        return;
    if (unknown) { /* a result after the moves is better than an unknown one: PDN 3.0 */
        words = result_parse(rules, c->game->terminator);
        result = c->game->result == RESULT_OTHER ? RESULT_UNKNOWN : c->game->result;
    }
    struct text form =
        words.match_points ? c->game->terminator : text_of(result_word(rules, result, words.type));
    set_tag(c, text_of("Result"), unknown ? form : with_remark(c, form, value));
}

static void fill_tags(struct cleaner *c)
{
    static const struct {
        const char *name, *unknown;
    } rows[] = {{"Event", "?"}, {"Site", "?"},  {"Date", date_unknown},
                {"Round", "?"}, {"White", "?"}, {"Black", "?"}};
    struct game *game = c->game;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        if (game_tag(game, rows[i].name).n == 0)
            set_tag(c, text_of(rows[i].name), text_of(rows[i].unknown));
    }
    const bool raw = game->terminator.n
                     && (game->result == RESULT_OTHER
                         || result_parse(game->rules, game->terminator).match_points);
    if (game_tag(game, "Result").n == 0)
        set_tag(c, text_of("Result"),
                raw ? game->terminator : text_of(result_write(game->rules, game->result)));
    if (game->result == RESULT_NONE) /* the tag now says that it is unknown */
        game->result = RESULT_UNKNOWN;
}

/* ---- the whole ---- */

static uint32_t shifted(uint32_t number, int64_t by)
{
    const int64_t sum = number ? number + by : 0;
    return sum > 0 && sum <= UINT32_MAX ? (uint32_t)sum : 0;
}

/*
 * Numbers the main line by counting. Numbers in variations are shifted along with the main line;
 * those that counting would not give are kept. @return 0, or -1: out of memory
 */
static int renumber(struct game *game)
{
    struct move_number was = move_number_start(game), is = was;
    struct traversal walk;
    int64_t by = 0;
    enum traverse_step step;
    traverse_init_unplayed(&walk, game);
    while ((step = traverse_next(&walk)) < TRAVERSE_END) {
        struct node *node = traverse_node(&walk, game);
        if (step != TRAVERSE_NODE)
            continue;
        if (walk.depth) {
            node->number = shifted(node->number, by);
            continue;
        }
        by = (int64_t)is.number - (node->number ? node->number : was.number);
        move_number_add(&was, node);
        node->number = 0;
        move_number_add(&is, node);
    }
    traverse_fini(&walk);
    return step == TRAVERSE_FAILED ? -1 : 0;
}

int clean_game(const struct clean_options *options, struct game *game, struct clean_report *report,
               struct err *err)
{
    struct cleaner c = {.options = options, .game = game};
    c.report.truncated = options->truncate_illegal && truncate_line(&c);
    if (options->normalise & CLEAN_TEXT)
        form_text(&c);
    if (options->normalise & CLEAN_TAG_NAMES)
        form_tag_names(&c);
    if (options->strip)
        strip(&c);
    if (options->normalise & CLEAN_DATES)
        form_dates(&c);
    if (options->normalise & CLEAN_ROUNDS)
        form_round(&c);
    if (options->normalise & CLEAN_RESULTS)
        form_result(&c);
    if (options->normalise & CLEAN_TAGS)
        fill_tags(&c);
    set_tags(&c);
    if (options->tag_order)
        order_tags(game, options->tag_order);
    if (options->renumber && renumber(game))
        return err_memory(err);
    if (report)
        *report = c.report;
    return c.failed ? err_memory(err) : 0;
}
