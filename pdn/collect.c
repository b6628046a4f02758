// SPDX-License-Identifier: MIT
#include "pdn/collect.h"

#include "core/base/chunks.h"
#include "core/base/signals.h"
#include "pdn/format.h"
#include "pdn/kind.h"

#include <string.h>

enum { BINARY_MAX = 16 * 1024 * 1024 };

const char *const collect_extensions[] = {".pdn", ".pdn3", ".doc",   ".dam",
                                          ".fen", ".epd",  ".jsonl", NULL};

/* The state of a run over a file. */
struct collecting {
    const struct format *format;
    struct checker *checker;
    struct arena arena; /* for one game at a time */
    collect_found *fn;
    void *ctx;
};

/* Gives all games of a chunk to the caller. @return as collect_games */
static int take_chunk(struct collecting *c, const struct chunk *chunk, struct err *err)
{
    static const struct format_input input = {0};
    struct text rest = chunk->text;
    struct src_pos at = {.file = chunk->file, .line = chunk->line, .col = 1};
    int rc = 0;
    if (chunk->failed) {
        *err = *chunk->failed;
        return -1;
    }
    if (chunk->oversized)
        return err_set(err, (struct src_pos){.file = chunk->file, .line = chunk->line},
                       "a game of more than %d MiB", CHUNKS_RECORD_MAX >> 20);
    while (rest.n && rc == 0) {
        struct findings found = {.arena = &c->arena};
        struct game game = {.arena = &c->arena, .at = at, .more = !chunk->last};
        size_t used = rest.n;
        arena_reset(&c->arena);
        int parsed = c->format->parse(&input, rest.s, rest.n, &used, &game, &found, err);
        if (parsed < 0 || (parsed && check_game(c->checker, &game, &found, err)))
            return -1;
        if (found.failed)
            return err_memory(err);
        findings_settle(&found, NULL, (struct text){rest.s, used}, game.at, 0);
        if (parsed)
            rc = c->fn(c->ctx, &game, &found, err);
        text_move_place(rest, used, &at);
        rest = (struct text){rest.s + used, rest.n - used};
    }
    return rc;
}

static int read_text(struct collecting *c, const char *path, struct err *err)
{
    struct chunks_options options = {.split = c->format->split};
    struct chunks *chunks = NULL;
    struct chunk_room room = {0};
    int rc = -1, more;
    if (chunks_open(&options, &path, 1, &chunks, err))
        return -1;
    while ((more = chunks_next(chunks, &room, err)) > 0) {
        rc = take_chunk(c, &room.chunk, err);
        chunk_room_clear(&room, options.chunk_size);
        if (rc)
            goto done;
    }
    rc = more < 0 ? -1 : signals_stopped();
done:
    chunks_close(chunks);
    chunk_room_fini(&room);
    return rc;
}

/* Reads a format with one game per file. */
static int read_binary(struct collecting *c, const char *path, struct err *err)
{
    struct buffer bytes = {0};
    struct chunk chunk = {.file = path, .line = 1, .first = true, .last = true};
    int rc = source_read_all(path, BINARY_MAX, &bytes, err);
    chunk.text = buffer_text(&bytes);
    if (rc == 0)
        rc = take_chunk(c, &chunk, err);
    buffer_fini(&bytes);
    return rc;
}

static int recognise(const char *path, const struct format **out, struct err *err)
{
    char head[FORMAT_HEAD_SIZE];
    size_t n;
    if (source_peek(path, head, sizeof head, &n, err)
        || !(*out = format_of_content(path, head, n, err)))
        return -1;
    if (!(*out)->parse || (*out)->kind == FORMAT_STORE || strcmp((*out)->name, "csv") == 0)
        return err_file(err, path,
                        "cannot read games from %s here; convert the file to PDN with dama-convert",
                        (*out)->columns ? "a table" : (*out)->name);
    return 0;
}

int collect_games(const char *path, const struct check_options *options, collect_found *fn,
                  void *ctx, struct err *err)
{
    struct collecting c = {.fn = fn, .ctx = ctx};
    if (recognise(path, &c.format, err))
        return -1;
    if (!(c.checker = checker_open(options)))
        return err_memory(err);
    int rc = c.format->kind == FORMAT_TEXT ? read_text(&c, path, err) : read_binary(&c, path, err);
    checker_close(c.checker);
    arena_fini(&c.arena);
    return rc;
}
