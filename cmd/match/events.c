// SPDX-License-Identifier: MIT
/*
 * The live line has no line end: it is erased before anything else is printed, and comes back with
 * the next finished game, at most five times a second. A repeated message is printed once and then
 * counted.
 */
#include "cmd/match/events.h"

#include "cmd/lib/command.h"
#include "cmd/lib/terminal.h"
#include "cmd/match/live-line.h"
#include "core/base/clock.h"
#include "core/base/outfile.h"
#include "core/base/printable.h"
#include "match/pdn-log.h"
#include "pdn/pdn.h"
#include "report/escape.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LIVE_EVERY_MS = 200 };

/* ---- objects a line ---- */

static void add_json(struct buffer *buf, const char *key, const char *value)
{
    buffer_printf(buf, "%s\"%s\":", buf->n > 1 ? "," : "", key);
    escape_json(buf, text_of(value));
}

static void add_json_number(struct buffer *buf, const char *key, int64_t value)
{
    buffer_printf(buf, "%s\"%s\":%lld", buf->n > 1 ? "," : "", key, (long long)value);
}

static void begin_object(struct events *e, const char *kind)
{
    buffer_clear(&e->buf);
    buffer_add_char(&e->buf, '{');
    add_json(&e->buf, "kind", kind);
}

/* Nothing more is printed to a reader that has stopped or left: each write would wait again. */
static void end_object(struct events *e)
{
    buffer_add_string(&e->buf, "}\n");
    if (ferror(stdout))
        return;
    fwrite(e->buf.s, 1, e->buf.n, stdout);
    fflush(stdout);
}

/* ---- lines for people ---- */

static void clear_live(struct events *e)
{
    if (e->shown)
        terminal_erase_line();
    e->shown = false;
}

static void say_repeats(struct events *e)
{
    if (e->repeats == 1)
        command_say("the last message was repeated once");
    else if (e->repeats)
        command_say("the last message was repeated %u times", e->repeats);
    e->repeats = 0;
}

static void log_line(struct events *e, const char *line)
{
    struct err err = {0};
    if (!e->log || logfile_line(e->log, line, &err) == 0)
        return;
    clear_live(e);
    command_say("%s: %s; nothing more is logged", e->config->outputs.log, err.msg);
}

static void say(struct events *e, const char *format, ...) PRINTF_LIKE(2, 3);

/* Prints a message once, however often it is repeated in a row. */
static void say(struct events *e, const char *format, ...)
{
    char line[512];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    log_line(e, line);
    if (e->quiet)
        return;
    if (strcmp(line, e->last) == 0) {
        e->repeats++;
        return;
    }
    clear_live(e);
    say_repeats(e);
    snprintf(e->last, sizeof e->last, "%s", line);
    command_say("%s", line);
}

static const char *name_of(const struct events *e, unsigned player)
{
    return e->schedule->players[player].name;
}

/* ---- the observer ---- */

static void started(void *ctx, const struct observer_game *game)
{
    struct events *e = ctx;
    if (!e->jsonl)
        return;
    begin_object(e, "started");
    add_json_number(&e->buf, "pair", game->pair->number);
    add_json_number(&e->buf, "game", game->game);
    add_json(&e->buf, "white", game->white);
    add_json(&e->buf, "black", game->black);
    add_json(&e->buf, "opening", game->pair->opening);
    end_object(e);
}

/* Writes the game in progress, as a complete file, to the place where broadcasters look for it. */
static int write_live(struct events *e, const struct results_game *so_far, int64_t number,
                      struct err *err)
{
    const char *path = e->config->outputs.live;
    struct game game = {0};
    struct outfile *file = NULL;
    struct arena arena = {0};
    game.arena = &arena;
    buffer_clear(&e->buf);
    int rc = results_game_make(e->schedule, so_far, number, &game, err);
    if (rc == 0)
        rc = pdn_write(&game, NULL, &e->buf, err);
    if (rc == 0)
        rc = outfile_open(path, &file, err);
    if (rc == 0) {
        outfile_skip_sync(file); /* it would hold up all games, at every move */
        fwrite(e->buf.s, 1, e->buf.n, outfile_stream(file));
        rc = outfile_finish(&file, err);
    }
    arena_fini(&arena);
    return rc;
}

static void moved(void *ctx, const struct observer_game *game)
{
    struct events *e = ctx;
    struct err err = {0};
    if (e->config->outputs.live && game->slot == 0) {
        e->live_pair = game->pair->number;
        e->live_game = game->game;
        if (write_live(e, &game->so_far, 0, &err))
            say(e, "%s: %s", e->config->outputs.live, err.msg);
    }
    if (!e->jsonl)
        return;
    begin_object(e, "moved");
    add_json_number(&e->buf, "pair", game->pair->number);
    add_json_number(&e->buf, "game", game->game);
    add_json_number(&e->buf, "plies", game->so_far.n);
    end_object(e);
}

