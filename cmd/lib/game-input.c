// SPDX-License-Identifier: MIT
#include "cmd/lib/game-input.h"

#include "cmd/lib/command.h"
#include "core/base/buffer.h"
#include "core/base/pipeline.h"
#include "core/base/reader.h"
#include "core/base/source.h"
#include "core/base/utf8.h"
#include "core/store/results.h"
#include "pdn/kind.h"

#include <stdlib.h>
#include <string.h>

/*
 * Decodes the beginning of an input in the same way as when it is read: the encoding is guessed
 * from the whole first block.
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
 * Reads the columns from the first line of a table, which is kept in memory, since the names point
 * into it.
 */
static int read_columns(struct game_input *input, struct text head, const char *encoding,
                        bool quiet, struct err *err)
{
    struct buffer decoded = {0};
    struct err why = {0};
    size_t line = 0;
    int rc = 0;
    if (!input->format->columns)
        return 0;
    if (encoding || memchr(head.s, '\0', head.n) || utf8_valid(head.s, head.n) < head.n) {
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
        if (line >= FORMAT_HEAD_SIZE)
            err_plain(&why, "the first line is longer than %d bytes", FORMAT_HEAD_SIZE);
        if (*why.msg || csv_read_head(input->head, line, &input->columns, &why))
            rc = err_set(err, (struct src_pos){input->path, 1, 0}, "%s", why.msg);
        struct text name;
        if (rc == 0 && !quiet && csv_unread_moves(&input->columns, head.s, head.n, &name))
            command_say("%s: column '%.*s' seems to hold the moves; to read them, name it moves",
                        input->path, TEXT_ARGS(name));
    }
    buffer_fini(&decoded);
    return rc;
}

/* Whether a table has players, moves or positions. One in a folder may be a list of anything. */
static bool has_game_columns(const struct csv_columns *columns)
{
    for (unsigned i = 0; i < columns->n; i++) {
        const enum csv_fact_kind fact = csv_fact_of(columns->names[i]);
        const struct text tag = csv_column_tag(columns->names[i]);
        if (fact == CSV_FACT_MOVES || fact == CSV_FACT_TREE || fact == CSV_FACT_START
            || text_is(tag, "White") || text_is(tag, "Black") || text_is(tag, "FEN"))
            return true;
    }
    return false;
}

/*
 * Reports columns whose cells will be lost: a name such as "remark" could be a slip, so it does not
 * become a tag.
 */
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

static void report_web_page(const char *path, struct text head)
{
    head = text_skip_bom(head);
    if (pdn_is_web_page(head.s, head.n))
        command_say("%s: this is a web page: text around its games is kept as comments; save it as "
                    "plain text instead",
                    path);
}

/*
 * Spares a search for files that were saved in the wrong format. In a folder there may be thousands
 * of them, so of those that were found there one stands for all.
 */
static void report_misleading_names(const struct game_input *inputs, unsigned n)
{
    unsigned found = 0;
    for (unsigned i = 0; i < n; i++)
        found += inputs[i].found && inputs[i].named;
    for (unsigned i = 0, told = 0; i < n; i++) {
        const struct game_input *input = &inputs[i];
        if (!input->named || (input->found && told++))
            continue;
        command_say(input->found && found > 1
                        ? "%s: read as %s, although the name says %s; %u such files were found"
                        : "%s: read as %s, although the name says %s",
                    input->path, input->format->name, input->named->name, found);
    }
}

static int recognise(struct game_input *input, const struct format *from, const char *encoding,
                     bool quiet, struct err *err)
{
    char head[FORMAT_HEAD_SIZE];
    size_t n;
    input->format = from;
    if (source_peek(input->path, head, sizeof head, &n, err))
        return -1;
    input->foreign = !from && !(input->format = format_of_content(input->path, head, n, err));
    if (input->foreign || read_columns(input, (struct text){head, n}, encoding, quiet, err))
        return -1;
    if (input->found && input->format->columns && !has_game_columns(&input->columns)) {
        input->foreign = true;
        return err_file(err, input->path, "this table has no column of players or moves");
    }
    input->results = input->format->kind == FORMAT_STORE && results_is_file(head, n);
    if (input->format->experimental && !quiet)
        command_say("%s: reading %s files is experimental; check the result", input->path,
                    input->format->name);
    if (input->format->kind == FORMAT_STORE
        && (!source_is_file(input->path) || source_is_compressed(input->path)))
        return err_file(
            err, input->path,
            "an SQLite collection can be read only from a plain file, not from an archive, a "
            "compressed file or a pipe");
    if (!input->format->parse && input->format->kind != FORMAT_STORE)
        return err_file(err, input->path, "%s can be written but not read", input->format->name);
    if (input->format->is_built && !input->format->is_built())
        return err_file(err, input->path, "this build of dama cannot read %s files",
                        input->format->name);
    if (!quiet)
        report_unread_columns(input);
    if (!from && n)
        input->named = format_misnamed(input->path, input->format);
    if (!quiet && !from)
        report_web_page(input->path, (struct text){head, n});
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
        *input = (struct game_input){.path = files->paths[i], .found = files->found[i]};
        if (recognise(input, from, encoding, quiet, &why)) {
            free(input->head);
            input->head = NULL;
            if (input->found && input->foreign) {
                if (!quiet)
                    command_say("%s: skipped: %s", input->path, why.msg);
                continue;
            }
            command_error(&why);
            status = EXIT_IO;
            continue;
        }
        ++*n;
    }
    if (!quiet)
        report_misleading_names(inputs, *n);
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
