// SPDX-License-Identifier: MIT
/*
 * Round brackets: variations of any depth, on a stack of their own, remarks written like
 * variations, and strengths.
 */
#include "core/base/ascii.h"
#include "pdn/parser.h"

enum {
    FIRST_ROOM = 16,
    STRENGTH_MAX = 16, /* up to so many signs, parts of a strength are joined */
    SQUARE_MAX = 50,   /* larger numbers are not squares on any board */
};

static bool is_sign(char c) { return c == '!' || c == '?'; }

void pdn_drop_number(struct pdn_parser *ps)
{
    if (ps->number_at)
        pdn_report(ps, FINDING_NUMBER_WITHOUT_MOVE, ps->number_at, 1, MESSAGE_NUMBER_ALONE,
                   ps->number);
    ps->number_at = NULL;
    ps->number = 0;
    ps->dots = false;
}

static bool push(struct pdn_parser *ps)
{
    if (ps->depth == ps->room) {
        unsigned room = ps->room ? ps->room * 2 : FIRST_ROOM;
        struct pdn_line *outer = arena_alloc(ps->game->arena, room * sizeof *outer);
        if (!outer)
            return false;
        if (ps->depth)
            memcpy(outer, ps->outer, ps->depth * sizeof *outer);
        ps->outer = outer;
        ps->room = room;
    }
    ps->outer[ps->depth++] = ps->here;
    return true;
}

static void set_mark(struct pdn_parser *ps)
{
    struct pdn_mark *mark = &ps->mark;
    mark->last = ps->found->last;
    mark->begun = ps->begun;
    mark->controls = ps->controls;
    mark->last_number = ps->last_number;
    mark->n_reports = ps->n_reports;
    mark->n_counted = ps->n_counted;
    memcpy(mark->counted, ps->counted, ps->n_counted * sizeof *ps->counted);
}

/*
 * Restores the state when the bracket was opened. No other was opened since: a variation with
 * brackets inside does not become a remark.
 */
static void back_to_mark(struct pdn_parser *ps)
{
    const struct pdn_mark *mark = &ps->mark;
    findings_cut(ps->found, mark->last);
    ps->begun = mark->begun;
    ps->controls = mark->controls;
    ps->last_number = mark->last_number;
    ps->number_at = NULL;
    ps->number = 0;
    ps->dots = false;
    ps->n_reports = mark->n_reports;
    ps->n_counted = mark->n_counted;
    memcpy(ps->counted, mark->counted, mark->n_counted * sizeof *ps->counted);
    for (unsigned i = 0; i < ps->n_counted; i++)
        *ps->counted[i].tail = NULL;
}

static void open_line(struct pdn_parser *ps, const char *p)
{
    struct item **slot = ps->here.tail;
    struct line *line = arena_zalloc(ps->game->arena, sizeof *line);
    struct item *item = line ? pdn_add_item(ps, ITEM_LINE, p) : NULL;
    ps->here.has_items = true;
    if (!item || !push(ps)) {
        ps->failed = ps->over = true;
        return;
    }
    item->line = line;
    ps->here =
        (struct pdn_line){.link = &line->first, .tail = &line->before, .slot = slot, .open = p};
    set_mark(ps);
}

/*
 * Finds a strength in brackets, `(?!)`, which is no variation.
 * @return after its bracket, NULL if there is none
 */
static const char *sign_in_brackets(const char *p, const char *end)
{
    const char *q = p + 1;
    while (q < end && is_sign(*q))
        q++;
    return q > p + 1 && q < end && *q == ')' ? q + 1 : NULL;
}

/* Whether tags follow the bracket, as in `( [Event "x"]`: no variation can begin there. */
static bool is_before_tags(const struct pdn_parser *ps, const char *p)
{
    const char *next = skip_blanks(p + 1, look_ahead(p + 1, ps->end));
    return !ps->begun && !ps->game->line.first && next < ps->end && *next == '['
           && pdn_tag_begins(next, ps->end);
}

const char *pdn_skip_time(const char *p, const char *end, bool *is_sure)
{
    unsigned first = 0, parts = 0;
    const char *q = p;
    for (; q < end && ascii_is_digit(*q) && q - p < 3; q++)
        first = first * 10 + (unsigned)(*q - '0');
    const bool bare = q == p + 1;
    bool sure = first == 0 || first > SQUARE_MAX;
    for (; q > p && end - q > 2 && *q == ':' && q[1] >= '0' && q[1] < '6' && ascii_is_digit(q[2]);
         q += 3) {
        const unsigned part = (unsigned)(q[1] - '0') * 10 + (unsigned)(q[2] - '0');
        sure |= part == 0 || part > SQUARE_MAX || (bare && q[1] == '0');
        parts++;
    }
    if (parts == 0 || parts > 2 || (q < end && ascii_is_digit(*q)))
        return p;
    *is_sure |= sure;
    return q;
}

