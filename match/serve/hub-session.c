// SPDX-License-Identifier: MIT
/*
 * Commands are rows of a table. The engine is made by `init`, or else by the first `go`; setting a
 * parameter that affects it drops it, and it is made again when it is needed.
 */
#include "match/serve/hub-session.h"

#include "core/base/array.h"
#include "core/board/fen.h"
#include "core/board/notation.h"
#include "core/board/score.h"
#include "match/protocol/hub.h"
#include "match/protocol/wire.h"
#include "match/serve/hub-parameters.h"

#include <stdlib.h>
#include <string.h>

enum { DECISIVE = 100 /* the value in men of a game already won, on Scan's scale */ };

struct hub_session {
    const struct engine_ops *ops;
    void *ctx;
    const struct waker *waker;
    const char *name, *version; /* borrowed */
    struct hub_parameters parameters;

    struct thinker *thinker;   /* NULL before init, and after a parameter has changed */
    struct rules const *rules; /* the rules that the thinker was made for, if it was */

    bool has_pos;
    struct position start, now; /* the position from which `moves` begin, and the current one */
    struct move *moves;         /* owned */
    unsigned n_moves, room;

    struct engine_limits limits; /* for the next `go` */
    unsigned games;              /* begun */
    bool bad_level; /* the last `level` could not be read: there must be another one before `go` */
};

/* ---- the engine ---- */

static void drop_thinker(struct hub_session *s)
{
    thinker_close(s->thinker);
    s->thinker = NULL;
}

static int make_thinker(struct hub_session *s, struct err *err)
{
    struct engine_options options;
    if (s->thinker)
        return 0;
    if (hub_parameters_engine(&s->parameters, &options, err))
        return -1;
    if (thinker_open(s->ops, s->ctx, s->parameters.rules, &options, s->waker, &s->thinker, err))
        return -1;
    thinker_new_game(s->thinker); /* solves endings, which would take time from the first search */
    return 0;
}

/* ---- commands ---- */

/* Adds an error, with the name of the file if one is to blame. */
static void add_error(struct buffer *out, const struct err *err)
{
    struct buffer message = {0};
    if (err->at.file)
        buffer_printf(&message, "%s: ", err->at.file);
    buffer_add_string(&message, err->msg);
    buffer_add_char(&message, '\0');
    hub_add_error(out, message.failed ? err->msg : buffer_text(&message).s);
    buffer_fini(&message);
}

static void add_done(struct hub_session *s, const struct engine_result *result, struct buffer *out)
{
    char text[WIRE_MOVE_SIZE];
    buffer_add_string(out, "done");
    if (result && result->has_move) {
        wire_write_hub(s->rules, &result->best, text);
        hub_add_string(out, "move", text);
        if (result->has_ponder) {
            wire_write_hub(s->rules, &result->ponder, text);
            hub_add_string(out, "ponder", text);
        }
    }
    buffer_add_char(out, '\n');
}

/*
 * Adds a score in men, from the view of the side to move; a forced end is near 100, with its plies
 * in the decimals.
 */
static void add_score(struct buffer *out, int score)
{
    int plies = score_plies_to_win(score);
    if (score >= SCORE_FORCED_WIN || score <= -SCORE_FORCED_WIN) {
        int hundredths = DECISIVE * 100 - abs(plies);
        hub_add_real(out, "score", score > 0 ? hundredths : -hundredths, 100, 2);
    } else {
        hub_add_real(out, "score", score, SCORE_MAN, 2);
    }
}

/* @param multi whether several lines are reported, so that each needs its number */
static void add_info(struct hub_session *s, const struct thinker_report *report, bool multi,
                     struct buffer *out)
{
    const struct engine_info *info = &report->info;
    struct buffer pv = {0};
    char text[WIRE_MOVE_SIZE];
    for (unsigned i = 0; i < report->line.n; i++) {
        wire_write_hub(s->rules, &report->line.pv[i], text);
        buffer_printf(&pv, "%s%s", i ? " " : "", text);
    }
    buffer_add_string(out, "info");
    if (multi)
        hub_add_int(out, "multi-pv", info->index + 1);
    hub_add_int(out, "depth", info->depth);
    hub_add_int(out, "max-depth", info->depth_max);
    add_score(out, report->line.score);
    hub_add_int(out, "nodes", (int64_t)info->nodes);
    hub_add_real(out, "time", info->ms, 1000, 3);
    if (info->ms > 0)
        hub_add_real(out, "nps", (int64_t)(info->nodes / (uint64_t)info->ms), 1000, 2);
    if (pv.n)
        hub_add(out, "pv", buffer_text(&pv));
    buffer_add_char(out, '\n');
    buffer_fini(&pv);
}

