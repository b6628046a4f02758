// SPDX-License-Identifier: MIT
/*
 * --fix, --in-place and --patch: the chunks of a file pass through with their findings and come out
 * repaired. A file that cannot be repaired as a whole is not written at all: a copy that lacks a
 * game would be worse than the fault.
 *
 * A copy is opened only after the first game of the file has been read, so that a run that reads
 * nothing writes nothing.
 */
#include "cmd/validate/validate.h"
#include "core/base/printable.h"
#include "core/base/signals.h"
#include "core/base/source.h"
#include "core/base/utf8.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void refuse(struct validate *v, const char *why)
{
    command_say("%s: not repaired: %s", v->file, why);
    v->status = command_worse(v->status, EXIT_IO);
    v->refused = true;
    outfile_close(v->out);
    v->out = NULL;
}

void validate_repair_begin(struct validate *v, struct chunk *chunk)
{
    const struct validate_settings *s = v->settings;
    v->changed = v->had_mark = chunk->had_bom;
    v->refused = v->is_utf8_too = false;
    v->chunk_encoding = NULL;
    if (s->patch && !s->dry_run) {
        v->diff = (struct udiff){.path = v->file};
        v->diff.out = open_memstream(&v->patch, &v->patch_size);
        if (!v->diff.out)
            refuse(v, strerror(errno));
    }
    if (s->patch && strpbrk(v->file, "\r\n"))
        refuse(v, "its name contains a line break, which a patch cannot represent");
    else if (s->in_place && !source_is_file(v->file))
        refuse(v, "it is a pipe or device");
    else if (s->in_place && source_is_compressed(v->file))
        refuse(v, "it is compressed; decompress it, or use --fix --output=FILE");
}

/* Opens the copy, with the first game of the file. */
static void open_copy(struct validate *v)
{
    const struct validate_settings *s = v->settings;
    struct err err = {0};
    if (v->out || !(s->fix || s->in_place) || s->dry_run || v->refused)
        return;
    if (outfile_open(s->in_place ? v->file : s->output, &v->out, &err)) {
        command_error(&err);
        v->status = command_worse(v->status, EXIT_IO);
        v->refused = true;
    }
}

static void collect(struct validate *v, const struct examined *e)
{
    repairs_clear(&v->repairs);
    for (const struct finding *f = e->findings.first; f; f = f->next)
        if (!v->settings->is_disabled[f->code])
            repairs_add(&v->repairs, f, v->settings->patch);
    repairs_sort(&v->repairs);
}

/* Why a chunk cannot be repaired; NULL: it can be. */
static const char *obstacle(const struct validate *v, const struct chunk *chunk,
                            const struct examined *e)
{
    if (chunk->failed)
        return "it could not be read to its end";
    if (chunk->oversized)
        return "a game in it is too large";
    if (e->not_pdn)
        return "it is not PDN";
    if (v->repairs.failed)
        return "out of memory";
    if (chunk->replaced && (v->settings->in_place || v->settings->patch))
        return "bytes in it cannot be read in its encoding";
    return NULL;
}

/* ---- the list of --dry-run ---- */

/* Shows an old or new text on one line, shortened. */
static void add_shown(struct buffer *b, struct text t)
{
    enum { SHOWN = 40 };
    const size_t n = utf8_fit(t.s, t.n, SHOWN);
    buffer_add_char(b, '"');
    for (size_t i = 0; i < n; i++) {
        unsigned char ch = (unsigned char)t.s[i];
        if (ch == '\n')
            buffer_add_string(b, "\\n");
        else if (ch < 32 || ch == 127)
            buffer_printf(b, "\\x%02x", ch);
        else
            buffer_add_char(b, (char)ch);
    }
    buffer_add_string(b, n < t.n ? "...\"" : "\"");
}

static void list_changes(struct validate *v, const struct chunk *chunk)
{
    struct buffer text = {0}, *b = &text;
    struct src_pos at = {v->file, chunk->line, 1};
    struct text rest = chunk->text;
    v->listed |= v->repairs.n != 0;
    for (size_t i = 0; i < v->repairs.n; i++) {
        const struct repair *r = v->repairs.all[i];
        const size_t passed = r->offset - (size_t)(rest.s - chunk->text.s);
        text_move_place(rest, passed, &at);
        rest = (struct text){rest.s + passed, rest.n - passed};
        buffer_clear(b);
        buffer_printf(b, "%s:%u:%u: ", at.file, at.line, at.col);
        add_shown(b, (struct text){chunk->text.s + r->offset, r->length});
        buffer_add_string(b, r->certain ? " -> " : " -> (a guess) ");
        add_shown(b, r->text);
        buffer_add_char(b, '\n');
        printable_write(stdout, buffer_text(b));
    }
    buffer_fini(&text);
}

/* ---- chunks ---- */

/*
 * A repair may uncover another fault: once a brace is closed, text that was inside the comment is
 * read. So the repaired text is examined and repaired again until nothing is left to do; applying
 * --fix to its own output then changes nothing.
 */
