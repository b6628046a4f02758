// SPDX-License-Identifier: MIT
/*
 * The bytes that a worker makes from the games of a chunk are joined in one buffer, with their
 * lengths in a list. When it is the chunk's turn, they are passed on one game at a time, and games
 * that were left out are counted and reported.
 */
#include "cmd/lib/read-games.h"

#include "cmd/lib/game-stream.h"
#include "cmd/lib/input-encoding.h"
#include "cmd/lib/inputs.h"
#include "cmd/lib/print-finding.h"
#include "cmd/lib/progress.h"
#include "core/base/signals.h"
#include "core/check/check.h"

#include <stdlib.h>

struct read_worker {
    struct checker *checker;
    struct buffer out;
};

/* A game on its way from a worker to emit; in the chunk's arena. */
struct read_game {
    struct read_game *next;
    size_t length; /* of its bytes */
    const struct finding *first;
    unsigned n_findings;
    const struct finding *fault; /* the first error; NULL: none */
};

struct read_chunk {
    struct findings found; /* first: game_handler_begin */
    struct buffer bytes;   /* owned */
    struct read_game *first, *last;
    uint32_t n;
};

struct run {
    const struct game_reading *reading;
    struct game_tally *tally;
    struct walk files;
    struct game_input *inputs; /* owned, n of them */
    unsigned n;
    struct read_worker *workers;
    unsigned n_workers;
    struct printer printer;
    struct progress progress;
    uint64_t number; /* number of the game in its input */
    bool guess_told; /* a guess of its encoding was reported */
    int status;
};

static int find_inputs(struct run *r, char *const *operands, int n, struct err *err)
{
    const struct format *from = NULL;
    struct err why = {0};
    if (r->reading->from && !(from = format_find_read(r->reading->from, &why)))
        return command_usage("--from: %s", why.msg);
    int status = inputs_find(&r->files, operands, n, format_is_game_file, r->reading->quiet);
    if (status)
        return status;
    for (const char *const *output = r->reading->outputs; output && *output; output++)
        if (inputs_check_output(r->files.paths, (int)r->files.n, *output))
            return EXIT_USAGE;
    r->status = command_worse(r->status, inputs_report_failures(&r->files));
    r->inputs = calloc(r->files.n + 1, sizeof *r->inputs);
    if (!r->inputs)
        return err_memory(err);
    status = game_inputs_add(r->inputs, &r->files, from, NULL, r->reading->quiet, &r->n);
    r->status = command_worse(r->status, status);
    return 0;
}

/* ---- workers ---- */

static struct checker *checker_of(void *ctx, unsigned worker)
{
    const struct run *r = ctx;
    return r->workers[worker].checker;
}

