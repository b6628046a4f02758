// SPDX-License-Identifier: MIT
/*
 * Everything in the movetext that is not a bracket, a comment or a plain move: moves in all other
 * spellings, numbers, dots, results, hyphens, signs of printed analysis, setups, and everything
 * that can only be kept as words.
 */
#include "core/base/array.h"
#include "core/base/ascii.h"
#include "core/base/utf8.h"
#include "pdn/parser.h"

enum { SHOWN = 32 };

/* ---- words ---- */

static bool begins_word(const char *p, const char *end)
{
    enum pdn_byte_kind kind = pdn_byte_kind(*p);
    if (kind == BYTE_HIGH)
        return pdn_result_length(p, end) == 0 && pdn_nonascii_space_length(p, end) == 0;
    return kind == BYTE_OTHER || (kind == BYTE_LETTER && pdn_move_length(p, end) == 0);
}

/* Whether a date with hyphens is at p, `17-09-1988`: no move has four digits. */
static bool is_date(const char *p, const char *end)
{
    const char *month = p + pdn_digits_at(p, end) + 1;
    if (month > end || month - p > 3 || month[-1] != '-')
        return false;
    const char *year = month + pdn_digits_at(month, end) + 1;
    return year <= end && year - month <= 3 && year[-1] == '-' && pdn_digits_at(year, end) == 4;
}

/*
 * Whether the number at p belongs to a heading before the first tag, as in "Championship 1985": it
 * stands alone, and no move follows; or it is part of a date.
 */
static bool is_in_heading(const struct pdn_parser *ps, const char *p)
{
    if (ps->depth > 0 || ps->game->n_tags || ps->game->line.first)
        return false;
    const char *after = p + pdn_digits_at(p, ps->end), *next = skip_blanks(after, ps->end);
    bool alone = after > p && (next > after || after == ps->end);
    return (alone && pdn_move_length(next, ps->end) == 0) || is_date(p, ps->end);
}

/*
 * Where the next word begins after the one that ends at p, perhaps with a dash between them, as in
 * `Wiersma - Sijbrands`; NULL if something else follows.
 */
static const char *next_word(const struct pdn_parser *ps, const char *p)
{
    const char *next = skip_blanks(p, ps->end), *dashes = pdn_dashes_end(next, ps->end);
    if (dashes > next && dashes < ps->end && is_blank(*dashes)) {
        next = skip_blanks(dashes, ps->end);
        return next < ps->end && begins_word(next, ps->end) ? next : NULL;
    }
    bool follows = next < ps->end && (begins_word(next, ps->end) || is_in_heading(ps, next))
                   && pdn_skip_quotes(ps, next) == next;
    return follows ? next : NULL;
}

/*
 * Reads words that are not moves as a comment, together with the words that follow immediately. In
 * a variation without inner brackets, the whole variation becomes a remark.
 */
static const char *read_words(struct pdn_parser *ps, const char *p)
{
    if (ps->depth > 0 && !ps->here.has_items)
        return pdn_read_remark(ps, p);
    const char *end = pdn_word_end(p, ps->end), *one = end;
    const size_t move = pdn_other_letters_length(ps, p, end);
    if (move > 0) /* which the checker cannot read */
        return pdn_add_node(ps, NODE_MOVE, p, move) ? p + move : p;
    const size_t last = pdn_other_square_length(ps, p, end);
    if (last > 0) {
        pdn_last_node(ps)->text.n += last;
        return p + last;
    }
    if (end == p)
        end = one = p + 1;
    for (const char *next; (next = next_word(ps, end));)
        end = pdn_word_end(next, ps->end);
    bool broken = pdn_is_broken_move(ps, p, (size_t)(one - p), end);
    pdn_report(ps, broken ? FINDING_UNREADABLE_MOVE : FINDING_STRAY_TEXT, p, (size_t)(end - p),
               MESSAGE_NOT_A_MOVE, (int)utf8_fit(p, (size_t)(one - p), SHOWN), p,
               end > one ? " ..." : "");
    pdn_add_comment(ps, p, (struct text){p, (size_t)(end - p)});
    return end;
}

/* Keeps n bytes that are not a move as a comment; what follows is read as usual. */
static const char *keep_stray(struct pdn_parser *ps, const char *p, size_t n)
{
    pdn_report(ps, FINDING_STRAY_TEXT, p, n, MESSAGE_NOT_A_MOVE, (int)n, p, "");
    pdn_add_comment(ps, p, (struct text){p, n});
    return p + n;
}

