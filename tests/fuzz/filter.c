// SPDX-License-Identifier: MIT
/* Expressions: whatever comes is either refused with a place in it, or gives an answer. */
#include "core/query/filter.h"

#include "tests/fuzz/fuzz.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct arena arena = {0};
    struct game game = {.arena = &arena};
    struct filter *filter = NULL;
    struct err err = {0};
    char *copy = malloc(n ? n : 1);
    if (!copy || game_add_tag(&game, text_of("White"), text_of("Wiersma, Harm"), 0)
        || game_add_tag(&game, text_of("Date"),
                        text_of("1976.12.?"
                                "?"),
                        0))
        return 0;
    if (n)
        memcpy(copy, bytes, n);
    if (filter_compile("--where", (struct text){copy, n}, &filter, &err)) {
        if (!*err.msg || err.at.col > n + 1)
            abort();
    } else if (filter_matches(filter, &game) < 0) {
        abort();
    }
    filter_free(filter);
    free(copy);
    arena_fini(&arena);
    return 0;
}
