// SPDX-License-Identifier: MIT
/*
 * From the text of a move to its squares. Nearly every move in a collection is two squares with the
 * variant's own sign between them: that form is tried first, by tables and without a loop. All
 * other spellings go through the scanner.
 */
#include "core/base/ascii.h"
#include "core/board/notation.h"
#include "core/board/squares.h"

static inline unsigned digit(char c) { return (unsigned)(c - '0'); }

/*
 * One or two digits, the sign, one or two digits. Neither a loop nor a check for digits is needed:
 * any other text gives a number that no square has.
 */
static ALWAYS_INLINE unsigned one_digit(const char *s) { return (unsigned char)(s[0] - '0'); }

static ALWAYS_INLINE unsigned two_digits(const char *s)
{
    unsigned tens = (unsigned char)(s[0] - '0'), ones = (unsigned char)(s[1] - '0');
    return ((tens - 1 < 9) & (ones < 10)) ? tens * 10 + ones : 0; /* no leading zero */
}

static ALWAYS_INLINE square small_number(const struct squares *squares, unsigned number)
{
    return squares->of_number[number < 10 ? number : 0];
}

static ALWAYS_INLINE square in_letters(const struct squares *squares, const char *s)
{
    unsigned file = (unsigned char)(s[0] - 'a'), rank = (unsigned char)(s[1] - '1');
    return ((file < SQUARES_FILES) & (rank < 9)) ? squares->at[file][rank] : (square)SQUARE_NONE;
}

/* Parses two squares with the variant's own sign. @return false: it is another form */
static bool parse_plain(const struct rules *rules, const struct squares *squares, struct text t,
                        struct written_move *out)
{
    const char *s = t.s;
    bool letters = rules->numbering == NUMBERING_LETTERS;
    square from, to;
    char sign;
    if (LIKELY(t.n == 5)) {
        from = letters ? in_letters(squares, s) : squares->of_number[two_digits(s)];
        to = letters ? in_letters(squares, s + 3) : squares->of_number[two_digits(s + 3)];
        sign = s[2];
    } else if (t.n == 4 && !letters) {
        bool is_short = !ascii_is_digit(s[1]);
        from = is_short ? small_number(squares, one_digit(s)) : squares->of_number[two_digits(s)];
        to = is_short ? squares->of_number[two_digits(s + 2)]
                      : small_number(squares, one_digit(s + 3));
        sign = is_short ? s[1] : s[2];
    } else if (t.n == 3 && !letters) {
        from = small_number(squares, one_digit(s));
        to = small_number(squares, one_digit(s + 2));
        sign = s[1];
    } else {
        return false;
    }
    if ((from == SQUARE_NONE) | (to == SQUARE_NONE)
        || ((sign != '-') & (sign != rules->capture_sign)))
        return false;
    out->n = 2;
    out->sq[0] = from;
    out->sq[1] = to;
    out->from_file = -1;
    out->is_capture = sign != '-';
    out->no_sign = out->crowns = out->two_ways = false;
    out->odd = 0;
    return true;
}

/* What comes next in the text. */
enum token {
    TOKEN_END,
    TOKEN_NUMBER,  /* a run of digits */
    TOKEN_LETTERS, /* a file and a rank */
    TOKEN_FILE,    /* a file alone */
    TOKEN_HYPHEN,
    TOKEN_TAKES,
    TOKEN_CROWNS, /* K */
    TOKEN_PLUS,
    TOKEN_LIST, /* < */
    TOKEN_OTHER,
};

struct scanner {
    const struct rules *rules;
    const struct squares *squares;
    const char *text; /* where the move begins */
    const char *s, *end;
    const char *token; /* where the current token begins */
    bool blanks;       /* there were blanks before it */
    bool own_squares;  /* some squares are written as in the variant, by letters or numbers */
    unsigned digits;   /* if it is a number: how many digits it has */
    unsigned number;
    square sq;  /* for TOKEN_LETTERS */
    int file;   /* for TOKEN_FILE, from 0 */
    char takes; /* for TOKEN_TAKES: which sign it is */
    struct written_move *out;
    struct err *err;
};

static bool starts_with(const char *s, const char *end, const char *what)
{
    size_t n = strlen(what);
    return (size_t)(end - s) >= n && memcmp(s, what, n) == 0;
}

