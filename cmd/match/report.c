// SPDX-License-Identifier: MIT
/* dama-match report: standings, crosstable, openings, reasons and clocks of a file of results. */
#include "report/report.h"

#include "cmd/lib/inputs.h"
#include "cmd/match/dama-match.h"
#include "core/base/compressor.h"
#include "core/base/outfile.h"
#include "match/config.h"
#include "match/pdn-log.h"
#include "report/html-page.h"
#include "report/match-status.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct settings {
    const char *output, *event, *title;
    int64_t match;
    unsigned boards;
    int format;
    bool last;
    struct sprt test; /* NAN: not given */
    double alarm;
};

#define AT(field) OPTION_AT(struct settings, field)

enum format { TEXT, CSV, JSONL, HTML, PDN };
enum { BOARDS_USUAL = 100, BOARDS_MAX = 100000, BOARDS_UNSET };
static const char *const formats[] = {"text", "csv", "jsonl", "html", "pdn", NULL};

static const struct option_row rows[] = {
    {"alarm", 0, OPTION_REAL, "ELO", AT(alarm), .real_min = -2000, .real_max = 2000,
     .help =
         "exit with status 1 if the whole 95 % interval of the first player, in the match chosen "
         "or else the newest, lies below ELO"},
    {"alpha", 0, OPTION_REAL, "P", AT(test.alpha), .real_min = 1e-6, .real_max = 0.49,
     .help = "probability of wrongly accepting --elo1 (default: that of the match)",
     .group = "Sequential test"},
    {"beta", 0, OPTION_REAL, "P", AT(test.beta), .real_min = 1e-6, .real_max = 0.49,
     .help = "probability of wrongly accepting --elo0 (default: that of the match)",
     .group = "Sequential test"},
    {"boards", 0, OPTION_UNSIGNED, "N", AT(boards), .max = BOARDS_MAX,
     .help = "include boards of the N newest games, to step through (default: 100)"},
    {"elo0", 0, OPTION_REAL, "ELO", AT(test.elo0), .real_min = -1000, .real_max = 1000,
     .help = "lower hypothesis of the test (default: that of the match; -20 if --elo1 or "
             "--normalized is given)",
     .group = "Sequential test"},
    {"elo1", 0, OPTION_REAL, "ELO", AT(test.elo1), .real_min = -1000, .real_max = 1000,
     .help = "upper hypothesis of the test (default: that of the match; 20 if --elo0 or "
             "--normalized is given)",
     .group = "Sequential test"},
    {"event", 0, OPTION_TEXT, "NAME", AT(event),
     .help = "report on the newest match of this event only"},
    {"format", 0, OPTION_CHOICE, "FORMAT", AT(format), .choices = formats,
     .help = "output format (default: by the name of --output, or text)"},
    {"last", 0, OPTION_FLAG, NULL, AT(last), .help = "report on the newest match only"},
    {"match", 0, OPTION_INT, "N", AT(match), .min = 1, .max = INT64_MAX,
     .help = "report on match N only"},
    {"normalized", 0, OPTION_FLAG, NULL, AT(test.normalized),
     .help = "read --elo0 and --elo1 as normalized Elo", .group = "Sequential test"},
    {"output", 'o', OPTION_TEXT, "FILE", AT(output), .file = true, .once = true,
     .help = "write to FILE"},
    {"title", 0, OPTION_TEXT, "TEXT", AT(title),
     .help = "heading of the page (default: the event) or of the text (default: none)"},
};

static int choose_match(struct settings *settings, struct results *results, struct err *err)
{
    if (!settings->last && !settings->event)
        return 0;
    int found = results_match_find(results, settings->event, &settings->match, err);
    if (found == 0)
        return err_plain(err, "contains no match%s%s", settings->event ? " of the event " : "",
                         settings->event ? settings->event : "");
    return found < 0 ? -1 : 0;
}

static bool has_hypotheses(const struct sprt *test)
{
    return !isnan(test->elo0) || !isnan(test->elo1) || test->normalized;
}

