// SPDX-License-Identifier: MIT
/*
 * Playing lines. Nearly every move of nearly every file is two plain squares with a sign between
 * them, and one legal move fits: that case has a path of its own without lists, text or findings.
 * Everything odd takes the slow path below it.
 *
 * Variations wait in a list while their line is played, each with the position it begins in, so
 * that nesting costs no stack and every line is played once.
 *
 * A position is never copied on the plain path: loading sixteen bytes right after eight-byte stores
 * stalls, which costs as much as the move itself.
 */
#include "core/check/play.h"

#include "core/base/array.h"
#include "core/base/ascii.h"
#include "core/check/draw-watch.h"
#include "core/check/explain.h"
#include "core/check/look-ahead.h"
#include "core/check/oddity.h"
#include "core/check/other-letters.h"
#include "core/check/start-position.h"
#include "core/check/suggest.h"
#include "core/check/wrong-variant.h"
#include "core/game/node-play.h"

#include <limits.h>
#include <stdlib.h>

static int out_of_memory(struct checker *c) { return err_memory(c->err); }

/* ---- the slow path ---- */

/*
 * ENDED: the node turned out to be the end of the game, not a move, and was removed from the line
 */
enum outcome { PLAYED, STOPPED, ENDED, NO_MEMORY };

/* Whether a capture begins with n stops, as `12x19 19x28` spells it jump by jump. */
static bool starts_capture(const struct checker *c, const struct position *pos,
                           const struct move *mv, const square *stops, unsigned n)
{
    struct route route;
    if (mv->from != stops[0] || !move_route(c->reader->rules, pos, mv, stops + 1, n - 1, &route))
        return false;
    if (route.n < n - 1)
        return false;
    for (unsigned i = 1; i < n; i++)
        if (route.stop[i - 1] != stops[i])
            return false;
    return true;
}

/*
 * If a node holds one jump of a longer capture and the nodes after it hold the others, finds the
 * capture.
 * @param last set to the node with the last jump
 */
static bool find_jumps(struct checker *c, const struct check_place *at,
                       const struct written_move *first, struct move *out, struct node **last)
{
    const struct rules *rules = c->reader->rules;
    square stops[NOTATION_SQUARES_MAX];
    unsigned n = 2;
    struct moves captures;
    moves_init(&captures);
    bool found = false;
    if (first->n != 2 || moves_captures(rules, &at->pos, &captures) || !captures.n)
        goto done;
    stops[0] = first->sq[0];
    stops[1] = first->sq[1];
    *last = at->node;
    while (!found && (*last)->next && (*last)->next->kind == NODE_MOVE
           && n < NOTATION_SQUARES_MAX) {
        struct written_move next;
        *last = (*last)->next;
        if (move_reader_parse(c->reader, (*last)->text, &next, NULL) || next.n != 2
            || next.sq[0] != stops[n - 1])
            break;
        stops[n++] = next.sq[1];
        unsigned left = 0;
        for (unsigned i = 0; i < captures.n; i++) {
            const struct move *mv = &captures.at[i];
            if (!starts_capture(c, &at->pos, mv, stops, n))
                continue;
            left++;
            if (mv->to == stops[n - 1] && POPCOUNT64(mv->captured) == n - 1) {
                *out = *mv;
                found = true;
            }
        }
        if (!left)
            break;
    }
done:
    moves_fini(&captures);
    return found;
}

/* Adds a repair that joins jumps, if they have only blanks between them. */
static void repair_jumps(struct checker *c, const struct check_place *at, const struct node *last,
                         const struct move *mv, unsigned odd, struct oddity *t)
{
    uint32_t from = at->node->offset, to = last->offset + game_source_length(c->game, last->text);
    char text[NOTATION_MOVE_SIZE];
    if (!t || !c->options.repairs || !checker_can_spell(c, odd)
        || !game_source_length(c->game, at->node->text) || to <= from)
        return;
    for (const struct node *n = at->node; n != last; n = n->next) {
        struct text between = {c->game->source.s + n->offset + n->text.n,
                               n->next->offset - n->offset - n->text.n};
        if (text_trim(between).n)
            return;
    }
    notation_write(checker_naming_rules(c, odd), &at->pos, mv, NOTATION_STYLE_SHORT, text);
    oddity_repair(c, t, from, to - from, findings_text(c->found, "%s", text),
                  !c->game->rules_guessed || c->reader->rules->capture_sign == 'x');
}

