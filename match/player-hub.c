// SPDX-License-Identifier: MIT
/*
 * A player that is a program speaking Hub, version 2 or version 1; its first words show which. The
 * two differ only in how a search is requested and how its answer is read; everything else is
 * shared.
 *
 *     hub ──▶ (id, param ... wait) ──▶ set-param, init ──▶ ready
 *         ──▶ pos, level, go ──▶ info ..., done ──▶ pos ...
 *
 * Source: F. Letouzey, "Hub protocol", 2019; for version 1 what Scan 2.0 does.
 */
#include "core/base/array.h"
#include "core/base/buffer.h"
#include "match/hub-score.h"
#include "match/link/process-lines.h"
#include "match/player.h"
#include "match/protocol/hub-driver.h"
#include "match/protocol/hub-variant.h"
#include "match/protocol/hub.h"
#include "match/protocol/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OUT_MAX = 1024 * 1024,
    READS_AT_ONCE = 64,
    GRACE_MS = 300,     /* for the program to quit */
    END_MS = 100,       /* between the end of its output and that of its process */
    LINES_MAX = 200000, /* in one search */
};

enum stage {
    STAGE_GREETING, /* "hub" was sent */
    STAGE_STARTING, /* "init" was sent */
    STAGE_IDLE,
    STAGE_THINKING,
    STAGE_STOPPING,   /* its answer is no longer wanted: the game is over */
    STAGE_GOING_BACK, /* its answer is no longer wanted: moves were taken back */
};

struct hub_player {
    struct player player;
    struct process_lines lines;
    unsigned version; /* 1 or 2; 0 unknown */
    enum stage stage;
    int64_t stop_by;            /* for its answer after a stop */
    bool turn_waits;            /* it is to move again as soon as it has answered */
    struct hub_support variant; /* what it has declared about the match's variant */
    bool *has;                  /* owned; which of the parameters in the settings it has declared */
    struct player_move thought; /* the contents of the last info line */
    unsigned n_lines;           /* lines in this search */
};

/* The program has closed its input or its output. */
static void gone(struct hub_player *h, const char *why)
{
    char how[64];
    if (process_wait_end(h->lines.process, END_MS, how))
        player_fail(&h->player, REASON_CRASHED, "the program terminated (%s)", how);
    else
        player_fail(&h->player, REASON_CRASHED, "%s", why);
}

/* ---- lines out ---- */

static void flush(struct hub_player *h)
{
    struct err err = {0};
    if (process_lines_send(&h->lines, &err))
        gone(h, err.msg);
    else if (h->lines.out.n > OUT_MAX)
        player_fail(&h->player, REASON_SILENT, "the program is not reading its input");
}

/* Ends the line that begins at `from` in the output, and adds it to the transcript. */
static void end_line(struct hub_player *h, size_t from)
{
    buffer_add_char(&h->lines.out, '\n');
    while (!h->lines.out.failed && from < h->lines.out.n) {
        const char *line = h->lines.out.s + from;
        size_t n = (size_t)((const char *)memchr(line, '\n', h->lines.out.n - from) - line);
        player_transcript(&h->player, '>', line, n);
        from += n + 1;
    }
}

static void say(struct hub_player *h, const char *line)
{
    size_t from = h->lines.out.n;
    buffer_add_string(&h->lines.out, line);
    end_line(h, from);
}

/* ---- getting ready ---- */

static void set_parameter(struct hub_player *h, const char *name, const char *value)
{
    size_t from = h->lines.out.n;
    hub_add_parameter(&h->lines.out, h->version, name, value);
    end_line(h, from);
}

/*
 * Warns the user of something that could spoil a whole match: the program plays with other
 * settings.
 */
static void warn(struct hub_player *h, const char *what, const char *word)
{
    snprintf(player_add_event(&h->player, PLAYER_WARNED)->text, PLAYER_TEXT, "%s: %.200s", what,
             word);
}

