// SPDX-License-Identifier: MIT
/*
 * What stands between the end of a game and the next game: words, a second end, comments and
 * strengths, the trailing FILENAME tag. It belongs to the game that has ended, unless it is the
 * heading of the next one.
 */
#include "core/base/ascii.h"
#include "pdn/parser.h"

/*
 * Skips something that may follow the end of a game, at p: a comment, a NAG or a strength.
 * @return after it; p if there is none
 */
static const char *skip_item(struct pdn_parser *ps, const char *p)
{
    struct pdn_comment_form form;
    const char *q = p;
    switch (pdn_byte_kind(*p)) {
    case BYTE_BRACE:
        q = pdn_comment_end(ps, p + 1, &form);
        return form.closed ? q + 1 : q;
    case BYTE_PERCENT:
    case BYTE_SEMICOLON:
        return pdn_is_line_comment(ps, p) ? pdn_line_end(p, ps->end) : p;
    case BYTE_DOLLAR:
        for (q++; q < ps->end && ascii_is_digit(*q);)
            q++;
        return pdn_last_node(ps) && q > p + 1 ? q : p;
    case BYTE_SIGN:
        while (q < ps->end && pdn_byte_kind(*q) == BYTE_SIGN)
            q++;
        return pdn_last_node(ps) ? q : p;
    default:
        return p;
    }
}

const char *pdn_skip_space(const struct pdn_parser *ps, const char *p)
{
    for (const char *before = NULL; p != before;) {
        before = p;
        p = pdn_skip_quotes(ps, skip_blanks(p, ps->end));
    }
    return p;
}

const char *pdn_skip_items(struct pdn_parser *ps, const char *p)
{
    for (;;) {
        const char *q = pdn_skip_space(ps, p), *after = q < ps->end ? skip_item(ps, q) : q;
        if (after == q)
            return p;
        p = after;
    }
}

static const char *read_item(struct pdn_parser *ps, const char *p)
{
    switch (pdn_byte_kind(*p)) {
    case BYTE_BRACE:
        return pdn_read_comment(ps, p);
    case BYTE_DOLLAR:
        return pdn_read_nag(ps, p);
    case BYTE_SIGN:
        return pdn_read_strength(ps, p);
    case BYTE_PERCENT:
    case BYTE_SEMICOLON:
        return pdn_read_line_comment(ps, p);
    default:
        return p;
    }
}

/*
 * Whether the line from p to `end` may belong to a heading: words, without anything that may end a
 * game, since the splitter may cut after that.
 */
static bool is_heading_line(const char *p, const char *end)
{
    if (!ascii_is_alnum(*p) && pdn_byte_kind(*p) != BYTE_HIGH)
        return false;
    for (const char *q = p; q < end; q++)
        if ((*q && strchr("{}[]*;%\"", *q))
            || (ascii_is_digit(*q) && (q == p || is_blank(q[-1])) && pdn_is_plain_move(q, end)))
            return false;
    while (end > p && is_blank(end[-1]))
        end--;
    return !ascii_is_digit(*p) || !pdn_result_before(p, end);
}

/*
 * Whether the line at p and the lines after it are the heading of a game without tags: number 1
 * follows them.
 */
static bool is_heading(const struct pdn_parser *ps, const char *p)
{
    const char *stop = look_ahead(p, ps->end);
    while ((p = skip_blanks(p, stop)) < stop && pdn_move_number(p, stop) != 1) {
        const char *line_end = pdn_line_end(p, stop);
        if (!is_heading_line(p, line_end))
            return false;
        p = line_end;
    }
    const char *move = p < stop ? skip_blanks(p + pdn_digits_at(p, stop) + 1, stop) : stop;
    return move < stop && pdn_move_length(move, stop) > 0;
}

/* Whether a line is a page number: `12`, `- 12 -`. */
static bool is_page_number(const char *p, const char *end)
{
    enum { DIGITS = 3 }; /* `3228` may be a move */
    const bool dashed = *p == '-';
    if (dashed)
        p = skip_blanks(p + 1, end);
    const size_t digits = pdn_digits_at(p, end);
    p = skip_blanks(p + digits, end);
    if (dashed && p < end && *p == '-')
        return digits > 0 && digits <= DIGITS && skip_blanks(p + 1, end) == end;
    return !dashed && digits > 0 && digits <= DIGITS && p == end;
}

