// SPDX-License-Identifier: MIT
/* dama-engine train: learns weights from games. */
#include "core/study/train.h"

#include "cmd/engine/dama-engine.h"
#include "cmd/engine/settings.h"
#include "cmd/lib/inputs.h"
#include "core/base/outfile.h"
#include "core/base/signals.h"
#include "core/study/mean.h"

#include <math.h>
#include <stdio.h>

struct settings {
    const char *variant, *output, *state, *calibrate, *from;
    unsigned epochs, threads, held, round;
    int64_t seed;
    double mix, trust, rate, steady, shrink, foresight;
    bool average, by_turn, quiet;
};

#define AT(field) OPTION_AT(struct settings, field)

static const struct option_row rows[] = {
    {"average", 0, OPTION_FLAG, NULL, AT(average),
     .help = "train nothing: write the mean of the weights in the files given instead of games"},
    {"by-turn", 0, OPTION_FLAG, NULL, AT(by_turn),
     .help =
         "learn separate weights for the side that is not to move, also from positions in which it "
         "threatens to capture; the file is twice as large"},
    {"calibrate", 0, OPTION_TEXT, "FILE", AT(calibrate), .file = true,
     .help =
         "train nothing: compare the chances that these weights predict with the results of all "
         "games; with --output, first fit them again to the games that are not held out"},
    {"epochs", 0, OPTION_UNSIGNED, "N", AT(epochs), .min = 1, .max = 10000,
     .help = "number of passes over all games (default: 10)"},
    {"foresight", 0, OPTION_REAL, "SHARE", AT(foresight), .real_min = 0, .real_max = 0.99,
     .help = "mix each score with the later ones of its game and with the result, which count for "
             "SHARE, 0 to 0.99 (default: 0)"},
    {"from", 0, OPTION_TEXT, "FILE", AT(from), .file = true,
     .help = "start from the weights in FILE instead of plain material"},
    {"held", 0, OPTION_UNSIGNED, "PERCENT", AT(held), .min = 1, .max = 50,
     .help = "share of games held out for validation (default: 5)"},
    {"mix", 0, OPTION_REAL, "SHARE", AT(mix), .real_min = 0, .real_max = 1,
     .help = "weight of search scores against game results, 0 to 1 (default: 0.8)"},
    {"output", 'o', OPTION_TEXT, "FILE", AT(output), .file = true,
     .help = "write the weights to FILE"},
    {"quiet", 'q', OPTION_FLAG, NULL, AT(quiet), .help = "do not print losses or the final table"},
    {"rate", 0, OPTION_REAL, "STEP", AT(rate), .real_min = 1e-6, .real_max = 10,
     .help = "initial learning rate (default: 0.2)"},
    {"round", 0, OPTION_UNSIGNED, "N", AT(round), .min = 1, .max = 100,
     .help =
         "round the weights of patterns and king pairs to multiples of N thousandths of a man, so "
         "that the file compresses better (default: 1)"},
    {"seed", 0, OPTION_INT, "N", AT(seed), .max = INT64_MAX,
     .help = "random seed for the order of positions"},
    {"shrink", 0, OPTION_REAL, "PULL", AT(shrink), .real_min = 0, .real_max = 100,
     .help = "weight decay, towards the weights of --from (default: 0.01)"},
    {"state", 0, OPTION_TEXT, "FILE", AT(state), .file = true,
     .help = "save the state of training to FILE, and continue from it"},
    {"steady", 0, OPTION_REAL, "SQUARES", AT(steady), .real_min = 0.001, .real_max = 1e9,
     .help =
         "hold back the weights of rare patterns: the sum of squared gradients that each begins "
         "with (default: 5)"},
    {"threads", 't', OPTION_UNSIGNED, "N", AT(threads), .min = 1, .max = 64,
     .help = "use N threads; the weights do not depend on it"},
    {"trust", 0, OPTION_REAL, "LOGODDS", AT(trust), .real_min = 0.01, .real_max = 100,
     .help = "log-odds of winning per man in the scores of the games (default: 0.95)"},
    {"variant", 0, OPTION_TEXT, "NAME", AT(variant), .choice = rules_name,
     .help = "rules of the games (default: international)"},
};

static void show(void *ctx, unsigned epoch, double loss, double held)
{
    const struct settings *settings = ctx;
    if (settings->quiet)
        return;
    printf("epoch %3u  loss %.5f  held out ", epoch, loss);
    if (isnan(held))
        printf("none\n");
    else
        printf("%.5f\n", held);
    fflush(stdout);
}

/** Prints the table for the games that were held out. */
static void show_held(const struct settings *settings, const struct rules *rules,
                      struct samples *samples, const struct wdl_model *model)
{
    size_t n = samples_shuffle(samples, (uint64_t)settings->seed, settings->held);
    struct samples held = {.at = samples->at + n, .n = samples->n - n};
    train_calibration(rules, &held, model, stdout);
}

static int train(const struct settings *settings, const struct rules *rules,
                 struct samples *samples, struct err *err)
{
    struct weights weights, from = {0};
    struct train_options options = {
        .epochs = settings->epochs,
        .threads = settings->threads,
        .mix = settings->mix,
        .rate = settings->rate,
        .steady = settings->steady,
        .shrink = settings->shrink,
        .seed = (uint64_t)settings->seed,
        .held = settings->held,
        .state = settings->state,
        .stopped = signals_stopped,
        .progress = show,
        .ctx = (void *)settings,
    };
    if (settings->from) {
        if (weights_open(rules, settings->from, &from, err))
            return -1;
        options.from = &from;
    }
    if (weights_new(rules, settings->by_turn ? 2 : 1, &weights, err)) {
        weights_free(&from);
        return -1;
    }
    int rc = train_run(rules, samples, &options, &weights, err);
    if (rc == 0) {
        weights_round(&weights, settings->round);
        rc = weights_save(&weights, settings->output, err);
        if (rc == 0 && !settings->quiet) {
            printf("a man is worth %.3f in log-odds (--trust)\n", (double)weights.wdl.trust);
            show_held(settings, rules, samples, &weights.wdl);
        }
    }
    weights_free(&from);
    weights_free(&weights);
    return rc;
}

