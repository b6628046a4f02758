// SPDX-License-Identifier: MIT
/*
 * A game is checked in this order, since each step rests on the one before:
 *
 *     tags ─ rule set ─ result ─ start position ─ moves (play.c) ─ what concerns the whole game
 *
 * If the moves fail at once and the game fits the board turned round, it is played a second time,
 * and the findings of the first time are dropped. Two budgets bound the work on a game made to take
 * long. Once the one for legal moves is spent, no more moves are checked; once the one for
 * explanations is spent, faults are still reported, but without reasons.
 */
#include "core/check/check.h"

#include "core/base/array.h"
#include "core/base/ascii.h"
#include "core/check/oddity.h"
#include "core/check/play.h"
#include "core/check/start-position.h"
#include "core/check/tags.h"
#include "core/check/turned-board.h"
#include "core/check/variant-guess.h"
#include "core/game/node-play.h"
#include "core/game/traverse.h"

#include <limits.h>
#include <stdlib.h>

/*
 * The limits of long searches in a game: about 0.2 s to find out what is legal, and 0.1 s to
 * explain what is not.
 */
enum { LEGAL_STEPS = 1000000, EXPLAINING_STEPS = 500000 };

struct checker *checker_open(const struct check_options *options)
{
    struct checker *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    if (options)
        c->options = *options;
    moves_init(&c->moves);
    tags_prepare(c);
    return c;
}

void checker_set_text(struct checker *c, struct text around,
                      struct check_neighbours (*find)(struct text around))
{
    c->around = (struct surroundings){.text = around, .find = find};
}

void checker_close(struct checker *c)
{
    if (!c)
        return;
    for (unsigned i = 0; i < c->n_readers; i++)
        move_reader_close(c->readers[i]);
    free(c->readers);
    free(c->waiting);
    moves_fini(&c->moves);
    buffer_fini(&c->text);
    free(c);
}

/* ---- results ---- */

/* The result by tag and terminator; the tag decides, unless it says nothing, or what is no result. */
static void settle_result(struct checker *c, const struct result_words *tag,
                          const struct result_words *end)
{
    struct game *game = c->game;
    if (tag->result == RESULT_NONE && end->result == RESULT_NONE)
        return;
    game->result =
        tag->result == RESULT_NONE ? end->result : result_read(game->rules, game_result_text(game));
    if (!checker_reports(c) || result_is_unknown(end->result) || game->result == end->result)
        return;
    findings_add(c->found, FINDING_RESULT_DIFFERS, game->terminator_offset,
                 game_source_length(game, game->terminator), MESSAGE_RESULT_DIFFERS,
                 TEXT_ARGS(game->terminator), TEXT_ARGS(tag_value(c, TAG_RESULT)));
}

/*
 * Reports a result written in words that other variants use.
 * @param word the result in its usual form
 */
static void check_result_type(struct checker *c, const struct result_words *words, struct text word)
{
    const struct rules *rules = c->game->rules;
    if (words->type == RESULT_TYPE_ANY || c->unknown_rules
        || (words->type == RESULT_TYPE_TWO) == rules->two_point_results)
        return;
    checker_report_tag(c, FINDING_RESULT_TYPE, c->tags[TAG_RESULT],
                       findings_text(c->found, MESSAGE_RESULT_TYPE,
                                     TEXT_ARGS(checker_rules(c, rules)),
                                     result_write(rules, words->result), TEXT_ARGS(word)),
                       (struct text){0});
}

/* Checks the wording of the Result tag itself. */
static void check_result_words(struct checker *c, const struct result_words *words)
{
    const struct tag *tag = c->tags[TAG_RESULT];
    const struct rules *rules = c->game->rules;
    struct text value = tag->value, repair = {0};
    if (words->match_points) {
        checker_report_tag(c, FINDING_MATCH_POINTS, tag,
                           findings_text(c->found, MESSAGE_MATCH_POINTS, TEXT_ARGS(value)), repair);
    } else if (words->result == RESULT_OTHER) {
        if (!c->tags[TAG_RESULT_FORMAT]
            || !result_has_format(value, tag_value(c, TAG_RESULT_FORMAT)))
            checker_report_tag(c, FINDING_RESULT_UNKNOWN, tag,
                               findings_text(c->found, MESSAGE_RESULT_UNKNOWN, TEXT_ARGS(value)),
                               repair);
    } else if (!words->canonical && words->result != RESULT_NONE) {
        repair = text_of(result_word(rules, words->result, words->type));
        struct finding *f = checker_report_tag(
            c, FINDING_RESULT_FORM, tag,
            findings_text(c->found, MESSAGE_RESULT_FORM, TEXT_ARGS(value), repair.s), repair);
        if (f && f->repair) /* a remark, as in "0-2 (tijd)", would be lost */
            f->repair->certain = !result_remark(value).n;
        value = repair; /* other findings then speak of this value, and so remain true of it */
    }
    check_result_type(c, words, value);
}

