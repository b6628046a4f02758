// SPDX-License-Identifier: MIT
/*
 * Everything that an earlier run wrote is removed before anything is written, so that judging a
 * game again gives the same file as judging it for the first time, and nothing written by other
 * people changes.
 */
#include "core/study/annotation.h"

#include "core/base/array.h"
#include "core/base/ascii.h"
#include "core/base/buffer.h"
#include "core/board/notation.h"
#include "core/engine/wdl.h"
#include "core/game/embedded.h"
#include "core/game/move-number.h"
#include "core/game/node-play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_PLIES = 8, QUIET_FROM = 3, TEXT_SIZE = 160, TAG_SIZE = 40 };

const char annotation_problem_verdict[] = "ProblemVerdict";
const char annotation_problem_proof[] = "ProblemProof";

static const char marker[] = "dama", unjudged[] = "Unjudged", decisive[] = "DecisiveMove";

/* Verdicts that are counted for each side: "WhiteBlunders". */
static const struct {
    const char *tag;
    enum move_verdict verdict;
} counted[] = {{"Inaccuracies", VERDICT_INACCURACY},
               {"Mistakes", VERDICT_MISTAKE},
               {"Blunders", VERDICT_BLUNDER},
               {"MissedWins", VERDICT_MISSED_WIN},
               {"MissedDraws", VERDICT_MISSED_DRAW}};

static const char *sum_tag(enum side side, const char *what, char name[TAG_SIZE])
{
    snprintf(name, TAG_SIZE, "%s%s", side_name(side), what);
    return name;
}

/* ---- recognising our own annotations ---- */

static bool is_ours(const struct item *item, struct embedded *command)
{
    struct embedded own;
    return item->kind == ITEM_COMMENT
           && embedded_find(item->comment, marker, command ? command : &own);
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
    for (unsigned i = 0; i < 2; i++) {
        size_t n = first_word(value).n;
        value = text_trim((struct text){value.s + n, value.n - n});
    }
    return value.n && ascii_is_digit(*value.s) ? (unsigned)strtoul(value.s, NULL, 10) : 0;
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

/* The NAG that we have added according to a comment of ours; 0 if it names none. */
static unsigned nag_added(const struct item *items)
{
    struct embedded command;
    for (const struct item *item = items; item; item = item->next) {
        if (!is_ours(item, &command))
            continue;
        const char *dollar = command.value.n ? memchr(command.value.s, '$', command.value.n) : NULL;
        return dollar ? (unsigned)atoi(dollar + 1) : 0;
    }
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
        if (!text_is_nocase(command.name, marker))
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
        *rest = (struct text){arena_strndup(game->arena, words.s, words.n), words.n};
        rc = rest->s ? 1 : -1;
    }
    rc = words.failed ? -1 : rc;
    buffer_fini(&words);
    return rc;
}

/* Whether a line of ours ends here: at the first quiet position from ply QUIET_FROM on. */
static bool is_line_end(const struct rules *rules, const struct position *pos, unsigned plies)
{
    return plies >= QUIET_FROM && !moves_has_capture(rules, pos);
}

/*
 * Whether somebody has added comments or moves to a line of ours.
 * @param pos  where it begins; NULL: not known, or the line is not a better line but one about a
 *             composition
 * @param most moves that it had when written; 0: not known, it should end as in is_line_end
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
            || (!most && is_line_end(rules, &now, plies)))
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
    char name[TAG_SIZE];
    for (enum side side = WHITE; side <= BLACK; side++) {
        game_drop_tag(game, text_of(sum_tag(side, "Accuracy", name)));
        game_drop_tag(game, text_of(sum_tag(side, "MeanLoss", name)));
        for (size_t i = 0; i < ARRAY_LEN(counted); i++)
            game_drop_tag(game, text_of(sum_tag(side, counted[i].tag, name)));
    }
    game_drop_tag(game, text_of(decisive));
    game_drop_tag(game, text_of(unjudged));
    game_drop_tag(game, text_of(annotation_problem_verdict));
    game_drop_tag(game, text_of(annotation_problem_proof));
}

/** Lines still to strip: the main line, and the variations met so far. */
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
    char name[TAG_SIZE], text[16], *end;
    struct text value = game_tag(game, sum_tag(side, what, name));
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
    for (size_t i = 0; i < ARRAY_LEN(counted); i++) {
        const double n = read_sum(game, side, counted[i].tag, JUDGE_PLIES);
        count[counted[i].verdict] = n > 0 ? (unsigned)n : 0;
    }
    return true;
}

