// SPDX-License-Identifier: MIT
/*
 * What an earlier run wrote into a game: recognised, removed, read. Other people's words, moves and
 * values are kept, even within our own comments.
 */
#include "core/base/array.h"
#include "core/base/buffer.h"
#include "core/game/embedded.h"
#include "core/game/node-play.h"
#include "core/study/annotation-internal.h"
#include "core/study/annotation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- recognising ---- */

static bool is_ours(const struct item *item, struct embedded *command)
{
    struct embedded own;
    return item->kind == ITEM_COMMENT
           && embedded_find(item->comment, annotation_marker, command ? command : &own);
}

/* The first word of a value, which may have been broken into lines anywhere. */
static struct text first_word(struct text value)
{
    size_t n = 0;
    while (n < value.n && !strchr(" \t\r\n", value.s[n]))
        n++;
    return (struct text){value.s, n};
}

/*
 * How many moves a line of ours had when written, by its mark: "line 0.96 5", "dual proven 1"; 0 if
 * the mark, of an older version, does not say.
 */
static unsigned plies_of_mark(struct text value)
{
    unsigned plies;
    for (unsigned i = 0; i < 2; i++) {
        size_t n = first_word(value).n;
        value = text_trim((struct text){value.s + n, value.n - n});
    }
    return text_number(first_word(value), JUDGE_PLIES, &plies) ? plies : 0;
}

/*
 * Finds the mark that makes a line ours. It stands before the first move, or, as some programs move
 * it, after that; there its form distinguishes it from verdicts and findings in words.
 * @return the link to it; NULL: the line is not ours
 */
static struct item **mark_of_line(struct line *line)
{
    struct embedded command;
    struct item **after = line->first ? &line->first->items : NULL;
    if (line->before)
        return is_ours(line->before, NULL) ? &line->before : NULL;
    if (!after || !*after || !is_ours(*after, &command))
        return NULL;
    return text_is(first_word(command.value), "line") || plies_of_mark(command.value) ? after
                                                                                      : NULL;
}

/* The NAG that a comment of ours says we have added, after a "$"; 0 if it names none. */
static unsigned nag_named(struct text value)
{
    enum { NAG_MAX = 255 };
    unsigned nag;
    while (value.n && *value.s != '$')
        value = (struct text){value.s + 1, value.n - 1};
    if (!value.n)
        return 0;
    value = first_word((struct text){value.s + 1, value.n - 1});
    return text_number(value, NAG_MAX, &nag) ? nag : 0;
}

/* The NAG that we have added according to the first comment of ours; 0: none. */
static unsigned nag_added(const struct item *items)
{
    struct embedded command;
    for (const struct item *item = items; item; item = item->next)
        if (is_ours(item, &command))
            return nag_named(command.value);
    return 0;
}

/*
 * Finds the NAG that we have added to a move. Some programs write it as a strength, "?!" for $6; if
 * both are there, the strength is somebody else's.
 * @return NULL: there is none
 */
static const struct item *mark_added(const struct item *items)
{
    const unsigned nag = nag_added(items);
    const struct item *strength = NULL;
    for (const struct item *item = items; nag && item; item = item->next) {
        if (item->kind == ITEM_NAG && item->nag == nag)
            return item;
        if (item->kind == ITEM_STRENGTH && game_strength_nag(item->strength) == nag)
            strength = item;
    }
    return strength;
}

static enum move_verdict verdict_named(struct text word)
{
    for (unsigned v = VERDICT_NONE + 1; v < VERDICT_COUNT; v++)
        if (text_is(word, verdict_word((enum move_verdict)v)))
            return (enum move_verdict)v;
    return VERDICT_NONE;
}

/* ---- other people's words in our comments ---- */

static void add_words(struct text words, struct buffer *out)
{
    words = text_trim(words);
    if (words.n && out->n)
        buffer_add_char(out, ' ');
    buffer_add_text(out, words);
}

/* Whether a command is a value of our verdict, which ends `rest`: others' values precede ours. */
static bool is_our_value(const struct embedded *command, struct text rest)
{
    static const char *const names[] = {"eval", "wdl", "depth"};
    struct embedded later;
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (text_is_nocase(command->name, names[i]))
            return !embedded_find(rest, names[i], &later);
    return false;
}