/* ---- numbers and dots ---- */

static const char *skip_dots(const char *p, const char *end)
{
    while (p < end && *p == '.')
        p++;
    return p;
}

/* U+2026, three points in one character. */
static bool is_ellipsis(const char *p, const char *end)
{
    return end - p >= 3 && memcmp(p, "\xE2\x80\xA6", 3) == 0;
}

/*
 * Whether the number just read repeats that of the last move, so that three points are certainly
 * meant after it: in `1.. 32-28` it may be one or three.
 */
static bool is_second_half(const struct pdn_parser *ps)
{
    const struct node *last = pdn_last_node(ps);
    return last && last->number && last->number == ps->number && !last->dots;
}

static const char *read_number(struct pdn_parser *ps, const char *p, size_t n)
{
    const char *dots = p + n, *end = skip_dots(dots, ps->end);
    bool ellipsis = is_ellipsis(dots, ps->end);
    size_t zeros = 0;
    while (zeros + 1 < n && p[zeros] == '0')
        zeros++;
    end += ellipsis ? 3 : 0;
    pdn_drop_number(ps);
    for (const char *d = p; d < dots; d++)
        ps->number = ps->number < 100000000 ? ps->number * 10 + (uint32_t)(*d - '0') : ps->number;
    if (end == dots)
        pdn_report_once(ps, FINDING_NUMBER_FORM, p, n, NULL, MESSAGE_NUMBER_NO_POINT);
    else if (ps->number == 0)
        pdn_report_once(ps, FINDING_NUMBER_FORM, p, n, NULL, MESSAGE_NUMBER_BELOW_ONE);
    else if (zeros > 0)
        pdn_report_once(ps, FINDING_NUMBER_FORM, p, zeros, "", MESSAGE_NUMBER_ZERO);
    ps->number_at = p;
    ps->last_number = ps->number;
    ps->dots = end - dots > 1;
    if (ellipsis)
        pdn_report_once(ps, FINDING_TYPOGRAPHY, dots, 3, "...", MESSAGE_ELLIPSIS);
    else if (ps->dots && end - dots != 3)
        pdn_report_once(ps, FINDING_SKIPPED_MOVE, dots, (size_t)(end - dots),
                        is_second_half(ps) ? "..." : NULL, MESSAGE_DOTS_COUNT);
    return end;
}

/* Whether the n digits at p are the next move number, without its point, and a move follows. */
static bool is_due(const struct pdn_parser *ps, const char *p, size_t n)
{
    uint32_t value = 0;
    for (size_t i = 0; i < n && i < 9; i++)
        value = value * 10 + (uint32_t)(p[i] - '0');
    const char *next = skip_blanks(p + n, ps->end);
    return value == ps->last_number + 1 && !ps->number_at && pdn_move_length(next, ps->end) > 0
           && pdn_result_length(next, ps->end) == 0;
}

/* Whether a sign precedes p, not counting blanks: p is the second half of a broken move. */
static bool follows_sign(const struct pdn_parser *ps, const char *p)
{
    while (p > ps->begin && (p[-1] == ' ' || p[-1] == '\t' || p[-1] == '('))
        p--;
    return p > ps->begin && (p[-1] == '-' || p[-1] == 'x' || p[-1] == ':');
}

/*
 * Reads digits followed by neither a point nor a second square: 3228 is a move, the next number in
 * line is a move number.
 */
static const char *read_digits(struct pdn_parser *ps, const char *p, size_t n)
{
    size_t garbled = pdn_garbled_length(p, ps->end);
    for (size_t i = n - 1; garbled && i > 0; i--) /* 2736-31 */
        if (is_due(ps, p, i) && i + pdn_move_length(p + i, ps->end) == garbled)
            return read_number(ps, p, i);
    if (garbled)
        return pdn_add_node(ps, NODE_MOVE, p, garbled) ? p + garbled : p;
    const char *next = skip_blanks(p + n, ps->end);
    next = skip_blanks(skip_dots(next, ps->end), ps->end); /* as in `12 . 32-28` */
    if (n == 4 || (n == 3 && !is_due(ps, p, n)))
        return pdn_add_node(ps, NODE_MOVE, p, n) ? p + n : p;
    /* a part of a move, as in `29x?18`, is no move number: that stands by itself before a move */
    bool alone = (p == ps->begin || is_blank(p[-1])) && (p + n == ps->end || is_blank(p[n]));
    bool leads = alone && pdn_move_length(next, ps->end) > 0;
    if (n < 4 && follows_sign(ps, p) && !pdn_last_node(ps))
        return keep_stray(ps, p, n); /* 12-(7 */
    bool number = n < 4 && !follows_sign(ps, p) && (leads || ps->depth > 0);
    return number ? read_number(ps, p, n) : read_words(ps, p);
}