/* Skips a number, such as `2.`, before an end. */
static const char *skip_number(const struct pdn_parser *ps, const char *p)
{
    if (pdn_move_number(p, ps->end) <= 1)
        return p;
    while (*p != '.')
        p++;
    return skip_blanks(p + 1, ps->end);
}

/*
 * Whether the line from p to `end` is words without a move; in parentheses there may be moves:
 * `2-0 (1. 32-27)`.
 */
static bool is_words(const char *p, const char *end, bool is_page)
{
    const bool bracketed = *p == '(' && end[-1] == ')';
    for (const char *q = p; q < end; q++)
        if (*q == '[' || *q == '{' || *q == '}'
            || (!bracketed && !is_page && ascii_is_digit(*q) && !ascii_is_digit(q[-1])
                && pdn_move_length(q, end) > 2))
            return false;
    return is_page || pdn_move_length(p, end) == 0;
}

/* Whether the line from p to `end` has a move: two squares, or a capture; no date, no rating. */
static bool has_move(const char *p, const char *end)
{
    enum { SQUARES = 4 }; /* bytes of two squares in letters */
    for (const char *q = p; q < end; q++) {
        if (!ascii_is_alnum(*q) || (q > p && ascii_is_alnum(q[-1])))
            continue;
        const size_t n = pdn_move_length(q, end);
        if (ascii_is_digit(*q) ? pdn_is_plain_move(q, end) || (n > 2 && memchr(q, 'x', n))
                               : n >= SQUARES)
            return true;
    }
    return false;
}

/* Whether something other than text is at p: a comment, a sign, a separator, an end. */
static bool is_not_text(const struct pdn_parser *ps, const char *p)
{
    const char *number = skip_number(ps, p);
    return strchr("]{}*;%$!?>\\", *p) || pdn_byte_kind(*p) == BYTE_CONTROL
           || pdn_nonascii_space_length(p, ps->end) > 0
           || pdn_separator_length(ps->begin, p, ps->end) > 0
           || (number < ps->end && (*number == '*' || pdn_result_length(number, ps->end) > 0));
}

/*
 * Whether the line from p to `end` may be text, or times in square brackets. At the number 1, a line
 * of its own begins a game: the splitter may have made a cut there.
 */
static bool is_text_line(const struct pdn_parser *ps, const char *p, const char *end,
                         bool is_own_line)
{
    const bool timed = *p == '[' && p + 1 < end && ascii_is_digit(p[1]);
    while (end > p && is_blank(end[-1]))
        end--;
    for (const char *q = p; q < end; q++)
        if (strchr("{}", *q) || (!timed && strchr("[]", *q)))
            return false;
    return !is_not_text(ps, p) && !(is_own_line && pdn_move_number(p, ps->end) == 1)
           && !has_move(p, end) && pdn_move_length(p, end) < (size_t)(end - p);
}

/* Whether only lines of text stand between p and a game that certainly begins, or the end. */
static bool only_text_follows(const struct pdn_parser *ps, const char *p)
{
    const char *stop = look_ahead(p, ps->end);
    while ((p = skip_blanks(p, stop)) < stop) {
        const char *line_end = pdn_line_end(p, stop);
        if (*p == '[' && pdn_tag_begins(p, ps->end))
            return pdn_game_begins(ps->begin, p, ps->end);
        if ((line_end == stop && stop < ps->end) || !is_text_line(ps, p, line_end, true))
            return false;
        p = line_end;
    }
    return stop == ps->end;
}

/*
 * Reads the words after the end: on the same line, as in `1-1 (tijd)` or `1-0 Black resigns`, or on
 * a line of their own, unless they are the heading of a game without tags that follows. Before tags
 * they may begin with nearly anything: `=== Ronde 2 ===`, `2. Sijbrands - Wiersma`.
 * @return after it, or p
 */