/* Keeps a result in digits apart from a move that the one in place of it touches, as in `17-22½`. */
static struct text apart_from_move(struct checker *c, struct text result)
{
    const struct game *game = c->game;
    const uint32_t at = game_source_offset(game, game->terminator);
    const bool touches = at > 0 && ascii_is_alnum(game->source.s[at - 1]);
    return touches ? findings_text(c->found, " %.*s", TEXT_ARGS(result)) : result;
}

/*
 * Checks how the result after the moves is written; a terminator that is no result was reported
 * when it was read.
 */
static void check_terminator_form(struct checker *c, const struct result_words *words)
{
    struct game *game = c->game;
    struct text end = game->terminator;
    uint32_t length = game_source_length(game, end);
    if (words->match_points && !text_same(end, tag_value(c, TAG_RESULT)))
        findings_add(c->found, FINDING_MATCH_POINTS, game->terminator_offset, length,
                     MESSAGE_MATCH_POINTS, TEXT_ARGS(end));
    const bool is_result = words->canonical || words->result != RESULT_OTHER;
    if (c->options.result_terminators && is_result && !words->match_points
        && !result_is_unknown(words->result))
        findings_add(c->found, FINDING_RESULT_TERMINATOR, game->terminator_offset, length,
                     MESSAGE_RESULT_TERMINATOR, TEXT_ARGS(end));
    if (words->canonical || words->match_points || result_is_unknown(words->result)
        || words->result == RESULT_OTHER)
        return;
    struct text repair = text_of(result_word(game->rules, words->result, words->type));
    struct finding *f = findings_add(c->found, FINDING_RESULT_FORM, game->terminator_offset, length,
                                     MESSAGE_RESULT_FORM, TEXT_ARGS(end), repair.s);
    if (f && length && c->options.repairs)
        finding_repair(c->found, f, game->terminator_offset, length, apart_from_move(c, repair),
                       true);
}

/* Reports that the text after the moves is taken for a score though it looks like a move. */
static void report_score(struct checker *c, const struct result_words *words)
{
    struct text score = c->game->terminator;
    findings_drop(c->found, FINDING_MISSING_TERMINATOR);
    findings_drop(c->found, FINDING_MISSING_LAST_TERMINATOR);
    if (!words->match_points) /* those are reported with the wording */
        findings_add(c->found, FINDING_ODD_TERMINATOR, c->game->terminator_offset,
                     (uint32_t)score.n, MESSAGE_ODD_TERMINATOR, TEXT_ARGS(score));
}

static void check_result_tag(struct checker *c, const struct result_words *words)
{
    static const char *const formats[] = {"Plus draw", "Delfts", "Goes"};
    const struct tag *format = c->tags[TAG_RESULT_FORMAT];
    bool known = !format;
    if (c->tags[TAG_RESULT])
        check_result_words(c, words);
    for (size_t i = 0; i < ARRAY_LEN(formats) && !known; i++)
        known = text_is(format->value, formats[i]);
    if (!known)
        checker_report_tag(c, FINDING_RESULT_FORMAT, format,
                           findings_text(c->found, MESSAGE_RESULT_FORMAT, TEXT_ARGS(format->value)),
                           (struct text){0});
}

/* ---- the result and the board ---- */

/* How the last position ends the game, in words. */
static const char *ending_message(const struct rules *rules, enum ending ending,
                                  const struct position *pos)
{
    return ending == ENDING_KING      ? MESSAGE_WON_BY_KING
           : rules->goal == GOAL_LOSE ? MESSAGE_WON_WITHOUT_MOVES
           : pos->pieces[pos->turn]   ? MESSAGE_WON_BLOCKED
                                      : MESSAGE_WON_NO_PIECES;
}