bool hub_session_thinks(const struct hub_session *session)
{
    return session->thinker && thinker_busy(session->thinker);
}

void hub_session_poll(struct hub_session *session, bool room, struct buffer *out)
{
    struct thinker_report *report;
    struct engine_result result;
    struct err err = {0};
    if (!hub_session_thinks(session))
        return;
    /* The result is asked for first: no report can come after `done` then. */
    int rc = thinker_take_result(session->thinker, &result, &err);
    report = room ? malloc(sizeof *report) : NULL;
    while (report && thinker_take_report(session->thinker, report))
        add_info(session, report, session->parameters.multi > 1, out);
    free(report);
    if (rc < 0)
        add_error(out, &err);
    if (rc != 0)
        add_done(session, rc > 0 ? &result : NULL, out);
}

/* Ends a running search, with its `done`. */
static void end_search(struct hub_session *s, struct buffer *out)
{
    struct engine_result result;
    struct err err = {0};
    int rc;
    if (!hub_session_thinks(s))
        return;
    thinker_stop(s->thinker);
    while ((rc = thinker_take_result(s->thinker, &result, &err)) == 0) {
        struct pollfd fd = {.fd = s->waker->read, .events = POLLIN};
        poll_until(&fd, 1, INT64_MAX);
        waker_clear(s->waker);
    }
    if (rc < 0)
        add_error(out, &err);
    add_done(s, rc > 0 ? &result : NULL, out);
}

static int do_hub(struct hub_session *s, const struct hub_line *line, struct buffer *out,
                  struct err *err)
{
    (void)line, (void)err;
    buffer_add_string(out, "id");
    hub_add_string(out, "name", s->name);
    hub_add_string(out, "version", s->version);
    buffer_add_char(out, '\n');
    hub_parameters_announce(&s->parameters, out);
    buffer_add_string(out, "wait\n");
    return 0;
}

static int do_set_param(struct hub_session *s, const struct hub_line *line, struct buffer *out,
                        struct err *err)
{
    struct text name = hub_value(line, "name"), value = hub_value(line, "value");
    (void)out;
    if (!name.s)
        return err_plain(err, "missing name");
    if (!value.s)
        return err_plain(err, "missing value");
    int change = hub_parameters_set(&s->parameters, name, value, err);
    if (change == HUB_PARAMETERS_ENGINE || change == HUB_PARAMETERS_VARIANT)
        drop_thinker(s);
    if (change == HUB_PARAMETERS_VARIANT)
        s->has_pos = false;
    return change < 0 ? -1 : 0; /* an unknown one may be for another engine */
}

static int do_init(struct hub_session *s, const struct hub_line *line, struct buffer *out,
                   struct err *err)
{
    (void)line;
    if (make_thinker(s, err))
        return -1;
    buffer_add_string(out, "ready\n");
    return 0;
}

static int do_new_game(struct hub_session *s, const struct hub_line *line, struct buffer *out,
                       struct err *err)
{
    (void)line, (void)out, (void)err;
    s->games++;
    if (s->thinker)
        thinker_new_game(s->thinker);
    return 0;
}

