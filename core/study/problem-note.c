// SPDX-License-Identifier: MIT
#include "core/study/problem-note.h"

#include "core/base/printable.h"
#include "core/board/notation.h"
#include "core/game/move-number.h"
#include "core/study/annotation.h"

#include <stdio.h>
#include <string.h>

/* Finds the board at a ply of the main line. @return the node played there; NULL: the line ends */
static struct node *node_at(const struct game *game, unsigned ply, struct position *pos)
{
    struct node *node = game->line.first;
    *pos = game->start;
    for (unsigned i = 0; i < ply && node; i++, node = node->next)
        move_play(game->rules, pos, &node->move);
    return node && node->kind == NODE_MOVE && node->state == NODE_PLAYED ? node : NULL;
}

/* The words for a finding, put before its line; they depend on the goal, a win or a draw. */
static const char *words_of(const struct problem *problem, enum problem_fault fault)
{
    static const char *const words[PROBLEM_FAULTS][2] = {
        [PROBLEM_REFUTED] = {"does not win", "does not draw"},
        [PROBLEM_ILLEGAL] = {"illegal", "illegal"},
        [PROBLEM_UNSOLVABLE] = {"no move wins; best", "no move draws; best"},
        [PROBLEM_SECOND] = {"second solution", "second solution"},
        [PROBLEM_DUAL] = {"dual", "dual"},
        [PROBLEM_OPEN] = {"undecided whether this wins", "undecided whether this draws"},
        [PROBLEM_OPEN_SECOND] = {"undecided whether this wins as well",
                                 "undecided whether this draws as well"},
        [PROBLEM_SOLUTION] = {"solution", "solution"},
    };
    return words[fault][problem->draws];
}

/* Adds the number before a move: "7.", "7...". */
static void add_number(const struct game *game, unsigned ply, struct buffer *out)
{
    struct move_number count = move_number_at(game, ply);
    buffer_printf(out, " %u%s ", count.number, move_number_dots(count));
}

/* Adds the move that is not legal, as it is written in the game. */
static void add_illegal(const struct game *game, unsigned ply, struct buffer *out)
{
    const struct node *node = game->line.first;
    for (unsigned i = 0; i < ply && node; i++)
        node = node->next;
    add_number(game, ply, out);
    printable_add(out, node ? node->text : (struct text){0});
}

static void add_moves(const struct game *game, const struct problem_finding *finding,
                      struct buffer *out)
{
    struct position pos;
    node_at(game, finding->ply, &pos);
    for (unsigned k = 0; k < finding->line.n; k++) {
        char text[NOTATION_MOVE_SIZE];
        notation_write(game->rules, &pos, &finding->line.line[k], NOTATION_STYLE_SHORT, text);
        if (k == 0 || pos.turn == game->rules->first)
            add_number(game, finding->ply + k, out);
        else
            buffer_add_char(out, ' ');
        buffer_add_string(out, text);
        move_play(game->rules, &pos, &finding->line.line[k]);
    }
    if (!finding->line.n)
        buffer_add_string(out, " the game is over");
}

void problem_note_line(const struct game *game, const struct problem *problem, unsigned i,
                       struct buffer *out)
{
    const struct problem_finding *finding = &problem->at[i];
    buffer_add_string(out, words_of(problem, finding->fault));
    buffer_add_char(out, ':');
    if (finding->fault == PROBLEM_ILLEGAL) {
        add_illegal(game, finding->ply, out);
        return;
    }
    add_moves(game, finding, out);
    if (finding->proven)
        buffer_add_string(out, " (proven)");
    else
        buffer_printf(out, " (search, depth %u)", finding->line.depth);
}

/* ---- into the game ---- */

static struct item *new_comment(struct game *game, struct text t)
{
    struct item *item = game_new_item(game, ITEM_COMMENT);
    if (item && !(item->comment = arena_text(game->arena, t)).s)
        return NULL;
    return item;
}

static void add_last(struct item **items, struct item *item)
{
    while (*items)
        items = &(*items)->next;
    *items = item;
}

/* Adds a finding as a variation that replaces the move. */
static int add_variation(struct game *game, struct node *node, const struct position *pos,
                         const struct problem_finding *finding, struct text comment)
{
    struct item *item = game_new_item(game, ITEM_LINE);
    if (!item || !(item->line = game_new_line(game))
        || !(item->line->before = new_comment(game, comment))
        || game_new_moves(game, pos, finding->line.line, finding->line.n, &item->line->first))
        return -1;
    add_last(&node->items, item);
    return 0;
}

static int add_finding(struct game *game, const struct problem *problem, unsigned i)
{
    const struct problem_finding *finding = &problem->at[i];
    struct buffer text = {0};
    struct position pos;
    struct node *node = node_at(game, finding->ply, &pos);
    int rc;
    buffer_printf(&text, "[%%dama %s %s", problem_fault_word(finding->fault),
                  finding->proven ? "proven" : "search");
    if (node && finding->line.n) {
        buffer_printf(&text, " %u]", finding->line.n);
        rc = text.failed ? -1 : add_variation(game, node, &pos, finding, buffer_text(&text));
    } else {
        /* after the end there is no move that a variation could replace */
        struct node *last = game->line.first;
        while (last && last->next && last->next->state == NODE_PLAYED)
            last = last->next;
        buffer_add_string(&text, "] ");
        problem_note_line(game, problem, i, &text);
        buffer_add_string(&text, " [%dama end]"); /* the words are ours, too: annotation.h */
        struct item *item = text.failed ? NULL : new_comment(game, buffer_text(&text));
        rc = item ? 0 : -1;
        if (item)
            add_last(last ? &last->items : &game->line.before, item);
    }
    buffer_fini(&text);
    return rc;
}

int problem_note_write(struct game *game, const struct problem *problem, const char *annotator,
                       struct err *err)
{
    const char *verdict = problem_verdict_word(problem_verdict(problem));
    if (annotation_strip(game, err))
        return -1;
    for (unsigned i = 0; i < problem->n; i++)
        if (add_finding(game, problem, i))
            return err_memory(err);
    if (game_set_tag(game, text_of(annotation_problem_verdict), text_of(verdict))
        || game_set_tag(game, text_of(annotation_problem_proof),
                        text_of(problem_is_proven(problem) ? "proven" : "search")))
        return err_memory(err);
    return annotator ? annotation_sign(game, annotator, err) : 0;
}