static void greeted(struct hub_player *h)
{
    const struct player_settings *s = h->player.settings;
    const struct rules *rules = h->player.host->rules;
    if (!hub_supports(&h->variant, rules)) {
        player_fail(&h->player, REASON_REFUSED, "the program does not play %s",
                    rules_spelling(rules));
        return;
    }
    if (h->version == 1 && !s->limits.time_ms && !s->limits.move_ms && !s->limits.depth) {
        player_fail(&h->player, REASON_REFUSED,
                    "the program speaks Hub 1, which cannot limit a search by nodes");
        return;
    }
    if (h->variant.has_parameter)
        set_parameter(h, "variant", hub_variant(rules));
    for (unsigned i = 0; i < s->n_parameters; i++) {
        set_parameter(h, s->parameters[i].name, s->parameters[i].value);
        if (h->version == 2 && !h->has[i])
            warn(h, "it has no parameter", s->parameters[i].name);
    }
    say(h, "init");
    h->stage = STAGE_STARTING;
}

/* Adds a word to the program's name. */
static void add_name(struct hub_player *h, struct text t)
{
    char word[PLAYER_NAME];
    hub_printable(t, word, sizeof word);
    size_t n = strlen(word), used = strlen(h->player.version);
    if (n == 0 || used + n + 2 > sizeof h->player.version)
        return;
    if (used)
        h->player.version[used++] = ' ';
    memcpy(h->player.version + used, word, n + 1);
}

/* ---- a search ---- */

static void say_position(struct hub_player *h)
{
    const struct referee *referee = h->player.game.referee;
    size_t from = h->lines.out.n;
    hub_add_position(&h->lines.out, h->version, h->player.host->rules,
                     referee_start_position(referee), referee_moves(referee),
                     referee_plies(referee));
    end_line(h, from);
}

static struct hub_level level_of(const struct hub_player *h, int64_t now)
{
    const struct player_limits *l = &h->player.settings->limits;
    const struct referee *referee = h->player.game.referee;
    enum side side = h->player.game.side;
    struct hub_level level = {.depth = l->depth,
                              .nodes = l->nodes,
                              .whole_seconds = h->player.settings->hub_whole_seconds};
    if (l->time_ms) {
        level.limit = HUB_CLOCK;
        level.moves = referee_moves_to_go(referee, side);
        level.time = referee_left(referee, side, now);
        level.inc = l->inc_ms;
    } else if (l->move_ms) {
        level.limit = HUB_MOVE_TIME;
        level.time = l->move_ms;
    } else {
        level.limit = l->nodes ? HUB_NODES : HUB_DEPTH;
    }
    return level;
}

static void say_level(struct hub_player *h, int64_t now)
{
    const struct hub_level level = level_of(h, now);
    size_t from = h->lines.out.n;
    hub_add_level(&h->lines.out, h->version, &level);
    end_line(h, from);
}

static void hub_turn(struct player *player, int64_t now)
{
    struct hub_player *h = (struct hub_player *)player;
    if (h->stage == STAGE_GOING_BACK) {
        h->turn_waits = true;
        return;
    }
    h->thought = player_move_of(&(struct move){0}, now);
    h->player.complaint[0] = '\0';
    h->n_lines = 0;
    say_position(h);
    say_level(h, now);
    say(h, h->version == 1 ? "go" : "go think");
    h->stage = STAGE_THINKING;
    flush(h);
}

/*
 * An answer breaks the rules. Perhaps it belongs to another question, and that to this one is still
 * to come: it must not be taken for that to the first question of the next game.
 */
static void faulted(struct hub_player *h, enum reason reason, const char *text)
{
    h->player.is_spent = true;
    player_fault(&h->player, reason, text);
}

