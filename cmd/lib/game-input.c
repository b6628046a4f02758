// SPDX-License-Identifier: MIT
/*
 * Whatever an input is, its games reach the taker in pieces: begin, games, end, emit. Consecutive
 * texts of one format go through one run of the pipeline, so that many small files keep all threads
 * busy. A binary file is one piece; rows of a store are gathered into pieces, so that they are
 * emitted, and the memory is freed, now and then.
 */
#include "cmd/lib/game-input.h"

#include "cmd/lib/options.h"
#include "core/base/buffer.h"
#include "core/base/encoding.h"
#include "core/base/reader.h"
#include "core/base/signals.h"
#include "core/base/source.h"
#include "core/game/finding-messages.h"
#include "core/store/results.h"
#include "core/store/store.h"

#include <stdlib.h>
#include <string.h>

enum {
    HEAD_SIZE = 4096,
    BINARY_MAX = 16 * 1024 * 1024,
    ROWS_A_PIECE = 256,
    BYTES_A_PIECE = 1024 * 1024,
    KEYS_MAX = 1024, /* one for each position and reading; with more, all games are read */
    /*
     * A text that no splitter can cut comes as one piece, and each of its games takes memory: 16
     * MiB hold a million games of a few bytes, or a hundred thousand of real size.
     */
    PIECE_GAMES_MAX = 100000,
};

/* ---- what an input is ---- */

/*
 * Decodes the beginning of an input as it will be decoded where it is read: an encoding is guessed
 * by all of the first block.
 */
static int decode_head(const char *path, struct text head, const char *encoding,
                       struct buffer *decoded, struct err *err)
{
    struct buffer block = {0};
    int rc = 0;
    if (!encoding) {
        char *to = buffer_reserve(&block, READER_BLOCK);
        rc = to ? source_peek(path, to, READER_BLOCK, &block.n, err) : err_memory(err);
        head = buffer_text(&block);
    }
    if (rc == 0 && reader_decode_from(encoding, head, decoded))
        rc = err_memory(err);
    buffer_fini(&block);
    return rc;
}

/*
 * Reads the columns from the first line of a table, which is kept, since the names point into it.
 */
static int read_columns(struct game_input *input, struct text head, const char *encoding,
                        struct err *err)
{
    struct buffer decoded = {0};
    struct err why = {0};
    size_t line = 0;
    int rc = 0;
    if (!input->format->columns)
        return 0;
    if (encoding || memchr(head.s, '\0', head.n) || encoding_utf8_valid(head.s, head.n) < head.n) {
        rc = decode_head(input->path, head, encoding, &decoded, err);
        head = buffer_text(&decoded);
    }
    while (line < head.n && head.s[line] != '\n' && head.s[line] != '\r')
        line++;
    if (rc == 0 && !(input->head = malloc(line + 1)))
        rc = err_memory(err);
    if (rc == 0) {
        memcpy(input->head, head.s, line);
        input->reader.columns = &input->columns;
        if (line >= HEAD_SIZE)
            err_plain(&why, "the first line is longer than %d bytes", HEAD_SIZE);
        if (*why.msg || csv_read_head(input->head, line, &input->columns, &why))
            rc = err_set(err, (struct src_pos){input->path, 1, 0}, "%s", why.msg);
    }
    buffer_fini(&decoded);
    return rc;
}

/* Cells that would get lost: a name such as "remark" could be a slip, so it makes no tag. */
static void report_unread_columns(const struct game_input *input)
{
    for (unsigned i = 0; i < input->columns.n; i++) {
        struct text name = input->columns.names[i];
        if (csv_fact_of(name) != CSV_FACT_NONE || csv_column_tag(name).n)
            continue;
        if (name.n)
            command_say("%s: column '%.*s' is ignored; to read it as a tag, name it tag.%.*s",
                        input->path, TEXT_ARGS(name), TEXT_ARGS(name));
        else
            command_say("%s: column %u has no name and is ignored", input->path, i + 1);
    }
}

