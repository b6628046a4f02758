// SPDX-License-Identifier: MIT
#include "cmd/lib/read-games.h"

#include "cmd/lib/inputs.h"
#include "cmd/lib/print-finding.h"
#include "cmd/lib/progress.h"
#include "core/base/encoding.h"
#include "core/base/pipeline.h"
#include "core/base/signals.h"
#include "core/base/source.h"
#include "core/check/check.h"
#include "core/store/results.h"
#include "core/store/store.h"
#include "pdn/format.h"
#include "pdn/neighbours.h"

#include <stdlib.h>

enum { HEAD_SIZE = 4096, BINARY_MAX = 16 * 1024 * 1024, ROWS_A_PIECE = 256 };

struct input {
    const char *path;
    const struct format *format;
    struct format_input reader;
    const char *encoding;
    struct csv_columns columns;
    char *head;   /* the first line of a CSV file; owned */
    bool results; /* an SQLite file of dama-match, not a collection */
};

struct read_worker {
    struct checker *checker;
    struct arena arena; /* of one game */
    struct buffer out;
};

/* A game as it goes from a worker to emit; in the piece's arena. */
struct read_game {
    struct read_game *next;
    size_t length; /* of its bytes */
    const struct finding *first;
    unsigned n_findings;
    const struct finding *fault; /* the first error; NULL: none */
};

struct read_piece {
    struct buffer bytes; /* owned */
    struct read_game *first, *last;
    struct findings found;
    uint32_t n;
};

struct run {
    const struct game_reading *reading;
    struct game_tally *tally;
    struct walk files;
    struct input *inputs; /* owned, n of them */
    unsigned n, group;    /* index of the first input of those that are running */
    struct read_worker *workers;
    unsigned n_workers;
    struct printer printer;
    struct progress progress;
    uint64_t number; /* of the game in its input */
    uint64_t bytes_before, bytes_now;
    int status;
};

/* ---- what an input is ---- */

/* The first line of a table names its columns; it must be kept, since the names point into it. */
static int read_columns(struct input *input, const char *head, size_t n, struct err *err)
{
    if (!input->format->columns)
        return 0;
    const char *end = memchr(head, '\n', n);
    size_t line = end ? (size_t)(end - head) + 1 : n;
    input->head = malloc(line + 1);
    if (!input->head)
        return err_set(err, (struct src_pos){.file = input->path}, "out of memory");
    memcpy(input->head, head, line);
    input->reader.columns = &input->columns;
    struct err why = {0};
    return csv_read_head(input->head, line, &input->columns, &why)
               ? err_set(err, (struct src_pos){input->path, 1, 0}, "%s", why.msg)
               : 0;
}

static int recognise(struct input *input, const struct format *from, bool quiet, struct err *err)
{
    char head[HEAD_SIZE];
    size_t n;
    input->format = from;
    if (source_peek(input->path, head, sizeof head, &n, err)
        || (!from && !(input->format = format_of_content(input->path, head, n, err)))
        || read_columns(input, head, n, err))
        return -1;
    input->results = input->format->kind == FORMAT_STORE && results_is(head, n);
    if (input->format->encoding && encoding_utf8_valid(head, n) < n)
        input->encoding = input->format->encoding(head, n);
    if (input->format->experimental && !quiet)
        command_say("%s: reading %s files is experimental; check the result", input->path,
                    input->format->name);
    if (!input->format->parse && input->format->kind != FORMAT_STORE)
        return err_set(err, (struct src_pos){.file = input->path},
                       "%s cannot be read, only written", input->format->name);
    return 0;
}