/* ---- writing ---- */

static struct item **last_item(struct item **items)
{
    while (*items)
        items = &(*items)->next;
    return items;
}

static struct text keep_text(struct game *game, const char *s)
{
    size_t n = strlen(s);
    return (struct text){arena_strndup(game->arena, s, n), n};
}

static struct item *new_comment(struct game *game, const char *s)
{
    struct item *item = game_new_item(game, ITEM_COMMENT);
    if (item && !(item->comment = keep_text(game, s)).s)
        return NULL;
    return item;
}

/* Writes a score, "0.42", "-1.20" or "#5", from White's view. */
static void write_eval(int score, enum side mover, char *out, size_t size)
{
    int white = mover == WHITE ? score : -score;
    int moves = score_moves_to_win(score), hundredths = abs(score_hundredths(white));
    if (moves)
        snprintf(out, size, "#%d", mover == WHITE ? moves : -moves);
    else
        snprintf(out, size, "%s%d.%02d", white < 0 && hundredths ? "-" : "", hundredths / 100,
                 hundredths % 100);
}

/* Writes White's chances in thousandths, "60 420 520", which add up to 1000. */
static void write_wdl(struct wdl wdl, enum side mover, char *out, size_t size)
{
    unsigned n[3];
    if (mover == BLACK)
        wdl = (struct wdl){wdl.loss, wdl.draw, wdl.win};
    wdl_thousandths(wdl, n);
    snprintf(out, size, "%u %u %u", n[0], n[1], n[2]);
}

static bool has_human_nag(const struct node *node)
{
    for (const struct item *item = node->items; item; item = item->next)
        if (item->kind == ITEM_NAG || item->kind == ITEM_STRENGTH)
            return true;
    return false;
}

static int add_nag(struct game *game, struct node *node, unsigned nag)
{
    struct item *item = game_new_item(game, ITEM_NAG);
    if (!item)
        return -1;
    item->nag = nag;
    item->next = node->items; /* before all comments, as people write it */
    node->items = item;
    return 0;
}

static int add_comment(struct game *game, struct node *node, const struct judged_ply *ply,
                       enum side mover, enum move_verdict verdict, unsigned nag)
{
    char text[TEXT_SIZE], eval[24], wdl[24], added[16] = "";
    write_eval(ply->score, mover, eval, sizeof eval);
    write_wdl(ply->wdl, mover, wdl, sizeof wdl);
    if (nag)
        snprintf(added, sizeof added, " $%u", nag);
    snprintf(text, sizeof text, "[%%eval %s] [%%wdl %s] [%%depth %u] [%%dama %s %.2f%s%s]", eval,
             wdl, ply->best.depth, verdict_word(verdict), judge_loss(ply), added,
             ply->flags & JUDGED_NOVELTY ? " novelty" : "");
    struct item *item = new_comment(game, text);
    if (!item)
        return -1;
    *last_item(&node->items) = item;
    return 0;
}

/** A better line to write. */
struct shown_line {
    const struct move *moves;
    unsigned n;
    struct wdl wdl;
};

/* How many moves of a line are written: up to the first quiet position, as in is_line_end. */
static unsigned line_length(const struct rules *rules, const struct position *pos,
                            const struct shown_line *line, unsigned most)
{
    struct position now = *pos;
    for (unsigned i = 0; i < line->n && i < most; i++) {
        move_play(rules, &now, &line->moves[i]);
        if (is_line_end(rules, &now, i + 1))
            return i + 1;
    }
    return line->n < most ? line->n : most;
}

