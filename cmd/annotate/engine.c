// SPDX-License-Identifier: MIT
/* Who thinks: the engine of dama, or a Hub program that --engine names. */
#include "cmd/annotate/annotate.h"
#include "core/base/signals.h"

#include <stdlib.h>
#include <string.h>

/* Told by any thread; the line of progress is drawn again below it. */
static void note_failure(void *ctx, const char *text)
{
    struct annotation_run *run = ctx;
    if (!run->options->quiet)
        command_say("%s; restarting it", text);
}

/* "NAME=VALUE" of each --engine-param. */
static int take_parameters(struct annotation_run *run)
{
    const struct option_list *list = &run->options->engine_params;
    run->parameters = calloc(list->n + 1, sizeof *run->parameters);
    run->parameter_words = calloc(list->n + 1, sizeof *run->parameter_words);
    for (unsigned i = 0; run->parameters && run->parameter_words && i < list->n; i++) {
        char *word = run->parameter_words[i] = strdup(list->words[i]);
        char *equals = word ? strchr(word, '=') : NULL;
        if (word && (!equals || equals == word)) {
            command_say("--engine-param: expected NAME=VALUE, found '%s'", list->words[i]);
            return EXIT_USAGE;
        }
        if (!word)
            break;
        *equals = '\0';
        run->parameters[run->hub.n_parameters++] =
            (struct player_parameter){.name = word, .value = equals + 1};
    }
    if (run->parameters && run->parameter_words && run->hub.n_parameters == list->n)
        return EXIT_WELL;
    command_say("out of memory");
    return EXIT_IO;
}

int annotation_run_take_engine(struct annotation_run *run)
{
    static const char prefix[] = "hub:";
    const struct annotate_options *o = run->options;
    const size_t n = sizeof prefix - 1;
    run->ops = &engine_ops_dama;
    if (!o->engine) {
        if (!o->engine_params.n && !o->engine_timeout_ms)
            return EXIT_WELL;
        command_say("%s requires --engine; try --help",
                    o->engine_params.n ? "--engine-param" : "--engine-timeout");
        return EXIT_USAGE;
    }
    if (strncmp(o->engine, prefix, n) != 0 || !o->engine[n + strspn(o->engine + n, " ")]) {
        command_say("--engine: expected hub:COMMAND, found '%s'", o->engine);
        return EXIT_USAGE;
    }
    if (o->hash) {
        command_say("--hash cannot be combined with --engine; set the table of the program with "
                    "--engine-param; try --help");
        return EXIT_USAGE;
    }
    run->ops = &hub_engine_ops;
    run->hub = (struct hub_engine_settings){.command = o->engine + n,
                                            .silent_ms = o->engine_timeout_ms,
                                            .retries = o->engine_retries,
                                            .stopped = signals_stopped,
                                            .note = note_failure,
                                            .ctx = run};
    int status = take_parameters(run);
    run->hub.parameters = run->parameters;
    return status;
}

void annotation_run_engine_name(const struct annotation_run *run, struct buffer *out)
{
    const struct annotate_options *o = run->options;
    buffer_printf(out, "dama %s", DAMA_VERSION);
    if (o->engine)
        buffer_printf(out, ", engine %s", run->hub.command);
    for (unsigned i = 0; i < o->engine_params.n; i++)
        buffer_printf(out, " %s", o->engine_params.words[i]);
}

void annotation_run_drop_engine(struct annotation_run *run)
{
    for (unsigned i = 0; run->parameter_words && i < run->options->engine_params.n; i++)
        free(run->parameter_words[i]);
    free(run->parameter_words);
    free(run->parameters);
}
