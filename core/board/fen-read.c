// SPDX-License-Identifier: MIT
/*
 * Reading FEN: the side to move, then lists and counters separated by colons. Squares are numbers
 * or letters throughout; looking ahead tells which. Oddities are noted; reading stops at an error.
 */
#include "core/base/array.h"
#include "core/base/ascii.h"
#include "core/board/fen.h"
#include "core/board/squares.h"

#include <stdarg.h>
#include <stdio.h>

struct reader {
    const struct rules *rules;
    const struct squares *squares;
    struct src_pos at;   /* of start */
    const char *start;   /* of the text as given */
    const char *s, *end; /* the rest of the text */
    bool letters;        /* squares are written in letters: a3 */
    bool listed[2];      /* by side: its list was read */
    uint8_t count[2];    /* by side: king moves */
    square counting[2];  /* by side: the king they are counted for; SQUARE_NONE if not given */
    const char *counter; /* the place of the counters; NULL if there are none */
    struct position *pos;
    unsigned odd;
    struct err *err;
};

/* The place of a byte of the text, which may be broken into lines. */
static struct src_pos place(const struct reader *in, const char *where)
{
    struct src_pos at = in->at;
    if (!at.line)
        return at;
    for (const char *s = in->start; s < where; s++) {
        at.col++;
        if (*s == '\n')
            at.line++, at.col = 1;
    }
    return at;
}

static int PRINTF_LIKE(3, 4)
fail(const struct reader *in, const char *where, const char *format, ...)
{
    char message[200];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return err_set(in->err, place(in, where), "%s", message);
}

/* Skips blanks. @return whether nothing is left */
static bool at_end(struct reader *in)
{
    const char *before = in->s;
    while (in->s < in->end && ascii_is_space(*in->s))
        in->s++;
    if (in->s != before)
        in->odd |= FEN_BLANKS;
    return in->s == in->end;
}

/* The next byte; NUL at the end. */
static char peek(struct reader *in) { return at_end(in) ? '\0' : *in->s; }

static int fail_here(struct reader *in, const char *expected)
{
    int left = (int)(in->end - in->s);
    if (left <= 0)
        return fail(in, in->s, "expected %s, found the end of the FEN", expected);
    return fail(in, in->s, "expected %s, found \"%.*s\"", expected, left > 24 ? 24 : left, in->s);
}

/* The dash of a range. */
static bool take_dash(struct reader *in)
{
    static const char *const dashes[] = {"-",
                                         "\xe2\x80\x90",
                                         "\xe2\x80\x91",
                                         "\xe2\x80\x92",
                                         "\xe2\x80\x93",
                                         "\xe2\x80\x94",
                                         "\xe2\x88\x92"};
    if (at_end(in))
        return false;
    for (size_t i = 0; i < ARRAY_LEN(dashes); i++) {
        size_t n = strlen(dashes[i]);
        if ((size_t)(in->end - in->s) < n || memcmp(in->s, dashes[i], n) != 0)
            continue;
        in->s += n;
        if (i)
            in->odd |= FEN_OTHER_DASH;
        return true;
    }
    return false;
}

/* Reads a number; one of more than four digits stays too large for any square. */
static unsigned read_number(struct reader *in)
{
    unsigned number = 0;
    if (*in->s == '0' && in->s + 1 < in->end && ascii_is_digit(in->s[1]))
        in->odd |= FEN_LEADING_ZERO;
    for (; in->s < in->end && ascii_is_digit(*in->s); in->s++)
        if (number < 1000)
            number = number * 10 + (unsigned)(*in->s - '0');
    return number;
}

static int fail_square(struct reader *in, const char *where)
{
    unsigned squares = in->rules->board->squares;
    if (in->letters)
        return fail(in, where, "%.*s is not a playing square", (int)(in->s - where), where);
    return fail(in, where, "%.*s is not a square on this board (1 to %u)", (int)(in->s - where),
                where, squares);
}

