// SPDX-License-Identifier: MIT
#include "pdn/write-tags.h"

#include "core/base/array.h"
#include "core/base/ascii.h"
#include "core/base/utf8.h"
#include "pdn/move-text.h"
#include "pdn/scan.h"

/* ---- results ---- */

/*
 * The result in the style asked for; s is NULL if it stays as it was written, which match points
 * always do.
 */
static struct text styled_result(const struct game *game, const char *style)
{
    if (!style || game->result == RESULT_NONE || game->result == RESULT_OTHER
        || result_parse(game->rules, game_result_text(game)).match_points)
        return (struct text){0};
    enum result_type type = style[0] == '2' ? RESULT_TYPE_TWO : RESULT_TYPE_ONE;
    return text_of(result_word(game->rules, game->result, type));
}

static struct text result_tag(const struct game *game)
{
    struct text value = {0};
    for (unsigned i = 0; i < game->n_tags; i++)
        if (text_is_nocase(game->tags[i].name, "Result"))
            value = text_trim(game->tags[i].value);
    return value;
}

static bool is_result(struct text t) { return t.n > 0 && pdn_result_length(t.s, t.s + t.n) == t.n; }

/* Whether the result after the moves counts, since the Result tag says nothing, or what is no result. */
static bool end_decides(const struct game *game)
{
    return game->terminator.n > 0 && game_result_text(game).s == game->terminator.s;
}

/* Whether a Result tag says nothing. */
static bool is_silent(struct text tag) { return !tag.n || text_is(tag, "?") || text_is(tag, "*"); }

/*
 * If a game's Result tag says nothing, and its end would not be read back as an end, such as match
 * points: the end, to be written as that tag. Otherwise n is 0.
 */
static struct text end_for_tag(const struct game *game)
{
    struct text end = text_trim(game->terminator);
    bool read_back = !is_silent(result_tag(game)) || is_result(end);
    bool said = end.n && (ascii_is_digit(*end.s) || ascii_is_letter(*end.s));
    return !read_back && said ? end : (struct text){0};
}

/*
 * The new value of the Result tag; s is NULL if it stays. Without a result after the moves, it is
 * the only place for one.
 */
static struct text new_result(const struct game *game, const struct pdn_write_options *options)
{
    struct text styled = styled_result(game, options->result_style);
    bool known = !result_is_unknown(game->result) && game->result != RESULT_OTHER;
    if (styled.s || !options->strict || !known || game_result_tag_has_result(game)
        || (is_result(result_tag(game)) && !end_decides(game)))
        return styled;
    return is_result(game->terminator)
               ? game->terminator
               : text_of(game->rules ? result_write(game->rules, game->result) : NULL);
}

struct text pdn_terminator(const struct game *game, const struct pdn_write_options *options)
{
    struct text styled = styled_result(game, options->result_style), tag = result_tag(game);
    if (options->strict)
        return text_of("*");
    if (styled.s)
        return styled;
    if (is_result(tag) && !end_decides(game))
        return tag;
    struct text end = game->terminator;
    bool points = end.n > 0 && pdn_move_length(end.s, end.s + end.n) == end.n;
    if (is_result(end) || (points && (text_same(end, tag) || end_for_tag(game).n)))
        return end;
    if (game->result == RESULT_OTHER && result_is_score(end)
        && result_is_unknown(result_read(game->rules, tag)))
        return end; /* it is taken for a score when it is read back, too */
    bool known = game->result != RESULT_NONE && game->result != RESULT_OTHER;
    return text_of(known && game->rules ? result_write(game->rules, game->result) : "*");
}

/* ---- tags ---- */

/*
 * The order of tags: PDN 3.0's seven, the others it names, and after them the rest in the order
 * read.
 */
static const char *const tag_order[] = {
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "WhiteTitle",
    "BlackTitle",
    "WhiteRating",
    "BlackRating",
    "WhiteFmjdId",
    "BlackFmjdId",
    "WhiteNA",
    "BlackNA",
    "WhiteType",
    "BlackType",
    "EventDate",
    "EventSponsor",
    "Section",
    "Stage",
    "Board",
    "GameType",
    "FEN",
    "PlyCount",
    "Termination",
    "ResultFormat",
    "TimeControl",
    "TimeControlWhite",
    "TimeControlBlack",
    "WhiteTime",
    "BlackTime",
    "Time",
    "UTCTime",
    "UTCDate",
    "Annotator",
    "Author",
    "Publication",
    "PublicationDate",
};

enum { RANKED = ARRAY_LEN(tag_order), KEPT_RANKS = 64 };

/*
 * Ignores case, as everywhere: if a game has both `Result` and `RESULT`, the last one remains the
 * last.
 */
static unsigned tag_rank(struct text name)
{
    for (unsigned i = 0; i < RANKED; i++)
        if (name.n > 0 && (name.s[0] | 32) == (tag_order[i][0] | 32)
            && text_is_nocase(name, tag_order[i]))
            return i;
    return RANKED;
}

