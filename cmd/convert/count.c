// SPDX-License-Identifier: MIT
/* Output in place of games: statistics, score tables, drafts of aliases and of opening names. */
#include "cmd/convert/convert.h"

static int keep_names(struct convert_game *g, const struct game *game, struct arena *arena)
{
    g->white = arena_text(arena, game_tag(game, "White"));
    g->black = arena_text(arena, game_tag(game, "Black"));
    return g->white.s && g->black.s ? 0 : -1;
}

/*
 * Copies the text of the moves, which is in a worker's buffer, so that it lives as long as the
 * chunk.
 */
static int keep_text(struct opening_moves *moves, struct arena *arena)
{
    moves->moves = arena_text(arena, moves->moves);
    return moves->moves.s ? 0 : -1;
}

static int keep_score(const struct convert *c, struct convert_worker *w, const struct game *game,
                      struct convert_game *g, struct arena *arena)
{
    g->score = arena_alloc(arena, sizeof *g->score);
    if (!g->score)
        return -1;
    score_table_describe((enum score_kind)(c->settings->table), game, g->facts.broken, &w->moves,
                         g->score);
    for (unsigned side = 0; side < 2; side++) {
        struct text *name = &g->score->name[side];
        *name = arena_text(arena, *name);
        if (!name->s)
            return -1;
    }
    return w->moves.failed ? -1 : 0;
}

int convert_keep_counts(const struct convert *c, struct convert_worker *w, const struct game *game,
                        struct convert_game *g, struct arena *arena, struct err *err)
{
    int rc = 0;
    g->n_written = 1;
    if (c->name_count)
        rc = keep_names(g, game, arena);
    if (rc == 0 && c->opening_count) {
        rc = (g->moves = arena_alloc(arena, sizeof *g->moves)) ? 0 : -1;
        if (rc == 0) {
            opening_describe(game, &w->moves, g->moves);
            rc = w->moves.failed ? -1 : keep_text(g->moves, arena);
        }
    }
    if (rc == 0 && c->table)
        rc = keep_score(c, w, game, g, arena);
    if (rc == 0 && c->summary) {
        rc = (g->summary = arena_alloc(arena, sizeof *g->summary)) ? 0 : -1;
        if (rc == 0)
            rc = summary_describe(game, g->facts.broken, &w->moves, g->summary);
        if (rc == 0)
            rc = keep_text(&g->summary->opening, arena);
    }
    return rc ? err_memory(err) : 0;
}

int convert_count(struct convert *c, const struct convert_game *g, struct err *err)
{
    int rc = 0;
    if (c->name_count)
        rc = name_count_add(c->name_count, g->white) || name_count_add(c->name_count, g->black);
    if (rc == 0 && c->opening_count)
        rc = opening_count_add(c->opening_count, g->moves);
    if (rc == 0 && c->table)
        rc = score_table_add(c->table, g->score);
    if (rc == 0 && c->summary) {
        const struct finding *f = g->first_finding;
        rc = summary_add(c->summary, g->summary);
        for (unsigned i = 0; i < g->n_findings; i++, f = f->next)
            summary_add_fault(c->summary, f->code);
    }
    return rc ? err_memory(err) : 0;
}

static enum score_form table_form(const struct convert *c)
{
    return c->to->columns                      ? SCORE_CSV
           : strcmp(c->to->name, "jsonl") == 0 ? SCORE_JSONL
                                               : SCORE_TEXT;
}

/* Reports that the draft may lack names, for which there was no room. */
static void tell_full(const struct convert *c)
{
    const unsigned n = name_count_full(c->name_count);
    if (n && !c->settings->quiet)
        command_say("there are too many names: only the first %u are compared", n);
}

int convert_write_counts(struct convert *c, struct err *err)
{
    struct outfile *file = NULL;
    struct buffer text = {0};
    int rc = 0;
    if (c->settings->dry_run)
        return 0; /* the list of changes has already been written */
    if (c->name_count)
        tell_full(c);
    if (c->name_count)
        rc = name_count_suggest(c->name_count, &text) < 0;
    else if (c->opening_count)
        rc = opening_count_write(c->opening_count, c->settings->suggest_openings, &text);
    else if (c->table)
        rc = score_table_write(c->table, table_form(c), csv_separator(&c->columns),
                               c->settings->no_formulas, &text);
    else
        rc = summary_write(c->summary, &text);
    rc = rc ? err_memory(err)
            : outfile_open(c->settings->output ? c->settings->output : "-", &file, err);
    if (rc == 0) {
        rc = sink_begin_text(c, outfile_stream(file), buffer_text(&text), err);
        if (rc == 0)
            rc = outfile_finish(&file, err);
        outfile_close(file);
    }
    buffer_fini(&text);
    return rc;
}