static void check_result_against_board(struct checker *c)
{
    struct game *game = c->game;
    const struct rules *rules = c->reader ? c->reader->rules : NULL;
    if (!c->complete || (!c->moves_checked && !game->start_given))
        return;
    enum ending ending = ending_at(rules, &c->last);
    if (ending == ENDING_NONE)
        return;
    enum side winner = ending_winner(rules, ending, &c->last);
    const char *why = ending_message(rules, ending, &c->last);
    enum result shown = result_won_by(winner);
    enum result given = game->result;
    const struct tag *tag = c->tags[TAG_RESULT];
    const struct text written = tag ? game_result_text(game) : game->terminator;
    uint32_t offset = tag ? tag->offset : game->terminator_offset;
    if (given == RESULT_BOTH_LOST) {
        findings_add(c->found, FINDING_MISSING_RESULT, offset, 0, MESSAGE_RESULT_AGAINST_BOARD,
                     side_name(winner), why, result_write(game->rules, shown), TEXT_ARGS(written));
    } else if (result_is_unknown(given)) {
        findings_add(c->found, FINDING_MISSING_RESULT, offset, 0, MESSAGE_MISSING_RESULT,
                     side_name(winner), why, result_write(game->rules, shown));
    } else if (given != shown && given != RESULT_OTHER) {
        struct finding *f = findings_add(c->found, FINDING_RESULT_AGAINST_BOARD, offset, 0,
                                         MESSAGE_RESULT_AGAINST_BOARD, side_name(winner), why,
                                         result_write(game->rules, shown), TEXT_ARGS(written));
        if (f && given != RESULT_DRAW && game->rules->first == BLACK)
            f->message =
                findings_text(c->found, "%.*s%.*s", TEXT_ARGS(f->message),
                              TEXT_ARGS(findings_text(c->found, MESSAGE_FIRST_NUMBER_BLACK,
                                                      TEXT_ARGS(checker_rules(c, game->rules)))));
    }
}

/* Whether the game was drawn by rule, and no other position was set up after that. */
static bool is_drawn_by_rule(const struct checker *c)
{
    uint8_t turn;
    if (c->drawn == ENDING_NONE)
        return false;
    for (const struct node *n = c->drawn_at.node->next; n; n = n->next)
        if (n->kind == NODE_SETUP && !node_turns(n, &turn))
            return false;
    return true;
}

/* Compares the result with what best play from the last position would give. */
static void check_result_against_endgame(struct checker *c)
{
    const struct check_options *options = &c->options;
    const struct position *pos = &c->last;
    const struct game *game = c->game;
    enum side winner;
    int value;
    const bool says_one =
        game->result == RESULT_WHITE || game->result == RESULT_BLACK || game->result == RESULT_DRAW;
    if (!options->endgame || !c->complete || (!c->moves_checked && !game->start_given) || !says_one
        || ending_at(c->reader->rules, pos) != ENDING_NONE
        || (game->result == RESULT_DRAW && is_drawn_by_rule(c))
        || !options->endgame(options->endgame_ctx, c->reader->rules, pos, &value))
        return;
    winner = (value > 0) == (pos->turn == WHITE) ? WHITE : BLACK;
    const enum result best = value == 0        ? RESULT_DRAW
                             : winner == WHITE ? RESULT_WHITE
                                               : RESULT_BLACK;
    if (best == game->result)
        return;
    const struct tag *tag = c->tags[TAG_RESULT];
    findings_add(c->found, FINDING_RESULT_AGAINST_ENDGAME,
                 tag ? tag->offset : game->terminator_offset, 0, MESSAGE_RESULT_AGAINST_ENDGAME,
                 value == 0        ? "is a draw"
                 : winner == WHITE ? "is won for White"
                                   : "is won for Black",
                 result_write(game->rules, game->result));
}

static void check_draw_by_rule(struct checker *c)
{
    unsigned after = 0;
    uint8_t turn;
    bool goes_on = false; /* from a position that is set up, which the draw does not affect */
    if (c->drawn == ENDING_NONE)
        return;
    for (const struct node *n = c->drawn_at.node->next; n && !goes_on; n = n->next) {
        goes_on = n->kind == NODE_SETUP && !node_turns(n, &turn);
        after += n->kind != NODE_SETUP;
    }
    bool won = c->game->result == RESULT_WHITE || c->game->result == RESULT_BLACK;
    if (!after && (goes_on || !won))
        return;
    struct text message = after ? findings_text(c->found, MESSAGE_DRAW_PLAYED_ON, c->drawn_by,
                                                after, after == 1 ? "ply was" : "plies were")
                                : findings_text(c->found, MESSAGE_DRAW_NOT_GIVEN, c->drawn_by,
                                                result_write(c->game->rules, c->game->result));
    checker_report_move(c, FINDING_DRAW_BY_RULE, &c->drawn_at, message);
}

/* ---- one game ---- */

/* Clears what is left of the last game, or of another attempt to play this one. */
static void forget(struct checker *c)
{
    c->odd = 0;
    c->moves_checked = 0;
    c->complete = c->wrong_variant = false;
    c->suggested = 0;
    c->drawn = ENDING_NONE;
}

static void begin(struct checker *c, struct game *game, struct findings *found, struct err *err)
{
    c->game = game;
    c->found = found;
    c->err = err;
    c->reader = NULL;
    c->unknown_rules = false;
    c->numbers_decided = false;
    c->ends_with_score = false;
    c->n_starts = 0;
    memset(c->tags, 0, sizeof c->tags);
    c->ahead = 20000 + 8 * (uint64_t)game->source.n;
    c->legal = (struct budget){LEGAL_STEPS};
    c->explaining = (struct budget){EXPLAINING_STEPS};
    forget(c);
}

