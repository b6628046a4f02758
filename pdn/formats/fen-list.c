// SPDX-License-Identifier: MIT
#include "pdn/formats/fen-list.h"

#include "core/base/array.h"
#include "core/base/ascii.h"
#include "core/board/fen.h"

/* Lines end in LF, CR LF or a bare CR. */
static struct text line_of(const char *text, size_t n, size_t *used)
{
    size_t line = 0;
    while (line < n && text[line] != '\n' && text[line] != '\r')
        line++;
    *used = line;
    *used += *used < n && text[*used] == '\r';
    *used += *used < n && text[*used] == '\n';
    return text_trim((struct text){text, line});
}

static bool is_comment(struct text line)
{
    return line.n && (line.s[0] == '#' || line.s[0] == ';');
}

/* Whether a line is a record of its own: a position, or what was meant to be one. */
static bool is_record(struct text line) { return line.n && !is_comment(line); }

/* Whether a line begins like a FEN: with the side to move and a colon, perhaps after a quote. */
static bool looks_like_fen(struct text line)
{
    if (line.n && line.s[0] == '"')
        line = (struct text){line.s + 1, line.n - 1};
    return line.n > 4 && strchr("WBwb?", line.s[0]) && line.s[1] == ':'
           && strchr("WBwb", line.s[2]);
}

bool fen_list_is(const char *text, size_t n)
{
    for (size_t used; n; text += used, n -= used) {
        struct text line = line_of(text, n, &used);
        if (is_record(line))
            return looks_like_fen(line);
    }
    return false;
}

size_t fen_list_split(const char *text, size_t n, size_t target)
{
    size_t cut = 0, end = 0, step;
    if (target == 0) { /* reached in a list that has only comments */
        line_of(text, n, &step);
        return step < n ? step : 0;
    }
    for (size_t at = 0; at < n; at += step) {
        if (!is_record(line_of(text + at, n - at, &step)))
            continue;
        if (end && (end <= target || !cut))
            cut = end;
        end = at + step;
        if (cut && end > target)
            break;
    }
    return cut;
}

struct reader {
    struct game *game;
    struct findings *found;
    struct item **next;  /* where the next comment is linked in */
    const char *s, *end; /* the rest of the line */
    bool failed;
};

static void add_comment(struct reader *r, struct text t)
{
    struct item *item = game_new_item(r->game, ITEM_COMMENT);
    if (!item) {
        r->failed |= !r->game->exceeded;
        return;
    }
    item->comment = t;
    *r->next = item;
    r->next = &item->next;
}

static void add_tag(struct reader *r, struct text name, struct text value)
{
    if (game_set_tag(r->game, name, value))
        r->failed = true;
}

static const char *pass_blanks(const char *s, const char *end)
{
    while (s < end && ascii_is_space(*s))
        s++;
    return s;
}

static void skip_blanks(struct reader *r) { r->s = pass_blanks(r->s, r->end); }

/*
 * Whether a square follows, and after it something that may follow a square in a FEN: `c3 "good"`
 * is a comment, and so is `- 2 pieces`.
 */
static bool square_follows(const char *s, const char *end, bool in_range)
{
    s = pass_blanks(s, end);
    bool king = s < end && *s == 'K', letter;
    s = king ? pass_blanks(s + 1, end) : s;
    letter = s < end && *s >= 'a' && *s <= 'p';
    s += letter;
    if (s == end || !ascii_is_digit(*s))
        return false;
    while (s < end && ascii_is_digit(*s))
        s++;
    return s == end || strchr(",:.-", *s) || (!letter && !in_range && ascii_is_space(*s));
}

/*
 * Whether the text after a square and blanks is the rest of a FEN that lacks a comma: `31:B1`,
 * `31,32`. If it became a comment, pieces would disappear from the board silently.
 */
static bool lacks_comma(const char *s, const char *end)
{
    s += s < end && *s == 'K';
    const char *digit = s + (s < end && *s >= 'a' && *s <= 'p'), *after = digit;
    while (after < end && ascii_is_digit(*after))
        after++;
    if (after == digit || end - after < 2)
        return false;
    return (after[0] == ':' && strchr("WBwb", after[1]))
           || (after[0] == ',' && square_follows(after + 1, end, false));
}

