// SPDX-License-Identifier: MIT
/* Tags, well-formed or not, and everything else in square brackets. */
#include "core/base/array.h"
#include "core/base/ascii.h"
#include "pdn/parser.h"

enum { LOOK_BACK = 64, LINES_MAX = 16 };

/* @param at where the name begins in the source text */
static void add_tag_at(struct pdn_parser *ps, const char *at, struct text name, struct text value)
{
    if (game_add_tag(ps->game, name, value, offset_of(ps, at)))
        ps->failed = ps->over = true;
}

static void add_tag(struct pdn_parser *ps, struct text name, struct text value)
{
    add_tag_at(ps, name.s, name, value);
}

/* Room for a changed copy of a value; NULL: out of memory, and parsing ends. */
static char *copy_room(struct pdn_parser *ps, size_t n)
{
    char *room = arena_alloc(ps->game->arena, n);
    if (!room)
        ps->failed = ps->over = true;
    return room;
}

/* Undoes \" and \\ ; other backslashes stay. */
static struct text unescape(struct pdn_parser *ps, struct text t)
{
    char *copy = memchr(t.s, '\\', t.n) ? copy_room(ps, t.n) : NULL, *to = copy;
    if (!copy)
        return t;
    for (size_t i = 0; i < t.n; i++) {
        char next = i + 1 < t.n ? t.s[i + 1] : '\0';
        if (t.s[i] == '\\' && next != '"')
            pdn_report_once(ps, FINDING_BACKSLASH, t.s + i, next == '\\' ? 2 : 1, NULL,
                            next == '\\' ? MESSAGE_DOUBLE_BACKSLASH : MESSAGE_LONE_BACKSLASH);
        if (t.s[i] == '\\' && (next == '"' || next == '\\'))
            i++;
        *to++ = t.s[i];
    }
    return (struct text){copy, (size_t)(to - copy)};
}

/*
 * Turns line ends and the blanks around them into one blank; after : and , as in a FEN, they are
 * dropped.
 */
static struct text join_lines(struct pdn_parser *ps, struct text t)
{
    char *copy = copy_room(ps, t.n ? t.n : 1), *to = copy;
    if (!copy)
        return t;
    for (size_t i = 0; i < t.n;) {
        if (t.s[i] != '\n' && t.s[i] != '\r') {
            *to++ = t.s[i++];
            continue;
        }
        while (i < t.n && is_blank(t.s[i]))
            i++;
        while (to > copy && is_blank(to[-1]))
            to--;
        if (to > copy && to[-1] != ':' && to[-1] != ',' && i < t.n)
            *to++ = ' ';
    }
    return (struct text){copy, (size_t)(to - copy)};
}

/* ---- tags that are not well formed ---- */

static unsigned any_quote(const char *p, const char *end)
{
    return p < end && *p == '"' ? 1 : pdn_quote_length(p, end);
}

/* The quote, if any, that ends right before `p`. @return its length */
static unsigned quote_before(const char *begin, const char *p)
{
    if (p > begin && p[-1] == '"')
        return p - begin >= 2 && p[-2] == '\\' ? 0 : 1;
    if (p - begin >= 3 && pdn_quote_length(p - 3, p) == 3)
        return 3;
    return p - begin >= 2 && pdn_quote_length(p - 2, p) == 2 ? 2 : 0;
}

static const char *back_over(const char *begin, const char *p)
{
    while (p > begin && is_blank(p[-1]))
        p--;
    return p;
}

/*
 * Where a value ends, before its quote, and where its tag ends. `lines` says whether it spans
 * several lines.
 */
struct value_end {
    const char *value, *after;
    bool quote, bracket, lines;
};

/*
 * Looks for a quote and a `]` after it, up to `stop`, the end of the line (unless `lines`), or the
 * next tag. Also notes the first bracket.
 */
static bool quote_and_bracket(const char *from, const char *stop, bool lines, struct value_end *out,
                              const char **first)
{
    *first = NULL;
    for (const char *p = from; p < stop && (lines || (*p != '\n' && *p != '\r')); p++) {
        if (*p == '[' && *first && pdn_tag_begins(p, stop))
            break;
        if (*p != ']')
            continue;
        const char *at = back_over(from, p);
        unsigned n = quote_before(from, at);
        if (n > 0) {
            *out =
                (struct value_end){.value = at - n, .after = p + 1, .quote = true, .bracket = true};
            return true;
        }
        if (!*first)
            *first = p;
    }
    return false;
}

