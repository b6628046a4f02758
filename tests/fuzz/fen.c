// SPDX-License-Identifier: MIT
/*
 * Positions as text: whatever is read can be written, and reads the same again. The first byte
 * chooses the variant.
 */
#include "core/board/fen.h"

#include "core/board/notation.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>

/* The FEN is one of ours: it must read as `pos`, and nothing may be odd about its form. */
static void read_again(const struct rules *rules, const struct position *pos, const char *fen)
{
    enum { OF_POSITION = FEN_MAN_ON_CROWNING_ROW | FEN_MANY_PIECES | FEN_EMPTY };
    struct position again;
    unsigned odd;
    if (fen_read(rules, text_of(fen), (struct src_pos){0}, &again, &odd, NULL) != 0)
        abort();
    if (!position_same(pos, &again) && !(odd & FEN_FROM_A1))
        abort();
    if (odd & ~(unsigned)OF_POSITION)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    if (n == 0)
        return 0;
    const struct rules *rules = rules_all[bytes[0] % rules_count];
    const struct src_pos at = {.file = "fuzz", .line = 1, .col = 1};
    struct text t = {(const char *)bytes + 1, n - 1};
    struct position pos;
    struct err err = {0};
    unsigned odd;
    char fen[FEN_SIZE];
    if (fen_read(rules, t, at, &pos, &odd, &err) != 0) {
        if (!err.msg[0] || err.at.col == 0)
            abort();
        return 0;
    }
    if (((pos.pieces[WHITE] | pos.pieces[BLACK]) & ~rules->board->playing)
        || (pos.pieces[WHITE] & pos.pieces[BLACK]))
        abort();
    if (fen_write(rules, &pos, fen) >= FEN_SIZE)
        abort();
    read_again(rules, &pos, fen);
    fen_check(rules, &pos, at, &err);
    return 0;
}
