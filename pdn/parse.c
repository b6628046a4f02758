// SPDX-License-Identifier: MIT
/*
 * The loop looks at one byte and calls the function for the token that begins with it; each returns
 * where that ends. Nearly all of a file is move numbers and plain moves, which read_plain takes
 * without a call. Nothing stops the parser but the end of the game: what it cannot understand
 * becomes a finding. Faults of a kind that a file may have in every line are reported once in a
 * game, with their number.
 */
#include "core/base/ascii.h"
#include "pdn/parser.h"
#include "pdn/pdn.h"

#include <stdarg.h>
#include <stdio.h>

struct finding *pdn_report(struct pdn_parser *ps, enum finding_code code, const char *p, size_t n,
                           const char *format, ...)
{
    char message[256];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (ps->n_reports++ >= REPORTS_MAX) {
        pdn_report_once(ps, code, p, n, NULL, message);
        return NULL;
    }
    return findings_add(ps->found, code, offset_of(ps, p), (uint32_t)n, "%s", message);
}

void pdn_repair(struct pdn_parser *ps, struct finding *f, const char *p, size_t n, const char *text)
{
    if (f && text)
        finding_repair(ps->found, f, offset_of(ps, p), (uint32_t)n, text_of(text), true);
}

static struct pdn_counted *counted_of(struct pdn_parser *ps, enum finding_code code)
{
    for (unsigned i = 0; i < ps->n_counted; i++)
        if (ps->counted[i].code == code)
            return &ps->counted[i];
    return NULL;
}

void pdn_report_once(struct pdn_parser *ps, enum finding_code code, const char *p, size_t n,
                     const char *fix, const char *message)
{
    struct pdn_counted *c = counted_of(ps, code);
    if (!c) {
        struct finding *f =
            findings_add(ps->found, code, offset_of(ps, p), (uint32_t)n, "%s", message);
        if (!f)
            return;
        c = &ps->counted[ps->n_counted++];
        *c = (struct pdn_counted){.code = code, .first = f, .tail = &f->repair};
    }
    if (++c->n > REPAIRS_MAX || !fix)
        return;
    struct repair *repair = arena_alloc(ps->found->arena, sizeof *repair);
    if (!repair) {
        ps->failed = true;
        return;
    }
    *repair = (struct repair){
        .offset = offset_of(ps, p), .length = (uint32_t)n, .text = text_of(fix), .certain = true};
    *c->tail = repair;
    c->tail = &repair->next;
}

static bool is_line_end(char c) { return c == '\n' || c == '\r'; }

/*
 * Whether n bytes at p stand alone on a line between two tags. Without them the line would be empty,
 * and a game could begin after it.
 */
static bool keeps_tags_together(const struct pdn_parser *ps, const char *p, size_t n)
{
    const char *line = p, *next = p + n;
    if (ps->game->n_tags == 0 || ps->begun || ps->game->line.first)
        return false;
    while (line > ps->begin && (line[-1] == ' ' || line[-1] == '\t'))
        line--;
    while (next < ps->end && (*next == ' ' || *next == '\t'))
        next++;
    if (line == ps->begin || !is_line_end(line[-1]) || next == ps->end || !is_line_end(*next))
        return false;
    next = skip_blanks(next, ps->end);
    return next < ps->end && *next == '[' && pdn_tag_begins(next, ps->end);
}

static bool is_of_move(char c) { return ascii_is_alnum(c) || c == '-' || c == ':'; }

/*
 * Whether n bytes at p are inside what may be one damaged move, `37-3]2` or `23-]29`, so that other
 * moves would be read without them. Between two whole moves, `37-32]10-14`, they are not.
 */
static bool splits_move(const struct pdn_parser *ps, const char *p, size_t n)
{
    const char *next = p + n, *end = ps->end;
    const struct node *last = pdn_last_node(ps);
    if (p == ps->begin || next == end || !is_of_move(p[-1]) || !is_of_move(*next)
        || (ascii_is_letter(p[-1]) && ascii_is_letter(*next)))
        return false;
    const bool after_move = last && last->text.s + last->text.n == p;
    return !after_move
           || (pdn_move_length(next, end) == 0 && pdn_move_number(next, end) == 0
               && pdn_result_length(next, end) == 0);
}

