// SPDX-License-Identifier: MIT
/*
 * dama-engine calibrate: compares the chances given by weights with games, and fits them to games.
 */
#include "core/study/calibrate.h"

#include "cmd/engine/dama-engine.h"
#include "cmd/lib/inputs.h"
#include "core/base/signals.h"

struct settings {
    const char *variant, *output;
    unsigned hold_out, round; /* 0: not given */
    int64_t seed;             /* -1: not given */
    bool quiet;
};

enum { HELD = 5, SEED = 1 }; /* defaults, the same as those of train */

#define AT(field) OPTION_AT(struct settings, field)

static const struct option_row rows[] = {
    {"hold-out", 0, OPTION_UNSIGNED, "PERCENT", AT(hold_out), .min = 1, .max = 50,
     .help = "with --output: hold out this share of the games for the table (default: 5)"},
    {"output", 'o', OPTION_TEXT, "FILE", AT(output), .file = true, .once = true,
     .help = "fit the chances to the games that are not held out, and write the weights with them "
             "to FILE"},
    {"quiet", 'q', OPTION_FLAG, NULL, AT(quiet), .help = "with --output: do not print the table"},
    {"round", 0, OPTION_UNSIGNED, "N", AT(round), .min = 1, .max = 100,
     .help = "with --output: " ROUND_HELP},
    {"seed", 0, OPTION_INT, "N", AT(seed), .max = INT64_MAX,
     .help = "with --output: random seed for the choice of the games held out (default: 1)"},
    {"variant", 0, OPTION_TEXT, "NAME", AT(variant), .choice = rules_name,
     .help = "rules of the games (default: international)"},
};

/* An option that was given but needs --output; NULL: none. */
static const char *needs_output(const struct settings *settings)
{
    return settings->hold_out    ? "--hold-out"
           : settings->round     ? "--round"
           : settings->seed >= 0 ? "--seed"
           : settings->quiet     ? "--quiet"
                                 : NULL;
}

/* Fits the chances, and writes the weights with them. @return 0, 1 stopped, -1 with `err` */
static int fit(const struct settings *settings, const struct rules *rules, struct samples *samples,
               struct weights *weights, struct err *err)
{
    const uint64_t seed = settings->seed >= 0 ? (uint64_t)settings->seed : SEED;
    if (samples_hold_out(samples, seed, settings->hold_out ? settings->hold_out : HELD, err))
        return -1;
    const struct samples learned = samples_training(samples), held = samples_validation(samples);
    if (calibrate_fit(rules, &learned, signals_stopped, &weights->wdl))
        return 1;
    weights_round(weights, settings->round ? settings->round : 1);
    if (weights_save(weights, settings->output, err))
        return -1;
    if (!settings->quiet)
        calibrate_print(rules, &held, &weights->wdl, stdout);
    return 0;
}

/* @param files the weights, and n - 1 files of games. @return 0, 1 stopped, -1 with `err` */
static int calibrate(const struct settings *settings, const struct rules *rules, char *const *files,
                     int n, struct err *err)
{
    struct samples samples = {.stopped = signals_stopped};
    struct weights weights;
    if (weights_open(rules, files[0], &weights, err))
        return -1;
    if (settings->output && weights.turns == 0) {
        weights_free(&weights);
        return err_plain(err, "'%s' is not a weights file", files[0]);
    }
    int rc = dama_engine_read_samples(rules, files + 1, n - 1, &samples, err);
    if (rc == 0 && !settings->quiet)
        printf("%u games, %zu quiet positions\n", (unsigned)samples.games, samples.n);
    if (rc == 0 && settings->output)
        rc = fit(settings, rules, &samples, &weights, err);
    else if (rc == 0)
        calibrate_print(rules, &samples, &weights.wdl, stdout);
    samples_free(&samples);
    weights_free(&weights);
    return rc;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct settings settings = {.variant = "international", .seed = -1};
    const struct rules *rules;
    struct err err = {0};
    int first;
    if (options_read(command, argc, argv, &settings, &first))
        return EXIT_USAGE;
    const char *idle = settings.output ? NULL : needs_output(&settings);
    if (idle)
        return command_usage("%s requires --output", idle);
    if (inputs_check_output(argv + first, argc - first, settings.output)
        || dama_engine_rules(settings.variant, &rules))
        return EXIT_USAGE;
    const int rc = calibrate(&settings, rules, argv + first, argc - first, &err);
    if (rc < 0)
        command_error(&err);
    if (rc > 0)
        command_say("stopped by a signal");
    return command_finish(rc < 0 ? EXIT_IO : rc > 0 ? EXIT_STOPPED : EXIT_WELL);
}

const struct command dama_engine_calibrate = {
    .name = "calibrate",
    .summary = "compare predicted chances with the results of games, and fit them",
    .usage = "WEIGHTS GAMES...",
    .rows = rows,
    .n_rows = OPTION_COUNT(rows),
    .operands_min = 2,
    .operands_max = OPERANDS_ANY,
    .files = true,
    .run = run,
};
