// SPDX-License-Identifier: MIT
/*
 * Why a move is illegal, by the rules of the game. The reasons are tried in the order in which a
 * player would name them: the wrong piece, a compulsory capture, a larger capture, something in the
 * way.
 */
#include "core/check/explain.h"

#include "core/board/capture-path.h"
#include "core/board/ending.h"
#include "core/board/unrestricted.h"
#include "core/game/finding-messages.h"

enum { SHOWN = 4 }; /* moves named in a message at most */

struct explanation {
    const struct rules *rules;
    const struct position *pos;
    const struct written_move *written;
    unsigned n; /* written squares that are on the path */
    square from, to;
    char from_name[4], to_name[4];
    struct moves legal; /* only captures, if there are any */
    struct buffer *out;
};

static bool has(bitboard b, square sq) { return b >> sq & 1; }

static const char *piece_name(const struct position *pos, square sq)
{
    bool king = has(pos->kings, sq);
    if (has(pos->pieces[WHITE], sq))
        return king ? "a white king" : "a white man";
    return king ? "a black king" : "a black man";
}

static const char *kind_name(const struct explanation *w)
{
    return has(w->pos->kings, w->from) ? "king" : "man";
}

static void name_moves(struct explanation *w, const struct moves *list)
{
    char text[NOTATION_MOVE_SIZE];
    unsigned shown = list->n <= SHOWN + 1 ? list->n : SHOWN;
    for (unsigned i = 0; i < shown; i++) {
        notation_write(w->rules, w->pos, &list->at[i], NOTATION_STYLE_SHORT, text);
        buffer_printf(w->out, "%s%s", i ? " or " : "", text);
    }
    if (shown < list->n)
        buffer_printf(w->out, " or %u others", list->n - shown);
}

/* ---- captures ---- */

static bool is_among(const struct moves *list, square from, square to)
{
    for (unsigned i = 0; i < list->n; i++)
        if (list->at[i].from == from && list->at[i].to == to)
            return true;
    return false;
}

/* In Frisian draughts, n kings are worth a little less than 2n men. */
static unsigned value_of(const struct position *pos, bitboard captured)
{
    return 100 * POPCOUNT64(captured & ~pos->kings) + 199 * POPCOUNT64(captured & pos->kings);
}

static void explain_smaller(struct explanation *w, const struct move *mv)
{
    const struct move *best = &w->legal.at[0];
    unsigned takes = POPCOUNT64(mv->captured), most = POPCOUNT64(best->captured);
    unsigned kings = POPCOUNT64(mv->captured & w->pos->kings);
    unsigned most_kings = POPCOUNT64(best->captured & w->pos->kings);
    bool by_king = has(w->pos->kings, mv->from), best_by_king = has(w->pos->kings, best->from);
    switch (w->rules->priority) {
    case PRIORITY_FRISIAN:
        if (value_of(w->pos, mv->captured) < value_of(w->pos, best->captured))
            buffer_printf(w->out, MESSAGE_MUST_TAKE_VALUE);
        else
            buffer_printf(w->out, MESSAGE_MUST_TAKE_BY_KING_EQUAL);
        break;
    case PRIORITY_KING:
        buffer_printf(w->out, by_king ? MESSAGE_MUST_LAND_TO_GO_ON : MESSAGE_MUST_TAKE_BY_KING);
        break;
    case PRIORITY_NONE:
        buffer_printf(w->out, MESSAGE_MUST_LAND_TO_GO_ON);
        break;
    case PRIORITY_MOST:
    case PRIORITY_MOST_KINGS:
    case PRIORITY_ITALIAN:
        if (takes < most)
            buffer_printf(w->out, MESSAGE_MUST_TAKE_MORE, takes, most);
        else if (w->rules->priority == PRIORITY_ITALIAN && best_by_king && !by_king)
            buffer_printf(w->out, MESSAGE_MUST_TAKE_BY_KING_AS_MANY);
        else if (kings < most_kings)
            buffer_printf(w->out, MESSAGE_MUST_TAKE_KINGS);
        else
            buffer_printf(w->out, MESSAGE_MUST_MEET_KING);
        break;
    }
    name_moves(w, &w->legal);
}

/* Whether a capture by `rules` passes `to`, so that the written move only stops too early. */
static bool goes_on(const struct explanation *w, const struct rules *rules, const struct move *mv)
{
    struct route route;
    if (mv->from != w->from || !move_route(rules, w->pos, mv, &w->to, 1, &route))
        return false;
    for (unsigned i = 0; i + 1 < route.n; i++)
        if (route.stop[i] == w->to)
            return true;
    return false;
}