static int read_square(struct reader *in, square *sq)
{
    char c = peek(in);
    const char *where = in->s;
    *sq = SQUARE_NONE;
    if (!in->letters) {
        if (!ascii_is_digit(c))
            return fail_here(in, "a square");
        unsigned number = read_number(in);
        if (number < SQUARES_NUMBERS)
            *sq = in->squares->of_number[number];
    } else {
        if (!ascii_is_letter(c) || in->s + 1 == in->end || !ascii_is_digit(in->s[1]))
            return fail_here(in, "a square such as c3");
        in->s++;
        unsigned rank = read_number(in), file = (unsigned)(ascii_upper(c) - 'A');
        if (ascii_upper(c) == c)
            in->odd |= FEN_CAPITALS;
        if (file < SQUARES_FILES && rank >= 1 && rank <= SQUARES_FILES)
            *sq = in->squares->at[file][rank - 1];
    }
    return *sq == SQUARE_NONE ? fail_square(in, where) : 0;
}

static int put_piece(struct reader *in, const char *where, square sq, enum side side, bool king)
{
    struct position *pos = in->pos;
    if ((pos->pieces[WHITE] | pos->pieces[BLACK]) & square_bit(sq))
        return fail(in, where, "square %.*s is listed twice", in->squares->length[sq],
                    in->squares->name[sq]);
    pos->pieces[side] |= square_bit(sq);
    if (king)
        pos->kings |= square_bit(sq);
    return 0;
}

/*
 * Puts pieces on all squares from one to another, in the order of their numbers, or along a rank.
 */
static int put_range(struct reader *in, const char *where, square first, square last,
                     enum side side, bool king)
{
    const struct squares *squares = in->squares;
    bool backwards = in->letters ? squares->rank[first] != squares->rank[last]
                                       || squares->file[first] > squares->file[last]
                                 : squares->number[first] > squares->number[last];
    if (backwards)
        return fail(in, where, "the range %.*s does not run upwards", (int)(in->s - where), where);
    if (!in->letters) {
        for (unsigned n = squares->number[first]; n <= squares->number[last]; n++)
            if (put_piece(in, where, squares->of_number[n], side, king) != 0)
                return -1;
        return 0;
    }
    in->odd |= FEN_LETTER_RANGE;
    for (unsigned file = squares->file[first]; file <= squares->file[last]; file++) {
        square sq = squares->at[file][squares->rank[first]];
        if (sq != SQUARE_NONE && put_piece(in, where, sq, side, king) != 0)
            return -1;
    }
    return 0;
}

/*
 * Whether a letter follows that other programs put before a piece in the middle of a capture: G and
 * P mark captured pieces, A and B capturing ones.
 */
static bool is_mid_move(const struct reader *in)
{
    if (!strchr("GPAB", *in->s) || in->s + 1 == in->end)
        return false;
    return in->letters ? ascii_is_letter(in->s[1]) : ascii_is_digit(in->s[1]);
}

static int read_item(struct reader *in, enum side side)
{
    const char *where = in->s;
    if (is_mid_move(in))
        return fail(in, where,
                    "\"%c\" marks a piece in the middle of a capture; a position between moves "
                    "is required",
                    *where);
    bool king = ascii_upper(*in->s) == 'K';
    if (king) {
        if (*in->s == 'k')
            in->odd |= FEN_LOWER_CASE;
        in->s++;
    }
    square first, last;
    if (read_square(in, &first) != 0)
        return -1;
    if (!take_dash(in))
        return put_piece(in, where, first, side, king);
    if (read_square(in, &last) != 0)
        return -1;
    return put_range(in, where, first, last, side, king);
}

static bool ends_list(char c) { return c == '\0' || c == ':'; }

/* The items of a colour, up to the next colon. */
static int read_list(struct reader *in, enum side side)
{
    if (in->listed[side])
        in->odd |= FEN_COLOUR_TWICE;
    in->listed[side] = true;
    for (char c = peek(in); !ends_list(c); c = peek(in)) {
        if (c == ',') {
            in->odd |= FEN_COMMA;
            in->s++;
            continue;
        }
        if (read_item(in, side) != 0)
            return -1;
        c = peek(in);
        if (ends_list(c))
            break;
        if (c != ',')
            return fail_here(in, "',' or ':'");
        in->s++;
        if (ends_list(peek(in)))
            in->odd |= FEN_COMMA;
    }
    return 0;
}