static int find_inputs(struct run *r, char *const *operands, int n, struct err *err)
{
    const struct format *from = NULL;
    struct err why = {0};
    if (r->reading->from && !(from = format_find(r->reading->from, &why))) {
        command_error(&why);
        return EXIT_USAGE;
    }
    int status = inputs_find(&r->files, operands, n, format_is_game_file);
    if (status)
        return status;
    for (const char *const *output = r->reading->outputs; output && *output; output++)
        for (unsigned i = 0; i < r->files.n; i++)
            if (input_is_at(r->files.paths[i], *output)) {
                command_say("%s is also an input; refusing to overwrite it", *output);
                return EXIT_USAGE;
            }
    r->status = command_worse(r->status, inputs_tell_failures(&r->files));
    r->inputs = calloc(r->files.n + 1, sizeof *r->inputs);
    if (!r->inputs)
        return err_set(err, (struct src_pos){0}, "out of memory");
    for (unsigned i = 0; i < r->files.n; i++) {
        struct input *input = &r->inputs[r->n];
        why = (struct err){0};
        input->path = r->files.paths[i];
        if (recognise(input, from, r->reading->quiet, &why)) {
            command_error(&why);
            free(input->head);
            *input = (struct input){0};
            r->status = EXIT_IO;
            continue;
        }
        r->n++;
    }
    return 0;
}

/* ---- workers ---- */

static int one_game(struct run *r, unsigned worker, struct game *game, struct finding *behind,
                    struct read_piece *result, struct err *err)
{
    struct read_worker *w = &r->workers[worker];
    struct findings *found = &result->found;
    struct read_game *g = arena_zalloc(found->arena, sizeof *g);
    if (!g)
        return err_set(err, game->at, "out of memory");
    if (check_game(w->checker, game, found, err))
        return -1;
    findings_settle(found, behind, game->source, game->at, result->n++);
    g->first = behind ? behind->next : found->first;
    for (const struct finding *f = g->first; f; f = f->next, g->n_findings++) {
        if (!g->fault && finding_kinds[f->code].severity == SEVERITY_ERROR)
            g->fault = f;
    }
    if (result->last)
        result->last->next = g;
    else
        result->first = g;
    result->last = g;
    if (g->fault && !r->reading->faulty_too)
        return 0;
    buffer_clear(&w->out);
    if (r->reading->work(r->reading->ctx, worker, game, &w->out, err))
        return -1;
    buffer_add_text(&result->bytes, buffer_text(&w->out));
    g->length = w->out.n;
    return w->out.failed || result->bytes.failed ? err_set(err, game->at, "out of memory") : 0;
}

/* A record that is too large, or an input that failed: a finding, and no game. */
static void tell_event(const struct piece *piece, struct read_piece *result)
{
    struct finding *behind = result->found.last;
    if (piece->oversized)
        findings_add(&result->found, FINDING_HUGE_GAME, 0, 0,
                     "%llu bytes without the beginning of another game: skipped",
                     (unsigned long long)piece->oversize);
    if (piece->failed)
        findings_add(&result->found, FINDING_READ_FAILED, 0, 0, "%s", piece->failed->msg);
    for (struct finding *f = behind ? behind->next : result->found.first; f; f = f->next)
        f->at = (struct src_pos){piece->file, piece->line, 0};
}

static unsigned count_lines(struct text t)
{
    unsigned n = 0;
    for (const char *p = t.s, *end = t.s + t.n; (p = memchr(p, '\n', (size_t)(end - p))); p++)
        n++;
    return n;
}

static struct read_piece *new_piece(struct piece *piece)
{
    struct read_piece *result = arena_zalloc(&piece->arena, sizeof *result);
    if (result)
        result->found.arena = &piece->arena;
    piece->result = result;
    return result;
}

