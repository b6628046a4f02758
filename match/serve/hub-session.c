// SPDX-License-Identifier: MIT
#include "match/serve/hub-session.h"

#include "core/base/array.h"
#include "core/board/notation.h"
#include "match/protocol/hub.h"
#include "match/protocol/wire.h"

#include <stdlib.h>
#include <string.h>

static const struct src_pos nowhere;

enum {
    WORD_SIZE = 128,  /* the longest value of a parameter, NUL included */
    PATH_SIZE = 4096, /* of one that is a path */
    DECISIVE = 100,   /* men that a game already won is worth; Scan's scale */
    MIB = 1024 * 1024,
    HASH_MIB = 64,
    HASH_MIB_MAX = 1024 * 1024,
    ENTRY = 16, /* bytes of the table that tt-size counts as one entry */
};

struct hub_session {
    const struct engine_ops *ops;
    void *ctx;
    const struct waker *waker;
    struct hub_settings settings;
    char draws[WORD_SIZE], eval[WORD_SIZE]; /* as the driver set them; empty: not set */
    bool has_egdb;                          /* the driver set it */
    char egdb[PATH_SIZE];

    struct thinker *thinker;   /* NULL before init, and after a parameter has changed */
    struct rules const *rules; /* that the thinker was made for, once it was */

    bool has_pos;
    struct position start, now; /* where `moves` begin, and where they lead */
    struct move *moves;         /* owned */
    unsigned n_moves, room;

    struct engine_limits limits; /* of the next go */
    unsigned multi;              /* lines to tell; 0: one */
};

/* Names of variants that other engines have for ours; they come first, since drivers know them. */
static const struct {
    const char *hub, *ours;
} variant_names[] = {
    {"normal", "international"}, {"killer", "killer"},       {"bt", "breakthrough"},
    {"frisian", "frisian"},      {"losing", "antidraughts"},
};

static const struct rules *rules_of(const struct hub_session *s)
{
    return s->settings.rules ? s->settings.rules : rules_international;
}

/** @return what drivers call the rules of that name; NULL where only we have a name for them */
static const char *drivers_name(const struct rules *rules)
{
    for (size_t i = 0; i < ARRAY_LEN(variant_names); i++)
        if (strcmp(variant_names[i].ours, rules_spelling(rules)) == 0)
            return variant_names[i].hub;
    return NULL;
}

/* Parameters: one row each, which tells and reads it. */

static void tell_variant(const struct hub_session *s, struct buffer *out)
{
    struct buffer values = {0};
    for (size_t i = 0; i < ARRAY_LEN(variant_names); i++)
        buffer_printf(&values, "%s%s", i ? " " : "", variant_names[i].hub);
    for (unsigned i = 0; i < rules_count; i++)
        if (!drivers_name(rules_all[i]))
            buffer_printf(&values, " %s", rules_all[i]->name);
    const char *value = drivers_name(rules_of(s));
    hub_add_string(out, "value", value ? value : rules_of(s)->name);
    hub_add_string(out, "type", "enum");
    hub_add(out, "values", buffer_text(&values));
    buffer_fini(&values);
}

static int set_variant(struct hub_session *s, struct text value, struct err *err)
{
    for (size_t i = 0; i < ARRAY_LEN(variant_names); i++)
        if (text_is(value, variant_names[i].hub))
            value = text_of(variant_names[i].ours);
    return rules_find(value, &s->settings.rules, err);
}

static void tell_int(struct buffer *out, int64_t value, int64_t min, int64_t max)
{
    hub_add_int(out, "value", value);
    hub_add_string(out, "type", "int");
    hub_add_int(out, "min", min);
    hub_add_int(out, "max", max);
}

static void tell_threads(const struct hub_session *s, struct buffer *out)
{
    tell_int(out, s->settings.engine.threads ? s->settings.engine.threads : 1, 1,
             ENGINE_THREADS_MAX);
}

static int set_threads(struct hub_session *s, struct text value, struct err *err)
{
    int64_t n;
    if (hub_int(value, 1, ENGINE_THREADS_MAX, "threads", &n, err))
        return -1;
    s->settings.engine.threads = (unsigned)n;
    return 0;
}