static int take_game(void *ctx, unsigned worker, const struct game_input *input,
                     struct chunk *chunk, struct game *game, struct finding *after, struct err *err)
{
    struct run *r = ctx;
    struct read_chunk *result = chunk->result;
    struct read_worker *w = &r->workers[worker];
    struct findings *found = &result->found;
    struct read_game *g = arena_zalloc(found->arena, sizeof *g);
    if (!g)
        return err_memory(err);
    if (check_game(w->checker, game, found, err))
        return -1;
    findings_settle(found, after, game->source, game->at, result->n++);
    g->first = after ? after->next : found->first;
    for (const struct finding *f = g->first; f; f = f->next, g->n_findings++) {
        if (!g->fault && finding_is_error(f))
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
    if (!r->reading->keeps_source)
        game->source = (struct text){0};
    if (r->reading->work(r->reading->ctx, worker, input->format, game, &w->out, err))
        return -1;
    buffer_add_text(&result->bytes, buffer_text(&w->out));
    g->length = w->out.n;
    return w->out.failed || result->bytes.failed ? err_memory(err) : 0;
}

/* ---- in order ---- */

static void report_finding(struct run *r, const struct chunk *chunk, const struct finding *f,
                           uint64_t number)
{
    struct printed_finding shown = {.finding = f,
                                    .file = chunk->file,
                                    .game = number,
                                    .severity = finding_kinds[f->code].severity};
    progress_clear(&r->progress);
    print_finding(&r->printer, &shown);
}

static void count_bad(struct run *r, const struct chunk *chunk, const struct read_game *g)
{
    const struct finding *f = g->first;
    r->tally->bad++;
    r->tally->faults[g->fault->code]++;
    for (unsigned i = 0; r->reading->verbose && i < g->n_findings; i++, f = f->next) {
        if (finding_is_error(f))
            report_finding(r, chunk, f, r->number);
    }
}

/* Reports the encoding of an input, if its letters may have been misread. */
static void tell_encoding(struct run *r, const struct chunk *chunk)
{
    const bool guessed = chunk->encoding && chunk->encoding_guessed && !r->guess_told;
    const bool invalid = chunk->last && chunk->replaced;
    if (r->reading->quiet || !(guessed || invalid))
        return;
    progress_clear(&r->progress);
    if (guessed)
        input_encoding_say_guess(
            chunk, "if it is wrong, convert the file with dama-convert --input-encoding");
    if (invalid)
        input_encoding_say_invalid(chunk);
    r->guess_told |= guessed;
}

static int emit_chunk(void *ctx, struct chunk *chunk, struct err *err)
{
    struct run *r = ctx;
    struct read_chunk *result = chunk->result;
    size_t at = 0;
    int rc = 0;
    if (chunk->first) {
        r->number = 0;
        r->guess_told = false;
    }
    tell_encoding(r, chunk);
    for (const struct read_game *g = result->first; g && rc == 0; g = g->next) {
        r->number++;
        r->tally->games++;
        if (g->fault)
            count_bad(r, chunk, g);
        if (g->length)
            rc = r->reading->take(r->reading->ctx, (struct text){result->bytes.s + at, g->length},
                                  err);
        at += g->length;
    }
    for (const struct finding *f = result->found.first; f; f = f->next) {
        if (f->code != FINDING_HUGE_GAME && f->code != FINDING_READ_FAILED)
            continue;
        report_finding(r, chunk, f, 0);
        r->status = command_worse(r->status, EXIT_IO);
    }
    buffer_fini(&result->bytes);
    return rc;
}

static void drop_chunk(void *ctx, struct chunk *chunk)
{
    struct read_chunk *result = chunk->result;
    (void)ctx;
    buffer_fini(&result->bytes);
}

static void show_progress(void *ctx, uint64_t bytes)
{
    struct run *r = ctx;
    progress_show(&r->progress, bytes);
}

/* ---- the run ---- */

static int read_all(struct run *r, struct err *err)
{
    const struct game_handler handler = {
        .result_size = sizeof(struct read_chunk),
        .checker = checker_of,
        .game = take_game,
        .emit = emit_chunk,
        .drop = drop_chunk,
        .progress = show_progress,
        .ctx = r,
    };
    struct game_stream stream = {.handler = &handler, .inputs = r->inputs, .jobs = r->n_workers};
    int rc = game_stream_read(&stream, 0, r->n, err);
    game_stream_fini(&stream);
    return rc;
}

static int open_workers(struct run *r, struct err *err)
{
    struct check_options check = {.variant = r->reading->variant, .quiet = true};
    r->n_workers = pipeline_jobs(r->reading->jobs);
    r->workers = calloc(r->n_workers, sizeof *r->workers);
    for (unsigned i = 0; r->workers && i < r->n_workers; i++) {
        if (!(r->workers[i].checker = checker_open(&check)))
            return err_memory(err);
    }
    return r->workers ? 0 : err_memory(err);
}

/* Copies the name of the file that is to blame, since the list of files that holds it is freed. */
static void keep_name(struct err *err)
{
    static char name[4096];
    if (!err || !err->at.file)
        return;
    snprintf(name, sizeof name, "%s", err->at.file);
    err->at.file = name;
}

static void close_run(struct run *r)
{
    for (unsigned i = 0; r->workers && i < r->n_workers; i++) {
        checker_close(r->workers[i].checker);
        buffer_fini(&r->workers[i].out);
    }
    game_inputs_fini(r->inputs, r->n);
    free(r->workers);
    free(r->inputs);
    print_finding_end(&r->printer);
    walk_fini(&r->files);
}

int read_games(const struct game_reading *reading, char *const *operands, int n,
               struct game_tally *tally, struct err *err)
{
    struct run r = {.reading = reading, .tally = tally, .printer = {.out = stderr}};
    int rc = find_inputs(&r, operands, n, err);
    if (rc == 0 && (rc = open_workers(&r, err)) == 0) {
        progress_start(&r.progress, game_inputs_total(r.inputs, r.n), NULL, reading->quiet);
        rc = read_all(&r, err);
        progress_clear(&r.progress);
        rc = rc < 0 ? -1 : signals_stopped() ? EXIT_STOPPED : r.status;
    }
    if (rc < 0)
        keep_name(err);
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
    command_say("%llu %s with errors skipped:%s", (unsigned long long)tally->bad,
                tally->bad == 1 ? "game" : "games", text);
}