static int work(void *ctx, unsigned worker, struct piece *piece, struct err *err)
{
    struct run *r = ctx;
    struct read_worker *w = &r->workers[worker];
    struct src_pos at = {.file = piece->file};
    struct read_piece *result = new_piece(piece);
    const struct input *input = &r->inputs[r->group + piece->file_index];
    struct text rest = piece->oversized ? (struct text){0} : piece->text;
    unsigned line = piece->line ? piece->line : 1;
    if (!result)
        return err_set(err, at, "out of memory");
    checker_set_text(w->checker, piece->text, pdn_neighbours);
    while (rest.n) {
        size_t used = 0;
        struct finding *behind = result->found.last;
        struct game game = {.arena = &w->arena, .at = {piece->file, line, 1}, .more = !piece->last};
        arena_reset(&w->arena);
        int rc =
            input->format->parse(&input->reader, rest.s, rest.n, &used, &game, &result->found, err);
        if (rc > 0 && !game.source.s)
            game.source = (struct text){rest.s, used};
        if (rc < 0 || (rc > 0 && one_game(r, worker, &game, behind, result, err)))
            return -1;
        line += count_lines((struct text){rest.s, used});
        rest = (struct text){rest.s + used, rest.n - used};
    }
    tell_event(piece, result);
    return result->found.failed ? err_set(err, at, "out of memory") : 0;
}

/* ---- in order ---- */

static void tell(struct run *r, const struct piece *piece, const struct finding *f, uint64_t number)
{
    struct shown shown = {.finding = f,
                          .file = piece->file,
                          .game = number,
                          .severity = finding_kinds[f->code].severity};
    progress_clear(&r->progress);
    print_finding(&r->printer, &shown);
}

static void count_bad(struct run *r, const struct piece *piece, const struct read_game *g)
{
    const struct finding *f = g->first;
    r->tally->bad++;
    r->tally->faults[g->fault->code]++;
    for (unsigned i = 0; r->reading->verbose && i < g->n_findings; i++, f = f->next) {
        if (finding_kinds[f->code].severity == SEVERITY_ERROR)
            tell(r, piece, f, r->number);
    }
}

static int emit(void *ctx, struct piece *piece, struct err *err)
{
    struct run *r = ctx;
    struct read_piece *result = piece->result;
    size_t at = 0;
    int rc = 0;
    if (piece->first)
        r->number = 0;
    for (const struct read_game *g = result->first; g && rc == 0; g = g->next) {
        r->number++;
        r->tally->games++;
        if (g->fault)
            count_bad(r, piece, g);
        if (g->length)
            rc = r->reading->take(r->reading->ctx, (struct text){result->bytes.s + at, g->length},
                                  err);
        at += g->length;
    }
    for (const struct finding *f = result->found.first; f; f = f->next) {
        if (f->code != FINDING_HUGE_GAME && f->code != FINDING_READ_FAILED)
            continue;
        tell(r, piece, f, 0);
        r->tally->incomplete = true;
        r->status = command_worse(r->status, EXIT_IO);
    }
    buffer_fini(&result->bytes);
    return rc;
}

static void show_progress(void *ctx, uint64_t bytes)
{
    struct run *r = ctx;
    r->bytes_now = bytes;
    progress_show(&r->progress, r->bytes_before + bytes);
}

/* ---- kinds of inputs ---- */

/* Inputs of one format that follow each other are one batch. */
static int read_texts(struct run *r, unsigned n, struct err *err)
{
    const char **paths = malloc(n * sizeof *paths);
    if (!paths)
        return err_set(err, (struct src_pos){0}, "out of memory");
    for (unsigned i = 0; i < n; i++)
        paths[i] = r->inputs[r->group + i].path;
    struct pipeline pipeline = {
        .split = r->inputs[r->group].format->split,
        .work = work,
        .emit = emit,
        .progress = show_progress,
        .ctx = r,
        .jobs = r->n_workers,
        .encoding = r->inputs[r->group].encoding,
    };
    int rc = pipeline_run(&pipeline, paths, n, err);
    r->bytes_before += r->bytes_now;
    free(paths);
    return rc;
}