static const char *read_dots(struct pdn_parser *ps, const char *p)
{
    const char *end = skip_dots(p, ps->end);
    if (end == p) /* U+2026 */
        end = p + 3;
    else if (end - p == 1) {
        pdn_report_once(ps, FINDING_STRAY_TEXT, p, 1, NULL, MESSAGE_LONE_POINT);
        return end;
    }
    pdn_report_once(ps, FINDING_SKIPPED_MOVE, p, (size_t)(end - p), NULL, MESSAGE_DOTS_MOVE);
    ps->dots = true;
    return end;
}

/*
 * Keeps a time among the moves as a comment; if a move is due, it may be a move that has lost a
 * digit.
 */
static const char *keep_time(struct pdn_parser *ps, const char *p, size_t n)
{
    bool broken = ps->depth == 0 && pdn_move_is_due(ps, p + n);
    pdn_report(ps, broken ? FINDING_UNREADABLE_MOVE : FINDING_STRAY_TEXT, p, n, MESSAGE_NOT_A_MOVE,
               (int)n, p, "");
    pdn_add_comment(ps, p, (struct text){p, n});
    return p + n;
}

/* Whether after p, where a result ends, nothing more of its game follows. */
static bool is_last(const struct pdn_parser *ps, const char *p)
{
    const char *next = pdn_skip_space(ps, p);
    return pdn_ends_paragraph(ps, p) || pdn_ends_here(ps, next)
           || pdn_move_number(next, ps->end) == 1;
}

/*
 * Finds a result that a mail program has broken after its hyphen, `1-\n1`.
 * @param whole set to the result in one piece; static
 * @return its length; 0 if there is none
 */
static size_t broken_result_length(const struct pdn_parser *ps, const char *p, const char **whole)
{
    static const char *const results[] = {"2-0", "0-2", "1-1", "1-0", "0-1", "1/2-1/2", "0-0"};
    for (size_t i = 0; i < ARRAY_LEN(results); i++) {
        const char *second = strchr(results[i], '-') + 1, *after = p + (second - results[i]);
        if (ps->end - p < after - p || memcmp(p, results[i], (size_t)(after - p)) != 0)
            continue;
        const char *next = pdn_skip_line_break(after, ps->end);
        const size_t n = strlen(second);
        if (next == after || (size_t)(ps->end - next) < n || memcmp(next, second, n) != 0
            || !is_last(ps, next + n))
            continue;
        *whole = results[i];
        return (size_t)(next + n - p);
    }
    return 0;
}

static const char *read_broken_result(struct pdn_parser *ps, const char *p, size_t n,
                                      const char *whole)
{
    const char *after = pdn_read_result(ps, p, n);
    if (ps->game->terminator.s != p)
        return after;
    ps->game->terminator = text_of(whole);
    struct finding *f = pdn_report(ps, FINDING_RESULT_FORM, p, n, MESSAGE_RESULT_LINE_BREAK, whole);
    pdn_repair(ps, f, p, n, whole);
    return after;
}