static bool is_legal(const struct explanation *w, const struct move *mv)
{
    for (unsigned i = 0; i < w->legal.n; i++)
        if (move_same(&w->legal.at[i], mv))
            return true;
    return false;
}

/* Whether a capture passes the squares that were written between its ends, if there are any. */
static bool passes_written(const struct explanation *w, const struct rules *rules,
                           const struct move *mv)
{
    struct route route;
    return w->n <= 2 || move_route(rules, w->pos, mv, w->written->sq + 1, w->n - 2, &route);
}

/*
 * Finds the illegal capture that was written among those that `rules` allow: one that takes the
 * written path, or else, if no legal one has these ends, one that passes the squares written.
 * @return NULL: there is none
 */
static const struct move *find_written(const struct explanation *w, const struct rules *rules,
                                       struct moves *list)
{
    const struct move *loose = NULL;
    if (moves_captures(rules, w->pos, list))
        return NULL;
    for (unsigned i = 0; i < list->n; i++) {
        const struct move *mv = &list->at[i];
        if (mv->from != w->from || mv->to != w->to || is_legal(w, mv))
            continue;
        if (capture_path_match(rules, w->pos, mv, w->written->sq, w->n))
            return mv;
        if (!loose && !is_among(&w->legal, w->from, w->to) && passes_written(w, rules, mv))
            loose = mv;
    }
    return loose;
}

static void name_restriction(struct explanation *w, enum restriction restriction)
{
    switch (restriction) {
    case RESTRICTION_KINGS:
        buffer_printf(w->out, MESSAGE_MAN_TAKES_KING, w->from_name);
        return;
    case RESTRICTION_BACKWARDS:
        buffer_printf(w->out, MESSAGE_MAN_TAKES_BACKWARDS, w->from_name);
        return;
    case RESTRICTION_LANDING:
        buffer_printf(w->out, MESSAGE_MUST_STOP_BEHIND, w->from_name);
        return;
    case RESTRICTION_DIAGONALLY:
        buffer_printf(w->out, MESSAGE_TAKES_DIAGONALLY, kind_name(w), w->from_name);
        return;
    case RESTRICTION_CROWNING:
        buffer_printf(w->out,
                      w->rules->crowning == CROWNING_STOP ? MESSAGE_CROWNED_ENDS
                                                          : MESSAGE_CROWNED_GOES_ON,
                      w->from_name);
        break;
    case RESTRICTION_TURNING:
        buffer_printf(w->out, MESSAGE_TURNS_BACK, kind_name(w), w->from_name);
        break;
    case RESTRICTION_REMOVAL:
        buffer_printf(w->out, MESSAGE_CAPTURED_STAY);
        break;
    case RESTRICTION_NONE:
    case RESTRICTION_COUNT:
        return;
    }
    name_moves(w, &w->legal);
}

/*
 * Whether a capture that only a special rule forbids was meant. A hyphen may stand for a jump, but
 * hardly for a longer capture; and if a path is written, it must be the capture's.
 */
static bool is_meant(const struct explanation *w, const struct rules *rules, const struct move *mv)
{
    const struct written_move *written = w->written;
    if (w->n > 2)
        return capture_path_match(rules, w->pos, mv, w->written->sq, w->n);
    return written->is_capture || written->no_sign || rules->capture_sign == '-'
           || POPCOUNT64(mv->captured) == 1;
}

/* @return whether the variant has a special rule against the capture */
static bool explain_restriction(struct explanation *w, struct moves *list)
{
    for (enum restriction lifted = RESTRICTION_NONE + 1; lifted < RESTRICTION_COUNT; lifted++) {
        const struct rules rules = unrestricted_rules(w->rules, lifted);
        const struct move *mv = find_written(w, &rules, list);
        if (mv && is_meant(w, &rules, mv)) {
            name_restriction(w, lifted);
            return true;
        }
    }
    return false;
}

/*
 * @param rules without priorities among captures
 * @param list  the captures that they allow
 * @return whether a capture passes the square on which the written one ends
 */
