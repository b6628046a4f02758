// SPDX-License-Identifier: MIT
/*
 * Traversals, each as a text: a letter for each step, N(ode), I(tem), "(" and ")", and a "+" after
 * a node before which the board is known.
 */
#include "core/base/buffer.h"
#include "core/game/traverse.h"
#include "tests/lib/game-text.h"
#include "tests/lib/rows.h"

static const struct row {
    const char *name, *text;
    const char *played, *unplayed;
} rows[] = {
    {"no moves", "*", "", ""},
    {"the example", "1. 32-28 {a} (31-27 {b}) 19-23 *", "N+I(N+I)N+", "NI(NI)N"},
    {"a comment before the first move", "{a} 1. 32-28 *", "IN+", "IN"},
    {"variations in variations", "1. 32-28 (31-27 19-23 (18-23) 35-30) 19-23 *", "N+(N+N+(N+)N+)N+",
     "N(NN(N)N)N"},
    {"behind an illegal move", "1. 32-40 (32-28 19-23) 19-23 *", "N+(N+N+)N", "N(NN)N"},
    {"a board that is set up again", "1. 32-40 19-23 /FEN \"W:W31:B1\"/ 31-26 *", "N+NNN+", "NNNN"},
};

/* The steps of a traversal; in the nodes, numbers are changed on the way. */
static void note_steps(struct traversal *walk, struct game *game, struct buffer *out)
{
    enum traverse_step step;
    while ((step = traverse_next(walk)) < TRAVERSE_END) {
        buffer_add_char(out, "NI()"[step]);
        if (step != TRAVERSE_NODE)
            continue;
        if (walk->known)
            buffer_add_char(out, '+');
        traverse_node(walk, game)->number = 7;
        assert_int_equal(walk->node->number, 7);
    }
    assert_int_equal(step, TRAVERSE_END);
    buffer_add_char(out, '\0');
    traverse_fini(walk);
}

static void goes_through(void **state)
{
    const struct row *row = *state;
    struct arena arena = {0};
    struct buffer steps = {0};
    struct game game;
    struct traversal walk;
    game_of_text(row->text, &arena, &game);
    traverse_init(&walk, &game);
    note_steps(&walk, &game, &steps);
    assert_string_equal(steps.s, row->played);
    buffer_clear(&steps);
    traverse_init_unplayed(&walk, &game);
    note_steps(&walk, &game, &steps);
    assert_string_equal(steps.s, row->unplayed);
    buffer_fini(&steps);
    arena_fini(&arena);
}

int main(void)
{
    ROWS_BY_ADDRESS(rows, name, goes_through);
    return rows_run("traverse");
}
