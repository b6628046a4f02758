// SPDX-License-Identifier: MIT
/*
 * Cutting game files: pieces of any size give the same games as the whole. The first byte says how
 * large.
 */
#include "pdn/pdn.h"
#include "tests/fuzz/fuzz.h"
#include "tests/lib/dump.h"

#include <stdio.h>
#include <stdlib.h>

/* All games of a text, cut into pieces of about `target` bytes; 0: not cut. */
static void read_all(const char *text, size_t n, size_t target, struct buffer *out)
{
    struct arena arena = {0};
    struct buffer one = {0};
    struct src_pos at = {.line = 1, .col = 1};
    while (n > 0) {
        size_t piece = target ? pdn_split(text, n, target) : 0, used;
        if (piece > n)
            abort();
        piece = piece ? piece : n;
        for (size_t p = 0; p < piece; p += used, at.line = 2) {
            struct findings found = {.arena = &arena};
            struct game game = {.arena = &arena, .more = piece < n, .at = at};
            if (pdn_parse(text + p, piece - p, &used, &game, &found, NULL) == 1) {
                buffer_clear(&one);
                dump_game(&game, &one);
                buffer_add_text(out, buffer_text(&one));
                buffer_add_char(out, '\n');
            }
            if (used == 0 || used > piece - p)
                abort();
            arena_reset(&arena);
        }
        text += piece;
        n -= piece;
    }
    buffer_fini(&one);
    arena_fini(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    if (n < 2 || n > 4096) /* dump_game recurses */
        return 0;
    char *text = malloc(n - 1);
    struct buffer whole = {0}, pieces = {0};
    if (!text)
        return 0;
    memcpy(text, bytes + 1, n - 1);
    read_all(text, n - 1, 0, &whole);
    read_all(text, n - 1, 1 + bytes[0], &pieces);
    if (!text_same(buffer_text(&whole), buffer_text(&pieces))) {
        fprintf(stderr, "--- whole:\n%.*s\n--- in pieces:\n%.*s\n", TEXT_ARGS(buffer_text(&whole)),
                TEXT_ARGS(buffer_text(&pieces)));
        abort();
    }
    buffer_fini(&whole);
    buffer_fini(&pieces);
    free(text);
    return 0;
}
