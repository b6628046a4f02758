// SPDX-License-Identifier: MIT
/* dama-engine train: learns weights from games. */
#include "core/study/train.h"

#include "cmd/engine/dama-engine.h"
#include "cmd/lib/inputs.h"
#include "core/base/outfile.h"
#include "core/base/signals.h"
#include "core/study/calibrate.h"

#include <math.h>
#include <stdio.h>

struct settings {
    const char *variant, *output, *state, *from;
    unsigned epochs, threads, hold_out, round;
    int64_t seed;
    double mix, trust, rate, steady, shrink, foresight;
    bool by_turn, quiet;
};

#define AT(field) OPTION_AT(struct settings, field)

static const struct option_row rows[] = {
    {"by-turn", 0, OPTION_FLAG, NULL, AT(by_turn),
     .help =
         "learn separate weights for the side that is not to move, also from positions in which it "
         "threatens to capture; the file is twice as large"},
    {"epochs", 0, OPTION_UNSIGNED, "N", AT(epochs), .min = 1, .max = 10000,
     .help = "number of passes over all games (default: 10)"},
    {"foresight", 0, OPTION_REAL, "SHARE", AT(foresight), .real_min = 0, .real_max = 0.99,
     .help = "mix each score with the later scores of its game and the result; each further ply "
             "counts SHARE times as much, 0 to 0.99 (default: 0)"},
    {"from", 0, OPTION_TEXT, "FILE", AT(from), .file = true,
     .help = "start from the weights in FILE instead of plain material"},
    {"hold-out", 0, OPTION_UNSIGNED, "PERCENT", AT(hold_out), .min = 1, .max = 50,
     .help = "hold out this share of the games for validation (default: 5)"},
    {"mix", 0, OPTION_REAL, "SHARE", AT(mix), .real_min = 0, .real_max = 1,
     .help = "weight of search scores against game results, 0 to 1 (default: 0.8)"},
    {"output", 'o', OPTION_TEXT, "FILE", AT(output), .file = true, .once = true,
     .help = "write the weights to FILE"},
    {"quiet", 'q', OPTION_FLAG, NULL, AT(quiet), .help = "do not print losses or the final table"},
    {"rate", 0, OPTION_REAL, "RATE", AT(rate), .real_min = 1e-6, .real_max = 10,
     .help = "initial learning rate (default: 0.2)"},
    {"round", 0, OPTION_UNSIGNED, "N", AT(round), .min = 1, .max = 100, .help = ROUND_HELP},
    {"seed", 0, OPTION_INT, "N", AT(seed), .max = INT64_MAX,
     .help = "random seed for the order of positions (default: 1)"},
    {"shrink", 0, OPTION_REAL, "RATE", AT(shrink), .real_min = 0, .real_max = 100,
     .help = "weight decay, towards the weights of --from (default: 0.01)"},
    {"state", 0, OPTION_TEXT, "FILE", AT(state), .file = true, .once = true,
     .help = "save the state of training to FILE, and continue from it"},
    {"steady", 0, OPTION_REAL, "SUM", AT(steady), .real_min = 0.001, .real_max = 1e9,
     .help =
         "hold back the weights of rare patterns: the sum of squared gradients that each begins "
         "with (default: 5)"},
    {"threads", 't', OPTION_UNSIGNED, "N", AT(threads), .min = 1, .max = 64,
     .help = "use N threads (default: 1); the weights do not depend on it"},
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
        .held = settings->hold_out,
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
    if ((options.from && weights_add_counts(rules, &from, err))
        || weights_new(rules, settings->by_turn ? 2 : 1, &weights, err)) {
        weights_free(&from);
        return -1;
    }
    int rc = train_run(rules, samples, &options, &weights, err);
    if (rc == 0) {
        weights_round(&weights, settings->round);
        rc = weights_save(&weights, settings->output, err);
        if (rc == 0 && !settings->quiet) {
            const struct samples held = samples_validation(samples);
            printf("a man is worth %.3f in log-odds (--trust)\n", (double)weights.wdl.trust);
            calibrate_print(rules, &held, &weights.wdl, stdout);
        }
    }
    weights_free(&from);
    weights_free(&weights);
    return rc;
}

/* Reads games, and learns from them. @return 0, 1 stopped, -1 with `err` */
static int learn(const struct settings *settings, const struct rules *rules, char *const *games,
                 int n, struct err *err)
{
    struct samples samples = {
        .with_threats = settings->by_turn,
        .trust = settings->trust,
        .foresight = settings->foresight,
        .stopped = signals_stopped,
    };
    int rc = dama_engine_read_samples(rules, games, n, &samples, err);
    if (rc == 0 && !settings->quiet)
        printf("%u games, %zu quiet positions\n", (unsigned)samples.games, samples.n);
    if (rc == 0)
        rc = train(settings, rules, &samples, err);
    samples_free(&samples);
    return rc;
}

/* Refuses to write `path` over a file that is read. */
static int check_output(const struct settings *settings, const char *path, char *const *games,
                        int n)
{
    const int status = input_check_output(settings->from, path);
    return status == EXIT_WELL ? inputs_check_output(games, n, path) : status;
}

static int check_outputs(const struct settings *settings, char *const *games, int n)
{
    if (settings->state && outfile_same(settings->state, settings->output)) {
        command_say("--output and --state are the same file: %s", settings->state);
        return EXIT_USAGE;
    }
    int status = check_output(settings, settings->output, games, n);
    return status == EXIT_WELL ? check_output(settings, settings->state, games, n) : status;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct settings settings = {.variant = "international",
                                .epochs = 10,
                                .threads = 1,
                                .hold_out = 5,
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
    if (!settings.output)
        return command_usage("--output is required: the file to write the weights to");
    if (check_outputs(&settings, argv + first, argc - first))
        return EXIT_USAGE;
    if (dama_engine_rules(settings.variant, &rules))
        return EXIT_USAGE;
    const int rc = learn(&settings, rules, argv + first, argc - first, &err);
    if (rc < 0)
        command_error(&err);
    if (rc > 0)
        command_say(settings.state ? "stopped; run the same command again to continue" : "stopped");
    return command_finish(rc < 0 ? EXIT_IO : rc > 0 ? EXIT_STOPPED : EXIT_WELL);
}

const struct command dama_engine_train = {
    .name = "train",
    .summary = "train weights on self-play games",
    .usage = "GAMES...",
    .rows = rows,
    .n_rows = OPTION_COUNT(rows),
    .operands_min = 1,
    .operands_max = OPERANDS_ANY,
    .files = true,
    .run = run,
};
