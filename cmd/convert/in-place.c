// SPDX-License-Identifier: MIT
/* Rewrites files in place, and protects what must not get lost by that. */
#include "cmd/convert/convert.h"
#include "cmd/lib/backups.h"
#include "core/base/source.h"
#include "core/base/tempfile.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether a backup would replace another file that the run reads or writes. */
static bool is_other_file(const void *convert, const char *backup)
{
    const struct convert_settings *s = ((const struct convert *)convert)->settings;
    return (s->changes && outfile_same(s->changes, backup)) || input_is_at(s->names, backup)
           || input_is_at(s->openings, backup) || input_is_at(s->tag_map, backup);
}

int convert_check_backups(const struct convert *c)
{
    for (unsigned i = 0; i < c->files.n; i++) {
        if (strcmp(c->files.paths[i], "-") == 0) {
            command_say("--in-place cannot change standard input");
            return EXIT_USAGE;
        }
    }
    return backups_check(c->files.paths, c->files.n, is_other_file, c);
}

static int check_input(const struct convert *c, const struct game_input *input, struct err *err)
{
    struct src_pos at = {.file = input->path};
    const struct format *named = format_of_name(input->path);
    struct err why = {0};
    struct text name;

    if (input->format->positions)
        return err_set(
            err, at, "--in-place rewrites games, not positions; write another file with --output");
    if (input->format->kind != FORMAT_TEXT || !input->format->write)
        return err_set(err, at,
                       "--in-place works on text files only, in a format that can be written");
    if (!source_is_file(input->path))
        return err_set(err, at, "--in-place works on files only, not on a pipe or device");
    if (outfile_check_backup(input->path, err))
        return -1;
    if (source_is_compressed(input->path))
        return err_set(err, at, "--in-place cannot rewrite a compressed file; decompress it first");
    if (named && named != input->format)
        return err_set(err, at, "--in-place: the name says %s, but the content is %s", named->name,
                       input->format->name);
    if (convert_check_format(c->settings, input->format, &why))
        return err_set(err, at, "%s", why.msg);
    if (input->format->columns && csv_unkept_column(&input->columns, &name))
        return err_set(err, at,
                       "--in-place cannot keep the column '%.*s': its cells are not read; write "
                       "another file with --output",
                       TEXT_ARGS(name));
    return 0;
}

int convert_check_inputs(const struct convert *c, struct err *err)
{
    unsigned refused = 0;
    struct err why = {0};
    for (unsigned i = 0; i < c->n_inputs; i++) {
        if (c->inputs[i].found || !check_input(c, &c->inputs[i], &why))
            continue;
        if (refused++)
            command_error(err);
        *err = why;
        why = (struct err){0};
    }
    return refused ? -1 : 0;
}

/* Makes a table keep its columns. */
static void keep_columns(struct convert *c, const struct game_input *input)
{
    struct csv_columns columns = input->columns;
    columns.no_formulas = c->columns.no_formulas;
    columns.result_type = c->columns.result_type;
    c->columns = columns;
}

/* Reports a change of encoding, which other readers of the file must know. */
static void tell_encoding(const struct convert *c, const struct game_input *input)
{
    if (c->encoding && !c->settings->encoding && !c->settings->quiet)
        command_say("%s: was in %s%s, and is now in UTF-8", input->path, c->encoding,
                    c->encoding_guessed ? " (a guess)" : "");
}

/* ---- the list of changes: those of a file belong in it once the file is in its place ---- */

static int forget_pending(struct convert *c, struct err *err)
{
    rewind(c->pending);
    if (ftruncate(fileno(c->pending), 0))
        return err_plain(err, "cannot empty a temporary file: %s", strerror(errno));
    return 0;
}

