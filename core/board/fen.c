// SPDX-License-Identifier: MIT
#include "core/board/fen.h"

#include "core/board/squares.h"

static int check_crowning_row(const struct rules *rules, const struct position *pos, enum side side,
                              struct src_pos at, struct err *err)
{
    const struct squares *squares = squares_of(rules);
    bitboard stuck = position_men(pos, side) & rules->board->crowning[side];
    if (!stuck)
        return 0;
    square sq = (square)LOWEST64(stuck);
    return err_set(err, at, "%s's man on %.*s would have been crowned there", side_name(side),
                   squares->length[sq], squares->name[sq]);
}

static int check_side(const struct rules *rules, const struct position *pos, enum side side,
                      struct src_pos at, struct err *err)
{
    unsigned n = POPCOUNT64(pos->pieces[side]), most = rules_pieces(rules);
    char phrase[RULES_PHRASE_SIZE];
    if (n > most) {
        rules_phrase(rules, phrase);
        return err_set(err, at, "%s has %u pieces; in %s, a side has at most %u", side_name(side),
                       n, phrase, most);
    }
    unsigned moves = pos->king_moves[side];
    if (!moves)
        return 0;
    square sq = pos->king_square[side];
    if (!rules->counts_king_moves || moves > 3)
        return err_set(err, at, "%s cannot have %u counted king moves", side_name(side), moves);
    if (sq >= BOARD_BITS || !(position_kings(pos, side) & square_bit(sq))
        || !position_men(pos, side))
        return err_set(err, at,
                       "king moves are counted for %s, which has no king on that square, or no men",
                       side_name(side));
    return 0;
}

int fen_check_loosely(const struct rules *rules, const struct position *pos, struct src_pos at,
                      struct err *err)
{
    bitboard all = pos->pieces[WHITE] | pos->pieces[BLACK];
    if (!all)
        return err_set(err, at, "there are no pieces");
    if (all & ~rules->board->playing)
        return err_set(err, at, "a piece is outside the board");
    if (pos->pieces[WHITE] & pos->pieces[BLACK])
        return err_set(err, at, "two pieces are on the same square");
    if (pos->kings & ~all)
        return err_set(err, at, "an empty square is marked as a king");
    if (check_side(rules, pos, WHITE, at, err) != 0)
        return -1;
    return check_side(rules, pos, BLACK, at, err);
}

int fen_check(const struct rules *rules, const struct position *pos, struct src_pos at,
              struct err *err)
{
    if (fen_check_loosely(rules, pos, at, err) || check_crowning_row(rules, pos, WHITE, at, err))
        return -1;
    return check_crowning_row(rules, pos, BLACK, at, err);
}

static char *put_square(const struct squares *squares, square sq, char *p)
{
    memcpy(p, squares->name[sq], squares->length[sq]);
    return p + squares->length[sq];
}

/* How many of the men stand on consecutive numbers from `number` on. */
static unsigned run_of_men(const struct squares *squares, bitboard men, unsigned number)
{
    unsigned n = 0;
    for (; number + n < SQUARES_NUMBERS; n++) {
        square sq = squares->of_number[number + n];
        if (sq == SQUARE_NONE || !(men & square_bit(sq)))
            break;
    }
    return n;
}

static char *put_numbered(const struct squares *squares, const struct position *pos, enum side side,
                          char *p)
{
    bitboard men = position_men(pos, side);
    for (unsigned number = 1; squares->of_number[number] != SQUARE_NONE; number++) {
        square sq = squares->of_number[number];
        if (!(pos->pieces[side] & square_bit(sq)))
            continue;
        unsigned run = run_of_men(squares, men, number);
        if (pos->kings & square_bit(sq))
            *p++ = 'K';
        p = put_square(squares, sq, p);
        if (run >= 3) {
            number += run - 1;
            *p++ = '-';
            p = put_square(squares, squares->of_number[number], p);
        }
        *p++ = ',';
    }
    return p;
}

static char *put_lettered(const struct squares *squares, const struct position *pos, enum side side,
                          char *p)
{
    for (unsigned file = 0; file < SQUARES_FILES; file++)
        for (unsigned rank = 0; rank < SQUARES_FILES; rank++) {
            square sq = squares->at[file][rank];
            if (sq == SQUARE_NONE || !(pos->pieces[side] & square_bit(sq)))
                continue;
            if (pos->kings & square_bit(sq))
                *p++ = 'K';
            p = put_square(squares, sq, p);
            *p++ = ',';
        }
    return p;
}

static char *put_side(const struct rules *rules, const struct position *pos, enum side side,
                      char *p)
{
    const struct squares *squares = squares_of(rules);
    *p++ = ':';
    *p++ = side == WHITE ? 'W' : 'B';
    p = rules->numbering == NUMBERING_LETTERS ? put_lettered(squares, pos, side, p)
                                              : put_numbered(squares, pos, side, p);
    return p[-1] == ',' ? p - 1 : p;
}

static char *put_counter(const struct rules *rules, const struct position *pos, enum side side,
                         char *p)
{
    *p++ = '+';
    *p++ = (char)('0' + pos->king_moves[side]);
    return pos->king_moves[side] ? put_square(squares_of(rules), pos->king_square[side], p) : p;
}

unsigned fen_write(const struct rules *rules, const struct position *pos, char *buf)
{
    char *p = buf;
    *p++ = pos->turn == WHITE ? 'W' : 'B';
    p = put_side(rules, pos, WHITE, p);
    p = put_side(rules, pos, BLACK, p);
    if (pos->king_moves[WHITE] || pos->king_moves[BLACK]) {
        *p++ = ':';
        p = put_counter(rules, pos, BLACK, p);
        p = put_counter(rules, pos, WHITE, p);
    }
    *p = '\0';
    return (unsigned)(p - buf);
}
