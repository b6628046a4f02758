// SPDX-License-Identifier: MIT
/*
 * Workers examine chunks and know nothing beyond them. Everything about a file as a whole is
 * decided here, where chunks arrive in order: the numbers of games, findings that are reported once
 * per file, the baseline, line ends, and whether a text is a collection of games at all.
 */
#include "cmd/validate/validate.h"

#include "core/base/printable.h"
#include "core/base/signals.h"
#include "core/base/utf8.h"
#include "core/game/finding-messages.h"
#include "pdn/format.h"
#include "pdn/kind.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- findings ---- */

static enum severity severity_of(const struct validate *v, const struct finding *f)
{
    const struct finding_kind *kind = &finding_kinds[f->code];
    return v->settings->strict ? kind->strict : kind->severity;
}

/*
 * Remembers the guess of a variant. For a collection without GameType, every game would get the
 * same finding: once per file is enough, until the guess changes.
 * @return whether it is a new one
 */
static bool note_guess(struct validate *v, const struct finding *f)
{
    char guess[sizeof v->guess];
    snprintf(guess, sizeof guess, "%.*s", TEXT_ARGS(f->message));
    if (strcmp(guess, v->guess) == 0)
        return false;
    memcpy(v->guess, guess, sizeof guess);
    return true;
}

/*
 * Takes note of a finding: for the new baseline if one is written, and so that those for a file are
 * told once.
 * @return whether it counts: it is neither disabled nor known. Text that could not be read always
 *         counts
 */
static bool admit_finding(struct validate *v, const struct finding *f)
{
    if (f->code == FINDING_READ_FAILED)
        return true;
    if (v->settings->is_disabled[f->code] || v->silent)
        return false;
    if (f->code == FINDING_ENCODING) {
        if (v->told_encoding)
            return false;
        v->told_encoding = true;
    }
    if (f->code == FINDING_VARIANT_GUESSED && !note_guess(v, f))
        return false;
    if (v->new_baseline && baseline_add(v->new_baseline, v->file, f))
        v->status = command_worse(v->status, EXIT_IO);
    return !v->new_baseline && !(v->baseline && baseline_knows(v->baseline, f));
}

/* Whether a finding makes the exit status other than 0. */
static bool fails(const struct validate *v, const struct finding *f)
{
    return (int)severity_of(v, f) >= v->settings->fail_on || f->code == FINDING_READ_FAILED;
}

/* Whether only other things than findings are printed. */
static bool hides_findings(const struct validate_settings *s)
{
    return s->summary == SUMMARY_ONLY || s->patch || s->dry_run;
}

static void show(struct validate *v, const struct chunk *chunk, const struct finding *f)
{
    struct validate_file *file = &v->files[chunk->file_index];
    bool whole = f->game == EXAMINED_NO_GAME;
    struct printed_finding shown = {.finding = f,
                                    .file = v->file,
                                    .game = whole ? 0 : v->games_before + f->game + 1,
                                    .severity = severity_of(v, f),
                                    .source = whole ? (struct text){0} : chunk->text};
    file->found[shown.severity]++;
    v->codes[f->code]++;
    if (fails(v, f))
        v->status = command_worse(v->status, EXIT_FOUND);
    v->with_errors |= shown.severity == SEVERITY_ERROR;
    if (f->code == FINDING_READ_FAILED) {
        v->status = command_worse(v->status, EXIT_IO);
        if (hides_findings(v->settings))
            command_say("%s: %.*s", v->file, TEXT_ARGS(f->message));
    }
    if ((int)shown.severity < v->settings->severity || hides_findings(v->settings))
        return;
    if (shown.severity == SEVERITY_NOTE && !v->settings->all && !whole
        && v->settings->format == PRINT_TEXT && notes_add(&v->notes, &shown))
        return;
    progress_clear(&v->progress);
    if (whole && v->settings->format == PRINT_TAP && fails(v, f))
        print_finding_test(&v->printer, v->file, 0, false);
    print_finding(&v->printer, &shown);
}