static void tell_hash(const struct hub_session *s, struct buffer *out)
{
    size_t hash = s->settings.engine.hash;
    tell_int(out, hash >= MIB ? (int64_t)(hash / MIB) : hash ? 1 : HASH_MIB, 1, HASH_MIB_MAX);
}

static int set_hash(struct hub_session *s, struct text value, struct err *err)
{
    int64_t n;
    if (hub_int(value, 1, HASH_MIB_MAX, "hash", &n, err))
        return -1;
    s->settings.engine.hash = (size_t)n * MIB;
    return 0;
}

static void tell_multi_pv(const struct hub_session *s, struct buffer *out)
{
    tell_int(out, s->multi ? s->multi : 1, 1, ENGINE_MULTI_MAX);
}

static int set_multi_pv(struct hub_session *s, struct text value, struct err *err)
{
    int64_t n;
    if (hub_int(value, 1, ENGINE_MULTI_MAX, "multi-pv", &n, err))
        return -1;
    s->multi = (unsigned)n;
    return 0;
}

/** As Scan has it: the logarithm of the number of entries. */
static int set_tt_size(struct hub_session *s, struct text value, struct err *err)
{
    int64_t n;
    if (hub_int(value, 16, 36, "tt-size", &n, err))
        return -1;
    s->settings.engine.hash = (size_t)ENTRY << n;
    return 0;
}

static const char levels[] = "full A B C D";

static void tell_level(const struct hub_session *s, struct buffer *out)
{
    char word[2] = {s->settings.engine.level, '\0'};
    hub_add_string(out, "value", word[0] ? word : "full");
    hub_add_string(out, "type", "enum");
    hub_add_string(out, "values", levels);
}

static int set_level(struct hub_session *s, struct text value, struct err *err)
{
    if (text_is(value, "full"))
        s->settings.engine.level = 0;
    else if (value.n == 1 && value.s[0] >= 'A' && value.s[0] <= 'D')
        s->settings.engine.level = value.s[0];
    else
        return err_set(err, nowhere, "level must be one of %s", levels);
    return 0;
}

static int set_word(char *word, size_t size, struct text value, const char *what, struct err *err)
{
    if (value.n >= size)
        return err_set(err, nowhere, "value of %s is too long", what);
    memcpy(word, value.s, value.n);
    word[value.n] = '\0';
    return 0;
}

static void tell_string(struct buffer *out, const char *own, const char *set)
{
    hub_add_string(out, "value", own[0] ? own : set ? set : "");
    hub_add_string(out, "type", "string");
}

static void tell_draws(const struct hub_session *s, struct buffer *out)
{
    tell_string(out, s->draws, s->settings.draws);
}

static int set_draws(struct hub_session *s, struct text value, struct err *err)
{
    return set_word(s->draws, sizeof s->draws, value, "draws", err);
}

static void tell_eval(const struct hub_session *s, struct buffer *out)
{
    tell_string(out, s->eval, s->settings.engine.eval);
}

static int set_eval(struct hub_session *s, struct text value, struct err *err)
{
    return set_word(s->eval, sizeof s->eval, value, "eval", err);
}

/** "none"; empty: the user's own folder; else a folder. */
static void tell_egdb(const struct hub_session *s, struct buffer *out)
{
    const char *given = s->settings.engine.egdb;
    hub_add_string(out, "value", s->has_egdb ? s->egdb : given ? given : "none");
    hub_add_string(out, "type", "string");
}

static int set_egdb(struct hub_session *s, struct text value, struct err *err)
{
    if (set_word(s->egdb, sizeof s->egdb, value, "egdb", err))
        return -1;
    s->has_egdb = true;
    return 0;
}

/** Whether we may ponder is the driver's decision; that we can is told by having this parameter. */
static void tell_ponder(const struct hub_session *s, struct buffer *out)
{
    (void)s;
    hub_add_string(out, "value", "true");
    hub_add_string(out, "type", "bool");
}

static int set_ponder(struct hub_session *s, struct text value, struct err *err)
{
    (void)s;
    if (text_is(value, "true") || text_is(value, "false"))
        return 0;
    return err_set(err, nowhere, "ponder must be true or false");
}

