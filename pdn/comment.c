// SPDX-License-Identifier: MIT
/* Comments: in braces, or up to the end of a line; and where an unclosed one ends. */
#include "pdn/parser.h"

/* Bytes that may end a comment, or make its end uncertain. */
static bool stops_comment(char c) { return c == '}' || c == '{' || c == '['; }

enum { NESTED_MAX = 4096, NESTED_DEPTH = 16, NESTED_TRIES = 1000 };

/*
 * There is a brace inside the comment that begins at `p`. It is part of one comment that goes on to
 * the brace that balances the first, if there is such a brace before the next game; otherwise the
 * comment ends at the first closing brace, as PDN says. How far, how deep and how often the parser
 * may look ahead in vain is limited, so that the time stays linear: without the limit on depth,
 * each of many short games such as `{ { } *` would scan all that follow it. The limits count from
 * the comment, because a game must be read the same way whatever precedes it.
 */
static const char *balanced_end(struct pdn_parser *ps, const char *p)
{
    const char *far = ps->end - p > NESTED_MAX ? p + NESTED_MAX : ps->end;
    if (ps->nested_in_vain == NESTED_TRIES)
        return NULL;
    for (unsigned depth = 1; p < far; p++) {
        if (!stops_comment(*p))
            continue;
        if (*p == '[' && pdn_game_may_begin(ps->begin, p, ps->end))
            break;
        if (*p == '{' && ++depth > NESTED_DEPTH)
            break;
        if (*p == '}' && --depth == 0)
            return p;
    }
    ps->nested_in_vain++;
    return NULL;
}

const char *pdn_comment_end(struct pdn_parser *ps, const char *p, struct pdn_comment_form *form)
{
    const char *from = p;
    *form = (struct pdn_comment_form){0};
    for (; p < ps->end; p++) {
        if (LIKELY(!stops_comment(*p)))
            continue;
        if (*p == '}')
            break;
        if (*p == '{' && !form->nested)
            form->nested = p;
        else if (*p == '[' && pdn_game_begins(ps->begin, p, ps->end))
            break;
    }
    form->closed = p < ps->end && *p == '}';
    const char *balanced = form->nested && form->closed ? balanced_end(ps, from) : NULL;
    form->balanced = balanced;
    return balanced ? balanced : p;
}

static bool begins_line(const struct pdn_parser *ps, const char *p)
{
    return p == ps->begin || p[-1] == '\n' || p[-1] == '\r';
}

const char *pdn_skip_quotes(const struct pdn_parser *ps, const char *p)
{
    enum { DEPTH_MAX = 64 }; /* bytes: keeps the time linear */
    const char *from = p;
    if (p == ps->end || *p != '>')
        return p;
    while (from > ps->begin && p - from < DEPTH_MAX && (from[-1] == '>' || from[-1] == ' '))
        from--;
    while (begins_line(ps, from) && p < ps->end && (*p == '>' || *p == ' '))
        p++;
    return p;
}

/* Whether a line of the text, apart from the first, begins with the mark of a quoted e-mail. */
static bool has_quotes(struct text text)
{
    for (size_t i = 1; i < text.n; i++)
        if (text.s[i] == '>' && (text.s[i - 1] == '\n' || text.s[i - 1] == '\r'))
            return true;
    return false;
}

struct text pdn_without_quotes(struct pdn_parser *ps, struct text text)
{
    const char *line = text.s, *end = text.s + text.n;
    if (!has_quotes(text))
        return text;
    while (!begins_line(ps, line))
        line--;
    char *copy = *line == '>' ? arena_strndup(ps->game->arena, text.s, text.n) : NULL;
    if (!copy)
        return text;
    size_t n = 0;
    for (const char *p = text.s; p < end; copy[n++] = *p++) {
        const char *after = begins_line(ps, p) ? pdn_skip_quotes(ps, p) : p;
        after = after < end ? after : end;
        if (after > p)
            pdn_report_once(ps, FINDING_WRAPPER, p, (size_t)(after - p), "", MESSAGE_MAIL_QUOTES);
        if ((p = after) == end)
            break;
    }
    return (struct text){copy, n};
}

/* Where the blanks and line ends at p end. @param breaks how many line ends there are */
static const char *skip_breaks(const char *p, const char *end, unsigned *breaks)
{
    *breaks = 0;
    for (; p < end && is_blank(*p); p++)
        *breaks += *p == '\n' || (*p == '\r' && (p + 1 == end || p[1] != '\n'));
    return p;
}

/*
 * Lines of PDN are broken wherever they are full, so that a line end in a comment is a blank; an empty line
 * ends a paragraph.
 */
static struct text without_line_ends(struct pdn_parser *ps, struct text text)
{
    if (text.n == 0 || (!memchr(text.s, '\n', text.n) && !memchr(text.s, '\r', text.n)))
        return text;
    char *copy = arena_strndup(ps->game->arena, text.s, text.n);
    const char *end = text.s + text.n, *after;
    size_t n = 0;
    if (!copy)
        return text;
    for (const char *p = text.s; p < end; p = after) {
        unsigned breaks;
        after = skip_breaks(p, end, &breaks);
        if (breaks == 0) {
            after += after == p;
            memcpy(copy + n, p, (size_t)(after - p));
            n += (size_t)(after - p);
        } else if (breaks == 1 || after == end || p == text.s) {
            copy[n++] = ' ';
        } else {
            copy[n++] = '\n';
            copy[n++] = '\n';
        }
    }
    return (struct text){copy, n};
}

