// SPDX-License-Identifier: MIT
/* The engine that thinks: dama's own, or a Hub program named by --engine. */
#include "cmd/annotate/annotate.h"
#include "core/base/signals.h"
#include "match/link/process.h"
#include "match/protocol/hub-driver.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Called from any thread; the progress line is drawn again below the message. */
static void note_failure(void *ctx, const char *text)
{
    struct annotation_run *run = ctx;
    if (!run->options->quiet)
        command_say("%s; restarting it", text);
}

/* Reads the "NAME=VALUE" of each --engine-param. */
static int take_parameters(struct annotation_run *run)
{
    const struct option_list *list = &run->options->engine_params;
    struct err err = {0};
    run->parameters = calloc(list->n + 1, sizeof *run->parameters);
    run->parameter_words = calloc(list->n + 1, sizeof *run->parameter_words);
    for (unsigned i = 0; run->parameters && run->parameter_words && i < list->n; i++) {
        char *word = run->parameter_words[i] = strdup(list->words[i]);
        char *equals = word ? strchr(word, '=') : NULL;
        if (word && (!equals || equals == word))
            return command_usage("--engine-param: expected NAME=VALUE, found '%s'", list->words[i]);
        if (!word)
            break;
        *equals = '\0';
        if (strcmp(word, "variant") == 0)
            return command_usage("--engine-param: the variant is that of each game");
        if (hub_check_parameter(word, equals + 1, &err))
            return command_usage("--engine-param: %s", err.msg);
        run->parameters[run->hub.n_parameters++] =
            (struct player_parameter){.name = word, .value = equals + 1};
    }
    if (run->parameters && run->parameter_words && run->hub.n_parameters == list->n)
        return EXIT_WELL;
    command_say("out of memory");
    return EXIT_IO;
}

/*
 * If the program is missing, all games must not be marked as failed; if it changes, it counts as
 * another engine.
 */
static int take_program(struct annotation_run *run)
{
    const struct process_plan plan = {.command = run->hub.command, .talks = true};
    char place[PROCESS_PATH];
    struct err err = {0};
    if (process_find(&plan, place, &err)) {
        command_error(&err);
        return EXIT_PEER;
    }
    if (*place && hash128_file(place, &run->program, &err))
        run->program = (struct hash128){0}; /* it may be executable but not readable */
    return EXIT_WELL;
}

/* Refuses options that make sense only with --engine. */
static int refuse_without_engine(const struct annotate_options *o)
{
    const char *option = o->engine_params.n                          ? "--engine-param"
                         : o->engine_timeout_ms                      ? "--engine-timeout"
                         : o->engine_retries != ENGINE_RETRIES_UNSET ? "--engine-retries"
                                                                     : NULL;
    return option ? command_usage("%s requires --engine", option) : EXIT_WELL;
}

int annotation_run_take_engine(struct annotation_run *run)
{
    static const char prefix[] = "hub:";
    const struct annotate_options *o = run->options;
    const size_t n = sizeof prefix - 1;
    run->ops = &engine_ops_dama;
    if (!o->engine)
        return refuse_without_engine(o);
    if (strncmp(o->engine, prefix, n) != 0 || !o->engine[n + strspn(o->engine + n, " ")])
        return command_usage("--engine: expected hub:COMMAND, found '%s'", o->engine);
    if (o->hash)
        return command_usage("--hash cannot be combined with --engine; set the size of the "
                             "program's own table with --engine-param");
    run->ops = &hub_engine_ops;
    run->hub = (struct hub_engine_settings){
        .command = o->engine + n,
        .silent_ms = o->engine_timeout_ms,
        .retries = o->engine_retries == ENGINE_RETRIES_UNSET ? ENGINE_RETRIES : o->engine_retries,
        .stopped = signals_stopped,
        .deadline = &run->judging,
        .note = note_failure,
        .ctx = run};
    int status = take_parameters(run);
    run->hub.parameters = run->parameters;
    return status ? status : take_program(run);
}

int annotation_run_check_engine(struct annotation_run *run)
{
    struct hub_engine_settings settings = run->hub;
    struct err err = {0};
    settings.deadline = &run->deadline;
    if (!settings.n_parameters || run->options->join || hub_engine_check(&settings, &err) == 0)
        return EXIT_WELL;
    if (hub_engine_should_stop(&settings)) {
        command_say("%s before the engine was ready",
                    signals_stopped() ? "stopped" : "out of time");
        return EXIT_STOPPED;
    }
    command_error(&err);
    return EXIT_PEER;
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

void annotation_run_add_program(const struct annotation_run *run, struct buffer *out)
{
    if (run->options->engine)
        buffer_printf(out, "|program %016" PRIx64 "%016" PRIx64, run->program.high,
                      run->program.low);
}

void annotation_run_drop_engine(struct annotation_run *run)
{
    for (unsigned i = 0; run->parameter_words && i < run->options->engine_params.n; i++)
        free(run->parameter_words[i]);
    free(run->parameter_words);
    free(run->parameters);
}