/*
 * The end of the few lines that a value may run over: before a blank one, or one that begins with a
 * bracket, after the marks of a quoted e-mail.
 */
static const char *last_line(const char *p, const char *end)
{
    for (unsigned lines = 0; lines < LINES_MAX; lines++) {
        p = pdn_line_end(p, end);
        const char *next = p;
        if (next < end && *next == '\r')
            next++;
        if (next < end && *next == '\n')
            next++;
        const char *word = next;
        while (word < end && (*word == ' ' || *word == '\t' || *word == '>'))
            word++;
        if (word == end || *word == '\n' || *word == '\r' || *word == '[')
            return p;
        if (memchr(p, ']', (size_t)(pdn_line_end(word, end) - p)))
            return pdn_line_end(word, end);
        p = next;
    }
    return p;
}

/*
 * Whether a quote with a backslash before it closes the value, as in `"C:\Games\"]`: there is no
 * opening quote that it could belong to.
 */
static bool closes_after_backslash(const char *from, const char *p)
{
    unsigned quotes = 0;
    if (p == from || p[-1] != '"')
        return false;
    for (; from < p; from++)
        quotes += *from == '"';
    return quotes % 2 == 1;
}

/*
 * The bracket that closes a tag at the beginning of the next line, to which a mail program has moved
 * it; NULL: none.
 */
static const char *bracket_on_next_line(const char *line_end, const char *end)
{
    const char *p = line_end;
    p += p < end && *p == '\r';
    p += p < end && *p == '\n';
    while (p < end && (*p == ' ' || *p == '\t'))
        p++;
    return p < end && *p == ']' ? p : NULL;
}

static struct value_end find_end(const char *from, const char *end)
{
    const char *bracket;
    struct value_end found = {0};
    if (quote_and_bracket(from, end, false, &found, &bracket))
        return found;
    const char *value = bracket ? back_over(from, bracket) : from;
    if (bracket && closes_after_backslash(from, value))
        return (struct value_end){
            .value = value - 1, .after = bracket + 1, .quote = true, .bracket = true};
    if (bracket) /* the closing quote is missing */
        return (struct value_end){.value = value, .after = bracket + 1, .bracket = true};
    const char *stop = pdn_line_end(from, end), *last = back_over(from, stop);
    unsigned n = quote_before(from, last);
    const char *below = n > 0 ? bracket_on_next_line(stop, end) : NULL;
    if (below)
        return (struct value_end){
            .value = last - n, .after = below + 1, .quote = true, .bracket = true};
    if (n > 0) /* the bracket is missing */
        return (struct value_end){.value = last - n, .after = last, .quote = true};
    if (quote_and_bracket(from, last_line(stop, end), true, &found, &bracket)) {
        found.lines = true;
        return found;
    }
    return (struct value_end){.value = last, .after = last};
}

/*
 * The quote that follows a tag's name on the next line, with the value on that line too; NULL:
 * none.
 */
static const char *quote_on_next_line(const char *after_name, const char *end)
{
    const char *line = pdn_line_end(after_name, look_ahead(after_name, end));
    const char *quote = skip_blanks(after_name, look_ahead(after_name, end));
    if (quote >= end || *quote != '"' || line >= quote)
        return NULL;
    line += *line == '\r' && line[1] == '\n' ? 2 : 1;
    const char *stop = pdn_line_end(line, look_ahead(line, end));
    bool next = stop > quote, closed = next && memchr(quote, ']', (size_t)(stop - quote));
    return closed ? quote : NULL;
}

/*
 * Finds a name of more than one word that continues at p, as in `[Heure blanche "0:10:00"]`: only
 * words may precede the opening quote, and nothing but the bracket may follow the closing one on
 * its line.
 * @param quote set to the opening quote if there is such a name
 * @return the end of the name; NULL: none
 */
static const char *spaced_name_end(const char *begin, const char *p, const char *end,
                                   const char **quote)
{
    const char *word = p, *stop = pdn_line_end(p, look_ahead(p, end));
    while (p < stop && p - begin < TAG_NAME_MAX) {
        word = p;
        while (p < stop && (*p == ' ' || *p == '\t'))
            p++;
        if (p == word)
            return NULL;
        if (p < stop && *p == '"')
            break;
        const char *next = pdn_name_end(p, stop);
        if (next == p)
            return NULL;
        p = next;
    }
    const char *close = p < stop && *p == '"' ? memchr(p + 1, '"', (size_t)(stop - p - 1)) : NULL;
    if (!close || word - begin > TAG_NAME_MAX || stop - close < 2 || close[1] != ']'
        || memchr(p, '\\', (size_t)(close - p)))
        return NULL;
    *quote = p;
    return word;
}

