// SPDX-License-Identifier: MIT
/*
 * What a game leaves open is found by trial: the reader repairs so much that only the reader itself
 * can tell where it will see the next game begin. It is seldom needed: few games are copied with
 * faults, and most of those are closed.
 */
#include "pdn/pdn.h"

enum { DEPTH = 8 }; /* of open variations; a game with more of them is left open */

static void add_closing(struct buffer *out, bool brace, unsigned depth, bool star)
{
    if (brace)
        buffer_add_string(out, "}\n");
    for (unsigned i = 0; i < depth; i++)
        buffer_add_char(out, ')');
    if (star)
        buffer_add_string(out, depth ? " *\n\n" : "*\n\n");
}

/*
 * Whether moves without tags that follow the text are read as another game.
 * @return 1, 0, -1 with `err`
 */
static int is_closed(struct text text, struct err *err)
{
    struct arena arena = {0};
    struct game game = {.arena = &arena};
    struct findings found = {.arena = &arena};
    struct buffer both = {0};
    size_t used = 0;
    buffer_add_text(&both, text);
    buffer_add_string(&both, "1. 32-28 *\n");
    int rc = both.failed ? err_memory(err) : pdn_parse(both.s, both.n, &used, &game, &found, err);
    buffer_fini(&both);
    arena_fini(&arena);
    return rc < 0 ? -1 : used <= text.n;
}

int pdn_close(struct text game, struct buffer *out, struct err *err)
{
    const size_t before = out->n;
    struct buffer tried = {0};
    int rc = 0;
    for (unsigned i = 0; i < 2 * (DEPTH + 1) + 1 && rc == 0; i++) {
        const bool star = i > 0, brace = i > DEPTH + 1;
        const unsigned depth = star ? (i - 1) % (DEPTH + 1) : 0;
        buffer_clear(&tried);
        buffer_add_text(&tried, game);
        buffer_add_string(&tried, "\n\n");
        add_closing(&tried, brace, depth, star);
        rc = tried.failed ? err_memory(err) : is_closed(buffer_text(&tried), err);
        if (rc > 0)
            add_closing(out, brace, depth, star);
    }
    buffer_fini(&tried);
    if (out->failed)
        rc = err_memory(err);
    return rc < 0 ? -1 : (int)(out->n > before);
}
