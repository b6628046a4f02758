// SPDX-License-Identifier: MIT
/*
 * Written moves: what is found is legal, and is found again when it is written. The first byte
 * chooses the variant, the first line is a FEN (the start position where it is none), the second a
 * move.
 */
#include "core/board/notation.h"

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

/* Written in each style, it is among what that text can mean; alone, where the style is PDN's. */
static void find_again(const struct rules *rules, const struct position *pos, const struct move *mv)
{
    for (int style = NOTATION_STYLE_SHORT; style <= NOTATION_STYLE_HUB; style++) {
        char text[NOTATION_MOVE_SIZE];
        struct written written;
        struct moves found;
        unsigned odd;
        unsigned n = notation_write(rules, pos, mv, (enum notation_style)style, text);
        if (n >= NOTATION_MOVE_SIZE || text[n])
            abort();
        moves_init(&found);
        if (notation_parse(rules, (struct text){text, n}, &written, NULL) != 0
            || notation_find(rules, pos, &written, &found, &odd) != 0 || !is_listed(&found, mv))
            abort();
        if (style != NOTATION_STYLE_HUB && found.n != 1)
            abort();
        moves_fini(&found);
    }
}

static void try_move(const struct rules *rules, const struct position *pos, struct text t)
{
    struct written written;
    struct moves found, legal;
    struct err err = {0};
    unsigned odd;
    if (notation_parse(rules, t, &written, &err) != 0) {
        if (!err.msg[0])
            abort();
        return;
    }
    moves_init(&found);
    moves_init(&legal);
    if (notation_find(rules, pos, &written, &found, &odd) != 0
        || moves_generate(rules, pos, &legal) != 0)
        abort();
    for (unsigned i = 0; i < found.n; i++)
        if (!is_listed(&legal, &found.at[i]))
            abort();
    for (unsigned i = 0; i < legal.n && i < 64; i++)
        find_again(rules, pos, &legal.at[i]);
    moves_fini(&found);
    moves_fini(&legal);
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
