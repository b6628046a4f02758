// SPDX-License-Identifier: MIT
/*
 * Where games come from: text through the pipeline, files of one game each whole, collections row
 * by row.
 */
#include "cmd/convert/convert.h"
#include "core/base/signals.h"
#include "core/base/source.h"

#include <stdlib.h>

enum {
    HEAD_SIZE = 4096,
    BINARY_MAX = 16 * 1024 * 1024,
    ROWS_A_PIECE = 256,
    BYTES_A_PIECE = 1024 * 1024
};

static int read_head(struct convert_input *input, char *head, size_t *n, struct err *err)
{
    if (source_peek(input->path, head, HEAD_SIZE, n, err))
        return -1;
    if (!input->format && !(input->format = format_of_content(input->path, head, *n, err)))
        return -1;
    return 0;
}

/* The first line of a table names its columns; it must be kept, since the names point into it. */
static int read_columns(struct convert_input *input, const char *head, size_t n, struct err *err)
{
    if (!input->format->columns)
        return 0;
    const char *end = memchr(head, '\n', n);
    size_t line = end ? (size_t)(end - head) + 1 : n;
    input->head = malloc(line + 1);
    if (!input->head)
        return err_memory(err);
    memcpy(input->head, head, line);
    struct err why = {0};
    if (csv_read_head(input->head, line, &input->columns, &why))
        return err_set(err, (struct src_pos){input->path, 1, 0}, "%s", why.msg);
    input->reader.columns = &input->columns; /* the array of inputs does not move */
    return 0;
}

static int recognise(struct convert *c, struct convert_input *input, const struct format *from,
                     struct err *err)
{
    char head[HEAD_SIZE];
    size_t n;
    *input = (struct convert_input){.path = input->path, .format = from};
    input->reader.turn = (enum dam_turn)c->settings->turn;
    if (read_head(input, head, &n, err) || read_columns(input, head, n, err))
        return -1;
    if (input->format->encoding && encoding_utf8_valid(head, n) < n)
        input->encoding = input->format->encoding(head, n);
    if (input->format->experimental && !c->settings->quiet)
        command_say("%s: reading %s files is experimental; check the result", input->path,
                    input->format->name);
    if (!input->format->parse && input->format->kind != FORMAT_STORE)
        return err_file(err, input->path, "%s can be written but not read", input->format->name);
    return 0;
}

/*
 * Inputs that cannot be opened are told and passed over, as the pipeline does with those that fail
 * later.
 */
static void add_inputs(struct convert *c, const struct walk *files, const struct format *from,
                       unsigned *n)
{
    c->status = command_worse(c->status, inputs_tell_failures(files));
    for (unsigned i = 0; i < files->n; i++) {
        struct convert_input *input = &c->inputs[c->n_inputs + c->n_masters];
        struct err why = {0};
        input->path = files->paths[i];
        if (recognise(c, input, from, &why)) {
            command_error(&why);
            free(input->head);
            *input = (struct convert_input){0};
            c->status = EXIT_IO;
            continue;
        }
        ++*n;
    }
}

int convert_find_inputs(struct convert *c, char *const *operands, int n)
{
    const struct format *from = NULL;
    const struct option_list *against = &c->settings->against;
    struct err err = {0};
    if (c->settings->from && !(from = format_find(c->settings->from, &err))) {
        command_error(&err);
        return EXIT_USAGE;
    }
    int status = inputs_find(&c->files, operands, n, format_is_game_file);
    if (status)
        return status;
    int rc = 0;
    for (unsigned i = 0; i < against->n && rc == 0; i++)
        rc = walk_add_wanted(&c->master_files, against->words[i], format_is_game_file, &err);
    if (rc == 0 && !(c->inputs = calloc(c->files.n + c->master_files.n + 1, sizeof *c->inputs)))
        rc = err_memory(&err);
    if (rc) {
        command_error(&err);
        return EXIT_IO;
    }
    add_inputs(c, &c->files, from, &c->n_inputs);
    add_inputs(c, &c->master_files, NULL, &c->n_masters);
    if (c->n_masters < c->master_files.n)
        return EXIT_IO; /* what is new cannot be told without all of them */
    return 0;
}

bool convert_is_input(const struct convert *c, const char *path)
{
    for (unsigned i = 0; i < c->n_inputs + c->n_masters; i++) {
        if (input_is_at(c->inputs[i].path, path))
            return true;
    }
    return input_is_at(c->settings->names, path) || input_is_at(c->settings->openings, path)
           || input_is_at(c->settings->tag_map, path);
}

static void show_progress(void *convert, uint64_t bytes)
{
    struct convert *c = convert;
    c->bytes_now = bytes;
    progress_show(&c->progress, c->bytes_before + bytes);
}

/* Where all inputs are files of text, it is known how much there is to do. */
void convert_start_progress(struct convert *c)
{
    const char **paths = malloc((c->n_inputs + 1) * sizeof *paths);
    bool quiet = c->settings->quiet || (!c->settings->output && !c->settings->in_place);
    bool known = paths != NULL;
    for (unsigned i = 0; paths && i < c->n_inputs; i++) {
        paths[i] = c->inputs[i].path;
        known = known && c->inputs[i].format->kind == FORMAT_TEXT;
    }
    progress_start(&c->progress, known ? pipeline_total(paths, c->n_inputs) : 0, NULL, quiet);
    free(paths);
}