/*
 * Whether a FEN goes on after blanks: with a list, with a square of its list, or with the rest of a
 * range.
 */
static bool goes_on(char last, const char *s, const char *end)
{
    if (s == end)
        return false;
    if (last == ',' || last == ':' || *s == ',' || *s == ':')
        return true;
    if (last == '-')
        return ascii_is_digit(*s);
    if (*s == '-')
        return square_follows(s + 1, end, true);
    if (ascii_is_digit(last) && lacks_comma(s, end))
        return true;
    return strchr("WBwbK", last) && square_follows(s, end, false);
}

/* Takes the FEN: up to the blank that ends it, or the text between quotes. */
static struct text take_fen(struct reader *r)
{
    const char *begin = r->s, *fen_end = begin;
    if (*begin == '"') {
        const char *close = memchr(begin + 1, '"', (size_t)(r->end - begin - 1));
        r->s = close ? close + 1 : r->end;
        return (struct text){begin + 1, (size_t)((close ? close : r->end) - begin - 1)};
    }
    do {
        while (r->s < r->end && !ascii_is_space(*r->s))
            r->s++;
        fen_end = r->s;
        skip_blanks(r);
    } while (goes_on(fen_end[-1], r->s, r->end));
    return (struct text){begin, (size_t)(fen_end - begin)};
}

/* Takes a value: quoted, with backslashes before quotes, or up to the semicolon. */
static struct text take_value(struct reader *r)
{
    skip_blanks(r);
    if (r->s == r->end || *r->s != '"') {
        const char *begin = r->s;
        while (r->s < r->end && *r->s != ';')
            r->s++;
        return text_trim((struct text){begin, (size_t)(r->s - begin)});
    }
    char *copy = arena_alloc(r->game->arena, (size_t)(r->end - r->s));
    size_t n = 0;
    if (!copy)
        r->failed = true;
    for (r->s++; r->s < r->end && *r->s != '"' && copy; r->s++) {
        if (*r->s == '\\' && r->s + 1 < r->end)
            r->s++;
        copy[n++] = *r->s;
    }
    if (r->s < r->end)
        r->s++;
    return (struct text){copy, n};
}

static bool is_name(struct text t)
{
    if (t.n == 0 || t.s[0] < 'A' || t.s[0] > 'Z')
        return false;
    for (size_t i = 1; i < t.n; i++) {
        char c = t.s[i];
        if (!ascii_is_alnum(c) && c != '_')
            return false;
    }
    return true;
}

/*
 * Whether a value follows: in quotes, or with a semicolon at its end. Otherwise the words are
 * prose.
 */
static bool value_follows(const struct reader *r)
{
    const char *s = pass_blanks(r->s, r->end);
    return s < r->end && (*s == '"' || memchr(s, ';', (size_t)(r->end - s)));
}

static bool is_comment_name(struct text name)
{
    return name.n == 2 && name.s[0] == 'c' && ascii_is_digit(name.s[1]);
}

static struct text take_word(const char *s, const char *end)
{
    const char *begin = s;
    while (s < end && !ascii_is_space(*s) && *s != ';')
        s++;
    return (struct text){begin, (size_t)(s - begin)};
}

/* Whether a known operation with its value in quotes begins at s, which is hardly prose. */
static bool is_quoted_operation(const char *s, const char *end)
{
    struct text name = take_word(s, end);
    s = pass_blanks(name.s + name.n, end);
    return s < end && *s == '"' && (text_is(name, "id") || is_comment_name(name) || is_name(name));
}

/*
 * Where text ends that is no known operation, such as the best move in `bm 31-27; id "5";`: at a
 * semicolon before one that is, or at the end of the line.
 */
static const char *unknown_end(const char *s, const char *end)
{
    for (bool quoted = false; s < end; s++) {
        quoted ^= *s == '"';
        if (!quoted && *s == ';' && is_quoted_operation(pass_blanks(s + 1, end), end))
            return s;
    }
    return end;
}