/* Chooses the findings that count, in order and ended by NULL. @return NULL: out of memory */
static const struct finding **choose(struct validate *v, struct examined *e)
{
    const struct finding **chosen =
        arena_alloc(e->findings.arena, (e->findings.n + 1) * sizeof *chosen);
    size_t n = 0;
    if (!chosen)
        return NULL;
    for (const struct finding *f = e->findings.first; f; f = f->next)
        if (admit_finding(v, f))
            chosen[n++] = f;
    chosen[n] = NULL;
    return chosen;
}

/* Whether a game is free of faults: TAP reports that first, and the faults after it. */
static bool is_well(const struct validate *v, const struct finding **f, uint32_t game)
{
    for (; *f && (*f)->game == game; f++)
        if (fails(v, *f))
            return false;
    return true;
}

static void show_findings(struct validate *v, const struct chunk *chunk, struct examined *e)
{
    bool tap = v->settings->format == PRINT_TAP && !hides_findings(v->settings);
    const struct finding **f = choose(v, e);
    if (!f) {
        e->findings.failed = true;
        return;
    }
    for (; *f && (*f)->game == EXAMINED_NO_GAME; f++)
        show(v, chunk, *f);
    for (uint32_t game = 0; *f || (tap && game < e->games); game++) {
        if (tap && game < e->games)
            print_finding_test(&v->printer, v->file, v->games_before + game + 1,
                               is_well(v, f, game));
        for (; *f && (!tap || (*f)->game == game || game >= e->games); f++)
            show(v, chunk, *f);
    }
}

static void tell_of_file(struct validate *v, struct chunk *chunk, struct examined *e,
                         enum finding_code code, const char *message)
{
    struct finding *f = findings_add(&e->findings, code, 0, 0, "%s", message);
    if (!f)
        return;
    f->game = EXAMINED_NO_GAME;
    f->at = (struct src_pos){v->file, 1, 1};
    if (admit_finding(v, f))
        show(v, chunk, f);
}

/* ---- files ---- */

static void begin_file(struct validate *v, struct chunk *chunk)
{
    v->file = chunk->file;
    v->games_before = 0;
    v->told_encoding = v->silent = v->with_errors = false;
    v->lf = v->crlf = v->cr = false;
    v->guess[0] = '\0';
    validate_repair_begin(v, chunk);
}

/*
 * Text without a tag or a move at its beginning is not a collection of games: one finding says so,
 * instead of thousands.
 */
static bool is_prose(const struct chunk *chunk, const struct examined *e)
{
    return chunk->first && !chunk->oversized && !e->not_pdn && !e->with_tags && !e->plies
           && e->findings.n > 0 && text_trim(chunk->text).n > 0;
}

/* A format of dama that the beginning of a file shows; NULL: PDN, or none. */
static const struct format *other_format(const struct chunk *chunk, const struct examined *e)
{
    struct text head = text_skip_bom(chunk->text);
    if (!chunk->first || chunk->oversized || e->not_pdn)
        return NULL;
    head.n = utf8_fit(head.s, head.n, FORMAT_HEAD_SIZE);
    const struct format *format = format_of_text(head);
    return format && strcmp(format->name, "pdn") != 0 ? format : NULL;
}

/*
 * A printed list of games can be checked as PDN, with its headings as stray text; repaired as PDN,
 * it would lose them.
 */
static bool is_readable(const struct validate_settings *s, const struct format *format)
{
    return strcmp(format->name, "doc-list") == 0 && !s->fix && !s->in_place && !s->patch;
}

/* @return whether the beginning of a file shows that it is not PDN, which is told */
static bool tell_of_contents(struct validate *v, struct chunk *chunk, struct examined *e)
{
    const struct format *other = other_format(chunk, e);
    char message[160];
    if (other && is_readable(v->settings, other)) {
        if (!v->settings->quiet)
            command_say("%s: this is a %s; dama-convert makes PDN of it", v->file, other->title);
        return false;
    }
    if (other) {
        snprintf(message, sizeof message, MESSAGE_OTHER_FORMAT, other->name, other->title);
        tell_of_file(v, chunk, e, FINDING_NOT_PDN, message);
    } else if (is_prose(chunk, e)) {
        tell_of_file(v, chunk, e, FINDING_NOT_PDN, MESSAGE_PROSE);
    } else {
        return false;
    }
    return true;
}