/* @return whether it could be read; a later version may have written something else */
static bool read_own_test(const struct results_match *match, struct arena *arena, struct sprt *out)
{
    struct match_stop stop;
    struct err err = {0};
    if (match_config_read_stop(match->config, arena, &stop, &err))
        return false;
    *out = dama_match_test(&stop);
    return true;
}

/* Fills in what was not given: of a single match, by its own test; else by the usual one. */
static int complete_test(struct sprt *test, const struct report *report, struct results *results,
                         struct err *err)
{
    struct sprt usual = SPRT_OVERNIGHT, own = usual;
    struct arena arena = {0};
    struct results_match match;
    int rc = report->n_matches != 1
                 ? 0
                 : results_match_load(results, report->matches[0].id, &arena, &match, err);
    if (rc == 0 && report->n_matches == 1 && !read_own_test(&match, &arena, &own)
        && !has_hypotheses(test))
        command_say("the sequential test of match %lld cannot be read; the usual one is used",
                    (long long)report->matches[0].id);
    if (has_hypotheses(test))
        own = (struct sprt){usual.elo0, usual.elo1, own.alpha, own.beta, test->normalized};
    test->normalized = own.normalized;
    test->elo0 = isnan(test->elo0) ? own.elo0 : test->elo0;
    test->elo1 = isnan(test->elo1) ? own.elo1 : test->elo1;
    test->alpha = isnan(test->alpha) ? own.alpha : test->alpha;
    test->beta = isnan(test->beta) ? own.beta : test->beta;
    arena_fini(&arena);
    return rc;
}

static int make(const struct settings *settings, struct results *results, struct buffer *out,
                struct err *err)
{
    struct report_options options = {
        .title = settings->title, .sprt = settings->test, .games = settings->boards};
    struct report *report = NULL;
    int rc = report_make(results, settings->match, &report, err);
    if (rc || (rc = complete_test(&options.sprt, report, results, err)))
        goto done;
    switch (settings->format) {
    case CSV:
        report_csv(report, &options, out);
        break;
    case JSONL:
        report_jsonl(report, &options, out);
        break;
    case HTML:
        rc = report_html(report, &options, results, out, err);
        break;
    default:
        report_text(report, &options, out);
        break;
    }
done:
    report_close(report);
    return rc == 0 && out->failed ? err_memory(err) : rc;
}

static int write_log(const struct settings *settings, struct results *results, struct err *err)
{
    int64_t match = settings->match;
    int found = match ? 1 : results_match_find(results, NULL, &match, err);
    if (found == 0)
        return err_plain(err, "contains no match");
    if (found < 0)
        return -1;
    if (settings->output)
        return pdn_log_rewrite(results, match, settings->output, err);
    return pdn_log_write(results, match, stdout, err) < 0 ? -1 : 0;
}

/* Checks that a page or a log only replaces one made by dama. @return 0, or -1 with `err` */
static int check_place(const struct settings *settings, struct err *err)
{
    if (!settings->output || (settings->format != PDN && settings->format != HTML))
        return 0;
    return settings->format == PDN ? pdn_log_check_place(settings->output, err)
                                   : html_page_check_place(settings->output, err);
}

/*
 * A file appears complete or not at all; failures of standard output are reported once, at the end.
 */
static int write_report(const struct settings *settings, struct results *results, struct err *err)
{
    struct buffer out = {0};
    struct outfile *file = NULL;
    if (settings->format == PDN)
        return write_log(settings, results, err);
    int rc = make(settings, results, &out, err);
    if (rc == 0 && !settings->output) {
        fwrite(out.s, 1, out.n, stdout);
    } else if (rc == 0 && (rc = outfile_open(settings->output, &file, err)) == 0) {
        fwrite(out.s, 1, out.n, outfile_stream(file));
        rc = outfile_finish(&file, err);
    }
    outfile_close(file);
    buffer_fini(&out);
    return rc;
}

