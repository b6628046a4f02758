// SPDX-License-Identifier: MIT
/*
 * Why a move is illegal, by the rules of the game. The reasons are tried in the order in which a
 * player would name them: the wrong piece, a compulsory capture, a larger capture, something in the
 * way.
 */
#include "core/check/explain.h"

#include "core/base/array.h"
#include "core/board/capture-path.h"
#include "core/board/ending.h"
#include "core/board/unrestricted.h"
#include "core/game/finding-messages.h"

enum { SHOWN = 4 }; /* moves named in a message at most */

struct explanation {
    const struct rules *rules;
    const struct position *pos;
    const struct written_move *written;
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

/* Whether a capture passes `to`, so that the written move only stops too early. */
static bool goes_on(const struct explanation *w, const struct move *mv)
{
    struct route route;
    if (mv->from != w->from || !move_route(w->rules, w->pos, mv, &w->to, 1, &route))
        return false;
    for (unsigned i = 0; i + 1 < route.n; i++)
        if (route.stop[i] == w->to)
            return true;
    return false;
}

/* Whether a capture that is legal but for the priorities fits the squares that were written. */
static bool is_written(const struct explanation *w, const struct move *mv)
{
    for (unsigned i = 0; i < w->legal.n; i++)
        if (move_same(&w->legal.at[i], mv))
            return false;
    return mv->from == w->from && mv->to == w->to
           && (!is_among(&w->legal, w->from, w->to)
               || capture_path_match(w->rules, w->pos, mv, w->written->sq, w->written->n));
}

static bool explain_capture(struct explanation *w, struct moves *list)
{
    if (unrestricted_captures(w->rules, w->pos, list))
        return false;
    for (unsigned i = 0; i < list->n; i++) {
        if (is_written(w, &list->at[i])) {
            explain_smaller(w, &list->at[i]);
            return true;
        }
    }
    if (is_among(&w->legal, w->from, w->to)) {
        buffer_printf(w->out, MESSAGE_OTHER_PATH, w->from_name, w->to_name);
        name_moves(w, &w->legal);
        return true;
    }
    for (unsigned i = 0; i < w->legal.n; i++) {
        if (goes_on(w, &w->legal.at[i])) {
            buffer_printf(w->out, MESSAGE_CAPTURE_GOES_ON, w->to_name);
            name_moves(w, &w->legal);
            return true;
        }
    }
    return false;
}

static void name_restriction(struct explanation *w, enum restriction restriction)
{
    switch (restriction) {
    case RESTRICTION_KINGS:
        buffer_printf(w->out, MESSAGE_MAN_TAKES_KING, w->from_name);
        break;
    case RESTRICTION_BACKWARDS:
        buffer_printf(w->out, MESSAGE_MAN_TAKES_BACKWARDS, w->from_name);
        break;
    case RESTRICTION_LANDING:
        buffer_printf(w->out, MESSAGE_MUST_STOP_BEHIND, w->from_name);
        break;
    }
}

/* @return whether the variant has a special rule against the capture */
static bool explain_restriction(struct explanation *w, struct moves *list)
{
    static const enum restriction all[] = {RESTRICTION_KINGS, RESTRICTION_BACKWARDS,
                                           RESTRICTION_LANDING};
    for (size_t i = 0; i < ARRAY_LEN(all); i++)
        if (!unrestricted_by(w->rules, all[i], w->pos, list) && is_among(list, w->from, w->to)) {
            name_restriction(w, all[i]);
            return true;
        }
    return false;
}

/* ---- quiet moves ---- */

static void explain_where(struct explanation *w, const struct moves *quiet)
{
    unsigned n = 0;
    char name[4];
    for (unsigned i = 0; i < quiet->n; i++)
        n += quiet->at[i].from == w->from;
    if (!n) {
        buffer_printf(w->out, MESSAGE_BLOCKED, kind_name(w), w->from_name);
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

static void explain_quiet(struct explanation *w, struct moves *list)
{
    bitboard all = w->pos->pieces[WHITE] | w->pos->pieces[BLACK];
    if (unrestricted_quiet(w->rules, w->pos, list))
        return;
    if (w->legal.n) { /* these are captures */
        if (is_among(list, w->from, w->to) && !w->written->is_capture)
            buffer_printf(w->out, MESSAGE_CAPTURE_COMPULSORY);
        else
            buffer_printf(w->out, MESSAGE_NO_SUCH_CAPTURE, w->from_name, w->to_name);
        name_moves(w, &w->legal);
    } else if (w->written->n > 2 && is_among(list, w->from, w->to)) {
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
    if (written->odd & NOTATION_SHORT_LETTERS) {
        char name[4];
        notation_square(rules, written->sq[0], name);
        buffer_printf(out, MESSAGE_NO_SUCH_FILE, pos->turn == WHITE ? "white" : "black",
                      'a' + written->from_file, name);
        goto done;
    }
    w.from = written->sq[0];
    w.to = written->sq[written->n - 1];
    notation_square(rules, w.from, w.from_name);
    notation_square(rules, w.to, w.to_name);
    if (explain_piece(&w) || explain_crowning(&w, &list))
        goto done;
    if (w.legal.n && explain_capture(&w, &list))
        goto done;
    if (!explain_restriction(&w, &list))
        explain_quiet(&w, &list);
done:
    moves_fini(&w.legal);
    moves_fini(&list);
}
