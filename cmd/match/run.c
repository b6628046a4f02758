// SPDX-License-Identifier: MIT
/* dama-match run: plays the match of a match file, or continues it. */
#include "cmd/lib/options.h"
#include "cmd/lib/terminal.h"
#include "cmd/match/dama-match.h"
#include "cmd/match/events.h"
#include "core/base/clock.h"
#include "core/base/deadline.h"
#include "core/base/lockfile.h"
#include "core/base/signals.h"
#include "match/config.h"
#include "match/manager.h"
#include "match/openings-files.h"
#include "match/pdn-log.h"
#include "match/schedule.h"
#include "match/transcripts.h"
#include "report/html-page.h"
#include "report/match-status.h"
#include "report/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct settings {
    bool check, dry_run, print_effective, quiet, verbose;
    int format;
    int64_t for_ms;
    const char *until, *transcripts;
};

enum format { TEXT, JSONL };
static const char *const formats[] = {"text", "jsonl", NULL};

static const struct option_row rows[] = {
    {"check", 0, OPTION_FLAG, NULL, OPTION_AT(struct settings, check),
     .help = "check the match file, and the files, folders and programs that it names, and exit"},
    {"dry-run", 0, OPTION_FLAG, NULL, OPTION_AT(struct settings, dry_run),
     .help = "print the schedule and exit"},
    {"for", 0, OPTION_TIME, "TIME", OPTION_AT(struct settings, for_ms), .min = 1,
     .max = 99 * (int64_t)86400000, .help = "start no new game after TIME"},
    {"format", 0, OPTION_CHOICE, "FORMAT", OPTION_AT(struct settings, format), .choices = formats,
     .help = "format of events on standard output"},
    {"print-effective", 0, OPTION_FLAG, NULL, OPTION_AT(struct settings, print_effective),
     .help = "print the complete configuration and exit"},
    {"quiet", 'q', OPTION_FLAG, NULL, OPTION_AT(struct settings, quiet),
     .help = "print neither messages about players nor the decision of the sequential test"},
    {"transcripts", 0, OPTION_TEXT, "DIR", OPTION_AT(struct settings, transcripts), .file = true,
     .once = true, .help = "record everything sent to and received from players"},
    {"until", 0, OPTION_TEXT, "TIME", OPTION_AT(struct settings, until),
     .help = "start no new game after a time of day (07:30) or a date and time "
             "(2026-05-01T07:30)"},
    {"verbose", 'v', OPTION_FLAG, NULL, OPTION_AT(struct settings, verbose),
     .help = "print a line for each game, and the standings at the end"},
};

/*
 * Finds the time after which no game begins: the earliest in the file or on the command line. A
 * date in the file may be in the past, as when cron runs it each night.
 * @return 0 or -1
 */
static int find_end(const struct settings *settings, const struct match_stop *stop,
                    struct deadline *until, struct err *err)
{
    const char *const times[] = {settings->until, stop->until};
    const int64_t spans[] = {settings->for_ms, stop->for_ms};
    struct err why = {0};
    *until = (struct deadline){0};
    for (int i = 0; i < 2; i++) {
        if (times[i] && deadline_add_time(until, times[i], i == 1, &why))
            return err_plain(err, "%s: %s", i ? "'until'" : "--until", why.msg);
        if (spans[i])
            deadline_add_span(until, clock_ms(), spans[i]);
    }
    return 0;
}

static int print_buffer(struct buffer *buf)
{
    const bool failed = buf->failed;
    const struct text text = buffer_text(buf);
    if (failed)
        command_say("out of memory");
    else
        fwrite(text.s, 1, text.n, stdout);
    buffer_fini(buf);
    return command_finish(failed ? EXIT_IO : EXIT_WELL);
}

/* The status of a match that cannot be played, unless a signal came while it was being checked. */
static int status_of_refusal(void) { return signals_stopped() ? EXIT_STOPPED : EXIT_USAGE; }

static int print_schedule(const struct match_config *config, struct arena *arena)
{
    struct results_match plan;
    struct buffer buf = {0};
    struct err err = {0};
    if (match_schedule_make(config, arena, &plan, &err)) {
        command_error(&err);
        return status_of_refusal();
    }
    match_schedule_print(&plan, &buf);
    return print_buffer(&buf);
}

