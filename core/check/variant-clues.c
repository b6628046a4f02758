// SPDX-License-Identifier: MIT
#include "core/check/variant-clues.h"

#include "core/base/ascii.h"

/*
 * Whether a square of a board of eight by eight, written as a letter and one digit, is a light one.
 */
static bool is_light(struct text t, size_t i)
{
    char file = t.s[i] | 0x20;
    bool two_digits = i + 2 < t.n && ascii_is_digit(t.s[i + 2]);
    return file <= 'h' && t.s[i + 1] <= '8' && !two_digits && (file - 'a' + t.s[i + 1] - '1') % 2;
}

static void add_clues_of_move(struct variant_clues *clues, struct text t)
{
    bool letter = false, large = false, above = false, beyond = false;
    for (size_t i = 0; i < t.n; i++) {
        char ch = t.s[i];
        if (ascii_is_digit(ch) && !letter) {
            unsigned number = 0;
            for (; i < t.n && ascii_is_digit(t.s[i]) && number < 1000; i++)
                number = number * 10 + (unsigned)(t.s[i] - '0');
            if (number > clues->largest && number < 100)
                clues->largest = number;
            large |= number > 32;
            above |= number > 50 && number <= 72;
            beyond |= number > 72;
        } else if ((ch >= 'a' && ch <= 'p' && ch != 'x') || (ch >= 'A' && ch <= 'P')) {
            bool has_rank = i + 1 < t.n && t.s[i + 1] >= '1' && t.s[i + 1] <= '9';
            letter = true;
            if (ch == 'K' && !has_rank) /* d6d8K */
                continue;
            clues->light |= has_rank && is_light(t, i);
            if ((ch | 0x20) > clues->last_letter)
                clues->last_letter = (char)(ch | 0x20);
        }
    }
    clues->letters += letter;
    clues->numbers += !letter;
    clues->large += large;
    clues->above += above;
    clues->beyond += beyond;
}

static void add_clues_of_fen(struct variant_clues *clues, struct text t)
{
    clues->fen_letters = fen_has_letters(t);
    for (size_t i = 0; i + 1 < t.n && clues->fen_letters; i++) {
        const char file = t.s[i] | 0x20;
        if (file >= 'a' && file <= 'h' && t.s[i + 1] >= '1' && t.s[i + 1] <= '8')
            clues->light |= is_light(t, i);
    }
    for (size_t i = 0; i < t.n && !clues->fen_letters; i++) {
        unsigned number = 0;
        while (i < t.n && ascii_is_digit(t.s[i]) && number < 1000)
            number = number * 10 + (unsigned)(t.s[i++] - '0');
        if (number > clues->largest && number < 100)
            clues->largest = number;
        clues->fen_large |= number > 32;
    }
}

/* Whether a line may be a whole game, and not begin later, as with `12... 19-23` or `13. 35-30`. */
static bool begins_game(const struct node *first)
{
    return first && !first->dots && first->number <= 1;
}

struct variant_clues variant_clues_of(const struct checker *c)
{
    const struct game *game = c->game;
    struct variant_clues clues = {.begins_game = begins_game(game->line.first)};
    add_clues_of_fen(&clues, tag_value(c, TAG_FEN));
    for (const struct node *n = game->line.first; n; n = n->next)
        if (n->kind == NODE_MOVE)
            add_clues_of_move(&clues, n->text);
    return clues;
}
