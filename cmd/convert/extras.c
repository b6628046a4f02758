// SPDX-License-Identifier: MIT
/*
 * Data that a source has besides its games: judgements, and members of JSON that dama does not
 * know. A game does not hold them; they go along with it if input and output have the same format,
 * judgements only if the main line is the one that they are about.
 *
 *     JSON Lines    the members as they were written, ,"note":"x"
 *     SQLite        the content of the game as it was read, by which its judgements are found
 */
#include "cmd/convert/convert.h"
#include "core/board/fen.h"
#include "pdn/formats/jsonl.h"

#include <stdlib.h>
#include <string.h>

enum { CONTENT_BYTES = 16 };

struct hash128 convert_hash_line(struct convert_worker *w, const struct game *game)
{
    struct buffer *out = &w->moves;
    char fen[FEN_SIZE];
    buffer_clear(out);
    if (game->rules)
        buffer_add_string(out, rules_spelling(game->rules));
    if (game->rules && !game->start_unknown)
        buffer_add(out, fen, fen_write(game->rules, &game->start, fen));
    for (const struct node *node = game->line.first; node; node = node->next) {
        buffer_add_char(out, (char)('0' + node->kind));
        buffer_add_text(out, node->text);
        buffer_add_char(out, ' ');
    }
    const struct text line = buffer_text(out);
    return hash128_of(line.s, line.n);
}

static bool is_jsonl(const struct format *format) { return strcmp(format->name, "jsonl") == 0; }

unsigned convert_carry(const struct convert *c, struct convert_worker *w, const struct game *game,
                       const struct convert_game *g)
{
    const struct format *from = g->input->format;
    unsigned kept = game->besides & ~(unsigned)GAME_INNER_MEMBERS;
    buffer_clear(&w->names);
    if (!kept || c->to != from || c->settings->position != POSITION_UNSAID)
        return game->besides;
    if ((kept & GAME_JUDGEMENTS) && !hash128_same(convert_hash_line(w, game), g->line))
        kept &= ~(unsigned)GAME_JUDGEMENTS;
    if (is_jsonl(from))
        return game->besides & (jsonl_keep_members(game->source, kept, &w->names) | ~kept);
    if (kept & GAME_JUDGEMENTS) {
        uint8_t content[CONTENT_BYTES];
        hash128_put(game->content, content);
        buffer_add(&w->names, (const char *)content, sizeof content);
    }
    return game->besides & ~kept;
}

unsigned convert_carry_again(const struct convert *c, struct convert_worker *w, struct text written,
                             unsigned carried)
{
    struct record record;
    buffer_clear(&w->names);
    if (!carried || w->encoder) /* the members are no longer UTF-8 */
        return carried;
    if (is_jsonl(c->to))
        return carried & jsonl_keep_members(written, carried, &w->names);
    const size_t n = record_unpack(written, &record);
    if (n)
        buffer_add(&w->names, written.s + n, written.n - n);
    return n ? 0 : carried;
}

/* Opens the collections among the inputs, when their judgements are first needed. */
static int open_judgements(struct convert *c, struct err *err)
{
    char **paths = calloc(c->n_inputs + 1, sizeof *paths);
    int n = 0;
    if (!paths)
        return err_memory(err);
    for (unsigned i = 0; i < c->n_inputs; i++) {
        if (c->inputs[i].format->kind == FORMAT_STORE && !c->inputs[i].results)
            paths[n++] = (char *)(uintptr_t)c->inputs[i].path;
    }
    int rc = stored_judgements_open(paths, n, &c->stored, err);
    free(paths);
    return rc;
}

int convert_put_rows(struct convert *c, struct store *store, const struct record *record,
                     struct text carried, struct err *err)
{
    int64_t id;
    if (carried.n != CONTENT_BYTES)
        return 0;
    if (!c->stored && open_judgements(c, err))
        return -1;
    return store_find_game(store, record->content, &id, err)
                   || stored_judgements_copy(c->stored, hash128_get((const uint8_t *)carried.s),
                                             store, id, err)
               ? -1
               : 0;
}
