// SPDX-License-Identifier: MIT
/*
 * Decides whether a move is due at a place where the text has something else: a dash for a move
 * that was left out, or a mistyped move. The numbers decide. If they and the moves around it leave
 * no room for one more move, it is a stray sign, or words.
 */
#include "core/base/ascii.h"
#include "core/board/notation.h"
#include "pdn/parser.h"

const char *pdn_word_end(const char *p, const char *end)
{
    while (p < end) {
        enum pdn_byte_kind kind = pdn_byte_kind(*p);
        if (kind == BYTE_BLANK || kind == BYTE_OPEN || kind == BYTE_CLOSE || kind == BYTE_BRACE
            || kind == BYTE_BRACKET || kind == BYTE_CLOSE_BRACE || kind == BYTE_CLOSE_BRACKET
            || kind == BYTE_CONTROL)
            break;
        p++;
    }
    return p;
}

const char *pdn_dashes_end(const char *p, const char *end)
{
    for (unsigned dash = 1; p < end && dash; p += dash)
        dash = *p == '-' ? 1 : pdn_dash_length(p, end);
    return p;
}

/*
 * After the bracket that closes the one at p, a brace or a round one; `stop` if it is not closed.
 */
static const char *skip_bracketed(const char *p, const char *stop)
{
    const char open = *p, close = open == '{' ? '}' : ')';
    unsigned depth = 0;
    for (; p < stop; p++) {
        depth += *p == open && (depth == 0 || open == '(');
        if (*p == close && --depth == 0)
            return p + 1;
    }
    return stop;
}

static bool is_sign(char c) { return c == '-' || c == 'x' || c == 'X' || c == ':'; }

static size_t count_characters(const char *p, size_t n)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += ((uint8_t)p[i] & 0xC0) != 0x80;
    return count;
}

/* Length of the letter of any script at p; 0 if there is none. */
static unsigned letter_length(const char *p, const char *end)
{
    if (p < end && ascii_is_letter(*p))
        return 1;
    return p < end ? text_nonascii_letter(p, end) : 0;
}

/* After the square at p, a letter of any script and a digit; p where there is none. */
static const char *skip_lettered(const char *p, const char *end)
{
    const unsigned n = letter_length(p, end);
    return n > 0 && pdn_digits_at(p + n, end) == 1 ? p + n + 1 : p;
}

/* After a sign and a square in letters of any script at p; p where they are not there. */
static const char *skip_step(const char *p, const char *end)
{
    unsigned wide = 0;
    if (p < end)
        notation_nonascii_sign(p, end, &wide);
    const char *to = p + (p < end && is_sign(*p) ? 1 : wide);
    const char *after = to > p ? skip_lettered(to, end) : to;
    return after > to ? after : p;
}

/* After `dс5` or `g:h4` at p, the file of origin and the target, one of which is not Latin; or p. */
static const char *skip_short(const char *p, const char *end)
{
    char latin[NOTATION_MOVE_SIZE];
    bool alike;
    const char *sign = p + letter_length(p, end), *to = sign;
    unsigned wide = 0;
    if (sign > p && sign < end)
        notation_nonascii_sign(sign, end, &wide);
    if (sign > p && sign < end && is_sign(*sign))
        to = sign + 1;
    const char *after = to > p ? skip_lettered(to, end) : p;
    if (after == to && wide > 0)
        after = skip_lettered(sign + wide, end);
    if (after <= to)
        return p;
    const unsigned n = notation_latin((struct text){p, (size_t)(after - p)}, latin, &alike);
    return n > 0 && pdn_move_length(latin, latin + n) == n ? after : p;
}

static const char *skip_strengths(const char *p, const char *end)
{
    while (p < end && (pdn_byte_kind(*p) == BYTE_SIGN || *p == '+'))
        p++;
    return p;
}

/*
 * The length of a move in squares of letters, some of which are not Latin, at the beginning of a word of
 * n bytes: `c3-д4`. Some of those look alike, as the Cyrillic с and the Latin c do. 0: it is none.
 */
static size_t other_letters_length(const char *p, size_t n)
{
    const char *const end = p + n, *q = skip_lettered(p, end);
    const char *next = q > p ? skip_step(q, end) : skip_short(p, end);
    if (next == p || next == q)
        return 0;
    while (next > q) {
        q = next;
        next = skip_step(q, end);
    }
    if (q < end && *q == 'x')
        q++;
    const size_t length = (size_t)(q - p);
    return skip_strengths(q, end) == end && count_characters(p, length) < length ? length : 0;
}

/* What comes before the next number, setup, result, closing bracket, or end. */
struct rest_of_turn {
    unsigned moves; /* up to 2, including dashes that may stand for moves */
    bool ends;      /* nothing more of the game follows */
};

enum { ENOUGH = 2 };