static bool explain_early_stop(struct explanation *w, const struct rules *rules,
                               const struct moves *list)
{
    for (unsigned i = 0; i < w->legal.n; i++) {
        if (goes_on(w, w->rules, &w->legal.at[i])) {
            buffer_printf(w->out, MESSAGE_CAPTURE_GOES_ON, w->to_name);
            name_moves(w, &w->legal);
            return true;
        }
    }
    for (unsigned i = 0; i < list->n; i++) {
        if (goes_on(w, rules, &list->at[i])) {
            explain_smaller(w, &list->at[i]);
            return true;
        }
    }
    return false;
}

/* @return whether it was said why, of several captures, this one must not be played */
static bool explain_capture(struct explanation *w, struct moves *list)
{
    const struct rules rules = unrestricted_rules(w->rules, RESTRICTION_NONE);
    const struct move *mv = find_written(w, &rules, list);
    if (mv) {
        explain_smaller(w, mv);
        return true;
    }
    if (is_among(&w->legal, w->from, w->to)) {
        if (explain_restriction(w, list))
            return true;
        buffer_printf(w->out, w->n == 2 ? MESSAGE_OTHER_PIECES : MESSAGE_OTHER_PATH, w->from_name,
                      w->to_name);
        name_moves(w, &w->legal);
        return true;
    }
    return explain_early_stop(w, &rules, list);
}

/* ---- quiet moves ---- */

static unsigned count_from(const struct moves *list, square from)
{
    unsigned n = 0;
    for (unsigned i = 0; i < list->n; i++)
        n += list->at[i].from == from;
    return n;
}

/* Whether a piece that could move by itself has no legal move: a king whose moves are counted. */
static bool is_at_limit(const struct explanation *w)
{
    struct moves list;
    moves_init(&list);
    bool limited = !moves_generate(w->rules, w->pos, &list) && !count_from(&list, w->from);
    moves_fini(&list);
    return limited;
}

static void explain_where(struct explanation *w, const struct moves *quiet)
{
    const unsigned n = count_from(quiet, w->from);
    char name[4];
    if (!n) {
        buffer_printf(w->out, MESSAGE_BLOCKED, kind_name(w), w->from_name);
        return;
    }
    if (is_at_limit(w)) {
        buffer_printf(w->out, MESSAGE_KING_BLOCKED_BY_COUNT, w->from_name);
        return;
    }
    buffer_printf(w->out, n > SHOWN ? MESSAGE_CANNOT_GO : MESSAGE_CANNOT_GO_ONLY, kind_name(w),
                  w->from_name, w->to_name);
    if (n > SHOWN)
        return;
    unsigned said = 0;
    for (unsigned i = 0; i < quiet->n; i++) {
        if (quiet->at[i].from != w->from)
            continue;
        notation_square(w->rules, quiet->at[i].to, name);
        buffer_printf(w->out, "%s%s", said == 0 ? "" : said + 1 == n ? " or " : ", ", name);
        said++;
    }
}

/* @return whether the move would be legal if captures were not compulsory */
static bool explain_compulsion(struct explanation *w, struct moves *list)
{
    if (!w->legal.n || w->written->is_capture || unrestricted_quiet(w->rules, w->pos, list)
        || !is_among(list, w->from, w->to))
        return false;
    buffer_printf(w->out, MESSAGE_CAPTURE_COMPULSORY);
    name_moves(w, &w->legal);
    return true;
}

static void explain_quiet(struct explanation *w, struct moves *list)
{
    bitboard all = w->pos->pieces[WHITE] | w->pos->pieces[BLACK];
    if (unrestricted_quiet(w->rules, w->pos, list))
        return;
    if (w->legal.n) { /* these are captures */
        buffer_printf(w->out, MESSAGE_NO_SUCH_CAPTURE, w->from_name, w->to_name);
        name_moves(w, &w->legal);
    } else if (w->n > 2 && is_among(list, w->from, w->to)) {
        buffer_printf(w->out, MESSAGE_QUIET_PATH, w->from_name, w->to_name);
    } else if (is_among(list, w->from, w->to)) {
        buffer_printf(w->out, MESSAGE_KING_BLOCKED_BY_COUNT, w->from_name);
    } else if (has(all, w->to) && w->to != w->from) {
        buffer_printf(w->out, MESSAGE_OCCUPIED, w->to_name, piece_name(w->pos, w->to));
    } else if (w->written->is_capture && !w->written->no_sign) {
        buffer_printf(w->out, MESSAGE_NOTHING_TO_CAPTURE, kind_name(w), w->from_name);
    } else {
        explain_where(w, list);
    }
}