static int look_for_alarm(const struct settings *settings, struct results *results, int *status,
                          struct err *err)
{
    struct match_status verdict;
    int64_t match = settings->match;
    if (isnan(settings->alarm))
        return 0;
    if (!match && results_match_find(results, NULL, &match, err) < 0)
        return -1;
    if (!match)
        return 0;
    if (match_status_find(results, match, NULL, settings->alarm, &verdict, err))
        return -1;
    if (verdict.alarm) {
        command_say("alarm: Elo %+.1f, 95 %% interval %+.1f to %+.1f, is below %+.1f",
                    verdict.elo.value, verdict.elo.low, verdict.elo.high, settings->alarm);
        *status = EXIT_FOUND;
    }
    return 0;
}

int dama_match_write_page(struct results *results, int64_t match, const struct sprt *test,
                          const char *path, struct err *err)
{
    const struct settings settings = {
        .match = match, .output = path, .format = HTML, .boards = BOARDS_USUAL, .test = *test};
    return write_report(&settings, results, err);
}

/* Whether the lower hypothesis is the lower one; the usual one stands for what was not given. */
static bool are_in_order(const struct sprt *test)
{
    const struct sprt usual = SPRT_OVERNIGHT;
    return (isnan(test->elo0) ? usual.elo0 : test->elo0)
           < (isnan(test->elo1) ? usual.elo1 : test->elo1);
}

/* Refuses options that the format cannot show. @return an exit status */
static int check_format(const struct settings *settings)
{
    const struct sprt *test = &settings->test;
    const bool tests = has_hypotheses(test) || !isnan(test->alpha) || !isnan(test->beta);
    if (settings->boards != BOARDS_UNSET && settings->format != HTML)
        return command_usage("--boards requires --format=html");
    if (settings->title && settings->format != HTML && settings->format != TEXT)
        return command_usage("--title requires --format=text or html");
    if (tests && settings->format == PDN)
        return command_usage(
            "--elo0, --elo1, --alpha, --beta and --normalized cannot be combined with "
            "--format=pdn");
    return EXIT_WELL;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct settings settings = {.format = -1,
                                .boards = BOARDS_UNSET,
                                .test = {(double)NAN, (double)NAN, (double)NAN, (double)NAN, false},
                                .alarm = (double)NAN};
    struct results *results = NULL;
    struct err err = {0};
    int first, status = EXIT_WELL;
    if (options_read(command, argc, argv, &settings, &first))
        return EXIT_USAGE;
    if (!are_in_order(&settings.test))
        return command_usage("--elo1 must be larger than --elo0");
    if (settings.match && (settings.last || settings.event))
        return command_usage("--match and --%s cannot be combined",
                             settings.last ? "last" : "event");
    const struct text path = text_of(argv[first]);
    if (text_ends_in(path, ".yaml") || text_ends_in(path, ".yml"))
        return command_usage("%s is a match file; name its results file ('output: store')",
                             argv[first]);
    if (input_check_output(argv[first], settings.output))
        return EXIT_USAGE;
    if (settings.format < 0
        && (settings.format = option_format_of("--format", settings.output, formats, TEXT)) < 0)
        return EXIT_USAGE;
    if (check_format(&settings))
        return EXIT_USAGE;
    if (settings.boards == BOARDS_UNSET)
        settings.boards = BOARDS_USUAL;
    if (check_place(&settings, &err)) {
        command_error(&err);
        return EXIT_USAGE;
    }
    if (results_open(argv[first], RESULTS_READ, &results, &err)
        || choose_match(&settings, results, &err) || write_report(&settings, results, &err)
        || look_for_alarm(&settings, results, &status, &err)) {
        if (!err.at.file)
            err.at.file = argv[first];
        command_error(&err);
        status = EXIT_IO;
    }
    int why = errno; /* of standard output, for command_finish */
    results_close(results);
    errno = why;
    return command_finish(status);
}

const struct command dama_match_report = {
    .name = "report",
    .summary = "print standings, crosstable, openings, reasons and clocks",
    .usage = "RESULTS",
    .rows = rows,
    .n_rows = OPTION_COUNT(rows),
    .operands_min = 1,
    .operands_max = 1,
    .files = true,
    .notes = "Examples:\n"
             "  dama-match report night.db\n"
             "  dama-match report -o night.html night.db\n"
             "  dama-match report --last --alarm -10 nightly.db",
    .run = run,
};