/* Joins the nodes after `node`, up to `last`, into it, along with the items that belong to them. */
static void join_nodes(struct checker *c, struct node *node, struct node *last)
{
    struct item **end = &node->items;
    buffer_clear(&c->text);
    buffer_add_text(&c->text, node->text);
    for (struct node *n = node->next;; n = n->next) {
        while (*end)
            end = &(*end)->next;
        *end = n->items;
        size_t sign = 0;
        while (sign < n->text.n && n->text.s[sign] >= '0' && n->text.s[sign] != ':'
               && n->text.s[sign] != 'x')
            sign++;
        buffer_add(&c->text, n->text.s + sign, n->text.n - sign);
        if (n == last)
            break;
    }
    struct text joined = findings_text(c->found, "%.*s", TEXT_ARGS(buffer_text(&c->text)));
    if (joined.s)
        node->text = joined;
    node->next = last->next;
}

/*
 * Explaining generates more captures than playing does: illegal ones, and those of many other
 * positions. Once its budget is spent, no more is explained in this game.
 */
static void explain_bounded(struct checker *c, const struct check_place *at,
                            const struct written_move *written)
{
    budget_begin(&c->explaining);
    if (!budget_is_spent(&c->explaining))
        explain_illegal(checker_naming_rules(c, written->odd), &at->pos, written, &c->text);
    budget_begin(&c->legal);
    if (!budget_is_spent(&c->explaining))
        return;
    buffer_clear(&c->text);
    buffer_add_string(&c->text, "illegal; too many captures to explain");
}

static void suggest_bounded(struct checker *c, const struct check_place *at,
                            const struct written_move *written, struct finding *f)
{
    size_t n = c->text.n;
    if (budget_is_spent(&c->explaining))
        return;
    budget_begin(&c->explaining);
    if (written || !other_letters_suggest(c, at, f, &c->text))
        suggest_moves(c, at, written, f, &c->text);
    budget_begin(&c->legal);
    if (budget_is_spent(&c->explaining)) { /* findings made so far may be wrong */
        c->text.n = n;
        f->repair = NULL;
    }
}

/* Reports a position with so many captures that the legal moves cannot be found in time. */
static enum outcome report_too_many(struct checker *c, const struct check_place *at)
{
    at->node->state = NODE_ILLEGAL;
    checker_report_move(c, FINDING_TOO_MANY_CAPTURES, at,
                        text_of("too many captures to tell whether it is legal"));
    return STOPPED;
}

/*
 * Whether the text is not a move at all, as `3-530`, `2x637`, or digits without a sign when the
 * other moves have one. More than two digits do not name a square; cutting them up somehow and then
 * explaining what is wrong with the parts would mislead.
 */
static bool is_no_move(const struct checker *c, const struct check_place *at, bool unread)
{
    enum { USUAL = 3 };
    struct text t = at->node->text;
    unsigned digits = 0, most = 0, signs = 0;
    for (size_t i = 0; i < t.n; i++) {
        bool digit = ascii_is_digit(t.s[i]);
        digits = digit ? digits + 1 : 0;
        most = digits > most ? digits : most;
        signs += t.s[i] == '-' || t.s[i] == 'x' || t.s[i] == 'X' || t.s[i] == ':';
    }
    bool unsigned_game =
        c->odd >> ODDITY_NO_SEPARATOR & 1 && c->oddities[ODDITY_NO_SEPARATOR].n >= USUAL;
    size_t inside = t.n ? t.n - 1 : 0; /* c3-e3x may be a move */
    if (memchr(t.s, '-', inside) && (memchr(t.s, 'x', inside) || memchr(t.s, ':', inside)))
        return true; /* 31-27x12-18 */
    return unread ? most > 2 || signs > 1 : most > 2 && !unsigned_game;
}

/* Whether the text of a node is two moves, and should not be explained as if it were one. */
static bool is_two_moves(struct checker *c, const struct check_place *at,
                         const struct written_move *written)
{
    if (!c->options.explain || budget_is_spent(&c->explaining))
        return false;
    budget_begin(&c->explaining);
    bool two = suggest_two_moves(c, at, written);
    budget_begin(&c->legal);
    return two && !budget_is_spent(&c->explaining);
}

