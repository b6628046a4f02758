// SPDX-License-Identifier: MIT
#include "core/study/random-ending.h"

#include <string.h>

unsigned random_ending_pieces_max(const struct rules *rules)
{
    /* so that a side that is two pieces ahead has no more than at the start */
    return 2 * rules_pieces(rules) - 2;
}

/* @return a random empty square; all are equally likely */
static square draw_square(const struct rules *rules, const struct position *pos,
                          struct random *random)
{
    for (;;) {
        square sq = (square)random_below(random, BOARD_BITS);
        bitboard bit = (bitboard)1 << sq;
        if (rules->board->playing & ~(pos->pieces[WHITE] | pos->pieces[BLACK]) & bit)
            return sq;
    }
}

/* Puts a piece on a random square. A man on a crowning square becomes a king. */
static void put(const struct rules *rules, enum side side, bool man, struct random *random,
                struct position *pos)
{
    bitboard bit = (bitboard)1 << draw_square(rules, pos, random);
    pos->pieces[side] |= bit;
    if (!man || rules->board->crowning[side] & bit)
        pos->kings |= bit;
}

void random_ending_make(const struct rules *rules, unsigned pieces, struct random *random,
                        struct position *pos)
{
    /* Even endings teach little; most wins take two pieces more. */
    unsigned lead = pieces % 2 ? 1 : random_below(random, 4) && pieces > 2 ? 2 : 0;
    enum side ahead = random_below(random, 2) ? BLACK : WHITE;
    unsigned men_of_four = random_below(random, 2) ? random_below(random, 3) + 1 : 0;
    memset(pos, 0, sizeof *pos);
    for (unsigned i = 0; i < pieces; i++) {
        enum side side = i < (pieces + lead) / 2 ? ahead : side_other(ahead);
        put(rules, side, random_below(random, 4) < men_of_four, random, pos);
    }
    pos->turn = (uint8_t)random_below(random, 2);
}
