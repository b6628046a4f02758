// SPDX-License-Identifier: MIT
/*
 * A search is a dialogue in which we wait only for the program and the clock:
 *
 *     hub ──▶ wait, parameters, init ──▶ ready     pos, level, go ──▶ info ... done     pos ...
 */
#include "match/hub-program.h"

#include "core/base/clock.h"
#include "match/link/process-lines.h"
#include "match/protocol/hub-driver.h"
#include "match/protocol/hub-variant.h"
#include "match/protocol/hub.h"
#include "match/protocol/wire.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINES_MAX = 1000000, /* in one search */
    ASK_MS = 200,        /* between two checks whether to stop, while it gets ready */
    SILENT_MS = 60000,
    LATE_MS = 1000, /* after its time is over, before it is told to stop */
    STOP_MS = 5000, /* to answer after that */
    ENDED_MS = 100, /* between the end of its output and that of its process */
};

struct hub_program {
    const struct hub_engine_settings *settings;
    const struct rules *rules;
    struct hub_stop *stop;
    struct process_lines lines;
    unsigned version; /* 0 unknown */
    struct hub_support variant;
    bool has_threads;
    bool *declared;      /* whether it has each of settings->parameters */
    char complaint[128]; /* its last error message during this search, or while it gets ready */
};

/* ---- lines ---- */

/* Says what happened to a program whose output has ended. @return -1 */
static int tell_gone(struct hub_program *p, const char *why, struct err *err)
{
    char how[64];
    if (process_wait_end(p->lines.process, ENDED_MS, how))
        return err_plain(err, "the engine terminated (%s)", how);
    return err_plain(err, "the engine: %s", why);
}

static int flush(struct hub_program *p, struct err *err)
{
    struct err why = {0};
    return process_lines_send(&p->lines, &why) ? tell_gone(p, why.msg, err) : 0;
}

/*
 * Waits for a line.
 * @param line valid until the next call
 * @return 1, 0 if none came until `by`, or if it was stopped and is `stoppable`, -1 with `err`
 */
static int wait_line(struct hub_program *p, bool stoppable, int64_t by, struct text *line,
                     struct err *err)
{
    while (!process_lines_next(&p->lines, line)) {
        struct pollfd fds[LINK_FDS + 1];
        struct err why = {0};
        int64_t until = by;
        if (clock_ms() >= by || (stoppable && atomic_load(&p->stop->asked)))
            return 0;
        unsigned n = process_lines_wait(&p->lines, fds, &until);
        fds[n] = (struct pollfd){.fd = stoppable ? p->stop->waker.read : -1, .events = POLLIN};
        poll_until(fds, n + 1, until);
        if (stoppable)
            waker_clear(&p->stop->waker);
        if (flush(p, err))
            return -1;
        if (process_lines_receive(&p->lines, &why) < 0)
            return tell_gone(p, why.msg, err);
    }
    return 1;
}

static int say(struct hub_program *p, const char *line, struct err *err)
{
    buffer_add_string(&p->lines.out, line);
    buffer_add_char(&p->lines.out, '\n');
    return flush(p, err);
}

/* ---- getting ready ---- */

static int say_parameters(struct hub_program *p, unsigned threads, struct err *err)
{
    const struct hub_engine_settings *s = p->settings;
    char word[16];
    if (p->variant.has_parameter && p->rules) {
        hub_add_parameter(&p->lines.out, p->version, "variant", hub_variant(p->rules));
        buffer_add_char(&p->lines.out, '\n');
    }
    if (p->has_threads && threads) {
        snprintf(word, sizeof word, "%u", threads);
        hub_add_parameter(&p->lines.out, p->version, "threads", word);
        buffer_add_char(&p->lines.out, '\n');
    }
    for (unsigned i = 0; i < s->n_parameters; i++) {
        hub_add_parameter(&p->lines.out, p->version, s->parameters[i].name, s->parameters[i].value);
        buffer_add_char(&p->lines.out, '\n');
    }
    return say(p, "init", err);
}

static int64_t silence_limit(const struct hub_program *p)
{
    return p->settings->silent_ms ? p->settings->silent_ms : SILENT_MS;
}

static void take_declaration(struct hub_program *p, const struct hub_answer *answer)
{
    const struct hub_engine_settings *s = p->settings;
    if (p->rules)
        hub_declare_support(&p->variant, answer, p->rules);
    p->has_threads |= text_is(answer->text, "threads");
    for (unsigned i = 0; i < s->n_parameters; i++)
        p->declared[i] |= text_is(answer->text, s->parameters[i].name);
}

static void take_ready_line(struct hub_program *p, const struct hub_answer *answer)
{
    p->version = p->version ? p->version : answer->version;
    if (answer->kind == HUB_PARAMETER)
        take_declaration(p, answer);
    else if (answer->kind == HUB_ERROR && !*p->complaint) /* the first is the cause of others */
        hub_printable(answer->text, p->complaint, sizeof p->complaint);
}

