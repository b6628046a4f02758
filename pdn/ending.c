// SPDX-License-Identifier: MIT
/*
 * Where a game ends: at a result, at a star that is not a strength, at the tags of the next game,
 * or with the text.
 */
#include "core/base/ascii.h"
#include "pdn/parser.h"

struct text pdn_result_tag(const struct game *game)
{
    struct text value = {0};
    for (unsigned i = 0; i < game->n_tags; i++)
        if (text_is_nocase(game->tags[i].name, "Result"))
            value = game->tags[i].value;
    return text_trim(value);
}

/* Closes unclosed variations, and reports the innermost. */
static void close_lines(struct pdn_parser *ps)
{
    pdn_drop_number(ps);
    if (ps->depth == 0)
        return;
    pdn_report(ps, FINDING_UNCLOSED_VARIATION, ps->here.open, 1,
               ps->depth > 1 ? MESSAGE_UNCLOSED_VARIATIONS : MESSAGE_UNCLOSED_VARIATION, ps->depth);
    while (ps->depth > 0)
        pdn_close_line(ps);
}

bool pdn_ends_here(const struct pdn_parser *ps, const char *p)
{
    return p == ps->end || (*p == '[' && pdn_tag_begins(p, ps->end));
}

/*
 * Whether the game goes on after a star attached to a move: with anything but tags, the end of the
 * text, or number 1.
 */
static bool goes_on(struct pdn_parser *ps, const char *p)
{
    const char *next = pdn_skip_space(ps, p);
    if (pdn_ends_here(ps, next) || pdn_move_number(next, ps->end) == 1)
        return false;
    if (*next != '{')
        return true;
    /* not beyond the line: the next line may begin another game */
    while (next < ps->end && *next != '}' && *next != '\n' && *next != '\r')
        next++;
    next = pdn_skip_space(ps, next < ps->end ? next + 1 : next);
    return !pdn_ends_here(ps, next) && pdn_move_number(next, ps->end) != 1;
}

const char *pdn_read_star(struct pdn_parser *ps, const char *p)
{
    struct node *node = pdn_last_node(ps);
    bool touches = node && p > ps->begin && !ps->number_at && p == node->text.s + node->text.n;
    bool inside = node && ps->depth > 0 && !pdn_ends_here(ps, pdn_skip_space(ps, p + 1));
    if (!(touches && goes_on(ps, p + 1)) && !inside)
        return pdn_read_result(ps, p, 1);
    const char *gap = pdn_gap(ps, p, 1);
    pdn_report_once(ps, FINDING_STAR_STRENGTH, p, 1,
                    !gap   ? NULL
                    : *gap ? " $7 "
                           : " $7",
                    MESSAGE_STAR_STRENGTH);
    struct item *item = pdn_add_item(ps, ITEM_NAG, p);
    if (item)
        item->nag = 7;
    return p + 1;
}

static void report_glue(struct pdn_parser *ps, const char *p)
{
    if (p == ps->end || !(ascii_is_digit(*p) || (*p == '[' && pdn_tag_begins(p, ps->end))))
        return;
    struct finding *f = pdn_report(ps, FINDING_GLUED_TERMINATOR, p, 0,
                                   *p == '[' ? MESSAGE_GLUED_TAGS : MESSAGE_GLUED_MOVES);
    pdn_repair(ps, f, p, 0, "\n\n");
}

static const char *end_at(struct pdn_parser *ps, const char *p, size_t n)
{
    struct game *game = ps->game;
    close_lines(ps);
    game->terminator = (struct text){p, n};
    game->terminator_offset = offset_of(ps, p);
    p += n;
    report_glue(ps, p);
    if (p < ps->end && *p == '.') {
        pdn_report_once(ps, FINDING_STRAY_TEXT, p, 1, pdn_gap(ps, p, 1), MESSAGE_LONE_POINT);
        p++;
    }
    p = pdn_read_after_end(ps, p);
    ps->over = true;
    return p;
}

/*
 * Whether a result of n bytes at p is the score of a match, such as `0-12`, rather than the result
 * of a game.
 */