/* Also skips the marks of a quoted e-mail after a line end. */
static void skip_blanks(struct scanner *scan)
{
    const char *before = scan->s;
    bool line = false;
    for (;; line = line || scan->s[-1] == '\n' || scan->s[-1] == '\r') {
        if (scan->s < scan->end && strchr(" \t\r\n", *scan->s) && *scan->s)
            scan->s++;
        else if (starts_with(scan->s, scan->end, "\xc2\xa0")) /* no-break space */
            scan->s += 2;
        else if (line && scan->s < scan->end && *scan->s == '>')
            scan->s++;
        else
            break;
    }
    scan->blanks = scan->s != before;
}

static enum token scan_number(struct scanner *scan)
{
    scan->digits = scan->number = 0;
    for (; scan->s < scan->end && ascii_is_digit(*scan->s); scan->s++, scan->digits++)
        if (scan->digits < 4)
            scan->number = scan->number * 10 + digit(*scan->s);
    return TOKEN_NUMBER;
}

/* Reads on after a letter: it is a file, with or without a rank. */
static enum token scan_file(struct scanner *scan, char letter)
{
    bool capital = letter < 'a';
    scan->file = letter - (capital ? 'A' : 'a');
    if (capital)
        scan->out->odd |= NOTATION_CAPITALS;
    if (scan->s == scan->end || !ascii_is_digit(*scan->s))
        return TOKEN_FILE;
    unsigned rank = digit(*scan->s++);
    if (rank == 1 && scan->squares->at[1][9] != SQUARE_NONE && starts_with(scan->s, scan->end, "0"))
        rank = 10, scan->s++;
    scan->sq = rank && rank <= SQUARES_FILES ? scan->squares->at[scan->file][rank - 1]
                                             : (square)SQUARE_NONE;
    return TOKEN_LETTERS;
}

static enum token scan_wide_sign(struct scanner *scan)
{
    unsigned length;
    enum notation_sign sign = notation_nonascii_sign(scan->token, scan->end, &length);
    if (sign == NOTATION_SIGN_NONE)
        return TOKEN_OTHER;
    scan->s = scan->token + length;
    scan->takes = 0;
    scan->out->odd |= NOTATION_OTHER_SIGN;
    return sign == NOTATION_SIGN_HYPHEN ? TOKEN_HYPHEN : TOKEN_TAKES;
}

static enum token next_token(struct scanner *scan)
{
    skip_blanks(scan);
    scan->token = scan->s;
    if (scan->s == scan->end)
        return TOKEN_END;
    char c = *scan->s;
    if (ascii_is_digit(c))
        return scan_number(scan);
    scan->s++;
    if ((c >= 'a' && c < 'a' + SQUARES_FILES) || (c >= 'A' && c < 'A' + SQUARES_FILES))
        return scan_file(scan, c);
    scan->takes = c;
    switch (c) {
    case '-':
        return TOKEN_HYPHEN;
    case 'X':
        scan->out->odd |= NOTATION_OTHER_SIGN;
        return TOKEN_TAKES;
    case 'x':
    case ':':
        return TOKEN_TAKES;
    case 'K':
        return TOKEN_CROWNS;
    case '+':
        return TOKEN_PLUS;
    case '<':
        return TOKEN_LIST;
    default:
        return scan_wide_sign(scan);
    }
}

static int fail(struct scanner *scan, const char *expected)
{
    int left = (int)(scan->end - scan->token);
    if (!left)
        return err_plain(scan->err, "expected %s, found the end of the move", expected);
    return err_plain(scan->err, "expected %s, found \"%.*s\"", expected, left > 24 ? 24 : left,
                     scan->token);
}

/* A move for messages, on squares that the variant has. */
static const char *example_of(const struct scanner *scan)
{
    if (scan->rules->numbering == NUMBERING_LETTERS)
        return scan->squares->at['c' - 'a'][4 - 1] == SQUARE_NONE ? "c3-d4" : "c3-c4";
    return scan->rules->board->squares < 50 ? "22-18" : "32-28";
}

/* The text is no move at all: it is quoted from its beginning. */
static int fail_move(struct scanner *scan)
{
    char expected[40];
    snprintf(expected, sizeof expected, "a move such as %s", example_of(scan));
    scan->token = scan->text;
    return fail(scan, expected);
}

static int fail_square(struct scanner *scan)
{
    int n = (int)(scan->s - scan->token);
    if (!ascii_is_digit(*scan->token))
        return err_plain(scan->err, "%.*s is not a playing square", n, scan->token);
    return err_plain(scan->err, "%.*s is not a square on this board (1 to %u)", n, scan->token,
                     scan->rules->board->squares);
}