static int read_pos(const struct rules *rules, const struct hub_line *line, struct position *pos,
                    struct err *err)
{
    struct text t = hub_value(line, "pos");
    if (!t.s && hub_find(line, "start")) {
        position_start(rules, pos);
        return 0;
    }
    if (!t.s)
        return err_plain(err, "bad position: missing");
    if (t.n == 0 || (t.s[0] != 'W' && t.s[0] != 'B'))
        return err_plain(err, "bad position: must begin with W or B");
    struct err why = {0};
    if (t.n > 1 + WIRE_SQUARES_MAX
        || wire_read_position(rules, &wire_hub, t.s + 1, (unsigned)t.n - 1,
                              t.s[0] == 'W' ? WHITE : BLACK, pos, &why))
        return err_plain(err, "bad position: %s", why.msg[0] ? why.msg : "too long");
    const bool over = !pos->pieces[WHITE] || !pos->pieces[BLACK];
    return !over && fen_check(rules, pos, (struct src_pos){0}, &why)
               ? err_plain(err, "bad position: %s", why.msg)
               : 0;
}

/* Plays the next word of `moves`. */
static int play_word(struct hub_session *s, struct text word, struct err *err)
{
    struct wire_move wire;
    struct move mv;
    struct err why = {0};
    if (!ARRAY_GROW(s->moves, s->n_moves, s->room))
        return err_memory(err);
    if (wire_read_hub(word, &wire, &why))
        return err_plain(err, "bad move: %s", why.msg);
    if (wire_find_move(s->parameters.rules, &s->now, &wire, &mv, NULL, &why))
        return err_plain(err, "illegal move: %s", why.msg);
    move_play(s->parameters.rules, &s->now, &mv);
    s->moves[s->n_moves++] = mv;
    return 0;
}

static int do_pos(struct hub_session *s, const struct hub_line *line, struct buffer *out,
                  struct err *err)
{
    struct text moves = text_trim(hub_value(line, "moves"));
    (void)out;
    s->has_pos = false;
    s->n_moves = 0;
    if (read_pos(s->parameters.rules, line, &s->start, err))
        return -1;
    s->now = s->start;
    while (moves.n) {
        size_t n = 0;
        while (n < moves.n && moves.s[n] != ' ' && moves.s[n] != '\t')
            n++;
        if (play_word(s, (struct text){moves.s, n}, err))
            return -1;
        moves = text_trim((struct text){moves.s + n, moves.n - n});
    }
    s->has_pos = true;
    return 0;
}

/* A clock: `time` is without the increment for the coming move. */
static int read_clock(const struct hub_line *line, struct engine_limits *limits, struct err *err)
{
    struct text time = hub_value(line, "time"), inc = hub_value(line, "inc");
    struct text moves = hub_value(line, "moves");
    int64_t n = 0;
    if (inc.s && hub_seconds(inc, "inc", &limits->inc_ms, err))
        return -1;
    if (moves.s && hub_int(moves, 0, 100000, "moves", &n, err))
        return -1;
    if (!time.s)
        return 0;
    if (hub_seconds(time, "time", &limits->clock_ms, err))
        return -1;
    if (limits->inc_ms < 0)
        limits->inc_ms = 0;
    limits->clock_ms += limits->inc_ms;
    if (limits->clock_ms < 1)
        limits->clock_ms = 1; /* the flag is down: play at once */
    limits->moves = (unsigned)n;
    return 0;
}

static int read_level(const struct hub_line *line, struct engine_limits *limits, struct err *err)
{
    struct text depth = hub_value(line, "depth"), nodes = hub_value(line, "nodes");
    struct text move_time = hub_value(line, "move-time");
    int64_t n;
    if (depth.s) {
        if (hub_int(depth, 1, 1000, "depth", &n, err))
            return -1;
        limits->depth = n < ENGINE_PLIES ? (unsigned)n : ENGINE_PLIES - 1;
    }
    if (nodes.s) {
        if (hub_int(nodes, 1, (int64_t)1 << 50, "nodes", &n, err))
            return -1;
        limits->nodes = (uint64_t)n;
    }
    if (move_time.s) {
        if (hub_seconds(move_time, "move-time", &limits->move_ms, err))
            return -1;
        if (limits->move_ms < 1)
            limits->move_ms = 1;
    }
    return read_clock(line, limits, err);
}

static int do_level(struct hub_session *s, const struct hub_line *line, struct buffer *out,
                    struct err *err)
{
    struct engine_limits limits = {0};
    (void)out;
    s->bad_level = read_level(line, &limits, err) != 0;
    if (s->bad_level)
        return -1;
    s->limits = limits;
    return 0;
}

