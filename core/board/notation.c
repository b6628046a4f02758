// SPDX-License-Identifier: MIT
#include "core/board/notation.h"

#include "core/board/capture-path.h"
#include "core/board/squares.h"

unsigned notation_square(const struct rules *rules, square sq, char *buf)
{
    const struct squares *squares = squares_of(rules);
    memcpy(buf, squares->name[sq], sizeof squares->name[sq]);
    buf[squares->length[sq]] = '\0';
    return squares->length[sq];
}

square notation_square_numbered(const struct rules *rules, unsigned number)
{
    return number < SQUARES_NUMBERS ? squares_of(rules)->of_number[number] : (square)SQUARE_NONE;
}

unsigned notation_number_of(const struct rules *rules, square sq)
{
    return squares_of(rules)->number[sq];
}

/* Adds a square in the variant's own way; three bytes are written whatever its length. */
static inline char *put_square(const struct squares *squares, square sq, char *p)
{
    memcpy(p, squares->name[sq], sizeof squares->name[sq]);
    return p + squares->length[sq];
}

static char *put_number(const struct squares *squares, square sq, char *p)
{
    unsigned number = squares->number[sq];
    if (number >= 10)
        *p++ = (char)('0' + number / 10);
    *p++ = (char)('0' + number % 10);
    return p;
}

static char *put_hub(const struct squares *squares, const struct move *mv, char *p)
{
    p = put_number(squares, mv->from, p);
    *p++ = mv->captured ? 'x' : '-';
    p = put_number(squares, mv->to, p);
    for (unsigned number = 1; mv->captured && number < SQUARES_NUMBERS; number++) {
        square sq = squares->of_number[number];
        if (sq == SQUARE_NONE)
            break;
        if (!(mv->captured >> sq & 1))
            continue;
        *p++ = 'x';
        p = put_number(squares, sq, p);
    }
    return p;
}

/* Whether another legal capture has the same ends; also when out of memory: a path does no harm. */
static bool is_ambiguous(const struct rules *rules, const struct position *pos,
                         const struct move *mv, const struct moves *legal)
{
    struct moves between;
    unsigned n = 0;
    if (legal) {
        for (unsigned i = 0; i < legal->n; i++)
            n += legal->at[i].from == mv->from && legal->at[i].to == mv->to;
        return n > 1;
    }
    moves_init(&between);
    bool more = moves_between(rules, pos, mv->from, mv->to, &between) != 0 || between.n > 1;
    moves_fini(&between);
    return more;
}

static char *put_path(const struct rules *rules, const struct position *pos, const struct move *mv,
                      char *p)
{
    const struct squares *squares = squares_of(rules);
    square sq[NOTATION_SQUARES_MAX + 1];
    unsigned n = capture_path_write(rules, pos, mv, sq);
    p = put_square(squares, sq[0], p);
    for (unsigned i = 1; i < n; i++) {
        *p++ = rules->capture_sign;
        p = put_square(squares, sq[i], p);
    }
    return p;
}

unsigned notation_write(const struct rules *rules, const struct position *pos,
                        const struct move *mv, enum notation_style style, char *buf)
{
    return notation_write_one_of(rules, pos, mv, NULL, style, buf);
}

unsigned notation_write_one_of(const struct rules *rules, const struct position *pos,
                               const struct move *mv, const struct moves *legal,
                               enum notation_style style, char *buf)
{
    const struct squares *squares = squares_of(rules);
    char *p = buf;
    if (style == NOTATION_STYLE_HUB) {
        p = put_hub(squares, mv, p);
    } else if (mv->captured
               && (style == NOTATION_STYLE_FULL || is_ambiguous(rules, pos, mv, legal))) {
        p = put_path(rules, pos, mv, p);
    } else {
        p = put_square(squares, mv->from, p);
        *p++ = mv->captured ? rules->capture_sign : '-';
        p = put_square(squares, mv->to, p);
    }
    *p = '\0';
    return (unsigned)(p - buf);
}
