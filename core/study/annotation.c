// SPDX-License-Identifier: MIT
/*
 * Everything that an earlier run wrote is removed before anything is written, so that judging a
 * game again gives the same file as judging it for the first time, and nothing written by other
 * people changes.
 */
#include "core/study/annotation.h"

#include "core/base/ascii.h"
#include "core/base/buffer.h"
#include "core/board/notation.h"
#include "core/engine/wdl.h"
#include "core/game/move-number.h"
#include "core/study/annotation-internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_PLIES = 8, QUIET_FROM = 3, TEXT_SIZE = 160 };

/* ---- what is written, and recognised later ---- */

const char annotation_problem_verdict[] = "ProblemVerdict";
const char annotation_problem_proof[] = "ProblemProof";
const char annotation_marker[] = "dama";
const char annotation_unjudged[] = "Unjudged", annotation_decisive[] = "DecisiveMove";

const struct annotation_count annotation_counts[ANNOTATION_COUNTS] = {
    {"Inaccuracies", VERDICT_INACCURACY}, {"Mistakes", VERDICT_MISTAKE},
    {"Blunders", VERDICT_BLUNDER},        {"MissedWins", VERDICT_MISSED_WIN},
    {"MissedDraws", VERDICT_MISSED_DRAW},
};

const char *annotation_sum_tag(enum side side, const char *what, char name[ANNOTATION_TAG_SIZE])
{
    snprintf(name, ANNOTATION_TAG_SIZE, "%s%s", side_name(side), what);
    return name;
}

bool annotation_is_line_end(const struct rules *rules, const struct position *pos, unsigned plies)
{
    return plies >= QUIET_FROM && !moves_has_capture(rules, pos);
}

/* ---- writing ---- */

static struct item **last_item(struct item **items)
{
    while (*items)
        items = &(*items)->next;
    return items;
}

static struct item *new_comment(struct game *game, const char *s)
{
    struct item *item = game_new_item(game, ITEM_COMMENT);
    if (item && !(item->comment = arena_text(game->arena, text_of(s))).s)
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

/* A better line to write. */
struct shown_line {
    const struct move *moves;
    unsigned n;
    struct wdl wdl;
};

/* How many moves of a line are written: up to the first quiet position, as in annotation_is_line_end. */
static unsigned line_length(const struct rules *rules, const struct position *pos,
                            const struct shown_line *line, unsigned most)
{
    struct position now = *pos;
    for (unsigned i = 0; i < line->n && i < most; i++) {
        move_play(rules, &now, &line->moves[i]);
        if (annotation_is_line_end(rules, &now, i + 1))
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
    struct text n = arena_text(game->arena, text_of(name));
    struct text v = arena_text(game->arena, text_of(value));
    return n.s && v.s ? game_set_tag(game, n, v) : -1;
}

static int set_sums(const struct annotation_options *options, struct game *game,
                    const struct judged_ply *plies, unsigned n, enum side side)
{
    struct verdict_sum sum = {0};
    char name[ANNOTATION_TAG_SIZE], value[32];
    verdict_sum_add(&sum, plies, n, (enum side)game->start.turn, side, &options->thresholds);
    if (!sum.moves)
        return 0;
    snprintf(value, sizeof value, "%.1f", verdict_accuracy(&sum));
    if (set_tag(game, annotation_sum_tag(side, "Accuracy", name), value))
        return -1;
    snprintf(value, sizeof value, "%.3f", verdict_mean_loss(&sum));
    if (set_tag(game, annotation_sum_tag(side, "MeanLoss", name), value))
        return -1;
    for (size_t i = 0; i < ANNOTATION_COUNTS; i++) {
        snprintf(value, sizeof value, "%u", sum.count[annotation_counts[i].verdict]);
        if (set_tag(game, annotation_sum_tag(side, annotation_counts[i].tag, name), value))
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
    return set_tag(game, annotation_decisive, value);
}

/* Whether an entry is ours: it begins with a version, "dama 0.1.0, ". */
static bool is_signature(struct text words)
{
    const size_t n = strlen(annotation_marker);
    unsigned points = 0;
    if (words.n <= n || memcmp(words.s, annotation_marker, n) != 0 || words.s[n] != ' ')
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
    if (set_tag(game, annotation_unjudged, why ? why : value))
        return err_memory(err);
    return 0;
}