/*
 * Whether move numbers jump at an illegal move or shortly before it, so that moves are missing in
 * between.
 */
static bool is_gap(const struct checker *c, const struct check_place *at)
{
    enum { MOST = 60, NEAR = 40 }; /* most moves missing; most plies from the gap to the fault */
    const struct oddity *o = &c->oddities[ODDITY_NUMBER];
    return at->of->is_main && c->odd >> ODDITY_NUMBER & 1 && o->n == 1 && o->dots == o->written_dots
           && o->written > o->number && o->written - o->number <= MOST && at->ply - o->ply <= NEAR;
}

static void explain_gap(struct checker *c)
{
    const struct oddity *o = &c->oddities[ODDITY_NUMBER];
    if (o->written == o->number + 1)
        buffer_printf(&c->text, MESSAGE_MOVE_IS_MISSING, o->number);
    else
        buffer_printf(&c->text, MESSAGE_MOVES_ARE_MISSING, o->number, o->written - 1);
}

/*
 * Suggests what was probably meant. If moves are missing, says so, unless a suggestion makes all
 * the rest legal.
 */
static void suggest(struct checker *c, const struct check_place *at,
                    const struct written_move *written, struct finding *f)
{
    bool gap = is_gap(c, at), here = c->oddities[ODDITY_NUMBER].offset == at->node->offset;
    size_t n = c->text.n;
    if (!gap || !here)
        suggest_bounded(c, at, written, f);
    if (gap && (c->text.n == n || c->suggested != UINT_MAX || !at->node->next)) {
        c->text.n = n;
        f->repair = NULL;
        explain_gap(c);
        c->odd &= ~(1U << ODDITY_NUMBER); /* the suggestion covers it */
    } else if (here && at->of->is_main) {
        c->odd &= ~(1U << ODDITY_NUMBER); /* a missing or superfluous move explains the number */
    }
}

/*
 * Whether an illegal move is a score that ends the game, as the last one in `32-28 19-23 8-4`:
 * nothing follows it, it has no number, and nothing else says how the game ended.
 */
static bool is_score(const struct checker *c, const struct check_place *at)
{
    const struct game *game = c->game;
    const struct node *node = at->node;
    return at->of->is_main && !node->next && !node->number && !game->terminator.n
           && game_source_length(game, node->text) && result_is_unknown(game->result)
           && result_is_unknown(result_read(game->rules, tag_value(c, TAG_RESULT)))
           && result_is_score(node->text);
}

/* Turns the last node into the terminator. check.c reports it. */
static enum outcome end_with_score(struct checker *c)
{
    const struct node *score = game_drop_last(c->game);
    c->game->terminator = score->text;
    c->game->terminator_offset = score->offset;
    c->ends_with_score = true;
    return ENDED;
}

static enum outcome report_illegal(struct checker *c, const struct check_place *at,
                                   const struct written_move *written, const struct err *unread)
{
    const struct rules *rules = c->reader->rules;
    enum finding_code code = unread ? FINDING_UNREADABLE_MOVE : FINDING_ILLEGAL_MOVE;
    if (is_score(c, at))
        return end_with_score(c);
    at->node->state = NODE_ILLEGAL;
    if (at->of->is_main && start_position_report_glued(c, at))
        return STOPPED;
    if (!unread && !moves_exist(rules, &at->pos))
        code = FINDING_MOVES_AFTER_END;
    if (!at->of->is_main) {
        if (!checker_reports(c))
            return STOPPED;
        code = FINDING_ILLEGAL_VARIATION;
    }
    buffer_clear(&c->text);
    const bool other_letters = unread && other_letters_explain(at->node->text, &c->text);
    bool no_move = code != FINDING_MOVES_AFTER_END && !other_letters
                   && (is_no_move(c, at, unread) || (!unread && is_two_moves(c, at, written)));
    if (no_move)
        buffer_printf(&c->text, MESSAGE_NOT_A_WRITTEN_MOVE, TEXT_ARGS(at->node->text));
    else if (unread && !other_letters)
        buffer_printf(&c->text, "%s", unread->msg);
    else if (!unread)
        explain_bounded(c, at, written);
    struct finding *f = checker_report_move(c, code, at, (struct text){0});
    bool over = code == FINDING_MOVES_AFTER_END && at->ply > 0; /* not if the FEN may be wrong */
    if (f && c->options.explain && !over)
        suggest(c, at, unread || no_move ? NULL : written, f);
    if (f)
        f->message = findings_text(c->found, "%.*s", TEXT_ARGS(buffer_text(&c->text)));
    if (c->options.explain && at->of->is_main)
        wrong_variant_report(c, at);
    return STOPPED;
}

