// SPDX-License-Identifier: MIT
#include "core/check/turned-board.h"

#include "core/check/look-ahead.h"
#include "core/check/variant-clues.h"

enum { FIRST_MOVES = 4 }; /* plies: a game that is legal for so long does not fail at once */

/* How many plies are legal from the start, read in the usual way; FIRST_MOVES also if all are. */
static unsigned usual_plies(struct checker *c)
{
    struct look_ahead f;
    if (fen_check_loosely(c->reader->rules, &c->game->start, (struct src_pos){0}, NULL))
        return 0;
    look_ahead_start(&f, &c->game->start);
    look_ahead_line(c, c->reader, &f, c->game->line.first, false, FIRST_MOVES);
    return f.ended && f.plies > 1 ? FIRST_MOVES : f.plies;
}

/*
 * Whether the moves, counted from the opposite corner, are legal to the end of the line, or for
 * some plies more than otherwise.
 * @param start the start position on the turned board
 * @param usual the number of plies that are legal in the usual way of reading
 * @param least how many plies a game must have for being legal to its end to count as proof
 */
static bool fits(struct checker *c, const struct move_reader *turned, const struct position *start,
                 unsigned usual, unsigned least)
{
    enum { MORE = 4, MOST = 10000 };
    struct look_ahead f;
    look_ahead_start(&f, start);
    look_ahead_line(c, turned, &f, c->game->line.first, false, MOST);
    return f.plies >= usual + MORE || (f.ended && f.plies >= least);
}

int turned_board_start(struct checker *c, const struct tag *tag)
{
    const struct rules *rules = c->reader->rules;
    const struct node *first = c->game->line.first;
    struct position start = c->game->start;
    char fen[FEN_SIZE];
    if (!first || first->kind != NODE_MOVE || c->reader->counting != COUNTING_USUAL)
        return 0;
    const unsigned usual = usual_plies(c);
    if (usual >= FIRST_MOVES)
        return 0;
    struct move_reader *turned = checker_counting_reader(c, rules, COUNTING_TURNED);
    if (!turned)
        return -1;
    position_turn(rules, &start);
    if (fen_check(rules, &start, (struct src_pos){0}, NULL) || !fits(c, turned, &start, usual, 2))
        return 0;
    checker_report_tag(c, FINDING_TURNED_BOARD, tag, text_of(MESSAGE_TURNED_START),
                       (struct text){0});
    fen_write(rules, &start, fen);
    c->reader = turned;
    c->n_starts = 0;
    c->game->start = start;
    c->game->turned_fen = tag->value;
    return game_set_tag(c->game, tag->name, findings_text(c->found, "%s", fen));
}

int turned_board_moves(struct checker *c)
{
    if (c->complete || c->moves_checked >= FIRST_MOVES || c->game->start_given)
        return 0;
    const struct variant_clues clues = variant_clues_of(c);
    /* a lone move proves little, unless it is written in letters and the game has numbers */
    const unsigned least = !c->reader->letters && clues.letters ? 1 : 2;
    if (!clues.begins_game)
        return 0;
    struct move_reader *turned = checker_counting_reader(c, c->reader->rules, COUNTING_TURNED);
    if (!turned)
        return -1;
    if (!fits(c, turned, &c->game->start, c->moves_checked, least))
        return 0;
    c->reader = turned;
    return 1;
}
