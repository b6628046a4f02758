// SPDX-License-Identifier: MIT
/*
 * Cuts a text where games certainly begin or, if there is no such place, after results that
 * certainly end one. The last beginning before `target` is looked for in windows, going backwards
 * from there, each of which is read forwards: memchr is many times faster than a loop.
 */
#include "core/base/ascii.h"
#include "pdn/pdn.h"
#include "pdn/scan.h"

enum { WINDOW = 16 * 1024 };

static const char *last_game(const char *text, const char *from, const char *to, const char *end)
{
    const char *found = NULL;
    for (const char *p = from; p < to && (p = memchr(p, '[', (size_t)(to - p))); p++)
        if (pdn_game_begins(text, p, end))
            found = p;
    return found;
}

/*
 * Text before the first tags of a file may belong to the game after it, so no cut is made before
 * that game.
 */
static const char *first_cut_after(const char *text, const char *end)
{
    const char *p = skip_blanks(text, end);
    if (p == end || (*p == '[' && pdn_tag_begins(p, end)))
        return p;
    return pdn_find_game(text, p, end);
}

/* ---- games without tags ---- */

/*
 * Skips a comment whose text begins at p. @return after it; NULL if it is not certain where the
 * parser will see its end: if it contains braces, tags (commands such as [%clock] are not tags) or,
 * in a variation that may turn out to be a remark, round brackets.
 */
static const char *skip_plain_comment(const char *p, const char *end, bool in_variation)
{
    for (; p < end && *p != '}'; p++)
        if (*p == '{' || (*p == '[' && pdn_tag_begins(p, end))
            || (in_variation && (*p == '(' || *p == ')')))
            return NULL;
    return p < end ? p + 1 : NULL;
}

/*
 * Whether the line that ends at p ends in the result of a game whose last move was seen at `move`.
 * In a line with words but without a move, the result may be part of a heading.
 */
static bool line_ends_game(const char *text, const char *line, const char *move, const char *p)
{
    while (p > text && (p[-1] == ' ' || p[-1] == '\t'))
        p--;
    const char *result = move ? pdn_result_before(text, p) : NULL;
    return result && (move >= line || skip_blanks(line, result) == result);
}

/*
 * The beginning of the line in which the number 1 follows the end of a line at p; NULL if it does
 * not. A chunk begins with the blanks before the number, so that columns are counted from there.
 */
static const char *first_number(const char *p, const char *end)
{
    enum { ENOUGH = 16 }; /* enough bytes to tell `1. 32-28` from the result `1.5-0.5` */
    const char *next = skip_blanks(p, end);
    bool is_one = end - next >= ENOUGH && next[0] == '1' && next[1] == '.'
                  && (is_blank(next[2]) || ascii_is_digit(next[2]));
    if (!is_one || pdn_result_length(next, end) > 0)
        return NULL;
    while (next[-1] == ' ' || next[-1] == '\t')
        next--;
    return next;
}

/* Whether n bytes at p, a result or `*`, may end a game in the middle of a line. */
static bool ends_within_line(const char *p, size_t n, const char *end)
{
    for (p += n; p < end && (*p == ' ' || *p == '\t');)
        p++;
    return p < end && !is_blank(*p);
}

/*
 * The last move so far, after reading a digit at p: p if a move begins there, NULL if a game may
 * have ended, else `move`.
 */
static const char *last_move(const char *text, const char *p, const char *end, const char *move)
{
    const char before = p > text ? p[-1] : ' ';
    if (ascii_is_alnum(before) || (before != '\0' && strchr(".,/-:", before)))
        return move;
    size_t result = pdn_result_length(p, end);
    if (result > 0)
        return ends_within_line(p, result, end) ? NULL : move;
    return is_blank(before) && pdn_is_plain_move(p, end) ? p : move;
}

/*
 * Whether the tag from p to the end of its line is exactly as PDN has it: `[Event "x"]` and no
 * more.
 */
static bool is_plain_tag(const char *p, const char *line_end)
{
    const char *open = memchr(p, '"', (size_t)(line_end - p));
    const char *close = open ? memchr(open + 1, '"', (size_t)(line_end - open - 1)) : NULL;
    return close && line_end - close == 2 && close[1] == ']'
           && !memchr(open, '\\', (size_t)(close - open));
}