/*
 * Takes one `name value;`, where `id` and the comments may end with the line. Anything else becomes
 * a comment, so that nothing is lost.
 */
static void take_operation(struct reader *r)
{
    const char *begin = r->s;
    struct text name = take_word(begin, r->end);
    r->s += name.n;
    bool is_comment_too = is_comment_name(name);
    if (!text_is(name, "id") && !is_comment_too && !(is_name(name) && value_follows(r))) {
        r->s = unknown_end(begin, r->end);
        struct text rest = text_trim((struct text){begin, (size_t)(r->s - begin)});
        while (rest.n && strchr(";#/ ", *rest.s))
            rest = (struct text){rest.s + 1, rest.n - 1};
        r->s += r->s < r->end; /* the semicolon */
        if (rest.n)
            add_comment(r, rest);
        return;
    }
    struct text value = take_value(r);
    const struct text tag = text_is(name, "id") ? text_of("Event") : name;
    const struct text first = is_comment_too ? (struct text){0} : game_tag_named(r->game, tag);
    if (is_comment_too || (first.s && !text_same(first, value)))
        add_comment(r, value); /* the first value of a tag stays, as does the FEN */
    else
        add_tag(r, tag, value);
    skip_blanks(r);
    if (r->s < r->end && *r->s == ';')
        r->s++;
}

/* Whether text directly after a FEN could be the rest of it: `W:W31:B1 - 3`, `W:W31 B1`, `K2`. */
static bool is_doubtful(const char *s, const char *end)
{
    if (s == end || !strchr("-WBKwb", *s))
        return false;
    const bool range = *s == '-', king = *s == 'K';
    s = pass_blanks(s + 1, end);
    s += !range && !king && s < end && *s == 'K';
    s += !range && end - s > 1 && *s >= 'a' && *s <= 'p';
    return s < end && ascii_is_digit(*s);
}

/* Reports such text: since it becomes a comment, pieces may be missing from the board. */
static void report_doubtful(struct reader *r, const char *text)
{
    if (!is_doubtful(r->s, r->end))
        return;
    const size_t n = (size_t)(r->end - r->s);
    findings_add(r->found, FINDING_UNPLACED_TEXT, (uint32_t)(r->s - text), (uint32_t)n,
                 "'%.*s' after the position is kept as a comment; if it belongs to the position, "
                 "write that without spaces",
                 (int)(n < 20 ? n : 20), r->s);
}

/*
 * Takes the comments before a record, and the record's line.
 * @return the offset of that line, n if there is none
 */
static size_t take_comments(struct reader *r, const char *text, size_t n, struct text *record)
{
    size_t at = 0, step;
    for (; at < n; at += step) {
        struct text line = line_of(text + at, n - at, &step);
        if (is_record(line)) {
            *record = line;
            break;
        }
        if (line.n > 1)
            add_comment(r, text_trim((struct text){line.s + 1, line.n - 1}));
    }
    return at;
}

/*
 * Whether nothing but comments follows to the end of the list: these comments have no position
 * below them.
 */
static bool is_last_record(const struct game *game, const char *text, size_t n)
{
    if (game->more)
        return false;
    for (size_t step; n; text += step, n -= step)
        if (is_record(line_of(text, n, &step)))
            return false;
    return true;
}

int fen_list_parse(const char *text, size_t n, size_t *used, struct game *game,
                   struct findings *found, struct err *err)
{
    struct reader r = {.game = game, .found = found, .next = &game->line.before};
    struct text line = {0};
    size_t step = 0, at = take_comments(&r, text, n, &line);
    if (at < n)
        line_of(text + at, n - at, &step);
    *used = at + step;
    game->source = (struct text){text, *used};
    if (at >= n)
        return r.failed ? err_memory(err) : 0;
    r.s = line.s;
    r.end = line.s + line.n;
    const bool is_fen = looks_like_fen(line);
    if (is_fen)
        add_tag(&r, text_of("FEN"), take_fen(&r));
    else
        findings_add(found, FINDING_BAD_RECORD, (uint32_t)(line.s - text), (uint32_t)line.n,
                     "expected a FEN, found '%.*s'", (int)(line.n < 20 ? line.n : 20), line.s);
    skip_blanks(&r);
    if (is_fen)
        report_doubtful(&r, text);
    for (; r.s < r.end && is_fen; skip_blanks(&r))
        take_operation(&r);
    if (is_last_record(game, text + *used, n - *used)) {
        take_comments(&r, text + *used, n - *used, &line);
        game->source.n = *used = n;
    }
    if (!is_fen) /* otherwise the comments alone would make a game, with the usual start */
        game->line.before = NULL;
    game_report_limits(game, found);
    return r.failed || found->failed ? err_memory(err) : 1;
}