static bool is_match_score(const char *p, size_t n)
{
    bool large = false;
    for (size_t i = 0; i < n; i++) {
        if (p[i] == '.' || p[i] == ',' || p[i] == '/')
            return false;
        large |= ascii_is_digit(p[i]) && (p[i] > '2' || (i > 0 && ascii_is_digit(p[i - 1])));
    }
    return large;
}

bool pdn_ends_paragraph(const struct pdn_parser *ps, const char *p)
{
    const char *next = skip_blanks(p, ps->end);
    return next == ps->end || text_count_lines((struct text){p, (size_t)(next - p)}) > 1;
}

/* Whether more moves of the same game follow after p. */
static bool moves_follow(struct pdn_parser *ps, const char *p)
{
    if (pdn_ends_paragraph(ps, p)) /* writers end a game like this, and another may follow */
        return false;
    const char *next = skip_blanks(pdn_skip_items(ps, skip_blanks(p, ps->end)), ps->end);
    return pdn_move_number(next, ps->end) > 1
           || (next < ps->end && pdn_move_length(next, ps->end) > 0
               && pdn_result_length(next, ps->end) == 0);
}

/* Whether words of a heading precede p on the same line. */
static bool follows_words(const struct pdn_parser *ps, const char *p)
{
    while (p > ps->begin && (p[-1] == ' ' || p[-1] == '\t'))
        p--;
    return p > ps->begin && !is_blank(p[-1]) && p[-1] != '}';
}

/*
 * Whether the result of n bytes at p belongs to the heading of a game, as in `Round 3: Xu 1-1 Yz`
 * and `Xu - Yz 1-1`: there are words before it, and the next line begins with number 1 and its move. If it is followed by another result at the end of the line, that one may end a
 * game.
 */
static bool is_in_heading(const struct pdn_parser *ps, const char *p, size_t n)
{
    const struct game *game = ps->game;
    if (*p == '*' || game->line.first || !game->line.before || ps->here.has_items || ps->number_at
        || ps->depth > 0 || !follows_words(ps, p))
        return false;
    const char *line_end = pdn_line_end(p, look_ahead(p, ps->end)), *last = line_end;
    while (last > p && is_blank(last[-1]))
        last--;
    const char *next = skip_blanks(line_end, ps->end);
    if ((last > p + n && pdn_result_before(ps->begin, last)) || pdn_move_number(next, ps->end) != 1)
        return false;
    const char *move = skip_blanks(next + pdn_digits_at(next, ps->end) + 1, ps->end);
    return move < ps->end && pdn_move_length(move, ps->end) > 0;
}

const char *pdn_read_result(struct pdn_parser *ps, const char *p, size_t n)
{
    struct game *game = ps->game;
    if (*p == '*' && game->n_tags == 0 && !game->line.first && !game->line.before) {
        pdn_drop_number(ps);
        ps->last_number = 0; /* a game begins only after this */
        ps->dashed_numbers = ps->has_times = false;
        pdn_report_once(ps, FINDING_DOUBLE_TERMINATOR, p, n, pdn_gap(ps, p, n),
                        MESSAGE_END_WITHOUT_GAME);
        return p + n;
    }
    if (is_in_heading(ps, p, n)) {
        const char *end = pdn_line_end(p, ps->end);
        const struct text rest = text_trim((struct text){p, (size_t)(end - p)});
        pdn_report(ps, FINDING_STRAY_TEXT, p, rest.n, MESSAGE_NOT_A_MOVE, (int)n, p,
                   rest.n > n ? " ..." : "");
        pdn_add_unbraced_comment(ps, p, rest);
        return end;
    }
    const char *next = pdn_skip_space(ps, p + n);
    if (ps->depth > 0 && !pdn_ends_here(ps, next) && pdn_move_number(next, ps->end) != 1) {
        pdn_report_once(ps, FINDING_RESULT_IN_VARIATION, p, n, NULL, MESSAGE_RESULT_IN_VARIATION);
        pdn_add_comment(ps, p, (struct text){p, n});
        return p + n;
    }
    if (ps->depth == 0 && is_match_score(p, n) && moves_follow(ps, p + n)) {
        pdn_report(
            ps, pdn_is_broken_move(ps, p, n, p + n) ? FINDING_UNREADABLE_MOVE : FINDING_STRAY_TEXT,
            p, n, MESSAGE_NOT_A_MOVE, (int)n, p, "");
        pdn_add_comment(ps, p, (struct text){p, n});
        return p + n;
    }
    return end_at(ps, p, n);
}