/*
 * Puts a backslash before a quote, and before a backslash that would be taken for an escape; line
 * ends become blanks.
 */
static void put_value(struct buffer *out, struct text value)
{
    for (size_t i = 0; i < value.n; i++) {
        char c = value.s[i], next = i + 1 < value.n ? value.s[i + 1] : '"';
        if (c == '"' || (c == '\\' && (next == '"' || next == '\\')))
            buffer_add_char(out, '\\');
        buffer_add_char(out, c == '\n' || c == '\r' ? ' ' : c);
    }
}

static bool needs_care(struct text t)
{
    for (size_t i = 0; i < t.n; i++)
        if (t.s[i] == '"' || t.s[i] == '\\' || t.s[i] == '\n' || t.s[i] == '\r')
            return true;
    return false;
}

/*
 * Puts a name as PDN can have it. In one from another format, what is neither letter nor digit
 * becomes an underscore, and `Tag_` precedes what is no letter: `[2nd-Board "x"]` would be read as a
 * comment.
 */
static void put_name(struct buffer *out, struct text name)
{
    static const char prefix[] = "Tag_";
    const char *p = name.s, *end = p + name.n;
    if (name.n && pdn_name_end(p, end) == end) {
        buffer_add_text(out, name);
        return;
    }
    size_t left = TAG_NAME_MAX;
    if (!name.n || pdn_name_end(p, end) == p) {
        buffer_add_string(out, prefix);
        left -= sizeof prefix - 1;
    }
    end = name.n > left ? p + left : end;
    while (p < end) {
        const bool ascii = ascii_is_alnum(*p) || *p == '_';
        const unsigned letter = ascii ? 1 : text_nonascii_letter(p, end);
        const size_t other = letter ? 0 : utf8_next(p, (size_t)(end - p));
        buffer_add(out, letter ? p : "_", letter ? letter : 1);
        p += letter ? letter : other ? other : 1;
    }
}

static void put_tag(struct buffer *out, struct text name, struct text value)
{
    buffer_add_char(out, '[');
    put_name(out, name);
    buffer_add(out, " \"", 2);
    if (needs_care(value))
        put_value(out, value);
    else
        buffer_add_text(out, value);
    buffer_add(out, "\"]\n", 3);
}

/* Puts another form of the result; a remark stays, as in "2-0 (forfeit)". */
static void put_result(struct buffer *out, const struct tag *tag, struct text result)
{
    struct buffer both = {0};
    result_add_form(result, tag->value, &both);
    put_tag(out, tag->name, buffer_text(&both));
    out->failed = out->failed || both.failed;
    buffer_fini(&both);
}

/*
 * Whether a game has nothing that sets it apart from the end of the one before: no tag, move or
 * variation.
 */
static bool is_bare(const struct game *game)
{
    if (game->n_tags > 0 || game->line.first)
        return false;
    const struct item *item = game->line.before;
    while (item && item->kind != ITEM_LINE)
        item = item->next;
    return !item;
}

void pdn_put_tags(const struct game *game, const struct pdn_write_options *options,
                  struct buffer *out)
{
    struct text result = new_result(game, options);
    bool styled = styled_result(game, options->result_style).s;
    struct text added = styled ? (struct text){0} : end_for_tag(game);
    if (!added.n && options->strict && result.s && !result_tag(game).s)
        added = result;
    if (!added.n && is_bare(game))
        added = pdn_terminator(game, options);
    uint8_t kept[KEPT_RANKS];
    uint64_t present = 0;
    for (unsigned i = 0; i < game->n_tags; i++) {
        unsigned rank = options->tags_as_read ? 0 : tag_rank(game->tags[i].name);
        present |= UINT64_C(1) << rank;
        if (i < KEPT_RANKS)
            kept[i] = (uint8_t)rank;
    }
    const bool replaces = added.n && result_tag(game).s;
    for (unsigned rank = 0; rank <= RANKED; rank++) {
        if (added.n && !replaces && rank == tag_rank(text_of("Result")))
            put_tag(out, text_of("Result"), added);
        if (!(present >> rank & 1))
            continue;
        for (unsigned i = 0; i < game->n_tags; i++) {
            const struct tag *tag = &game->tags[i];
            if (!options->tags_as_read && (i < KEPT_RANKS ? kept[i] : tag_rank(tag->name)) != rank)
                continue;
            const bool is_result_tag = text_is_nocase(tag->name, "Result");
            if (is_result_tag && replaces)
                put_tag(out, tag->name, added);
            else if (is_result_tag && result.s)
                put_result(out, tag, result);
            else
                put_tag(out, tag->name, tag->value);
        }
    }
    if (game->n_tags > 0 || added.n)
        buffer_add_char(out, '\n');
}