/* Skips a move at p in any letters, or a dash for one. @return after it; p where there is neither */
static const char *skip_move(const char *p, const char *end)
{
    enum { WITHOUT_SIGN = 3 }; /* digits, as in 312; pdn_move_length takes four for a move, too */
    const size_t digits = pdn_digits_at(p, end);
    size_t n = digits == WITHOUT_SIGN ? digits : pdn_move_length(p, end);
    if (n == 0 && (digits > 0 || ascii_is_letter(*p)))
        n = pdn_garbled_length(p, end);
    if (n == 0 && digits == 0)
        n = other_letters_length(p, (size_t)(pdn_word_end(p, end) - p));
    const char *dashes = pdn_dashes_end(p, end);
    bool alone = dashes > p && (dashes == end || pdn_byte_kind(*dashes) <= BYTE_BACKSLASH);
    return n > 0 ? p + n : alone ? dashes : p;
}

/*
 * Where to stop looking ahead: after LOOK_AHEAD bytes, which keeps the time linear, or where a game
 * certainly begins, whatever is still open.
 */
static const char *stop_of_turn(const struct pdn_parser *ps, const char *p, bool *ends)
{
    const char *stop = look_ahead(p, ps->end);
    *ends = true;
    for (; p <= stop && p < ps->end; p++) /* at `stop`, too: the text would end there if cut */
        if (*p == '[' && pdn_game_begins(ps->begin, p, ps->end))
            return p;
    *ends = stop == ps->end;
    return stop;
}

size_t pdn_time_length(const struct pdn_parser *ps, const char *p)
{
    bool is_sure = false;
    const char *colon = p;
    while (colon < ps->end && *colon == '0')
        colon++;
    if (colon == p || colon == ps->end || *colon != ':') /* 07:17 is taken for a capture */
        return 0;
    const char *after = pdn_skip_time(p, ps->end, &is_sure), *next = after;
    if (after == p || pdn_result_length(p, ps->end) == 0)
        return (size_t)(after - p);
    bool ends;
    const char *stop = stop_of_turn(ps, after, &ends);
    while ((next = skip_blanks(next, stop)) < stop && *next == '{')
        next = skip_bracketed(next, stop);
    const bool is_end = pdn_ends_paragraph(ps, after) || (next == stop && ends)
                        || pdn_ends_here(ps, next) || pdn_move_number(next, ps->end) == 1;
    return is_end ? 0 : (size_t)(after - p);
}

/* Whether there is a move number at p, with its point, or without it and followed by a move. */
static bool is_number(const char *p, const char *end)
{
    const size_t digits = pdn_digits_at(p, end);
    const char *after = p + digits, *next = skip_blanks(after, end);
    const bool has_point = after < end && *after == '.' && pdn_decimal_length(p, end) == 0;
    return digits > 0
           && (has_point
               || (digits < 3 && next > after && next < end && skip_move(next, end) > next));
}

static struct rest_of_turn rest_of_turn(const struct pdn_parser *ps, const char *p)
{
    bool ends;
    const char *stop = stop_of_turn(ps, p, &ends), *q;
    const struct text result = pdn_result_tag(ps->game);
    unsigned moves = 0;
    while (moves < ENOUGH) {
        p = skip_blanks(p, stop);
        if (p == stop || (*p == '[' && pdn_tag_begins(p, ps->end)))
            return (struct rest_of_turn){moves, ends || p < stop};
        if ((q = p + pdn_time_length(ps, p)) > p) {
            p = q < stop ? q : stop;
            continue;
        }
        if (*p == ')' || *p == '*' || *p == '/' || pdn_result_length(p, stop) > 0
            || is_number(p, stop))
            break;
        if (*p == '{' || *p == '(')
            p = skip_bracketed(p, stop);
        else if (*p == ';' || *p == '%')
            p = pdn_line_end(p, stop);
        else if ((q = skip_move(p, stop)) > p) {
            if (text_same(result, (struct text){p, (size_t)(q - p)}))
                break; /* this is how the game ends */
            moves++;
            p = q;
        } else {
            q = pdn_word_end(p, stop);
            p = q > p ? q : p + 1;
        }
    }
    return (struct rest_of_turn){moves, false};
}

/*
 * Whether the second side's move is due, after the first side's with its number; or any move, after
 * a setup.
 */
static bool reply_is_due(const struct pdn_parser *ps)
{
    const struct node *last = pdn_last_node(ps);
    return !ps->number_at && last && (last->kind == NODE_SETUP || (last->number && !last->dots));
}

bool pdn_dash_is_move(struct pdn_parser *ps, const char *after)
{
    const struct rest_of_turn rest = rest_of_turn(ps, after);
    if (ps->number_at) {
        ps->dashed_numbers |= rest.moves == ENOUGH;
        return rest.moves == 0 || (rest.moves == 1 && !ps->dashed_numbers);
    }
    const bool last_of_all = rest.ends && pdn_last_node(ps);
    if (!ps->last_number) /* without numbers, only a result or the number 1 proves anything */
        return rest.moves > 0 || last_of_all;
    return rest.moves == 0 && (reply_is_due(ps) || last_of_all);
}

