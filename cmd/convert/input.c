// SPDX-License-Identifier: MIT
/* Finds the inputs, and reads their games. */
#include "cmd/convert/convert.h"

#include <stdlib.h>

/* @return EXIT_WELL, or EXIT_IO if one of them cannot be read */
static int add_inputs(struct convert *c, const struct walk *files, const struct format *from,
                      unsigned first, unsigned *n)
{
    int status = game_inputs_add(c->inputs + first, files, from, c->settings->input_encoding,
                                 c->settings->quiet, n);
    c->status = command_worse(c->status, status);
    for (unsigned i = 0; i < *n; i++)
        c->inputs[first + i].reader.turn = (enum dam_turn)c->settings->turn;
    return status;
}

/* Only a DAM file leaves open which side is to move. */
static bool turn_is_asked(const struct convert *c)
{
    bool any = c->n_inputs == 0;
    for (unsigned i = 0; i < c->n_inputs && !any; i++)
        any = strcmp(c->inputs[i].format->name, "dam") == 0;
    return any;
}

int convert_find_inputs(struct convert *c, char *const *operands, int n)
{
    const struct format *from = NULL;
    const struct option_list *against = &c->settings->against;
    struct err err = {0};
    if (c->settings->from && !(from = format_find_read(c->settings->from, &err)))
        return command_usage("--from: %s", err.msg);
    int status = inputs_find(&c->files, operands, n, format_is_game_file, c->settings->quiet);
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
    c->status = command_worse(c->status, inputs_report_failures(&c->files));
    c->status = command_worse(c->status, inputs_report_failures(&c->master_files));
    add_inputs(c, &c->files, from, 0, &c->n_inputs);
    const int against_status = add_inputs(c, &c->master_files, NULL, c->n_inputs, &c->n_masters);
    if (against_status || c->master_files.n_failures)
        return EXIT_IO; /* without all of them, it is unknown which games are new */
    if (c->settings->turn && !turn_is_asked(c)) {
        command_say("--turn requires a DAM file among the inputs");
        return EXIT_USAGE;
    }
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

/* The total is known if all inputs are text files. */
void convert_start_progress(struct convert *c)
{
    bool quiet = c->settings->quiet || (!c->settings->output && !c->settings->in_place);
    progress_start(&c->progress, game_inputs_total(c->inputs, c->n_inputs), NULL, quiet);
}

int convert_read_range(struct convert *c, unsigned from, unsigned to, struct err *err)
{
    c->handler = convert_handler(c);
    c->stream.handler = &c->handler;
    c->stream.inputs = c->inputs;
    c->stream.jobs = c->n_workers;
    c->stream.encoding = c->settings->input_encoding;
    int rc = c->enough ? 0 : game_stream_read(&c->stream, from, to, err);
    return rc == 2 ? 0 : rc;
}

/* Reads the games of --against. @return as convert_read_inputs */
static int read_masters(struct convert *c, struct err *err)
{
    const int status = c->status;
    c->status = EXIT_WELL;
    c->masters = true;
    int rc = convert_read_range(c, c->n_inputs, c->n_inputs + c->n_masters, err);
    c->masters = false;
    if (rc == 0 && c->status == EXIT_IO)
        rc = err_plain(err, "not all games of --against could be read; nothing is written");
    c->status = command_worse(status, c->status);
    return rc;
}

int convert_read_inputs(struct convert *c, struct err *err)
{
    int rc = read_masters(c, err);
    return rc ? rc : convert_read_range(c, 0, c->n_inputs, err);
}