/* +b[sq]+w[sq]: Black's king moves first, then White's. */
static int read_king_moves(struct reader *in)
{
    if (!in->rules->counts_king_moves)
        in->odd |= FEN_COUNTERS;
    in->counter = in->s;
    for (int side = BLACK; side >= WHITE; side--) {
        if (peek(in) != '+')
            return fail_here(in, "'+' and the king moves of a side");
        in->s++;
        if (in->s == in->end || *in->s < '0' || *in->s > '3')
            return fail_here(in, "a number of king moves from 0 to 3");
        in->count[side] = (uint8_t)(*in->s++ - '0');
        in->counting[side] = SQUARE_NONE;
        if (in->s < in->end && ascii_is_alnum(*in->s) && read_square(in, &in->counting[side]) != 0)
            return -1;
    }
    return 0;
}

/* H12 and F7, the half-move clock and the move number of some sites. */
static int read_clock(struct reader *in)
{
    in->odd |= FEN_COUNTERS;
    in->s++;
    if (in->s == in->end || !ascii_is_digit(*in->s))
        return fail_here(in, "a number");
    read_number(in);
    return 0;
}

static int read_section(struct reader *in)
{
    char c = peek(in);
    if (c == '+')
        return read_king_moves(in);
    if (c == 'H' || c == 'F')
        return read_clock(in);
    if (ascii_upper(c) != 'W' && ascii_upper(c) != 'B')
        return fail_here(in, "a colour, W or B");
    if (c != ascii_upper(c))
        in->odd |= FEN_LOWER_CASE;
    in->s++;
    return read_list(in, ascii_upper(c) == 'W' ? WHITE : BLACK);
}

static int read_turn(struct reader *in)
{
    char c = peek(in);
    if (c == '?')
        in->odd |= FEN_TURN_UNKNOWN;
    else if (ascii_upper(c) != 'W' && ascii_upper(c) != 'B')
        return fail_here(in, "the side to move, W or B");
    else if (c != ascii_upper(c))
        in->odd |= FEN_LOWER_CASE;
    in->s++;
    in->pos->turn = (uint8_t)(c == '?' ? in->rules->first : ascii_upper(c) == 'W' ? WHITE : BLACK);
    return 0;
}

bool fen_has_letters(struct text t)
{
    const char *end = t.n ? t.s + t.n : t.s;
    bool letters = false;
    for (const char *s = t.s; s < end; s++) {
        if (*s != ':' && *s != ',')
            continue;
        const char *item = s + 1;
        while (item < end && ascii_is_space(*item))
            item++;
        if (item < end && *s == ':') /* the list's colour, or a counter's letter */
            item += strchr("HF+", *item) && *item ? end - item : 1;
        while (item < end && ascii_is_space(*item))
            item++;
        if (item < end && ascii_upper(*item) == 'K')
            item++;
        if (item < end && ascii_is_digit(*item))
            return false;
        letters |= item < end && ascii_is_letter(*item);
    }
    return letters;
}

/* The sum of the ranks of a side's men. @param men set to their number */
static unsigned heights(const struct reader *in, enum side side, unsigned *men)
{
    unsigned sum = 0;
    *men = 0;
    for (unsigned sq = 0; sq < BOARD_BITS; sq++)
        if (position_men(in->pos, side) >> sq & 1) {
            sum += in->squares->rank[sq];
            ++*men;
        }
    return sum;
}

/*
 * Decides where numbers on a board of 64 squares begin: programs count from a8, but the field of
 * Turkish draughts in the standard's GameType says a1.
 */
static void settle_numbering(struct reader *in)
{
    if (in->letters || !in->rules->board->every_square)
        return;
    unsigned men[2];
    unsigned white = heights(in, WHITE, &men[WHITE]), black = heights(in, BLACK, &men[BLACK]);
    if (!men[WHITE] || !men[BLACK] || white * men[BLACK] <= black * men[WHITE])
        return;
    in->odd |= FEN_FROM_A1;
    position_renumber(in->pos);
}