bool pdn_move_is_due(const struct pdn_parser *ps, const char *after)
{
    return (ps->number_at || reply_is_due(ps)) && rest_of_turn(ps, after).moves == 0;
}

static bool is_square_in_letters(const char *p, const char *end)
{
    return end - p >= 2 && *p >= 'a' && *p <= 'h' && p[1] >= '1' && p[1] <= '8';
}

bool pdn_is_end_of_move(const char *p, const char *end)
{
    return p < end && is_sign(*p)
           && (is_square_in_letters(p + 1, end) || pdn_digits_at(p + 1, end) > 0);
}

/* Whether a word begins like a move: `28` in `2. 28 19`, `x18`, `-27`, `b2=c3`. */
static bool begins_as_move(const char *p, const char *end)
{
    const char *first = p + is_sign(*p);
    const size_t digits = pdn_digits_at(first, end);
    const char *point = first + digits;
    const bool is_score = digits == 1 && end - point > 1 && (*point == '.' || *point == ',')
                          && ascii_is_digit(point[1]); /* 3. 0,5 37-32 */
    return (digits > 0 || is_square_in_letters(first, end)) && !is_score;
}

/* Whether the n bytes at p are short, and a sign in them touches a digit: `l4x23`, `13xG`, `05-okt`. */
static bool resembles_move(const char *p, size_t n)
{
    enum { LONGEST = 6 };                                      /* characters */
    if (count_characters(p, n) > LONGEST || memchr(p, '/', n)) /* 1-1/2 is part of a result */
        return false;
    for (size_t i = 0; i < n; i++)
        if (is_sign(p[i])
            && ((i > 0 && ascii_is_digit(p[i - 1])) || (i + 1 < n && ascii_is_digit(p[i + 1]))))
            return true;
    return false;
}

/*
 * Whether the n bytes at p are two squares with another sign between them: `5.10`, `15/24`. They are
 * near each other, unlike those in most evaluations, such as `1.25`.
 */
static bool is_move_with_other_sign(const char *p, size_t n)
{
    enum { NEAR = 3, FAR = 12, SHORTEST = 4, LAST_SQUARE = 72 }; /* 1.5 is an evaluation */
    const char *end = p + n, *sign = p + pdn_digits_at(p, end);
    unsigned from, to;
    if (n < SHORTEST || sign == end || !strchr(".,/_", *sign)
        || !text_number((struct text){p, (size_t)(sign - p)}, LAST_SQUARE, &from)
        || !text_number((struct text){sign + 1, (size_t)(end - sign - 1)}, LAST_SQUARE, &to))
        return false;
    const unsigned apart = from > to ? from - to : to - from;
    return from && to && apart >= NEAR && apart < FAR;
}

/* Whether the numbers leave room for one more move before `after`. */
static bool has_room(const struct pdn_parser *ps, const char *after)
{
    return ps->number_at ? rest_of_turn(ps, after).moves < ENOUGH
                         : reply_is_due(ps) && rest_of_turn(ps, after).moves == 0;
}

bool pdn_is_broken_move(const struct pdn_parser *ps, const char *p, size_t n, const char *after)
{
    if (ps->depth > 0)
        return false;
    if (ps->number_at && begins_as_move(p, ps->end))
        return true;
    return (resembles_move(p, n) || is_move_with_other_sign(p, n) || pdn_is_end_of_move(p, p + n))
           && has_room(ps, after);
}

size_t pdn_other_letters_length(const struct pdn_parser *ps, const char *p, const char *end)
{
    const size_t n = ps->depth == 0 ? other_letters_length(p, (size_t)(end - p)) : 0;
    const bool has_numbers = ps->last_number || !pdn_last_node(ps);
    return n > 0 && (!has_numbers || has_room(ps, end)) ? n : 0;
}

/* Whether the text of a capture ends at p, with a sign after which a square is due. */
static bool is_open_capture(const struct node *node, const char *p)
{
    const struct text t = node && node->kind == NODE_MOVE ? node->text : (struct text){0};
    if (t.n == 0 || t.s + t.n != p || (p[-1] != ':' && p[-1] != 'x'))
        return false;
    for (const char *s = t.s; s < p; s++)
        if (is_blank(*s))
            return false;
    return true;
}

size_t pdn_other_square_length(const struct pdn_parser *ps, const char *p, const char *end)
{
    const char *after = skip_lettered(p, end);
    if (after == p || ps->depth > 0 || !is_open_capture(pdn_last_node(ps), p))
        return 0;
    return skip_strengths(after, end) == end ? (size_t)(after - p) : 0;
}
