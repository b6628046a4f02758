// SPDX-License-Identifier: MIT
/*
 * Names are found by their length and letters, since every game has about ten tags and most are
 * well-formed. What a value must look like is in tag-value.c.
 */
#include "core/check/tags.h"

#include "core/base/ascii.h"
#include "core/check/tag-value.h"

static const struct {
    const char *name;
    uint8_t length, kind;
} rows[TAG_COUNT] = {
#define TAG(id, name, kind) {name, sizeof name - 1, TAG_VALUE_##kind},
#include "core/check/tag-table.inc"
#undef TAG
};

enum { MANDATORY = 7, NONE = 255 };

void tags_prepare(struct checker *c)
{
    memset(c->tag_head, NONE, sizeof c->tag_head);
    for (unsigned i = TAG_COUNT; i-- > 0;) {
        c->tag_next[i] = c->tag_head[rows[i].length];
        c->tag_head[rows[i].length] = (uint8_t)i;
    }
}

/* ---- names ---- */

/*
 * @return the known tag of that name, ignoring case, or TAG_COUNT if there is none; sets `exact` to
 *         whether the case is right too
 */
static enum tag_id find_name(const struct checker *c, struct text name, bool *exact)
{
    *exact = true;
    if (name.n >= sizeof c->tag_head)
        return TAG_COUNT;
    for (unsigned i = c->tag_head[name.n]; i != NONE; i = c->tag_next[i])
        if (memcmp(rows[i].name, name.s, name.n) == 0)
            return (enum tag_id)i;
    *exact = false;
    for (unsigned i = c->tag_head[name.n]; i != NONE; i = c->tag_next[i])
        if (text_is_nocase(name, rows[i].name))
            return (enum tag_id)i;
    return TAG_COUNT;
}

/*
 * Whether two words differ by one letter that was added, dropped or changed, or by two neighbours
 * exchanged. Both have at least four letters.
 */
static bool one_slip(struct text a, struct text b)
{
    text_drop_common(&a, &b);
    if (a.n <= 1 && b.n <= 1)
        return true;
    return a.n == 2 && b.n == 2 && a.s[0] == b.s[1] && a.s[1] == b.s[0];
}

/*
 * The name that a misspelt one probably stands for. Only mandatory tags and those that change the
 * game are considered.
 */
static const char *meant_name(struct text name)
{
    if (name.n < 4)
        return NULL;
    for (unsigned i = 0; i <= TAG_VARIANT; i++)
        if (rows[i].length >= 4 && one_slip(name, (struct text){rows[i].name, rows[i].length}))
            return rows[i].name;
    return NULL;
}

/* @param meant the right name; NULL: only the case is wrong */
static void report_name(struct checker *c, const struct tag *tag, const char *meant)
{
    uint32_t length = game_source_length(c->game, tag->name);
    bool capitals = meant && text_is_nocase(tag->name, meant);
    struct text message =
        !meant     ? findings_text(c->found, MESSAGE_TAG_NO_CAPITAL, TEXT_ARGS(tag->name))
        : capitals ? findings_text(c->found, MESSAGE_TAG_CAPITALS, TEXT_ARGS(tag->name), meant)
                   : findings_text(c->found, MESSAGE_TAG_MISSPELT, TEXT_ARGS(tag->name), meant);
    struct finding *f =
        findings_add(c->found, FINDING_TAG_NAME, tag->offset, length, "%.*s", TEXT_ARGS(message));
    if (f && meant && length && c->options.repairs)
        finding_repair(c->found, f, tag->offset, length, text_of(meant), capitals);
}

static bool has_wide_letters(struct text name)
{
    for (size_t i = 0; i < name.n; i++)
        if ((unsigned char)name.s[i] > 127)
            return true;
    return false;
}

static void check_unknown_name(struct checker *c, const struct tag *tag)
{
    const char *meant = meant_name(tag->name);
    if (meant && c->tags[find_name(c, text_of(meant), &(bool){false})])
        meant = NULL; /* the game also has the tag that was meant, so this is another one */
    if (meant || (tag->name.n && tag->name.s[0] >= 'a' && tag->name.s[0] <= 'z'))
        report_name(c, tag, meant);
    else if (has_wide_letters(tag->name))
        findings_add(c->found, FINDING_TAG_NAME, tag->offset,
                     game_source_length(c->game, tag->name), MESSAGE_TAG_LETTERS,
                     TEXT_ARGS(tag->name));
}

/* ---- duplicates ---- */

static bool is_space_or_tab(char c) { return c == ' ' || c == '\t'; }

/* Skips blanks before a line end, and line ends that were written as `\r` or `\n`. */
static const char *skip_line_rest(const char *p, const char *end)
{
    for (;;) {
        if (p < end && is_space_or_tab(*p))
            p++;
        else if (end - p >= 2 && *p == '\\' && (p[1] == 'r' || p[1] == 'n'))
            p += 2;
        else
            return p;
    }
}