/* ---- the piece ---- */

/* @return whether the square is empty or its piece belongs to the other side */
static bool explain_piece(struct explanation *w)
{
    enum side turn = w->pos->turn;
    if (!has(w->pos->pieces[WHITE] | w->pos->pieces[BLACK], w->from)) {
        buffer_printf(w->out, MESSAGE_NO_PIECE, w->from_name);
        return true;
    }
    if (!has(w->pos->pieces[turn], w->from)) {
        buffer_printf(w->out, MESSAGE_WRONG_SIDE, piece_name(w->pos, w->from), w->from_name,
                      side_name(turn));
        return true;
    }
    return false;
}

/* @return whether the move is legal, but wrongly written as crowning */
static bool explain_crowning(struct explanation *w, struct moves *list)
{
    if (!w->written->crowns || moves_generate(w->rules, w->pos, list)
        || !is_among(list, w->from, w->to))
        return false;
    for (unsigned i = 0; i < list->n; i++)
        if (list->at[i].from == w->from && list->at[i].to == w->to && list->at[i].crowns)
            return false;
    buffer_printf(w->out, MESSAGE_NOT_CROWNED, kind_name(w), w->from_name, w->to_name);
    return true;
}

bool explain_ending(const struct rules *rules, const struct position *pos, struct buffer *out)
{
    enum ending ending = ending_at(rules, pos);
    if (ending == ENDING_KING)
        buffer_printf(out, MESSAGE_GAME_OVER_KING, side_name(ending_winner(rules, ending, pos)));
    if (ending == ENDING_NO_MOVES)
        buffer_printf(
            out, pos->pieces[pos->turn] ? MESSAGE_GAME_OVER_BLOCKED : MESSAGE_GAME_OVER_NO_PIECES,
            side_name(pos->turn));
    return ending != ENDING_NONE;
}

/*
 * For a move that gives only the file it starts from: finds a piece there that could make it if
 * captures were not compulsory, and had no priorities. @return whether there is one
 */
static bool find_origin(struct explanation *w, struct moves *list)
{
    const struct rules rules = unrestricted_rules(w->rules, RESTRICTION_NONE);
    const square to = w->written->sq[0];
    for (int kind = 0; kind < 2; kind++) {
        if (kind ? moves_captures(&rules, w->pos, list)
                 : unrestricted_quiet(w->rules, w->pos, list))
            return false;
        for (unsigned i = 0; i < list->n; i++) {
            w->from = list->at[i].from;
            if (list->at[i].to == to
                && board_file(w->rules->board, w->from) == w->written->from_file)
                return true;
        }
    }
    return false;
}

/* Finds the first and the last square that were written. @return false: there is no such piece */
static bool find_squares(struct explanation *w, struct moves *list)
{
    const struct written_move *written = w->written;
    const bool is_short = written->odd & NOTATION_SHORT_LETTERS;
    w->n = notation_path_squares(written);
    w->to = written->sq[is_short ? 0 : w->n - 1];
    w->from = written->sq[0];
    notation_square(w->rules, w->to, w->to_name);
    if (is_short && !find_origin(w, list)) {
        const bool turned = w->rules->numbering == NUMBERING_LETTERS_TURNED;
        const int file = written->from_file;
        buffer_printf(w->out, MESSAGE_NO_SUCH_FILE, w->pos->turn == WHITE ? "white" : "black",
                      'a' + (turned ? w->rules->board->files - 1 - file : file), w->to_name);
        return false;
    }
    notation_square(w->rules, w->from, w->from_name);
    return true;
}

void explain_illegal(const struct rules *rules, const struct position *pos,
                     const struct written_move *written, struct buffer *out)
{
    struct explanation w = {.rules = rules, .pos = pos, .written = written, .out = out};
    struct moves list;
    if (explain_ending(rules, pos, out))
        return;
    moves_init(&w.legal);
    moves_init(&list);
    moves_captures(rules, pos, &w.legal);
    if (!find_squares(&w, &list))
        goto done;
    if (explain_piece(&w) || explain_crowning(&w, &list))
        goto done;
    if (w.legal.n && explain_capture(&w, &list))
        goto done;
    if (!explain_compulsion(&w, &list) && !explain_restriction(&w, &list))
        explain_quiet(&w, &list);
done:
    moves_fini(&w.legal);
    moves_fini(&list);
}
