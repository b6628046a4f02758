// SPDX-License-Identifier: MIT
/*
 * Written moves: what is found is legal, and is found again when it is written. The first byte
 * chooses the variant, the first line is a FEN (the start position where it is none), the second a
 * move. An input has a budget, as a game has in a check: 64 moves of a made-up position, each listed
 * again for every style, take longer than any reader of games would.
 */
#include "core/board/notation.h"

#include "core/board/budget.h"
#include "core/board/fen.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>

static bool is_listed(const struct moves *list, const struct move *mv)
{
    for (unsigned i = 0; i < list->n; i++)
        if (move_same(&list->at[i], mv))
            return true;
    return false;
}

/*
 * Written in each style, it is among what that text can mean; alone, where the style is PDN's.
 * @return false if the budget was spent on it
 */
static bool find_again(const struct rules *rules, const struct position *pos, const struct move *mv)
{
    for (int style = NOTATION_STYLE_SHORT; style <= NOTATION_STYLE_HUB; style++) {
        char text[NOTATION_MOVE_SIZE];
        struct written_move written;
        struct moves found;
        unsigned odd;
        unsigned n = notation_write(rules, pos, mv, (enum notation_style)style, text);
        if (n >= NOTATION_MOVE_SIZE || text[n])
            abort();
        moves_init(&found);
        bool failed = notation_parse(rules, (struct text){text, n}, &written, NULL) != 0
                      || notation_find(rules, pos, &written, &found, &odd) != 0
                      || !is_listed(&found, mv) || (style != NOTATION_STYLE_HUB && found.n != 1);
        moves_fini(&found);
        if (budget_is_spent(budget_of_thread))
            return false;
        if (failed)
            abort();
    }
    return true;
}

static void try_move(const struct rules *rules, const struct position *pos, struct text t)
{
    struct written_move written;
    struct moves found, legal;
    struct err err = {0};
    unsigned odd;
    if (notation_parse(rules, t, &written, &err) != 0) {
        if (!err.msg[0])
            abort();
        return;
    }
    struct budget budget = {.steps = 1000000};
    budget_begin(&budget);
    moves_init(&found);
    moves_init(&legal);
    bool failed = notation_find(rules, pos, &written, &found, &odd) != 0
                  || moves_generate(rules, pos, &legal) != 0;
    bool more = !budget_is_spent(&budget);
    if (failed && more)
        abort();
    for (unsigned i = 0; more && i < found.n; i++)
        if (!is_listed(&legal, &found.at[i]))
            abort();
    for (unsigned i = 0; more && i < legal.n && i < 64; i++)
        more = find_again(rules, pos, &legal.at[i]);
    moves_fini(&found);
    moves_fini(&legal);
    budget_end();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    if (n < 2)
        return 0;
    const struct rules *rules = rules_all[bytes[0] % rules_count];
    const char *s = (const char *)bytes + 1, *end = (const char *)bytes + n;
    const char *line = memchr(s, '\n', (size_t)(end - s));
    struct position pos;
    struct text fen = {s, line ? (size_t)(line - s) : 0};
    if (!line || fen_read(rules, fen, (struct src_pos){0}, &pos, NULL, NULL) != 0)
        position_start(rules, &pos);
    s = line ? line + 1 : s;
    try_move(rules, &pos, (struct text){s, (size_t)(end - s)});
    return 0;
}
