// SPDX-License-Identifier: MIT
/*
 * Whatever the kind of input, its games reach the handler in chunks: begin, games, end, emit.
 * Consecutive texts of one format go through one run of the pipeline, so that many small files keep
 * all threads busy. A binary file is one chunk; stored-games.c reads stores.
 */
#include "cmd/lib/game-stream.h"

#include "cmd/lib/stored-games.h"
#include "core/base/buffer.h"
#include "core/base/signals.h"
#include "core/base/source.h"
#include "core/game/finding-messages.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    BINARY_STEP = 4096,
    BINARY_MAX = 16 * 1024 * 1024,
    /*
     * A text that no splitter can cut comes as one large chunk, and each of its games takes memory:
     * 16 MiB hold a million games of a few bytes, or a hundred thousand of real size.
     */
    WHOLE_GAMES_MAX = 100000,
};

/* ---- games of a chunk of text ---- */

/*
 * Adds findings about things that are not games: a record that is too large, an input that failed,
 * bytes after the last game that is read.
 */
static void add_events(const struct chunk *chunk, struct findings *found, size_t left_out,
                       unsigned line)
{
    struct finding *after = found->last;
    if (chunk->oversized)
        findings_add(found, FINDING_HUGE_GAME, 0, 0, MESSAGE_HUGE_GAME,
                     (unsigned long long)chunk->oversize);
    if (left_out)
        findings_add(found, FINDING_HUGE_GAME, 0, 0,
                     "more than %d games in a file that cannot be read in pieces; the other %llu "
                     "bytes were left out",
                     WHOLE_GAMES_MAX, (unsigned long long)left_out);
    if (chunk->failed)
        findings_add(found, FINDING_READ_FAILED, 0, 0, "%s", chunk->failed->msg);
    for (struct finding *f = after ? after->next : found->first; f; f = f->next)
        f->at = (struct src_pos){chunk->file, left_out ? line : chunk->line, left_out ? 1 : 0};
}

static void end_games(const struct game_stream *s, struct chunk *chunk)
{
    if (s->handler->end)
        s->handler->end(s->handler->ctx, chunk);
}

/* Whether a text's reader took its first lines for the event and the place, whatever they say. */
static bool has_only_guesses(const struct game *game)
{
    for (unsigned i = 0; i < game->n_tags; i++) {
        if (!text_is(game->tags[i].name, "Event") && !text_is(game->tags[i].name, "Site"))
            return false;
    }
    return true;
}

/*
 * Whether a file is prose: words without tags and moves are not a game, though they could be read
 * as a remark.
 */
static bool is_prose(const struct game_input *input, const struct chunk *chunk,
                     const struct game *game, size_t used)
{
    const char *format = input->format->name;
    bool untold = (strcmp(format, "pdn") == 0 && game->n_tags == 0)
                  || (strcmp(format, "doc") == 0 && has_only_guesses(game));
    return chunk->first && chunk->last && used == chunk->text.n && untold && !game->line.first;
}

/* Treats such a file as one that cannot be read. */
static int refuse_prose(const struct game_input *input, struct chunk *chunk, struct err *err)
{
    struct err *why = arena_zalloc(&chunk->arena, sizeof *why);
    if (!why)
        return err_memory(err);
    bool pdn = strcmp(input->format->name, "pdn") == 0;
    err_plain(why, "%s",
              pdn ? MESSAGE_PROSE : "no names and no moves: this is not a text with games");
    chunk->failed = why;
    return 0;
}

/* The first row of a table holds names, not a game. @return the row's bytes */
static size_t head_length(const struct game_input *input, const struct chunk *chunk,
                          struct text text)
{
    if (!input->format->columns || !chunk->first || !text.n)
        return 0;
    size_t row = input->format->split(text.s, text.n, 1);
    return row ? row : text.n;
}

/*
 * Drops the offsets of findings: a place in a binary file has no line, since 0A and 0D are bytes
 * like any other.
 */
static void drop_offsets(struct findings *found, struct finding *after)
{
    for (struct finding *f = after ? after->next : found->first; f; f = f->next)
        f->offset = 0;
}

static int parse_games(struct game_stream *s, unsigned worker, struct chunk *chunk,
                       struct findings *found, struct err *err)
{
    const struct game_input *input = &s->inputs[s->group + chunk->file_index];
    const bool empty = chunk->oversized || !chunk->text.n;
    struct text rest = empty ? (struct text){"", 0} : chunk->text;
    const bool lines = input->format->kind == FORMAT_TEXT;
    struct src_pos at = {chunk->file, lines ? chunk->line : 0, lines};
    const unsigned games_max = rest.n > 2 * CHUNKS_SIZE ? WHOLE_GAMES_MAX : UINT_MAX;
    enum game_before before = GAME_BEFORE_NONE;
    const size_t head = head_length(input, chunk, rest);
    text_move_place(rest, head, &at);
    rest = (struct text){rest.s + head, rest.n - head};
    for (unsigned games = 0; rest.n && games < games_max;) {
        size_t used = 0;
        struct finding *after = found->last;
        struct game game = {
            .arena = &s->arenas[worker], .at = at, .more = !chunk->last, .before = before};
        arena_reset(&s->arenas[worker]);
        int rc = input->format->parse(&input->reader, rest.s, rest.n, &used, &game, found, err);
        if (rc > 0 && is_prose(input, chunk, &game, used)) {
            if (refuse_prose(input, chunk, err))
                return -1;
            rest.n = 0;
            break;
        }
        if (rc > 0 && !game.source.s)
            game.source = (struct text){rest.s, used};
        if (!lines)
            drop_offsets(found, after);
        if (rc > 0) {
            before = game_before_next(&game);
            games++;
        }
        if (rc < 0
            || (rc > 0
                && s->handler->game(s->handler->ctx, worker, input, chunk, &game, after, err)))
            return -1;
        if (lines)
            text_move_place(rest, used, &at);
        rest = (struct text){rest.s + used, rest.n - used};
    }
    end_games(s, chunk);
    add_events(chunk, found, rest.n, at.line);
    return found->failed ? err_memory(err) : 0;
}