/*
 * Whether an operation follows the FEN, known or not: `id start`, `White "Kees"`, `bm 31-27;`.
 * Anything else may be a part of the FEN, which must not be lost.
 */
static bool operation_follows(const struct reader *r)
{
    enum { OPCODE = 2 };
    struct text name = take_word(r->s, r->end);
    if (text_is(name, "id") || is_comment_name(name))
        return true;
    for (size_t i = 0; i < name.n; i++)
        if (!ascii_is_letter(name.s[i]) && name.s[i] != '_')
            return false;
    const char *value = pass_blanks(name.s + name.n, r->end);
    if (!name.n || value == r->end || is_doubtful(r->s, r->end))
        return false;
    return *value == '"' || (name.n == OPCODE && memchr(value, ';', (size_t)(r->end - value)));
}

struct text fen_list_fen(struct text line)
{
    struct reader r = {.s = line.s, .end = line.s + line.n};
    if (!is_record(line))
        return (struct text){0};
    if (!looks_like_fen(line))
        return line;
    const struct text fen = take_fen(&r);
    skip_blanks(&r);
    return operation_follows(&r) ? fen : line;
}

/* ---- writing ---- */

static void put_value(struct buffer *out, const char *name, struct text value)
{
    buffer_printf(out, " %s \"", name);
    for (size_t i = 0; i < value.n; i++) {
        char c = value.s[i];
        if (c == '"' || c == '\\')
            buffer_add_char(out, '\\');
        buffer_add_char(out, c == '\n' || c == '\r' ? ' ' : c);
    }
    buffer_add_string(out, "\";");
}

static const char *const kept[] = {"White", "Black", "Author", "Publication"};

bool fen_list_holds_tags(const struct game *game)
{
    static const char *const others[] = {"Event", "FEN", "SetUp", "GameType", "Variant"};
    bool held = true;
    for (unsigned i = 0; i < game->n_tags && held; i++) {
        const struct tag *tag = &game->tags[i];
        held = tag_is_unknown(tag->value);
        for (size_t k = 0; k < ARRAY_LEN(kept) && !held; k++)
            held = text_is_nocase(tag->name, kept[k]);
        for (size_t k = 0; k < ARRAY_LEN(others) && !held; k++)
            held = text_is_nocase(tag->name, others[k]);
    }
    return held;
}

void fen_list_write(const struct game *game, const struct position *pos, unsigned ply,
                    struct buffer *out)
{
    char fen[FEN_SIZE];
    buffer_add(out, fen, fen_write(game->rules, pos, fen));
    struct text event = game_tag(game, "Event");
    if (!tag_is_unknown(event))
        put_value(out, "id", event);
    for (size_t i = 0; i < ARRAY_LEN(kept); i++) {
        struct text value = game_tag(game, kept[i]);
        if (!tag_is_unknown(value))
            put_value(out, kept[i], value);
    }
    if (game->rules != rules_international) { /* since a FEN does not name the variant */
        struct text type = text_of(game->rules->game_type_text);
        if (type.n)
            put_value(out, "GameType", type);
        if (game->rules->variant_tag)
            put_value(out, "Variant", text_of(game->rules->variant_tag));
    }
    unsigned n = 0;
    for (const struct item *item = ply ? NULL : game->line.before; item; item = item->next) {
        char name[3] = {'c', (char)('0' + (n < 9 ? n : 9)), '\0'};
        if (item->kind != ITEM_COMMENT)
            continue;
        put_value(out, name, item->comment);
        n++;
    }
    buffer_add_char(out, '\n');
}