/*
 * Joins the words of a name, since PDN has no names of several words.
 * @return the name, which is reported
 */
static struct text join_words(struct pdn_parser *ps, struct text name)
{
    char *joined = copy_room(ps, name.n);
    if (!joined)
        return name;
    for (size_t i = 0; i < name.n; i++)
        joined[i] = name.s[i] == ' ' || name.s[i] == '\t' ? '_' : name.s[i];
    const struct text one = {joined, name.n};
    struct finding *f = pdn_report(ps, FINDING_TAG_NAME, name.s, name.n, MESSAGE_TAG_WORDS,
                                   TEXT_ARGS(name), TEXT_ARGS(one));
    pdn_repair(ps, f, name.s, name.n, findings_text(ps->found, "%.*s", TEXT_ARGS(one)).s);
    return one;
}

/*
 * Repairs the non-ASCII blanks from `from` to `to`, which should be `blank`.
 * @return whether there are any
 */
static bool repair_blanks(struct pdn_parser *ps, const char *from, const char *to,
                          const char *blank)
{
    bool any = false;
    for (const char *p = from; p < to && !any; p++)
        any = (uint8_t)*p >= 0x80;
    if (any)
        pdn_report_once(ps, FINDING_TYPOGRAPHY, from, (size_t)(to - from), blank,
                        MESSAGE_WIDE_BLANK);
    return any;
}

/* Reads the rest of a tag after its name, whatever its form. */
static const char *read_odd_tag(struct pdn_parser *ps, const char *open, struct text name)
{
    const char *p = name.s + name.n, *quote = p, *at = name.s;
    quote = pdn_skip_tag_blanks(quote, ps->end);
    const char *below = quote_on_next_line(p, ps->end);
    if (below) {
        pdn_report(ps, FINDING_TAG_LINE_BREAK, open, (size_t)(below - open), MESSAGE_TAG_BROKEN);
        quote = below;
    }
    unsigned n = any_quote(quote, ps->end);
    const char *name_end = n == 0 ? spaced_name_end(name.s, p, ps->end, &quote) : NULL;
    if (name_end) {
        name = join_words(ps, (struct text){at, (size_t)(name_end - at)});
        p = name_end;
        n = 1;
    }
    struct value_end end = find_end(quote + n, ps->end);
    struct text value = {quote + n, (size_t)(end.value - (quote + n))};
    pdn_report_controls(ps, value);
    size_t length = (size_t)(end.after - open);
    const bool before = repair_blanks(ps, open + 1, at, ""),
               after = repair_blanks(ps, p, quote, " ");
    bool straight = n == 1 && end.quote && *end.value == '"' && !before && !after;
    if (!end.bracket)
        pdn_report(ps, FINDING_TAG_FORM, open, length, MESSAGE_TAG_UNCLOSED);
    else if (straight && !below && (at != open + 1 || quote != p + 1 || end.after - end.value != 2))
        pdn_report_once(ps, FINDING_TAG_FORM, open, length, NULL,
                        quote == p ? MESSAGE_TAG_NO_BLANK : MESSAGE_TAG_BLANKS);
    if (n > 1 || (end.quote && *end.value != '"'))
        pdn_report_once(ps, FINDING_TYPOGRAPHY, open, length, NULL, MESSAGE_TAG_TYPOGRAPHY);
    if (n == 0 || !end.quote)
        pdn_report(ps, FINDING_TAG_QUOTES, open, length, "%s",
                   n > 0       ? MESSAGE_TAG_NO_CLOSING_QUOTE
                   : end.quote ? MESSAGE_TAG_NO_OPENING_QUOTE
                               : MESSAGE_TAG_NO_QUOTES);
    else if (memchr(value.s, '"', value.n) && !memchr(value.s, '\\', value.n))
        pdn_report(ps, FINDING_TAG_QUOTES, open, length, MESSAGE_TAG_BARE_QUOTE);
    if (end.lines) {
        pdn_report(ps, FINDING_TAG_LINE_BREAK, open, length, MESSAGE_TAG_LINE_BREAK);
        value = join_lines(ps, unescape(ps, pdn_without_quotes(ps, value)));
    } else {
        value = unescape(ps, value);
    }
    add_tag_at(ps, at, name, value);
    return end.after;
}