static int work(void *ctx, unsigned worker, struct chunk *chunk, struct err *err)
{
    struct game_stream *s = ctx;
    struct findings *found = game_handler_begin(s->handler, worker, chunk);
    if (!found)
        return err_memory(err);
    int rc = parse_games(s, worker, chunk, found, err);
    if (rc)
        s->handler->drop(s->handler->ctx, chunk);
    return rc;
}

static int emit(void *ctx, struct chunk *chunk, struct err *err)
{
    struct game_stream *s = ctx;
    return s->handler->emit(s->handler->ctx, chunk, err);
}

static void drop(void *ctx, struct chunk *chunk)
{
    struct game_stream *s = ctx;
    s->handler->drop(s->handler->ctx, chunk);
}

static void show_progress(void *ctx, uint64_t bytes)
{
    struct game_stream *s = ctx;
    s->bytes_now = bytes;
    s->handler->progress(s->handler->ctx, s->bytes_before + bytes);
}

/* ---- kinds of inputs ---- */

static csv_splitter *splitter_of(const struct game_input *input)
{
    return input->format->columns ? csv_splitter_of(&input->columns) : input->format->split;
}

/* Reads consecutive inputs of one format as one batch. */
static int read_texts(struct game_stream *s, unsigned n, struct err *err)
{
    const struct game_input *first = &s->inputs[s->group];
    const char **paths = malloc(n * sizeof *paths);
    if (!paths)
        return err_memory(err);
    for (unsigned i = 0; i < n; i++)
        paths[i] = first[i].path;
    struct pipeline pipeline = {
        .split = splitter_of(first),
        .work = work,
        .emit = emit,
        .drop = drop,
        .progress = show_progress,
        .ctx = s,
        .jobs = s->jobs,
        .encoding = s->encoding,
    };
    int rc = pipeline_run(&pipeline, paths, n, err);
    s->bytes_before += s->bytes_now;
    free(paths);
    return rc;
}

/* Reads a single chunk, on the first thread. */
static int read_chunk(struct game_stream *s, struct chunk *chunk, struct err *err)
{
    int rc = work(s, 0, chunk, err);
    if (rc == 0)
        rc = emit(s, chunk, err);
    arena_fini(&chunk->arena);
    return rc;
}

/* Reads a whole file as one chunk. */
static int read_binary(struct game_stream *s, const struct game_input *input, struct err *err)
{
    struct source *source = NULL;
    struct chunk chunk = {.file = input->path, .line = 1, .first = true, .last = true};
    struct buffer bytes = {0};
    struct err why = {0};
    size_t got = 1;
    int rc = source_open(input->path, &source, &why);
    while (rc == 0 && got && bytes.n <= BINARY_MAX) {
        char *to = buffer_reserve(&bytes, BINARY_STEP);
        rc = to ? source_read(source, to, BINARY_STEP, &got, &why) : err_memory(&why);
        bytes.n += rc == 0 ? got : 0;
    }
    if (rc == 0 && bytes.n > BINARY_MAX)
        rc = err_file(&why, input->path, "too large for a %s file", input->format->name);
    chunk.failed = rc ? &why : NULL;
    chunk.text = rc ? (struct text){0} : buffer_text(&bytes);
    rc = read_chunk(s, &chunk, err);
    source_close(source);
    buffer_fini(&bytes);
    return rc;
}

/* A store that cannot be read is reported like a text that fails, after the games before that. */
static int read_store(struct game_stream *s, const struct game_input *input, struct err *err)
{
    struct err why = {0};
    bool begun;
    int rc = stored_games_read(s->handler, input, &s->arenas[0], &begun, &why, err);
    if (rc || !*why.msg)
        return rc;
    struct chunk chunk = {
        .file = input->path, .line = 1, .first = !begun, .last = true, .failed = &why};
    return read_chunk(s, &chunk, err);
}

/* ---- all ---- */

static int open_arenas(struct game_stream *s, struct err *err)
{
    if (!s->arenas)
        s->arenas = calloc(s->jobs, sizeof *s->arenas);
    return s->arenas ? 0 : err_memory(err);
}

int game_stream_read(struct game_stream *s, unsigned from, unsigned to, struct err *err)
{
    if (open_arenas(s, err))
        return -1;
    for (unsigned i = from; i < to;) {
        const struct game_input *input = &s->inputs[i];
        unsigned n = 1;
        int rc;
        s->group = i;
        if (input->format->kind == FORMAT_TEXT) {
            while (i + n < to && s->inputs[i + n].format == input->format
                   && splitter_of(&s->inputs[i + n]) == splitter_of(input))
                n++;
            rc = read_texts(s, n, err);
        } else if (input->format->kind == FORMAT_BINARY) {
            rc = read_binary(s, input, err);
        } else {
            rc = read_store(s, input, err);
        }
        if (rc < 0)
            return -1;
        if (signals_stopped())
            return 1;
        if (rc > 0)
            return 2;
        i += n;
    }
    return 0;
}

void game_stream_fini(struct game_stream *s)
{
    for (unsigned i = 0; s->arenas && i < s->jobs; i++)
        arena_fini(&s->arenas[i]);
    free(s->arenas);
    s->arenas = NULL;
}
