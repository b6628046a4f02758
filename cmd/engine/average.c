// SPDX-License-Identifier: MIT
/* dama-engine average: averages several weights files. */
#include "core/study/average.h"

#include "cmd/engine/dama-engine.h"
#include "cmd/lib/inputs.h"

struct settings {
    const char *variant, *output;
    unsigned round;
};

#define AT(field) OPTION_AT(struct settings, field)

static const struct option_row rows[] = {
    {"output", 'o', OPTION_TEXT, "FILE", AT(output), .file = true, .once = true,
     .help = "write the mean to FILE"},
    {"round", 0, OPTION_UNSIGNED, "N", AT(round), .min = 1, .max = 100, .help = ROUND_HELP},
    {"variant", 0, OPTION_TEXT, "NAME", AT(variant), .choice = rules_name,
     .help = "rules that the weights are for (default: international)"},
};

/* Writes the mean of n files. @return 0, or -1 with `err` */
static int average(const struct settings *settings, const struct rules *rules,
                   const char *const *files, unsigned n, struct err *err)
{
    struct weights weights;
    if (average_weights(rules, files, n, &weights, err))
        return -1;
    weights_round(&weights, settings->round);
    const int rc = weights_save(&weights, settings->output, err);
    weights_free(&weights);
    return rc;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct settings settings = {.variant = "international", .round = 1};
    const struct rules *rules;
    struct err err = {0};
    int first;
    if (options_read(command, argc, argv, &settings, &first))
        return EXIT_USAGE;
    if (!settings.output)
        return command_usage("--output is required: the file to write the mean to");
    if (inputs_check_output(argv + first, argc - first, settings.output)
        || dama_engine_rules(settings.variant, &rules))
        return EXIT_USAGE;
    const char *const *files = (const char *const *)argv + first;
    const int rc = average(&settings, rules, files, (unsigned)(argc - first), &err);
    if (rc)
        command_error(&err);
    return command_finish(rc ? EXIT_IO : EXIT_WELL);
}

const struct command dama_engine_average = {
    .name = "average",
    .summary = "average several weights files",
    .usage = "WEIGHTS WEIGHTS...",
    .rows = rows,
    .n_rows = OPTION_COUNT(rows),
    .operands_min = 2,
    .operands_max = OPERANDS_ANY,
    .files = true,
    .run = run,
};