/* The program names a move. */
static void answered(struct hub_player *h, struct text t, int64_t now)
{
    const struct rules *rules = h->player.host->rules;
    const char *complaint = h->player.complaint;
    char word[WIRE_MOVE_SIZE], text[PLAYER_TEXT];
    struct wire_move wire;
    struct move move;
    struct err err = {0};
    enum stage before = h->stage;
    if (before == STAGE_IDLE)
        player_note(&h->player, "a move that nobody asked for; ignored");
    if (before < STAGE_THINKING)
        return;
    h->stage = STAGE_IDLE;
    if (before == STAGE_STOPPING)
        player_add_event(&h->player, PLAYER_OVER);
    else if (before == STAGE_GOING_BACK && h->turn_waits)
        hub_turn(&h->player, now);
    if (before != STAGE_THINKING)
        return;
    hub_printable(t, word, sizeof word);
    if (t.n == 0) {
        snprintf(text, sizeof text, "no move%s%.200s", complaint[0] ? ": " : "", complaint);
        faulted(h, REASON_MALFORMED, text);
        return;
    }
    int rc = wire_read_hub(text_of(word), &wire, &err);
    if (rc) {
        faulted(h, REASON_MALFORMED, err.msg);
        return;
    }
    rc = wire_find_move(rules, referee_position(h->player.game.referee), &wire, &move, NULL, &err);
    if (rc) {
        faulted(h, rc > 0 ? REASON_ILLEGAL_MOVE : REASON_INTERNAL, err.msg);
        return;
    }
    struct player_event *e = player_add_event(&h->player, PLAYER_MOVED);
    e->move = h->thought;
    e->move.move = move;
    e->move.at = player_arrival(&h->player);
}

static void complained(struct hub_player *h, struct text t)
{
    char *complaint = h->player.complaint;
    hub_printable(t, complaint, sizeof h->player.complaint);
    if (h->stage == STAGE_STARTING)
        warn(h, "error", complaint);
    else
        player_note(&h->player, "error: %.200s", complaint);
    if (h->stage == STAGE_THINKING && hub_refuses_position(t))
        player_fail(&h->player, REASON_ENGINE, "it refused the position: %.200s", complaint);
}

/* ---- lines in ---- */

static void informed(struct hub_player *h, const struct hub_answer *answer)
{
    if (answer->has_score)
        h->thought.score = hub_score(answer->score);
    if (answer->has_depth)
        h->thought.depth = answer->depth;
    if (answer->has_nodes)
        h->thought.nodes = answer->nodes;
}

static void declared(struct hub_player *h, const struct hub_answer *parameter)
{
    const struct player_settings *s = h->player.settings;
    hub_declare_support(&h->variant, parameter, h->player.host->rules);
    for (unsigned i = 0; i < s->n_parameters; i++)
        h->has[i] |= text_is(parameter->text, s->parameters[i].name);
}

static void count_line(struct hub_player *h)
{
    if (++h->n_lines > LINES_MAX)
        player_fail(&h->player, REASON_FLOOD, "too many lines without a move");
}

static void take_line(struct hub_player *h, struct text t, int64_t now)
{
    struct hub_answer answer;
    player_transcript(&h->player, '<', t.s, t.n);
    hub_read_answer(h->version, t, &answer);
    if (h->stage == STAGE_GREETING && !h->version)
        h->version = answer.version;
    switch (answer.kind) {
    case HUB_WAIT:
        if (h->stage != STAGE_GREETING)
            break;
        h->version = h->version ? h->version : 2;
        greeted(h);
        break;
    case HUB_READY:
        if (h->stage != STAGE_STARTING)
            break;
        h->stage = STAGE_IDLE;
        player_add_event(&h->player, PLAYER_READY);
        break;
    case HUB_NAME:
        add_name(h, answer.text);
        add_name(h, answer.more);
        break;
    case HUB_PARAMETER:
        declared(h, &answer);
        break;
    case HUB_INFO:
        informed(h, &answer);
        break;
    case HUB_DONE:
        answered(h, answer.text, now);
        break;
    case HUB_ERROR:
        complained(h, answer.text);
        break;
    case HUB_CHATTER:
        break;
    }
    count_line(h);
}

static void receive(struct hub_player *h, int64_t now)
{
    struct err err = {0};
    for (int i = 0; i < READS_AT_ONCE && !h->player.failed; i++) {
        struct text line;
        int rc = process_lines_receive(&h->lines, &err);
        if (rc < 0)
            gone(h, err.msg);
        if (rc <= 0)
            return;
        if (process_lines_skipped(&h->lines)) {
            player_skipped(&h->player, "a line of more than 64 KiB");
            count_line(h);
        }
        while (process_lines_next(&h->lines, &line))
            if (line.n)
                take_line(h, line, now);
    }
}

