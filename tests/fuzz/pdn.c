// SPDX-License-Identifier: MIT
/*
 * Game files: whatever comes, each game that is read, written and read again is the same game, and
 * all of them written one below the other are read as the same file.
 */
#include "pdn/pdn.h"

#include "tests/fuzz/fuzz.h"
#include "tests/lib/game-equal.h"

#include <stdio.h>
#include <stdlib.h>

static void fail(const char *what, struct text before, const struct buffer *after)
{
    fprintf(stderr, "%s\n--- read:\n%.*s\n--- written:\n%.*s\n", what, TEXT_ARGS(before),
            (int)after->n, after->n ? after->s : "");
    abort();
}

static void check_findings(const struct findings *found, size_t n)
{
    for (const struct finding *f = found->first; f; f = f->next) {
        if (f->offset > n || f->length > n - f->offset)
            abort();
        for (const struct repair *r = f->repair; r; r = r->next)
            if (r->offset > n || r->length > n - r->offset)
                abort();
    }
}

/* Reads what was written: one game, to the last byte but the empty line, and the same. */
static void read_again(const struct game *game, const struct buffer *out)
{
    static struct arena arena; /* kept: fresh blocks for every input would take most of the time */
    struct findings found = {.arena = &arena};
    struct game again = {.arena = &arena};
    size_t used;
    char why[256] = "";
    if (pdn_parse(out->s, out->n, &used, &again, &found, NULL) != 1)
        fail("no game", game->source, out);
    if (out->n - used > 2)
        fail("more than a game", game->source, out);
    const bool gets_tag = game->n_tags == 0 && !game->line.first; /* so that it stays a game */
    if (!gets_tag && !game_equal(game, &again, why, sizeof why))
        fail(why, game->source, out);
    arena_reset(&arena);
}

/* Reads all games of a file, and writes them. */
static void write_games(const char *text, size_t n, struct buffer *out)
{
    static struct arena arena;
    for (size_t at = 0, used; at < n; at += used) {
        struct findings found = {.arena = &arena};
        struct game game = {.arena = &arena, .at = {.line = 1, .col = 1}};
        if (pdn_parse(text + at, n - at, &used, &game, &found, NULL) == 1)
            pdn_write(&game, NULL, out, NULL);
        arena_reset(&arena);
    }
}

static void read_file_again(const char *text, size_t n)
{
    static struct buffer once, twice;
    buffer_clear(&once);
    buffer_clear(&twice);
    write_games(text, n, &once);
    write_games(once.s, once.n, &twice);
    if (!text_same(buffer_text(&once), buffer_text(&twice)))
        fail("another file", buffer_text(&once), &twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    char *text = malloc(n ? n : 1); /* with nothing after it, for the sanitizer to see */
    static struct arena arena;
    static struct buffer out;
    if (!text)
        return 0;
    if (n)
        memcpy(text, bytes, n);
    for (size_t at = 0, used; at < n; at += used) {
        struct findings found = {.arena = &arena};
        struct game game = {.arena = &arena, .at = {.line = 1, .col = 1}};
        int rc = pdn_parse(text + at, n - at, &used, &game, &found, NULL);
        if (used == 0 || used > n - at)
            abort();
        findings_settle(&found, NULL, game.source, game.at, 0);
        check_findings(&found, used);
        buffer_clear(&out);
        if (rc == 1 && pdn_write(&game, NULL, &out, NULL) == 0)
            read_again(&game, &out);
        arena_reset(&arena);
    }
    read_file_again(text, n);
    free(text);
    return 0;
}
