// SPDX-License-Identifier: MIT
/* dama-engine dxp: the engine as a DamExchange follower. */
#include "cmd/engine/dama-engine.h"
#include "cmd/engine/settings.h"
#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/compressor.h"
#include "core/base/logfile.h"
#include "core/base/signals.h"
#include "core/board/score.h"
#include "match/serve/follower-run.h"

#include <math.h>
#include <string.h>

struct settings {
    const char *listen, *connect, *serial, *name, *log;
    struct engine_settings engine;
    int64_t grace, reserve, move_time, time_max, delay, timeout, silence, idle, game_time, log_size;
    unsigned games, take_backs, baud, serial_start, serial_end;
    double resign;
    int at_limit;
    bool newest, ponder, quiet, no_take_back;
};

static const char *const limits[] = {"unknown", "draw", "play", NULL};

static const char connection[] = "Connection", game[] = "Games", engine[] = "Engine";

static const struct option_row rows[] = {
    {"at-limit", 0, OPTION_CHOICE, "WHAT", OPTION_AT(struct settings, at_limit), .group = game,
     .help = "how to end a game when the agreed moves have been made (default: unknown)",
     .choices = limits},
    {"baud", 0, OPTION_UNSIGNED, "N", OPTION_AT(struct settings, baud), .min = 50, .max = 4000000,
     .group = connection, .help = "speed of the serial line, in bit/s (default: 9600)"},
    ENGINE_ROW_BOOK(engine),
    ENGINE_ROW_BOOK_MARGIN(engine),
    ENGINE_ROW_BOOK_SEED(engine),
    ENGINE_ROW_BOOK_TEMPERATURE(engine),
    {"connect", 0, OPTION_TEXT, "HOST:PORT", OPTION_AT(struct settings, connect),
     .group = connection, .help = "connect to a peer (default port: 27531)"},
    {"delay", 0, OPTION_TIME, "TIME", OPTION_AT(struct settings, delay), .max = 10000,
     .group = game, .help = "wait before the first move, for peers that would miss it"},
    ENGINE_ROW_DRAWS(engine),
    ENGINE_ROW_EGDB(engine),
    ENGINE_ROW_EVAL(engine),
    {"game-time", 0, OPTION_TIME, "TIME", OPTION_AT(struct settings, game_time), .min = 1000,
     .max = 7 * (int64_t)86400000, .group = game,
     .help = "end any game after TIME (default: what its clocks allow, or 12h)"},
    {"games", 0, OPTION_UNSIGNED, "N", OPTION_AT(struct settings, games), .group = game,
     .help = "exit after N games (default: 0, never)"},
    {"grace", 0, OPTION_TIME, "TIME", OPTION_AT(struct settings, grace), .min = 1, .max = 86400000,
     .group = game, .help = "wait TIME for the move of a peer whose flag has fallen (default: 1m)"},
    ENGINE_ROW_HASH(engine, "64M"),
    {"idle", 0, OPTION_TIME, "TIME", OPTION_AT(struct settings, idle), .min = 1, .max = 86400000,
     .group = connection,
     .help = "close a connection that has had no game for TIME (default: 10m)"},
    ENGINE_ROW_LEVEL(engine),
    {"listen", 0, OPTION_TEXT, "[HOST:]PORT", OPTION_AT(struct settings, listen),
     .group = connection,
     .help = "accept connections; from this machine only, unless HOST is given ('*': any)"},
    {"log", 0, OPTION_TEXT, "FILE", OPTION_AT(struct settings, log), .file = true, .once = true,
     .group = connection, .help = "append all messages, events and search results to FILE"},
    {"log-size", 0, OPTION_SIZE, "SIZE", OPTION_AT(struct settings, log_size), .min = 1 << 10,
     .max = (int64_t)1 << 40, .group = connection,
     .help = "rotate the log at SIZE, keeping FILE.1 and FILE.2 (default: 16M)"},
    {"move-time", 0, OPTION_TIME, "TIME", OPTION_AT(struct settings, move_time), .min = 1,
     .max = 86400000, .group = game,
     .help = "time per move in games without a clock (default: 5s)"},
    {"name", 0, OPTION_TEXT, "NAME", OPTION_AT(struct settings, name), .group = connection,
     .help = "the name to play under, up to 32 characters"},
    {"newest", 0, OPTION_FLAG, NULL, OPTION_AT(struct settings, newest), .group = connection,
     .help = "let a new connection replace one with a game in progress"},
    {"no-take-backs", 0, OPTION_FLAG, NULL, OPTION_AT(struct settings, no_take_back), .group = game,
     .help = "refuse all take-backs"},
    {"ponder", 0, OPTION_FLAG, NULL, OPTION_AT(struct settings, ponder), .group = engine,
     .help = "think on the peer's time"},
    {"quiet", 'q', OPTION_FLAG, NULL, OPTION_AT(struct settings, quiet),
     .help = "print no messages about games and peers"},
    {"reserve", 0, OPTION_TIME, "TIME", OPTION_AT(struct settings, reserve), .min = 1,
     .max = 600000, .group = game,
     .help = "clock time to hold back for network delays (default: 100ms)"},
    {"resign", 0, OPTION_REAL, "MEN", OPTION_AT(struct settings, resign), .real_max = 30,
     .group = game,
     .help = "resign when behind by MEN for three moves in a row (default: 0, never)"},
    {"serial", 0, OPTION_TEXT, "DEVICE", OPTION_AT(struct settings, serial), .file = true,
     .group = connection, .help = "play over a serial line"},
    {"serial-end", 0, OPTION_UNSIGNED, "BYTE", OPTION_AT(struct settings, serial_end), .max = 255,
     .group = connection, .help = "byte that ends a message on the serial line"},
    {"serial-start", 0, OPTION_UNSIGNED, "BYTE", OPTION_AT(struct settings, serial_start),
     .max = 255, .group = connection, .help = "byte that begins a message on the serial line"},
    {"silence", 0, OPTION_TIME, "TIME", OPTION_AT(struct settings, silence), .min = 1,
     .max = 86400000, .group = game,
     .help = "end a game without a clock when no move arrives for TIME (default: 30m)"},
    {"take-backs", 0, OPTION_UNSIGNED, "N", OPTION_AT(struct settings, take_backs), .min = 1,
     .max = 1000, .group = game, .help = "accept up to N take-backs per game (default: 32)"},
    ENGINE_ROW_THREADS(engine),
    {"time-max", 0, OPTION_TIME, "TIME", OPTION_AT(struct settings, time_max),
     .max = 1000 * (int64_t)60000, .group = game,
     .help = "refuse games longer than TIME (default: 0, any length)"},
    {"timeout", 0, OPTION_TIME, "TIME", OPTION_AT(struct settings, timeout), .min = 1,
     .max = 86400000, .group = connection,
     .help = "give up on --connect after TIME (default: 10s)"},
    {"variant", 0, OPTION_TEXT, "NAME", ENGINE_AT(variant), .group = game, .choice = rules_name,
     .help = "rules to play by; the protocol itself assumes international draughts"},
};