/*
 * Whether a tag names the rules, which also affects how games without tags in the same chunk are
 * read.
 */
static bool names_rules(const char *p, const char *end)
{
    struct text name;
    pdn_tag_name(p, end, &name);
    return text_is_nocase(name, "GameType") || text_is_nocase(name, "Variant");
}

/* Skips the tags of the first game, as long as it is certain where they end. */
static const char *skip_plain_tags(const char *text, const char *end)
{
    const char *p = skip_blanks(text, end);
    while (p < end && *p == '[' && pdn_tag_begins(p, end)) {
        const char *line_end = pdn_line_end(p, end);
        if (!is_plain_tag(p, line_end) || names_rules(p, end))
            break;
        p = skip_blanks(line_end, end);
    }
    return p;
}

/*
 * Cuts games that no tags separate, except for those that begin the text: where a line ends in a
 * result or `*`, outside comments and variations, and number 1 follows. There must be a move before
 * it that belongs to the same game, since the heading of the next game may also have a result.
 * Everything before it has to be read, and the search ends at the first thing that the parser may
 * see differently: square brackets, quotes, setups, nested comments.
 */
static const char *cut_without_tags(const char *text, const char *end, size_t target)
{
    const char *best = NULL, *cut;
    unsigned depth = 0;
    const char *line = text, *move = NULL; /* where the line begins; the last move of the game */
    bool is_line_end, is_end;
    for (const char *p = skip_plain_tags(text, end); p && p < end;) {
        switch (pdn_byte_kind(*p)) {
        case BYTE_BLANK:
            is_line_end = *p == '\n' || *p == '\r';
            is_end = is_line_end && depth == 0 && line_ends_game(text, line, move, p);
            cut = is_end ? first_number(p, end) : NULL;
            if (cut && (size_t)(cut - text) > target)
                return best ? best : cut;
            best = cut ? cut : best;
            move = is_end ? NULL : move;
            line = is_line_end ? p + 1 : line;
            p = cut ? cut : p + 1;
            continue;
        case BYTE_DIGIT:
            move = depth == 0 ? last_move(text, p, end, move) : move;
            break;
        case BYTE_STAR:
            move = ends_within_line(p, 1, end) ? NULL : move;
            break;
        case BYTE_BRACE:
            line = p = skip_plain_comment(p + 1, end, depth > 0);
            continue;
        case BYTE_OPEN:
            depth++;
            break;
        case BYTE_CLOSE:
            depth -= depth > 0;
            break;
        case BYTE_PERCENT:
        case BYTE_SEMICOLON:
            if (depth > 0 || (p > text && !is_blank(p[-1])))
                return best;
            line = p = pdn_line_end(p, end);
            continue;
        case BYTE_SLASH:
            if (p == text || !ascii_is_digit(p[-1]))
                return best;
            move = ends_within_line(p, 2, end) ? NULL : move; /* 1/2, whatever is attached to it */
            break;
        case BYTE_BRACKET:
        case BYTE_CLOSE_BRACKET:
        case BYTE_BACKSLASH:
            return best;
        default:
            if (*p == '"')
                return best;
        }
        p += p < end;
    }
    return best;
}

static size_t split_at_tags(const char *text, size_t n, size_t target)
{
    const char *end = text + n;
    if (target == 0) { /* a cut in the middle of a game is looked for */
        const char *next = n ? pdn_find_game(text, text + 1, end) : NULL;
        return next ? (size_t)(next - text) : 0;
    }
    const char *first = first_cut_after(text, end);
    if (!first || first == end)
        return 0;
    const char *to = text + (target < n ? target + 1 : n), *low = first + 1;
    while (to > low) {
        const char *from = (size_t)(to - low) > WINDOW ? to - WINDOW : low;
        const char *cut = last_game(text, from, to, end);
        if (cut)
            return (size_t)(cut - text);
        to = from;
    }
    const char *from = text + (target < n ? target + 1 : n);
    const char *cut = pdn_find_game(text, from > low ? from : low, end);
    return cut ? (size_t)(cut - text) : 0;
}

size_t pdn_split(const char *text, size_t n, size_t target)
{
    size_t at_tags = split_at_tags(text, n, target);
    if (at_tags > 0 || target == 0)
        return at_tags;
    const char *cut = cut_without_tags(text, text + n, target);
    return cut ? (size_t)(cut - text) : 0;
}