const char *pdn_gap(const struct pdn_parser *ps, const char *p, size_t n)
{
    if (keeps_tags_together(ps, p, n) || splits_move(ps, p, n))
        return NULL;
    bool touches_both =
        p > ps->begin && !is_blank(p[-1]) && ps->end - p > (ptrdiff_t)n && !is_blank(p[n]);
    return touches_both ? " " : "";
}

void pdn_report_controls(struct pdn_parser *ps, struct text text)
{
    const char *end = text.s + text.n, *p = text.s;
    if (ps->controls && p < ps->controls)
        p = ps->controls;
    while (p < end) {
        const char *from = p;
        while (p < end && pdn_byte_kind(*p) == BYTE_CONTROL)
            p++;
        if (p > from) {
            pdn_report_once(ps, FINDING_CONTROL_CHARACTER, from, (size_t)(p - from), "",
                            MESSAGE_CONTROL_CHARACTER);
            ps->controls = p;
        }
        while (p < end && pdn_byte_kind(*p) != BYTE_CONTROL)
            p++;
    }
}

/* Completes the findings that are reported once per game by adding how many there are. */
static void report_counts(struct pdn_parser *ps)
{
    for (unsigned i = 0; i < ps->n_counted; i++) {
        struct pdn_counted *c = &ps->counted[i];
        if (c->n > 1)
            c->first->message =
                findings_text(ps->found, "%.*s%.*s", TEXT_ARGS(c->first->message),
                              TEXT_ARGS(findings_text(ps->found, MESSAGE_MORE_IN_GAME, c->n - 1)));
    }
}

/* As game_new_node does. */
static ALWAYS_INLINE bool may_grow(struct pdn_parser *ps)
{
    if (LIKELY(ps->game->n_parts++ < GAME_PARTS_MAX))
        return true;
    ps->game->exceeded |= GAME_LIMIT_PARTS;
    return false;
}

static ALWAYS_INLINE struct node *append_node(struct pdn_parser *ps, enum node_kind kind,
                                              const char *p, size_t n)
{
    struct node *node = may_grow(ps) ? arena_take(ps->game->arena, sizeof *node) : NULL;
    if (UNLIKELY(!node)) {
        ps->failed = ps->over = true;
        return NULL;
    }
    *node = (struct node){.text = {p, n},
                          .offset = offset_of(ps, p),
                          .number = ps->number,
                          .kind = (uint8_t)kind,
                          .dots = ps->dots};
    *ps->here.link = node;
    ps->here.at_last = ps->here.link;
    ps->here.link = &node->next;
    ps->here.tail = &node->items;
    ps->number = 0;
    ps->number_at = NULL;
    ps->dots = false;
    return node;
}

struct node *pdn_add_node(struct pdn_parser *ps, enum node_kind kind, const char *p, size_t n)
{
    ps->begun = true;
    return append_node(ps, kind, p, n);
}

struct node *pdn_last_node(const struct pdn_parser *ps)
{
    return ps->here.at_last ? *ps->here.at_last : NULL;
}

struct item *pdn_add_item(struct pdn_parser *ps, enum item_kind kind, const char *p)
{
    struct item *item = may_grow(ps) ? arena_take(ps->game->arena, sizeof *item) : NULL;
    if (UNLIKELY(!item)) {
        ps->failed = ps->over = true;
        return NULL;
    }
    *item = (struct item){.kind = kind, .offset = offset_of(ps, p)};
    *ps->here.tail = item;
    ps->here.tail = &item->next;
    return item;
}

/*
 * Reads numbers and moves of the plainest kind, which nearly all are: `12.`, `32-28`, `19x28`.
 * Everything else is left to pdn_read_word: words that begin with a zero, results, paths, three
 * digits, and the last bytes of a text.
 */