/* ---- the table ---- */

static void hub_serve(struct player *player, const struct pollfd *fds, unsigned n, int64_t now)
{
    struct hub_player *h = (struct hub_player *)player;
    (void)fds, (void)n;
    receive(h, now);
    if (!player->failed)
        flush(h);
    if (h->stage > STAGE_THINKING && player_arrival(player) >= h->stop_by)
        player_fail(player, REASON_SILENT, "the program did not stop%s%.200s",
                    player->complaint[0] ? "; it said: " : "", player->complaint);
}

static unsigned hub_want(struct player *player, struct pollfd *fds, int64_t *by)
{
    struct hub_player *h = (struct hub_player *)player;
    if (h->stage > STAGE_THINKING && h->stop_by < *by)
        *by = h->stop_by;
    return process_lines_wait(&h->lines, fds, by);
}

static void hub_start(struct player *player, int64_t now)
{
    struct hub_player *h = (struct hub_player *)player;
    (void)now;
    say(h, h->version == 1 ? "new" : "new-game");
    flush(h);
    player_add_event(player, PLAYER_ACCEPTED);
}

/* Makes its search end; the answer is not wanted. */
static void stop(struct hub_player *h, enum stage stage, int64_t now)
{
    bool is_stopped = h->stage != STAGE_THINKING;
    h->stage = stage;
    h->turn_waits = false;
    if (is_stopped)
        return;
    h->stop_by = now + h->player.settings->timeouts.end_ms;
    say(h, "stop");
    flush(h);
}

static void hub_finish(struct player *player, const struct referee_verdict *verdict, int64_t now)
{
    struct hub_player *h = (struct hub_player *)player;
    (void)verdict;
    if (h->stage < STAGE_THINKING)
        player_add_event(player, PLAYER_OVER);
    else
        stop(h, STAGE_STOPPING, now);
}

static void hub_back_settled(struct player *player, bool agreed, int64_t now)
{
    struct hub_player *h = (struct hub_player *)player;
    if (agreed && h->stage >= STAGE_THINKING)
        stop(h, STAGE_GOING_BACK, now);
}

/* Its output stays open if something that it has started holds it. */
static void hub_check(struct player *player)
{
    struct hub_player *h = (struct hub_player *)player;
    char how[64];
    if (process_has_ended(h->lines.process, how))
        player_fail(player, REASON_CRASHED, "the program terminated (%s)", how);
}

static void hub_close(struct player *player)
{
    struct hub_player *h = (struct hub_player *)player;
    struct err err = {0};
    if (h->lines.process && !player->failed)
        link_write(process_link(h->lines.process), "quit\n", 5, &err);
    process_close(h->lines.process, player->failed ? 0 : GRACE_MS);
    process_lines_fini(&h->lines);
    free(h->has);
    free(h);
}

static int hub_open(const struct player_settings *settings, const struct player_host *host,
                    struct player **out, struct err *err)
{
    const struct process_plan plan = {.command = settings->command,
                                      .directory = settings->directory,
                                      .shell = settings->shell,
                                      .talks = true};
    struct hub_player *h = calloc(1, sizeof *h);
    if (!h)
        return err_memory(err);
    h->player.settings = settings;
    h->player.host = host;
    h->has = calloc(settings->n_parameters + 1, sizeof *h->has);
    if (!h->has || process_open(&plan, &h->lines.process, err)) {
        hub_close(&h->player);
        return err_memory(err); /* the first cause is kept */
    }
    say(h, "hub");
    flush(h);
    *out = &h->player;
    return 0;
}

const struct player_ops player_hub = {
    .open = hub_open,
    .start = hub_start,
    .turn = hub_turn,
    .finish = hub_finish,
    .back_settled = hub_back_settled,
    .check = hub_check,
    .close = hub_close,
    .want = hub_want,
    .serve = hub_serve,
};