static int put_square(struct scanner *scan, square sq)
{
    struct written_move *out = scan->out;
    if (sq == SQUARE_NONE)
        return fail_square(scan);
    if (out->n == NOTATION_SQUARES_MAX)
        return fail(scan, "no more than 64 squares");
    out->sq[out->n++] = sq;
    return 0;
}

static square numbered(const struct scanner *scan, unsigned number)
{
    return number < SQUARES_NUMBERS ? scan->squares->of_number[number] : (square)SQUARE_NONE;
}

/*
 * Three or four digits are two squares; if three can be split in two ways, legality will decide.
 */
static int put_digits(struct scanner *scan)
{
    struct written_move *out = scan->out;
    unsigned number = scan->number;
    out->odd |= NOTATION_NO_SEPARATOR;
    out->no_sign = true;
    if (scan->digits == 4) {
        if (put_square(scan, numbered(scan, number / 100)) != 0)
            return -1;
        return put_square(scan, numbered(scan, number % 100));
    }
    square cut[2][2] = {{numbered(scan, number / 10), numbered(scan, number % 10)},
                        {numbered(scan, number / 100), numbered(scan, number % 100)}};
    if (scan->token[0] == '0' || scan->token[1] == '0') /* 011 is 01-1, 107 is 10-7 */
        cut[1][0] = SQUARE_NONE;
    bool fits[2] = {cut[0][0] != SQUARE_NONE && cut[0][1] != SQUARE_NONE,
                    cut[1][0] != SQUARE_NONE && cut[1][1] != SQUARE_NONE};
    if (!fits[0] && !fits[1])
        return fail_square(scan);
    memcpy(out->sq, cut[!fits[0]], 2);
    memcpy(out->other, cut[1], 2);
    out->two_ways = fits[0] && fits[1];
    out->n = 2;
    return 0;
}

static void note_kind(struct scanner *scan, bool is_own)
{
    scan->own_squares |= is_own;
    if (!is_own)
        scan->out->odd |= NOTATION_OTHER_SQUARES;
}

static int put_number(struct scanner *scan)
{
    struct written_move *out = scan->out;
    note_kind(scan, scan->rules->numbering != NUMBERING_LETTERS);
    if (*scan->token == '0' && scan->digits > 1)
        out->odd |= NOTATION_LEADING_ZERO;
    if (scan->digits <= 2)
        return put_square(scan, numbered(scan, scan->number));
    if (out->n || scan->digits > 4)
        return fail_square(scan);
    return put_digits(scan);
}

static int put_letters(struct scanner *scan)
{
    note_kind(scan, scan->rules->numbering == NUMBERING_LETTERS);
    return put_square(scan, scan->sq);
}

/* Reads the captured squares in angle brackets, as proposed for a later PDN. */
static int parse_list(struct scanner *scan)
{
    struct written_move *out = scan->out;
    if (out->n != 2)
        return fail(scan, "two squares before a list of captured ones");
    out->odd |= NOTATION_CAPTURED_LISTED;
    for (;;) {
        enum token token = next_token(scan);
        if (token == TOKEN_NUMBER ? scan->digits > 2 || put_number(scan) != 0
                                  : token != TOKEN_LETTERS || put_letters(scan) != 0)
            return fail(scan, "a captured square");
        token = next_token(scan);
        if (token == TOKEN_OTHER && *scan->token == '>')
            return 0;
        if (token != TOKEN_OTHER || *scan->token != ',')
            return fail(scan, "',' or '>'");
    }
}

/* Reads the additions that may follow the last square, from `token` on. */
static int parse_tail(struct scanner *scan, enum token token)
{
    struct written_move *out = scan->out;
    if (token == TOKEN_LIST) {
        if (parse_list(scan) != 0)
            return -1;
        token = next_token(scan);
    }
    for (; token == TOKEN_CROWNS || token == TOKEN_PLUS || token == TOKEN_TAKES;
         token = next_token(scan)) {
        out->odd |= NOTATION_SUFFIX;
        out->crowns |= token == TOKEN_CROWNS;
        out->is_capture |= token == TOKEN_TAKES;
        out->no_sign &= token != TOKEN_TAKES;
    }
    return token == TOKEN_END ? 0 : fail(scan, "the end of the move");
}

static void note_sign(struct scanner *scan, enum token token)
{
    struct written_move *out = scan->out;
    if (scan->blanks)
        out->odd |= NOTATION_BLANKS;
    if (token != TOKEN_TAKES)
        return;
    out->is_capture = true;
    char sign = scan->takes == 'X' || !scan->takes ? 'x' : scan->takes;
    if (sign != scan->rules->capture_sign)
        out->odd |= NOTATION_OTHER_CAPTURE_SIGN;
}