static int do_go(struct hub_session *s, const struct hub_line *line, struct buffer *out,
                 struct err *err)
{
    struct engine_limits limits = s->limits;
    bool limited = limits.depth || limits.nodes || limits.move_ms || limits.clock_ms;
    bool bad_level = s->bad_level;
    s->limits = (struct engine_limits){0}; /* a level is for one search */
    s->bad_level = false;
    limits.ponder = hub_find(line, "ponder") != NULL;
    limits.multi = s->parameters.multi;
    limits.game = s->games;
    limits.analyze = hub_find(line, "analyze") != NULL;
    limits.infinite = limits.analyze && !limited;
    if (!s->has_pos)
        err_plain(err, "no position to search");
    else if (bad_level) /* without limits it might never end */
        err_plain(err, "the level was refused");
    else if (make_thinker(s, err) == 0) {
        s->rules = s->parameters.rules;
        if (thinker_start(s->thinker, &s->start, s->moves, s->n_moves, &limits, err) == 0)
            return 0;
    }
    add_error(out, err);
    *err = (struct err){0};
    add_done(s, NULL, out); /* each go has its done */
    return 0;
}

static int do_ping(struct hub_session *s, const struct hub_line *line, struct buffer *out,
                   struct err *err)
{
    (void)s, (void)line, (void)err;
    buffer_add_string(out, "pong\n");
    return 0;
}

static int do_stop(struct hub_session *s, const struct hub_line *line, struct buffer *out,
                   struct err *err)
{
    (void)line, (void)out, (void)err;
    if (s->thinker)
        thinker_stop(s->thinker);
    return 0;
}

static int do_ponder_hit(struct hub_session *s, const struct hub_line *line, struct buffer *out,
                         struct err *err)
{
    (void)line, (void)out, (void)err;
    if (s->thinker)
        thinker_ponder_hit(s->thinker);
    return 0;
}

static const struct {
    const char *name;
    int (*run)(struct hub_session *s, const struct hub_line *line, struct buffer *out,
               struct err *err);
    bool in_search; /* it does not end a search */
} commands[] = {
    {"hub", do_hub, false},   {"set-param", do_set_param, false},
    {"init", do_init, false}, {"new-game", do_new_game, false},
    {"pos", do_pos, false},   {"level", do_level, false},
    {"go", do_go, false},     {"ping", do_ping, true},
    {"stop", do_stop, true},  {"ponder-hit", do_ponder_hit, true},
};

bool hub_session_line(struct hub_session *session, struct text text, struct buffer *out)
{
    struct hub_line line;
    struct err err = {0};
    if (hub_parse(text, &line, &err)) {
        add_error(out, &err);
        return true;
    }
    if (text_is(line.command, "quit"))
        return false;
    for (size_t i = 0; i < ARRAY_LEN(commands); i++) {
        if (!text_is(line.command, commands[i].name))
            continue;
        if (!commands[i].in_search)
            end_search(session, out);
        if (commands[i].run(session, &line, out, &err))
            add_error(out, &err);
        break;
    }
    return true; /* what is not known is not for us */
}

int hub_session_open(const struct engine_ops *ops, void *ctx, const struct hub_settings *settings,
                     const struct waker *waker, struct hub_session **out, struct err *err)
{
    struct hub_session *s = calloc(1, sizeof *s);
    if (!s)
        return err_memory(err);
    s->ops = ops;
    s->ctx = ctx;
    s->name = settings->name ? settings->name : "dama";
    s->version = settings->version ? settings->version : "";
    s->parameters.rules = settings->rules ? settings->rules : rules_international;
    s->parameters.own_rules = s->parameters.rules;
    s->parameters.engine = settings->engine;
    s->parameters.own_draws = settings->draws;
    s->waker = waker;
    s->rules = s->parameters.rules;
    *out = s;
    return 0;
}

void hub_session_close(struct hub_session *session)
{
    if (!session)
        return;
    drop_thinker(session);
    free(session->moves);
    free(session);
}