/*
 * Finds the end of times in brackets, `(0:15)` or `(0:15, 1:02:33)`, which are no variation but
 * what the clocks show. Once the game has certainly had a time, `(12:23)` is one, too, unless
 * captures are written with colons.
 * @return at its closing bracket, NULL if there are no times
 */
static const char *end_of_times(struct pdn_parser *ps, const char *p)
{
    const struct node *last = pdn_last_node(ps);
    bool sure = ps->has_times && !(last && memchr(last->text.s, ':', last->text.n));
    const char *q = p;
    do {
        const char *from = skip_blanks(q + 1, ps->end),
                   *after = pdn_skip_time(from, ps->end, &sure);
        if (after == from)
            return NULL;
        q = skip_blanks(after, ps->end);
    } while (q < ps->end && (*q == ',' || *q == ';' || *q == '/' || *q == '-'));
    if (!sure || q == ps->end || *q != ')')
        return NULL;
    ps->has_times = true;
    return q;
}

const char *pdn_read_open(struct pdn_parser *ps, const char *p)
{
    if (sign_in_brackets(p, ps->end))
        return pdn_read_strength(ps, p);
    size_t bracketed = pdn_bracketed_length(p, ps->end);
    if (bracketed > 0)
        return pdn_add_node(ps, NODE_MOVE, p, bracketed) ? p + bracketed : p;
    if (ps->depth == 0 && pdn_lacks_bracket(ps, p, p + 1))
        return pdn_read_bare_tag(ps, p, p + 1);
    if (ps->depth == 0 && is_before_tags(ps, p)) {
        struct finding *f = pdn_report(ps, FINDING_STRAY_BRACKET, p, 1, MESSAGE_STRAY_OPEN);
        pdn_repair(ps, f, p, 1, pdn_gap(ps, p, 1));
        return p + 1;
    }
    const char *times = end_of_times(ps, p);
    pdn_drop_number(ps);
    if (!pdn_last_node(ps) && ps->depth == 0)
        pdn_report(ps, FINDING_LOOSE_VARIATION, p, 1, MESSAGE_LOOSE_VARIATION);
    bool too_deep = ps->depth == GAME_DEPTH_MAX;
    if (too_deep)
        pdn_report(ps, FINDING_DEEP_NESTING, p, 1, MESSAGE_DEEP_NESTING, GAME_DEPTH_MAX);
    open_line(ps, p);
    ps->begun = true; /* unless it turns out to be a remark */
    if (ps->over)
        return p;
    if (times)
        return pdn_read_remark(ps, times);
    return too_deep ? pdn_read_remark(ps, p + 1) : p + 1;
}

static void pop(struct pdn_parser *ps) { ps->here = ps->outer[--ps->depth]; }

bool pdn_close_line(struct pdn_parser *ps)
{
    struct item **slot = ps->here.slot;
    bool empty = ps->here.tail == &(*slot)->line->before;
    pop(ps);
    if (empty) {
        *slot = NULL;
        ps->here.tail = slot;
    }
    return !empty;
}

/*
 * Whether the innermost variation holds only a number, as in `(12)` and `(+0.3)`, or other signs
 * without a move. p is its closing bracket.
 */
static bool is_without_move(const struct pdn_parser *ps, const char *p)
{
    bool empty = skip_blanks(ps->here.open + 1, p) == p;
    if (empty || pdn_last_node(ps) || ps->here.has_items)
        return false;
    const struct item *item = (*ps->here.slot)->line->before;
    while (item && item->kind == ITEM_COMMENT)
        item = item->next;
    return !item;
}

const char *pdn_read_close(struct pdn_parser *ps, const char *p)
{
    if (ps->depth == 0) {
        struct finding *f = pdn_report(ps, FINDING_STRAY_BRACKET, p, 1, MESSAGE_STRAY_CLOSE);
        pdn_repair(ps, f, p, 1, pdn_gap(ps, p, 1));
        return p + 1;
    }
    if (is_without_move(ps, p))
        return pdn_read_remark(ps, p);
    pdn_drop_number(ps);
    const char *open = ps->here.open;
    if (!pdn_close_line(ps))
        pdn_report(ps, FINDING_STRAY_TEXT, open, (size_t)(p + 1 - open), MESSAGE_EMPTY_BRACKETS);
    return p + 1;
}

