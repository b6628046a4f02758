// SPDX-License-Identifier: MIT
/* Files that are rewritten in their places, and what must not get lost by that. */
#include "cmd/convert/convert.h"
#include "core/base/source.h"

#include <stdlib.h>
#include <sys/stat.h>

/* ---- inputs and backups ---- */

/* An input, known by where it is on the disk: files can have several names. */
struct found {
    dev_t device;
    ino_t inode;
    const char *path;
};

static int compare(const void *a, const void *b)
{
    const struct found *x = a, *y = b;
    if (x->device != y->device)
        return x->device < y->device ? -1 : 1;
    return x->inode < y->inode ? -1 : x->inode > y->inode;
}

/* @return false where there is no such file */
static bool find(const char *path, struct found *out)
{
    struct stat st;
    if (stat(path, &st))
        return false;
    *out = (struct found){st.st_dev, st.st_ino, path};
    return true;
}

/* Whether a backup would replace another input, or what the run reads or writes besides. */
static bool replaces(const struct convert *c, const char *backup, const struct found *inputs,
                     size_t n)
{
    const struct convert_settings *s = c->settings;
    struct found file;
    if (s->changes && outfile_same(s->changes, backup))
        return true;
    return find(backup, &file)
           && (bsearch(&file, inputs, n, sizeof *inputs, compare) || input_is_at(s->names, backup)
               || input_is_at(s->openings, backup) || input_is_at(s->tag_map, backup));
}

static int check_backup(const struct convert *c, const char *path, const struct found *inputs,
                        size_t n)
{
    struct buffer backup = {0};
    int status = EXIT_WELL;
    buffer_add_string(&backup, path);
    buffer_add(&backup, "~", 2); /* with its NUL */
    if (backup.failed) {
        command_say("out of memory");
        status = EXIT_IO;
    } else if (replaces(c, backup.s, inputs, n)) {
        command_say("%s would be replaced by the backup of %s", backup.s, path);
        status = EXIT_USAGE;
    }
    buffer_fini(&backup);
    return status;
}

int convert_check_backups(const struct convert *c)
{
    struct found *inputs = calloc(c->n_inputs + 1, sizeof *inputs);
    size_t n = 0;
    int status = EXIT_WELL;
    if (!inputs) {
        command_say("out of memory");
        return EXIT_IO;
    }
    for (unsigned i = 0; i < c->n_inputs; i++)
        n += find(c->inputs[i].path, &inputs[n]);
    qsort(inputs, n, sizeof *inputs, compare);
    for (size_t i = 1; i < n && status == EXIT_WELL; i++) {
        if (compare(&inputs[i - 1], &inputs[i]) != 0)
            continue;
        command_say("%s is given twice: its backup would not be the old file", inputs[i].path);
        status = EXIT_USAGE;
    }
    for (unsigned i = 0; i < c->n_inputs && status == EXIT_WELL; i++)
        status = check_backup(c, c->inputs[i].path, inputs, n);
    free(inputs);
    return status;
}

/* ---- rewriting ---- */

static int check_input(const struct convert *c, const struct game_input *input, struct err *err)
{
    struct src_pos at = {.file = input->path};
    const struct format *named = format_of_name(input->path);
    struct err why = {0};
    struct text name;
    if (strcmp(input->path, "-") == 0)
        return err_plain(err, "--in-place cannot change standard input");
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
    if (rc == 0)
        rc = sink_backup(sink, err); /* not earlier: it may move the file being read */
    if (rc == 0)
        return sink_finish(sink, err);
    sink_close(sink);
    return rc;
}

int convert_rewrite(struct convert *c, struct err *err)
{
    int rc = 0;
    for (unsigned i = 0; i < c->n_inputs && rc == 0; i++) {
        c->enough = false;
        c->written = 0;
        rc = rewrite(c, i, err);
    }
    return rc;
}