static int status_of(enum manager_end end)
{
    switch (end) {
    case MANAGER_STOPPED:
    case MANAGER_UNTIL:
        return EXIT_STOPPED;
    case MANAGER_SUSPENDED:
        return EXIT_PEER;
    default:
        return EXIT_WELL;
    }
}

/* @param watched whether to report an expected end, too */
static void say_end(enum manager_end end, const struct results_progress *progress, bool watched)
{
    if (end == MANAGER_UNTIL && !watched)
        return;
    if (end == MANAGER_DONE && progress->games == 0)
        command_say("no games are left to play: all openings are retired");
    else if (end == MANAGER_STOPPED || end == MANAGER_UNTIL)
        command_say("stopped after %u of %u games; run the same command again to continue",
                    progress->finished, progress->games);
    else if (end == MANAGER_SUSPENDED)
        command_say("players failed too often; %u of %u games were played; run the same command "
                    "again to continue",
                    progress->finished, progress->games);
}

/* Everything that one run holds. */
struct running {
    const struct settings *settings;
    struct deadline until; /* no game begins after it */
    struct match_config config;
    struct arena arena;
    struct results *results;
    int64_t match;
    struct results_match schedule;
    struct match_tally *tally; /* while it is played, where a test may end it */
    struct events events;
    struct transcripts *transcripts;
};

struct sprt dama_match_test(const struct match_stop *stop)
{
    return (struct sprt){.elo0 = stop->elo0,
                         .elo1 = stop->elo1,
                         .alpha = stop->alpha,
                         .beta = stop->beta,
                         .normalized = stop->normalized};
}

/* Finds out where the match stands. @return 0, or -1 with `err` */
static int judge(const struct running *r, int64_t match, struct match_status *out, struct err *err)
{
    const struct match_stop *stop = &r->config.stop;
    const struct sprt sprt = dama_match_test(stop), *test = stop->sprt ? &sprt : NULL;
    if (r->tally)
        return match_tally_judge(r->tally, test, stop->alarm, out, err);
    return match_status_find(r->results, match, test, stop->alarm, out, err);
}

/* Whether the sequential test has reached a decision. As match_decision.is_decided. */
static bool is_decided(void *ctx, int64_t match)
{
    const struct running *r = ctx;
    struct match_status verdict;
    struct err err = {0};
    return judge(r, match, &verdict, &err) == 0 && verdict.sprt != SPRT_GOES_ON;
}

/* As manager_plan.enough. */
static bool enough(void *ctx) { return is_decided(ctx, ((const struct running *)ctx)->match); }

/*
 * Reports an alarm.
 * @return the exit status, which must differ from that of a run that simply ended on time
 */
static int say_alarm(const struct running *r, const struct match_status *v, int status)
{
    if (!v->alarm)
        return status;
    command_say("alarm: %s: the Elo of %s, %+.1f, 95 %% interval %+.1f to %+.1f, is below %+.1f",
                r->config.match.event, r->config.players[0].name, v->elo.value, v->elo.low,
                v->elo.high, r->config.stop.alarm);
    return status == EXIT_STOPPED ? EXIT_FOUND : command_worse(status, EXIT_FOUND);
}

/* Reports the decision about the match. @return the exit status */
static int say_verdict(struct running *r, int status, struct err *err)
{
    const struct match_stop *stop = &r->config.stop;
    struct match_status v;
    if (!stop->sprt && isnan(stop->alarm))
        return status;
    if (judge(r, r->match, &v, err))
        return EXIT_IO;
    if (v.sprt != SPRT_GOES_ON)
        events_decided(&r->events, v.elo, v.sprt == SPRT_ACCEPTS_1 ? "elo1" : "elo0");
    return say_alarm(r, &v, status);
}

/* Prints the table of players from the current store. @return 0, or -1 with `err` */
static int print_standings(const struct running *r, struct err *err)
{
    struct buffer buf = {0};
    struct report *report = NULL;
    if (report_make(r->results, r->match, &report, err))
        return -1;
    report_text_standings(&report->table, &buf);
    report_close(report);
    const bool failed = buf.failed;
    if (!failed)
        printf("\n%.*s", TEXT_ARGS(buffer_text(&buf)));
    buffer_fini(&buf);
    return failed ? err_memory(err) : 0;
}