static int recognise(struct game_input *input, const struct format *from, const char *encoding,
                     bool quiet, struct err *err)
{
    char head[HEAD_SIZE];
    size_t n;
    input->format = from;
    if (source_peek(input->path, head, sizeof head, &n, err)
        || (!from && !(input->format = format_of_content(input->path, head, n, err)))
        || read_columns(input, (struct text){head, n}, encoding, err))
        return -1;
    input->results = input->format->kind == FORMAT_STORE && results_is(head, n);
    if (input->format->encoding && encoding_utf8_valid(head, n) < n)
        input->encoding = input->format->encoding(head, n);
    if (input->format->experimental && !quiet)
        command_say("%s: reading %s files is experimental; check the result", input->path,
                    input->format->name);
    if (!input->format->parse && input->format->kind != FORMAT_STORE)
        return err_file(err, input->path, "%s can be written but not read", input->format->name);
    if (input->format->is_built && !input->format->is_built())
        return err_file(err, input->path, "this build of dama cannot read %s files",
                        input->format->name);
    if (!quiet)
        report_unread_columns(input);
    return 0;
}

int game_inputs_add(struct game_input *inputs, const struct walk *files, const struct format *from,
                    const char *encoding, bool quiet, unsigned *n)
{
    int status = EXIT_WELL;
    *n = 0;
    for (unsigned i = 0; i < files->n; i++) {
        struct game_input *input = &inputs[*n];
        struct err why = {0};
        *input = (struct game_input){.path = files->paths[i]};
        if (recognise(input, from, encoding, quiet, &why)) {
            command_error(&why);
            free(input->head);
            input->head = NULL;
            status = EXIT_IO;
            continue;
        }
        ++*n;
    }
    return status;
}

void game_inputs_fini(struct game_input *inputs, unsigned n)
{
    for (unsigned i = 0; inputs && i < n; i++)
        free(inputs[i].head);
}

uint64_t game_inputs_total(const struct game_input *inputs, unsigned n)
{
    const char **paths = malloc((n + 1) * sizeof *paths);
    bool known = paths != NULL;
    for (unsigned i = 0; paths && i < n; i++) {
        paths[i] = inputs[i].path;
        known = known && inputs[i].format->kind == FORMAT_TEXT;
    }
    uint64_t total = known ? pipeline_total(paths, n) : 0;
    free(paths);
    return total;
}

/* ---- games of a piece of text ---- */

/*
 * Adds findings about what is not a game: a record that is too large, an input that failed, bytes
 * after the last game that is read.
 */
static void add_events(const struct piece *piece, struct findings *found, size_t left_out,
                       unsigned line)
{
    struct finding *after = found->last;
    if (piece->oversized)
        findings_add(found, FINDING_HUGE_GAME, 0, 0, MESSAGE_HUGE_GAME,
                     (unsigned long long)piece->oversize);
    if (left_out)
        findings_add(found, FINDING_HUGE_GAME, 0, 0,
                     "more than %d games in a file that cannot be read in pieces; the other %llu "
                     "bytes were left out",
                     PIECE_GAMES_MAX, (unsigned long long)left_out);
    if (piece->failed)
        findings_add(found, FINDING_READ_FAILED, 0, 0, "%s", piece->failed->msg);
    for (struct finding *f = after ? after->next : found->first; f; f = f->next)
        f->at = (struct src_pos){piece->file, left_out ? line : piece->line, left_out ? 1 : 0};
}

static void end_games(const struct game_stream *s, struct piece *piece)
{
    if (s->taker->end)
        s->taker->end(s->taker->ctx, piece);
}

/* A text whose reader takes the first lines for the event and the place, whatever they say. */
static bool has_only_guesses(const struct game *game)
{
    for (unsigned i = 0; i < game->n_tags; i++) {
        if (!text_is(game->tags[i].name, "Event") && !text_is(game->tags[i].name, "Site"))
            return false;
    }
    return true;
}

