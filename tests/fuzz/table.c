// SPDX-License-Identifier: MIT
/*
 * Tables and lists of positions: whatever comes, the readers make progress, and stay inside the
 * text.
 */
#include "core/check/check.h"
#include "pdn/formats/csv.h"
#include "pdn/formats/fen-list.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>

static struct checker *checker;

static void read_all(const char *text, size_t n, const struct csv_columns *columns)
{
    struct arena arena = {0};
    for (size_t at = 0, used; at < n; at += used) {
        struct findings found = {.arena = &arena};
        struct game game = {.arena = &arena, .at = {.line = 1, .col = 1}};
        struct buffer row = {0};
        int rc = columns ? csv_parse(columns, text + at, n - at, &used, &game, &found, NULL)
                         : fen_list_parse(text + at, n - at, &used, &game, &found, NULL);
        if (rc < 0 || used == 0 || used > n - at)
            abort();
        if (rc == 1
            && (check_game(checker, &game, &found, NULL)
                || csv_write(&csv_usual, &game, &row, NULL)))
            abort();
        buffer_fini(&row);
        arena_reset(&arena);
    }
    arena_fini(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct csv_columns columns;
    char *text = malloc(n ? n : 1); /* with nothing after it, for the sanitizer to see */
    if (!text || (!checker && !(checker = checker_open(NULL))))
        return 0;
    if (n)
        memcpy(text, bytes, n);
    csv_is(text, n);
    fen_list_is(text, n);
    if (n && (csv_split(text, n, n / 2) > n || fen_list_split(text, n, n / 2) > n))
        abort();
    read_all(text, n, NULL);
    if (csv_read_head(text, n, &columns, NULL) == 0)
        read_all(text, n, &columns);
    free(text);
    return 0;
}