/* Where lines for people and log lines go. */
struct out {
    struct logfile *log; /* NULL: none */
    const char *log_name;
    bool quiet;
    int64_t second; /* the second in which `said` lines were printed */
    unsigned said, dropped;
};

/* Prints a line for people, unless a crowd of peers causes too many of them. */
static void say(struct out *out, const char *line)
{
    enum { LINES_A_SECOND = 20 };
    int64_t second = clock_ms() / 1000;
    if (second != out->second) {
        if (out->dropped)
            command_say("%u more messages were not printed", out->dropped);
        out->second = second;
        out->said = out->dropped = 0;
    }
    if (out->said++ < LINES_A_SECOND)
        command_say("%s", line);
    else
        out->dropped++;
}

static void tell(void *ctx, bool detail, const char *line)
{
    struct out *out = ctx;
    struct err err = {0};
    if (out->log && logfile_line(out->log, line, &err))
        command_say("%s: %s", out->log_name, err.msg);
    if (!detail && !out->quiet)
        say(out, line);
}

static void listening(void *ctx, const char *name)
{
    (void)ctx;
    printf("listening on %s\n", name);
    fflush(stdout);
}

/*
 * Reads a peer's HOST:PORT, as an address of dama-match if it is written so. Pages that name a peer
 * are for dama-match: fetching them takes libraries that would delay the start of every verb.
 * @return 0, or -1 with `err`
 */
static int read_peer(const char *text, struct tcp_place *place, struct err *err)
{
    static const char tcp[] = "tcp://";
    static const struct {
        const char *scheme, *advice;
    } others[] = {{"listen:", "use --listen"},
                  {"serial:", "use --serial"},
                  {"http:", "only dama-match looks up a peer on a web page"},
                  {"https:", "only dama-match looks up a peer on a web page"}};
    for (size_t i = 0; i < ARRAY_LEN(others); i++)
        if (strncmp(text, others[i].scheme, strlen(others[i].scheme)) == 0)
            return err_plain(err, "--connect: '%s' is not a host; %s", text, others[i].advice);
    const bool is_address = strncmp(text, tcp, sizeof tcp - 1) == 0;
    if (!is_address && strstr(text, "://"))
        return err_plain(err, "--connect: expected HOST:PORT or tcp://HOST:PORT, found '%s'", text);
    return tcp_place_read_peer(text_of(text + (is_address ? sizeof tcp - 1 : 0)), "localhost",
                               DXP_PORT, place, err);
}