static const char *read_digit(struct pdn_parser *ps, const char *p)
{
    size_t n = pdn_time_length(ps, p);
    if (n > 0)
        return keep_time(ps, p, n);
    n = pdn_result_length(p, ps->end);
    if (n > 0)
        return pdn_read_result(ps, p, n);
    const char *whole;
    n = broken_result_length(ps, p, &whole);
    if (n > 0)
        return read_broken_result(ps, p, n, whole);
    size_t digits = pdn_digits_at(p, ps->end);
    if (digits < 4 && is_ellipsis(p + digits, ps->end)
        && pdn_move_length(skip_blanks(p + digits + 3, ps->end), ps->end) > 0)
        return read_number(ps, p, digits);
    n = ps->number_at || pdn_last_node(ps) ? pdn_odd_sign_length(p, ps->end) : 0;
    if (n > 0) /* the checker reports it as unreadable */
        return pdn_add_node(ps, NODE_MOVE, p, n) ? p + n : p;
    n = pdn_decimal_length(p, ps->end);
    if (n > 0)
        return ps->depth > 0 ? keep_stray(ps, p, n) : read_words(ps, p);
    if (p + digits < ps->end && p[digits] == '.')
        return digits == 1 && *p == '1' && pdn_ends_before_one(ps, p) ? p
                                                                      : read_number(ps, p, digits);
    n = pdn_move_length(p, ps->end);
    if (n > 0 && pdn_result_length(p, p + n) == n) { /* its end was hidden: 1-1+, 1 - 1/2 */
        bool cut_share = p + n < ps->end && p[n] == '/';
        return cut_share ? read_words(ps, p) : pdn_read_result(ps, p, n);
    }
    if (n > 0)
        return pdn_add_node(ps, NODE_MOVE, p, n) ? p + n : p;
    return read_digits(ps, p, digits);
}

static const char *read_letter(struct pdn_parser *ps, const char *p)
{
    size_t n = pdn_move_length(p, ps->end);
    if (n > 0)
        return pdn_add_node(ps, NODE_MOVE, p, n) ? p + n : p;
    if (pdn_lacks_bracket(ps, p, p))
        return pdn_read_bare_tag(ps, p, p);
    n = pdn_garbled_length(p, ps->end);
    if (n > 0)
        return pdn_add_node(ps, NODE_MOVE, p, n) ? p + n : p;
    if (ps->end - p >= 4 && memcmp(p, "a.l.", 4) == 0) {
        pdn_report_once(ps, FINDING_MAGAZINE_SIGN, p, 4, NULL, MESSAGE_MAGAZINE_SIGN);
        pdn_add_comment(ps, p, (struct text){p, 4});
        return p + 4;
    }
    return read_words(ps, p);
}

/* ---- hyphens and signs ---- */

/*
 * Whether a hyphen and a digit are the remains of a move. In `1. 31-26 -8 2. 34-29` they stand
 * where the second side's move should, so they are not an evaluation. `-0` is the remains of a
 * result.
 */
static bool is_rest_of_move(const struct pdn_parser *ps, const char *digit)
{
    const struct node *last = pdn_last_node(ps);
    const char *next = skip_blanks(digit + 1, ps->end);
    return *digit == '0' || (last->number && !last->dots && pdn_move_number(next, ps->end));
}

/*
 * The length of the two hyphens after a number that the writer uses for an unknown move; 0 if they
 * are not at p.
 */
static size_t unknown_length(const struct pdn_parser *ps, const char *p)
{
    const char *after = p + 2;
    bool is_there = ps->number_at && is_blank(p[-1]) && after <= ps->end && p[1] == '-'
                    && (after == ps->end || pdn_byte_kind(*after) <= BYTE_BACKSLASH);
    return is_there ? 2 : 0;
}

/* Reads a lone dash: a move that was left out, the beginning of words, or a stray sign. */
static const char *read_dash(struct pdn_parser *ps, const char *p, size_t n)
{
    const char *after = p + n, *next = skip_blanks(after, ps->end);
    if (unknown_length(ps, p) == n || pdn_dash_is_move(ps, after))
        return pdn_add_node(ps, NODE_UNKNOWN, p, n) ? after : p;
    if (next < ps->end && begins_word(next, ps->end))
        return read_words(ps, p);
    pdn_report_once(ps, FINDING_STRAY_TEXT, p, n, pdn_gap(ps, p, n), MESSAGE_STRAY_DASH);
    return after;
}