/*
 * The source text of a tag from bracket to bracket, or the whole line if nothing else stands there:
 * an empty line among the tags might end them.
 * @return an empty text if a bracket is missing, since the next one found would belong to something
 *         else
 */
static struct text whole_tag(const struct game *game, const struct tag *tag)
{
    const char *s = game->source.s, *end = s + game->source.n;
    const uint32_t value = game_source_offset(game, tag->value);
    const char *open = s + tag->offset, *close = s + value + tag->value.n;
    if (value <= tag->offset)
        return (struct text){0};
    while (open > s && ascii_is_space(open[-1]))
        open--;
    while (close < end && (ascii_is_space(*close) || *close == '"'))
        close++;
    if (open == s || open[-1] != '[' || close == end || *close != ']')
        return (struct text){0};
    open--;
    close++;
    const char *line = open, *rest = skip_line_rest(close, end);
    while (line > s && is_space_or_tab(line[-1]))
        line--;
    const bool begins_line = line == s || line[-1] == '\n' || line[-1] == '\r';
    if (begins_line && (rest == end || *rest == '\r' || *rest == '\n')) {
        open = line;
        close = rest;
        close += close < end && *close == '\r';
        close += close < end && *close == '\n';
    }
    return (struct text){open, (size_t)(close - open)};
}

static void report_duplicate(struct checker *c, const struct tag *first, const struct tag *again)
{
    bool equal = text_same(first->value, again->value);
    struct finding *f = findings_add(
        c->found, FINDING_DUPLICATE_TAG, again->offset, game_source_length(c->game, again->name),
        equal ? MESSAGE_TAG_TWICE_EQUAL : MESSAGE_TAG_TWICE, TEXT_ARGS(again->name));
    if (!f || !equal || !c->options.repairs)
        return;
    struct text tag = whole_tag(c->game, again);
    if (tag.n)
        finding_repair(c->found, f, game_source_offset(c->game, tag), (uint32_t)tag.n, text_of(""),
                       true);
}

/* Names that are not in the table are compared with each other, if they are few. */
static void check_unknown_duplicate(struct checker *c, unsigned i)
{
    enum { FEW = 64 };
    const struct tag *tags = c->game->tags;
    for (unsigned k = i; k-- > (i < FEW ? 0 : i - FEW);) { /* the last one is the one used */
        if (text_same(tags[k].name, tags[i].name)) {
            report_duplicate(c, &tags[k], &tags[i]);
            return;
        }
    }
}

void tags_collect(struct checker *c)
{
    const struct game *game = c->game;
    bool reports = checker_reports(c);
    for (unsigned i = 0; i < game->n_tags; i++) {
        const struct tag *tag = &game->tags[i];
        bool exact;
        enum tag_id id = find_name(c, tag->name, &exact);
        if (id == TAG_COUNT) {
            if (reports)
                check_unknown_duplicate(c, i);
            continue;
        }
        if (reports && c->tags[id])
            report_duplicate(c, c->tags[id], tag);
        if (reports && !exact && id != TAG_SET_UP)
            report_name(c, tag, rows[id].name);
        c->tags[id] = tag;
    }
}

static void check_missing(struct checker *c)
{
    struct buffer *names = &c->text;
    unsigned n = 0;
    const char *source = c->game->source.s;
    uint32_t offset = 0;
    buffer_clear(names);
    for (unsigned id = 0; id < MANDATORY; id++)
        if (!c->tags[id])
            buffer_printf(names, "%s%s", n++ ? ", " : "", rows[id].name);
    if (!n)
        return;
    while (offset < c->game->source.n && ascii_is_space(source[offset]))
        offset++;
    if (!c->game->n_tags)
        findings_add(c->found, FINDING_NO_TAGS, offset, 0, MESSAGE_NO_TAGS);
    else
        findings_add(c->found, FINDING_MISSING_TAG, offset, 0,
                     n == 1 ? MESSAGE_MISSING_TAG : MESSAGE_MISSING_TAGS,
                     TEXT_ARGS(buffer_text(names)));
}

void tags_check(struct checker *c)
{
    check_missing(c);
    for (unsigned id = 0; id < TAG_COUNT; id++)
        if (c->tags[id])
            tag_value_check(c, c->tags[id], rows[id].kind);
    bool exact;
    for (unsigned i = 0; i < c->game->n_tags; i++)
        if (find_name(c, c->game->tags[i].name, &exact) == TAG_COUNT)
            check_unknown_name(c, &c->game->tags[i]);
    const struct tag *set_up = c->tags[TAG_SET_UP];
    if (set_up && text_is(set_up->value, "1") && !c->tags[TAG_FEN])
        checker_report_tag(c, FINDING_SETUP_WITHOUT_FEN, set_up, text_of(MESSAGE_SETUP_WITHOUT_FEN),
                           (struct text){0});
}
