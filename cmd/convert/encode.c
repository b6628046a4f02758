// SPDX-License-Identifier: MIT
/*
 * Replaces characters that the encoding of the output lacks. A similar character may have a meaning
 * in the format, such as a quote in place of “: so characters in the texts of a game are replaced
 * first, and the writer escapes them like any others. Replacements elsewhere have no such meaning.
 */
#include "cmd/convert/convert.h"
#include "core/game/traverse.h"

static int replace_text(struct convert_worker *w, struct arena *arena, struct text *t)
{
    buffer_clear(&w->scratch);
    const struct encoded done = encoder_replace(w->encoder, *t, &w->scratch);
    if (done.similar || done.lost) {
        const struct text copy = arena_text(arena, buffer_text(&w->scratch));
        if (!copy.s)
            return -1;
        *t = copy;
    }
    return w->scratch.failed ? -1 : 0;
}

/* Names of tags are left alone, since tables find their columns by them. */
static int replace_texts(struct convert_worker *w, struct game *game)
{
    struct traversal walk;
    enum traverse_step step = TRAVERSE_END;
    int rc = 0;
    for (unsigned i = 0; i < game->n_tags && rc == 0; i++)
        rc = replace_text(w, game->arena, &game->tags[i].value);
    traverse_init_unplayed(&walk, game);
    while (rc == 0 && (step = traverse_next(&walk)) < TRAVERSE_END) {
        if (step == TRAVERSE_ITEM && walk.item->kind == ITEM_COMMENT)
            rc = replace_text(w, game->arena, &traverse_item(&walk, game)->comment);
    }
    rc = rc == 0 && step == TRAVERSE_FAILED ? -1 : rc;
    traverse_fini(&walk);
    return rc;
}

/* Writes a game; in JSON, its object, which ends in "}" and a line end, gets more members. */
static int write_text(const struct convert *c, const struct game *game, struct convert_bytes *to,
                      struct err *err)
{
    struct buffer *out = to->bytes;
    to->n_written = 0;
    if (format_write(c->to, &c->output, game, out, &to->facts->lost, &to->n_written, err))
        return -1;
    if (to->members.n && !out->failed) {
        out->n -= 2;
        buffer_add_text(out, to->members);
        buffer_add_string(out, "}\n");
    }
    return 0;
}

int convert_write_text(const struct convert *c, struct convert_worker *w, struct game *game,
                       struct convert_bytes *to, struct err *err)
{
    struct buffer *out = to->bytes;
    const size_t from = out->n;
    if (write_text(c, game, to, err))
        return -1;
    if (!c->settings->translit || !w->encoder || out->n == from || out->failed)
        return 0;
    buffer_clear(&w->scratch);
    const struct text written = {out->s + from, out->n - from};
    const struct encoded done = encoder_replace(w->encoder, written, &w->scratch);
    to->facts->similar = done.similar;
    to->facts->question_marks = done.lost;
    if (w->scratch.failed)
        return err_memory(err);
    if (!done.similar && !done.lost)
        return 0;
    if (replace_texts(w, game))
        return err_memory(err);
    out->n = from;
    return write_text(c, game, to, err);
}

int convert_encode(struct convert_worker *w, struct buffer *bytes, size_t from,
                   struct encoded *done, struct err *err)
{
    *done = (struct encoded){0};
    if (!w->encoder || bytes->n == from)
        return 0;
    buffer_clear(&w->scratch);
    *done = encoder_add(w->encoder, (struct text){bytes->s + from, bytes->n - from}, &w->scratch);
    if (done->lacking && !w->scratch.failed)
        return 0;
    bytes->n = from;
    buffer_add_text(bytes, buffer_text(&w->scratch));
    return bytes->failed || w->scratch.failed ? err_memory(err) : 0;
}