/* Reads hyphens and dashes; with + or = or a digit they are a sign used in printed analysis. */
static const char *read_hyphen(struct pdn_parser *ps, const char *p)
{
    size_t result = pdn_result_length(p, ps->end);
    if (result > 0)
        return pdn_read_result(ps, p, result);
    const char *q = p;
    bool sign = false;
    for (unsigned dash; q < ps->end; q += dash ? dash : 1) {
        dash = pdn_dash_length(q, ps->end);
        sign |= *q == '+' || *q == '=' || *q == '/';
        if (!dash && *q != '-' && *q != '+' && *q != '=' && *q != '/')
            break;
    }
    size_t digits = pdn_digits_at(q, ps->end), decimal = pdn_decimal_length(q, ps->end);
    const char *after = q + (decimal ? decimal : digits);
    bool glued = p > ps->begin && ascii_is_alnum(p[-1]);
    bool counts = digits == 1 && !glued && (after == ps->end || is_blank(*after)) && !ps->number_at;
    if (counts && !decimal && pdn_last_node(ps) && !sign && is_rest_of_move(ps, q))
        return *q == '0' || ps->depth > 0 ? keep_stray(ps, p, (size_t)(after - p))
                                          : read_words(ps, p);
    if (sign || decimal || (counts && pdn_last_node(ps))) {
        q = digits == 1 || decimal ? after : q;
        pdn_report_once(ps, FINDING_MAGAZINE_SIGN, p, (size_t)(q - p), NULL, MESSAGE_MAGAZINE_SIGN);
        pdn_add_comment(ps, p, (struct text){p, (size_t)(q - p)});
        return q;
    }
    if ((digits > 1 || (digits > 0 && ps->number_at)) && ps->depth == 0)
        return read_words(ps, p); /* the end of a move: -27 */
    if (digits > 0 && ps->depth > 0 && !pdn_last_node(ps) && !ps->here.has_items)
        return keep_stray(ps, p, (size_t)(after - p)); /* 46(-41, (-8) */
    if (ps->depth == 0 && pdn_is_end_of_move(p, ps->end))
        return read_words(ps, p); /* -g1 */
    return read_dash(ps, p, (size_t)(q - p));
}

/* ---- the rest ---- */

/*
 * Reads `/FEN "W:W32:B19"/`, which sets up the board again. In `28x19/14x23` the slash is a stray
 * one.
 */
static const char *read_slash(struct pdn_parser *ps, const char *p)
{
    const char *end = ps->end, *q = skip_blanks(p + 1, end);
    const struct node *last = pdn_last_node(ps);
    bool touches = last && p == last->text.s + last->text.n;
    bool in_result = p > ps->begin && pdn_result_length(p - 1, end) > 0; /* 28x1/2-1/2 */
    if (touches && q == p + 1 && !in_result && pdn_move_length(q, end) > 0) {
        pdn_report_once(ps, FINDING_STRAY_TEXT, p, 1, pdn_gap(ps, p, 1), MESSAGE_STRAY_SLASH);
        return q;
    }
    if (end - q < 4 || !text_is_nocase((struct text){q, 3}, "FEN"))
        return read_words(ps, p);
    q = skip_blanks(q + 3, end);
    if (q == end || *q != '"')
        return read_words(ps, p);
    const char *value = ++q, *stop = pdn_line_end(q, look_ahead(q, end));
    while (q < stop && *q != '"')
        q++;
    const char *after = q < stop ? skip_blanks(q + 1, end) : end;
    if (after == end || *after != '/')
        return read_words(ps, p);
    pdn_add_node(ps, NODE_SETUP, value, (size_t)(q - value));
    return after + 1;
}

static const char *read_backslash(struct pdn_parser *ps, const char *p)
{
    char c = p + 1 < ps->end ? p[1] : '\0';
    if (c != 'n' && c != 'r' && c != 't')
        return read_words(ps, p);
    bool line_follows = p + 2 < ps->end && (p[2] == '\n' || p[2] == '\r' || p[2] == '\\');
    pdn_report_once(ps, FINDING_LITERAL_ESCAPE, p, 2,
                    c == 't'       ? " "
                    : line_follows ? ""
                                   : "\n",
                    MESSAGE_LITERAL_ESCAPE);
    return p + 2;
}

static const char *read_control(struct pdn_parser *ps, const char *p)
{
    const char *q = p;
    if (*p == 0x1A) {
        pdn_report_once(ps, FINDING_DOS_END, p, 1, pdn_gap(ps, p, 1), MESSAGE_DOS_END);
        return p + 1;
    }
    while (q < ps->end && *q != 0x1A && pdn_byte_kind(*q) == BYTE_CONTROL)
        q++;
    if (ps->controls && q <= ps->controls) /* a remark has already reported them */
        return q;
    size_t n = (size_t)(q - p);
    pdn_report_once(ps, FINDING_CONTROL_CHARACTER, p, n, pdn_gap(ps, p, n),
                    MESSAGE_CONTROL_CHARACTER);
    return ps->controls = q;
}