/* A file of words without tags and moves is no game, though it could be read as a remark. */
static bool is_prose(const struct game_input *input, const struct piece *piece,
                     const struct game *game, size_t used)
{
    const char *format = input->format->name;
    bool untold = (strcmp(format, "pdn") == 0 && game->n_tags == 0)
                  || (strcmp(format, "doc") == 0 && has_only_guesses(game));
    return piece->first && piece->last && used == piece->text.n && untold && !game->line.first;
}

/* Such a file is treated as one that cannot be read. */
static int refuse_prose(const struct game_input *input, struct piece *piece, struct err *err)
{
    struct err *why = arena_zalloc(&piece->arena, sizeof *why);
    if (!why)
        return err_memory(err);
    bool pdn = strcmp(input->format->name, "pdn") == 0;
    err_plain(why, "%s",
              pdn ? MESSAGE_PROSE : "no names and no moves: this is not a text with games");
    piece->failed = why;
    return 0;
}

/* The first row of a table holds names, not a game. @return its bytes */
static size_t head_length(const struct game_input *input, const struct piece *piece,
                          struct text text)
{
    if (!input->format->columns || !piece->first || !text.n)
        return 0;
    size_t row = input->format->split(text.s, text.n, 1);
    return row ? row : text.n;
}

/* A place in a binary file has no line: 0A and 0D are bytes like any others. */
static void drop_offsets(struct findings *found, struct finding *after)
{
    for (struct finding *f = after ? after->next : found->first; f; f = f->next)
        f->offset = 0;
}

static int parse_games(struct game_stream *s, unsigned worker, struct piece *piece,
                       struct findings *found, struct err *err)
{
    const struct game_input *input = &s->inputs[s->group + piece->file_index];
    const bool empty = piece->oversized || !piece->text.n;
    struct text rest = empty ? (struct text){"", 0} : piece->text;
    const bool lines = input->format->kind == FORMAT_TEXT;
    struct src_pos at = {piece->file, lines ? piece->line : 0, lines};
    enum game_before before = GAME_BEFORE_NONE;
    const size_t head = head_length(input, piece, rest);
    text_move_place(rest, head, &at);
    rest = (struct text){rest.s + head, rest.n - head};
    for (unsigned n = 0; rest.n && n < PIECE_GAMES_MAX; n++) {
        size_t used = 0;
        struct finding *after = found->last;
        struct game game = {
            .arena = &s->arenas[worker], .at = at, .more = !piece->last, .before = before};
        arena_reset(&s->arenas[worker]);
        int rc = input->format->parse(&input->reader, rest.s, rest.n, &used, &game, found, err);
        if (rc > 0 && is_prose(input, piece, &game, used)) {
            if (refuse_prose(input, piece, err))
                return -1;
            rest.n = 0;
            break;
        }
        if (rc > 0 && !game.source.s)
            game.source = (struct text){rest.s, used};
        if (!lines)
            drop_offsets(found, after);
        if (rc > 0)
            before = game_before_next(&game);
        if (rc < 0
            || (rc > 0 && s->taker->game(s->taker->ctx, worker, input, piece, &game, after, err)))
            return -1;
        if (lines)
            text_move_place(rest, used, &at);
        rest = (struct text){rest.s + used, rest.n - used};
    }
    end_games(s, piece);
    add_events(piece, found, rest.n, at.line);
    return found->failed ? err_memory(err) : 0;
}

static int work(void *ctx, unsigned worker, struct piece *piece, struct err *err)
{
    struct game_stream *s = ctx;
    struct findings *found = s->taker->begin(s->taker->ctx, worker, piece);
    if (!found)
        return err_memory(err);
    int rc = parse_games(s, worker, piece, found, err);
    if (rc)
        s->taker->drop(s->taker->ctx, piece);
    return rc;
}

static int emit(void *ctx, struct piece *piece, struct err *err)
{
    struct game_stream *s = ctx;
    return s->taker->emit(s->taker->ctx, piece, err);
}