static void tell_of_line_ends(struct validate *v, struct chunk *chunk, struct examined *e)
{
    const char *kinds = !v->cr     ? "LF and CR LF"
                        : !v->lf   ? "CR LF and CR"
                        : !v->crlf ? "LF and CR"
                                   : "LF, CR LF and CR";
    char message[80];
    snprintf(message, sizeof message, MESSAGE_LINE_ENDS, kinds);
    tell_of_file(v, chunk, e, FINDING_LINE_ENDS, message);
}

static void tell_of_invalid_bytes(struct validate *v, struct chunk *chunk, struct examined *e)
{
    char message[120];
    snprintf(message, sizeof message, MESSAGE_INVALID_BYTES, (unsigned long long)chunk->replaced,
             chunk->encoding ? chunk->encoding : "UTF-8");
    tell_of_file(v, chunk, e, FINDING_INVALID_BYTES, message);
}

static void end_file(struct validate *v, struct chunk *chunk, struct examined *e)
{
    const struct validate_file *file = &v->files[chunk->file_index];
    if (!chunk->failed && !v->silent && !file->games && !v->with_errors)
        tell_of_file(v, chunk, e, FINDING_EMPTY_FILE, MESSAGE_EMPTY_FILE);
    if (chunk->replaced)
        tell_of_invalid_bytes(v, chunk, e);
    if (v->lf + v->crlf + v->cr > 1)
        tell_of_line_ends(v, chunk, e);
    progress_clear(&v->progress);
    notes_print(&v->notes, &v->printer, v->file);
    validate_repair_end(v);
}

static int work(void *ctx, unsigned worker, struct chunk *chunk, struct err *err)
{
    struct validate *v = ctx;
    return examine_chunk(v->examiners[worker], chunk, (struct examined **)&chunk->result, err);
}

static void count_games(struct validate *v, struct validate_file *file, const struct examined *e)
{
    v->games_before += e->games;
    file->games += e->games;
    file->with_moves += e->with_moves;
    file->legal += e->legal;
    file->plies += e->plies;
}

/* Whether files are written, so that the run matters even if nobody reads its output. */
static bool writes_files(const struct validate_settings *s)
{
    return !s->dry_run
           && (s->in_place || s->write_baseline || (s->fix && strcmp(s->output, "-") != 0));
}

static int emit(void *ctx, struct chunk *chunk, struct err *err)
{
    struct validate *v = ctx;
    struct examined *e = chunk->result;
    struct validate_file *file = &v->files[chunk->file_index];
    if (chunk->first)
        begin_file(v, chunk);
    if (tell_of_contents(v, chunk, e))
        e->not_pdn = v->silent = true;
    if (!v->silent || chunk->failed)
        show_findings(v, chunk, e);
    v->silent |= e->not_pdn;
    validate_repair_chunk(v, chunk, e);
    if (!v->silent)
        count_games(v, file, e);
    v->lf |= e->lf;
    v->crlf |= e->crlf;
    v->cr |= e->cr;
    if (chunk->last)
        end_file(v, chunk, e);
    if (e->findings.failed)
        return err_memory(err);
    return ferror(stdout) && !writes_files(v->settings) ? 1 : 0;
}

static void show_progress(void *ctx, uint64_t bytes)
{
    struct validate *v = ctx;
    progress_show(&v->progress, bytes);
}

/* ---- the run ---- */

static int open_examiners(struct validate *v)
{
    const struct validate_settings *s = v->settings;
    struct check_options options = {
        .variant = s->rules,
        .draws = text_of(s->draws),
        .explain = true,
        .repairs = s->fix || s->in_place || s->patch || s->format == PRINT_JSONL,
        .boards = s->context || s->format == PRINT_JSONL,
        .long_captures = !s->is_disabled[FINDING_LONG_CAPTURE],
        .result_terminators = !s->is_disabled[FINDING_RESULT_TERMINATOR],
        .lenient = s->lenient,
        .endgame = s->endgame ? validate_endgame_value : NULL,
        .game_keys = s->baseline != NULL,
    };
    if (s->endgame && !(options.endgame_ctx = v->endgame = validate_endgame_open(s->endgame)))
        return -1;
    v->n_examiners = pipeline_jobs(s->jobs);
    v->examiners = calloc(v->n_examiners, sizeof *v->examiners);
    v->files = calloc(v->inputs.n ? v->inputs.n : 1, sizeof *v->files);
    if (!v->examiners || !v->files)
        return -1;
    for (unsigned i = 0; i < v->n_examiners; i++)
        if (!(v->examiners[i] = examiner_open(&options)))
            return -1;
    if (!s->fix && !s->in_place)
        return 0;
    v->repairer = examiner_open(&options);
    return v->repairer ? 0 : -1;
}