static const struct {
    const char *name;
    void (*tell)(const struct hub_session *s, struct buffer *out); /* NULL: read, but not told */
    int (*set)(struct hub_session *s, struct text value, struct err *err);
    bool remakes; /* the engine has to be made anew */
} parameters[] = {
    {"variant", tell_variant, set_variant, true},
    {"threads", tell_threads, set_threads, true},
    {"hash", tell_hash, set_hash, true},
    {"tt-size", NULL, set_tt_size, true},
    {"level", tell_level, set_level, true},
    {"draws", tell_draws, set_draws, true},
    {"egdb", tell_egdb, set_egdb, true},
    {"eval", tell_eval, set_eval, true},
    {"multi-pv", tell_multi_pv, set_multi_pv, false},
    {"ponder", tell_ponder, set_ponder, false},
};

/* The engine. */

static void drop_thinker(struct hub_session *s)
{
    thinker_close(s->thinker);
    s->thinker = NULL;
}

static int make_thinker(struct hub_session *s, struct err *err)
{
    struct engine_options options = s->settings.engine;
    const char *draws = s->draws[0] ? s->draws : s->settings.draws;
    if (s->thinker)
        return 0;
    if (s->eval[0])
        options.eval = s->eval;
    if (s->has_egdb)
        options.egdb = strcmp(s->egdb, "none") == 0 ? NULL : s->egdb;
    options.draws = draw_profile_find(rules_of(s), text_of(draws), err);
    if (!options.draws)
        return -1;
    return thinker_open(s->ops, s->ctx, rules_of(s), &options, s->waker, &s->thinker, err);
}

/* Commands. */

/** Tells of an error, and of the file where one is to blame. */
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

/** In men, from the side to move; a forced end is near 100, and the decimals count its plies. */
static void add_score(struct buffer *out, int score)
{
    int plies = engine_plies_to_win(score);
    if (score >= ENGINE_WIN || score <= -ENGINE_WIN) {
        int hundredths = DECISIVE * 100 - abs(plies);
        hub_add_real(out, "score", score > 0 ? hundredths : -hundredths, 100, 2);
    } else {
        hub_add_real(out, "score", score, 1000, 2);
    }
}

/** @param multi whether several lines are told, so that each needs its number */
static void add_info(struct hub_session *s, const struct thinker_news *news, bool multi,
                     struct buffer *out)
{
    const struct engine_info *info = &news->info;
    struct buffer pv = {0};
    char text[WIRE_MOVE_SIZE];
    for (unsigned i = 0; i < news->line.n; i++) {
        wire_write_hub(s->rules, &news->line.pv[i], text);
        buffer_printf(&pv, "%s%s", i ? " " : "", text);
    }
    buffer_add_string(out, "info");
    if (multi)
        hub_add_int(out, "multi-pv", info->index + 1);
    hub_add_int(out, "depth", info->depth);
    hub_add_int(out, "max-depth", info->depth_max);
    add_score(out, news->line.score);
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
    struct thinker_news *news;
    struct engine_result result;
    struct err err = {0};
    if (!hub_session_thinks(session))
        return;
    /* The result is asked for first: no news can come after `done` then. */
    int rc = thinker_take_result(session->thinker, &result, &err);
    news = room ? malloc(sizeof *news) : NULL;
    while (news && thinker_take_news(session->thinker, news))
        add_info(session, news, session->multi > 1, out);
    free(news);
    if (rc < 0)
        add_error(out, &err);
    if (rc != 0)
        add_done(session, rc > 0 ? &result : NULL, out);
}

/** Ends a running search, with its `done`. */
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
    hub_add_string(out, "name", s->settings.name ? s->settings.name : "dama");
    hub_add_string(out, "version", s->settings.version ? s->settings.version : "");
    buffer_add_char(out, '\n');
    for (size_t i = 0; i < ARRAY_LEN(parameters); i++) {
        if (!parameters[i].tell)
            continue;
        buffer_add_string(out, "param");
        hub_add_string(out, "name", parameters[i].name);
        parameters[i].tell(s, out);
        buffer_add_char(out, '\n');
    }
    buffer_add_string(out, "wait\n");
    return 0;
}

