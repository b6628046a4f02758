// SPDX-License-Identifier: MIT
#include "core/board/unrestricted.h"

#include "core/board/move.h"
#include "core/board/movegen.h"

/* A set of directions together with the opposite ones. */
static uint8_t both_ways(uint8_t dirs) { return (uint8_t)(dirs | dirs << 4 | dirs >> 4); }

struct rules unrestricted_rules(const struct rules *rules, enum restriction lifted)
{
    struct rules row = *rules;
    row.priority = PRIORITY_NONE;
    row.completes_jump = false;
    row.gen = &movegen_any;
    switch (lifted) {
    case RESTRICTION_KINGS:
        row.man_takes_king = true;
        break;
    case RESTRICTION_BACKWARDS:
        row.man_captures = both_ways(rules->man_captures);
        break;
    case RESTRICTION_LANDING:
        row.landing = LANDING_ANY;
        break;
    case RESTRICTION_DIAGONALLY:
        if (rules->board->every_square) {
            row.man_captures |= DIRS_DIAGONAL;
            row.king_captures = DIRS_ALL;
        }
        break;
    case RESTRICTION_CROWNING:
        row.crowning = CROWNING_CONTINUE;
        break;
    case RESTRICTION_TURNING:
        row.turns_back = true;
        break;
    case RESTRICTION_REMOVAL:
        row.removes_at_once = true;
        break;
    case RESTRICTION_NONE:
    case RESTRICTION_COUNT:
        break;
    }
    return row;
}

/*
 * The foes are turned into pieces of the side to move: then nothing can be captured, and everything
 * blocks as before. They become kings, so that they do not lengthen lines of men, or men if a king
 * would end the game. Their quiet moves are removed from the list.
 */
int unrestricted_quiet(const struct rules *rules, const struct position *pos, struct moves *list)
{
    struct position own = *pos;
    bitboard foes = pos->pieces[!pos->turn];
    unsigned kept = 0;
    own.pieces[pos->turn] |= foes;
    own.pieces[!pos->turn] = 0;
    own.kings = rules->goal == GOAL_KING ? own.kings & ~foes : own.kings | foes;
    own.king_moves[WHITE] = own.king_moves[BLACK] = 0;
    own.king_square[WHITE] = own.king_square[BLACK] = 0;
    if (moves_generate(rules, &own, list))
        return -1;
    for (unsigned i = 0; i < list->n; i++)
        if (!(foes >> list->at[i].from & 1))
            list->at[kept++] = list->at[i];
    list->n = kept;
    return 0;
}