/* Writes the page, if the match file asks for one. @return 0, or -1 with `err` */
static int write_page(const struct running *r, struct err *err)
{
    const struct sprt test = dama_match_test(&r->config.stop);
    const char *path = r->config.outputs.html;
    return path ? dama_match_write_page(r->results, r->match, &test, path, err) : 0;
}

static int play(struct running *r, struct err *err)
{
    const struct observer observer = events_observer(&r->events);
    struct manager_plan plan = {.settings = &r->config.match,
                                .players = r->config.players,
                                .schedule = &r->schedule,
                                .results = r->results,
                                .match = r->match,
                                .observers = &observer,
                                .n_observers = 1,
                                .host = {.rules = r->config.match.rules,
                                         .draws = r->config.match.draws,
                                         .seed = r->config.match.seed,
                                         .name = "dama " DAMA_VERSION},
                                .stop = signals_fd(),
                                .retire = r->config.openings.retire,
                                .until = r->until,
                                .enough = r->config.stop.sprt ? enough : NULL,
                                .warn = command_warn,
                                .ctx = r};
    enum manager_end end;
    struct results_progress progress;
    struct player_tap tap;
    if (r->transcripts) {
        tap = transcripts_tap(r->transcripts);
        plan.host.tap = &tap;
    }
    int rc = plan.enough ? match_tally_open(r->results, r->match, &r->tally, err) : 0;
    if (rc == 0)
        rc = manager_run(&plan, &end, err);
    match_tally_close(r->tally);
    r->tally = NULL;
    events_end(&r->events);
    if (rc || results_match_progress(r->results, r->match, &progress, err))
        return EXIT_IO;
    if (r->events.verbose && print_standings(r, err))
        return EXIT_IO;
    say_end(end, &progress, r->events.verbose || isatty(2));
    if (write_page(r, err))
        return EXIT_IO;
    return say_verdict(r, status_of(end), err);
}

/* Opens everything that a run needs besides the store. @return 0, or -1 with `err` */
static int open_outputs(struct running *r, struct err *err)
{
    const struct match_outputs *out = &r->config.outputs;
    r->events.jsonl = r->settings->format == JSONL;
    r->events.verbose = r->settings->verbose && !r->events.jsonl;
    r->events.quiet = r->settings->quiet;
    r->events.live = !r->settings->quiet && !r->events.verbose && terminal_shows_progress();
    r->events.config = &r->config;
    r->events.schedule = &r->schedule;
    r->events.results = r->results;
    r->events.match = r->match;
    if (dama_match_check_output(out->html, err) || dama_match_check_output(out->live, err))
        return -1; /* they are written too late to find out then */
    if (out->log && logfile_open(out->log, out->log_max, 2, &r->events.log, err))
        return -1;
    if (out->transcripts
        && transcripts_open(out->transcripts, out->transcripts_max, &r->transcripts, err))
        return -1;
    return out->pdn ? pdn_log_rewrite(r->results, r->match, out->pdn, err) : 0;
}

/* Says why nothing is played. If a match has ended well, cron need not send a mail each night. */
static void say_idle(const struct running *r, enum match_begun how)
{
    if (how == MATCH_RETIRED)
        command_say("no games are left to play: all openings are retired");
    else if (!r->settings->quiet && (r->events.verbose || isatty(2)))
        command_say("%s", how == MATCH_FINISHED ? "all games have been played"
                                                : "the sequential test has reached a decision");
}

/*
 * Makes up for steps before which the last run may have been killed, when nothing is played.
 * @return the exit status
 */
static int end_idle_run(struct running *r, enum match_begun how, struct err *err)
{
    struct match_status v;
    say_idle(r, how);
    if (write_page(r, err) || (!isnan(r->config.stop.alarm) && judge(r, r->match, &v, err)))
        return EXIT_IO;
    return isnan(r->config.stop.alarm) ? EXIT_WELL : say_alarm(r, &v, EXIT_WELL);
}

