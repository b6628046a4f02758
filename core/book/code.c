// SPDX-License-Identifier: MIT
#include "core/book/code.h"

#include "core/board/notation.h"

enum { BLACK_TO_MOVE = 1 };

void codes_init(struct codes *codes, const struct rules *rules)
{
    *codes = (struct codes){.rules = rules, .squares = rules->board->squares};
    codes->bytes = (codes->squares + 7) / 8;
    codes->square_of[0] = SQUARE_NONE;
    for (bitboard set = rules->board->playing; set; set &= set - 1) {
        square sq = (square)LOWEST64(set);
        unsigned number = notation_number_of(rules, sq);
        codes->number[sq] = (uint8_t)number;
        codes->square_of[number] = sq;
    }
}

/* A set of squares as bits by printed number. */
static uint64_t by_number(const struct codes *codes, bitboard set)
{
    uint64_t out = 0;
    for (; set; set &= set - 1)
        out |= UINT64_C(1) << (codes->number[LOWEST64(set)] - 1);
    return out;
}

static uint8_t *put_set(const struct codes *codes, uint8_t *out, bitboard set)
{
    uint64_t bits = by_number(codes, set);
    for (unsigned i = 0; i < codes->bytes; i++)
        *out++ = (uint8_t)(bits >> 8 * i);
    return out;
}

size_t codes_pack(const struct codes *codes, const struct position *pos, uint8_t *out)
{
    uint8_t *p = out;
    *p++ = pos->turn == BLACK ? BLACK_TO_MOVE : 0;
    p = put_set(codes, p, pos->pieces[WHITE]);
    p = put_set(codes, p, pos->pieces[BLACK]);
    bool counts = pos->king_moves[WHITE] || pos->king_moves[BLACK];
    if (pos->kings || counts)
        p = put_set(codes, p, pos->kings);
    for (unsigned side = 0; counts && side < 2; side++) {
        *p++ = pos->king_moves[side];
        *p++ = pos->king_moves[side] ? codes->number[pos->king_square[side]] : 0;
    }
    return (size_t)(p - out);
}

static bool take_set(const struct codes *codes, const uint8_t **at, bitboard *out)
{
    *out = 0;
    for (unsigned i = 0; i < codes->bytes * 8; i++) {
        if (!((*at)[i / 8] >> i % 8 & 1))
            continue;
        if (i >= codes->squares)
            return false;
        *out |= (bitboard)1 << codes->square_of[i + 1];
    }
    *at += codes->bytes;
    return true;
}

bool codes_unpack(const struct codes *codes, const uint8_t *bytes, size_t n, struct position *out)
{
    size_t plain = 1 + 2 * (size_t)codes->bytes, kings = plain + codes->bytes;
    const uint8_t *p = bytes + 1;
    *out = (struct position){0};
    if ((n != plain && n != kings && n != kings + 4) || *bytes > BLACK_TO_MOVE)
        return false;
    out->turn = *bytes & BLACK_TO_MOVE ? BLACK : WHITE;
    if (!take_set(codes, &p, &out->pieces[WHITE]) || !take_set(codes, &p, &out->pieces[BLACK])
        || (n > plain && !take_set(codes, &p, &out->kings)))
        return false;
    for (unsigned side = 0; n > kings && side < 2; side++, p += 2) {
        if (p[0] > 3 || p[1] > codes->squares || !p[0] != !p[1])
            return false;
        out->king_moves[side] = p[0];
        out->king_square[side] = p[1] ? codes->square_of[p[1]] : 0;
    }
    return !(out->pieces[WHITE] & out->pieces[BLACK])
           && !(out->kings & ~(out->pieces[WHITE] | out->pieces[BLACK]));
}

static uint32_t code_of(const struct codes *codes, const struct moves *list, const struct move *mv)
{
    uint32_t which = 0;
    for (unsigned i = 0; mv->captured && i < list->n; i++) {
        const struct move *other = &list->at[i];
        if (other->from == mv->from && other->to == mv->to && other->captured != mv->captured)
            which += by_number(codes, other->captured) < by_number(codes, mv->captured);
    }
    return codes->number[mv->from] * 10000U + codes->number[mv->to] * 100U + which;
}

uint32_t codes_move(const struct codes *codes, const struct position *pos, const struct move *mv,
                    struct moves *list)
{
    list->n = 0;
    if (mv->captured && moves_between(codes->rules, pos, mv->from, mv->to, list))
        return 0;
    return code_of(codes, list, mv);
}

void codes_of_list(const struct codes *codes, const struct moves *list, uint32_t *out)
{
    for (unsigned i = 0; i < list->n; i++)
        out[i] = code_of(codes, list, &list->at[i]);
}

int codes_find(const struct codes *codes, const struct position *pos, uint32_t code,
               struct moves *list, struct move *out)
{
    uint32_t from = code / 10000, to = code / 100 % 100;
    if (from < 1 || from > codes->squares || to < 1 || to > codes->squares)
        return 0;
    if (moves_between(codes->rules, pos, codes->square_of[from], codes->square_of[to], list))
        return -1;
    for (unsigned i = 0; i < list->n; i++) {
        if (code_of(codes, list, &list->at[i]) == code) {
            *out = list->at[i];
            return 1;
        }
    }
    return 0;
}

static square mirror_square(const struct codes *codes, square sq)
{
    return codes->square_of[codes->squares + 1 - codes->number[sq]];
}

struct move codes_mirror_move(const struct codes *codes, const struct move *mv)
{
    struct move out = {.from = mirror_square(codes, mv->from),
                       .to = mirror_square(codes, mv->to),
                       .crowns = mv->crowns};
    for (bitboard set = mv->captured; set; set &= set - 1)
        out.captured |= (bitboard)1 << mirror_square(codes, (square)LOWEST64(set));
    return out;
}