/*
 * Handles a square without a sign before it: squares in letters need none, and a move written jump
 * by jump may repeat the square where the last jump ended.
 */
static int check_unsigned(struct scanner *scan)
{
    struct written_move *out = scan->out;
    bool repeats = out->n >= 3 && out->sq[out->n - 1] == out->sq[out->n - 2];
    if (scan->blanks && repeats) {
        out->n--;
        out->odd |= NOTATION_STEPS;
        return 0;
    }
    if (scan->blanks || ascii_is_digit(*scan->token))
        return fail(scan, "'-' or 'x'");
    out->odd |= NOTATION_NO_SEPARATOR;
    if (!out->is_capture)
        out->no_sign = true;
    return 0;
}

/* Reads on after the file of origin: the target, as in gf4 and ac5x. */
static int parse_short_letters(struct scanner *scan)
{
    struct written_move *out = scan->out;
    out->from_file = scan->file;
    out->odd |= NOTATION_SHORT_LETTERS;
    out->no_sign = true;
    enum token token = next_token(scan);
    if (token == TOKEN_TAKES || token == TOKEN_HYPHEN) {
        out->no_sign = false;
        note_sign(scan, token);
        token = next_token(scan);
    }
    if (token != TOKEN_LETTERS)
        return fail_move(scan);
    if (put_letters(scan) != 0)
        return -1;
    return parse_tail(scan, next_token(scan));
}

static int parse_squares(struct scanner *scan)
{
    struct written_move *out = scan->out;
    bool sign = true; /* a sign was read since the last square */
    for (enum token token = next_token(scan);; token = next_token(scan)) {
        if (token == TOKEN_FILE && !out->n)
            return parse_short_letters(scan);
        if (token != TOKEN_NUMBER && token != TOKEN_LETTERS) {
            if (token == TOKEN_OTHER && out->n == 1 && !sign)
                return fail(scan, "'-' or 'x'");
            if (!sign && (token != TOKEN_TAKES && token != TOKEN_HYPHEN))
                return parse_tail(scan, token);
            return out->n || token == TOKEN_END ? fail(scan, "a square") : fail_move(scan);
        }
        bool blanks = scan->blanks;
        if ((token == TOKEN_NUMBER ? put_number(scan) : put_letters(scan)) != 0
            || (!sign && check_unsigned(scan) != 0))
            return -1;
        if (sign && blanks && out->n > 1)
            out->odd |= NOTATION_BLANKS;
        const char *here = scan->s;
        token = next_token(scan);
        sign = token == TOKEN_TAKES || token == TOKEN_HYPHEN;
        if (!sign) {
            scan->s = here; /* read it again as a square or as the tail */
            continue;
        }
        note_sign(scan, token);
        const char *after = scan->s;
        if (token == TOKEN_TAKES && next_token(scan) == TOKEN_END) /* c3-e3x */
            return out->odd |= NOTATION_SUFFIX, 0;
        scan->s = after;
    }
}

static int parse_odd(const struct rules *rules, const struct squares *squares, struct text t,
                     struct written_move *out, struct err *err)
{
    t = text_trim(t);
    *out = (struct written_move){.from_file = -1};
    if (t.n >= 2 && t.s[0] == '(' && t.s[t.n - 1] == ')') {
        t = (struct text){t.s + 1, t.n - 2};
        out->odd |= NOTATION_SUFFIX;
    }
    struct scanner scan = {
        .rules = rules,
        .squares = squares,
        .text = t.s,
        .s = t.s,
        .token = t.s,
        .end = t.s + t.n,
        .out = out,
        .err = err,
    };
    if (parse_squares(&scan) != 0)
        return -1;
    if (out->n < 2 && out->from_file < 0)
        return fail(&scan, "a second square");
    if (scan.own_squares && out->odd & NOTATION_OTHER_SQUARES) /* in 7-d6 a letter is missing */
        return err_plain(err, "some of its squares are in letters, some in numbers");
    return 0;
}

int notation_parse(const struct rules *rules, struct text t, struct written_move *out,
                   struct err *err)
{
    const struct squares *squares = squares_of(rules);
    if (LIKELY(t.n && parse_plain(rules, squares, t, out)))
        return 0;
    return parse_odd(rules, squares, t, out, err);
}
