// SPDX-License-Identifier: MIT
/* Takes the workers' results for games, on one thread, in the order of the input. */
#include "cmd/convert/convert.h"
#include "cmd/lib/input-encoding.h"
#include "core/base/printable.h"
#include "pdn/formats/provenance.h"

/*
 * Whether a finding is printed: errors are, and things that readers of other formats had to infer,
 * and a turned board, since all squares are then written differently from the input.
 */
static bool is_reported(const struct convert *c, const struct finding *f)
{
    if (finding_is_error(f))
        return true;
    return !c->settings->quiet
           && (f->code == FINDING_UNPLACED_TEXT || f->code == FINDING_INFERRED
               || f->code == FINDING_KEPT_BYTES || f->code == FINDING_TURNED_BOARD);
}

static void report_finding(struct convert *c, const struct chunk *chunk, const struct finding *f,
                           uint64_t number)
{
    struct printed_finding shown = {.finding = f,
                                    .file = chunk->file,
                                    .game = number,
                                    .severity = finding_kinds[f->code].severity};
    if (!is_reported(c, f))
        return;
    progress_clear(&c->progress);
    print_finding(&c->printer, &shown);
    if (f->code == FINDING_READ_FAILED)
        c->status = command_worse(c->status, EXIT_IO);
    if (f->code == FINDING_HUGE_GAME)
        c->status = command_worse(c->status, EXIT_FOUND);
}

/* Lists each change on a line of its own, after the place of the game. */
static void list_game(const struct convert *c, const struct convert_game *g,
                      const struct convert_chunk *result, struct buffer *out)
{
    const char *s = g->n_changes ? result->changes.s + g->changes : "", *end = s + g->n_changes;
    while (s < end) {
        const char *stop = memchr(s, '\n', (size_t)(end - s));
        stop = stop ? stop : end;
        printable_add(out, text_of(g->at.file));
        if (g->at.line)
            buffer_printf(out, ":%u", g->at.line);
        buffer_printf(out, ": game %llu: ", (unsigned long long)c->number);
        printable_add(out, (struct text){s, (size_t)(stop - s)});
        buffer_add_char(out, '\n');
        s = stop + 1;
    }
}

/*
 * Whether the closing messages count games with errors; the output of --stats and --table already
 * does.
 */
static bool tallies_broken(const struct convert *c) { return !c->counts || c->settings->dry_run; }

void convert_note_written(struct convert *c, const struct convert_facts *facts, struct text changes)
{
    struct convert_tally *tally = &c->tally;
    tally->broken += facts->broken && tallies_broken(c);
    tally->copied += facts->copied;
    tally->losses.lost |= facts->lost;
    tally->losses.judgements += (facts->left & GAME_JUDGEMENTS) != 0;
    tally->losses.members += (facts->left & (GAME_MEMBERS | GAME_INNER_MEMBERS)) != 0;
    tally->stopped_early += facts->stops_early;
    tally->losses.results += facts->drops_result;
    tally->similar += facts->similar;
    tally->question_marks += facts->question_marks;
    written_rules_note(&tally->written_rules, facts->rules, facts->has_tag);
    if (facts->guessed && !facts->copied)
        written_rules_note_guess(&tally->written_rules, facts->rules);
    if (c->changes && changes.n && !facts->copied)
        fwrite(changes.s, 1, changes.n, c->pending ? c->pending : outfile_stream(c->changes));
}

static int fail_as(const struct convert_game *g, struct err *err)
{
    *err = *g->failed;
    return -1;
}

/* Fills in a game's number in its input, which is not known before. */
static struct text number_game(struct convert *c, struct text bytes)
{
    buffer_clear(&c->numbered);
    provenance_fill(bytes, c->number, &c->numbered);
    return buffer_text(&c->numbered);
}

/* Whether a game with an error is written. @return 1, 0, -1 with `err`: the run must stop */
static int admit_broken(struct convert *c, const struct convert_game *g, struct err *err)
{
    const bool kept = c->settings->on_error == ON_ERROR_KEEP && !g->left_out;
    c->status = command_worse(c->status, EXIT_FOUND);
    if (c->settings->on_error == ON_ERROR_STOP)
        return err_set(err, g->at, "game %llu has an error; stopped as --on-error=stop requires",
                       (unsigned long long)c->number);
    if (c->settings->on_error == ON_ERROR_DROP)
        c->tally.broken += tallies_broken(c);
    else
        c->tally.unreadable += !kept;
    return kept;
}

/*
 * Writes a game and, between two games, the text that keeps them apart.
 * @return 0, or -1 with `err`
 */
static int put_apart(struct convert *c, const struct convert_game *g, struct text bytes,
                     struct text closing, struct err *err)
{
    if (g->bare && c->closing.n && sink_put(c->sink, buffer_text(&c->closing), 0, err))
        return -1;
    buffer_clear(&c->closing);
    buffer_add_text(&c->closing, closing);
    return c->closing.failed ? err_memory(err) : sink_put(c->sink, bytes, g->n_written, err);
}