static struct item *add_comment(struct pdn_parser *ps, const char *at, struct text text)
{
    pdn_report_controls(ps, text);
    text = without_line_ends(ps, pdn_without_quotes(ps, text));
    struct item *item = pdn_add_item(ps, ITEM_COMMENT, at);
    if (item)
        item->comment = text;
    return item;
}

void pdn_add_comment(struct pdn_parser *ps, const char *at, struct text text)
{
    add_comment(ps, at, text);
}

void pdn_add_unbraced_comment(struct pdn_parser *ps, const char *at, struct text text)
{
    struct item *item = add_comment(ps, at, text);
    if (!item || (!memchr(text.s, '{', text.n) && !memchr(text.s, '}', text.n)))
        return;
    text = item->comment;
    char *copy = arena_strndup(ps->game->arena, text.s, text.n);
    if (!copy) {
        ps->failed = ps->over = true;
        return;
    }
    for (size_t i = 0; i < text.n; i++)
        copy[i] = copy[i] == '{' ? '(' : copy[i] == '}' ? ')' : copy[i];
    item->comment.s = copy;
}

static struct text without_blanks_behind(const char *p, const char *end)
{
    while (end > p && is_blank(end[-1]))
        end--;
    return (struct text){p, (size_t)(end - p)};
}

const char *pdn_read_comment(struct pdn_parser *ps, const char *p)
{
    struct pdn_comment_form form;
    const char *end = pdn_comment_end(ps, p + 1, &form);
    struct text text = {p + 1, (size_t)(end - p - 1)};
    ps->here.has_items = true;
    if (form.nested)
        pdn_report(ps, FINDING_NESTED_COMMENT, form.nested, 1,
                   form.balanced ? MESSAGE_NESTED_COMMENT_BALANCED : MESSAGE_NESTED_COMMENT);
    if (form.closed) {
        if (form.balanced)
            pdn_add_unbraced_comment(ps, p, text);
        else
            pdn_add_comment(ps, p, text);
        return end + 1;
    }
    ps->open_comment = true;
    pdn_report(ps, FINDING_UNCLOSED_COMMENT, p, 1, "%s",
               end < ps->end ? MESSAGE_UNCLOSED_COMMENT : MESSAGE_UNCLOSED_COMMENT_LAST);
    pdn_add_comment(ps, p, without_blanks_behind(p + 1, end));
    return end;
}

/*
 * Whether the semicolon at p only separates moves, as a comma could, as in `1. 32-28 19-23; 2.
 * 28x19`: it is followed by the number that is due, with its move, which is not repeated on the
 * next line; or by nothing but a result that ends the game; or by nothing.
 */
static bool separates_moves(const struct pdn_parser *ps, const char *p)
{
    if (ps->game->terminator.n > 0) /* no more moves are due */
        return false;
    const char *far = look_ahead(p, ps->end), *end = pdn_line_end(p, far);
    const char *next = skip_blanks(p + 1, end), *next_line = skip_blanks(end, ps->end);
    const bool whole = end < far || end == ps->end;
    const uint32_t number = pdn_move_number(next, end);
    if (number > 0 && number == ps->last_number + 1) {
        const char *move = skip_blanks(next + pdn_digits_at(next, end) + 1, end);
        return pdn_move_length(move, end) > 0
               && !(whole && pdn_move_number(next_line, ps->end) == number);
    }
    const size_t n = next < end && *next == '*' ? 1 : pdn_result_length(next, end);
    return whole && skip_blanks(next + n, end) == end
           && (n == 0 || pdn_ends_here(ps, next_line) || pdn_move_number(next_line, ps->end) == 1);
}

bool pdn_is_line_comment(const struct pdn_parser *ps, const char *p)
{
    if (*p == ';')
        return !separates_moves(ps, p);
    return *p == '%'
           && (begins_line(ps, p) || pdn_move_length(p + 1, ps->end) == 0); /* 1. %32-28 */
}

const char *pdn_read_line_comment(struct pdn_parser *ps, const char *p)
{
    if (!pdn_is_line_comment(ps, p)) {
        pdn_report_once(ps, FINDING_STRAY_TEXT, p, 1, pdn_gap(ps, p, 1),
                        *p == '%' ? MESSAGE_STRAY_PERCENT : MESSAGE_STRAY_SEMICOLON);
        return p + 1;
    }
    const char *end = pdn_line_end(p, ps->end);
    struct text text = text_trim((struct text){p + 1, (size_t)(end - p - 1)});
    if (*p == ';')
        pdn_report_once(ps, FINDING_SEMICOLON_COMMENT, p, (size_t)(end - p), NULL,
                        MESSAGE_SEMICOLON_COMMENT);
    ps->here.has_items = true;
    if (text.n > 0)
        pdn_add_unbraced_comment(ps, p, text);
    return end;
}