/* Begins a match, or finds the one to continue, and plays it. @return the exit status */
static int play_next(struct running *r, struct err *err)
{
    const struct match_decision decision = {r->config.stop.sprt ? is_decided : NULL, r};
    enum match_begun how;
    int rc =
        match_schedule_begin(r->results, &r->config, &decision, &r->arena, &r->match, &how, err);
    if (rc)
        return rc > 0 ? status_of_refusal() : EXIT_IO;
    if (how == MATCH_RETIRED) {
        say_idle(r, how);
        return EXIT_WELL;
    }
    if (results_match_load(r->results, r->match, &r->arena, &r->schedule, err)
        || open_outputs(r, err))
        return EXIT_IO;
    if (how == MATCH_NEW && !r->settings->quiet)
        dama_match_warn(&r->config, &r->schedule);
    if (how == MATCH_NEW || how == MATCH_CONTINUES)
        return play(r, err);
    return end_idle_run(r, how, err);
}

/* Runs with the lock held. @return the exit status; with `err` if something failed */
static int run_locked(struct running *r, struct err *err)
{
    if (results_open(r->config.outputs.store, RESULTS_WRITE, &r->results, err))
        return EXIT_IO;
    struct err lost = {0};
    int status = play_next(r, err);
    if (logfile_close(r->events.log, &lost) && status == EXIT_WELL)
        status = EXIT_IO; /* `events` has reported the reason */
    if (r->transcripts && transcripts_finish(r->transcripts, &lost)) {
        command_error(&lost);
        status = command_worse(status, EXIT_IO);
    }
    events_fini(&r->events);
    transcripts_close(r->transcripts);
    results_close(r->results);
    return status;
}

static int run_match(struct running *r)
{
    struct lockfile *lock = NULL;
    struct err err = {0};
    long holder;
    char *path = lockfile_name(r->config.outputs.store);
    int rc = path ? lockfile_open(path, &lock, &holder, &err) : err_memory(&err);
    if (rc > 0) {
        command_say("%s: in use by process %ld, which is playing a match", r->config.outputs.store,
                    holder);
        free(path);
        return EXIT_LATER;
    }
    int status = rc < 0 ? EXIT_IO : run_locked(r, &err);
    lockfile_close(lock);
    if (err.msg[0])
        command_error(&err);
    free(path);
    return command_finish(status);
}

/* Checks for things that would go wrong once the match has begun. @return 0, or -1 with `err` */
static int check_start(struct running *r, struct err *err)
{
    const char *log = r->config.outputs.pdn, *live = r->config.outputs.live;
    if (find_end(r->settings, &r->config.stop, &r->until, err))
        return -1;
    if (openings_check_outputs(&r->config, err))
        return -1;
    if ((log && pdn_log_check_place_growing(log, err))
        || (live && pdn_log_check_place_live(live, err)))
        return -1;
    return r->config.outputs.html ? html_page_check_place(r->config.outputs.html, err) : 0;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct settings settings = {0};
    struct running r = {.settings = &settings};
    struct err err = {0};
    int first, status;
    if (options_read(command, argc, argv, &settings, &first))
        return EXIT_USAGE;
    if (settings.quiet && settings.verbose)
        return command_usage("--quiet and --verbose cannot be combined");
    if (settings.dry_run && settings.format == JSONL)
        return command_usage("--dry-run cannot be combined with --format=jsonl");
    if (match_config_read(argv[first], &r.arena, &r.config, &err)) {
        command_error(&err);
        arena_fini(&r.arena);
        return EXIT_USAGE;
    }
    if (settings.transcripts)
        r.config.outputs.transcripts = settings.transcripts;
    if (settings.print_effective) {
        struct buffer buf = {0};
        match_config_print(&r.config, &buf);
        status = print_buffer(&buf);
    } else if (settings.dry_run) {
        status = print_schedule(&r.config, &r.arena);
    } else if (check_start(&r, &err)
               || (settings.check && dama_match_check(&r.config, &r.arena, &err))) {
        command_error(&err);
        status = status_of_refusal();
    } else if (settings.check) {
        status = EXIT_WELL;
    } else {
        status = run_match(&r);
    }
    arena_fini(&r.arena);
    return status;
}

const struct command dama_match_run = {
    .name = "run",
    .summary = "play a match, or continue one",
    .usage = "FILE.yaml",
    .rows = rows,
    .n_rows = OPTION_COUNT(rows),
    .operands_min = 1,
    .operands_max = 1,
    .files = true,
    .run = run,
};