/* Adds the words before a verdict, but not the verdict's own values. */
static void add_before_verdict(struct text words, struct buffer *out)
{
    struct embedded command;
    size_t from = 0;
    for (size_t at = 0; embedded_next(words, &at, &command);) {
        if (!is_our_value(&command, (struct text){words.s + at, words.n - at}))
            continue;
        add_words((struct text){words.s + from, (size_t)(command.whole.s - words.s) - from}, out);
        from = at;
    }
    add_words((struct text){words.s + from, words.n - from}, out);
}

/*
 * Adds a comment of ours without our own parts: commands, values of a verdict, and words about a
 * composition, which stand between a mark and an end: "[%dama dual proven] dual: 1. 10-37 (proven)
 * [%dama end]".
 */
static void add_foreign(struct text comment, struct buffer *out)
{
    struct embedded command;
    bool is_open = false;
    size_t from = 0;
    for (size_t at = 0; embedded_next(comment, &at, &command);) {
        if (!text_is_nocase(command.name, annotation_marker))
            continue;
        struct text word = first_word(command.value);
        struct text words = {comment.s + from, (size_t)(command.whole.s - comment.s) - from};
        bool is_end = text_is(word, "end");
        if (verdict_named(word))
            add_before_verdict(words, out);
        else if (!is_open || !is_end)
            add_words(words, out);
        is_open = !is_end;
        from = at;
    }
    add_words((struct text){comment.s + from, comment.n - from}, out);
}

/*
 * Finds the words, clocks and values of others in a comment of ours: some programs join several
 * comments into one.
 * @return 1: they are in `rest`; 0: there are none; -1: out of memory
 */
static int foreign_words(struct game *game, const struct item *item, struct text *rest)
{
    struct buffer words = {0};
    int rc = 0;
    add_foreign(item->comment, &words);
    if (words.n) {
        *rest = arena_text(game->arena, buffer_text(&words));
        rc = rest->s ? 1 : -1;
    }
    rc = words.failed ? -1 : rc;
    buffer_fini(&words);
    return rc;
}

/* ---- stripping ---- */

/*
 * Whether somebody has added comments or moves to a line of ours.
 * @param pos  where it begins; NULL: not known, or the line is not a better line but one about a
 *             composition
 * @param most moves that it had when written; 0: not known, it should end as in
 *             annotation_is_line_end
 */
static bool is_changed(const struct rules *rules, const struct position *pos,
                       const struct line *line, unsigned most)
{
    struct position now = pos ? *pos : (struct position){0};
    unsigned plies = 0;
    for (const struct node *node = line->first; node; node = node->next, plies++) {
        if (node->items || (most && plies == most))
            return true;
        if (!pos)
            continue;
        if (node->kind != NODE_MOVE || node->state != NODE_PLAYED
            || (!most && annotation_is_line_end(rules, &now, plies)))
            return true;
        move_play(rules, &now, &node->move);
    }
    return false;
}

/*
 * Decides about a line of ours: if people have changed it, it is theirs, and only our mark goes.
 * @param at the link to its mark, from mark_of_line
 * @return 1: the line stays; 0: it goes; -1: out of memory
 */
static int strip_line(struct game *game, const struct position *pos, struct line *line,
                      struct item **at)
{
    struct item *mark = *at;
    struct embedded command;
    bool better = is_ours(mark, &command) && text_is(first_word(command.value), "line");
    unsigned most = plies_of_mark(command.value);
    int rc = foreign_words(game, mark, &mark->comment);
    if (rc)
        return rc;
    *at = mark->next;
    return line->before || is_changed(game->rules, better ? pos : NULL, line, most);
}

/* @return whether an item stays: 1, 0, or -1: out of memory */
static int strip_item(struct game *game, const struct position *pos, struct item *item)
{
    struct item **mark = item->kind == ITEM_LINE ? mark_of_line(item->line) : NULL;
    if (mark)
        return strip_line(game, pos, item->line, mark);
    return is_ours(item, NULL) ? foreign_words(game, item, &item->comment) : 1;
}

/*
 * Strips the items of a move.
 * @param pos before that move; NULL: not known
 * @return 0, or -1: out of memory
 */
static int strip_items(struct game *game, const struct position *pos, struct item **items)
{
    const struct item *added = mark_added(*items);
    for (struct item **at = items; *at;) {
        int stays = *at == added ? 0 : strip_item(game, pos, *at);
        if (stays < 0)
            return -1;
        if (stays)
            at = &(*at)->next;
        else
            *at = (*at)->next;
    }
    return 0;
}