const char *pdn_read_tag(struct pdn_parser *ps, const char *open)
{
    const char *end = ps->end, *p = pdn_skip_tag_blanks(open + 1, end);
    struct text name = {p, (size_t)(pdn_name_end(p, end) - p)};
    ps->tag_end = p += name.n;
    if (ps->game->n_tags == 0) { /* what preceded it says nothing about this game */
        ps->last_number = ps->nested_in_vain = 0;
        ps->dots = false;
    }
    if (end - p < 4 || p[0] != ' ' || p[1] != '"' || name.s != open + 1)
        return ps->tag_end = read_odd_tag(ps, open, name);
    const char *value = p + 2;
    bool escaped = false;
    for (p = value; p < end && *p != '"' && *p != '\n' && *p != '\r'; p++)
        if (UNLIKELY(*p == '\\') && p + 1 < end && p[1] != '\n' && p[1] != '\r') {
            escaped = true;
            p++;
        }
    if (end - p < 2 || p[0] != '"' || p[1] != ']')
        return ps->tag_end = read_odd_tag(ps, open, name);
    struct text text = {value, (size_t)(p - value)};
    pdn_report_controls(ps, text);
    add_tag(ps, name, escaped ? unescape(ps, text) : text);
    return ps->tag_end = p + 2;
}

bool pdn_lacks_bracket(const struct pdn_parser *ps, const char *from, const char *name)
{
    if (ps->begun || ps->game->line.first
        || (from > ps->begin && from[-1] != '\n' && from[-1] != '\r'))
        return false;
    const char *p = pdn_name_end(name, ps->end);
    if (p == name || ps->end - p < 2 || *p != ' ' || p[1] != '"')
        return false;
    const char *end = back_over(p, pdn_line_end(p, ps->end));
    return end[-1] == ']' && quote_before(p + 2, end - 1) > 0;
}

const char *pdn_read_bare_tag(struct pdn_parser *ps, const char *from, const char *p)
{
    size_t before = (size_t)(p - from);
    struct finding *f = pdn_report(ps, FINDING_TAG_FORM, from, before,
                                   before ? MESSAGE_TAG_ROUND : MESSAGE_TAG_UNOPENED);
    pdn_repair(ps, f, from, before, "[");
    struct text name = {p, (size_t)(pdn_name_end(p, ps->end) - p)};
    const char *value = p + name.n + 2, *end = back_over(value, pdn_line_end(value, ps->end)) - 1;
    end -= quote_before(value, end);
    struct text text = {value, (size_t)(end - value)};
    pdn_report_controls(ps, text);
    add_tag(ps, name, unescape(ps, text));
    return ps->tag_end = pdn_line_end(value, ps->end);
}

/* ---- brackets that may be no tag ---- */

/*
 * Whether the game already has a tag with the name of the tag at p; only the first tags are
 * compared.
 */
static bool repeats_tag(const struct pdn_parser *ps, const char *p)
{
    const struct game *game = ps->game;
    const char *end = pdn_name_end(++p, ps->end);
    for (unsigned i = 0; i < game->n_tags && i < LOOK_BACK; i++)
        if (text_same_nocase(game->tags[i].name, (struct text){p, (size_t)(end - p)}))
            return true;
    return false;
}

/*
 * Whether a tag at p begins another game: always after moves; after tags, if that is certain, or if
 * tags that this game already has begin again after a blank line.
 */
static bool is_next_game(const struct pdn_parser *ps, const char *p)
{
    if (ps->begun || ps->game->line.first || ps->number_at)
        return true;
    if (ps->game->n_tags == 0) /* text before the first tags of a file belongs to them */
        return ps->game->line.before && ps->game->at.line > 1
               && pdn_game_begins(ps->begin, p, ps->end);
    const char *end = ps->tag_end; /* no blank line before it, nor a result before the line end */
    if (end[-1] == ']' && (p - end < 2 || (p - end == 2 && end[0] == '\r' && end[1] == '\n')))
        return false;
    unsigned lines = 0;
    for (const char *q = ps->tag_end; q < p; q++)
        lines += *q == '\n';
    return pdn_game_begins(ps->begin, p, ps->end) || (lines > 1 && repeats_tag(ps, p));
}

/*
 * Whether this name is followed by an unquoted value, not by words that are part of a comment:
 * `[Round 17]`, but `[Round of the last 16]` and `[Result in doubt]` are comments.
 */
static bool has_bare_value(struct text name, const char *p, const char *close)
{
    static const char *const names[] = {"GameType", "Result", "Round", "Date"};
    struct text value = text_trim((struct text){p, (size_t)(close - p)});
    if (text_is_nocase(name, "FEN"))
        return true;
    if (value.n == 0 || (!ascii_is_digit(*value.s) && *value.s != '*' && *value.s != '?'))
        return false;
    for (size_t i = 0; i < value.n; i++)
        if (is_blank(value.s[i]))
            return false;
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (text_is_nocase(name, names[i]))
            return true;
    return false;
}