static void drop(void *ctx, struct piece *piece)
{
    struct game_stream *s = ctx;
    s->taker->drop(s->taker->ctx, piece);
}

static void show_progress(void *ctx, uint64_t bytes)
{
    struct game_stream *s = ctx;
    s->bytes_now = bytes;
    s->taker->progress(s->taker->ctx, s->bytes_before + bytes);
}

/* ---- kinds of inputs ---- */

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
        .split = first->format->split,
        .work = work,
        .emit = emit,
        .drop = drop,
        .progress = show_progress,
        .ctx = s,
        .jobs = s->jobs,
        .encoding = s->encoding ? s->encoding : first->encoding,
    };
    int rc = pipeline_run(&pipeline, paths, n, err);
    s->bytes_before += s->bytes_now;
    free(paths);
    return rc;
}

/* Reads a single piece, on the first thread. */
static int read_piece(struct game_stream *s, struct piece *piece, struct err *err)
{
    int rc = work(s, 0, piece, err);
    if (rc == 0)
        rc = emit(s, piece, err);
    arena_fini(&piece->arena);
    return rc;
}

/* Reports an input that cannot be opened like one that fails later. */
static int tell_failure(struct game_stream *s, const struct game_input *input, struct err *why,
                        struct err *err)
{
    struct piece piece = {
        .file = input->path, .line = 1, .first = true, .last = true, .failed = why};
    return read_piece(s, &piece, err);
}

/* Reads a whole file as one piece. */
static int read_binary(struct game_stream *s, const struct game_input *input, struct err *err)
{
    struct source *source = NULL;
    struct piece piece = {.file = input->path, .line = 1, .first = true, .last = true};
    struct buffer bytes = {0};
    struct err why = {0};
    size_t got = 1;
    int rc = source_open(input->path, &source, &why);
    while (rc == 0 && got && bytes.n <= BINARY_MAX) {
        char *to = buffer_reserve(&bytes, HEAD_SIZE);
        rc = to ? source_read(source, to, HEAD_SIZE, &got, &why) : err_memory(&why);
        bytes.n += rc == 0 ? got : 0;
    }
    if (rc == 0 && bytes.n > BINARY_MAX)
        rc = err_file(&why, input->path, "too large for a %s file", input->format->name);
    piece.failed = rc ? &why : NULL;
    piece.text = rc ? (struct text){0} : buffer_text(&bytes);
    rc = read_piece(s, &piece, err);
    source_close(source);
    buffer_fini(&bytes);
    return rc;
}

/* ---- collections, and results of matches ---- */

/* The collecting of single games into pieces. */
struct row_reading {
    struct game_stream *s;
    const struct game_input *input;
    struct piece piece;
    struct findings *found; /* of the piece; NULL: no piece has begun */
    unsigned n;             /* games in it */
    size_t bytes;           /* of their texts */
    struct err *err;
    int rc; /* of emit */
};

static int begin_piece(struct row_reading *r)
{
    if (!r->found)
        r->found = r->s->taker->begin(r->s->taker->ctx, 0, &r->piece);
    return r->found ? 0 : err_memory(r->err);
}

/* Emits the piece. @return 0, 1 no more is wanted, -1 with `err` */
static int end_piece(struct row_reading *r)
{
    if (!r->found)
        return 0;
    end_games(r->s, &r->piece);
    r->rc = emit(r->s, &r->piece, r->err);
    arena_reset(&r->piece.arena);
    r->piece.result = r->found = NULL;
    r->piece.first = false;
    r->n = 0;
    r->bytes = 0;
    return r->rc;
}

static void drop_piece(struct row_reading *r)
{
    if (r->found)
        r->s->taker->drop(r->s->taker->ctx, &r->piece);
    arena_fini(&r->piece.arena);
}