static int do_set_param(struct hub_session *s, const struct hub_line *line, struct buffer *out,
                        struct err *err)
{
    struct text name = hub_value(line, "name"), value = hub_value(line, "value");
    (void)out;
    if (!name.s)
        return err_set(err, nowhere, "missing name");
    if (!value.s)
        return err_set(err, nowhere, "missing value");
    for (size_t i = 0; i < ARRAY_LEN(parameters); i++) {
        if (!text_is(name, parameters[i].name))
            continue;
        if (parameters[i].set(s, value, err))
            return -1;
        if (parameters[i].remakes)
            drop_thinker(s);
        if (parameters[i].set == set_variant)
            s->has_pos = false;
        return 0;
    }
    return 0; /* one that we have not told of is none of ours */
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
        return err_set(err, nowhere, "bad position: missing");
    if (t.n == 0 || (t.s[0] != 'W' && t.s[0] != 'B'))
        return err_set(err, nowhere, "bad position: must begin with W or B");
    struct err why = {0};
    if (t.n > 1 + WIRE_SQUARES_MAX
        || wire_read_position(rules, &wire_hub, t.s + 1, (unsigned)t.n - 1,
                              t.s[0] == 'W' ? WHITE : BLACK, pos, &why))
        return err_set(err, nowhere, "bad position: %s", why.msg[0] ? why.msg : "too long");
    return 0;
}

/** Plays the next word of `moves`. */
static int play_word(struct hub_session *s, struct text word, struct err *err)
{
    struct wire_move wire;
    struct move mv;
    struct err why = {0};
    if (!ARRAY_GROW(s->moves, s->n_moves, s->room))
        return err_memory(err);
    if (wire_read_hub(word, &wire, &why))
        return err_set(err, nowhere, "bad move: %s", why.msg);
    if (wire_find_move(rules_of(s), &s->now, &wire, &mv, NULL, &why))
        return err_set(err, nowhere, "illegal move: %s", why.msg);
    move_play(rules_of(s), &s->now, &mv);
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
    if (read_pos(rules_of(s), line, &s->start, err))
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

/** A clock: `time` is without the increment for the coming move. */
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

static int do_level(struct hub_session *s, const struct hub_line *line, struct buffer *out,
                    struct err *err)
{
    struct engine_limits limits = {0};
    struct text depth = hub_value(line, "depth"), nodes = hub_value(line, "nodes");
    struct text move_time = hub_value(line, "move-time");
    int64_t n;
    (void)out;
    if (depth.s) {
        if (hub_int(depth, 1, 1000, "depth", &n, err))
            return -1;
        limits.depth = n < ENGINE_PLIES ? (unsigned)n : ENGINE_PLIES - 1;
    }
    if (nodes.s) {
        if (hub_int(nodes, 1, (int64_t)1 << 50, "nodes", &n, err))
            return -1;
        limits.nodes = (uint64_t)n;
    }
    if (move_time.s) {
        if (hub_seconds(move_time, "move-time", &limits.move_ms, err))
            return -1;
        if (limits.move_ms < 1)
            limits.move_ms = 1;
    }
    if (read_clock(line, &limits, err))
        return -1;
    s->limits = limits;
    return 0;
}

static int do_go(struct hub_session *s, const struct hub_line *line, struct buffer *out,
                 struct err *err)
{
    struct engine_limits limits = s->limits;
    bool limited = limits.depth || limits.nodes || limits.move_ms || limits.clock_ms;
    s->limits = (struct engine_limits){0}; /* a level is for one search */
    limits.ponder = hub_find(line, "ponder") != NULL;
    limits.multi = s->multi;
    limits.infinite = hub_find(line, "analyze") && !limited;
    if (!s->has_pos)
        err_set(err, nowhere, "no position to search");
    else if (make_thinker(s, err) == 0) {
        s->rules = rules_of(s);
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
    s->settings = *settings;
    s->waker = waker;
    s->rules = rules_of(s);
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