static int add_line(const struct annotation_options *options, struct game *game, struct node *node,
                    const struct position *pos, const struct shown_line *line)
{
    char text[TEXT_SIZE];
    unsigned most = options->line_plies ? options->line_plies : LINE_PLIES;
    unsigned n = line_length(game->rules, pos, line, most);
    struct item *item = game_new_item(game, ITEM_LINE);
    if (!item || !(item->line = game_new_line(game)))
        return -1;
    snprintf(text, sizeof text, "[%%dama line %.2f %u]", judge_expected(line->wdl), n);
    if (!(item->line->before = new_comment(game, text)))
        return -1;
    if (game_new_moves(game, pos, line->moves, n, &item->line->first))
        return -1;
    *last_item(&node->items) = item;
    return 0;
}

/* Adds the best line, and the next best ones if known, except for that of the move played. */
static int add_lines(const struct annotation_options *options, struct game *game, struct node *node,
                     const struct position *pos, const struct judgement *best)
{
    const struct shown_line first = {best->line, best->n, best->wdl};
    if (best->n && add_line(options, game, node, pos, &first))
        return -1;
    for (unsigned i = 0; i < best->n_others; i++) {
        const struct judged_line *other = &best->others[i];
        const struct shown_line line = {other->line, other->n, other->wdl};
        if (!move_same(&other->line[0], &node->move) && add_line(options, game, node, pos, &line))
            return -1;
    }
    return 0;
}

static int annotate_ply(const struct annotation_options *options, struct game *game,
                        struct node *node, const struct position *pos, const struct judged_ply *ply)
{
    enum move_verdict verdict = verdict_of(ply, &options->thresholds);
    unsigned nag = verdict_nag(verdict);
    bool fault = verdict_is_fault(verdict);
    bool worth_telling = fault || ply->flags & JUDGED_NOVELTY;
    if (verdict == VERDICT_NONE || (options->only_faults && !worth_telling))
        return 0;
    if (nag && has_human_nag(node))
        nag = 0; /* somebody has already marked the move */
    if ((nag && add_nag(game, node, nag))
        || add_comment(game, node, ply, (enum side)pos->turn, verdict, nag))
        return -1;
    return fault && !options->no_lines ? add_lines(options, game, node, pos, &ply->best) : 0;
}

/* ---- sums ---- */

static int set_tag(struct game *game, const char *name, const char *value)
{
    struct text n = keep_text(game, name), v = keep_text(game, value);
    return n.s && v.s ? game_set_tag(game, n, v) : -1;
}

static int set_sums(const struct annotation_options *options, struct game *game,
                    const struct judged_ply *plies, unsigned n, enum side side)
{
    struct verdict_sum sum = {0};
    char name[TAG_SIZE], value[32];
    verdict_sum_add(&sum, plies, n, (enum side)game->start.turn, side, &options->thresholds);
    if (!sum.moves)
        return 0;
    snprintf(value, sizeof value, "%.1f", verdict_accuracy(&sum));
    if (set_tag(game, sum_tag(side, "Accuracy", name), value))
        return -1;
    snprintf(value, sizeof value, "%.3f", verdict_mean_loss(&sum));
    if (set_tag(game, sum_tag(side, "MeanLoss", name), value))
        return -1;
    for (size_t i = 0; i < ARRAY_LEN(counted); i++) {
        snprintf(value, sizeof value, "%u", sum.count[counted[i].verdict]);
        if (set_tag(game, sum_tag(side, counted[i].tag, name), value))
            return -1;
    }
    return 0;
}

static int result_points(enum result result)
{
    return result == RESULT_WHITE ? 2 : result == RESULT_BLACK ? 0 : result == RESULT_DRAW ? 1 : -1;
}

/* Writes the decisive move into a tag: "34. 28-22", "34... 19-23". */
static int set_decisive(const struct annotation_options *options, struct game *game,
                        const struct judged_ply *plies, unsigned n)
{
    int points = result_points(game->result), i = -1;
    char value[NOTATION_MOVE_SIZE + 24];
    if (points >= 0)
        i = verdict_decisive_ply(plies, n, (enum side)game->start.turn, points,
                                 &options->thresholds);
    const struct node *node = game->line.first;
    for (int k = 0; k < i && node; k++)
        node = node->next;
    if (i < 0 || !node)
        return 0;
    struct move_number count = move_number_at(game, (unsigned)i);
    snprintf(value, sizeof value, "%u%s %.*s", count.number, move_number_dots(count),
             TEXT_ARGS(node->text));
    return set_tag(game, decisive, value);
}