static ALWAYS_INLINE const char *read_plain(struct pdn_parser *ps, const char *p)
{
    if (UNLIKELY(ps->end - p < 8))
        return NULL;
    const char *q = p + 1;
    q += ascii_is_digit(*q);
    char sign = *q;
    if (sign == '.') {
        if (*p == '0' || q[1] == '.' || ps->number_at
            || (ascii_is_digit(q[1])
                && (pdn_result_length(p, ps->end) > 0 || pdn_decimal_length(p, ps->end) > 0)))
            return NULL; /* dots, a fraction, or one number too many */
        if (UNLIKELY(*p == '1' && q == p + 1 && pdn_ends_before_one(ps, p)))
            return p;
        uint32_t number = (uint32_t)(*p - '0');
        ps->number = q == p + 1 ? number : number * 10 + (uint32_t)(p[1] - '0');
        ps->last_number = ps->number;
        ps->number_at = p;
        ps->dots = false; /* as in read_number: only dots after the number count */
        return q + 1;
    }
    if ((sign != '-' && sign != 'x' && sign != ':') || !ascii_is_digit(q[1]) || q[1] == '0'
        || *p == '0')
        return NULL;
    q += 2;
    q += ascii_is_digit(*q);
    if (sign != '-' && is_blank(*q) && !ascii_is_digit(q[1]))
        return NULL; /* it may be `32x23 x14` */
    if (pdn_byte_kind(*q) > BYTE_BACKSLASH || (q - p == 3 && p[0] == '1' && p[2] == '1'))
        return NULL;
    return append_node(ps, NODE_MOVE, p, (size_t)(q - p)) ? q : p;
}

static const char *read_game(struct pdn_parser *ps, const char *p)
{
    while (p < ps->end && !ps->over) {
        switch (pdn_byte_kind(*p)) {
        case BYTE_BLANK:
            p++;
            break;
        case BYTE_DIGIT: {
            const char *after = read_plain(ps, p);
            p = after ? after : pdn_read_word(ps, p);
            break;
        }
        case BYTE_BRACE:
            p = pdn_read_comment(ps, p);
            break;
        case BYTE_BRACKET:
            p = pdn_read_bracket(ps, p);
            break;
        case BYTE_OPEN:
            p = pdn_read_open(ps, p);
            break;
        case BYTE_CLOSE:
            p = pdn_read_close(ps, p);
            break;
        case BYTE_SIGN:
            p = pdn_read_strength(ps, p);
            break;
        case BYTE_DOLLAR:
            p = pdn_read_nag(ps, p);
            break;
        case BYTE_STAR:
            p = pdn_read_star(ps, p);
            break;
        case BYTE_PERCENT:
        case BYTE_SEMICOLON:
            p = pdn_read_line_comment(ps, p);
            break;
        default:
            p = pdn_read_word(ps, p);
        }
    }
    return p;
}

/* A lone star does not end a game: `*`, or the remains of `(*`. */
static bool is_empty(const struct game *game)
{
    return game->n_tags == 0 && !game->line.first && !game->line.before
           && (game->terminator.n == 0 || text_is(game->terminator, "*"));
}

/* Skips the rest of a game. @return where another one begins, or the end */
static const char *skip_game(const struct pdn_parser *ps, const char *p)
{
    size_t n = pdn_split(p, (size_t)(ps->end - p), 0);
    return n ? p + n : ps->end;
}

int pdn_parse(const char *text, size_t n, size_t *used, struct game *game, struct findings *found,
              struct err *err)
{
    struct pdn_parser ps;
    /* the rest is used only up to n_counted */
    memset(&ps, 0, offsetof(struct pdn_parser, counted));
    ps.begin = text;
    ps.end = text + (n < INT32_MAX ? n : INT32_MAX); /* offsets have 32 bits */
    ps.game = game;
    ps.found = found;
    ps.here = (struct pdn_line){.link = &game->line.first, .tail = &game->line.before};
    const char *p = text;
    do { /* once more if the brackets were empty and other tags follow */
        ps.begun = ps.over = false;
        game->terminator = (struct text){0};
        p = read_game(&ps, p);
        pdn_finish_game(&ps, p);
    } while (is_empty(game) && p < ps.end && !ps.failed && !game->exceeded);
    report_counts(&ps);
    if (game->exceeded & GAME_LIMIT_PARTS)
        p = skip_game(&ps, p);
    *used = (size_t)(p - text);
    game->source = (struct text){text, *used};
    if (found->failed || (ps.failed && !(game->exceeded & GAME_LIMIT_PARTS)))
        return err_memory(err);
    game_report_limits(game, found);
    return is_empty(game) ? 0 : 1;
}