static void take_last_as_end(struct pdn_parser *ps, const struct node *node)
{
    game_drop_last(ps->game);
    ps->game->terminator = node->text;
    ps->game->terminator_offset = node->offset;
    pdn_report(ps, FINDING_ODD_TERMINATOR, node->text.s, node->text.n, MESSAGE_ODD_TERMINATOR,
               TEXT_ARGS(node->text));
}

/*
 * A last "move" that repeats the Result tag, or is a lone hyphen after a move, says how the game
 * ended. After a numbered move, the hyphen could stand for the reply; if the tag says that the
 * result is unknown, it does not.
 */
static void find_odd_end(struct pdn_parser *ps)
{
    struct game *game = ps->game;
    struct node *node = pdn_last_node(ps);
    if (!node || node->number || game->terminator.n > 0)
        return;
    struct text result = pdn_result_tag(game);
    bool lone = false;
    if (node->kind == NODE_UNKNOWN && node != game->line.first) {
        struct node *before = game->line.first;
        while (before->next != node)
            before = before->next;
        lone = before->kind == NODE_MOVE
               && (!before->number || text_is(result, "*") || text_is(result, "?"));
    }
    if (!lone && (result.n == 0 || !text_same(result, node->text)))
        return;
    take_last_as_end(ps, node);
}

bool pdn_ends_before_one(struct pdn_parser *ps, const char *p)
{
    struct node *node = pdn_last_node(ps);
    if (!node || node->number || node->items || ps->depth > 0 || ps->number_at)
        return false;
    const char *after = node->text.s + node->text.n;
    if (!text_same(pdn_result_tag(ps->game), node->text) || skip_blanks(after, p) != p
        || text_count_lines((struct text){after, (size_t)(p - after)}) == 0)
        return false;
    take_last_as_end(ps, node);
    ps->over = true;
    return true;
}

static void report_missing_end(struct pdn_parser *ps, const char *p)
{
    struct game *game = ps->game;
    if (game->terminator.n > 0 || (game->n_tags == 0 && !game->line.first))
        return;
    const char *last = p;
    while (last > ps->begin && is_blank(last[-1]))
        last--;
    if (p == ps->end && !game->more) {
        pdn_report(ps, FINDING_MISSING_LAST_TERMINATOR, last, 0, MESSAGE_MISSING_LAST_TERMINATOR);
        return;
    }
    struct finding *f =
        pdn_report(ps, FINDING_MISSING_TERMINATOR, last, 0, MESSAGE_MISSING_TERMINATOR);
    if (ps->open_comment) /* a result would only be part of the comment */
        return;
    struct text result = pdn_result_tag(game);
    size_t n = result.n ? pdn_result_length(result.s, result.s + result.n) : 0;
    if (f && n > 0 && n == result.n)
        pdn_repair(ps, f, last, 0, findings_text(ps->found, "\n%.*s", TEXT_ARGS(result)).s);
    else
        pdn_repair(ps, f, last, 0, "\n*");
}

/* Reports moves without tags that follow the end of another game but do not begin with number 1. */
static void report_headerless(struct pdn_parser *ps)
{
    const struct game *game = ps->game;
    const struct node *first = game->line.first;
    if (game->before == GAME_BEFORE_NONE || game->n_tags || !first || first->number == 1
        || (!first->number && game->before != GAME_BEFORE_TAGGED))
        return;
    pdn_report(ps, FINDING_HEADERLESS_GAME, first->text.s, first->text.n, MESSAGE_HEADERLESS_GAME);
}

void pdn_finish_game(struct pdn_parser *ps, const char *p)
{
    close_lines(ps);
    report_headerless(ps);
    find_odd_end(ps);
    report_missing_end(ps, p);
}