static const char *read_words_after_end(struct pdn_parser *ps, const char *p)
{
    const char *word = p;
    while (word < ps->end && (*word == ' ' || *word == '\t'))
        word++;
    const bool is_own_line = word == ps->begin || word[-1] == '\n' || word[-1] == '\r';
    const char *far = look_ahead(word, ps->end), *end = pdn_line_end(word, far);
    if (word == end || (end == far && far < ps->end))
        return p;
    while (end > word && is_blank(end[-1]))
        end--;
    const bool is_page = is_own_line && is_page_number(word, end);
    const bool begins = ascii_is_letter(*word) || *word == '<' || *word == '#' || is_page
                        || (*word == '(' && word > p);
    if (!(is_text_line(ps, word, end, is_own_line) && only_text_follows(ps, end))
        && (!begins || (is_own_line && is_heading(ps, word)) || !is_words(word, end, is_page)))
        return p;
    pdn_report(ps, FINDING_STRAY_TEXT, word, (size_t)(end - word), MESSAGE_TEXT_AFTER_END);
    pdn_add_comment(ps, word, (struct text){word, (size_t)(end - word)});
    return end;
}

/*
 * Whether the end is repeated at p, and after that the text ends or another game begins. It may be
 * repeated several times, with comments in between.
 */
static bool ends_again(struct pdn_parser *ps, const char *p)
{
    enum { MOST = 16 }; /* repetitions: keeps the time linear */
    for (unsigned i = 0; i < MOST; i++) {
        size_t n = p == ps->end ? 0 : *p == '*' ? 1 : pdn_result_length(p, ps->end);
        if (!n)
            return false;
        p = pdn_skip_space(ps, pdn_skip_items(ps, p + n));
        if (pdn_ends_here(ps, p) || pdn_move_number(p, ps->end) == 1)
            return true;
        p = skip_number(ps, p);
    }
    return false;
}

/*
 * A result that follows a star counts. After another result, only the same one or a star can be
 * removed without guessing.
 * @param p the second end, of n bytes, the last of them `end`
 */
static void take_second_end(struct pdn_parser *ps, const char *p, size_t n, struct text end)
{
    struct game *game = ps->game;
    const char *first = ps->begin + game->terminator_offset;
    if (text_is(end, "*") || text_same(end, game->terminator)) {
        pdn_report_once(ps, FINDING_DOUBLE_TERMINATOR, p, n, pdn_gap(ps, p, n), MESSAGE_SECOND_END);
    } else if (text_is(game->terminator, "*")) {
        struct finding *f =
            pdn_report(ps, FINDING_DOUBLE_TERMINATOR, first, 1, MESSAGE_END_BEFORE_RESULT);
        /* together with the number before the result, unless there are comments between them */
        size_t gone = skip_blanks(first + 1, ps->end) == p ? (size_t)(end.s - first) : 1;
        pdn_repair(ps, f, first, gone, pdn_gap(ps, first, gone));
        game->terminator = end;
        game->terminator_offset = offset_of(ps, end.s);
    } else {
        pdn_report_once(ps, FINDING_DOUBLE_TERMINATOR, p, n, NULL, MESSAGE_OTHER_END);
    }
}

/*
 * Reads another star or result after the end, perhaps with a number before it.
 * @return after it, or p
 */
static const char *read_second_end(struct pdn_parser *ps, const char *p)
{
    const char *from = skip_blanks(p, ps->end), *q = skip_number(ps, from);
    if (q > from && !ends_again(ps, q))
        return p;
    if (q == ps->end)
        return p;
    size_t n = *q == '*' ? 1 : pdn_result_length(q, ps->end);
    if (n == 0)
        return p;
    take_second_end(ps, from, (size_t)(q - from) + n, (struct text){q, n});
    return q + n;
}

/* Whether there is a blank line before p, and none between `close` and `next`. */
static bool belongs_to_next(const struct pdn_parser *ps, const char *p, const char *close,
                            const char *next)
{
    const char *last = p;
    while (last > ps->begin && pdn_byte_kind(last[-1]) == BYTE_BLANK)
        last--;
    return text_count_lines((struct text){last, (size_t)(p - last)}) > 1
           && text_count_lines((struct text){close, (size_t)(next - close)}) < 2;
}