static void tell_stop(struct validate *v)
{
    unsigned long long games = 0;
    for (unsigned i = 0; i < v->inputs.n; i++)
        games += v->files[i].games;
    if (signals_stopped()) {
        command_say("stopped by a signal after %llu games", games);
        v->status = command_worse(v->status, EXIT_STOPPED);
    }
}

int validate_run(struct validate *v)
{
    const struct validate_settings *s = v->settings;
    const char *const *paths = (const char *const *)v->inputs.paths;
    struct err err = {0};
    if (open_examiners(v)) {
        command_say("out of memory");
        return EXIT_IO;
    }
    struct pipeline pipeline = {.split = pdn_split,
                                .work = work,
                                .emit = emit,
                                .progress = show_progress,
                                .ctx = v,
                                .jobs = s->jobs,
                                .encoding = s->input_encoding};
    v->status = command_worse(v->status, inputs_report_failures(&v->inputs));
    progress_start(&v->progress, pipeline_total(paths, v->inputs.n), NULL, s->quiet);
    if (!hides_findings(s))
        print_finding_begin(&v->printer);
    int rc = pipeline_run(&pipeline, paths, v->inputs.n, &err);
    progress_clear(&v->progress);
    if (!hides_findings(s))
        print_finding_end(&v->printer);
    if (rc < 0) {
        command_error(&err);
        v->status = command_worse(v->status, EXIT_IO);
    } else if (rc == 1) {
        tell_stop(v);
    }
    validate_repair_drop(v);
    for (unsigned i = 0; i < v->n_examiners; i++)
        examiner_close(v->examiners[i]);
    validate_endgame_close(v->endgame);
    free(v->examiners);
    examiner_close(v->repairer);
    notes_fini(&v->notes);
    return v->status;
}

/* ---- the summary ---- */

static void print_counts(FILE *out, const char *what, const uint64_t found[3])
{
    printable_fprintf(out, "%10llu %10llu %10llu  %s", (unsigned long long)found[SEVERITY_ERROR],
                      (unsigned long long)found[SEVERITY_WARNING],
                      (unsigned long long)found[SEVERITY_NOTE], what);
    fputc('\n', out);
}

void validate_print_summary(const struct validate *v, FILE *out)
{
    struct validate_file all = {0};
    for (unsigned i = 0; i < v->inputs.n; i++) {
        const struct validate_file *f = &v->files[i];
        all.games += f->games;
        all.with_moves += f->with_moves;
        all.legal += f->legal;
        all.plies += f->plies;
        for (unsigned k = 0; k < 3; k++)
            all.found[k] += f->found[k];
    }
    fprintf(out,
            "%llu game%s in %u file%s, %llu with moves, %llu of them legal throughout; %llu %s\n",
            (unsigned long long)all.games, all.games == 1 ? "" : "s", v->inputs.n,
            v->inputs.n == 1 ? "" : "s", (unsigned long long)all.with_moves,
            (unsigned long long)all.legal, (unsigned long long)all.plies,
            all.plies == 1 ? "ply" : "plies");
    if (!all.found[0] && !all.found[1] && !all.found[2])
        return;
    fprintf(out, "\n%10s  %-8s code\n", "times", "severity");
    for (unsigned i = 0; i < FINDING_COUNT; i++) {
        const struct finding_kind *kind = &finding_kinds[i];
        if (v->codes[i])
            fprintf(out, "%10llu  %-8s %s\n", (unsigned long long)v->codes[i],
                    severity_word(v->settings->strict ? kind->strict : kind->severity), kind->word);
    }
    fprintf(out, "\n%10s %10s %10s  file\n", "errors", "warnings", "notes");
    for (unsigned i = 0; i < v->inputs.n; i++) {
        const uint64_t *found = v->files[i].found;
        if (found[0] || found[1] || found[2])
            print_counts(out, v->inputs.paths[i], found);
    }
    print_counts(out, "all", all.found);
}