static void strip_tags(struct game *game)
{
    char name[ANNOTATION_TAG_SIZE];
    for (enum side side = WHITE; side <= BLACK; side++) {
        game_drop_tag(game, text_of(annotation_sum_tag(side, "Accuracy", name)));
        game_drop_tag(game, text_of(annotation_sum_tag(side, "MeanLoss", name)));
        for (size_t i = 0; i < ANNOTATION_COUNTS; i++)
            game_drop_tag(game, text_of(annotation_sum_tag(side, annotation_counts[i].tag, name)));
    }
    game_drop_tag(game, text_of(annotation_decisive));
    game_drop_tag(game, text_of(annotation_unjudged));
    game_drop_tag(game, text_of(annotation_problem_verdict));
    game_drop_tag(game, text_of(annotation_problem_proof));
}

/* Lines still to strip: the main line, and the variations met so far. */
struct lines_to_strip {
    struct line_to_strip {
        struct line *line;
        struct position pos; /* where it begins */
        bool known;
    } * at; /* owned */
    unsigned n, room;
};

static int add_to_strip(struct lines_to_strip *lines, struct line *line, const struct position *pos,
                        bool known)
{
    if (!ARRAY_GROW(lines->at, lines->n, lines->room))
        return -1;
    lines->at[lines->n++] = (struct line_to_strip){line, *pos, known};
    return 0;
}

/* Strips one line; its variations are left for later. @return 0, or -1: out of memory */
static int strip_from(struct game *game, struct line_to_strip from, struct lines_to_strip *lines)
{
    struct position pos = from.pos;
    bool known = from.known;
    int rc = strip_items(game, NULL, &from.line->before);
    for (struct node *node = from.line->first; node && rc == 0; node = node->next) {
        rc = strip_items(game, known ? &pos : NULL, &node->items);
        for (const struct item *item = node->items; item && rc == 0; item = item->next)
            if (item->kind == ITEM_LINE)
                rc = add_to_strip(lines, item->line, &pos, known);
        known = known && node_play(game->rules, node, &pos);
    }
    return rc;
}

int annotation_strip(struct game *game, struct err *err)
{
    struct lines_to_strip lines = {0};
    int rc = add_to_strip(&lines, &game->line, &game->start, game->rules != NULL);
    while (rc == 0 && lines.n)
        rc = strip_from(game, lines.at[--lines.n], &lines);
    free(lines.at);
    strip_tags(game);
    return rc ? err_memory(err) : 0;
}

/* ---- reading ---- */

bool annotation_read(const struct game *game, enum move_verdict *verdicts)
{
    bool any = false;
    unsigned ply = 0;
    for (const struct node *node = game->line.first; node && ply < JUDGE_PLIES;
         node = node->next, ply++) {
        struct embedded command;
        verdicts[ply] = VERDICT_NONE;
        for (const struct item *item = node->items; item; item = item->next) {
            if (!is_ours(item, &command))
                continue;
            verdicts[ply] = verdict_named(first_word(command.value));
            any = true;
        }
    }
    return any;
}

/* The number in a tag of ours, at most `most`; -1: there is none. */
static double read_sum(const struct game *game, enum side side, const char *what, double most)
{
    char name[ANNOTATION_TAG_SIZE], text[16], *end;
    struct text value = game_tag(game, annotation_sum_tag(side, what, name));
    snprintf(text, sizeof text, "%.*s", TEXT_ARGS(value));
    const double number = strtod(text, &end);
    return end > text && !*end && number >= 0 && number <= most ? number : -1;
}

bool annotation_read_sums(const struct game *game, enum side side, double *accuracy,
                          unsigned count[VERDICT_COUNT])
{
    const double known = read_sum(game, side, "Accuracy", 100);
    if (known < 0)
        return false;
    *accuracy = known;
    memset(count, 0, VERDICT_COUNT * sizeof *count);
    for (size_t i = 0; i < ANNOTATION_COUNTS; i++) {
        const double n = read_sum(game, side, annotation_counts[i].tag, JUDGE_PLIES);
        count[annotation_counts[i].verdict] = n > 0 ? (unsigned)n : 0;
    }
    return true;
}