/*
 * @param chosen index of the move that fits what follows; -1: none.
 * @param sure   whether all that follows fits it
 */
static enum outcome report_ambiguous(struct checker *c, const struct check_place *at,
                                     const struct moves *found, int chosen, bool sure, unsigned odd)
{
    const struct rules *rules = checker_naming_rules(c, odd);
    char full[NOTATION_MOVE_SIZE];
    bool settled = chosen >= 0;
    buffer_clear(&c->text);
    for (unsigned i = 0; i < found->n && i < 6; i++) {
        notation_write(rules, &at->pos, &found->at[i], NOTATION_STYLE_SHORT, full);
        buffer_printf(&c->text, "%s%s", i ? ", " : "", full);
    }
    if (found->n > 6)
        buffer_printf(&c->text, " and %u more", found->n - 6);
    if (!settled && !c->options.lenient)
        at->node->state = NODE_ILLEGAL;
    if (!checker_reports(c) && (settled || c->options.lenient || !at->of->is_main))
        return settled || c->options.lenient ? PLAYED : STOPPED;
    unsigned pick = settled ? (unsigned)chosen : 0;
    notation_write(rules, &at->pos, &found->at[pick], NOTATION_STYLE_SHORT, full);
    struct text message =
        settled
            ? findings_text(c->found, sure ? MESSAGE_AMBIGUITY_SETTLED : MESSAGE_AMBIGUITY_WEIGHED,
                            TEXT_ARGS(buffer_text(&c->text)), full)
            : findings_text(c->found, MESSAGE_AMBIGUOUS, TEXT_ARGS(buffer_text(&c->text)));
    enum finding_code code = settled           ? FINDING_AMBIGUITY_SETTLED
                             : at->of->is_main ? FINDING_AMBIGUOUS_MOVE
                                               : FINDING_ILLEGAL_VARIATION;
    struct finding *f = checker_report_move(c, code, at, message);
    if (settled && c->options.repairs && checker_can_spell(c, odd))
        finding_repair(c->found, f, at->node->offset, game_source_length(c->game, at->node->text),
                       findings_text(c->found, "%s", full), sure);
    return settled || c->options.lenient ? PLAYED : STOPPED;
}

/* Finds a move that is not plain: parses it, looks it up and, if necessary, looks ahead. */
static enum outcome find_slowly(struct checker *c, const struct check_place *at, struct move *out)
{
    const struct rules *rules = c->reader->rules;
    struct written_move written;
    struct err unread = {0};
    struct moves found;
    unsigned odd = 0;
    enum outcome outcome;
    if (move_reader_parse(c->reader, at->node->text, &written, &unread))
        return report_illegal(c, at, NULL, &unread);
    moves_init(&found);
    if (notation_find_all(rules, &at->pos, &written, &found, &odd)) {
        if (budget_is_spent(&c->legal)) {
            outcome = report_too_many(c, at);
        } else {
            err_memory(c->err);
            outcome = NO_MEMORY;
        }
    } else if (found.n == 1) {
        *out = found.at[0];
        oddity_add_notation(c, odd, at, out);
        outcome = PLAYED;
    } else if (found.n > 1) {
        bool sure;
        int chosen = look_ahead_choose(c, &at->pos, &found, at->node->next, &sure);
        int single = notation_single_jump(rules, &at->pos, &written, &found);
        if (chosen < 0)
            chosen = single;
        *out = found.at[chosen < 0 ? 0 : chosen];
        if (chosen >= 0 && chosen == single) {
            oddity_add_notation(c, odd, at, out);
            outcome = PLAYED;
        } else {
            outcome = report_ambiguous(c, at, &found, chosen, sure, written.odd);
        }
    } else {
        struct node *last = NULL;
        if (find_jumps(c, at, &written, out, &last)) {
            repair_jumps(c, at, last, out, written.odd, oddity_add(c, ODDITY_JUMPS, at));
            join_nodes(c, at->node, last);
            outcome = PLAYED;
        } else {
            outcome = report_illegal(c, at, &written, NULL);
        }
    }
    moves_fini(&found);
    return outcome;
}