static void show_live(struct events *e, const struct live_line *line)
{
    clear_live(e);
    buffer_clear(&e->buf);
    live_line_add(&e->buf, line, terminal_columns(stderr) - 1); /* the last one is for the cursor */
    fwrite(e->buf.s, 1, e->buf.n, stderr);
    fflush(stderr);
    e->shown = true;
    e->shown_at = clock_ms();
}

static void tell_finished(struct events *e, int64_t number, const struct results_game *game,
                          const struct observer_progress *progress)
{
    const struct rules *rules = e->config->match.rules;
    bool white_begins = rules->first == WHITE; /* results begin with the side that moves first */
    char which[32], how[400], done[32], line[600];
    const struct live_line live = {which,
                                   {name_of(e, white_begins ? game->white : game->black),
                                    name_of(e, white_begins ? game->black : game->white)},
                                   result_write(rules, game->result),
                                   how,
                                   done};
    snprintf(which, sizeof which, "game %lld", (long long)number);
    snprintf(how, sizeof how, "%s after %u plies%s%s%s", game->reason, game->n,
             *game->detail ? ": " : "", game->detail, game->counts ? "" : "; to be replayed");
    snprintf(done, sizeof done, "%u of %u", progress->finished, progress->games);
    snprintf(line, sizeof line, "%s: %s - %s %s, %s (%s)", which, live.name[0], live.name[1],
             live.result, how, done);
    log_line(e, line);
    if (e->verbose) {
        clear_live(e);
        printable_fprintf(stdout, "%s", line);
        putchar('\n');
        fflush(stdout);
    }
    if (e->live
        && (clock_ms() - e->shown_at > LIVE_EVERY_MS || progress->finished == progress->games))
        show_live(e, &live);
}

static int finished(void *ctx, int64_t number, const struct results_game *game,
                    const struct observer_progress *progress, struct err *err)
{
    struct events *e = ctx;
    const struct match_outputs *out = &e->config->outputs;
    struct err live_err = {0};
    tell_finished(e, number, game, progress);
    if (e->jsonl) {
        begin_object(e, "finished");
        add_json_number(&e->buf, "number", number);
        add_json_number(&e->buf, "pair", game->pair);
        add_json_number(&e->buf, "game", game->game);
        add_json_number(&e->buf, "attempt", game->attempt);
        add_json(&e->buf, "white", name_of(e, game->white));
        add_json(&e->buf, "black", name_of(e, game->black));
        add_json(&e->buf, "result", result_write(e->config->match.rules, game->result));
        add_json(&e->buf, "reason", game->reason);
        add_json(&e->buf, "detail", game->detail);
        add_json_number(&e->buf, "plies", game->n);
        add_json_number(&e->buf, "counts", game->counts);
        end_object(e);
    }
    if (out->live && game->pair == e->live_pair && game->game == e->live_game
        && write_live(e, game, number, &live_err)) /* that is no reason to end the match */
        say(e, "%s: %s", out->live, live_err.msg);
    if (out->pdn && pdn_log_append(e->results, e->match, e->schedule, number, out->pdn, err))
        return -1;
    return 0;
}

static void incident(void *ctx, const char *player, const char *kind, const char *detail)
{
    struct events *e = ctx;
    if (e->jsonl) {
        begin_object(e, "incident");
        add_json(&e->buf, "player", player);
        add_json(&e->buf, "what", kind);
        add_json(&e->buf, "detail", detail);
        end_object(e);
    }
    if (strcmp(kind, "connected") == 0 || strcmp(kind, "disconnected") == 0
        || strcmp(kind, "note") == 0) {
        char line[512];
        snprintf(line, sizeof line, "%s %s%s%s", player, kind, *detail ? ": " : "", detail);
        log_line(e, line);
    } else if (strcmp(kind, "warning") == 0) {
        say(e, "warning: %s: %s", player, detail);
    } else {
        say(e, "%s %s: %s", player, strcmp(kind, "suspended") == 0 ? "was suspended" : kind,
            detail);
    }
}

struct observer events_observer(struct events *events)
{
    return (struct observer){.ctx = events,
                             .started = started,
                             .moved = moved,
                             .finished = finished,
                             .incident = incident};
}

void events_end(struct events *events)
{
    clear_live(events);
    say_repeats(events);
}

void events_fini(struct events *events) { buffer_fini(&events->buf); }

static void add_json_elo(struct buffer *buf, const char *key, double elo)
{
    buffer_printf(buf, ",\"%s\":%.1f", key, elo);
}

void events_decided(struct events *e, struct interval elo, const char *accepted)
{
    const char *event = e->config->match.event;
    if (e->jsonl) {
        begin_object(e, "decided");
        add_json(&e->buf, "event", event);
        add_json(&e->buf, "accepted", accepted);
        add_json_elo(&e->buf, "elo", elo.value);
        add_json_elo(&e->buf, "elo_low", elo.low);
        add_json_elo(&e->buf, "elo_high", elo.high);
        end_object(e);
    } else if (!e->quiet) {
        printable_fprintf(stdout, "%s: Elo %+.1f (%+.1f to %+.1f), the sequential test accepts %s",
                          event, elo.value, elo.low, elo.high, accepted);
        putchar('\n');
    }
}