/* Whether an entry is ours: it begins with a version, "dama 0.1.0, ". */
static bool is_signature(struct text words)
{
    const size_t n = sizeof marker - 1;
    unsigned points = 0;
    if (words.n <= n || memcmp(words.s, marker, n) != 0 || words.s[n] != ' ')
        return false;
    for (size_t i = n + 1; i < words.n && words.s[i] != ','; i++) {
        const bool is_point = words.s[i] == '.' && ascii_is_digit(words.s[i - 1]);
        if (!is_point && !ascii_is_digit(words.s[i]))
            return false;
        points += is_point;
    }
    return points == 2;
}

static bool ends_entry(char c) { return c == ' ' || c == ';'; }

/* Adds the names of an Annotator tag, but not our entries, which extend to the next ";". */
static void add_names(struct text old, struct buffer *out)
{
    size_t i = 0;
    while (i < old.n) {
        const struct text rest = {old.s + i, old.n - i};
        if ((i && old.s[i - 1] != ' ') || !is_signature(rest)) {
            buffer_add_char(out, old.s[i++]);
            continue;
        }
        while (out->n && ends_entry(out->s[out->n - 1]))
            out->n--;
        while (i < old.n && old.s[i] != ';')
            i++;
        while (!out->n && i < old.n && ends_entry(old.s[i]))
            i++;
    }
}

/* Our entry after a person's: "T. Sijbrands; dama 0.2.0, 20000 nodes a move". */
int annotation_sign(struct game *game, const char *ours, struct err *err)
{
    struct buffer value = {0};
    add_names(game_tag(game, "Annotator"), &value);
    if (text_is(buffer_text(&value), "?"))
        buffer_clear(&value);
    buffer_printf(&value, "%s%s", value.n ? "; " : "", ours);
    buffer_add_char(&value, '\0');
    int rc = value.failed || set_tag(game, "Annotator", value.s);
    buffer_fini(&value);
    return rc ? err_memory(err) : 0;
}

int annotation_write(const struct annotation_options *options, struct game *game,
                     const struct judged_ply *plies, unsigned n, struct err *err)
{
    struct position pos = game->start;
    struct node *node = game->line.first;
    if (annotation_strip(game, err))
        return -1;
    for (unsigned i = 0; i < n && node; i++, node = node->next) {
        if (annotate_ply(options, game, node, &pos, &plies[i]))
            goto failed;
        move_play(game->rules, &pos, &node->move);
    }
    /* a new Annotator tag is added before the sums, since the next run will add them after it */
    if (options->annotator && annotation_sign(game, options->annotator, err))
        return -1;
    if (!options->no_tags
        && (set_sums(options, game, plies, n, WHITE) || set_sums(options, game, plies, n, BLACK)
            || set_decisive(options, game, plies, n)))
        goto failed;
    return 0;
failed:
    return err_memory(err);
}

int annotation_mark_unjudged(struct game *game, const char *why, struct err *err)
{
    const struct node *node = game->line.first;
    char value[NOTATION_MOVE_SIZE + 64];
    unsigned ply = 0;
    while (node && ply < JUDGE_PLIES && node->kind == NODE_MOVE && node->state == NODE_PLAYED) {
        node = node->next;
        ply++;
    }
    if (!why && !node)
        return 0;
    if (!why) {
        /* however a missing move was written: the output may write it otherwise */
        const struct text move = node->kind == NODE_UNKNOWN ? text_of("-") : node->text;
        size_t n = move.n < NOTATION_MOVE_SIZE ? move.n : NOTATION_MOVE_SIZE;
        struct move_number count = move_number_at(game, ply);
        snprintf(value, sizeof value, "from %u%s %.*s on", count.number, move_number_dots(count),
                 (int)n, move.s);
    }
    if (set_tag(game, unjudged, why ? why : value))
        return err_memory(err);
    return 0;
}