/* Whether a tag lacks its opening quote: `[FEN W:W31:B19]` and `[White Harm Wiersma"]`. */
static bool lacks_quote(const char *p, const char *close)
{
    const char *name = p + 1;
    while (name < close && is_blank(*name))
        name++;
    const char *q = pdn_name_end(name, close);
    if (q == name || q == close || (*q != ' ' && *q != '\t'))
        return false;
    return has_bare_value((struct text){name, (size_t)(q - name)}, q, close)
           || quote_before(q, close) > 0;
}

/*
 * Finds a tag that was cut off at the end of the file, such as `[Whi`.
 * @return after the name, or NULL
 */
static const char *cut_tag(const struct pdn_parser *ps, const char *p)
{
    const char *name = p + 1, *end = pdn_name_end(name, ps->end);
    bool last = skip_blanks(end, look_ahead(end, ps->end)) == ps->end;
    return !ps->game->more && end > name && last ? end : NULL;
}

/* Whether a tag is broken in two: `[Result` and `"1-0"]` on the next line. */
static bool is_broken_tag(const struct pdn_parser *ps, const char *p)
{
    const char *end = pdn_name_end(++p, ps->end);
    return end > p && quote_on_next_line(end, ps->end);
}

const char *pdn_read_wrapper(struct pdn_parser *ps, const char *p)
{
    static const char *const marks[] = {"[pdn]",  "[/pdn]",  "[pgn]",   "[/pgn]",
                                        "[code]", "[/code]", "[quote]", "[/quote]"};
    const size_t left = (size_t)(ps->end - p);
    for (size_t i = 0; i < ARRAY_LEN(marks); i++) {
        const size_t n = strlen(marks[i]);
        if (left < n || !text_is_nocase((struct text){p, n}, marks[i]))
            continue;
        pdn_report_once(ps, FINDING_WRAPPER, p, n, pdn_gap(ps, p, n), MESSAGE_FORUM_MARKUP);
        return p + n;
    }
    return p;
}

const char *pdn_read_bracket(struct pdn_parser *ps, const char *p)
{
    if (ps->end - p > 1 && p[1] == '[' && pdn_tag_begins(p + 1, ps->end)) {
        if (is_next_game(ps, p + 1)) {
            ps->over = true;
            return p;
        }
        pdn_repair(ps, pdn_report(ps, FINDING_TAG_FORM, p, 1, MESSAGE_TAG_TWO_BRACKETS), p, 1, "");
        return p + 1;
    }
    if (pdn_tag_begins(p, ps->end)) {
        if (!is_next_game(ps, p))
            return pdn_read_tag(ps, p);
        const char *after = pdn_read_trailing(ps, p);
        ps->over = after == p || ps->over;
        return after;
    }
    /*
     * The line is examined byte by byte only up to a bracket: there may be millions of opening
     * ones.
     */
    const char *close = memchr(p, ']', (size_t)(look_ahead(p, ps->end) - p));
    if (close && pdn_line_end(p, close) < close)
        close = NULL;
    if (!close && !ps->begun && !ps->game->line.first && is_broken_tag(ps, p))
        return pdn_read_tag(ps, p);
    const char *cut = !close && !ps->begun && !ps->game->line.first ? cut_tag(ps, p) : NULL;
    if (cut) {
        pdn_report(ps, FINDING_TAG_FORM, p, (size_t)(cut - p), MESSAGE_TAG_CUT);
        pdn_add_comment(ps, p + 1, (struct text){p + 1, (size_t)(cut - p - 1)});
        return cut;
    }
    if (!close) {
        pdn_report_once(ps, FINDING_STRAY_TEXT, p, 1, pdn_gap(ps, p, 1), MESSAGE_STRAY_OPEN_SQUARE);
        return p + 1;
    }
    if (lacks_quote(p, close) && !ps->begun && !ps->game->line.first)
        return pdn_read_tag(ps, p);
    const char *after = pdn_read_wrapper(ps, p);
    if (after > p)
        return after;
    struct text text = {p, (size_t)(close + 1 - p)};
    pdn_report(ps, FINDING_STRAY_TEXT, p, text.n, MESSAGE_SQUARE_BRACKETS);
    pdn_add_unbraced_comment(ps, p, text);
    return close + 1;
}