/* Assigns the counters to their kings. */
static int settle_counters(struct reader *in)
{
    struct position *pos = in->pos;
    if (!in->counter || !in->rules->counts_king_moves)
        return 0;
    for (enum side side = WHITE; side <= BLACK; side++) {
        bitboard kings = position_kings(pos, side);
        square sq = in->counting[side];
        if (!in->count[side] || !position_men(pos, side))
            continue;
        for (square only = 0; sq == SQUARE_NONE && only < BOARD_BITS; only++)
            if (kings == square_bit(only))
                sq = only;
        if (sq == SQUARE_NONE) { /* lidraughts writes no squares, and counts captured kings too */
            in->odd |= FEN_COUNTERS;
            continue;
        }
        if (!(kings & square_bit(sq)))
            return fail(in, in->counter,
                        "the counter of %s's king moves does not name the square of a king",
                        side_name(side));
        pos->king_moves[side] = in->count[side];
        pos->king_square[side] = sq;
    }
    return 0;
}

/* Notes the oddities of the position itself. */
static void note_position(struct reader *in)
{
    const struct position *pos = in->pos;
    if (!in->listed[WHITE] || !in->listed[BLACK])
        in->odd |= FEN_NO_LIST;
    if (!(pos->pieces[WHITE] | pos->pieces[BLACK]))
        in->odd |= FEN_EMPTY;
    for (enum side side = WHITE; side <= BLACK; side++) {
        if (position_men(pos, side) & in->rules->board->crowning[side])
            in->odd |= FEN_MAN_ON_CROWNING_ROW;
        if (POPCOUNT64(pos->pieces[side]) > rules_pieces(in->rules))
            in->odd |= FEN_MANY_PIECES;
    }
}

/* Removes blanks, quotes and a period around the FEN. */
static void unwrap(struct reader *in, struct text t)
{
    struct text inner = text_trim(t);
    while (inner.n && (inner.s[0] == '"' || inner.s[0] == '\'')) {
        inner.s++, inner.n--;
        in->odd |= FEN_QUOTES;
    }
    for (; inner.n; inner.n--) {
        char last = inner.s[inner.n - 1];
        if (last == '"' || last == '\'')
            in->odd |= FEN_QUOTES;
        else if (last == '.')
            in->odd |= FEN_DOT;
        else if (!ascii_is_space(last))
            break;
    }
    in->s = inner.s;
    in->end = inner.s + inner.n;
}

static int read_all(struct reader *in)
{
    in->letters = fen_has_letters((struct text){in->s, (size_t)(in->end - in->s)});
    bool variant_letters = in->rules->numbering == NUMBERING_LETTERS;
    if (read_turn(in) != 0)
        return -1;
    if (at_end(in))
        return fail_here(in, "':' and a list of pieces");
    while (!at_end(in)) {
        if (*in->s != ':')
            return fail_here(in, "':'");
        in->s++;
        if (read_section(in) != 0)
            return -1;
    }
    if (!in->listed[WHITE] && !in->listed[BLACK])
        return fail_here(in, "a list of pieces");
    if (in->letters != variant_letters && (in->pos->pieces[WHITE] | in->pos->pieces[BLACK]))
        in->odd |= FEN_OTHER_SQUARES;
    settle_numbering(in);
    return settle_counters(in);
}

int fen_read(const struct rules *rules, struct text t, struct src_pos at, struct position *pos,
             unsigned *odd, struct err *err)
{
    if (!t.s)
        t = text_of("");
    struct reader in = {
        .rules = rules,
        .squares = squares_of(rules),
        .at = at,
        .start = t.s,
        .pos = pos,
        .err = err,
    };
    *pos = (struct position){0};
    unwrap(&in, t);
    if (read_all(&in) != 0)
        return -1;
    note_position(&in);
    if (odd)
        *odd = in.odd;
    return 0;
}