/* Inputs of one format that follow each other are one batch. */
static int read_text(struct convert *c, unsigned n, struct err *err)
{
    const char **paths = malloc(n * sizeof *paths);
    if (!paths)
        return err_memory(err);
    for (unsigned i = 0; i < n; i++)
        paths[i] = c->inputs[c->group + i].path;
    struct pipeline pipeline = {
        .split = c->inputs[c->group].format->split,
        .work = convert_work,
        .emit = convert_emit,
        .progress = show_progress,
        .ctx = c,
        .jobs = c->n_workers,
        .encoding = c->settings->input_encoding ? c->settings->input_encoding
                                                : c->inputs[c->group].encoding,
    };
    int rc = pipeline_run(&pipeline, paths, n, err);
    c->bytes_before += c->bytes_now;
    free(paths);
    return rc;
}

/* A piece that holds a whole file. */
static int read_binary(struct convert *c, const struct convert_input *input, struct err *err)
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
    rc = convert_work(c, 0, &piece, err);
    if (rc == 0)
        rc = convert_emit(c, &piece, err);
    source_close(source);
    buffer_fini(&bytes);
    arena_fini(&piece.arena);
    return rc;
}

/* ---- collections ---- */

/* Some rows become a piece. @return 1 there may be more, 0 the end, -1 with `err` */
static int read_rows(struct convert *c, const struct convert_input *input,
                     struct store_games *games, struct piece *piece, struct err *err)
{
    struct convert_worker *w = &c->workers[0];
    struct convert_piece *result = arena_zalloc(&piece->arena, sizeof *result);
    if (!result)
        return err_memory(err);
    result->found.arena = &piece->arena;
    piece->result = result;
    size_t bytes = 0; /* of texts */
    for (unsigned i = 0; i < ROWS_A_PIECE && bytes < BYTES_A_PIECE; i++) {
        struct record record;
        struct finding *behind = result->found.last;
        struct game game = {.arena = &w->arena, .at = {.file = input->path}};
        struct err why = {0};
        int rc = store_games_next(games, &record, NULL, err);
        if (rc <= 0)
            return rc;
        arena_reset(&w->arena);
        bytes += record.moves.n + record.tree.n + record.more.n;
        if (rc == 2)
            findings_add(&result->found, FINDING_HUGE_GAME, 0, 0,
                         "more than %d MiB: the game is left out", GAME_BYTES_MAX >> 20);
        else if (record_game(&record, &game, &why) && !game.exceeded)
            findings_add(&result->found, FINDING_BAD_RECORD, 0, 0, "%s", why.msg);
        game_tell_limits(&game, &result->found);
        if (convert_one(c, w, input, &game, behind, result, err))
            return -1;
    }
    return 1;
}

static int read_store(struct convert *c, const struct convert_input *input, struct err *err)
{
    struct store *store = NULL;
    struct store_games *games = NULL;
    struct piece piece = {.file = input->path, .first = true};
    uint64_t keys[64];
    unsigned n_keys = 0;
    int rc = -1, more = 1;
    if (store_open(input->path, STORE_READ, &store, err))
        return -1;
    /*
     * The index of positions narrows the search, where it is there; the filter still has the last
     * word.
     */
    if (c->pattern.n_positions && store_positions(store) && !c->settings->inverted)
        for (unsigned i = 0; i < rules_count && n_keys < 64; i++)
            n_keys +=
                pattern_search_keys(c->workers[0].search, rules_all[i], keys + n_keys, 64 - n_keys);
    if (store_games_open(store, n_keys && n_keys < 64 ? keys : NULL, n_keys, &games, err))
        goto done;
    while (more > 0) {
        more = read_rows(c, input, games, &piece, err);
        rc = more < 0 ? -1 : convert_emit(c, &piece, err);
        arena_reset(&piece.arena);
        piece.first = false;
        if (rc || signals_stopped())
            break;
    }
    rc = rc <= 0 && signals_stopped() ? 1 : rc; /* a query that a signal has ended is no failure */
done:
    arena_fini(&piece.arena);
    store_games_close(games);
    store_close(store);
    return rc;
}

int convert_read_range(struct convert *c, unsigned from, unsigned to, struct err *err)
{
    for (unsigned i = from; i < to && !c->enough;) {
        const struct convert_input *input = &c->inputs[i];
        unsigned n = 1;
        int rc;
        c->group = i;
        if (input->format->kind == FORMAT_TEXT) {
            while (i + n < to && c->inputs[i + n].format == input->format
                   && c->inputs[i + n].encoding == input->encoding)
                n++;
            rc = read_text(c, n, err);
        } else if (input->format->kind == FORMAT_BINARY) {
            rc = read_binary(c, input, err);
        } else {
            rc = read_store(c, input, err);
        }
        if (rc < 0)
            return -1;
        if (signals_stopped())
            return 1;
        i += n;
    }
    return 0;
}

int convert_read_inputs(struct convert *c, struct err *err)
{
    c->masters = true;
    int rc = convert_read_range(c, c->n_inputs, c->n_inputs + c->n_masters, err);
    c->masters = false;
    return rc ? rc : convert_read_range(c, 0, c->n_inputs, err);
}