/* @return 0, or -1 with `err` */
static int fill_run(struct settings *settings, struct follower_run *run, struct err *err)
{
    struct follower_settings *f = &run->follower;
    if (engine_settings_take(&settings->engine, err))
        return -1;
    book_player_wait_briefly(settings->engine.player);
    f->rules = settings->engine.rules;
    f->engine = settings->engine.options;
    f->name = settings->name;
    f->games = settings->games;
    f->no_take_back = settings->no_take_back;
    f->ponder = settings->ponder;
    f->at_limit = (enum follower_limit)settings->at_limit;
    f->grace_ms = settings->grace;
    f->reserve_ms = settings->reserve;
    f->no_clock_ms = settings->move_time;
    f->time_max_ms = settings->time_max;
    f->delay_ms = settings->delay;
    f->silent_ms = settings->silence;
    f->idle_ms = settings->idle;
    f->game_ms = settings->game_time;
    f->take_backs_max = settings->take_backs;
    f->resign = (int)ceil(settings->resign * SCORE_MAN - 1e-6);
    run->connects = settings->connect != NULL;
    run->connect_ms = settings->timeout;
    run->newest = settings->newest;
    run->stop = signals_fd();
    run->listening = listening;
    run->serial = settings->serial;
    run->baud = settings->baud;
    run->serial_bytes = (struct dxp_serial_config){.start = (uint8_t)settings->serial_start,
                                                   .end = (uint8_t)settings->serial_end,
                                                   .seed = (uint64_t)clock_us()};
    if (run->serial)
        return 0;
    if (run->connects)
        return read_peer(settings->connect, &run->place, err);
    return tcp_place_read(text_of(settings->listen), "localhost", DXP_PORT, &run->place, err);
}

/* @param games how many were to be played; 0: as many as the peer wants */
static int status_of(enum follower_end end, unsigned games)
{
    switch (end) {
    case FOLLOWER_BROKEN:
        return EXIT_PEER;
    case FOLLOWER_GONE: /* by then they would have been played */
        return games ? EXIT_PEER : EXIT_WELL;
    case FOLLOWER_STOPPED:
        return EXIT_STOPPED;
    default:
        return EXIT_WELL;
    }
}

static int serve(const struct settings *settings, struct follower_run *run, struct err *err)
{
    struct out out = {.quiet = settings->quiet, .log_name = settings->log};
    struct follower_score score;
    enum follower_end end;
    if (settings->log && logfile_open(settings->log, settings->log_size, 2, &out.log, err)) {
        command_error(err);
        return EXIT_IO;
    }
    run->follower.tell = tell;
    run->follower.ctx = &out;
    int rc = follower_run(&engine_ops_dama, NULL, run, &end, &score, err);
    bool log_failed = logfile_close(out.log, NULL) != 0;
    if (rc) {
        command_error(err);
        return EXIT_IO;
    }
    unsigned played = score.won + score.drawn + score.lost + score.unknown;
    if (end == FOLLOWER_GONE && settings->games && !settings->quiet)
        command_say("the connection was closed after %u of %u games", played, settings->games);
    printf("won %u, drawn %u, lost %u, unknown %u\n", score.won, score.drawn, score.lost,
           score.unknown);
    return command_finish(log_failed ? EXIT_IO : status_of(end, settings->games));
}

/* @return an option that applies to serial lines only; NULL: none is given */
static const char *serial_option(const struct settings *settings)
{
    return settings->serial_start ? "--serial-start"
           : settings->serial_end ? "--serial-end"
           : settings->baud       ? "--baud"
                                  : NULL;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct settings settings = {.name = "dama " DAMA_VERSION,
                                .engine.egdb = "",
                                .grace = 60000,
                                .reserve = 100,
                                .move_time = 5000,
                                .timeout = 10000,
                                .silence = 1800000,
                                .idle = 600000,
                                .take_backs = 32,
                                .log_size = 16 << 20,
                                ENGINE_BOOK_DEFAULTS};
    struct follower_run follower = {.stop = -1};
    struct err err = {0};
    int first;
    if (options_read(command, argc, argv, &settings, &first))
        return EXIT_USAGE;
    int ways = !!settings.listen + !!settings.connect + !!settings.serial;
    if (ways != 1)
        return command_usage(ways ? "--listen, --connect and --serial cannot be combined"
                                  : "one of --listen, --connect and --serial is required");
    if (settings.serial && !dxp_serial_bytes_good(settings.serial_start, settings.serial_end))
        return command_usage("--serial requires --serial-start and --serial-end, the "
                             "bytes that the peer uses; they must differ and must not be "
                             "printable");
    if (!settings.serial && serial_option(&settings))
        return command_usage("%s requires --serial", serial_option(&settings));
    if (strlen(settings.name) > DXP_NAME_MAX)
        return command_usage("--name: '%s' is longer than %d characters", settings.name,
                             DXP_NAME_MAX);
    if (settings.log && compressor_of_name(text_of(settings.log)))
        return command_usage("--log: %s: a log cannot be compressed", settings.log);
    int status;
    if (fill_run(&settings, &follower, &err)) {
        command_error(&err);
        status = engine_settings_status(&err);
    } else {
        status = serve(&settings, &follower, &err);
    }
    engine_settings_free(&settings.engine);
    return status;
}

const struct command dama_engine_dxp = {
    .name = "dxp",
    .summary = "play over the network with DamExchange",
    .rows = rows,
    .n_rows = OPTION_COUNT(rows),
    .run = run,
};
