// SPDX-License-Identifier: MIT
/*
 * DOC files: whatever comes, the reader makes progress, and its moves are legal as far as they go.
 */
#include "pdn/formats/doc.h"

#include "core/check/check.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    static struct checker *checker;
    struct arena arena = {0};
    char *text = malloc(n ? n : 1); /* with nothing after it, for the sanitizer to see */
    if (!text || (!checker && !(checker = checker_open(NULL))))
        return 0;
    if (n)
        memcpy(text, bytes, n);
    for (size_t at = 0, used; at < n; at += used) {
        struct findings found = {.arena = &arena};
        struct game game = {.arena = &arena, .at = {.line = 1, .col = 1}};
        struct err err = {0};
        int rc = doc_parse(text + at, n - at, &used, &game, &found, &err);
        if (rc < 0 || used == 0 || used > n - at)
            abort();
        for (const struct finding *f = found.first; f; f = f->next)
            if (f->offset > used || f->length > used - f->offset)
                abort();
        if (rc == 1 && check_game(checker, &game, &found, &err))
            abort();
        arena_reset(&arena);
    }
    arena_fini(&arena);
    free(text);
    return 0;
}