static void check_ply_count(struct checker *c)
{
    const struct tag *tag = c->tags[TAG_PLY_COUNT];
    unsigned plies, given = 0;
    if (!tag)
        return;
    plies = game_plies(c->game);
    if (text_number(tag->value, UINT_MAX, &given) && given == plies)
        return;
    checker_report_tag(c, FINDING_PLY_COUNT, tag,
                       findings_text(c->found, MESSAGE_PLY_COUNT, TEXT_ARGS(tag->value), plies,
                                     plies == 1 ? "ply" : "plies"),
                       c->complete && plies ? findings_text(c->found, "%u", plies)
                                            : (struct text){0});
}

/*
 * If a game fails at once, it may have been written with the board turned round: if so, plays it
 * again that way.
 */
static int play_turned(struct checker *c, struct finding *before)
{
    int turned = turned_board_moves(c);
    if (turned <= 0)
        return turned;
    findings_cut(c->found, before);
    forget(c);
    findings_add(c->found, FINDING_TURNED_BOARD, c->game->line.first->offset,
                 game_source_length(c->game, c->game->line.first->text), MESSAGE_TURNED_BOARD,
                 side_name(c->game->start.turn));
    return play_game(c, &c->game->start);
}

static int check_whole(struct checker *c, struct findings *found, struct err *err)
{
    struct game *game = c->game;
    tags_collect(c);
    if (variant_guess_rules(c))
        return -1;
    int start = c->unknown_rules ? 1 : start_position_set(c);
    if (start < 0)
        return -1;
    if (start == 0) {
        struct finding *before = found->last;
        if (play_game(c, &game->start) || play_turned(c, before))
            return -1;
        start_position_report_missing(c, before);
    }
    struct result_words tag = result_parse(game->rules, tag_value(c, TAG_RESULT));
    struct result_words end = result_parse(game->rules, game->terminator);
    if (c->ends_with_score)
        report_score(c, &end);
    settle_result(c, &tag, &end);
    if (checker_reports(c)) {
        oddity_report(c);
        tags_check(c);
        check_result_tag(c, &tag);
        check_terminator_form(c, &end);
        check_ply_count(c);
        check_draw_by_rule(c);
        check_result_against_board(c);
        check_result_against_endgame(c);
    }
    if (c->unknown_rules)
        game->rules = NULL; /* the international ones only stood in for them */
    return found->failed ? err_memory(err) : 0;
}

int check_game(struct checker *c, struct game *game, struct findings *found, struct err *err)
{
    begin(c, game, found, err);
    budget_begin(&c->legal);
    int rc = check_whole(c, found, err);
    budget_end();
    return rc;
}

/*
 * Restores the FEN as it was written, unless it was set to something else since: the moves still
 * count squares as they were written, and the FEN must do the same.
 */
static int turn_fen_back(struct game *game)
{
    char fen[FEN_SIZE];
    const struct text turned = game->turned_fen;
    game->turned_fen = (struct text){0};
    if (!turned.s || !game->rules)
        return 0;
    fen_write(game->rules, &game->start, fen);
    return text_is(game_tag(game, "FEN"), fen) ? game_set_tag(game, text_of("FEN"), turned) : 0;
}

int check_game_again(struct checker *c, struct game *game, struct findings *found, struct err *err)
{
    struct traversal walk;
    enum traverse_step step;
    traverse_init_unplayed(&walk, game);
    while ((step = traverse_next(&walk)) < TRAVERSE_END) {
        if (step != TRAVERSE_NODE)
            continue;
        struct node *node = traverse_node(&walk, game);
        node->state = NODE_UNPLAYED;
        node->canonical = false;
    }
    traverse_fini(&walk);
    if (step == TRAVERSE_FAILED || turn_fen_back(game))
        return err_memory(err);
    return check_game(c, game, found, err);
}

int check_guess_rules(struct checker *c, struct game *game, const struct rules **out,
                      struct err *err)
{
    struct findings found = {.arena = game->arena}; /* required, but not used */
    const struct rules *rules = game->rules;
    const bool guessed = game->rules_guessed;
    const struct surroundings kept = c->around;
    begin(c, game, &found, err);
    tags_collect(c);
    checker_set_text(c, (struct text){0}, NULL);
    game->rules = NULL;
    budget_begin(&c->legal);
    int rc = variant_guess_rules(c);
    budget_end();
    c->around = kept;
    *out = game->rules;
    game->rules = rules;
    game->rules_guessed = guessed;
    return rc || found.failed ? err_memory(err) : 0;
}

bool check_was_legal(const struct checker *c, unsigned *plies)
{
    *plies = c->complete ? c->moves_checked : game_plies(c->game);
    return c->complete;
}