/* A piece that holds a whole file. */
static int read_binary(struct run *r, const struct input *input, struct err *err)
{
    struct source *source = NULL;
    struct piece piece = {.file = input->path, .line = 1, .first = true, .last = true};
    struct buffer bytes = {0};
    struct err why = {0};
    size_t got = 1;
    int rc = source_open(input->path, &source, &why);
    while (rc == 0 && got && bytes.n <= BINARY_MAX) {
        char *to = buffer_reserve(&bytes, HEAD_SIZE);
        rc = to ? source_read(source, to, HEAD_SIZE, &got, &why)
                : err_set(&why, (struct src_pos){.file = input->path}, "out of memory");
        bytes.n += rc == 0 ? got : 0;
    }
    if (rc == 0 && bytes.n > BINARY_MAX)
        rc = err_set(&why, (struct src_pos){.file = input->path}, "too large for a %s file",
                     input->format->name);
    piece.failed = rc ? &why : NULL;
    piece.text = rc ? (struct text){0} : buffer_text(&bytes);
    rc = work(r, 0, &piece, err);
    if (rc == 0)
        rc = emit(r, &piece, err);
    source_close(source);
    buffer_fini(&bytes);
    arena_fini(&piece.arena);
    return rc;
}

/*
 * Some rows of a collection become a piece.
 * @return 1 there may be more, 0 the end, -1 with `err`
 */
static int read_rows(struct run *r, const struct input *input, struct store_games *games,
                     struct piece *piece, struct err *err)
{
    struct read_worker *w = &r->workers[0];
    struct read_piece *result = new_piece(piece);
    if (!result)
        return err_set(err, (struct src_pos){.file = input->path}, "out of memory");
    for (unsigned i = 0; i < ROWS_A_PIECE; i++) {
        struct record record;
        struct finding *behind = result->found.last;
        struct game game = {.arena = &w->arena, .at = {.file = input->path}};
        struct err why = {0};
        int rc = store_games_next(games, &record, NULL, err);
        if (rc <= 0)
            return rc;
        arena_reset(&w->arena);
        if (record_game(&record, &game, &why))
            findings_add(&result->found, FINDING_BAD_RECORD, 0, 0, "%s", why.msg);
        if (one_game(r, 0, &game, behind, result, err))
            return -1;
    }
    return 1;
}

static int read_store(struct run *r, const struct input *input, struct err *err)
{
    struct store *store = NULL;
    struct store_games *games = NULL;
    struct piece piece = {.file = input->path, .first = true};
    struct err why = {0};
    int rc = -1, more = 1;
    if (store_open(input->path, STORE_READ, &store,
                   &why)) { /* told and passed over, as other files are */
        command_error(&why);
        r->status = EXIT_IO;
        return 0;
    }
    if (store_games_open(store, NULL, 0, &games, err) == 0) {
        while (more > 0 && !signals_stopped()) {
            more = read_rows(r, input, games, &piece, err);
            rc = more < 0 ? -1 : emit(r, &piece, err);
            arena_reset(&piece.arena);
            piece.first = false;
            more = rc ? -1 : more;
        }
    }
    arena_fini(&piece.arena);
    store_games_close(games);
    store_close(store);
    return rc;
}

/* Games of matches on their way into pieces. */
struct results_reading {
    struct run *r;
    struct piece piece;
    struct err *err;
};

static int emit_results(struct results_reading *reading)
{
    int rc = reading->piece.result ? emit(reading->r, &reading->piece, reading->err) : 0;
    arena_reset(&reading->piece.arena);
    reading->piece.result = NULL;
    reading->piece.first = false;
    return rc;
}

static int take_result(void *ctx, struct game *game)
{
    struct results_reading *reading = ctx;
    struct read_piece *result = reading->piece.result;
    if (!result && !(result = new_piece(&reading->piece)))
        return err_set(reading->err, game->at, "out of memory");
    if (one_game(reading->r, 0, game, result->found.last, result, reading->err))
        return -1;
    if (result->n == ROWS_A_PIECE && emit_results(reading))
        return -1;
    return signals_stopped() ? 1 : 0;
}