/* ---- lines ---- */

static int push_line(struct checker *c, struct check_line job)
{
    if (!ARRAY_GROW(c->waiting, c->n_waiting, c->room_waiting))
        return out_of_memory(c);
    c->waiting[c->n_waiting++] = job;
    return 0;
}

static int push_lines(struct checker *c, const struct item *items, const struct check_place *at,
                      const struct node *instead)
{
    for (; items; items = items->next) {
        if (items->kind != ITEM_LINE)
            continue;
        const struct check_line job = {
            .line = items->line, .instead = instead, .pos = at->pos, .number = at->number};
        if (push_line(c, job))
            return -1;
    }
    return 0;
}

/*
 * The last number in the main line: the next must be greater by the number of moves played since.
 */
struct numbers {
    bool known;
    int ply;               /* of the numbered move; if it had dots, of the first side's move */
    unsigned written, due; /* the number as written, and as it should have been */
    bool second; /* as in `1. 19-23 2. 32-28` if the second side begins: the first is 1... */
    /* any number may follow, since the board was set up, or jumps may have been counted as moves */
    bool free;
};

static void report_number(struct checker *c, const struct check_place *at, unsigned number,
                          bool dots)
{
    struct check_place here = *at;
    here.number = number;
    struct oddity *o = oddity_add(c, ODDITY_NUMBER, &here);
    if (o && o->n == 1) {
        o->written = at->node->number;
        o->written_dots = at->node->dots;
        o->number = number;
        o->dots = dots;
        o->ply = at->ply;
    }
}

/*
 * A game that starts in the middle may begin with any number. If the side that moves second begins,
 * some write `1...`, some `1. ...`, and some count from there as if it were the first side: `1.
 * 19-23 32-28 2. ...`. Numbering must continue in the way it began; `1. 19-23 2. 32-28` is read as
 * the first kind, with the dots left out.
 */
static void check_number(struct checker *c, struct numbers *last, const struct check_place *at)
{
    const struct node *node = at->node;
    /* dots before the first side's move are wrong, if no earlier number says otherwise */
    const bool early = !last->known && node->dots && at->pos.turn == c->reader->rules->first;
    int ply = (int)at->ply - (node->dots && !early ? 1 : 0);
    bool any = last->free || (!last->known && (c->game->start_given || !checker_reports(c)));
    int since = last->known ? ply - last->ply : ply < 0 ? 0 : ply & ~1;
    if (last->second && since == 1 && node->number == last->written + 1)
        since = 2; /* the first number stood for 1... */
    const bool wrong_dots = !any && since & 1;
    if (wrong_dots) { /* go by the side to move */
        ply += node->dots ? 1 : -1;
        since += node->dots ? 1 : -1;
    }
    unsigned number = (last->known ? last->written : 1) + (unsigned)since / 2;
    last->second =
        !last->known && at->ply == 0 && !node->dots && at->pos.turn != c->reader->rules->first;
    unsigned due = last->known ? last->due + (unsigned)since / 2 : number;
    if (node->number == due) /* only the number before was wrong */
        number = due;
    if (early || wrong_dots || (!any && node->number != number))
        report_number(c, at, any ? node->number : number, (early || wrong_dots) != node->dots);
    *last = (struct numbers){.known = true,
                             .ply = ply,
                             .written = node->number,
                             .due = any ? node->number : number,
                             .second = last->second};
}

/* Sets up a position given in the text. @return whether the line can continue from it */
static bool set_up(struct checker *c, struct check_place *at)
{
    struct position pos;
    if (node_turns(at->node, &at->pos.turn)) {
        at->node->state = NODE_PLAYED;
        return true;
    }
    if (!start_position_set_up(c, at->node, &pos)) {
        at->node->state = NODE_ILLEGAL;
        return false;
    }
    at->pos = pos;
    at->node->state = NODE_PLAYED;
    return true;
}

static void note_repeat(struct checker *c, const struct check_place *at)
{
    const struct node *instead = at->of->instead;
    if (at->node == at->of->line->first && instead && instead->state == NODE_PLAYED
        && instead->kind == NODE_MOVE && move_same(&instead->move, &at->node->move))
        oddity_add(c, ODDITY_REPEATS, at);
}