/** Fits the chances again, and saves them with the weights. */
static int fit_chances(const struct settings *settings, const struct rules *rules,
                       struct samples *samples, struct weights *weights, struct err *err)
{
    size_t n = train_hold_out(samples, (uint64_t)settings->seed, settings->held, err);
    struct samples learned = {.at = samples->at, .n = n};
    if (n == 0)
        return -1;
    train_wdl(rules, &learned, &weights->wdl);
    weights_round(weights, settings->round);
    if (weights_save(weights, settings->output, err))
        return -1;
    if (!settings->quiet)
        show_held(settings, rules, samples, &weights->wdl);
    return 0;
}

static int calibrate(const struct settings *settings, const struct rules *rules,
                     struct samples *samples, struct err *err)
{
    struct weights weights;
    int rc = 0;
    if (weights_open(rules, settings->calibrate, &weights, err))
        return -1;
    if (settings->output)
        rc = fit_chances(settings, rules, samples, &weights, err);
    else
        train_calibration(rules, samples, &weights.wdl, stdout);
    weights_free(&weights);
    return rc;
}

/** Writes the mean of weights. @return 0, or -1 with `err` */
static int average(const struct settings *settings, const struct rules *rules,
                   const char *const *files, int n, struct err *err)
{
    struct weights weights;
    if (mean_of_weights(rules, files, (unsigned)n, &weights, err))
        return -1;
    weights_round(&weights, settings->round);
    const int rc = weights_save(&weights, settings->output, err);
    weights_free(&weights);
    return rc;
}

/** Reads games, and learns from them. @return 0, 1 stopped, -1 with `err` */
static int learn(const struct settings *settings, const struct rules *rules, char *const *games,
                 int n, struct err *err)
{
    struct samples samples = {
        .with_threats = settings->by_turn,
        .trust = settings->trust,
        .foresight = settings->foresight,
    };
    int rc = 0;
    for (int i = 0; i < n && rc == 0; i++)
        rc = samples_read(&samples, rules, games[i], err);
    if (rc == 0 && !settings->quiet)
        printf("%u games, %zu quiet positions\n", (unsigned)samples.games, samples.n);
    if (rc == 0)
        rc = settings->calibrate ? calibrate(settings, rules, &samples, err)
                                 : train(settings, rules, &samples, err);
    samples_free(&samples);
    return rc;
}

/** Refuses to write `path` over something that is read. */
static int check_output(const struct settings *settings, const char *path, char *const *games,
                        int n)
{
    int status = input_check_output(settings->from, path);
    if (status == EXIT_WELL)
        status = input_check_output(settings->calibrate, path);
    for (int i = 0; i < n && status == EXIT_WELL; i++)
        status = input_check_output(games[i], path);
    return status;
}

static int check_outputs(const struct settings *settings, char *const *games, int n)
{
    if (settings->state && settings->output && outfile_same(settings->state, settings->output)) {
        command_say("--output and --state are the same file: %s", settings->state);
        return EXIT_USAGE;
    }
    int status = check_output(settings, settings->output, games, n);
    return status == EXIT_WELL ? check_output(settings, settings->state, games, n) : status;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct settings settings = {.epochs = 10,
                                .threads = 1,
                                .held = 5,
                                .round = 1,
                                .seed = 1,
                                .mix = 0.8,
                                .trust = 0.95,
                                .rate = 0.2,
                                .steady = 5,
                                .shrink = 0.01};
    const struct rules *rules;
    struct err err = {0};
    int first;
    if (options_read(command, argc, argv, &settings, &first))
        return EXIT_USAGE;
    const char *other = settings.calibrate ? "--calibrate"
                        : settings.from    ? "--from"
                        : settings.state   ? "--state"
                                           : NULL;
    if (settings.average && other)
        return command_usage(command, "--average and %s cannot be combined", other);
    if (!settings.output && !settings.calibrate)
        return command_usage(command, "--output is required: the file to write the weights to");
    if (check_outputs(&settings, argv + first, argc - first))
        return EXIT_USAGE;
    if (rules_find(text_of(settings.variant ? settings.variant : rules_international->name), &rules,
                   &err)) {
        command_error(&err);
        return EXIT_USAGE;
    }
    const int rc = settings.average ? average(&settings, rules, (const char *const *)(argv + first),
                                              argc - first, &err)
                                    : learn(&settings, rules, argv + first, argc - first, &err);
    if (rc < 0)
        command_error(&err);
    if (rc > 0)
        command_say(settings.state ? "stopped; run the same command to continue" : "stopped");
    return command_finish(rc < 0 ? EXIT_IO : rc > 0 ? EXIT_STOPPED : EXIT_WELL);
}

const struct command dama_engine_train = {
    .name = "train",
    .summary = "train weights on self-play games",
    .usage = "GAMES...|WEIGHTS...",
    .rows = rows,
    .n_rows = OPTION_COUNT(rows),
    .operands_min = 1,
    .operands_max = OPERANDS_ANY,
    .files = true,
    .run = run,
};