static int read_results(struct run *r, const struct input *input, struct err *err)
{
    struct results *results = NULL;
    struct results_reading reading = {
        .r = r, .piece = {.file = input->path, .first = true}, .err = err};
    struct err why = {0};
    if (results_open(input->path, RESULTS_READ, &results, &why)) {
        command_error(&why);
        r->status = EXIT_IO;
        return 0;
    }
    int rc = results_games(results, take_result, &reading, err);
    if (rc >= 0 && emit_results(&reading))
        rc = -1;
    else if (rc < 0 && reading.piece.result)
        buffer_fini(&((struct read_piece *)reading.piece.result)->bytes);
    arena_fini(&reading.piece.arena);
    results_close(results);
    return rc < 0 ? -1 : 0;
}

static int read_all(struct run *r, struct err *err)
{
    for (unsigned i = 0; i < r->n;) {
        const struct input *input = &r->inputs[i];
        unsigned n = 1;
        int rc;
        r->group = i;
        if (input->format->kind == FORMAT_TEXT) {
            while (i + n < r->n && r->inputs[i + n].format == input->format
                   && r->inputs[i + n].encoding == input->encoding)
                n++;
            rc = read_texts(r, n, err);
        } else if (input->format->kind == FORMAT_BINARY) {
            rc = read_binary(r, input, err);
        } else {
            rc = input->results ? read_results(r, input, err) : read_store(r, input, err);
        }
        if (rc < 0)
            return -1;
        if (signals_stopped())
            return 1;
        i += n;
    }
    return 0;
}

static int open_workers(struct run *r, struct err *err)
{
    struct check_options check = {.variant = r->reading->variant, .quiet = true};
    r->n_workers = pipeline_jobs(r->reading->jobs);
    r->workers = calloc(r->n_workers, sizeof *r->workers);
    for (unsigned i = 0; r->workers && i < r->n_workers; i++) {
        if (!(r->workers[i].checker = checker_open(&check)))
            return err_set(err, (struct src_pos){0}, "out of memory");
    }
    return r->workers ? 0 : err_set(err, (struct src_pos){0}, "out of memory");
}

static void close_run(struct run *r)
{
    for (unsigned i = 0; r->workers && i < r->n_workers; i++) {
        checker_close(r->workers[i].checker);
        arena_fini(&r->workers[i].arena);
        buffer_fini(&r->workers[i].out);
    }
    for (unsigned i = 0; i < r->n; i++)
        free(r->inputs[i].head);
    free(r->workers);
    free(r->inputs);
    print_finding_end(&r->printer);
    walk_fini(&r->files);
}

static void start_progress(struct run *r)
{
    const char **paths = malloc((r->n + 1) * sizeof *paths);
    bool known = paths != NULL;
    for (unsigned i = 0; paths && i < r->n; i++) {
        paths[i] = r->inputs[i].path;
        known = known && r->inputs[i].format->kind == FORMAT_TEXT;
    }
    progress_start(&r->progress, known ? pipeline_total(paths, r->n) : 0, NULL, r->reading->quiet);
    free(paths);
}

int read_games(const struct game_reading *reading, char *const *operands, int n,
               struct game_tally *tally, struct err *err)
{
    struct run r = {.reading = reading, .tally = tally, .printer = {.out = stderr}};
    int rc = find_inputs(&r, operands, n, err);
    if (rc == 0 && (rc = open_workers(&r, err)) == 0) {
        start_progress(&r);
        rc = read_all(&r, err);
        progress_clear(&r.progress);
        rc = rc < 0 ? -1 : rc > 0 ? EXIT_STOPPED : r.status;
    }
    close_run(&r);
    return rc;
}

void game_tally_say(const struct game_tally *tally)
{
    char text[512] = "";
    size_t n = 0;
    if (!tally->bad)
        return;
    for (unsigned i = 0; i < FINDING_COUNT && n + 64 < sizeof text; i++) {
        if (tally->faults[i])
            n += (size_t)snprintf(text + n, sizeof text - n, "%s %s %llu", n ? "," : "",
                                  finding_kinds[i].word, (unsigned long long)tally->faults[i]);
    }
    command_say("%llu bad %s left out:%s", (unsigned long long)tally->bad,
                tally->bad == 1 ? "game" : "games", text);
}