static int repair_whole(struct validate *v, struct chunk *chunk, struct buffer *out)
{
    enum { ROUNDS = 8 };
    struct buffer spare = {0};
    struct chunk again = *chunk;
    struct examined *e = NULL;
    int rc = 0;
    again.arena = (struct arena){0};
    again.encoding = NULL;
    again.had_bom = false;
    buffer_add_text(out, chunk->text);
    for (unsigned round = 0; rc == 0 && v->repairs.n && round < ROUNDS; round++) {
        v->repaired += v->repairs.n_findings;
        v->changed = true;
        if (v->settings->dry_run)
            list_changes(v, &again);
        buffer_clear(&spare);
        repairs_apply(&v->repairs, again.text, &spare);
        struct buffer done = *out;
        *out = spare;
        spare = done;
        arena_reset(&again.arena);
        again.text = buffer_text(out);
        rc = out->failed ? -1 : examine_chunk(v->repairer, &again, &e, NULL);
        if (rc == 0)
            collect(v, e);
    }
    rc = rc || out->failed ? -1 : 0;
    buffer_fini(&spare);
    arena_fini(&again.arena);
    return rc;
}

void validate_repair_chunk(struct validate *v, struct chunk *chunk, const struct examined *e)
{
    const struct validate_settings *s = v->settings;
    struct buffer out = {0};
    if (!(s->fix || s->in_place || s->patch) || v->refused)
        return;
    collect(v, e);
    const char *why = obstacle(v, chunk, e);
    if (why) {
        refuse(v, why);
        return;
    }
    v->changed |= chunk->encoding != NULL;
    v->chunk_encoding = chunk->encoding;
    v->encoding_guessed = chunk->encoding_guessed;
    v->is_utf8_too = chunk->is_utf8_too;
    if (s->patch) {
        if (s->dry_run)
            list_changes(v, chunk);
        else if (repairs_diff(&v->repairs, chunk->text, &v->diff))
            refuse(v, "out of memory");
        return;
    }
    if (repair_whole(v, chunk, &out))
        refuse(v, "out of memory");
    if (e->games)
        open_copy(v);
    if (v->out)
        printable_write(outfile_stream(v->out), buffer_text(&out));
    buffer_fini(&out);
}

/* Prints the patch: as it is if the file is UTF-8, otherwise in the encoding of the file. */
static void end_patch(struct validate *v)
{
    struct err err = {0};
    bool failed = udiff_finish(&v->diff) != 0;
    failed |= ferror(v->diff.out) != 0;
    failed |= fclose(v->diff.out) != 0;
    if (failed)
        refuse(v, "out of memory");
    else if (!v->refused && validate_print_patch(v, &err))
        refuse(v, err.msg);
    free(v->patch);
    v->patch = NULL;
    v->diff.out = NULL;
}

static void end_copy(struct validate *v)
{
    struct err err = {0};
    bool keep = v->settings->in_place;
    if (keep && !v->changed) {
        outfile_close(v->out);
        v->out = NULL;
        return;
    }
    if ((keep && outfile_backup(v->out, &err)) || outfile_finish(&v->out, &err)) {
        command_error(&err);
        v->status = command_worse(v->status, EXIT_IO);
    } else if (keep && v->chunk_encoding && !v->settings->quiet) {
        command_say("%s: was in %s%s, and is now in UTF-8", v->file, v->chunk_encoding,
                    v->encoding_guessed ? " (a guess)" : "");
    }
    outfile_close(v->out);
    v->out = NULL;
}

/* Lists changes to a file other than to its text. */
static void list_conversion(struct validate *v)
{
    struct buffer line = {0};
    v->listed |= v->had_mark || v->chunk_encoding;
    if (v->had_mark)
        buffer_printf(&line, "%s: the byte order mark is left out\n", v->file);
    if (v->chunk_encoding)
        buffer_printf(&line, "%s: %s -> UTF-8\n", v->file, v->chunk_encoding);
    printable_write(stdout, buffer_text(&line));
    buffer_fini(&line);
}

void validate_repair_end(struct validate *v)
{
    const struct validate_settings *s = v->settings;
    /* a pipe ends early if the same signal has ended its writer */
    if (signals_stopped() && (s->fix || s->in_place || s->patch) && !v->refused)
        refuse(v, "stopped by a signal");
    if (s->in_place && v->is_utf8_too && !v->refused) /* converted twice, it would be lost */
        refuse(v, "it is UTF-8 already; leave out --input-encoding");
    if (s->dry_run && (s->fix || s->in_place) && !v->refused)
        list_conversion(v);
    if (s->patch && v->diff.out)
        end_patch(v);
    if (v->out)
        end_copy(v);
    else if (s->fix && !s->dry_run && !v->refused)
        refuse(v, "no game was read; nothing was written");
}

void validate_repair_drop(struct validate *v)
{
    outfile_close(v->out);
    v->out = NULL;
    if (v->diff.out) {
        udiff_finish(&v->diff);
        fclose(v->diff.out);
        v->diff.out = NULL;
    }
    free(v->patch);
    v->patch = NULL;
}
