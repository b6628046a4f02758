// SPDX-License-Identifier: MIT
/* Files that are rewritten in their places, and what must not get lost by that. */
#include "cmd/convert/convert.h"
#include "cmd/lib/backups.h"
#include "core/base/source.h"

/* Whether a backup would replace what the run reads or writes besides the files. */
static bool is_other_file(const void *convert, const char *backup)
{
    const struct convert_settings *s = ((const struct convert *)convert)->settings;
    return (s->changes && outfile_same(s->changes, backup)) || input_is_at(s->names, backup)
           || input_is_at(s->openings, backup) || input_is_at(s->tag_map, backup);
}

int convert_check_backups(const struct convert *c)
{
    return backups_check(c->files.paths, c->files.n, is_other_file, c);
}

static int check_input(const struct convert *c, const struct game_input *input, struct err *err)
{
    struct src_pos at = {.file = input->path};
    const struct format *named = format_of_name(input->path);
    struct err why = {0};
    struct text name;
    if (strcmp(input->path, "-") == 0)
        return err_plain(err, "--in-place cannot change standard input");
    if (input->format->positions)
        return err_set(
            err, at, "--in-place rewrites games, not positions; write another file with --output");
    if (input->format->kind != FORMAT_TEXT || !input->format->write)
        return err_set(err, at,
                       "--in-place works on text files only, in a format that can be written");
    if (!source_is_file(input->path))
        return err_set(err, at, "--in-place works on files only, not on a pipe or device");
    if (source_is_packed(input->path))
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
    int rc = 0;
    for (unsigned i = 0; i < c->n_inputs && rc == 0; i++)
        rc = check_input(c, &c->inputs[i], err);
    return rc;
}

/* A table keeps its columns. */
static void keep_columns(struct convert *c, const struct game_input *input)
{
    struct csv_columns columns = input->columns;
    columns.no_formulas = c->columns.no_formulas;
    columns.result_type = c->columns.result_type;
    c->columns = columns;
}

/* Whoever reads the file by its old encoding has to know. */
static void tell_encoding(const struct convert *c, const struct game_input *input)
{
    if (c->encoding && !c->settings->encoding && !c->settings->quiet)
        command_say("%s: was in %s%s, and is now in UTF-8", input->path, c->encoding,
                    c->encoding_guessed ? " (a guess)" : "");
}

/* Rewrites one file in place; the old one is kept beside it. */
static int rewrite(struct convert *c, unsigned i, struct err *err)
{
    const struct game_input *input = &c->inputs[i];
    c->to = input->format;
    if (input->format->columns)
        keep_columns(c, input);
    if (sink_open(c, input->path, &c->sink, err))
        return -1;
    int rc = convert_read_range(c, i, i + 1, err);
    struct sink *sink = c->sink;
    c->sink = NULL;
    if (rc == 0 && c->incomplete)
        rc = err_file(err, input->path, "left unchanged: it could not be read to the end");
    if (rc == 0 && c->invalid) /* a second run would lose them in the backup as well */
        rc = err_file(err, input->path,
                      "left unchanged: bytes in it cannot be read in its encoding");
    if (rc == 0)
        rc = sink_backup(sink, err); /* not earlier: it may move the file being read */
    if (rc == 0) {
        rc = sink_finish(sink, err);
        if (rc == 0)
            tell_encoding(c, input);
        return rc;
    }
    sink_close(sink);
    return rc;
}

int convert_rewrite(struct convert *c, struct err *err)
{
    int rc = 0;
    for (unsigned i = 0; i < c->n_inputs && rc == 0; i++) {
        c->enough = false;
        c->written = 0;
        c->invalid = 0;
        buffer_clear(&c->closing);
        rc = rewrite(c, i, err);
    }
    return rc;
}