/*
 * Reads `[FILENAME ""]` after the moves, if another game or nothing follows. With a blank line
 * before it and the next tag on the line below, it is the first tag of the next game instead.
 * @return after it, or p
 */
const char *pdn_read_trailing(struct pdn_parser *ps, const char *p)
{
    const char *q = skip_blanks(p, ps->end);
    if (q == ps->end || *q != '[' || !pdn_tag_begins(q, ps->end)
        || pdn_game_begins(ps->begin, q, ps->end))
        return p;
    const char *name = q + 1;
    while (name < ps->end && (*name == ' ' || *name == '\t'))
        name++;
    if (ps->end - name < 9 || !text_is_nocase((struct text){name, 8}, "FILENAME")
        || ascii_is_letter(name[8]))
        return p;
    const char *end = pdn_line_end(q, look_ahead(q, ps->end)),
               *close = memchr(q, ']', (size_t)(end - q));
    const char *next = close ? pdn_skip_space(ps, close + 1) : NULL;
    if (!close || !pdn_ends_here(ps, next)
        || (next < ps->end && belongs_to_next(ps, q, close, next)))
        return p;
    const char *after = pdn_read_tag(ps, q);
    pdn_report(ps, FINDING_TRAILING_TAG, q, (size_t)(after - q), MESSAGE_TRAILING_TAG);
    return after;
}

/*
 * Reads a comment up to the end of the line, which belongs to the game that ends on this line,
 * whatever follows.
 * @return after it, or p
 */
static const char *read_line_comment_after_end(struct pdn_parser *ps, const char *p)
{
    const char *q = p;
    while (q < ps->end && (*q == ' ' || *q == '\t'))
        q++;
    bool same_line = q > ps->begin && q[-1] != '\n' && q[-1] != '\r';
    return q < ps->end && same_line && (*q == ';' || *q == '%') && pdn_is_line_comment(ps, q)
               ? pdn_read_line_comment(ps, q)
               : p;
}

/*
 * Reads comments, NAGs and strengths after the end. They belong to the game if another game or
 * nothing follows them; but comment lines may be the heading of the next one.
 * @return after them, or p
 */
static const char *read_items_after_end(struct pdn_parser *ps, const char *p)
{
    const char *q = skip_blanks(p, ps->end), *close = pdn_skip_items(ps, q);
    const char *next = pdn_skip_space(ps, close);
    if (close == q || !(pdn_ends_here(ps, next) || ends_again(ps, skip_number(ps, next))))
        return p;
    bool is_line = *q == '%' || *q == ';';
    if (is_line && next < ps->end && !pdn_game_begins(ps->begin, next, ps->end)
        && belongs_to_next(ps, q, close, next))
        return p;
    for (const char *item = NULL; q < close && q != item && !ps->failed;) {
        item = q;
        q = skip_blanks(read_item(ps, q), ps->end);
    }
    return q;
}

/* Skips blanks of all kinds, and everything that is treated like blanks. @return after them */
static const char *skip_blanks_after_end(struct pdn_parser *ps, const char *p)
{
    for (;;) {
        const char *q = skip_blanks(p, ps->end);
        if (q == ps->end)
            return p;
        bool escape = *q == '\\' && ps->end - q >= 2 && (q[1] == 'n' || q[1] == 'r' || q[1] == 't');
        if (escape || pdn_skip_quotes(ps, q) > q || pdn_byte_kind(*q) == BYTE_CONTROL
            || pdn_nonascii_space_length(q, ps->end) > 0)
            p = pdn_read_word(ps, q);
        else if (*q == '[' && (p = pdn_read_wrapper(ps, q)) > q)
            continue;
        else
            return q;
    }
}

const char *pdn_read_after_end(struct pdn_parser *ps, const char *p)
{
    for (;;) {
        const char *before = p;
        p = read_words_after_end(ps, p);
        p = pdn_read_separator(ps, p);
        p = read_second_end(ps, p);
        p = read_line_comment_after_end(ps, p);
        p = read_items_after_end(ps, p);
        p = pdn_read_trailing(ps, p);
        p = skip_blanks_after_end(ps, p);
        if (p == before || ps->failed)
            return p;
    }
}