static const char *read_high(struct pdn_parser *ps, const char *p)
{
    unsigned blank = pdn_nonascii_space_length(p, ps->end);
    if (blank > 0 && (uint8_t)*p == 0xEF) /* U+FEFF */
        pdn_report_once(ps, FINDING_BYTE_ORDER_MARK, p, blank, pdn_gap(ps, p, blank),
                        MESSAGE_INNER_MARK);
    else if (blank > 0)
        pdn_report_once(ps, FINDING_TYPOGRAPHY, p, blank, " ", MESSAGE_WIDE_BLANK);
    if (blank > 0)
        return p + blank;
    if (pdn_dash_length(p, ps->end) > 0)
        return read_hyphen(ps, p);
    size_t n = pdn_result_length(p, ps->end);
    if (n > 0)
        return pdn_read_result(ps, p, n);
    if (is_ellipsis(p, ps->end))
        return read_dots(ps, p);
    return read_words(ps, p);
}

/* Length of the list of captured squares at p, if it is that of the move just read; else 0. */
static size_t listing_length(const struct pdn_parser *ps, const struct node *node, const char *p)
{
    if (!node || node->kind != NODE_MOVE || node->items || ps->number_at)
        return 0;
    const char *move = node->text.s, *after = pdn_skip_listed(move + node->text.n, ps->end);
    size_t n = (size_t)(after - move);
    return after > p && pdn_move_length(move, after) == n ? n : 0;
}

static const char *read_other(struct pdn_parser *ps, const char *p)
{
    struct node *node = pdn_last_node(ps);
    size_t listing = *p == '<' ? listing_length(ps, node, p) : 0;
    if (listing > 0) {
        node->text.n = listing;
        return node->text.s + listing;
    }
    if (*p == '+' || *p == '=')
        return read_hyphen(ps, p);
    const char *q = pdn_skip_quotes(ps, p);
    if (q > p) {
        pdn_report_once(ps, FINDING_WRAPPER, p, (size_t)(q - p), "", MESSAGE_MAIL_QUOTES);
        return q;
    }
    return read_words(ps, p);
}

const char *pdn_read_separator(struct pdn_parser *ps, const char *p)
{
    const char *q = skip_blanks(p, ps->end);
    size_t n = pdn_separator_length(ps->begin, q, ps->end);
    if (n == 0)
        return p;
    pdn_report_once(ps, FINDING_STRAY_TEXT, q, n, pdn_gap(ps, q, n), MESSAGE_SEPARATOR_LINE);
    return q + n;
}

const char *pdn_read_word(struct pdn_parser *ps, const char *p)
{
    if (ps->depth == 0 && !ps->number_at && !pdn_last_node(ps)) {
        const char *after = pdn_read_separator(ps, p);
        if (after > p)
            return after;
    }
    switch (pdn_byte_kind(*p)) {
    case BYTE_DIGIT:
        return read_digit(ps, p);
    case BYTE_LETTER:
        return read_letter(ps, p);
    case BYTE_HYPHEN:
        return read_hyphen(ps, p);
    case BYTE_DOT:
        return read_dots(ps, p);
    case BYTE_COMMA:
        pdn_report_once(ps, FINDING_STRAY_TEXT, p, 1, pdn_gap(ps, p, 1), MESSAGE_STRAY_COMMA);
        return p + 1;
    case BYTE_SLASH:
        return read_slash(ps, p);
    case BYTE_BACKSLASH:
        return read_backslash(ps, p);
    case BYTE_CLOSE_BRACE:
        pdn_repair(ps, pdn_report(ps, FINDING_STRAY_BRACKET, p, 1, MESSAGE_STRAY_BRACE), p, 1,
                   pdn_gap(ps, p, 1));
        return p + 1;
    case BYTE_CLOSE_BRACKET:
        pdn_report_once(ps, FINDING_STRAY_TEXT, p, 1, pdn_gap(ps, p, 1),
                        MESSAGE_STRAY_CLOSE_SQUARE);
        return p + 1;
    case BYTE_CONTROL:
        return read_control(ps, p);
    case BYTE_HIGH:
        return read_high(ps, p);
    default:
        return read_other(ps, p);
    }
}