/* Writes, counts or spools a game. @return 0, or -1 with `err` */
static int pass_on(struct convert *c, const struct convert_chunk *result,
                   const struct convert_game *g, struct err *err)
{
    struct text bytes = {g->length ? result->bytes.s + g->offset : NULL, g->length}, closing = {0};
    buffer_clear(&c->listed);
    if (c->lists)
        list_game(c, g, result, &c->listed);
    if (c->numbers)
        bytes = number_game(c, bytes);
    if (c->listed.failed || c->numbered.failed)
        return err_memory(err);
    if (!c->spools)
        convert_note_written(c, &g->facts, buffer_text(&c->listed));
    if (c->counts)
        return convert_count(c, g, err);
    if (g->closing)
        closing = (struct text){bytes.s + bytes.n, g->closing};
    if (c->spools) { /* needed whatever comes after it */
        bytes.n += closing.n;
        return convert_spool(c, g, buffer_text(&c->listed), bytes, err);
    }
    if (c->to->kind == FORMAT_STORE && c->settings->provenance)
        return sink_put_record(c->sink, bytes, g->at, c->number, err);
    return put_apart(c, g, bytes, closing, err);
}

static int emit_game(struct convert *c, const struct chunk *chunk, const struct convert_game *g,
                     struct err *err)
{
    const struct convert_chunk *result = chunk->result;
    c->number = g->number ? g->number : c->number + 1;
    if (c->masters) {
        c->tally.masters++;
        return g->failed  ? fail_as(g, err)
               : g->entry ? convert_spool(c, g, (struct text){0}, (struct text){0}, err)
                          : 0;
    }
    c->tally.seen++;
    c->tally.short_years += g->short_year;
    c->tally.odd_dates += g->odd_date;
    const bool in_range = ranges_hold(&c->games, c->number);
    bool wanted = (g->matches && in_range) != c->settings->inverted;
    wanted |= in_range && g->unreadable; /* an unreadable game might match */
    if (!wanted)                         /* then its errors are not wanted either */
        return 0;
    const struct finding *f = g->first_finding;
    for (unsigned i = 0; !c->counts && i < g->n_findings; i++, f = f->next)
        report_finding(c, chunk, f, c->number);
    int admitted = g->facts.broken ? admit_broken(c, g, err) : 1;
    if (admitted <= 0)
        return admitted;
    /* a spooled game may still be left out; but finished files of --split stay */
    if (g->failed && (!g->entry || c->settings->split))
        return fail_as(g, err);
    if (!g->n_written && !g->failed) {
        *(g->no_position ? &c->tally.without_position : &c->tally.too_short) += 1;
        return 0;
    }
    if (pass_on(c, result, g, err))
        return -1;
    c->written++;
    /* which of the spooled games are the first is only known later */
    c->enough = !c->spools && c->settings->first && c->written == c->settings->first;
    return 0;
}

/* For a file rewritten in place, in-place.c refuses to write instead. */
static void tell_invalid(struct convert *c, const struct chunk *chunk)
{
    if (!chunk->replaced || c->settings->quiet || c->settings->in_place)
        return;
    progress_clear(&c->progress);
    input_encoding_say_invalid(chunk);
}

/*
 * Reports a guessed encoding: letters may have been misread. For a file rewritten in place,
 * in-place.c does that.
 */
static void tell_guess(struct convert *c, const struct chunk *chunk)
{
    if (!chunk->encoding || !chunk->encoding_guessed || c->guess_told || c->settings->quiet
        || c->settings->in_place)
        return;
    c->guess_told = true;
    progress_clear(&c->progress);
    input_encoding_say_guess(chunk, "if it is wrong, name the right one with --input-encoding");
}

int convert_emit(void *convert, struct chunk *chunk, struct err *err)
{
    struct convert *c = convert;
    struct convert_chunk *result = chunk->result;
    int rc = 0;
    if (chunk->first) {
        c->number = 0;
        c->guess_told = false;
    }
    tell_guess(c, chunk);
    c->invalid = chunk->replaced;
    c->is_utf8_too = chunk->is_utf8_too;
    if (chunk->last)
        tell_invalid(c, chunk);
    c->encoding = chunk->encoding;
    c->encoding_guessed = chunk->encoding_guessed;
    for (const struct convert_game *g = result->first; g && rc == 0 && !c->enough; g = g->next)
        rc = emit_game(c, chunk, g, err);
    const struct finding *f =
        result->last_of_games ? result->last_of_games->next : result->found.first;
    for (; f && rc == 0; f = f->next) { /* findings about the chunk */
        report_finding(c, chunk, f, 0);
        c->incomplete = true;
    }
    buffer_fini(&result->bytes);
    buffer_fini(&result->changes);
    return rc ? rc : c->enough;
}