/* Reads lines up to one of the given kind. @return 0, or -1 with `err` */
static int await(struct hub_program *p, enum hub_answer_kind kind, int64_t by, struct err *err)
{
    for (;;) {
        struct text line;
        struct hub_answer answer;
        int64_t now = clock_ms(), soon = now + ASK_MS;
        int rc = wait_line(p, false, soon < by ? soon : by, &line, err);
        if (rc < 0)
            return -1;
        if (rc > 0) {
            hub_read_answer(p->version, line, &answer);
            take_ready_line(p, &answer);
            if (answer.kind == kind)
                return 0;
        }
        if (clock_ms() >= by || hub_engine_should_stop(p->settings))
            return err_plain(err, "the engine did not get ready: it has not sent '%s'%s%s",
                             kind == HUB_WAIT ? "wait" : "ready",
                             *p->complaint ? "; it said: " : "", p->complaint);
    }
}

/*
 * Checks whether the program has the parameters that are to be set: with other settings than the
 * user thinks, its results are worthless. Version 1 does not declare parameters.
 */
static int check_declared(const struct hub_program *p, struct err *err)
{
    const struct hub_engine_settings *s = p->settings;
    for (unsigned i = 0; p->version == 2 && i < s->n_parameters; i++)
        if (!p->declared[i])
            return err_plain(err, "the engine has no parameter '%.60s'", s->parameters[i].name);
    return 0;
}

/* Sends the parameters and waits until they are accepted. @return 0, or -1 with `err` */
static int set_parameters(struct hub_program *p, unsigned threads, struct err *err)
{
    p->complaint[0] = '\0';
    if (check_declared(p, err) || say_parameters(p, threads, err)
        || await(p, HUB_READY, clock_ms() + silence_limit(p), err))
        return -1;
    return p->settings->n_parameters && *p->complaint
               ? err_plain(err, "the engine refused its parameters: %s", p->complaint)
               : 0;
}

/* @return as hub_program_open */
static int get_ready(struct hub_program *p, unsigned threads, struct err *err)
{
    const struct process_plan plan = {.command = p->settings->command, .talks = true};
    if (process_open(&plan, &p->lines.process, err) || say(p, "hub", err)
        || await(p, HUB_WAIT, clock_ms() + silence_limit(p), err))
        return -1;
    p->version = p->version ? p->version : 2;
    if (p->rules && !hub_supports(&p->variant, p->rules)) {
        err_plain(err, "the engine does not play %s", rules_spelling(p->rules));
        return 1;
    }
    return set_parameters(p, threads, err);
}

int hub_program_open(const struct hub_engine_settings *settings, const struct rules *rules,
                     unsigned threads, struct hub_stop *stop, struct hub_program **out,
                     struct err *err)
{
    struct hub_program *p = calloc(1, sizeof *p);
    if (!p)
        return err_memory(err);
    p->settings = settings;
    p->rules = rules;
    p->stop = stop;
    p->declared = calloc(settings->n_parameters + 1, sizeof *p->declared);
    int rc = p->declared ? get_ready(p, threads, err) : err_memory(err);
    if (rc) {
        hub_program_close(p, 0);
        return rc;
    }
    *out = p;
    return 0;
}

void hub_program_close(struct hub_program *p, int64_t grace)
{
    struct err err = {0};
    if (!p)
        return;
    if (p->lines.process && grace)
        link_write(process_link(p->lines.process), "quit\n", 5, &err);
    process_close(p->lines.process, grace);
    process_lines_fini(&p->lines);
    free(p->declared);
    free(p);
}

/* ---- a search ---- */

static struct hub_level level_of(const struct engine_limits *l)
{
    struct hub_level level = {.depth = l->depth, .nodes = l->nodes};
    if (l->infinite)
        return level;
    if (l->nodes) {
        level.limit = HUB_NODES;
    } else if (l->depth) {
        level.limit = HUB_DEPTH;
    } else if (l->move_ms) {
        level.limit = HUB_MOVE_TIME;
        level.time = l->move_ms;
    } else if (l->clock_ms) {
        level.limit = HUB_CLOCK;
        level.moves = l->moves;
        level.time = l->clock_ms;
        level.inc = l->inc_ms;
    }
    return level;
}

static int ask(struct hub_program *p, const struct hub_question *q, bool is_new, struct err *err)
{
    const struct hub_level level = level_of(q->limits);
    if (is_new)
        buffer_add_string(&p->lines.out, p->version == 1 ? "new\n" : "new-game\n");
    hub_add_position(&p->lines.out, p->version, p->rules, q->start, q->moves, q->n);
    buffer_add_char(&p->lines.out, '\n');
    hub_add_level(&p->lines.out, p->version, &level);
    buffer_add_char(&p->lines.out, '\n');
    if (p->lines.out.failed)
        return err_memory(err);
    return say(p, p->version == 1 ? "analyse" : "go analyze", err);
}