static enum outcome play_node(struct checker *c, struct check_place *at)
{
    struct node *node = at->node;
    if (LIKELY(move_reader_plain(c->reader, &at->pos, node->text, &c->moves, &node->move))) {
        node->canonical = c->reader->counting != COUNTING_TURNED;
    } else {
        enum outcome outcome = find_slowly(c, at, &node->move);
        if (outcome != PLAYED)
            return outcome;
    }
    node->state = NODE_PLAYED;
    return PLAYED;
}

/* Handles a node of the line that is not a move. @return whether the line can continue after it */
static bool pass_event(struct checker *c, struct check_place *at, struct draw_watch *watch,
                       struct numbers *numbers)
{
    if (at->node->kind == NODE_UNKNOWN) {
        oddity_add(c, ODDITY_UNKNOWN, at);
        struct node *setup = node_next_setup(at->node);
        if (!setup)
            return false;
        for (; at->node != setup; at->node = at->node->next)
            at->ply += at->node->kind != NODE_SETUP;
    }
    if (!set_up(c, at))
        return false;
    bool all = watch->all;
    draw_watch_start(watch, &at->pos, at->node->next);
    watch->all = all;
    watch->done = !checker_reports(c) || c->drawn != ENDING_NONE;
    *numbers = (struct numbers){.free = true};
    return true;
}

/* Plays the move of a node on the board. @return 0, -1: out of memory */
static ALWAYS_INLINE int make_move(struct checker *c, struct check_place *at,
                                   struct draw_watch *watch)
{
    const struct rules *rules = c->reader->rules;
    const struct move *mv = &at->node->move;
    int rc = 0;
    if (!at->of->is_main) {
        note_repeat(c, at);
        move_play(rules, &at->pos, mv);
    } else {
        draw_watch_count(watch, rules, &at->pos, at->node);
        if (UNLIKELY(draw_watch_is_due(watch)))
            rc = draw_watch_move(c, watch, at);
        else
            move_play(rules, &at->pos, mv);
        c->moves_checked++;
    }
    if (at->pos.turn == rules->first)
        at->number++;
    at->ply++;
    return rc;
}

/* Plays a line. If it is legal to its end, at->node is NULL afterwards. */
static int play_line(struct checker *c, const struct check_line *job, struct check_place *at)
{
    struct draw_watch watch;
    struct numbers numbers = {0};
    draw_watch_start(&watch, &job->pos, job->line->first);
    watch.done = !checker_reports(c);
    if (job->is_main && !watch.done && draw_watch_find_need(c, &watch.all))
        return -1;
    *at = (struct check_place){
        .pos = job->pos, .node = job->line->first, .number = job->number, .of = job};
    if (push_lines(c, job->line->before, at, NULL))
        return -1;
    for (; at->node; at->node = at->node->next) {
        struct node *node = at->node;
        if (UNLIKELY(node->items != NULL) && push_lines(c, node->items, at, node))
            return -1;
        if (UNLIKELY(node->kind != NODE_MOVE)) {
            if (!pass_event(c, at, &watch, &numbers))
                return 0;
            continue;
        }
        if (node->number) {
            if (job->is_main)
                check_number(c, &numbers, at);
            at->number = node->number;
        }
        const struct node *next = node->next;
        enum outcome outcome = play_node(c, at);
        if (outcome != PLAYED) {
            if (outcome == ENDED)
                at->node = NULL;
            return outcome == NO_MEMORY ? -1 : 0;
        }
        numbers.free |= node->next != next; /* jumps were joined */
        if (make_move(c, at, &watch))
            return -1;
    }
    return 0;
}

int play_game(struct checker *c, const struct position *start)
{
    const struct check_line main_line = {
        .line = &c->game->line, .pos = *start, .number = 1, .is_main = true};
    struct check_place at;
    c->n_waiting = 0;
    if (push_line(c, main_line))
        return -1;
    while (c->n_waiting) {
        struct check_line job = c->waiting[--c->n_waiting];
        if (play_line(c, &job, &at))
            return -1;
        if (job.is_main) {
            c->complete = !at.node;
            c->last = at.pos;
        }
    }
    return 0;
}