/* @return 0, 1 stopped or no more is wanted, -1 with `err` */
static int take_row(struct row_reading *r, struct game *game, struct finding *after, size_t bytes)
{
    const struct game_taker *taker = r->s->taker;
    if (taker->game(taker->ctx, 0, r->input, &r->piece, game, after, r->err))
        return -1;
    r->bytes += bytes;
    if (++r->n < ROWS_A_PIECE && r->bytes < BYTES_A_PIECE)
        return 0;
    int rc = end_piece(r);
    return rc ? rc : signals_stopped();
}

static int take_record(struct row_reading *r, const struct record *record, uint64_t number,
                       bool too_large)
{
    if (begin_piece(r))
        return -1;
    struct arena *arena = &r->s->arenas[0];
    struct finding *after = r->found->last;
    struct game game = {.arena = arena, .at = {.file = r->input->path}, .number = number};
    struct err why = {0};
    arena_reset(arena);
    if (too_large)
        findings_add(r->found, FINDING_HUGE_GAME, 0, 0, "more than %d MiB: the game is left out",
                     GAME_BYTES_MAX >> 20);
    else if (record_game(record, &game, &why) && !game.exceeded)
        findings_add(r->found, FINDING_BAD_RECORD, 0, 0, "%s", why.msg);
    game_report_limits(&game, r->found);
    return take_row(r, &game, after, record->moves.n + record->tree.n + record->more.n);
}

/*
 * Asks for keys, where the index of positions can be used: the numbers of the games that it finds
 * must be known, though those between are not read. @return 0, or -1 with `err`
 */
static int find_keys(struct row_reading *r, struct store *store, uint64_t keys[KEYS_MAX],
                     unsigned *n)
{
    const struct game_taker *taker = r->s->taker;
    bool numbered;
    *n = taker->keys && store_positions(store) ? taker->keys(taker->ctx, keys, KEYS_MAX) : 0;
    if (*n && store_ids_are_numbers(store, &numbered, r->err))
        return -1;
    if (*n == KEYS_MAX || (*n && !numbered))
        *n = 0;
    return 0;
}

static int read_records(struct row_reading *r, struct store *store)
{
    struct store_games *games = NULL;
    uint64_t keys[KEYS_MAX];
    unsigned n;
    if (find_keys(r, store, keys, &n))
        return -1;
    int rc = store_games_open(store, n ? keys : NULL, n, &games, r->err);
    while (rc == 0) {
        struct record record;
        int64_t id;
        int got = store_games_next(games, &record, &id, r->err);
        if (got == 0)
            break;
        rc = got < 0 ? -1 : take_record(r, &record, n ? (uint64_t)id : 0, got == 2);
    }
    store_games_close(games);
    return rc;
}

static int take_result(void *ctx, struct game *game)
{
    struct row_reading *r = ctx;
    if (begin_piece(r))
        return -1;
    return take_row(r, game, r->found->last, 0);
}

/* @return 0, 1 stopped or no more is wanted, -1 with `err` */
static int read_rows(struct game_stream *s, const struct game_input *input, struct err *err)
{
    struct store *store = NULL;
    struct results *results = NULL;
    struct err why = {0};
    struct row_reading r = {
        .s = s, .input = input, .piece = {.file = input->path, .first = true}, .err = err};
    int rc = input->results ? results_open(input->path, RESULTS_READ, &results, &why)
                            : store_open(input->path, STORE_READ, &store, &why);
    if (rc)
        return tell_failure(s, input, &why, err);
    rc = input->results ? results_games(results, take_result, &r, err) : read_records(&r, store);
    /* a query ended by a signal is not a failure */
    if (rc >= 0 || signals_stopped())
        rc = rc == 1 && r.rc == 1 ? 1 : end_piece(&r);
    drop_piece(&r);
    results_close(results);
    store_close(store);
    return rc;
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
                   && s->inputs[i + n].encoding == input->encoding)
                n++;
            rc = read_texts(s, n, err);
        } else if (input->format->kind == FORMAT_BINARY) {
            rc = read_binary(s, input, err);
        } else {
            rc = read_rows(s, input, err);
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