static void take_info(struct hub_found *found, const struct hub_answer *answer)
{
    found->has_score |= answer->has_score;
    found->score = answer->has_score ? answer->score : found->score;
    found->depth = answer->has_depth ? answer->depth : found->depth;
    found->nodes = answer->has_nodes ? answer->nodes : found->nodes;
    if (answer->pv.n) {
        buffer_clear(&found->pv);
        buffer_add_text(&found->pv, answer->pv);
    }
}

/* Takes the move of "done", which must be legal. */
static int take_move(const struct hub_program *p, const struct position *pos, struct text word,
                     struct hub_found *found, struct err *err)
{
    struct wire_move wire;
    struct err why = {0};
    if (!word.n)
        return err_plain(err, "the engine gave no move%s%s", *p->complaint ? ": " : "",
                         p->complaint);
    if (wire_read_hub(word, &wire, &why)
        || wire_find_move(p->rules, pos, &wire, &found->move, NULL, &why))
        return err_plain(err, "the engine played %.*s: %s", word.n < 40 ? (int)word.n : 40, word.s,
                         why.msg);
    return 0;
}

/*
 * Keeps an error message of the program.
 * @return 0, or -1 with `err`: it is searching another position
 */
static int complained(struct hub_program *p, struct text text, struct err *err)
{
    hub_printable(text, p->complaint, sizeof p->complaint);
    return hub_refuses_position(text)
               ? err_plain(err, "the engine refused the position: %s", p->complaint)
               : 0;
}

static int tell_no_move(const struct hub_program *p, struct err *err, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* Says why no move came: in the program's own words, if it has complained. @return -1 */
static int tell_no_move(const struct hub_program *p, struct err *err, const char *format, ...)
{
    char why[100];
    va_list args;
    if (*p->complaint)
        return err_plain(err, "no move came; the engine said: %s", p->complaint);
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    return err_plain(err, "%s", why);
}

/* Whether the limits that we enforce ourselves have been reached. */
static bool is_enough(const struct hub_program *p, const struct engine_limits *limits,
                      const struct hub_found *found, int64_t stop_at)
{
    return (!limits->infinite && p->version == 1 && limits->nodes && found->nodes >= limits->nodes)
           || clock_ms() >= stop_at || atomic_load(&p->stop->asked);
}

/*
 * When to tell the program to stop. If time is its only limit, it should have stopped by itself
 * before that.
 */
static int64_t stop_time(const struct engine_limits *limits, int64_t now)
{
    bool other = limits->nodes || limits->depth;
    if (limits->infinite || !limits->move_ms)
        return INT64_MAX;
    return now + limits->move_ms + (other ? 0 : LATE_MS);
}

/*
 * When a program that says nothing from now on counts as silent. If time is its only limit, all of
 * it may pass in one depth, of which there is nothing to report.
 */
static int64_t silence_end(const struct hub_program *p, const struct engine_limits *limits,
                           int64_t began)
{
    const int64_t now = clock_ms();
    const int64_t thinks_until = limits->nodes || limits->depth ? now : began + limits->move_ms;
    return (now > thinks_until ? now : thinks_until) + silence_limit(p);
}

/* Reads lines until the program names its move. @return 0, or -1 with `err` */
static int listen_to(struct hub_program *p, const struct hub_question *q, struct hub_found *found,
                     struct err *err)
{
    const struct engine_limits *limits = q->limits;
    int64_t began = clock_ms(), stop_at = stop_time(limits, began), stopped_by = 0;
    int64_t silent_at = silence_end(p, limits, began);
    for (unsigned lines = 0; lines < LINES_MAX;) {
        struct text line;
        struct hub_answer answer;
        if (!stopped_by && is_enough(p, limits, found, stop_at)) {
            stopped_by = clock_ms() + STOP_MS;
            if (say(p, "stop", err))
                return -1;
        }
        int64_t by = stopped_by ? stopped_by : stop_at < silent_at ? stop_at : silent_at;
        int rc = wait_line(p, !stopped_by, by, &line, err);
        if (rc < 0)
            return -1;
        if (rc == 0) {
            if (stopped_by && clock_ms() >= stopped_by)
                return tell_no_move(p, err, "the engine did not stop when told to");
            if (!stopped_by && clock_ms() >= silent_at)
                return tell_no_move(p, err, "the engine sent nothing for %.4g s",
                                    (double)silence_limit(p) / 1000);
            continue;
        }
        lines++;
        hub_read_answer(p->version, line, &answer);
        if (answer.kind == HUB_INFO || answer.kind == HUB_ERROR)
            silent_at = silence_end(p, limits, began);
        if (answer.kind == HUB_INFO)
            take_info(found, &answer);
        else if (answer.kind == HUB_ERROR && complained(p, answer.text, err))
            return -1;
        else if (answer.kind == HUB_DONE)
            return take_move(p, &q->pos, answer.text, found, err);
    }
    return err_plain(err, "the engine keeps sending lines but no move");
}

int hub_program_search(struct hub_program *p, const struct hub_question *q, bool is_new,
                       struct hub_found *found, struct err *err)
{
    p->complaint[0] = '\0';
    return ask(p, q, is_new, err) || listen_to(p, q, found, err) ? -1 : 0;
}