const char *pdn_read_remark(struct pdn_parser *ps, const char *p)
{
    const char *open = ps->here.open, *end = p;
    unsigned depth = 1;
    for (; end < ps->end; end++) {
        if (*end == '[' && pdn_game_begins(ps->begin, end, ps->end))
            break;
        if (*end == '(')
            depth++;
        else if (*end == ')' && --depth == 0)
            break;
    }
    bool closed = depth == 0;
    struct item *item = *ps->here.slot;
    back_to_mark(ps);
    struct finding *f =
        pdn_report(ps, FINDING_REMARK, open, (size_t)(end + closed - open), "%s",
                   p < ps->end && *p == ')' ? MESSAGE_WITHOUT_MOVE : MESSAGE_REMARK);
    if (!closed) {
        pdn_report(ps, FINDING_UNCLOSED_VARIATION, open, 1, MESSAGE_UNCLOSED_REMARK);
        ps->open_comment = true;
    }
    bool plain =
        !memchr(open, '{', (size_t)(end - open)) && !memchr(open, '}', (size_t)(end - open));
    if (closed && plain && !pdn_last_node(ps)) {
        pdn_repair(ps, f, open, 1, "{");
        pdn_repair(ps, f, end, 1, "}");
    }
    pop(ps);
    /*
     * the item itself becomes the comment: its text is added as a second item, which is then
     * removed
     */
    struct item **tail = ps->here.tail;
    pdn_add_unbraced_comment(ps, open, (struct text){open + 1, (size_t)(end - open - 1)});
    if (!ps->failed) {
        item->kind = ITEM_COMMENT;
        item->comment = (*tail)->comment;
        *tail = NULL;
        ps->here.tail = tail;
    }
    return end + closed;
}

/*
 * Puts a strength before everything else after the move, joining it to one that is already there.
 */
static void add_strength(struct pdn_parser *ps, struct node *node, const char *p, struct text text)
{
    struct item *first = node->items;
    if (first && first->kind == ITEM_STRENGTH && first->strength.n + text.n > STRENGTH_MAX) {
        pdn_add_comment(ps, p, text);
        return;
    }
    if (first && first->kind == ITEM_STRENGTH) {
        char *both = arena_alloc(ps->game->arena, first->strength.n + text.n);
        if (!both) {
            ps->failed = ps->over = true;
            return;
        }
        memcpy(both, first->strength.s, first->strength.n);
        memcpy(both + first->strength.n, text.s, text.n);
        first->strength = (struct text){both, first->strength.n + text.n};
        return;
    }
    struct item *item = pdn_add_item(ps, ITEM_STRENGTH, p);
    if (!item)
        return;
    item->strength = text;
    if (!first)
        return;
    struct item **end = &node->items; /* move it to the front */
    while (*end != item)
        end = &(*end)->next;
    *end = NULL;
    item->next = first;
    node->items = item;
    ps->here.tail = end;
}

const char *pdn_read_strength(struct pdn_parser *ps, const char *p)
{
    const char *from = p + (*p == '('), *to = from;
    while (to < ps->end && is_sign(*to))
        to++;
    const char *after = to + (*p == '(');
    struct text text = {from, (size_t)(to - from)};
    struct node *node = pdn_last_node(ps);
    if (!node || node->kind == NODE_SETUP || ps->number_at) {
        pdn_report(ps, FINDING_STRAY_TEXT, p, (size_t)(after - p), MESSAGE_STRENGTH_ALONE);
        pdn_add_comment(ps, p, text);
        return after;
    }
    const char *move = node->text.s + node->text.n;
    if (node->items && node->items->kind != ITEM_STRENGTH) {
        pdn_report_once(ps, FINDING_STRENGTH_BLANK, p, (size_t)(after - p), NULL,
                        MESSAGE_STRENGTH_APART);
    } else if (!node->items && p > move && is_blank(p[-1])) {
        const char *gap = skip_blanks(move, p) == p ? move : NULL;
        pdn_report_once(ps, FINDING_STRENGTH_BLANK, gap ? gap : p, gap ? (size_t)(p - gap) : 1,
                        gap ? "" : NULL, MESSAGE_STRENGTH_BLANK);
    }
    add_strength(ps, node, p, text);
    return after;
}

const char *pdn_read_nag(struct pdn_parser *ps, const char *p)
{
    const char *q = p + 1;
    unsigned nag = 0;
    for (; q < ps->end && ascii_is_digit(*q); q++)
        nag = nag < 1000 ? nag * 10 + (unsigned)(*q - '0') : nag;
    if (q == p + 1 || nag > 255) {
        pdn_report(ps, q == p + 1 ? FINDING_STRAY_TEXT : FINDING_NAG_RANGE, p, (size_t)(q - p),
                   q == p + 1 ? MESSAGE_DOLLAR_ALONE : MESSAGE_NAG_RANGE);
        pdn_add_comment(ps, p, (struct text){p, (size_t)(q - p)});
        return q;
    }
    struct item *item = pdn_add_item(ps, ITEM_NAG, p);
    if (item)
        item->nag = nag;
    return q;
}