static int list_pending(struct convert *c, struct err *err)
{
    char bytes[BUFSIZ];
    size_t n;
    if (fflush(c->pending) || ferror(c->pending))
        return err_plain(err, "cannot write a temporary file: %s", strerror(errno));
    rewind(c->pending);
    while ((n = fread(bytes, 1, sizeof bytes, c->pending)) > 0)
        fwrite(bytes, 1, n, outfile_stream(c->changes)); /* outfile_finish reports a failure */
    if (ferror(c->pending))
        return err_plain(err, "cannot read a temporary file: %s", strerror(errno));
    return 0;
}

/* ---- files ---- */

static bool is_empty(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && st.st_size == 0;
}

/* Why a file that has been read must not be rewritten; NULL: it may be. */
static const char *why_unchanged(const struct convert *c, const struct game_input *input,
                                 uint64_t seen_before)
{
    if (c->incomplete)
        return "it could not be read to the end";
    if (c->invalid) /* a second run would lose these bytes in the backup as well */
        return "bytes in it cannot be read in its encoding";
    if (c->is_utf8_too && !c->settings->encoding) /* if converted twice, its text would be lost */
        return "it is UTF-8 already; leave out --input-encoding";
    if (c->tally.seen == seen_before && !is_empty(input->path))
        return "no game was found in it";
    if (c->tally.seen > seen_before && !c->written && !c->settings->dry_run)
        return "none of its games would be left";
    return NULL;
}

static void tell_unchanged(struct convert *c, const struct game_input *input, const char *why)
{
    progress_clear(&c->progress);
    command_say("%s: left unchanged: %s", input->path, why);
    c->status = command_worse(c->status, EXIT_IO);
}

/*
 * Reads a file and writes the new one beside it; a dry run only reads it.
 * @return 0, 1 stopped by a signal, -1 with `err`
 */
static int rewrite_beside(struct convert *c, unsigned i, struct sink **sink, struct err *err)
{
    const struct game_input *input = &c->inputs[i];
    c->to = input->format;
    if (input->format->columns)
        keep_columns(c, input);
    if (!c->settings->dry_run && sink_open(c, input->path, &c->sink, err))
        return -1;
    int rc = convert_read_range(c, i, i + 1, err);
    *sink = c->sink;
    c->sink = NULL;
    return rc;
}

/* @return 0, or -1 with `err` */
static int put_in_place(struct convert *c, unsigned i, struct sink *sink, struct err *err)
{
    if (sink_backup(sink, err)) { /* not earlier, since it may move the file being read */
        sink_close(sink);
        return -1;
    }
    if (sink_finish(sink, err))
        return -1;
    c->rewrote = true;
    tell_encoding(c, &c->inputs[i]);
    return 0;
}

/* Rewrites one file in place; the old one becomes its backup. */
static int rewrite(struct convert *c, unsigned i, struct err *err)
{
    struct sink *sink = NULL;
    const struct convert_tally before = c->tally;
    int rc = rewrite_beside(c, i, &sink, err);
    const char *why = rc == 0 ? why_unchanged(c, &c->inputs[i], before.seen) : NULL;
    if (why) {
        tell_unchanged(c, &c->inputs[i], why);
        c->tally = before;
    }
    if (rc || why) {
        sink_close(sink);
        return rc;
    }
    if (sink && put_in_place(c, i, sink, err))
        return -1;
    return c->pending ? list_pending(c, err) : 0;
}

int convert_rewrite(struct convert *c, struct err *err)
{
    int rc = 0;
    if (c->changes && !(c->pending = tempfile_open(err)))
        return -1;
    for (unsigned i = 0; i < c->n_inputs && rc == 0; i++) {
        struct err why = {0};
        if (c->inputs[i].found && check_input(c, &c->inputs[i], &why)) {
            tell_unchanged(c, &c->inputs[i], why.msg);
            continue;
        }
        c->enough = c->incomplete = c->is_utf8_too = false;
        c->written = c->invalid = 0;
        buffer_clear(&c->closing);
        rc = c->pending ? forget_pending(c, err) : 0;
        if (rc == 0)
            rc = rewrite(c, i, err);
    }
    return rc;
}
